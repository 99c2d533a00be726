"""Writing what acts have changed. This is done for every answer, so it goes past the ORM's layers to the driver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, Insert, Update, and_, bindparam, insert, update
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.kernel.checkpoints import Checkpoint
from quadrilatero.server.storage import checkpoints, instructions, signals
from quadrilatero.server.storage.records import Conflict, Receipt, SeatHolder, StoredEntry, TableRecord
from quadrilatero.server.storage.schema import CHECKPOINTS, ENTRIES, RECEIPTS, SEATS, TABLES

CHANGING = (
    *("status", "turn", "result", "clock", "offers", "since", "title"),
    *("version", "revision", "rematch", "updated"),
)
CHANGED = attrgetter(*CHANGING)
AS_JSON = ("turn", "result", "clock", "offers", "since", "title")
CHANGE = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("this"), TABLES.c.revision == bindparam("current"))
    .values({name: bindparam(name) for name in CHANGING})
)
APPEND, KEEP, PASS = insert(ENTRIES), insert(RECEIPTS), insert(CHECKPOINTS)
Row = dict[str, Any]
Also = Callable[[Connection], None]


class Change(msgspec.Struct, frozen=True):
    """What one act has changed at one table, and the receipt of the message that asked for it.

    `passed` are the checkpoints that the match has passed since the last were written, `also` is what is to be written
    with it.
    """

    before: TableRecord
    after: TableRecord
    new: Sequence[StoredEntry]
    receipt: Receipt | None = None
    passed: Sequence[Checkpoint] = ()
    also: Also | None = None


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


@cache
def _statement(statement: Insert | Update, dialect: Dialect) -> tuple[str, Callable[[Row], Any]]:
    """A statement as the driver takes it, and what makes its parameters of a row."""
    compiled: Any = statement.compile(dialect=dialect)
    names = compiled.positiontup
    if names is None:
        return str(compiled), lambda row: row
    return str(compiled), itemgetter(*names)


def write(connection: Connection, changes: Sequence[Change]) -> None:
    """Write changes of different tables: all of it or, on Conflict, nothing. All are written in the same order, so
    that two processes never wait for each other."""
    changes = sorted(changes, key=lambda change: change.before.id)
    rows: list[Row] = []
    entries: list[Row] = []
    receipts: list[Row] = []
    passed: list[Row] = []
    for change in changes:
        before, after = change.before, change.after
        at = after.updated
        row: Row = dict(zip(CHANGING, CHANGED(after), strict=True))
        for name in AS_JSON:
            if row[name] is not None:
                row[name] = msgspec.json.encode(row[name]).decode()
        row["this"], row["current"] = before.id, before.revision
        rows.append(row)
        entries += [
            {
                "table_id": before.id,
                "number": number,
                "kind": entry.kind,
                "seat": entry.seat,
                "value": _json(entry.value) or "null",
                "at": at,
            }
            for number, entry in enumerate(change.new, before.version)
        ]
        passed += checkpoints.rows(before.id, change.passed)
        if (receipt := change.receipt) is not None:
            kept = {"player": receipt.player, "message": receipt.message, "reply": _json(receipt.reply)}
            receipts.append({"table_id": before.id, "at": at, **kept})
    if _many(connection, CHANGE, rows) != len(rows):
        raise Conflict
    _many(connection, APPEND, entries)
    _many(connection, KEEP, receipts)
    _many(connection, PASS, passed)
    for change in changes:
        if change.also is not None:
            change.also(connection)
        _reopen(connection, change.before, change.after)
        reseat(connection, change.before, change.after)
        signals.changed(connection, change.after)


def _many(connection: Connection, statement: Insert | Update, rows: list[Row]) -> int:
    """Run a statement for each row; how many rows of the database it met."""
    if not rows:
        return 0
    dialect = connection.dialect
    text, parameters = _statement(statement, dialect)
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(text, [parameters(row) for row in rows])
        return int(cursor.rowcount)
    except dialect.loaded_dbapi.IntegrityError:
        raise Conflict from None
    except dialect.loaded_dbapi.Error as error:
        raise SQLAlchemyError(str(error)) from error
    finally:
        cursor.close()


def _reopen(connection: Connection, before: TableRecord, after: TableRecord) -> None:
    """Write how a match begins that goes on under other rules or data."""
    if after.header is before.header:
        return
    begins = {"header": _json(after.header), "dice": _json(after.dice)}
    connection.execute(update(TABLES).where(TABLES.c.id == after.id).values(begins))


def reseat(connection: Connection, before: TableRecord, after: TableRecord) -> None:
    """Write who sits where, where that has changed; a Conflict where it is not as it was."""
    if after.seats == before.seats:
        return
    for seat, holder in after.seats.items():
        if holder == before.seats[seat]:
            continue
        was, is_ = _holder(before.seats[seat]), _holder(holder)
        same = and_(
            SEATS.c.table_id == before.id,
            SEATS.c.seat == seat,
            SEATS.c.player.is_(None) if was["player"] is None else SEATS.c.player == was["player"],
            SEATS.c.bot.is_(None) if was["bot"] is None else SEATS.c.bot == was["bot"],
        )
        if connection.execute(update(SEATS).where(same).values(is_)).rowcount != 1:
            raise Conflict
        instructions.forget(connection, before.id, seat)


def _holder(holder: SeatHolder) -> dict[str, str | None]:
    return {"player": holder.player.id if holder.player else None, "bot": holder.bot}
