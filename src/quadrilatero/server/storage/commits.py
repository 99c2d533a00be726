"""Writing what acts have changed. This is done for every answer, so it goes past the ORM's layers to the driver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter, is_, itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, and_, update
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.kernel.checkpoints import Checkpoint
from quadrilatero.server.storage import checkpoints, instructions, signals
from quadrilatero.server.storage.records import Conflict, Receipt, SeatHolder, StoredEntry, TableRecord
from quadrilatero.server.storage.schema import CHECKPOINTS, ENTRIES, RECEIPTS, SEATS, TABLES

MOVING = ("turn", "since", "version", "revision", "updated")
"""What every act changes of a table's row."""
LASTING = ("status", "result", "clock", "offers", "title", "rematch")
"""What most acts leave as it is."""
AS_JSON = frozenset(("turn", "since", "result", "clock", "offers", "title"))
STILL = attrgetter(*LASTING)
Row = tuple[Any, ...]
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


def _values(record: TableRecord, names: Sequence[str]) -> list[Any]:
    return [_json(getattr(record, name)) if name in AS_JSON else getattr(record, name) for name in names]


def _insert(table: Table) -> str:
    names = [column.name for column in table.columns]
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


def _update(names: Sequence[str]) -> str:
    """Write these columns of a table's row, if nobody else has since it was read."""
    return f"UPDATE {TABLES.name} SET {', '.join(f'{name} = ?' for name in names)} WHERE id = ? AND revision = ?"


MOVE, CHANGE = _update(MOVING), _update((*MOVING, *LASTING))
APPEND, KEEP, PASS = _insert(ENTRIES), _insert(RECEIPTS), _insert(CHECKPOINTS)


def write(connection: Connection, changes: Sequence[Change]) -> None:
    """Write changes of different tables: all of it or, on Conflict, nothing. All are written in the same order, so
    that two processes never wait for each other."""
    changes = sorted(changes, key=lambda change: change.before.id)
    rows: list[tuple[str, Row]] = []
    entries: list[Row] = []
    receipts: list[Row] = []
    passed: list[Row] = []
    for change in changes:
        before, after = change.before, change.after
        id, at = before.id, after.updated
        moves = all(map(is_, STILL(before), STILL(after)))
        statement, values = (MOVE, _values(after, MOVING)) if moves else (CHANGE, _values(after, (*MOVING, *LASTING)))
        values += id, before.revision
        rows.append((statement, tuple(values)))
        for number, entry in enumerate(change.new, before.version):
            entries.append((id, number, entry.kind, entry.seat, _json(entry.value) or "null", at))
        passed += [(id, row["entries"], row["data"]) for row in checkpoints.rows(id, change.passed)]
        if (receipt := change.receipt) is not None:
            receipts.append((id, receipt.player, receipt.message, _json(receipt.reply), at))
    for statement, alike in groupby(rows, itemgetter(0)):
        of_tables = [row for _, row in alike]
        if _many(connection, statement, of_tables) != len(of_tables):
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


def _many(connection: Connection, statement: str, rows: list[Row]) -> int:
    """Run a statement for each row; how many rows of the database it met."""
    if not rows:
        return 0
    dialect = connection.dialect
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(statement if dialect.paramstyle == "qmark" else statement.replace("?", "%s"), rows)
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
    if after.seats is before.seats or after.seats == before.seats:
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
