"""Random pick-up battles, watched after every answer; `make fuzz GAME=vivaorre` plays many more."""

from __future__ import annotations

import pytest

from tests.games.vivaorre.invariants import FUZZ


@pytest.mark.parametrize("seed", range(FUZZ.tested))
def test_random_battles_end_and_keep_what_must_hold(seed: int):
    match, _ = FUZZ.play(seed)
    assert match.result is not None
