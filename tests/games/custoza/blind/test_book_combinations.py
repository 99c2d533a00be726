"""Rules that meet: stacks of unlike units, parts of a stack, chains of events, what is left when one falls away."""

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

A, D = it("A", "line", "3010", facing="S"), ah("D", "line", "3011", facing="N")
IDLE = it("S", "light", "1010")
MARK = (marker("3010", "3011"),)


def assault(
    *others: Any, dice: tuple[int, ...], a: Any = A, d: Any = D, units: Any = ("A",), path: Any = (), **keys: Any
) -> Any:
    m = acting(a, d, *others, markers=keys.pop("markers", MARK), dice=dice, **keys)
    say(m, ITALY, "assault", units=list(units), path=list(path))
    return m


# ---------------------------------------------------------------- stacks in combat


@pytest.mark.rule("custoza:2.8-a", "custoza:10.4.1-a")
def test_a_part_of_a_stack_assaults_and_goes_back_alone() -> None:
    m = assault(it("L", "light", "3010", facing="S"), dice=(1, 2))
    assert roll(m, "assault").data["odds"] == "6:6"
    say(m, ITALY, "retreat", units=["A"], path=["3109"])
    calm(m)
    assert (where(m, "A"), where(m, "L"), now(m, "L")["status"]) == ("3109", "3010", "good_order")


@pytest.mark.rule("custoza:10.4.11-c", "custoza:2.8-a")
def test_only_those_who_assaulted_advance() -> None:
    m = assault(it("G", "artillery", "3010", facing="S"), IDLE, dice=(6, 6))
    flee(m)
    calm(m)
    assert (where(m, "A"), where(m, "G")) == ("3011", "3010")


@pytest.mark.rule("custoza:10.4.3-a", "custoza:8.8-c")
@pytest.mark.parametrize(
    ("large", "small", "drm"),
    [({"ammo": "out"}, {}, 1), ({}, {"ammo": "out"}, 0), ({"march": True}, {}, 2), ({}, {"march": True}, 0)],
)
def test_the_condition_of_the_largest_unit_counts(large: Any, small: Any, drm: int) -> None:
    light = ah("L", "light", "3011", facing="N", **small)
    fight = roll(assault(light, a=A | {"sp": 8}, d=D | large, dice=(3, 4, *(1,) * 12)), "assault")
    assert sum(value for _, value in fight.modifiers) == drm


@pytest.mark.rule("custoza:10.4.9-a", "custoza:10.4.7-a")
@pytest.mark.parametrize(("check", "winner"), [((4, 5), "attacker"), ((5, 5), "draw")])
def test_an_uncertain_result_with_a_level_for_the_defender_and_a_check_for_the_attacker(
    check: tuple[int, ...], winner: str
) -> None:
    m = assault(a=A | {"cv": 9}, dice=(5, 5, *check))
    assert roll(m, "assault").data["result"] == "white cc0/1S1"
    assert (now(m, "D")["sp"], now(m, "D")["status"]) == (5, "shaken")
    assert told(m, "combat")[-1]["winner"] == winner


@pytest.mark.rule("custoza:10.4.6-a", "custoza:10.4.10-c")
def test_grey_costs_both_and_moves_nobody() -> None:
    m = assault(a=A | {"cv": 9}, dice=(2, 2))
    calm(m)
    assert roll(m, "assault").data["result"] == "grey 1S1/1S0"
    assert [(now(m, x)["sp"], now(m, x)["status"], where(m, x)) for x in "AD"] == [
        (5, "shaken", "3010"),
        (5, "good_order", "3011"),
    ]


@pytest.mark.rule("custoza:10.4.8-c", "custoza:13.5-a")
def test_of_a_beaten_stack_one_routs_and_the_other_retreats() -> None:
    m = assault(ah("L", "light", "3011", facing="N", status="disordered"), a=A | {"sp": 8}, dice=(6, 6))
    assert roll(m, "assault").data["result"] == "blue -/1S2"
    assert (where(m, "L"), asked(m), m.ask.data["units"]) == ("routed", ("retreat", AUSTRIA), ["D"])


@pytest.mark.rule("custoza:10-a", "custoza:9.6-a")
def test_cavalry_that_assaults_is_not_exhausted() -> None:
    m = assault(a=it("A", "cavalry", "3010", facing="S", sp=6), dice=(3, 4, 1, 1, 1, 1))
    calm(m)
    assert now(m, "A")["exhausted"] is False
    assert dict(roll(m, "assault").modifiers) == {}


@pytest.mark.rule("custoza:7.8-c", "custoza:7.8.3-a")
def test_columns_assault_one_by_one() -> None:
    pair = (it("A", "line", "3009", march=True), it("B", "light", "3009", march=True))
    m = acting(*pair, D, markers=MARK)
    assert barred(m, ITALY, "assault", units=["A", "B"], path=["3010"]) == "7.8"
    assert barred(m, ITALY, "assault", units=["A"], path=["3010"]) is None
    assert barred(m, ITALY, "assault", units=["A", "B"], path=["3010"], march=False) is None


@pytest.mark.rule("custoza:7.5-a")
def test_between_two_zones_one_attack_is_enough() -> None:
    m = assault(ah("E", "line", "3009", facing="S"), IDLE, dice=(3, 4, 1, 1, 1, 1))
    calm(m)
    assert (asked(m), barred(m, ITALY, "done")) == (("act", ITALY), None)


@pytest.mark.rule("custoza:2.4.2.3-c")
def test_a_commander_may_advance_with_the_winner_or_stay() -> None:
    for along in (["C"], []):
        m = assault(it("C", "commander", "3010"), dice=(6, 6))
        flee(m)
        calm(m, "advance")
        assert asked(m) == ("advance", ITALY)
        m.answer(ITALY, {"do": "advance", "with": along})
        assert where(m, "C") == ("3011" if along else "3010")


@pytest.mark.rule("custoza:2.4.2.3-b", "custoza:10.6.1-a")
def test_guns_with_a_commander_are_alone_all_the_same() -> None:
    com = ah("C", "commander", "3011")
    m = assault(com, ah("N", "line", "3015"), d=ah("D", "artillery", "3011", facing="N"), dice=())
    calm(m)
    assert (where(m, "D"), where(m, "C"), where(m, "A")) == ("eliminated", "3015", "3011")


@pytest.mark.rule("custoza:10.5.2-b")
def test_friends_who_have_room_are_not_disturbed() -> None:
    walls = {"3111": "lake", "2911": "lake", "2912": "lake", "3112": "lake"}
    friend = ah("F", "light", "3012", facing="N")
    m = assault(friend, board={"terrain": walls}, dice=(6, 6))
    flee(m)
    assert (where(m, "D"), now(m, "F")["status"]) == ("3013", "good_order")


@pytest.mark.rule("custoza:10.5.6-a", "custoza:10.2-b")
def test_those_who_fought_do_not_react_to_the_retreat() -> None:
    """L stood with A in 3010 but did not assault: the beaten defender leaves its zone, he does not retreat into it."""
    m = assault(it("L", "light", "3010", facing="S"), dice=(6, 6))
    assert asked(m) == ("retreat", AUSTRIA)
    say(m, AUSTRIA, "retreat", units=["D"], path=["3012", "3013"])
    assert asked(m) != ("react", ITALY)


# ---------------------------------------------------------------- reactions in chains


@pytest.mark.rule("custoza:8.8-b", "custoza:11.3-a")
def test_reaction_fire_without_ammunition_is_a_reaction_used_up() -> None:
    m = assault(a=A | {"hex": "3009"}, d=D | {"ammo": "low"}, path=["3010"], dice=(2, 6, 6))
    say(m, AUSTRIA, "fire", units=["D"])
    assert (rolls(m, "fire"), now(m, "D")["ammo"], [v for _, v in roll(m, "assault").modifiers]) == ([], "out", [1])


@pytest.mark.rule("custoza:11.4-a", "custoza:13.5-a")
def test_who_is_routed_on_his_way_never_attacks() -> None:
    m = assault(IDLE, a=A | {"hex": "3009", "status": "disorganised"}, path=["3010"], dice=(5, 4))
    say(m, AUSTRIA, "fire", units=["D"])
    assert (roll(m, "fire").data["result"], where(m, "A"), told(m, "combat")) == ("0S1", "routed", [])
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:11.4-a", "custoza:8.3-c")
def test_light_infantry_shot_down_on_its_way_does_not_fire() -> None:
    m = acting(it("L", "light", "3009", status="disorganised"), IDLE, D, markers=MARK, dice=(5, 4))
    say(m, ITALY, "fire", units=["L"], path=["3010"], hex="3011")
    say(m, AUSTRIA, "fire", units=["D"])
    assert (where(m, "L"), len(rolls(m, "fire"))) == ("routed", 1)


@pytest.mark.rule("custoza:8.1-d", "custoza:8.2.2-a")
def test_guns_fired_at_from_behind_do_not_fire_back() -> None:
    m = acting(it("G", "artillery", "3007", facing="S"), ah("B", "artillery", "3010", facing="S"), dice=(1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3010")
    assert "fire" not in may(m, "B")
    assert {"face", "limber"} <= may(m, "B")


@pytest.mark.rule("custoza:11.5.5-d", "custoza:7.5-b")
def test_after_a_fall_back_the_active_force_goes_where_it_still_may() -> None:
    m = assault(IDLE, a=A | {"hex": "3009"}, path=["3010"], dice=(1, 1))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    calm(m)
    assert (asked(m), m.ask.data["why"], m.ask.data["left"]) == (("go_on", ITALY), "way", "4")
    assert barred(m, ITALY, "go_on", path=["3011"]) == "7.5"
    assert barred(m, ITALY, "go_on", path=["3110", "3210"]) is None
    say(m, ITALY, "stop")
    calm(m)
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:11.5.3-c", "custoza:9.8-b")
def test_cavalry_that_fails_to_counter_charge_is_not_exhausted() -> None:
    m = assault(
        a=A | {"hex": "3009"},
        path=["3010"],
        d=ah("D", "cavalry", "3011", facing="N", sp=6),
        dice=(5, 4, 3, 4, 1, 1, 1, 1),
    )
    say(m, AUSTRIA, "charge", units=["D"])
    calm(m)
    assert (now(m, "D")["exhausted"], rolls(m, "charge"), roll(m, "assault").data["by"]) == (False, [], ITALY)


@pytest.mark.rule("custoza:11.5.3-e", "custoza:9.6-b", "custoza:11.5.3.1-b")
def test_a_counter_charge_on_infantry_ends_in_its_hex_and_rides_on_unmolested() -> None:
    m = assault(
        IDLE,
        it("J", "line", "3109", facing="S", ooc=True),
        a=A | {"hex": "3009"},
        path=["3010"],
        d=ah("D", "cavalry", "3011", facing="N", sp=6),
        dice=(1, 1, 6, 6),
    )
    say(m, AUSTRIA, "charge", units=["D"])
    assert dict(roll(m, "charge").modifiers) == {"9.3-b": 1}
    flee(m)
    calm(m, "after_charge", "react")
    assert (asked(m), where(m, "D"), now(m, "D")["exhausted"]) == (("after_charge", AUSTRIA), "3010", True)
    assert barred(m, AUSTRIA, "stop") == "9.6"  # in the zone of J
    say(m, AUSTRIA, "move", units=["D"], path=["3011", "3012"])
    assert asked(m) != ("react", ITALY)


@pytest.mark.rule("custoza:11.5.3-a", "custoza:10.5-a")
def test_a_counter_charge_that_loses_goes_back_one_hex_exhausted_and_the_assault_finds_nobody() -> None:
    m = assault(
        IDLE, a=A | {"hex": "3009"}, path=["3010"], d=ah("D", "cavalry", "3011", facing="N", sp=6), dice=(1, 1, 1, 1)
    )
    say(m, AUSTRIA, "charge", units=["D"])
    flee(m)
    calm(m, "after_charge")
    assert (now(m, "D")["exhausted"], where(m, "A")) == (True, "3010")
    assert told(m, "combat")[-1]["winner"] == "defender"


@pytest.mark.rule("custoza:9.4-a")
def test_of_two_regiments_the_one_in_good_order_charges_on_alone() -> None:
    k, j = it("K", "cavalry", "3007", facing="S"), it("J", "cavalry", "3007", facing="S", sv=2, status="shaken")
    column = ah("E", "line", "3014", march=True)
    m = acting(k, j, D | {"sp": 6}, column, markers=(marker("3010", "3011", "charge"),), dice=(6, 6))
    say(m, ITALY, "charge", units=["K", "J"], path=["3008", "3009", "3010"])
    calm(m)
    say(m, ITALY, "go_on")
    flee(m)
    calm(m)
    assert asked(m) == ("charge_on", ITALY)
    assert barred(m, ITALY, "charge", units=["K"], path=["3012", "3013"], target="3014") is None
    assert barred(m, ITALY, "charge", units=["K", "J"], path=["3012", "3013"], target="3014") == "9.4"


@pytest.mark.rule("custoza:11.3-a", "custoza:11.1-b")
def test_units_on_the_march_in_a_hex_do_not_react_with_the_others() -> None:
    m = assault(ah("L", "light", "3011", facing="N", march=True), a=A | {"hex": "3009"}, path=["3010"], dice=())
    assert [f["units"] for f in m.ask.data["forces"]] == [["D"]]


@pytest.mark.rule("custoza:11.2-a", "custoza:8.1-e")
def test_the_square_and_the_guns_in_it_are_targets_apart() -> None:
    square = (D | {"hex": "3013", "square": True}, ah("B", "artillery", "3013", facing="N", square=True))
    m = acting(it("G", "artillery", "3010", facing="S"), *square, dice=(1, 1))
    say(m, ITALY, "fire", units=["G"], hex="3013", at="artillery")
    assert dict(roll(m, "fire").data["shifts"]) == {"11.5.4-b": 2, "8.1-e": -1}


@pytest.mark.rule("custoza:9.6-b", "custoza:11.1-b")
def test_the_ride_after_a_charge_enters_other_zones_and_is_met() -> None:
    other = ah("E", "line", "3307", facing="NW")
    m = acting(
        it("K", "cavalry", "3007", facing="S"), IDLE, D, other, markers=(marker("3010", "3011", "charge"),), dice=(1, 1)
    )
    say(m, ITALY, "charge", units=["K"], path=["3008", "3009", "3010"])
    calm(m)
    say(m, ITALY, "break_off")
    calm(m, "after_charge")
    say(m, ITALY, "move", units=["K"], path=["3009", "3108", "3208", "3207", "3206"])  # 3208 and 3207 touch 3307
    say(m, AUSTRIA, "pass")
    assert (trigger(m, "E"), where(m, "K")) == ("enters", "3208")


@pytest.mark.rule("custoza:4.4-a", "custoza:6.3-a")
def test_a_unit_of_the_reserve_serves_a_marker_of_the_formation_that_took_it() -> None:
    reserve = it("R", "line", "3009", formation=None, reserve=True)
    m = begun(it("C", "commander", "3006"), it("A", "line", "3007"), reserve, D, fixed_initiative=True, dice=(1,))
    say(m, ITALY, "activate", formation=ITALY)
    say(m, ITALY, "reserve", unit="R")
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert barred(m, ITALY, "declare", type="assault", hex="3110", target="3011") is None  # A for the other
    say(m, ITALY, "done")
    assert barred(m, ITALY, "assault", units=["R"], path=["3010"]) is None


@pytest.mark.rule("custoza:3.2.2-b", "custoza:5.1-b")
def test_who_has_nobody_to_activate_passes_and_the_other_tries_on() -> None:
    formations = [
        {"id": ITALY, "side": ITALY, "this_turn": "activated"},
        {"id": AUSTRIA, "side": AUSTRIA, "command": 1},
    ]
    m = begun(A, D | {"hex": "3020"}, phase="action", formations=formations, dice=(5, 4))
    assert asked(m) == ("activate", AUSTRIA)
    say(m, AUSTRIA, "activate", formation=AUSTRIA)
    assert asked(m) == ("activate", AUSTRIA)


@pytest.mark.rule("custoza:5.2-b", "custoza:6.4-a")
def test_a_rash_commander_places_what_he_can() -> None:
    formations = [{"id": ITALY, "side": ITALY, "morale": 3}]
    m = begun(it("L", "light", "3009"), it("M", "light", "2909"), D, phase="action", formations=formations, dice=(6, 5))
    say(m, ITALY, "activate", formation=ITALY)
    assert barred(m, ITALY, "done") == "5.2"
    say(m, ITALY, "declare", type="assault", hex="3010", target="3011")
    assert barred(m, ITALY, "done") == "5.2"
    say(m, ITALY, "declare", type="assault", hex="2910", target="3011")
    assert m.ask.what == "act"


@pytest.mark.rule("custoza:7.9-b", "custoza:7.9-a")
@pytest.mark.parametrize(
    ("gun", "answer", "limbered"), [({}, {"march": True}, True), ({"march": True}, {"unlimber": True}, False)]
)
def test_guns_limber_and_unlimber_on_the_spot(gun: Any, answer: Any, limbered: bool) -> None:
    m = acting(it("G", "artillery", "3010", **gun), IDLE, ah("Z", "line", "5030"))
    m.answer(ITALY, {"do": "move", "units": ["G"], "path": [], **answer})
    calm(m)
    assert now(m, "G")["march"] is limbered
    assert barred(m, ITALY, "move", units=["G"], path=["3011"]) == "6"


@pytest.mark.rule("custoza:10.6.2-a", "custoza:10.4.8-b")
def test_guns_lose_points_like_others_and_then_half_of_what_is_left() -> None:
    guns = ah("G", "artillery", "3011", facing="N", sp=5)
    m = assault(guns, a=A | {"sp": 24}, dice=(5, 4))  # 9 and 4: blue -/2S2
    assert asked(m) == ("hit", AUSTRIA)
    say(m, AUSTRIA, "hit", unit="G")
    flee(m)
    calm(m)
    assert (now(m, "G")["sp"], now(m, "D")["sp"]) == (2, 5)  # four left, half of four lost


@pytest.mark.rule("custoza:22.3.3-a", "custoza:8.7-a")
@pytest.mark.parametrize("at", ["infantry", "artillery"])
def test_fire_at_a_fortress_costs_it_men_whichever_force_is_aimed_at(at: str) -> None:
    m = acting(it("G", "artillery", "3012", facing="N", sp=8), IDLE, ah("F", "fortress", "3010"), dice=(6, 6))
    say(m, ITALY, "fire", units=["G"], hex="3010", at=at)
    lost = int(roll(m, "fire").data["result"][0])
    assert lost >= 1
    assert (now(m, "F")["sp"], now(m, "F")["guns"]) == (3 - lost, 1)
