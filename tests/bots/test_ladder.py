"""The ladder of bots, and its first step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import quadrilatero as q
from quadrilatero.bots import levels


def test_recluta_plays_a_game_to_its_end_with_legal_answers():
    m = q.start("camposanto", scenario="learning", seed=5)
    recluta = q.bot("camposanto", level="recluta")
    for turn in range(40):
        assert m.ask is not None
        seat = m.ask.who[0]
        answer = recluta.choose(m.view(seat), m.ask, q.sample, budget=1, seed=turn)
        assert m.refuse(seat, answer) is None
        assert answer in m.options(seat)
        m.answer(seat, answer)


def test_equal_inputs_give_equal_answers_and_seeds_differ():
    m = q.start("camposanto", seed=5)
    recluta = q.bot("camposanto")
    ask = m.view("austria")["ask"] | {"who": ["austria"]}

    def choose(seed):
        return str(recluta.choose(m.view("austria"), ask, q.sample, budget=9, seed=seed))

    assert choose(3) == choose(3)
    assert len({choose(seed) for seed in range(20)}) > 10


def test_the_answer_is_for_the_first_seat_asked():
    m = q.start("camposanto", seed=5)
    ask = m.view("austria")["ask"] | {"who": ["austria"]}
    answer = q.bot("camposanto").choose(m.view("austria"), ask, q.sample, budget=1, seed=1)
    assert answer in m.options("austria")
    assert answer not in m.options("spain")


def test_what_the_other_side_has_sealed_makes_no_difference():
    answers = []
    for sealed in ({"left": 1, "centre": 4, "right": 5}, {"left": 18, "centre": 16, "right": 13}):
        m = q.start("camposanto", seed=5)
        m.answer("spain", {"do": "orders", **sealed})
        assert m.ask is not None
        answers.append(q.bot("camposanto").choose(m.view("austria"), m.ask, q.sample, budget=1, seed=2))
    assert answers[0] == answers[1]


def test_recluta_favours_nothing():
    m = q.start("camposanto", seed=5)
    assert m.ask is not None
    answers: Counter[int] = Counter()
    for seed in range(300):
        answer = q.bot("camposanto").choose(m.view("spain"), m.ask, q.sample, budget=1, seed=seed)
        answers[answer["left"]] += 1
    assert len(answers) == 9
    assert max(answers.values()) < 70


def test_recluta_leaves_the_global_random_alone():
    m = q.start("camposanto", seed=5)
    assert m.ask is not None
    random.seed(1)
    q.bot("camposanto").choose(m.view("spain"), m.ask, q.sample, budget=1, seed=1)
    after = random.random()
    random.seed(1)
    assert random.random() == after


@pytest.mark.parametrize("level", ["generale", "", "Recluta"])
def test_a_level_that_does_not_exist_is_named_with_those_that_do(level):
    with pytest.raises(ValueError, match="recluta") as caught:
        q.bot("camposanto", level=level)
    assert repr(level) in str(caught.value)


def test_a_game_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="camposanto"):
        q.bot("campo")


def test_the_ladder_begins_with_recluta():
    assert levels("camposanto")[0] == "recluta"
