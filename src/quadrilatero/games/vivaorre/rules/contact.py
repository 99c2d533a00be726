"""Contact: who touches whom. Touching is what `quadrilatero.table` calls so; no rule has a tolerance of its own."""

from __future__ import annotations

from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.table import TOUCH, aligned, distance

GENERALS_BASE = 500
"""1-d: half the width of the circle that a general is for contact."""


def touches(a: Pose, b: Pose) -> bool:
    """7-o. Whether two footprints touch."""
    return distance(a, b) <= TOUCH


def enemies_touching(s: State, unit: Unit) -> list[Unit]:
    """7-o, 8-g. The enemies a unit is in contact with, in order."""
    if unit.at is None:
        return []
    return [enemy for enemy in s.enemies_of(unit.side) if touches(unit.pose, enemy.pose)]


def neighbours(s: State, unit: Unit) -> list[Unit]:
    """7-j. The units of its side that touch its flanks with fronts level to its own."""
    return [
        friend
        for friend in s.on_table(unit.side)
        if friend.id != unit.id and aligned(unit.pose, friend.pose) is not None
    ]
