"""Chapters 2 and 8 by the book: rates, formations, wheels, ground, roads, disorder."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    across,
    barred,
    begun,
    blue,
    box,
    go,
    move,
    move_barred,
    now,
    red,
    roll,
    rolls,
    say,
)

HORSE = {"arm": "cavalry"}
LIGHT = {"notes": ["skirmish"], "formation": "skirmish"}
FAR = blue("Z", 60000, 46000)


def marching(a: Any = None, *more: Any, **keys: Any) -> Any:
    """A in the middle of an empty table, its enemy far away."""
    return begun("movement", red("A", 30000, 10000, **(a or {})), FAR, *more, **keys)


@pytest.mark.rule("vivaorre:8-a", "vivaorre:8-b", "vivaorre:8-c")
@pytest.mark.parametrize(
    ("unit", "reach", "rule"),
    [
        ({}, 3000, "8-a"),
        ({"formation": "assault"}, 5000, "8-a"),
        ({"formation": "march"}, 5000, "8-a"),
        ({"formation": "mass", "disorder": None, "training": "irregular"}, 5000, "8-a"),
        (HORSE, 6000, "8-b"),
        (HORSE | {"formation": "assault"}, 8000, "8-b"),
        (HORSE | {"training": "irregular"}, 8000, "8-b"),
        ({"arm": "artillery", "formation": "limbered"}, 3000, "8-c"),
        ({"arm": "artillery", "formation": "limbered", "mount": "mountain", "gun": "rifled_4"}, 3000, "8-c"),
        ({"arm": "artillery", "formation": "limbered", "mount": "horse"}, 6000, "8-c"),
        ({"arm": "artillery", "formation": "limbered", "gun": "smooth_18"}, 2000, "8-c"),
        ({"arm": "artillery", "formation": "limbered", "gun": "smooth_16"}, 3000, "8-c"),
        ({"arm": "artillery"}, 1000, "8-p"),
        ({"entry": "zulu.inf.scapoli", "figures": 16, "start": 16}, 5000, "8-a"),
        ({"entry": "zulu.inf.scapoli", "figures": 8, "start": 16}, 3000, "8-a"),
        ({"entry": "zulu.inf.scapoli", "figures": 7, "start": 16}, 5000, "8-a"),
    ],
)
def test_how_far_units_go(unit: Any, reach: int, rule: str) -> None:
    m = marching(unit)
    assert move_barred(m, "A", go("advance", by=reach)) is None
    assert move_barred(m, "A", go("advance", by=reach + 1)) == rule


@pytest.mark.rule("vivaorre:8-p")
def test_siege_guns_in_battery_do_not_advance() -> None:
    assert move_barred(marching({"arm": "artillery", "gun": "smooth_24"}), "A", go("advance", by=500)) == "8-p"


@pytest.mark.rule("vivaorre:8-k", "vivaorre:8-j")
def test_a_change_takes_half_a_move_of_regulars_and_the_new_rate_holds_for_the_rest() -> None:
    m = marching()
    column = go("form", formation="assault")
    assert move_barred(m, "A", column, go("advance", by=2500)) is None
    assert move_barred(m, "A", column, go("advance", by=2501)) == "8-a"
    m = marching({"formation": "assault"})
    assert move_barred(m, "A", go("form", formation="line"), go("advance", by=1500)) is None
    assert move_barred(m, "A", go("form", formation="line"), go("advance", by=1501)) == "8-a"
    assert move_barred(m, "A", go("form", formation="line"), go("form", formation="march")) is None
    assert move_barred(m, "A", go("form", formation="line"), go("form", formation="march"), go("about")) == "8-k"


@pytest.mark.rule("vivaorre:8-k")
def test_irregulars_take_the_whole_move_to_change() -> None:
    m = marching({"training": "irregular"})
    assert move_barred(m, "A", go("form", formation="march")) is None
    assert move_barred(m, "A", go("form", formation="march"), go("advance", by=1)) is not None
    assert move_barred(m, "A", go("about"), go("advance", by=1)) is not None


@pytest.mark.rule("vivaorre:8-k")
def test_siege_guns_take_two_whole_moves_to_limber() -> None:
    m = marching({"arm": "artillery", "gun": "smooth_24"})
    move(m, "A", go("form", formation="limbered"))
    assert now(m, "A")["formation"] == "battery"
    assert now(m, "A")["forming"] == "limbered"


@pytest.mark.rule("vivaorre:2-e", "vivaorre:2-h", "vivaorre:2-i")
@pytest.mark.parametrize(
    ("unit", "formation", "allowed"),
    [
        ({"training": "irregular"}, "line", False),
        ({"training": "irregular"}, "square", False),
        ({}, "skirmish", False),
        ({"notes": ["skirmish"]}, "skirmish", True),
        (HORSE, "square", False),
        (HORSE, "assault", True),
        ({}, "square", True),
        ({}, "mass", False),
        ({"entry": "zulu.inf.scapoli", "figures": 16, "start": 16}, "skirmish", False),
    ],
)
def test_formations_that_troops_may_take(unit: Any, formation: str, allowed: bool) -> None:
    assert (move_barred(marching(unit), "A", go("form", formation=formation)) is None) is allowed


@pytest.mark.rule("vivaorre:8-h", "vivaorre:8-l")
def test_a_line_wheels_free_to_forty_five_degrees_once_and_first() -> None:
    m = marching()
    wheel = go("wheel", side="left", angle=4500)
    assert move_barred(m, "A", wheel, go("advance", by=3000)) is None
    assert move_barred(m, "A", go("wheel", side="left", angle=4501)) == "8-h"
    assert move_barred(m, "A", go("advance", by=500), wheel) == "8-l"
    assert move_barred(m, "A", go("wheel", side="left", angle=1000), go("wheel", side="right", angle=500)) == "8-h"
    assert move_barred(m, "A", go("advance", by=500), go("form", formation="assault")) == "8-l"


@pytest.mark.rule("vivaorre:8-h")
def test_a_column_pays_the_way_of_its_outer_corner() -> None:
    """Four files are 1500 wide: a right angle is an arc of 2356, which leaves 2643 or so of five inches."""
    m = marching({"formation": "assault"})
    wheel = go("wheel", side="right", angle=9000)
    assert move_barred(m, "A", wheel, go("advance", by=2643)) is None
    assert move_barred(m, "A", wheel, go("advance", by=2645)) == "8-a"
    assert move_barred(m, "A", go("wheel", side="right", angle=9001)) == "8-h"


@pytest.mark.rule("vivaorre:8-h")
def test_a_wheel_turns_on_the_corner_of_its_side() -> None:
    """Front corners at 28500 and 31500; a wheel of 45 degrees on the left one carries the middle of the front."""
    m = marching()
    move(m, "A", go("wheel", side="left", angle=4500))
    unit = now(m, "A")
    assert unit["facing"] == 31500
    assert abs(unit["at"][0] - (28500 + 1061)) <= 1
    assert abs(unit["at"][1] - (10000 + 1061)) <= 1


@pytest.mark.rule("vivaorre:8-m", "vivaorre:8-n")
def test_oblique_back_and_sideways_cost_double_and_are_for_regular_foot() -> None:
    m = marching()
    for path in (
        go("oblique", side="right", angle=4500, by=1500),
        go("back", by=1500),
        go("sideways", side="left", by=1500),
    ):
        assert move_barred(m, "A", path) is None
        assert move_barred(m, "A", path | {"by": 1501}) is not None
    assert move_barred(m, "A", go("oblique", side="right", angle=4501, by=100)) == "8-m"
    for unit in (HORSE, {"training": "irregular"}, {"arm": "artillery", "formation": "limbered"}):
        m = marching(unit)
        assert move_barred(m, "A", go("oblique", side="right", angle=4500, by=100)) == "8-m"
        assert move_barred(m, "A", go("back", by=100)) == "8-n"


@pytest.mark.rule("vivaorre:8-n")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        (blue("D", 30000, 13000), False),
        (blue("D", 30000, 13100), True),
        (blue("D", 30000, 13000, formation="march"), True),
        (blue("D", 30000, 13000, facing=0), True),
        (blue("D", 30000, 19000, arm="cavalry"), False),
        (blue("D", 30000, 19000, arm="cavalry", state="shaken"), True),
    ],
)
def test_nobody_steps_back_before_an_enemy_that_could_charge(enemy: Any, allowed: bool) -> None:
    m = marching({}, enemy)
    assert (move_barred(m, "A", go("back", by=500)) is None) is allowed


@pytest.mark.rule("vivaorre:8-o")
def test_a_square_moves_an_inch_any_way_and_skirmishers_all_their_move() -> None:
    m = marching({"formation": "square"})
    assert move_barred(m, "A", go("to", at=[29000, 10000], facing=0)) is None
    assert move_barred(m, "A", go("to", at=[28999, 10000], facing=0)) == "8-o"
    m = marching(LIGHT)
    assert move_barred(m, "A", go("to", at=[30000, 5000], facing=0)) is None
    assert move_barred(m, "A", go("to", at=[27000, 14000], facing=0)) is None
    assert move_barred(m, "A", go("to", at=[30000, 15001], facing=0)) == "8-a"


@pytest.mark.rule("vivaorre:8-q", "vivaorre:7-g")
def test_only_foot_skirmishers_pass_through_others() -> None:
    friend = red("B", 30000, 12000)
    assert move_barred(marching({}, friend), "A", go("advance", by=3000)) == "8-q"
    m = marching({"formation": "assault"}, friend)
    assert move_barred(m, "A", go("advance", by=1375)) is None
    m = marching(LIGHT, friend)
    assert move_barred(m, "A", go("to", at=[30000, 13000], facing=0)) is None
    m = marching({**LIGHT, **HORSE}, friend)
    assert move_barred(m, "A", go("to", at=[30000, 14000], facing=0)) == "8-q"
    light = red("B", 30000, 12000, **LIGHT)
    assert move_barred(marching({}, light), "A", go("advance", by=3000)) == "8-q"
    m = marching({}, blue("D", 30000, 12000))
    assert move_barred(m, "A", go("advance", by=2000)) == "7-g"
    assert move_barred(m, "A", go("advance", by=1980)) is None


WOOD = box("w", "open_wood", 20000, 11000, 40000, 20000)


@pytest.mark.rule("vivaorre:8-s", "vivaorre:2-j")
def test_difficult_ground_counts_double_and_makes_a_mass() -> None:
    m = marching({}, terrain=(WOOD,))
    assert move_barred(m, "A", go("advance", by=2001)) == "8-a"
    move(m, "A", go("advance", by=2000))
    assert (now(m, "A")["formation"], now(m, "A")["disorder"]) == ("mass", "ground")


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-a")
def test_a_column_that_enters_a_wood_goes_on_at_the_rate_of_a_line() -> None:
    """A fifth of the move is spent in the open; four fifths of three inches, every inch double, are 1200."""
    m = marching({"formation": "assault"}, terrain=(WOOD,))
    assert move_barred(m, "A", go("advance", by=2200)) is None
    assert move_barred(m, "A", go("advance", by=2202)) == "8-a"


@pytest.mark.rule("vivaorre:8-t", "vivaorre:8-ae")
def test_out_of_the_wood_a_unit_is_in_order_and_may_form() -> None:
    strip = box("w", "open_wood", 20000, 5000, 40000, 9900)
    m = marching({"formation": "mass", "disorder": "ground"}, terrain=(strip,), last_turn=2)
    assert move_barred(m, "A", go("advance", by=1851)) == "8-a"
    move(m, "A", go("advance", by=1850))
    assert (now(m, "A")["disorder"], now(m, "A")["formation"]) == (None, "mass")


@pytest.mark.rule("vivaorre:8-y", "vivaorre:8-x")
@pytest.mark.parametrize(("kind", "reach"), [("stream", 1500), ("hedge", 2250), ("wall", 2250), ("gully", 2250)])
def test_lines_cost_their_share_and_do_not_disorder(kind: str, reach: int) -> None:
    m = marching({}, terrain=(across("l", kind, 11000),))
    assert move_barred(m, "A", go("advance", by=reach + 1)) == "8-a"
    move(m, "A", go("advance", by=reach))
    assert (now(m, "A")["disorder"], now(m, "A")["formation"]) == (None, "line")


@pytest.mark.rule("vivaorre:8-u", "vivaorre:8-x", "vivaorre:8-z")
@pytest.mark.parametrize(
    ("unit", "piece", "rule"),
    [
        (HORSE, box("p", "dense_wood", 20000, 11000, 40000, 20000), "8-u"),
        ({}, box("p", "dense_wood", 20000, 11000, 40000, 20000), None),
        (HORSE, WOOD, None),
        ({"arm": "artillery", "formation": "limbered"}, box("p", "rough", 20000, 11000, 40000, 20000), "8-z"),
        (
            {"arm": "artillery", "formation": "limbered", "mount": "mountain", "gun": "rifled_4"},
            box("p", "rough", 20000, 11000, 40000, 20000),
            None,
        ),
        (HORSE, box("p", "rough", 20000, 11000, 40000, 20000), None),
        (HORSE, across("p", "gully", 11500), "8-x"),
        ({}, box("p", "impassable", 20000, 11000, 40000, 20000, material="cliff"), "8-ab"),
        (HORSE, box("p", "building", 20000, 11000, 40000, 20000), "8-w"),
        (HORSE | {"formation": "march"}, box("p", "building", 20000, 11000, 40000, 20000), None),
        (HORSE, box("p", "light_works", 20000, 11000, 40000, 20000), "14-c"),
        ({}, box("p", "light_works", 20000, 11000, 40000, 20000), None),
    ],
)
def test_ground_that_is_closed(unit: Any, piece: Any, rule: str | None) -> None:
    assert move_barred(marching(unit, terrain=(piece,)), "A", go("advance", by=1800)) == rule


@pytest.mark.rule("vivaorre:8-v", "vivaorre:8-ab")
@pytest.mark.parametrize(
    ("kind", "reach", "disorder"),
    [
        ("gentle_hill", 3000, None),
        ("steep_hill", 2000, "ground"),
        ("light_works", 3000, None),
        ("marsh", 2000, "ground"),
    ],
)
def test_hills_and_works(kind: str, reach: int, disorder: str | None) -> None:
    more = {"crest": [[20000, 15000], [40000, 15000]]} if "hill" in kind else {}
    m = marching({}, terrain=(box("p", kind, 20000, 11000, 40000, 20000, **more),))
    assert move_barred(m, "A", go("advance", by=reach + 1)) == "8-a"
    move(m, "A", go("advance", by=reach))
    assert now(m, "A")["disorder"] == disorder


ROAD = {"id": "r", "type": "road", "line": [[30000, 0], [30000, 48000]]}


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-f")
def test_march_columns_go_half_as_far_again_on_a_road() -> None:
    m = marching({"formation": "march"}, terrain=(ROAD,))
    assert move_barred(m, "A", go("follow", road="r", by=7500)) is None
    assert move_barred(m, "A", go("follow", road="r", by=7501)) is not None
    assert move_barred(m, "A", go("follow", road="r", by=10000), forced=True) is None
    assert move_barred(m, "A", go("follow", road="r", by=10001), forced=True) is not None
    m = marching({"formation": "assault"}, terrain=(ROAD,))
    assert move_barred(m, "A", go("follow", road="r", by=1000)) == "8-aa"


@pytest.mark.rule("vivaorre:8-f", "vivaorre:12-b")
@pytest.mark.parametrize(
    ("die", "state", "gone"), [(4, "steady", 4500), (3, "steady", 3000), (2, "steady", 3000), (1, "shaken", 3000)]
)
def test_a_forced_march(die: int, state: str, gone: int) -> None:
    m = marching(dice=(die,))
    move(m, "A", go("advance", by=4500), forced=True)
    assert roll(m, "morale", unit="A").data["occasion"] == "forced_march"
    assert (now(m, "A")["state"], now(m, "A")["at"]) == (state, [30000, 10000 + gone])


@pytest.mark.rule("vivaorre:8-g")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        (blue("D", 30000, 20001), True),
        (blue("D", 30000, 19999), False),
        (blue("D", 30000, 22000, arm="cavalry", formation="assault"), False),
        (blue("D", 30000, 21000, weapon="breech_rifle"), False),
        (blue("D", 30000, 29000, arm="artillery", gun="smooth_12"), False),
        (blue("D", 30000, 29000, arm="artillery", gun="smooth_12", facing=0), True),
    ],
)
def test_the_engaged_do_not_force_their_march(enemy: Any, allowed: bool) -> None:
    m = marching({}, enemy)
    said = move_barred(m, "A", go("advance", by=3500), forced=True)
    assert said == (None if allowed else "8-g")


@pytest.mark.rule("vivaorre:8-ad")
def test_the_disordered_reorder_on_the_spot_or_straight_back() -> None:
    unit = {"formation": "mass", "disorder": "reorder"}
    m = marching(unit)
    assert move_barred(m, "A", go("advance", by=100)) == "8-ad"
    assert barred(m, "red", "reorder", unit="A", back=3001, formation="line") is not None
    say(m, "red", "reorder", unit="A", back=3000, formation="line")
    found = now(m, "A")
    assert (found["at"], found["formation"]) == ([30000, 7000], "line")


@pytest.mark.rule("vivaorre:12-i")
def test_the_shaken_do_not_come_nearer_to_the_enemy() -> None:
    m = marching({"state": "shaken"}, blue("D", 30000, 20000))
    assert move_barred(m, "A", go("advance", by=100)) == "12-i"
    assert move_barred(m, "A", go("about"), go("advance", by=1500)) is None


@pytest.mark.rule("vivaorre:12-n")
def test_nobody_walks_off_the_table() -> None:
    m = marching({"facing": 27000, "formation": "assault"})
    assert move_barred(begun("movement", red("A", 3000, 10000, facing=27000), FAR), "A", go("advance", by=3000)) is None
    m = begun("movement", red("A", 2000, 10000, facing=27000), FAR)
    assert move_barred(m, "A", go("advance", by=2500)) is not None


@pytest.mark.rule("vivaorre:13-b")
@pytest.mark.parametrize(("die", "moves"), [(4, True), (3, False)])
def test_in_bad_weather_everybody_tests_before_he_moves(die: int, moves: bool) -> None:
    m = marching({"class": "a-c-c"}, weather="bad", dice=(die,))
    move(m, "A", go("advance", by=3000))
    assert [e.data["occasion"] for e in rolls(m, "morale")] == ["weather"]
    assert now(m, "A")["at"] == [30000, 13000 if moves else 10000]
    assert now(m, "A")["state"] == "steady"


@pytest.mark.rule("vivaorre:2-l")
def test_horse_dismounts_only_where_its_list_says_so() -> None:
    m = marching(HORSE | {"notes": ["dismount"]})
    assert move_barred(m, "A", go("form", formation="line", mounted=False)) is None
    move(m, "A", go("form", formation="line", mounted=False), go("advance", by=1500))
    assert (now(m, "A")["mounted"], now(m, "A")["figures"], now(m, "A")["at"]) == (False, 6, [30000, 11500])
    assert move_barred(marching(HORSE), "A", go("form", formation="line", mounted=False)) == "2-l"


@pytest.mark.rule("vivaorre:8-i")
def test_front_to_flank_turns_a_line_into_a_march_column_about_its_middle() -> None:
    m = marching()
    move(m, "A", go("turn", side="right"))
    found = now(m, "A")
    assert (found["facing"], found["formation"]) == (9000, "march")
    assert found["at"][1] in (9687, 9688)
    assert move_barred(marching({"formation": "assault"}), "A", go("turn", side="right")) is not None
