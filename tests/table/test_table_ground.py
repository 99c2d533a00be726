"""Areas and lines on the ground, against shapely."""

from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import affinity

from quadrilatero.table import (
    TOUCH,
    Point,
    Pose,
    along,
    band,
    bearing,
    centre,
    contains,
    corners,
    crossings,
    lines,
    overlap,
    overlaps_ground,
    shelters,
    shift,
    stands_in,
    stretch_in,
    to_line,
)
from tests.table.poses import ORIGIN, angles, pairs, places, poses, shape, thorough

Pair = tuple[Pose, Pose]
LINE = (0, 0, 0, 3000, 625)
SQUARE = [(-1000, 2000), (1000, 2000), (1000, 4000), (-1000, 4000)]

points = st.tuples(places, places)


@st.composite
def areas(draw: st.DrawFn, near: Pose = (36000, 36000, 0, 1, 1)) -> list[Point]:
    """Convex, of three to eight corners, either way round."""
    drawn = draw(st.lists(st.tuples(st.integers(-6000, 6000), st.integers(-6000, 6000)), min_size=3, max_size=8))
    hull = shapely.MultiPoint(drawn).convex_hull
    assume(hull.area > 100_000)
    found = [(int(x) + near[0], int(y) + near[1]) for x, y in hull.exterior.coords][:-1]
    return found if draw(st.booleans()) else found[::-1]


with_area = poses.flatmap(lambda p: st.tuples(st.just(p), areas(p)))
ways = st.lists(points, min_size=2, max_size=6, unique=True)


def depth_in(p: Pose, area: list[Point]) -> float:
    """How far a footprint must be moved to be clear of an area."""
    q = corners(p)
    hull = shapely.MultiPoint([(x - q[i], y - q[i + 1]) for x, y in area for i in (0, 2, 4, 6)]).convex_hull
    return float(hull.exterior.distance(ORIGIN)) if hull.contains(ORIGIN) else 0.0


@thorough
@given(areas(), points)
def test_a_point_in_an_area(area: list[Point], point: Point) -> None:
    assert contains(area, *point) == shapely.Polygon(area).covers(shapely.Point(point))
    assert all(contains(area, x, y) for x, y in area)


@thorough
@given(poses.flatmap(lambda p: st.tuples(st.just(p), areas(p))), angles, st.integers(0, 8000))
def test_a_footprint_in_an_area(drawn: tuple[Pose, list[Point]], direction: int, by: int) -> None:
    p, area = drawn
    p = shift(p, direction, by)
    depth = depth_in(p, area)
    assume(abs(depth - TOUCH - 0.5) > 0.001)
    assert overlaps_ground(p, area) == (depth > TOUCH + 0.5)
    assert stands_in(p, area) == contains(area, *centre(p))


@thorough
@given(pairs)
def test_an_area_of_the_form_of_a_footprint(pair: Pair) -> None:
    a, b = pair
    q = corners(b)
    assert overlaps_ground(a, [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]) == (overlap(a, b) > TOUCH)


def test_the_edge_of_an_area() -> None:
    assert [contains(SQUARE, 0, y) for y in (1999, 2000, 3000, 4000, 4001)] == [False, True, True, True, False]
    assert [overlaps_ground((0, y, 0, 3000, 625), SQUARE) for y in (2010, 2011, 4614, 4615)] == [
        False,
        True,
        True,
        False,
    ]
    assert stands_in((0, 2312, 0, 3000, 625), SQUARE) is False
    assert stands_in((0, 2313, 0, 3000, 625), SQUARE) is True


@thorough
@given(with_area, angles, angles, st.integers(0, 12000), st.integers(0, 12000))
def test_the_part_of_a_way_in_an_area(
    drawn: tuple[Pose, list[Point]], off: int, direction: int, away: int, by: int
) -> None:
    p, area = drawn
    p = shift(p, off, away)
    ground, moving = shapely.Polygon(area), shape(p)
    dx, dy = sin(direction * pi / 18000), cos(direction * pi / 18000)

    def meets(way: float) -> bool:
        return bool(affinity.translate(moving, way * dx, way * dy).intersects(ground))

    def bisected(inside: float, outside: float) -> float:
        while abs(outside - inside) > 0.1:
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if meets(middle) else (inside, middle)
        return inside

    found = stretch_in(p, direction, by, area)
    deepest = [way for way in range(0, by + 1, 100) if depth_in(shift(p, direction, way), area) > TOUCH + 2]
    if found is None:
        assert not deepest
        return
    first, last = found
    assert 0 <= first <= last <= by
    assert all(first <= way <= last for way in deepest)
    middle = (first + last) / 2
    assume(meets(middle))
    assert abs(first - (0 if meets(0) else bisected(middle, 0))) <= 2
    assert abs(last - (by if meets(by) else bisected(middle, by))) <= 2


def test_stretches() -> None:
    assert stretch_in(LINE, 0, 9000, SQUARE) == (2000, 4625)
    assert stretch_in(LINE, 0, 9000, SQUARE[::-1]) == (2000, 4625)
    assert stretch_in(LINE, 0, 3000, SQUARE) == (2000, 3000)
    assert stretch_in(LINE, 0, 2005, SQUARE) is None
    assert stretch_in(LINE, 18000, 9000, SQUARE) is None
    assert stretch_in((0, 3000, 0, 3000, 625), 0, 9000, SQUARE) == (0, 1625)
    assert stretch_in((0, 3000, 0, 3000, 625), 18000, 9000, SQUARE) == (0, 1000)
    assert stretch_in((2495, 0, 0, 3000, 625), 0, 9000, SQUARE) is None
    assert stretch_in((2480, 0, 0, 3000, 625), 0, 9000, SQUARE) == (2000, 4625)


# ---------------------------------------------------------------- lines


@thorough
@given(points, points, ways)
def test_crossings_by_shapely(one: Point, other: Point, line: list[Point]) -> None:
    assume(one != other)
    way = shapely.LineString([one, other])
    met = way.intersection(shapely.LineString(line))
    spots: list[Any] = list(met.geoms) if hasattr(met, "geoms") else [met]
    assume(
        all(
            spot.geom_type == "Point" and spot.distance(shapely.Point(one)) > 1e-6
            for spot in spots
            if not spot.is_empty
        )
    )
    expected = sorted(spot.distance(shapely.Point(one)) for spot in spots if not spot.is_empty)
    found = crossings(*one, *other, line)
    assert len(found) <= len(expected)
    assert all(min(abs(way - far) for far in expected) <= 0.501 for way in found)
    assert all(min(abs(way - far) for way in found) <= 0.501 for far in expected)


def test_crossings() -> None:
    wall = [(-1000, 2000), (1000, 2000)]
    bent = [(-1000, 2000), (0, 2000), (0, 4000), (2000, 4000)]
    assert crossings(0, 0, 0, 5000, wall) == [2000]
    assert crossings(0, 5000, 0, 0, wall) == [3000]
    assert crossings(0, 0, 0, 2000, wall) == [2000]
    assert crossings(0, 0, 0, 1999, wall) == []
    assert crossings(0, 2000, 0, 5000, wall) == []
    assert crossings(1000, 0, 1000, 5000, wall) == [2000]
    assert crossings(1001, 0, 1001, 5000, wall) == []
    assert crossings(-2000, 2000, 2000, 2000, wall) == []
    assert crossings(-500, 0, 500, 4000, bent) == [2062, 4123]
    assert crossings(-1000, 1000, 2000, 4000, bent) == [1414, 4243]
    assert crossings(-1000, 0, 3000, 8000, bent) == [2236, 4472]


@pytest.mark.parametrize(
    ("x", "y", "by", "expected"),
    [
        (0, 0, 0, (0, 0, 0)),
        (100, 1000, 500, (0, 1500, 0)),
        (100, 1000, -500, (0, 500, 18000)),
        (100, 1000, 4000, (1000, 4000, 9000)),
        (0, 1000, 3000, (0, 4000, 9000)),
        (3000, 4000, -3000, (0, 4000, 18000)),
        (3000, 4000, -4000, (0, 3000, 18000)),
        (0, 1000, 99999, (3000, 4000, 9000)),
        (0, 1000, -99999, (0, 0, 18000)),
        (5000, 5000, 0, (3000, 4000, 9000)),
        (1500, -700, 100, (0, 100, 0)),
    ],
)
def test_along_a_road(x: int, y: int, by: int, expected: tuple[int, int, int]) -> None:
    assert along([(0, 0), (0, 4000), (3000, 4000)], x, y, by) == expected


@thorough
@given(ways, points, st.integers(-20000, 20000))
def test_along_a_road_by_shapely(line: list[Point], point: Point, by: int) -> None:
    road = shapely.LineString(line)
    start = road.project(shapely.Point(point))
    there = road.interpolate(min(max(start + by, 0), road.length))
    x, y, facing = along(line, *point, by)
    nearest = [shapely.LineString(pair).distance(shapely.Point(point)) for pair in pairwise(line)]
    assume(sorted(nearest)[1] - min(nearest) > 0.01 or len(nearest) == 1 if len(nearest) > 1 else True)
    assert there.distance(shapely.Point(x, y)) <= 1 + len(line)
    assert 0 <= facing < 36000


@thorough
@given(st.integers(-90000, 90000), st.integers(-90000, 90000))
def test_bearings_are_the_nearest_hundredth(x: int, y: int) -> None:
    assume(x or y)
    exact = atan2(x, y) * 18000 / pi % 36000
    found = bearing(100, -100, 100 + x, y - 100)
    assert min(abs(found - exact), 36000 - abs(found - exact)) <= 0.5001
    assert bearing(0, 0, y, -x) == (found + 9000) % 36000
    assert bearing(0, 0, -x, -y) == (found + 18000) % 36000


def test_bearings() -> None:
    assert [bearing(0, 0, x, y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1))] == [
        0,
        9000,
        18000,
        27000,
        4500,
        31500,
    ]
    assert bearing(7, 7, 7, 7) == 0


@thorough
@given(ways, st.sampled_from([500, 1000, 2000]))
def test_a_band_covers_its_line(line: list[Point], width: int) -> None:
    found = band(line, width)
    assert len(found) == len(line) - 1
    whole = shapely.union_all([shapely.Polygon(area) for area in found])
    inner = shapely.LineString(line).buffer(width / 2 - 3, cap_style="flat", join_style="bevel")
    assert inner.difference(whole).area < 1000
    assert whole.difference(shapely.LineString(line).buffer(width * 0.75)).area < 1000


def test_a_straight_band() -> None:
    assert band([(0, 0), (0, 4000)], 1000) == [[(-500, 4000), (500, 4000), (500, 0), (-500, 0)]]
    first, second = band([(0, 0), (0, 4000), (3000, 4000)], 1000)
    assert first == [(-500, 4500), (500, 4500), (500, 0), (-500, 0)]
    assert second == [(3000, 4500), (3000, 3500), (-500, 3500), (-500, 4500)]


def test_a_hedge_shelters_who_lines_it_from_who_is_beyond_it() -> None:
    wall = [(-5000, 500), (5000, 500)]
    enemy = (0, 4000, 18000, 3000, 625)
    assert lines(LINE, wall)
    assert not lines((0, -1, 0, 3000, 625), wall)
    assert lines((0, -1, 0, 3000, 625), wall, 501)
    assert shelters(wall, LINE, enemy)
    assert not shelters(wall, (0, -1, 0, 3000, 625), enemy)
    assert not shelters(wall, LINE, (0, -4000, 0, 3000, 625))
    assert shelters(wall, LINE, (0, 500, 18000, 3000, 625))
    assert not shelters(wall, LINE, (0, 400, 18000, 3000, 100))


@thorough
@given(pairs, ways)
def test_shelter_by_shapely(pair: Pair, line: list[Point]) -> None:
    a, b = pair
    assume(overlap(a, b) == 0)
    if shelters(line, a, b, 3000):
        assert to_line(a, line) <= 3000
        assert shapely.LineString(line).distance(shapely.union_all([shape(a), shape(b)]).convex_hull) <= 1
