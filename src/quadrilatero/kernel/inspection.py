"""What a player may look up on the board between decisions, judged by the game from what the seat knows."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.start import sample


def inspect(match: Match, seat: Seat | None, query: Any) -> Plain:
    """The game's answer to a query; raises BadQuery. Nothing changes in the match."""
    if not isinstance(query, dict):
        raise BadQuery("expected an object")
    known = match if match.game.all_open else sample(match.view(seat), random.Random(0))
    return match.game.inspect(known.standing()[1], seat, query)
