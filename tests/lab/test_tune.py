"""Tuning climbs, is the same from the same seed, and can be stopped and resumed."""

from __future__ import annotations

import math
import random
import tomllib

import pytest

from quadrilatero.lab.tune import (
    Climb,
    Tuned,
    keep_state,
    plan_tuning,
    read_state,
    state_file,
    tune,
    write_weights,
)
from quadrilatero.lab.words import Trouble
from tests.lab.test_simulate import OWN

BEST = {"a": 3.0, "b": 0.5, "c": -1.0}
LEVEL = OWN + "Weighted"


def strength(weights):
    """How well made-up weights play: best at BEST."""
    return -sum((weights[name] - BEST[name]) ** 2 for name in BEST)


def climbed(seed, steps=400, games=8):
    """A climb where each game is won by chance, the more likely by the better weights."""
    climb = Climb({"a": 1.0, "b": 1.0, "c": 1.0}, {"a": 1.0, "b": 1.0, "c": 1.0}, steps, seed)
    rng = random.Random(seed)
    for _ in range(steps):
        plus, minus = climb.tries()
        chance = 1 / (1 + math.exp(strength(minus) - strength(plus)))
        climb.learn(sum(rng.random() < chance for _ in range(games)) / games)
    return climb


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_climbs(seed):
    climb = climbed(seed)
    assert strength(climb.start) == -8.25
    assert strength(climb.weights) > -1.5


def test_it_is_the_same_from_the_same_seed():
    assert climbed(1).weights == climbed(1).weights != climbed(2).weights


def test_stopped_and_resumed_it_ends_at_the_same_weights(tmp_path):
    def setting():
        return plan_tuning("camposanto", LEVEL, "learning", games=16, validation=2, seed=3)

    job, climb = setting()
    whole = tune(job, climb)
    assert whole.worth is not None
    out = tmp_path / "weights.toml"
    job, climb = setting()

    def stop(now):
        keep_state(out, job, now)
        raise KeyboardInterrupt

    assert tune(job, climb, keep=stop).stopped
    resumed = tune(job, read_state(out, job))
    assert resumed.climb.weights == whole.climb.weights
    assert resumed.worth == whole.worth
    other, _ = plan_tuning("camposanto", LEVEL, "learning", games=24, seed=3)
    with pytest.raises(Trouble, match="other settings"):
        read_state(out, other)
    write_weights(out, resumed, {"command": 'say "this"', "seed": 3})
    assert not state_file(out).exists()
    written = tomllib.loads(out.read_text())
    assert written["weights"] == pytest.approx(whole.climb.weights, abs=1e-3)
    assert written["record"]["command"] == 'say "this"'
    assert written["record"]["games"] == 16
    assert written["record"]["score_share"] == pytest.approx(whole.worth.value, abs=1e-3)


def test_a_bot_without_weights_cannot_be_tuned():
    with pytest.raises(Trouble, match="no weights"):
        plan_tuning("camposanto", "recluta")


def test_a_file_without_validation_says_no_score(tmp_path):
    climb = Climb({"a": 1.0}, {"a": 2.0}, 1, 0, [1.0])
    write_weights(tmp_path / "w.toml", Tuned(climb, None, 8, 0, False), {"seed": 0})
    assert "score" not in (tmp_path / "w.toml").read_text()
