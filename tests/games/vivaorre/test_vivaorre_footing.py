"""Chapter 8: what lies under and ahead of a unit: areas at their edges, closed ground, lines in their order."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.table import TOUCH
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [68000, 44000])
WIDE, DEEP = 3000, 625


def stands(*terrain: Plain, at: list[int] = HERE, **more: Any) -> tuple[State, Unit]:
    s = state(red("A", at, **more), FAR, terrain=terrain)
    return s, s.units["A"]


# -- areas at their edges ---------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-s")
@pytest.mark.parametrize(
    ("x", "y"),
    [
        (28500 - TOUCH - 1, 0),
        (31500 + TOUCH + 1, 0),
        (0, 10000 + TOUCH + 1),
        (0, 9375 - TOUCH - 1),
    ],
    ids=["west", "east", "north", "south"],
)
def test_a_unit_is_in_an_area_as_soon_as_more_of_it_is_than_touches(x: int, y: int) -> None:
    """A wood on each side of a line of eight, 28500 to 31500 wide and 9375 to 10000 deep."""
    for gap, inside in ((0, False), (-2, True)):
        if x:
            outer, inner = (x - 4000, x - gap + 2 * TOUCH) if x < 30000 else (x + gap - 2 * TOUCH, x + 4000)
            box = [[outer, 5000], [inner, 5000], [inner, 15000], [outer, 15000]]
        else:
            outer, inner = (y - 4000, y - gap + 2 * TOUCH) if y < 9700 else (y + gap - 2 * TOUCH, y + 4000)
            box = [[25000, outer], [35000, outer], [35000, inner], [25000, inner]]
        s, unit = stands({"id": "w", "type": "open_wood", "shape": box})
        assert ground.is_in(unit.pose, s.ground.pieces["w"]) is inside
        assert [piece.id for piece in ground.areas_under(s, unit.pose)] == (["w"] if inside else [])


@pytest.mark.rule("vivaorre:14-b")
@pytest.mark.parametrize(
    ("south", "north", "inside"), [(8, 9.68, False), (8, 9.69, True), (9.68, 12, True), (9.7, 12, False)]
)
def test_the_centre_decides_about_cover(south: float, north: float, inside: bool) -> None:
    low, high = int(1000 * south), int(1000 * north)
    box = [[29000, low], [31000, low], [31000, high], [29000, high]]
    s, unit = stands({"id": "w", "type": "open_wood", "shape": box})
    assert ground.centre_in(unit.pose, s.ground.pieces["w"]) is inside
    assert (ground.cover_of(s, unit, s.units["D"].pose) == "light") is inside


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-w")
def test_horse_in_march_column_is_not_disordered_by_houses_and_woods_disorder_all() -> None:
    village, wood = area("v", "building", 20, 5, 40, 15), area("w", "open_wood", 20, 5, 40, 15)
    hill = area("h", "gentle_hill", 20, 5, 40, 15)
    column: Plain = {"arm": "cavalry", "formation": "march"}
    troops: Plain
    for terrain, troops, disordered in (
        (village, column, False),
        (village, {}, True),
        (village, {"formation": "march"}, True),
        (wood, column, True),
        (hill, {}, False),
    ):
        s, unit = stands(terrain, **troops)
        assert ground.disorders_at(s, unit) is disordered
        found = ground.difficult_stretches(s, unit, unit.pose, 0, 1000, disordering=True)
        assert bool(found) is disordered


@pytest.mark.rule("vivaorre:8-s")
def test_difficult_ground_far_ahead_is_on_the_way_and_behind_is_not() -> None:
    s, unit = stands(area("w", "open_wood", 20, 29, 40, 31), area("v", "open_wood", 20, 0, 40, 9))
    assert ground.difficult_stretches(s, unit, unit.pose, 0, 18900) == []
    (ahead,) = ground.difficult_stretches(s, unit, unit.pose, 0, 25000)
    assert ahead[0] in range(19000, 19000 + TOUCH + 1)
    assert ahead[1] in range(21625 - TOUCH, 21626)
    assert ground.difficult_way(s, 30000, 10000, 30000, 28900) == 0
    assert ground.difficult_way(s, 30000, 10000, 30000, 30000) in range(990, 1002)


# -- closed ground ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:8-u")
def test_the_first_closed_area_on_the_way_is_named_with_its_rule_and_how_far_it_is() -> None:
    pieces = (
        area("far", "impassable", 20, 18, 40, 20, material="cliff"),
        area("near", "dense_wood", 20, 13, 40, 15),
        area("between", "impassable", 20, 16, 40, 17, material="jungle"),
    )
    s, horse = stands(*pieces, arm="cavalry")
    found = ground.closed_on_way(s, horse, horse.pose, 0, 12000)
    assert found is not None
    assert (found[0], found[1].id) == ("8-u", "near")
    assert found[2] in range(3000, 3000 + TOUCH + 1)
    s, foot = stands(*pieces)
    found = ground.closed_on_way(s, foot, foot.pose, 0, 12000)
    assert found is not None
    assert (found[0], found[1].id) == ("8-ab", "between"), "woods are open to foot"
    assert ground.closed_on_way(s, foot, foot.pose, 0, 5900) is None
    assert ground.closed_on_way(s, foot, foot.pose, 18000, 9000) is None
    parts = [[[20000, y], [40000, y], [40000, y + 1000], [20000, y + 1000]] for y in (18000, 14000)]
    s, foot = stands({"id": "x", "type": "impassable", "shapes": parts})
    found = ground.closed_on_way(s, foot, foot.pose, 0, 12000)
    assert found is not None
    assert found[2] in range(4000, 4000 + TOUCH + 1), "the nearer of its parts"


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_water_is_closed_where_one_stands_in_it_and_no_bridge_is_under_one() -> None:
    river = area("r", "impassable", 20, 8, 40, 12, material="river")
    bridge = line("b", "bridge", (30, 7), (30, 13))
    s = state(red("A", [30000, 20000], formation="march"), red("B", [40000, 20000]), FAR, terrain=(river, bridge))
    column, formed = s.units["A"], s.units["B"]
    assert ground.closed_at(s, column, (30000, 10000, *column.pose[2:])) is None
    there = ground.closed_at(s, formed, (30000, 10000, *formed.pose[2:]))
    assert there is not None
    assert (there[0], there[1].id) == ("8-aa", "r")
    aside = ground.closed_at(s, column, (35000, 10000, *column.pose[2:]))
    assert aside is not None
    assert aside[0] == "8-ab"
    assert ground.closed_at(s, column, column.pose) is None


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:12-k")
def test_who_has_no_choice_is_stopped_by_the_nearest_that_is_closed() -> None:
    cliff, river = (
        area("c", "impassable", 20, 14, 40, 16),
        line("r", "impassable", (20, 12), (40, 12), material="river"),
    )
    s, unit = stands(cliff)
    shut = ground.shut_on_way(s, unit, unit.pose, 0, 9000)
    assert shut is not None
    assert shut in range(4000, 4000 + TOUCH + 1)
    assert ground.shut_on_way(s, unit, unit.pose, 0, 3900) is None
    s, unit = stands(cliff, river)
    assert ground.shut_on_way(s, unit, unit.pose, 0, 9000) == 1999, "a hair before the water"
    s, unit = stands(line("h", "hedge", (20, 12), (40, 12)))
    assert ground.shut_on_way(s, unit, unit.pose, 0, 9000) is None
    s, unit = stands(line("g", "gully", (20, 12), (40, 12)), arm="cavalry")
    assert ground.shut_on_way(s, unit, unit.pose, 0, 9000) == 1999
    s, unit = stands(line("g", "gully", (20, 10), (40, 10)), arm="cavalry", at=[30000, 10000])
    assert ground.shut_on_way(s, unit, unit.pose, 0, 9000) in (None, 0)


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:12-k")
def test_closed_ground_in_which_one_stands_already_does_not_stop_one() -> None:
    s, unit = stands(area("w", "dense_wood", 50, 30, 60, 40), arm="cavalry")
    inside = (55000, 35000, *unit.pose[2:])
    assert ground.shut_on_way(s, unit, inside, 0, 2000) is None


# -- lines ------------------------------------------------------------------------------------------------------------


def across(*terrain: Plain, to: tuple[int, int] = (30000, 30000)) -> list[tuple[int, str, str | None]]:
    s, _ = stands(*terrain)
    found = ground.crossed(s, 30000, 10000, *to)
    return [(one.way, one.piece.id, None if one.by is None else one.by.id) for one in found]


@pytest.mark.rule("vivaorre:8-y", "vivaorre:8-x")
def test_lines_are_crossed_in_the_order_in_which_they_lie() -> None:
    lines = (
        line("wall", "wall", (20, 20), (40, 20)),
        line("hedge", "hedge", (20, 12), (40, 12)),
        line("road", "road", (20, 13), (40, 13)),
        line("gully", "gully", (20, 16), (40, 16)),
        line("aside", "hedge", (40, 12), (50, 12)),
        line("beyond", "hedge", (20, 31), (40, 31)),
        line("behind", "hedge", (20, 9), (40, 9)),
    )
    assert across(*lines) == [(2000, "hedge", None), (6000, "gully", None), (10000, "wall", None)]
    assert across(*lines, to=(30000, 8000)) == [(1000, "behind", None)]
    assert across(*lines, to=(10000, 10000)) == []
    assert across(line("h", "hedge", (35, 0), (35, 40)), to=(40000, 10000)) == [(5000, "h", None)]
    assert across(line("h", "hedge", (25, 0), (25, 40)), to=(20000, 10000)) == [(5000, "h", None)]


@pytest.mark.rule("vivaorre:8-aa")
def test_a_line_is_crossed_by_the_bridge_that_lies_where_it_is_met() -> None:
    stream, bridge = line("s", "stream", (20, 14), (40, 14)), line("b", "bridge", (30, 13), (30, 15))
    assert across(stream, bridge) == [(4000, "s", "b")]
    assert across(stream, bridge, to=(34000, 30000)) == [(4079, "s", None)]
    ford = line("f", "ford", (30, 13), (30, 15))
    assert across(stream, ford, bridge) == [(4000, "s", "b")], "a bridge before a ford"
    assert across(stream, ford) == [(4000, "s", "f")], "a ford laid over water counts once"


@pytest.mark.rule("vivaorre:8-aa")
def test_a_ford_of_its_own_and_water_that_is_an_area_are_crossed_once() -> None:
    ford = line("f", "ford", (25, 14), (35, 14))
    assert across(ford) == [(4000, "f", "f")]
    river = area("r", "impassable", 20, 14, 40, 18, material="river")
    assert across(river) == [(4000, "r", None)]
    over = line("o", "ford", (30, 13), (30, 19))
    assert across(river, over) == [(4000, "r", "o")]
    assert across(area("j", "impassable", 20, 14, 40, 18, material="jungle")) == []
    assert across(area("w", "open_wood", 20, 14, 40, 18)) == []
    cliff = line("c", "impassable", (20, 14), (40, 14), material="cliff")
    assert across(cliff) == [(4000, "c", None)]


# -- cover and height -------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-h", "vivaorre:8-w", "vivaorre:14-b")
def test_the_best_cover_counts() -> None:
    def cover(*terrain: Plain, **more: Any) -> str | None:
        s, unit = stands(*terrain, **more)
        return ground.cover_of(s, unit, s.units["D"].pose)

    wood, fort = area("w", "open_wood", 20, 5, 40, 15), area("f", "heavy_works", 20, 5, 40, 15)
    assert cover(wood, fort) == cover(fort, wood) == "heavy"
    house = area("h", "building", 20, 5, 40, 15)
    rider = {"arm": "cavalry", "formation": "march"}
    assert cover(house, **rider) is None
    assert cover(house, wood, **rider) == "light", "houses are no cover to riders, trees are"
    assert cover(area("e", "heavy_works", 40, 5, 50, 15)) is None


@pytest.mark.rule("vivaorre:8-y")
@pytest.mark.parametrize(("y", "lined"), [(10500, True), (10501, False), (8875, True), (8874, False)])
def test_who_is_within_half_an_inch_lines_a_hedge(y: int, lined: bool) -> None:
    hedge = {"id": "h", "type": "hedge", "line": [[20000, y], [40000, y]]}
    s, unit = stands(hedge)
    assert ground.lines(unit.pose, s.ground.pieces["h"]) is lined


@pytest.mark.rule("vivaorre:8-x")
@pytest.mark.parametrize(
    ("y", "cover"), [(9688, "light"), (10187, "light"), (10189, None), (9188, "light"), (9185, None)]
)
def test_who_has_his_centre_in_a_gully_is_covered_by_it(y: int, cover: str | None) -> None:
    gully = {"id": "g", "type": "gully", "line": [[20000, y], [40000, y]]}
    s, unit = stands(gully)
    assert ground.cover_of(s, unit, s.units["D"].pose) == cover


@pytest.mark.rule("vivaorre:8-v", "vivaorre:13-e")
def test_who_stands_on_a_hill_that_the_other_is_not_on_is_higher() -> None:
    low, high = area("l", "gentle_hill", 20, 5, 40, 15), area("h", "steep_hill", 25, 8, 35, 12)
    s, unit = stands(low, high)
    there = (22000, 10000, 0, 1000, 625)
    assert ground.hills_under(s, unit.pose) == {"l", "h"}
    assert ground.is_higher(s, unit.pose, there)
    assert not ground.is_higher(s, there, unit.pose)
    assert not ground.is_higher(s, unit.pose, unit.pose)
    assert ground.is_higher(s, there, s.units["D"].pose)
