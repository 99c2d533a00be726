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
from quadrilatero.games.camposanto.mind.orders import order_matrix
from quadrilatero.games.camposanto.mind.outlook import Outlook
from quadrilatero.games.camposanto.state import WINGS
from quadrilatero.kernel.mind import Sealed

CAPITANO, MARESCIALLO = 2, 3
both = pytest.mark.parametrize("insight", [CAPITANO, MARESCIALLO])


def orders(insight: int, **setting: Any) -> Sealed:
    m = q.start("camposanto", seed=5, **setting)
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
        if name != "best_reply":  # far apart, one hand is good against all
            assert exploitability(matrix.payoff, habit) > solved + 0.05


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


# -- what they see in them -----------------------------------------------------------------------------------------


SIDES = ("spain", "austria")
LEFT = {"spain": [1, 5, 8, 12, 16, 18], "austria": [2, 3, 6, 10, 11, 14]}


@pytest.fixture(scope="module")
def engaged() -> dict[str, Any]:
    """A battle in its evening, the armies at each other's throat."""
    m = q.start("camposanto", seed=5)
    player = q.bot("camposanto", "sergente")
    while m.ask is not None and m.state()["turn"] == "day":
        seat = m.ask.who[0]
        m.answer(seat, player.choose(m.view(seat), {**m.ask.plain(), "who": [seat]}, q.sample, 0, 1))
    return {**m.state(), "phase": 2, "orders_left": LEFT, "vp": dict.fromkeys(SIDES, 0)}


def spent(matrix: Sealed) -> float:
    """How many points maresciallo lays on average."""
    mix, _, _ = solve(matrix.payoff)
    return float(sum(share * sum(hand[wing] for wing in WINGS) for hand, share in zip(matrix.mine, mix, strict=True)))


def test_maresciallo_spends_low_points_while_the_armies_are_far_apart():
    assert spent(orders(MARESCIALLO)) < 15, "the three lowest are 10 together, any three 29 on average"


def test_points_kept_are_worth_nothing_in_the_last_phase_of_a_turn(engaged: dict[str, Any]):
    assert np.ptp(orders(MARESCIALLO, position=engaged).parts["tokens"]) > 1
    kept = {"spain": [4, 12, 13], "austria": [7, 10, 17]}
    last = orders(MARESCIALLO, position={**engaged, "phase": 3, "orders_left": kept})
    assert last.payoff.shape == (6, 6)
    assert np.ptp(last.parts["tokens"]) == 0


def test_nothing_is_saved_for_a_phase_that_will_hardly_come(engaged: dict[str, Any]):
    even = orders(MARESCIALLO, position=engaged)
    at_stake = orders(MARESCIALLO, position={**engaged, "vp": dict.fromkeys(SIDES, 3)})
    assert np.ptp(at_stake.parts["tokens"]) < np.ptp(even.parts["tokens"]) / 2
    assert spent(at_stake) > spent(even) + 5


def test_hits_of_the_phase_count_with_those_it_promises(engaged: dict[str, Any]):
    """12.2-b: who is nine HITs ahead has the point already, whatever is laid."""
    ahead = orders(MARESCIALLO, position={**engaged, "inflicted": {"spain": 9, "austria": 0}})
    assert np.ptp(ahead.parts["tempo"]) < np.ptp(orders(MARESCIALLO, position=engaged).parts["tempo"]) / 2


def test_a_fatigued_wing_gains_nothing_by_the_highest_point_where_fatigue_limits(engaged: dict[str, Any]):
    """4.1-d, by the reading `fatigue=limits`."""
    hand = {"do": "orders", "left": 18, "centre": 8, "right": 5}

    def gain(options: dict[str, str], fatigued: list[str]) -> float:
        matrix = orders(MARESCIALLO, position={**engaged, "fatigued": fatigued}, options=options)
        return float(matrix.parts["tempo"][matrix.mine.index(hand)].mean())

    assert gain({"fatigue": "limits"}, ["spain.left"]) < gain({"fatigue": "limits"}, [])
    assert gain({}, ["spain.left"]) == gain({}, [])


@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_capitano_judges_orders_as_maresciallo_does(scenario: str):
    kinds = [orders(insight, scenario=scenario) for insight in (CAPITANO, MARESCIALLO)]
    assert kinds[0].payoff == pytest.approx(kinds[1].payoff)


def test_a_scenario_without_whole_armies_is_judged_by_what_the_wings_can_do():
    m = q.start("camposanto", "learning", seed=5)
    outlook = Outlook(m.standing()[1], "spain", read("camposanto"))
    assert orders(CAPITANO, scenario="learning").payoff == pytest.approx(order_matrix(outlook).payoff)
