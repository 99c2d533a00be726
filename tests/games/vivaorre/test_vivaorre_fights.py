"""Chapter 10: fights of several units: who strikes at whom, whose losses count against whom, who gives way."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import melee
from quadrilatero.games.vivaorre.state import State
from quadrilatero.table import TOUCH
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of, why_not

Plain = dict[str, Any]
HERE = [30000, 10000]
LEFT, RIGHT = [29250, 10000], [30750, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
HORSE = {"arm": "cavalry", **UNARMED}
FOUR = {"figures": 4, "start": 4, **UNARMED}


def outcome(*units: Plain, taken: dict[str, int], dice: list[int], **more: Any) -> q.Match:
    """A fight of which only the outcome is open; with `given` where more than two fight."""
    pending: Plain = {"outcome": list(taken), "taken": taken}
    if "given" in more:
        pending["given"] = more.pop("given")
    return play(*units, phase="melee", stage="outcomes", pending=[pending], dice=dice, **more)


def who_tested(match: q.Match) -> list[tuple[str, Any]]:
    return [(roll.data["unit"], list(roll.modifiers)) for roll in rolls(match, "morale")]


# -- who fights -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-a")
def test_all_who_are_joined_by_contact_are_one_fight() -> None:
    chain = (
        red("idle", [5000, 5000]),
        red("A", [30000, 10000], figures=4),
        blue("D", [31000, 10000], figures=4),
        red("B", [32000, 10000], figures=4),
        blue("E", [33000, 10000], figures=4),
        red("C", [50000, 10000]),
        blue("F", [50000, 10000]),
        blue("G", [60000, 10000]),
    )
    assert melee.fights(state(*chain, phase="melee")) == [["A", "D", "B", "E"], ["C", "F"]]


@pytest.mark.rule("vivaorre:10-b")
def test_all_gunners_fight_irregular_ones_too() -> None:
    guns = red("A", HERE, arm="artillery", training="irregular", sections=2)
    s = state(guns, blue("D", HERE), phase="melee")
    assert melee.fighters(s, s.units["A"], s.units["D"]) == 4


def in_contact(one: Plain, foe: Plain) -> int:
    s = state(red("A", HERE, **one), blue("D", **foe), phase="melee")
    return melee.in_contact(s.units["A"], s.units["D"])


@pytest.mark.rule("vivaorre:10-b")
def test_skirmishers_touch_as_far_as_touching_goes() -> None:
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish"}
    assert in_contact(skirmishers, {"at": [30000, 10000 + TOUCH], "figures": 16}) == 8
    assert in_contact(skirmishers, {"at": [30000, 10001 + TOUCH], "figures": 16}) == 1, "one of them at least"


@pytest.mark.rule("vivaorre:10-b")
def test_where_the_enemy_comes_between_two_skirmishers_one_of_them_fights() -> None:
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish"}
    corner = {"at": [30133, 10133], "facing": 22500, "formation": "march"}
    assert in_contact(skirmishers, corner) == 1


@pytest.mark.rule("vivaorre:20.zulu-g", "vivaorre:10-b")
def test_of_a_shaken_impi_that_is_struck_in_the_flank_its_outer_file_fights() -> None:
    impi: Plain = {"figures": 24, "class": "b-*-c", "state": "shaken"}
    beside = {"at": [31500, 9000], "facing": 27000, "figures": 24}
    assert in_contact(impi, beside) == 3


# -- whom they strike at ----------------------------------------------------------------------------------------------


def square_dance(**more: Any) -> q.Match:
    """Two against two, each of whom touches both of the others."""
    reds = red("A", LEFT, **FOUR), red("B", RIGHT, **FOUR)
    return play(*reds, blue("D", LEFT, **FOUR), blue("E", RIGHT, **FOUR), phase="melee", **more)


@pytest.mark.rule("vivaorre:10-a", "vivaorre:6-c")
def test_both_sides_choose_at_once_whom_each_of_their_units_strikes() -> None:
    match = square_dance(dice=[1] * 16 + [6] * 12)
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule, match.ask.seats) == ("melee", "10-a", ("red", "blue"))
    plans = [{"A": one, "B": other} for one in "DE" for other in "DE"]
    assert match.options("red") == [{"do": "melee", "targets": plan} for plan in plans]
    assert why_not(match, "red", {"do": "melee", "targets": {"A": "D"}}) == ("10-a", "targets_missing")
    assert why_not(match, "red", {"do": "melee", "targets": {"A": "D", "B": "B"}}) == ("10-a", "not_in_contact")
    strange = {"do": "melee", "targets": {"A": "D", "B": "E", "D": "A"}}
    assert why_not(match, "red", strange) == ("10-a", "not_in_contact")
    match.answer("red", {"do": "melee", "targets": {"A": "E", "B": "E"}})
    match.answer("blue", {"do": "melee", "targets": {"D": "B", "E": "A"}})
    struck = {roll.data["unit"]: roll.data["target"] for roll in rolls(match, "melee")}
    assert struck == {"A": "E", "B": "E", "D": "B", "E": "A"}


@pytest.mark.rule("vivaorre:11-e")
def test_only_generals_whose_units_were_hit_are_at_risk() -> None:
    generals = [{"id": "G", "side": "red", "with": "A"}, {"id": "H", "side": "blue", "with": "D"}]
    fight = red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED)
    dice = [5, *[1] * 7, *[1] * 8, 1, 6, 6, 6]
    match = play(*fight, phase="melee", generals=generals, dice=dice)
    assert [roll.data["general"] for roll in rolls(match, "general")] == ["H"]


@pytest.mark.rule("vivaorre:11-a", "vivaorre:10-c")
def test_losses_of_a_fight_are_told_as_such_and_blows_in_vain_too() -> None:
    fight = red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED)
    match = play(*fight, phase="melee", dice=[5, *[1] * 7, *[1] * 8, 6, 6])
    assert [(event.data["unit"], event.data["why"]) for event in events(match, "losses")] == [("D", "melee")]
    assert [(roll.data["unit"], roll.data["success"]) for roll in rolls(match, "melee")] == [("A", True), ("D", False)]


@pytest.mark.rule("vivaorre:17-a")
def test_three_sixes_in_a_fight_bring_an_event() -> None:
    fight = red("A", HERE, **UNARMED), blue("D", HERE, **UNARMED)
    dice = [6, 6, 6, *[1] * 5, 14, *[1] * 8, 6, 6, 6]
    match = play(*fight, phase="melee", dice=dice, options={"events": "on"})
    (event,) = rolls(match, "event")
    assert (event.data["number"], event.data["unit"]) == (14, "A")
    (taken,) = events(match, "event")
    assert taken.data["number"] == 14, "the colours are taken in a fight"
    assert unit_of(match, "D")["class"] == "d-/-c"


# -- whose hits count -------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-d", "vivaorre:10-f")
def test_who_was_struck_by_nobody_has_only_given() -> None:
    units = red("A", HERE, formation="mass", **UNARMED), blue("D", LEFT, **FOUR), blue("E", RIGHT, **FOUR)
    # A gives 2 to E and takes 1 from each; E passes its test, and then D, who took nothing, tests with what it gave
    match = play(*units, phase="melee", dice=[5, 5, *[1] * 6, 5, 1, 1, 1, 5, 1, 1, 1, 6, 6, 6])
    match.answer("red", {"do": "melee", "targets": {"A": "E"}})
    assert who_tested(match) == [("E", [("10-d", -1)]), ("D", [("10-f", 1)]), ("A", [])]
    assert rolls(match, "lot") == [], "who is alone in being level needs none"


@pytest.mark.rule("vivaorre:10-d", "vivaorre:10-g")
def test_once_somebody_has_given_way_those_who_are_level_do_not_test() -> None:
    units = red("A", HERE, **UNARMED), blue("D", LEFT, charged="A", **FOUR), blue("E", RIGHT, **FOUR)
    hits = {"A": 2, "D": 0, "E": 2}
    match = outcome(*units, taken=hits, given={"A": 2, "D": 1, "E": 1}, dice=[2, 6, 6])
    assert who_tested(match) == [("E", [("10-d", -1)])]


def course(*units: Plain, **more: Any) -> tuple[State, melee.Course]:
    s = state(*units, phase="melee", **more)
    return s, melee.Course(s, Task(outcome=tuple(s.units)))


@pytest.mark.rule("vivaorre:10-a", "vivaorre:10-h")
def test_a_unit_has_to_do_with_those_of_its_fight_whom_it_touches() -> None:
    reds = red("A", [30000, 10000], figures=4), red("B", [32000, 10000], figures=4)
    blues = blue("D", [31000, 10000], figures=4), blue("E", [33500, 10000], figures=2, **HORSE)
    s, found = course(*reds, *blues)
    assert found.foes == {"A": ["D"], "B": ["D", "E"], "D": ["A", "B"], "E": ["B"]}
    assert [foe.id for foe in found.opponents(s, "B")] == ["D", "E"]
    s, found = course(red("A", HERE), blue("D", [30000, 12000]), blue("E", [34000, 12000]))
    assert found.foes == {"A": ["D", "E"], "D": ["A"], "E": ["A"]}, "who no longer touches anybody fought all"


@pytest.mark.rule("vivaorre:10-d")
def test_who_has_no_enemy_left_does_not_test() -> None:
    units = (
        red("A", [30000, 1000], **UNARMED),
        blue("D", [29250, 1000], **FOUR),
        blue("E", [31250, 1000], figures=2, **HORSE),
    )
    match = outcome(
        *units,
        taken={"A": 3, "D": 2, "E": 0},
        given={"A": 2, "D": 0, "E": 3},
        dice=[2, 6, 6, 6],
    )
    assert who_tested(match) == [("A", [("10-d", -1)])], "it ran off the table"
    assert [event.data["unit"] for event in events(match, "eliminated")] == ["A"]


# -- who gives way ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:10-h", "vivaorre:10-e")
@pytest.mark.parametrize(
    ("loser", "winner", "rule"),
    [(UNARMED, HORSE, "10-h"), ({"state": "shaken", **UNARMED}, UNARMED, "10-e"), (UNARMED, UNARMED, "10-e")],
)
def test_what_becomes_of_the_beaten_names_its_rule(loser: Plain, winner: Plain, rule: str) -> None:
    match = outcome(red("A", HERE, **winner), blue("D", HERE, **loser), taken={"A": 0, "D": 1}, dice=[2, 6])
    first = events(match, "state")[0]
    assert (first.data["unit"], first.rule) == ("D", rule)
    assert first.data["why"] == ("melee" if first.data["state"] == "shaken" else "rout")


@pytest.mark.rule("vivaorre:10-h")
def test_horse_in_line_does_not_rout_at_once_before_foot_in_column() -> None:
    column = blue("D", HERE, formation="assault", **UNARMED)
    match = outcome(red("A", HERE, **HORSE), column, taken={"A": 1, "D": 0}, dice=[2])
    assert rolls(match, "morale")[0].data["result"] == "shaken"


@pytest.mark.rule("vivaorre:10-h")
@pytest.mark.parametrize("other", [HORSE, {"formation": "assault", **UNARMED}], ids=["horse", "column"])
def test_one_of_several_enemies_is_enough_to_rout_at_once(other: Plain) -> None:
    s = state(red("A", HERE), blue("D", LEFT, figures=4), blue("E", [32000, 11000], **other))
    assert melee.routs_at_once(s, s.units["A"], [s.units["D"], s.units["E"]])
    assert not melee.routs_at_once(s, s.units["A"], [s.units["D"]])


@pytest.mark.rule("vivaorre:10-i", "vivaorre:12-o")
def test_horse_that_has_routed_does_not_withdraw_as_well() -> None:
    both = red("A", [30000, 20000], **HORSE), blue("D", [30000, 20000], **HORSE)
    match = outcome(*both, taken={"A": 1, "D": 0}, dice=[2, 6])
    match.answer("blue", {"do": "stay"})
    assert [(event.data["unit"], event.data["why"]) for event in events(match, "moved")] == [("A", "rout")]


@pytest.mark.rule("vivaorre:10-g")
def test_who_charged_himself_did_not_receive_the_charge_halted() -> None:
    three = red("A", HERE, charged="D", **UNARMED), blue("D", LEFT, charged="A", **FOUR), blue("E", RIGHT, **FOUR)
    hits = {"A": 2, "D": 1, "E": 1}
    match = outcome(*three, taken=hits, given={"A": 2, "D": 1, "E": 1}, dice=[4, 6, 6, 6])
    (lot,) = rolls(match, "lot")
    assert (lot.data["seat"], lot.data["need"], lot.data["success"]) == ("blue", 1, True)
    assert [unit for unit, _ in who_tested(match)] == ["D", "E", "A"]


@pytest.mark.rule("vivaorre:10-g")
@pytest.mark.parametrize(("retreated", "first"), [(1, "lot"), (2, "D"), (3, "lot")])
def test_who_retreated_in_the_turn_before_tests_first(retreated: int, first: str) -> None:
    both = red("A", HERE, **UNARMED), blue("D", HERE, retreated=retreated, **UNARMED)
    match = outcome(*both, taken={"A": 1, "D": 1}, dice=[1, 6, 6], turn=3, last_turn=3)
    assert bool(rolls(match, "lot")) is (first == "lot")
    assert who_tested(match)[0][0] == ("A" if first == "lot" else "D")


@pytest.mark.rule("vivaorre:10-g", "vivaorre:10-e")
def test_in_a_drawn_fight_the_second_does_not_test_once_the_first_has_failed() -> None:
    both = red("A", HERE, charged="D", **UNARMED), blue("D", HERE, **UNARMED)
    match = outcome(*both, taken={"A": 1, "D": 1}, dice=[2])
    assert [unit for unit, _ in who_tested(match)] == ["D"]


@pytest.mark.rule("vivaorre:10-e", "vivaorre:7-k")
def test_only_a_retreat_from_a_fight_is_remembered() -> None:
    s = state(red("A", [30000, 20000]), blue("D", [50000, 40000]), turn=3, last_turn=3)
    for rule, turn, why in (("7-k", None, "retreat"), ("10-e", 3, "retreat"), ("10-i", 3, "withdraw")):
        list(melee.fall_back(s, s.units["A"], 1000, rule))
        assert s.units["A"].retreated == turn
        told = s.sink[-1]
        assert (told.kind, told.rule, told.data["why"], told.data["distance"]) == ("moved", rule, why, 1000)
    assert (s.units["A"].at, s.units["A"].facing) == ((30000, 17000), 0)


@pytest.mark.rule("vivaorre:10-e")
@pytest.mark.parametrize(("facing", "to"), [(18000, (30000, 30000)), (27000, (40000, 20000)), (9000, (20000, 20000))])
def test_a_retreat_is_straight_back_whatever_way_a_unit_faces(facing: int, to: tuple[int, int]) -> None:
    s = state(red("A", [30000, 20000], facing=facing), blue("D", [60000, 40000]))
    list(melee.fall_back(s, s.units["A"], 10000, "10-e"))
    assert s.units["A"].at == to


@pytest.mark.rule("vivaorre:10-i")
def test_horse_that_has_sent_one_of_several_back_does_not_withdraw() -> None:
    s, found = course(red("A", HERE, **HORSE), blue("D", LEFT, **FOUR), blue("E", RIGHT, **FOUR))
    assert melee.must_withdraw(s.units["A"], found)
    found.beaten.add("E")
    assert not melee.must_withdraw(s.units["A"], found)
    assert not melee.must_withdraw(s.units["D"], found), "foot never does"


@pytest.mark.rule("vivaorre:8-ac")
def test_all_who_have_fought_are_disordered_those_too_whose_enemies_are_gone() -> None:
    both = red("A", HERE, **UNARMED), red("B", [20000, 10000]), blue("E", [60000, 40000])
    match = outcome(*both, taken={"A": 1, "D": 9}, dice=[])
    assert [event.data["unit"] for event in events(match, "disordered")] == ["A"]
    assert who_tested(match) == []


@pytest.mark.rule("vivaorre:10-k")
def test_what_follows_from_a_fight_is_still_part_of_it() -> None:
    both = red("A", HERE, **HORSE), blue("D", HERE, **UNARMED)
    match = play(*both, phase="melee", dice=[5, *[1] * 5, *[1] * 8, 2, 6])
    assert match.ask is not None
    assert (match.ask.what, match.view(None)["phase"]) == ("pursue", "melee")


@pytest.mark.rule("vivaorre:10-h", "vivaorre:10-m1")
def test_works_protect_whoever_has_his_centre_in_them() -> None:
    works = area("f", "light_works", 25, 8, 35, 10)
    s = state(red("A", HERE), blue("D", HERE, formation="assault"), terrain=(works,))
    assert not melee.routs_at_once(s, s.units["A"], [s.units["D"]])
    s = state(red("A", HERE), blue("D", HERE, formation="assault"))
    assert melee.routs_at_once(s, s.units["A"], [s.units["D"]])
