"""Chapter 9.1 and the rules that lean on it: who fires, at what, along which line, and with what effect."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import austria, axial, begin, ends, events, find, refused, rolls, spain

GUN = "0808"  # faces N on the blank board: its Front is 0807 and 0907
CONE = {
    1: ["0807", "0907"],
    2: ["0706", "0806", "0906"],
    3: ["0705", "0805", "0905", "1005"],
    4: ["0604", "0704", "0804", "0904", "1004"],
}


def gun(**more: Any) -> dict[str, Any]:
    return spain("G", "art", GUN, **more)


def battery(*others: dict[str, Any], **how: Any) -> q.Match:
    """A Spanish gun with nothing in the way but what is said, in its fire step."""
    return begin(gun(fire=how.pop("fire", [0, 0, 0, 0])), *others, **{"step": "artillery", **how})


def fire_at(hex: str, unit: str = "G") -> dict[str, Any]:
    return {"do": "fire", "unit": unit, "hex": hex}


def shots(m: q.Match, seat: str = "spain") -> set[tuple[str, str]]:
    return {(o["unit"], o["hex"]) for o in m.options(seat) if o["do"] == "fire"}


def is_asked_to_fire(m: q.Match) -> bool:
    return m.ask is not None and m.ask.what == "fire"


# -- 9-a and 1.2 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9-a")
def test_a_gun_has_a_front_that_alone_opens_its_field_of_fire():
    facing_away = begin(gun(facing="S"), austria("T", "inf", "0807"), austria("U", "inf", "0809"), step="artillery")
    assert shots(facing_away) == {("G", "0809")}


@pytest.mark.rule("camposanto:9-a")
def test_a_gun_is_a_unit_of_one_step_that_the_first_hit_removes():
    m = begin(
        gun(), austria("F", "art", "0806", fire=[0, 0, 0, 0]), active="austria.centre", step="artillery", dice=[5, 4]
    )
    m.answer("austria", fire_at(GUN, "F"))
    assert [(e["unit"], e["steps"]) for e in events(m, "hit")] == [("G", 0)]
    assert [e["unit"] for e in events(m, "eliminated")] == ["G"]


@pytest.mark.rule("camposanto:1.2-a")
def test_a_shot_adds_up_two_six_sided_dice():
    m = battery(austria("T", "inf", "0806"), dice=[6, 5])
    m.answer("spain", fire_at("0806"))
    (roll,) = rolls(m)
    assert (roll.dice, roll.data["total"]) == ((6, 5), 11)


@pytest.mark.rule("camposanto:1.2-a")
def test_one_die_is_not_enough_for_a_shot():
    m = battery(austria("T", "inf", "0806"), dice=[6])
    with pytest.raises(q.DiceExhausted):
        m.answer("spain", fire_at("0806"))


# -- 9.1-a and 9.1-b: when -------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.1-a")
def test_each_gun_fires_once_one_after_the_other_before_the_wing_moves():
    other = spain("H", "art", "1008")
    m = battery(other, austria("T", "inf", "0806"), austria("U", "inf", "1006"), dice=[1, 1, 1, 1])
    assert shots(m) == {("G", "0806"), ("H", "1006")}
    m.answer("spain", fire_at("0806"))
    assert shots(m) == {("H", "1006")}
    assert refused(m, "spain", fire_at("0806")) == "9.1-a"
    m.answer("spain", fire_at("1006", "H"))
    assert m.ask is not None
    assert m.ask.what == "move"
    assert refused(m, "spain", fire_at("0806")) == "9.1-a"


@pytest.mark.rule("camposanto:9.1-a")
def test_firing_is_a_right_and_the_step_can_be_ended():
    m = battery(austria("T", "inf", "0806"))
    m.answer("spain", {"do": "done"})
    assert not is_asked_to_fire(m)
    assert not rolls(m)


@pytest.mark.rule("camposanto:9.1-a")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("I", "9.1-a"), ("M", "9.1-a"), ("L", "10.2-a"), ("OTHER", "9.1-a"), ("T", "9.1-a"), ("nobody", "9.1-a")],
)
def test_only_guns_of_the_wing_fire_in_the_artillery_step(unit, rule):
    m = battery(
        austria("T", "inf", "0806"),
        spain("I", "inf", "0608"),
        spain("L", "light", "0508"),
        spain("M", "marshal", "0408"),
        spain("OTHER", "art", "1008", wing="left"),
    )
    assert refused(m, "spain", fire_at("0806", unit)) == rule


@pytest.mark.rule("camposanto:9.1-a")
def test_a_gun_that_fired_may_still_move():
    m = battery(austria("T", "inf", "0804"), dice=[1, 1])
    m.answer("spain", fire_at("0804"))
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": ["0907"]}) is None


@pytest.mark.rule("camposanto:9.1-a")
def test_a_gun_stacked_with_infantry_fires():
    m = battery(spain("I", "inf", GUN), austria("T", "inf", "0806"))
    assert shots(m) == {("G", "0806")}


@pytest.mark.rule("camposanto:9.1-b")
def test_guns_of_a_titubant_wing_are_silent():
    m = battery(austria("T", "inf", "0806"), state="titubant")
    assert not is_asked_to_fire(m)
    assert refused(m, "spain", fire_at("0806")) == "9.1-b"


@pytest.mark.rule("camposanto:9.1-b")
@pytest.mark.parametrize("state", ["impetuous", "aggressive", "cautious"])
def test_guns_of_any_other_wing_fire(state):
    assert is_asked_to_fire(battery(austria("T", "inf", "0806"), state=state))


# -- 9.1-c: the field of fire ----------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.1-c")
@pytest.mark.parametrize("hex", [hex for hexes in CONE.values() for hex in hexes])
def test_every_hex_of_the_cone_can_be_fired_at(hex):
    m = battery(austria("T", "inf", hex))
    assert shots(m) == {("G", hex)}
    assert refused(m, "spain", fire_at(hex)) is None


@pytest.mark.rule("camposanto:9.1-c")
@pytest.mark.parametrize(
    "hex", ["0708", "0908", "0606", "1006", "0504", "1104", "0803", "0903", "0809", "0804x", "9999"]
)
def test_no_hex_beside_beyond_or_behind_the_cone_can_be_fired_at(hex):
    lured = [] if hex in ("0804x", "9999") else [austria("T", "inf", hex)]
    m = battery(*lured, austria("U", "inf", "0904"))
    assert shots(m) == {("G", "0904")}
    assert refused(m, "spain", fire_at(hex)) == "9.1-c"


@pytest.mark.rule("camposanto:9.1-c")
def test_the_cone_turns_with_the_facing():
    around = ["0908", "0909", "0809", "0708", "0807", "0907"]  # E, SE, SW, W, NW, NE of the gun
    fronts = {
        "N": "0807 0907",
        "NE": "0907 0908",
        "SE": "0908 0909",
        "S": "0909 0809",
        "SW": "0809 0708",
        "NW": "0708 0807",
    }
    for facing, front in fronts.items():
        enemies = [austria(f"T{n}", "inf", hex) for n, hex in enumerate(around)]
        m = begin(gun(facing=facing), *enemies, step="artillery")
        assert shots(m) == {("G", hex) for hex in front.split()}, facing


@pytest.mark.rule("camposanto:9.1-c")
def test_an_empty_hex_or_one_with_a_friend_is_no_target():
    m = battery(austria("T", "inf", "0904"), spain("I", "inf", "0807"))
    assert refused(m, "spain", fire_at("0907")) == "9.1-c"
    assert refused(m, "spain", fire_at("0807")) == "9.1-c"


@pytest.mark.rule("camposanto:9.1-c")
def test_the_cone_is_cut_off_at_the_edge_of_the_map():
    m = begin(spain("G", "art", "0102"), austria("T", "inf", "0101"), austria("U", "inf", "0201"), step="artillery")
    assert shots(m) == {("G", "0101"), ("G", "0201")}


# -- 9.1-d, 9.1-e and 9.1-f: the line of fire ------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.1-d")
@pytest.mark.parametrize(
    "obstacle",
    [
        spain("X", "inf", "0907"),
        spain("X", "marshal", "0907"),
        spain("X", "light", "0907", wing="left"),
        austria("X", "cav", "0907"),
        austria("X", "art", "0907"),
        austria("X", "marshal", "0907"),
    ],
)
def test_any_counter_of_either_side_bars_the_line(obstacle):
    m = battery(obstacle, austria("T", "inf", "1005"), austria("U", "inf", "0705"))
    assert ("G", "1005") not in shots(m)
    assert refused(m, "spain", fire_at("1005")) == "9.1-d"
    assert refused(m, "spain", fire_at("0705")) is None


@pytest.mark.rule("camposanto:9.1-d")
def test_farmhouses_bar_the_line():
    enemies = austria("T", "inf", "1005"), austria("U", "inf", "0705")
    m = battery(*enemies, board={"farmhouses": ["0906"]})
    assert refused(m, "spain", fire_at("1005")) == "9.1-d"
    assert refused(battery(*enemies), "spain", fire_at("1005")) is None


@pytest.mark.rule("camposanto:9.1-d")
def test_neither_the_hex_of_the_gun_nor_that_of_the_target_is_an_obstacle():
    m = battery(
        spain("I", "inf", GUN),
        austria("T", "inf", "1005"),
        austria("L", "light", "1005"),
        board={"farmhouses": [GUN, "1005"]},
    )
    assert shots(m) == {("G", "1005")}


@pytest.mark.rule("camposanto:9.1-d")
def test_pond_and_river_do_not_bar_the_line():
    m = battery(austria("T", "inf", "1005"), board={"pond": ["0907"], "river": ["0906"]})
    assert shots(m) == {("G", "1005")}


OBLIQUE = (axial(5, 10), axial(6, 6))
TOUCHED = [axial(*hex) for hex in ([5, 9], [5, 8], [6, 8], [6, 7])]
UNTOUCHED = [axial(*hex) for hex in ([6, 9], [5, 7], [7, 7])]


def oblique(*others: dict[str, Any], **how: Any) -> q.Match:
    """An Austrian gun that looks at a Spanish regiment four hexes away, along no row of hexes."""
    units = austria("G", "art", OBLIQUE[0], fire=[9, 8, 7, 1]), spain("T", "inf", OBLIQUE[1])
    return begin(*units, *others, active="austria.centre", step="artillery", **how)


@pytest.mark.rule("camposanto:9.1-e")
def test_an_oblique_line_at_range_four_is_clear_by_itself():
    m = oblique(dice=[4, 4])
    assert shots(m, "austria") == {("G", OBLIQUE[1])}
    m.answer("austria", fire_at(OBLIQUE[1]))
    (roll,) = rolls(m)
    assert (roll.data["range"], roll.modifiers) == (4, [("9.1-g", 1)])


@pytest.mark.rule("camposanto:9.1-e")
@pytest.mark.parametrize("hex", TOUCHED)
def test_each_of_the_four_hexes_an_oblique_line_touches_bars_it_alone(hex):
    spare = spain("U", "inf", axial(6, 9))
    for m in (oblique(spare, spain("X", "marshal", hex)), oblique(spare, board={"farmhouses": [hex]})):
        assert shots(m, "austria") >= {("G", spare["hex"])}
        assert refused(m, "austria", fire_at(OBLIQUE[1])) == "9.1-d"


@pytest.mark.rule("camposanto:9.1-e")
@pytest.mark.parametrize("hex", TOUCHED)
def test_a_gun_with_nothing_but_a_barred_target_is_told_that_it_was_barred(hex):
    m = oblique(board={"farmhouses": [hex]})
    assert not is_asked_to_fire(m)
    assert refused(m, "austria", fire_at(OBLIQUE[1])) == "9.1-d"


@pytest.mark.rule("camposanto:9.1-e")
def test_hexes_beside_an_oblique_line_do_not_bar_it():
    beside = [spain(f"X{n}", "inf", hex) for n, hex in enumerate(UNTOUCHED)]
    assert ("G", OBLIQUE[1]) in shots(oblique(*beside, board={"farmhouses": UNTOUCHED}), "austria")


@pytest.mark.rule("camposanto:9.1-f")
@pytest.mark.parametrize("beside", ["0807", "0907"])
def test_along_a_hexside_one_obstacle_does_not_bar_the_line(beside):
    m = battery(austria("T", "inf", "0806"), spain("X", "inf", beside))
    assert shots(m) == {("G", "0806")}


@pytest.mark.rule("camposanto:9.1-f")
def test_along_a_hexside_two_obstacles_bar_the_line():
    m = battery(austria("T", "inf", "0806"), austria("X", "inf", "0907"), board={"farmhouses": ["0807"]})
    assert shots(m) == {("G", "0907")}
    assert refused(m, "spain", fire_at("0806")) == "9.1-d"


@pytest.mark.rule("camposanto:9.1-f")
def test_along_two_hexsides_one_obstacle_at_each_does_not_bar_the_line():
    m = battery(austria("T", "inf", "0804"), spain("X", "inf", "0807"), spain("Y", "inf", "0905"))
    assert shots(m) == {("G", "0804")}


@pytest.mark.rule("camposanto:9.1-f")
def test_the_hex_between_two_hexsides_bars_the_line():
    m = battery(austria("T", "inf", "0804"), austria("U", "inf", "0604"), spain("X", "inf", "0806"))
    assert refused(m, "spain", fire_at("0804")) == "9.1-d"


@pytest.mark.rule("camposanto:9.1-f")
def test_along_the_edge_of_the_map_the_missing_hex_is_no_obstacle():
    m = begin(spain("G", "art", "0103"), austria("T", "inf", "0101"), spain("X", "inf", "0102"), step="artillery")
    assert shots(m) == {("G", "0101")}


@pytest.mark.parametrize("seed", range(8))
def test_what_is_listed_and_what_is_allowed_are_the_same(seed):
    rng = random.Random(seed)
    hexes = [f"{col:02}{row:02}" for col in range(4, 13) for row in range(3, 10)]
    places = iter(rng.sample([hex for hex in hexes if hex != GUN], 20))
    units = [austria(f"T{n}", "inf", next(places)) for n in range(15)]
    units += [spain("X", "inf", next(places)), spain("M", "marshal", next(places))]
    m = battery(*units, board={"farmhouses": [next(places) for _ in range(3)]})
    assert is_asked_to_fire(m)
    assert {("G", hex) for hex in hexes if refused(m, "spain", fire_at(hex)) is None} == shots(m)


# -- 9.1-g to 9.1-j: the shot ----------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.1-g")
@pytest.mark.parametrize(("far", "value"), [(1, 3), (2, 2), (3, -1), (4, 1)])
def test_the_number_for_the_range_is_added_and_nine_hits(far, value):
    hex = CONE[far][0]
    faces = {3: ([3, 3], [2, 3]), 2: ([3, 4], [3, 3]), -1: ([5, 5], [4, 5]), 1: ([4, 4], [3, 4])}[value]
    for dice, hit in zip(faces, (True, False), strict=True):
        m = battery(austria("T", "inf", hex), fire=[3, 2, -1, 1], dice=dice)
        m.answer("spain", fire_at(hex))
        (roll,) = rolls(m)
        assert roll.modifiers == [("9.1-g", value)]
        assert (roll.data["range"], roll.data["total"], roll.data["need"]) == (far, 9 if hit else 8, 9)
        assert roll.data["success"] is hit
        assert find(m, "T")["steps"] == (3 if hit else 4)
        assert len(events(m, "hit")) == hit


@pytest.mark.rule("camposanto:9.1-g")
def test_a_hit_costs_one_step_however_high_the_roll():
    m = battery(austria("T", "cav", "0806"), fire=[0, 9, 0, 0], dice=[6, 6])
    m.answer("spain", fire_at("0806"))
    assert find(m, "T")["steps"] == 3
    assert m.view(None)["inflicted"] == {"spain": 1, "austria": 0}


@pytest.mark.rule("camposanto:9.1-h")
@pytest.mark.parametrize("arm", ["inf", "cav"])
def test_a_unit_hit_by_a_gun_stays_as_it_stands(arm):
    m = battery(austria("T", arm, "0907", facing="SE"), austria("M", "marshal", "0906"), dice=[6, 6])
    m.answer("spain", fire_at("0907"))
    hit = find(m, "T")
    assert (hit["hex"], hit["facing"], hit["steps"]) == ("0907", "SE", 3)
    assert not events(m, "fled")
    assert not events(m, "fell_back")
    assert m.ask is not None
    assert m.ask.who == ("spain",)


@pytest.mark.rule("camposanto:9.1-i")
def test_neither_the_state_of_the_wing_nor_stars_steps_or_flank_help_a_gun():
    m = battery(
        spain("I", "inf", GUN, stars=2),
        austria("T", "inf", "0807", steps=1, facing="N"),
        state="impetuous",
        dice=[4, 4],
    )
    m.answer("spain", fire_at("0807"))
    (roll,) = rolls(m)
    assert (roll.modifiers, roll.data["total"]) == ([], 8)


@pytest.mark.rule("camposanto:9.1-j")
def test_farmhouses_at_the_target_take_one_off_and_the_guns_own_do_not():
    m = battery(austria("T", "inf", "0907"), board={"farmhouses": ["0907", GUN]}, fire=[1, 0, 0, 0], dice=[5, 3])
    m.answer("spain", fire_at("0907"))
    (roll,) = rolls(m)
    assert roll.modifiers == [("9.1-g", 1), ("9.1-j", -1)]
    assert (roll.data["total"], roll.data["success"]) == (8, False)


@pytest.mark.rule("camposanto:9.1-j")
def test_stars_stacks_and_many_steps_at_the_target_take_nothing_off():
    m = battery(austria("T", "inf", "0907", stars=2), austria("L", "light", "0907"), state="cautious", dice=[5, 4])
    m.answer("spain", fire_at("0907"))
    (roll,) = rolls(m)
    assert (roll.modifiers, roll.data["success"]) == ([], True)


@pytest.mark.rule("camposanto:aid.fire-a")
def test_the_card_for_fire_in_one_shot():
    m = battery(austria("T", "inf", "1005"), board={"farmhouses": ["1005"]}, fire=[0, 0, 2, 0], dice=[4, 4])
    m.answer("spain", fire_at("1005"))
    (roll,) = rolls(m)
    assert roll.modifiers == [("9.1-g", 2), ("9.1-j", -1)]
    assert (roll.data["total"], roll.data["success"]) == (9, True)
    assert [(e["unit"], e["steps"]) for e in events(m, "hit")] == [("T", 3)]


def test_a_shot_is_told_in_both_languages_with_dice_and_rules():
    m = battery(austria("T", "inf", "0907", name="Traun"), fire=[1, 0, 0, 0], dice=[5, 3])
    m.answer("spain", fire_at("0907"))
    (roll,) = rolls(m)
    assert roll.rule == "9.1-g"
    for language in ("en", "it"):
        assert "Traun" in roll.text(language)
        assert re.search(r"\(5 \+ 3, \+1 [^0-9]+ \[9\.1-g\]\)", roll.text(language))


# -- what a shot strikes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:8.2-k")
def test_a_marshal_hit_by_a_gun_is_eliminated_and_counts_for_nothing():
    m = battery(austria("M", "marshal", "0806"), austria("T", "inf", "0202"), dice=[5, 4])
    m.answer("spain", fire_at("0806"))
    assert [(e["unit"]) for e in events(m, "eliminated")] == ["M"]
    assert next(e.rule for e in m.events if e.kind == "eliminated") == "8.2-k"
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


@pytest.mark.rule("camposanto:8.2-k")
def test_a_marshal_missed_by_a_gun_stays():
    m = battery(austria("M", "marshal", "0806"), austria("T", "inf", "0202"), dice=[5, 3])
    m.answer("spain", fire_at("0806"))
    assert find(m, "M")["hex"] == "0806"


@pytest.mark.rule("camposanto:8.2-k")
def test_a_marshal_hit_by_light_infantry_is_eliminated():
    m = begin(
        spain("L", "light", "0808"),
        austria("M", "marshal", "0807"),
        austria("T", "inf", "0202"),
        step="light_fire",
        dice=[4, 5],
    )
    m.answer("spain", fire_at("0807", "L"))
    assert [e["unit"] for e in events(m, "eliminated")] == ["M"]


@pytest.mark.rule("camposanto:8.2-k", "camposanto:7.4-a")
@pytest.mark.parametrize("first", ["M", "T"])
def test_by_option_a_marshal_who_shares_a_hex_is_not_struck(first):
    both = {"M": austria("M", "marshal", "0806"), "T": austria("T", "cav", "0806")}
    m = battery(
        both.pop(first),
        *both.values(),
        options={"marshal_stacking": "shared"},
        dice=[5, 4],
    )
    m.answer("spain", fire_at("0806"))
    assert find(m, "T")["steps"] == 3
    assert find(m, "M")["hex"] == "0806"


def test_the_last_counter_of_a_wing_shot_ends_the_game():
    m = battery(austria("T", "inf", "0806", steps=1), austria("U", "inf", "0202", wing="left"), dice=[6, 6])
    m.answer("spain", fire_at("0806"))
    assert m.result is not None
    assert (m.result.winner, m.result.reason) == ("spain", "wing_lost")


def test_a_stack_of_gun_and_infantry_loses_the_gun_first():
    m = battery(austria("F", "art", "0806"), austria("T", "inf", "0806"), dice=[6, 6])
    m.answer("spain", fire_at("0806"))
    assert [e["unit"] for e in events(m, "eliminated")] == ["F"]
    assert find(m, "T")["steps"] == 4


# -- 9.2-a -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.2-a")
@pytest.mark.parametrize("state", ["aggressive", "cautious", "impetuous", "titubant"])
def test_a_gun_enters_no_enemy_zoc_in_any_state(state):
    m = begin(gun(), austria("T", "inf", "0806"), state=state)
    assert {"0807", "0907"}.isdisjoint(ends(m, "spain", "G"))
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": ["0807"]}) == "9.2-a"
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": ["0708"]}) is None


@pytest.mark.rule("camposanto:9.2-a")
def test_a_gun_in_an_enemy_zoc_may_leave_it_or_turn_but_not_stay_within_reach():
    m = begin(gun(), austria("T", "inf", "0807"))
    assert ends(m, "spain", "G") == {"0908", "0909", "0809"}
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": ["0708"]}) == "9.2-a"
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": []}) is None


@pytest.mark.rule("camposanto:9.2-a")
def test_an_enemy_marshal_has_no_zoc_to_keep_a_gun_out():
    m = begin(gun(), austria("M", "marshal", "0806"), austria("T", "inf", "0202"))
    assert refused(m, "spain", {"do": "move", "unit": "G", "path": ["0807"]}) is None


# -- the Evening -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:11-b")
def test_in_the_evening_a_gun_reaches_adjacent_hexes_only():
    m = battery(austria("T", "inf", "0907"), austria("U", "inf", "0706"), turn="evening")
    assert shots(m) == {("G", "0907")}
    assert refused(m, "spain", fire_at("0706")) == "11-b"
    assert refused(m, "spain", fire_at("0708")) == "9.1-c"


@pytest.mark.rule("camposanto:11-b")
def test_in_the_evening_a_gun_without_an_adjacent_enemy_is_not_asked():
    assert not is_asked_to_fire(battery(austria("U", "inf", "0706"), turn="evening"))
    assert is_asked_to_fire(battery(austria("U", "inf", "0706"), turn="day"))


@pytest.mark.rule("camposanto:11-b")
def test_in_the_evening_a_gun_that_was_not_asked_is_told_about_its_reach():
    assert refused(battery(austria("U", "inf", "0706"), turn="evening"), "spain", fire_at("0706")) == "11-b"


@pytest.mark.rule("camposanto:11-b")
def test_in_the_evening_the_number_for_range_one_still_counts():
    m = battery(austria("T", "inf", "0907"), turn="evening", fire=[2, 0, 0, 0], dice=[3, 4])
    m.answer("spain", fire_at("0907"))
    assert find(m, "T")["steps"] == 3


@pytest.mark.rule("camposanto:aid.evening-a")
@pytest.mark.parametrize(("unit", "points"), [("I", 2), ("C", 3), ("L", 2), ("G", 0)])
def test_the_card_for_the_evening_one_movement_point_less(unit, points):
    units = spain("I", "inf", "0212"), spain("C", "cav", "0512"), spain("L", "light", "0812"), spain("G", "art", "1112")
    m = begin(*units, austria("T", "inf", "0101"), turn="evening")
    start = int(find(m, unit)["hex"][2:])
    assert max((start - int(hex[2:]) for hex in ends(m, "spain", unit)), default=0) == points


@pytest.mark.rule("camposanto:aid.evening-a")
def test_the_card_for_the_evening_two_hits_for_an_isolated_loser_and_guns_at_arms_length():
    units = spain("A", "inf", "0808"), spain("B", "inf", "0908"), spain("G", "art", "0508", facing="N")
    foes = austria("T", "inf", "0907"), austria("U", "inf", "0506", wing="left")
    m = begin(*units, *foes, turn="evening", step="artillery", dice=[6, 6])
    assert not is_asked_to_fire(m)
    m = begin(*units, *foes, turn="evening", step="assault", dice=[6, 6])
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["T"]})
    m.answer("spain", {"do": "done", "from": "left"})
    assert [(e["unit"], e["steps"]) for e in events(m, "hit")][:2] == [("T", 3), ("T", 2)]


# -- at the border of the map ------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:9.1-f")
def test_along_the_border_of_the_map_one_hex_does_not_bar_the_line():
    units = spain("G", "art", "0101", facing="S"), spain("F", "inf", "0102", wing="left"), austria("T", "inf", "0103")
    assert shots(begin(*units, step="artillery")) == {("G", "0103")}


@pytest.mark.rule("camposanto:11-b")
def test_in_the_evening_a_far_hex_is_out_of_range_and_one_that_is_not_there_outside_the_cone():
    m = battery(austria("T", "inf", "0807"), turn="evening")
    assert refused(m, "spain", fire_at("0806")) == refused(m, "spain", fire_at("0101")) == "11-b"
    assert refused(m, "spain", fire_at("0809")) == refused(m, "spain", fire_at("9999")) == "9.1-c"


@pytest.mark.rule("camposanto:9.1-a")
def test_nobody_fires_the_guns_of_the_enemy():
    m = battery(austria("E", "art", "0806"))
    assert refused(m, "spain", fire_at("0810", "E")) == "9.1-a"


def test_a_gun_that_has_fired_is_refused_for_that_whatever_it_is_to_fire_at():
    m = begin(spain("G", "art", "0810"), spain("I", "inf", "0310"), austria("T", "inf", "0806"), marks={"fired": ["G"]})
    assert m.ask.what == "move"
    assert refused(m, "spain", fire_at("0101")) == "9.1-a"
    m = begin(
        spain("L", "light", "0810"),
        spain("I", "inf", "0310"),
        austria("T", "inf", "0309"),
        step="assault",
        marks={"fired": ["L"]},
    )
    assert m.ask.what == "assault"
    assert refused(m, "spain", fire_at("0101", "L")) == "10.2-a"
