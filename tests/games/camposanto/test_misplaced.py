"""Answers that come too late are refused by the rule that forbade them, though their step was passed over."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import austria, begin, refused, spain

MINE, FOE, FAR = "0810", "0809", "0206"


def over(*units, **more):
    """A wing with nothing left to do: the Phase is over and points are asked for."""
    m = begin(*units, **more)
    assert m.ask.what == "orders"
    return m


@pytest.mark.parametrize(
    ("state", "unit", "target", "rule"),
    [
        ("titubant", spain("A", "inf", MINE), FOE, "5.4-c"),
        ("aggressive", spain("A", "art", MINE), FOE, "9.3-a"),
        ("aggressive", spain("A", "inf", MINE, facing="S"), FOE, "7-c"),
        ("aggressive", spain("A", "inf", MINE), FAR, "7-c"),
    ],
)
def test_an_assault_that_could_not_be_declared(state, unit, target, rule):
    m = over(unit, austria("D", "inf", target), state=state, step="assault")
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["D"]}) == rule


def test_an_assault_on_a_marshal_or_by_another_wing():
    units = spain("A", "inf", MINE), spain("B", "inf", "0710", wing="left"), austria("M", "marshal", FOE)
    m = over(*units, step="assault")
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["M"]}) == "7-d"
    assert refused(m, "spain", {"do": "assault", "unit": "B", "targets": ["M"]}) == "7-a"


@pytest.mark.parametrize(
    ("state", "facing", "target", "rule"),
    [("titubant", "N", FOE, "10.2-b"), ("aggressive", "S", FOE, "10.2-c"), ("aggressive", "N", "0808", "10.2-c")],
)
def test_light_infantry_that_could_not_fire(state, facing, target, rule):
    m = over(spain("L", "light", MINE, facing=facing), austria("D", "inf", target), state=state, step="light_fire")
    assert refused(m, "spain", {"do": "fire", "unit": "L", "hex": target}) == rule


def test_a_fifth_unit_when_the_wing_has_no_marshal():
    units = [spain(f"I{n}", "inf", f"{n:02}14") for n in range(1, 6)]
    done = {"activated": ["I1", "I2", "I3", "I4"]}
    m = over(*units, austria("D", "inf", FAR), state="cautious", marks=done)
    assert refused(m, "spain", {"do": "move", "unit": "I5", "path": ["0513"]}) == "5.3-a"


def test_nobody_is_asked_about_the_sets_when_points_are_equal():
    m = over(spain("A", "inf", MINE), austria("D", "inf", FAR), step="assault", phase=3)
    assert refused(m, "austria", {"do": "keep"}) == "4.3-d"
    assert refused(over(spain("A", "inf", MINE), step="assault"), "spain", {"do": "swap"}) == "4.3-c"


def test_the_other_side_gets_the_plain_answer():
    m = over(spain("A", "inf", MINE), austria("D", "inf", FAR), step="assault")
    assert refused(m, "austria", {"do": "assault", "unit": "D", "targets": ["A"]}) == "4-a"


def test_who_is_to_react_gets_the_plain_answer_too():
    m = begin(spain("U", "inf", "0810"), austria("C", "cav", "0808"), austria("G", "art", "0605"))
    m.answer("spain", {"do": "move", "unit": "U", "path": ["0809"]})
    assert (m.ask.what, m.ask.who) == ("react", ("austria",))
    assert refused(m, "austria", {"do": "fire", "unit": "G", "hex": "0809"}) == "6.4-c"


def test_a_move_is_not_refused_as_the_assault_of_a_titubant_wing():
    m = begin(spain("A", "inf", MINE), spain("B", "inf", "0310"), austria("D", "inf", FAR), state="titubant")
    m.answer("spain", {"do": "move", "unit": "A", "path": ["0811"]})
    assert m.ask.what == "face"
    assert refused(m, "spain", {"do": "move", "unit": "B", "path": ["0311"]}) == "6.1-c"
    assert refused(m, "spain", {"do": "assault", "unit": "B", "targets": ["D"]}) == "5.4-c"


@pytest.mark.rule("camposanto:5.5-a")
def test_an_assault_out_of_its_step_counts_no_activations():
    units = [spain(f"I{n}", "inf", f"{n:02}14") for n in range(1, 6)]
    done = {"activated": ["I1", "I2", "I3", "I4"]}
    marshal = spain("M", "marshal", "0914")
    m = begin(*units, marshal, austria("D", "inf", "0513"), state="cautious", marks=done, step="marshal")
    assert m.ask.what == "move"
    assert refused(m, "spain", {"do": "assault", "unit": "I5", "targets": ["D"]}) == "5.5-a"
    assert refused(m, "spain", {"do": "move", "unit": "I5", "path": ["0613"]}) == "5.3-a"


def test_fire_of_those_who_have_no_guns():
    m = over(spain("A", "inf", MINE), austria("D", "inf", FAR), step="assault")
    assert refused(m, "spain", {"do": "fire", "unit": "A", "hex": FAR}) == "9.1-a"
    assert refused(m, "spain", {"do": "fire", "unit": "nobody", "hex": FAR}) == "9.1-a"
