"""Fronts, rears, cones and arcs, checked against angles in the plane."""

from math import atan2, degrees, sqrt
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Facings, Grid, HexSet
from tests.hexes.shapes import grids

Target = Literal["side", "vertex"]
COMPASS = {"N": 90, "NE": 45, "E": 0, "SE": -45, "S": -90, "SW": -135, "W": 180, "NW": 135}
targets = st.sampled_from(["side", "vertex"])


def bearing(grid: Grid, start: int, end: int) -> float:
    """The direction from one centre to another in degrees, counter-clockwise from east."""
    (x1, y1), (x2, y2) = grid.xy(start), grid.xy(end)
    across, down = x2 - x1, y2 - y1
    return degrees(atan2(-down * sqrt(3), across) if grid.layout == "pointy" else atan2(-down, across * sqrt(3)))


def turn(one: float, other: float) -> float:
    """The angle between two directions."""
    return abs((one - other + 180) % 360 - 180)


def looked_at(facings: Facings, facing: int) -> float:
    """The direction that a counter faces: sixty degrees a facing, clockwise from the first of the names."""
    first = 90 if facings.names[0] == "N" else 60
    return first - 60 * facing


@settings(deadline=None)
@given(grids, targets, st.data())
def test_front_and_rear_by_angles(grid: Grid, to: Target, data: st.DataObject) -> None:
    facings = Facings(grid, to=to)
    cell, facing = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, 5))
    wide = 61 if to == "side" else 31
    ahead = looked_at(facings, facing)
    angles = {near: turn(bearing(grid, cell, near), ahead) for near in grid.adjacent[cell]}
    assert set(facings.front[cell][facing]) == {near for near, angle in angles.items() if angle < wide}
    assert set(facings.rear[cell][facing]) == {near for near, angle in angles.items() if 180 - angle < wide}
    assert facings.ahead[cell][facing] == HexSet.of(facings.front[cell][facing])
    assert facings.behind[cell][facing] == HexSet.of(facings.rear[cell][facing])
    assert facings.behind[cell][facing] == facings.ahead[cell][(facing + 3) % 6]


@pytest.mark.parametrize("to", ["side", "vertex"])
@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_names_point_where_counters_face(to: Target, layout: Literal["pointy", "flat"]) -> None:
    facings = Facings(Grid(5, 5, layout=layout, shifted="odd"), to=to)
    for facing, name in enumerate(facings.names):
        assert turn(looked_at(facings, facing), COMPASS[name]) <= 15


@settings(deadline=None)
@given(grids, targets, st.data())
def test_hexes_are_listed_clockwise(grid: Grid, to: Target, data: st.DataObject) -> None:
    facings = Facings(grid, to=to)
    cell, facing = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, 5))
    for hexes, ahead in (
        (facings.front, looked_at(facings, facing)),
        (facings.rear, looked_at(facings, facing) + 180),
    ):
        sides = [(ahead - bearing(grid, cell, near) + 180) % 360 for near in hexes[cell][facing]]
        assert sides == sorted(sides)


@settings(deadline=None)
@given(grids, targets, st.data())
def test_cones_and_arcs_by_angles(grid: Grid, to: Target, data: st.DataObject) -> None:
    facings = Facings(grid, to=to)
    cell, facing = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, 5))
    radius = data.draw(st.integers(0, 6))
    ahead = looked_at(facings, facing)
    angles = {hex: turn(bearing(grid, cell, hex), ahead) for hex in grid.within(cell, radius).minus(cell)}
    cone, arc = (60, 90) if to == "side" else (30, 60)
    found = facings.cone(cell, facing, radius)
    assert {hex for hex, _ in found} == {hex for hex, angle in angles.items() if angle < cone + 1e-6}
    assert [grid.distance(cell, hex) for hex, _ in found] == [away for _, away in found]
    order = [(away, (ahead - bearing(grid, cell, hex) + 180) % 360) for hex, away in found]
    assert order == sorted(order)
    assert facings.cone(cell, facing, radius) == found
    assert set(facings.arc(cell, facing, radius)) == {hex for hex, angle in angles.items() if angle < arc + 1e-6}


@settings(deadline=None)
@given(grids, targets, st.data())
def test_arcs_of_opposite_facings_cover_the_disc(grid: Grid, to: Target, data: st.DataObject) -> None:
    facings = Facings(grid, to=to)
    cell, facing = data.draw(st.integers(0, grid.size - 1)), data.draw(st.integers(0, 5))
    step = 3 if to == "side" else 2
    arcs = [facings.arc(cell, (facing + turned) % 6, 5) for turned in range(0, 6, step)]
    assert HexSet.union(arcs) == grid.within(cell, 5).minus(cell)


def test_counts_on_open_ground() -> None:
    grid = Grid(27, 20, layout="pointy", shifted="even")
    cell = grid.index("1010")
    for facing in range(6):
        ranges = [away for _, away in Facings(grid, to="vertex").cone(cell, facing, 4)]
        assert [ranges.count(away) for away in range(1, 5)] == [2, 3, 4, 5]
        ranges = [away for _, away in Facings(grid, to="side").cone(cell, facing, 4)]
        assert [ranges.count(away) for away in range(1, 5)] == [3, 5, 7, 9]
        assert len(Facings(grid, to="side").arc(cell, facing, 5)) == 47


def test_cone_at_the_edge_and_empty() -> None:
    grid = Grid(27, 20, layout="pointy", shifted="even")
    facings = Facings(grid, to="vertex")
    corner = grid.index("0101")
    assert facings.cone(corner, 0, 4) == facings.cone(corner, 3, 0) == ()
    south = [(grid.number(cell), away) for cell, away in facings.cone(corner, 3, 2)]
    assert south == [("0102", 1), ("0203", 2), ("0103", 2)]


def test_unknown_target() -> None:
    with pytest.raises(ValueError, match="Counters cannot face 'north': use 'side' or 'vertex'"):
        Facings(Grid(5, 5, layout="flat", shifted="odd"), to="north")  # type: ignore[arg-type]
