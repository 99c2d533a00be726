"""Moves to the last mil and the last hundredth of a degree: sides passed, wheels tried angle by angle, gaps."""

from __future__ import annotations

import pytest

from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    Pose,
    corridor,
    distance,
    first_touch,
    gaps,
    overlap,
    wheel,
    wheel_touch,
)
from quadrilatero.table.footprint import quad
from quadrilatero.table.measure import ONE
from quadrilatero.table.sweep import ALWAYS, NEVER, _blocked, _stays_beyond, narrowed, passage
from tests.table.poses import mirrored, turned

LINE = (0, 0, 0, 3000, 625)


# ---------------------------------------------------------------- straight on


@pytest.mark.parametrize(
    ("low", "met", "first"), [(40, 10, 20), (0, 0, 10), (-40, 0, 0), (1, 0, 10), (2, 1, 11), (5, 1, 11), (6, 2, 12)]
)
def test_a_side_ahead_is_touched_at_the_nearest_length_and_passed_a_touch_later(low: int, met: int, first: int) -> None:
    assert narrowed(ALWAYS, low, 4, 0, 4, 0, -ONE) == (met, first, ALWAYS[2])
    assert narrowed(ALWAYS, low, 0, 4, 4, ONE, 0) == (met, first, ALWAYS[2])
    assert narrowed((15, 16, 90), low, 4, 0, 4, 0, -ONE) == (max(15, met), max(16, first), 90)


@pytest.mark.parametrize(("low", "last"), [(-100, 14), (-99, 14), (-98, 14), (-97, 13), (-46, 1), (-45, 0), (-42, 0)])
def test_a_side_behind_is_left_a_touch_before_its_line(low: int, last: int) -> None:
    assert narrowed(ALWAYS, low, 4, 0, 4, 0, ONE) == (0, 0, last)
    assert narrowed(ALWAYS, low, 0, 4, 4, -ONE, 0) == (0, 0, last)
    assert narrowed((1, 2, 12), low, 4, 0, 4, 0, ONE) == (1, 2, min(12, last))


def test_along_a_side_all_is_passed_or_nothing() -> None:
    found = (3, 4, 5)
    assert [narrowed(found, low, 4, 0, 4, ONE, 0) for low in (-43, -42, 0, 7)] == [found, NEVER, NEVER, NEVER]
    assert [narrowed(found, low, 5, 0, 5, ONE, 0) for low in (-53, -52)] == [found, NEVER]
    assert narrowed(ALWAYS, -10, 1, 0, 0, 0, 1) == (0, 0, 10 << 30), "not quite along it"
    assert narrowed(ALWAYS, 10, 1, 0, 0, 0, -1) == (10 << 30, 10 << 30, ALWAYS[2])


def test_a_passage_has_its_first_touch_its_first_depth_and_its_last() -> None:
    mover, other = (0, 0, 0, 200, 100), (0, 1000, 18000, 60, 40)
    assert passage(quad(mover), 200, 100, quad(other), 60, 40, 0, ONE) == (1000, 1010, 1129)
    assert passage(quad(other), 60, 40, quad(mover), 200, 100, 0, -ONE) == (1000, 1010, 1129)
    aside = passage(quad(mover), 200, 100, quad((121, 1000, 18000, 60, 40)), 60, 40, 0, ONE)
    assert aside[1] >= aside[2], "a touch is not met"
    near = passage(quad(mover), 200, 100, quad((119, 1000, 18000, 60, 40)), 60, 40, 0, ONE)
    assert near == (1000, 1010, 1129)


@pytest.mark.parametrize(("deep", "met"), [(10, -1), (11, 0)])
def test_grazing_with_a_long_side_is_free_as_with_a_short_one(deep: int, met: int) -> None:
    for mover, other in (((3000, 625), (2000, 400)), ((400, 2000), (625, 3000)), ((3000, 400), (500, 2000))):
        there = (5000, -deep, 18000, *other)
        p: Pose = (0, 0, 0, *mover)
        for _ in range(4):
            for one, two, quarter in ((p, there, 9000), (there, p, 27000)):
                way, index = first_touch(one, one_bearing(p, quarter), 9000, [two])
                assert index == met
                assert way == (9000 if met < 0 else 5000 - mover[0] // 2 - (other[0] + 1) // 2)
            p, there = turned(p), turned(there)


def one_bearing(p: Pose, quarter: int) -> int:
    """A quarter turn from where a footprint looks."""
    return (p[2] + quarter) % 36000


@pytest.mark.parametrize("bearing", [0, 3000, 9000, 14000, 18000, 25000, 31500])
def test_whoever_would_be_overlapped_on_the_way_is_met(bearing: int) -> None:
    """Against every tenth mil of the way."""
    p = (0, 0, 2500, 90, 60)
    for x in range(-300, 301, 120):
        for y in range(-300, 301, 120):
            other = (x, y, 8000, 70, 50)
            if overlap(p, other) > TOUCH:
                continue
            found = first_touch(p, bearing, 200, [other])
            assert found == first_touch(turned(p), bearing + 9000, 200, [turned(other)])
            assert found == first_touch(mirrored(p), -bearing, 200, [mirrored(other)])
            assert found[1] == -1 or first_touch(p, bearing, found[0], [other]) == found
            far = first_touch(p, bearing, 10000, [other])
            assert found == (far if far[1] >= 0 and far[0] <= 200 else (200, -1))


# ---------------------------------------------------------------- wheels


WHEELS = [
    ((0, 0, 0, 300, 60), LEFT, 4000, (0, 150, 18000, 300, 60)),
    ((0, 0, 0, 300, 60), RIGHT, 4000, (40, 120, 17000, 100, 60)),
    ((0, 0, 0, 300, 60), RIGHT, -4000, (-120, -100, 0, 90, 50)),
    ((0, 0, 0, 300, 60), LEFT, -4000, (120, -130, 3000, 90, 50)),
    ((0, 0, 0, 300, 60), LEFT, 17000, (-400, 10, 0, 50, 40)),
    ((0, 0, 0, 300, 60), RIGHT, 17000, (400, 10, 1000, 50, 40)),
    ((0, 0, 7000, 80, 300), LEFT, 6000, (-260, 180, 2000, 70, 80)),
    ((0, 0, 7000, 80, 300), RIGHT, 6000, (-250, 140, 2000, 70, 80)),
    ((0, 0, 7000, 80, 300), LEFT, -6000, (-200, -220, 5000, 70, 80)),
    ((0, 0, 20000, 200, 200), RIGHT, 9000, (250, -60, 9000, 30, 90)),
    ((0, 0, 20000, 200, 200), LEFT, 9000, (150, -200, 9000, 30, 90)),
    ((0, 0, 0, 300, 60), LEFT, 4000, (-150, 60, 0, 290, 50)),
    ((0, 0, 0, 300, 60), RIGHT, 9000, (600, 10, 0, 50, 40)),
    ((0, 0, 0, 300, 60), LEFT, 9000, (157, 214, 4500, 8, 8)),
]


@pytest.mark.parametrize(("p", "side", "angle", "other"), WHEELS)
def test_a_wheel_is_blocked_at_the_first_angle_that_overlaps(p: Pose, side: int, angle: int, other: Pose) -> None:
    sign = 1 if angle >= 0 else -1
    deep = [k for k in range(0, abs(angle) + 1, 25) if overlap(wheel(p, side, sign * k), other) > TOUCH]
    found, index = wheel_touch(p, side, angle, [other])
    assert wheel_touch(mirrored(p), LEFT + RIGHT - side, angle, [mirrored(other)]) == (found, index)
    assert wheel_touch(turned(p), side, angle, [turned(other)]) == (found, index)
    blocked = _blocked(p, side, angle, 310, other)
    if not deep:
        assert (found, index, blocked) == (angle, -1, -1)
        return
    first = next(
        k for k in range(max(0, deep[0] - 25), deep[0] + 1) if overlap(wheel(p, side, sign * k), other) > TOUCH
    )
    assert (blocked, index) == (first, 0)
    assert abs(found) <= first
    assert distance(wheel(p, side, found), other) == 0
    assert abs(found) == 0 or distance(wheel(p, side, found - sign), other) <= 2
    assert wheel_touch(p, side, sign * (first - 1), [other]) == (sign * (first - 1), -1)
    assert wheel_touch(p, side, sign * first, [other]) == (found, 0)


def test_of_several_in_the_way_of_a_wheel_the_first_met_is_told() -> None:
    p, near, far = (0, 0, 0, 300, 60), (100, 60, 18000, 60, 30), (100, 120, 18000, 60, 30)
    first, second = wheel_touch(p, LEFT, 9000, [near])[0], wheel_touch(p, LEFT, 9000, [far])[0]
    assert 0 < first < second
    assert wheel_touch(p, LEFT, 9000, [far, near]) == (first, 1)
    assert wheel_touch(p, LEFT, 9000, [near, far, near]) == (first, 0)
    assert wheel_touch(p, LEFT, 0, [near]) == (0, -1)
    assert wheel_touch(p, LEFT, 100, [(0, -20, 18000, 60, 30)]) == (0, 0), "it stands in it"


def test_one_stays_beyond_a_side_if_it_is_now_and_later() -> None:
    p = quad((0, 0, 0, 20, 10))
    around = {"front": (0, 7, 18000, 4, 4), "right": (15, -5, 27000, 4, 4), "rear": (0, -17, 0, 4, 4)}
    around["left"] = (-15, -5, 9000, 4, 4)
    for name, other in around.items():
        far = 7 * 20 if name in ("front", "rear") else 5 * 10
        q = quad(other)
        wide, deep = (far, 10**6) if name in ("front", "rear") else (10**6, far)
        assert _stays_beyond(p, q, p, q, wide, deep)
        assert not _stays_beyond(p, q, p, q, wide + 1, deep + 1)
        assert not _stays_beyond(p, q, p, p, wide, deep)
        assert not _stays_beyond(p, p, p, q, wide, deep)
        for another in around.values():
            assert _stays_beyond(p, q, p, quad(another), wide, deep) == (another == other)


# ---------------------------------------------------------------- corridors and gaps


def test_a_corridor_begins_in_the_middle_and_is_as_wide_as_is_said() -> None:
    p = (0, 0, 0, 60, 40)
    for x, found in ((61, -1), (60, -1), (59, 0)):
        assert corridor(p, 0, 500, 100, [(x, 300, 0, 40, 60)]) == found
        assert corridor(p, 0, 500, 100, [(-x, 300, 0, 40, 60)]) == found
    for by, found in ((259, -1), (260, 0)):
        assert corridor(p, 0, by, 100, [(0, 300, 0, 40, 60)]) == found
    assert corridor(p, 18000, 100, 50, [(0, -60, 0, 40, 60)]) == 0
    assert corridor(p, 9000, 100, 50, [(70, 0, 9000, 60, 60)]) == 0


@pytest.mark.parametrize(
    ("others", "within", "found"),
    [
        ([(0, 300, 0, 100, 20)], 500, [100, -100]),
        ([(10, 300, 0, 100, 20)], 500, [-90, 110]),
        ([(-10, 300, 0, 100, 20)], 500, [90, -110]),
        ([(90, 300, 0, 100, 20)], 500, [0, -10, 190]),
        ([(89, 300, 0, 100, 20)], 500, [-11, 189]),
        ([(-90, 300, 0, 100, 20)], 500, [0, 10, -190]),
        ([(-89, 300, 0, 100, 20)], 500, [11, -189]),
        ([(0, 300, 0, 100, 20)], 300, [0]),
        ([(0, 300, 0, 100, 20)], 301, [100, -100]),
        ([(0, 0, 0, 100, 20)], 500, [0]),
        ([(0, 1, 0, 100, 20)], 500, [100, -100]),
        ([(0, 300, 0, 100, 20), (195, 300, 0, 110, 20)], 500, [90, 100, -100, 300]),
        ([(0, 300, 0, 100, 20), (185, 300, 0, 112, 20)], 500, [-100, 291]),
        ([(0, 300, 0, 100, 20), (185, 300, 0, 90, 20)], 500, [90, 100, -100, 280]),
    ],
)
def test_gaps_lie_beside_those_who_stand_in_the_way(others: list[Pose], within: int, found: list[int]) -> None:
    p = (0, 20, 0, 60, 40)
    assert gaps(p, 0, 100, within - 20, others) == found
    assert gaps(turned(p), 9000, 100, within - 20, [turned(b) for b in others]) == found
    assert gaps(p, 0, 99, within - 20, others) == found
