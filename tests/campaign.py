"""Long games for tests and measurements: matches of the campaign toy, of any length."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.game import Game, find_game
from tests.toys import toys_found


@pytest.fixture(name="campaign")
def campaign_found() -> Iterator[Game[Any]]:
    """The campaign toy, found by its name."""
    with toys_found():
        yield find_game("campaign")


def play(match: q.Match, answers: int, rng: random.Random) -> q.Match:
    """Go on with so many answers at random."""
    for _ in range(answers):
        (seat,) = match.ask.who
        match.answer(seat, rng.choice(match.options(seat)))
    return match


def played(answers: int, seed: int = 1) -> q.Match:
    """A campaign after so many answers."""
    return play(q.start("campaign", seed=seed), answers, random.Random(seed))
