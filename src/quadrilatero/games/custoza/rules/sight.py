"""8.9: lines of sight."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.rules.daylight import sight_limit
from quadrilatero.games.custoza.state import State

NEAR: Final = 1


def sees(s: State, here: int, there: int) -> bool:
    """8.9-a, 8.9-b, 8.9-e, 22.3.5-a, 22.4-c. Whether a line of sight joins two hexes; neighbours see each other."""
    far = s.board.grid.distance(here, there)
    if far <= NEAR:
        return True
    return far <= sight_limit(s) and s.board.sight(s.options["sight"]).is_clear(here, there, s.units_held())


def barrier(s: State, here: int, there: int) -> tuple[int, ...]:
    """8.9-c, 8.9-d, 8.9-f, 8.9-g. What blocks the line first: a hex, or the two beside it; empty where nothing does."""
    return s.board.sight(s.options["sight"]).barrier(here, there, s.units_held())
