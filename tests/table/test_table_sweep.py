"""What a move meets first: against shapely by bisection, and by looking at every place on the way."""

from math import cos, pi, sin
from typing import Any

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import affinity

from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    Pose,
    corners,
    corridor,
    distance,
    first_touch,
    gaps,
    may_meet,
    overlap,
    shift,
    stretch_in,
    wheel,
    wheel_touch,
)
from tests.table.poses import angles, beside, mirrored, moved, pairs, poses, shape, thorough, turned

Pair = tuple[Pose, Pose]
Crowd = tuple[Pose, list[Pose]]
LINE = (0, 0, 0, 3000, 625)


@st.composite
def crowds(draw: st.DrawFn) -> Crowd:
    """A footprint and some about it that it does not overlap."""
    p = draw(poses)
    others = draw(st.lists(beside(p), max_size=8))
    return p, [b for b in others if overlap(p, b) <= TOUCH]


@thorough
@given(crowds(), angles, st.integers(0, 12000))
def test_a_straight_move_stops_where_it_first_touches(crowd: Crowd, bearing: int, by: int) -> None:
    p, others = crowd
    way, index = first_touch(p, bearing, by, others)
    assert 0 <= way <= by
    assert (index == -1) <= (way == by)
    there = shift(p, bearing, way)
    if index >= 0:
        assert distance(there, others[index]) <= 2
    for step in range(0, way + 1, max(1, way // 40)):
        assert all(overlap(shift(p, bearing, step), b) <= TOUCH + 1 for b in others)


@thorough
@given(pairs, angles, st.integers(0, 12000))
def test_a_straight_move_by_bisection(pair: Pair, bearing: int, by: int) -> None:
    """Of two that are apart: the first way at which shapely finds that they meet."""
    p, b = pair
    moving, other = shape(p), shape(b)
    assume(moving.distance(other) > 3)
    dx, dy = sin(bearing * pi / 18000), cos(bearing * pi / 18000)

    def swept(way: float) -> Any:
        there = affinity.translate(moving, way * dx, way * dy)
        return shapely.MultiPoint([*moving.exterior.coords, *there.exterior.coords]).convex_hull

    way, index = first_touch(p, bearing, by, [b])
    if index < 0:
        assert swept(by).intersection(other).area <= (TOUCH + 2) * (other.length + by)
        return
    low, high = 0.0, float(by) + 1
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (low, middle) if swept(middle).intersects(other) else (middle, high)
    assert abs(way - high) <= 2


@thorough
@given(crowds(), angles, st.integers(0, 12000))
def test_straight_moves_wherever_the_table_is(crowd: Crowd, bearing: int, by: int) -> None:
    p, others = crowd
    found = first_touch(p, bearing, by, others)
    assert found == first_touch(moved(p), bearing, by, [moved(b) for b in others])
    assert found == first_touch(turned(p), bearing + 9000, by, [turned(b) for b in others])
    assert found == first_touch(mirrored(p), -bearing, by, [mirrored(b) for b in others])
    way, index = found
    assert way == first_touch(p, bearing, by, others[::-1])[0]
    assert index == -1 or first_touch(p, bearing, by, [others[index]]) == (way, 0)
    single = [first_touch(p, bearing, by, [b]) for b in others]
    assert all(one >= way for one, _ in single)
    assert index == next((i for i, (one, hit) in enumerate(single) if one == way and hit == 0), -1)


def test_met_on_the_way() -> None:
    ahead, nearer = (0, 5000, 18000, 3000, 625), (2900, 3000, 18000, 3000, 625)
    assert first_touch(LINE, 0, 6000, [ahead]) == (5000, 0)
    assert first_touch(LINE, 0, 6000, [ahead, nearer]) == (3000, 1)
    assert first_touch(LINE, 0, 5000, [ahead]) == (5000, 0)
    assert first_touch(LINE, 0, 4999, [ahead]) == (4999, -1)
    assert first_touch(LINE, 0, 6000, [ahead, ahead]) == (5000, 0)
    assert first_touch(LINE, 18000, 6000, [ahead]) == (6000, -1)
    assert first_touch(LINE, 9000, 6000, [(5000, 0, 0, 1000, 1000)]) == (3000, 0)
    assert first_touch(LINE, 4500, 9000, [(0, 5000, 18000, 20000, 625)]) == (7071, 0)


def test_grazing_is_free() -> None:
    for aside, met in ((3000, -1), (2990, -1), (2989, 0)):
        assert first_touch(LINE, 0, 6000, [(aside, 3000, 18000, 3000, 625)])[1] == met
    neighbours = [(3000, 0, 0, 3000, 625), (-2995, 0, 0, 3000, 625)]
    assert first_touch(LINE, 0, 6000, neighbours) == (6000, -1)
    assert first_touch(LINE, 9000, 6000, neighbours) == (0, 0)
    assert first_touch(LINE, 27000, 6000, neighbours) == (0, 1)


def test_what_touches_ahead_stops_at_once_and_lets_go_back() -> None:
    touching = [(0, 5, 18000, 3000, 625)]
    assert first_touch(LINE, 0, 1000, touching) == (5, 0)
    assert first_touch(LINE, 0, 1000, [(0, -5, 18000, 3000, 625)]) == (0, 0)
    assert first_touch(LINE, 18000, 1000, [(0, -5, 18000, 3000, 625)]) == (1000, -1)


# ---------------------------------------------------------------- wheels


@thorough
@given(crowds(), st.sampled_from([LEFT, RIGHT]), st.integers(-9000, 9000))
def test_a_wheel_stops_where_it_first_touches(crowd: Crowd, side: int, angle: int) -> None:
    p, others = crowd
    found, index = wheel_touch(p, side, angle, others)
    assert abs(found) <= abs(angle)
    assert found * angle >= 0
    assert index >= 0 or found == angle
    if index >= 0:
        assert distance(wheel(p, side, found), others[index]) <= 2
    for step in range(0, abs(found) + 1, max(1, abs(found) // 40)):
        turned_so_far = wheel(p, side, step if angle >= 0 else -step)
        assert all(overlap(turned_so_far, b) <= TOUCH + 1 for b in others)


@thorough
@given(crowds(), st.sampled_from([LEFT, RIGHT]), st.integers(-9000, 9000))
def test_wheels_wherever_the_table_is(crowd: Crowd, side: int, angle: int) -> None:
    p, others = crowd
    found = wheel_touch(p, side, angle, others)
    assert found == wheel_touch(moved(p), side, angle, [moved(b) for b in others])
    assert found == wheel_touch(turned(p), side, angle, [turned(b) for b in others])
    assert found == wheel_touch(mirrored(p), LEFT + RIGHT - side, angle, [mirrored(b) for b in others])
    assert found[0] == wheel_touch(p, side, angle, others[::-1])[0]
    single = [wheel_touch(p, side, angle, [b]) for b in others]
    first = min((abs(one) for one, hit in single if hit == 0), default=abs(angle))
    assert abs(found[0]) == first
    assert found[1] == next((i for i, (one, hit) in enumerate(single) if abs(one) == first and hit == 0), -1)


@thorough
@given(pairs, st.sampled_from([LEFT, RIGHT]), st.integers(-9000, 9000))
def test_a_wheel_by_bisection(pair: Pair, side: int, angle: int) -> None:
    """Of two that are apart: the angle at which shapely finds that they come to meet."""
    p, b = pair
    other, sign = shape(b), 1 if angle >= 0 else -1

    def meets(turned: int) -> bool:
        return bool(shape(wheel(p, side, sign * turned)).intersects(other))

    assume(distance(p, b) > TOUCH)
    found, index = wheel_touch(p, side, angle, [b])
    seen = [turned for turned in range(0, abs(angle) + 1, 100) if overlap(wheel(p, side, sign * turned), b) > TOUCH]
    if index < 0:
        assert not seen
        return
    low, high = max(0, abs(found) - 50), abs(found)
    assert not seen or high <= seen[0]
    assume(not meets(low))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    grazes = overlap(wheel(p, side, sign * (abs(found) + 20)), b) <= TOUCH  # so slowly that rounded corners decide
    assert abs(abs(found) - high) <= (20 if grazes else 2)


def test_wheels_meet() -> None:
    enemy = (0, 1500, 18000, 3000, 625)
    assert wheel_touch(LINE, LEFT, 4500, [enemy]) == (2998, 0)  # 749.5 up is rounded to 750, twice
    assert wheel_touch(LINE, RIGHT, 4500, [enemy]) == (2998, 0)
    assert wheel_touch(LINE, LEFT, 2999, [enemy]) == (2999, -1)
    assert wheel_touch(LINE, LEFT, -4500, [enemy]) == (-4500, -1)
    assert wheel_touch(LINE, LEFT, 4500, [(9000, 0, 0, 3000, 625)]) == (4500, -1)
    assert wheel_touch(LINE, LEFT, 4500, [(-3000, 0, 0, 3000, 625)]) == (4500, -1)
    assert wheel_touch(LINE, LEFT, 4500, []) == (4500, -1)


def test_who_touches_the_corner_of_a_wheel_is_met_where_it_is_run_into() -> None:
    """Its rear begins at the corner that is wheeled on and rises by 30 degrees."""
    risen = (-513, 1291, 33000, 3000, 625)
    assert distance(LINE, risen) <= 1
    angle, index = wheel_touch(LINE, LEFT, 4500, [risen])
    assert index == 0
    assert abs(angle - 3000) <= 5
    assert wheel_touch(mirrored(LINE), RIGHT, 4500, [mirrored(risen)]) == (angle, 0)
    assert wheel_touch(LINE, LEFT, 2990, [risen]) == (2990, -1)


# ---------------------------------------------------------------- corridors and gaps


def test_a_corridor() -> None:
    others = [(0, 6000, 18000, 3000, 625), (0, 4000, 18000, 100, 100), (1500, 2000, 0, 900, 900)]
    assert corridor(LINE, 0, 8000, 2000, others) == 1
    assert corridor(LINE, 0, 8000, 2300, others) == 2
    assert corridor(LINE, 0, 4000, 2000, others) == -1
    assert corridor(LINE, 18000, 8000, 2000, others) == -1
    assert corridor(LINE, 0, 8000, 2000, []) == -1


def test_gaps_to_lead_a_corridor_through() -> None:
    wall = [(-3500, 3000, 0, 4000, 500), (2000, 3000, 0, 4000, 500)]
    assert gaps(LINE, 0, 1000, 6000, wall) == [-500, -1000, 4500, -6000]
    assert gaps(LINE, 0, 1000, 6000, []) == [0]
    assert gaps(LINE, 0, 1000, 1000, wall) == [0]


@thorough
@given(crowds(), angles, st.integers(100, 3000), st.integers(0, 9000))
def test_every_gap_lets_a_corridor_through(crowd: Crowd, bearing: int, width: int, within: int) -> None:
    p, others = crowd
    found = gaps(p, bearing, width, within, others)
    assert found
    assert [abs(at) for at in found] == sorted(abs(at) for at in found)
    for at in found:
        assert corridor(shift(p, bearing + 9000, at), bearing, within, width - 4, others) == -1


@thorough
@given(pairs, angles, st.integers(0, 12000))
def test_nobody_in_the_way_is_passed_over(pair: Pair, bearing: int, by: int) -> None:
    p, b = pair
    q = corners(b)
    met = stretch_in(p, bearing, by, [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]) is not None
    assert may_meet(p, bearing, by, b) >= (met or first_touch(p, bearing, by, [b])[1] >= 0)


def test_who_is_aside_or_behind_is_passed_over() -> None:
    one = (0, 0, 0, 1000, 500)
    for other, near in [((0, 5002, 0, 1000, 500), True), ((0, 5003, 0, 1000, 500), False)]:
        assert may_meet(one, 0, 3000, other) == near
        assert may_meet(turned(one), 9000, 3000, turned(other)) == near
    assert not may_meet(one, 0, 3000, (2003, 0, 0, 1000, 500))
    assert not may_meet(one, 0, 3000, (-2003, 0, 0, 1000, 500))
    assert not may_meet(one, 0, 3000, (0, -2003, 0, 1000, 500))
