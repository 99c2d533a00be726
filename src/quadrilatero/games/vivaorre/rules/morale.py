"""Chapter 12: morale tests, when they are taken, what changes them and what a failure does."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.rules.characters import commands, has, throw
from quadrilatero.games.vivaorre.rules.losses import has_lost
from quadrilatero.games.vivaorre.said import ROUTED, SHAKEN
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import Modifiers, roll
from quadrilatero.kernel import Script

NEED = 4
CLASS = {"a": 2, "b": 1, "c": 0, "d": -1, "e": -2}
"""9-m5, 10-m4, 12-m3: what a letter adds."""
UNMODIFIED = ("weather", "surrender")
"""13-b, 12-m: tests without modifiers."""
RULES = {
    "charge": "12-a",
    "forced_march": "12-b",
    "routers": "12-c",
    "fire": "12-d",
    "guns": "20.zulu-f",
    "melee": "12-e",
    "rout": "12-e",
    "square": "12-e",
    "weather": "13-b",
    "surrender": "12-m",
    "event": "17-ev20",
}


class Tested(NamedTuple):
    """How a test came out: whether it was passed, and the face that was rolled."""

    passed: bool
    face: int


def succeeds(face: int, total: int, need: int) -> bool:
    """1-j. A natural 1 always fails, a natural 6 always succeeds."""
    return face == 6 or (face != 1 and total >= need)


def modifiers(s: State, unit: Unit, occasion: str, by: int = 0) -> Modifiers:
    """12-m1, 12-m2, 12-m3, 12-m4, 10-d, 10-f. What is added to a test; `by` is the difference in hits of a mêlée."""
    if occasion in UNMODIFIED:
        return []
    found: Modifiers = [
        ("12-m1", {SHAKEN: -1, ROUTED: -2}.get(unit.state, 0)),
        ("12-m2", -1 if has_lost(unit, 2) else 0),
        ("12-m3", CLASS[unit.morale]),
        general_bonus(s, unit),
    ]
    if by:
        found.append(("10-d" if by < 0 else "10-f", by))
    return [one for one in found if one[1]]


def general_bonus(s: State, unit: Unit) -> tuple[str, int]:
    """12-m4, 5-ch4, 5-ch11, 5-l. A general with the unit adds 1, a Carismatico to all he commands; never both.

    A Tirannico and a substitute add nothing.
    """
    for general in s.with_general(unit):
        if not general.substitute and not has(general, "tirannico"):
            return "12-m4", 1
    for general in s.generals.values():
        if has(general, "carismatico") and not general.substitute and commands(s, general, unit):
            return "5-ch4", 1
    return "12-m4", 0


def take_test(s: State, unit: Unit, occasion: str, by: int = 0, fails_as: str | None = None) -> Script:
    """12-f, 12-g. One die, 4 or more passes; `fails_as` is what a failure means where 12-h is not it. Returns Tested.

    The test is told; what follows from it is the caller's.
    """
    faces: tuple[int, ...] = yield from throw(s, 1, unit.side, [unit], "morale")
    added = modifiers(s, unit, occasion, by)
    total = faces[0] + sum(value for _, value in added)
    passed = succeeds(faces[0], total, NEED)
    roll(
        s,
        RULES[occasion],
        "morale",
        unit.side,
        faces,
        need=NEED,
        total=total,
        success=passed,
        unit=unit,
        modifiers=added,
        seen_by=(unit.side,) if unit.hidden else None,
        occasion=occasion,
        result="passed" if passed else fails_as or outcome(unit, occasion, faces[0]),
    )
    return Tested(passed, faces[0])


def outcome(unit: Unit, occasion: str, face: int) -> str:
    """12-h. What a failed test does: where its rule states nothing, the unit is shaken, or routs if it already is."""
    if occasion == "charge":
        return "no_charge"
    if occasion == "forced_march":
        return "shaken" if face == 1 else "normal_speed"
    if occasion == "square":
        return "no_square"
    if occasion == "weather":
        return "no_move"
    if occasion == "surrender":
        return "surrendered"
    if occasion == "rout":
        return "eliminated"
    return "routed" if unit.state == SHAKEN else "shaken"
