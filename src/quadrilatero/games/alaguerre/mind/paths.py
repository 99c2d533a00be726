"""Moves worth a thought for a unit that has an aim; the rules judge each, and cut it where it goes too far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from quadrilatero.games.alaguerre.answers import (
    About,
    Advance,
    Back,
    Enter,
    Form,
    Leave,
    Manoeuvre,
    Move,
    Oblique,
    Sideways,
    Tactical,
    To,
    Wheel,
)
from quadrilatero.games.alaguerre.ground import BUILT
from quadrilatero.games.alaguerre.mind.aims import Aim
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import moving, tactical
from quadrilatero.games.alaguerre.rules.attack_ways import SIDES, widest
from quadrilatero.games.alaguerre.rules.formations import Unit, is_column
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.rules.rates import limbered_move, move_of, tactical_move, wheel_of
from quadrilatero.games.alaguerre.said import BATTERY, COLUMN, LIMBERED, LINE, SKIRMISH, UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.kernel import Plain, Refusal
from quadrilatero.table import about, apart, arc_length, bearing, centre, offset, shift, span, stretch_in, turn, wheel

ATTEMPTS = 3
"""How often a path is cut to what its refusal allows."""
ALMOST, BEHIND = 300, 12000
"""A turn so small is not worth a wheel; an aim so far round is behind."""
CLOSE = 7 * UM
"""Within this steps back and aside are thought of."""
FAR_OFF = 12 * UM
"""Beyond this a tactical move is thought of."""


class Idea(NamedTuple):
    """A path, where it would lead if nothing is in the way, and how far it is."""

    path: list[Manoeuvre]
    pose: Pose
    gone: int
    formation: str


class Way(NamedTuple):
    """A lawful move and where its unit stands after it."""

    answer: Move
    pose: Pose
    gone: int
    formation: str


def plain_move(answer: Move) -> Plain:
    """A move as answers write it."""
    plain: Plain = msgspec.to_builtins(answer)
    return plain


def lawful(s: State, unit: Unit, active: Active, path: list[Manoeuvre]) -> Way | None:
    """A move, cut where its refusal says how far it may go, or to half of it; None where nothing of it is lawful."""
    for _ in range(ATTEMPTS):
        found = moving.judge_move(s, unit, active, Move(unit.bases[0].id, path))
        if isinstance(found, Walk):
            formed = unit.bases[0].formation if found.change is None else found.change.formation
            return Way(Move(unit.bases[0].id, path), found.pose, found.gone, formed)
        at = found.data.get("at", 0)
        if at >= len(path):
            return None
        shorter = cut(unit, path, at, found)
        if shorter is None:
            return None
        path = [*path[:at], shorter]
    return None


def cut(unit: Unit, path: list[Manoeuvre], at: int, refusal: Refusal) -> Manoeuvre | None:
    """The manoeuvre at fault, no longer than its refusal allows, or half as long; None where that is nothing."""
    step, left = path[at], refusal.data.get("left")
    by: Any = getattr(step, "by", None)
    if isinstance(step, To):
        by = span(unit.pose[0], unit.pose[1], *step.at)
    if not isinstance(by, int):
        return None
    if refusal.reason == "too_far" and left is not None:
        left -= sum([spent(unit, one) for one in path[:at]])
    shorter = by // 2 if left is None or left >= by else left
    if shorter < UM // 10:
        return None
    if isinstance(step, To):
        there = shift(unit.pose, bearing(unit.pose[0], unit.pose[1], *step.at), shorter - 2)
        return To([there[0], there[1]])
    return replace(step, by=shorter)


def spent(unit: Unit, step: Manoeuvre) -> int:
    """5.2.4-a: how much of its move a part of a path takes."""
    if isinstance(step, Wheel):
        return arc_length(unit.pose[3], step.angle)
    by = getattr(step, "by", 0)
    return by if isinstance(by, int) else 0


# -- ideas -------------------------------------------------------------------------------------------------------------


def ideas(scene: Scene, unit: Unit, aim: Aim | None) -> Iterator[Idea]:
    """Moves to be tried, by what the unit is: in an area, guns, in open order, formed."""
    s = scene.s
    if aim is None:
        return
    inside = unit.bases[0].inside
    if inside is not None:
        if aim.piece != inside:
            yield from out_of(s, unit, inside, aim)
        return
    if unit.is_guns:
        yield from of_guns(scene, unit, aim)
        return
    if unit.is_train:
        return
    yield from towards(scene, unit, aim)
    if not scene.quick:
        yield from near_the_enemy(scene, unit, aim)
    yield from changes(scene, unit, aim)
    if aim.piece is not None or (unit.is_foot and not scene.quick):
        yield from into_areas(scene, unit, aim)


def straight(unit: Unit, head: list[Manoeuvre], pose: Pose, used: int, by: int) -> Idea:
    """On by so much after what came before."""
    return Idea([*head, Advance(by)], shift(pose, pose[2], by), used + by, unit.bases[0].formation)


def turning(s: State, unit: Unit, x: int, y: int) -> tuple[list[Manoeuvre], Pose, int]:
    """5.2.4-a, 5.2-t6: the wheel that brings a unit's front towards a place, as far as it may; guns need no move.

    Nothing where it faces it.
    """
    to = bearing(*centre(unit.pose), x, y)
    off = apart(unit.pose[2], to)
    most = wheel_of(s, unit) if unit.is_guns else min(wheel_of(s, unit), move_of(s, unit))
    angle = min(off, widest(unit.pose, most))
    if off <= ALMOST or angle <= ALMOST:
        return [], unit.pose, 0
    side = "right" if (to - unit.pose[2]) % 36000 < 18000 else "left"
    path: list[Manoeuvre] = [Wheel(side, angle)]  # type: ignore[arg-type]
    return path, wheel(unit.pose, SIDES[side], angle), arc_length(unit.pose[3], angle)


def towards(scene: Scene, unit: Unit, aim: Aim) -> Iterator[Idea]:
    """Straight on and after a wheel: all the way, just so far, half of it; or a turn on the spot."""
    s, shape = scene.s, unit.bases[0].formation
    full = move_of(s, unit)
    if apart(unit.pose[2], bearing(*centre(unit.pose), aim.x, aim.y)) > BEHIND:
        yield Idea([About()], about(unit.pose), 0, shape)
    head, pose, used = turning(s, unit, aim.x, aim.y)
    gap = aim.gap(unit.pose)
    if head:
        yield Idea(head, pose, used, shape)
        for by in lengths(full - used, gap, full):
            yield straight(unit, head, pose, used, by)
        yield from turning_back(head[0], unit, used)
    for by in lengths(full, gap, full):
        yield straight(unit, [], unit.pose, 0, by)


def turning_back(step: Manoeuvre, unit: Unit, used: int) -> Iterator[Idea]:
    """5.2.4-a: the same turn on the other corner, backwards, for who has no room ahead."""
    assert isinstance(step, Wheel)
    other = "right" if step.side == "left" else "left"
    there = wheel(unit.pose, SIDES[other], -step.angle)
    yield Idea([Wheel(other, step.angle, True)], there, used, unit.bases[0].formation)  # type: ignore[arg-type]


def lengths(left: int, gap: int, full: int) -> list[int]:
    """All that is left, just as far as is wished, and half a move, after which one may still shoot."""
    found = [left]
    if 0 < gap < left:
        found.append(gap)
    if full // 2 < left:
        found.append(full // 2)
    return [by for by in dict.fromkeys(found) if by >= UM // 10]


def near_the_enemy(scene: Scene, unit: Unit, aim: Aim) -> Iterator[Idea]:
    """5.2.3-a, 5.2.5-a, 5.2.6-a: obliquely, back and aside, where the enemy is not far."""
    s, shape = scene.s, unit.bases[0].formation
    full = move_of(s, unit)
    to = bearing(*centre(unit.pose), aim.x, aim.y)
    off = apart(unit.pose[2], to)
    side = "right" if (to - unit.pose[2]) % 36000 < 18000 else "left"
    most = full if unit.is_open else full // 2
    if ALMOST < off <= 4500:
        pose = shift(unit.pose, to, most)
        yield Idea([Oblique(side, off, most)], pose, most, shape)  # type: ignore[arg-type]
    if scene.nearest_foe(unit.pose) > CLOSE:
        return
    yield Idea([Back(most)], shift(unit.pose, (unit.pose[2] + 18000) % 36000, most), most, shape)
    for hand in ("left", "right"):
        pose = shift(unit.pose, (unit.pose[2] + (27000 if hand == "left" else 9000)) % 36000, UM)
        yield Idea([Sideways(hand, UM)], pose, UM, shape)


def changes(scene: Scene, unit: Unit, aim: Aim) -> Iterator[Idea]:
    """5.2.8-a, 5.2.9-b: tactical moves from afar; columns form line, open order closes up where it is of use."""
    s, base = scene.s, unit.bases[0]
    far = scene.nearest_foe(unit.pose)
    if far > FAR_OFF and (unit.is_open or is_column(unit)) and tactical.refuse(s, unit) is None:
        most = min(tactical_move(s, unit), far - FAR_OFF + UM)
        x, y = centre(unit.pose)
        to = bearing(x, y, aim.x, aim.y)
        at = shift((x, y, 0, 1, 1), to, most)
        pose = shift((at[0], at[1], to, unit.pose[3], unit.pose[4]), to, unit.pose[4] // 2)
        yield Idea([Tactical([[at[0], at[1]]], to)], pose, most, base.formation)
    if unit.kind == COLUMN and not unit.is_great and far < FAR_OFF:
        yield Idea([Form(LINE)], unit.pose, 0, LINE)  # type: ignore[arg-type]
    if base.speciality == "sk/ln" and len(unit.bases) == 1 and far < CLOSE:
        shape = LINE if unit.is_open else SKIRMISH
        yield Idea([Form(shape)], unit.pose, 0, shape)  # type: ignore[arg-type]


def into_areas(scene: Scene, unit: Unit, aim: Aim) -> Iterator[Idea]:
    """5.5.1-a: into houses and works that a unit comes to: those it is after, and others near by."""
    s = scene.s
    full = move_of(s, unit)
    for piece in s.ground.areas:
        if piece.type not in BUILT or (aim.piece is not None and piece.id != aim.piece):
            continue
        x, y = (piece.box[0] + piece.box[2]) // 2, (piece.box[1] + piece.box[3]) // 2
        if span(*centre(unit.pose), x, y) > 3 * full + (piece.box[2] - piece.box[0]):
            continue
        head, pose, used = turning(s, unit, x, y)
        for first, start, gone in ((head, pose, used), ([], unit.pose, 0)):
            met = [way for area in piece.areas if (way := stretch_in(start, start[2], full, area)) is not None]
            if met and min(met)[0] + gone < full:
                by = min(met)[0]
                on: list[Manoeuvre] = [Advance(by)] if by > 0 else []
                there = (x, y, start[2], start[3], start[4])
                yield Idea([*first, *on, Enter(piece.id)], there, full, unit.bases[0].formation)
                break


def out_of(s: State, unit: Unit, piece: str, aim: Aim) -> Iterator[Idea]:
    """5.5.1-c: out by the side that looks towards the aim."""
    shapes = s.ground.pieces[piece].shapes
    sides = [(shape, number) for shape in shapes for number in range(len(shape))]
    middles = [
        ((shape[n][0] + shape[(n + 1) % len(shape)][0]) // 2, (shape[n][1] + shape[(n + 1) % len(shape)][1]) // 2)
        for shape, n in sides
    ]
    order = sorted(range(len(sides)), key=lambda number: span(*middles[number], aim.x, aim.y))
    for number in order[:2]:
        x, y = middles[number]
        facing = bearing(x, y, aim.x, aim.y)
        pose = shift((x, y, facing, unit.pose[3], unit.pose[4]), facing, unit.pose[4])
        yield Idea([Leave(piece, number)], pose, UM, unit.bases[0].formation)


def of_guns(scene: Scene, unit: Unit, aim: Aim) -> Iterator[Idea]:
    """5.2.2-a, 5.2.11-a: a battery wheels, or goes on by hand, or limbers up; limbered guns drive on, or unlimber."""
    s = scene.s
    pose, full = unit.pose, move_of(s, unit)
    x, y = pose[0], pose[1]
    to = bearing(*centre(pose), aim.x, aim.y)
    if unit.kind == LIMBERED:
        yield Idea([Form(BATTERY, None, to)], turn(pose, (to - pose[2]) % 36000), 0, BATTERY)  # type: ignore[arg-type]
        for by in lengths(full, aim.gap(pose), full):
            there = shift(pose, to, by)
            yield Idea([To([there[0], there[1]])], there, span(x, y, there[0], there[1]), LIMBERED)
        return
    for foe in near_in_front(scene, unit, aim):
        head, there, used = turning(s, unit, *centre(foe))
        if head:
            yield Idea(head, there, used if full else 0, BATTERY)
    if full:
        for by in lengths(full, aim.gap(pose), full):
            yield straight(unit, [], pose, 0, by)
    if limbered_move(s, unit.bases[0]):
        yield Idea([Form(LIMBERED)], pose, 0, LIMBERED)  # type: ignore[arg-type]


def near_in_front(scene: Scene, unit: Unit, aim: Aim) -> list[Pose]:
    """The aim and the nearest enemies before a battery."""
    ahead = [foe.pose for foe in scene.fighting_foes if offset(unit.pose, *centre(foe.pose))[1] > 0]
    ahead.sort(key=lambda pose: span(unit.pose[0], unit.pose[1], pose[0], pose[1]))
    return [*([aim.foe.pose] if aim.foe is not None else []), *ahead[:2]]
