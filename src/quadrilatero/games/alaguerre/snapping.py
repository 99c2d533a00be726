"""What a hand on the table means: the lawful move nearest to where a piece was put, and how far pieces can get.

Everything is judged by the rules of movement; a manoeuvre that goes too far is cut to the longest that is lawful.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quadrilatero.games.alaguerre.answers import Move
from quadrilatero.games.alaguerre.proposals import HANDS, candidates
from quadrilatero.games.alaguerre.rules import charge, control_zone, general_moves, moving, terrain
from quadrilatero.games.alaguerre.rules.attack_ways import turned, widest
from quadrilatero.games.alaguerre.rules.command import is_in_radius, seat_for, seat_for_base
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import Unit, laid_out, named
from quadrilatero.games.alaguerre.rules.movement import OBLIQUE, Walk
from quadrilatero.games.alaguerre.rules.rates import GENERAL, charge_distance, move_of, wheel_of
from quadrilatero.games.alaguerre.rules.shots import may_measure
from quadrilatero.games.alaguerre.said import LIMBERED, UM
from quadrilatero.games.alaguerre.state import General, Pose, State
from quadrilatero.kernel import Plain, Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import TOUCH, apart, arc_length, bearing, shift, span
from quadrilatero.table.aiming import BACKWARD, FULL, Goal, as_seen, lined_up, longest, wheel_to

SHARES = 1024
"""Into how many parts the straight way of a general is divided to find the farthest that is lawful."""
STEP = 500
"""The angle between two bearings in which reach is looked for."""
Path = list[Plain]


class Intent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player has put a piece; `alone` takes a base out of its formation, `control` is a control move."""

    unit: str
    at: tuple[int, int]
    facing: int | None = None
    formation: str | None = None
    alone: bool = False
    control: bool = False


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose reach is to be painted."""

    unit: str
    charge: bool = False
    alone: bool = False
    control: bool = False


class Hand:
    """A unit in a player's hand: what of its paths is lawful now, in its division's turn or as a control move."""

    def __init__(self, s: State, id: str, unit: Unit, alone: bool, control: bool = False) -> None:
        self.s, self.id, self.unit, self.alone, self.control = s, id, unit, alone, control

    def may_act(self) -> bool:
        """5.1-d, 9.2.2-b: whether the unit has anything to do in the division in hand, or is under control."""
        if self.control:
            return True
        active = self.s.active
        return active is not None and moving.refuse_unit(self.s, self.unit, active, self.unit.side) is None

    def answer(self, path: Path) -> Plain:
        """The answer that such a path makes."""
        return {"do": "move", "unit": self.id, "path": path, **({"alone": True} if self.alone else {})}

    def walk(self, path: Path) -> Walk | None:
        """The walk of a lawful path; None where it is none."""
        active = self.s.active
        try:
            move = msgspec.convert(self.answer(path), Move)
        except msgspec.ValidationError:
            return None
        if self.control:
            walk = Walk(self.s, self.unit)
            return walk if walk.take(move.path) is None else None
        if active is None or (self.alone and moving.refuse_breaking(self.s, self.unit)):
            return None
        found = moving.judge_move(self.s, self.unit, active, move)
        return found if isinstance(found, Walk) else None

    def cut(self, path: Path) -> tuple[Path, Walk] | None:
        """A path with its last manoeuvre no longer than is lawful; None where nothing of it is."""
        if (whole := self.walk(path)) is not None:
            return path, whole
        last = path[-1]
        name = "by" if "by" in last else "angle" if "angle" in last else None
        if name is None:
            return None

        def shorter(to: int) -> Path:
            return [*path[:-1], {**last, name: to}]

        most = longest(last[name] - 1, lambda to: self.walk(shorter(to)) is not None)
        walk = self.walk(shorter(most)) if most > 0 else None
        return None if walk is None else (shorter(most), walk)


def own(s: State, seat: Seat, id: str, alone: bool = False) -> Unit | General:
    """3.4-a: the unit or general on the table that a seat decides for; raises BadQuery."""
    general = s.generals.get(id)
    if general is not None and general.is_there and seat_for(s, general) == seat:
        return general
    unit = named(s, id, alone)
    if unit is not None and all(base.at is not None for base in unit.bases):
        if seat_for_base(s, unit.bases[0]) == seat:
            return unit
    raise BadQuery("unit: name one of your own, on the table")


def _read(said: Plain, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError as error:
        raise BadQuery(str(error)) from None


# -- snap -------------------------------------------------------------------------------------------------------------


def snap(s: State, seat: Seat, said: Plain) -> Plain:
    """The lawful move that comes nearest to where a piece was put, and how it would stand then."""
    intent: Intent = _read(said, Intent)
    piece = own(s, seat, intent.unit, intent.alone)
    if isinstance(piece, General):
        return _snap_general(s, piece, intent)
    hand = Hand(s, intent.unit, piece, intent.alone, intent.control)
    if not hand.may_act():
        raise BadQuery("unit: it has no move now")
    goal = Goal(intent.at[0], intent.at[1], None if intent.facing is None else intent.facing % FULL)
    best: tuple[int, Path, Walk] | None = None
    friends = [base.pose for base in s.on_table(piece.side) if base.id not in piece.ids]
    for aimed in (*lined_up(piece.pose, friends, goal), goal):
        for path in _paths(hand, aimed, intent.formation):
            found = hand.cut(path)
            if found is not None and (best is None or aimed.miss(found[1].pose) < best[0]):
                best = (aimed.miss(found[1].pose), *found)
        if best is not None and (best[0] <= TOUCH or aimed is goal):
            break
        best = None
    if best is None:
        raise BadQuery("unit: it has no move to be drawn")
    return _told(hand, best[1], best[2])


def _paths(hand: Hand, goal: Goal, formation: str | None) -> Iterator[Path]:
    """Ways to try, the plainest first: straight, off the straight, back and aside, after a wheel; or a change."""
    s, unit = hand.s, hand.unit
    if formation is not None and formation != unit.bases[0].formation:
        yield [{"go": "form", "formation": formation}]
        return
    if unit.kind == LIMBERED:
        far = span(*unit.pose[:2], goal.x, goal.y)
        way = bearing(*unit.pose[:2], goal.x, goal.y)
        yield [_ride_of(hand, way, min(far, move_of(s, unit)))]
        return
    yield from _straight([], unit.pose, goal)
    off = wheel_to(unit.pose, goal, min(9000, widest(unit.pose, wheel_of(s, unit))))
    if off:
        side = "left" if off < 0 else "right"
        head: Path = [{"go": "wheel", "side": side, "angle": abs(off)}]
        yield head
        ahead, _ = as_seen(turned(unit.pose, (side, abs(off))), goal.x, goal.y)
        if ahead > 0:
            yield [*head, {"go": "advance", "by": ahead}]
    if goal.facing is not None and apart(unit.pose[2], goal.facing) > BACKWARD:
        yield [{"go": "about"}]


def _towards(pose: Pose, way: int, by: int) -> Plain:
    """5.2.2-a: the straight way of limbered guns."""
    return {"go": "to", "at": list(shift(pose, way, by)[:2])}


def _straight(head: Path, pose: Pose, goal: Goal) -> Iterator[Path]:
    """On from a pose: straight ahead, obliquely, back, aside, as the goal lies."""
    ahead, aside = as_seen(pose, goal.x, goal.y)
    side = "right" if aside > 0 else "left"
    angle = apart(pose[2], bearing(pose[0], pose[1], goal.x, goal.y))
    if ahead > 0:
        yield [*head, {"go": "advance", "by": ahead}]
    if 0 < angle <= OBLIQUE:
        yield [*head, {"go": "oblique", "side": side, "angle": angle, "by": max(1, span(0, 0, aside, ahead))}]
    elif angle > OBLIQUE and abs(aside) > TOUCH:
        yield [*head, {"go": "sideways", "side": side, "by": abs(aside)}]
    if ahead < 0:
        yield [*head, {"go": "back", "by": -ahead}]


def _told(hand: Hand, path: Path, walk: Walk) -> Plain:
    """The answer, the pose it leads to, how far it could still go, who is touched, and what it brings with it."""
    s, unit, change = hand.s, hand.unit, walk.change
    places = list((change.poses if change is not None else laid_out(unit, walk.pose)).values())
    others = [base for base in s.on_table() if base.id not in unit.ids]
    return {
        "answer": hand.answer(path),
        "pose": list(walk.pose),
        "formation": unit.kind if change is None else change.formation,
        "left": 0 if change is not None else max(0, walk.limit() - walk.gone),
        "touches": [base.id for base in others if any(touches(place, base.pose) for place in places)],
        "notes": notes(s, unit, walk),
    }


def notes(s: State, unit: Unit, walk: Walk) -> list[str]:
    """What a move brings with it.

    `disorder`: by the ground; `obstacle`: it goes over one, or stops at it; `zone`: in an enemy's zone of control;
    `command`: out of its general's radius, where that may be measured.
    """
    found = []
    if walk.gone and any(terrain.disorders(unit, piece) for piece in walk.slow_pieces()):
        found.append("disorder")
    if walk.obstacle is not None or walk.at_obstacle is not None:
        found.append("obstacle")
    if control_zone.is_in_zone(walk.pose, walk.zones):
        found.append("zone")
    general = s.commander(unit.bases[0].division)
    if general is not None and may_measure(s) and is_in_radius(general, unit.pose):
        if not is_in_radius(general, walk.pose):
            found.append("command")
    return found


def proposed(s: State, seat: Seat, id: str) -> list[Plain]:
    """Moves of a piece that are worth a thought, if it may act in the division in hand."""
    piece = own(s, seat, id)
    ready = _may_ride(s, piece) if isinstance(piece, General) else Hand(s, id, piece, alone=False).may_act()
    return candidates(s, s.active, id) if ready and s.active is not None else []


# -- reach ------------------------------------------------------------------------------------------------------------


def regions(s: State, seat: Seat, said: Plain) -> Plain:
    """Where `at` can go, an outline for each kind of manoeuvre; for painting only."""
    wanted: Wanted = _read(said, Wanted)
    piece = own(s, seat, wanted.unit, wanted.alone)
    if isinstance(piece, General):
        found = _ride_around(s, piece)
    elif wanted.charge:
        found = _charge_fan(s, piece)
    else:
        hand = Hand(s, wanted.unit, piece, wanted.alone, wanted.control)
        found = list(_fans(hand)) if hand.may_act() else []
    return {"regions": [region for region in found if len(region["outline"]) > 1], "exact": False}


def _fans(hand: Hand) -> Iterator[Plain]:
    s, unit = hand.s, hand.unit
    here, full = list(unit.pose[:2]), max(move_of(s, unit), UM)

    def ends(paths: list[Path]) -> list[list[int]]:
        found = [hand.cut(path) for path in paths]
        return [list(one[1].pose[:2]) for one in found if one is not None]

    if unit.kind == LIMBERED:
        yield {"by": "to", "outline": [_ride_of(hand, way, full)["at"] for way in range(0, FULL, 3 * STEP)]}
        return
    yield {"by": "advance", "outline": [here, *ends([[{"go": "advance", "by": full}]])]}
    yield {"by": "wheel", "outline": _wheel_fan(hand, full)}
    angles = [off for off in range(-OBLIQUE, OBLIQUE + 1, 2 * STEP - 100) if off]
    sides = [("left" if off < 0 else "right", abs(off)) for off in angles]
    aslant: list[Path] = [[{"go": "oblique", "side": side, "angle": angle, "by": full}] for side, angle in sides]
    yield {"by": "oblique", "outline": [here, *ends(aslant)]}
    yield {"by": "back", "outline": [here, *ends([[{"go": "back", "by": full}]])]}
    yield {"by": "sideways", "outline": [here, *ends([[{"go": "sideways", "side": side, "by": UM}] for side in HANDS])]}


def _ride_of(hand: Hand, way: int, full: int) -> Plain:
    """5.2.2-a: the farthest straight way of limbered guns in one direction."""
    pose = hand.unit.pose
    return _towards(pose, way, longest(full, lambda to: hand.walk([_towards(pose, way, to)]) is not None))


def _wheel_fan(hand: Hand, full: int) -> list[list[int]]:
    """From the farthest wheel to the left to the farthest to the right, and back by where it stands once turned."""
    outer, inner = [], []
    pose = hand.unit.pose
    most = min(9000, widest(pose, wheel_of(hand.s, hand.unit)))
    for off in (*range(-most, 0, 2 * STEP), 0, *range(most % (2 * STEP), most + 1, 2 * STEP)):
        side = "left" if off < 0 else "right"
        head: Path = [{"go": "wheel", "side": side, "angle": abs(off)}] if off else []
        found = hand.cut([*head, {"go": "advance", "by": full}])
        if found is not None:
            outer.append(list(found[1].pose[:2]))
            inner.append(list(turned(pose, (side, abs(off)))[:2]))
    return [*outer, *reversed(inner)]


def _charge_fan(s: State, unit: Unit) -> list[Plain]:
    """6-d, 6.2-b: how far a charge reaches at most, wheel by wheel, whoever stands there."""
    if charge.refuse_charger(unit, None) is not None:
        return []
    outline = [list(unit.pose[:2])]
    most = min(9000, widest(unit.pose, wheel_of(s, unit)))
    for off in (*range(-most, 0, STEP), 0, *range(most % STEP, most + 1, STEP)):
        there = turned(unit.pose, ("left" if off < 0 else "right", abs(off)))
        by = charge_distance(s, unit) - arc_length(unit.pose[3], abs(off))
        outline.append(list(shift(there, there[2], max(0, by))[:2]))
    return [{"by": "charge", "outline": outline}]


# -- generals ---------------------------------------------------------------------------------------------------------


def _rides(s: State, general: General, at: list[int]) -> bool:
    """5.2.1-a: whether a general may go straight to a place."""
    answer = msgspec.convert({"do": "move", "unit": general.id, "path": [{"go": "to", "at": at}]}, Move)
    return general_moves.refuse_move(s, general, answer) is None


def _may_ride(s: State, general: General) -> bool:
    """5.1-b: whether it is a general's turn to move."""
    active = s.active
    if active is None or general_moves.refuse_general(s, general) is not None:
        return False
    return any(one.id == general.id for one in moving.riders(s, active, general.side))


def _snap_general(s: State, general: General, intent: Intent) -> Plain:
    """5.2.1-a: the farthest that a general gets on the straight way."""
    here = general.at
    assert here is not None
    if not _may_ride(s, general):
        raise BadQuery("unit: it has no move now")

    def on_way(share: int) -> list[int]:
        return [here[i] + (intent.at[i] - here[i]) * share // SHARES for i in (0, 1)]

    share = SHARES if _rides(s, general, on_way(SHARES)) else longest(SHARES, lambda to: _rides(s, general, on_way(to)))
    at = on_way(share)
    if not _rides(s, general, at):
        raise BadQuery("unit: it has no move to be drawn")
    left = max(0, GENERAL - span(here[0], here[1], at[0], at[1]))
    plain: Plain = {"do": "move", "unit": general.id, "path": [{"go": "to", "at": at}]}
    return {"answer": plain, "pose": [at[0], at[1] + UM // 2, 0, UM, UM], "left": left, "touches": [], "notes": []}


def _ride_around(s: State, general: General) -> list[Plain]:
    here = general.at
    if here is None or not _may_ride(s, general):
        return []
    outline = []
    for way in range(0, FULL, 3 * STEP):
        ways = [list(shift((here[0], here[1], 0, 1, 1), way, by)[:2]) for by in range(0, GENERAL + 1, UM // 2)]
        outline.append(next((at for at in reversed(ways) if _rides(s, general, at)), list(here)))
    return [{"by": "to", "outline": outline}]
