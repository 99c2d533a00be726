"""Chapter 8.1: the General."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import BLANK, austria, axial, begin, blows, events, find, refused, spain

USE = {"do": "general"}
PASS = {"do": "pass"}
PRINTED = {"spain": {"left": 16, "centre": 8, "right": 4}, "austria": {"left": 10, "centre": 14, "right": 6}}
FIVE = [austria(f"I{n}", "inf", axial(n, 12), wing="left") for n in range(5)]
ELSEWHERE = [
    austria("C", "inf", axial(-4, 12)),
    spain("S", "inf", axial(6, 0)),
    spain("SL", "inf", axial(8, 0), wing="left"),
]


def called(state: str = "cautious", *more: Any, **position: Any) -> q.Match:
    """The Austrian left, five infantry units strong, as its activation starts in this state."""
    return begin(*FIVE, *more, active="austria.left", state=state, step="start", **position)


def turned(m: q.Match) -> int:
    """How many of the wing's units can be turned one after another."""
    count = 0
    while m.ask and m.ask.what == "move" and m.ask.data["units"]:
        id = m.ask.data["units"][0]
        m.answer("austria", {"do": "move", "unit": id, "path": []})
        m.answer("austria", {"do": "face", "unit": id, "facing": "S"})
        count += 1
    return count


@pytest.mark.rule("camposanto:8.1-a")
def test_the_general_stands_on_no_hex_and_is_asked_for_as_the_wing_begins():
    m = q.start("camposanto", scenario="battle", seed=1)
    assert {u["type"] for u in m.view(None)["units"]} == {"infantry", "cavalry", "artillery", "light", "marshal"}
    m = called()
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("general", ("austria",), "8.1-b")
    assert m.options("austria") == [USE, PASS]
    with pytest.raises(q.BadPosition, match="type"):
        called("cautious", austria("Traun", "general", "0801"))


@pytest.mark.rule("camposanto:8.1-b")
def test_with_the_general_a_cautious_wing_activates_all_its_units():
    m = called()
    m.answer("austria", USE)
    assert m.view(None)["active"]["state"] == "aggressive"
    assert turned(m) == 5
    m = called()
    m.answer("austria", PASS)
    assert m.view(None)["active"]["state"] == "cautious"
    assert turned(m) == 4


@pytest.mark.rule("camposanto:8.1-b")
def test_with_the_general_a_cautious_wing_has_the_flank_bonus_again():
    units = [austria("A", "inf", axial(5, 6), facing="S"), spain("D", "inf", axial(5, 5), facing="S")]
    m = begin(*units, active="austria.centre", state="cautious", step="start", dice=[1, 1])
    m.answer("austria", USE)
    m.answer("austria", {"do": "done"})
    m.answer("austria", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("austria", {"do": "done", "from": "left"})
    (roll,) = [event for event in m.events if event.kind == "roll"]
    assert dict(roll.modifiers) == {"7.2-h": 1}
    without, _ = blows(*units, active="austria.centre", state="cautious", targets={"A": ["D"]})
    assert without == {}


@pytest.mark.rule("camposanto:8.1-b")
@pytest.mark.parametrize("state", ["impetuous", "aggressive", "titubant"])
def test_the_general_is_of_no_use_to_a_wing_that_is_not_cautious(state):
    m = called(state)
    assert m.ask.what == "move"
    assert refused(m, "austria", USE) == "8.1-b"
    with pytest.raises(q.Illegal):
        m.answer("austria", USE)
    assert m.view(None)["general_used"] == {"spain": False, "austria": False}


@pytest.mark.rule("camposanto:8.1-b")
def test_once_the_wing_has_fired_or_moved_the_general_comes_too_late():
    gun = austria("G", "art", axial(6, 9), wing="left")
    second = austria("H", "art", axial(8, 9), wing="left")
    targets = [spain("T", "inf", axial(6, 6)), spain("U", "inf", axial(8, 6))]
    m = called("cautious", gun, second, *targets, dice=[1, 1])
    m.answer("austria", PASS)
    assert refused(m, "austria", USE) == "8.1-b"
    m.answer("austria", {"do": "fire", "unit": "G", "hex": axial(6, 6)})
    assert m.ask.what == "fire"
    assert refused(m, "austria", USE) == "8.1-b"
    m.answer("austria", {"do": "done"})
    assert refused(m, "austria", USE) == "8.1-b"


@pytest.mark.rule("camposanto:8.1-b")
def test_the_general_is_not_used_while_points_are_chosen_nor_by_the_other_side():
    m = q.start("camposanto", position={"units": [spain("S", "inf", "1214")]}, dice=[])
    assert refused(m, "spain", USE) == "8.1-b"
    m = called()
    refusal = m.refuse("spain", USE)
    assert refusal is not None
    assert refusal.rule is None


@pytest.mark.rule("camposanto:8.1-b")
def test_the_wing_keeps_its_place_in_the_order_and_is_cautious_again_afterwards():
    m = q.start("camposanto", position={"map": BLANK, "units": [*FIVE, *ELSEWHERE], "orders": PRINTED}, dice=[])
    order = m.view(None)["order"]
    m.answer("spain", {"do": "done"})
    m.answer("austria", {"do": "done"})
    assert (m.ask.what, m.ask.data["wing"]) == ("general", "left")
    m.answer("austria", USE)
    assert m.view(None)["order"] == order
    assert m.view(None)["states"]["austria"]["left"] == "aggressive"
    m.answer("austria", {"do": "done"})
    view = m.view(None)
    assert (view["active"]["side"], view["active"]["wing"]) == ("spain", "centre")
    assert view["states"]["austria"]["left"] == "cautious"
    again = q.start("camposanto", position=m.state(), dice=[]).view(None)
    assert {key: again[key] for key in ("states", "order", "active")} == {
        key: view[key] for key in ("states", "order", "active")
    }


@pytest.mark.rule("camposanto:8.1-c")
def test_the_general_is_used_once_in_a_game():
    m = called()
    m.answer("austria", USE)
    assert m.view(None)["general_used"] == {"spain": False, "austria": True}
    assert events(m, "general") == [{"side": "austria", "wing": "left"}]
    assert refused(m, "austria", USE) == "8.1-c"


@pytest.mark.rule("camposanto:8.1-c")
def test_a_general_used_up_is_not_asked_for_again():
    m = called(general_used={"austria": True})
    assert m.ask.what == "move"
    assert refused(m, "austria", USE) == "8.1-c"
    assert m.view(None)["active"]["state"] == "cautious"


@pytest.mark.rule("camposanto:8.1-c")
def test_passing_keeps_the_general_for_another_wing_and_each_side_has_its_own():
    m = called()
    m.answer("austria", PASS)
    assert m.view(None)["general_used"] == {"spain": False, "austria": False}
    m = called(general_used={"spain": True})
    assert m.ask.what == "general"


@pytest.mark.rule("camposanto:8.1-c")
def test_a_general_used_in_the_day_stays_used_in_the_evening():
    m = called(phase=3, vp={"spain": 0, "austria": 0})
    m.answer("austria", USE)
    m.answer("austria", {"do": "done"})
    assert m.view(None)["turn"] == "evening"
    assert m.view(None)["general_used"]["austria"]
    m.answer("spain", {"do": "orders", "left": 17, "centre": 2, "right": 3})
    m.answer("austria", {"do": "orders", "left": 16, "centre": 18, "right": 1})
    assert m.view(None)["states"]["austria"]["left"] == "cautious"
    assert m.ask.what == "move"
    assert find(m, "I0")["wing"] == m.view(None)["active"]["wing"]
