"""Two hundred random games with every invariant checked after every answer; `make fuzz` plays more."""

from __future__ import annotations

import pytest

from tests.games.camposanto.invariants import fuzz_game

GAMES, CHUNK = 200, 5


@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_games_keep_every_invariant(first: int):
    for seed in range(first, first + CHUNK):
        match, _ = fuzz_game(seed)
        assert match.result is not None
