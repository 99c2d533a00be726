"""Small positions for the tests of A la Guerre.... Lengths are um where they are floats."""

from __future__ import annotations

from typing import Any

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.state import State

Plain = dict[str, Any]
UM = 1000


def red(id: str, at: list[int] | None, kind: str = "Pk", stats: str = "1/0/2 a", **more: Any) -> Plain:
    """A base of red, which faces north; pikes unless it is said otherwise."""
    return {"id": id, "side": "red", "at": at, "type": kind, "stats": stats, **more}


def blue(id: str, at: list[int] | None, kind: str = "Pk", stats: str = "1/0/2 a", **more: Any) -> Plain:
    """A base of blue, which faces south."""
    return {"id": id, "side": "blue", "at": at, "type": kind, "stats": stats, **more}


def general(id: str, at: list[int], side: str = "red", **more: Any) -> Plain:
    """A general; the first of his side is its CiC."""
    return {"id": id, "side": side, "at": at, **more}


def area(id: str, kind: str, west: float, south: float, east: float, north: float, **more: Any) -> Plain:
    """A rectangular area, in um; side 0 is the south."""
    corners = [[west, south], [east, south], [east, north], [west, north]]
    return {"id": id, "type": kind, "shape": [[round(UM * x), round(UM * y)] for x, y in corners], **more}


def line(id: str, kind: str, *points: tuple[float, float], **more: Any) -> Plain:
    """A line through these points, in um."""
    return {"id": id, "type": kind, "line": [[round(UM * x), round(UM * y)] for x, y in points], **more}


def position(*bases: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> Plain:
    """A position on a bare table, or with these pieces on it; it ends with the present turn, far from any rout."""
    usual = {"last_turn": 1, "cohesion": {"red": 9, "blue": 9}}
    return {"bases": list(bases), "table": {"terrain": list(terrain)}, **usual, **more}


def state(*bases: Plain, terrain: tuple[Plain, ...] = (), options: dict[str, str] | None = None, **more: Any) -> State:
    """The state of such a position."""
    return GAME.read(position(*bases, terrain=terrain, **more), GAME.choose_options(options))


def play(
    *bases: Plain,
    terrain: tuple[Plain, ...] = (),
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> q.Match:
    """A match from such a position, with scripted dice."""
    found = position(*bases, terrain=terrain, **more)
    return q.start("alaguerre", position=found, dice=dice or [], options=options)


def refused(match: q.Match, seat: str, answer: Plain) -> str:
    """The rule by which an answer is refused."""
    refusal = match.refuse(seat, answer)
    assert refusal is not None, "it is lawful"
    return refusal.rule or ""


def events(match: q.Match, kind: str) -> list[q.Event]:
    """What has happened of one kind."""
    return [event for event in match.events if event.kind == kind]


def rolls(match: q.Match, why: str) -> list[q.Event]:
    """The rolls made for one reason."""
    return [event for event in events(match, "roll") if event.data["why"] == why]


def base_of(match: q.Match, id: str) -> Plain:
    """A base as it is now."""
    return next(base for base in match.view(None)["bases"] if base["id"] == id)
