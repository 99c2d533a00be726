"""Chapters 6 and 7: the way of a charge or an approach: its wheel, its speed, where it meets its target."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.alaguerre.answers import ChargeWheel
from quadrilatero.games.alaguerre.ground import BUILT, Piece
from quadrilatero.games.alaguerre.rules import interpenetration, obstacles, terrain
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.rules.movement import outline
from quadrilatero.games.alaguerre.rules.rates import move_of, wheel_of
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import no, tell_moved
from quadrilatero.kernel import Refusal
from quadrilatero.table import (
    LEFT,
    RIGHT,
    Side,
    arc_length,
    behind,
    first_touch,
    may_meet,
    overlaps,
    overlaps_any,
    shift,
    span,
    stretch_in,
    touching,
    wheel,
    wheel_touch,
)

FAR = 60_000
SECTOR = 4500
"""6-c, 7-b: how far the front sector opens on each side."""
STEP = 100
GRAIN, MOST_ON = 50, 6000
SIDES: dict[str, Side] = {"left": LEFT, "right": RIGHT}
Turn = tuple[str, int]
"""About which front corner, and by how much."""


def defenders(s: State, id: str, side: str) -> list[Base]:
    """6-b, 7-a. The enemies that a target means: a base, a great unit, those in a piece of ground."""
    if id in s.ground.pieces:
        return [
            base
            for base in s.on_table()
            if base.side != side and (base.inside == id or (base.occupies is not None and base.occupies.piece == id))
        ]
    base = s.bases.get(id)
    if base is None:
        return [one for one in s.on_table() if one.great == id and one.side != side]
    return [base] if base.at is not None and base.side != side else []


def target_unit(s: State, id: str, side: str) -> Unit | None:
    """6-b, 2.7.1-e. The unit that is attacked."""
    found = defenders(s, id, side)
    return unit_of(s, found[0]) if found else None


def charged_on(charger: Pose, target: Unit, s: State) -> str:
    """6.2.2-a, 10.2.2-d. Astride the target's rear line a charge is on the flank, wholly beyond it on the rear."""
    base = target.bases[0]
    if base.formation == "square" or base.inside is not None:
        return "front"
    return {-1: "front", 0: "flank", 1: "rear"}[behind(target.pose, charger)]


def way_to(s: State, pose: Pose, target: Unit, most: int = FAR) -> int | None:
    """6.2-e, 9-a. How far it is straight ahead to a base, or to the area it is in; None if it is missed."""
    best: int | None = None
    for base in target.bases:
        piece = None if base.inside is None else s.ground.pieces[base.inside]
        if piece is not None:
            for area in piece.areas:
                found = stretch_in(pose, pose[2], most, area)
                if found is not None and (best is None or found[0] < best):
                    best = found[0]
            continue
        way, index = first_touch(pose, pose[2], most, [base.pose])
        if index >= 0 and (best is None or way < best):
            best = way
    return best


def straight_to(s: State, pose: Pose, target: Unit) -> int | None:
    """6.2-b, 6.2-e. How far it is straight ahead to the target; None if it is missed, or another is met first."""
    by = way_to(s, pose, target)
    if by is None:
        return None
    others = [base.pose for base in s.on_table(target.side) if base.id not in target.ids]
    return by if first_touch(pose, pose[2], by, others)[0] == by else None


def smallest_wheel(s: State, unit: Unit, target: Unit) -> Turn | None:
    """6.2-b, 7.2-a. The smallest wheel after which a straight advance meets the target, if there is one."""
    if straight_to(s, unit.pose, target) is not None:
        return ("left", 0)
    limit = min(wheel_of(s, unit), move_of(s, unit))
    foes = [base.pose for base in s.enemies_of(unit.side)]
    best: Turn | None = None
    for hand, side in SIDES.items():
        most = widest(unit.pose, limit)
        most = min(most, wheel_touch(unit.pose, side, most, foes)[0])
        angle = 0
        while angle < most:
            before, angle = angle, min(most, angle + STEP)
            if straight_to(s, wheel(unit.pose, side, angle), target) is None:
                continue
            while angle - before > 1:
                middle = (before + angle) // 2
                if straight_to(s, wheel(unit.pose, side, middle), target) is None:
                    before = middle
                else:
                    angle = middle
            if best is None or angle < best[1]:
                best = (hand, angle)
            break
    return best


def widest(pose: Pose, arc: int) -> int:
    """5.2.4-a. The largest angle whose arc is no longer than that."""
    low, high = 0, 18000
    while high - low > 1:
        middle = (low + high) // 2
        if arc_length(pose[3], middle) <= arc:
            low = middle
        else:
            high = middle
    return low


def wheel_for(s: State, unit: Unit, target: Unit, said: ChargeWheel | None, rule: str) -> Turn | Refusal:
    """6.2-b, 7.2-a. The wheel that an attack begins with: as it is said, or the smallest that serves."""
    if said is None:
        return smallest_wheel(s, unit, target) or no(rule, "no_way_to_target", name=unit.name)
    arc = arc_length(unit.pose[3], said.angle)
    if arc > min(wheel_of(s, unit), move_of(s, unit)):
        return no("5.2.4-b", "wheel_too_far")
    foes = [base.pose for base in s.enemies_of(unit.side)]
    if wheel_touch(unit.pose, SIDES[said.side], said.angle, foes)[1] >= 0:
        return no(rule, "contact_while_wheeling")
    if straight_to(s, wheel(unit.pose, SIDES[said.side], said.angle), target) is None:
        return no(rule, "no_way_to_target", name=unit.name)
    return (said.side, said.angle)


def turned(pose: Pose, turn: Turn) -> Pose:
    """6.2-b. A base after that wheel."""
    return wheel(pose, SIDES[turn[0]], turn[1]) if turn[1] else pose


def refuse_way(s: State, unit: Unit, pose: Pose, by: int, target: Unit) -> Refusal | None:
    """5.3-b, 5.3-e, 11.2-g, 11.3.1-a, 11.3.1-e, 11.3.2-a. What bars an attack: friends, closed ground, obstacles.

    An obstacle that the unit stands at it may attack across; one that the target lines or occupies needs no roll.
    """
    if closed := terrain.closed_on_way(s, unit, pose, pose[2], by):
        return no(closed[0], "closed_ground", piece=closed[1].called)
    for friend in s.on_table(unit.side):
        if friend.id in unit.ids or not may_meet(pose, pose[2], by, friend.pose):
            continue
        if stretch_in(pose, pose[2], by, outline(friend.pose)) is None:
            continue
        if interpenetration.crossing(unit, friend) == interpenetration.NO:
            return no("5.3-b", "through_friend", target=friend.name)
    there = shift(pose, pose[2], by)
    if any(overlaps(there, friend.pose) for friend in s.on_table(unit.side) if friend.id not in unit.ids):
        return no("5.3-e", "no_room_at_target", name=unit.name)
    at_start = {piece.id for piece in s.ground.obstacles if obstacles.is_at(unit.pose, piece)}
    lined = {
        piece.id for piece in s.ground.obstacles if any(obstacles.is_at(base.pose, piece) for base in target.bases)
    }
    for piece in s.ground.obstacles:
        if piece.id in at_start and not obstacles.may_cross(unit, piece) and piece.id not in lined:
            if obstacles.leads_across(unit.pose, pose[2], by, piece):
                return no("11.3.1-g", "cannot_cross", piece=piece.called)
    found = obstacles.first_obstacle(s, pose, pose[2], by, at_start | lined)
    return None if found is None or found[0] + 1 >= by else no("11.3.1-a", "stops_at_obstacle", piece=found[1].id)


def ground_between(s: State, unit: Unit, pose: Pose, by: int) -> list[Piece]:
    """11.4.1-a. The areas that slow a charge: those that its way touches, not the one that its target is in."""
    return [
        piece
        for piece in s.ground.areas
        if piece.type not in BUILT and (terrain.lies_on(unit.pose, piece) or terrain.meets(pose, pose[2], by, piece))
    ]


def speed(s: State, unit: Unit, pose: Pose, by: int) -> int:
    """6-d, 11.4.1-a. The move of an attack in the ground that it crosses."""
    return terrain.slowed(move_of(s, unit), unit, ground_between(s, unit, pose, by))


def nearest_contact(s: State, pose: Pose, side: str, most: int) -> tuple[int, Base | None]:
    """6.2-e. How far a charger goes straight on before it touches any enemy, and whom."""
    foes: Sequence[Base] = list(s.enemies_of(side))
    way, index = first_touch(pose, pose[2], most, [base.pose for base in foes])
    return way, foes[index] if index >= 0 else None


def clear_of_friends(s: State, unit: Unit) -> Pose | None:
    """5.3-e, 5.3.4-a, 5.3-a. Where a unit goes that has ended among friends: on, short of the enemy, or back.

    None if it need not.
    """
    friends = [base.pose for base in s.on_table(unit.side) if base.id not in unit.ids]
    if overlaps_any(unit.pose, friends) < 0:
        return None
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    free, _ = nearest_contact(s, unit.pose, unit.side, MOST_ON)
    for way, most in ((0, free), (18000, MOST_ON)):
        for by in range(GRAIN, most, GRAIN):
            there = shift(unit.pose, (unit.pose[2] + way) % 36000, by)
            if overlaps_any(there, others) < 0:
                return there
    return None


def make_room(s: State, unit: Unit) -> None:
    """5.3-f. Friends on whom a unit has come to stand that meets the enemy make room, as little as can be."""
    for friend in trodden(s, unit):
        place = room_for(s, unit, friend)
        if place is not None:
            moved = s.change(friend, at=place[:2])
            tell_moved(s, "5.3-f", friend, moved, "push", span(*friend.pose[:2], *place[:2]))


def trodden(s: State, unit: Unit) -> list[Base]:
    """5.3-f. The friends on whom a unit stands."""
    return [base for base in s.on_table(unit.side) if base.id not in unit.ids and overlaps(unit.pose, base.pose)]


def room_for(s: State, unit: Unit, friend: Base) -> Pose | None:
    """5.3-f. The nearest free place for a friend behind a unit, else before it; None where there is none."""
    others = [base.pose for base in s.on_table() if base.id != friend.id]
    foes = [foe.pose for foe in s.enemies_of(unit.side)]
    for way in (18000, 0):
        for by in range(GRAIN, MOST_ON, GRAIN):
            there = shift(friend.pose, (unit.pose[2] + way) % 36000, by)
            if way == 0 and any(touching(there, foe) for foe in foes):
                break
            if overlaps_any(there, others) < 0 and terrain.is_on_table(s, there):
                return there
    return None
