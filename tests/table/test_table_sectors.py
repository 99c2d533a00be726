"""Sectors of fire in halves, what a hill hides from who stands on its top, and the tape, end by end."""

from __future__ import annotations

import pytest

from quadrilatero.table import LEFT, RIGHT
from quadrilatero.table.aiming import ASKEW, NEIGHBOUR, Goal, as_seen, lined_up, wheel_to
from quadrilatero.table.sectors import Sector, dead_zone, half, meets, sector
from quadrilatero.table.tape import Thing, flat

EDGE = (0, 0, 0, 2000, 1)
HERE = (0, 0, 0, 2000, 1000)
FAN = sector(EDGE, 3000, 4000)


def small(x: int, y: int) -> tuple[int, int, int, int, int]:
    """Something two mils wide and deep about a place."""
    return x, y + 1, 0, 2, 2


def test_a_sector_is_what_it_was_made_of() -> None:
    assert sector(EDGE, 3000, 4000) == Sector(EDGE, 3000, 4000, None)
    assert sector(EDGE, 3000, 4000, LEFT).corner == LEFT


@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (500, 1000, RIGHT),
        (-500, 1000, LEFT),
        (0, 1000, LEFT | RIGHT),
        (1550, 1000, RIGHT),
        (1650, 1000, 0),
        (-1550, 1000, LEFT),
        (-1650, 1000, 0),
        (500, -1000, 0),
        (500, 90000, RIGHT),
    ],
)
def test_the_halves_of_a_sector_are_divided_by_the_middle_of_its_edge(x: int, y: int, found: int) -> None:
    assert half(FAN, small(x, y)) == found


def test_beside_a_corner_a_sector_opens_by_half_of_it() -> None:
    right, left = sector(EDGE, 3000, 4000, RIGHT), sector(EDGE, 3000, 4000, LEFT)
    assert (half(right, small(1900, 1000)), half(right, small(-1900, 1000))) == (RIGHT, 0)
    assert (half(left, small(1900, 1000)), half(left, small(-1900, 1000))) == (0, LEFT)
    assert half(right, small(2100, 1000)) == 0


@pytest.mark.parametrize(("y", "found"), [(3999, RIGHT), (4000, RIGHT), (4003, 0)])
def test_a_sector_is_as_deep_as_it_is_said(y: int, found: int) -> None:
    assert meets(FAN, (500, y + 2, 0, 2, 2)) == found


def square(half: int) -> tuple[tuple[int, int], ...]:
    return ((-half, -half), (half, -half), (half, half), (-half, half))


@pytest.mark.parametrize(
    ("far", "dead"), [(900, False), (1100, True), (2000, True), (3900, True), (4100, False), (9000, False)]
)
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_foot_of_a_hill_is_out_of_reach_as_far_beyond_as_it_is_away(far: int, dead: bool, turn: int) -> None:
    x, y = ((0, far), (far, 0), (0, -far), (-far, 0))[turn]
    assert dead_zone(small(0, 0), square(2000), square(1000), small(x, y)) is dead


@pytest.mark.parametrize(("y", "dead"), [(1001, False), (1002, True), (4000, True), (4001, False)])
def test_what_is_out_of_reach_begins_at_the_edge_of_the_top_and_ends_where_the_slope_is_twice_as_far(
    y: int, dead: bool
) -> None:
    assert dead_zone((0, 1, 0, 2, 2), square(2000), square(1000), (0, y, 18000, 2, 2)) is dead


@pytest.mark.parametrize(("x", "found"), [(101002, RIGHT), (101003, 0)])
def test_the_line_at_a_corner_is_exactly_half_of_a_right_angle(x: int, found: int) -> None:
    assert half(sector(EDGE, 3000, 4000, RIGHT), (x, 100001, 0, 2, 2)) == found


# -- the tape ---------------------------------------------------------------------------------------------------------


BOX = ((0, 0), (4000, 0), (4000, 4000), (0, 4000))


@pytest.mark.parametrize(
    ("one", "two", "tape"),
    [
        (Thing.point(-300, 1000), Thing.ground((), [BOX]), (300, [[-300, 1000], [0, 1000]])),
        (Thing.point(5000, 2000), Thing.ground((), [BOX]), (1000, [[5000, 2000], [4000, 2000]])),
        (Thing.point(7000, 8000), Thing.ground((), [BOX]), (5000, [[7000, 8000], [4000, 4000]])),
        (Thing.point(1000, 1000), Thing.ground((), [BOX]), (0, [[1000, 1000], [1000, 1000]])),
        (Thing.point(0, 300), Thing.of(HERE), (300, [[0, 300], [0, 0]])),
        (Thing.point(0, -300), Thing.of(HERE), (0, [[0, -300], [0, -300]])),
        (Thing.point(3, 4), Thing.point(0, 0), (5, [[3, 4], [0, 0]])),
        (Thing.point(900, 700), Thing.ground(((0, 0), (600, 300), (600, 900)), ()), (300, [[900, 700], [600, 700]])),
        (Thing.of(HERE), Thing.of((0, 3000, 18000, 2000, 1000)), (3000, [[0, 0], [0, 3000]])),
    ],
)
def test_the_tape_lies_between_the_nearest_points(one: Thing, two: Thing, tape: tuple[int, list[list[int]]]) -> None:
    far, line = one.distance(two)
    back, turned = two.distance(one)
    assert far == back == tape[0]
    if one.pose is None or two.pose is None:
        assert line == tape[1]
        assert turned == tape[1][::-1] or far == 0
    else:
        assert [y for _, y in line] == [y for _, y in tape[1]]


@pytest.mark.parametrize(
    ("thing", "far"),
    [
        (Thing.ground((), [((-500, -500), (500, -500), (500, 500), (-500, 500))]), 0),
        (Thing.ground((), [((-5000, 200), (5000, 200), (5000, 900), (-5000, 900))]), 200),
        (Thing.ground((), [((5000, 5000), (6000, 5000), (6000, 6000)), ((-9000, -9000), (9000, -9000), (0, 9000))]), 0),
        (Thing.ground(((-5000, -500), (5000, -500)), ()), 0),
        (Thing.ground(((-5000, -1250), (5000, -1250)), ()), 250),
        (Thing.ground(((1200, -5000), (1200, 5000)), ()), 200),
    ],
)
def test_a_footprint_is_at_what_it_stands_in_or_on(thing: Thing, far: int) -> None:
    assert Thing.of(HERE).distance(thing)[0] == thing.distance(Thing.of(HERE))[0] == far


def test_things_are_made_of_their_edges() -> None:
    assert Thing.of((0, 0, 0, 2, 2)).pose == (0, 0, 0, 2, 2)
    assert len(Thing.of(HERE).edges) == 4
    assert Thing.point(7, 9).edges == [((7, 9), (7, 9))]
    assert Thing.point(7, 9).pose is None
    ground = Thing.ground((), [BOX])
    assert ground.edges == [
        ((0, 0), (4000, 0)),
        ((4000, 0), (4000, 4000)),
        ((4000, 4000), (0, 4000)),
        ((0, 4000), (0, 0)),
    ]
    assert ground.areas == [BOX]
    road = Thing.ground(((0, 0), (1, 0), (1, 1)), ())
    assert (road.edges, road.areas) == ([((0, 0), (1, 0)), ((1, 0), (1, 1))], [])
    assert flat((1, 2, 3, 4)) == [[1, 2], [3, 4]]


# -- a hand on the table ----------------------------------------------------------------------------------------------


def test_a_miss_grows_with_the_way_and_with_the_turn() -> None:
    goal = Goal(3000, 4000, 9000)
    assert goal.miss((3000, 4000, 9000, 2000, 1000)) == 0
    assert goal.miss((0, 0, 9000, 2000, 1000)) == 5000
    assert goal.miss((0, 0, 0, 2000, 1000)) == 5000 + 9000 * 2000 // 11459
    assert goal.miss((3000, 4000, 18000, 4000, 1000)) == 9000 * 4000 // 11459
    assert goal.miss((3000, 4000, 27000, 100000, 1000)) == 157081, "the ends of the front go half a circle"


@pytest.mark.parametrize("facing", [0, 9000, 18000, 27000])
def test_ahead_and_aside_turn_with_the_front(facing: int) -> None:
    ahead = {0: (0, 1), 9000: (1, 0), 18000: (0, -1), 27000: (-1, 0)}[facing]
    right = {0: (1, 0), 9000: (0, -1), 18000: (-1, 0), 27000: (0, 1)}[facing]
    x, y = 700 * ahead[0] + 200 * right[0], 700 * ahead[1] + 200 * right[1]
    seen = as_seen((5000, 6000, facing, 2000, 1000), 5000 + x, 6000 + y)
    assert abs(seen[0] - 700) <= 1
    assert abs(seen[1] - 200) <= 1


@pytest.mark.parametrize(
    ("facing", "wanted", "found"),
    [
        (0, 3000, 3000),
        (0, 33000, -3000),
        (35000, 1000, 2000),
        (1000, 35000, -2000),
        (0, 9000, 4500),
        (0, 27000, -4500),
        (0, 13499, 4500),
        (0, 13500, 0),
        (0, 22500, 0),
        (0, 22501, -4500),
        (9000, 9000, 0),
    ],
)
def test_a_wheel_to_a_facing_is_the_shorter_one_up_to_the_most(facing: int, wanted: int, found: int) -> None:
    assert wheel_to((0, 0, facing, 2000, 1000), Goal(0, 5000, wanted), 4500) == found


def test_a_wheel_to_a_place_leads_to_either_side_or_nowhere() -> None:
    right, left = wheel_to(HERE, Goal(3000, 6000, None), 4500), wheel_to(HERE, Goal(-3000, 6000, None), 4500)
    assert right == -left > 2000
    assert wheel_to(HERE, Goal(0, 6000, None), 4500) == 0
    assert wheel_to(HERE, Goal(0, -6000, None), 4500) == 0, "it is behind"
    assert wheel_to(HERE, Goal(3000, 6000, None), 1000) == 1000


FRIEND = (2000, 1000, 0, 2000, 1000)


@pytest.mark.parametrize(
    ("x", "y", "facing", "found"),
    [
        (0, 1000, 0, Goal(0, 1000, 0)),
        (4000, 1000, 0, Goal(4000, 1000, 0)),
        (NEIGHBOUR, 1000, 0, Goal(0, 1000, 0)),
        (NEIGHBOUR + 1, 1000, 0, None),
        (-NEIGHBOUR, 1000, 0, Goal(0, 1000, 0)),
        (-NEIGHBOUR - 1, 1000, 0, None),
        (0, 1000 + NEIGHBOUR, 0, Goal(0, 1000, 0)),
        (0, 1002 + NEIGHBOUR, 0, None),
        (0, 1000 - NEIGHBOUR, 0, Goal(0, 1000, 0)),
        (0, 998 - NEIGHBOUR, 0, None),
        (0, 1000, ASKEW, Goal(0, 1000, 0)),
        (0, 1000, ASKEW + 1, None),
        (0, 1000, 36000 - ASKEW, Goal(0, 1000, 0)),
        (0, 1000, None, Goal(0, 1000, 0)),
    ],
)
def test_a_goal_near_the_flank_of_a_friend_is_moved_beside_it(
    x: int, y: int, facing: int | None, found: Goal | None
) -> None:
    assert lined_up(HERE, [FRIEND], Goal(x, y, facing)) == ([] if found is None else [found])


def test_of_several_friends_the_nearest_is_lined_up_with_and_who_faces_elsewhere_is_passed_over() -> None:
    aslant = (2000, 1000, 9000, 2000, 1000)
    other = (-2100, 1100, 0, 2000, 1000)
    assert lined_up(HERE, [aslant, other, FRIEND], Goal(10, 1000, 0)) == [Goal(0, 1000, 0)]
    assert lined_up(HERE, [other, FRIEND], Goal(-110, 1100, 0)) == [Goal(-100, 1100, 0)]
    assert lined_up((0, 0, 9000, 2000, 1000), [FRIEND], Goal(0, 1000, None)) == []
    wide = (2500, 1000, 0, 3001, 1000)
    assert lined_up(HERE, [wide], Goal(0, 1000, 0)) == [Goal(-1, 1000, 0)], "beside it, not on it"
