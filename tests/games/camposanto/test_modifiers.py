"""Chapter 7.2: what is added to either side's dice in an Assault."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import (
    assault,
    at,
    austria,
    axial,
    begin,
    blows,
    find,
    refused,
    rolls,
    settle,
    spain,
)

A = spain("A", "inf", "0810")
W = spain("W", "inf", "0710")
D = austria("D", "inf", "0809")
ON_D = {"A": ["D"]}
BOTH_ON_D = {"A": ["D"], "W": ["D"]}
TURNED = D | {"facing": "N"}


def horse(id, hex, **more):
    return spain(id, "cav", hex, **more)


# -- all of them together ----------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-a")
def test_everything_adds_up_and_the_starred_attacker_is_the_one_who_suffers():
    m = begin(
        spain("K", "cav", axial(4, 6), wing="left", stars=2, facing="NW"),
        austria("D", "inf", axial(5, 6), wing="left", stars=1),
        active="spain.left",
        state="impetuous",
        step="assault",
        board={"farmhouses": [axial(5, 6)]},
        dice=[4, 2, 6, 4],
    )
    assault(m, {"K": ["D"]})
    m.answer("austria", {"do": "fight"})
    attack, defence = rolls(m)
    assert dict(attack.modifiers) == {"7.2-b": 1, "7.2-d": 1, "7.2-f": -1, "7.2-h": 1}
    assert dict(defence.modifiers) == {"7.2-d": -1, "7.2-h": -1}
    assert (attack.data["total"], attack.data["need"], attack.data["success"]) == (8, 9, False)
    assert (defence.data["total"], defence.data["need"], defence.data["success"]) == (8, 8, True)
    settle(m, "advance")
    assert find(m, "K")["steps"] == 3
    assert at(m, "K") == axial(4, 3)
    assert [e.data["path"] for e in m.events if e.kind == "fled"] == [[axial(4, 5), axial(4, 4), axial(4, 3)]]
    assert refused(m, "austria", {"do": "advance", "unit": "D", "hex": axial(4, 6)}) is None


@pytest.mark.rule("camposanto:7.2-a")
def test_the_total_is_the_dice_and_every_modifier():
    m = begin(A, W, D | {"stars": 1}, step="assault", state="impetuous", dice=[2, 3])
    assault(m, BOTH_ON_D)
    (roll,) = rolls(m)
    assert sorted(roll.modifiers) == [("7.2-b", 1), ("7.2-c", 1), ("7.2-d", -1)]
    assert roll.data["total"] == 6


def test_equal_sides_in_the_open_have_no_modifier():
    assert blows(A, D, targets=ON_D) == ({}, {})


# -- the wing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-b")
def test_an_impetuous_wing_adds_one_to_every_roll_of_its_assaults():
    m = begin(A, D, step="assault", state="impetuous", dice=[1] * 6)
    assault(m, ON_D)
    m.answer("austria", {"do": "fight"})
    m.answer("spain", {"do": "fight"})
    assert [r.modifiers for r in rolls(m)] == [[("7.2-b", 1)], [], [("7.2-b", 1)]]


@pytest.mark.parametrize("state", ["aggressive", "cautious"])
def test_other_wings_add_nothing(state):
    assert blows(A, D, targets=ON_D, state=state) == ({}, {})


# -- steps and stars ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-c")
@pytest.mark.parametrize(("own", "other", "value"), [(4, 3, 1), (3, 4, -1), (4, 1, 1), (3, 3, 0)])
def test_the_side_with_more_steps_has_one_more_and_the_other_one_less(own, other, value):
    first, second = blows(A | {"steps": own, "max": 4}, D | {"steps": other, "max": 4}, targets=ON_D)
    assert (first.get("7.2-c", 0), second.get("7.2-c", 0)) == (value, -value)


@pytest.mark.rule("camposanto:aid.assault-e")
def test_steps_are_compared_and_not_counters():
    few = (A | {"steps": 1, "max": 4}, W | {"steps": 1, "max": 4})
    assert blows(*few, D | {"steps": 3, "max": 4}, targets=BOTH_ON_D) == ({"7.2-c": -1}, {"7.2-c": 1})
    assert blows(A, W, D | {"steps": 4}, targets=BOTH_ON_D) == ({"7.2-c": 1}, {"7.2-c": -1})


def test_only_units_that_take_part_count_their_steps():
    first, _ = blows(A, W, D | {"steps": 4}, targets=ON_D)
    assert first == {}


@pytest.mark.rule("camposanto:7.2-d")
@pytest.mark.parametrize(("own", "other"), [(1, 0), (2, 0), (0, 1), (2, 1), (1, 1), (0, 2)])
def test_own_stars_are_added_and_enemy_stars_taken_off(own, other):
    first, second = blows(A | {"stars": own}, D | {"stars": other}, targets=ON_D)
    assert (first.get("7.2-d", 0), second.get("7.2-d", 0)) == (own - other, other - own)


@pytest.mark.rule("camposanto:7.2-e")
def test_only_the_best_unit_of_a_side_lends_its_stars():
    units = (A | {"stars": 1}, W | {"stars": 2}, D | {"stars": 0})
    first, second = blows(*units, targets=BOTH_ON_D)
    assert (first["7.2-d"], second["7.2-d"]) == (2, -2)


@pytest.mark.rule("camposanto:aid.assault-d")
def test_a_difference_of_two_stars_is_worth_two():
    first, second = blows(A | {"stars": 2}, D, targets=ON_D)
    assert (first, second) == ({"7.2-d": 2}, {"7.2-d": -2})


# -- farmhouses --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-f")
def test_who_rolls_against_farmhouses_has_one_less():
    assert blows(A, D, targets=ON_D, board={"farmhouses": ["0809"]}) == ({"7.2-f": -1}, {})


@pytest.mark.rule("camposanto:7.2-g")
def test_attackers_in_farmhouses_are_protected_against_the_answer():
    m = begin(A, D, step="assault", board={"farmhouses": ["0810"]}, dice=[4, 4, 4, 4, 4, 3])
    assault(m, ON_D)
    m.answer("austria", {"do": "fight"})
    m.answer("spain", {"do": "fight"})
    assert [r.modifiers for r in rolls(m)] == [[], [("7.2-g", -1)], []]
    assert [(r.data["total"], r.data["need"], r.data["success"]) for r in rolls(m)] == [
        (8, 9, False),
        (7, 8, False),
        (7, 7, True),
    ]


TWO_HEXES = (A, D, austria("E", "inf", "0909"))


@pytest.mark.parametrize(("houses", "value"), [(["0809"], -1), (["0809", "0909"], -1), ([], 0)])
def test_one_enemy_in_farmhouses_is_enough_and_two_count_once(houses, value):
    first, _ = blows(*TWO_HEXES, targets={"A": ["D", "E"]}, board={"farmhouses": houses})
    assert first.get("7.2-f", 0) == value


@pytest.mark.parametrize(("houses", "value"), [(["0809"], 0), (["0809", "0909"], -1)])
def test_by_option_farmhouses_protect_only_a_side_that_is_all_inside(houses, value):
    board = {"farmhouses": houses}
    first, _ = blows(*TWO_HEXES, targets={"A": ["D", "E"]}, board=board, options={"farmhouses": "all"})
    assert first.get("7.2-f", 0) == value


@pytest.mark.parametrize(("houses", "value"), [(["0810"], 0), (["0810", "0710"], -1)])
def test_the_option_holds_for_attackers_too(houses, value):
    _, second = blows(A, W, D, targets=BOTH_ON_D, board={"farmhouses": houses}, options={"farmhouses": "all"})
    assert second.get("7.2-g", 0) == value


# -- the Flank ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-h")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_on_the_flank_the_attacker_has_one_more_and_the_victim_one_less(facing):
    first, second = blows(A, D | {"facing": facing}, targets=ON_D)
    in_front = facing in ("SE", "S")
    assert (first, second) == (({}, {}) if in_front else ({"7.2-h": 1}, {"7.2-h": -1}))


@pytest.mark.rule("camposanto:aid.assault-f")
def test_a_cautious_wing_gets_no_good_from_the_flank_and_its_victim_no_harm():
    assert blows(A, TURNED, targets=ON_D, state="cautious") == ({}, {})
    assert blows(A, TURNED, targets=ON_D, state="aggressive") == ({"7.2-h": 1}, {"7.2-h": -1})


def test_one_attacker_on_the_flank_is_enough_for_a_single_defender():
    flanker = spain("F", "inf", "0709", facing="SE")
    first, second = blows(A, flanker, D, targets={"A": ["D"], "F": ["D"]})
    assert (first["7.2-h"], second["7.2-h"]) == (1, -1)


@pytest.mark.rule("camposanto:7.2-i")
def test_one_attacker_against_a_flank_and_a_front_has_no_flank_modifier():
    units = (
        spain("A", "inf", axial(5, 5)),
        austria("D1", "inf", axial(5, 6)),
        austria("D2", "inf", axial(4, 6), facing="NE"),
    )
    targets = {"A": ["D1", "D2"]}
    assert blows(*units, targets=targets) == ({"7.2-c": -1}, {"7.2-c": 1})
    turned = (units[0], units[1] | {"facing": "N"}, units[2])
    first, second = blows(*turned, targets=targets)
    assert (first["7.2-h"], second["7.2-h"]) == (1, -1)


MIXED = (
    A,
    spain("F", "inf", "0709", facing="SE"),
    D,
    austria("E", "inf", "0909", facing="N"),
)
MIXED_TARGETS = {"A": ["D", "E"], "F": ["D"]}


@pytest.mark.rule("camposanto:7.2-i")
def test_a_flank_and_front_attacker_spoils_the_flank_of_the_whole_assault():
    first, second = blows(*MIXED, targets=MIXED_TARGETS)
    assert "7.2-h" not in first | second
    unmixed = (*MIXED[:3], MIXED[3] | {"facing": "S"})
    assert "7.2-h" not in blows(*unmixed, targets=MIXED_TARGETS)[0]
    apart = blows(*MIXED[:3], targets={"A": ["D"], "F": ["D"]})
    assert apart[0]["7.2-h"] == 1


def test_by_option_every_defender_with_an_attacker_on_its_flank_is_enough():
    first, second = blows(*MIXED, targets=MIXED_TARGETS, options={"flank": "each_defender"})
    assert (first["7.2-h"], second["7.2-h"]) == (1, -1)


def test_by_option_a_single_attacker_still_loses_the_flank_when_mixed():
    units = (A, D, austria("E", "inf", "0909", facing="N"))
    first, _ = blows(*units, targets={"A": ["D", "E"]}, options={"flank": "each_defender"})
    assert "7.2-h" not in first


def test_a_defender_without_an_attacker_on_its_flank_makes_it_a_frontal_assault():
    units = (A, W, D, austria("E", "inf", "0709", facing="N"))
    first, _ = blows(*units, targets={"A": ["D"], "W": ["D", "E"]})
    assert "7.2-h" not in first


# -- cavalry -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.2-j")
@pytest.mark.parametrize(("kind", "value"), [("inf", -1), ("cav", 0)])
def test_cavalry_that_assaults_infantry_from_the_front_has_one_less(kind, value):
    first, second = blows(horse("A", "0810"), austria("D", kind, "0809"), targets=ON_D)
    assert (first.get("7.2-j", 0), second) == (value, {})


def test_cavalry_has_no_penalty_before_a_lone_gun():
    first, _ = blows(horse("A", "0810"), austria("D", "art", "0809"), targets=ON_D)
    assert first == {"7.2-c": 1}


def test_cavalry_that_defends_has_no_penalty():
    assert blows(A, austria("D", "cav", "0809"), targets=ON_D) == ({}, {})


@pytest.mark.rule("camposanto:7.2-k")
@pytest.mark.parametrize(("facing", "expected"), [("N", {"7.2-h": 1}), ("S", {"7.2-j": -1})])
def test_on_the_flank_cavalry_has_no_penalty_and_keeps_the_flank(facing, expected):
    assert blows(horse("A", "0810"), D | {"facing": facing}, targets=ON_D)[0] == expected


@pytest.mark.rule("camposanto:7.2-k")
@pytest.mark.parametrize(("facing", "expected"), [("N", {}), ("S", {"7.2-j": -1})])
def test_cautious_cavalry_on_the_flank_has_neither_penalty_nor_bonus(facing, expected):
    assert blows(horse("A", "0810"), D | {"facing": facing}, targets=ON_D, state="cautious")[0] == expected


def test_cavalry_suffers_only_for_infantry_that_it_assaults_itself():
    units = (A, horse("K", "0910"), D, austria("E", "cav", "0909"))
    linked = blows(*units, targets={"A": ["D", "E"], "K": ["E"]})
    assert "7.2-j" not in linked[0]
    units = (A, horse("K", "0910"), D | {"type": "cavalry"}, austria("E", "inf", "0909"))
    assert blows(*units, targets={"A": ["D", "E"], "K": ["E"]})[0] == {"7.2-j": -1}


@pytest.mark.rule("camposanto:7.2-j")
@pytest.mark.parametrize("options", [{}, {"flank": "each_defender"}])
def test_horse_on_the_flank_of_infantry_is_free_though_the_assault_is_not_on_the_flank(options):
    on_both = {"A": ["D", "E"]}
    foot, dragoons = TURNED | {"steps": 2}, austria("E", "cav", "0909", steps=2)
    assert blows(horse("A", "0810"), foot, dragoons, targets=on_both, options=options) == ({}, {})
    foot, dragoons = austria("E", "inf", "0909", steps=2), foot | {"type": "cavalry"}
    assert blows(horse("A", "0810"), foot, dragoons, targets=on_both, options=options) == ({"7.2-j": -1}, {})


@pytest.mark.rule("camposanto:7.2-j")
def test_horse_on_the_front_of_infantry_pays_though_others_take_it_in_the_flank():
    behind = spain("B", "inf", "0808", steps=1, facing="S")
    units = horse("A", "0810", steps=3), behind, D
    assert blows(*units, targets={"A": ["D"], "B": ["D"]}) == ({"7.2-h": 1, "7.2-j": -1}, {"7.2-h": -1})


@pytest.mark.rule("camposanto:10-b")
def test_cavalry_has_no_penalty_before_light_infantry_unless_a_regiment_is_under_it():
    light = austria("L", "light", "0809")
    assert blows(horse("A", "0810"), light, targets={"A": ["L"]})[0] == {"7.2-c": 1}
    assert blows(horse("A", "0810"), light, D, targets=ON_D)[0] == {"7.2-c": -1, "7.2-j": -1}


@pytest.mark.rule("camposanto:10-a")
def test_light_infantry_has_a_front_and_a_flank_and_dies_of_its_first_hit():
    light = austria("D", "light", "0809")
    assert blows(horse("A", "0810"), light, targets=ON_D)[0] == {"7.2-c": 1}
    assert blows(horse("A", "0810"), light | {"facing": "N"}, targets=ON_D)[0] == {"7.2-c": 1, "7.2-h": 1}
    m = begin(horse("A", "0810"), light, austria("E", "inf", "0101"), step="assault", dice=[6, 6])
    assault(m, ON_D)
    assert at(m, "D") is None


# -- guns --------------------------------------------------------------------------------------------------------------

GUN = spain("G", "art", "0810", fire=[3, 2, 1, 0])


@pytest.mark.rule("camposanto:9.3-a")
def test_a_gun_alone_neither_starts_nor_joins_an_assault():
    m = begin(GUN, W, D, step="assault")
    assert {o.get("unit") for o in m.options("spain")} == {"W", None}
    assert refused(m, "spain", {"do": "assault", "unit": "G", "targets": ["D"]}) == "9.3-a"
    m.answer("spain", {"do": "assault", "unit": "W", "targets": ["D"]})
    assert refused(m, "spain", {"do": "assault", "unit": "G", "targets": ["D"]}) == "9.3-a"
    assert begin(GUN, D, step="assault").ask.what == "orders"


@pytest.mark.rule("camposanto:9.3-b")
def test_a_gun_attacked_alone_defends_with_its_one_step_and_without_its_fire_numbers():
    gun = austria("D", "art", "0809", fire=[3, 3, 3, 3])
    assert blows(A, gun, targets=ON_D) == ({"7.2-c": 1}, {"7.2-c": -1})
    assert blows(A | {"steps": 1}, gun, targets=ON_D) == ({}, {})


@pytest.mark.rule("camposanto:9.3-c")
def test_a_gun_may_assault_with_the_infantry_it_is_stacked_with():
    m = begin(A, GUN, D, step="assault", dice=[1, 1])
    m.answer("spain", {"do": "assault", "unit": "G", "targets": ["D"]})
    assert refused(m, "spain", {"do": "done"}) == "9.3-c"
    assert not any(o["do"] == "done" for o in m.options("spain"))
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "done"})
    assert sorted(rolls(m)[0].data["units"]) == ["A", "G"]


@pytest.mark.rule("camposanto:9.3-c")
@pytest.mark.parametrize("targets", [["E"], ["D", "E"]])
def test_a_gun_does_not_assault_what_its_infantry_leaves_out(targets):
    m = begin(A, GUN, D, austria("E", "inf", "0909"), step="assault")
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "assault", "unit": "G", "targets": targets})
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "9.3-c"
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D", "E"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) is None


@pytest.mark.rule("camposanto:9.3-b")
def test_a_gun_has_no_bonus_for_stars():
    assert blows(A, austria("D", "art", "0809", stars=2), targets=ON_D) == ({"7.2-c": 1}, {"7.2-c": -1})


@pytest.mark.rule("camposanto:9.3-d")
def test_an_attacking_gun_adds_its_step_and_is_hit_before_its_regiment():
    assert blows(A, GUN, D, targets={"A": ["D"], "G": ["D"]}) == ({"7.2-c": 1}, {"7.2-c": -1})
    m = begin(A, GUN, D, step="assault", dice=[1, 1, 6, 6])
    assault(m, {"A": ["D"], "G": ["D"]})
    m.answer("austria", {"do": "fight"})
    settle(m)
    assert at(m, "G") is None
    assert find(m, "A")["steps"] == 4
