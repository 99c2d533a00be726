"""What lies ahead, beside and beyond, who pushes whom, and sectors of fire."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    Pose,
    ahead,
    apart,
    arc_length,
    beside,
    beyond_side,
    corners,
    dead_zone,
    distance,
    front_taken,
    half,
    in_arc_half,
    meets,
    offset,
    overlaps,
    parallel,
    push,
    sector,
    shift,
    wheel,
)
from tests.table.poses import pairs, poses, shape, thorough

BASE = (0, 0, 0, 2000, 1000)


@thorough
@given(pairs)
def test_ahead_is_what_the_strip_before_a_base_meets(pair: tuple[Pose, Pose]) -> None:
    p, q = pair
    corner = corners(q)
    edge = shapely.LineString([corner[:2], corner[2:4]])
    strip = shape((*shift(p, p[2], 400_000)[:3], p[3], 400_000))
    if edge.intersects(strip.buffer(-2 * TOUCH)):
        assert ahead(p, q)
    if edge.distance(strip) > 2 * TOUCH:
        assert not ahead(p, q)


def test_an_edge_at_right_angles_is_ahead_where_part_of_it_is() -> None:
    for facing in (9000, 27000, 8985):
        assert ahead((0, 0, 0, 375, 625), (0, 0, facing, 375, 625))
        assert not ahead((0, 0, 0, 375, 625), (0, -300, facing, 375, 625))


def test_front_taken_is_the_common_edge() -> None:
    facing = (500, 0, 18000, 2000, 1000)
    assert front_taken(BASE, facing) == 1500
    assert front_taken(BASE, (0, 500, 18000, 2000, 1000)) == 0, "apart"
    assert front_taken(BASE, (1000, -500, 27000, 2000, 1000)) == 1000, "all of the flank"


@pytest.mark.parametrize(
    ("q", "side"),
    [
        ((9000, 400, 0, 2000, 1000), RIGHT),
        ((-9000, -900, 0, 2000, 1000), LEFT),
        ((9000, 1100, 0, 2000, 1000), None),
        ((9000, -1100, 0, 2000, 1000), None),
        ((0, 1500, 0, 2000, 1000), None),
    ],
)
def test_beside_is_between_the_lines_of_front_and_rear(q: Pose, side: int | None) -> None:
    assert beside(BASE, q) == side


@thorough
@given(poses, st.integers(-4000, 4000), st.integers(0, 3000), st.sampled_from([LEFT, RIGHT]))
def test_beside_turns_with_the_base(p: Pose, along: int, gap: int, side: int) -> None:
    outward = p[2] + (9000 if side == RIGHT else 27000)
    q = shift(shift((*p[:3], 1000, 1000), outward, p[3] // 2 + 600 + gap), p[2], along)
    assume(abs(along) > 2 * TOUCH and abs(along - 1000 + p[4]) > TOUCH and abs(along + p[4]) > 2 * TOUCH)
    assume(abs(along - 1000) > 2 * TOUCH)
    assert (beside(p, q) == side) == (-p[4] < along < 1000)


@pytest.mark.parametrize(
    ("q", "beyond"),
    [
        ((1200, 9000, 0, 1000, 1000), True),
        ((400, 9000, 0, 1000, 1000), False),
        ((400, -9000, 0, 1000, 1000), False),
        ((-5000, 0, 0, 1000, 1000), False),
    ],
)
def test_beyond_a_side_is_everything_past_its_line(q: Pose, beyond: bool) -> None:
    assert beyond_side(BASE, RIGHT, q) == beyond


def test_a_slanting_base_looks_at_the_edge_too() -> None:
    slanting = (0, 0, 3000, 2000, 1000)
    right = max(corners(slanting)[::2])
    behind_line = (right + 600, 9000, 0, 1000, 1000)
    assert offset(slanting, right + 1100, 8000)[0] < 1000, "not past the line of its side"
    assert beyond_side(slanting, RIGHT, behind_line)


@thorough
@given(poses, st.sampled_from([LEFT, RIGHT]), st.integers(0, 17999), st.integers(0, 6000))
def test_parallel_wheels_as_far_as_it_may(p: Pose, side: int, angle: int, most: int) -> None:
    towards = (p[2] - angle if side == LEFT else p[2] + angle) % 36000
    there, arc = parallel(p, side, towards, most)
    assert arc <= most
    if arc_length(p[3], angle) <= most:
        assert there == wheel(p, side, angle)
    else:
        turned = apart(there[2], p[2])
        assert arc_length(p[3], turned + 1) > most
    corner = corners(there)[:2] if side == LEFT else corners(there)[2:4]
    stays = corners(p)[:2] if side == LEFT else corners(p)[2:4]
    assert max(abs(corner[0] - stays[0]), abs(corner[1] - stays[1])) <= 2


def test_who_is_pushed_pushes_on() -> None:
    back = [(0, -1200, 0, 2000, 1000), (0, -2500, 0, 2000, 1000), (9000, -1200, 0, 2000, 1000)]
    assert push(back, BASE, 18000, 500, []) == [(0, 300)]
    assert push(back, BASE, 18000, 1000, []) == [(0, 800), (1, 500)]
    assert push(back, BASE, 18000, 1000, [(0, -3600, 0, 2000, 1000)]) == [(0, -1), (1, -1)]
    assert push(back, BASE, 18000, 100, []) == []


@thorough
@given(st.lists(poses, max_size=5), poses, st.integers(0, 35999), st.integers(0, 3000))
def test_nobody_is_left_in_the_way(ps: list[Pose], mover: Pose, bearing: int, by: int) -> None:
    near = [shift((*mover[:2], *p[2:]), bearing, 4000 * n + p[4] + mover[4]) for n, p in enumerate(ps)]
    near = [p for n, p in enumerate(near) if not any(overlaps(p, other) for other in [mover, *near[:n]])]
    after = list(near)
    for index, need in push(near, mover, bearing, by, []):
        after[index] = shift(near[index], bearing, need)
    there = shift(mover, bearing, by)
    for n, p in enumerate(after):
        assert shape(p).buffer(-6).intersection(shape(there).buffer(-6)).area == 0
        for other in after[:n]:
            assert shape(p).buffer(-6).intersection(shape(other).buffer(-6)).area == 0


@thorough
@given(pairs, st.integers(0, 9000), st.integers(0, 20000))
def test_a_sector_is_its_two_halves_as_deep_as_it_is(pair: tuple[Pose, Pose], spread: int, depth: int) -> None:
    edge, q = pair
    fan = sector(edge, spread, depth)
    found = half(fan, q)
    for side in (LEFT, RIGHT):
        assert bool(found & side) == in_arc_half(edge, q, spread, 1, side)
    assert meets(fan, q) == (found if distance(edge, q) <= depth else 0)


def test_at_a_corner_the_half_beside_the_other_edge_opens_to_the_line_between_them() -> None:
    edge = (0, 0, 0, 2000, 1)
    there = (3500, 3000, 0, 1000, 1000)
    assert half(sector(edge, 1500, 9000), there) == 0
    assert half(sector(edge, 1500, 9000, RIGHT), there) == RIGHT


@pytest.mark.parametrize(("y", "dead"), [(600, False), (2100, True), (5900, True), (7100, False)])
def test_guns_on_a_hill_do_not_reach_its_slope_and_as_much_beyond(y: int, dead: bool) -> None:
    gun = (0, 0, 0, 1000, 1000)
    top = [[-1000, -1000], [1000, -1000], [1000, 1000], [-1000, 1000]]
    hill = [[-3000, -3000], [3000, -3000], [3000, 3000], [-3000, 3000]]
    assert dead_zone(gun, hill, top, (0, y, 18000, 500, 10)) == dead
