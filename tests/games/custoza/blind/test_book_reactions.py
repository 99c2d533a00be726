"""Chapter 11 by the book: what sets a reaction off, what each one costs, and reactions within reactions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    acting,
    ah,
    asked,
    barred,
    calm,
    flee,
    it,
    marker,
    may,
    now,
    roll,
    rolls,
    say,
    told,
    trigger,
    where,
)

A = it("A", "line", "3008", facing="S")
D = ah("D", "line", "3011", facing="N")
MARKER = (marker("3010", "3011"),)


def approach(*others: Any, dice: tuple[int, ...] = (), a: Any = A, d: Any = D, do: str = "assault", **keys: Any) -> Any:
    """A comes down from 3008 to 3010, where D's zone begins."""
    m = acting(a, d, *others, markers=keys.pop("markers", MARKER), dice=dice, **keys)
    say(m, ITALY, do, units=["A"], path=["3009", "3010"])
    return m


@pytest.mark.rule("custoza:11.1-b", "custoza:11.5-a")
def test_infantry_met_from_the_front_has_five_reactions() -> None:
    m = approach()
    assert asked(m) == ("react", AUSTRIA)
    assert (trigger(m, "D"), may(m, "D")) == ("enters", {"face", "fire", "assault", "square", "fall_back"})
    assert (m.ask.data["by"], m.ask.data["hex"]) == (ITALY, "3010")


@pytest.mark.rule("custoza:8.1-d", "custoza:11.5.2-a")
@pytest.mark.parametrize(("facing", "fires"), [("NW", True), ("NE", True), ("SE", False), ("S", False)])
def test_reaction_fire_leaves_through_a_front_hex(facing: str, fires: bool) -> None:
    m = approach(d=D | {"facing": facing})
    assert ("fire" in may(m, "D")) is fires


@pytest.mark.rule("custoza:7.6-e", "custoza:2.7-c")
@pytest.mark.parametrize(("d", "board"), [({"square": True}, {}), ({}, {"terrain": {"3011": "village"}})])
def test_squares_and_villages_fire_all_around(d: Any, board: Any) -> None:
    m = approach(d=D | {"facing": "S"} | d, board=board)
    assert "fire" in may(m, "D")


@pytest.mark.rule("custoza:11.5.4.1-b", "custoza:11.5.6-a", "custoza:7.7-c")
def test_a_square_may_be_left_and_the_disorganised_form_none() -> None:
    assert "leave_square" in may(approach(d=D | {"square": True}), "D")
    assert "square" not in may(approach(d=D | {"status": "disorganised"}), "D")
    assert "square" in may(approach(d=D | {"status": "disordered"}), "D")


@pytest.mark.rule("custoza:11.5.4-a")
def test_one_disorganised_unit_bars_the_square_of_its_force() -> None:
    m = approach(ah("L", "light", "3011", facing="N", status="disorganised"))
    assert "square" not in may(m, "D")


@pytest.mark.rule("custoza:11.5.3-d", "custoza:11.5.6-a", "custoza:12.1-a")
def test_guns_fire_turn_or_limber_but_neither_attack_nor_withdraw() -> None:
    m = approach(d=ah("D", "artillery", "3011", facing="N"))
    assert may(m, "D") == {"face", "fire", "limber"}


@pytest.mark.rule("custoza:9-a", "custoza:11.5.3-e")
def test_exhausted_cavalry_may_assault_but_not_charge() -> None:
    rested = may(approach(d=ah("D", "cavalry", "3011", facing="N")), "D")
    tired = may(approach(d=ah("D", "cavalry", "3011", facing="N", exhausted=True)), "D")
    assert (rested, tired) == ({"face", "assault", "charge", "fall_back"}, {"face", "assault", "fall_back"})


@pytest.mark.rule("custoza:9.3-a", "custoza:11.5.3-e")
def test_cavalry_does_not_counter_charge_what_is_behind_it() -> None:
    m = approach(d=ah("D", "cavalry", "3011", facing="S"))
    assert "charge" not in may(m, "D")
    assert "assault" in may(m, "D")


@pytest.mark.rule("custoza:9.2-a", "custoza:11.5.3-e")
@pytest.mark.parametrize("ground", ["village", "woods"])
def test_no_counter_charge_out_of_closed_terrain_into_it(ground: str) -> None:
    cavalry = ah("D", "cavalry", "3011", facing="N")
    m = approach(d=cavalry, board={"hexsides": [["3011", "3010", "steep_slope"]], "levels": {"3010": 1}})
    assert "charge" not in may(m, "D")
    m = acting(A, cavalry, markers=MARKER, board={"terrain": {"3010": ground}}, dice=(1, 1, 6, 6))
    say(m, ITALY, "assault", units=["A"], path=["3009", "3010"])
    assert m.ask.what != "react"  # no zone reaches into it


@pytest.mark.rule("custoza:2.6-c", "custoza:7.8.3-c")
@pytest.mark.parametrize("d", [D | {"march": True}, ah("D", "artillery", "3011", march=True)])
def test_columns_do_not_react_to_who_comes_near(d: Any) -> None:
    m = acting(A, d, markers=MARKER, dice=(6, 6))
    say(m, ITALY, "assault", units=["A"], path=["3009", "3010"])
    assert told(m, "combat")


@pytest.mark.rule("custoza:11.5.5-b", "custoza:11.5.5-a")
@pytest.mark.parametrize(
    ("mover", "who", "drm"),
    [("line", "light", -1), ("line", "line", 0), ("cavalry", "line", 3), ("light", "line", 1), ("line", "cavalry", -3)],
)
def test_a_fall_back_is_checked_by_the_difference_of_allowances(mover: str, who: str, drm: int) -> None:
    m = approach(a=it("A", mover, "3008", facing="S"), d=ah("D", who, "3011", facing="N"), dice=(2, 3))
    assert barred(m, AUSTRIA, "fall_back", units=["D"], path=["3110"]) is not None
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    check = roll(m, "cohesion").data["checks"][0]
    assert (check["total"], dict(check["modifiers"]).get("11.5.5-b", 0)) == (5 + drm, drm)
    assert (where(m, "D"), now(m, "D")["facing"]) == ("3012", "N")


@pytest.mark.rule("custoza:11.5.5-c", "custoza:13.5-a")
def test_a_failed_fall_back_costs_levels_and_takes_place_unless_it_routs() -> None:
    m = approach(dice=(6, 6))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3111"])
    assert (where(m, "D"), now(m, "D")["status"]) == ("3111", "disordered")
    m = approach(d=D | {"status": "disorganised"}, dice=(3, 3))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3111"])
    assert where(m, "D") == "routed"


@pytest.mark.rule("custoza:6.5-a", "custoza:11.5.5-d")
def test_after_a_fall_back_the_marker_may_turn_one_hexside_or_the_force_goes_on() -> None:
    near, far = ah("E", "light", "3110", facing="N"), ah("F", "light", "2909", march=True)
    m = approach(near, far, dice=(1, 1, 6, 6))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    calm(m, "turn_marker")
    assert asked(m) == ("turn_marker", ITALY)
    assert m.ask.data["targets"] == ["3110"]  # 3011 was S: SE is one hexside away, NW is not
    say(m, ITALY, "turn", hex="3010", target="3110")
    assert roll(m, "assault").data["defenders"] == ["E"]


@pytest.mark.rule("custoza:11.5.3-a", "custoza:11.5.3-c")
def test_a_failed_counter_attack_costs_nothing_and_the_assault_follows() -> None:
    m = approach(dice=(6, 6, 6, 6))
    say(m, AUSTRIA, "assault", units=["D"])
    assert now(m, "D")["status"] == "disordered"  # by the assault: 12 is blue -/1S2
    assert roll(m, "assault").data["attackers"] == ["A"]


@pytest.mark.rule("custoza:11.5.3-b", "custoza:13.2.1-a")
def test_the_part_that_passes_counter_attacks() -> None:
    m = approach(ah("L", "light", "3011", facing="N", cv=6), dice=(3, 4, 6, 6))
    say(m, AUSTRIA, "assault", units=["D", "L"])
    fight = roll(m, "assault")
    assert (fight.data["attackers"], fight.data["odds"], fight.data["by"]) == (["D"], "6:6", AUSTRIA)
    assert now(m, "L")["status"] == "good_order"


@pytest.mark.rule("custoza:10.5-b", "custoza:11.5.3-b", "custoza:10.3-a")
def test_a_counter_attack_that_wins_throws_the_active_force_back_two_hexes() -> None:
    m = approach(dice=(1, 1, 6, 6))
    say(m, AUSTRIA, "assault", units=["D"])
    assert asked(m) == ("retreat", ITALY)
    say(m, ITALY, "retreat", units=["A"], path=["3009", "3008"])
    calm(m)
    assert (where(m, "D"), where(m, "A")) == ("3010", "3008")
    assert asked(m) != ("act", ITALY)  # its action is over


@pytest.mark.rule("custoza:10.5-a", "custoza:6.5-a")
def test_a_counter_attacker_who_loses_goes_back_one_hex_and_the_marker_is_void() -> None:
    m = approach(dice=(1, 1, 1, 2))
    say(m, AUSTRIA, "assault", units=["D"])
    assert asked(m) == ("retreat", AUSTRIA)
    assert {tuple(o["path"]) for o in m.options(AUSTRIA)} == {("3012",), ("3111",), ("2911",)}
    say(m, AUSTRIA, "retreat", units=["D"], path=["3012"])
    calm(m)
    assert where(m, "A") == "3010"


@pytest.mark.rule("custoza:11.5.4-a", "custoza:11.5.4-b", "custoza:11.5.4-c")
def test_a_square_as_a_reaction_is_formed_with_one_less_and_takes_the_guns_in() -> None:
    guns = ah("G", "artillery", "3011", facing="N")
    m = approach(guns, dice=(4, 5))  # 9 less 1
    say(m, AUSTRIA, "square", units=["D"])
    assert roll(m, "cohesion").data["checks"][0]["total"] == 8
    assert (now(m, "D")["square"], now(m, "G")["square"]) == (True, True)
    m = approach(guns, dice=(4, 6))
    say(m, AUSTRIA, "square", units=["D"])
    assert (now(m, "D")["square"], now(m, "G")["square"], now(m, "D")["status"]) == (False, False, "shaken")


@pytest.mark.rule("custoza:11.5.4-b", "custoza:13.2.1-a")
def test_no_square_if_one_unit_of_the_force_fails() -> None:
    m = approach(ah("L", "light", "3011", facing="N", cv=7), dice=(4, 5, 3, 4, 1, 1, 1, 1))
    say(m, AUSTRIA, "square", units=["D", "L"])
    assert [now(m, x)["square"] for x in "DL"] == [False, False]
    assert [now(m, x)["status"] for x in "DL"] == ["good_order", "shaken"]


@pytest.mark.rule("custoza:11.5.1-b", "custoza:7.6-a")
def test_turning_is_checked_afterwards_and_stands_whatever_comes_of_it() -> None:
    m = approach(ah("G", "artillery", "3011", facing="S"), d=D | {"facing": "S"}, dice=(6, 3))
    say(m, AUSTRIA, "face", units=["D"], facing="NW")
    assert (now(m, "D")["facing"], now(m, "D")["status"]) == ("NW", "shaken")
    assert (now(m, "G")["facing"], now(m, "G")["status"]) == ("NW", "good_order")
    assert asked(m) == ("react", AUSTRIA)  # the guns have a reaction of their own
    assert (may(m, "D"), "fire" in may(m, "G")) == (set(), True)


@pytest.mark.rule("custoza:11.3-a", "custoza:11.4-b")
def test_each_force_of_a_hex_reacts_once_in_the_order_its_player_likes() -> None:
    m = approach(ah("G", "artillery", "3011", facing="N", sp=1), dice=(1, 1, 1, 2, 1, 1))
    say(m, AUSTRIA, "fire", units=["G"])
    assert asked(m) == ("react", AUSTRIA)
    assert barred(m, AUSTRIA, "fire", units=["G"]) is not None
    say(m, AUSTRIA, "fire", units=["D"])
    assert [(r.data["units"], r.data["power"]) for r in rolls(m, "fire")] == [(["G"], 3), (["D"], 3)]


@pytest.mark.rule("custoza:11.2-a", "custoza:11.5.2-b")
def test_reaction_fire_hits_the_trigger_alone_but_all_in_the_hex_make_it_massed() -> None:
    m = approach(it("K", "cavalry", "3010", facing="S", sv=2), dice=(6, 6, 6, 6, 1, 1, 1, 1))
    say(m, AUSTRIA, "fire", units=["D"])
    shot = roll(m, "fire")
    assert (shot.data["targets"], shot.data["column"], shot.data["result"]) == (["A"], "4-5", "1S1")
    assert ["11.5.2-b", 1] in [list(s) for s in shot.data["shifts"]]
    assert (now(m, "K")["status"], now(m, "A")["status"]) == ("good_order", "shaken")


@pytest.mark.rule("custoza:11.2-a", "custoza:10.2-b")
def test_a_counter_attack_strikes_all_who_stand_in_the_hex() -> None:
    m = approach(it("K", "cavalry", "3010", facing="S", sv=2, sp=3), dice=(1, 1, 6, 6, 1, 1, 1, 1))
    say(m, AUSTRIA, "assault", units=["D"])
    assert set(roll(m, "assault").data["defenders"]) == {"A", "K"}
    assert roll(m, "assault").data["odds"] == "6:9"


@pytest.mark.rule("custoza:11.1-c")
def test_leaving_a_zone_is_met_before_the_step() -> None:
    m = acting(it("A", "line", "3010", facing="N"), D, dice=(1, 1))
    say(m, ITALY, "move", units=["A"], path=["3009", "3008"])
    assert asked(m) == ("react", AUSTRIA)
    assert (trigger(m, "D"), m.ask.data["hex"], m.ask.data["to"], where(m, "A")) == ("leaves", "3010", "3009", "3010")
    say(m, AUSTRIA, "fire", units=["D"])
    assert dict(roll(m, "fire").modifiers).get("7.6-f", 0) == 0  # nobody has a rear while he moves
    calm(m)
    assert where(m, "A") == "3008"


@pytest.mark.rule("custoza:11.1-c", "custoza:7.8.2-c")
@pytest.mark.parametrize(("step", "rear"), [("3009", 2), ("3109", 2), ("2909", 2)])
def test_a_column_that_leaves_a_zone_turns_its_back_to_it(step: str, rear: int) -> None:
    """It faces S, but turns to where it goes before it leaves."""
    m = acting(it("A", "line", "3010", facing="S", march=True), D, dice=(1, 1))
    say(m, ITALY, "move", units=["A"], path=[step])
    say(m, AUSTRIA, "fire", units=["D"])
    assert dict(roll(m, "fire").modifiers).get("7.6-f", 0) == rear


@pytest.mark.rule("custoza:11.1-d")
def test_from_zone_to_zone_the_same_force_reacts_once_after_the_step() -> None:
    m = acting(it("A", "line", "3010", facing="S"), D, markers=(marker("3110", "3011"),), dice=(1, 1, 6, 6))
    say(m, ITALY, "assault", units=["A"], path=["3110"])
    assert (asked(m), trigger(m, "D"), where(m, "A")) == (("react", AUSTRIA), "within", "3110")
    say(m, AUSTRIA, "fire", units=["D"])
    assert told(m, "combat")


@pytest.mark.rule("custoza:11.1-c", "custoza:11.1-b", "custoza:11.4-a")
def test_one_zone_is_left_before_and_another_entered_after_the_step() -> None:
    second = ah("E", "line", "3008", facing="S")
    m = acting(it("A", "line", "3010", facing="N"), D, second, markers=(marker("3009", "3008"),), dice=(1, 1))
    say(m, ITALY, "assault", units=["A"], path=["3009"])
    assert (trigger(m, "D"), trigger(m, "E")) == ("leaves", None)
    say(m, AUSTRIA, "pass")
    assert (trigger(m, "D"), trigger(m, "E"), where(m, "A")) == (None, "enters", "3009")


@pytest.mark.rule("custoza:11.1-f", "custoza:11.1-a")
def test_a_column_under_fire_can_only_leave_the_march() -> None:
    m = acting(it("G", "artillery", "3008", facing="S"), ah("D", "line", "3010", march=True), dice=(1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010")
    assert (trigger(m, "D"), may(m, "D")) == ("fire", {"leave_march"})
    say(m, AUSTRIA, "leave_march", units=["D"])
    calm(m)
    assert now(m, "D")["march"] is False


@pytest.mark.rule("custoza:8.2.1-a", "custoza:8.2.2-a", "custoza:11.1-a")
def test_under_fire_from_afar_guns_fire_back_and_infantry_cannot() -> None:
    both = (ah("D", "line", "3010", facing="N"), ah("B", "artillery", "3010", facing="N"))
    m = acting(it("G", "artillery", "3007", facing="S"), *both, dice=(1, 1, 1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010", at="artillery")
    assert ("fire" in may(m, "B"), may(m, "D")) == (True, set())  # D was not fired at
    m = acting(it("G", "artillery", "3007", facing="S"), both[0], dice=(1, 1, 1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010")
    assert "fire" not in may(m, "D")
    assert {"face", "square"} <= may(m, "D")


@pytest.mark.rule("custoza:11.5.3-b", "custoza:9.1-b")
def test_cavalry_under_fire_from_afar_charges_the_battery_over_open_ground() -> None:
    m = acting(it("G", "artillery", "3006", facing="S"), ah("K", "cavalry", "3010", facing="N"), dice=(1, 1, 1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010")
    assert "charge" in may(m, "K")
    say(m, AUSTRIA, "charge", units=["K"], path=["3009", "3008", "3007"])
    calm(m)
    assert (where(m, "G"), where(m, "K"), now(m, "K")["exhausted"]) == ("eliminated", "3006", True)


@pytest.mark.rule("custoza:10.1-b", "custoza:11.5.3-b")
@pytest.mark.parametrize(("start", "reaches"), [("3011", True), ("3012", False)])
def test_infantry_under_fire_counter_attacks_within_its_allowance(start: str, reaches: bool) -> None:
    gun = it("G", "artillery", "3006" if reaches else "3007", facing="S")
    board = (
        {}
        if reaches
        else {"terrain": {"3009": "heavy_cultivation", "3109": "lake", "2909": "lake", "3110": "lake", "2910": "lake"}}
    )
    m = acting(gun, ah("D", "line", start, facing="N"), dice=(1, 1), board=board)
    say(m, ITALY, "fire", units=["G"], hex=start)
    assert ("assault" in may(m, "D")) is reaches  # five clear hexes; four clear ones and vines


@pytest.mark.rule("custoza:12.2-a", "custoza:10.5.6-a", "custoza:7.6-f")
def test_a_fall_back_into_another_zone_is_met_by_the_active_side() -> None:
    waiting = it("J", "line", "3013", facing="N", ooc=True)
    m = approach(waiting, dice=(1, 1, 1, 1), board={"terrain": {"3111": "lake", "2911": "lake"}})
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert (asked(m), trigger(m, "J")) == (("react", ITALY), "retreat")
    say(m, ITALY, "fire", units=["J"])
    shot = roll(m, "fire")
    assert (shot.data["targets"], dict(shot.modifiers).get("7.6-f", 0)) == (["D"], 0)


@pytest.mark.rule("custoza:11.4-a", "custoza:10.5.6-a")
def test_three_reactions_one_inside_the_other() -> None:
    """A comes, D counter-attacks and wins, A retreats past E, who fires; then D stands in A's hex."""
    e = ah("E", "line", "2908", facing="SE")
    board = {"terrain": {"3109": "lake", "2909": "lake"}}
    m = acting(
        it("A", "line", "3110", facing="SW"),
        ah("D", "line", "3011", facing="N"),
        e,
        markers=MARKER,
        dice=(1, 1, 6, 6, 1, 1),
        board=board,
    )
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "assault", units=["D"])
    assert asked(m) == ("react", AUSTRIA)  # 3009 was the only way, in E's zone
    assert trigger(m, "E") == "retreat"
    say(m, AUSTRIA, "fire", units=["E"])
    flee(m)
    calm(m)
    assert (where(m, "D"), roll(m, "fire").data["hex"]) == ("3010", "3009")


@pytest.mark.rule("custoza:11.5.6-a", "custoza:7.9-b")
def test_guns_that_limber_as_a_reaction_do_so_when_it_is_over() -> None:
    m = acting(it("G", "artillery", "3007", facing="S"), ah("B", "artillery", "3010", facing="N"), dice=(1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010")
    say(m, AUSTRIA, "limber", units=["B"])
    calm(m)
    assert now(m, "B")["march"] is True


@pytest.mark.rule("custoza:9.8-a", "custoza:9.8-b", "custoza:11.5.3.1-a")
def test_after_charge_and_counter_charge_both_are_exhausted_and_the_charger_moves_first() -> None:
    k, h = it("A", "cavalry", "3008", facing="S"), ah("D", "cavalry", "3011", facing="N")
    m = approach(
        a=k, d=h, do="charge", markers=(marker("3010", "3011", "charge"),), dice=(1, 1, 1, 1, 4, 3, 1, 1, 1, 1)
    )
    say(m, AUSTRIA, "charge", units=["D"])
    assert roll(m, "charge").data["by"] == AUSTRIA
    flee(m)
    seats = []
    while m.ask is not None and m.ask.what in ("after_charge", "break_off", "face", "react", "charge_on"):
        if m.ask.what == "after_charge":
            seats.append(m.ask.who[0])
            m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
        else:
            m.answer(m.ask.who[0], m.options(m.ask.who[0])[-1])
    assert (now(m, "A")["exhausted"], now(m, "D")["exhausted"]) == (True, True)
    assert seats[:1] == [ITALY]
