"""Contact: who touches whom. Touching is what `quadrilatero.table` calls so; no rule has a tolerance of its own."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.vivaorre.rules.rates import longest
from quadrilatero.games.vivaorre.said import RED
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.table import aligned, distance, overlaps_any, shift, touching

GENERALS_BASE = 500
"""1-d: half the width of the circle that a general is for contact."""


def touches(a: Pose, b: Pose) -> bool:
    """7-o. Whether two footprints touch."""
    return touching(a, b)


def is_within(a: Pose, b: Pose, far: int) -> bool:
    """7-a. Whether two footprints are no farther apart than that; those far off are not measured."""
    near = far + a[3] + a[4] + b[3] + b[4]
    return -near <= a[0] - b[0] <= near and -near <= a[1] - b[1] <= near and distance(a, b) <= far


def clear_until(pose: Pose, bearing: int, by: int, others: Sequence[Pose]) -> int:
    """7-o. How far of a way that only grazes others a footprint goes so that it stands on none of them.

    Places are whole numbers: a way that grazes a corner by the whole tolerance may end a hair deeper than that.
    """
    return longest(by, lambda way: overlaps_any(shift(pose, bearing, way), others) < 0)


def enemies_touching(s: State, unit: Unit) -> list[Unit]:
    """7-o, 8-g. The enemies a unit is in contact with, in order."""
    if unit.at is None:
        return []
    if s.units.get(unit.id) is not unit:
        return [enemy for enemy in s.enemies_of(unit.side) if touches(unit.pose, enemy.pose)]
    found = s.lineup.touching
    if found is None:
        found = s.lineup.touching = contacts(s)
    return found.get(unit.id, [])


def contacts(s: State) -> dict[str, list[Unit]]:
    """7-o. The units in contact with enemies, and with whom, in the order of the position."""
    found: dict[str, list[Unit]] = {}
    for one in s.on_table(RED):
        for other in s.enemies_of(RED):
            if touches(one.pose, other.pose):
                found.setdefault(one.id, []).append(other)
                found.setdefault(other.id, []).append(one)
    return found


def neighbours(s: State, unit: Unit) -> list[Unit]:
    """7-j. The units of its side that touch its flanks with fronts level to its own."""
    return [
        friend
        for friend in s.on_table(unit.side)
        if friend.id != unit.id and aligned(unit.pose, friend.pose) is not None
    ]
