"""Edges: of the area in play, of half an allowance, of a full hex, of what a Force leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    Plain,
    acting,
    ah,
    asked,
    barred,
    begun,
    calm,
    flee,
    formation,
    it,
    marker,
    may,
    now,
    roll,
    rolls,
    say,
    told,
    ways,
    where,
)

WON = (6, 6)
LAKES = dict.fromkeys(("2911", "3111"), "lake")


# -- 23: the area in play ----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:23.1.3-a", "custoza:10.5.3-a")
@pytest.mark.parametrize(("area", "end"), [([10, 70], {"2813", "2812"}), ([29, 70], {"eliminated"})])
def test_nobody_retreats_out_of_the_area(area: list[int], end: set[str]) -> None:
    """3011 is beaten from 3010; but for the west all is lake."""
    shut = dict.fromkeys(("3012", "3111", "2912", "3110", "2910"), "lake")
    m = acting(
        it("A", "line", "3010", facing="S", sp=18),
        ah("D", "line", "3011", facing="N", sp=6),
        markers=(marker("3010", "3011"),),
        board={"terrain": shut},
        area=area,
        dice=WON,
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    flee(m)
    assert where(m, "D") in end


@pytest.mark.rule("custoza:23.3.3-a", "custoza:12.1-a", "custoza:12.3-a")
@pytest.mark.parametrize(("area", "end"), [([10, 70], "2911"), ([30, 70], "eliminated")])
def test_nobody_falls_back_out_of_the_area(area: list[int], end: str) -> None:
    shut = dict.fromkeys(("3012", "3111", "3110", "2910"), "lake")
    m = begun(
        it("A", "line", "3010", facing="S"),
        ah("D", "line", "3011", facing="N"),
        board={"terrain": shut},
        area=area,
        phase="non_activated",
        initiative=ITALY,
        next=AUSTRIA,
    )
    while asked(m) == ("fall_back", AUSTRIA):
        m.answer(AUSTRIA, m.options(AUSTRIA)[0])
    assert where(m, "D") == end


@pytest.mark.rule("custoza:23.2.3-a", "custoza:9.6-b")
def test_cavalry_does_not_ride_out_of_the_area_after_a_charge() -> None:
    m = acting(
        it("K", "cavalry", "3008", facing="S", sp=9),
        ah("D", "light", "3011", facing="N", sp=1),
        markers=(marker("3010", "3011", "charge"),),
        area=[30, 32],
        dice=WON,
    )
    say(m, ITALY, "charge", units=["K"], path=["3009", "3010"])
    calm(m, "after_charge")
    say(m, ITALY, "go_on")
    flee(m)
    calm(m, "after_charge")
    assert asked(m) == ("after_charge", ITALY)
    ends = {o["path"][-1] for o in m.options(ITALY) if o["do"] == "move" and o["path"]}
    assert ends
    assert {hex[:2] for hex in ends} <= {"30", "31", "32"}


# -- 13.6: half of an allowance ----------------------------------------------------------------------------------------


def status_after(unit: Plain, deed: Plain | None, **keys: Any) -> str:
    m = acting(unit | {"status": "disorganised"}, ah("far", "line", "6030"), **keys)
    if deed is not None:
        m.answer(ITALY, deed)
        calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    return str(now(m, unit["id"])["status"])


ROAD = [f"30{row:02}" for row in range(10, 22)]


@pytest.mark.rule("custoza:13.6.1-b", "custoza:7.8-a")
@pytest.mark.parametrize(("hexes", "status"), [(7, "disordered"), (8, "disorganised")])
def test_seven_hexes_of_a_major_road_are_less_than_half_of_five(hexes: int, status: str) -> None:
    deed = {"do": "move", "units": ["A"], "path": ROAD[1 : hexes + 1]}
    board = {"roads": [{"class": "major", "path": ROAD}]}
    assert status_after(it("A", "line", "3010", facing="S", march=True), deed, board=board) == status


@pytest.mark.rule("custoza:13.6.1-b", "custoza:7.9-b")
@pytest.mark.parametrize(
    ("kind", "path", "status"),
    [
        ("artillery", ["3011"], "disordered"),
        ("artillery", ["3011", "3012"], "disorganised"),
        ("horse_artillery", ["3011", "3012"], "disordered"),
        ("horse_artillery", ["3011", "3012", "3013"], "disorganised"),
    ],
)
def test_limbering_counts_towards_the_half(kind: str, path: list[str], status: str) -> None:
    deed = {"do": "move", "units": ["G"], "path": path}
    assert status_after(it("G", kind, "3010", facing="S"), deed) == status


@pytest.mark.rule("custoza:13.6.1-a", "custoza:13.6.1-b", "custoza:7.6-b")
def test_to_turn_on_the_spot_is_a_move_and_costs_a_level_of_recovery() -> None:
    assert status_after(it("A", "line", "3010"), None) == "shaken"
    assert status_after(it("A", "line", "3010"), {"do": "move", "units": ["A"], "path": []}) == "disordered"


@pytest.mark.rule("custoza:22.1.1-a", "custoza:22.2.1-a")
@pytest.mark.parametrize("terrain", ["tione", "mincio"])
@pytest.mark.parametrize(("before", "after"), [("disorganised", "disorganised"), ("disordered", "good_order")])
def test_nobody_recovers_from_disorganised_in_a_river(terrain: str, before: str, after: str) -> None:
    board = {"terrain": {"3010": terrain}, "bridges": ["3010"]}
    m = acting(it("A", "line", "3010", status=before, march=True), ah("far", "line", "6030"), board=board)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    assert now(m, "A")["status"] == after


# -- 11.5.5: what a fall back leaves behind, and how it ends -----------------------------------------------------------


def met(*units: Plain, dice: tuple[int, ...] = (1, 1), **keys: Any) -> Any:
    """A comes from 3009 to the marker in 3010; whoever stands in 3011 may react."""
    m = acting(it("A", "line", "3009", facing="S"), *units, markers=(marker("3010", "3011"),), dice=dice, **keys)
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    assert asked(m) == ("react", AUSTRIA)
    return m


@pytest.mark.rule("custoza:11.5.5-a", "custoza:7.6-c")
@pytest.mark.parametrize(("friend", "facing"), [((), "NE"), ((ah("F", "light", "3012", facing="SW"),), "SW")])
def test_who_falls_back_keeps_his_facing_unless_friends_stand_there(friend: tuple[Plain, ...], facing: str) -> None:
    m = met(ah("D", "line", "3011", facing="NE"), *friend)
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert (where(m, "D"), now(m, "D")["facing"]) == ("3012", facing)


@pytest.mark.rule("custoza:11.5.4.1-a", "custoza:11.5.4-b", "custoza:10.6.1-a")
def test_guns_left_by_their_square_are_no_square_and_alone() -> None:
    m = met(ah("D", "line", "3011", facing="N", square=True), ah("G", "artillery", "3011", facing="N", square=True))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert not now(m, "D")["square"]
    assert not now(m, "G")["square"]
    calm(m, "go_on", "act")
    assert where(m, "G") == "eliminated"


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5.1-a")
def test_who_has_no_hex_farther_away_cannot_fall_back() -> None:
    m = met(ah("D", "line", "3011", facing="N"), board={"terrain": LAKES | {"3012": "lake"}})
    assert "fall_back" not in may(m, "D")
    assert "fire" in may(m, "D")


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5-c")
def test_a_fall_back_avoids_the_zone_of_another_and_may_not_choose_it() -> None:
    m = met(ah("D", "line", "3011", facing="N"), it("B", "line", "2813", facing="N"))
    assert barred(m, AUSTRIA, "fall_back", units=["D"], path=["2912"]) is not None
    assert barred(m, AUSTRIA, "fall_back", units=["D"], path=["3012"]) is None


@pytest.mark.rule("custoza:11.5.5-b", "custoza:7.2-a")
@pytest.mark.parametrize(("units", "drm"), [(["A"], 0), (["L"], 1), (["A", "L"], 0)])
def test_the_slowest_of_the_active_force_sets_the_check(units: list[str], drm: int) -> None:
    m = acting(
        it("A", "line", "3009", facing="S"),
        it("L", "light", "3009", facing="S"),
        ah("D", "line", "3011", facing="N"),
        markers=(marker("3010", "3011"),),
        dice=(1, 1),
    )
    say(m, ITALY, "assault", units=units, path=["3010"])
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert dict(map(tuple, roll(m, "cohesion").data["checks"][0]["modifiers"])).get("11.5.5-b", 0) == drm


@pytest.mark.rule("custoza:11.5.5-a", "custoza:2.4.2.3-c")
def test_a_commander_goes_along_with_the_last_who_fall_back() -> None:
    m = met(ah("D", "line", "3011", facing="N"), ah("C", "commander", "3011"))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert (where(m, "D"), where(m, "C")) == ("3012", "3012")


@pytest.mark.rule("custoza:11.5.5-a", "custoza:2.2-a")
def test_who_falls_back_controls_where_he_comes_to() -> None:
    m = met(
        ah("D", "line", "3011", facing="N"),
        control={ITALY: ["3012"]},
        victory={"type": "majority", "hexes": ["3012", "3011"]},
    )
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert [c["side"] for c in told(m, "control") if c["hex"] == "3012"] == [AUSTRIA]


@pytest.mark.rule("custoza:11.3-a", "custoza:11.1-d")
def test_who_fell_back_out_of_reach_does_not_react_to_the_next_step() -> None:
    m = met(ah("D", "line", "3011", facing="N"))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert asked(m) == ("go_on", ITALY)
    assert barred(m, ITALY, "go_on", path=["3011"]) == "7.5"
    say(m, ITALY, "stop")
    assert asked(m) != ("react", AUSTRIA)


# -- 6: markers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.5-a")
@pytest.mark.parametrize(("other", "asks"), [("3110", True), ("2910", True), ("3109", False), ("2909", False)])
def test_a_marker_turns_by_one_hexside_only(other: str, asks: bool) -> None:
    m = met(ah("D", "line", "3011", facing="N"), ah("E", "line", other, facing="N", march=True))
    say(m, AUSTRIA, "fall_back", units=["D"], path=["3012"])
    assert (asked(m) == ("turn_marker", ITALY)) is asks
    if asks:
        assert m.ask.data["targets"] == [other]


@pytest.mark.rule("custoza:6.2-a", "custoza:6.2-b", "custoza:6.2-c")
@pytest.mark.parametrize(("rank", "most"), [("corps", 6), ("division", 4), ("brigade", 2)])
def test_markers_by_rank(rank: str, most: int) -> None:
    pairs = [(f"{column}10", f"{column}11") for column in range(20, 36, 2)]
    m = begun(
        *(it(f"A{n}", "line", here, facing="S") for n, (here, _) in enumerate(pairs)),
        *(ah(f"D{n}", "line", there, facing="N") for n, (_, there) in enumerate(pairs)),
        formations=[{"id": ITALY, "side": ITALY, "rank": rank}],
        active={"formation": ITALY, "step": "declare"},
    )
    laid = 0
    for here, there in pairs:
        if asked(m) != ("declare", ITALY) or barred(m, ITALY, "declare", type="assault", hex=here, target=there):
            break
        say(m, ITALY, "declare", type="assault", hex=here, target=there)
        laid += 1
    assert laid == most


# -- 5, 10: units of the Reserve fight too -----------------------------------------------------------------------------


@pytest.mark.rule("custoza:5.2.1-a", "custoza:4.4-a")
def test_a_victory_of_a_unit_of_the_reserve_lifts_no_formation() -> None:
    m = acting(
        it("R", "line", "3010", facing="S", sp=18, formation=None, reserve=True),
        it("A", "line", "2010", facing="S"),
        ah("D", "line", "3011", facing="N", sp=6),
        markers=(marker("3010", "3011"),),
        active={"reserve": "R"},
        dice=WON,
    )
    say(m, ITALY, "assault", units=["R"], path=[])
    flee(m)
    calm(m, "act")
    assert (formation(m, AUSTRIA)["morale"], formation(m, ITALY)["morale"]) == (-1, 0)


@pytest.mark.rule("custoza:10.4.11-c", "custoza:2.2-a")
def test_the_winner_controls_the_hex_he_advances_into() -> None:
    m = acting(
        it("A", "line", "3010", facing="S", sp=18),
        ah("D", "line", "3011", facing="N", sp=6),
        markers=(marker("3010", "3011"),),
        victory={"type": "majority", "hexes": ["3011"]},
        dice=WON,
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    flee(m)
    calm(m, "act")
    assert where(m, "A") == "3011"
    assert told(m, "control")[-1] == {"hex": "3011", "side": ITALY}


@pytest.mark.rule("custoza:10.4.1-a", "custoza:10.4.4-b")
def test_cavalry_and_infantry_of_a_hex_defend_together() -> None:
    m = acting(
        it("A", "line", "3010", facing="S", sp=8),
        ah("D", "line", "3011", facing="N", sp=3, sv=3, cv=9),
        ah("K", "cavalry", "3011", facing="N", sp=1, sv=2, cv=5),
        markers=(marker("3010", "3011"),),
        dice=WON,
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    fight = roll(m, "assault")
    assert (fight.data["odds"], fight.data["column"]) == ("8:4", -1)


@pytest.mark.rule("custoza:11.2-a", "custoza:10.2-b")
def test_a_counter_attack_on_one_who_joined_friends_meets_them_all() -> None:
    m = acting(
        it("A", "line", "3009", facing="S", sp=6),
        it("L", "light", "3010", facing="S", sp=2),
        ah("D", "line", "3011", facing="N", sp=8),
        markers=(marker("3010", "3011"),),
        dice=(1, 1, 3, 4, 1, 1, 1, 1, 1, 1),
    )
    say(m, ITALY, "assault", units=["A"], path=["3010"])
    say(m, AUSTRIA, "assault", units=["D"])
    fight = rolls(m, "assault")[0]
    assert (fight.data["by"], fight.data["odds"], sorted(fight.data["defenders"])) == (AUSTRIA, "8:8", ["A", "L"])


@pytest.mark.rule("custoza:9.2-a", "custoza:2.9-b")
@pytest.mark.parametrize(("points", "refused"), [(2, None), (3, "2.9")])
def test_a_charge_rides_through_friends_who_leave_room(points: int, refused: str | None) -> None:
    m = acting(
        it("K", "cavalry", "3008", facing="S"),
        it("F", "line", "3009", facing="S", sv=points),
        ah("D", "line", "3011", facing="N"),
        markers=(marker("3010", "3011", "charge"),),
    )
    assert barred(m, ITALY, "charge", units=["K"], path=["3009", "3010"]) == refused


@pytest.mark.rule("custoza:9.6-c", "custoza:9.6-a")
def test_who_can_reach_no_hex_out_of_zones_after_a_charge_stays_exhausted() -> None:
    """It has broken off in 3010: all around is lake but for hexes that another enemy watches."""
    shut = dict.fromkeys(("2909", "3109", "2910", "3110", "3108", "2907", "3107", "3007"), "lake")
    m = acting(
        it("K", "cavalry", "3008", facing="S", sp=6),
        ah("D", "line", "3011", facing="N", sp=6, cv=9),
        ah("E", "line", "2908", facing="S"),
        markers=(marker("3010", "3011", "charge"),),
        board={"terrain": shut},
        dice=(1, 1),
    )
    say(m, ITALY, "charge", units=["K"], path=["3009", "3010"])
    calm(m, "break_off")
    say(m, ITALY, "break_off")
    calm(m, "act")
    assert roll(m, "cohesion").data["reason"] == "break_off"
    assert (now(m, "K")["exhausted"], where(m, "K")) == (True, "3010")


@pytest.mark.rule("custoza:7.10-b", "custoza:7.10-a")
def test_a_commander_rides_by_the_road_without_a_marker() -> None:
    """Nine hexes of a minor road cost four and a half of his eight points; two woods behind them are too much."""
    road = [f"30{row}" for row in range(10, 20)]
    m = acting(
        it("C", "commander", "3010"),
        it("A", "line", "3030"),
        ah("far", "line", "6030"),
        board={"roads": [{"class": "minor", "path": road}], "terrain": {"3020": "woods", "3021": "woods"}},
    )
    assert barred(m, ITALY, "move", units=["C"], path=[*road[1:], "3020"]) is None
    assert barred(m, ITALY, "move", units=["C"], path=[*road[1:], "3020", "3021"]) == "7.10"


@pytest.mark.rule("custoza:8.7-b", "custoza:2.4.1.1-a")
def test_a_force_shot_to_the_last_man_is_lost_and_asks_nobody() -> None:
    m = acting(
        it("G", "artillery", "3010", facing="S", sp=16, cv=10),
        ah("D", "light", "3012", facing="N", sp=1),
        ah("far", "line", "6030"),
        dice=WON,
    )
    say(m, ITALY, "fire", units=["G"], hex="3012")
    assert where(m, "D") == "eliminated"
    assert told(m, "eliminated")[-1]["why"] == "strength"


@pytest.mark.rule("custoza:2.9-b", "custoza:10.5.2-a")
def test_a_beaten_attacker_with_friends_all_around_goes_on_until_there_is_room() -> None:
    crowd = [it(f"F{hex}", "line", hex, facing="S", sv=5) for hex in ("3009", "2909", "3109")]
    m = acting(
        it("A", "line", "3010", facing="S", sp=6),
        ah("D", "line", "3011", facing="N", sp=9),
        *crowd,
        markers=(marker("3010", "3011"),),
        dice=(1, 1),
    )
    say(m, ITALY, "assault", units=["A"], path=[])
    paths = ways(m, "A") if asked(m) == ("retreat", ITALY) else set()
    assert paths
    assert all(len(path) == 2 for path in paths)
    flee(m)
    assert sum(now(m, unit["id"])["status"] == "shaken" for unit in crowd) == 1


@pytest.mark.rule("custoza:3.3-b", "custoza:13.6.2-a")
def test_guns_in_march_next_to_the_enemy_withdraw_and_recover_a_level() -> None:
    m = begun(
        it("A", "line", "3010", facing="S"),
        ah("G", "artillery", "3011", facing="N", march=True, status="disordered"),
        phase="non_activated",
        next=AUSTRIA,
        initiative=ITALY,
    )
    while asked(m) == ("fall_back", AUSTRIA):
        m.answer(AUSTRIA, m.options(AUSTRIA)[0])
    calm(m, "act", "activate")
    assert where(m, "G") in ("3012", "2911", "3111")
    assert now(m, "G")["status"] in ("shaken", "good_order")


@pytest.mark.rule("custoza:3.2.2-c", "custoza:3.2.2-b")
def test_a_failed_attempt_between_passes_starts_the_count_again() -> None:
    m = begun(it("A", "line", "3010"), ah("D", "line", "3030"), dice=(5, 1), fixed_initiative=True)
    say(m, ITALY, "pass")
    say(m, AUSTRIA, "pass")
    say(m, ITALY, "activate", formation=ITALY)
    assert (asked(m), m.ask.data["passes"]) == (("activate", AUSTRIA), 0)


@pytest.mark.rule("custoza:22.4-c", "custoza:8.9-a")
@pytest.mark.parametrize(("gt", "target", "refused"), [(18, "3014", "8.9"), (18, "3013", None), (10, "3014", None)])
def test_at_dusk_guns_see_three_hexes(gt: int, target: str, refused: str | None) -> None:
    m = acting(it("G", "artillery", "3010", facing="S"), ah("D", "line", target), gt=gt)
    found = barred(m, ITALY, "fire", units=["G"], hex=target)
    assert found in ((refused,) if refused is None else (refused, "22.4"))


@pytest.mark.rule("custoza:11.5.3-b", "custoza:7.3-a", "custoza:13.2.1-a")
def test_of_those_who_counter_attack_through_a_wood_the_rest_attacks_alone() -> None:
    """Fired at from two hexes away they come through a wood, where one of them routs."""
    shut = dict.fromkeys(("2910", "3110"), "lake")
    m = acting(
        it("G", "artillery", "3010", facing="S", sp=1),
        it("A", "light", "3010", facing="S", sp=2),
        ah("D", "line", "3012", facing="N", sv=2, sp=4, cv=9, status="disorganised"),
        ah("E", "line", "3012", facing="N", sv=2, sp=6, cv=12),
        board={"terrain": shut | {"3011": "woods"}, "levels": {"3010": 1, "3012": 1}},
        dice=(1, 1, 2, 2, 5, 5, *[1] * 12),
    )
    say(m, ITALY, "fire", units=["G"], hex="3012")
    assert asked(m) == ("react", AUSTRIA)
    say(m, AUSTRIA, "assault", units=["D", "E"], path=["3011"])
    assert where(m, "D") == "routed"
    fight = roll(m, "assault")
    assert (fight.data["attackers"], fight.data["hex"], fight.data["odds"]) == (["E"], "3011", "6:2")


@pytest.mark.rule("custoza:11.5.3-e", "custoza:7.3-b", "custoza:9.6-a")
def test_of_those_who_counter_charge_through_vines_the_rest_charges_alone() -> None:
    m = acting(
        it("G", "artillery", "3010", facing="S", sp=1),
        it("A", "light", "3010", facing="S", sp=2),
        ah("D", "cavalry", "3012", facing="N", sv=2, sp=4, cv=9, status="disorganised"),
        ah("E", "cavalry", "3012", facing="N", sv=2, sp=6, cv=12),
        board={"terrain": {"3011": "heavy_cultivation"}},
        dice=(1, 1, 2, 2, 5, 5, *[1] * 12),
    )
    say(m, ITALY, "fire", units=["G"], hex="3012")
    assert asked(m) == ("react", AUSTRIA)
    say(m, AUSTRIA, "charge", units=["D", "E"], path=["3011"])
    assert where(m, "D") == "routed"
    fight = roll(m, "charge")
    assert (fight.data["attackers"], fight.data["hex"], fight.data["odds"]) == (["E"], "3011", "6:2")
    assert now(m, "E")["exhausted"]


@pytest.mark.rule("custoza:7.8-b", "custoza:7.8-c")
@pytest.mark.parametrize(("first", "second", "march"), [(False, True, None), (True, False, False), (True, True, False)])
def test_a_force_that_moves_together_has_left_the_march(first: bool, second: bool, march: bool | None) -> None:
    units = [it(id, "line", "3010", facing="S", sv=2, march=on) for id, on in (("A", first), ("B", second))]
    m = acting(*units, ah("far", "line", "6030"))
    wish = {} if march is None else {"march": march}
    say(m, ITALY, "move", units=["A", "B"], path=["3011", "3012"], **wish)
    assert [(where(m, id), now(m, id)["march"]) for id in "AB"] == [("3012", False), ("3012", False)]


@pytest.mark.rule("custoza:7.8-c", "custoza:7.8.3-a")
def test_columns_that_attack_together_after_a_move_have_left_the_march() -> None:
    m = acting(
        it("A", "line", "3009", facing="S", sv=2),
        it("B", "line", "3009", facing="S", sv=2, march=True),
        ah("D", "line", "3011", facing="N", march=True),
        markers=(marker("3010", "3011"),),
        dice=(3,) * 12,
    )
    say(m, ITALY, "assault", units=["A", "B"], path=["3010"])
    assert roll(m, "assault").data["attackers"] == ["A", "B"]
    assert not now(m, "B")["march"]


@pytest.mark.rule("custoza:7.8-c")
def test_a_column_does_not_take_a_force_along() -> None:
    units = [it(id, "line", "3010", facing="S", sv=2, march=on) for id, on in (("A", True), ("B", False))]
    m = acting(*units, ah("far", "line", "6030"))
    assert barred(m, ITALY, "move", units=["A", "B"], path=["3011"]) == "7.8"
