"""Chapter 10, the list of modifiers (10-m1 to 10-m9)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.rules.formations import is_heavy_cavalry
from quadrilatero.games.vivaorre.rules.morale import CLASS
from quadrilatero.games.vivaorre.said import ASSAULT, LINE, SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import Modifiers
from quadrilatero.table import REAR, side_towards, touch

PROTECTED = ("building", "light_works", "heavy_works")


def in_works(s: State, unit: Unit) -> bool:
    """10-h, 10-m5, 14-b. Whether a unit holds a building or works."""
    return any(piece.type in PROTECTED and ground.centre_in(unit.pose, piece) for piece in s.ground.areas)


def strikes_rear(unit: Unit, target: Unit) -> bool:
    """10-m7, 9-m12. Whether the enemy is touched in the rear; a square has none."""
    if target.formation == SQUARE:
        return False
    found = touch(unit.pose, target.pose)
    if found is None or found[2] == 0:
        return side_towards(target.pose, unit.pose[0], unit.pose[1]) == REAR
    return found[1] == REAR


def modifiers(s: State, unit: Unit, target: Unit) -> Modifiers:
    """10-m1, 10-m2, 10-m3, 10-m4, 10-m5, 10-m6, 10-m7, 10-m8, 10-m9. What is added to each die of a unit."""
    charged = unit.charged is not None or unit.pursued
    square = target.formation == SQUARE
    found: Modifiers = [
        ("10-m1", -1 if ground.cover_of(s, target, unit.pose) is not None else 0),
        ("10-m2", -1 if "cuirass" in target.notes else 0),
        ("10-m3", -1 if unit.is_foot and unit.formation != SQUARE and target.is_horse else 0),
        ("10-m4", CLASS[unit.melee]),
        ("10-m5", 1 if charged and not in_works(s, target) else 0),
        ("10-m6", 1 if unit.charged is not None and has_lance(unit) and unit.formation == LINE else 0),
        ("10-m7", 1 if strikes_rear(unit, target) else 0),
        ("10-m8", 1 if unit.is_horse and target.is_foot and not square else 0),
        ("10-m9", 1 if is_heavy(unit) and unit.formation == ASSAULT else 0),
    ]
    return [one for one in found if one[1]]


def has_lance(unit: Unit) -> bool:
    """10-m6. Horse with the lance."""
    return unit.is_horse and "lance" in unit.notes


def is_heavy(unit: Unit) -> bool:
    """2-c, 10-m9. Heavy cavalry in the saddle."""
    return unit.is_horse and is_heavy_cavalry(unit.arm, unit.notes, unit.melee)
