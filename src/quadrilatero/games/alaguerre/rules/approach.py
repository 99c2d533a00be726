"""Chapter 7: going to short range."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import Approach, GoOn, Stay
from quadrilatero.games.alaguerre.records import Attack
from quadrilatero.games.alaguerre.rules import attack_ways, charge, counter_charge, evasion, morale, reactions
from quadrilatero.games.alaguerre.rules.attack_ways import Turn, charged_on, target_unit, turned, way_to
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.formations import Unit, again, put
from quadrilatero.games.alaguerre.rules.losses import disengage
from quadrilatero.games.alaguerre.rules.rates import move_of
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.rules.terrain import in_rough
from quadrilatero.games.alaguerre.rules.weapons import short_range
from quadrilatero.games.alaguerre.said import BATTERY, LN, REI, UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import as_said, ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.table import arc_length, distance, in_arc, shift

# -- who may, and whom (7, 7.1) ---------------------------------------------------------------------------------------


def reach_of(s: State, unit: Unit) -> int:
    """7-a, 8.2-t1. The short range of a unit's weapons: the least that its bases have; 0 where one has none."""
    return min(short_range(s, base) for base in unit.bases)


def is_trained(unit: Unit) -> bool:
    """7.1-a. Line infantry, reiters, and troops of which the lists say so."""
    return unit.acts in (LN, REI) or unit.has("short_range")


def refuse_approach(s: State, unit: Unit, answer: Approach, *, order: int | None) -> Refusal | None:
    """7-b, 7.1-a, 7.1-b, 7.1.1-a, 7.2.1-a. Why a unit cannot go to short range of that target."""
    target = target_unit(s, answer.target, unit.side)
    if target is None:
        return no("7-a", "no_such_target", target=as_said(s, answer.target, unit.side))
    if not is_trained(unit) or reach_of(s, unit) == 0:
        return no("7.1-a", "not_trained", name=unit.name)
    if not unit.is_steady:
        return no("7.1-b", "not_in_this_state", state=unit.state)
    if order is not None and order < charge.LEAST_ORDER and not unit.has("any_order"):
        return no("7.1-b", "order_too_low", least=charge.LEAST_ORDER)
    if any(base.engaged is not None for base in unit.bases):
        return no("7.2.1-a", "engaged", name=unit.name)
    if unit.is_open and not in_rough(s, unit.pose) and not charge.is_weak(s, target):
        return no("7.1.1-a", "open_order_charges", name=unit.name)
    if not in_arc(unit.pose, target.pose, attack_ways.SECTOR):
        return no("7-b", "out_of_sector", name=unit.name, target=target.name)
    if not any(sees(s, unit.pose, base.pose) for base in target.bases):
        return no("7-b", "out_of_sight", name=unit.name, target=target.name)
    if distance(unit.pose, target.pose) > move_of(s, unit) + reach_of(s, unit):
        return no("7-b", "out_of_reach", name=unit.name, target=target.name)
    if distance(unit.pose, target.pose) <= reach_of(s, unit):
        return no("7-a", "at_short_range", name=unit.name, target=target.name)
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "7.2-a")
    if isinstance(turn, Refusal):
        return turn
    pose = turned(unit.pose, turn)
    return attack_ways.refuse_way(s, unit, pose, way_to_range(s, pose, target, reach_of(s, unit)) or 0, target)


def way_to_range(s: State, pose: Pose, target: Unit, reach: int) -> int | None:
    """7.2-a, 7.2-c. How far it is straight ahead to exactly short range; None where the target is missed."""
    far = way_to(s, pose, target)
    if far is None:
        return None
    low, high = 0, far
    while low < high:
        middle = (low + high) // 2
        if apart(shift(pose, pose[2], middle), target) <= reach:
            high = middle
        else:
            low = middle + 1
    return low


def apart(pose: Pose, target: Unit) -> int:
    """8.1.4-a. How far it is to the nearest base of a unit."""
    return min(distance(pose, base.pose) for base in target.bases)


# -- the approach (7.2) -----------------------------------------------------------------------------------------------


def approach(s: State, unit: Unit, answer: Approach) -> Script:
    """7.2-a, 7.2-e. The unit tests as if it charged; if it fails it stays, and nothing else comes of the test."""
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "7.2-a")
    assert not isinstance(turn, Refusal)
    on = charged_on(unit.pose, target, s)
    s.attack = Attack("approach", unit.id, target.id, on)
    tested = yield from morale.take_test(s, unit, morale.CHARGE, morale.Cause(enemy=target, on=on, approach=True))
    for base in unit.bases:
        s.change(s.bases[base.id], acted=True, occupies=None, inside=None)
    left = again(s, unit)
    if left is not None and tested.passed:
        reaction = yield from declared(s, left, target, on)
        s.attack = replace(s.attack, reaction=reaction, stage="first")
        yield from run(s, left, target, turn, on, reaction)
        charge.make_clear(s, unit)
    s.attack = None


def choices(s: State, unit: Unit, target: Unit, on: str) -> list[str]:
    """7.2.3-a, 7.2.3-e, 5.6.5-n. Horse may counter-charge, a battery evade; all others wait for it."""
    found = [evasion.STAND]
    if target.is_horse and counter_charge.may_counter(s, target, unit, on):
        found.append(evasion.COUNTER)
    if target.is_guns and target.kind == BATTERY and not target.bases[0].evaded:
        found.append(evasion.EVADE)
    return found


def declared(s: State, unit: Unit, target: Unit, on: str) -> Script:
    """7.2.3-a, 7.2.3-e. What the owner of the target declares, before it tests."""
    able = choices(s, unit, target, on)
    if len(able) == 1:
        return able[0]
    return (yield from reactions.asked(s, unit, target, on, able, "7.2.3-a"))


def run(s: State, unit: Unit, target: Unit, turn: Turn, on: str, reaction: str) -> Script:
    """7.2-a, 7.2-b, 7.2-c. Wheel and first um; the target's test; then on to exactly short range."""
    reach = reach_of(s, unit)
    start = turned(unit.pose, turn)
    by = way_to_range(s, start, target, reach) or 0
    total = attack_ways.speed(s, unit, start, by)
    spent = arc_length(unit.pose[3], turn[1])
    first = min(UM, by, max(0, total - spent))
    unit = charge.step(s, unit, shift(start, start[2], first), spent + first, "approach")
    total -= spent + first
    there = by <= first
    charge.note(s, "test", total)
    if by - first > total:
        return
    stood = target
    result = yield from reactions.tested(s, target, unit, on, approach=True)
    now, mine = again(s, target), again(s, unit)
    if mine is None:
        return
    if now is None or result.gone:
        yield from go_on(s, mine, stood, total)
        return
    if reaction == evasion.EVADE and result.passed:
        s.change(s.bases[now.bases[0].id], formation="limbered")
        limbered = again(s, now)
        assert limbered is not None
        evasion.evade(s, limbered, evasion.EVADE)
        return
    if reaction == evasion.COUNTER and result.passed:
        yield from countered(s, mine, now, total)
        return
    if on != "front":
        now = yield from reactions.faced(s, now, mine, on, result.passed, "7.2.2-a")
    if not there:
        by = way_to_range(s, mine.pose, now, reach) or 0
        mine = charge.step(s, mine, shift(mine.pose, mine.pose[2], min(by, total)), min(by, total), "approach")
    engage(s, mine, now, answers_short=result.passed and not there)


def engage(s: State, unit: Unit, target: Unit, *, answers_short: bool) -> None:
    """7.2.1-a, 7.2.3-d. Both are engaged; the approached answers short in this impulse only if it passed and had time.

    Who may not is not engaged itself before the next impulse begins.
    """
    mine = min(unit.bases, key=lambda base: apart(base.pose, target))
    theirs = min(target.bases, key=lambda base: distance(base.pose, mine.pose))
    s.change(s.bases[mine.id], engaged=theirs.id)
    s.change(s.bases[theirs.id], engaged=mine.id, late=not answers_short)
    tell(s, "engaged", "7.2.1-a", unit=mine.id, target=theirs.id)


def countered(s: State, unit: Unit, target: Unit, left: int) -> Script:
    """7.2.3-a, 7.2.3-b, 7.2.3-c. Horse counter-charges: halted foot, or both move; then charge fire.

    Foot that has halted receives the charge, and line infantry shoots at short range; reiters who came on do not.
    """
    for base in target.bases:
        disengage(s, base.id)
    ran = (move_of(s, target), distance(target.pose, unit.pose))
    if unit.is_horse:
        halted = False
        unit, target, _ = counter_charge.both_move(s, unit, target, left)
    else:
        halted = True
        by = attack_ways.way_to(s, target.pose, unit)
        if by is None:
            target = put(s, target, counter_charge.turned_to(s, target, unit))
            by = attack_ways.way_to(s, target.pose, unit)
        if by is not None:
            target = counter_charge.advance(s, target, by, "counter")
    yield from charge.meet(s, target, unit, "front", ran, counter=False, passed=halted, fire=True)


def go_on(s: State, unit: Unit, stood: Unit, left: int) -> Script:
    """7.2-f, 7.2-g. The target has gone: it may stay, go to where that one stood, or approach another.

    That other tests and does what it declares, but does not shoot in this impulse.
    """
    place = min(left, charge.way_to_place(unit.pose, stood))
    others = other_targets(s, unit, left)

    def refuse(answer: Any) -> Refusal | None:
        if isinstance(answer, Approach):
            return can_turn_on(s, unit, answer, left)
        if isinstance(answer, GoOn) and answer.by is not None and answer.by > place:
            return no("7.2-f", "go_on_between", least=0, most=place)
        return None

    def options() -> list[Plain]:
        ways: list[Plain] = [{"do": "stay"}, *([{"do": "go_on"}] if place else [])]
        return [*ways, *[{"do": "approach", "target": id} for id in others]]

    if not place and not others:
        return
    seat = seat_for_base(s, unit.bases[0])
    answer = yield ask(s, seat, "pursue", "7.2-f", (Stay, GoOn, Approach), options, refuse, unit=unit.id, most=place)
    if isinstance(answer, GoOn):
        way, met = attack_ways.nearest_contact(s, unit.pose, unit.side, place)
        by = min(place if answer.by is None else answer.by, way - UM // 10 if met is not None else place)
        if by > 0:
            charge.step(s, unit, shift(unit.pose, unit.pose[2], by), by, "approach")
    elif isinstance(answer, Approach):
        target = target_unit(s, answer.target, unit.side)
        assert target is not None
        turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "7.2-g")
        assert not isinstance(turn, Refusal)
        on = charged_on(unit.pose, target, s)
        reaction = yield from declared(s, unit, target, on)
        for base in target.bases:
            s.change(s.bases[base.id], silent=True)
        yield from run(s, unit, target, turn, on, reaction)


def other_targets(s: State, unit: Unit, left: int) -> list[str]:
    """7.2-g. Other enemies that an approach can still come to."""
    near = [enemy for enemy in s.enemies_of(unit.side) if distance(unit.pose, enemy.pose) <= left + reach_of(s, unit)]
    return [enemy.id for enemy in near if can_turn_on(s, unit, Approach(target=enemy.id), left) is None]


def can_turn_on(s: State, unit: Unit, answer: Approach, left: int) -> Refusal | None:
    """7.2-g. Why an approach cannot go to another target instead."""
    if refusal := refuse_approach(s, unit, answer, order=None):
        return refusal
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "7.2-g")
    if isinstance(turn, Refusal):
        return turn
    by = way_to_range(s, turned(unit.pose, turn), target, reach_of(s, unit)) or 0
    far = arc_length(unit.pose[3], turn[1]) + by
    return no("7-b", "out_of_reach", name=unit.name, target=target.name) if far > left else None
