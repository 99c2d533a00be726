"""2.6.1, 2.7.5, 12.1: what bases and generals cost."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from quadrilatero.games.alaguerre.datapack.contents import Entry, PointsRow, TablesFile

Part = tuple[str, int]


class Kind(NamedTuple):
    """What decides the cost of a base: its type, its line of characteristics and its notes."""

    type: str
    stats: str
    notes: Collection[str] = ()


def of_base(kind: Kind, tables: TablesFile) -> list[Part]:
    """2.6.1-a. The formula of the type: a whole, characteristics, armour, notes; a dash is worth nothing."""
    row = next(row for row in tables.points if row.type == kind.type)
    values, armour, *rest = kind.stats.split(" ")
    morale, fire, melee = (None if value == "-" else int(value) for value in values.split("/"))
    total = row.whole + row.morale * (morale or 0) + row.melee * (melee or 0) + _of_fire(row, fire)
    total += row.armour * (armour == "a") + row.open * bool(rest)
    total += sum(more for note, more in row.note.items() if note in kind.notes)
    return [("2.6.1-a", total)]


def _of_fire(row: PointsRow, fire: int | None) -> int:
    if fire is None:
        return 0
    least = fire if row.least_fire is None else max(fire, row.least_fire)
    return row.fire * least + row.shoots


def of_entry(roll: str, entry: Entry, tables: TablesFile) -> list[Part]:
    """2.6.1-a, list.bavaria-a, list.denmark-a, list.spain-a, list.france-a. As the list prints it, or by formula."""
    if entry.points is not None:
        return [(f"list.{roll}-a", entry.points)]
    return of_base(Kind(entry.type, entry.stats, entry.notes), tables)


def of_general(level: int, tables: TablesFile, *, cic: bool = False, player: bool = False) -> list[Part]:
    """2.7.5-g, 12.1-c, 3.4.2-d. By level; the CiC costs double, and so does a general whom another player leads."""
    each = next(row.points for row in tables.general if row.level == level)
    parts = [("2.7.5-g", each)]
    if cic:
        return [*parts, ("12.1-c", each)]
    return [*parts, ("3.4.2-d", each)] if player else parts
