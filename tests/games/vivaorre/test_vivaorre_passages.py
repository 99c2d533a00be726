"""Chapter 8: roads, bridges and ground to the last mil: where ways begin and end, and what lies side by side."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import ground, roads
from quadrilatero.games.vivaorre.rules.going import Going
from quadrilatero.games.vivaorre.rules.ground import Crossing
from quadrilatero.games.vivaorre.rules.roads import RoadLeg
from quadrilatero.games.vivaorre.state import State, Unit
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [68000, 44000])
BENT = ((30000, 0), (30000, 20000), (50000, 20000))
COLUMN = (375, 5000)
RIVER = area("r", "impassable", 20, 12, 40, 14, material="river")


def stands(*terrain: Plain, at: list[int] = HERE, **more: Any) -> tuple[State, Unit]:
    s = state(red("A", at, **more), FAR, terrain=terrain)
    return s, s.units["A"]


def box(west: int, south: int, east: int, north: int) -> list[list[int]]:
    return [[west, south], [east, south], [east, north], [west, north]]


def upright(id: str, kind: str, south: int, north: int, x: int = 30000) -> Plain:
    """A line that runs from south to north, in mils."""
    return {"id": id, "type": kind, "line": [[x, south], [x, north]]}


# -- roads ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("gap", "far"), [(20, 20001), (21, 20001), (22, 10001)])
def test_a_road_leads_on_into_the_next_over_a_hair_between_them(gap: int, far: int) -> None:
    s, _ = stands(upright("r", "road", 5000, 20000), upright("t", "road", 20000 + gap, 30000))
    assert roads.road_ahead(s, 30000, 10000, 0, 40000) == far


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("y", "on"), [(20501, True), (20502, False), (4500, True), (4499, False)])
def test_a_place_is_a_mil_deep(y: int, on: bool) -> None:
    s, _ = stands(upright("r", "road", 5000, 20000))
    assert roads.lies_on(s.ground.pieces["r"], 30000, y) is on


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("x", "y", "by", "legs"),
    [
        (30000, 20000, 3000, [RoadLeg(9000, 3000)]),
        (30000, 19999, 5001, [RoadLeg(0, 1), RoadLeg(9000, 5000)]),
        (30000, 15000, 5001, [RoadLeg(0, 5000), RoadLeg(9000, 1)]),
        (30002, 20000, 3000, [RoadLeg(0, 2), RoadLeg(9000, 2998)]),
        (30003, 20000, 3000, [RoadLeg(9000, 3000)]),
    ],
)
def test_at_a_bend_no_part_of_a_way_is_nothing_and_none_is_left_out(
    x: int, y: int, by: int, legs: list[RoadLeg]
) -> None:
    assert roads.legs_along(BENT, x, y, by, True) == legs


# -- bridges and fords ------------------------------------------------------------------------------------------------


def leads_over(s: State, x: int, y: int, bearing: int, by: int, river: str = "r") -> bool:
    return roads.passage_over(s, (x, y, bearing, *COLUMN), bearing, by, s.ground.pieces[river]) is not None


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_only_bridges_and_fords_lead_over_water() -> None:
    for kind, over in (("bridge", True), ("ford", True), ("road", False), ("gully", False)):
        s, _ = stands(RIVER, upright("x", kind, 11000, 15000))
        assert leads_over(s, 30000, 10000, 0, 10000) is over, kind


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("x", "over"), [(30000, True), (30501, True), (30502, False), (29499, True), (29498, False)])
def test_the_rear_of_a_column_is_straight_behind_it_on_the_bridge(x: int, over: bool) -> None:
    """Its rear is still over the water, its front has long been out of it; and the same the other way."""
    s, _ = stands(RIVER, upright("b", "bridge", 11000, 15000))
    assert leads_over(s, x, 13000 + 5000, 0, 0) is over
    assert leads_over(s, x, 13000 - 5000, 18000, 0) is over


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("y", "over"), [(20000, True), (20501, True), (20503, False), (19500, True), (19498, False)])
def test_the_rear_of_a_column_that_goes_west_is_on_the_bridge(y: int, over: bool) -> None:
    river = area("r", "impassable", 30, 10, 32, 30, material="river")
    s, _ = stands(river, line("b", "bridge", (29, 20), (33, 20)))
    assert leads_over(s, 31000 - 5000, y, 27000, 0) is over
    assert leads_over(s, 31000 + 5000, y, 9000, 0) is over


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("bearing", "x"), [(1500, 29224), (34500, 30776)])
def test_a_column_may_cross_a_bridge_a_little_aslant(bearing: int, x: int) -> None:
    s, _ = stands(RIVER, upright("b", "bridge", 11000, 15000))
    assert leads_over(s, x, 10102, bearing, 8000)
    assert not leads_over(s, x + 400, 10102, bearing, 8000)
    assert not leads_over(s, x - 400, 10102, bearing, 8000)


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_a_bridge_that_begins_in_the_water_leads_over_it_from_no_side() -> None:
    river = area("r", "impassable", 30, 10, 40, 30, material="river")
    s, _ = stands(river, line("b", "bridge", (32, 12), (42, 12)))
    assert not leads_over(s, 29000, 12000, 9000, 4000)
    s, _ = stands(river, line("b", "bridge", (29, 12), (42, 12)))
    assert leads_over(s, 29000, 12000, 9000, 4000)


# -- areas of several parts, side by side -----------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-s", "vivaorre:14-b")
def test_who_is_in_one_part_of_an_area_is_in_it() -> None:
    parts = [box(20000, 5000, 40000, 15000), box(50000, 5000, 60000, 15000)]
    s, unit = stands({"id": "w", "type": "open_wood", "shapes": parts}, area("h", "gentle_hill", 20, 5, 40, 15))
    assert ground.is_in(unit.pose, s.ground.pieces["w"])
    assert ground.centre_in(unit.pose, s.ground.pieces["w"])
    assert ground.disorders_at(s, unit), "the hill would not"
    assert ground.hills_under(s, unit.pose) == {"h"}, "the wood is none"


@pytest.mark.rule("vivaorre:8-w")
def test_only_in_march_column_horse_keeps_its_order_among_houses() -> None:
    s, _ = stands(area("h", "building", 50, 5, 60, 15))
    for formation, disordered in (("line", True), ("mass", True), ("march", False)):
        _, rider = stands(arm="cavalry", formation=formation)
        assert ground.disorders(rider, s.ground.pieces["h"]) is disordered


@pytest.mark.rule("vivaorre:8-s")
@pytest.mark.parametrize(
    ("stretches", "joined"),
    [
        ([(0, 5), (3, 4)], [(0, 5)]),
        ([(2, 5), (3, 9)], [(2, 9)]),
        ([(2, 5), (5, 9)], [(2, 9)]),
        ([(2, 5), (6, 9)], [(2, 5), (6, 9)]),
        ([(1, 2), (7, 9), (8, 12), (12, 20), (30, 31)], [(1, 2), (7, 20), (30, 31)]),
        ([], []),
    ],
)
def test_stretches_that_meet_are_one(stretches: list[tuple[int, int]], joined: list[tuple[int, int]]) -> None:
    assert ground._joined(stretches) == joined


@pytest.mark.rule("vivaorre:8-s", "vivaorre:5-g")
def test_only_difficult_ground_slows_a_rider_and_once_where_it_overlaps() -> None:
    s, _ = stands(area("w", "open_wood", 32, 5, 36, 15), area("m", "marsh", 35, 5, 38, 15))
    assert ground.difficult_way(s, 30000, 10000, 40000, 10000) in range(5998, 6004)
    assert ground.difficult_way(s, 40000, 10000, 30000, 10000) in range(5998, 6004)
    s, _ = stands(area("h", "gentle_hill", 32, 5, 36, 15), area("o", "open", 35, 5, 38, 15))
    assert ground.difficult_way(s, 30000, 10000, 40000, 10000) == 0


# -- the edge of the table --------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-n", "vivaorre:5-j")
@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (0, 0, True),
        (-1, 20000, False),
        (0, 20000, True),
        (72000, 20000, True),
        (72001, 20000, False),
        (30000, -1, False),
        (30000, 0, True),
        (30000, 48000, True),
        (30000, 48001, False),
    ],
)
def test_whatever_hangs_over_the_edge_the_place_of_a_unit_is_on_the_table(x: int, y: int, on: bool) -> None:
    s, unit = stands()
    assert ground.is_on_table(s, (x, y, *unit.pose[2:]), (9000, 9000, 9000, 9000)) is on


@pytest.mark.rule("vivaorre:12-n")
@pytest.mark.parametrize(
    ("x", "y", "facing"), [(600, 20000, 9000), (71400, 20000, 27000), (30000, 600, 0), (30000, 47400, 18000)]
)
def test_no_part_hangs_over_any_edge_that_did_not_before(x: int, y: int, facing: int) -> None:
    s, unit = stands()
    pose = (x, y, facing, *unit.pose[3:])
    hang = ground.overhang(s, pose)
    assert sorted(hang) == [0, 0, 0, 25]
    assert not ground.is_on_table(s, pose, (0, 0, 0, 0))
    assert ground.is_on_table(s, pose, hang)
    assert not ground.is_on_table(s, pose, (hang[3], *hang[:3])), "room at another edge is of no use"


# -- closed ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-ab")
def test_of_closed_areas_the_nearest_stops_one_and_of_two_as_near_the_first() -> None:
    def first(*terrain: Plain) -> tuple[str, int]:
        s, unit = stands(*terrain)
        found = ground.closed_on_way(s, unit, unit.pose, 0, 12000)
        assert found is not None
        return found[1].id, found[2] // 100

    far, long = area("far", "impassable", 20, 18, 40, 20), area("long", "impassable", 20, 14, 40, 30)
    assert first(far, long) == first(long, far) == ("long", 40)
    west, east = area("w", "impassable", 20, 14, 30, 16), area("e", "impassable", 30, 14, 40, 16)
    assert first(west, east) == ("w", 40)
    assert first(east, west) == ("e", 40)
    parts = [box(50000, 14000, 60000, 16000), box(20000, 14000, 40000, 16000)]
    assert first({"id": "x", "type": "impassable", "shapes": parts}) == ("x", 40), "one of its parts lies aside"


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_a_marsh_by_a_river_is_open_with_and_without_a_bridge() -> None:
    marsh = area("m", "marsh", 20, 8, 40, 14, material="river")
    s, unit = stands(marsh, line("b", "bridge", (30, 5), (30, 16)))
    assert ground.closed_at(s, unit, unit.pose) is None
    assert ground.closed_on_way(s, unit, (30000, 7000, *unit.pose[2:]), 0, 9000) is None
    assert ground.crossed(s, 30000, 7000, 30000, 16000) == []


@pytest.mark.rule("vivaorre:8-x", "vivaorre:12-k")
@pytest.mark.parametrize(("ahead", "free"), [(1, 0), (2, 1), (500, 499)])
def test_who_has_no_choice_stops_a_mil_before_a_gully(ahead: int, free: int) -> None:
    y = 10000 + ahead
    s, unit = stands({"id": "g", "type": "gully", "line": [[20000, y], [40000, y]]}, arm="cavalry")
    assert ground.shut_on_way(s, unit, unit.pose, 0, 9000) == free


# -- lines ------------------------------------------------------------------------------------------------------------


def across(*terrain: Plain, to: tuple[int, int]) -> list[tuple[int, str, str | None]]:
    s, _ = stands(*terrain)
    found = ground.crossed(s, 30000, 10000, *to)
    return [(one.way, one.piece.id, None if one.by is None else one.by.id) for one in found]


@pytest.mark.rule("vivaorre:8-y")
@pytest.mark.parametrize(
    ("hedge", "to"),
    [
        (line("h", "hedge", (20, 14), (40, 14)), (30000, 14000)),
        (line("h", "hedge", (20, 6), (40, 6)), (30000, 6000)),
        (line("h", "hedge", (34, 0), (34, 40)), (34000, 10000)),
        (line("h", "hedge", (26, 0), (26, 40)), (26000, 10000)),
    ],
    ids=["north", "south", "east", "west"],
)
def test_a_way_that_ends_on_a_hedge_has_crossed_it(hedge: Plain, to: tuple[int, int]) -> None:
    assert across(hedge, to=to) == [(4000, "h", None)]


@pytest.mark.rule("vivaorre:8-aa")
def test_a_ford_laid_aslant_over_water_counts_once_with_the_water() -> None:
    ford = line("f", "ford", (29, 13), (31, 15))
    stream = line("s", "stream", (20, 14), (40, 14))
    river = line("r", "impassable", (20, 14), (40, 14), material="river")
    lake = area("l", "impassable", 20, 14, 40, 18, material="river")
    assert across(ford, to=(30000, 30000)) == [(4000, "f", "f")]
    assert across(ford, stream, to=(30000, 30000)) == [(4000, "s", "f")]
    assert across(ford, river, to=(30000, 30000)) == [(4000, "r", "f")]
    assert across(ford, lake, to=(30000, 30000)) == [(4000, "l", "f")]
    aside = line("s", "stream", (20, 20), (40, 20))
    assert across(ford, aside, to=(30000, 30000)) == [(4000, "f", "f"), (10000, "s", None)], "no ford leads over that"
    hedge = line("h", "hedge", (20, 14), (40, 14))
    assert ("f", "f") in [one[1:] for one in across(ford, hedge, to=(30000, 30000))], "a hedge is no water"


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize("east", [True, False])
def test_a_way_aslant_is_on_the_bridge_where_it_meets_the_water(east: bool) -> None:
    x = 33000 if east else 27000
    stream, bridge = line("s", "stream", (10, 14), (50, 14)), upright("b", "bridge", 13000, 15000, x)
    assert across(stream, bridge, to=(x + x - 30000, 18000)) == [(5000, "s", "b")]
    assert across(stream, bridge, to=(x + x - 30000 + 2000, 18000))[0][2] is None


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_water_is_met_at_whichever_bank_one_comes_to() -> None:
    lake = area("l", "impassable", 34, 5, 38, 15, material="river")
    assert across(lake, to=(45000, 10000)) == [(4000, "l", None)]
    lake = area("l", "impassable", 22, 5, 26, 15, material="river")
    assert across(lake, to=(15000, 10000)) == [(4000, "l", None)]


@pytest.mark.rule("vivaorre:8-x", "vivaorre:8-y", "vivaorre:8-aa")
@pytest.mark.parametrize(
    ("kind", "rule", "part"),
    [("hedge", "8-y", 4), ("wall", "8-y", 4), ("stream", "8-y", 2), ("gully", "8-x", 4), ("ford", "8-aa", 2)],
)
def test_what_a_line_costs_and_the_rule_that_says_so(kind: str, rule: str, part: int) -> None:
    s, unit = stands(line("x", kind, (20, 14), (40, 14)), formation="march")
    crossing = Crossing(4000, s.ground.pieces["x"], None)
    walk = Going(s, unit)
    assert ground.crossing_cost(unit, crossing) == walk.left // part
    walk.left = walk.left // part - 1
    refusal = walk.cross(crossing, 0, 0, 1)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, "crossing_too_dear")


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-x")
@pytest.mark.parametrize("kind", ["stream", "gully", "impassable"])
def test_columns_cross_whatever_a_bridge_leads_over_for_nothing(kind: str) -> None:
    over = line("x", kind, (20, 14), (40, 14)), line("b", "bridge", (30, 13), (30, 15))
    s, column = stands(*over, formation="march")
    crossing = Crossing(4000, s.ground.pieces["x"], s.ground.pieces["b"])
    assert ground.crossing_cost(column, crossing) == 0
    _, formed = stands(*over)
    alone = Crossing(4000, s.ground.pieces["x"], None)
    assert ground.crossing_cost(formed, crossing) == ground.crossing_cost(formed, alone)
    if kind == "impassable":
        assert ground.crossing_cost(formed, alone) == 0, "it has no price: it is closed"
        assert ground.refuses_crossing(formed, alone) == "8-ab"


@pytest.mark.rule("vivaorre:8-ab")
def test_climbers_on_foot_cross_a_crest_that_is_a_line() -> None:
    crest = line("c", "impassable", (20, 14), (40, 14), material="crest")
    for notes, rule in (([], "8-ab"), (["climb"], None)):
        s, unit = stands(crest, notes=notes)
        assert ground.refuses_crossing(unit, Crossing(4000, s.ground.pieces["c"], None)) == rule


# -- cover ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-u", "vivaorre:8-z", "vivaorre:14-b")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("open_wood", "light"),
        ("dense_wood", "light"),
        ("rough", "light"),
        ("bushes", "light"),
        ("building", "light"),
        ("light_works", "light"),
        ("heavy_works", "heavy"),
        ("marsh", None),
        ("sand", None),
        ("open", None),
        ("gentle_hill", "light"),
        ("steep_hill", "light"),
    ],
)
def test_which_areas_are_cover(kind: str, cover: str | None) -> None:
    s, unit = stands(area("x", kind, 20, 5, 40, 15), formation="mass")
    assert ground.cover_of(s, unit, s.units["D"].pose) == cover


@pytest.mark.rule("vivaorre:14-b")
@pytest.mark.parametrize(("kind", "cover"), [("light_works", "light"), ("open_wood", "light"), ("building", "heavy")])
def test_of_what_is_fortified_only_buildings_are_heavy_cover(kind: str, cover: str) -> None:
    s, unit = stands(area("x", kind, 20, 5, 40, 15, material="fortified"), formation="mass")
    assert ground.cover_of(s, unit, s.units["D"].pose) == cover


@pytest.mark.rule("vivaorre:8-x")
@pytest.mark.parametrize("kind", ["road", "ford", "bridge", "stream"])
def test_other_lines_under_a_unit_are_no_cover(kind: str) -> None:
    s, unit = stands(line("x", kind, (20, 10), (40, 10)), formation="mass")
    assert ground.cover_of(s, unit, s.units["D"].pose) is None


@pytest.mark.rule("vivaorre:8-x")
@pytest.mark.parametrize(("x", "cover"), [(29499, "light"), (29498, None), (30501, "light"), (30502, None)])
def test_a_gully_that_runs_along_the_facing_covers_to_both_sides(x: int, cover: str | None) -> None:
    s, unit = stands(upright("g", "gully", 5000, 15000, x))
    assert ground.cover_of(s, unit, s.units["D"].pose) == cover
