"""Tables, the entries of their matches, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from quadrilatero.kernel.checkpoints import Checkpoint
from quadrilatero.kernel.log import Header
from quadrilatero.server.storage import checkpoints, commits, signals, studies
from quadrilatero.server.storage.records import (
    STUDY,
    Battle,
    Conflict,
    Full,
    Player,
    Receipt,
    SeatHolder,
    StoredEntry,
    TableRecord,
)
from quadrilatero.server.storage.schema import BOUNDARIES, CHECKPOINTS, ENTRIES, NOTES, PLAYERS, RECEIPTS, SEATS, TABLES
from quadrilatero.server.storage.upsert import one_at_a_time, put

JSON = ("options", "pace", "title", "battle", "header", "dice", "turn", "result", "clock", "offers", "since")
PLAIN = (
    "id",
    "creator",
    "opponent",
    "game",
    "scenario",
    "assistance",
    "public",
    "invitation",
    "status",
    "version",
    "revision",
    "previous",
    "rematch",
    "created",
    "updated",
)
MOST_LISTED = 100
MOST_RECEIPTS = 4000


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _cell(record: TableRecord, name: str) -> Any:
    value = getattr(record, name)
    return value if name in PLAIN or value is None else _json(value)


# -- tables -----------------------------------------------------------------------------------------


def create(
    connection: Connection,
    record: TableRecord,
    entries: Sequence[StoredEntry],
    passed: Sequence[Checkpoint] = (),
    most: int | None = None,
) -> None:
    """A new table with the log of its match so far, and the checkpoints that it has passed; Full where its creator has
    so many."""
    if most is not None:
        one_at_a_time(connection, record.creator)
        mine = studies.count if record.study else unfinished
        if mine(connection, record.creator) >= most:
            raise Full("too_many_studies" if record.study else "too_many_tables")
    connection.execute(insert(TABLES), {name: _cell(record, name) for name in (*PLAIN, *JSON)})
    rows = [
        {"table_id": record.id, "seat": seat, "number": number, **_holder(holder)}
        for number, (seat, holder) in enumerate(record.seats.items())
    ]
    connection.execute(insert(SEATS), rows)
    _append(connection, record.id, record.version - len(entries), entries, record.created)
    if passed:
        connection.execute(insert(CHECKPOINTS), checkpoints.rows(record.id, passed))
    signals.changed(connection, record)


def _holder(holder: SeatHolder) -> dict[str, str | None]:
    return {"player": holder.player.id if holder.player else None, "bot": holder.bot}


def find(connection: Connection, id: str) -> TableRecord | None:
    """The table of that id."""
    return next(iter(_read(connection, TABLES.c.id == id)), None)


def _read(connection: Connection, which: ColumnElement[bool]) -> list[TableRecord]:
    newest = select(TABLES).where(which).order_by(TABLES.c.updated.desc(), TABLES.c.id).limit(MOST_LISTED)
    rows = connection.execute(newest).all()
    seats = _seats(connection, [row.id for row in rows])
    return [_record(row, seats[row.id]) for row in rows]


def _record(row: Any, seats: dict[str, SeatHolder]) -> TableRecord:
    fields: dict[str, Any] = {name: getattr(row, name) for name in PLAIN}
    for name in JSON:
        text = getattr(row, name)
        fields[name] = None if text is None else msgspec.json.decode(text)
    fields["header"] = msgspec.convert(fields["header"], Header)
    fields["battle"] = msgspec.convert(fields["battle"], Battle | None)
    return TableRecord(**fields, seats=seats)


def _seats(connection: Connection, tables: list[str]) -> dict[str, dict[str, SeatHolder]]:
    found: dict[str, dict[str, SeatHolder]] = {id: {} for id in tables}
    wanted = (
        select(SEATS, PLAYERS.c.name, PLAYERS.c.account)
        .outerjoin(PLAYERS, PLAYERS.c.id == SEATS.c.player)
        .where(SEATS.c.table_id.in_(tables))
        .order_by(SEATS.c.table_id, SEATS.c.number)
    )
    for row in connection.execute(wanted):
        player = None if row.player is None else Player(row.player, row.name, row.account is not None)
        found[row.table_id][row.seat] = SeatHolder(player, row.bot)
    return found


def of_player(connection: Connection, player: str) -> list[TableRecord]:
    """The tables where a player sits, and those it has set up."""
    seated = select(SEATS.c.table_id).where(SEATS.c.player == player)
    return _read(connection, or_(TABLES.c.id.in_(seated), TABLES.c.creator == player))


def open_ones(connection: Connection) -> list[TableRecord]:
    """The tables that anybody may join."""
    return _read(connection, and_(TABLES.c.status == "open", TABLES.c.opponent == "open"))


def public_ones(connection: Connection) -> list[TableRecord]:
    """The tables that anybody may watch."""
    return _read(connection, and_(TABLES.c.public, TABLES.c.status != "open"))


def unfinished(connection: Connection, player: str) -> int:
    """How many tables of a player are not over, studies apart."""
    counted = select(func.count()).select_from(TABLES)
    mine = counted.where(TABLES.c.creator == player, TABLES.c.status != "over", TABLES.c.opponent != STUDY)
    return connection.execute(mine).scalar_one()


def waiting_for_bots(connection: Connection) -> list[str]:
    """The running tables at which a bot is to move, those first that were played at last."""
    wanted = select(TABLES.c.id, TABLES.c.turn, SEATS.c.seat).join(SEATS, SEATS.c.table_id == TABLES.c.id)
    running = wanted.where(TABLES.c.status == "running", SEATS.c.bot.is_not(None))
    rows = connection.execute(running.order_by(TABLES.c.updated.desc(), TABLES.c.id))
    return list(dict.fromkeys(row.id for row in rows if row.seat in msgspec.json.decode(row.turn)))


# -- the match -----------------------------------------------------------------------------------------


def entries(connection: Connection, table: str, since: int = 0, until: int | None = None) -> list[StoredEntry]:
    """The log of a match, from an entry on and up to another."""
    wanted = select(ENTRIES.c.kind, ENTRIES.c.seat, ENTRIES.c.value)
    wanted = wanted.where(ENTRIES.c.table_id == table, ENTRIES.c.number >= since).order_by(ENTRIES.c.number)
    if until is not None:
        wanted = wanted.where(ENTRIES.c.number < until)
    return [StoredEntry(row.kind, row.seat, msgspec.json.decode(row.value)) for row in connection.execute(wanted)]


def receipts(connection: Connection, table: str, since: float = 0.0) -> list[Receipt]:
    """What players' messages were answered with, the newest last."""
    wanted = select(RECEIPTS).where(RECEIPTS.c.table_id == table, RECEIPTS.c.at >= since)
    wanted = wanted.order_by(RECEIPTS.c.at.desc()).limit(MOST_RECEIPTS)
    rows = connection.execute(wanted).all()
    return [Receipt(row.player, row.message, msgspec.json.decode(row.reply)) for row in reversed(rows)]


class Loaded(NamedTuple):
    """A table with everything that is needed to go on with its match: the log since the match was last reopened."""

    record: TableRecord
    entries: list[StoredEntry]
    receipts: list[Receipt]
    checkpoints: list[Checkpoint]


def load(connection: Connection, id: str) -> Loaded | None:
    """A table and its match.

    Another process may write to it meanwhile: log and checkpoints are read as far as the record knows them.
    """
    record = find(connection, id)
    if record is None:
        return None
    points = [point for point in checkpoints.of_table(connection, id) if point.settled <= record.version]
    first = max((point.entries for point in points if point.closed), default=0)
    return Loaded(record, entries(connection, id, first, record.version), receipts(connection, id), points)


def news(connection: Connection, known: TableRecord) -> tuple[TableRecord, list[StoredEntry], list[Receipt]] | None:
    """A table as it is now, with the entries and receipts since it was known."""
    record = find(connection, known.id)
    if record is None:
        return None
    new = entries(connection, known.id, known.version, record.version)
    return record, new, receipts(connection, known.id, known.updated)


def revisions(connection: Connection, ids: list[str]) -> dict[str, int]:
    """How often those tables have changed."""
    rows = connection.execute(select(TABLES.c.id, TABLES.c.revision).where(TABLES.c.id.in_(ids)))
    return {row.id: row.revision for row in rows}


def reply(connection: Connection, table: str, player: str, message: str) -> Any:
    """What a message was answered with, or None if it has not been."""
    wanted = select(RECEIPTS.c.reply).where(
        RECEIPTS.c.table_id == table, RECEIPTS.c.player == player, RECEIPTS.c.message == message
    )
    found = connection.execute(wanted).scalar()
    return None if found is None else msgspec.json.decode(found)


def commit(
    connection: Connection,
    before: TableRecord,
    after: TableRecord,
    new: Sequence[StoredEntry],
    receipt: Receipt | None = None,
) -> None:
    """Write what one act has changed: all of it or, on Conflict, nothing."""
    commits.write(connection, [commits.Change(before, after, new, receipt)])


def begin_anew(
    connection: Connection,
    before: TableRecord,
    after: TableRecord,
    entries: Sequence[StoredEntry],
    passed: Sequence[Checkpoint],
) -> None:
    """Put another match into the place of one that nobody has played at: all of it or, on Conflict, nothing."""
    row = {name: _cell(after, name) for name in (*PLAIN, *JSON)}
    same = TABLES.c.id == before.id, TABLES.c.revision == before.revision, TABLES.c.status == "open"
    if connection.execute(update(TABLES).where(*same).values(row)).rowcount != 1:
        raise Conflict
    for table in (ENTRIES, CHECKPOINTS, BOUNDARIES, RECEIPTS):
        connection.execute(delete(table).where(table.c.table_id == before.id))
    _append(connection, after.id, 0, entries, after.updated)
    if passed:
        connection.execute(insert(CHECKPOINTS), checkpoints.rows(after.id, passed))
    commits.reseat(connection, before, after)
    signals.changed(connection, after)


def _append(connection: Connection, table: str, first: int, new: Sequence[StoredEntry], now: float) -> None:
    rows = [
        {
            "table_id": table,
            "number": number,
            "kind": entry.kind,
            "seat": entry.seat,
            "value": _json(entry.value),
            "at": now,
        }
        for number, entry in enumerate(new, first)
    ]
    if rows:
        connection.execute(insert(ENTRIES), rows)


# -- notes -----------------------------------------------------------------------------------------


def note(connection: Connection, table: str, player: str) -> str:
    """A player's private notes on a table."""
    wanted = select(NOTES.c.text).where(NOTES.c.table_id == table, NOTES.c.player == player)
    return connection.execute(wanted).scalar() or ""


def write_note(connection: Connection, table: str, player: str, text: str, now: float) -> None:
    """Replace a player's private notes."""
    if text:
        put(connection, NOTES, {"table_id": table, "player": player, "text": text, "at": now})
    else:
        connection.execute(delete(NOTES).where(NOTES.c.table_id == table, NOTES.c.player == player))
