"""Chapter 9.2: what the winners of a mêlée do: they penetrate, horse may get out of hand, and new fights come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quadrilatero.games.alaguerre.answers import Charge, Stay
from quadrilatero.games.alaguerre.rules import charge, counter_charge, evasion, forced, losses, morale, rates, reactions
from quadrilatero.games.alaguerre.rules.combats import hanging_together, opponents
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.control_zone import is_in_zone, zones_against
from quadrilatero.games.alaguerre.rules.formations import Unit, again, unit_of
from quadrilatero.games.alaguerre.said import DISORDERED, ENEMY, LEVEL, ROUTED, SIDES, UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import ask, no
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import first_touch, shift

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.rules.melee import Round

PENETRATION = UM
"""9.2.1-a: how far a winner goes on."""
SHORT_OF = UM // 10
"""9.2.1-a: how far short of others a winner stops, for nobody is touched but by a charge."""
Fights = Callable[[State, list[Unit]], Script]


def follow_up(s: State, one: Round, fight: Fights) -> Script:
    """9.2-a, 9.2.1-a, 9.2.2-a. Each unit that has nobody before it any more goes on, if it is fit for it."""
    for side in SIDES:
        for unit in one.combat.units[side]:
            winner = again(s, unit)
            if winner is not None and has_won(s, one, winner) and is_fit(winner, one.first[unit.id]):
                yield from penetrate(s, winner, fight)


def has_won(s: State, one: Round, unit: Unit) -> bool:
    """9.2-a. All enemies of its combat have routed, retreated, been eliminated or left, and no other touches it."""
    enemies = [again(s, enemy) for enemy in one.combat.units[ENEMY[unit.side]]]
    gone = all(enemy is None or not forced.touches_unit(unit, enemy) for enemy in enemies)
    return gone and not opponents(s, unit)


def is_fit(unit: Unit, first: bool) -> bool:
    """9.2.1-a. Foot or horse in order at the end of its own first round."""
    return first and unit.level == 0 and (unit.is_foot or unit.is_horse)


def penetrate(s: State, unit: Unit, fight: Fights) -> Script:
    """9.2.1-a, 9.2.1-b, 9.2.2-a. It advances 1um; horse that meets nobody then tests whether it is under control."""
    before = unit.pose
    unit = go_straight(s, unit, PENETRATION, "penetration", "9.2.1-a")
    fought = yield from enter_zones(s, unit, before, fight)
    left = again(s, unit)
    if fought or left is None or not left.is_horse:
        return
    tested = yield from morale.take_test(s, left, morale.CHARGE, morale.Cause(control=True))
    if tested.passed:
        yield from under_control(s, left, fight)
    else:
        yield from rush(s, left, fight)


def go_straight(s: State, unit: Unit, by: int, why: str, rule: str) -> Unit:
    """9.2.1-a. Straight ahead, as far as nobody is in the way."""
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    gone, met = first_touch(unit.pose, unit.pose[2], by, others)
    far = gone if met < 0 else max(0, gone - SHORT_OF)
    return forced.settle(s, unit, shift(unit.pose, unit.pose[2], far), why, rule) if far else unit


# -- into the zones of others (9.1.1-c, 9.2.1-b) -----------------------------------------------------------------------


def enter_zones(s: State, unit: Unit, before: Pose, fight: Fights) -> Script:
    """9.1.1-c, 9.2.1-b, 9.2.1-c. Enemies whose zone a winner comes into declare and test; contact is fought at once.

    Whether there was a fight.
    """
    enemies = zones_against(s, unit.side)
    known = {enemy.id for enemy in is_in_zone(before, enemies)}
    for enemy in is_in_zone(unit.pose, enemies):
        winner, base = again(s, unit), s.bases.get(enemy.id)
        if enemy.id in known or winner is None or base is None or base.at is None or opponents(s, unit_of(s, base)):
            continue
        yield from meets(s, winner, unit_of(s, base))
        if (yield from fight_on(s, unit, fight)):
            return True
    return False


def meets(s: State, winner: Unit, enemy: Unit) -> Script:
    """9.1.1-c. It stands or counter-charges, and tests as if it were charged; who comes on meets the winner."""
    able = [evasion.STAND]
    if counter_charge.may_counter(s, enemy, winner, "front"):
        able.append(evasion.COUNTER)
    reaction = able[0]
    if len(able) > 1:
        reaction = yield from reactions.asked(s, winner, enemy, "front", able, "9.1.1-c")
    result = yield from reactions.tested(s, enemy, winner, "front", approach=False)
    now, still = again(s, enemy), again(s, winner)
    if now is None or still is None or not result.passed or reaction != evasion.COUNTER:
        return
    gone, met = first_touch(now.pose, now.pose[2], rates.move_of(s, now), [base.pose for base in still.bases])
    if met >= 0:
        now = forced.settle(s, now, shift(now.pose, now.pose[2], gone), "counter", "9.1.1-c")
        yield from charge.meet(s, now, still, "front", counter=False, passed=True, fire=False)


def fight_on(s: State, unit: Unit, fight: Fights) -> Script:
    """9.2.1-b, 9.2.1-c, 9.2.2-c. A new contact is fought at once and leaves the winner at least disordered."""
    left = again(s, unit)
    if left is None or not opponents(s, left):
        return False
    yield from fight(s, hanging_together(s, left))
    left = again(s, unit)
    if left is not None:
        losses.at_least(s, left, DISORDERED, "second_melee", "9.2.1-c")
    return True


# -- control (9.2.2) ---------------------------------------------------------------------------------------------------


def under_control(s: State, unit: Unit, fight: Fights) -> Script:
    """9.2.2-b, 9.2.2-c. Horse under control stays, or charges without a test and without an extra move."""
    reach = rates.move_of(s, unit)
    targets = charge.other_targets(s, unit, reach)
    if not targets:
        return
    answer = yield control_question(s, unit, targets, reach)
    if isinstance(answer, Charge):
        yield from charge.again_at(s, unit, answer, reach, fire=False)
        yield from fight_on(s, unit, fight)


def control_question(s: State, unit: Unit, targets: list[str], reach: int) -> Any:
    """9.2.2-b. What horse under control does."""

    def refuse(answer: Charge | Stay) -> Refusal | None:
        return charge.can_turn_on(s, unit, answer, reach) if isinstance(answer, Charge) else None

    def options() -> list[Any]:
        return [*[Charge(target=id) for id in targets], Stay()]

    seat = seat_for_base(s, unit.bases[0])
    return ask(s, seat, "control", "9.2.2-b", (Charge, Stay), options, refuse, certain=True, unit=unit.id)


def rush(s: State, unit: Unit, fight: Fights) -> Script:
    """9.2.2-d. Out of control it is disordered and charges whom it can; else it goes straight on, less the first um."""
    unit = losses.at_least(s, unit, DISORDERED, "control", "9.2.2-d") or unit
    reach = rates.move_of(s, unit) - PENETRATION
    if unit.level >= LEVEL[ROUTED]:
        return
    targets = charge.other_targets(s, unit, reach)
    if not targets:
        go_straight(s, unit, reach, "control", "9.2.2-d")
        return
    answer = yield must_charge_question(s, unit, targets, reach)
    yield from charge.again_at(s, unit, answer, reach, fire=False)
    yield from fight_on(s, unit, fight)


def must_charge_question(s: State, unit: Unit, targets: list[str], reach: int) -> Any:
    """9.2.2-d. Whom horse out of control charges, if it can charge several."""

    def refuse(answer: Charge) -> Refusal | None:
        if answer.target not in targets:
            return no("9.2.2-d", "no_such_target", target=answer.target)
        return charge.can_turn_on(s, unit, answer, reach)

    seat = seat_for_base(s, unit.bases[0])
    return ask(
        s,
        seat,
        "must_charge",
        "9.2.2-d",
        (Charge,),
        lambda: [Charge(target=id) for id in targets],
        refuse,
        unit=unit.id,
    )
