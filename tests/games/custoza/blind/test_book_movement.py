"""Chapters 2 and 7 by the book: costs, zones, stacking, facing, columns, guns, commanders."""

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
    where,
)

A = it("A", "line", "3010", facing="S")
FAR = ah("Z", "line", "5030")  # an enemy who is nowhere near
DOWN = [f"30{row:02}" for row in range(11, 30)]


def move(
    unit: Any, *path: str, board: Any = None, others: tuple[Any, ...] = (), dice: tuple[int, ...] = (), **more: Any
) -> Any:
    m = acting(unit, it("S", "light", "1010"), *others, FAR, board=board, dice=dice)
    say(m, ITALY, "move", units=[unit["id"]], path=list(path), **more)
    return m


def spent(m: Any) -> str:
    return str(told(m, "moved")[-1]["mp"])


def stop(unit: Any, *path: str, board: Any = None, others: tuple[Any, ...] = (), **more: Any) -> str | None:
    m = acting(unit, it("S", "light", "1010"), *others, FAR, board=board)
    return barred(m, ITALY, "move", units=[unit["id"]], path=list(path), **more)


COSTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "infantry in vines": ("line", {"terrain": {"3011": "heavy_cultivation"}}, "2"),
    "cavalry in vines": ("cavalry", {"terrain": {"3011": "heavy_cultivation"}}, "3"),
    "infantry in fields": ("light", {"terrain": {"3011": "light_cultivation"}}, "1"),
    "cavalry in fields": ("cavalry", {"terrain": {"3011": "light_cultivation"}}, "2"),
    "light infantry in a wood": ("light", {"terrain": {"3011": "woods"}}, "2"),
    "village": ("cavalry", {"terrain": {"3011": "village"}}, "2"),
    "up a slope": ("line", {"hexsides": [["3010", "3011", "slope"]], "levels": {"3011": 1}}, "2"),
    "down a slope": ("line", {"hexsides": [["3011", "3010", "slope"]], "levels": {"3010": 1}}, "1"),
    "up a steep slope": ("line", {"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}}, "3"),
    "down a steep slope": ("line", {"hexsides": [["3011", "3010", "steep_slope"]], "levels": {"3010": 1}}, "2"),
    "over a stream into vines": (
        "line",
        {"hexsides": [["3010", "3011", "stream"]], "terrain": {"3011": "heavy_cultivation"}},
        "3",
    ),
    "guns limber and climb": ("artillery", {"hexsides": [["3010", "3011", "slope"]], "levels": {"3011": 1}}, "5"),
    "guns limber and go down": ("artillery", {"hexsides": [["3011", "3010", "slope"]], "levels": {"3010": 1}}, "4"),
    "guns limber and ford a stream": ("horse_artillery", {"hexsides": [["3010", "3011", "stream"]]}, "5"),
}


@pytest.mark.rule("custoza:7.2-b", "custoza:chart.TEC-a")
@pytest.mark.parametrize("case", COSTS)
def test_cost_of_ground(case: str) -> None:
    kind, board, cost = COSTS[case]
    assert spent(move(it("A", kind, "3010", facing="S"), "3011", board=board)) == cost


@pytest.mark.rule("custoza:7.2-d", "custoza:2.4.1-b", "custoza:2.4.1-c")
@pytest.mark.parametrize(
    ("unit", "hexes"),
    [
        (A, 5),
        (it("A", "light", "3010"), 6),
        (it("A", "artillery", "3010", march=True), 6),
        (it("A", "artillery", "3010"), 4),
    ],
)
def test_nobody_goes_beyond_his_allowance(unit: Any, hexes: int) -> None:
    assert stop(unit, *DOWN[:hexes]) is None
    assert stop(unit, *DOWN[: hexes + 1]) in {"7.2", "7.9"}


@pytest.mark.rule("custoza:7.2-a", "custoza:2.8-a")
def test_a_force_goes_as_far_as_its_slowest_unit_and_may_part() -> None:
    m = acting(A, it("L", "light", "3010", facing="S"), FAR)
    assert barred(m, ITALY, "move", units=["A", "L"], path=DOWN[:6]) == "7.2"
    assert barred(m, ITALY, "move", units=["A", "L"], path=DOWN[:5]) is None
    assert barred(m, ITALY, "move", units=["L"], path=DOWN[:6]) is None


@pytest.mark.rule("custoza:2.8-b")
def test_a_force_is_of_one_type() -> None:
    m = acting(A, it("K", "cavalry", "3010", facing="S", sv=2), FAR)
    assert barred(m, ITALY, "move", units=["A", "K"], path=["3011"]) is not None


@pytest.mark.rule("custoza:7.9-b", "custoza:7.9-c")
def test_limbering_and_unlimbering_cost_two_but_horse_guns_unlimber_free_at_the_end() -> None:
    gun, horse = it("A", "artillery", "3010"), it("A", "horse_artillery", "3010")
    assert stop(gun, *DOWN[:2], unlimber=True) is None
    assert stop(gun, *DOWN[:3], unlimber=True) in {"7.2", "7.9"}
    assert stop(horse, *DOWN[:6], unlimber=True) is None
    assert stop(horse, *DOWN[:7]) in {"7.2", "7.9"}
    m = move(horse, *DOWN[:6], unlimber=True)
    assert (now(m, "A")["march"], spent(m)) == (False, "8")


@pytest.mark.rule("custoza:7.4-a")
def test_one_hex_is_always_possible_but_only_as_the_whole_move() -> None:
    hill = {
        "hexsides": [["3010", "3011", "steep_slope"], ["3011", "3012", "steep_slope"]],
        "levels": {"3011": 1, "3012": 2},
    }
    slow = A | {"ma": 2}
    assert stop(slow, "3011", board=hill) is None
    assert stop(slow, "3011", "3012", board=hill) == "7.2"
    assert stop(A | {"ma": 3}, "3010", board=hill) is not None
    assert (
        stop(
            it("A", "line", "3010", ma=3),
            "3109",
            "3110",
            "3011",
            board=hill | {"hexsides": [["3110", "3011", "steep_slope"]]},
        )
        == "7.2"
    )


@pytest.mark.rule("custoza:7.4-a")
@pytest.mark.parametrize(
    "board", [{"terrain": {"3011": "woods"}}, {"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}}]
)
def test_what_only_a_road_opens_stays_shut_to_guns(board: Any) -> None:
    assert stop(it("A", "artillery", "3010", march=True), "3011", board=board) is not None
    roads = [{"class": "minor", "path": ["3010", "3011", "3012"]}]
    assert stop(it("A", "artillery", "3010", march=True), "3011", "3012", board=board | {"roads": roads}) is None


@pytest.mark.rule("custoza:7.4-a", "custoza:13.6.1-b")
def test_the_guaranteed_hex_uses_up_the_allowance_and_so_bars_recovery() -> None:
    hill = {"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}}
    m = acting(A | {"ma": 2, "status": "shaken"}, FAR, board=hill)
    say(m, ITALY, "move", units=["A"], path=["3011"])
    calm(m)
    if asked(m) == ("act", ITALY):
        say(m, ITALY, "done")
    assert now(m, "A")["status"] == "shaken"


# ---------------------------------------------------------------- zones


@pytest.mark.rule("custoza:7.5-b", "custoza:2.6-a")
@pytest.mark.parametrize("facing", ["N", "S"])
def test_a_zone_is_all_around_and_entered_only_with_a_marker(facing: str) -> None:
    enemy = ah("D", "line", "3012", facing=facing)
    assert stop(A, "3011", others=(enemy,)) == "7.5"
    assert stop(A, "3110", "3111", others=(enemy,)) == "7.5"


@pytest.mark.rule("custoza:2.6-b")
@pytest.mark.parametrize("ground", ["woods", "village", "fortress"])
def test_no_zone_reaches_into_closed_terrain_but_out_of_it(ground: str) -> None:
    enemy = ah("D", "line", "3012", facing="N")
    assert stop(A, "3011", others=(enemy,), board={"terrain": {"3011": ground}}) is None
    assert stop(A, "3011", others=(enemy,), board={"terrain": {"3012": ground}}) == "7.5"


@pytest.mark.rule("custoza:2.6-a")
@pytest.mark.parametrize(("kind", "paragraph"), [("line", "7.5"), ("cavalry", "7.5"), ("artillery", None)])
@pytest.mark.parametrize(
    "board",
    [{"hexsides": [["3011", "3012", "steep_slope"]], "levels": {"3012": 1}}, {"terrain": {"3011": "tione"}}],
    ids=["slope", "river"],
)
def test_the_zone_of_guns_ends_where_they_could_never_go(kind: str, paragraph: str | None, board: Any) -> None:
    assert stop(A, "3011", others=(ah("D", kind, "3012", facing="N"),), board=board) == paragraph


@pytest.mark.rule("custoza:2.6-c", "custoza:7.9-a")
@pytest.mark.parametrize("kind", ["line", "cavalry", "artillery"])
def test_columns_have_no_zone(kind: str) -> None:
    m = move(A, "3011", "3111", others=(ah("D", kind, "3012", march=True),))
    assert (where(m, "A"), rolls(m, "fire")) == ("3111", [])


@pytest.mark.rule("custoza:7.2-c")
def test_an_enemy_held_hex_is_not_entered_even_if_he_marches() -> None:
    assert stop(A, "3011", others=(ah("D", "line", "3011", march=True),)) == "7.2"


@pytest.mark.rule("custoza:7.5-c")
def test_who_enters_a_zone_by_its_marker_must_attack() -> None:
    m = acting(A, ah("D", "line", "3012", facing="N"), markers=(marker("3011", "3012"),))
    assert barred(m, ITALY, "move", units=["A"], path=["3011"]) == "7.5"
    assert barred(m, ITALY, "assault", units=["A"], path=["3011"]) is None


@pytest.mark.rule("custoza:7.5-a")
def test_who_begins_in_a_zone_attacks_or_leaves() -> None:
    m = acting(A, it("S", "light", "1010"), ah("D", "line", "3011", facing="N"), dice=(1, 1))
    assert m.ask.data["must"] == ["A"]
    assert barred(m, ITALY, "done") == "7.5"
    assert barred(m, ITALY, "square", units=["A"]) == "7.5"
    assert barred(m, ITALY, "move", units=["A"], path=[]) == "7.5"
    assert barred(m, ITALY, "move", units=["A"], path=["3110"]) == "7.5"
    say(m, ITALY, "move", units=["A"], path=["3009"])
    calm(m)
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:7.5-a")
def test_who_can_neither_attack_nor_leave_stays() -> None:
    walls = dict.fromkeys(("3009", "3109", "2909"), "lake")
    m = acting(A, it("S", "light", "1010"), ah("D", "line", "3011", facing="N"), board={"terrain": walls})
    assert barred(m, ITALY, "done") is None  # 3110 and 2910 lie in the same zone


@pytest.mark.rule("custoza:7.5-d", "custoza:8.3-c")
def test_light_infantry_that_stays_and_fires_needs_the_marker_for_its_duty() -> None:
    light, enemy = it("L", "light", "3010", facing="S"), ah("D", "line", "3011", facing="N")
    assert barred(acting(light, enemy), ITALY, "fire", units=["L"], hex="3011") == "7.5"
    m = acting(light, enemy, it("S", "light", "1010"), markers=(marker("3010", "3011"),), dice=(1, 1))
    say(m, ITALY, "fire", units=["L"], hex="3011")
    calm(m)
    assert barred(m, ITALY, "done") is None


@pytest.mark.rule("custoza:7.5-d")
def test_fire_of_guns_is_no_attack_but_a_friend_who_attacks_from_their_hex_frees_them() -> None:
    gun, enemy = it("G", "artillery", "3010", facing="S"), ah("D", "line", "3011", facing="N")
    assert barred(acting(gun, enemy), ITALY, "fire", units=["G"], hex="3011") == "7.5"
    m = acting(gun, A, enemy, it("S", "light", "1010"), markers=(marker("3010", "3011"),), dice=(3, 4, 1, 1, 1, 1))
    say(m, ITALY, "assault", units=["A"], path=[])
    calm(m)
    assert (asked(m), barred(m, ITALY, "done")) == (("act", ITALY), None)
    assert barred(m, ITALY, "fire", units=["G"], hex="3011") is None


@pytest.mark.rule("custoza:7.5-e")
def test_a_commander_enters_a_zone_only_among_friends() -> None:
    com, enemy = it("C", "commander", "3008"), ah("D", "line", "3011", facing="N")
    m = acting(com, enemy, it("S", "light", "1010"))
    assert barred(m, ITALY, "move", units=["C"], path=["3009", "3010"]) == "7.5"
    assert barred(acting(com, enemy, A), ITALY, "move", units=["C"], path=["3009", "3010"]) is None


# ---------------------------------------------------------------- stacking and facing


@pytest.mark.rule("custoza:2.9-b", "custoza:2.9-c")
@pytest.mark.parametrize("march", [False, True])
def test_five_points_are_the_limit_at_every_moment(march: bool) -> None:
    friends = (it("F", "line", "3011", formation="x"),)
    assert stop(A, "3011", "3012", others=friends, march=march) == "2.9"
    assert stop(A | {"sv": 2}, "3011", "3012", others=friends, march=march) is None


@pytest.mark.rule("custoza:2.9-a")
def test_commanders_take_no_room() -> None:
    full = (it("F", "line", "3011", sv=5), it("C", "commander", "3010"))
    assert barred(acting(*full, FAR), ITALY, "move", units=["C"], path=["3011"]) is None


@pytest.mark.rule("custoza:7.6-c", "custoza:7.6-b")
def test_who_joins_a_hex_takes_its_facing_and_others_choose() -> None:
    m = move(A | {"sv": 2}, "3011", others=(it("F", "line", "3011", facing="NW"),))
    assert (now(m, "A")["facing"], m.ask.what) == ("NW", "act")
    m = move(A, "3011")
    assert asked(m) == ("face", ITALY)
    say(m, ITALY, "face", units=["A"], facing="N")
    assert now(m, "A")["facing"] == "N"


@pytest.mark.rule("custoza:7.6-a", "custoza:7.6-b")
def test_who_turns_on_the_spot_turns_all_who_stand_with_him() -> None:
    m = acting(A, it("G", "artillery", "3010", facing="S"), FAR)
    say(m, ITALY, "move", units=["A"], path=[])
    say(m, ITALY, "face", units=["A"], facing="NE")
    assert (now(m, "A")["facing"], now(m, "G")["facing"]) == ("NE", "NE")


@pytest.mark.rule("custoza:7.7-a", "custoza:7.7-b", "custoza:7.7-c")
def test_square_as_an_action() -> None:
    gun = it("G", "artillery", "3010", facing="S")
    m = acting(A, gun, FAR)
    say(m, ITALY, "square", units=["A"])
    assert (now(m, "A")["square"], now(m, "G")["square"]) == (True, True)
    assert barred(m, ITALY, "move", units=["A"], path=["3011"]) is not None
    assert barred(acting(A | {"status": "disorganised"}, FAR), ITALY, "square", units=["A"]) == "7.7"
    assert barred(acting(it("K", "cavalry", "3010"), FAR), ITALY, "square", units=["K"]) == "7.7"


@pytest.mark.rule("custoza:11.5.4.1-b")
def test_a_square_is_left_freely_at_the_start_and_the_force_still_acts() -> None:
    m = acting(A | {"square": True}, FAR)
    say(m, ITALY, "leave_square", units=["A"])
    assert barred(m, ITALY, "move", units=["A"], path=DOWN[:5]) is None


# ---------------------------------------------------------------- columns

ROAD = {"roads": [{"class": "major", "path": ["3010", *DOWN]}]}
LANE = {"roads": [{"class": "minor", "path": ["3010", *DOWN]}]}


@pytest.mark.rule("custoza:7.8-a", "custoza:7.8-b")
@pytest.mark.parametrize(("board", "hexes"), [(ROAD, 15), (LANE, 10)])
def test_a_column_pays_the_road_alone(board: Any, hexes: int) -> None:
    unit = it("A", "line", "3010", facing="S")
    rough = board | {"terrain": dict.fromkeys(DOWN[:20], "woods")}
    assert stop(unit, *DOWN[:hexes], board=rough, march=True) is None
    assert stop(unit, *DOWN[: hexes + 1], board=rough, march=True) == "7.2"
    assert rolls(move(unit, *DOWN[:3], board=rough, march=True), "cohesion") == []


@pytest.mark.rule("custoza:7.8-a")
def test_without_the_march_a_road_is_worth_nothing() -> None:
    assert stop(A, *DOWN[:6], board=ROAD) == "7.2"
    assert stop(A, *DOWN[:5], board=ROAD) is None


@pytest.mark.rule("custoza:7.8-c")
def test_columns_move_unit_by_unit() -> None:
    m = acting(A, it("L", "light", "3010", facing="S"), FAR, board=ROAD)
    assert barred(m, ITALY, "move", units=["A", "L"], path=["3011"], march=True) == "7.8"


@pytest.mark.rule("custoza:7.8.1-b", "custoza:7.8.1-a")
@pytest.mark.parametrize(("sv", "standing", "cost"), [(3, 1, "5/3"), (1, 2, "1"), (1, 3, "5/3"), (2, 1, "1")])
def test_more_than_three_points_in_a_hex_make_the_road_useless(sv: int, standing: int, cost: str) -> None:
    m = move(A | {"sv": sv}, *DOWN[:3], board=ROAD, others=(it("F", "line", "3012", sv=standing),), march=True)
    assert spent(m) == cost


@pytest.mark.rule("custoza:7.8.1-b")
def test_a_battery_finds_no_way_past_a_full_road_in_a_wood() -> None:
    gun = it("A", "artillery", "3010", march=True)
    board = ROAD | {"terrain": {"3012": "woods"}}
    assert stop(gun, *DOWN[:3], board=board, others=(it("F", "line", "3012", sv=3),)) == "7.8.1"
    assert stop(gun, *DOWN[:3], board=board, others=(it("F", "line", "3012", sv=2),)) is None


@pytest.mark.rule("custoza:7.8.1-b", "custoza:7.3-a")
def test_infantry_that_finds_the_road_full_pays_and_tests_the_wood() -> None:
    m = move(
        A,
        *DOWN[:3],
        board=ROAD | {"terrain": {"3012": "woods"}},
        others=(it("F", "light", "3012"),),
        march=True,
        dice=(1, 1),
    )
    assert (spent(m), roll(m, "cohesion").data["reason"]) == ("8/3", "terrain")


@pytest.mark.rule("custoza:7.8.2-c", "custoza:7.8.2-a")
def test_a_column_ends_within_one_hexside_of_its_last_step_and_on_a_road_along_it() -> None:
    m = move(A, "3109", "3108", march=True)
    assert asked(m) == ("face", ITALY)
    assert {o["facing"] for o in m.options(ITALY)} == {"NW", "N", "NE"}
    assert barred(m, ITALY, "face", units=["A"], facing="S") == "7.8.2"
    m = move(A, *DOWN[:3], board=ROAD, march=True)
    assert (now(m, "A")["facing"], m.ask.what) == ("S", "act")


@pytest.mark.rule("custoza:7.8-b")
def test_a_column_leaves_the_march_at_the_start_of_its_move() -> None:
    m = move(A | {"march": True}, *DOWN[:5], march=False)
    calm(m)
    assert now(m, "A")["march"] is False
    assert stop(A | {"march": True}, *DOWN[:6], march=False, board=ROAD) == "7.2"


@pytest.mark.rule("custoza:7.8-d", "custoza:7.8-a")
def test_a_column_may_go_on_off_the_road() -> None:
    short = {"roads": [{"class": "major", "path": ["3010", "3011", "3012", "3013"]}]}
    m = move(A, *DOWN[:7], board=short, march=True)
    assert spent(m) == "5"  # three thirds and four


# ---------------------------------------------------------------- ground that tests, commanders, control


@pytest.mark.rule("custoza:7.3-a")
@pytest.mark.parametrize(("kind", "tests"), [("line", 1), ("cavalry", 1), ("light", 0)])
def test_woods_test_line_infantry_and_cavalry(kind: str, tests: int) -> None:
    m = move(it("A", kind, "3010"), "3011", board={"terrain": {"3011": "woods"}}, dice=(1, 1))
    assert len(rolls(m, "cohesion")) == tests


@pytest.mark.rule("custoza:7.3-a")
@pytest.mark.parametrize(("kind", "tests"), [("line", 0), ("cavalry", 1)])
def test_steep_slopes_test_cavalry_alone(kind: str, tests: int) -> None:
    board = {"hexsides": [["3010", "3011", "steep_slope"]], "levels": {"3011": 1}}
    m = move(it("A", kind, "3010"), "3011", board=board, dice=(1, 1))
    assert len(rolls(m, "cohesion")) == tests


@pytest.mark.rule("custoza:13.4-a", "custoza:10.5-a")
def test_who_fails_the_test_of_the_ground_may_go_on_or_stop_and_go_back() -> None:
    board = {"terrain": {"3011": "woods"}}
    m = move(A, "3011", "3012", board=board, dice=(6, 4))
    assert (asked(m), m.ask.data["why"], now(m, "A")["status"]) == (("go_on", ITALY), "check", "shaken")
    m.answer(ITALY, {"do": "go_on"})
    assert where(m, "A") == "3012"
    m = move(A, "3011", "3012", board=board, dice=(6, 4))
    say(m, ITALY, "stop")
    assert asked(m) == ("retreat", ITALY)
    assert {tuple(o["path"]) for o in m.options(ITALY)} == {("3010",), ("3110",), ("2910",)}


@pytest.mark.rule("custoza:13.4-a")
def test_by_option_who_fails_must_stop() -> None:
    m = acting(A, FAR, board={"terrain": {"3011": "woods"}}, dice=(6, 4), options={"failed_check": "must_stop"})
    say(m, ITALY, "move", units=["A"], path=["3011", "3012"])
    assert asked(m) == ("retreat", ITALY)


@pytest.mark.rule("custoza:7.3-a", "custoza:22.1-c", "custoza:22.1-b")
def test_the_river_is_tested_before_the_enemy_reacts() -> None:
    m = acting(
        A,
        ah("D", "line", "3012", facing="N"),
        markers=(marker("3011", "3012"),),
        board={"terrain": {"3011": "tione"}},
        dice=(5, 4),
    )
    say(m, ITALY, "assault", units=["A"], path=["3011"])
    assert (now(m, "A")["status"], asked(m)) == ("shaken", ("go_on", ITALY))
    say(m, ITALY, "go_on")
    assert (asked(m), trigger(m, "D")) == (("react", AUSTRIA), "enters")


@pytest.mark.rule("custoza:7.10-a", "custoza:7.10-b")
def test_a_commander_has_eight_points_pays_like_infantry_and_is_never_tested() -> None:
    com = it("C", "commander", "3010")
    assert stop(com, *DOWN[:4], board={"terrain": dict.fromkeys(DOWN[:5], "heavy_cultivation")}) is None
    assert stop(com, *DOWN[:5], board={"terrain": dict.fromkeys(DOWN[:5], "heavy_cultivation")}) == "7.10"
    assert stop(com, *DOWN[:19], board=ROAD) is None
    m = move(com, "3011", board={"terrain": {"3011": "woods"}})
    assert rolls(m, "cohesion") == []


@pytest.mark.rule("custoza:7.10-c")
def test_a_commander_moves_once_in_his_activation() -> None:
    m = move(it("C", "commander", "3010"), "3011")
    assert barred(m, ITALY, "move", units=["C"], path=["3012"]) is not None


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_a_lone_commander_who_is_ridden_over_joins_his_nearest_unit() -> None:
    others = (
        ah("C", "commander", "3011"),
        ah("N", "line", "3014"),
        ah("F", "line", "3020"),
        ah("X", "line", "3113", formation="x"),
    )
    m = move(A, "3011", others=others)
    assert where(m, "C") == "3014"


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_between_two_nearest_units_the_owner_chooses() -> None:
    others = (ah("C", "commander", "3011"), ah("N", "line", "3014"), ah("F", "line", "3213"))
    m = move(A, "3011", others=others)
    assert (asked(m), set(m.ask.data["hexes"])) == (("displace", AUSTRIA), {"3014", "3213"})


@pytest.mark.rule("custoza:2.4.2.3-e")
def test_a_commander_without_units_moves_away() -> None:
    m = acting(A, ah("C", "commander", "3011", formation="x"), FAR)
    say(m, ITALY, "move", units=["A"], path=["3011"])
    assert asked(m) == ("displace", AUSTRIA)
    assert barred(m, AUSTRIA, "place", unit="C", hex="3012") is None
    assert barred(m, AUSTRIA, "place", unit="C", hex="3011") is not None
    assert barred(m, AUSTRIA, "place", unit="C", hex="3030") is not None  # nineteen hexes


@pytest.mark.rule("custoza:2.2-a")
def test_who_walks_through_a_hex_controls_it_and_a_commander_does_not() -> None:
    held = {AUSTRIA: ["3011", "3012", "3110"]}
    m = begun(A, it("C", "commander", "3010"), FAR, control=held, active={"formation": ITALY})
    say(m, ITALY, "move", units=["A"], path=["3011", "3012", "3013"])
    calm(m)
    say(m, ITALY, "move", units=["C"], path=["3110"])
    control = m.view(None)["control"]
    assert {"3011", "3012"} <= set(control[ITALY])
    assert "3110" in control[AUSTRIA]
