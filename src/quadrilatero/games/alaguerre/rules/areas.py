"""Chapter 5.5: areas and works: going into them, occupying them, leaving them."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import Occupy
from quadrilatero.games.alaguerre.ground import BUILT, HELD, WAR_WORKS, Piece
from quadrilatero.games.alaguerre.records import ALL, Occupation
from quadrilatero.games.alaguerre.rules.formations import Unit
from quadrilatero.games.alaguerre.rules.obstacles import is_at
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import no
from quadrilatero.kernel import Refusal
from quadrilatero.table import (
    TOUCH,
    along,
    bearing,
    centre,
    into,
    leave_edge,
    overlaps_any,
    overlaps_ground,
    shift,
    to_line,
    turn,
)


def is_at_edge(pose: Pose, piece: Piece) -> bool:
    """5.5.1-a. Whether a unit touches the edge of an area."""
    return any(to_line(pose, (*shape, shape[0])) <= TOUCH for shape in piece.shapes)


def within(s: State, piece: str) -> list[Base]:
    """5.5-d. Who is in an area, of either side."""
    return [base for base in s.on_table() if base.inside == piece]


def entering(s: State, unit: Unit, pose: Pose, id: str) -> Pose | Refusal:
    """5.5.1-a, 5.5.1-b, 5.5-c, 5.5-d. Where a unit stands that goes into an area, or why it cannot."""
    piece = s.ground.pieces.get(id)
    if piece is None or piece.type not in BUILT:
        return no("5.5.1-b" if piece is not None and piece.line else "5.5-c", "cannot_be_entered", piece=id)
    if not is_at_edge(pose, piece):
        return no("5.5.1-a", "not_at_its_edge", piece=piece.called)
    if any(base.side != unit.side for base in within(s, id)):
        return no("5.5-d", "enemies_inside", piece=piece.called)
    if not has_room(s, unit, piece):
        return no("5.5-d", "no_room", piece=piece.called)
    shape = next(shape for shape in piece.shapes if to_line(pose, (*shape, shape[0])) <= TOUCH)
    there = into(shape, pose)
    taken = [base.pose for base in within(s, id)]
    while overlaps_any(there, taken) >= 0:
        aside = shift(there, (there[2] + 9000) % 36000, there[3])
        if not overlaps_ground(aside, shape):
            return no("5.5-d", "no_room", piece=piece.called)
        there = aside
    return there


def holds_both(s: State, unit: Unit, friend: Base) -> bool:
    """5.3.5-a. Whether a friend is in houses or works that could hold a unit as well: then it may pass."""
    piece = None if friend.inside is None else s.ground.pieces.get(friend.inside)
    return piece is not None and has_room(s, unit, piece)


def has_room(s: State, unit: Unit, piece: Piece) -> bool:
    """5.5-d. Whether an area can hold a unit besides those who are in it."""
    room = piece.capacity
    if (room.order == "open") != unit.is_open and room.order != "any":
        return False
    inside = within(s, piece.id)
    guns = sum(base.is_guns for base in inside) + (len(unit.bases) if unit.is_guns else 0)
    others = sum(not base.is_guns for base in inside) + (0 if unit.is_guns else len(unit.bases))
    if room.either:
        return guns + others <= max(room.foot, room.guns)
    return guns <= room.guns and others <= room.foot


def leaving(s: State, unit: Unit, id: str, side: int) -> Pose | Refusal:
    """5.5.1-c. Outside an area, parallel to one of its sides and touching it, facing away."""
    piece = s.ground.pieces.get(id)
    if piece is None or unit.bases[0].inside != id:
        return no("5.5.1-c", "not_inside", piece=id)
    sides = [(shape, number) for shape in piece.shapes for number in range(len(shape))]
    if side >= len(sides):
        return no("5.5.1-c", "no_such_side", piece=piece.called, side=side)
    shape, number = sides[side]
    return leave_edge(shape, number, unit.pose[3], unit.pose[4])


# -- occupying (5.5.2) ------------------------------------------------------------------------------------------------


def refuse_occupy(s: State, unit: Unit, answer: Occupy) -> Refusal | None:
    """5.5-c. Why a unit cannot occupy a piece of ground, at these sides."""
    found = occupied(s, unit, answer)
    return found if isinstance(found, Refusal) else None


def occupied(s: State, unit: Unit, answer: Occupy) -> tuple[Pose, Occupation] | Refusal:
    """5.5.2-a, 5.5.2-b, 5.5.3-b. How a unit stands that occupies a piece of ground, or why it cannot."""
    piece = s.ground.pieces.get(answer.piece)
    if piece is None or piece.type not in HELD:
        return no("5.5-c", "cannot_be_occupied", piece=answer.piece)
    if not (unit.is_foot or unit.is_guns):
        return no("5.5.2-a", "only_foot_and_guns")
    if not unit.is_steady:
        return no("2.6.7-c", "not_in_this_state", state=unit.state)
    return along_line(s, unit, answer, piece) if piece.line else inside_area(s, unit, answer, piece)


def along_line(s: State, unit: Unit, answer: Occupy, piece: Piece) -> tuple[Pose, Occupation] | Refusal:
    """5.5.2-b, 5.5.2-d, 5.5.2-e. Parallel to a work and touching it, where it stands; war works from their own side."""
    if not is_at(unit.pose, piece):
        return no("5.5.2-b", "not_at_it", piece=piece.called)
    if piece.type in WAR_WORKS and piece.own not in (None, unit.side):
        return no("5.5.2-e", "not_its_own_side", piece=piece.called)
    x, y = centre(unit.pose)
    at_x, at_y, way = along(piece.line, x, y, 0)
    ahead_x, ahead_y, _, _, _ = shift((at_x, at_y, 0, 1, 1), way, 1000)
    left_of_it = (ahead_x - at_x) * (y - at_y) - (ahead_y - at_y) * (x - at_x) > 0
    facing = (way + (9000 if left_of_it else -9000)) % 36000
    pose = (at_x, at_y, facing, unit.pose[3], unit.pose[4])
    return shift(pose, (facing + 18000) % 36000, piece.width // 2), Occupation(piece.id)


def inside_area(s: State, unit: Unit, answer: Occupy, piece: Piece) -> tuple[Pose, Occupation] | Refusal:
    """5.5.2-b, 5.5.2-c, 5.5.2-f. At two adjacent sides or all round; guns at one, in the act of unlimbering."""
    pose = unit.pose
    if unit.bases[0].inside != piece.id:
        there = entering(s, unit, pose, piece.id)
        if isinstance(there, Refusal):
            return there
        pose = there
    shape = piece.shapes[0]
    sides = answer.sides
    count = len(shape)
    if isinstance(sides, list) and any(side >= count for side in sides):
        return no("5.5.2-f", "no_such_side", piece=piece.called, side=max(sides))
    if unit.is_guns:
        if not isinstance(sides, list) or len(sides) != 1:
            return no("5.5.2-f", "guns_at_one_side", piece=piece.called)
        facing = leave_edge(shape, sides[0], pose[3], pose[4])[2]
        return turn(pose, facing - pose[2]), Occupation(piece.id, sides)
    if isinstance(sides, list):
        if len(sides) != 2 or (sides[1] - sides[0]) % count not in (1, count - 1):
            return no("5.5.2-f", "two_adjacent_sides", piece=piece.called)
        corner = shape[max(sides) if max(sides) - min(sides) == 1 else 0]
        x, y = centre(pose)
        return turn(pose, bearing(x, y, *corner) - pose[2]), Occupation(piece.id, sorted(sides))
    facing = pose[2] if answer.facing is None else answer.facing
    return turn(pose, facing - pose[2]), Occupation(piece.id, ALL)


def claim(s: State, unit: Unit, piece: Piece) -> None:
    """5.5.2-e. A work built for war that belongs to nobody is his who lines it first."""
    now = s.ground.pieces[piece.id]
    if now.type in WAR_WORKS and now.own is None:
        s.ground = s.ground.with_piece(replace(now.said, own=unit.side))
