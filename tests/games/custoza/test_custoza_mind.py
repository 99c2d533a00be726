"""Computer players of Custoza: they know what pays, say why, and beat players without a plan."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.bots import bot, levels
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.mind import MIND, WEIGH
from quadrilatero.kernel.worlds import sample
from tests.games.custoza.support import Plain, austria, italy, play

ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}


def chosen(m: q.Match, seat: str) -> Plain:
    assert m.ask is not None
    answer: Plain = bot("custoza", "sergente").choose(m.view(seat), m.ask, sample, 10, 1)
    return answer


def test_the_levels_and_the_words_of_their_reasons() -> None:
    assert levels("custoza")[:2] == ["recluta", "sergente"]
    for term in MIND.terms:
        assert set(GAME.book.sections["term"][term]) == {"en", "it"}


def test_an_attack_that_pays_is_declared_and_a_hopeless_one_is_not() -> None:
    def declared(attacker: int, defender: int) -> Plain:
        m = play(
            italy("A", "3010", facing="S", sp=attacker, max=9),
            austria("D", "3012", facing="N", sp=defender, max=9),
            active={"formation": "italy", "step": "declare"},
        )
        return chosen(m, "italy")

    assert declared(9, 2)["do"] == "declare"
    assert declared(2, 9) == {"do": "done"}


def test_guns_fire_before_the_assault_goes_in() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        italy("g", "2909", "artillery", facing="S", sp=6),
        austria("D", "3011", facing="N", sp=3),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    assert chosen(m, "italy")["do"] == "fire"


def test_infantry_fires_at_who_comes_and_forms_square_against_a_charge() -> None:
    def reaction(kind: str, start: str, path: list[str], marker: str) -> Any:
        m = play(
            italy("A", start, kind, facing="S"),
            austria("D", "3011", facing="N", cv=9),
            active={"formation": "italy", "markers": [{"type": marker, "hex": "3010", "target": "3011"}]},
        )
        m.answer("italy", {"do": marker, "units": ["A"], "path": path})
        return chosen(m, "austria")["do"]

    assert reaction("cavalry", "3008", ["3009", "3010"], "charge") == "square"
    assert reaction("line", "3009", ["3010"], "assault") in ("fire", "assault")


def test_units_face_the_enemy() -> None:
    m = play(
        italy("A", "3010", facing="N"),
        austria("D", "3013"),
        active={"formation": "italy"},
    )
    m.answer("italy", {"do": "move", "units": ["A"], "path": ["3009"]})
    assert m.ask is not None
    assert m.ask.what == "face"
    assert chosen(m, "italy")["facing"] == "S"


def test_the_choice_says_why() -> None:
    m = play(
        italy("A", "3010", facing="S", sp=9),
        austria("D", "3011", facing="N", sp=3),
        active={"formation": "italy", "markers": [ASSAULT]},
    )
    assert m.ask is not None
    choice = bot("custoza", "sergente").consider(m.view("italy"), m.ask, sample, 10, 1)
    assert choice.answer["do"] == "assault"
    assert choice.terms["attack"] > 1
    assert choice.value == pytest.approx(sum(choice.terms.values()))


@pytest.mark.parametrize("side", ["italy", "austria"])
def test_sergente_beats_a_player_without_a_plan(side: str) -> None:
    """A whole game of the shortest scenario; every question met on the way has been weighed."""
    m = q.start("custoza", scenario="tail", seed=5)
    rng = random.Random(5)
    met = set()
    while m.ask is not None:
        seat = m.ask.who[0]
        met.add(m.ask.what)
        m.answer(seat, chosen(m, seat) if seat == side else m.random_answer(seat, rng))
    assert m.result is not None
    assert m.result.winner == side
    assert met <= WEIGH.keys() | {"limber", "displace", "advance"}
