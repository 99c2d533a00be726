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
from quadrilatero.table.flanks import _edge_axis, side_strip
from tests.table.poses import pairs, poses, shape, thorough, turned

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


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (1989, 500, True),
        (1990, 500, False),
        (-1989, 500, True),
        (-1990, 500, False),
        (0, -10, True),
        (0, -11, False),
        (1989, -10, True),
    ],
)
def test_a_front_is_ahead_up_to_a_touch_beside_and_behind(x: int, y: int, found: bool) -> None:
    assert ahead(BASE, (x, y, 18000, 2000, 1000)) is found
    assert ahead(BASE, (x, y, 0, 2000, 1000)) is found


@pytest.mark.parametrize(
    ("x", "y", "found"), [(989, 490, True), (989, -110, True), (989, -111, False), (990, 490, False)]
)
def test_a_front_seen_end_on_is_ahead_if_its_far_end_is(x: int, y: int, found: bool) -> None:
    for facing in (9000, 27000):
        assert ahead(BASE, (x, y, facing, 200, 1000)) is found
        assert ahead(BASE, (-x, y, facing, 200, 1000)) is found


def test_of_a_slanting_front_only_what_is_between_the_sides_counts() -> None:
    rising = (1000, -1000, 31500, 2828, 100)
    assert corners(rising)[:4] == (0, -2000, 2000, 0), "ahead only where it is beyond the right side"
    assert not ahead(BASE, rising)
    assert not ahead(BASE, (-1000, -1000, 4500, 2828, 100))
    assert [ahead(BASE, shift(rising, 0, by)) for by in (999, 1000, 1001)] == [False, True, True]
    assert [ahead(BASE, shift((-1000, -1000, 4500, 2828, 100), 0, by)) for by in (999, 1000)] == [False, True]


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


@pytest.mark.parametrize(
    ("p", "side", "depth", "strip"),
    [
        (BASE, RIGHT, 500, (1500, -500, 9000, 1000, 500)),
        (BASE, LEFT, 500, (-1500, -500, 27000, 1000, 500)),
        (BASE, RIGHT, 0, (1001, -500, 9000, 1000, 1)),
        ((100, 200, 27000, 2000, 1000), RIGHT, 500, (600, 1700, 0, 1000, 500)),
        ((100, 200, 27000, 2000, 1000), LEFT, 500, (600, -1300, 18000, 1000, 500)),
        ((0, 0, 9000, 2000, 1000), LEFT, 2, (-500, 1002, 0, 1000, 2)),
    ],
)
def test_a_strip_beside_a_base_is_as_wide_as_that_is_deep(p: Pose, side: int, depth: int, strip: Pose) -> None:
    assert side_strip(p, side, depth) == strip


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


@pytest.mark.parametrize("side", [LEFT, RIGHT])
@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_beyond_a_side_begins_past_a_touch_in_every_quarter(side: int, quarter: int) -> None:
    p: Pose = (300, 700, 0, 2000, 1000)
    sign = 1 if side == RIGHT else -1
    spots = [(300 + sign * (1000 + out), 700 + y, 0, 100, 100) for out in (-40, -39, 0) for y in (-9000, 0, 9000)]
    back: Pose = (300 - sign * 5000, 700, 0, 100, 100)
    for _ in range(quarter):
        p, back, spots = turned(p), turned(back), [turned(q) for q in spots]
    assert [beyond_side(p, side, q) for q in spots] == [False] * 3 + [True] * 6
    assert not beyond_side(p, side, back)


@pytest.mark.parametrize(
    ("facing", "side", "y", "last", "first"),
    [
        (3000, RIGHT, -9000, -4032, -4031),
        (3000, LEFT, 9000, 4031, 4030),
        (33000, RIGHT, 9000, -4031, -4030),
        (33000, LEFT, -9000, 4032, 4031),
    ],
)
def test_far_along_the_line_of_a_slanting_side_it_is_the_line_that_counts(
    facing: int, side: int, y: int, last: int, first: int
) -> None:
    """There it has come far behind the parallel to the edge of the table."""
    slanting = (0, 0, facing, 2000, 1000)
    assert not beyond_side(slanting, side, (last, y, 0, 2, 2))
    assert beyond_side(slanting, side, (first, y, 0, 2, 2))


@pytest.mark.parametrize(
    ("facing", "side", "east"),
    [(31499, RIGHT, False), (31500, RIGHT, True), (13499, LEFT, False), (13500, LEFT, True)],
)
def test_a_side_that_looks_between_two_edges_looks_at_the_next_one_clockwise(
    facing: int, side: int, east: bool
) -> None:
    p = (0, 0, facing, 2000, 1000)
    assert beyond_side(p, side, (4000, -9000, 0, 1000, 1000)) is east
    assert beyond_side(p, side, (-9000, 4000, 0, 1000, 1000)) is not east


@pytest.mark.parametrize("facing", [200, 3000, 7000, 11000, 16000, 20000, 25000, 29000, 34000])
def test_beyond_a_side_or_beyond_its_point_nearest_to_the_edge_corner_by_corner(facing: int) -> None:
    p = (0, 0, facing, 70, 60)
    ours = corners(p)
    for side, quarter in ((RIGHT, 9000), (LEFT, 27000)):
        sign = 1 if side == RIGHT else -1
        axis, way = _edge_axis((facing + quarter) % 36000)
        for x in range(-90, 91, 15):
            for y in range(-90, 91, 15):
                q = (x, y, 4000 if (x + y) % 2 else 14000, 30, 40)
                theirs = corners(q)
                spots = [(theirs[i], theirs[i + 1]) for i in (0, 2, 4, 6)]
                past = any(sign * offset(p, *spot)[0] > 35 + TOUCH for spot in spots)
                out = max(way * spot[axis] for spot in spots) > TOUCH + max(way * ours[axis + i] for i in (0, 2, 4, 6))
                assert beyond_side(p, side, q) == (past or out)


@pytest.mark.parametrize(
    ("bearing", "axis"),
    [
        (0, (1, 1)),
        (4499, (1, 1)),
        (4500, (0, 1)),
        (13499, (0, 1)),
        (13500, (1, -1)),
        (22499, (1, -1)),
        (22500, (0, -1)),
        (31499, (0, -1)),
        (31500, (1, 1)),
        (35999, (1, 1)),
    ],
)
def test_a_direction_leads_to_the_edge_that_it_looks_at_most(bearing: int, axis: tuple[int, int]) -> None:
    assert _edge_axis(bearing) == axis


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


def test_parallel_takes_all_of_the_arc_and_not_a_mil_more() -> None:
    wide = (0, 0, 0, 20000, 1000)
    assert arc_length(20000, 1000) == 3491
    assert parallel(wide, RIGHT, 1000, 3491) == (wheel(wide, RIGHT, 1000), 3491)
    assert parallel(wide, RIGHT, 1000, 3490) == (wheel(wide, RIGHT, 999), 3487)
    assert parallel(wide, LEFT, 35000, 3490) == (wheel(wide, LEFT, 999), 3487)
    assert parallel(wide, RIGHT, 1000, 2) == (wide, 0), "the least turn takes more"


def test_a_mil_is_enough_to_push() -> None:
    behind = [(0, -1200, 0, 2000, 1000), (0, -2500, 0, 2000, 1000)]
    assert push(behind, BASE, 18000, 200, []) == []
    assert push(behind, BASE, 18000, 201, []) == [(0, 1)]
    assert push(behind, BASE, 18000, 501, []) == [(0, 301), (1, 1)]


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
