"""Small positions for the tests of Custoza."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

Plain = dict[str, Any]


def unit(id: str, side: str, hex: str, kind: str = "line", **more: Any) -> Plain:
    """A counter in a hex."""
    return {"id": id, "side": side, "type": kind, "hex": hex, **more}


def italy(id: str, hex: str, kind: str = "line", **more: Any) -> Plain:
    """An Italian counter."""
    return unit(id, "italy", hex, kind, **more)


def austria(id: str, hex: str, kind: str = "line", **more: Any) -> Plain:
    """An Austro-Hungarian counter."""
    return unit(id, "austria", hex, kind, **more)


def position(*units: Plain, board: Plain | None = None, **more: Any) -> Plain:
    """A position on a blank board."""
    return {"map": board or {}, "units": list(units), **more}


def state(*units: Plain, board: Plain | None = None, options: dict[str, str] | None = None, **more: Any) -> State:
    """The state of such a position."""
    return GAME.read(position(*units, board=board, **more), GAME.choose_options(options))


def play(
    *units: Plain,
    board: Plain | None = None,
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> q.Match:
    """A match from such a position, with scripted dice."""
    return q.start("custoza", position=position(*units, board=board, **more), dice=dice or [], options=options)


def refused(match: q.Match, seat: str, answer: Plain) -> str:
    """The rule by which an answer is refused."""
    with pytest.raises(q.Illegal) as caught:
        match.answer(seat, answer)
    return caught.value.rule or ""


def events(match: q.Match, kind: str) -> list[q.Event]:
    """What has happened of one kind."""
    return [event for event in match.events if event.kind == kind]


def hexes(s: State, found: Any) -> set[str]:
    """Printed numbers of hexes."""
    return set(s.board.numbers(found))


def now(match: q.Match) -> State:
    """The state in the midst of whatever is under way."""
    found: State = match.standing()[1]
    return found


def where(match: q.Match, id: str) -> str:
    """The number of the hex where a counter stands, or the box it is in."""
    s = now(match)
    unit = s.units[id]
    return s.board.grid.numbers[unit.hex] if unit.hex >= 0 else str(unit.box)


def decline(match: q.Match, *more: str) -> q.Match:
    """Pass every reaction, and let the first option answer the questions named besides."""
    while match.ask is not None and match.ask.what in ("react", *more):
        seat = match.ask.who[0]
        answer = {"do": "pass"} if match.ask.what == "react" else match.options(seat)[0]
        match.answer(seat, answer)
    return match


def rolls(match: q.Match, why: str) -> list[q.Event]:
    """The rolls of one kind."""
    return [event for event in events(match, "roll") if event.data["why"] == why]


def drive(script: Script, *dice: int) -> Any:
    """Run a script of the rules that asks for nothing but dice to its end. Returns what it returns."""
    left, sent = list(dice), None
    while True:
        try:
            asked = script.send(sent)
        except StopIteration as over:
            assert not left, f"{left} were not rolled"
            return over.value
        sent = tuple(left.pop(0) for _ in range(asked.count)) if isinstance(asked, Dice) else None
