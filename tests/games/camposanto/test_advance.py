"""Chapter 7.1: the winner's advance and his facing."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import assault, at, austria, begin, events, find, refused, row, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
WEST = spain("W", "inf", "0710")
BEHIND = austria("B", "inf", "0811", wing="left", facing="NE")
LOSE = [1, 1]
WIN = [6, 6]
INTO = {"do": "advance", "unit": "A", "hex": "0809"}


def won(*units, targets=None, **how):
    m = begin(*units, step="assault", dice=WIN, **how)
    assault(m, targets or {"A": ["D"]})
    settle(m, "advance")
    return m


@pytest.mark.rule("camposanto:7.1-c")
def test_after_a_fall_back_the_attacker_may_advance_even_from_the_front_of_another_enemy():
    m = begin(A, D, BEHIND, step="assault", dice=LOSE)
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fall_back", "paths": {"D": ["0808"]}})
    settle(m, "advance")
    assert m.ask.rule == "7.1-c"
    m.answer("spain", INTO)
    assert at(m, "A") == "0809"
    assert (m.ask.what, m.ask.rule) == ("face", "7.1-k")


def test_after_a_fall_back_who_does_not_advance_does_not_turn():
    m = begin(A, WEST, D, step="assault", dice=LOSE)
    assault(m, {"A": ["D"], "W": ["D"]})
    m.answer("austria", {"do": "fall_back", "paths": {"D": ["0808"]}})
    settle(m, "advance")
    m.answer("spain", INTO)
    m.answer("spain", {"do": "face", "unit": "A", "facing": "NW"})
    assert m.ask.what == "orders"


def test_a_hex_left_by_a_stack_is_offered_once():
    m = begin(A, D, austria("L", "light", "0809"), step="assault", dice=LOSE)
    assault(m, {"A": ["D", "L"]})
    m.answer("austria", {"do": "fall_back", "paths": {"L": ["0708"], "D": ["0808"]}})
    settle(m, "advance")
    assert m.options("spain") == [INTO, {"do": "pass"}]


def test_after_a_fall_back_a_hex_taken_by_another_of_the_side_is_not_vacant():
    m = begin(
        A,
        spain("S", "inf", "0708", facing="SE"),
        austria("D1", "inf", "0809"),
        austria("D2", "inf", "0808"),
        step="assault",
        dice=LOSE,
    )
    assault(m, {"S": ["D1", "D2"], "A": ["D1"]})
    m.answer("austria", {"do": "fall_back", "paths": {"D1": ["0808"], "D2": ["0907"]}})
    settle(m, "advance")
    assert {o["hex"] for o in m.options("spain") if o["do"] == "advance"} == {"0809"}
    assert refused(m, "spain", {"do": "advance", "unit": "S", "hex": "0808"}) == "7.1-c"


@pytest.mark.rule("camposanto:7.1-j")
def test_the_winner_may_advance_into_the_hex_he_cleared():
    m = won(A, D)
    assert m.options("spain") == [INTO, {"do": "pass"}]
    assert refused(m, "spain", {"do": "advance", "unit": "A", "hex": "0909"}) == "7.1-j"
    assert refused(m, "spain", {"do": "advance", "unit": "D", "hex": "0809"}) == "7.1-j"
    m.answer("spain", INTO)
    assert at(m, "A") == "0809"
    assert [e.rule for e in m.events if e.kind == "advanced"] == ["7.1-j"]


@pytest.mark.rule("camposanto:7.1-j")
@pytest.mark.rule("camposanto:7.1-k")
def test_a_winner_on_the_front_of_another_enemy_stays_but_may_turn():
    m = begin(A, D, BEHIND, step="assault", dice=[5, 4])
    assault(m, {"A": ["D"]})
    settle(m, "advance", "face")
    m.answer("austria", {"do": "face", "unit": "D", "facing": "S"})
    assert (m.ask.what, m.ask.rule, m.ask.data["unit"]) == ("face", "7.1-k", "A")
    m.answer("spain", {"do": "face", "unit": "A", "facing": "SW"})
    assert (at(m, "A"), find(m, "A")["facing"]) == ("0810", "SW")
    assert events(m, "advanced") == []


@pytest.mark.rule("camposanto:7.1-j")
@pytest.mark.parametrize(
    ("kind", "holds"), [("inf", True), ("cav", True), ("art", True), ("light", True), ("marshal", False)]
)
def test_the_front_of_a_combat_unit_of_any_kind_holds_the_winner(kind, holds):
    other = {**austria("B", kind, "0811", wing="left"), **({} if kind == "marshal" else {"facing": "NE"})}
    m = begin(A, D, other, step="assault", dice=WIN)
    assault(m, {"A": ["D"]})
    settle(m, "advance", "orders")
    assert (m.ask.what == "orders") is holds


def test_the_front_of_the_beaten_enemy_does_not_hold_the_winner():
    m = won(A, D | {"facing": "S"})
    assert m.ask.what == "advance"


def test_the_flank_of_another_enemy_does_not_hold_the_winner():
    m = won(A, D, BEHIND | {"facing": "S"})
    assert m.ask.what == "advance"


def test_each_winner_is_judged_by_itself():
    m = won(A, WEST, D, BEHIND, targets={"A": ["D"], "W": ["D"]})
    assert m.options("spain") == [{"do": "advance", "unit": "W", "hex": "0809"}, {"do": "pass"}]
    assert refused(m, "spain", INTO) == "7.1-j"


@pytest.mark.rule("camposanto:7.1-k")
def test_winners_who_stay_and_the_one_who_advanced_all_choose_their_facing():
    m = won(A, WEST, D, targets={"A": ["D"], "W": ["D"]})
    m.answer("spain", {"do": "advance", "unit": "W", "hex": "0809"})
    m.answer("spain", {"do": "face", "unit": "W", "facing": "NE"})
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "A")
    assert refused(m, "spain", {"do": "face", "unit": "W", "facing": "S"}) == "7.1-k"
    m.answer("spain", {"do": "face", "unit": "A", "facing": "SW"})
    assert (find(m, "W")["facing"], find(m, "A")["facing"]) == ("NE", "SW")
    assert m.ask.what == "orders"


def test_a_winning_stack_turns_as_one():
    m = won(A, spain("L", "light", "0810"), D, BEHIND, targets={"A": ["D"], "L": ["D"]})
    turns = [e.data["unit"] for e in m.events if e.kind == "faced" and e.rule == "7.1-k"]
    assert len(turns) == 1


def test_only_one_regiment_advances_into_a_hex():
    m = won(A, WEST, D, targets={"A": ["D"], "W": ["D"]})
    m.answer("spain", INTO)
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "W")


STACK = (A, spain("L", "light", "0810"), D)


def test_a_regiment_and_its_light_infantry_may_both_advance():
    m = won(*STACK, targets={"A": ["D"], "L": ["D"]})
    m.answer("spain", INTO)
    m.answer("spain", {"do": "face", "unit": "A", "facing": "NE"})
    m.answer("spain", {"do": "advance", "unit": "L", "hex": "0809"})
    m.answer("spain", {"do": "face", "unit": "L", "facing": "NW"})
    assert (at(m, "A"), at(m, "L")) == ("0809", "0809")
    assert find(m, "A")["facing"] == find(m, "L")["facing"] == "NW"


def test_by_option_only_one_counter_advances():
    m = won(*STACK, targets={"A": ["D"], "L": ["D"]}, options={"advance": "single"})
    m.answer("spain", INTO)
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "L")


def test_several_winners_advance_into_several_hexes():
    m = won(A, WEST, D, austria("E", "inf", "0909"), targets={"A": ["D", "E"], "W": ["D"]})
    m.answer("spain", {"do": "advance", "unit": "W", "hex": "0809"})
    settle(m, "advance")
    assert m.options("spain") == [{"do": "advance", "unit": "A", "hex": "0909"}, {"do": "pass"}]


def test_a_winning_defender_advances_too():
    m = begin(A, D, step="assault", dice=[*LOSE, *WIN])
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fight"})
    settle(m, "advance")
    assert m.options("austria") == [{"do": "advance", "unit": "D", "hex": "0810"}, {"do": "pass"}]
    m.answer("austria", {"do": "advance", "unit": "D", "hex": "0810"})
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("face", ("austria",), "7.1-k")


@pytest.mark.rule("camposanto:9.2-b")
def test_a_gun_does_not_advance_but_may_turn():
    m = won(A, WEST, spain("G", "art", "0810"), D, targets={"A": ["D"], "G": ["D"]})
    assert refused(m, "spain", {"do": "advance", "unit": "G", "hex": "0809"}) == "9.2-b"
    assert m.options("spain") == [INTO, {"do": "pass"}]
    m.answer("spain", INTO)
    m.answer("spain", {"do": "face", "unit": "A", "facing": "N"})
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "G")
    m.answer("spain", {"do": "face", "unit": "G", "facing": "NW"})
    assert find(m, "G")["facing"] == "NW"


def test_a_lone_gun_that_wins_its_defence_turns_and_stays():
    m = begin(A, austria("G", "art", "0809"), step="assault", dice=[*LOSE, *WIN])
    assault(m, {"A": ["G"]})
    settle(m)
    assert at(m, "G") == "0809"
    assert [e.data["unit"] for e in m.events if e.kind == "faced" and e.rule == "7.1-k"] == ["G"]
    assert events(m, "advanced") == []


def test_an_advance_onto_the_front_of_cavalry_lets_it_react():
    m = won(A, D, austria("C", "cav", "0708", facing="SE"))
    m.answer("spain", INTO)
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("react", ("austria",), ["C"])
    option = next(o for o in m.options("austria") if o["do"] == "fall_back")
    m.answer("austria", option)
    settle(m)
    assert at(m, "C") == option["path"][-1]
    assert at(m, "A") == "0809"


def test_cavalry_that_advances_sets_off_no_reaction():
    m = won(A | {"type": "cavalry"}, D, austria("C", "cav", "0708", facing="SE"))
    m.answer("spain", INTO)
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "A")


def test_an_advance_next_to_a_marshal_makes_him_flee():
    m = won(A, D, austria("M", "marshal", "0808"))
    m.answer("spain", INTO)
    assert (m.ask.what, m.ask.who, m.ask.data["units"]) == ("flee", ("austria",), ["M"])
    settle(m)
    assert row(m, "M") == 5


def test_a_marshal_in_the_very_hex_flees_before_the_winner_comes():
    m = won(A, D, austria("M", "marshal", "0809"), options={"marshal_stacking": "shared"})
    m.answer("spain", INTO)
    settle(m)
    assert at(m, "A") == "0809"
    assert row(m, "M") <= 6


# -- who may go where --------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:7.1-j")
def test_a_winner_advances_into_hexes_next_to_it_only():
    units = A, spain("B", "inf", "0910"), D, austria("E", "inf", "0909")
    m = won(*units, targets={"A": ["D", "E"], "B": ["E"]})
    ways = {(o["unit"], o["hex"]) for o in m.options("spain") if o["do"] == "advance"}
    assert ways == {("A", "0809"), ("A", "0909"), ("B", "0909")}
    assert refused(m, "spain", {"do": "advance", "unit": "B", "hex": "0809"}) == "7.1-j"


@pytest.mark.rule("camposanto:7.1-j")
def test_the_front_of_a_friend_holds_nobody():
    assert won(A, D, spain("F", "inf", "0811", wing="left", facing="NE")).ask.what == "advance"


def test_a_refused_advance_says_whether_the_unit_or_the_hex_is_wrong():
    m = won(A | {"name": "Saboya"}, WEST, D, BEHIND, targets={"A": ["D"], "W": ["D"]})
    held = m.refuse("spain", INTO)
    elsewhere = m.refuse("spain", {"do": "advance", "unit": "W", "hex": "0709"})
    assert (held.reason, elsewhere.reason) == ("may_not_advance", "not_vacated")
    assert held.data["unit"] == "Saboya"
    assert m.refuse("spain", INTO | {"unit": "nobody"}).data["unit"] == "nobody"


@pytest.mark.rule("camposanto:7.1-k")
def test_all_winners_who_stay_turn_one_after_another():
    m = won(A, WEST, D, targets={"A": ["D"], "W": ["D"]})
    m.answer("spain", {"do": "pass"})
    for id in ("A", "W"):
        assert (m.ask.what, m.ask.data["unit"]) == ("face", id)
        m.answer("spain", {"do": "face", "unit": id, "facing": "S"})
    assert m.ask.what == "orders"
