"""What a hand on the table means, and the tape between things of different kinds."""

from __future__ import annotations

import pytest

from quadrilatero.table import LEFT, RIGHT, wheel
from quadrilatero.table.aiming import Goal, as_seen, lined_up, longest, wheel_to
from quadrilatero.table.tape import Thing

HERE = (0, 0, 0, 2000, 1000)
SQUARE = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


def test_a_wrong_facing_counts_by_the_way_of_the_ends() -> None:
    assert Goal(3000, 4000, None).miss(HERE) == 5000
    assert Goal(0, 0, 9000).miss(HERE) == 9000 * 2000 // 11459


@pytest.mark.parametrize(
    ("x", "y", "seen"), [(0, 500, (500, 0)), (700, 0, (0, 700)), (0, 0, (0, 0)), (-300, 0, (0, -300))]
)
def test_a_point_as_a_front_sees_it(x: int, y: int, seen: tuple[int, int]) -> None:
    assert as_seen(HERE, x, y) == seen


def test_a_wheel_leads_straight_to_the_goal_or_to_the_facing() -> None:
    off = wheel_to(HERE, Goal(3000, 6000, None), 4500)
    there = wheel(HERE, RIGHT, off)
    assert abs(as_seen(there, 3000, 6000)[1]) <= 2
    assert wheel_to(HERE, Goal(-9000, 100, None), 4500) == -4500, "no farther than it may"
    assert wheel_to(HERE, Goal(5, 5, 33000), 4500) == -3000
    assert wheel_to(HERE, Goal(0, 0, 18000), 4500) == 0, "that is no wheel"
    assert wheel(HERE, LEFT, 3000)[2] == 33000


def test_a_goal_beside_a_friend_is_moved_into_line() -> None:
    friend = (2000, 1000, 0, 2000, 1000)
    assert lined_up(HERE, [friend], Goal(-100, 850, 100)) == [Goal(0, 1000, 0)]
    assert lined_up(HERE, [friend], Goal(-100, 1500, 100)) == []
    assert lined_up(HERE, [friend], Goal(-100, 850, 700)) == [], "it faces elsewhere"


def test_a_goal_beside_a_long_line_is_moved_straight_beside_it() -> None:
    line = (0, 0, 0, 20000, 1000)
    for across in (11000, -11000):
        assert lined_up(HERE, [line], Goal(across, 200, 0)) == [Goal(across, 0, 0)]


@pytest.mark.parametrize(("limit", "found"), [(0, 0), (1, 1), (7, 7), (10, 10), (12, 10)])
def test_the_longest_that_is_lawful(limit: int, found: int) -> None:
    assert longest(10, lambda to: to <= limit) == found


@pytest.mark.parametrize(
    ("one", "two", "far"),
    [
        (Thing.of(HERE), Thing.of((0, 3000, 18000, 2000, 1000)), 3000),
        (Thing.of(HERE), Thing.point(0, 700), 700),
        (Thing.point(2000, 2000), Thing.ground((), [SQUARE]), 0),
        (Thing.point(7000, 8000), Thing.ground((), [SQUARE]), 5000),
        (Thing.of(HERE), Thing.ground(((-5000, 250), (5000, 250)), ()), 250),
        (Thing.of(HERE), Thing.ground(((-5000, -500), (5000, -500)), ()), 0),
    ],
)
def test_the_tape_between_things(one: Thing, two: Thing, far: int) -> None:
    assert one.distance(two)[0] == two.distance(one)[0] == far
