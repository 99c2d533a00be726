"""Chapter 5, 5.1, 5.2: who may move in the Manoeuvre phase, why not, and what comes of it."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import (
    About,
    Approach,
    BreakOff,
    Charge,
    Done,
    Form,
    Move,
    Occupy,
    Pick,
    Search,
)
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import (
    approach,
    areas,
    breaking_off,
    charge,
    defence,
    fords,
    general_moves,
    generals,
    interpenetration,
    obstacles,
    terrain,
)
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, again, named, put, unit_of
from quadrilatero.games.alaguerre.rules.losses import disengage, disorder
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.rules.rates import charge_distance, farthest_charge
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.rules.weapons import longest_range
from quadrilatero.games.alaguerre.said import BATTERY, COLUMN, ENEMY, LC, LIMBERED, LT, ROUTED
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import as_said, at_fault, no, standing, tell
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import aligned, distance, follows, span, within_reach

LIGHT, OTHERS = "light", "others"


# -- who acts (5.1) ---------------------------------------------------------------------------------------------------


def is_light_and_free(s: State, base: Base) -> bool:
    """5.1.1-a, 5.1.1-b. Light horse and light foot in open order that have no order of their own in this turn."""
    return base.acts in (LC, LT) and base.is_open and base.id not in s.activated


def belongs(s: State, base: Base, active: Active, side: str) -> bool:
    """5.1-d, 5.1.1-b, 2.7.3-c, 2.7.4-c. Whether a base acts with the division in hand, the light troops or others."""
    if base.side != side:
        return False
    if active.division == LIGHT:
        return is_light_and_free(s, base)
    if active.division == OTHERS:
        return base.id not in s.activated
    return base.division == active.division or base.division is None


def refuse_base(s: State, base: Base, active: Active, side: str) -> Refusal | None:
    """5.1-d, 3.3.3-g, 5.1-g, 5.2-a, 2.6.7-d. Why a base has nothing to do now."""
    if not belongs(s, base, active, side):
        return no("5.1-d", "another_division", name=base.name)
    if active.division not in (LIGHT, OTHERS) and base.id not in s.activated:
        return no("3.3.3-g", "not_activated", name=base.name)
    if base.brigade in active.closed:
        return no("5.1-d", "brigade_closed", name=base.name)
    if base.state == ROUTED:
        return no("2.6.7-d", "not_in_this_state", state=base.state)
    if base.moved or base.acted:
        return no("5.2-a", "has_moved", name=base.name)
    if enemies_touching(s, base):
        return no("5.1-g", "in_melee", name=base.name)
    return None


def refuse_unit(s: State, unit: Unit, active: Active, side: str) -> Refusal | None:
    """2.7.1-e, 3.3.3-i. Why a unit as a whole has nothing to do now."""
    for base in unit.bases:
        if refusal := refuse_base(s, base, active, side):
            return refusal
    if active.division == OTHERS and not may_change(s, unit):
        return no("5.1-e", "not_activated", name=unit.name)
    return None


def refuse_any(s: State, unit: Unit, active: Active, side: str) -> Refusal | None:
    """5.1-d, 9.1.4-a. Why a unit has nothing at all to do now."""
    if is_fighting(s, unit):
        return refuse_fighter(s, unit, active, side)
    return refuse_unit(s, unit, active, side)


def is_fighting(s: State, unit: Unit) -> bool:
    """5.1-g. Whether a unit is in mêlée."""
    return any(enemies_touching(s, base) for base in unit.bases)


def refuse_fighter(s: State, unit: Unit, active: Active, side: str) -> Refusal | None:
    """5.1-g, 9.1.4-a. Why a unit in mêlée can do nothing now: all it may do is break off, with an order."""
    for base in unit.bases:
        refusal = refuse_base(s, base, active, side)
        if refusal is not None and refusal.rule != "5.1-g":
            return refusal
    if active.division in (LIGHT, OTHERS):
        return no("9.1.4-a", "not_activated", name=unit.name)
    return breaking_off.refuse_break_off(s, unit)


def may_change(s: State, unit: Unit) -> bool:
    """5.1-e, 5.1-f. Who is not activated changes formation for defence only; limbered guns may always unlimber."""
    return unit.kind == LIMBERED or is_threatened(s, unit)


def is_threatened(s: State, unit: Unit) -> bool:
    """5.1-e. An enemy at most disordered could charge the unit or shoot at it in this impulse."""
    kept = s.lineup.troops(ENEMY[unit.side]).kept
    key = (s.ground, unit.pose)
    found: bool | None = kept.get(key)
    if found is None:
        found = kept[key] = any(threatens(s, enemy, reach, unit) for enemy, reach in dangers(s, unit.side))
    return found


def dangers(s: State, side: str) -> list[tuple[Base, int]]:
    """5.1-e. The enemies at most disordered of a side, and how far they can shoot or charge at the farthest."""
    kept = s.lineup.troops(ENEMY[side]).kept
    found: list[tuple[Base, int]] | None = kept.get("dangers")
    if found is None:
        able = [enemy for enemy in s.enemies_of(side) if enemy.is_steady and not enemy.is_train]
        found = [(one, max(longest_range(one), 0 if one.is_guns else farthest_charge(s, one))) for one in able]
        kept["dangers"] = found
    return found


def threatens(s: State, enemy: Base, farthest: int, unit: Unit) -> bool:
    """5.1-e. Whether an enemy could charge a unit or shoot at it; nothing of his goes farther than that."""
    if not within_reach(enemy.pose, unit.pose, farthest):
        return False
    gap, reach = distance(enemy.pose, unit.pose), longest_range(enemy)
    if gap > reach and not enemy.is_guns:
        reach = charge_distance(s, unit_of(s, enemy))
    return gap <= reach and sees(s, enemy.pose, unit.pose)


# -- what is refused --------------------------------------------------------------------------------------------------


def refuse(s: State, active: Active, side: str, answer: Any) -> Refusal | None:
    """5-a, 5.1-b. Why an answer is not lawful now."""
    if isinstance(answer, Done):
        return None
    if answer.unit is None:
        return no("6-b", "say_which_unit")
    general = s.generals.get(answer.unit)
    if general is not None and general.side == side and general.is_there:
        if general.id not in [one.id for one in riders(s, active, side)] and not general.moved:
            return no("5.1-b", "another_division", name=general.name)
        if isinstance(answer, Move):
            return general_moves.refuse_move(s, general, answer)
        return (
            general_moves.refuse_general(s, general)
            if isinstance(answer, Pick)
            else no("5.2.1-a", "generals_go_to", name=general.name)
        )
    unit = named(s, answer.unit, getattr(answer, "alone", False))
    if unit is None or unit.side != side or unit.bases[0].at is None:
        return no("5.1-d", "not_yours", unit=as_said(s, answer.unit, side))
    if isinstance(answer, BreakOff | Pick) and is_fighting(s, unit):
        return refuse_fighter(s, unit, active, side)
    if refusal := refuse_unit(s, unit, active, side):
        return refusal
    if isinstance(answer, BreakOff):
        return breaking_off.refuse_break_off(s, unit)
    if getattr(answer, "alone", False) and (refusal := refuse_breaking(s, unit)):
        return refusal
    if isinstance(answer, Move):
        return refuse_move(s, unit, active, answer)
    if isinstance(answer, Charge | Approach):
        return refuse_attack(s, unit, active, answer)
    if isinstance(answer, Search):
        return fords.refuse_search(s, unit, answer.piece)
    if isinstance(answer, Occupy):
        return (
            areas.refuse_occupy(s, unit, answer)
            if active.division != OTHERS
            else no("5.1-e", "not_activated", name=unit.name)
        )
    return None


def refuse_breaking(s: State, unit: Unit) -> Refusal | None:
    """2.10.1-c, 2.10.1-d, 2.10.2-b. Nobody leaves a formation of which others fight, or that was formed just now."""
    whole = unit_of(s, unit.bases[0])
    others = [base for base in whole.bases if base.id not in unit.ids]
    column = whole.kind == COLUMN
    if any(enemies_touching(s, base) for base in others):
        return no("2.10.2-b" if column else "2.10.1-c", "formation_fights", name=unit.name)
    if any(base.moved for base in others):
        return no("2.10.1-d", "formed_just_now", name=unit.name)
    return None


def joins_fighters(s: State, unit: Unit, there: Pose) -> Refusal | None:
    """2.10.1-c, 2.10.2-b. Nobody joins a line or column whose bases fight."""
    mates = [s.bases[id] for id in s.brigades[f"{unit.side} {unit.bases[0].brigade}"] if id in s.bases]
    for base in mates:
        if base.id in unit.ids or base.at is None or not enemies_touching(s, base):
            continue
        if aligned(there, base.pose) is not None:
            return no("2.10.1-c", "formation_fights", name=unit.name)
        if follows(base.pose, there):
            return no("2.10.2-b", "formation_fights", name=unit.name)
    return None


def refuse_attack(s: State, unit: Unit, active: Active, answer: Charge | Approach) -> Refusal | None:
    """5.1.1-c, 6.1-a, 7.1-b, 10.1.1-t2. Attacks need an order; light troops without one, and who wavers, make none."""
    rule = "6.1-a" if isinstance(answer, Charge) else "7.1-b"
    if active.division == LIGHT:
        return no("5.1.1-c", "not_activated", name=unit.name)
    if active.division == OTHERS:
        return no(rule, "not_activated", name=unit.name)
    if wavers(s, unit):
        return no("10.1.1-t2", "division_wavers", name=unit.name)
    order = s.orders.get(active.division)
    if isinstance(answer, Charge):
        return charge.refuse_charge(s, unit, answer, order=order)
    return approach.refuse_approach(s, unit, answer, order=order)


def riders(s: State, active: Active, side: str) -> list[Any]:
    """5.1-b. Generals who move now: of an activated division with it, all others after all divisions."""
    found = []
    for general in s.present(side):
        leads = general.division is not None and (general.division in s.orders or general.division in s.done)
        if (general.division == active.division) if leads else active.division == OTHERS:
            found.append(general)
    return found


def refuse_move(s: State, unit: Unit, active: Active, answer: Move) -> Refusal | None:
    """5.1-e, 5.2-a. Why a move is not lawful; the manoeuvre at fault is named."""
    found = judge_move(s, unit, active, answer)
    return found if isinstance(found, Refusal) else None


def judge_move(s: State, unit: Unit, active: Active, answer: Move) -> Walk | Refusal:
    """5.1-e, 5.1-f, 7.2.1-a, 10.1.1-t2. The walk of a lawful move to its end, or why it is none."""
    path = answer.path
    if not path:
        return at_fault(no("5.2-a", "say_a_manoeuvre"), 0, unit.id)
    if active.division == OTHERS:
        if len(path) != 1 or not isinstance(path[0], Form | About):
            return at_fault(no("3.3.3-g", "not_activated", name=unit.name), 0, unit.id)
        if unit.kind == LIMBERED and not is_threatened(s, unit) and getattr(path[0], "formation", "") != BATTERY:
            return at_fault(no("5.1-e", "not_activated", name=unit.name), 0, unit.id)
    if any(base.engaged is not None for base in unit.bases):
        strays = [number for number, step in enumerate(path) if type(step).__name__ != "Back"]
        if strays:
            return at_fault(no("7.2.1-a", "engaged", name=unit.name), strays[0], unit.id)
    walk = Walk(s, unit)
    if refusal := walk.take(path):
        return refusal
    if refusal := joins_fighters(s, unit, walk.pose):
        return at_fault(refusal, len(path) - 1, unit.id)
    if wavers(s, unit) and nears_the_enemy(s, unit, walk.pose):
        return at_fault(no("10.1.1-t2", "division_wavers", name=unit.name), len(path) - 1, unit.id)
    return walk


def wavers(s: State, unit: Unit) -> bool:
    """10.1.1-t2. Whether the division of a unit wavers in this turn."""
    division = unit.bases[0].division
    until = None if division is None else s.divisions[division].wavers
    return until is not None and s.turn <= until


def nears_the_enemy(s: State, unit: Unit, there: Pose) -> bool:
    """10.1.1-t2. Whether a unit comes nearer to any enemy at most disordered by going there."""
    steady = [enemy.pose for enemy in s.enemies_of(unit.side) if enemy.is_steady]
    return any(distance(there, enemy) < distance(unit.pose, enemy) for enemy in steady)


# -- what is done -----------------------------------------------------------------------------------------------------


def open_brigade(s: State, active: Active, base: Base) -> None:
    """5.1-d. A brigade finishes before the next begins."""
    if base.brigade != active.brigade:
        closed = active.closed if active.brigade is None else (*active.closed, active.brigade)
        s.active = Active(active.division, base.brigade, closed)


def carry_out(s: State, active: Active, answer: Any) -> Script:
    """5-a, 6-f. A lawful move, change of formation or occupation is carried out."""
    if answer.unit in s.generals:
        general_moves.move(s, s.generals[answer.unit], answer)
        return
    unit = named(s, answer.unit, getattr(answer, "alone", False))
    assert unit is not None
    if isinstance(answer, Occupy):
        yield from occupy(s, unit, answer)
    elif isinstance(answer, BreakOff):
        open_brigade(s, active, unit.bases[0])
        yield from breaking_off.break_off(s, unit)
    elif isinstance(answer, Charge | Approach | Search):
        open_brigade(s, active, unit.bases[0])
        yield from attack(s, unit, answer)
    else:
        yield from move(s, unit, active, answer)


def attack(s: State, unit: Unit, answer: Charge | Approach | Search) -> Script:
    """6-a, 7-a, 11.5-a. A charge, an approach, or the search for a ford."""
    if isinstance(answer, Search):
        yield from fords.search(s, unit, answer.piece)
        return
    interpenetration.moves_after_all(s, unit)
    if isinstance(answer, Charge):
        yield from charge.charge(s, again(s, unit) or unit, answer)
    else:
        yield from approach.approach(s, again(s, unit) or unit, answer)


def move(s: State, unit: Unit, active: Active, answer: Move) -> Script:
    """5.2-a, 11.3.1-b, 11.4.2-a. A unit goes its way, if the obstacle it begins at lets it."""
    walk = judge_move(s, unit, active, answer)
    assert isinstance(walk, Walk)
    if walk.obstacle is not None:
        piece = yield from obstacles.find_level(s, walk.obstacle)
        result = yield from come_over(s, unit, piece)
        if result == "stays":
            open_brigade(s, active, unit.bases[0])
            return
    if walk.at_obstacle is not None:
        yield from obstacles.find_level(s, walk.at_obstacle)
    yield from defence.find_values(s, [walk.pose])
    arrive(s, unit, walk)
    open_brigade(s, active, unit.bases[0])
    yield from defence.show_values(s, unit.side, [walk.pose])
    for general in walk.generals:
        yield from generals.meet_enemy(s, general)


def come_over(s: State, unit: Unit, piece: Any) -> Script:
    """11.3.1-b, 11.3.1-c, 11.3.1-g. An obstacle is tried; who stays has acted, and comes over it next time."""
    if not obstacles.may_cross(unit, piece):
        result = "stays"
    else:
        result = yield from obstacles.attempt(s, unit, piece)
    for base in unit.bases:
        s.change(s.bases[base.id], crossing=piece.id if result == "stays" else None, acted=result == "stays")
    if result == "crosses_disordered":
        disorder(s, unit, "obstacle", "11.3.1-b")
    return result


def arrive(s: State, unit: Unit, walk: Walk) -> Unit | None:
    """5.2-a, 5.2.8-d, 5.2.9-a, 5.2.9-c, 5.3-b. A unit stands where its walk has ended, and what that did to it."""
    fresh = again(s, unit)
    assert fresh is not None
    before = {base.id: standing(base) for base in fresh.bases}
    interpenetration.moves_after_all(s, fresh)
    fresh = again(s, fresh)
    assert fresh is not None
    values: dict[str, Any] = {"inside": walk.inside, "occupies": None, "crossing": None}
    change = walk.change
    if change is not None:
        values |= {"acted": True, "formation": change.formation, "tactical": False}
        if change.mounted is not None:
            values["mounted"] = change.mounted
        for base in fresh.bases:
            place = change.poses[base.id]
            s.change(s.bases[base.id], at=place[:2], facing=place[2], **values)
        tell(s, "formed", "5.2.9-a", unit=fresh.id, formation=change.formation)
    else:
        values |= {"moved": max(1, walk.gone), "pace": walk.limit()}
        if walk.way == "tactical":
            values["tactical"] = True
        put(s, fresh, walk.pose, **values)
        for base in fresh.bases:
            tell_moved(
                s, "5.2-a", s.bases[base.id], before[base.id], walk.way if walk.way == "enter" else "move", walk.gone
            )
    moved = again(s, fresh)
    assert moved is not None
    for friend in walk.crossed:
        interpenetration.pass_through(s, moved, s.bases[friend.id])
    for friend, place in walk.shifted:
        s.change(s.bases[friend.id], at=place[:2])
        tell_moved(s, "5.3-f", s.bases[friend.id], standing(friend), "push", span(*friend.pose[:2], *place[:2]))
    general_moves.make_room(s, [s.bases[id].pose for id in moved.ids])
    if walk.way == "tactical":
        moved = disorder(s, moved, "tactical", "5.2.8-d")
    rough = [piece for piece in walk.slow_pieces() if terrain.disorders(unit, piece)]
    if moved is not None and rough and walk.gone:
        moved = disorder(s, moved, "terrain", "11.4.2-a")
    if moved is not None:
        leave_engagement(s, moved)
    return moved


def leave_engagement(s: State, unit: Unit) -> None:
    """7.2.1-b. Who has moved back out of range is no longer engaged."""
    for base in unit.bases:
        other = None if base.engaged is None else s.bases.get(base.engaged)
        if base.engaged is not None and (other is None or distance(base.pose, other.pose) > longest_range(other)):
            disengage(s, base.id)


def tell_moved(s: State, rule: str, base: Base, before: dict[str, Any], why: str, by: int) -> None:
    """A base has come from one place to another."""
    tell(s, "moved", rule, unit=base.id, why=why, distance=by, **{"from": before, "to": standing(base)})


def occupy(s: State, unit: Unit, answer: Occupy) -> Script:
    """5.5.2-b, 5.5.2-c, 5.5.3-b. A unit spends the impulse to deploy in a work; guns unlimber in it."""
    found = areas.occupied(s, unit, answer)
    assert not isinstance(found, Refusal)
    pose, occupation = found
    piece = s.ground.pieces[answer.piece]
    yield from defence.find_values(s, [pose])
    values: dict[str, Any] = {"occupies": occupation, "acted": True, "inside": None if piece.line else piece.id}
    if unit.is_guns:
        values["formation"] = BATTERY
    put(s, unit, pose, **values)
    areas.claim(s, unit, piece)
    active = s.active
    assert active is not None
    open_brigade(s, active, unit.bases[0])
    tell(s, "occupied", "5.5.2-b", unit=unit.id, piece=piece.id, sides=occupation.sides)
