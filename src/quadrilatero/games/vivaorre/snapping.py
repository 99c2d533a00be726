"""What a hand on the table means: the lawful move nearest to where a piece was put, and how far pieces can get.

Everything is judged by the rules of movement; a refusal's own figures say how far a manoeuvre may go.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Move
from quadrilatero.games.vivaorre.rules import charges, generals, moving
from quadrilatero.games.vivaorre.rules.charge_moves import ON, Way, reach, ride
from quadrilatero.games.vivaorre.rules.command import is_commanded
from quadrilatero.games.vivaorre.rules.contact import is_within
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, GENERAL, rate
from quadrilatero.games.vivaorre.rules.threats import can_fire_at
from quadrilatero.games.vivaorre.said import BATTERY, LIMBERED, MARCH, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import General, Pose, State, Unit
from quadrilatero.kernel import Plain, Refusal, Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import LEFT, RIGHT, TOUCH, along, bearing, in_arc, shift, span, wheel
from quadrilatero.table.aiming import FULL, Goal, as_seen, lined_up, wheel_to
from quadrilatero.table.measure import apart

ATTEMPTS = 4
"""How often a path is cut by what its refusal allows before it is given up."""
STEP = 500
"""The angle between two bearings in which reach is looked for."""


class Intent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player has put a piece."""

    unit: str
    at: tuple[int, int]
    facing: int | None = None
    formation: str | None = None
    forced: bool = False


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose reach is to be painted."""

    unit: str
    forced: bool = False
    charge: bool = False


# -- snap -------------------------------------------------------------------------------------------------------------


def snap(s: State, seat: Seat, said: Plain) -> Plain:
    """The lawful move that comes nearest to where a piece was put, and how it would stand then."""
    intent = _read(said, Intent)
    if general := s.generals.get(intent.unit):
        return _snap_general(s, seat, general, intent)
    unit = _own(s, seat, intent.unit)
    goal = Goal(intent.at[0], intent.at[1], None if intent.facing is None else intent.facing % FULL)
    best: tuple[int, Plain, Walk] | None = None
    start = unit if unit.at is not None else _at_edge(s, unit, goal)
    for aimed in (*_lined_up(s, start, goal), goal):
        for path in _paths(start, aimed, intent.formation):
            found = _lawful(s, unit, _move(s, unit, path, intent.forced, aimed))
            if found is not None and (best is None or aimed.miss(found[1].unit.pose) < best[0]):
                best = (aimed.miss(found[1].unit.pose), *found)
        if best is not None and (best[0] <= TOUCH or aimed is goal):
            break
        best = None
    if best is None:
        raise BadQuery("unit: it has no move to be drawn")
    return _told(s, unit, best[1], best[2])


def _at_edge(s: State, unit: Unit, goal: Goal) -> Unit:
    """A unit that is not on the table yet, where it would enter."""
    entered = moving.enter(s, unit, msgspec.convert(_move(s, unit, [], goal=goal), Move))
    return unit if isinstance(entered, Refusal) else entered


def _read(said: Plain, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        raise BadQuery(str(error)) from None


def _own(s: State, seat: Seat, id: str) -> Unit:
    unit = s.units.get(id)
    if unit is None or unit.side != seat:
        raise BadQuery("unit: name one of your own")
    return unit


def _move(s: State, unit: Unit, path: list[Plain], forced: bool = False, goal: Goal | None = None) -> Plain:
    plain: Plain = {"do": "move", "unit": unit.id, "path": path}
    if forced:
        plain["forced"] = True
    if unit.at is None and goal is not None:
        wide, high = s.ground.size
        x, y = min(max(goal.x, 0), wide), min(max(goal.y, 0), high)
        edge = s.edges[unit.side]
        plain["enter"] = {"south": [x, 0], "north": [x, high], "west": [0, y], "east": [wide, y]}[edge]
    return plain


def _lawful(s: State, unit: Unit, plain: Plain) -> tuple[Plain, Walk] | None:
    """A move cut until it is lawful, with the walk it leads to; None where nothing of it is."""
    for _ in range(ATTEMPTS):
        answer = msgspec.convert(plain, Move)
        refusal = moving.refuse_unit(s, unit)
        if refusal is not None:
            return None
        found = moving.judge_move(s, unit, answer)
        if isinstance(found, Walk):
            return plain, found
        plain = shortened(unit, plain, found)
    return None


def shortened(unit: Unit, plain: Plain, refusal: Refusal) -> Plain:
    """A path cut to what its refusal allows; straight ways to a place are cut on the way there."""
    at = refusal.data.get("at", 0)
    path = plain["path"]
    left = refusal.data.get("left")
    if at < len(path) and path[at]["go"] == "to" and left is not None:
        here = unit.pose
        goal = path[at]["at"]
        far = span(here[0], here[1], goal[0], goal[1])
        if 0 < left < far:
            cut = [here[i] + (goal[i] - here[i]) * (left - 1) // far for i in (0, 1)]
            return {**plain, "path": [*path[:at], {**path[at], "at": cut}]}
    if at < len(path) and path[at]["go"] == "to" and refusal.reason in ("on_others", "no_room", "turn_too_dear"):
        half = [(unit.pose[i] + path[at]["at"][i]) // 2 for i in (0, 1)]
        return {**plain, "path": [*path[:at], {"go": "to", "at": half}]}
    return proposals.clipped(plain, refusal)


def _paths(unit: Unit, goal: Goal, formation: str | None) -> Iterator[list[Plain]]:
    """Ways to try, the plainest first: straight, off the straight, back and aside, after a wheel; after any change."""
    first: list[Plain] = []
    formed = unit.copy()
    if formation is not None and formation != unit.formation:
        first = [{"go": "form", "formation": formation}]
        formed.formation = formation
        formed.settle()
    if formed.formation in (SKIRMISH, SQUARE):
        to: Plain = {"go": "to", "at": [goal.x, goal.y]}
        if goal.facing is not None and formed.formation == SKIRMISH and goal.facing != unit.facing:
            yield [*first, {**to, "facing": goal.facing}]
        yield [*first, to]
        yield first
        return
    yield first
    yield from _straight(first, formed, formed.pose, goal)
    for side, angle in _wheels(formed, goal):
        turned = wheel(formed.pose, LEFT if side == "left" else RIGHT, angle)
        head: list[Plain] = [*first, {"go": "wheel", "side": side, "angle": angle}]
        yield head
        yield from _straight(head, formed, turned, goal)
    if goal.facing is not None and apart(formed.facing, goal.facing) > 13500:
        yield [*first, {"go": "about"}]


def _straight(head: list[Plain], unit: Unit, pose: Pose, goal: Goal) -> Iterator[list[Plain]]:
    """On from a pose: straight ahead, obliquely, back, aside, as the goal lies."""
    ahead, aside = as_seen(pose, goal.x, goal.y)
    if ahead > 0:
        yield [*head, {"go": "advance", "by": ahead}]
    if not (unit.is_foot and unit.is_regular) or unit.formation == BATTERY:
        return
    side = "right" if aside > 0 else "left"
    angle = apart(pose[2], bearing(pose[0], pose[1], goal.x, goal.y))
    if 0 < angle <= 4500:
        yield [*head, {"go": "oblique", "side": side, "angle": angle, "by": max(1, span(0, 0, aside, ahead))}]
    elif angle > 4500 and abs(aside) > TOUCH:
        yield [*head, {"go": "sideways", "side": side, "by": abs(aside)}]
    if ahead < 0:
        yield [*head, {"go": "back", "by": -ahead}]


def _wheels(unit: Unit, goal: Goal) -> list[tuple[str, int]]:
    """The wheels to try: to the facing wanted, or so that straight on leads to the goal."""
    off = wheel_to(unit.pose, goal, 9000 if unit.formation in COLUMNS else 4500)
    return [("left" if off < 0 else "right", abs(off))] if off else []


def _lined_up(s: State, unit: Unit, goal: Goal) -> list[Goal]:
    """The goal moved into line with a neighbour of the same side whose flank and facing are near."""
    return lined_up(unit.pose, [friend.pose for friend in s.on_table(unit.side) if friend.id != unit.id], goal)


def _told(s: State, unit: Unit, plain: Plain, walk: Walk) -> Plain:
    """The answer, the pose it leads to, the mils left, who is touched, and what it brings with it."""
    after = walk.unit
    touched = [other.id for other in s.on_table() if other.id != unit.id and is_within(after.pose, other.pose, TOUCH)]
    return {
        "answer": plain,
        "pose": list(after.pose),
        "formation": after.formation,
        "left": walk.in_reach(1),
        "touches": touched,
        "notes": notes(s, unit, after),
    }


def notes(s: State, before: Unit, after: Unit) -> list[str]:
    """`disorder`: the ground makes a mass of it; `command`: out of its general's radius; `fire`: in an enemy's arc."""
    found = []
    if after.disorder == "ground" and before.disorder != "ground":
        found.append("disorder")
    if before.brigade is not None and not before.out and not is_commanded(s, after):
        found.append("command")
    enemies = [enemy for enemy in s.enemies_of(before.side) if not enemy.hidden]
    if any(in_arc(enemy.pose, after.pose) and can_fire_at(s, enemy, after) for enemy in enemies):
        found.append("fire")
    return found


def _snap_general(s: State, seat: Seat, general: General, intent: Intent) -> Plain:
    """The farthest that a general gets on the straight way; near to a unit of his side he joins it."""
    here = s.place_of(general)
    if general.side != seat or here is None:
        raise BadQuery("unit: name one of your own, on the table")

    def ride_to(share: int) -> Plain:
        at = [here[i] + (intent.at[i] - here[i]) * share // 1024 for i in (0, 1)]
        return {"do": "move", "unit": general.id, "path": [{"go": "to", "at": at}]}

    low, high = 0, 1024
    if generals.refuse_move(s, general, msgspec.convert(ride_to(1024), Move)) is None:
        low = 1024
    while high - low > 1:
        middle = (low + high) // 2
        if generals.refuse_move(s, general, msgspec.convert(ride_to(middle), Move)) is None:
            low = middle
        else:
            high = middle
    stay: Plain = {"do": "move", "unit": general.id, "path": []}
    plain = ride_to(low) if low else stay
    at: list[int] = plain["path"][0]["at"] if low else list(here)
    left = max(0, GENERAL - span(here[0], here[1], at[0], at[1]))
    return {"answer": plain, "pose": [*at, 0, 1000, 1000], "left": left, "touches": [], "notes": []}


# -- reach ------------------------------------------------------------------------------------------------------------


def regions(s: State, seat: Seat, said: Plain) -> Plain:
    """Where `at` can go, an outline for each kind of manoeuvre; for painting only."""
    wanted = _read(said, Wanted)
    if general := s.generals.get(wanted.unit):
        if general.side != seat:
            raise BadQuery("unit: name one of your own")
        return {"regions": _ride_around(s, general), "exact": False}
    unit = _own(s, seat, wanted.unit)
    if unit.at is None or (moving.refuse_unit(s, unit) is not None and not wanted.charge):
        return {"regions": [], "exact": False}
    found = _charge_fan(s, unit) if wanted.charge else list(_fans(s, unit, wanted.forced))
    return {"regions": [region for region in found if len(region["outline"]) > 1], "exact": False}


def _farthest(s: State, unit: Unit, path: list[Plain], forced: bool) -> Pose | None:
    """Where a path ends that goes on as far as it may."""
    found = _lawful(s, unit, _move(s, unit, path, forced))
    return None if found is None or len(found[0]["path"]) < len(path) else found[1].unit.pose


def _fans(s: State, unit: Unit, forced: bool) -> Iterator[Plain]:
    full = 2 * rate(unit)
    here = [unit.pose[0], unit.pose[1]]
    if unit.formation in (SKIRMISH, SQUARE):
        around = []
        for off in range(0, FULL, 3 * STEP):
            tip = shift(unit.pose, off, full)
            if end := _farthest(s, unit, [{"go": "to", "at": [tip[0], tip[1]]}], forced):
                around.append([end[0], end[1]])
        yield {"by": "to", "outline": around}
        return
    if ahead := _farthest(s, unit, [{"go": "advance", "by": full}], forced):
        yield {"by": "advance", "outline": [here, [ahead[0], ahead[1]]]}
    yield {"by": "wheel", "outline": _wheel_fan(s, unit, full, forced)}
    if unit.is_foot and unit.is_regular:
        yield {"by": "oblique", "outline": [here, *_oblique_fan(s, unit, full, forced)]}
        if back := _farthest(s, unit, [{"go": "back", "by": full}], forced):
            yield {"by": "back", "outline": [here, [back[0], back[1]]]}
        aside = [_farthest(s, unit, [{"go": "sideways", "side": side, "by": full}], forced) for side in proposals.HANDS]
        if ends := [[end[0], end[1]] for end in aside if end is not None]:
            yield {"by": "sideways", "outline": [here, *ends]}
    if unit.formation in (MARCH, LIMBERED):
        yield from _roads(s, unit, full, forced)


def _wheel_fan(s: State, unit: Unit, full: int, forced: bool) -> list[list[int]]:
    """From the farthest wheel to the left to the farthest to the right, and back by where it stands once turned."""
    most = 9000 if unit.formation in COLUMNS else 4500
    outer, inner = [], []
    for off in range(-most, most + 1, STEP if most == 4500 else 2 * STEP):
        side = "left" if off < 0 else "right"
        head: list[Plain] = [{"go": "wheel", "side": side, "angle": abs(off)}] if off else []
        end = _farthest(s, unit, [*head, {"go": "advance", "by": full}], forced)
        if end is not None:
            turned = unit.pose if not off else wheel(unit.pose, LEFT if off < 0 else RIGHT, abs(off))
            outer.append([end[0], end[1]])
            inner.append([turned[0], turned[1]])
    return [*outer, *reversed(inner)]


def _oblique_fan(s: State, unit: Unit, full: int, forced: bool) -> list[list[int]]:
    found = []
    for off in range(-4500, 4501, 2 * STEP - 100):
        if off:
            step: Plain = {"go": "oblique", "side": "left" if off < 0 else "right", "angle": abs(off), "by": full}
            if end := _farthest(s, unit, [step], forced):
                found.append([end[0], end[1]])
    return found


def _roads(s: State, unit: Unit, full: int, forced: bool) -> Iterator[Plain]:
    for piece in s.ground.lines:
        if piece.type == "road":
            end = _farthest(s, unit, [{"go": "follow", "road": piece.id, "by": full}], forced)
            if end is not None:
                middle = along(piece.line, *unit.pose[:2], 0)
                yield {"by": "follow", "outline": [[middle[0], middle[1]], [end[0], end[1]]]}


def _charge_fan(s: State, unit: Unit) -> list[Plain]:
    """7-c, 7-g: where a charge would end, wheel by wheel."""
    if charges.refuse_charger(s, unit) is not None:
        return []
    outline = [[unit.pose[0], unit.pose[1]]]
    for off in range(-4500, 4501, STEP):
        walk = Walk(s, unit, ON if unit.is_horse else (1, 1), charging=True)
        ride(walk, Way(("left" if off < 0 else "right") if off else None, abs(off), 0), 2 * reach(unit))
        outline.append([walk.unit.pose[0], walk.unit.pose[1]])
    return [{"by": "charge", "outline": outline}]


def _ride_around(s: State, general: General) -> list[Plain]:
    here = s.place_of(general)
    if here is None or generals.refuse_general(general) is not None:
        return []
    outline = []
    for off in range(0, FULL, 3 * STEP):
        tip = shift((here[0], here[1], 0, 1, 1), off, GENERAL)
        refusal = generals.refuse_ride(s, general, here[0], here[1], tip[0], tip[1])
        left = GENERAL if refusal is None else refusal.data.get("left", 0)
        end = shift((here[0], here[1], 0, 1, 1), off, left)
        wide, high = s.ground.size
        outline.append([min(max(end[0], 0), wide), min(max(end[1], 0), high)])
    return [{"by": "to", "outline": outline}]
