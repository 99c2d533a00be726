"""Moves worth a thought for a unit that has an aim; the rules judge each, and cut it where it goes too far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import (
    About,
    Advance,
    Back,
    Follow,
    Form,
    Manoeuvre,
    Move,
    Oblique,
    Sideways,
    To,
    Wheel,
)
from quadrilatero.games.vivaorre.mind.aims import Aim
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.rules import marching, moving
from quadrilatero.games.vivaorre.rules.formations import allowed_formations
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, rate
from quadrilatero.games.vivaorre.said import ASSAULT, BATTERY, LIMBERED, LINE, MARCH, MASS, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.kernel import Plain
from quadrilatero.table import bearing, distance, shift, span
from quadrilatero.table.measure import apart

ATTEMPTS = 3
"""How often a path is cut to what its refusal allows."""
ALMOST, BEHIND = 300, 12000
"""A turn so small is not worth a wheel; an aim so far round is behind."""
FAR_OFF = 14_000
"""Beyond this a march may be forced, and nobody forms for battle."""
CLOSE = 9_000
"""Within this skirmishers, squares and steps back are thought of."""


class Way(NamedTuple):
    """A lawful move and the unit as it stands after it."""

    answer: Move
    after: Unit


def plain_move(answer: Move) -> Plain:
    """A move as answers write it."""
    plain: Plain = msgspec.to_builtins(answer)
    plain.setdefault("path", [])
    return plain


def lawful(s: State, unit: Unit, answer: Move) -> Way | None:
    """A move, cut where its refusal says how far it may go; None where nothing of it is lawful."""
    for _ in range(ATTEMPTS):
        found = moving.judge_move(s, unit, answer)
        if isinstance(found, Walk):
            return Way(answer, found.unit)
        at = found.data.get("at", 0)
        if at >= len(answer.path):
            return None
        step, left, most = answer.path[at], found.data.get("left"), found.data.get("most")
        path = answer.path[:at]
        if left and not isinstance(step, Form | About | Wheel | To) and left < getattr(step, "by", 0):
            path = [*path, replace(step, by=left)]
        elif left and isinstance(step, To):
            cut = _cut(unit, step, left)
            if cut is None:
                return None
            path = [*path, cut]
        elif most and isinstance(step, Wheel) and 1 < most < step.angle:
            path = [*path, Wheel(step.side, most - 1)]
        if not path:
            return None
        answer = replace(answer, path=path)
    return None


def _cut(unit: Unit, step: To, left: int) -> To | None:
    """A straight way to a place, cut to so many mils."""
    far = span(unit.pose[0], unit.pose[1], step.at[0], step.at[1])
    if not 1 < left < far:
        return None
    x, y = [here + (there - here) * (left - 1) // far for here, there in zip(unit.pose[:2], step.at, strict=True)]
    return To([x, y], step.facing)


def ways(scene: Scene, unit: Unit, aim: Aim | None) -> list[Way]:
    """The lawful moves that end differently, staying first."""
    s = scene.s
    found: list[Way] = []
    seen: set[tuple[object, ...]] = set()
    for answer in ideas(scene, unit, aim):
        way = lawful(s, unit, answer)
        if way is None:
            continue
        after = way.after
        key = (*after.pose, after.formation, after.mounted, answer.forced)
        if key not in seen:
            seen.add(key)
            found.append(way)
    return found


def ideas(scene: Scene, unit: Unit, aim: Aim | None) -> Iterator[Move]:
    """Moves to be tried, by where a unit stands: beside the table, on a written way, in open order, formed."""
    s = scene.s
    if unit.at is None or marching.is_marching(s, unit):
        yield from [msgspec.convert(plain, Move) for plain in proposals.candidates(s, unit.id)]
        return
    yield Move(unit.id)
    if unit.out or aim is None:
        return
    if unit.formation == MARCH and not scene.quick:
        for piece in s.ground.lines:
            if piece.type == "road":
                yield Move(unit.id, [Follow(piece.id, rate(unit) * 3 // 2)])
    gap = aim.gap(unit.pose)
    if unit.formation in (SKIRMISH, SQUARE):
        yield from _open_order(unit, aim, gap)
    else:
        yield from _formed(scene, unit, aim, gap)
    for formation in formations(scene, unit, gap):
        yield from _after_forming(unit, formation, aim, gap)


def formations(scene: Scene, unit: Unit, gap: int) -> list[str]:
    """2: other formations that make sense: columns to march, lines to fire, squares and skirmishers near the enemy."""
    arm = "infantry" if unit.is_foot else unit.arm
    allowed = allowed_formations(arm, unit.training, unit.notes, unit.impi)
    near = scene.nearest_foe(unit) <= CLOSE
    wanted = [LINE, ASSAULT, BATTERY, LIMBERED]
    if unit.formation == MARCH:
        wanted.append(MASS)
    if near and any(foe.is_horse for foe in scene.foes):
        wanted.append(SQUARE)
    if near or unit.formation == SKIRMISH:
        wanted.append(SKIRMISH)
    return [name for name in wanted if name in allowed and name != unit.formation]


def _turning(unit: Unit, x: int, y: int) -> list[Manoeuvre] | None:
    """The wheel, or the turn about, that brings a formed unit's front towards a place; None where it faces it."""
    to = bearing(unit.pose[0], unit.pose[1], x, y)
    off = apart(unit.facing, to)
    if off <= ALMOST:
        return None
    if off > BEHIND:
        return [About()]
    side = "right" if (to - unit.facing) % 36000 < 18000 else "left"
    return [Wheel(side, min(off, 9000 if unit.formation in COLUMNS else 4500))]  # type: ignore[arg-type]


def _formed(scene: Scene, unit: Unit, aim: Aim, gap: int) -> Iterator[Move]:
    """Straight on and after a wheel, all the way, half of it, or just so far; obliquely, aside and back."""
    full = rate(unit)
    turning = _turning(unit, aim.x, aim.y)
    heads: list[list[Manoeuvre]] = [[]] if turning is None else [turning, []]
    for head in heads:
        if head:
            yield Move(unit.id, head)
        for by in _lengths(full, gap):
            yield Move(unit.id, [*head, Advance(by)])
    if scene.quick:
        return
    if unit.is_foot and unit.is_regular:
        to = bearing(unit.pose[0], unit.pose[1], aim.x, aim.y)
        off = apart(unit.facing, to)
        side = "right" if (to - unit.facing) % 36000 < 18000 else "left"
        if ALMOST < off <= 4500:
            yield Move(unit.id, [Oblique(side, off, full // 2)])  # type: ignore[arg-type]
        if gap < CLOSE:
            yield Move(unit.id, [Back(full // 2)])
            yield Move(unit.id, [Sideways("left", full // 2)])
            yield Move(unit.id, [Sideways("right", full // 2)])
    for foe in _near(scene, unit):
        if foe is not aim.foe:
            turned = _turning(unit, foe.pose[0], foe.pose[1])
            if turned is not None:
                yield Move(unit.id, turned)
    if not unit.is_guns and gap < CLOSE:
        yield Move(unit.id, [About(), Advance(full)])
    if gap > FAR_OFF:
        head = turning or []
        yield Move(unit.id, [*head, Advance(full * 3 // 2)], forced=True)


def _lengths(full: int, gap: int) -> list[int]:
    """All the way, just as far as is wished, or half a move."""
    found = [full]
    if 0 < gap < full:
        found.append(gap)
    found.append(max(1, full // 2))
    return found


def _near(scene: Scene, unit: Unit) -> list[Unit]:
    """The nearest enemies, those that might be turned to."""
    close = [(distance(unit.pose, foe.pose), number) for number, foe in enumerate(scene.foes)]
    close.sort()
    return [scene.foes[number] for far, number in close[:3] if far <= FAR_OFF]


def _open_order(unit: Unit, aim: Aim, gap: int) -> Iterator[Move]:
    """Skirmishers and squares go straight to places: towards the aim, away from it, to both sides, facing it."""
    to = bearing(unit.pose[0], unit.pose[1], aim.x, aim.y)
    facing = to if unit.formation == SKIRMISH else None
    full = rate(unit)
    for off, by in ((0, full), (0, min(full, gap)), (0, full // 2), (18000, full), (9000, full), (27000, full)):
        if by > 0:
            pose = shift(unit.pose, (to + off) % 36000, by)
            yield Move(unit.id, [To([pose[0], pose[1]], facing)])
    if facing is not None and apart(unit.facing, to) > ALMOST:
        yield Move(unit.id, [To([unit.pose[0], unit.pose[1]], facing)])


def _after_forming(unit: Unit, formation: str, aim: Aim, gap: int) -> Iterator[Move]:
    """8-j: a change of formation, then a wheel and what is left of the move."""
    form = Form(formation)  # type: ignore[arg-type]
    formed = unit.copy()
    formed.formation = formation
    formed.settle()
    yield Move(unit.id, [form])
    if formation == SQUARE:
        return
    if formation == SKIRMISH:
        to = bearing(unit.pose[0], unit.pose[1], aim.x, aim.y)
        pose = shift(unit.pose, to, rate(formed) // 2)
        yield Move(unit.id, [form, To([pose[0], pose[1]], to)])
        return
    head: Sequence[Manoeuvre] = _turning(formed, aim.x, aim.y) or []
    if head and isinstance(head[0], About):
        head = []
    if head:
        yield Move(unit.id, [form, *head])
    if formation != BATTERY:
        yield Move(unit.id, [form, *head, Advance(min(rate(formed) // 2, max(1, gap)))])
