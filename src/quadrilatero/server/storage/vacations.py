"""Vacations of players."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select, update

from quadrilatero.server.storage.records import Conflict
from quadrilatero.server.storage.schema import SEATS, TABLES, VACATIONS
from quadrilatero.server.storage.upsert import one_at_a_time


class Vacation(msgspec.Struct, frozen=True):
    """From when to when somebody is away."""

    id: str
    player: str
    begins: float
    ends: float


def ending_after(connection: Connection, player: str, time: float) -> list[Vacation]:
    """A player's vacations that were not over at that time, the earliest first."""
    wanted = select(VACATIONS).where(VACATIONS.c.player == player, VACATIONS.c.ends > time).order_by(VACATIONS.c.begins)
    return [Vacation(*row) for row in connection.execute(wanted)]


def current(connection: Connection, players: list[str], now: float) -> list[Vacation]:
    """Who of these is on vacation."""
    wanted = select(VACATIONS).where(VACATIONS.c.player.in_(players), VACATIONS.c.ends > now)
    return [Vacation(*row) for row in connection.execute(wanted)]


def all_current(connection: Connection, now: float) -> list[Vacation]:
    """Everybody who is on vacation."""
    return [Vacation(*row) for row in connection.execute(select(VACATIONS).where(VACATIONS.c.ends > now))]


def begin(connection: Connection, vacation: Vacation) -> None:
    """Write a new one down; Conflict where the player has begun one meanwhile."""
    one_at_a_time(connection, vacation.player)
    if current(connection, [vacation.player], vacation.begins):
        raise Conflict
    connection.execute(insert(VACATIONS).values(msgspec.to_builtins(vacation)))


def end(connection: Connection, id: str, now: float) -> None:
    """It ends now."""
    connection.execute(update(VACATIONS).where(VACATIONS.c.id == id).values(ends=now))


def tables_of(connection: Connection, player: str) -> list[str]:
    """The running tables of a player that have a clock."""
    wanted = select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id).distinct()
    running = wanted.where(SEATS.c.player == player, TABLES.c.status == "running", TABLES.c.clock.is_not(None))
    return list(connection.execute(running).scalars())
