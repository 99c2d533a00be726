"""Chapters 1 and 2: the counters as play knows them; the data files themselves are tested with the data pack."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.datapack import load
from tests.games.camposanto.support import austria, begin, events, find, refused, rolls, spain

RED = [1, 4, 5, 8, 9, 12, 13, 16, 18]
YELLOW_BLUE = [2, 3, 6, 7, 10, 11, 14, 15, 17]


@pytest.fixture
def battle() -> dict[str, Any]:
    """The battle as both sides see it before the first order point is laid."""
    return q.start("camposanto", scenario="battle", seed=1).view(None)


# -- 1: map, dice, set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:1.2-a")
def test_an_assault_is_rolled_with_two_dice_added_together():
    m = begin(spain("A", "inf", "0808"), austria("D", "inf", "0807"), step="assault", dice=[3, 6])
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "done", "from": "left"})
    (roll,) = rolls(m)
    assert (roll.dice, roll.data["total"], roll.data["success"]) == ((3, 6), 9, True)


@pytest.mark.rule("camposanto:1.2-a")
@pytest.mark.parametrize("face", [0, 7, -1, True, "6", 2.0])
def test_a_die_has_six_sides(face):
    with pytest.raises(ValueError, match="1 to 6"):
        begin(spain("A", "inf", "0808"), austria("D", "inf", "0101"), dice=[face, 1])


@pytest.mark.rule("camposanto:1.3-a")
@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_play_begins_with_every_counter_of_the_set_up_in_its_hex(scenario):
    shown = q.start("camposanto", scenario=scenario, seed=1).view(None)["units"]
    places = load().scenarios[scenario].places
    assert {unit["id"]: unit["hex"] for unit in shown} == {place.unit: place.hex for place in places}
    faced = {place.unit: place.facing for place in places}
    assert all(unit["facing"] == faced[unit["id"]] for unit in shown if unit["type"] != "marshal")


# -- 2.1: combat units -----------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:2.1-a")
@pytest.mark.parametrize("arm", ["inf", "cav", "art", "light"])
def test_each_of_the_four_types_fights(arm):
    m = begin(spain("A", "inf", "0808"), austria("D", arm, "0807"), austria("E", "inf", "0101"), step="assault")
    assert {"do": "assault", "unit": "A", "targets": ["D"]} in m.options("spain")


@pytest.mark.rule("camposanto:2.1-a")
def test_there_is_no_fifth_type():
    with pytest.raises(q.BadPosition, match=r"units\[0\].type"):
        begin(spain("A", "pikes", "0808", steps=4))


@pytest.mark.rule("camposanto:2.1-a")
def test_a_rule_about_infantry_does_not_cover_light_infantry():
    path = {"do": "move", "unit": "A", "path": ["0808"]}
    for arm, question in (("inf", "react"), ("light", "face")):
        m = begin(spain("A", arm, "0809"), austria("D", "cav", "0807"))
        m.answer("spain", path)
        assert m.ask is not None
        assert m.ask.what == question


@pytest.mark.rule("camposanto:2.1-b")
def test_a_unit_cannot_have_more_steps_than_are_printed():
    for steps in (0, 5, -1):
        with pytest.raises(q.BadPosition, match=r"units\[0\].steps"):
            begin(spain("A", "inf", "0808", steps=steps))
    with pytest.raises(q.BadPosition, match=r"units\[0\].steps.*2.1-b"):
        begin(spain("A", "inf", "0808", steps=3, max=2))
    assert find(begin(spain("A", "inf", "0808", steps=3, max=4)), "A")["steps"] == 3


@pytest.mark.rule("camposanto:2.1-c")
def test_every_unit_and_marshal_of_a_position_is_in_one_of_three_wings():
    for wing in (None, "rear", ["left", "right"]):
        with pytest.raises(q.BadPosition, match=r"units\[0\].wing"):
            begin(spain("A", "inf", "0808", wing=wing))
        with pytest.raises(q.BadPosition, match=r"units\[0\].wing"):
            begin(spain("M", "marshal", "0808", wing=wing))


def end_of_the_battle(*units: dict[str, Any], eliminated: list[dict[str, Any]]) -> dict[str, int]:
    """The regiments that each side has lost when the last Phase ends on equal points."""
    m = begin(*units, turn="evening", phase=3, step="assault", eliminated=eliminated)
    assert m.result is not None
    lost: dict[str, int] = m.result.score["regiments_lost"]
    return lost


def gone(id: str, side: str, arm: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "wing": "centre", "type": arm, **more}


@pytest.mark.rule("camposanto:2.1-d")
def test_a_regiment_of_two_counters_is_lost_with_the_second():
    units = spain("A1", "inf", "0808", regiment="Castilla"), austria("D", "inf", "0101")
    one = [gone("A2", "spain", "infantry", regiment="Castilla")]
    assert end_of_the_battle(*units, eliminated=one) == {"spain": 0, "austria": 0}
    both = [*one, gone("A3", "spain", "infantry", regiment="Castilla")]
    assert end_of_the_battle(spain("B", "inf", "0808"), units[1], eliminated=both) == {"spain": 1, "austria": 0}


@pytest.mark.rule("camposanto:2.1-d")
def test_regiments_of_the_same_name_on_the_two_sides_are_two():
    units = spain("A", "inf", "0808", regiment="Roth"), austria("D", "inf", "0101")
    lost = [gone("D2", "austria", "infantry", regiment="Roth")]
    assert end_of_the_battle(*units, eliminated=lost) == {"spain": 0, "austria": 1}


@pytest.mark.rule("camposanto:2.1-d")
def test_guns_light_infantry_and_marshals_belong_to_no_regiment():
    units = (
        spain("A", "inf", "0808"),
        austria("D", "inf", "0101"),
        austria("G", "art", "0202"),
        austria("L", "light", "0303"),
    )
    lost = [gone("A2", "spain", "artillery"), gone("A3", "spain", "light"), gone("A4", "spain", "marshal")]
    assert end_of_the_battle(*units, eliminated=lost) == {"spain": 0, "austria": 0}
    m = begin(*units)
    assert find(m, "G")["regiment"] is find(m, "L")["regiment"] is None
    assert find(m, "D")["regiment"] == "D"


@pytest.mark.rule("camposanto:2.1-e")
def test_the_battle_has_one_regiment_of_two_stars_and_elites_of_one(battle):
    stars = {unit["name"]: unit["stars"] for unit in battle["units"] if unit.get("stars")}
    assert [name for name, number in stars.items() if number == 2] == ["Carabineros Reales"]
    with pytest.raises(q.BadPosition, match=r"units\[0\].stars"):
        begin(spain("A", "inf", "0808", stars=3))


def shot_at(steps: int, most: int) -> dict[str, Any]:
    """What is told when a gun takes a step from a regiment."""
    foe = austria("T", "inf", "0806", steps=steps, max=most)
    m = begin(spain("G", "art", "0808"), foe, step="artillery", dice=[6, 6])
    m.answer("spain", {"do": "fire", "unit": "G", "hex": "0806"})
    return events(m, "hit")[0]


@pytest.mark.rule("camposanto:2.1-f")
@pytest.mark.parametrize(
    ("steps", "most", "side_up", "marker"),
    [(4, 4, "front", True), (3, 4, "back", False), (2, 4, "back", True), (2, 2, "back", False)],
)
def test_the_back_of_a_counter_shows_the_steps_left_after_reduction(steps, most, side_up, marker):
    told = shot_at(steps, most)
    assert (told["steps"], told["side_up"], told["hit_marker"]) == (steps - 1, side_up, marker)


@pytest.mark.rule("camposanto:2.1-g")
@pytest.mark.parametrize("arm", ["art", "light"])
def test_guns_and_light_infantry_have_one_step_and_no_other_side(arm):
    assert find(begin(spain("A", arm, "0808")), "A")["max"] == 1
    for steps in ({"steps": 2}, {"max": 2}, {"steps": 1, "max": 2}):
        with pytest.raises(q.BadPosition, match=r"units\[0\].steps.*2.1-g"):
            begin(spain("A", arm, "0808", **steps))


# -- 2.2 and 2.3: commanders and order points ------------------------------------------------------------------------


@pytest.mark.rule("camposanto:2.2-a")
def test_a_marshal_takes_no_part_in_an_assault_on_either_side():
    units = spain("A", "inf", "0808"), spain("M", "marshal", "0809"), austria("D", "inf", "0807")
    m = begin(*units, austria("N", "marshal", "0907"), step="assault")
    assert {o["unit"] for o in m.options("spain") if o["do"] == "assault"} == {"A"}
    assert refused(m, "spain", {"do": "assault", "unit": "M", "targets": ["D"]}) == "2.2-a"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["N"]}) == "7-d"


@pytest.mark.rule("camposanto:2.2-a")
def test_a_marshal_uses_up_no_activation():
    foot = [spain(f"I{n}", "inf", f"{2 + 2 * n:02}12") for n in range(4)]
    m = begin(
        *foot,
        spain("M", "marshal", "1112"),
        austria("D", "inf", "0101"),
        state="titubant",
        step="marshal",
        marks={"activated": [unit["id"] for unit in foot]},
    )
    assert refused(m, "spain", {"do": "move", "unit": "M", "path": ["1111"]}) is None


@pytest.mark.rule("camposanto:2.2-a")
def test_a_marshal_counts_for_stacking():
    m = begin(spain("I", "inf", "0808"), spain("M", "marshal", "0807"), austria("D", "inf", "0101"))
    assert refused(m, "spain", {"do": "move", "unit": "I", "path": ["0807"]}) == "6.2-c"


@pytest.mark.rule("camposanto:2.3-a")
@pytest.mark.rule("camposanto:3-d")
def test_each_side_begins_with_its_own_nine_order_points(battle):
    assert battle["orders_left"] == {"spain": RED, "austria": YELLOW_BLUE}
    m = q.start("camposanto", scenario="learning", seed=1)
    for side, points in (("spain", RED), ("austria", YELLOW_BLUE)):
        assert {o[wing] for o in m.options(side) for wing in ("left", "centre", "right")} == set(points)
        assert len(m.options(side)) == 9 * 8 * 7


# -- data that later chapters rely on --------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.4-b")
def test_every_unit_of_the_battle_begins_at_full_strength(battle):
    assert all(unit["steps"] == unit["max"] for unit in battle["units"] if unit["type"] != "marshal")
    assert battle["eliminated"] == []


@pytest.mark.rule("camposanto:8-a")
@pytest.mark.rule("camposanto:8.2-b")
def test_each_army_has_a_general_to_use_and_a_marshal_for_each_wing(battle):
    assert battle["general_used"] == {"spain": False, "austria": False}
    marshals = Counter((unit["side"], unit["wing"]) for unit in battle["units"] if unit["type"] == "marshal")
    assert set(marshals.values()) == {1}
    assert len(marshals) == 6


@pytest.mark.rule("camposanto:9-b")
@pytest.mark.rule("camposanto:9-c")
def test_the_guns_of_the_battle_stand_in_their_wings_with_four_numbers_each(battle):
    guns = [unit for unit in battle["units"] if unit["type"] == "artillery"]
    wings = Counter((unit["side"], unit["wing"]) for unit in guns)
    assert wings == {("spain", "centre"): 2, ("austria", "left"): 1, ("austria", "centre"): 2, ("austria", "right"): 1}
    assert all(len(unit["fire"]) == 4 for unit in guns)
    with pytest.raises(q.BadPosition, match=r"units\[0\].fire"):
        begin(spain("G", "art", "0808", fire=[1, 1, 0]))
