"""Ground to the last mil: areas, lines, roads and what is cut from a footprint, against exact fractions and shapely."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import atan2, floor, isqrt, pi

import pytest
import shapely

from quadrilatero.table import (
    Point,
    Pose,
    along,
    band,
    bearing,
    contains,
    corners,
    crossings,
    into,
    leave_edge,
    lines,
    overlaps_ground,
    share_in,
    shelters,
    stands_in,
    stretch_in,
    turning,
)
from quadrilatero.table.ground import _cut, _nearest_place, _outside, _twice_area, holds, ring
from quadrilatero.table.measure import ONE, cosine, sine
from tests.table.poses import shape

SQUARE = [(0, 0), (40, 0), (40, 40), (0, 40)]
KITE = [(-50, 10), (-10, -40), (60, -20), (45, 55), (-5, 60)]
TRIANGLE = [(-30, -30), (70, 0), (10, 80)]
AREAS = [SQUARE, KITE, TRIANGLE]


def sides(area: list[Point]) -> list[tuple[Point, Point]]:
    """Clockwise."""
    return [((area[i][0], area[i][1]), (area[i - 1][0], area[i - 1][1])) for i in range(len(area))]


def spots(p: Pose) -> list[Point]:
    q = corners(p)
    return [(q[i], q[i + 1]) for i in (6, 4, 2, 0)]


# ---------------------------------------------------------------- outlines


def test_a_ring_runs_clockwise_whichever_way_the_area_was_given() -> None:
    clockwise = (0, 0, 0, 40, 40, 40, 40, 0)
    assert ring([(0, 0), (0, 40), (40, 40), (40, 0)]) == clockwise
    assert ring(SQUARE) == (0, 40, 40, 40, 40, 0, 0, 0)
    assert ring([(5, 7), (5, 8), (6, 7)]) == (5, 7, 5, 8, 6, 7)
    assert ring([(5, 7), (6, 7), (5, 8)]) == (5, 8, 6, 7, 5, 7)


def test_outlines_that_turn_both_ways_or_not_at_all_are_not_convex() -> None:
    assert [turning(area) for area in AREAS] == [1, 1, 1]
    assert [turning(area[::-1]) for area in AREAS] == [-1, -1, -1]
    assert turning([(0, 0), (20, 0), (40, 0), (40, 40)]) == 1, "a straight corner does no harm"
    assert turning([(40, 40), (40, 0), (20, 0), (0, 0)]) == -1
    assert turning([(0, 0), (40, 0), (10, 10), (0, 40)]) == 0
    assert turning([(0, 40), (10, 10), (40, 0), (0, 0)]) == 0
    assert turning([(0, 0), (10, 10), (20, 20)]) == 0
    assert turning([(0, 0), (0, 2), (1, 1), (3, 0)]) == 0, "however little it turns back"
    assert turning([(3, 1), (4, 1), (4, 2)]) == 1
    assert turning([(3, 1), (4, 2), (4, 1)]) == -1


@pytest.mark.parametrize("area", AREAS)
def test_a_point_is_in_an_area_if_no_side_has_it_outside(area: list[Point]) -> None:
    for x in range(-60, 81, 5):
        for y in range(-50, 91, 5):
            inside = all(
                (to_x - from_x) * (y - from_y) <= (to_y - from_y) * (x - from_x)
                for (from_x, from_y), (to_x, to_y) in sides(area)
            )
            assert contains(area, x, y) == contains(area[::-1], x, y) == holds(ring(area), x, y) == inside


def depth(p: Pose, area: list[Point]) -> Fraction:
    """The square of the shortest way out over any side of either."""
    least = Fraction(10**9)
    for one, other in ((area, spots(p)), (spots(p), area)):
        for (x, y), (to_x, to_y) in sides(one):
            dx, dy = to_x - x, to_y - y
            inside = max(dy * (a - x) - dx * (b - y) for a, b in other)
            least = min(least, Fraction(max(0, inside) ** 2, dx * dx + dy * dy))
    return least


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("facing", [0, 3000, 11000, 20000, 29500])
def test_a_footprint_is_in_an_area_if_more_than_a_touch_of_it_is(area: list[Point], facing: int) -> None:
    for x in range(-60, 90, 14):
        for y in range(-50, 130, 17):
            p = (x, y, facing, 50, 30)
            assert overlaps_ground(p, area) == (4 * depth(p, area) >= 21 * 21)


@pytest.mark.parametrize(("at", "found"), [(10, False), (11, True)])
def test_ten_mils_of_ground_are_a_touch(at: int, found: bool) -> None:
    assert overlaps_ground((20, at, 0, 20, 500), SQUARE) is found
    assert overlaps_ground((20, 40 - at, 18000, 20, 500), SQUARE) is found
    assert overlaps_ground((at, 20, 9000, 20, 500), SQUARE) is found
    assert overlaps_ground((40 - at, 20, 27000, 20, 500), SQUARE) is found


# ---------------------------------------------------------------- ways


def passed(p: Pose, towards: int, by: int, area: list[Point]) -> tuple[int, int] | None:
    """From where to where they meet, by the fractions at which each side is passed; a touch in whole lengths."""
    s, c = int(sine(towards)), int(cosine(towards))
    came, left, first, last = Fraction(0), Fraction(by), 0, 10**9
    for one, other, sign in ((area, spots(p), 1), (spots(p), area, -1)):
        for (x, y), (to_x, to_y) in sides(one):
            dx, dy = to_x - x, to_y - y
            low = min(dx * (b - y) - dy * (a - x) for a, b in other)
            rate = Fraction(sign * (dx * c - dy * s), ONE)
            deep = low + 21 * isqrt(dx * dx + dy * dy) // 2
            if rate < 0:
                came, first = max(came, low / -rate), max(first, floor(deep / -rate))
            elif rate > 0:
                left, last = min(left, -low / rate), min(last, floor(-deep / rate))
            elif deep > 0:
                return None
    if first >= last or first > by:
        return None
    return min(floor(came + Fraction(1, 2)), by), max(floor(left + Fraction(1, 2)), 0)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("towards", [0, 2000, 9000, 15000, 27000, 33000])
def test_the_stretch_of_a_way_in_an_area_begins_and_ends_where_they_touch(area: list[Point], towards: int) -> None:
    for x in range(-100, 130, 37):
        for y in range(-110, 150, 43):
            for facing in (0, 3500, 22000):
                p = (x, y, facing, 60, 40)
                found, expected = stretch_in(p, towards, 90, area), passed(p, towards, 90, area)
                assert found == expected, (p, towards)


@pytest.mark.parametrize(
    ("by", "found"), [(99, None), (109, None), (110, (100, 110)), (111, (100, 111)), (500, (100, 170))]
)
def test_who_ends_a_touch_inside_has_been_in(by: int, found: tuple[int, int] | None) -> None:
    assert stretch_in((20, -100, 0, 20, 30), 0, by, SQUARE) == found
    assert stretch_in((-100, 20, 9000, 20, 30), 9000, by, SQUARE) == found


def test_who_stands_there_leaves_where_his_rear_does() -> None:
    assert stretch_in((20, 30, 0, 20, 20), 0, 500, SQUARE) == (0, 30)
    assert stretch_in((20, 30, 0, 20, 20), 0, 20, SQUARE) == (0, 20)
    assert stretch_in((20, 65, 0, 20, 30), 0, 500, SQUARE) is None, "it goes away from a touch"
    assert stretch_in((20, 400, 0, 20, 30), 0, 500, SQUARE) is None


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize("way", [(0, 0, 12, 8), (12, 8, 0, 0), (3, 9, 3, -5), (-4, 6, 10, 6), (1, 1, 2, 2)])
def test_a_way_crosses_a_line_where_the_fractions_say(way: tuple[int, int, int, int]) -> None:
    x1, y1, x2, y2 = way
    dx, dy = x2 - x1, y2 - y1
    for line in (
        [(a, b), (c, d), (6, -3)]
        for a in range(-2, 13, 4)
        for b in range(-2, 11, 3)
        for c in (0, 3, 8)
        for d in (1, 6, 9)
    ):
        expected = set()
        for (from_x, from_y), (to_x, to_y) in pairwise(line):
            ex, ey = to_x - from_x, to_y - from_y
            whole = dx * ey - dy * ex
            if whole == 0:
                continue
            share = Fraction((from_x - x1) * ey - (from_y - y1) * ex, whole)
            there = Fraction((from_x - x1) * dy - (from_y - y1) * dx, whole)
            if 0 < share <= 1 and 0 <= there <= 1:
                expected.add((isqrt(floor(4 * (dx * dx + dy * dy) * share * share)) + 1) // 2)
        assert crossings(*way, line) == sorted(expected)


ROAD = [(0, 0), (0, 40), (30, 40), (60, 80)]


@pytest.mark.parametrize(
    ("x", "y", "by", "found"),
    [
        (5, 10, 0, (0, 10, 0)),
        (5, 10, 30, (0, 40, 9000)),
        (5, 10, 29, (0, 39, 0)),
        (5, 10, 31, (1, 40, 9000)),
        (5, 10, 59, (29, 40, 9000)),
        (5, 10, 60, (30, 40, 3687)),
        (5, 10, 65, (33, 44, 3687)),
        (5, 10, 110, (60, 80, 3687)),
        (5, 10, 111, (60, 80, 3687)),
        (5, 10, -10, (0, 0, 18000)),
        (5, 10, -11, (0, 0, 18000)),
        (15, 45, -15, (0, 40, 18000)),
        (15, 45, -14, (1, 40, 27000)),
        (15, 45, -16, (0, 39, 18000)),
        (60, 80, -50, (30, 40, 27000)),
        (60, 80, -49, (31, 41, 21687)),
        (90, 90, 0, (60, 80, 3687)),
        (-10, 55, 0, (0, 40, 9000)),
        (-10, -55, 5, (0, 5, 0)),
    ],
)
def test_a_way_along_a_road_turns_where_the_road_does(x: int, y: int, by: int, found: tuple[int, int, int]) -> None:
    assert along(ROAD, x, y, by) == found


def test_of_two_stretches_equally_near_the_first_counts_and_a_road_may_end_twice_at_one_place() -> None:
    assert along([(0, 0), (0, 40), (20, 40), (20, 0)], 10, 10, 0) == (0, 10, 0)
    assert along([(0, 0), (0, 40), (0, 40)], 3, 10, 99) == (0, 40, 0)


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (-4, 3, (100, 0)),
        (0, 0, (0, 0)),
        (4, -3, (100, 0)),
        (30, 40, (0, 50)),
        (33, 44, (100, 50)),
        (11, 2, (231, 8)),
        (3, 4, (0, 5)),
        (1, 0, (2, 1)),
        (0, 1, (1, 1)),
        (29, 40, (2, 49)),
        (-13, 10, (4 * 269 - 1, 0)),
    ],
)
def test_the_place_of_a_stretch_that_is_nearest_to_a_point(x: int, y: int, found: tuple[int, int]) -> None:
    assert _nearest_place(x, y, (0, 0), (30, 40)) == found
    assert _nearest_place(x + 7, y - 9, (7, -9), (37, 31)) == found


def test_bearings_of_small_ways_are_the_nearest() -> None:
    for x in range(-7, 8):
        for y in range(-7, 8):
            exact = atan2(x, y) * 18000 / pi
            assert bearing(3, -2, 3 + x, y - 2) == floor(exact + 0.5) % 36000


def test_bearings_near_the_quarters() -> None:
    far = 1_000_000
    assert [bearing(0, 0, x, far) for x in (-88, -87, 0, 87, 88)] == [35999, 0, 0, 0, 1]
    assert [bearing(0, 0, far, y) for y in (-88, -87, 0, 87, 88)] == [9001, 9000, 9000, 9000, 8999]


@pytest.mark.parametrize(
    ("line", "areas"),
    [
        ([(0, 0), (300, 400)], [[(260, 430), (340, 370), (40, -30), (-40, 30)]]),
        (
            [(0, 0), (300, 400), (300, 900)],
            [[(290, 470), (370, 410), (40, -30), (-40, 30)], [(250, 900), (350, 900), (350, 350), (250, 350)]],
        ),
        (
            [(0, 0), (0, 500), (500, 500), (500, 100)],
            [
                [(-50, 550), (50, 550), (50, 0), (-50, 0)],
                [(550, 550), (550, 450), (-50, 450), (-50, 550)],
                [(550, 100), (450, 100), (450, 550), (550, 550)],
            ],
        ),
    ],
)
def test_bands_overlap_where_their_line_bends_and_end_where_it_ends(
    line: list[Point], areas: list[list[Point]]
) -> None:
    assert band(line, 100) == areas


# ---------------------------------------------------------------- footprints and areas


def test_who_stands_in_an_area_has_his_centre_there() -> None:
    assert [stands_in((20, y, 0, 10, 20), SQUARE) for y in (9, 10, 50, 51)] == [False, True, True, False]
    assert [stands_in((x, 30, 0, 10, 20), SQUARE) for x in (-1, 0, 40, 41)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("side", "there"),
    [
        (0, (20, -30, 18000, 20, 30)),
        (1, (70, 20, 9000, 20, 30)),
        (2, (20, 70, 0, 20, 30)),
        (3, (-30, 20, 27000, 20, 30)),
    ],
)
def test_who_leaves_an_area_has_his_rear_along_the_middle_of_a_side(side: int, there: Pose) -> None:
    assert leave_edge(SQUARE, side, 20, 30) == there
    assert leave_edge(SQUARE[::-1], (2 - side) % 4, 20, 30) == there


def test_who_leaves_by_a_slanting_side_looks_straight_away_from_it() -> None:
    triangle = [(0, 0), (30, 40), (0, 40)]
    assert leave_edge(triangle, 0, 20, 50) == (15 + 40, 20 - 30, 12687, 20, 50)
    assert leave_edge(triangle[::-1], 1, 20, 50) == (55, -10, 12687, 20, 50)
    assert leave_edge([(0, 0), (35, 40), (0, 40)], 1, 20, 50)[:3] == (18, 90, 0), "half a mil is rounded up"
    assert leave_edge([(0, 0), (40, 0), (40, 35)], 1, 20, 50)[:3] == (90, 18, 9000)


def test_who_goes_into_an_area_has_his_rear_on_the_edge_or_stands_in_the_middle() -> None:
    assert into(SQUARE, (20, 0, 0, 40, 40)) == (20, 40, 0, 40, 40)
    assert into(SQUARE, (20, 0, 0, 40, 41)) == (20, 40, 0, 40, 41), "half of it ahead of the middle"
    assert into(SQUARE, (20, 0, 0, 42, 20)) == (20, 30, 0, 42, 20)
    assert into(SQUARE, (19, 0, 0, 40, 20)) == (20, 30, 0, 40, 20)
    assert into(SQUARE, (21, 0, 0, 40, 20)) == (20, 30, 0, 40, 20)
    assert into(SQUARE, (20, -1, 0, 40, 20)) == (20, 30, 0, 40, 20)
    assert into(SQUARE, (0, 20, 9000, 20, 20)) == (20, 20, 9000, 20, 20)
    aside = [(1000, 0), (1100, 0), (1100, 400), (1000, 400)]
    assert into(aside, (1050, 0, 0, 80, 60)) == (1050, 60, 0, 80, 60)
    assert into(aside, (1050, 400, 18000, 80, 60)) == (1050, 340, 18000, 80, 60)
    assert into([(1, 1), (4, 2), (2, 8)], (90, 90, 18000, 20, 10)) == (2, -1, 18000, 20, 10)


@pytest.mark.parametrize("facing", [0, 2500, 9000, 14000, 26000, 33300])
@pytest.mark.parametrize(("x", "y"), [(0, 0), (900, 300), (-700, 800), (200, -900), (-1400, -100)])
def test_the_share_of_a_footprint_in_areas_by_shapely(facing: int, x: int, y: int) -> None:
    p = (x, y, facing, 2000, 1000)
    triangle = [(-500, -900), (1400, -300), (200, 1300)]
    box = [(-1500, 0), (1500, 0), (1500, 3000), (-1500, 3000)]
    for areas in ([triangle], [box], [triangle, box], [box[::-1], triangle[::-1]]):
        covered = shapely.union_all([shapely.Polygon(area) for area in areas]).intersection(shape(p)).area
        assert abs(share_in(p, areas) - 1000 * covered / shape(p).area) <= 2


def test_shares_that_are_whole_or_none() -> None:
    p = (0, 0, 0, 200, 100)
    left, right = [(-500, -500), (0, -500), (0, 500), (-500, 500)], [(0, -500), (500, -500), (500, 500), (0, 500)]
    assert share_in(p, []) == 0
    assert share_in(p, [left]) == share_in(p, [right]) == share_in(p, [left, left]) == 500
    assert share_in(p, [left, right]) == 1000
    assert share_in(p, [[(100, -500), (500, -500), (500, 500), (100, 500)]]) == 0
    assert share_in(p, [[(-20, -70), (20, -70), (20, -20), (-20, -20)]]) == 100, "a hole in it"


BOX = [(0, 0), (0, 10), (10, 10), (10, 0)]


def test_a_cut_parts_a_shape_in_what_is_left_and_what_is_right_of_it() -> None:
    assert _cut(BOX, 4, 0, 0, 1) == ([(4, 0), (0, 0), (0, 10), (4, 10)], [(4, 0), (4, 10), (10, 10), (10, 0)])
    assert _cut(BOX, 4, 0, 0, -1) == ([(4, 0), (4, 10), (10, 10), (10, 0)], [(4, 0), (0, 0), (0, 10), (4, 10)])
    assert _cut(BOX, 0, 7, 1, 0) == ([(0, 7), (0, 10), (10, 10), (10, 7)], [(0, 0), (0, 7), (10, 7), (10, 0)])
    assert _cut(BOX, 0, 0, 1, 1) == ([(0, 0), (0, 10), (10, 10)], [(0, 0), (10, 10), (10, 0)])
    assert _cut(BOX, 0, 0, 0, 1) == ([], BOX)
    assert _cut(BOX, 0, 0, 0, -1) == (BOX, [])
    assert _cut(BOX, 12, 0, 0, 1) == (BOX, [])
    assert _cut(BOX, 0, 3, 3, 1) == ([(0, 3), (0, 10), (10, 10), (10, 6)], [(0, 0), (0, 3), (10, 6), (10, 0)])


def test_a_cut_may_leave_a_mil_on_either_side() -> None:
    thin = [(0, -1), (0, 1), (4, 1), (4, -1)]
    above, below = [(0, 0), (0, 1), (4, 1), (4, 0)], [(0, -1), (0, 0), (4, 0), (4, -1)]
    assert _cut(thin, 0, 0, 1, 0) == (above, below)
    assert _cut(thin, 0, 0, -1, 0) == (below, above)


def test_what_is_left_outside_comes_side_by_side() -> None:
    hole = (2, 3, 2, 8, 6, 8, 6, 3)
    assert sum(map(_twice_area, _outside(BOX, hole))) == 200 - 40
    assert _outside(BOX, hole) == [
        [(0, 0), (0, 3), (10, 3), (10, 0)],
        [(2, 3), (0, 3), (0, 10), (2, 10)],
        [(2, 8), (2, 10), (10, 10), (10, 8)],
        [(6, 3), (6, 8), (10, 8), (10, 3)],
    ]
    assert _outside(BOX, (0, 0, 0, 10, 10, 10, 10, 0)) == []
    assert _outside(BOX, (20, 0, 20, 10, 30, 10, 30, 0))[-1] == BOX
    assert [_twice_area(shape) for shape in (BOX, BOX[::-1], [(1, 2), (4, 3), (2, 9)])] == [200, 200, 20]


# ---------------------------------------------------------------- hedges


def test_who_lines_a_hedge_is_half_an_inch_from_it_or_as_near_as_is_said() -> None:
    wall = [(-50, 600), (50, 600)]
    assert [lines((0, y, 0, 20, 10), wall) for y in (99, 100)] == [False, True]
    assert [lines((0, 0, 0, 20, 10), wall, within) for within in (599, 600)] == [False, True]


@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        ((0, 900, 18000, 20, 10), True),
        ((0, 600, 18000, 20, 10), True),
        ((0, 599, 18000, 20, 10), False),
        ((0, -900, 0, 20, 10), False),
        ((900, 900, 18000, 20, 10), False),
    ],
)
def test_a_hedge_shelters_from_whom_it_lies_between(enemy: Pose, found: bool) -> None:
    wall = [(-50, 600), (50, 600)]
    assert shelters(wall, (0, 100, 0, 20, 10), enemy) is found
    assert shelters(wall, (0, 600, 0, 20, 10), (0, 900, 18000, 20, 10)), "he stands at the very wall"
    assert not shelters(wall, (0, 99, 0, 20, 10), enemy)
    assert shelters(wall, (0, 99, 0, 20, 10), enemy, 501) is found
