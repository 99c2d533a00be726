"""Chapter 8: what a unit may do in the movement phase, why not, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.vivaorre.answers import (
    Back,
    Choose,
    Crew,
    Demolish,
    Dig,
    Done,
    Follow,
    GoOn,
    Manoeuvre,
    Move,
    Reorder,
    Sideways,
    To,
)
from quadrilatero.games.vivaorre.rules import (
    characters,
    discovery,
    disorder,
    engineers,
    generals,
    ground,
    guns_left,
    hidden,
    marching,
    works,
)
from quadrilatero.games.vivaorre.rules.characters import commander_of, has
from quadrilatero.games.vivaorre.rules.command import is_in_command, wide_radius
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, touches
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.morale import take_test
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.rules.threats import can_charge, can_fire_at
from quadrilatero.games.vivaorre.said import LIMBERED, MARCH, SHAKEN
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import at_fault, no, tell_of
from quadrilatero.kernel import Plain, Refusal, Script, Seat
from quadrilatero.table import distance, distances, shift, to_point

ENGAGED = 10_000
"""8-g: an enemy nearer than this engages whatever he may do."""
MARCHING = (MARCH, LIMBERED)
Begun = dict[tuple[bool, Manoeuvre | None], Walk | Refusal]
"""Walks that several moves of one unit begin with: forced or not, and the first manoeuvre where there are two."""


def refuse_unit(s: State, unit: Unit) -> Refusal | None:
    """3-m, 5-d, 5-j, 7-c, 7-f, 8-g. Why a unit has nothing more to do in this half."""
    if unit.moved:
        return no("8-a", "has_moved", name=unit.name)
    if unit.fixed:
        return no("3-m", "stays_put", name=unit.name)
    if unit.at is None and unit.arrives > s.turn:
        return no("5-j", "not_yet_here", name=unit.name, turn=unit.arrives)
    if unit.waits is not None:
        return no("3-m", "held_back", name=unit.name, need=unit.waits)
    if refusal := marching.refuse_turn(s, unit):
        return refusal
    if unit.no_move:
        return no("7-f", "failed_its_test", name=unit.name)
    if unit.charged is not None:
        return no("7-c", "has_charged", name=unit.name)
    if enemies_touching(s, unit):
        return no("8-g", "in_contact", name=unit.name)
    if unit.out and unit.formation not in MARCHING:
        return no("5-d", "out_of_command", name=unit.name)
    return None


# -- what is refused --------------------------------------------------------------------------------------------------


def refuse(s: State, seat: Seat, answer: Any) -> Refusal | None:
    """8-a. Why an answer is not lawful now."""
    if isinstance(answer, Done):
        return None
    general = s.generals.get(answer.unit)
    if general is not None and general.side == seat:
        if isinstance(answer, Move):
            return generals.refuse_move(s, general, answer)
        return generals.refuse_general(general) if isinstance(answer, Choose) else no("5-g", "generals_go_to", name="")
    unit = s.units.get(answer.unit)
    if unit is None or unit.side != seat:
        return no("8-a", "not_yours", unit=answer.unit)
    if refusal := refuse_unit(s, unit):
        return refusal
    if isinstance(answer, Choose):
        return None
    if isinstance(answer, Reorder):
        return refuse_reorder(s, unit, answer)
    if unit.disorder == "reorder":
        return no("8-ad", "must_reorder", name=unit.name)
    if unit.at is None and not isinstance(answer, Move):
        return no("5-j", "say_where_it_enters", name=unit.name)
    if isinstance(answer, Dig):
        return works.refuse_dig(unit)
    if isinstance(answer, Demolish):
        return engineers.refuse_demolish(s, unit, answer.piece)
    if isinstance(answer, Crew):
        return engineers.refuse_crew(s, unit, answer)
    return refuse_move(s, unit, answer)


def refuse_move(s: State, unit: Unit, answer: Move) -> Refusal | None:
    """8-a, 8-l. Why a move is not lawful, other chapters included; the manoeuvre at fault is named."""
    found = judge_move(s, unit, answer)
    return found if isinstance(found, Refusal) else None


def judge_move(s: State, unit: Unit, answer: Move, begun: Begun | None = None) -> Walk | Refusal:
    """5-d, 5-i, 8-a, 8-g, 8-n. The walk of a lawful move to its end, or why it is none.

    Many moves of one unit that are judged together share what they begin with in `begun`.
    """
    path = answer.path
    if not path and unit.at is not None and not answer.forced:
        return Walk(s, unit)
    if refusal := marching.refuse_march(s, unit, answer):
        return at_fault(refusal, 0, unit.id)
    if unit.out:
        if stray := [number for number, step in enumerate(path) if not isinstance(step, Follow)]:
            return at_fault(no("5-d", "out_of_command", name=unit.name), stray[0], unit.id)
    if answer.forced and is_engaged(s, unit):
        return at_fault(no("8-g", "engaged", name=unit.name), 0, unit.id)
    if steps := [number for number, step in enumerate(path) if isinstance(step, Back | Sideways)]:
        if is_in_charge_distance(s, unit):
            return at_fault(no("8-n", "enemy_in_charge_distance", name=unit.name), steps[0], unit.id)
    walk = walk_of(s, unit, answer) if begun is None else _begun(s, unit, answer, begun)
    if isinstance(walk, Refusal):
        return at_fault(walk, 0, unit.id)
    if refusal := walk.take(path if begun is None or len(path) != 2 else path[1:]):
        return refusal
    if refusal := refuse_end(s, unit, walk.unit):
        return at_fault(refusal, len(path) - 1, unit.id)
    return walk


def _begun(s: State, unit: Unit, answer: Move, begun: Begun) -> Walk | Refusal:
    """8-l: the walk of a move of two manoeuvres after the first of them, of any other before its first."""
    path = answer.path
    opening = path[0] if len(path) == 2 else None
    if unit.at is None or isinstance(opening, To) or any(isinstance(step, Follow) for step in path):
        walk = walk_of(s, unit, answer)
        if opening is None or isinstance(walk, Refusal):
            return walk
        return walk.step(opening) or walk
    key = (answer.forced, opening)
    if key not in begun:
        fresh = walk_of(s, unit, answer)
        begun[key] = fresh if opening is None or isinstance(fresh, Refusal) else fresh.step(opening) or fresh
    found = begun[key]
    return found if isinstance(found, Refusal) else found.fork()


def walk_of(s: State, unit: Unit, answer: Move, *, clip: bool = False, forced: bool | None = None) -> Walk | Refusal:
    """8-f, 8-aa. The walk of a move: half as far again forced or on a road, twice as far both (or the larger)."""
    on = unit
    if unit.at is None:
        entered = enter(s, unit, answer)
        if isinstance(entered, Refusal):
            return entered
        on = entered
    follows = bool(answer.path) and all(
        isinstance(step, Follow) and step.road in s.ground.pieces for step in answer.path
    )
    hurried = answer.forced if forced is None else forced
    faster = (1, 1)
    if hurried and follows and s.options["road_forced"] == "add":
        faster = (2, 1)
    elif hurried or follows:
        faster = (3, 2)
    return Walk(s, on, faster, clip)


def enter(s: State, unit: Unit, answer: Move) -> Unit | Refusal:
    """5-j, 3-b. A unit enters at a point of its own edge, facing inward; its move is counted from there."""
    edge = s.edges[unit.side]
    wide, high = s.ground.size
    if answer.enter is None:
        return no("5-j", "say_where_it_enters", name=unit.name)
    x, y = answer.enter
    if marching.is_marching(s, unit):
        return marching.entering(s, unit)
    line = {"south": y == 0, "north": y == high, "west": x == 0, "east": x == wide}
    if not line[edge] or not 0 <= x <= wide or not 0 <= y <= high:
        return no("5-j", "not_on_its_edge", name=unit.name, edge=edge)
    entering = unit.copy()
    entering.at = (x, y)
    entering.facing = {"south": 0, "north": 18000, "west": 9000, "east": 27000}[edge]
    entering.settle()
    return entering


def refuse_end(s: State, before: Unit, after: Unit) -> Refusal | None:
    """7-g, 12-i, 5-f, 5-j, 5-ch2, 5-ch12. What is against where a move ends."""
    if any(touches(after.pose, pose) for pose in s.enemies_known(after.side)[1]):
        return no("7-g", "ends_at_enemy")
    held = "12-i" if before.state == SHAKEN else characters.bound_to_hold(s, before) if s.generals else None
    moves = before.at is not None and after.pose[:2] != before.pose[:2]
    if held is not None and moves and nears_the_enemy(s, before, after.pose):
        return no(held, "shaken_approaches" if held == "12-i" else "general_holds", name=before.name)
    general = commander_of(s, before)
    place = None if general is None else s.place_of(general)
    if general is None or place is None:
        return None
    if before.arriving and before.at is not None and after.pose != before.pose:
        if to_point(after.pose, *place) >= to_point(before.pose, *place):
            return no("5-j", "away_from_general", name=before.name)
    elif not is_in_command(s, general) and after.pose != before.pose:
        if to_point(after.pose, *place) > wide_radius(s, general):
            return no("5-f", "beyond_its_general", name=before.name, radius=wide_radius(s, general))
    return None


def nears_the_enemy(s: State, unit: Unit, there: Pose) -> bool:
    """12-i, 5-ch2. Whether a unit comes nearer to the nearest enemy in view by going there."""
    seen = s.enemies_known(unit.side)[1]
    if not seen:
        return False
    return min(distances(there, seen)) < min(distances(unit.pose, seen))


def is_engaged(s: State, unit: Unit) -> bool:
    """8-g. An enemy is nearer than 10 inches, or could charge the unit or fire at it."""
    enemies, poses = s.enemies_known(unit.side)
    if any(distance(unit.pose, pose) < ENGAGED for pose in poses):
        return True
    return any(can_charge(s, enemy, unit) or can_fire_at(s, enemy, unit) for enemy in enemies)


def is_in_charge_distance(s: State, unit: Unit) -> bool:
    """8-n. An enemy that may charge the unit has it in its sector and within its reach."""
    return any(can_charge(s, enemy, unit) for enemy in s.enemies_known(unit.side)[0])


def refuse_reorder(s: State, unit: Unit, answer: Reorder) -> Refusal | None:
    """8-ad. Only who is disordered reorders: on the spot, or straight back up to one move."""
    if unit.disorder != "reorder":
        return no("8-ad", "in_order", name=unit.name)
    if answer.formation is not None and not disorder.may_take(s, unit, answer.formation):
        return at_fault(no("8-ad", "not_its_formation", formation=answer.formation), 0, unit.id)
    if answer.back > rate(unit):
        return at_fault(no("8-ad", "too_far", left=rate(unit)), 0, unit.id)
    walk = Walk(s, unit)
    if answer.back:
        if refusal := walk.go((unit.facing + 18000) % 36000, answer.back, 1) or walk.ends():
            return at_fault(refusal, 0, unit.id)
    after = walk.unit
    changes = answer.formation not in (None, after.formation)
    in_rough = ground.is_difficult(s, after, after.pose)
    disorder.reform_in_place(after, answer.formation)
    if changes and (in_rough or ground.is_difficult(s, after, after.pose)):
        return at_fault(no("8-s", "disordered_here"), 0, unit.id)
    if refusal := walk.fits() or walk.ends():
        return at_fault(refusal, 0, unit.id)
    return None


# -- what is done -----------------------------------------------------------------------------------------------------


def carry_out(s: State, answer: Any) -> Script:
    """8-a. A lawful answer is carried out."""
    if answer.unit in s.generals:
        generals.move(s, s.generals[answer.unit], answer)
        return
    unit = s.units[answer.unit]
    if isinstance(answer, Reorder):
        reorder(s, unit, answer)
    elif isinstance(answer, Dig):
        s.change(unit, digging=True, moved=True)
    elif isinstance(answer, Demolish):
        s.change(unit, moved=True, digging=False)
        s.demolitions = {**s.demolitions, unit.id: answer.piece}
    elif isinstance(answer, Crew):
        engineers.crew(s, unit, answer)
        s.change(s.units[unit.id], moved=True)
    else:
        yield from move(s, unit, answer)


def reorder(s: State, unit: Unit, answer: Reorder) -> None:
    """8-ad. The unit spends the turn reordering; it is in order again at the end of it."""
    before = pose_said(unit)
    if answer.back:
        pose = shift(unit.pose, (unit.facing + 18000) % 36000, answer.back)
        unit = s.change(unit, at=(pose[0], pose[1]))
        tell_of(s, "moved", "8-ad", unit, why="move", distance=answer.back, **{"from": before, "to": pose_said(unit)})
    disorder.restore(s, s.change(unit, moved=True, no_move=True), answer.formation)


def move(s: State, unit: Unit, answer: Move) -> Script:
    """8-a, 8-f, 13-b. The move of a unit, after the tests that it needs first."""
    if s.weather == "bad" and answer.path:
        tested = yield from take_test(s, unit, "weather")
        if not tested.passed:
            s.change(s.units[unit.id], moved=True)
            return
    forced = answer.forced
    if forced:
        forced = yield from force_march(s, s.units[unit.id])
    unit = s.units[unit.id]
    walk = walk_of(s, unit, answer, clip=answer.forced and not forced, forced=forced)
    assert isinstance(walk, Walk)
    if answer.path and unit.hidden:
        yield from hidden.come_to_light(s, unit, "moved")
    yield from go(s, s.units[unit.id], walk, answer.path)
    guns_left.take(s, s.units[unit.id])
    yield from generals.capture_alone(s, s.units[unit.id])


def go(s: State, unit: Unit, walk: Walk, path: Sequence[Manoeuvre]) -> Script:
    """8-a, 13-g. The unit goes its way up to where it meets a hidden enemy; it then goes on as it likes, or stops."""
    while True:
        part, met = discovery.until_found(s, walk, path)
        walk.take(part)
        arrive(s, unit, walk)
        yield from hidden.found(s)
        if not met or walk.spent:
            return
        unit = s.units[unit.id]
        walk = walk.twin()
        answer = yield discovery.go_on_question(s, walk, path[len(part) :])
        if not isinstance(answer, GoOn) or not answer.path:
            return
        path = answer.path


def force_march(s: State, unit: Unit) -> Script:
    """8-f, 12-b, 5-ch8. A test before each forced march, but the first under a Rapido; whether the unit goes faster."""
    if has(commander_of(s, unit), "rapido") and not unit.forced_free:
        s.change(unit, forced_free=True)
        return True
    tested = yield from take_test(s, unit, "forced_march")
    if not tested.passed and tested.face == 1:
        shaken = s.change(s.units[unit.id], state=SHAKEN, shaken_since=s.turn)
        tell_of(s, "state", "8-f", shaken, state=SHAKEN, why="forced_march")
    return tested.passed


def arrive(s: State, unit: Unit, walk: Walk) -> None:
    """8-a, 8-s, 8-t. The unit stands where its walk has ended; what has become of it on the way is told."""
    after = walk.unit
    moved = s.change(
        unit,
        at=after.at,
        facing=after.facing,
        formation=after.formation,
        files=after.files,
        ranks=after.ranks,
        mounted=after.mounted,
        forming=after.forming,
        disorder=after.disorder,
        moved=True,
    )
    if unit.at is None or moved.pose != unit.pose:
        why = "enter" if unit.at is None else "move"
        origin = pose_said(unit)
        tell_of(s, "moved", "8-a", moved, why=why, distance=walk.gone, **{"from": origin, "to": pose_said(moved)})
    if moved.formation != unit.formation:
        tell_of(s, "formed", "8-j", moved, formation=moved.formation, why=after.disorder or "formed")
    if moved.disorder != unit.disorder:
        kind = "reordered" if moved.disorder is None else "disordered"
        tell_of(s, kind, "8-t" if moved.disorder is None else "8-s", moved, why="ground")


def pose_said(unit: Unit) -> Plain:
    """Where a unit stands, as events tell it."""
    at = None if unit.at is None else list(unit.at)
    return {"at": at, "facing": unit.facing, "formation": unit.formation}
