"""Questions with endless answers: options are candidates, `refuse` is the authority, and there is a way to draw, to
snap, to paint and to propose.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel import contract
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.inspection import propose, reach, snap

pytestmark = pytest.mark.usefixtures("toys")


def race(**changes: Any) -> q.Match:
    return q.start("tabletop", position={"runners": {"red": [300, 0], "blue": [300, 600]}, **changes}, dice=[])


def run(x: int, y: int) -> dict[str, Any]:
    return {"do": "run", "to": [x, y]}


def test_options_are_candidates_and_any_lawful_answer_is_taken():
    m = race()
    assert m.ask is not None
    assert m.ask.open
    assert m.ask.data["open"] is True
    assert m.view("red")["ask"]["data"]["open"] is True
    assert run(317, 23) not in m.options("red")
    m.answer("red", run(317, 23))
    assert m.view("blue")["runners"]["red"] == [317, 23]


def test_refuse_judges_what_no_list_holds():
    refusal = race().refuse("red", run(300, 101))
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("1-a", "too_far")


def test_an_open_question_is_put_even_with_a_single_candidate():
    boxed = race(runners={"red": [0, 0], "blue": [600, 600]})
    assert boxed.ask is not None
    boxed.ask.options = lambda seat: [run(0, 0)]
    assert boxed.ask.certain


def test_drawn_answers_are_lawful_and_go_beyond_the_candidates():
    m, rng = race(), random.Random(1)
    drawn = [m.random_answer("red", rng) for _ in range(50)]
    assert all(m.refuse("red", answer) is None for answer in drawn)
    assert any(answer not in m.options("red") for answer in drawn)


def test_snap_finds_the_nearest_lawful_answer():
    m = race()
    found = snap(m, "red", {"to": [300, 500]})
    assert found == {"answer": run(300, 100), "left": 0}
    assert m.refuse("red", found["answer"]) is None
    with pytest.raises(BadQuery, match="to"):
        snap(m, "red", {"to": "there"})
    with pytest.raises(BadQuery, match="object"):
        snap(m, "red", [1, 2])


def test_reach_and_propose():
    m = race()
    assert len(reach(m, "red", {"unit": "red"})["regions"][0]["outline"]) == 10
    assert propose(m, "red", "red", 3) == m.options("red")[:3]
    with pytest.raises(BadQuery, match="not yours"):
        propose(m, "red", "blue")


def test_games_without_endless_answers_say_so():
    m = q.start("camposanto", seed=1)
    for ask in (lambda: snap(m, "spain", {}), lambda: reach(m, "spain", {}), lambda: propose(m, "spain", "S-C1")):
        with pytest.raises(BadQuery, match="this game"):
            ask()


def test_recluta_and_learning_programs_play_by_candidates():
    m = q.start("tabletop", seed=1)
    bot = q.bot("tabletop", level="recluta")
    while m.ask is not None:
        seat = m.ask.who[0]
        answer = bot.choose(m.view(seat), m.view(seat)["ask"], q.sample, 10, 1)
        assert m.refuse(seat, answer) is None
        m.answer(seat, answer)
    assert m.result is not None


@pytest.mark.parametrize("game", ["veiled", "tabletop"])
@pytest.mark.parametrize("seed", range(3))
def test_the_toys_keep_the_contract(game: str, seed: int):
    contract.check_game(game, seed=seed, samples=5)
