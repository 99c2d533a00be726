"""Several pieces that move as one: what each has to do so that their line is kept, and the order in which they can go.

The first of them leads, and a path says what the line does. Straight steps are the same for all. A wheel is one of the
whole line about its outer corner, so that whoever stands farther out goes on after his own wheel until he is in line
again. Skirmishers, squares and generals go where the line takes them. The rules of movement judge every move, each with
those before it already carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from quadrilatero.games.vivaorre import ways
from quadrilatero.games.vivaorre.answers import Advance, Back, Follow, Manoeuvre, Move, Oblique, Sideways, To, Wheel
from quadrilatero.games.vivaorre.rules import generals, moving
from quadrilatero.games.vivaorre.rules.manoeuvres import FIRST, HANDS, OBLIQUE, Walk
from quadrilatero.games.vivaorre.said import SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.snapping import notes
from quadrilatero.games.vivaorre.state import General, Pose, State, Unit
from quadrilatero.games.vivaorre.telling import no
from quadrilatero.kernel import Plain, Refusal, Seat
from quadrilatero.kernel.ask import plain_refusal
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.trial import aside
from quadrilatero.table import LEFT, TOUCH, bearing, corners, shift, span, wheel

EXPECTED = 'expected {"look": "group", "units", "path", "forced", "forms"}'
FULL = 36000
MOST = 40
"""How many pieces may be moved at once."""
HAIR = 3
"""The room left between neighbours who wheel: places are whole numbers, and nobody may be in another's way for that."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a line is to do; the first of its units leads."""

    units: list[str]
    path: list[Manoeuvre] = []
    forced: bool = False
    forms: bool = False


class Gone(NamedTuple):
    """A piece that has gone its way on a trial table: its answer, and how it stands after its walk."""

    id: str
    answer: Move
    walk: Walk | None


class March(NamedTuple):
    """How an order goes for everybody: who goes, in their order, and who cannot, with the reason."""

    gone: list[Gone]
    refused: dict[str, Refusal]


def follow(s: State, seat: Seat | None, query: Plain) -> Plain:
    """Where a line gets to as far as all who can do it at all can go, who holds it up, and who cannot follow it."""
    order = _read(query)
    body = [_member(s, seat, id) for id in dict.fromkeys(order.units)]
    lead = body[0]
    if not isinstance(lead, Unit):
        raise BadQuery("units: a unit on the table leads the others")
    path, march, slowest = _longest(s, body, order)
    return {
        "path": [ways.plain(step) for step in path],
        "members": [
            *(_told(s, gone.id, gone, None) for gone in march.gone),
            *(_told(s, id, None, refusal) for id, refusal in march.refused.items()),
        ],
        "slowest": None if slowest is None else slowest[0],
        "refusal": None if slowest is None else plain_refusal(slowest[1]),
        "forms": ways.formations(s, lead.side, lead, Move(lead.id, path, order.forced)) if order.forms else [],
    }


def _read(query: Plain) -> Order:
    try:
        order = msgspec.convert({key: value for key, value in query.items() if key != "look"}, Order)
    except msgspec.ValidationError as error:
        raise BadQuery(f"{EXPECTED}: {error}") from None
    if not 1 <= len(order.units) <= MOST:
        raise BadQuery(f"units: 1 to {MOST} of your own")
    if any(isinstance(step, To) for step in order.path):
        raise BadQuery("path: a line advances, obliques, wheels …; only single units go `to` a place")
    return order


def _member(s: State, seat: Seat | None, id: str) -> Unit | General:
    piece = s.units.get(id) or s.generals.get(id)
    if piece is None or piece.side != seat:
        raise BadQuery("units: name your own")
    return piece


def _told(s: State, id: str, gone: Gone | None, refusal: Refusal | None) -> Plain:
    """One of the line as pages show it: the answer to give, and its ghost."""
    told: Plain = {
        "unit": id,
        "answer": None,
        "pose": None,
        "refusal": plain_refusal(refusal),
        "steps": [],
        "notes": [],
    }
    if gone is None:
        return told
    told["answer"] = ways.written(gone.answer)
    if gone.walk is None:
        goal = gone.answer.path[0]
        assert isinstance(goal, To)
        return {**told, "pose": [*goal.at, 0, 1000, 1000]}
    return {**told, **ways.stood(gone.walk), "notes": notes(s, s.units[id], gone.walk.unit)}


# -- as far as all can go ---------------------------------------------------------------------------------------------


def _longest(
    s: State, body: list[Unit | General], order: Order
) -> tuple[list[Manoeuvre], March, tuple[str, Refusal] | None]:
    """The path with its last manoeuvre cut to what all can do who can do any of it; who would be stopped first."""
    path = order.path
    whole = _march(s, body, path, order.forced)
    name = "by" if path and hasattr(path[-1], "by") else "angle" if path and hasattr(path[-1], "angle") else None
    if not whole.refused or name is None:
        return path, whole, None

    def cut(to: int) -> list[Manoeuvre]:
        return [*path[:-1], msgspec.structs.replace(path[-1], **{name: to})]

    unable = _march(s, body, cut(1), order.forced).refused
    able = [one for one in body if one.id not in unable]
    most = getattr(path[-1], name)
    if not able or not whole.refused.keys() - unable.keys():
        return path, _march(s, able, path, order.forced)._replace(refused=unable), None
    low, high = 1, most
    stopped = [refusal.data.get("left", most) for id, refusal in whole.refused.items() if id not in unable]
    guesses = [min(stopped) + 1, min(stopped)]
    while high - low > 1:
        guess = guesses.pop() if guesses else 0
        tried = guess if low < guess < high else (low + high) // 2
        if _march(s, able, cut(tried), order.forced).refused:
            high = tried
        else:
            low = tried
    beyond = _march(s, able, cut(high), order.forced).refused
    found = _march(s, able, cut(low), order.forced)._replace(refused=unable)
    # Who only waits for others to make room is not the one that holds up the line.
    return cut(low), found, min(beyond.items(), key=lambda stopped: stopped[1].rule == "8-q", default=None)


def _march(s: State, body: Sequence[Unit | General], path: list[Manoeuvre], forced: bool) -> March:
    """Everybody goes on a trial table, those in front first; who is in the way of others goes before them."""
    trial = aside(s)
    answers = _answers(s, body, path, forced)
    waiting = list(answers)
    march = March([], {})
    while waiting:
        march.refused.clear()
        for id in waiting:
            went = _go(trial, answers[id])
            if isinstance(went, Refusal):
                march.refused[id] = went
            else:
                march.gone.append(Gone(id, answers[id], went))
        if len(march.refused) == len(waiting):
            break
        waiting = list(march.refused)
    return march


def _go(trial: State, answer: Move) -> Walk | Refusal | None:
    """One of them makes its move on the trial table, or says why it cannot."""
    if general := trial.generals.get(answer.unit):
        refusal = generals.refuse_move(trial, general, answer)
        if refusal is None:
            generals.move(trial, general, answer)
        return refusal
    unit = trial.units[answer.unit]
    if unit.at is None:
        return no("5-j", "say_where_it_enters", name=unit.name)
    if refusal := moving.refuse(trial, unit.side, answer):
        return refusal
    walk = moving.judge_move(trial, unit, answer)
    if isinstance(walk, Walk):
        moving.arrive(trial, unit, walk)
    return walk


# -- what each has to do ----------------------------------------------------------------------------------------------


def _answers(s: State, body: Sequence[Unit | General], path: list[Manoeuvre], forced: bool) -> dict[str, Move]:
    """The move of each, those in front first; a general who is with a unit, or has nowhere to go, has none."""
    lead = next((one for one in body if isinstance(one, Unit) and one.at is not None), None)
    if lead is None:
        return {one.id: Move(one.id, path, forced) for one in body if isinstance(one, Unit)}
    pivot = _pivot(lead, body, path)
    places = {one.id: (one.at[0], one.at[1]) for one in body if one.at is not None}
    out = sorted(places, key=lambda id: span(*pivot, *places[id])) if pivot is not None else []
    goal = _goal(lead.pose, path, pivot)
    dx, dy = goal[0] - lead.pose[0], goal[1] - lead.pose[1]
    found: dict[str, Move] = {}
    for one in sorted(
        body, key=lambda one: -sum(a * b for a, b in zip(places.get(one.id, ()), (dx, dy), strict=False))
    ):
        if isinstance(one, Unit):
            found[one.id] = Move(
                one.id, _own_path(s, one, path, pivot, HAIR * out.index(one.id) if one.id in out else 0), forced
            )
        elif one.at is not None and (dx or dy):
            found[one.id] = Move(one.id, [To([one.at[0] + dx, one.at[1] + dy])])
    return found


def _pivot(lead: Unit, body: Sequence[Unit | General], path: list[Manoeuvre]) -> tuple[int, int] | None:
    """The corner that a line wheels on: the outermost of its front corners on that side, as its leader sees it."""
    turning = next((step for step in path if isinstance(step, Wheel)), None)
    if turning is None:
        return None
    out = shift((0, 0, 0, 1, 1), (lead.facing + (27000 if turning.side == "left" else 9000)) % FULL, 1000)
    fronts = [corners(one.pose) for one in body if isinstance(one, Unit) and one.at is not None]
    at = 0 if turning.side == "left" else 2
    return max(((c[at], c[at + 1]) for c in fronts), key=lambda point: point[0] * out[0] + point[1] * out[1])


def _swung(pose: Pose, step: Wheel, pivot: tuple[int, int]) -> Pose:
    """Where a footprint gets to when the line it stands in wheels about a point."""
    x, y = pivot
    far = span(x, y, pose[0], pose[1])
    if far:
        hand = HANDS[step.side]
        arm = bearing(x, y, pose[0], pose[1])
        facing = (arm - 9000 if hand == LEFT else arm + 9000) % FULL
        x, y = wheel((pose[0], pose[1], facing, 2 * far, 1), hand, step.angle)[:2]
    turned = (pose[2] - step.angle if step.side == "left" else pose[2] + step.angle) % FULL
    return x, y, turned, pose[3], pose[4]


def _goal(pose: Pose, path: list[Manoeuvre], pivot: tuple[int, int] | None) -> Pose:
    """Where a footprint would stand if nothing were in its way."""
    for step in path:
        if isinstance(step, Wheel) and pivot is not None:
            pose = _swung(pose, step, pivot)
        elif isinstance(step, Advance | Follow):
            pose = shift(pose, pose[2], step.by)
        elif isinstance(step, Back):
            pose = shift(pose, (pose[2] + 18000) % FULL, step.by)
        elif isinstance(step, Sideways):
            pose = shift(pose, (pose[2] + (27000 if step.side == "left" else 9000)) % FULL, step.by)
        elif isinstance(step, Oblique):
            pose = shift(pose, (pose[2] + (-step.angle if step.side == "left" else step.angle)) % FULL, step.by)
    return pose


def _own_path(s: State, unit: Unit, path: list[Manoeuvre], pivot: tuple[int, int] | None, room: int) -> list[Manoeuvre]:
    """The manoeuvres by which one unit follows its line, with so much room to those nearer to the pivot."""
    if unit.at is None:
        return path
    alone = Walk(s, unit)
    alone.friends, alone.enemies, alone.foes = [], [], []
    found: list[Manoeuvre] = []
    closing: list[Manoeuvre] = []
    for step in path:
        if not isinstance(step, FIRST):
            break
        before = alone.unit.pose
        if isinstance(step, Wheel) and pivot is not None:
            goal = _swung(before, step, pivot)
            goal = shift(goal, (goal[2] + (9000 if step.side == "left" else 27000)) % FULL, room)
            if alone.unit.formation in (SKIRMISH, SQUARE):
                continue
            closing = _closing(unit, wheel(before, HANDS[step.side], step.angle), goal)
        alone.step(step)
        found.append(step)
    rest = path[len([step for step in path if isinstance(step, FIRST)]) :]
    if alone.unit.formation in (SKIRMISH, SQUARE) and (rest or pivot is not None):
        goal = _goal(alone.unit.pose, [step for step in path if isinstance(step, Wheel) or step in rest], pivot)
        return [*found, To([goal[0], goal[1]], goal[2])]
    return [*found, *closing, *rest]


def _closing(unit: Unit, pose: Pose, goal: Pose) -> list[Manoeuvre]:
    """How a unit that has wheeled by itself gets into its line: off the straight where it may, else straight on."""
    far = span(pose[0], pose[1], goal[0], goal[1])
    if far <= TOUCH:
        return []
    off = (bearing(pose[0], pose[1], goal[0], goal[1]) - pose[2] + FULL // 2) % FULL - FULL // 2
    if unit.is_foot and unit.is_regular and abs(off) <= OBLIQUE:
        return [Oblique("left" if off < 0 else "right", abs(off), far)] if off else [Advance(far)]
    tip = shift((0, 0, 0, 1, 1), off % FULL, far)
    return [Advance(tip[1])] if tip[1] > 0 else []
