"""Overlap, distance and the nearest points of footprints of a few mils, each corner counted: exact to the last half."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

import pytest

from quadrilatero.table import (
    TOUCH,
    Point,
    Pose,
    corners,
    distance,
    distances,
    in_arc,
    nearest,
    no_nearer,
    overlap,
    overlaps,
    overlaps_any,
    targets,
    to_line,
    to_point,
    touching,
)

SIZES = ((2, 2), (3, 5), (8, 3), (13, 7))
FACINGS = (0, 1000, 3687, 4500, 9000, 13000, 20000, 31700)
PAIRS = [
    ((0, 0, facing, *size), (x, y, other, *SIZES[(i + j) % 4]))
    for i, size in enumerate(SIZES)
    for facing in FACINGS[::2]
    for j, other in enumerate(FACINGS)
    for x, y in ((-11, 3), (-5, 8), (-1, -1), (2, -9), (4, 5), (7, 0), (9, -6), (15, 10))
]
CLOSE = [PAIRS[start::48] for start in range(0, 48, 3)]


def points(p: Pose) -> list[Point]:
    q = corners(p)
    return [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]


def sides(p: Pose) -> list[tuple[Point, Point]]:
    ends = points(p)
    return list(zip(ends, [*ends[1:], ends[0]], strict=True))


def rounded(square: Fraction) -> int:
    """A length to the nearest whole number, by its square; a half is rounded up."""
    return (isqrt(floor(4 * square)) + 1) // 2


def way_out(p: Pose, q: Pose) -> Fraction:
    """The square of the shortest way of q over a side of p; 0 if it is beyond one."""
    least = Fraction(10**9)
    for (x, y), (to_x, to_y) in sides(p):
        dx, dy = to_x - x, to_y - y
        inside = max(dy * (a - x) - dx * (b - y) for a, b in points(q))
        least = min(least, Fraction(max(0, inside) ** 2, dx * dx + dy * dy))
    return least


def to_side(point: Point, side: tuple[Point, Point]) -> tuple[Fraction, Fraction, Fraction]:
    """The square of the distance of a point from a stretch, and the nearest place in it."""
    (x, y), (to_x, to_y) = side
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    along = Fraction(dx * (point[0] - x) + dy * (point[1] - y), square) if square else Fraction(0)
    along = min(max(along, Fraction(0)), Fraction(1))
    at_x, at_y = x + along * dx, y + along * dy
    return (at_x - point[0]) ** 2 + (at_y - point[1]) ** 2, at_x, at_y


def meet(p: Pose, q: Pose) -> bool:
    """Whether neither has a side beyond which all of the other is."""
    return not any(
        all((to_x - x) * (b - y) > (to_y - y) * (a - x) for a, b in points(other))
        for one, other in ((p, q), (q, p))
        for (x, y), (to_x, to_y) in sides(one)
    )


def half_away(number: Fraction) -> int:
    return floor(abs(number) + Fraction(1, 2)) * (1 if number >= 0 else -1)


@pytest.mark.parametrize("pairs", CLOSE)
def test_a_depth_is_the_least_way_out_over_any_side_of_either(pairs: list[tuple[Pose, Pose]]) -> None:
    for a, b in pairs:
        assert overlap(a, b) == rounded(min(way_out(a, b), way_out(b, a)))


@pytest.mark.parametrize("pairs", CLOSE)
def test_a_distance_is_the_least_from_a_corner_of_either_to_a_side_of_the_other(pairs: list[tuple[Pose, Pose]]) -> None:
    for a, b in pairs:
        ways = [
            to_side(point, side)[0] for one, two in ((a, b), (b, a)) for point in points(one) for side in sides(two)
        ]
        assert distance(a, b) == distance(b, a) == (0 if meet(a, b) else rounded(min(ways)))
        x, y = b[:2]
        line = points(b)[:2]
        from_point = [to_side((x, y), side)[0] for side in sides(a)]
        alone = any((to_x - u) * (y - v) > (to_y - v) * (x - u) for (u, v), (to_x, to_y) in sides(a))
        assert to_point(a, x, y) == (rounded(min(from_point)) if alone else 0)
        assert to_line(a, line) <= to_point(a, *line[0])
        assert distances(a, [b, a]) == [distance(a, b), 0]


@pytest.mark.parametrize("pairs", CLOSE)
def test_the_nearest_points_are_the_westernmost_then_the_southernmost_of_those_equally_near(
    pairs: list[tuple[Pose, Pose]],
) -> None:
    for a, b in pairs:
        if meet(a, b):
            continue
        found = []
        for point in points(a):
            found += [(far, *map(Fraction, point), x, y) for far, x, y in (to_side(point, side) for side in sides(b))]
        for point in points(b):
            found += [(far, x, y, *map(Fraction, point)) for far, x, y in (to_side(point, side) for side in sides(a))]
        _, x1, y1, x2, y2 = min(found, key=lambda way: (way[0], way[1] + way[3], way[2] + way[4]))
        assert nearest(a, b) == ((half_away(x1), half_away(y1)), (half_away(x2), half_away(y2)))
        assert nearest(b, a) == nearest(a, b)[::-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((0, 0, 31500, 1, 2), (-3, 4, 0, 1, 2)),
        ((0, 0, 13500, 1, 3), (-7, 10, 0, 4, 5)),
        ((0, 0, 6544, 2, 3), (-3, 2, 4497, 2, 2)),
        ((0, 0, 31502, 5, 5), (0, -7, 29609, 5, 2)),
        ((0, 0, 11498, 2, 3), (-3, 4, 1928, 2, 3)),
        ((0, 0, 15425, 4, 1), (-3, 2, 32310, 5, 2)),
        ((0, 0, 6147, 3, 5), (-3, 3, 6054, 4, 2)),
        ((0, 0, 24235, 3, 3), (5, -2, 6904, 4, 5)),
    ],
)
def test_a_corner_off_a_corner_is_as_far_as_the_nearer_of_the_sides_there(one: Pose, other: Pose) -> None:
    """Beyond two sides at once, or, where corners were rounded, wholly beyond none."""
    assert not meet(one, other)
    ways = [
        to_side(point, side)[0] for p, q in ((one, other), (other, one)) for point in points(p) for side in sides(q)
    ]
    assert distance(one, other) == distance(other, one) == rounded(min(ways))


@pytest.mark.parametrize("size", [(1, 1), (3, 1), (1, 40), (41, 1), (30, 50)])
@pytest.mark.parametrize("other_size", [(1, 1), (3, 1), (1, 40), (41, 1), (50, 30)])
def test_who_is_a_touch_apart_touches_however_long_or_deep_either_is(
    size: tuple[int, int], other_size: tuple[int, int]
) -> None:
    for facing in (0, 9000, 18000, 27000, 13500):
        for other_facing in (0, 9000, 18000, 27000, 31500):
            here, there = (0, 0, facing, *size), (0, 0, other_facing, *other_size)
            p, q = corners(here), corners(there)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                way = max(x * p[i] + y * p[i + 1] for i in (0, 2, 4, 6))
                way -= min(x * q[i] + y * q[i + 1] for i in (0, 2, 4, 6))
                for more in (TOUCH, TOUCH + 1):
                    moved: Pose = (x * (way + more), y * (way + more), *there[2:])
                    assert touching(here, moved) == touching(moved, here) == (distance(here, moved) <= TOUCH)


def test_ten_and_a_half_apart_is_no_touch() -> None:
    here, there = (0, 0, 31500, 10, 6), (31, -12, 11502, 7, 15)
    ways = [
        to_side(point, side)[0] for p, q in ((here, there), (there, here)) for point in points(p) for side in sides(q)
    ]
    assert floor(4 * min(ways)) == 21 * 21
    assert distance(here, there) == 11
    assert not touching(here, there)


def test_between_two_flanks_the_tape_lies_as_far_south_as_it_can() -> None:
    here = (0, 0, 0, 2, 4)
    assert nearest(here, (10, -1, 0, 2, 4)) == ((1, -4), (9, -4))
    assert nearest(here, (10, 1, 0, 2, 4)) == ((1, -3), (9, -3))
    assert nearest(here, (-10, 1, 9000, 4, 2)) == ((-1, -1), (-10, -1))
    assert nearest(here, (1, 9, 0, 2, 4)) == ((0, 0), (0, 5)), "between fronts as far west"


def test_where_footprints_meet_both_points_are_the_westernmost_they_have_in_common() -> None:
    here = (0, 0, 0, 20, 10)
    assert nearest(here, (0, 5, 0, 4, 30)) == ((-2, -10), (-2, -10)), "a crossing of sides"
    assert nearest(here, (0, -3, 0, 4, 4)) == ((-2, -7), (-2, -7)), "a corner inside"
    assert nearest((0, -3, 0, 4, 4), here) == ((-2, -7), (-2, -7))
    assert nearest(here, (0, 10, 0, 6, 10)) == ((-3, 0), (-3, 0)), "along a common edge"
    assert nearest(here, (20, 10, 0, 20, 10)) == ((10, 0), (10, 0)), "in one corner"


def test_what_is_no_nearer_than_at_first_sight_is_the_longer_way_less_both_sizes() -> None:
    assert no_nearer((0, 0, 0, 200, 100), (5000, 3000, 9000, 40, 30)) == 5000 - 370
    assert no_nearer((0, 0, 0, 200, 100), (-3000, -5000, 9000, 40, 30)) == 5000 - 370
    assert no_nearer((0, 0, 0, 1, 20), (0, 0, 0, 300, 4000)) == -4321


@pytest.mark.parametrize(
    ("one", "other", "deep"),
    [
        ((0, 0, 26000, 7, 1), (2, -2, 35000, 2, 1), 1),
        ((0, 0, 1000, 6, 6), (7, -1, 1000, 5, 1), 0),
        ((0, 0, 14500, 4, 5), (-6, 5, 3500, 2, 1), 0),
        ((0, 0, 22000, 7, 6), (3, -4, 31000, 4, 2), 0),
    ],
)
def test_a_hair_across_one_side_is_no_depth_for_who_is_beyond_another(one: Pose, other: Pose, deep: int) -> None:
    assert overlap(one, other) == deep == rounded(min(way_out(one, other), way_out(other, one)))


def test_what_is_half_a_length_too_deep_overlaps() -> None:
    """Ten and a half is rounded up, and more than a touch."""
    here, there = (0, 0, 0, 200, 100), (91, 90, 250, 200, 100)
    assert floor(4 * min(way_out(there, here), way_out(here, there))) == 21 * 21
    assert overlap(here, there) == 11
    assert overlaps(here, there)
    assert overlaps_any(here, [there]) == 0


def test_a_corner_that_is_rounded_out_of_its_reach_still_counts() -> None:
    """The front of this one ends 0.6 farther out than it is wide, on the very edge of the arc."""
    here, thin = (0, 0, 0, 2000, 1000), (1010, 0, 4500, 13, 1)
    assert in_arc(here, thin)
    assert targets(here, [thin], 9000) == [0]
    assert targets(here, [(1011, 0, 4500, 13, 1)], 9000) == []
