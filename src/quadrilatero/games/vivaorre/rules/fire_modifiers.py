"""Chapter 9, the list of modifiers (9-m1 to 9-m13), with those of other chapters that change fire."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules.characters import has
from quadrilatero.games.vivaorre.rules.morale import CLASS
from quadrilatero.games.vivaorre.rules.weapons import BREECH, MUZZLE
from quadrilatero.games.vivaorre.said import ASSAULT, BATTERY, MARCH, MASS, SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import Modifiers
from quadrilatero.table import in_arc

HIT = 5
"""9-m, 10-c: a 5 or more after modifiers hits."""


def fire_class(s: State, unit: Unit) -> str:
    """9-m5, 5-ch10. The letter a unit fires with; a Metodico with it makes it one better, and A stays A."""
    if unit.fire in "bcde" and any(has(general, "metodico") for general in s.with_general(unit)):
        return "abcd"["bcde".index(unit.fire)]
    return unit.fire


def of_target(s: State, target: Unit, *, cover: bool, unseen: bool, garrison: bool) -> Modifiers:
    """9-m1, 9-m2, 9-m3, 9-m4, 9-m8, 9-m9, 9-m10, 9-m11. What a target adds; a garrison is no mass (8-w)."""
    column = target.formation == ASSAULT or (target.formation == MARCH and s.options["march_target"] == "column")
    found: Modifiers = [
        ("9-m1", -1 if target.is_skirmishing else 0),
        ("9-m2", -1 if cover else 0),
        ("9-m3", -1 if target.formation == BATTERY else 0),
        ("9-m4", -2 if unseen else 0),
        ("9-m8", 2 if target.formation == SQUARE else 0),
        ("9-m9", 1 if target.is_horse else 0),
        ("9-m10", 1 if column and not target.is_skirmishing else 0),
        ("9-m11", 1 if target.formation == MASS and not garrison else 0),
    ]
    return [one for one in found if one[1]]


def of_firer(s: State, unit: Unit, ammo: str | None) -> Modifiers:
    """9-m5, 9-m6, 9-m7, 9-m13, 13-j, 3-m. What the firer adds: class, saddle, canister, breech-loaders, rain, want."""
    found: Modifiers = [
        ("9-m5", CLASS[fire_class(s, unit)]),
        ("9-m6", -1 if unit.is_horse else 0),
        ("9-m7", 1 if ammo == "canister" else 0),
        ("9-m13", 1 if unit.weapon in BREECH and not unit.is_guns else 0),
        ("3-m", -1 if unit.volleys == 0 else 0),
        ("13-j", -1 if s.weather == "rain" and unit.weapon in MUZZLE and not unit.is_guns else 0),
    ]
    return [one for one in found if one[1]]


def of_direction(unit: Unit, target: Unit) -> Modifiers:
    """9-m12. Fire from wholly outside the target's front arc comes on its flank or rear; a square has neither."""
    if target.formation == SQUARE or in_arc(target.pose, unit.pose):
        return []
    return [("9-m12", 1)]


def lowest_face(modifiers: Modifiers) -> int:
    """9-m, 1-j. The lowest face that hits: 5 less what is added, but a 1 never does and a 6 always."""
    return min(6, max(2, HIT - sum(value for _, value in modifiers)))
