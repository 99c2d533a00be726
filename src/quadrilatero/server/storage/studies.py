"""Studies: how many somebody keeps, and letting go of one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, select

from quadrilatero.kernel.dice import read_roll
from quadrilatero.server.storage.records import STUDY, StoredEntry
from quadrilatero.server.storage.schema import ENTRIES, METADATA, SEATS, TABLES


def count(connection: Connection, player: str) -> int:
    """How many studies a player keeps."""
    counted = select(func.count()).select_from(TABLES)
    return connection.execute(counted.where(TABLES.c.creator == player, TABLES.c.opponent == STUDY)).scalar_one()


class Tournament(NamedTuple):
    """A tournament game that goes on: what its dice are committed to, and the first of them."""

    commitment: str
    faces: list[int]


def tournaments(connection: Connection, player: str, game: str, most: int) -> list[Tournament]:
    """The tournament games of a player that are not over, with so many dice of each."""
    wanted = select(TABLES.c.id, TABLES.c.dice).join(SEATS, SEATS.c.table_id == TABLES.c.id).distinct()
    running = wanted.where(SEATS.c.player == player, TABLES.c.game == game, TABLES.c.status == "running")
    found = []
    for row in connection.execute(running.where(TABLES.c.assistance == "tournament")).all():
        rolls = select(ENTRIES.c.kind, ENTRIES.c.seat, ENTRIES.c.value).where(
            ENTRIES.c.table_id == row.id, ENTRIES.c.kind == "roll"
        )
        first = connection.execute(rolls.order_by(ENTRIES.c.number).limit(most)).all()
        entries = [StoredEntry(roll.kind, roll.seat, msgspec.json.decode(roll.value)) for roll in first]
        found.append(Tournament(str(msgspec.json.decode(row.dice).get("commitment", "")), rolled(entries, most)))
    return found


def rolled(entries: Iterable[StoredEntry], most: int) -> list[int]:
    """The first dice of a log."""
    rolls = (read_roll(entry.value) for entry in entries if entry.kind == "roll")
    return list(islice((face for roll in rolls if roll is not None for face in roll[0]), most))


def discard(connection: Connection, id: str) -> None:
    """Let a study go with everything that belongs to it; no other table is ever taken away."""
    if connection.execute(select(TABLES.c.id).where(TABLES.c.id == id, TABLES.c.opponent == STUDY)).first() is None:
        return
    for table in reversed(METADATA.sorted_tables):
        if "table_id" in table.c:
            connection.execute(delete(table).where(table.c.table_id == id))
    connection.execute(delete(TABLES).where(TABLES.c.id == id))
