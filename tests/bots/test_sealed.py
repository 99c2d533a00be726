"""Sealed choices: solved mixes, and how much a habit gives away."""

from __future__ import annotations

import random

import numpy as np
import pytest

import quadrilatero as q
from quadrilatero.bots.choice import Deadline
from quadrilatero.bots.sealed import exploitability, habits, solve, solve_sealed
from quadrilatero.bots.weights import mind_of, read


def orders(seed: int = 5):
    m = q.start("camposanto", seed=seed)
    matrix = mind_of("camposanto").sealed(m, "spain", read("camposanto"))
    assert matrix is not None
    return matrix


def test_a_known_game_is_solved():
    """Rock, paper, scissors where rock beats scissors twofold: a quarter rock, half paper, a quarter scissors."""
    payoff = np.array([[0.0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    row, column, _ = solve(payoff, rounds=4000)
    assert row == pytest.approx([0.25, 0.5, 0.25], abs=0.02)
    assert column == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def test_the_orders_of_the_first_phase_can_hardly_be_exploited():
    matrix = orders()
    assert matrix.payoff.shape == (504, 504)
    row, column, _ = solve(matrix.payoff)
    gap = float((matrix.payoff @ column).max() - (row @ matrix.payoff).min())
    assert 0 <= gap < 0.1 * matrix.payoff.std()
    assert sum(matrix.parts.values()) == pytest.approx(matrix.payoff)


def test_habits_give_more_away_than_the_mix():
    matrix = orders()
    mix, _, _ = solve(matrix.payoff)
    solved = exploitability(matrix.payoff, mix)
    assert 0 <= solved < 0.1
    for habit in habits(matrix).values():
        assert habit.sum() == pytest.approx(1)
        assert exploitability(matrix.payoff, habit) > solved + 0.1


def test_the_answer_is_drawn_and_not_a_habit():
    matrix = orders()
    drawn = {str(solve_sealed(matrix, random.Random(seed), Deadline(None)).answer) for seed in range(20)}
    assert len(drawn) > 2


def test_other_questions_are_not_sealed():
    m = q.start("camposanto", seed=5)
    for seat in m.seats:
        m.answer(seat, m.options(seat)[0])
    assert m.ask is not None
    assert mind_of("camposanto").sealed(m, m.ask.who[0], read("camposanto")) is None
