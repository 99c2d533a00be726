"""Small positions for the tests of Viva o' rre!."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.telling import all_is_told, is_said

Plain = dict[str, Any]
INCH = 1000


def red(id: str, at: list[int] | None, **more: Any) -> Plain:
    """A unit of red, which faces north."""
    return {"id": id, "side": "red", "at": at, **more}


def blue(id: str, at: list[int] | None, **more: Any) -> Plain:
    """A unit of blue, which faces south."""
    return {"id": id, "side": "blue", "at": at, **more}


def area(id: str, kind: str, west: int, south: int, east: int, north: int, **more: Any) -> Plain:
    """A rectangular area, in inches."""
    corners = [[west, south], [east, south], [east, north], [west, north]]
    return {"id": id, "type": kind, "shape": [[INCH * x, INCH * y] for x, y in corners], **more}


def line(id: str, kind: str, *points: tuple[int, int], **more: Any) -> Plain:
    """A line through these points, in inches."""
    return {"id": id, "type": kind, "line": [[INCH * x, INCH * y] for x, y in points], **more}


def position(*units: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> Plain:
    """A position on a bare table, or with these pieces on it; it ends with the present turn."""
    return {"units": list(units), "table": {"terrain": list(terrain)}, "last_turn": 1, **more}


def state(*units: Plain, terrain: tuple[Plain, ...] = (), options: dict[str, str] | None = None, **more: Any) -> State:
    """The state of such a position."""
    return GAME.read(position(*units, terrain=terrain, **more), GAME.choose_options(options))


def play(
    *units: Plain,
    terrain: tuple[Plain, ...] = (),
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> q.Match:
    """A match from such a position, with scripted dice."""
    found = position(*units, terrain=terrain, **more)
    return q.start("vivaorre", position=found, dice=dice or [], options=options)


def refused(match: q.Match, seat: str, answer: Plain) -> str:
    """The rule by which an answer is refused."""
    return why_not(match, seat, answer)[0]


def why_not(match: q.Match, seat: str, answer: Plain) -> tuple[str, str]:
    """The rule by which an answer is refused, and the reason, where one rule has several."""
    refusal = match.refuse(seat, answer)
    assert refusal is not None, "it is lawful"
    is_said(refusal)
    return refusal.rule or "", refusal.reason


def events(match: q.Match, kind: str) -> list[q.Event]:
    """What has happened of one kind."""
    all_is_told(match)
    return [event for event in match.events if event.kind == kind]


def rolls(match: q.Match, why: str) -> list[q.Event]:
    """The rolls made for one reason."""
    return [event for event in events(match, "roll") if event.data["why"] == why]


def unit_of(match: q.Match, id: str) -> Plain:
    """A unit as everybody sees it now."""
    all_is_told(match)
    return next(unit for unit in match.view(None)["units"] if unit["id"] == id)


def bad(*units: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> q.BadPosition:
    """Why a position is refused."""
    with pytest.raises(q.BadPosition) as caught:
        state(*units, terrain=terrain, **more)
    return caught.value
