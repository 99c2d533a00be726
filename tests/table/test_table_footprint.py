"""Corners, and where a footprint comes to stand."""

from itertools import pairwise
from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrilatero.table import (
    CENTRE,
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Pose,
    about,
    bases,
    centre,
    corners,
    join,
    rear_strip,
    reform,
    shift,
    span,
    turn,
    wheel,
    zone,
)
from tests.table.poses import angles, mirrored, moved, poses, sizes, thorough, turned

sides = st.sampled_from([LEFT, RIGHT])


def points(p: Pose) -> list[tuple[int, int]]:
    q = corners(p)
    return [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]


def exact_corners(p: Pose) -> list[tuple[float, float]]:
    x, y, facing, width, depth = p
    s, c = sin(facing * pi / 18000), cos(facing * pi / 18000)
    offsets = [(-width / 2, 0), (width / 2, 0), (width / 2, -depth), (-width / 2, -depth)]
    return [(x + right * c + ahead * s, y - right * s + ahead * c) for right, ahead in offsets]


def close(one: tuple[float, float], other: tuple[float, float], by: float) -> bool:
    return abs(one[0] - other[0]) <= by and abs(one[1] - other[1]) <= by


@thorough
@given(poses)
def test_corners_are_the_nearest_whole_numbers(p: Pose) -> None:
    assert all(close(one, other, 0.5001) for one, other in zip(points(p), exact_corners(p), strict=True))


def test_a_line_that_faces_east() -> None:
    assert corners((100, 50, 9000, 3000, 625)) == (100, 1550, 100, -1450, -525, -1450, -525, 1550)


def test_odd_widths_are_rounded_away_from_the_centre() -> None:
    assert corners((0, 0, 0, 375, 625)) == (-188, 0, 188, 0, 188, -625, -188, -625)


@thorough
@given(poses)
def test_corners_follow_shifts_quarter_turns_and_mirrors_exactly(p: Pose) -> None:
    assert points(moved(p)) == [(x + 12345, y - 6789) for x, y in points(p)]
    assert points(turned(p)) == [(y, -x) for x, y in points(p)]
    front_left, front_right, rear_right, rear_left = [(-x, y) for x, y in points(p)]
    assert points(mirrored(p)) == [front_right, front_left, rear_left, rear_right]


@thorough
@given(poses)
def test_the_centre(p: Pose) -> None:
    (x1, y1), _, (x2, y2), _ = exact_corners(p)
    assert close(centre(p), ((x1 + x2) / 2, (y1 + y2) / 2), 0.5001)
    assert centre(moved(p)) == (centre(p)[0] + 12345, centre(p)[1] - 6789)


@thorough
@given(poses, angles, st.integers(0, 20000))
def test_a_shift_goes_that_far_in_that_direction(p: Pose, bearing: int, by: int) -> None:
    there = shift(p, bearing, by)
    expected = p[0] + by * sin(bearing * pi / 18000), p[1] + by * cos(bearing * pi / 18000)
    assert close(there[:2], expected, 0.5001)
    assert there[2:] == p[2:]
    assert shift(there, bearing, -by) == p
    assert shift(there, bearing + 18000, by) == p


@thorough
@given(poses, angles, st.integers(0, 9000), st.integers(0, 9000))
def test_the_parts_of_a_way_add_up(p: Pose, bearing: int, first: int, second: int) -> None:
    whole, parts = shift(p, bearing, first + second), shift(shift(p, bearing, first), bearing, second)
    assert close(whole[:2], parts[:2], 1)


def test_shifts() -> None:
    assert shift((0, 0, 123, 3000, 625), 0, 1000)[:3] == (0, 1000, 123)
    assert shift((0, 0, 123, 3000, 625), 9000, 1000)[:3] == (1000, 0, 123)
    assert shift((0, 0, 123, 3000, 625), 3000, 1000)[:3] == (500, 866, 123)


@thorough
@given(poses, sides, st.integers(-18000, 18000))
def test_a_wheel_keeps_its_corner_and_can_be_taken_back(p: Pose, side: int, angle: int) -> None:
    there = wheel(p, side, angle)
    corner = 0 if side == LEFT else 1
    assert points(there)[corner] == points(p)[corner]
    assert there[2] == (p[2] + (angle if side == RIGHT else -angle)) % 36000
    assert there[3:] == p[3:]
    assert wheel(there, side, -angle) == p
    assert wheel(mirrored(p), LEFT + RIGHT - side, angle) == mirrored(there)
    assert wheel(turned(p), side, angle) == turned(there)


def test_wheels() -> None:
    line = (0, 0, 0, 3000, 625)
    assert wheel(line, LEFT, 9000) == (-1500, 1500, 27000, 3000, 625)
    assert wheel(line, RIGHT, 9000) == (1500, 1500, 9000, 3000, 625)
    assert wheel(line, RIGHT, -9000) == (1500, -1500, 27000, 3000, 625)


@thorough
@given(poses, st.integers(-36000, 36000))
def test_a_turn_keeps_the_centre(p: Pose, angle: int) -> None:
    there = turn(p, angle)
    assert centre(there) == centre(p)
    assert there[2] == (p[2] + angle) % 36000
    assert there[3:] == p[3:]
    assert turn(there, -angle) == p


@thorough
@given(poses)
def test_about_has_the_front_where_the_rear_was(p: Pose) -> None:
    there = about(p)
    front_left, front_right, rear_right, rear_left = exact_corners(p)
    for new, old in zip(points(there), (rear_right, rear_left, front_left, front_right), strict=True):
        assert close(new, old, 1.001)
    assert about(there) == p


@thorough
@given(poses, sizes)
def test_reforming_keeps_what_it_should(p: Pose, size: tuple[int, int]) -> None:
    width, depth = size
    x, y, facing = p[:3]
    s, c = sin(facing * pi / 18000), cos(facing * pi / 18000)
    assert reform(p, width, depth) == reform(p, width, depth, FRONT) == (x, y, facing, width, depth)
    for keep, share in ((CENTRE, 0.5), (REAR, 1.0)):
        there = reform(p, width, depth, keep)
        ahead = (depth - p[4]) * share
        assert there[2:] == (facing, width, depth)
        assert close(there[:2], (x + ahead * s, y + ahead * c), 0.5001)
        assert reform(there, p[3], p[4], keep) == p


@thorough
@given(poses, st.integers(100, 6000))
def test_the_zone_ahead_and_the_strip_behind(p: Pose, depth: int) -> None:
    ahead, back = zone(p, depth), rear_strip(p, depth)
    assert ahead[2:] == back[2:] == (p[2], p[3], depth)
    assert close(points(ahead)[3], points(p)[0], 1)
    assert close(points(ahead)[2], points(p)[1], 1)
    assert close(points(back)[0], points(p)[3], 1)
    assert close(points(back)[1], points(p)[2], 1)


def test_bases_of_a_line_and_of_skirmishers() -> None:
    assert bases((0, 0, 0, 1500, 625), 4, 1) == [(x, 0, 0, 375, 625) for x in (-563, -188, 188, 563)]
    assert bases((0, 0, 0, 750, 1250), 2, 2) == [(x, y, 0, 375, 625) for y in (0, -625) for x in (-188, 188)]
    skirmishers = bases((0, 0, 0, 5 * 375, 3 * 625), 3, 2, 1)
    assert skirmishers == [(x, y, 0, 375, 625) for y in (0, -1250) for x in (-750, 0, 750)]
    assert bases((0, 0, 9000, 750, 625), 2, 1) == [(0, 188, 9000, 375, 625), (0, -188, 9000, 375, 625)]


@thorough
@given(poses, st.integers(1, 12), st.integers(1, 3), st.integers(0, 1))
def test_bases_fill_their_footprint(p: Pose, files: int, ranks: int, gap: int) -> None:
    x, y, facing = p[:3]
    whole = (x, y, facing, 375 * (files + gap * (files - 1)), 625 * (ranks + gap * (ranks - 1)))
    found = bases(whole, files, ranks, gap)
    assert len(found) == files * ranks
    assert all(base[2:] == (facing, 375, 625) for base in found)
    front_left, front_right, rear_right, rear_left = points(whole)
    assert close(points(found[0])[0], front_left, 1.5)
    assert close(points(found[files - 1])[1], front_right, 1.5)
    assert close(points(found[-1])[2], rear_right, 1.5)
    assert close(points(found[-files])[3], rear_left, 1.5)
    for left, right in pairwise(found[:files]):
        assert abs(span(*left[:2], *right[:2]) - 375 * (1 + gap)) <= 1
    assert [mirrored(base) for base in bases(mirrored(whole), files, ranks, gap)[:files]] == found[:files][::-1]


@thorough
@given(poses, st.integers(1, 6), st.integers(1, 3))
def test_bases_join_to_what_they_were_taken_from(p: Pose, files: int, ranks: int) -> None:
    x, y, facing = p[:3]
    whole = (x, y, facing, 2000 * files, 1000 * ranks)
    found = bases(whole, files, ranks)
    joined = join(found)
    assert joined is not None
    assert joined[2] == facing
    assert all(abs(one - other) <= 2 for one, other in zip(joined, whole, strict=True))
    if files > 1:
        assert join([*found[:-1], shift(found[-1], facing, 300)]) is None
        assert join([*found[:-1], turn(found[-1], 101)]) is None


def test_what_does_not_join() -> None:
    one, other = (0, 0, 0, 2000, 1000), (2000, 0, 0, 2000, 1000)
    assert join([one, other]) == (1000, 0, 0, 4000, 1000)
    assert join([one, (0, -1000, 0, 2000, 1000)]) == (0, 0, 0, 2000, 2000)
    assert join([one, (2010, 0, 0, 2000, 1000)]) == (1005, 0, 0, 4010, 1000)
    assert join([one, (2100, 0, 0, 2000, 1000)]) is None
    assert join([one, (2000, 0, 18000, 2000, 1000)]) is None
    assert join([one, other, (0, -1000, 0, 2000, 1000)]) is None
    assert join([one, one]) is None
    assert join([one, (2000, 0, 50, 2000, 1000)]) is not None


@pytest.mark.parametrize("angle", [0, 9000, 18000, 27000])
def test_joining_is_the_same_in_every_quarter(angle: int) -> None:
    line = bases((500, 700, angle, 6000, 1000), 3, 1)
    assert join(line) == (500, 700, angle, 6000, 1000)
