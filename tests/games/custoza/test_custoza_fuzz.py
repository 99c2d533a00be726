"""Random games of the minor scenarios: what must hold after every answer, however they go; `make fuzz` plays more."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.kernel.contract import random_answer
from quadrilatero.kernel.leaks import walks
from tests.games.custoza.invariants import FUZZ, check_state

ANSWERS = 40
WALKED = 4


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_the_invariants_to_the_end(seed: int) -> None:
    match, watch = FUZZ.play(seed)
    assert match.result is not None
    assert watch.fired


@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail", "1866-free"])
def test_listed_answers_can_be_given(scenario: str) -> None:
    rng = random.Random(scenario)
    match = q.start("custoza", scenario, seed=rng.randrange(1000))
    for _ in range(ANSWERS):
        if match.ask is None:
            break
        seat = match.ask.who[0]
        options = match.options(seat)
        for option in rng.sample(list(options), min(2, len(options))):
            twin = match.clone()
            twin.answer(seat, option)
            check_state(twin.standing()[1])
        match.answer(seat, rng.choice(options))


@pytest.mark.parametrize("scenario", ["vanguards", "tail"])
def test_worlds_that_differ_in_what_is_hidden_are_told_alike(scenario: str) -> None:
    """`make leaks GAME=custoza` compares many more."""
    rng = random.Random(7)
    match = q.start("custoza", scenario, seed=7)
    compared = 0
    for number in range(WALKED * 10):
        if match.ask is None:
            break
        if number % 10 == 0:
            compared += sum(walks(match, seat, rng, 2) for seat in (*match.seats, None))
        random_answer(match, rng)
    assert compared >= WALKED * 3
