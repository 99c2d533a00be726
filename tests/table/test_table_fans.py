"""Arcs and contact, corner by corner: what is cut from a footprint by the edges of an arc, and which sides touch."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

import pytest

from quadrilatero.table import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    SIDES,
    Pose,
    aligned,
    behind,
    corners,
    distance,
    follows,
    in_arc,
    in_arc_half,
    join,
    parts,
    side_towards,
    targets,
    touch,
)
from quadrilatero.table.contact import _common_length, _opposite, _sides_touch, _touches
from quadrilatero.table.measure import cosine, sine
from tests.table.poses import mirrored, turned

Spot = tuple[Fraction, Fraction]
Edge = tuple[Fraction, Fraction, int, int]


def spots(p: Pose) -> list[Spot]:
    q = corners(p)
    return [(Fraction(q[i]), Fraction(q[i + 1])) for i in (0, 2, 4, 6)]


def kept(shape: list[Spot], edge: Edge) -> list[Spot]:
    """What of a shape is to the left of an edge, or on it."""
    x, y, dx, dy = edge
    found = []
    for i, (a, b) in enumerate(shape):
        before = shape[i - 1]
        one = dx * (before[1] - y) - dy * (before[0] - x)
        other = dx * (b - y) - dy * (a - x)
        if one * other < 0:
            share = one / (one - other)
            found.append((before[0] + share * (a - before[0]), before[1] + share * (b - before[1])))
        if other >= 0:
            found.append((a, b))
    return found


def meets(a: Pose, b: Pose, spread: int, side: int, half: int = LEFT | RIGHT) -> bool:
    """Whether anything is left of b when all that is beyond an edge of the arc has been cut off."""
    i = SIDES.index(side)
    ends = spots(a)
    left, right = ends[i], ends[(i + 1) % 4]
    ahead = a[2] + 9000 * i
    dx, dy = int(right[0] - left[0]), int(right[1] - left[1])
    low = (int(sine(ahead - spread)), int(cosine(ahead - spread)))
    high = (int(sine(ahead + spread)), int(cosine(ahead + spread)))
    if dx * low[1] < dy * low[0]:
        low = (-dx, -dy)
    if dx * high[1] < dy * high[0]:
        high = (dx, dy)
    if (dx, dy) == (0, 0):
        dx, dy = int(cosine(ahead)), -int(sine(ahead))
    middle = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    straight = (int(sine(ahead)), int(cosine(ahead)))
    if half == LEFT:
        right, high = middle, straight
    if half == RIGHT:
        left, low = middle, straight
    shape = kept(spots(b), (*left, dx, dy))
    shape = kept(shape, (*left, -low[0], -low[1]))
    return bool(kept(shape, (*right, *high)))


GRID = [(x, y) for x in range(-36, 37, 9) for y in range(-37, 36, 9)]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("spread", [0, 1500, 4500, 9000])
@pytest.mark.parametrize("facing", [0, 3687])
def test_an_arc_meets_what_its_edges_leave(facing: int, spread: int, side: int) -> None:
    a = (0, 0, facing, 12, 9)
    for n, (x, y) in enumerate(GRID):
        b = (x, y, (0, 4500, 11000, 26000)[n % 4], 10, 7)
        assert in_arc(a, b, spread, side) == meets(a, b, spread, side), b
        for half in (LEFT, RIGHT) if n % 2 else ():
            assert in_arc_half(a, b, spread, side, half) == meets(a, b, spread, side, half), b


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("spread", [0, 2000, 4500, 9000])
def test_targets_are_in_the_arc_and_in_range_wherever_they_are(spread: int, side: int) -> None:
    a = (5, -3, 1700, 12, 9)
    others: list[Pose] = [(x, y, 300 * n % 36000, 1 + n % 30, 1 + n % 7) for n, (x, y) in enumerate(GRID)]
    for within in (0, 7, 15, 90):
        expected = [i for i, b in enumerate(others) if in_arc(a, b, spread, side) and distance(a, b) <= within]
        assert targets(a, others, within, spread, side) == expected


@pytest.mark.parametrize(
    ("a", "b", "spread", "side"),
    [
        ((0, 0, 4500, 1, 1), (10, 4, 0, 5, 3), 9000, FRONT),
        ((0, 0, 22500, 1, 3), (-8, -4, 0, 1, 1), 9000, FRONT),
        ((0, 0, 4500, 1, 1), (0, 2, 4500, 2, 1), 9000, RIGHT),
        ((0, 0, 14945, 2, 2), (0, 2, 27000, 1, 2), 8999, FRONT),
        ((0, 0, 18000, 1, 1), (2, 1, 0, 2, 2), 0, FRONT),
        ((0, 0, 4500, 2, 3), (-3, -1, 0, 3, 3), 0, LEFT),
        ((0, 0, 4500, 1, 3), (8, 6, 13500, 5, 3), 9000, FRONT),
        ((0, 0, 4500, 1, 3), (-8, -6, 13500, 5, 3), 9000, FRONT),
        ((0, 0, 22500, 1, 2), (1, -2, 4500, 3, 1), 9000, FRONT),
        ((0, 0, 31500, 1, 2), (3, -3, 0, 3, 2), 0, FRONT),
        ((0, 0, 22500, 1, 4), (4, 6, 27000, 2, 1), 0, FRONT),
    ],
)
def test_an_arc_of_a_base_that_roundings_have_made_askew(a: Pose, b: Pose, spread: int, side: int) -> None:
    """The side of some is no more than a point, and their arc opens as they face, to what stands straight ahead too."""
    for one, other in every(a, b):
        assert in_arc(one, other, spread, side) == meets(one, other, spread, side)


FRONTED = (0, 0, 0, 3000, 624)


def test_an_arc_opens_by_half_a_right_angle_unless_another_is_named() -> None:
    """Fifty thousand away, where a hundredth of a degree is eight."""
    for across, found in ((52500, True), (52501, False)):
        for a, b in every(FRONTED, (across + 500, 50000, 18000, 1000, 1000)):
            assert in_arc(a, b) is found
            assert in_arc(mirrored(a), mirrored(b)) is found
            assert in_arc_half(a, b, half=RIGHT) is found
            assert in_arc_half(mirrored(a), mirrored(b)) is found
            assert targets(a, [b], 90000) == ([0] if found else [])


@pytest.mark.parametrize(("side", "ahead"), [(FRONT, 0), (RIGHT, 9000), (REAR, 18000), (LEFT, 27000)])
def test_the_halves_of_an_arc_meet_straight_ahead_of_the_middle_of_the_side(side: int, ahead: int) -> None:
    a = (0, 0, (36000 - ahead) % 36000, 3000, 3000)
    x, y = side_middle(a, side)
    for off, left, right in ((0, True, True), (1, False, True), (-1, True, False)):
        b = (x + off + (500 if off >= 0 else -500), y + 50000, 0, 1000, 1000)
        assert in_arc_half(a, b, side=side, half=LEFT) is left
        assert in_arc_half(a, b, side=side, half=RIGHT) is right


def side_middle(p: Pose, side: int) -> tuple[int, int]:
    """The middle of a side, where it is on a whole mil."""
    q, i = corners(p), 2 * SIDES.index(side)
    return (q[i] + q[(i + 2) % 8]) // 2, (q[i + 1] + q[(i + 3) % 8]) // 2


def test_targets_wherever_the_shooter_is() -> None:
    for x, y in ((70000, 3000), (3000, 70000), (-70000, -3000)):
        a = (x, y, 0, 200, 100)
        assert targets(a, [(x, y + 500, 18000, 200, 100), (x, y + 501, 18000, 200, 100)], 500) == [0]


BASE = (0, 0, 0, 200, 100)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize(
    ("y", "found"), [(-111, 1), (-110, 1), (-100, 1), (-90, 1), (-89, 0), (-61, 0), (-60, -1), (0, -1), (90, -1)]
)
def test_up_to_a_touch_across_the_line_of_the_rear_is_not_across(y: int, found: int, quarter: int) -> None:
    a, b = BASE, (700, y, 0, 60, 50)
    for _ in range(quarter):
        a, b = turned(a), turned(b)
    assert behind(a, b) == behind(mirrored(a), mirrored(b)) == found


# ---------------------------------------------------------------- contact


def to_side(x: int, y: int, q: tuple[int, ...], i: int, j: int) -> Fraction:
    """The square of the distance of a point from a side."""
    dx, dy = q[j] - q[i], q[j + 1] - q[i + 1]
    along = Fraction(dx * (x - q[i]) + dy * (y - q[i + 1]), dx * dx + dy * dy)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (q[i] + along * dx - x) ** 2 + (q[i + 1] + along * dy - y) ** 2


@pytest.mark.parametrize("facing", [0, 3687, 20000])
def test_a_point_touches_a_side_at_less_than_ten_and_a_half(facing: int) -> None:
    q = corners((0, 0, facing, 30, 24))
    for i in (0, 2, 4, 6):
        j = (i + 2) % 8
        for x in range(-36, 37, 4):
            for y in range(-36, 37, 4):
                assert _touches(x, y, q, i, j) == (4 * to_side(x, y, q, i, j) < 21 * 21)


@pytest.mark.parametrize("facing", [0, 1000, 4500])
def test_sides_touch_where_an_end_of_one_does_and_as_long_as_they_are_opposite(facing: int) -> None:
    p = corners((0, 0, 0, 30, 24))
    for x in range(-40, 41, 11):
        for y in range(-40, 41, 11):
            q = corners((x, y, facing, 26, 20))
            for i in (0, 2, 4, 6):
                j = (i + 4) % 8
                i_end, j_end = (i + 2) % 8, (j + 2) % 8
                ends = [to_side(p[k], p[k + 1], q, j, j_end) for k in (i, i_end)]
                ends += [to_side(q[k], q[k + 1], p, i, i_end) for k in (j, j_end)]
                assert _sides_touch(p, i, q, j) == (4 * min(ends) < 21 * 21)
                assert _common_length(p, i, q, j) == min(opposite(p, i, q, j), opposite(q, j, p, i))


def opposite(p: tuple[int, ...], i: int, q: tuple[int, ...], j: int) -> int:
    """The part of a side between the feet of another's ends, to the nearest mil."""
    dx, dy = p[(i + 2) % 8] - p[i], p[(i + 3) % 8] - p[i + 1]
    square = dx * dx + dy * dy
    feet = [
        min(max(Fraction(dx * (q[k] - p[i]) + dy * (q[k + 1] - p[i + 1]), square), Fraction(0)), Fraction(1))
        for k in (j, (j + 2) % 8)
    ]
    share = max(feet) - min(feet)
    return (isqrt(floor(4 * square * share * share)) + 1) // 2


def test_the_part_of_a_side_that_is_opposite_to_another() -> None:
    assert [_opposite(0, 0, 10, 0, x, 5, x + 4, 5) for x in (-5, -4, -3, 0, 3, 6, 8, 10, 11)] == [
        *(0, 0, 1, 4, 4, 4, 2, 0, 0)
    ]
    assert [_opposite(0, 0, 0, 10, 5, y + 4, 5, y) for y in (-5, -3, 3, 8, 11)] == [0, 1, 4, 2, 0]
    assert _opposite(2, 3, 32, 43, 2, 3, 32, 43) == 50
    assert _opposite(0, 0, 3, 4, 4, -3, -4, 3) == 0, "at right angles"


@pytest.mark.parametrize("quarter", range(4))
def test_the_side_that_looks_at_a_point_is_that_beyond_which_it_lies_farthest(quarter: int) -> None:
    for x in range(-260, 261, 40):
        for y in range(-320, 241, 40):
            beyond = [y, x - 100, -100 - y, -100 - x]
            best = max(beyond)
            first = next(i for i in (0, 1, 3, 2) if beyond[i] == best)
            p, spot = BASE, (x, y, 0, 1, 1)
            for _ in range(quarter):
                p, spot = turned(p), turned(spot)
            assert side_towards(p, spot[0], spot[1]) == SIDES[first], (x, y)


def every(a: Pose, b: Pose) -> list[tuple[Pose, Pose]]:
    """The same in all four quarters."""
    found = [(a, b)]
    for _ in range(3):
        a, b = turned(a), turned(b)
        found.append((a, b))
    return found


@pytest.mark.parametrize(
    ("other", "contact"),
    [
        ((0, 0, 18000, 200, 100), (FRONT, FRONT, 200)),
        ((50, 10, 18000, 200, 100), (FRONT, FRONT, 150)),
        ((50, -10, 18000, 200, 100), (FRONT, FRONT, 150)),
        ((50, -11, 18000, 200, 100), None),
        ((50, 11, 18000, 200, 100), None),
        ((100, -50, 27000, 60, 40), (RIGHT, FRONT, 60)),
        ((100, -90, 27000, 60, 40), (RIGHT, FRONT, 40)),
        ((-100, -50, 9000, 60, 40), (LEFT, FRONT, 60)),
        ((-100, -50, 9000, 160, 40), (LEFT, FRONT, 100)),
        ((0, -100, 0, 120, 40), (REAR, FRONT, 120)),
        ((0, -140, 18000, 120, 40), (REAR, REAR, 120)),
        ((0, -120, 9000, 40, 60), (REAR, LEFT, 60)),
        ((0, -120, 27000, 40, 60), (REAR, RIGHT, 60)),
        ((130, 0, 0, 60, 100), (RIGHT, LEFT, 100)),
        ((-130, -30, 0, 60, 100), (LEFT, RIGHT, 70)),
        ((130, 100, 0, 60, 100), (FRONT, REAR, 0)),
        ((200, 0, 18000, 200, 100), (FRONT, FRONT, 0)),
        ((130, -100, 0, 60, 100), (REAR, FRONT, 0)),
    ],
)
def test_sides_in_contact_in_every_quarter(other: Pose, contact: tuple[int, int, int] | None) -> None:
    for a, b in every(BASE, other):
        assert touch(a, b) == contact
        assert touch(b, a) == (None if contact is None else (contact[1], contact[0], contact[2]))


@pytest.mark.parametrize(("turn", "long"), [(0, True), (100, True), (101, False), (35900, True), (35899, False)])
def test_sides_more_than_a_degree_askew_have_no_edge_in_common(turn: int, long: bool) -> None:
    found = touch(BASE, (0, 3, (18000 + turn) % 36000, 100, 80))
    assert found is not None
    assert found[:2] == (FRONT, FRONT)
    assert (found[2] > 90) is long


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ((0, -100, 0, 200, 100), True),
        ((50, -100, 0, 200, 100), True),
        ((51, -100, 0, 200, 100), False),
        ((-50, -100, 0, 200, 100), True),
        ((-51, -100, 0, 200, 100), False),
        ((0, -100, 0, 250, 100), True),
        ((0, -100, 0, 251, 100), False),
        ((0, -100, 0, 150, 100), True),
        ((0, -100, 0, 149, 100), False),
        ((0, -110, 0, 200, 100), True),
        ((0, -111, 0, 200, 100), False),
        ((0, -103, 100, 200, 100), True),
        ((0, -103, 101, 200, 100), False),
        ((0, -200, 18000, 200, 100), False),
        ((0, 100, 0, 200, 100), False),
    ],
)
def test_a_column_may_be_as_uneven_as_a_level_line(other: Pose, found: bool) -> None:
    for a, b in every(BASE, other):
        assert follows(a, b) is found


def test_lines_columns_and_squares_by_their_numbers() -> None:
    line: list[Pose] = [(200 * n, 0, 0, 200, 100) for n in (0, 2, 1)]
    column: list[Pose] = [(5000, -100 * n, 0, 200, 100) for n in (2, 0, 1)]
    square: list[Pose] = [(9000, 0, 0, 200, 100), (9000, -200, 18000, 200, 100)]
    beside: list[Pose] = [(9100, -100, 9000, 200, 100)]
    lone: list[Pose] = [(20000, 0, 0, 200, 100)]
    assert parts([*line, *column, *square, *lone]) == [(0, 1, 2), (3, 4, 5), (6, 7), (8,)]
    assert parts([*lone, *square, *column, *line]) == [(6, 7, 8), (3, 4, 5), (1, 2), (0,)]
    assert parts([]) == []
    assert parts(lone) == [(0,)]
    assert parts([square[0], *lone, *beside])[-1] in ((1,), (2,))
    for a, b in every(square[0], (9000 - 50, -120, 9000, 40, 100)):
        assert parts([a, b]) == [(0, 1)], "the rear of one at the flank of the other"
        assert parts([b, a]) == [(0, 1)]


def test_level_neighbours_are_aligned_on_either_side() -> None:
    for x, side in ((200, RIGHT), (-200, LEFT)):
        for y, level in ((50, True), (51, False), (-50, True), (-51, False)):
            for a, b in every(BASE, (x, y, 0, 200, 100)):
                assert aligned(a, b) == (side if level else None)
    assert aligned(BASE, (0, 0, 18000, 200, 100)) is None
    assert aligned(BASE, (0, -100, 0, 200, 100)) is None


@pytest.mark.parametrize(
    ("bases", "whole"),
    [
        ([(0, 0, 0, 200, 100), (200, 0, 0, 200, 100)], (100, 0, 0, 400, 100)),
        ([(200, 0, 0, 200, 100), (0, 10, 0, 200, 100)], (100, 10, 0, 400, 110)),
        ([(0, 0, 0, 200, 100), (0, -100, 0, 200, 100)], (0, 0, 0, 200, 200)),
        ([(0, 0, 0, 200, 100), (30, -100, 0, 140, 50)], (0, 0, 0, 200, 150)),
        ([(0, 0, 9000, 200, 100), (0, -200, 9000, 200, 100)], (0, -100, 9000, 400, 100)),
        ([(0, 0, 0, 200, 100), (211, 0, 0, 200, 100)], None),
        ([(0, 0, 0, 200, 100), (189, 0, 0, 200, 100)], None),
        ([(0, 0, 0, 2000, 1000), (2010, 0, 100, 2000, 1000)], (1005, 17, 0, 4010, 1034)),
        ([(0, 0, 0, 2000, 1000), (2010, 0, 101, 2000, 1000)], None),
        ([(0, 0, 0, 200, 100)], (0, 0, 0, 200, 100)),
    ],
)
def test_bases_that_touch_and_fill_a_rectangle_are_one(bases: list[Pose], whole: Pose | None) -> None:
    assert join(bases) == whole


@pytest.mark.parametrize(("step", "one"), [(0, True), (75, True), (76, False), (-75, True), (-76, False)])
def test_bases_may_be_as_uneven_as_the_lengths_of_their_edges_allow(step: int, one: bool) -> None:
    """Each mil of the step leaves 4000 open; fifty for each of their 6000 is allowed."""
    found = join([(0, 0, 0, 2000, 1000), (2000, step, 0, 2000, 1000)])
    assert (found is not None) is one
