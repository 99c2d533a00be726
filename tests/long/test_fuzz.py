"""Random games of every game with every invariant checked after every answer; `make fuzz` plays more."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.fuzzing import Fuzz, fuzz_of
from tests.toys import find_toys

__all__ = ["find_toys"]

CHUNK = 5
TASKS = [(game, first) for game in q.games() for first in range(0, fuzz_of(game).tested, CHUNK)]


@pytest.mark.parametrize(("game", "first"), TASKS)
def test_random_games_keep_every_invariant(game: str, first: int):
    for seed in range(first, first + CHUNK):
        match, _ = fuzz_of(game).play(seed)
        assert match.result is not None


def test_a_game_that_says_nothing_of_itself_is_fuzzed_too():
    fuzz = Fuzz("camposanto")
    assert fuzz.scenarios == list(q.scenarios("camposanto"))
    match, watch = fuzz.play(3)
    assert match.result is not None
    assert watch.decisions > 50
    assert watch.fired


def test_a_list_of_answers_beyond_the_bound_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(q.start("camposanto", seed=0).game, "most_options", 3)
    with pytest.raises(AssertionError, match="more than most_options"):
        Fuzz("camposanto").play(1)


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("game", ["veiled", "tabletop"])
def test_games_with_hidden_facts_or_endless_answers_are_fuzzed_too(game: str):
    for seed in range(20):
        match, watch = fuzz_of(game).play(seed)
        assert match.result is not None
        assert watch.fired
