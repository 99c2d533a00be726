"""Chapters 12 and 13 by the book: withdrawals, checks, rout, recovery."""

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
    begun,
    calm,
    it,
    marker,
    now,
    roll,
    rolls,
    say,
    told,
    trigger,
    ways,
    where,
)

A, E = it("A", "line", "3010", facing="S"), ah("E", "line", "3011", facing="N")
IDLE = it("S", "light", "1010")
FAR = ah("Z", "line", "5030")


def quiet_phase(*units: Any, **keys: Any) -> Any:
    """The phase of Formations that were not activated; Austria's has been."""
    formations = [{"id": AUSTRIA, "side": AUSTRIA, "this_turn": "activated"}]
    return begun(
        *units, phase="non_activated", formations=formations, last={"day": 1, "gt": 9}, fixed_initiative=True, **keys
    )


@pytest.mark.rule("custoza:12.1-a", "custoza:12.2-a")
def test_a_withdrawal_takes_the_cheapest_hex_out_of_zones() -> None:
    m = quiet_phase(A, E, board={"terrain": {"3009": "heavy_cultivation"}})
    assert asked(m) == ("fall_back", ITALY)
    assert ways(m, "A") == {("3109",), ("2909",)}
    assert barred(m, ITALY, "fall_back", units=["A"], path=["3009"]) in {"12.1", "10.5", "12.2"}
    assert barred(m, ITALY, "fall_back", units=["A"], path=["3109", "3108"]) in {"12.1", "10.5", "12.2"}
    assert barred(m, ITALY, "fall_back", units=["A"], path=["3110"]) in {"12.1", "10.5", "12.2"}


@pytest.mark.rule("custoza:12.1-a")
def test_a_withdrawal_costs_no_points_and_goes_on_until_it_is_out() -> None:
    """3009, vines and the only way, is watched by F; 3108 beyond it is free, and A has one point."""
    walls = dict.fromkeys(("3109", "2909", "3110", "2910"), "lake") | {"3009": "heavy_cultivation"}
    m = quiet_phase(A | {"ma": 1}, E, ah("F", "line", "2908"), board={"terrain": walls}, dice=(1, 2, 3, 4))
    calm(m)
    assert where(m, "A") == "3108"


@pytest.mark.rule("custoza:12.3-a")
def test_who_must_withdraw_and_cannot_is_eliminated() -> None:
    walls = dict.fromkeys(("3009", "3109", "2909", "3110", "2910"), "lake")
    m = quiet_phase(A, E, board={"terrain": walls})
    assert where(m, "A") == "eliminated"
    assert told(m, "eliminated")[-1]["why"] == "no_withdrawal"


@pytest.mark.rule("custoza:12.1-a")
def test_guns_limber_for_a_withdrawal() -> None:
    m = quiet_phase(it("A", "artillery", "3010", facing="S"), E)
    say(m, ITALY, "fall_back", units=["A"], path=["3009"])
    calm(m)
    assert (where(m, "A"), now(m, "A")["march"]) == ("3009", True)


@pytest.mark.rule("custoza:11.1-g")
@pytest.mark.parametrize(("option", "met"), [("entering", True), ("none", False)])
def test_a_withdrawal_is_not_met_where_it_leaves_but_where_it_enters(option: str, met: bool) -> None:
    walls = dict.fromkeys(("3109", "2909", "3110", "2910"), "lake")
    second = ah("F", "line", "2908", facing="SE")  # 3009 lies in its zone
    m = quiet_phase(A, E, second, board={"terrain": walls}, options={"quiet_withdrawals": option})
    if asked(m) == ("fall_back", ITALY):
        m.answer(ITALY, m.options(ITALY)[0])
    assert (asked(m) == ("react", AUSTRIA)) is met
    if met:
        assert (trigger(m, "F"), trigger(m, "E")) == ("retreat", None)


@pytest.mark.rule("custoza:7.6-f", "custoza:12.1-a")
def test_who_withdraws_shows_no_rear_and_may_keep_his_facing() -> None:
    walls = dict.fromkeys(("3109", "2909", "3110", "2910"), "lake")
    second = ah("F", "line", "2908", facing="SE")
    m = quiet_phase(A, E, second, board={"terrain": walls}, dice=(1, 1))
    if asked(m) == ("fall_back", ITALY):
        m.answer(ITALY, m.options(ITALY)[0])
    say(m, AUSTRIA, "fire", units=["F"])
    assert dict(roll(m, "fire").modifiers).get("7.6-f", 0) == 0


@pytest.mark.rule("custoza:22.4-a")
def test_at_night_a_withdrawal_meets_nobody() -> None:
    walls = dict.fromkeys(("3109", "2909", "3110", "2910"), "lake")
    m = quiet_phase(A, E, ah("F", "line", "2908", facing="SE"), board={"terrain": walls}, light="night")
    if asked(m) == ("fall_back", ITALY):
        m.answer(ITALY, m.options(ITALY)[0])
    assert asked(m) != ("react", AUSTRIA)
    assert where(m, "A") != "3010"


@pytest.mark.rule("custoza:13.6.2-a", "custoza:13.3-a")
@pytest.mark.parametrize(
    ("unit", "after"),
    [
        (A | {"hex": "2010", "status": "disorganised"}, "shaken"),
        (A | {"hex": "2010", "status": "disordered"}, "good_order"),
        (A | {"status": "disordered"}, "shaken"),  # a withdrawal counts as half a move
    ],
)
def test_who_was_not_activated_recovers_two_levels_at_rest_and_one_after_a_withdrawal(unit: Any, after: str) -> None:
    m = quiet_phase(unit, E, dice=(1, 2, 3, 4))
    while m.ask is not None and m.ask.what in ("fall_back", "face"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert now(m, "A")["status"] == after


def finished(*units: Any, act: Any = (), **keys: Any) -> Any:
    """Italy acts and its activation ends."""
    m = acting(*units, IDLE, FAR, **keys)
    for answer in act:
        m.answer(ITALY, answer)
        calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    return m


def going(hexes: int, **more: Any) -> tuple[Any, ...]:
    return ({"do": "move", "units": ["A"], "path": [f"30{row:02}" for row in range(11, 11 + hexes)], **more},)


MAJOR = {"roads": [{"class": "major", "path": [f"30{row:02}" for row in range(10, 30)]}]}
REST: dict[str, tuple[Any, tuple[Any, ...], Any, str]] = {
    "nothing done": (A | {"status": "disorganised"}, (), {}, "shaken"),
    "two of five": (A | {"status": "disorganised"}, going(2), {}, "disordered"),
    "three of five": (A | {"status": "disorganised"}, going(3), {}, "disorganised"),
    "three of six": (it("A", "light", "3010", status="disordered"), going(3), {}, "shaken"),
    "seven thirds of five": (A | {"status": "disordered"}, going(7, march=True), MAJOR, "shaken"),
    "eight thirds of five": (A | {"status": "disordered"}, going(8, march=True), MAJOR, "disordered"),
    "turning": (A | {"status": "disordered"}, ({"do": "move", "units": ["A"], "path": []},), {}, "shaken"),
    "forming Square": (A | {"status": "disordered"}, ({"do": "square", "units": ["A"]},), {}, "shaken"),
    "limbering, two of six": (
        it("A", "artillery", "3010", status="disordered"),
        ({"do": "move", "units": ["A"], "path": [], "march": True},),
        {},
        "shaken",
    ),
    "limbering and two hexes, four of six": (
        it("A", "artillery", "3010", status="disordered"),
        going(2),
        {},
        "disordered",
    ),
    "out of command": (A | {"status": "disordered", "ooc": True}, (), {}, "disordered"),
    "Disorganised in the Tione": (A | {"status": "disorganised"}, (), {"terrain": {"3010": "tione"}}, "disorganised"),
    "Disordered in the Tione": (A | {"status": "disordered"}, (), {"terrain": {"3010": "tione"}}, "good_order"),
    "Disorganised on a bridge": (
        A | {"status": "disorganised", "march": True},
        (),
        {"terrain": {"3010": "mincio"}, "bridges": ["3010"]},
        "disorganised",
    ),
}


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.1-b", "custoza:22.1.1-a")
@pytest.mark.parametrize("case", REST)
def test_recovery_at_the_end_of_an_activation(case: str) -> None:
    unit, act, board, after = REST[case]
    assert now(finished(unit, act=act, board=board), "A")["status"] == after


@pytest.mark.rule("custoza:13.6.1-b")
def test_who_fires_does_not_recover() -> None:
    gun = it("A", "artillery", "3010", facing="S", status="disordered")
    m = finished(gun, ah("D", "line", "3013"), act=({"do": "fire", "units": ["A"], "hex": "3013"},), dice=(1, 1))
    assert now(m, "A")["status"] == "disordered"


@pytest.mark.rule("custoza:13.6.1-a")
def test_who_stays_in_a_zone_does_not_recover() -> None:
    walls = dict.fromkeys(("3009", "3109", "2909"), "lake")
    m = finished(A | {"status": "disordered"}, E, board={"terrain": walls})
    assert now(m, "A")["status"] == "disordered"


@pytest.mark.rule("custoza:13.6.1-b")
def test_who_leaves_a_zone_by_half_a_move_recovers() -> None:
    m = finished(A | {"status": "disordered"}, E, act=({"do": "move", "units": ["A"], "path": ["3009"]},))
    assert now(m, "A")["status"] == "shaken"


@pytest.mark.rule("custoza:13.6.1-b")
def test_who_assaults_from_where_he_stands_does_not_recover() -> None:
    attack = {"do": "assault", "units": ["A"], "path": []}
    wood, dice = {"terrain": {"3010": "woods"}}, (3, 4, 1, 1, 1, 1)
    shaken = A | {"status": "shaken", "cv": 9}
    m = finished(shaken, E, act=(attack,), markers=(marker("3010", "3011"),), board=wood, dice=dice)
    assert (told(m, "combat")[-1]["winner"], now(m, "A")["status"]) == ("draw", "shaken")


@pytest.mark.rule("custoza:13.6.1-c", "custoza:9.7-a")
def test_exhaustion_or_status_but_not_both() -> None:
    rested = it("A", "cavalry", "3010", exhausted=True)
    assert now(finished(rested), "A")["exhausted"] is False
    assert now(finished(rested | {"used": True}), "A")["exhausted"] is True
    assert now(finished(rested, act=going(1)), "A")["exhausted"] is True
    m = finished(rested | {"status": "disordered"})
    assert asked(m) == ("recover", ITALY)
    say(m, ITALY, "recover", unit="A", of="exhaustion")
    assert (now(m, "A")["exhausted"], now(m, "A")["status"]) == (False, "disordered")
    m = finished(rested | {"status": "disordered"})
    say(m, ITALY, "recover", unit="A", of="status")
    assert (now(m, "A")["exhausted"], now(m, "A")["status"]) == (True, "good_order")


@pytest.mark.rule("custoza:13.6.1-c", "custoza:13.6.1-b")
def test_exhausted_cavalry_that_moves_a_little_recovers_status_only() -> None:
    m = finished(it("A", "cavalry", "3010", exhausted=True, status="disordered"), act=going(4))
    assert (now(m, "A")["exhausted"], now(m, "A")["status"]) == (True, "shaken")


@pytest.mark.rule("custoza:9.7-a", "custoza:9.6-a")
def test_cavalry_does_not_rest_from_a_charge_in_the_same_activation() -> None:
    k = it("A", "cavalry", "3007", facing="S", status="good_order")
    m = finished(
        k,
        ah("D", "line", "3011", facing="N", status="disordered", sp=1),
        act=({"do": "charge", "units": ["A"], "path": ["3008", "3009", "3010"]},),
        markers=(marker("3010", "3011", "charge"),),
        dice=(6, 6),
    )
    say(m, ITALY, "go_on")
    calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    assert now(m, "A")["exhausted"] is True


@pytest.mark.rule("custoza:13.6.2-a")
@pytest.mark.parametrize(("hexes", "after"), [(0, "shaken"), (2, "disordered"), (3, "disorganised")])
def test_out_of_command_units_recover_in_their_own_phase(hexes: int, after: str) -> None:
    com = it("C", "commander", "3025")
    m = begun(
        com,
        A | {"ooc": True, "status": "disorganised"},
        FAR,
        phase="ooc",
        next=ITALY,
        last={"day": 1, "gt": 9},
        dice=(1, 2, 3, 4),
    )
    if hexes:
        m.answer(ITALY, going(hexes)[0])
        calm(m)
    if asked(m) == ("ooc", ITALY):
        say(m, ITALY, "done")
    assert now(m, "A")["status"] == after


@pytest.mark.rule("custoza:13.6.2-b")
def test_exhausted_cavalry_rests_when_its_formation_is_not_activated() -> None:
    m = quiet_phase(it("A", "cavalry", "2010", exhausted=True), FAR, dice=(1, 2, 3, 4))
    assert now(m, "A")["exhausted"] is False


# ---------------------------------------------------------------- checks


@pytest.mark.rule("custoza:13.2-b", "custoza:13.2-c", "custoza:13.2-f")
@pytest.mark.parametrize(
    ("dice", "status", "after"),
    [
        ((4, 4), "good_order", "good_order"),
        ((4, 5), "good_order", "shaken"),
        ((5, 6), "good_order", "shaken"),
        ((6, 6), "good_order", "disordered"),
        ((4, 4), "shaken", "disordered"),
        ((6, 5), "shaken", "disorganised"),
        ((6, 6), "disordered", "routed"),
        ((3, 3), "disorganised", "routed"),
        ((2, 3), "disorganised", "disorganised"),
    ],
)
def test_a_check_is_passed_up_to_the_current_cohesion_and_failed_by_its_margin(
    dice: tuple[int, ...], status: str, after: str
) -> None:
    """A line regiment of cohesion 8 turns as a reaction."""
    m = acting(
        A | {"hex": "3009"},
        E | {"status": status, "facing": "S"},
        markers=(marker("3010", "3011"),),
        dice=(*dice, 6, 6, 6, 6, 6, 6),
    )
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "face", units=["E"], facing="N")
    first = rolls(m, "cohesion")[0].data["checks"][0]
    levels = ["good_order", "shaken", "disordered", "disorganised", "routed"]
    assert levels[levels.index(status) + first["levels"]] == after
    assert (where(m, "E") == "routed") or after != "routed"


@pytest.mark.rule("custoza:13.2-e", "custoza:13.2-f")
def test_the_worked_example_of_the_book() -> None:
    """Disordered infantry of cohesion 9 is charged: 9 and 2 against 7 is four too many, two levels, rout."""
    cavalry = it("K", "cavalry", "3007", facing="S", sp=4)
    target = ah("D", "line", "3011", facing="N", cv=9, status="disordered", sp=4)
    m = acting(
        cavalry, target, markers=(marker("3010", "3011", "charge"),), dice=(4, 5), options={"charge_check": "always"}
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    calm(m)
    say(m, ITALY, "go_on")
    check = roll(m, "cohesion").data["checks"][0]
    assert (check["total"], check["ccv"], check["margin"], check["levels"]) == (11, 7, 4, 2)
    assert where(m, "D") == "routed"


@pytest.mark.rule("custoza:22.1-c", "custoza:7.3-a")
@pytest.mark.parametrize(("kind", "total"), [("line", 7), ("light", 6)])
def test_light_infantry_is_helped_on_difficult_ground(kind: str, total: int) -> None:
    m = acting(it("A", kind, "3010"), IDLE, FAR, board={"terrain": {"3011": "tione"}}, dice=(3, 4))
    say(m, ITALY, "move", units=["A"], path=["3011"])
    assert roll(m, "cohesion").data["checks"][0]["total"] == total


@pytest.mark.rule("custoza:13.4-a", "custoza:13.2.1-a")
def test_of_a_force_that_is_tested_those_who_fail_may_stop_and_the_others_go_on() -> None:
    pair = (it("A", "line", "3010"), it("B", "line", "3010", sv=2, cv=6))
    m = acting(*pair, IDLE, FAR, board={"terrain": {"3011": "woods"}}, dice=(3, 4))
    say(m, ITALY, "move", units=["A", "B"], path=["3011", "3012"])
    assert (asked(m), m.ask.data["units"]) == (("go_on", ITALY), ["B"])
    say(m, ITALY, "stop")
    if asked(m) == ("retreat", ITALY):
        m.answer(ITALY, m.options(ITALY)[0])
    calm(m)
    assert (where(m, "A"), now(m, "B")["status"]) == ("3012", "shaken")
    assert where(m, "B") in {"3010", "3110", "2910"}
