"""Some random battles to their end, watched after every answer."""

from __future__ import annotations

import pytest

from tests.games.alaguerre.invariants import FUZZ


@pytest.mark.parametrize("seed", [1, 40, 78])
def test_a_random_battle_keeps_the_rules(seed: int) -> None:
    """Of these, one wheels at the edge of the table and one brings a reserve under a CiC who may order nobody."""
    match, watch = FUZZ.play(seed)
    assert match.result is not None
    assert watch.decisions > 50
