"""Distances, the nearest points, contact and alignment."""

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from quadrilatero.table import (
    FRONT,
    LEFT,
    LEVEL,
    REAR,
    RIGHT,
    TOUCH,
    Pose,
    aligned,
    corners,
    distance,
    distances,
    nearest,
    no_nearer,
    overlap,
    shift,
    side_towards,
    to_line,
    to_point,
    touch,
    touching,
    turn,
    wheel,
    within_reach,
)
from tests.table.poses import ORIGIN, difference, mirrored, moved, pairs, places, poses, shape, thorough, turned

Pair = tuple[Pose, Pose]
MIRRORED = {FRONT: FRONT, REAR: REAR, LEFT: RIGHT, RIGHT: LEFT}
LINE = (0, 0, 0, 3000, 625)

points = st.tuples(places, places)


@thorough
@given(pairs)
def test_distance_by_shapely(pair: Pair) -> None:
    a, b = pair
    assert abs(distance(a, b) - shape(a).distance(shape(b))) <= 0.501


@thorough
@given(pairs)
def test_distance_is_the_same_from_both_sides_and_wherever_the_table_is(pair: Pair) -> None:
    a, b = pair
    far = distance(a, b)
    assert far == distance(b, a)
    assert far == distance(moved(a), moved(b)) == distance(turned(a), turned(b)) == distance(mirrored(a), mirrored(b))
    assert distances(a, [b, a, b]) == [far, 0, far]


@thorough
@given(pairs, poses)
def test_no_way_is_shorter_by_a_detour(pair: Pair, between: Pose) -> None:
    """The triangle, through a point: a footprint between has a breadth of its own."""
    a, b = pair
    x, y = between[:2]
    assert distance(a, b) <= to_point(a, x, y) + to_point(b, x, y) + 2


@thorough
@given(pairs)
def test_distance_and_overlap_on_a_very_large_table(pair: Pair) -> None:
    """As far out as coordinates may go: nothing is lost where products outgrow a machine word."""
    a, b = ((3000 * x, 3000 * y, facing, 3000 * w, 3000 * d) for x, y, facing, w, d in pair)
    assert abs(distance(a, b) - shape(a).distance(shape(b))) <= 0.6
    ways = difference(a, b)
    assert abs(overlap(a, b) - (ways.exterior.distance(ORIGIN) if ways.contains(ORIGIN) else 0)) <= 0.6


@thorough
@given(poses, points)
def test_distance_to_a_point(p: Pose, point: tuple[int, int]) -> None:
    assert abs(to_point(p, *point) - shape(p).distance(shapely.Point(point))) <= 0.501


@thorough
@given(poses, st.lists(points, min_size=2, max_size=5))
def test_distance_to_a_line(p: Pose, line: list[tuple[int, int]]) -> None:
    assert abs(to_line(p, line) - shape(p).distance(shapely.LineString(line))) <= 0.501


@thorough
@given(pairs)
def test_the_nearest_points(pair: Pair) -> None:
    a, b = pair
    one, other = nearest(a, b)
    assert shape(a).distance(shapely.Point(one)) <= 0.71
    assert shape(b).distance(shapely.Point(other)) <= 0.71
    assert abs(shapely.Point(one).distance(shapely.Point(other)) - shape(a).distance(shape(b))) <= 1.42
    assert nearest(b, a) == (other, one)


def test_nearest_points() -> None:
    assert nearest(LINE, (1000, 2000, 18000, 3000, 625)) == ((-500, 0), (-500, 2000))
    assert nearest(LINE, (3000, 1000, 0, 1000, 1000)) == ((1500, 0), (2500, 0))
    assert nearest(LINE, (4500, 1700, 0, 1000, 1000)) == ((1500, 0), (4000, 700))
    one, other = nearest(LINE, (0, 300, 0, 200, 625))
    assert one == other


@pytest.mark.parametrize(
    ("other", "far"),
    [
        ((0, 5000, 18000, 3000, 625), 5000),
        ((0, 5000, 0, 3000, 625), 4375),
        ((4500, 0, 0, 3000, 625), 1500),
        ((4500, 4000 + 625, 0, 3000, 625), 4272),
        ((6000, 4000 + 625, 0, 3000, 625), 5000),
        ((0, -10, 0, 100, 100), 0),
        ((0, 1707, 4500, 1000, 1000), 646),
    ],
)
def test_measured_distances(other: Pose, far: int) -> None:
    assert distance(LINE, other) == far


# ---------------------------------------------------------------- contact


@thorough
@given(pairs)
def test_who_touches_is_no_farther_than_touch(pair: Pair) -> None:
    a, b = pair
    contact = touch(a, b)
    if distance(a, b) > TOUCH:
        assert contact is None
    else:
        assert (contact is None) == (overlap(a, b) > TOUCH)
    if contact is not None:
        one, other, length = contact
        assert touch(b, a) == (other, one, length)
        assert touch(turned(a), turned(b)) == touch(moved(a), moved(b)) == contact
        assert 0 <= length <= max(a[3], a[4], b[3], b[4]) + 2
        if length:
            assert touch(mirrored(a), mirrored(b)) == (MIRRORED[one], MIRRORED[other], length)


@pytest.mark.parametrize(
    ("other", "contact"),
    [
        ((0, 0, 18000, 3000, 625), (FRONT, FRONT, 3000)),
        ((1000, 10, 18000, 3000, 625), (FRONT, FRONT, 2000)),
        ((1000, 11, 18000, 3000, 625), None),
        ((3000, 0, 0, 3000, 625), (RIGHT, LEFT, 625)),
        ((-3000, 100, 0, 3000, 625), (LEFT, RIGHT, 525)),
        ((0, -625, 0, 1000, 625), (REAR, FRONT, 1000)),
        ((0, 625, 0, 1000, 625), (FRONT, REAR, 1000)),
        ((0, 0, 9000, 500, 3000), None),
        ((1500, -300, 27000, 300, 600), (RIGHT, FRONT, 300)),
        ((1500, -600, 27000, 300, 600), (RIGHT, FRONT, 175)),
        ((3000, 625, 0, 3000, 625), (FRONT, REAR, 0)),
    ],
)
def test_sides_in_contact(other: Pose, contact: tuple[int, int, int] | None) -> None:
    assert touch(LINE, other) == contact


def test_a_corner_touches_the_side_it_meets() -> None:
    """Of its own two sides there it is the one that looks more towards the other."""
    for angle, side in ((4499, REAR), (4500, RIGHT), (4501, RIGHT), (13000, RIGHT), (14000, FRONT), (22000, FRONT)):
        square = turn((0, 0, 0, 1000, 1000), angle)
        met = shift(square, 0, -min(corners(square)[1::2]))
        assert touch(LINE, met) == (FRONT, side, 0)
        assert touch(met, LINE) == (side, FRONT, 0)


def test_level_neighbours() -> None:
    line = (0, 0, 0, 3000, 625)
    assert aligned(line, (3000, 0, 0, 3000, 625)) == RIGHT
    assert aligned(line, (-3000, 0, 0, 3000, 625)) == LEFT
    assert aligned(line, (3000, 50, 0, 3000, 625)) == RIGHT
    assert aligned(line, (3000, 51, 0, 3000, 625)) is None
    assert aligned(line, (3000, -50, 0, 3000, 625)) == RIGHT
    assert aligned(line, (3010, 0, 0, 3000, 625)) == RIGHT
    assert aligned(line, (3011, 0, 0, 3000, 625)) is None
    assert aligned(line, (0, -625, 0, 3000, 625)) is None
    assert aligned(line, (3000, -625, 18000, 3000, 625)) is None
    assert aligned(line, wheel((3000, 0, 0, 3000, 625), LEFT, LEVEL[0])) == RIGHT
    assert aligned(line, wheel((3000, 0, 0, 3000, 625), LEFT, LEVEL[0] + 1)) is None


@thorough
@given(pairs)
def test_alignment_is_mutual(pair: Pair) -> None:
    a, b = pair
    side = aligned(a, b)
    assert aligned(b, a) == (None if side is None else MIRRORED[side])
    assert aligned(turned(a), turned(b)) == side
    assert aligned(mirrored(a), mirrored(b)) == (None if side is None else MIRRORED[side])


def test_the_side_that_looks_at_a_point() -> None:
    assert side_towards(LINE, 0, 5000) == FRONT
    assert side_towards(LINE, 5000, 1000) == RIGHT
    assert side_towards(LINE, -5000, 1000) == LEFT
    assert side_towards(LINE, 0, -5000) == REAR
    assert side_towards(LINE, 2500, 1000) == FRONT
    assert side_towards(LINE, 2501, 1000) == RIGHT
    assert side_towards(LINE, 2500, -625 - 1000) == RIGHT
    assert side_towards(LINE, 0, -10) == FRONT


@thorough
@given(poses, points)
def test_the_side_that_looks_at_a_point_turns_with_the_table(p: Pose, point: tuple[int, int]) -> None:
    x, y = point
    assume(to_point(p, x, y) > 0)  # in the middle of a footprint both flanks look alike
    side = side_towards(p, x, y)
    assert side_towards(turned(p), y, -x) == side
    assert side_towards(moved(p), x + 12345, y - 6789) == side
    assert side_towards(mirrored(p), -x, y) == MIRRORED[side]


@thorough
@given(pairs)
def test_nobody_is_nearer_than_at_first_sight(pair: tuple[Pose, Pose]) -> None:
    assert no_nearer(*pair) <= distance(*pair)


@thorough
@given(pairs)
def test_who_is_touching_is_no_farther_than_touch(pair: Pair) -> None:
    assert touching(*pair) == (distance(*pair) <= TOUCH)


@thorough
@given(pairs, st.integers(0, 20000))
def test_who_is_in_reach_is_never_passed_over(pair: Pair, most: int) -> None:
    assert within_reach(*pair, most) >= (distance(*pair) <= most)


def test_who_is_out_of_reach_at_first_sight() -> None:
    assert within_reach(LINE, (0, 5000, 0, 1000, 500), 1873)
    assert not within_reach(LINE, (0, 5000, 0, 1000, 500), 1872)
