"""Decisions of docs/rulings.md where the booklet is silent: one test for each that no other file proves."""

from __future__ import annotations

from tests.games.camposanto.support import assault, at, austria, begin, events, find, rolls, settle, spain

A = spain("A", "inf", "0810")
L = spain("L", "light", "0810")
D = austria("D", "inf", "0809")
E = austria("E", "inf", "0909")
LOSE, WIN = [1, 1], [6, 6]
FIGHT = {"do": "fight"}


def test_a_regiment_and_the_light_infantry_on_it_may_fight_two_assaults_from_their_hex():
    m = begin(A, L, D, E, step="assault", dice=[*WIN, *WIN])
    assault(m, {"A": ["D"], "L": ["E"]})
    settle(m)
    assert [(e["attackers"], e["defenders"]) for e in events(m, "assault")] == [(["A"], ["D"]), (["L"], ["E"])]


def test_light_infantry_left_out_of_the_assault_takes_the_hit_of_its_regiment_and_no_other_part():
    m = begin(A, L, D, step="assault", dice=[*LOSE, *WIN])
    assault(m, {"A": ["D"]})
    assert rolls(m)[0].modifiers == [], "its step does not count"
    m.answer("austria", FIGHT)
    settle(m)
    assert at(m, "L") is None
    assert (find(m, "A")["steps"], at(m, "A") != "0810") == (4, True)


def test_a_gun_left_out_of_the_assault_does_not_keep_its_regiment_from_falling_back():
    m = begin(A, spain("G", "art", "0810"), D, step="assault", dice=[*LOSE, *LOSE])
    assault(m, {"A": ["D"]})
    m.answer("austria", FIGHT)
    assert (m.ask.what, m.ask.data["units"]) == ("stand", ["A"])
    m.answer("spain", {"do": "fall_back", "paths": {"A": ["0811"]}})
    settle(m)
    assert (at(m, "A"), at(m, "G")) == ("0811", "0810")


def test_what_is_declared_is_fought_without_a_further_question():
    m = begin(A, spain("O", "inf", "1210"), D, austria("X", "inf", "1209"), step="assault", dice=[*WIN, *LOSE])
    assault(m, {"A": ["D"], "O": ["X"]})
    settle(m, "advance")
    m.answer("spain", {"do": "pass"})
    settle(m)
    assert [e["attackers"] for e in events(m, "assault")] == [["A"], ["O"]]
    assert (m.ask.what, m.ask.who) == ("stand", ("austria",))


def test_a_reaction_comes_before_the_flight_of_a_marshal():
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808"), austria("M", "marshal", "0708"))
    m.answer("spain", {"do": "move", "unit": "U", "path": ["0809"]})
    assert (m.ask.what, at(m, "M")) == ("react", "0708")
    m.answer("austria", {"do": "stay"})
    assert m.ask.what == "flee"
