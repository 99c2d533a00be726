"""Chapter 7 and 7.1: declaring an Assault, fighting it, and what winner and loser do then."""

from __future__ import annotations

import pytest

from quadrilatero.games.camposanto.rules import fall_back
from tests.games.camposanto.support import (
    assault,
    at,
    austria,
    axial,
    begin,
    events,
    find,
    refused,
    rolls,
    settle,
    spain,
)

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
WEST = spain("W", "inf", "0710")
EAST = austria("E", "inf", "0909")
FIGHT = {"do": "fight"}
LOSE = [1, 1]
WIN = [6, 6]


def ready(*units, **how):
    return begin(*units, step="assault", **how)


def choices(m, id):
    return [o["targets"] for o in m.options(m.ask.who[0]) if o.get("unit") == id]


# -- who assaults whom -------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7-b")
@pytest.mark.rule("camposanto:7-c")
def test_only_units_with_the_enemy_on_their_front_may_assault_him():
    m = ready(
        spain("A1", "inf", axial(5, 5)),
        spain("A2", "inf", axial(6, 5)),
        spain("B", "inf", axial(4, 6)),
        austria("D", "inf", axial(5, 6)),
    )
    assert m.ask.what == "assault"
    assert choices(m, "A1") == choices(m, "A2") == [["D"]]
    assert choices(m, "B") == []
    assert refused(m, "spain", {"do": "assault", "unit": "A1", "targets": ["D"]}) is None
    assert refused(m, "spain", {"do": "assault", "unit": "B", "targets": ["D"]}) == "7-c"


@pytest.mark.rule("camposanto:7-a")
def test_units_of_another_wing_or_of_the_enemy_do_not_attack():
    m = ready(A, spain("W", "inf", "0710", wing="left"), D, dice=WIN)
    assert choices(m, "W") == choices(m, "D") == []
    assert refused(m, "spain", {"do": "assault", "unit": "W", "targets": ["D"]}) == "7-a"
    assert refused(m, "spain", {"do": "assault", "unit": "D", "targets": ["A"]}) == "7-a"
    assault(m, {"A": ["D"]})
    assert rolls(m)[0].data["units"] == ["A"]


@pytest.mark.rule("camposanto:aid.assault-a")
def test_a_wing_in_contact_need_not_assault():
    m = ready(A, D)
    assert {"do": "done", "from": "left"} in m.options("spain")
    m.answer("spain", {"do": "done"})
    assert m.ask.what == "orders"
    assert rolls(m) == []


def test_a_unit_not_on_the_map_and_a_target_not_on_the_map_are_refused():
    m = ready(A, D)
    assert refused(m, "spain", {"do": "assault", "unit": "X", "targets": ["D"]}) == "7-b"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["X"]}) == "7-c"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["D", "D"]}) == "7-d"
    m = ready(A, D, austria("E", "inf", "0204", name="Deutschmeister"))
    refusal = m.refuse("spain", {"do": "assault", "unit": "A", "targets": ["E"]})
    assert (refusal.rule, refusal.data["target"]) == ("7-c", "Deutschmeister")


def test_a_marshal_neither_assaults_nor_is_assaulted():
    m = ready(A, spain("M", "marshal", "0910"), D, austria("N", "marshal", "0909"))
    assert choices(m, "A") == [["D"]]
    assert refused(m, "spain", {"do": "assault", "unit": "M", "targets": ["D"]}) == "2.2-a"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["D", "N"]}) == "7-d"


def test_with_only_a_marshal_on_the_front_there_is_nothing_to_assault():
    assert ready(A, D | {"hex": "0101"}, austria("N", "marshal", "0809")).ask.what == "orders"


@pytest.mark.rule("camposanto:8.2-a")
def test_a_marshal_with_the_enemy_before_him_assaults_nobody():
    m = ready(spain("M", "marshal", "0810"), WEST | {"hex": "0101"}, D)
    assert m.ask.what == "orders"
    m = ready(spain("M", "marshal", "0810"), spain("O", "inf", "0910"), EAST, D)
    assert m.ask.data["units"] == ["O"]


@pytest.mark.rule("camposanto:7-d")
def test_by_option_a_marshal_who_shares_the_hex_of_a_defender_is_not_assaulted_with_him():
    m = ready(A, D, austria("N", "marshal", "0809"), options={"marshal_stacking": "shared"}, dice=WIN)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert m.ask.data["declared"] == {"A": ["D"]}
    m.answer("spain", {"do": "done"})
    assert rolls(m)[0].data["targets"] == ["D"]


@pytest.mark.rule("camposanto:9.3-c")
@pytest.mark.parametrize("wing", ["centre", "left"])
def test_by_option_a_marshal_in_the_hex_of_a_gun_stands_for_no_regiment(wing):
    gun, marshal = spain("G", "art", "0810"), spain("M", "marshal", "0810")
    m = ready(A | {"wing": wing}, gun, marshal, WEST, D, options={"marshal_stacking": "shared"}, dice=WIN)
    assert bool(choices(m, "G")) == (wing == "centre")
    answer = {"do": "assault", "unit": "G", "targets": ["D"]}
    assert refused(m, "spain", answer) == (None if wing == "centre" else "9.3-c")
    if wing == "centre":
        assault(m, {"G": ["D"], "A": ["D"]})
        assert sorted(rolls(m)[0].data["units"]) == ["A", "G"]


@pytest.mark.rule("camposanto:7-d")
def test_who_assaults_takes_on_every_enemy_on_its_front():
    m = ready(A, D, EAST)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "7-d"
    assert not any(o["do"] == "done" for o in m.options("spain"))
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D", "E"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) is None


@pytest.mark.rule("camposanto:7-e")
def test_an_enemy_whom_another_unit_of_the_wing_assaults_may_be_left_out():
    m = ready(A, spain("O", "inf", "0910"), D, EAST, dice=[*WIN, *WIN])
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "7-d"
    m.answer("spain", {"do": "assault", "unit": "O", "targets": ["E"]})
    m.answer("spain", {"do": "done", "from": "left"})
    settle(m)
    assert [(e["attackers"], e["defenders"]) for e in events(m, "assault")] == [(["A"], ["D"]), (["O"], ["E"])]


@pytest.mark.rule("camposanto:7-e")
def test_an_enemy_is_not_left_out_because_another_attacker_has_him_on_its_front():
    far = austria("X", "inf", "1009")
    m = ready(A, spain("O", "inf", "0910"), D, EAST, far)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "assault", "unit": "O", "targets": ["X"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "7-d"
    m.answer("spain", {"do": "assault", "unit": "O", "targets": ["X", "E"]})
    assert refused(m, "spain", {"do": "done", "from": "left"}) is None


def test_an_answer_that_changes_no_declaration_is_refused():
    m = ready(A, D, EAST, austria("L", "light", "0809"))
    nothing = {"do": "assault", "unit": "A", "targets": []}
    assert refused(m, "spain", nothing) == "7-b"
    assert m.refuse("spain", nothing).reason == "no_assault_declared"
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    again = {"do": "assault", "unit": "A", "targets": ["D"]}
    assert refused(m, "spain", again) == "7-b"
    assert m.refuse("spain", again).reason == "declared_already"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["L"]}) == "7-b", "it names the same stack"
    assert refused(m, "spain", {"do": "assault", "unit": "A", "targets": ["D", "E"]}) is None
    m.answer("spain", nothing)
    assert refused(m, "spain", nothing) == "7-b"


def test_an_enemy_is_not_left_out_for_a_unit_of_another_wing():
    m = ready(A, spain("O", "inf", "0910", wing="left"), D, EAST)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert refused(m, "spain", {"do": "assault", "unit": "O", "targets": ["E"]}) == "7-a"
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "7-d"


def test_a_declaration_replaces_the_one_before_and_an_empty_one_withdraws_it():
    m = ready(A, D, EAST)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert m.ask.data["declared"] == {"A": ["D"]}
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["E"]})
    assert m.ask.data["declared"] == {"A": ["E"]}
    m.answer("spain", {"do": "assault", "unit": "A", "targets": []})
    assert m.ask.data["declared"] == {}
    m.answer("spain", {"do": "done"})
    assert rolls(m) == []


def test_withdrawing_brings_back_the_duty_of_the_unit_that_relied_on_it():
    m = ready(A, spain("O", "inf", "0910"), D, EAST)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    m.answer("spain", {"do": "assault", "unit": "O", "targets": ["E"]})
    m.answer("spain", {"do": "assault", "unit": "O", "targets": []})
    assert refused(m, "spain", {"do": "done", "from": "left"}) == "7-d"


def test_naming_one_unit_of_a_stack_names_the_whole_stack():
    m = ready(A, D, austria("L", "light", "0809"))
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    assert set(m.ask.data["declared"]["A"]) == {"D", "L"}
    assert refused(m, "spain", {"do": "done"}) is None


def test_every_listed_declaration_is_allowed():
    m = ready(A, WEST, D, EAST, austria("L", "light", "0809"))
    for option in m.options("spain"):
        assert refused(m, "spain", option) is None


# -- blow and answer ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-a")
def test_the_attacker_rolls_first_and_wins_on_nine():
    m = ready(A, D, dice=[5, 4])
    assault(m, {"A": ["D"]})
    (roll,) = rolls(m)
    assert (roll.rule, roll.dice, roll.modifiers) == ("7.1-a", (5, 4), [])
    expected = {"by": "spain", "units": ["A"], "need": 9, "total": 9, "success": True, "role": "attacker"}
    assert expected.items() <= roll.data.items()
    assert roll.text("en")
    assert roll.text("it")
    assert m.ask.what == "flee"


@pytest.mark.rule("camposanto:7.1-d")
@pytest.mark.rule("camposanto:7.1-f")
@pytest.mark.rule("camposanto:aid.assault-c")
def test_the_number_needed_falls_by_one_with_every_roll():
    m = ready(A, D, dice=[5, 3, 4, 3, 4, 3])
    assault(m, {"A": ["D"]})
    m.answer("austria", FIGHT)
    m.answer("spain", FIGHT)
    settle(m)
    told = [(r.data["by"], r.data["total"], r.data["need"], r.data["success"]) for r in rolls(m)]
    assert told == [("spain", 8, 9, False), ("austria", 7, 8, False), ("spain", 7, 7, True)]
    assert [r.rule for r in rolls(m)] == ["7.1-a", "7.1-d", "7.1-a"]
    assert (find(m, "D")["steps"], find(m, "A")["steps"]) == (3, 4)


def test_the_number_needed_has_no_lower_bound():
    m = ready(A, D, board={"farmhouses": ["0809", "0810"]}, dice=[1] * 18)
    assault(m, {"A": ["D"]})
    while m.ask.what == "stand":
        m.answer(m.ask.who[0], FIGHT)
    assert [r.data["need"] for r in rolls(m)] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert (rolls(m)[-1].data["by"], rolls(m)[-1].data["total"]) == ("spain", 1)


@pytest.mark.rule("camposanto:7.1-d")
def test_a_defender_who_rolls_eight_beats_the_attacker():
    m = ready(A, D, dice=[*LOSE, 4, 4])
    assault(m, {"A": ["D"]})
    m.answer("austria", FIGHT)
    settle(m)
    assert rolls(m)[1].data["need"] == 8
    assert rolls(m)[1].data["success"]
    assert (find(m, "A")["steps"], find(m, "D")["steps"]) == (3, 4)
    assert at(m, "A") != "0810"


# -- stand or fall back ------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-b")
def test_after_a_failed_attack_the_defender_may_fall_back_one_hex_or_two():
    m = ready(A, D, dice=LOSE)
    assault(m, {"A": ["D"]})
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("stand", ("austria",), "7.1-b")
    assert m.ask.data["need"] == 8
    lengths = {len(o["paths"]["D"]) for o in m.options("austria") if o["do"] == "fall_back"}
    assert lengths == {1, 2}
    m.answer("austria", {"do": "fall_back", "paths": {"D": ["0808"]}})
    assert at(m, "D") == "0808"
    assert len(rolls(m)) == 1
    assert find(m, "D")["steps"] == 4


@pytest.mark.rule("camposanto:7.1-e")
def test_after_a_failed_answer_the_attacker_chooses_and_the_enemy_does_not_follow():
    m = ready(A, D, dice=[*LOSE, *LOSE])
    assault(m, {"A": ["D"]})
    m.answer("austria", FIGHT)
    assert (m.ask.what, m.ask.who, m.ask.rule, m.ask.data["need"]) == ("stand", ("spain",), "7.1-e", 7)
    m.answer("spain", {"do": "fall_back", "paths": {"A": ["0811", "0812"]}})
    assert (m.ask.what, m.ask.who) == ("face", ("spain",))
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert m.ask.what == "orders", "the defender is asked neither to advance nor to turn"
    assert at(m, "D") == "0809"


def test_every_unit_but_a_gun_may_fall_back_in_an_assault():
    for kind in ("infantry", "cavalry", "light"):
        m = ready(A, austria("D", kind, "0809"), dice=LOSE)
        assault(m, {"A": ["D"]})
        assert m.ask.what == "stand"


def test_a_side_with_a_gun_in_it_fights_on_unasked():
    m = ready(A, D, austria("G", "art", "0809"), dice=[*LOSE, *LOSE])
    assault(m, {"A": ["D"]})
    assert [r.data["by"] for r in rolls(m)] == ["spain", "austria"]
    assert m.ask.who == ("spain",)


def test_an_attacking_side_with_a_gun_in_it_cannot_fall_back_either():
    m = ready(A, spain("G", "art", "0810"), D, dice=[*LOSE, *LOSE, 6, 6])
    assault(m, {"A": ["D"], "G": ["D"]})
    m.answer("austria", FIGHT)
    assert [r.data["by"] for r in rolls(m)] == ["spain", "austria", "spain"]


def test_the_whole_side_falls_back_or_nobody():
    m = ready(A, D, EAST, dice=LOSE)
    assault(m, {"A": ["D", "E"]})
    seat = "austria"
    assert refused(m, seat, {"do": "fall_back", "paths": {"D": ["0708"]}}) == "7.1-b"
    assert refused(m, seat, {"do": "fall_back", "unit": "D", "path": ["0708"]}) == "7.1-b"
    assert refused(m, seat, {"do": "fall_back", "paths": {"D": ["0808"], "E": ["0808"]}}) == "6.4-g"
    assert refused(m, seat, {"do": "fall_back", "paths": {"D": ["0709"], "E": ["0908"]}}) == "6.5-a"
    assert refused(m, seat, {"do": "fall_back", "paths": {"D": [], "E": ["0908"]}}) == "6.4-f"
    assert refused(m, seat, {"do": "fall_back", "paths": {"D": ["9999"], "E": ["0908"]}}) == "6.5-a"
    m.answer(seat, {"do": "fall_back", "paths": {"D": ["0808"], "E": ["0908", "1007"]}})
    settle(m)
    assert (at(m, "D"), at(m, "E")) == ("0808", "1007")


def test_every_listed_way_for_a_side_to_fall_back_is_allowed():
    m = ready(A, D, EAST, austria("L", "light", "0909"), dice=LOSE)
    assault(m, {"A": ["D", "E", "L"]})
    options = m.options("austria")
    assert len(options) > 2
    for option in options:
        assert refused(m, "austria", option) is None


def test_a_unit_may_fall_back_where_another_of_its_side_has_just_left():
    m = ready(
        A,
        spain("B", "inf", "0708", facing="SE"),
        austria("D1", "inf", "0809"),
        austria("D2", "inf", "0808"),
        dice=LOSE,
    )
    assault(m, {"B": ["D1", "D2"], "A": ["D1"]})
    m.answer("austria", {"do": "fall_back", "paths": {"D1": ["0808"], "D2": ["0907"]}})
    settle(m)
    assert (at(m, "D1"), at(m, "D2")) == ("0808", "0907")
    assert (find(m, "D1")["steps"], find(m, "D2")["steps"]) == (3, 4)


def test_if_one_unit_cannot_fall_back_the_side_is_not_asked():
    m = ready(
        spain("A", "inf", "0802", facing="NE"),
        austria("D1", "inf", "0901"),
        austria("D2", "inf", "0902"),
        dice=[*LOSE, *LOSE],
    )
    assault(m, {"A": ["D1", "D2"]})
    assert [r.data["by"] for r in rolls(m)] == ["spain", "austria"]


def test_a_gun_in_a_large_side_is_noticed_at_once(monkeypatch):
    """Ways of the others are not tried out in every order before it is found that the gun has none."""
    asked: list[str] = []
    before = fall_back.fall_backs

    def counted(s, unit):
        asked.append(unit.id)
        return before(s, unit)

    monkeypatch.setattr(fall_back, "fall_backs", counted)
    m = ready(A, D, EAST, austria("G", "art", "0909"), austria("L", "light", "0809"), dice=[*LOSE, *WIN])
    assault(m, {"A": ["D", "E", "G", "L"]})
    assert m.ask.what != "stand"
    assert "D" not in asked


@pytest.mark.rule("camposanto:7.1-b")
def test_who_cannot_fall_back_fights_on_without_being_asked_and_the_log_says_forced():
    m = begin(spain("A", "inf", axial(5, 5)), austria("G", "art", axial(5, 6)), step="assault", dice=[1, 1, 6, 6])
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["G"]})
    m.answer("spain", {"do": "done", "from": "left"})
    assert [(e.kind, e.seat) for e in m.entries][2:5] == [("roll", None), ("forced", "austria"), ("roll", None)]
