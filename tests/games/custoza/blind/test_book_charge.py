"""Chapter 9 by the book: reach, ground, front, modifiers, going on, breaking off, exhaustion."""

from __future__ import annotations

from collections import Counter
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
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

K = it("K", "cavalry", "3007", facing="S")
D = ah("D", "line", "3011", facing="N", sp=4)
TO_3010 = ["3008", "3009", "3010"]
CHARGE = (marker("3010", "3011", "charge"),)
BLUE = (6, 5)  # with one for the Charge: blue -/1S2


def charge(*others: Any, dice: tuple[int, ...] = (), k: Any = K, d: Any = D, path: Any = TO_3010, **keys: Any) -> Any:
    more = keys.pop("more", {})
    m = acting(k, d, *others, markers=keys.pop("markers", CHARGE), dice=dice, **keys)
    say(m, ITALY, "charge", units=["K"], path=path, **more)
    return m


def fought(*others: Any, **keys: Any) -> Any:
    """The Charge is ridden home."""
    m = charge(*others, **keys)
    calm(m)
    if asked(m) == ("break_off", ITALY):
        say(m, ITALY, "go_on")
    return m


def stop(
    k: Any = K, d: Any = D, path: Any = TO_3010, markers: Any = CHARGE, board: Any = None, **more: Any
) -> str | None:
    return barred(acting(k, d, markers=markers, board=board), ITALY, "charge", units=["K"], path=path, **more)


@pytest.mark.rule("custoza:9-a")
def test_only_rested_cavalry_charges() -> None:
    assert stop() is None
    assert stop(K | {"exhausted": True}) == "9"
    assert stop(it("K", "light", "3008", facing="S"), path=["3009", "3010"]) == "9"


@pytest.mark.rule("custoza:9.1-b")
def test_the_ride_into_the_target_counts() -> None:
    assert stop(K | {"hex": "3004"}, path=["3005", "3006", "3007", *TO_3010]) is None  # six and one
    far = (marker("3012", "3013", "charge"),)
    ride = [f"30{row:02}" for row in range(5, 13)]
    assert stop(K | {"hex": "3004"}, D | {"hex": "3013"}, path=ride, markers=far) == "9.1"  # eight and one
    assert stop(K | {"hex": "3005"}, D | {"hex": "3013"}, path=ride[1:], markers=far) is None  # seven and one
    fields = {"terrain": {"3013": "light_cultivation"}}
    assert stop(K | {"hex": "3005"}, D | {"hex": "3013"}, path=ride[1:], markers=far, board=fields) == "9.1"


@pytest.mark.rule("custoza:9.1-c")
def test_a_charge_needs_a_run_up() -> None:
    assert stop(K | {"hex": "3010"}, path=[]) == "9.1"
    assert stop(K | {"hex": "3009"}, path=["3010"]) is None


@pytest.mark.rule("custoza:9.2-a")
@pytest.mark.parametrize(
    ("board", "paragraph"),
    [
        ({"terrain": {"3009": "heavy_cultivation", "3011": "light_cultivation"}}, None),
        ({"terrain": {"3009": "woods"}}, "9.2"),
        ({"terrain": {"3009": "village"}}, "9.2"),
        ({"terrain": {"3009": "tione"}}, "9.2"),
        ({"terrain": {"3011": "village"}}, "9.2"),
        ({"terrain": {"3011": "woods"}}, "9.2"),
        ({"terrain": {"3007": "woods"}}, None),  # where it starts is no part of the ride
        ({"hexsides": [["3009", "3010", "slope"]], "levels": {"3010": 1, "3011": 1}}, None),
        ({"hexsides": [["3009", "3010", "stream"]]}, None),
        ({"hexsides": [["3009", "3010", "steep_slope"]], "levels": {"3010": 1, "3011": 1}}, "9.2"),
        ({"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}}, "9.2"),
        ({"hexsides": [["3011", "3010", "steep_slope"]], "levels": {"3010": 1, "3009": 1}}, "9.2"),
    ],
)
def test_ground_for_a_charge(board: Any, paragraph: str | None) -> None:
    assert stop(board=board) == paragraph


@pytest.mark.rule("custoza:9.3-a")
@pytest.mark.parametrize(
    ("facing", "path", "paragraph"),
    [
        ("SE", TO_3010, None),
        ("SW", TO_3010, None),
        ("NE", TO_3010, "9.3"),
        ("N", TO_3010, "9.3"),
        ("S", ["3107", "3008", "3009", "3010"], None),
        ("SE", ["3107", "3008", "3009", "3010"], "9.3"),  # SW of 3107 is behind it
    ],
)
def test_a_charge_goes_through_front_hexes_without_turning(facing: str, path: Any, paragraph: str | None) -> None:
    assert stop(K | {"facing": facing}, path=path) == paragraph


@pytest.mark.rule("custoza:9.3-a")
def test_the_target_too_lies_in_front() -> None:
    side = (marker("3110", "3011", "charge"),)  # 3011 lies SW of 3110
    assert stop(K | {"hex": "3107", "facing": "S"}, path=["3108", "3109", "3110"], markers=side) is None
    assert stop(K | {"hex": "3107", "facing": "SE"}, path=["3108", "3109", "3110"], markers=side) == "9.3"


@pytest.mark.rule("custoza:9.2-b", "custoza:9-b")
def test_a_column_charges_along_a_road_through_a_wood_and_over_a_bridge() -> None:
    roads = [{"class": "major", "path": ["3007", "3008", "3009", "3010", "3011"]}]
    wood = {"terrain": {"3009": "woods"}, "roads": roads}
    assert stop(board=wood) == "9.2"
    assert stop(K | {"march": True}, board=wood) is None
    river = {"terrain": {"3009": "mincio"}, "bridges": ["3009"], "roads": roads}
    assert stop(board=river) is not None
    assert stop(K | {"march": True}, board=river) is None
    assert stop(march=True, board=river) is None  # it takes up the march as it starts


def modifiers(event: Any) -> dict[str, int]:
    total: Counter[str] = Counter()
    for rule, value in event.modifiers:
        total[rule] += value
    return {rule: value for rule, value in total.items() if value}


CONDITIONS: dict[str, tuple[dict[str, Any], Any, dict[str, Any], dict[str, int]]] = {
    "infantry": ({}, D, {}, {"9.3-b": 1}),
    "infantry from behind": ({}, D | {"facing": "S"}, {}, {"9.3-b": 1, "2.7-b": 2}),
    "cavalry": ({}, ah("D", "cavalry", "3011", facing="N"), {}, {"9.3-b": 1}),
    "exhausted cavalry": ({}, ah("D", "cavalry", "3011", facing="N", exhausted=True), {}, {"9.3-b": 1, "9.6-a": 1}),
    "Square": ({}, D | {"square": True, "facing": "S"}, {}, {"9.4-a": -4}),
    "column": ({}, D | {"march": True}, {}, {"9.3-b": 3}),
    "marching cavalry": ({}, ah("D", "cavalry", "3011", facing="N", march=True), {}, {"9.3-b": 3}),
    "in vines": ({}, D, {"terrain": {"3011": "heavy_cultivation"}}, {"9.3-b": 1, "10.4.3-a": -1}),
    "as a column": ({"march": True}, D, {}, {"9.3-b": 1, "7.8.3-a": -2}),
    "uphill": ({}, D, {"hexsides": [["3010", "3011", "slope"]], "levels": {"3011": 1}}, {"9.3-b": 1, "10.4.3-a": -1}),
}


@pytest.mark.rule("custoza:9.3-b", "custoza:chart.OAM-a")
@pytest.mark.parametrize("case", CONDITIONS)
def test_modifiers_of_a_charge(case: str) -> None:
    k, d, board, expected = CONDITIONS[case]
    fight = roll(fought(k=K | k, d=d, board=board, dice=(3, 4, *(1,) * 20)), "charge")
    assert modifiers(fight) == expected
    assert fight.data["total"] == 7 + sum(expected.values())


@pytest.mark.rule("custoza:13.2-e", "custoza:13.2-g")
@pytest.mark.parametrize(
    ("d", "burden"),
    [(D, 2), (D | {"square": True}, -4), (ah("D", "cavalry", "3011", facing="N"), 0), (D | {"march": True}, 3)],
)
def test_charged_infantry_out_of_square_checks_with_two_more(d: Any, burden: int) -> None:
    dice = (5, 6) if d.get("square") else (3, 2) if d.get("march") else (3, 3)
    m = fought(d=d, dice=(*dice, *(1,) * 20))
    fight = roll(m, "charge")
    cc = int(fight.data["defender"].removeprefix("cc"))
    assert len([r for r in rolls(m, "cohesion") if r.data["by"] == AUSTRIA]) == 1
    assert rolls(m, "cohesion")[0].data["checks"][0]["total"] == 2 + cc + burden


@pytest.mark.rule("custoza:13.2-g")
def test_by_option_charged_infantry_checks_before_the_charge() -> None:
    m = fought(dice=(1, 1, 3, 3, *(1,) * 20), options={"charge_check": "always"})
    assert rolls(m, "cohesion")[0].data["reason"] == "charged"


@pytest.mark.rule("custoza:7.3-b", "custoza:7.3-a")
def test_vines_test_cavalry_that_charges_and_not_cavalry_that_moves() -> None:
    board = {"terrain": {"3009": "heavy_cultivation"}}
    m = charge(board=board, dice=(1, 1))
    assert [r.data["reason"] for r in rolls(m, "cohesion")] == ["terrain"]
    m = acting(K, ah("Z", "line", "5030"), board=board)
    say(m, ITALY, "move", units=["K"], path=["3008", "3009"])
    assert rolls(m, "cohesion") == []


# ---------------------------------------------------------------- going on

E = ah("E", "line", "3014", facing="N", march=True)


@pytest.mark.rule("custoza:9.4-a", "custoza:9.4-b")
def test_a_winner_in_good_order_charges_on_with_what_is_left_of_his_allowance() -> None:
    m = fought(E, dice=BLUE)
    flee(m)
    calm(m)
    assert (asked(m), where(m, "K")) == (("charge_on", ITALY), "3011")
    assert m.ask.data["left"] == "4"
    assert barred(m, ITALY, "charge", units=["K"], path=["3012", "3013"], target="3014") is None


@pytest.mark.rule("custoza:9.4-b", "custoza:9.1-b")
def test_a_new_target_lies_within_the_rest_and_in_front() -> None:
    far, beside = E | {"hex": "3016"}, ah("F", "line", "3110", march=True)
    m = fought(far, beside, ah("H", "line", "2911", march=True), dice=BLUE)
    flee(m)
    calm(m)
    assert asked(m) == ("charge_on", ITALY)
    assert (
        barred(m, ITALY, "charge", units=["K"], path=["3012", "3013", "3014", "3015"], target="3016") == "9.1"
    )  # four and one
    assert barred(m, ITALY, "charge", units=["K"], path=[], target="3110") == "9.3"  # NE of 3011, the cavalry faces S
    assert barred(m, ITALY, "charge", units=["K"], path=[], target="2911") is None  # SW of it, adjacent


@pytest.mark.rule("custoza:9.4-a")
@pytest.mark.parametrize(("dice", "status", "goes_on"), [((6, 4), "good_order", True), (BLUE, "shaken", False)])
def test_a_point_lost_does_not_stop_a_charge_but_a_level_does(
    dice: tuple[int, ...], status: str, goes_on: bool
) -> None:
    m = fought(E, k=K | {"status": status, "cv": 8 if goes_on else 9}, dice=dice)
    flee(m)
    calm(m, "after_charge")
    assert (asked(m) == ("charge_on", ITALY)) is goes_on
    if goes_on:
        assert roll(m, "charge").data["result"] == "blue 1S0/1S2"


@pytest.mark.rule("custoza:11.5.4.2-a", "custoza:10.4.10-d", "custoza:9.4-a")
def test_a_draw_with_a_square_lets_the_cavalry_ride_through_it() -> None:
    m = fought(E, d=D | {"square": True}, dice=(6, 5, 4, 4, 3, 4))  # 7: cc1/cc3; 8+3-4 and 7+1 pass
    assert told(m, "combat")[-1]["winner"] == "draw"
    calm(m)
    assert asked(m) == ("charge_on", ITALY)
    assert {o["target"] for o in m.options(ITALY) if o["do"] == "charge"} == {"3014"}


@pytest.mark.rule("custoza:9.4-a")
def test_a_draw_with_others_ends_the_charge() -> None:
    m = fought(E, dice=(3, 3, 1, 2, 3, 4))  # 7: cc1/cc3; 3+3+2 and 8 pass
    assert told(m, "combat")[-1]["winner"] == "draw"
    calm(m, "after_charge")
    assert (asked(m), now(m, "K")["exhausted"]) == (("after_charge", ITALY), True)


@pytest.mark.rule("custoza:9.6-a")
@pytest.mark.parametrize("dice", [(1, 1), BLUE])
def test_exhausted_however_the_charge_ends(dice: tuple[int, ...]) -> None:
    m = fought(dice=dice)
    while m.ask is not None and m.ask.what in ("retreat", "face", "react", "charge_on", "after_charge"):
        seat = m.ask.who[0]
        m.answer(seat, m.options(seat)[-1] if m.ask.what == "charge_on" else m.options(seat)[0])
    assert now(m, "K")["exhausted"] is True


# ---------------------------------------------------------------- breaking off and moving away


@pytest.mark.rule("custoza:9.5-a", "custoza:9.6-b", "custoza:9.6-c")
def test_breaking_off_ends_the_charge_and_the_cavalry_leaves_the_zone() -> None:
    m = charge(dice=(4, 4))
    calm(m)
    assert asked(m) == ("break_off", ITALY)
    say(m, ITALY, "break_off")
    assert (rolls(m, "charge"), now(m, "K")["exhausted"]) == ([], True)
    calm(m, "after_charge")
    assert asked(m) == ("after_charge", ITALY)
    assert barred(m, ITALY, "stop") == "9.6"
    assert barred(m, ITALY, "move", units=["K"], path=["3110"]) == "9.6"
    assert barred(m, ITALY, "move", units=["K"], path=["3110", "3210"]) is None
    assert barred(m, ITALY, "move", units=["K"], path=["3009", "3008", "3007", "3006", "3005", "3004"]) is None
    assert m.ask.data["left"] == "8"


@pytest.mark.rule("custoza:9.5-b")
def test_a_failed_attempt_to_break_off_costs_levels_and_the_charge_is_resolved() -> None:
    m = charge(dice=(5, 5, *BLUE))
    calm(m)
    say(m, ITALY, "break_off")
    assert (now(m, "K")["status"], roll(m, "charge").data["column"]) == ("shaken", -1)


@pytest.mark.rule("custoza:9.5-a", "custoza:13.2.1-a")
def test_all_must_pass_to_break_off() -> None:
    second = it("J", "cavalry", "3007", facing="S", sv=2, cv=6)
    m = acting(K, second, D | {"sp": 8}, markers=CHARGE, dice=(3, 4, *BLUE, 1, 1, 1, 1))
    say(m, ITALY, "charge", units=["K", "J"], path=TO_3010)
    calm(m)
    say(m, ITALY, "break_off")
    assert [now(m, x)["status"] for x in "KJ"] == ["good_order", "shaken"]
    assert rolls(m, "charge")


@pytest.mark.rule("custoza:9.6-b", "custoza:11.1-c")
def test_the_move_after_a_charge_is_met_by_reactions() -> None:
    m = charge(dice=(4, 4))
    calm(m)
    say(m, ITALY, "break_off")
    calm(m, "after_charge")
    say(m, ITALY, "move", units=["K"], path=["3009"])
    assert (asked(m), m.ask.data["forces"][0]["trigger"]) == (("react", AUSTRIA), "leaves")


@pytest.mark.rule("custoza:11.5.4-a", "custoza:9.4-a")
def test_a_square_formed_in_time_turns_the_charge() -> None:
    m = charge(dice=(4, 5, 3, 3))
    say(m, AUSTRIA, "square", units=["D"])
    say(m, ITALY, "go_on")
    assert roll(m, "charge").data["total"] == 2
    assert asked(m) == ("retreat", ITALY)


@pytest.mark.rule("custoza:9.3-b", "custoza:11.1-b")
def test_zones_on_the_way_react_hex_by_hex() -> None:
    flank = ah("F", "line", "3109", facing="NW")  # its zone holds 3009 and 3010, D's only 3010
    m = charge(flank, dice=(1, 1))
    assert (asked(m), where(m, "K")) == (("react", AUSTRIA), "3009")
    say(m, AUSTRIA, "pass")
    assert where(m, "K") == "3010"
    assert {(f["units"][0], f["trigger"]) for f in m.ask.data["forces"]} == {("F", "within"), ("D", "enters")}


@pytest.mark.rule("custoza:9.8-b", "custoza:11.5.3.1-b")
def test_a_beaten_charger_is_exhausted_by_a_counter_charge() -> None:
    horse = ah("D", "cavalry", "3011", facing="N")
    m = charge(d=horse, dice=(1, 1, 6, 6))
    say(m, AUSTRIA, "charge", units=["D"])
    flee(m)
    calm(m, "after_charge")
    assert asked(m) == ("after_charge", ITALY)
    assert (now(m, "K")["exhausted"], now(m, "D")["exhausted"]) == (True, True)
    say(m, ITALY, "stop")
    calm(m, "after_charge")
    assert asked(m) == ("after_charge", AUSTRIA)
    assert where(m, "D") == "3010"
