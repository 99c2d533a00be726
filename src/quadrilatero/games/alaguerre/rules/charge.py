"""Chapter 6: charges, from the declaration to contact or to where they end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import Charge, GoOn
from quadrilatero.games.alaguerre.records import Attack, Fight
from quadrilatero.games.alaguerre.rules import (
    attack_ways,
    charge_fire,
    counter_charge,
    defence,
    evasion,
    forced,
    general_moves,
    generals,
    interpenetration,
    morale,
    reactions,
    terrain,
)
from quadrilatero.games.alaguerre.rules.attack_ways import Turn, charged_on, target_unit, turned, way_to
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, again, attached, put
from quadrilatero.games.alaguerre.rules.losses import disengage, disorder, take_loss
from quadrilatero.games.alaguerre.rules.movement import outline
from quadrilatero.games.alaguerre.rules.rates import charge_distance, extra_of, move_of
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.said import LC, LEVEL, ROUTED, SHAKEN, UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import as_said, ask, no, tell, tell_moved
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.table import (
    LEFT,
    REAR,
    RIGHT,
    TOUCH,
    Side,
    arc_length,
    corners,
    distance,
    in_arc,
    shift,
    stretch_in,
    to_point,
    touch,
)

LEAST_ORDER = 5
"""6.1-a, 7.1-b: the priority that an attack needs."""


# -- who may charge whom (6, 6.1) -------------------------------------------------------------------------------------

Ran = tuple[int, int]
"""How far a charger could go, and how far it was to its target."""
FLANKS: tuple[Side, ...] = (LEFT, RIGHT)
OUTCOMES = ("contact_missed", "contact_made")


def refuse_charge(s: State, unit: Unit, answer: Charge, *, order: int | None) -> Refusal | None:
    """6-b, 6-c, 6-d, 6.1-a. Why a unit cannot charge that target; `order` is None where it needs none."""
    target = target_unit(s, answer.target, unit.side)
    if target is None:
        return no("6-b", "no_such_target", target=as_said(s, answer.target, unit.side))
    if refusal := refuse_charger(unit, order) or refuse_target(s, unit, target):
        return refusal
    if not in_arc(unit.pose, target.pose, attack_ways.SECTOR):
        return no("6-c", "out_of_sector", name=unit.name, target=target.name)
    if not any(sees(s, unit.pose, base.pose) for base in target.bases):
        return no("6-d", "out_of_sight", name=unit.name, target=target.name)
    if distance(unit.pose, target.pose) > charge_distance(s, unit):
        return no("6-d", "out_of_reach", name=unit.name, target=target.name)
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "6.2-b")
    if isinstance(turn, Refusal):
        return turn
    pose = turned(unit.pose, turn)
    by = way_to(s, pose, target) or 0
    return attack_ways.refuse_way(s, unit, pose, by, target) or refuse_wood(s, unit, pose, by, target)


def refuse_charger(unit: Unit, order: int | None) -> Refusal | None:
    """6.1-a, 2.6.4-a, 2.6.7-c. Who charges has a mêlée value, is at most disordered, and has an order of 5 or more."""
    if any(base.melee is None for base in unit.bases):
        return no("2.6.4-a", "cannot_fight", name=unit.name)
    if not unit.is_steady:
        return no("6.1-a", "not_in_this_state", state=unit.state)
    if order is not None and order < LEAST_ORDER and not unit.has("any_order"):
        return no("6.1-a", "order_too_low", least=LEAST_ORDER)
    return None


def refuse_target(s: State, unit: Unit, target: Unit) -> Refusal | None:
    """6.1.1-a, 6.1.2-b, 7.2.1-a. Whom open order and horse cannot charge; who is engaged charges that enemy alone."""
    engaged = [base.engaged for base in unit.bases if base.engaged is not None]
    if engaged and not any(target.is_called(id) for id in engaged):
        return no("7.2.1-a", "engaged", name=unit.name)
    if unit.is_open and not terrain.in_rough(s, unit.pose) and not is_weak(s, target):
        return no("6.1.1-a", "open_order_charges", name=unit.name)
    if unit.is_horse and evasion.holds_area(s, target):
        return no("6.1.2-b", "horse_and_buildings", name=unit.name)
    return None


def is_weak(s: State, target: Unit) -> bool:
    """6.1.1-a, 7.1.1-a. Whom open order may attack in the open: open order, units in mêlée, shaken or routed troops."""
    return target.is_open or target.level >= LEVEL[SHAKEN] or is_in_melee(s, target)


def is_in_melee(s: State, unit: Unit) -> bool:
    """9-a. Whether a unit is in contact with enemies."""
    return any(enemies_touching(s, base) for base in unit.bases)


def refuse_wood(s: State, unit: Unit, pose: Pose, by: int, target: Unit) -> Refusal | None:
    """6.1.2-a, 6.1.1-a. Horse does not charge into a wood; open order in rough ground stays in it."""
    if unit.is_horse and unit.acts != LC:
        for piece in s.ground.areas:
            if piece.type == "wood" and any(stretch_in(pose, pose[2], by, area) for area in piece.areas if by):
                return no("6.1.2-a", "horse_in_wood", name=unit.name)
    if unit.is_open and not is_weak(s, target) and not terrain.in_rough(s, shift(pose, pose[2], by)):
        return no("6.1.1-a", "open_order_charges", name=unit.name)
    return None


# -- the charge (6.2) -------------------------------------------------------------------------------------------------


def charge(s: State, unit: Unit, answer: Charge) -> Script:
    """6.2-a, 6.2-b, 6.2-g. The charger tests; if it passes the target declares, and the charge is run."""
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "6.2-b")
    assert not isinstance(turn, Refusal)
    on = charged_on(unit.pose, target, s)
    s.attack = Attack("charge", unit.id, target.id, on)
    cause = morale.Cause(enemy=target, on=on, melee=is_in_melee(s, target))
    tested = yield from morale.take_test(s, unit, morale.CHARGE, cause)
    for base in unit.bases:
        s.change(s.bases[base.id], acted=True, occupies=None, inside=None)
        disengage(s, base.id)
    left = again(s, unit)
    assert left is not None
    if not tested.passed:
        if tested.result == morale.STANDS:
            disorder(s, left, "charge", "10.2.1-t3")
        s.attack = None
        return
    extra = extra_of(left) if tested.extra else 0
    note(s, "react", extra)
    reaction = yield from reactions.declared(s, left, target, on)
    s.attack = replace(s.attack, reaction=reaction, stage="first")
    yield from run(s, left, target, turn, on, reaction, extra)
    make_clear(s, unit)
    s.attack = None


def make_clear(s: State, unit: Unit) -> None:
    """5.3-e, 5.3-f. An attack that ended among friends goes on to beyond them, or back; in contact they make room."""
    left = again(s, unit)
    if left is None:
        return
    if is_in_melee(s, left):
        attack_ways.make_room(s, left)
    there = attack_ways.clear_of_friends(s, left)
    if there is not None:
        step(s, left, there, 0)


def run(
    s: State, unit: Unit, target: Unit, turn: Turn, on: str, reaction: str, extra: int, *, fire: bool = True
) -> Script:
    """6.2-b, 6.2-c, 6.4-a, 6.4-b. Wheel and first um; then the target's test, if it can be reached."""
    start = turned(unit.pose, turn)
    by = way_to(s, start, target) or 0
    total = attack_ways.speed(s, unit, start, by) + extra
    spent = arc_length(unit.pose[3], turn[1])
    ran = (total, spent + by)
    first = min(UM, by, max(0, total - spent))
    unit = step(s, unit, shift(start, start[2], first), spent + first)
    total -= spent + first
    note(s, "test", total)
    if by - first > total:
        if reaction in (evasion.EVADE, evasion.EVADE_OPEN):
            evasion.evade(s, target, reaction)
        tell_contact(s, unit, target, on, ran, contact=False)
        falls_short(s, unit, total)
        return
    stood = target
    result = yield from reactions.tested(s, target, unit, on, approach=False)
    now = again(s, target)
    charger = again(s, unit)
    if charger is None:
        return
    if now is not None and result.may_evade and reaction in (evasion.EVADE, evasion.EVADE_OPEN):
        if fire and evasion.shoots_first(now, reaction, result.passed):
            yield from charge_fire.before_evading(s, now, charger)
            charger = again(s, charger)
        fresh = again(s, now)
        if fresh is not None:
            evasion.evade(s, fresh, reaction)
        if charger is None or not charger.is_steady:
            return
        yield from pursue(s, charger, again(s, target), stood, total, fire)
        return
    if now is None or result.gone:
        yield from pursue(s, charger, now, stood, total, fire)
        return
    touching = any(enemy.id in now.ids for base in charger.bases for enemy in enemies_touching(s, base))
    if reaction == evasion.COUNTER and result.passed and not touching:
        charger, now, total = counter_charge.both_move(s, charger, now, total)
    else:
        if reaction == evasion.COUNTER:
            for base in now.bases:
                s.change(s.bases[base.id], acted=True)
        if not touching:
            now = yield from reactions.faced(s, now, charger, on, result.passed)
        charger = go_to(s, charger, now, total)
    counter = reaction == evasion.COUNTER and result.passed
    yield from meet(s, charger, now, on, ran, counter=counter, passed=result.passed, fire=fire)


def note(s: State, stage: str, left: int) -> None:
    """How far a charge has come, for whoever looks on."""
    if s.attack is not None:
        s.attack = replace(s.attack, stage=stage, left=left)


def step(s: State, unit: Unit, pose: Pose, by: int, why: str = "charge") -> Unit:
    """6.2-b, 6.2-e. A charger comes on, through friends whom it may pass; generals in the way make room."""
    fresh = again(s, unit)
    assert fresh is not None
    crossed = [
        base
        for base in s.on_table(unit.side)
        if base.id not in unit.ids and by and stretch_in(fresh.pose, fresh.pose[2], by, outline(base.pose)) is not None
    ]
    moved = fresh.bases[0].moved + by
    unit = put(s, fresh, pose, moved=moved)
    for before, base in zip(fresh.bases, unit.bases, strict=True):
        if by:
            tell_moved(s, "6.2-b", before, base, why, by)
    for friend in crossed:
        interpenetration.pass_through(s, unit, s.bases[friend.id])
    general_moves.make_room(s, [base.pose for base in unit.bases])
    return again(s, unit) or unit


def go_to(s: State, unit: Unit, target: Unit, most: int) -> Unit:
    """6.2-e. Straight on to contact with the target, or with whoever is met before; without alignment."""
    by = way_to(s, unit.pose, target)
    met, _ = attack_ways.nearest_contact(s, unit.pose, unit.side, most)
    way = min(met, most if by is None else by)
    return step(s, unit, shift(unit.pose, unit.pose[2], way), way) if way > 0 else unit


def falls_short(s: State, unit: Unit, left: int) -> None:
    """6-e, 6.2-c. A charge that does not reach its target goes its whole move and is disordered."""
    way, met = attack_ways.nearest_contact(s, unit.pose, unit.side, left + UM)
    by = min(left, way - UM // 10 if met is not None and way <= left else left)
    if by > 0:
        unit = step(s, unit, shift(unit.pose, unit.pose[2], by), by)
    disorder(s, unit, "charge", "6-e")


# -- contact ----------------------------------------------------------------------------------------------------------


def meet(s: State, unit: Unit, target: Unit, on: str, ran: Ran, *, counter: bool, passed: bool, fire: bool) -> Script:
    """6.2-e, 9.4.2-a, 11.4.2-b, 6.3-d. Contact: the fight is noted, marsh disorders, then charge fire."""
    hit = [enemy.id for base in unit.bases for enemy in enemies_touching(s, base)]
    inside = [base.id for base in target.bases if base.inside is not None]
    if not hit and not inside:
        tell_contact(s, unit, target, on, ran, contact=False)
        disorder(s, unit, "charge", "6-e")
        return
    began = unit.side
    on = struck_on(unit, target, on)
    for base in unit.bases:
        s.change(s.bases[base.id], fight=Fight(charged=True, on=on, began=began))
    for id in dict.fromkeys([*hit, *inside, *target.ids]):
        theirs = s.bases[id]
        if theirs.fight is None:
            s.change(theirs, fight=Fight(charged=counter and id in target.ids, began=began))
    tell_contact(s, unit, target, on, ran, contact=True)
    for one in (unit, target):
        fresh = again(s, one)
        if fresh is not None and any(terrain.disorders_in_melee(piece) for piece in pieces_under(s, fresh)):
            disorder(s, fresh, "terrain", "11.4.2-b")
    yield from defence.show_values(s, unit.side, [unit.pose])
    mine, theirs_now = again(s, unit), again(s, target)
    if fire and mine is not None and theirs_now is not None:
        yield from charge_fire.at_contact(s, mine, theirs_now, halted=passed and not counter)


def struck_on(unit: Unit, target: Unit, on: str) -> str:
    """9.4.3-a, 9.4.4-a. Whether a fight is on flank or rear: where the charge began, if contact is there too.

    A corner of that side is enough.
    """
    sides, ends = {"flank": (FLANKS, (0, 2, 4, 6)), "rear": ((REAR,), (4, 6))}.get(on, ((), ()))
    pairs = [(theirs.pose, mine.pose) for theirs in target.bases for mine in unit.bases]
    return on if any(is_struck_at(theirs, mine, sides, ends) for theirs, mine in pairs) else "front"


def is_struck_at(enemy: Pose, own: Pose, sides: tuple[Side, ...], ends: tuple[int, ...]) -> bool:
    """9.4.3-a, 9.4.4-a. Whether a base touches one of these sides of an enemy, or one of its corners there."""
    found = touch(enemy, own)
    if found is not None and found[2]:
        return found[0] in sides
    corner = corners(enemy)
    return any(to_point(own, corner[i], corner[i + 1]) <= TOUCH for i in ends)


def tell_contact(s: State, unit: Unit, target: Unit, on: str, ran: Ran, *, contact: bool) -> None:
    """6.2-e, 6-e. How far a charger could go and had to, and whether it got there."""
    data = {"side": on, "contact": contact, "reach": ran[0], "distance": ran[1]}
    tell(s, "contact", "6.2-e" if contact else "6-e", unit=unit.id, target=target.id, outcome=OUTCOMES[contact], **data)


def pieces_under(s: State, unit: Unit) -> list[Any]:
    """11.4.2-b. Marshes and fords that any base of a unit is in."""
    return [
        piece
        for piece in (*s.ground.areas, *s.ground.ways)
        if any(terrain.lies_on(base.pose, piece) for base in unit.bases)
    ]


# -- the target has gone (6.2-h, 6.2-i, 6.4-c) ------------------------------------------------------------------------


def pursue(s: State, unit: Unit, target: Unit | None, stood: Unit, left: int, fire: bool) -> Script:
    """6.2-h, 6.2-i, 6.4-c. It goes on to reach who has gone; if it cannot, to where that one stood, or at others."""
    if target is not None:
        by = way_to(s, unit.pose, target, left)
        if by is not None:
            unit = go_to(s, unit, target, left)
            if target.level == LEVEL[ROUTED]:
                yield from ride_down(s, target)
            else:
                yield from meet(s, unit, target, "front", (left, by), counter=False, passed=False, fire=fire)
            return
    place = way_to_place(unit.pose, stood)
    least = min(left, place)
    others = other_targets(s, unit, left)
    if left > least or others:
        answer = yield pursue_question(s, unit, least, left, others)
        if isinstance(answer, Charge):
            yield from again_at(s, unit, answer, left, fire)
            return
        least = least if answer.by is None else max(least, min(left, answer.by))
    falls_short(s, unit, least)


def way_to_place(pose: Pose, stood: Unit) -> int:
    """6.2-h. How far it is to where the target stood."""
    return min(distance(pose, base.pose) for base in stood.bases)


def other_targets(s: State, unit: Unit, left: int) -> list[str]:
    """6.2-i. Other enemies in its sector that a charger can still reach, wheeling anew."""
    found = []
    for enemy in s.enemies_of(unit.side):
        if distance(unit.pose, enemy.pose) > left or enemy.state == ROUTED:
            continue
        if can_turn_on(s, unit, Charge(target=enemy.id), left) is None:
            found.append(enemy.id)
    return found


def can_turn_on(s: State, unit: Unit, answer: Charge, left: int) -> Refusal | None:
    """6.2-i. Why a charger whose target has gone cannot charge that one instead."""
    if refusal := refuse_charge(s, unit, answer, order=None):
        return refusal
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "6.2-i")
    if isinstance(turn, Refusal):
        return turn
    by = way_to(s, turned(unit.pose, turn), target) or 0
    far = arc_length(unit.pose[3], turn[1]) + by
    return no("6-d", "out_of_reach", name=unit.name, target=target.name) if far > left else None


def pursue_question(s: State, unit: Unit, least: int, most: int, others: list[str]) -> Any:
    """6.2-h, 6.2-i, 6.4-c. How far a charger goes on, or at whom."""

    def refuse(answer: GoOn | Charge) -> Refusal | None:
        if isinstance(answer, Charge):
            return can_turn_on(s, unit, answer, most)
        if answer.by is not None and not least <= answer.by <= most:
            return no("6.2-h", "go_on_between", least=least, most=most)
        return None

    def options() -> list[Plain]:
        ways: list[Plain] = [{"do": "go_on"}]
        if most > max(least, 1):
            ways.append({"do": "go_on", "by": most})
        return [*ways, *[{"do": "charge", "target": id} for id in others]]

    seat = seat_for_base(s, unit.bases[0])
    return ask(s, seat, "pursue", "6.2-h", (GoOn, Charge), options, refuse, unit=unit.id, least=least, most=most)


def again_at(s: State, unit: Unit, answer: Charge, left: int, fire: bool) -> Script:
    """6.2-i. The charge goes at another target, that tests as usual but does not shoot."""
    target = target_unit(s, answer.target, unit.side)
    assert target is not None
    turn = attack_ways.wheel_for(s, unit, target, answer.wheel, "6.2-i")
    assert not isinstance(turn, Refusal)
    on = charged_on(unit.pose, target, s)
    reaction = yield from reactions.declared(s, unit, target, on)
    missing = left - move_of(s, unit)
    yield from run(s, unit, target, turn, on, reaction, missing, fire=False)


def ride_down(s: State, target: Unit) -> Script:
    """2.6.7-e, 9.1.5-a. A routed unit that is caught takes a loss and runs on."""
    company = attached(s, target)
    left = take_loss(s, target, 1, "ridden_down", "9.1.5-a")
    yield from generals.risk(s, target, company, 1, routs=True, from_melee=True)
    if left is not None:
        yield from forced.rout(s, left)
