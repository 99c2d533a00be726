"""Chapter 10.2: morale tests: when, with what, and what they bring."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.alaguerre.rules import cover, losses, support
from quadrilatero.games.alaguerre.rules.formations import Unit, again, attached, front_base, single, unit_of
from quadrilatero.games.alaguerre.said import (
    HV,
    LC,
    LEVEL,
    PK,
    ROUTED,
    SHAKEN,
    WB,
)
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.tables import MORALE, ROW_RULES, ROWS
from quadrilatero.games.alaguerre.telling import Modifiers, roll
from quadrilatero.games.alaguerre.words import worded
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.ask import Dice

CHARGE, CHARGED, FIRE, MELEE, CONTAGION, ROUT = "charge", "charged", "fire", "melee", "contagion", "rout"
PASSED, RECOVERS = "passed", "recovers"
STANDS = "stands_disordered"
LEVELS = {"level": 1, "two_levels": 2, "level_retreats": 1, "two_levels_retreats": 2}
RETREATS = ("level_retreats", "two_levels_retreats", "shaken_retreats")
ROUTS = ("rout", "rout_loss")
RETREAT = "retreat"


class Cause(NamedTuple):
    """What a test comes of: losses taken in that situation, the enemy, and what kind of charge it is about.

    `on` is the part of the target that is charged; `melee` a charge into a mêlée, `control` the test after a won one,
    `approach` one to short range, to which the modifiers of charges do not apply; `spreader` whose flight it comes of.
    """

    losses: int = 0
    enemy: Unit | None = None
    on: str = "front"
    melee: bool = False
    control: bool = False
    approach: bool = False
    spreader: Unit | None = None


NOTHING = Cause()


class Tested(NamedTuple):
    """How a test came out; `extra` where a charger has earned an extra move."""

    result: str
    total: int
    extra: bool = False

    @property
    def passed(self) -> bool:
        return self.result in (PASSED, RECOVERS)


# -- modifiers ---------------------------------------------------------------------------------------------------------


def modifiers(s: State, unit: Unit, row: str, cause: Cause, supporter: Unit | None) -> Modifiers:
    """10.2.2-k. Every modifier of a test in the order of the book; those of charges only where they belong."""
    whole = formation_of(s, unit)
    found = [
        ("10.2.2-m1", general_level(s, unit)),
        ("10.2.2-m2", 0 if supporter is None else MORALE["10.2.2-m2"]),
        ("10.2.2-m3", of_flanks(s, whole, supporter)),
        ("10.2.2-m4", MORALE["10.2.2-m4"] if support.is_chequered(s, whole) else 0),
        *of_cover(s, unit, row, cause),
        *of_condition(s, unit, cause),
        *of_threats(s, whole),
    ]
    if row in (CHARGE, CHARGED) and not cause.approach:
        flanks = found[2][1]
        found += of_charge(s, unit, cause) if row == CHARGE else of_charged(unit, cause)
        found.append(("10.2.2-m15", of_pikes(unit, flanks)))
    return sorted(found, key=lambda row: int(row[0].rpartition("m")[2]))


def formation_of(s: State, unit: Unit) -> Unit:
    """10.2.2-i. Support is judged for the whole formation, also where one base of it is tested."""
    return unit_of(s, unit.bases[0]) if len(unit.bases) == 1 and unit.bases[0].id in s.bases else unit


def general_level(s: State, unit: Unit) -> int:
    """10.2.2-m1. The level of an attached general; of several the best."""
    return max((general.level for general in attached(s, unit)), default=0)


def of_flanks(s: State, unit: Unit, supporter: Unit | None) -> int:
    """10.2.2-m3. Two for secure flanks, by another reading one."""
    return int(s.options["secure_flanks"]) if support.has_secure_flanks(s, unit, supporter) else 0


def of_cover(s: State, unit: Unit, row: str, cause: Cause) -> Modifiers:
    """10.2.2-m5, 10.2.2-m6. One or two for cover that all its bases have, not in a test to charge."""
    if row == CHARGE:
        return []
    enemy = None if cause.enemy is None else cause.enemy.pose
    value = min(cover.vdf_of(cover.cover_of(s, base, enemy)) for base in unit.bases)
    if value >= 2:
        return [("10.2.2-m6", MORALE["10.2.2-m6"])]
    return [("10.2.2-m5", MORALE["10.2.2-m5"])] if value == 1 else []


def of_condition(s: State, unit: Unit, cause: Cause) -> Modifiers:
    """10.2.2-m7, 10.2.2-m8, 10.2.2-m9, 2.6.6-c, 2.6.7-a. Losses since the start, damage without one now, disorder."""
    lost = front_base(unit).losses if unit.is_great else max(base.losses for base in unit.bases)
    damaged = cause.losses == 0 and any(base.damaged for base in unit.bases)
    return [
        ("10.2.2-m7", MORALE["10.2.2-m7"] * lost),
        ("10.2.2-m8", MORALE["10.2.2-m8"] * damaged),
        ("10.2.2-m9", MORALE["10.2.2-m9"] * unit.level),
    ]


def of_threats(s: State, unit: Unit) -> Modifiers:
    """10.2.2-m10, 10.2.2-m11. Enemies on the flank and on the rear."""
    flank, rear = support.threats(s, unit)
    return [("10.2.2-m10", MORALE["10.2.2-m10"] * flank), ("10.2.2-m11", MORALE["10.2.2-m11"] * rear)]


def of_charge(s: State, unit: Unit, cause: Cause) -> Modifiers:
    """10.2.2-m12, 10.2.2-m13, 10.2.2-m14, 10.2.2-m16, 10.2.2-m18, 10.2.2-m19, 2.6.5-c. What a charger thinks of it."""
    if cause.control:
        wild = unit.bases[0].is_dragoons or unit.has("cuirassiers")
        return [
            ("10.2.2-m18", MORALE["10.2.2-m18"] * wild),
            ("10.2.2-m19", MORALE["10.2.2-m19"] * (unit.acts == LC and not unit.bases[0].is_dragoons)),
        ]
    enemy = cause.enemy
    weak = enemy is not None and enemy.level >= LEVEL[SHAKEN]
    return [
        ("10.2.2-m12", MORALE["10.2.2-m12"] * (cause.on != "front")),
        ("10.2.2-m13", MORALE["10.2.2-m13"] * cause.melee),
        ("10.2.2-m14", MORALE["10.2.2-m14"] * weak),
        ("10.2.2-m16", MORALE["10.2.2-m16"] * (unit.is_horse and enemy is not None and enemy.acts == PK)),
    ]


def of_charged(unit: Unit, cause: Cause) -> Modifiers:
    """10.2.2-m17. Heavy foot and warbands without long spears fear horse."""
    feared = cause.enemy is not None and cause.enemy.is_horse
    exposed = unit.acts in (HV, WB) and not unit.has("long_spears")
    return [("10.2.2-m17", MORALE["10.2.2-m17"] * (feared and exposed))]


def of_pikes(unit: Unit, flanks: int) -> int:
    """10.2.2-m15. Pikes charging or charged; a great unit does not add it to its secure flanks."""
    if unit.acts != PK or (unit.is_great_foot and flanks):
        return 0
    return MORALE["10.2.2-m15"]


# -- the test ----------------------------------------------------------------------------------------------------------


def take_test(s: State, unit: Unit, row: str, cause: Cause = NOTHING) -> Script:
    """10.2.1-a, 1.1.1-a, 1.1.1-b, 6.2.3-a, 10.2-b, 10.2.2-h. One die, morale, modifiers; support counted is booked."""
    supporter = support.rear_support(s, formation_of(s, unit))
    found = modifiers(s, unit, row, cause, supporter)
    (die,) = yield Dice(1)
    total = max(1, die + unit.morale + sum(value for _, value in found))
    result = outcome(s, row, die, total)
    tested = Tested(result, total, row == CHARGE and total > 6)
    if supporter is not None:
        support.book(s, supporter, formation_of(s, unit))
    roll(
        s,
        ROW_RULES[row],
        "morale",
        unit.side,
        (die,),
        need=need_of(s, row),
        total=total,
        success=tested.passed,
        unit=unit.id,
        units=unit.ids,
        modifiers=found,
        value=unit.morale,
        row=row,
        result=result,
        extra=tested.extra,
        **reason_of(row, cause),
    )
    return tested


def reason_of(row: str, cause: Cause) -> Plain:
    """What a test comes of, for whoever reads of it: of which row it is, and of whom."""
    if cause.spreader is not None:
        return {"reason": worded("contagion", cause.spreader.name), "because": cause.spreader.id}
    if cause.control:
        return {"reason": worded("control", "")}
    if cause.enemy is None or row not in (CHARGE, CHARGED):
        return {"reason": f"row_{row}"}
    kind = {CHARGE: "approach", CHARGED: "approached"}[row] if cause.approach else row
    return {"reason": worded(kind, cause.enemy.name), "because": cause.enemy.id}


def outcome(s: State, row: str, die: int, total: int) -> str:
    """10.2.1-b, 10.2.1-t1, 10.2.1-t2, 10.2.1-t3, 10.2.1-t4, 10.2.1-t5, 10.2.1-t6. A cell; a natural 6 is that of 6."""
    result = cell(row, die, total)
    return "stands" if row == CHARGE and result == PASSED and die < 6 and total < need_of(s, row) else result


def cell(row: str, die: int, total: int) -> str:
    """10.2.1-b. A cell of the table as it is printed; a natural 6 is that of 6."""
    return ROWS[row][5 if die == 6 else min(6, total) - 1]


def need_of(s: State, row: str) -> int:
    """10.2.1-t3. The lowest score that passes; to charge it is 4, by another reading 6."""
    if row == CHARGE:
        return int(s.options["charge_pass"])
    return 1 + next(score for score, result in enumerate(ROWS[row]) if result in (PASSED, RECOVERS))


# -- what it brings ----------------------------------------------------------------------------------------------------


def suffer(s: State, unit: Unit, row: str, tested: Tested, cause: Cause) -> str | None:
    """10.2.1-c, 10.2.1-d. Levels, losses and rout; the forced move that follows, if any."""
    result, rule = tested.result, ROW_RULES[row]
    if result in ROUTS:
        losses.set_state(s, unit, ROUTED, row, rule)
    elif result in LEVELS:
        losses.add_levels(s, unit, LEVELS[result], row, rule)
    elif result == "shaken_retreats":
        losses.at_least(s, unit, SHAKEN, row, rule)
    elif result == STANDS:
        losses.disorder(s, unit, row, rule)
    left = again(s, unit)
    if left is not None and cause.losses:
        left = losses.disorder(s, left, "loss", "10.2.1-d")
    if left is None:
        return None
    if left.level == LEVEL[ROUTED]:
        return ROUT if lose_for_rout(s, left, result, cause) is not None else None
    if result in RETREATS or (row == MELEE and result == PASSED):
        return RETREAT
    return None


def lose_for_rout(s: State, unit: Unit, result: str, cause: Cause) -> Unit | None:
    """10.2.1-e, 10.2.1-f. A rout costs each base a loss unless one was taken already; "rout, one loss" one more."""
    count = (0 if cause.losses else 1) + (result == "rout_loss")
    if unit.is_great:
        return losses.take_loss(s, unit, count, "rout", "10.2.1-e")
    for base in unit.bases:
        losses.take_loss(s, single(base), count, "rout", "10.2.1-e")
    return again(s, unit)
