"""The ladder: every pair from both sides, resumable, and the same for any number of processes."""

from __future__ import annotations

import json

import pytest

from quadrilatero.lab.ladder import LOOKS, climb, looks_of, plan_ladder, read_ladder
from quadrilatero.lab.statistics import Interval
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import Trouble
from tests.lab.test_simulate import OWN

LEVELS = ["recluta", OWN + "Seeing"]


def plan(levels=LEVELS, games=4, **more):
    return plan_ladder("camposanto", levels, "learning", games, **more)


def untimed(standing):
    return {key: value for key, value in standing.plain().items() if key != "timing"}


def stop_after(count):
    def progress(done, of):
        if done >= count:
            raise KeyboardInterrupt

    return progress


def test_a_ladder_stops_goes_on_and_rates(tmp_path):
    whole = climb(plan(games=3, seed=2))
    assert whole.contest.games == 4  # an even number: each from both sides
    stopped = climb(plan(games=3, seed=2), progress=stop_after(1), folder=tmp_path)
    assert stopped.stopped
    with pytest.raises(Trouble, match="already holds a run"):
        climb(plan(games=3, seed=2), folder=tmp_path)
    resumed = climb(plan(games=3, seed=2), folder=tmp_path, resume=True)
    assert untimed(resumed) == untimed(whole)
    assert untimed(read_ladder(tmp_path)) == untimed(whole)
    assert json.loads((tmp_path / "results.json").read_text())["pairs"] == whole.plain()["pairs"]
    plain = whole.plain()
    assert plain["ratings"][0] == {"level": "recluta", "elo": 0, "low": 0, "high": 0}
    (pair,) = plain["pairs"]
    assert pair["games"] == 4
    assert pair["seats"]["spain"]["games"] == pair["seats"]["austria"]["games"] == 2
    assert whole.pair(LEVELS[0], LEVELS[1]).value == pytest.approx(1 - whole.pair(LEVELS[1], LEVELS[0]).value)
    assert plain["timing"]["levels"][1]["decisions"] > 0


def test_all_pairs_and_budgets_of_those_who_play():
    contest = plan(["recluta", "sergente", "sergente:bold"], budgets={"sergente": 5, "*": 9})
    assert [entry.bots for entry in contest.plans] == [
        ("recluta", "sergente"),
        ("recluta", "sergente:bold"),
        ("sergente", "sergente:bold"),
    ]
    assert contest.plans[1].budget("sergente:bold") == 5
    assert all(entry.swap for entry in contest.plans)


def test_a_settled_pair_plays_no_more(monkeypatch):
    monkeypatch.setattr(Tally, "bot_score", lambda self, bot: Interval(0.9, 0.88, 0.92))
    standing = climb(plan(games=20, early=True))
    assert standing.tallies[0].games == 4
    assert standing.settled == [4]
    monkeypatch.setattr(Tally, "bot_score", lambda self, bot: Interval(0.6, 0.45, 0.75))
    assert climb(plan(games=10, early=True)).settled == [None]


def test_a_stored_ladder_tells_a_settled_pair_from_an_unfinished_one(monkeypatch, tmp_path):
    monkeypatch.setattr(Tally, "bot_score", lambda self, bot: Interval(0.9, 0.88, 0.92))
    climb(plan(games=20, early=True), folder=tmp_path)
    assert read_ladder(tmp_path).settled == [4]
    monkeypatch.setattr(Tally, "bot_score", lambda self, bot: Interval(0.6, 0.45, 0.75))
    assert read_ladder(tmp_path).settled == [None]


@pytest.mark.parametrize("games", [2, 4, 6, 8, 10, 12, 24, 100])
def test_a_ladder_looks_further_each_time_and_last_at_the_end(games):
    looks = looks_of(plan(games=games, early=True))
    assert looks == sorted(set(looks))
    assert looks[-1] == games
    assert len(looks) <= LOOKS
    assert all(look % 2 == 0 for look in looks)


def test_a_pair_played_to_its_end_is_not_settled_early(monkeypatch, tmp_path):
    monkeypatch.setattr(Tally, "bot_score", lambda self, bot: Interval(0.9, 0.88, 0.92 if self.games >= 4 else 2.0))
    standing = climb(plan(games=4, early=True), folder=tmp_path)
    assert standing.tallies[0].games == 4
    assert standing.settled == [None]
    assert read_ladder(tmp_path).settled == [None]


@pytest.mark.parametrize(
    ("levels", "more", "words"),
    [
        (["recluta"], {}, "two different levels"),
        (["recluta", "recluta"], {}, "two different levels"),
        (LEVELS, {"games": 1}, "two games at least"),
        (LEVELS, {"budgets": {"capitano": 2}}, "'capitano', who does not play"),
    ],
)
def test_a_ladder_that_cannot_be(levels, more, words):
    with pytest.raises(Trouble, match=words):
        plan(levels, **more)
