"""Chapter 8: the movement phase, unit by unit, each side in its half."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.games.vivaorre import proposals
from quadrilatero.games.vivaorre.answers import Choose, Crew, Demolish, Dig, Done, Move, Reorder
from quadrilatero.games.vivaorre.rules import generals
from quadrilatero.games.vivaorre.rules.moving import carry_out, refuse, refuse_unit
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import ask
from quadrilatero.kernel import Plain, Script, Seat

KINDS = (Choose, Move, Reorder, Dig, Demolish, Crew, Done)


def phase(s: State) -> Script:
    """4-a, 6-a, 8-a. One unit's move, or the end of a side's half; returns whether the phase is over."""
    seat = s.seat
    assert seat is not None
    ids = [unit.id for unit in movers(s, seat)] + [general.id for general in generals.movers(s, seat)]
    if not ids:
        return next_half(s)
    answer = yield move_question(s, seat, ids)
    if isinstance(answer, Done):
        return next_half(s)
    if isinstance(answer, Choose):
        s.chosen = answer.unit
        return False
    s.chosen = None
    yield from carry_out(s, answer)
    return False


def next_half(s: State) -> bool:
    """6-a. The other side's half, unless this was the second; whether the phase is over."""
    s.chosen = None
    if s.seat == s.first and s.first is not None:
        s.seat = ENEMY[s.first]
        return False
    return True


def movers(s: State, seat: Seat) -> list[Unit]:
    """8-a. The units of a side that may still do something in its half, in order."""
    return [unit for unit in s.units.values() if unit.side == seat and refuse_unit(s, unit) is None]


def move_question(s: State, seat: Seat, ids: list[str]) -> Any:
    """8-a, 5-g. Without a chosen unit or general the choice is listed, or the end of the half; with one its moves."""
    chosen = s.chosen

    def options() -> list[Plain]:
        found = [] if chosen is None else proposals.candidates(s, chosen)
        return found or [*({"do": "unit", "unit": id} for id in ids), {"do": "done"}]

    def sample(_: Seat, rng: random.Random) -> Plain:
        return proposals.drawn(s, chosen or rng.choice(ids), rng)

    return ask(
        s,
        seat,
        "move",
        "8-a",
        KINDS,
        options,
        lambda answer: refuse(s, seat, answer),
        True,
        open=chosen is not None,
        sample=sample,
        units=ids,
        unit=chosen,
    )
