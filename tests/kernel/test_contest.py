"""Plans that are played on: a clear gain wins whatever the luck they share, and nothing less does."""

from __future__ import annotations

import random

import pytest

from quadrilatero.kernel.contest import contest, promote
from quadrilatero.kernel.mind import Weighed


def never() -> bool:
    return False


class Drawn:
    """Results that are drawn: the mean of each plan, and the same luck for all of them in one round."""

    def __init__(self, means: list[float], luck: float, own: float, seed: int = 1) -> None:
        self.means, self.luck, self.own = means, luck, own
        self.played = 0
        self.rng = random.Random(seed)

    def play(self, number: int, count: int) -> float:
        self.played += 1
        together = random.Random(count).gauss(0, self.luck)
        return self.means[number] + together + self.rng.gauss(0, self.own)

    def best(self, playouts: int = 40, pooled: bool = True) -> tuple[int, float]:
        return contest(len(self.means), self.play, playouts, never, 2, pooled=pooled)


@pytest.mark.parametrize("pooled", [True, False])
def test_a_clear_gain_wins_whatever_the_luck_they_share(pooled: bool) -> None:
    assert Drawn([0, 0, 1, 0], luck=50, own=0.01).best(pooled=pooled)[0] == 2


def test_a_gain_within_the_noise_does_not_replace_the_first() -> None:
    first = sum(Drawn([0, 0, 0, 0], luck=1, own=1, seed=seed).best()[0] == 0 for seed in range(60))
    assert first > 35


def test_what_is_worse_never_replaces_the_first() -> None:
    assert Drawn([0, -1, -2, -1], luck=1, own=0.1).best() == (0, 0.0)


@pytest.mark.parametrize("playouts", [1, 7, 20, 100])
def test_the_budget_is_kept(playouts: int) -> None:
    drawn = Drawn([0.0] * 8, luck=1, own=1)
    drawn.best(playouts)
    assert drawn.played <= playouts


def test_a_contest_can_be_stopped_between_two_playouts() -> None:
    drawn = Drawn([0.0] * 8, luck=1, own=1)
    looks = iter([False] * 5 + [True] * 100)
    contest(8, drawn.play, 100, lambda: next(looks), 2)
    assert drawn.played == 5


def test_another_plan_has_to_prove_clearly_better() -> None:
    usual = [0.0, 1.0, 0.0, 1.0] * 4
    clearly = [value + more for value, more in zip(usual, [2.0, 2.2] * 8, strict=True)]
    hardly = [value + more for value, more in zip(usual, [5.0, -4.0] * 8, strict=True)]

    def judged(plans: list[list[float]], playouts: int, stop: bool = False) -> tuple[int, float]:
        return contest(len(plans), lambda number, count: plans[number][count], playouts, lambda: stop, 4)

    number, gain = judged([usual, hardly, clearly], 36)
    assert (number, round(gain, 3)) == (2, 2.1)
    assert judged([usual, hardly], 16) == (0, 0.0)
    assert judged([usual, clearly], 16, stop=True) == (0, 0.0)


def test_the_gate_may_be_higher() -> None:
    """Gains of 2, 2, 2 and -2 have a mean of 1 and a standard error of 1."""
    plans = [[0.0] * 4, [2.0, 2.0, 2.0, -2.0]]

    def judged(gate: float) -> int:
        return contest(2, lambda number, count: plans[number][count], 8, never, 4, gate=gate)[0]

    assert judged(0.9) == 1
    assert judged(1.1) == 0


def test_what_changes_nothing_is_dropped_at_a_first_look() -> None:
    counts = [0, 0, 0]

    def play(number: int, count: int) -> float:
        counts[number] += 1
        return float(count) + (0.5 if number == 2 else 0.0)

    assert contest(3, play, 100, never, 4, look=2)[0] == 2
    assert counts[1] == 2
    assert contest(2, play, 100, never, 4, look=2) == (0, 0.0), "nothing was left to race with"


@pytest.mark.parametrize(("gain", "values"), [(2.0, [1.0, 2.0]), (-2.0, [1.0, 0.5])])
def test_a_plan_that_proves_better_is_ahead_of_the_first_by_its_gain(gain: float, values: list[float]) -> None:
    plans = [Weighed({"do": "one"}, {"fire": 1.0}), Weighed({"do": "other"}, {"fire": 0.5})]
    promote(plans, 0.5, lambda number, count: gain * number, 8, never, 4)
    assert [plan.value for plan in plans] == values
