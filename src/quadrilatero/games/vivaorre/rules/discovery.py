"""Chapter 13, hidden units: where a move meets one, and how the mover goes on (13-g, 3-e, 5-ch6)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from quadrilatero.games.vivaorre.answers import (
    Advance,
    Back,
    Follow,
    GoOn,
    Manoeuvre,
    Oblique,
    Sideways,
    Stop,
    To,
    Wheel,
)
from quadrilatero.games.vivaorre.rules import hidden, visibility
from quadrilatero.games.vivaorre.rules.contact import touches
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import ask, no
from quadrilatero.kernel import Ask, Plain, Refusal, Script, Seat
from quadrilatero.table import distance, shift, span

STRIDE = 250
"""How far apart the places of a way are looked at before the exact one is found."""
TURN = 500
STRAIGHT = (Advance, Oblique, Back, Sideways, Follow)


def lurking(s: State, side: str) -> list[Unit]:
    """13-g. The enemy's units that a side does not see."""
    return [enemy for enemy in s.enemies_of(side) if enemy.hidden]


def finds(s: State, unit: Unit, enemy: Unit) -> str | None:
    """13-g, 3-e. Why a unit finds a hidden enemy from where it stands: near, or in plain sight; None if it does not."""
    if distance(unit.pose, enemy.pose) <= hidden.NEAR:
        return "near"
    return "seen" if hidden.in_the_open(s, enemy) and visibility.sees(s, unit, enemy) else None


def until_found(s: State, walk: Walk, path: Sequence[Manoeuvre]) -> tuple[list[Manoeuvre], bool]:
    """13-g. The part of a path up to the place where it meets a hidden enemy, and whether it meets one."""
    enemies = lurking(s, walk.unit.side)
    if not enemies:
        return list(path), False

    def meets(steps: Sequence[Manoeuvre]) -> bool:
        trial = walk.twin()
        trial.take(steps)
        return any(finds(s, trial.unit, enemy) is not None for enemy in enemies)

    for number, step in enumerate(path):
        before = list(path[:number])
        parts = _parts(walk, before, step)
        clear = -1
        for stop in (*range(0, len(parts) - 1, parts.stride), len(parts) - 1):
            if meets([*before, parts[stop]]):
                first = stop
                while first - clear > 1:
                    middle = (first + clear) // 2
                    clear, first = (clear, middle) if meets([*before, parts[middle]]) else (middle, first)
                return [*before, parts[first]], True
            clear = stop
    return list(path), False


class Parts(Sequence[Manoeuvre]):
    """A manoeuvre cut short in every way there is, the shortest first; what cannot be cut is there whole."""

    def __init__(self, step: Manoeuvre, here: tuple[int, ...]) -> None:
        self.step, self.here = step, here
        self.stride, self.whole = 1, 1
        if isinstance(step, STRAIGHT):
            self.stride, self.whole = STRIDE, step.by
        elif isinstance(step, Wheel):
            self.stride, self.whole = TURN, step.angle
        elif isinstance(step, To):
            self.stride, self.whole = STRIDE, max(span(here[0], here[1], *step.at), 1)

    def __len__(self) -> int:
        return self.whole

    def __getitem__(self, number: int) -> Manoeuvre:  # type: ignore[override]
        step, part = self.step, number + 1
        if part == self.whole:
            return step
        if isinstance(step, STRAIGHT):
            return replace(step, by=part)
        if isinstance(step, Wheel):
            return replace(step, angle=part)
        assert isinstance(step, To)
        x, y = [a + (b - a) * part // self.whole for a, b in zip(self.here, step.at, strict=True)]
        return To([x, y], None)


def _parts(walk: Walk, before: Sequence[Manoeuvre], step: Manoeuvre) -> Parts:
    trial = walk.twin()
    trial.take(before)
    return Parts(step, trial.unit.pose[:2])


def come_upon(s: State, places: Iterable[Unit]) -> Script:
    """13-g, 3-e. Hidden enemies whom a unit comes upon where it has no choice come to light; whether there were any.

    `places` is the unit as it stands all along the way that it is about to go: a charge, a pursuit, a flight.
    """
    if not any(unit.hidden for unit in s.units.values()):
        return False
    found: dict[str, str] = {}
    for unit in places:
        for enemy in lurking(s, unit.side):
            if enemy.id not in found and (why := finds(s, unit, enemy)) is not None:
                found[enemy.id] = why
    for id, why in found.items():
        yield from hidden.come_to_light(s, s.units[id], why)
    return bool(found)


def strides(unit: Unit, bearing: int, by: int) -> Iterator[Unit]:
    """A unit as it stands all along a straight way."""
    for way in (*range(0, by, STRIDE), by):
        there = shift(unit.pose, bearing, way)
        twin = unit.copy()
        twin.at = (there[0], there[1])
        twin.settle()
        yield twin


# -- going on ---------------------------------------------------------------------------------------------------------


def go_on_question(s: State, walk: Walk, rest: Sequence[Manoeuvre]) -> Ask:
    """13-g. Who has met a hidden enemy stops, or goes on with what is left of its move as it now likes."""
    unit = walk.unit

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return None
        trial = walk.twin()
        return trial.take(answer.path) or ends_at_enemy(s, trial.unit)

    def options() -> list[Plain]:
        found: list[Plain] = [{"do": "stop"}]
        paths: list[list[Manoeuvre]] = [list(rest), [Advance(2000)], [Advance(1000)], [Back(1000)]]
        for path in paths:
            if path and refuse(GoOn(path)) is None:
                plain: Plain = {"do": "go_on", "path": msgspec.to_builtins(path)}
                if plain not in found:
                    found.append(plain)
        return found

    def sample(_: Seat, rng: random.Random) -> Plain:
        path: list[Manoeuvre] = [Advance(rng.randint(1, 4000))]
        if refuse(GoOn(path)) is None:
            return {"do": "go_on", "path": msgspec.to_builtins(path)}
        return {"do": "stop"}

    return ask(
        s,
        unit.side,
        "go_on",
        "13-g",
        (GoOn, Stop),
        options,
        refuse,
        True,
        open=True,
        sample=sample,
        unit=unit.id,
        name=unit.name,
    )


def ends_at_enemy(s: State, unit: Unit) -> Refusal | None:
    """7-g. Only a charge ends at an enemy."""
    if any(not enemy.hidden and touches(unit.pose, enemy.pose) for enemy in s.enemies_of(unit.side)):
        return no("7-g", "ends_at_enemy")
    return None
