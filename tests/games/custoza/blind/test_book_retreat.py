"""Chapter 10.5 and 10.6 by the book: retreats, their priorities and barriers, guns in combat."""

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
    formation,
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

WON, LOST = (6, 6), (1, 2)  # at one to one, cohesion alike: blue -/1S2, red 1S2/-
A = it("A", "line", "3010", facing="S")
D = ah("D", "line", "3011", facing="N")
CORRIDOR = {"3111": "lake", "2911": "lake", "2912": "lake", "3112": "lake"}  # D can only go 3012, 3013


def assault(*others: Any, dice: tuple[int, ...], a: Any = A, d: Any = D, markers: Any = (), **keys: Any) -> Any:
    m = acting(a, d, *others, markers=(marker("3010", "3011"), *markers), dice=dice, **keys)
    say(m, ITALY, "assault", units=["A"], path=[])
    return m


def full(hex: str, side: Any) -> tuple[Any, ...]:
    """Five points in a hex."""
    return tuple(side(f"{kind}{n}", kind, hex) for n, kind in enumerate(("line", "light", "light")))


@pytest.mark.rule("custoza:10.5-c", "custoza:10.5-a")
def test_the_attacker_takes_the_cheapest_rear_hex_out_of_enemy_zones() -> None:
    m = assault(ah("E", "line", "2809"), dice=LOST, board={"terrain": {"3009": "woods"}})
    assert where(m, "A") == "3109"  # 2909 lies in E's zone, the wood costs two


@pytest.mark.rule("custoza:10.5-c")
def test_out_of_a_zone_comes_before_a_low_cost() -> None:
    m = assault(ah("E", "line", "2908"), dice=(*LOST, 1, 1), board={"terrain": {"3009": "lake", "3109": "woods"}})
    assert where(m, "A") == "3109"  # 2909 is clear but watched


@pytest.mark.rule("custoza:10.5.2-a", "custoza:10.5.2-b", "custoza:10.5-c")
def test_out_of_a_zone_comes_before_the_stacking_limit_and_friends_are_disturbed() -> None:
    m = assault(ah("E", "line", "2908"), *full("3109", it), dice=LOST)
    assert asked(m) == ("retreat", ITALY)
    assert {path[:1] for path in ways(m, "A")} == {("3109",)}
    assert {path[-1] for path in ways(m, "A")} == {"3108", "3209"}  # 3210 is no farther from the target than 3109
    assert barred(m, ITALY, "retreat", units=["A"], path=["3109"]) in {"10.5", "10.5.2"}
    say(m, ITALY, "retreat", units=["A"], path=["3109", "3209"])
    assert [now(m, x)["status"] for x in ("line0", "light1", "light2", "A")] == ["shaken"] * 3 + ["disordered"]


@pytest.mark.rule("custoza:10.5.1-a", "custoza:10.5.6-a")
def test_a_marker_bars_the_way_and_a_watched_hex_sets_off_reactions() -> None:
    enemies = (ah("E", "line", "2908", facing="SE"), ah("F", "line", "3209", facing="SW"))
    m = assault(*enemies, dice=LOST, markers=(marker("2909", "2908"),))
    assert barred(m, ITALY, "retreat", units=["A"], path=["2909"]) == "10.5.1"
    assert ways(m, "A") == {("3009",), ("3109",)}
    say(m, ITALY, "retreat", units=["A"], path=["3009"])
    assert asked(m) == ("react", AUSTRIA)
    assert (trigger(m, "E"), trigger(m, "F"), trigger(m, "D")) == ("retreat", None, None)


@pytest.mark.rule("custoza:10.5.3-a")
def test_who_cannot_go_back_is_lost_for_good() -> None:
    m = assault(dice=LOST, board={"terrain": {"3009": "lake", "3109": "lake", "2909": "lake"}})
    assert where(m, "A") == "eliminated"
    assert told(m, "eliminated")[-1]["why"] == "no_retreat"


@pytest.mark.rule("custoza:10.5-a")
def test_an_attacker_in_a_village_goes_away_from_the_target() -> None:
    m = assault(dice=LOST, board={"terrain": {"3010": "village"}})
    assert ways(m, "A") == {("3009",), ("3109",), ("2909",)}


@pytest.mark.rule("custoza:10.5.5-a")
def test_who_was_thrown_back_chooses_his_facing_once() -> None:
    m = assault(it("S", "light", "1010"), dice=LOST)
    say(m, ITALY, "retreat", units=["A"], path=["3009"])
    assert asked(m) == ("face", ITALY)
    say(m, ITALY, "face", units=["A"], facing="NE")
    assert asked(m) == ("act", ITALY)
    assert now(m, "A")["facing"] == "NE"


@pytest.mark.rule("custoza:10.5-b", "custoza:10.4.10-b")
def test_the_defender_ends_with_two_hexes_between_him_and_the_marker() -> None:
    m = assault(dice=WON)
    for path in (["3012"], ["3110", "3211"], ["3012", "3013", "3014"], ["3012", "3111"]):
        assert barred(m, AUSTRIA, "retreat", units=["D"], path=path) == "10.5"
    assert {path[-1] for path in ways(m, "D")} == {"3013", "2912", "3112", "3212", "2812"}


@pytest.mark.rule("custoza:10.5-c")
def test_each_hex_of_a_retreat_is_chosen_by_the_priorities() -> None:
    m = assault(dice=WON, board={"terrain": {"3012": "heavy_cultivation", "3112": "woods"}})
    assert barred(m, AUSTRIA, "retreat", units=["D"], path=["3012", "3013"]) == "10.5"
    assert barred(m, AUSTRIA, "retreat", units=["D"], path=["3111", "3112"]) == "10.5"
    assert {path[0] for path in ways(m, "D")} == {"3111", "2911"}


@pytest.mark.rule("custoza:10.5.2-a", "custoza:10.5.2-b")
def test_a_defender_without_room_goes_on_over_his_friends() -> None:
    m = assault(*full("3013", ah), dice=WON, board={"terrain": CORRIDOR})
    assert {path[-1] for path in ways(m, "D")} == {"3014", "2913", "3113"}
    say(m, AUSTRIA, "retreat", units=["D"], path=["3012", "3013", "3014"])
    assert [now(m, x)["status"] for x in ("line0", "light1", "light2", "D")] == ["shaken"] * 3 + ["disordered"]


@pytest.mark.rule("custoza:10.5.3-a")
def test_a_defender_without_room_at_all_is_lost() -> None:
    dead_end = CORRIDOR | {"3014": "lake", "2913": "lake", "3113": "lake"}
    m = assault(*full("3013", ah), dice=WON, board={"terrain": dead_end})
    assert where(m, "D") == "eliminated"
    assert where(m, "A") == "3011"


@pytest.mark.rule("custoza:22.2.2-a")
def test_a_bridge_of_the_mincio_costs_a_level_and_is_no_place_to_stop() -> None:
    m = assault(dice=WON, board={"terrain": CORRIDOR | {"3013": "mincio"}, "bridges": ["3013"]})
    assert {path[:2] for path in ways(m, "D")} == {("3012", "3013")}
    assert all(len(path) == 3 for path in ways(m, "D"))
    say(m, AUSTRIA, "retreat", units=["D"], path=["3012", "3013", "3014"])
    assert now(m, "D")["status"] == "disorganised"


@pytest.mark.rule("custoza:22.2.2-a")
def test_a_bridge_on_the_way_costs_one_level_only() -> None:
    m = assault(dice=WON, board={"terrain": CORRIDOR | {"3012": "mincio"}, "bridges": ["3012"]})
    flee(m)
    assert (where(m, "D"), now(m, "D")["status"]) == ("3013", "disorganised")


@pytest.mark.rule("custoza:22.2-a", "custoza:10.5.1-a")
def test_no_retreat_over_the_mincio_without_a_bridge() -> None:
    m = assault(dice=WON, board={"terrain": CORRIDOR | {"3012": "mincio"}})
    assert where(m, "D") == "eliminated"


@pytest.mark.rule("custoza:22.1-c", "custoza:7.3-b")
def test_infantry_that_retreats_into_the_tione_checks() -> None:
    m = assault(dice=(*WON, 3, 4), board={"terrain": CORRIDOR | {"3012": "tione"}})
    check = roll(m, "cohesion")
    assert (check.data["reason"], check.data["checks"][0]["ccv"], check.data["checks"][0]["levels"]) == (
        "terrain",
        6,
        1,
    )
    assert now(m, "D")["status"] == "disorganised"


@pytest.mark.rule("custoza:22.1-d")
def test_cavalry_that_retreats_into_the_tione_loses_a_level_without_a_roll() -> None:
    m = assault(
        dice=WON, d=ah("D", "cavalry", "3011", facing="N", sp=6), board={"terrain": CORRIDOR | {"3012": "tione"}}
    )
    assert (rolls(m, "cohesion"), now(m, "D")["status"]) == ([], "disorganised")


@pytest.mark.rule("custoza:10.5.5-a", "custoza:10.5.6-a")
@pytest.mark.parametrize(
    ("hex", "facing", "rear"), [("3111", "S", 2), ("2911", "S", 2), ("3112", "NW", 0), ("2912", "NE", 0)]
)
def test_who_retreats_turns_his_back_to_those_he_passes(hex: str, facing: str, rear: int) -> None:
    board = {"terrain": {h: t for h, t in CORRIDOR.items() if h != hex}}
    m = assault(it("J", "line", hex, facing=facing), dice=(*WON, 1, 1), board=board)
    assert asked(m) == ("react", ITALY)
    assert (trigger(m, "J"), trigger(m, "A")) == ("retreat", None)
    say(m, ITALY, "fire", units=["J"])
    shot = roll(m, "fire")
    assert (shot.data["hex"], dict(shot.modifiers).get("7.6-f", 0)) == ("3012", rear)


@pytest.mark.rule("custoza:10.5.4-a")
def test_a_beaten_stack_may_part() -> None:
    m = assault(ah("L", "light", "3011", facing="N"), dice=(6, 6), a=it("A", "line", "3010", facing="S", sp=8))
    say(m, AUSTRIA, "retreat", units=["L"], path=["2911", "2812"])
    calm(m)
    assert asked(m) == ("retreat", AUSTRIA)
    say(m, AUSTRIA, "retreat", units=["D"], path=["3111", "3212"])
    assert (where(m, "L"), where(m, "D")) == ("2812", "3212")


@pytest.mark.rule("custoza:2.4.2.3-c")
def test_a_commander_goes_back_with_his_units() -> None:
    m = assault(it("C", "commander", "3010"), dice=LOST)
    say(m, ITALY, "retreat", units=["A"], path=["3109"])
    assert (where(m, "A"), where(m, "C")) == ("3109", "3109")


@pytest.mark.rule("custoza:13.5-a", "custoza:13.5-b")
@pytest.mark.parametrize(
    ("ring", "box"), [({}, "routed"), ({"3019", "3119", "3120", "3021", "2920", "2919"}, "eliminated")]
)
def test_who_routs_without_a_way_to_supply_surrenders(ring: set[str], box: str) -> None:
    d = ah("D", "line", "3011", facing="N", status="disordered")
    board = {"terrain": dict.fromkeys(ring, "mincio")}
    m = assault(dice=WON, d=d, board=board, supply={AUSTRIA: ["3020"]})
    assert where(m, "D") == box


@pytest.mark.rule("custoza:10.6.2-a", "custoza:10.6.2-b")
@pytest.mark.parametrize(
    ("kind", "sp", "left"), [("artillery", 5, 2), ("artillery", 4, 2), ("artillery", 1, 0), ("horse_artillery", 5, 5)]
)
def test_guns_that_retreat_with_others_lose_half(kind: str, sp: int, left: int) -> None:
    m = assault(ah("G", kind, "3011", facing="N", sp=sp), dice=WON)
    flee(m)
    calm(m)
    if left:
        assert (now(m, "G")["sp"], now(m, "G")["march"], now(m, "G")["status"]) == (left, True, "disordered")
    else:
        assert where(m, "G") == "eliminated"


@pytest.mark.rule("custoza:10.6.2-a")
def test_guns_left_by_companions_that_rout_go_back_and_lose_half() -> None:
    d = ah("D", "line", "3011", facing="N", status="disordered", cv=10)
    m = assault(ah("G", "artillery", "3011", facing="N", sp=3), dice=WON, d=d)
    flee(m)
    calm(m)
    assert (where(m, "D"), now(m, "G")["sp"], now(m, "G")["march"]) == ("routed", 1, True)
    assert where(m, "A") == "3011"


GUNS = ah("D", "artillery", "3011", facing="N")
FRIEND = ah("F", "line", "3012", facing="N")


@pytest.mark.rule("custoza:10.6.1-a", "custoza:5.2.1-a")
@pytest.mark.parametrize("march", [False, True])
def test_lone_guns_are_lost_without_a_roll(march: bool) -> None:
    m = assault(dice=(), d=GUNS | {"march": march})
    assert (where(m, "D"), where(m, "A")) == ("eliminated", "3011")
    assert told(m, "eliminated")[-1]["why"] == "lone_guns"
    assert (rolls(m, "assault"), formation(m, ITALY)["morale"]) == ([], 1)


@pytest.mark.rule("custoza:10.6.1-b")
def test_neighbours_of_lone_guns_fire_first() -> None:
    m = assault(FRIEND, d=GUNS, dice=(1, 1))
    assert asked(m) == ("react", AUSTRIA)
    assert (where(m, "A"), where(m, "D")) == ("3011", "3011")
    say(m, AUSTRIA, "fire", units=["F"])
    calm(m)
    assert where(m, "D") == "eliminated"


@pytest.mark.rule("custoza:10.6.1-c", "custoza:11.5.3-b")
def test_lone_guns_are_saved_by_a_counter_attack() -> None:
    m = assault(FRIEND, d=GUNS, dice=(1, 1, *WON))
    say(m, AUSTRIA, "assault", units=["F"])
    fight = roll(m, "assault")
    assert (fight.data["attackers"], fight.data["defenders"], fight.data["hex"], fight.data["target"]) == (
        ["F"],
        ["A"],
        "3012",
        "3011",
    )
    flee(m)
    calm(m)
    assert where(m, "D") == "3011"
    assert where(m, "A") != "3011"


@pytest.mark.rule("custoza:10.6.1-c")
def test_an_attacker_who_only_loses_men_among_the_guns_takes_them() -> None:
    m = assault(FRIEND, d=GUNS, a=A | {"status": "disorganised"}, dice=(5, 6))  # 11 in the column of three: 1S0
    say(m, AUSTRIA, "fire", units=["F"])
    assert roll(m, "fire").data["column"] == "3"
    calm(m)
    assert (where(m, "A"), where(m, "D")) == ("3011", "eliminated")


@pytest.mark.rule("custoza:10.6.1-c")
def test_an_attacker_shot_to_pieces_among_the_guns_does_not_take_them() -> None:
    m = assault(FRIEND, d=GUNS, a=A | {"status": "disorganised"}, dice=(4, 5))  # 9 in the column of three: 0S1
    say(m, AUSTRIA, "fire", units=["F"])
    calm(m)
    assert (where(m, "A"), where(m, "D")) == ("routed", "3011")


@pytest.mark.rule("custoza:10.6.1-b")
def test_a_beaten_counter_attack_does_not_save_the_guns() -> None:
    m = assault(FRIEND, d=GUNS, dice=(1, 1, *LOST))
    say(m, AUSTRIA, "assault", units=["F"])
    flee(m)
    calm(m)
    assert (where(m, "A"), where(m, "D")) == ("3011", "eliminated")
