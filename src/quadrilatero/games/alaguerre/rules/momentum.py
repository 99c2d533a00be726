"""Chapter 9.2: what the winners of a mêlée do: they penetrate, and horse may get out of hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quadrilatero.games.alaguerre.answers import Charge, Move, Stay
from quadrilatero.games.alaguerre.rules import (
    attack_ways,
    charge,
    control_zone,
    counter_charge,
    evasion,
    forced,
    losses,
    morale,
    obstacles,
    rates,
    reactions,
    terrain,
)
from quadrilatero.games.alaguerre.rules.attack_ways import charged_on, target_unit
from quadrilatero.games.alaguerre.rules.combats import opponents
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.formations import Unit, again, unit_of
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.rules.moving import arrive
from quadrilatero.games.alaguerre.rules.ways import GRAIN, is_off
from quadrilatero.games.alaguerre.said import DISORDERED, LEVEL, ROUTED, SIDES, UM
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import as_said, ask, no
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.table import first_touch, shift

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.rules.melee import Round

PENETRATION = UM
"""9.2.1-a: how far a winner goes on."""
Fights = list[tuple[Unit, Unit]]
"""New mêlées that a winner has come into: they are fought at once."""


def follow_up(s: State, one: Round) -> Script:
    """9.2-a, 9.2.1-a, 9.2.2-a. Each unit that has nobody before it any more goes on; what it comes into."""
    fights: Fights = []
    for side in SIDES:
        for unit in one.combat.units[side]:
            winner = again(s, unit)
            if winner is not None and has_won(s, winner) and is_fit(winner, one.first[unit.id]):
                fights += yield from penetrate(s, winner)
    return fights


def has_won(s: State, unit: Unit) -> bool:
    """9.2-a. All enemies of its combat have routed, retreated, been eliminated or left, and no other touches it."""
    return not opponents(s, unit)


def is_fit(unit: Unit, first: bool) -> bool:
    """9.2.1-a. Foot or horse in order at the end of its own first round."""
    return first and unit.level == 0 and (unit.is_foot or unit.is_horse)


def penetrate(s: State, unit: Unit) -> Script:
    """9.2-b, 9.2.1-a, 9.2.1-b, 9.2.2-a. It advances 1um, into the zones of others; horse then tests for control."""
    before = in_zones(s, unit)
    unit = go_straight(s, unit, to_the_edge(s, unit, PENETRATION), "penetration", "9.2.1-a")
    fights = yield from challenge(s, unit, [base for base in in_zones(s, unit) if base not in before])
    left = again(s, unit)
    if fights or left is None or not left.is_horse or not left.is_steady:
        return fights
    tested = yield from morale.take_test(s, left, morale.CHARGE, morale.Cause(control=True))
    left = again(s, left) or left
    if tested.passed:
        return (yield from control(s, left))
    return (yield from rush(s, left))


def go_straight(s: State, unit: Unit, by: int, why: str, rule: str) -> Unit:
    """9.2.1-a, 9.2.2-d, 11.3.2-b, 11.2-g. Straight ahead, to contact with an enemy, to before a friend or barrier."""
    ground = terrain.closed_on_way(s, unit, unit.pose, unit.pose[2], by)
    by = obstacles.room_before(s, unit, unit.pose[2], by if ground is None else ground[2])
    foes = [base.pose for base in s.enemies_of(unit.side)]
    friends = [base.pose for base in s.on_table(unit.side) if base.id not in unit.ids]
    far, _ = first_touch(unit.pose, unit.pose[2], by, foes)
    free, met = first_touch(unit.pose, unit.pose[2], far, friends)
    far = far if met < 0 else max(0, free - UM // 10)
    return forced.settle(s, unit, shift(unit.pose, unit.pose[2], far), why, rule) if far else unit


def to_the_edge(s: State, unit: Unit, by: int) -> int:
    """9.2.1-a, 10.2-f. How much of a way ahead is on the table: only a test makes a unit leave it."""
    while by > 0 and is_off(s, shift(unit.pose, unit.pose[2], by)):
        by -= GRAIN
    return max(0, by)


# -- zones of control (9.1.1-c, 9.2.1-b) ------------------------------------------------------------------------------


def in_zones(s: State, unit: Unit) -> list[Base]:
    """5.4-a. The enemies in whose zone of control a unit stands."""
    return control_zone.is_in_zone(unit.pose, control_zone.zones_against(s, unit.side))


def challenge(s: State, unit: Unit, entered: list[Base], *, still_fighting: bool = False) -> Script:
    """9.1.1-c, 9.2.1-b, 5.6.2-b. Those whose zone a winner enters declare and test; in contact they fight at once.

    Nobody shoots at who comes on after a round that he won. Who has followed up is in his mêlée still, and has no new
    first round in it.
    """
    fights: Fights = []
    for id in dict.fromkeys(base.id for base in entered):
        base = s.bases.get(id)
        winner = again(s, unit)
        if base is None or winner is None or base.at is None:
            continue
        other = unit_of(s, base)
        able = [evasion.STAND]
        if not forced.touches_unit(winner, other) and counter_charge.may_counter(s, other, winner, "front"):
            able.append(evasion.COUNTER)
        said = able[0]
        if len(able) > 1:
            said = yield from reactions.asked(s, winner, other, "front", able, "9.2.1-b")
        result = yield from reactions.tested(s, other, winner, "front", approach=False)
        now, winner = again(s, other), again(s, winner)
        if now is None or winner is None or result.gone:
            continue
        counters = said == evasion.COUNTER and result.passed
        if counters and not forced.touches_unit(winner, now):
            by = attack_ways.way_to(s, now.pose, winner)
            if by is not None and by <= rates.move_of(s, now):
                now = counter_charge.advance(s, now, by, "counter")
        if forced.touches_unit(winner, now):
            kept = {base.id: base.fight for base in winner.bases}
            yield from charge.meet(s, winner, now, "front", (0, 0), counter=counters, passed=False, fire=False)
            for own, fight in kept.items():
                if still_fighting and own in s.bases:
                    s.change(s.bases[own], fight=fight)
            fights.append((winner, now))
    return fights


# -- control (9.2.2) --------------------------------------------------------------------------------------------------


def control(s: State, unit: Unit) -> Script:
    """9.2.2-b, 9.2.2-c. A control move of its normal speed in any direction, a charge without a test, or nothing."""
    targets = reachable(s, unit, rates.move_of(s, unit))

    def refuse(answer: Any) -> Refusal | None:
        if isinstance(answer, Stay):
            return None
        if isinstance(answer, Charge):
            return (
                None
                if answer.target in targets
                else no("9.2.2-b", "out_of_reach", name=unit.name, target=as_said(s, answer.target, unit.side))
            )
        return Walk(s, unit).take(answer.path) if answer.path else no("5.2-a", "say_a_manoeuvre")

    def options() -> list[Plain]:
        return [{"do": "stay"}, *[{"do": "charge", "target": id} for id in targets]]

    seat = seat_for_base(s, unit.bases[0])
    answer = yield ask(s, seat, "control", "9.2.2-b", (Move, Charge, Stay), options, refuse, unit=unit.id, open=True)
    if isinstance(answer, Charge):
        return (yield from charge_on(s, unit, answer, rates.move_of(s, unit)))
    if isinstance(answer, Move):
        walk = Walk(s, unit)
        walk.take(answer.path)
        arrive(s, unit, walk)
    return []


def rush(s: State, unit: Unit) -> Script:
    """9.2.2-d, 10.2-f. Out of control it is disordered and charges whom it can; else it goes on, off the table too."""
    unit = losses.at_least(s, unit, DISORDERED, "control", "9.2.2-d") or unit
    left = rates.move_of(s, unit) - PENETRATION
    if unit.level >= LEVEL[ROUTED]:
        return []
    targets = reachable(s, unit, left)
    if not targets:
        gone = go_straight(s, unit, left, "control", "9.2.2-d")
        if is_off(s, gone.pose):
            losses.leave_table(s, gone)
        return []
    target = targets[0]
    if len(targets) > 1:
        answer = yield must_charge(s, unit, targets)
        target = answer.target
    return (yield from charge_on(s, unit, Charge(target=target), left))


def must_charge(s: State, unit: Unit, targets: list[str]) -> Any:
    """9.2.2-d. Whom horse out of control charges, of several."""

    def refuse(answer: Charge) -> Refusal | None:
        return (
            None
            if answer.target in targets
            else no("9.2.2-d", "out_of_reach", name=unit.name, target=as_said(s, answer.target, unit.side))
        )

    options: list[Plain] = [{"do": "charge", "target": id} for id in targets]
    seat = seat_for_base(s, unit.bases[0])
    return ask(s, seat, "must_charge", "9.2.2-d", (Charge,), lambda: options, refuse, True, unit=unit.id)


def reachable(s: State, unit: Unit, most: int) -> list[str]:
    """9.2.2-b, 9.2.2-d. The enemies that it can charge with so much of its move."""
    return [
        enemy.id
        for enemy in s.enemies_of(unit.side)
        if charge.can_turn_on(s, unit, Charge(target=enemy.id), most) is None
    ]


def charge_on(s: State, unit: Unit, answer: Charge, left: int) -> Script:
    """9.2.2-c, 6.3.1-a. The new target tests as usual, the penetration being the start of the charge; nobody shoots."""
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "9.2.2-b")
    assert not isinstance(turn, Refusal)
    on = charged_on(unit.pose, target, s)
    reaction = yield from reactions.declared(s, unit, target, on)
    missing = left - rates.move_of(s, unit)
    yield from charge.run(s, unit, target, turn, on, reaction, missing, fire=False)
    charge.make_clear(s, unit)
    mine, theirs = again(s, unit), again(s, target)
    met = mine is not None and theirs is not None and forced.touches_unit(mine, theirs)
    return [(mine, theirs)] if met else []
