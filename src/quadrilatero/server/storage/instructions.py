"""Standing instructions of seats."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select

from quadrilatero.kernel.instructions import Orders
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.storage import signals
from quadrilatero.server.storage.schema import STANDING, TABLES
from quadrilatero.server.storage.upsert import put


class Instructions(msgspec.Struct, frozen=True):
    """What a player has ordered for a seat, and whether it is to be done after a while only."""

    player: str
    orders: Orders
    delay: bool = False


def of_table(connection: Connection, table: str) -> dict[Seat, Instructions]:
    """The instructions of every seat that has any."""
    rows = connection.execute(select(STANDING).where(STANDING.c.table_id == table))
    return {row.seat: Instructions(row.player, msgspec.json.decode(row.orders, type=Orders), row.delay) for row in rows}


def write(connection: Connection, table: str, seat: Seat, instructions: Instructions) -> None:
    """Replace a seat's instructions; empty ones are forgotten."""
    if instructions.orders:
        orders = msgspec.json.encode(instructions.orders).decode()
        values = {"player": instructions.player, "orders": orders, "delay": instructions.delay}
        put(connection, STANDING, {"table_id": table, "seat": seat, **values})
    else:
        forget(connection, table, seat)
    signals.send(connection, table=table, instructions=True)


def forget(connection: Connection, table: str, seat: Seat) -> None:
    """The seat has none any more."""
    connection.execute(delete(STANDING).where(STANDING.c.table_id == table, STANDING.c.seat == seat))


def waiting(connection: Connection) -> list[str]:
    """The running tables where a seat with delayed instructions is to answer."""
    wanted = select(TABLES.c.id, TABLES.c.turn, STANDING.c.seat).join(STANDING, STANDING.c.table_id == TABLES.c.id)
    rows = connection.execute(wanted.where(TABLES.c.status == "running", STANDING.c.delay)).all()
    return list(dict.fromkeys(row.id for row in rows if row.seat in msgspec.json.decode(row.turn)))
