"""Formations on a free table: which footprints make one up, how a block of them moves, and areas they go into."""

from __future__ import annotations

import random

import pytest

from quadrilatero.table import (
    LEFT,
    RIGHT,
    about,
    around,
    bases,
    carried,
    centre,
    contains,
    corners,
    follows,
    into,
    join,
    leave_edge,
    offset,
    parts,
    share_in,
    shift,
    turning,
    wheel,
)
from tests.table.poses import turned

BASE = (0, 0, 0, 2000, 1000)
VILLAGE = [(-1500, 0), (1500, 0), (1500, 3000), (-1500, 3000)]


@pytest.mark.parametrize("facing", [0, 1234, 9000, 22222])
def test_lines_columns_and_squares_are_told_apart(facing: int) -> None:
    line = bases((50000, 50000, facing, 6000, 1000), 3, 1)
    column = bases((30000, 30000, facing, 2000, 2000), 1, 2)
    back = (70000, 30000, facing, 2000, 1000)
    square = [back, about(shift(back, (facing + 18000) % 36000, 1000))]
    single = (10000, 10000, facing, 2000, 1000)
    assert parts([*line, *column, *square, single]) == [(0, 1, 2), (3, 4), (5, 6), (7,)]


def test_a_column_needs_the_whole_rear() -> None:
    assert follows(BASE, (0, -1000, 0, 2000, 1000))
    assert not follows(BASE, (100, -1000, 0, 2000, 1000))
    assert not follows(BASE, (0, -1100, 0, 2000, 1000))
    assert not follows((0, -1000, 0, 2000, 1000), BASE)


@pytest.mark.parametrize("seed", range(20))
def test_a_block_moves_as_one(seed: int) -> None:
    rng = random.Random(seed)
    whole = (40000, 40000, rng.randrange(36000), 8000, 1000)
    line = bases(whole, 4, 1)
    turned = wheel(whole, rng.choice((LEFT, RIGHT)), rng.randint(-2000, 2000))
    there = [carried(base, whole, turned) for base in line]
    again = join(there)
    assert again is not None
    assert all(abs(one - other) <= 2 for one, other in zip(again, turned, strict=True))
    straight = shift(whole, rng.randrange(36000), 3000)
    moved = [carried(base, whole, straight) for base in line]
    assert [carried(base, straight, whole) for base in moved] == line, "moved and moved back"


def test_what_is_around_several() -> None:
    assert around([BASE, (0, -2000, 18000, 2000, 1000)]) == (0, 0, 0, 2000, 2000)
    assert around([BASE, (2000, -500, 9000, 2000, 1000)]) == (500, 500, 0, 3000, 2000)


@pytest.mark.parametrize("quarter", range(4))
def test_what_is_around_several_lies_where_they_are_in_every_quarter(quarter: int) -> None:
    one, other = (300, 700, 0, 2000, 1000), (2900, 1500, 18000, 600, 400)
    whole = (1250, 1900, 0, 3900, 2200)
    for _ in range(quarter):
        one, other, whole = turned(one), turned(other), turned(whole)
    assert around([one, other]) == whole


def test_where_a_point_lies_from_a_front() -> None:
    assert offset((1000, 1000, 9000, 2000, 1000), 4000, 500) == (500, 3000)
    assert offset(BASE, -300, 700) == (-300, 700)


def test_how_outlines_run() -> None:
    assert (turning(VILLAGE), turning(VILLAGE[::-1])) == (1, -1)
    assert turning([(0, 0), (4000, 0), (1000, 1000), (0, 4000)]) == 0


def _sampled(p: tuple[int, int, int, int, int], areas: list[list[tuple[int, int]]]) -> int:
    spots = [centre(base) for base in bases(p, 40, 40)]
    return 1000 * sum(any(contains(area, *spot) for area in areas) for spot in spots) // len(spots)


@pytest.mark.parametrize("seed", range(30))
def test_the_share_of_a_footprint_in_areas(seed: int) -> None:
    """Beside what 1,600 small parts of it say."""
    rng = random.Random(seed)
    pose = (rng.randint(-1500, 1500), rng.randint(-1500, 1500), rng.randrange(36000), 2000, 1000)
    triangle = [(-500, -900), (1400, -300), (200, 1300)]
    areas = [VILLAGE, triangle[:: rng.choice((1, -1))]]
    assert abs(share_in(pose, areas) - _sampled(pose, areas)) <= 60


def test_out_of_an_area_by_a_side_and_into_it() -> None:
    for side, expected in ((0, 18000), (1, 9000), (2, 0), (3, 27000)):
        pose = leave_edge(VILLAGE, side, 2000, 1000)
        assert pose[2] == expected
        assert leave_edge(VILLAGE[::-1], (2 - side) % 4, 2000, 1000) == pose
        assert not any(contains(VILLAGE, *corners(pose)[i : i + 2]) for i in (0, 2))
    assert into(VILLAGE, (0, 0, 0, 2000, 1000)) == (0, 1000, 0, 2000, 1000)
    assert into(VILLAGE, (1400, 0, 0, 2000, 1000)) == (0, 2000, 0, 2000, 1000), "in the middle where it does not fit"
