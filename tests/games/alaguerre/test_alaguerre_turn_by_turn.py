"""Chapter 5.1: whose divisions and light troops are next, and what the question of a division lists and draws."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Pick
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import manoeuvre
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import blue, drive, general, red, state

TROOPS = (
    red("A", [20000, 20000], division="d"),
    red("E", [30000, 20000], division="e"),
    red("L", [10000, 20000], "LC", "1/0/0 - sk", division="l"),
    blue("Z", [40000, 38000], division="z"),
)


def turn(**orders: int) -> State:
    people = [general("C", [5000, 5000], division="q"), general("G", [20000, 15000], division="d")]
    return state(*TROOPS, generals=people, phase="manoeuvre", orders=orders)


@pytest.mark.rule("alaguerre:5.1-a", "alaguerre:5.1.1-b", "alaguerre:5.1-b")
def test_light_troops_come_after_the_fours_and_idle_generals_last() -> None:
    s = turn(d=5, e=4)
    found = []
    while (choice := manoeuvre.next_choice(s)) is not None:
        side, divisions = choice
        found.append((side, divisions))
        manoeuvre.begin(s, side, divisions[0])
        assert s.active is not None
        manoeuvre.finish(s, s.active, side)
    assert found == [("red", ["d"]), ("red", ["e"]), ("red", ["light"]), ("red", ["others"])]
    later = turn(e=4)
    later.impulse = 2
    later.done = ("e",)
    assert manoeuvre.next_choice(later) == ("red", ["others"])


@pytest.mark.rule("alaguerre:5-a", "alaguerre:5.1-d")
def test_whoever_is_picked_is_asked_for_next() -> None:
    s = turn(d=5)
    s.active = Active("d")
    s.side = "red"
    drive(manoeuvre.act(s, s.active), Pick("A"))
    assert (s.chosen, s.active, s.bases["A"].moved) == ("A", Active("d"), 0)


@pytest.mark.rule("alaguerre:5-a")
def test_how_many_are_listed_and_how_often_a_division_ends_by_lot() -> None:
    s = turn(d=5)
    many = manoeuvre.move_question(s, Active("d"), "red", [str(n) for n in range(300)])
    assert len(many.options("red")) == 256
    ask: Any = manoeuvre.move_question(s, Active("d"), "red", ["A", "G"])
    drawn = [ask.sample("red", random.Random(seed)) for seed in range(300)]
    assert 85 < sum(one == {"do": "done"} for one in drawn) < 115, "one time in three"
    s.lead(s.generals["G"], moved=5)
    s.chosen = "G"
    stuck: Any = manoeuvre.move_question(s, Active("d"), "red", ["A", "G"])
    assert all(stuck.sample("red", random.Random(seed)) == {"do": "done"} for seed in range(20))
