"""Arcs, against shapely outside a narrow band along their edges."""

from math import cos, pi, sin
from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from quadrilatero.table import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    SIDES,
    Pose,
    behind,
    corners,
    distance,
    in_arc,
    in_arc_half,
    targets,
)
from tests.table.poses import mirrored, moved, pairs, poses, shape, thorough, turned

Pair = tuple[Pose, Pose]
MIRRORED = {FRONT: FRONT, REAR: REAR, LEFT: RIGHT, RIGHT: LEFT}
LINE = (0, 0, 0, 3000, 625)
FAR = 400_000

spreads = st.sampled_from([4500, 4500, 0, 1500, 2250, 9000]) | st.integers(0, 9000)
sides = st.sampled_from(SIDES)


def arc(p: Pose, spread: int, side: int, half: int = LEFT | RIGHT) -> Any:
    """As far as matters."""
    q, i = corners(p), 2 * SIDES.index(side)
    left: tuple[float, float] = q[i], q[i + 1]
    right: tuple[float, float] = q[(i + 2) % 8], q[(i + 3) % 8]
    middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    ahead = p[2] + 4500 * i
    low, high = ahead - spread, ahead + spread
    if half == LEFT:
        right, high = middle, ahead
    if half == RIGHT:
        left, low = middle, ahead
    ends = [(left, low), (left, (low + ahead) / 2), (right, (high + ahead) / 2), (right, high)]
    far = [(x + FAR * sin(a * pi / 18000), y + FAR * cos(a * pi / 18000)) for (x, y), a in ends]
    return shapely.MultiPoint([left, right, *far]).convex_hull


def agrees(found: bool, region: Any, p: Pose) -> bool:
    """Whether it is so, or so near to the edge that it may be."""
    if found:
        return bool(region.distance(shape(p)) <= 2)
    return bool(region.intersection(shape(p)).area == 0 or region.buffer(-2).intersection(shape(p)).is_empty)


@thorough
@given(pairs, spreads, sides)
def test_arcs_by_shapely(pair: Pair, spread: int, side: int) -> None:
    a, b = pair
    assert agrees(in_arc(a, b, spread, side), arc(a, spread, side), b)
    for half in (LEFT, RIGHT):
        assert agrees(in_arc_half(a, b, spread, side, half), arc(a, spread, side, half), b)


@thorough
@given(pairs, spreads, sides)
def test_arcs_wherever_the_table_is(pair: Pair, spread: int, side: int) -> None:
    a, b = pair
    found = in_arc(a, b, spread, side)
    assert in_arc(moved(a), moved(b), spread, side) == in_arc(turned(a), turned(b), spread, side) == found
    assert in_arc(mirrored(a), mirrored(b), spread, MIRRORED[side]) == found
    left, right = (in_arc_half(a, b, spread, side, half) for half in (LEFT, RIGHT))
    assert found == (left or right)
    assert in_arc_half(mirrored(a), mirrored(b), spread, MIRRORED[side], RIGHT) == left
    assert not found or in_arc(a, b, 9000, side)


@pytest.mark.parametrize(
    ("other", "inside"),
    [
        ((0, 3000, 18000, 1000, 1000), True),
        ((0, 0, 0, 1000, 625), True),
        ((0, -1, 0, 1000, 500), False),
        ((0, -625, 0, 1000, 1000), False),
        ((4500 + 500, 3000, 18000, 1000, 1000), True),
        ((6000, 3000, 18000, 1000, 1000), True),
        ((6001, 3000, 18000, 1000, 1000), False),
        ((4500 + 1500, 3000, 0, 1000, 1000), False),
        ((4500 + 500, 3000, 0, 1000, 1000), True),
        ((4500 + 501, 3000, 0, 1000, 1000), False),
        ((3000, 0, 0, 3000, 625), True),
        ((3001, 0, 0, 3000, 625), False),
    ],
)
def test_the_edges_belong_to_the_arc(other: Pose, inside: bool) -> None:
    assert in_arc(LINE, other) == inside
    assert in_arc(mirrored(LINE), mirrored(other)) == inside


def test_flanks_and_rear() -> None:
    east, south = (4000, -300, 0, 100, 100), (0, -4000, 0, 100, 100)
    assert [in_arc(LINE, east, side=side) for side in (FRONT, RIGHT, REAR, LEFT)] == [False, True, False, False]
    assert [in_arc(LINE, south, side=side) for side in (FRONT, RIGHT, REAR, LEFT)] == [False, False, True, False]


def test_halves() -> None:
    left, middle, right = (-1000, 3000, 0, 500, 500), (0, 3000, 0, 500, 500), (1000, 3000, 0, 500, 500)
    assert [in_arc_half(LINE, p) for p in (left, middle, right)] == [True, True, False]
    assert [in_arc_half(LINE, p, half=RIGHT) for p in (left, middle, right)] == [False, True, True]


@thorough
@given(poses, st.lists(poses, max_size=15), st.integers(0, 30000), spreads, sides)
def test_targets_are_those_in_arc_and_range(a: Pose, others: list[Pose], within: int, spread: int, side: int) -> None:
    expected = [i for i, b in enumerate(others) if in_arc(a, b, spread, side) and distance(a, b) <= within]
    assert targets(a, others, within, spread, side) == expected


def test_a_range_is_inclusive() -> None:
    assert targets(LINE, [(0, 5000, 18000, 3000, 625), (0, 5001, 18000, 3000, 625)], 5000) == [0]


def test_ahead_of_astride_and_beyond_the_rear() -> None:
    assert behind(LINE, (0, -625, 0, 3000, 625)) == 1
    assert behind(LINE, (0, -615, 0, 3000, 625)) == 1
    assert behind(LINE, (0, -614, 0, 3000, 625)) == 0
    assert behind(LINE, (9000, -10, 0, 3000, 625)) == -1
    assert behind(LINE, (9000, -11, 0, 3000, 625)) == 0
    assert behind(LINE, (0, 4000, 0, 3000, 625)) == -1


@thorough
@given(pairs)
def test_behind_by_shapely(pair: Pair) -> None:
    a, b = pair
    q = corners(a)
    rear = shapely.LineString([(q[4], q[5]), (q[6], q[7])])
    x, y = q[6] - q[4], q[7] - q[5]
    beyond = [(x * (cy - q[5]) - y * (cx - q[4])) / rear.length for cx, cy in zip(*[iter(corners(b))] * 2, strict=True)]
    expected = -1 if max(beyond) < 10.5 else 1 if min(beyond) > -10.5 else 0
    assert behind(a, b) == behind(turned(a), turned(b)) == behind(mirrored(a), mirrored(b)) == expected
