"""Chapter 17: when a random event occurs, and which. What it does is in `events`, after the losses of the phase."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import roll
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

SIXES = 3


def trigger(s: State, faces: Sequence[int], unit: Unit, enemy: Unit | None, why: str) -> Script:
    """17-a, 17-b. Three natural sixes in one roll of fire or mêlée bring an event, found with a die of twenty sides."""
    if s.options["events"] == "off" or sum(face == 6 for face in faces) < SIXES:
        return
    found: tuple[int, ...] = yield Dice(1, 20)
    number = found[0]
    roll(s, "17-b", "event", unit.side, found, need=1, total=number, success=True, unit=unit, sides=20, number=number)
    s.pending = (*s.pending, Task(event=number, unit=unit.id, enemy=None if enemy is None else enemy.id, why=why))


def one_of(s: State, ids: Sequence[str], unit: Unit) -> Script:
    """17-ev7, 17-ev8. One of several at random: a die of twenty sides, again while it is above what they go into."""
    most = 20 - 20 % len(ids)
    while True:
        faces: tuple[int, ...] = yield Dice(1, 20)
        good = faces[0] <= most
        roll(s, "17-b", "lot", unit.side, faces, need=1, total=faces[0], success=good, sides=20)
        if good:
            return ids[(faces[0] - 1) % len(ids)]
