"""Chapter 10.2: the fire of light infantry."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import austria, begin, events, find, refused, rolls, spain

LIGHT = "0808"  # faces N on the blank board: its Front is 0807 and 0907
FRONT = ["0807", "0907"]
FLANK = ["0908", "0909", "0809", "0708"]


def skirmish(*others: dict[str, Any], **how: Any) -> q.Match:
    """A Spanish light infantry unit in its fire step, with what is said around it."""
    return begin(spain("L", "light", LIGHT), *others, **{"step": "light_fire", **how})


def fire_at(hex: str, unit: str = "L") -> dict[str, Any]:
    return {"do": "fire", "unit": unit, "hex": hex}


def shots(m: q.Match) -> set[tuple[str, str]]:
    return {(o["unit"], o["hex"]) for o in m.options("spain") if o["do"] == "fire"}


def question(m: q.Match) -> str:
    assert m.ask is not None
    return m.ask.what


# -- 10.2-a and 10.2-b: when -----------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:10.2-a")
def test_light_infantry_fires_after_the_wing_and_its_marshal_have_moved():
    m = skirmish(spain("M", "marshal", "0212"), austria("T", "inf", "0907"), step="movement", dice=[1, 1])
    assert refused(m, "spain", fire_at("0907")) == "10.2-a"
    m.answer("spain", {"do": "done"})
    assert question(m) == "move"
    assert refused(m, "spain", fire_at("0907")) == "10.2-a"
    m.answer("spain", {"do": "done"})
    assert question(m) == "fire"
    m.answer("spain", fire_at("0907"))
    assert [e.data["units"] for e in rolls(m)] == [["L"]]
    assert question(m) == "assault"


@pytest.mark.rule("camposanto:10.2-a")
def test_each_light_unit_of_the_wing_fires_once_one_after_the_other():
    m = skirmish(
        spain("K", "light", "1008"),
        spain("OTHER", "light", "0508", wing="left"),
        austria("T", "inf", "0907", steps=4),
        austria("U", "inf", "1007"),
        austria("V", "inf", "0507"),
        dice=[1, 1, 1, 1],
    )
    assert shots(m) == {("L", "0907"), ("K", "1007")}
    m.answer("spain", fire_at("0907"))
    assert shots(m) == {("K", "1007")}
    assert refused(m, "spain", fire_at("0907")) == "10.2-a"
    assert refused(m, "spain", fire_at("0507", "OTHER")) == "10.2-a"
    m.answer("spain", fire_at("1007", "K"))
    assert question(m) == "assault"


@pytest.mark.rule("camposanto:10.2-a")
@pytest.mark.parametrize(("unit", "rule"), [("I", "10.2-a"), ("G", "9.1-a"), ("M", "10.2-a"), ("nobody", "10.2-a")])
def test_nobody_else_fires_in_the_step_of_the_light_infantry(unit, rule):
    others = spain("I", "inf", "0608"), spain("G", "art", "1008"), spain("M", "marshal", "0408")
    m = skirmish(*others, austria("T", "inf", "0907"), austria("U", "inf", "1007"))
    assert refused(m, "spain", fire_at("1007", unit)) == rule


@pytest.mark.rule("camposanto:10.2-a")
def test_light_infantry_that_fell_to_four_activations_still_fires():
    foot = [spain(f"I{n}", "inf", f"{2 + 2 * n:02}12") for n in range(4)]
    m = skirmish(
        *foot, austria("T", "inf", "0907"), state="cautious", marks={"activated": [unit["id"] for unit in foot]}
    )
    assert shots(m) == {("L", "0907")}


@pytest.mark.rule("camposanto:10.2-a")
def test_light_infantry_that_fired_may_still_assault():
    m = skirmish(austria("T", "inf", "0907"), dice=[1, 1])
    m.answer("spain", fire_at("0907"))
    assert refused(m, "spain", {"do": "assault", "unit": "L", "targets": ["T"]}) is None


@pytest.mark.rule("camposanto:10.2-a")
def test_firing_is_a_right_and_the_step_can_be_ended():
    m = skirmish(austria("T", "inf", "0907"))
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "5.5-a"
    m.answer("spain", {"do": "done"})
    assert question(m) == "assault"
    assert refused(m, "spain", fire_at("0907")) == "10.2-a"


@pytest.mark.rule("camposanto:10.2-b")
def test_light_infantry_of_a_titubant_wing_is_silent():
    m = skirmish(austria("T", "inf", "0907"), state="titubant", step="movement")
    assert refused(m, "spain", fire_at("0907")) == "10.2-b"
    m.answer("spain", {"do": "done"})
    assert question(m) == "orders"
    assert not rolls(m)


@pytest.mark.rule("camposanto:10.2-b")
@pytest.mark.parametrize("state", ["impetuous", "aggressive", "cautious"])
def test_light_infantry_of_any_other_wing_fires(state):
    assert question(skirmish(austria("T", "inf", "0907"), state=state)) == "fire"


# -- 10.2-c: at what -------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:10.2-c")
@pytest.mark.parametrize("hex", FRONT)
def test_both_front_hexes_can_be_fired_at(hex):
    assert shots(skirmish(austria("T", "inf", hex))) == {("L", hex)}


@pytest.mark.rule("camposanto:10.2-c")
@pytest.mark.parametrize("hex", [*FLANK, "0806", "0706", "9999", LIGHT])
def test_no_other_hex_can_be_fired_at(hex):
    lured = [] if hex in ("9999", LIGHT) else [austria("U", "inf", hex)]
    m = skirmish(austria("T", "inf", "0907"), *lured)
    assert shots(m) == {("L", "0907")}
    assert refused(m, "spain", fire_at(hex)) == "10.2-c"


@pytest.mark.rule("camposanto:10.2-c")
def test_an_empty_front_hex_or_a_friend_is_no_target():
    m = skirmish(austria("T", "inf", "0907"), spain("I", "inf", "0807"))
    assert refused(m, "spain", fire_at("0807")) == "10.2-c"


@pytest.mark.rule("camposanto:10.2-c")
def test_a_unit_that_was_not_asked_is_told_that_its_target_is_not_on_its_front():
    m = skirmish(austria("T", "inf", "0708"), spain("I", "inf", "0709"))
    assert question(m) == "assault"
    assert refused(m, "spain", fire_at("0708")) == "10.2-c"


@pytest.mark.rule("camposanto:10.2-c")
@pytest.mark.parametrize("arm", ["inf", "cav", "art", "light", "marshal"])
def test_every_kind_of_counter_is_a_target(arm):
    assert shots(skirmish(austria("T", arm, "0907"), austria("U", "inf", "0101"))) == {("L", "0907")}


# -- 10.2-d and 10.2-e: the shot -------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:10.2-d")
@pytest.mark.parametrize(("dice", "hit"), [([4, 5], True), ([4, 4], False), ([6, 6], True), ([1, 1], False)])
def test_nine_hits(dice, hit):
    m = skirmish(austria("T", "inf", "0907"), dice=dice)
    m.answer("spain", fire_at("0907"))
    (roll,) = rolls(m)
    assert (roll.rule, roll.modifiers, roll.data["need"], roll.data["success"]) == ("10.2-d", [], 9, hit)
    assert find(m, "T")["steps"] == (3 if hit else 4)
    assert m.view(None)["inflicted"] == {"spain": int(hit), "austria": 0}


@pytest.mark.rule("camposanto:10.2-d")
def test_nothing_helps_the_shot():
    m = begin(
        spain("L", "light", LIGHT, stars=1, fire=[5, 5, 5, 5]),
        spain("I", "inf", LIGHT, stars=2),
        austria("T", "inf", "0907", steps=1, facing="N"),
        state="impetuous",
        step="light_fire",
        dice=[4, 4],
    )
    m.answer("spain", fire_at("0907"))
    (roll,) = rolls(m)
    assert (roll.modifiers, roll.data["total"]) == ([], 8)


@pytest.mark.rule("camposanto:10.2-d")
def test_farmhouses_at_the_target_take_one_off_and_its_own_do_not():
    for farmhouses, modifiers in ([LIGHT], []), (["0907"], [("10.2-d", -1)]):
        m = skirmish(austria("T", "inf", "0907"), board={"farmhouses": farmhouses}, dice=[4, 5])
        m.answer("spain", fire_at("0907"))
        (roll,) = rolls(m)
        assert roll.modifiers == modifiers
        assert roll.data["success"] is not bool(modifiers)


@pytest.mark.rule("camposanto:10.2-e")
@pytest.mark.parametrize("arm", ["inf", "cav"])
def test_a_unit_hit_by_light_infantry_stays_as_it_stands(arm):
    m = skirmish(austria("T", arm, "0907", facing="NE"), dice=[6, 6])
    m.answer("spain", fire_at("0907"))
    hit = find(m, "T")
    assert (hit["hex"], hit["facing"], hit["steps"]) == ("0907", "NE", 3)
    assert not events(m, "fled")
    assert question(m) == "assault"


@pytest.mark.rule("camposanto:10.2-e")
def test_a_stack_hit_by_light_infantry_loses_what_lies_on_top_and_the_rest_stays():
    m = skirmish(austria("T", "inf", "0907"), austria("K", "light", "0907"), dice=[6, 6])
    m.answer("spain", fire_at("0907"))
    assert [e["unit"] for e in events(m, "eliminated")] == ["K"]
    assert (find(m, "T")["hex"], find(m, "T")["steps"]) == ("0907", 4)


def test_the_evening_does_not_change_the_fire_of_light_infantry():
    m = skirmish(austria("T", "inf", "0907"), turn="evening", dice=[4, 5])
    m.answer("spain", fire_at("0907"))
    assert find(m, "T")["steps"] == 3


def test_across_the_river_bank_light_infantry_fires_on_the_printed_map():
    m = begin(
        spain("L", "light", "1118", facing="SE"),
        austria("T", "inf", "1219"),
        board="camposanto",
        step="light_fire",
        dice=[6, 6],
    )
    m.answer("spain", fire_at("1219"))
    assert find(m, "T")["steps"] == 3
