"""Moves that are listed again follow what has changed since: a list that was kept says what a new search would."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.board import Goals, Moves, Reach
from quadrilatero.games.camposanto.rules.moving import movers
from quadrilatero.games.camposanto.rules.reach import move_options
from quadrilatero.games.camposanto.state import State
from quadrilatero.kernel.listing import Listing
from tests.games.camposanto.support import austria, begin, spain

SHARED = {"marshal_stacking": "shared"}
RING = ("0807", "0907", "0908", "0909", "0809", "0708")


def meeting(step: str = "movement", **how: Any) -> State:
    """An infantry and a Marshal of Spain, an Austrian regiment with its Marshal on it three hexes ahead."""
    m = begin(
        spain("si", "inf", "0810"),
        spain("sm", "marshal", "0811"),
        austria("ai", "inf", "0807"),
        austria("am", "marshal", "0807"),
        step=step,
        options=SHARED,
        **how,
    )
    s: State = m.standing()[1]
    return s


def ends(s: State, id: str) -> set[str]:
    """Where the listed moves of a unit lead to."""
    options = move_options(s, movers(s))
    return {o["path"][-1] for o in options if o.get("unit") == id and o["path"]}


def afresh(s: State, id: str) -> set[str]:
    """The same with nothing kept."""
    for unit in s.units.values():
        unit.listed = None
    s.board.reaches.clear()
    return ends(s, id)


def lose_infantry(s: State) -> None:
    s.remove(s.units["ai"])


def ride_ahead(s: State) -> None:
    s.move(s.units["am"], s.board.hex("0809"))


def waver(s: State) -> None:
    s.acting().state = "titubant"


def grow_dark(s: State) -> None:
    s.turn = "evening"


@pytest.mark.parametrize(
    ("id", "step", "change"),
    [
        pytest.param("si", "movement", lose_infantry, marks=pytest.mark.rule("camposanto:6.2-b")),
        pytest.param("sm", "marshal", ride_ahead, marks=pytest.mark.rule("camposanto:6-e")),
        pytest.param("si", "movement", waver, marks=pytest.mark.rule("camposanto:5.4-b")),
        pytest.param("si", "movement", grow_dark, marks=pytest.mark.rule("camposanto:11-a")),
    ],
)
def test_moves_listed_again_follow_what_has_changed(id: str, step: str, change: Callable[[State], None]):
    s = meeting(step)
    before = ends(s, id)
    change(s)
    now = ends(s, id)
    assert now != before
    assert now == afresh(s, id)


@pytest.mark.rule("camposanto:6.2-c")
def test_a_gun_shut_in_by_horse_may_go_where_one_of_them_is_lost():
    horse = [spain(f"c{number}", "cav", hex, steps=1) for number, hex in enumerate(RING)]
    s = begin(spain("g", "art", "0808", fire=[2, 1, 0, -1]), *horse, austria("ai", "inf", "0801")).standing()[1]
    around = set(s.board.numbers(s.board.grid.adjacent[s.units["g"].hex]))
    assert around == set(RING)
    assert ends(s, "g") == set()
    s.remove(s.units["c0"])
    assert ends(s, "g") == {RING[0]}


@pytest.mark.rule("camposanto:5.4-b")
def test_a_wing_that_wavers_keeps_out_of_the_zoc_of_an_enemy_in_the_corner_too():
    m = begin(spain("si", "inf", "0303"), austria("ai", "inf", "0101"))
    s = m.standing()[1]
    assert s.units["ai"].hex == 0
    before = ends(s, "si")
    waver(s)
    assert ends(s, "si") == before - set(s.board.numbers(s.board.grid.adjacent[0]))
    assert ends(s, "si") < before


def test_listed_moves_are_counted_and_written_as_they_are():
    rng, m, listings = random.Random(5), q.start("camposanto", seed=5), 0
    while m.ask is not None and listings < 100:
        seat = m.ask.who[0]
        options = m.options(seat)
        if isinstance(options, Listing):
            listings += 1
            written = msgspec.json.decode(options.encoded())
            assert written == list(options)
            assert len(options) == len(written)
            assert [options[0], options[-1]] == [written[0], written[-1]]
        m.answer(seat, rng.choice(options))
    assert listings == 100


@pytest.mark.parametrize(("turns", "written"), [(False, b""), (True, b'{"do":"move","unit":"A","path":[]}')])
def test_a_unit_that_can_go_nowhere_has_no_ways_to_write(turns: bool, written: bytes) -> None:
    assert Moves(Goals("A", Reach({}), turns=turns), 0).encoded() == written
