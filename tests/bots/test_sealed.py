"""Sealed choices: solved mixes, and how much a habit gives away."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import quadrilatero as q
from quadrilatero.bots.choice import Deadline
from quadrilatero.bots.sealed import exploitability, habits, solve, solve_sealed
from quadrilatero.bots.weights import mind_of, read
from quadrilatero.kernel.mind import Sealed

CAPITANO, MARESCIALLO = 2, 3
both = pytest.mark.parametrize("insight", [CAPITANO, MARESCIALLO])


def orders(insight: int, **position: Any) -> Sealed:
    m = q.start("camposanto", seed=5, **position)
    matrix = mind_of("camposanto").sealed(m, "spain", read("camposanto"), insight)
    assert matrix is not None
    return matrix


def test_a_known_game_is_solved():
    """Rock, paper, scissors where rock beats scissors twofold: a quarter rock, half paper, a quarter scissors."""
    payoff = np.array([[0.0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    row, column, _ = solve(payoff, rounds=4000)
    assert row == pytest.approx([0.25, 0.5, 0.25], abs=0.02)
    assert column == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


@both
def test_the_orders_of_the_first_phase_can_hardly_be_exploited(insight: int):
    matrix = orders(insight)
    assert matrix.payoff.shape == (504, 504)
    row, column, _ = solve(matrix.payoff)
    gap = float((matrix.payoff @ column).max() - (row @ matrix.payoff).min())
    assert 0 <= gap < 0.1 * matrix.payoff.std()
    assert sum(matrix.parts.values()) == pytest.approx(matrix.payoff)


@both
def test_habits_give_more_away_than_the_mix(insight: int):
    matrix = orders(insight)
    mix, _, _ = solve(matrix.payoff)
    solved = exploitability(matrix.payoff, mix)
    assert 0 <= solved < 0.1
    for name, habit in habits(matrix).items():
        assert habit.sum() == pytest.approx(1)
        if insight == CAPITANO or name != "best_reply":  # maresciallo finds one hand good against all, far apart
            assert exploitability(matrix.payoff, habit) > solved + 0.1


@both
def test_the_answer_is_drawn_and_not_a_habit(insight: int):
    matrix = orders(insight)
    drawn = {str(solve_sealed(matrix, random.Random(seed), Deadline(None)).answer) for seed in range(20)}
    assert len(drawn) > 2


def test_other_questions_are_not_sealed():
    m = q.start("camposanto", seed=5)
    for seat in m.seats:
        m.answer(seat, m.options(seat)[0])
    assert m.ask is not None
    assert mind_of("camposanto").sealed(m, m.ask.who[0], read("camposanto"), MARESCIALLO) is None


# -- what maresciallo sees in them ---------------------------------------------------------------------------------


def laid(matrix: Sealed, *points: int) -> int:
    """The row of a hand, left to right."""
    return matrix.mine.index({"do": "orders", **dict(zip(("left", "centre", "right"), points, strict=True))})


def test_maresciallo_spends_low_points_while_the_armies_are_far_apart():
    matrix = orders(MARESCIALLO)
    mix, _, _ = solve(matrix.payoff)
    spent = sum(
        share * sum(hand[wing] for wing in ("left", "centre", "right"))
        for hand, share in zip(matrix.mine, mix, strict=True)
    )
    assert spent < 15, "the three lowest of the Spanish series are 10 together, any three 29 on average"


def test_points_kept_are_worth_nothing_in_the_last_phase_of_a_turn():
    state = q.start("camposanto", seed=5).state()
    assert np.ptp(orders(MARESCIALLO).parts["tokens"]) > 1
    kept = {"spain": [4, 12, 13], "austria": [7, 10, 17]}
    last = orders(MARESCIALLO, position={**state, "phase": 3, "orders_left": kept})
    assert last.payoff.shape == (6, 6)
    assert np.ptp(last.parts["tokens"]) == 0


def test_points_are_worth_most_in_a_phase_that_decides_the_game():
    state = q.start("camposanto", seed=5).state()
    left = {"spain": [1, 5, 8, 9, 12, 13], "austria": [2, 3, 6, 10, 11, 14]}
    state |= {"turn": "evening", "phase": 2, "orders_left": left}
    even, at_stake = (
        np.ptp(orders(MARESCIALLO, position={**state, "vp": {"spain": points, "austria": points}}).payoff)
        for points in (0, 3)
    )
    assert at_stake > even
