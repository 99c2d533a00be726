"""22.4: night, dawn and dusk."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.board import SIGHT
from quadrilatero.games.custoza.state import State

DIM: Final = 3


def is_night(s: State) -> bool:
    """22.4-a. In night game turns nobody fires or attacks, and nobody enters an enemy zone."""
    return s.light == "night"


def sight_limit(s: State) -> int:
    """22.4-c. At dawn and dusk nobody sees farther than three hexes."""
    return DIM if s.light in ("dawn", "dusk") else SIGHT
