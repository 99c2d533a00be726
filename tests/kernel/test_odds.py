"""Odds of a game that has none of its own: the rolls that follow, sampled from what the seat knows."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.kernel.toy import Toy, pick


def play(*plan: dict[str, object], seed: int = 1) -> q.Match:
    return q.start("toy", position={"plan": list(plan)}, seed=seed)


def test_the_rolls_that_follow_are_sampled(toy: Toy) -> None:
    m = play({"ask": "ann", "of": 2}, {"roll": 1}, {"ask": "ann", "of": 2})
    odds = q.odds(m, "ann", pick(1), {"samples": 600})
    assert not odds.exact
    assert 0 < odds.error < 0.02
    assert {outcome["rolls"][0]["total"] for outcome, _ in odds.outcomes} == {1, 2, 3, 4, 5, 6}
    assert sum(p for _, p in odds.outcomes) == pytest.approx(1)
    assert all(p == pytest.approx(1 / 6, abs=0.07) for _, p in odds.outcomes)
    assert odds.text("en") != odds.text("it")
    assert m.rolled == 0


def test_without_rolls_there_is_one_outcome(toy: Toy) -> None:
    odds = q.odds(play({"ask": "ann", "of": 2}, {"ask": "bob", "of": 2}), "ann", pick(1))
    assert (odds.outcomes, odds.exact, odds.error) == ([({}, 1.0)], True, 0.0)


def test_what_is_not_allowed_is_refused(toy: Toy) -> None:
    m = play({"ask": "ann", "of": 2})
    for seat, answer in (("ann", pick(3)), ("bob", pick(1)), ("ann", {"do": "wave"})):
        with pytest.raises(q.Illegal):
            q.odds(m, seat, answer)


def test_neither_dice_nor_sealed_answers_tell_anything(toy: Toy) -> None:
    seen = []
    for number, seed in ((1, 1), (5, 2)):
        m = play({"seal": ["ann", "bob"], "of": 5}, {"roll": 2}, {"ask": "ann", "of": 2}, seed=seed)
        m.answer("bob", pick(number))
        seen.append(q.odds(m, "ann", pick(1), {"samples": 40}).plain())
    assert seen[0] == seen[1]
