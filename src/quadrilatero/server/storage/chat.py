"""What is said at a table: to everybody there, or among the seats of a side."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, func, insert, select
from sqlalchemy.exc import IntegrityError

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.storage import signals
from quadrilatero.server.storage.records import Conflict, Line, Player, Receipt
from quadrilatero.server.storage.schema import CHAT, PLAYERS, RECEIPTS, SIDE_CHAT


def say(
    connection: Connection,
    table: str,
    to: Seat | None,
    player: Player,
    text: str,
    now: float,
    receipt: Receipt | None = None,
) -> Line:
    """Add a line to the chat of a table, or to that of a side there; Conflict where another took its number."""
    book, place = _book(table, to)
    line = Line(last(connection, table, to) + 1, player, text, now, to)
    try:
        connection.execute(insert(book).values(**place, number=line.n, player=player.id, text=text, at=now))
        if receipt is not None:
            kept = {"player": receipt.player, "message": receipt.message}
            reply = msgspec.json.encode(receipt.reply).decode()
            connection.execute(insert(RECEIPTS).values(table_id=table, at=now, reply=reply, **kept))
    except IntegrityError:
        raise Conflict from None
    signals.send(connection, table=table, said=line.message(), side=to or "")
    return line


def last(connection: Connection, table: str, to: Seat | None = None) -> int:
    """The number of the last line; -1 where there is none."""
    book, place = _book(table, to)
    found: int | None = connection.execute(select(func.max(book.c.number)).where(_in(book, place))).scalar()
    return -1 if found is None else found


def said_since(connection: Connection, table: str, to: Seat | None, number: int, besides: str) -> bool:
    """Whether anybody besides that player has said something after that line."""
    book, place = _book(table, to)
    lines = select(book.c.number).where(_in(book, place), book.c.number > number, book.c.player != besides)
    return connection.execute(lines.limit(1)).first() is not None


def lines(connection: Connection, table: str, sides: Iterable[Seat], most: int) -> list[Line]:
    """The last lines that somebody of these sides may read, the oldest first."""
    found = [line for to in (None, *sides) for line in _lines(connection, table, to, most)]
    return sorted(found, key=lambda line: line.at)[-most:]


def _lines(connection: Connection, table: str, to: Seat | None, most: int) -> list[Line]:
    book, place = _book(table, to)
    wanted = select(book, PLAYERS.c.name, PLAYERS.c.account).join(PLAYERS, PLAYERS.c.id == book.c.player)
    rows = connection.execute(wanted.where(_in(book, place)).order_by(book.c.number.desc()).limit(most)).all()
    return [
        Line(row.number, Player(row.player, row.name, row.account is not None), row.text, row.at, to)
        for row in reversed(rows)
    ]


def _book(table: str, to: Seat | None) -> tuple[Table, dict[str, str]]:
    """Where the lines for an audience are written: the table of the database, and the keys that they share."""
    return (CHAT, {"table_id": table}) if to is None else (SIDE_CHAT, {"table_id": table, "side": to})


def _in(book: Table, place: dict[str, str]) -> ColumnElement[bool]:
    return and_(*(book.c[key] == value for key, value in place.items()))
