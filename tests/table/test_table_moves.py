"""Moves against slow arithmetic: straight ways by fractions, wheels by every hundredth of a degree."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

import pytest

from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    Point,
    Pose,
    corners,
    corridor,
    distance,
    first_touch,
    may_meet,
    overlap,
    wheel,
    wheel_touch,
)
from quadrilatero.table.measure import ONE, cosine, sine
from quadrilatero.table.sweep import _blocked
from tests.table.poses import mirrored, moved, turned

Stretch = tuple[Fraction, Fraction]


def outline(points: list[Point]) -> list[Point]:
    """The corners of what encloses some points, counterclockwise."""
    found: list[Point] = []
    ordered = sorted(set(points))
    for half in (ordered, ordered[::-1]):
        start = len(found)
        for x, y in half:
            while len(found) - start > 1:
                (x1, y1), (x2, y2) = found[-2:]
                if (x2 - x1) * (y - y1) > (y2 - y1) * (x - x1):
                    break
                found.pop()
            found.append((x, y))
        found.pop()
    return found


def way_in(p: Pose, b: Pose, bearing: int, deep: int) -> Stretch | None:
    """From where to where a footprint that goes straight on is deeper in another than that many halves of a mil.

    They meet while the way gone is a way from a point of the one to a point of the other.
    """
    q, r = corners(p), corners(b)
    ways = outline([(r[j] - q[i], r[j + 1] - q[i + 1]) for i in (0, 2, 4, 6) for j in (0, 2, 4, 6)])
    s, c = Fraction(int(sine(bearing)), ONE), Fraction(int(cosine(bearing)), ONE)
    low, high = Fraction(0), Fraction(10**9)
    for (x1, y1), (x2, y2) in zip(ways, [*ways[1:], ways[0]], strict=True):
        dx, dy = x2 - x1, y2 - y1
        length = Fraction(round(1000 * (dx * dx + dy * dy) ** 0.5), 1000)
        start, rate = dy * x1 - dx * y1 - length * deep / 2, dx * c - dy * s
        if rate > 0:
            low = max(low, -start / rate)
        elif rate < 0:
            high = min(high, start / -rate)
        elif start < 0:
            return None
    return (low, high) if low < high else None


SHAPES = [(90, 60), (30, 150), (120, 24), (44, 44)]
ROUND = [(x, y) for x in range(-420, 421, 120) for y in range(-410, 421, 120)]


@pytest.mark.parametrize("bearing", [0, 2500, 6000, 12000, 18000, 21000, 29000, 33333])
@pytest.mark.parametrize("facing", [0, 3687])
def test_a_straight_way_ends_where_the_first_point_of_one_comes_to_the_other(facing: int, bearing: int) -> None:
    met = 0
    for n, (x, y) in enumerate(ROUND):
        p: Pose = (0, 0, facing, *SHAPES[n % 4])
        b: Pose = (x, y, (0, 4500, 11000, 26000, 18000)[n % 5], *SHAPES[(n + n // 4) % 4])
        grazed, run_into = way_in(p, b, bearing, 2 * TOUCH), way_in(p, b, bearing, 2 * TOUCH + 3)
        touched = way_in(p, b, bearing, 0)
        if grazed is None or touched is None:
            assert first_touch(p, bearing, 5000, [b]) == (5000, -1), b
        elif run_into is not None and run_into[1] - run_into[0] > 2:
            way = floor(touched[0] + Fraction(1, 2))
            assert first_touch(p, bearing, 5000, [b]) == (way, 0), b
            assert first_touch(p, bearing, way, [b]) == (way, 0)
            assert first_touch(p, bearing, way - 1, [b]) == (way - 1, -1) or way == 0
            assert may_meet(p, bearing, way, b)
            met += 1
    assert met >= 4


def test_who_is_passed_over_before_any_corner_is_looked_at() -> None:
    """No part of either is farther than 1001 from the middle of its front."""
    one = (0, 0, 0, 1000, 500)
    for bearing in (0, 9000, 18000, 27000):
        for x, y, near in ((2002, 0, True), (2003, 0, False), (0, 5002, True), (0, 5003, False), (0, -2002, True)):
            across, ahead = (x, y), (-x, y)
            for right, up in (across, ahead):
                s, c = int(sine(bearing)) // ONE, int(cosine(bearing)) // ONE
                other = (right * c + up * s, up * c - right * s, bearing, 1000, 500)
                assert may_meet(one, bearing, 3000, other) is near
    assert may_meet(one, 4500, 3000, (3500, 3500, 0, 1000, 500))
    assert not may_meet(one, 4500, 3000, (-3500, 3500, 0, 1000, 500))
    assert not may_meet(one, 13500, 3000, (3500, 3500, 0, 1000, 500))


# ---------------------------------------------------------------- wheels

HUGE = (0, 0, 0, 90000, 600)
"""The end of its front goes 15.7 in a hundredth of a degree."""


@pytest.mark.parametrize(
    ("ahead", "angle", "found"),
    [
        (1, 1, (1, 0)),
        (1, 2, (1, 0)),
        (5, 9000, (1, 0)),
        (6, 1, (1, -1)),
        (6, 9000, (1, 0)),
        (16, 2, (1, 0)),
        (17, 2, (2, 0)),
        (17, 9000, (2, 0)),
        (21, 2, (2, 0)),
        (22, 2, (2, -1)),
    ],
)
def test_a_wheel_whose_last_step_is_deep_enough_is_stopped_by_it(ahead: int, angle: int, found: Point) -> None:
    other = (44000, ahead, 18000, 1000, 500)
    assert wheel_touch(HUGE, LEFT, angle, [other]) == found
    assert wheel_touch(mirrored(HUGE), RIGHT, angle, [mirrored(other)]) == found
    assert wheel_touch(turned(HUGE), LEFT, angle, [turned(other)]) == found


def all_of(p: Pose, side: int, angle: int, other: Pose) -> tuple[int, int]:
    """The first angle of a wheel that is too deep, found by trying each, and the first that touches without a break."""
    sign = 1 if angle >= 0 else -1
    k = 0
    while k <= abs(angle) and overlap(wheel(p, side, sign * k), other) <= TOUCH:
        k += 1
    if k > abs(angle):
        return -1, abs(angle)
    touched = k
    while touched > 0 and distance(wheel(p, side, sign * (touched - 1)), other) == 0:
        touched -= 1
    return k, touched


def blocked(p: Pose, side: int, angle: int, other: Pose) -> int:
    return _blocked(p, side, angle, isqrt(p[3] * p[3] + p[4] * p[4]) + 2, other)


LONG = (0, 0, 0, 300, 60)


@pytest.mark.parametrize(
    ("p", "angle", "other"),
    [
        # the end of the front passes over a side of the other in the middle of the wheel, and is clear of it at the end
        (LONG, 9000, (83, 156, 23630, 30, 300)),
        (LONG, 9000, (83, 156, 23630, 300, 30)),
        (LONG, 9000, (12, 289, 32630, 30, 300)),
        (LONG, 9000, (200, 251, 32630, 300, 30)),
        (LONG, 9000, (333, 322, 5630, 30, 300)),
        (LONG, 9000, (107, 172, 5630, 300, 30)),
        (LONG, 9000, (178, 39, 14630, 30, 300)),
        (LONG, 9000, (216, 227, 14630, 300, 30)),
        (LONG, 17000, (-150, 280, 18000, 40, 40)),
        # the other passes by the corner wheeled on, from the front to the flank
        ((150, 0, 0, 300, 100), 17900, (20, 6, 0, 14, 12)),
        # no more than thirteen deep at the end: of the front of a column, the flank of a line, the flank of the other
        ((0, 0, 0, 100, 1000), 800, (30, 1, 18000, 30, 30)),
        ((0, 0, 0, 1000, 100), -800, (-516, -60, 0, 30, 30)),
        ((0, 0, 0, 100, 40), 800, (50, 501, 9000, 1000, 100)),
        ((0, 0, 0, 100, 40), 800, (50, 1, 18000, 100, 1000)),
        # far from the corner that stays
        ((0, 0, 0, 3000, 625), 9000, (-1450, 2900, 0, 100, 60)),
        ((0, 0, 0, 3000, 625), -9000, (-1450, -2900, 18000, 100, 60)),
    ],
)
def test_a_wheel_is_blocked_where_each_angle_tried_says(p: Pose, angle: int, other: Pose) -> None:
    deep, touched = all_of(p, LEFT, angle, other)
    assert deep > 0
    for one, side, two in (
        (p, LEFT, other),
        (moved(p), LEFT, moved(other)),
        (mirrored(p), RIGHT, mirrored(other)),
        (turned(p), LEFT, turned(other)),
    ):
        assert blocked(one, side, angle, two) == deep
        met, index = wheel_touch(one, side, angle, [two])
        assert index == 0
        assert abs(met) == touched


def test_who_is_near_and_not_in_the_way_of_a_wheel_does_not_hide_the_next() -> None:
    aside, ahead = (-165, 0, 0, 20, 20), (83, 156, 23630, 30, 300)
    assert wheel_touch(LONG, LEFT, 9000, [aside]) == (9000, -1)
    assert wheel_touch(LONG, LEFT, 9000, [aside, ahead]) == (wheel_touch(LONG, LEFT, 9000, [ahead])[0], 1)


def test_a_wheel_goes_on_from_a_corner_it_touches_until_it_is_deeper_than_a_rounding() -> None:
    """The other rises from the corner by 20 degrees; a mil and a half deep is a depth of two."""
    risen = (-30, 107, 34000, 300, 60)
    assert [overlap(wheel(LONG, LEFT, k), risen) for k in (2000, 2008, 2009)] == [1, 1, 2]
    assert wheel_touch(LONG, LEFT, 9000, [risen]) == (2009, 0)
    assert wheel_touch(mirrored(LONG), RIGHT, 9000, [mirrored(risen)]) == (2009, 0)


def test_who_is_overlapped_already_blocks_a_wheel_at_once() -> None:
    here, there = (0, 0, 0, 200, 100), (91, 90, 250, 200, 100)  # ten and a half deep: eleven, to the nearest
    for angle in (0, 500, -500):
        assert blocked(here, LEFT, angle, there) == 0
        assert wheel_touch(here, LEFT, angle, [there]) == (0, 0)
    before = wheel(here, LEFT, -29)
    assert overlap(before, there) <= TOUCH
    assert blocked(before, LEFT, 1, there) == 1
    assert wheel_touch(HUGE, LEFT, 1, [(44000, -5, 18000, 1000, 500)]) == (0, 0)
    assert wheel_touch(HUGE, LEFT, 9000, [(44000, 0, 18000, 1000, 500)]) == (0, 0)


def test_a_corridor_is_no_deeper_than_a_mil() -> None:
    p = (0, 20, 0, 60, 40)
    assert [corridor(p, 0, 500, 100, [(0, ahead, 0, 40, 60)]) for ahead in (9, 10, 11)] == [-1, -1, 0]
