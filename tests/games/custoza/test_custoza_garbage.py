"""What a game leaves behind: nothing that only the garbage collector could find."""

from __future__ import annotations

import gc
import random

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel.contract import random_answer


def states() -> int:
    return sum(type(each) is State for each in gc.get_objects())


def play(seed: int) -> None:
    match, rng = q.start("custoza", seed=seed), random.Random(seed)
    while match.ask is not None:
        match.view(match.ask.who[0])
        random_answer(match, rng)
    assert match.result is not None


@pytest.mark.parametrize("seed", range(2))
def test_a_finished_game_is_gone_without_the_garbage_collector(seed: int) -> None:
    """A state holds all that was listed last; a circle that holds it keeps thousands of answers in memory."""
    play(seed)
    gc.collect()
    before = states()
    gc.disable()
    try:
        play(seed)
        assert states() == before
    finally:
        gc.enable()
