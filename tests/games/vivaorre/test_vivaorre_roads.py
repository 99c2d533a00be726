"""Chapter 8, roads, bridges and fords: what lies on them and where they lead; chapter 3: an army on the march."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Advance, Follow, Move
from quadrilatero.games.vivaorre.records import Route
from quadrilatero.games.vivaorre.rules import marching, roads
from quadrilatero.games.vivaorre.rules.roads import RoadLeg
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Refusal
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
BENT = ((30000, 0), (30000, 20000), (50000, 20000))


def ground(*terrain: Plain, **more: Any) -> State:
    return state(red("A", HERE, **more), FAR, terrain=terrain)


# -- roads ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (30000, 10000, True),
        (30500, 10000, True),
        (30502, 10000, False),
        (29500, 10000, True),
        (29498, 10000, False),
        (30000, 20500, True),
        (30000, 20502, False),
        (30000, 4500, True),
        (30000, 4498, False),
    ],
)
def test_a_road_is_as_wide_as_it_is_to_both_sides_and_at_its_ends(x: int, y: int, on: bool) -> None:
    s = ground(line("r", "road", (30, 5), (30, 20)))
    assert roads.lies_on(s.ground.pieces["r"], x, y) is on
    assert roads.on_road(s, (x, y, 0, 375, 5000)) is on


@pytest.mark.rule("vivaorre:8-aa")
def test_only_roads_are_roads() -> None:
    s = ground(line("h", "hedge", (30, 5), (30, 20)), line("b", "bridge", (30, 5), (30, 20)))
    assert not roads.on_road(s, (30000, 10000, 0, 375, 5000))
    assert roads.road_ahead(s, 30000, 10000, 0, 5000) == 0


@pytest.mark.rule("vivaorre:8-aa")
def test_how_far_a_way_stays_on_roads() -> None:
    further = line("t", "road", (30, 20), (30, 30)), line("u", "road", (30, 40), (30, 45))
    s = ground(line("r", "road", (30, 5), (30, 20)), *further)
    assert roads.road_ahead(s, 30000, 10000, 0, 5000) == 5000
    assert roads.road_ahead(s, 30000, 10000, 0, 40000) in range(19990, 20511), "one road leads on into the other"
    assert roads.road_ahead(s, 30000, 10000, 9000, 5000) in range(480, 521), "across it"
    assert roads.road_ahead(s, 36000, 10000, 27000, 9000) == 0, "it has to begin there"


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("x", "y", "by", "forward", "legs"),
    [
        (30000, 5000, 4000, True, [RoadLeg(0, 4000)]),
        (30000, 15000, 5000, True, [RoadLeg(0, 5000)]),
        (30000, 15000, 8000, True, [RoadLeg(0, 5000), RoadLeg(9000, 3000)]),
        (30000, 15000, 90000, True, [RoadLeg(0, 5000), RoadLeg(9000, 20000)]),
        (35000, 20000, 8000, False, [RoadLeg(27000, 5000), RoadLeg(18000, 3000)]),
        (35000, 20000, 8000, True, [RoadLeg(9000, 8000)]),
        (30000, 15000, 90000, False, [RoadLeg(18000, 15000)]),
        (30300, 15000, 2000, True, [RoadLeg(0, 2000)]),
    ],
)
def test_a_way_along_a_road_follows_its_bends(x: int, y: int, by: int, forward: bool, legs: list[RoadLeg]) -> None:
    assert roads.legs_along(BENT, x, y, by, forward) == legs


# -- bridges and fords ------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-aa")
def test_a_bridge_is_found_before_a_ford() -> None:
    ford, bridge = line("f", "ford", (30, 9), (30, 12)), line("b", "bridge", (30, 10), (30, 11))
    s = ground(ford, bridge, line("r", "road", (30, 0), (30, 40)))
    at = [roads.passage_at(s, 30000, y) for y in (8000, 9200, 10200)]
    assert [None if piece is None else piece.id for piece in at] == [None, "f", "b"]


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-ab")
def test_water_is_passed_by_who_keeps_to_the_bridge_all_the_way_over() -> None:
    river = area("r", "impassable", 0, 12, 72, 14, material="river")
    bridge = line("b", "bridge", (30, 11), (30, 15))
    s = ground(river, bridge, formation="march")
    column, water = s.units["A"], s.ground.pieces["r"]

    def over(x: int, y: int, bearing: int, by: int) -> bool:
        pose = (x, y, bearing, *column.pose[3:])
        return roads.passage_over(s, pose, bearing, by, water) is not None

    assert over(30000, 10000, 0, 10000)
    assert over(30400, 10000, 0, 10000)
    assert not over(30600, 10000, 0, 10000)
    assert over(30000, 13000, 0, 0), "in the middle of it"
    assert not over(30000, 10000, 1500, 10000), "aslant it leaves the bridge"
    assert not over(30000, 5000, 18000, 500), "it is over no water"
    short = ground(river, line("b", "bridge", (30, 11), (30, 13)), formation="march")
    pose = (30000, 10000, *short.units["A"].pose[2:])
    assert roads.passage_over(short, pose, 0, 10000, short.ground.pieces["r"]) is None, "it ends in the river"


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("material", "formation", "found"),
    [("river", "march", None), ("river", "assault", None), ("river", "line", "8-aa"), ("jungle", "march", "8-ab")],
)
def test_bridges_open_water_to_columns(material: str, formation: str, found: str | None) -> None:
    piece = area("r", "impassable", 0, 12, 72, 14, material=material)
    s = ground(piece, line("b", "bridge", (30, 11), (30, 15)), formation=formation)
    unit = s.units["A"]
    assert roads.opens(s, unit, unit.pose, 0, 9000, s.ground.pieces["r"], "8-ab") == found


# -- on the march -----------------------------------------------------------------------------------------------------


def on_the_march() -> State:
    """Red's A and B are to come along a way to the north, C is on the table."""
    units = red("A", None), red("B", None), red("C", HERE, formation="march"), red("G", None, arm="artillery"), FAR
    s = state(*units)
    s.route = Route("red", ("A", "B", "G"), ((20000, 0), (20000, 30000), (40000, 48000)))
    return s


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


@pytest.mark.rule("vivaorre:3-d")
def test_units_on_the_march_enter_in_their_order() -> None:
    s = on_the_march()
    assert [why(marching.refuse_turn(s, s.units[id])) for id in "ABC"] == [None, ("3-d", "waits_its_turn"), None]
    s.change(s.units["A"], at=(20000, 5000))
    assert marching.refuse_turn(s, s.units["B"]) is None
    assert marching.refuse_turn(s, s.units["A"]) is None
    s.route = Route("blue", ("D",), ((0, 0), (1, 1)))
    assert marching.refuse_turn(s, s.units["B"]) is None, "only their own side's way binds them"
    s.route = None
    assert marching.refuse_turn(s, s.units["G"]) is None


@pytest.mark.rule("vivaorre:3-d")
def test_units_on_the_march_keep_to_their_way() -> None:
    s = on_the_march()

    def found(unit: str, *path: Any, enter: list[int] | None = None) -> tuple[str | None, str] | None:
        return why(marching.refuse_march(s, s.units[unit], Move(unit=unit, path=list(path), enter=enter)))

    along = Follow(road="route", by=1000)
    assert found("A", along, enter=[20000, 0]) is None
    assert found("A", along, enter=[20001, 0]) == ("3-d", "enters_by_its_route")
    assert found("A", along) == ("3-d", "enters_by_its_route")
    assert found("A", Advance(by=1000), enter=[20000, 0]) == ("3-d", "keeps_to_its_route")
    assert found("C", along) is None
    assert found("C", along, Advance(by=1)) == ("3-d", "keeps_to_its_route")
    assert found("C", Follow(road="r", by=1000)) == ("3-d", "keeps_to_its_route")
    assert found("D", Advance(by=1000)) is None
    s.route = None
    assert found("C", Advance(by=1000)) is None


@pytest.mark.rule("vivaorre:3-d", "vivaorre:2-k")
def test_units_enter_where_their_way_begins_facing_along_it_in_march_column() -> None:
    s = on_the_march()
    for id, formation in (("A", "march"), ("G", "limbered")):
        there = marching.entering(s, s.units[id])
        assert (there.at, there.facing, there.formation) == ((20000, 0), 0, formation)
    slant = marching.in_column(s.units["A"], 0, 0, 10000, 10000)
    assert (slant.facing, slant.pose[3]) == (4500, 375)


@pytest.mark.rule("vivaorre:3-d", "vivaorre:3-e")
def test_the_march_is_over_once_an_ambusher_is_seen() -> None:
    s = on_the_march()
    marching.spring(s, s.units["C"])
    assert marching.is_marching(s, s.units["A"]), "one of their own is no ambusher"
    assert not marching.is_marching(s, s.units["D"])
    marching.spring(s, s.units["D"])
    assert s.route is None
    assert not marching.is_marching(s, s.units["A"])
