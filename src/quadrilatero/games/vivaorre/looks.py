"""Things on the table that a query can point at: units, generals, terrain, bare places."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.view import knows
from quadrilatero.kernel import Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table.tape import Thing


def thing(s: State, seat: Seat | None, said: Any) -> Thing:
    """What a query points at: the id of a unit, general or piece, or [x, y]; raises BadQuery."""
    if isinstance(said, list) and len(said) == 2 and all(type(one) is int for one in said):
        return Thing.point(said[0], said[1])
    if isinstance(said, str) and said in s.units and knows(s, seat, s.units[said]):
        pose = s.units[said].pose
        if s.units[said].at is not None:
            return Thing.of(pose)
    if isinstance(said, str) and said in s.generals:
        place = s.place_of(s.generals[said])
        joined = s.units.get(s.generals[said].with_unit or "")
        if place is not None and (joined is None or knows(s, seat, joined)):
            return Thing.point(place[0], place[1])
    if isinstance(said, str) and said in s.ground.pieces:
        return Thing.ground(s.ground.pieces[said].line, s.ground.pieces[said].shapes)
    raise BadQuery("expected a unit, a general or a piece on the table, or [x, y]")


def seen_unit(s: State, seat: Seat | None, said: Any) -> Unit:
    """A unit by its id, if the seat sees it; raises BadQuery."""
    unit = s.units.get(said) if isinstance(said, str) else None
    if unit is None or not knows(s, seat, unit):
        raise BadQuery("expected the id of a unit")
    return unit
