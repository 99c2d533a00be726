"""Chapter 9.2: what the winners of a mêlée do: they penetrate, and horse may get out of hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quadrilatero.games.alaguerre.rules import forced, losses, morale, rates
from quadrilatero.games.alaguerre.rules.combats import opponents
from quadrilatero.games.alaguerre.rules.formations import Unit, again
from quadrilatero.games.alaguerre.said import DISORDERED, ENEMY, LEVEL, SIDES, UM
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script
from quadrilatero.table import first_touch, shift

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.rules.melee import Round

PENETRATION = UM
"""9.2.1-a: how far a winner goes on."""


def follow_up(s: State, one: Round) -> Script:
    """9.2-a, 9.2.1-a, 9.2.2-a. Each unit that has nobody before it any more goes on, if it is fit for it."""
    for side in SIDES:
        for unit in one.combat.units[side]:
            winner = again(s, unit)
            if winner is not None and has_won(s, one, winner) and is_fit(winner, one.first[unit.id]):
                yield from penetrate(s, winner)


def has_won(s: State, one: Round, unit: Unit) -> bool:
    """9.2-a. All enemies of its combat have routed, retreated, been eliminated or left, and no other touches it."""
    enemies = [again(s, enemy) for enemy in one.combat.units[ENEMY[unit.side]]]
    gone = all(enemy is None or not forced.touches_unit(unit, enemy) for enemy in enemies)
    return gone and not opponents(s, unit)


def is_fit(unit: Unit, first: bool) -> bool:
    """9.2.1-a. Foot or horse in order at the end of its own first round."""
    return first and unit.level == 0 and (unit.is_foot or unit.is_horse)


def penetrate(s: State, unit: Unit) -> Script:
    """9.2.1-a, 9.2.2-a. It advances 1um; horse then tests whether it is under control."""
    unit = go_straight(s, unit, PENETRATION, "penetration", "9.2.1-a")
    if unit.is_horse:
        tested = yield from morale.take_test(s, unit, morale.CHARGE, morale.Cause(control=True))
        if not tested.passed:
            rush(s, again(s, unit) or unit)


def rush(s: State, unit: Unit) -> None:
    """9.2.2-d. Out of control it is disordered and goes straight ahead, its move less what it has penetrated."""
    unit = losses.at_least(s, unit, DISORDERED, "control", "9.2.2-d") or unit
    if unit.level < LEVEL["routed"]:
        go_straight(s, unit, rates.move_of(s, unit) - PENETRATION, "control", "9.2.2-d")


def go_straight(s: State, unit: Unit, by: int, why: str, rule: str) -> Unit:
    """9.2.1-a. Straight ahead, as far as nobody is in the way."""
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    gone, met = first_touch(unit.pose, unit.pose[2], by, others)
    far = gone if met < 0 else max(0, gone - UM // 10)
    return forced.settle(s, unit, shift(unit.pose, unit.pose[2], far), why, rule) if far else unit
