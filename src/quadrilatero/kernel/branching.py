"""Branches: a moment of a match as one seat knows it, to be played on by itself with dice of its own."""

from __future__ import annotations

import random

from quadrilatero.kernel.dice import SeededDice
from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.saves import known_entries, plain_entries
from quadrilatero.kernel.worlds import sample


def branch(match: Match, seed: int) -> Match:
    """The same match with everything in it, and other dice from here on."""
    return resume(match.header, SeededDice(seed, match.rolled).plain(), plain_entries(match.entries))


def branch_known(match: Match, seat: Seat | None, seed: int) -> Match:
    """The same moment with nothing in it that the seat (None: a spectator) may not know, and other dice from here on.

    Where a state hides nothing, the log without what others have sealed is what the seat knows, and those others are
    asked again. In other games what the seat cannot know is made up.
    """
    if not match.game.all_open:
        return sample(match.view(seat), random.Random(seed))
    known = plain_entries(known_entries(match.entries, seat))
    return resume(match.header, SeededDice(seed, match.rolled).plain(), known)
