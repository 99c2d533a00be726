"""Lines of sight one by one, on a table of a few mils: what they cross, go into and go through, to the last mil."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

import pytest
import shapely

from quadrilatero.table import (
    BARRIER,
    BLOCK,
    CREST,
    FAR,
    HEDGE,
    HILL,
    SOLID,
    UNIT,
    WOOD,
    Point,
    Pose,
    barrier,
    block,
    crest,
    hedge,
    hill,
    limits,
    marks,
    muzzles,
    sight,
    solid,
    wood,
)
from quadrilatero.table.footprint import quad
from quadrilatero.table.sight import _between, _crosses, _first_screen, _first_unit, _length_in, _that_matter
from tests.table.poses import shape

LINES = [
    (x1, y1, x2, y2)
    for x1, y1 in ((0, 0), (7, 3), (3, 9), (-4, 5), (12, 12))
    for x2, y2 in ((8, 8), (3, 3), (-3, 11), (13, 4), (3, -5), (7, 10))
]
BOX = (3, 3, 3, 9, 9, 9, 9, 3)
SLANTED = (1, 5, 5, 9, 10, 4, 6, 0)
WEDGE = (2, 2, 4, 10, 11, 6)


def inside(line: tuple[int, int, int, int], ring: tuple[int, ...]) -> Fraction:
    """The share of a line that is in an area, the edge apart; below 0 or 0 if none is."""
    x1, y1, x2, y2 = line
    came, went = Fraction(0), Fraction(1)
    for i in range(0, len(ring), 2):
        x, y = ring[i - 2], ring[i - 1]
        dx, dy = ring[i] - x, ring[i + 1] - y
        beyond = dx * (y1 - y) - dy * (x1 - x)
        rate = dx * (y2 - y1) - dy * (x2 - x1)
        if rate == 0 and beyond >= 0:
            return Fraction(0)
        if rate < 0:
            came = max(came, Fraction(beyond, -rate))
        elif rate > 0:
            went = min(went, Fraction(-beyond, rate))
    return went - came


# ---------------------------------------------------------------- screens and points


def test_screens_know_how_far_they_reach_and_areas_run_clockwise() -> None:
    bent, points = [(4, 2), (9, -3), (1, 7)], (4, 2, 9, -3, 1, 7)
    for maker, kind in ((hedge, HEDGE), (crest, CREST), (barrier, BARRIER)):
        assert maker(bent) == (kind, 1, -3, 9, 7, points)
    for area_maker, kind in ((block, BLOCK), (hill, HILL), (wood, WOOD), (solid, SOLID)):
        assert area_maker([(1, 2), (8, 2), (8, 5)]) == (kind, 1, 2, 8, 5, (8, 5, 8, 2, 1, 2))
    assert (HEDGE, CREST, BARRIER, BLOCK, HILL, WOOD, SOLID) == (2, 3, 4, 5, 6, 7, 8)


def test_limits_are_three_points_two_inches_of_wood_and_half_an_inch_of_hedge() -> None:
    assert limits() == (3, 2000, -1, 500, False)
    assert limits(9, 1, 2, 3, higher=True) == (9, 1, 2, 3, True)


def test_the_points_of_a_slanting_footprint() -> None:
    """Its sine is three fifths, its cosine four."""
    slanting = (1000, 2000, 3687, 1000, 500)
    assert muzzles(slanting) == [(1000, 2000), (600, 2300), (1400, 1700)]
    assert marks(slanting) == [
        (850, 1800),
        (600, 2300),
        (1400, 1700),
        (1100, 1300),
        (300, 1900),
        (1000, 2000),
        (1250, 1500),
        (700, 1600),
        (450, 2100),
    ]


# ---------------------------------------------------------------- one line


@pytest.mark.parametrize("ring", [BOX, SLANTED])
def test_a_line_goes_into_a_footprint_if_some_of_it_is_inside(
    ring: tuple[int, int, int, int, int, int, int, int],
) -> None:
    for line in LINES:
        assert _first_unit(*line, [(4, ring)]) == (4 if inside(line, ring) > 0 else -1), line
    for i in range(0, 8, 2):
        x, y = ring[i - 2], ring[i - 1]
        side = (x, y, ring[i], ring[i + 1])
        assert _first_unit(*side, [(0, ring)]) == -1, "along the edge"
        assert _first_unit(x, y, x - 9 * (6 - x), y - 9 * (5 - y), [(0, ring)]) == -1, "away from a corner"


def test_of_several_footprints_the_first_that_a_line_goes_into_is_told() -> None:
    far = (30, 30, 30, 40, 40, 40, 40, 30)
    assert _first_unit(0, 5, 50, 5, [(1, far), (3, BOX), (7, BOX)]) == 3
    assert _first_unit(0, 5, 50, 50, [(1, far), (3, far)]) == 1
    assert _first_unit(0, 0, 0, 50, [(1, far), (3, BOX)]) == -1
    assert _first_unit(0, 0, 1, 1, []) == -1
    for line in ((0, 6, 6, 12), (6, 12, 0, 6), (6, 0, 12, 6), (12, 6, 6, 0), (0, 6, 6, 0), (6, 0, 0, 6)):
        assert _first_unit(*line, [(0, BOX)]) == -1, "past a corner"


@pytest.mark.parametrize("ring", [BOX, SLANTED, WEDGE])
def test_the_length_of_a_line_in_an_area_is_exact(ring: tuple[int, ...]) -> None:
    for line in LINES:
        scaled = tuple(1000 * value for value in line)
        share = max(Fraction(0), inside(line, ring))
        square = (scaled[2] - scaled[0]) ** 2 + (scaled[3] - scaled[1]) ** 2
        length = (isqrt(floor(4 * square * share * share)) + 1) // 2
        big = tuple(1000 * value for value in ring)
        assert _length_in(scaled[0], scaled[1], scaled[2], scaled[3], big) == length, line
        small = (isqrt(floor(4 * Fraction(square, 10**6) * share * share)) + 1) // 2
        assert _length_in(*line, ring) == small, line


def test_a_line_along_the_edge_of_an_area_is_not_in_it() -> None:
    assert _length_in(3, 0, 3, 20, BOX) == _length_in(0, 9, 20, 9, BOX) == _length_in(9, 20, 9, 0, BOX) == 0
    assert _length_in(4, 0, 4, 20, BOX) == _length_in(8, 20, 8, 0, BOX) == 6
    assert _length_in(0, 2, 20, 2, BOX) == 0
    assert _length_in(4, 4, 7, 8, BOX) == 5, "all of it is inside"


TRACES = [
    (0, 6, 10, 6),
    (4, 4, 9, 9, 9, 0),
    (3, 3, 3, 9),
    (10, 2, 2, 10),
    (6, 6, 7, 7),
    (5, 5, 5, 5),
    (8, 8, 12, 12),
    (9, 8, 13, 8, 12, 12),
    (-3, -3, 0, 0),
    (3, -5, 3, -6),
]


@pytest.mark.parametrize("trace", TRACES)
def test_a_line_crosses_another_if_they_have_a_point_in_common(trace: tuple[int, ...]) -> None:
    spots = [(trace[i], trace[i + 1]) for i in range(0, len(trace), 2)]
    ground = shapely.Point(spots[0]) if len(set(spots)) == 1 else shapely.LineString(spots)
    for x1, y1, x2, y2 in LINES:
        if (x1, y1) != (x2, y2):
            met = shapely.LineString([(x1, y1), (x2, y2)]).intersects(ground)
            assert _crosses(x1, y1, x2, y2, trace) == _crosses(x2, y2, x1, y1, trace) == met, (x1, y1, x2, y2)


@pytest.mark.parametrize(
    ("trace", "met"),
    [((0, 0, 2, 0), False), ((0, 0, 3, 0), True), ((7, 0, 9, 0), True), ((8, 0, 9, 0), False), ((4, 0, 5, 0), True)],
)
def test_in_line_with_each_other_lines_must_overlap(trace: tuple[int, int, int, int], met: bool) -> None:
    x1, y1, x2, y2 = trace
    for there in (trace, (x2, y2, x1, y1)):
        assert _crosses(3, 0, 7, 0, there) == _crosses(7, 0, 3, 0, there) == met
        upright = (there[1], there[0], there[3], there[2])
        assert _crosses(0, 3, 0, 7, upright) == _crosses(0, 7, 0, 3, upright) == met
        aslant = (there[0], -there[0], there[2], -there[2])
        assert _crosses(3, -3, 7, -7, aslant) == met


# ---------------------------------------------------------------- several screens


def test_the_first_screen_that_stops_a_line_is_told_and_woods_add_up() -> None:
    across, beside = (0, 6, 10, 6), (20, 0, 20, 9)
    line = (5, 0, 5, 20)
    assert _first_screen(*line, [(2, HEDGE, beside), (5, HEDGE, across), (6, BARRIER, across)], 0) == 5
    assert _first_screen(*line, [(2, CREST, across)], 0) == _first_screen(*line, [(2, BARRIER, across)], 0) == 2
    assert _first_screen(*line, [(0, WOOD, BOX), (1, WOOD, BOX)], 11) == 1
    assert _first_screen(*line, [(0, WOOD, BOX), (1, WOOD, BOX)], 12) == -1
    assert _first_screen(*line, [(0, WOOD, BOX), (1, WOOD, BOX)], 5) == 0
    assert _first_screen(*line, [(0, HILL, BOX)], 99) == _first_screen(*line, [(0, SOLID, BOX)], 99) == 0
    assert _first_screen(*line, [(0, BLOCK, BOX)], 99) == 0
    assert _first_screen(5, 4, 5, 20, [(0, BLOCK, BOX)], 99) == _first_screen(5, 20, 5, 4, [(0, BLOCK, BOX)], 99) == -1
    assert _first_screen(5, 4, 5, 20, [(0, SOLID, BOX)], 99) == _first_screen(5, 4, 5, 20, [(0, HILL, BOX)], 99) == 0
    assert _first_screen(0, 3, 20, 3, [(0, SOLID, BOX), (1, BLOCK, BOX)], 99) == -1, "along the edge"
    assert _first_screen(4, 3, 4, 4, [(0, SOLID, BOX)], 99) == 0, "one mil is enough"


HERE, THERE = (0, 0, 0, 200, 100), (0, 1000, 18000, 200, 100)


@pytest.mark.parametrize(
    ("line", "matters"),
    [
        (((100, 300), (500, 300)), True),
        (((101, 300), (500, 300)), False),
        (((-100, 300), (-500, 300)), True),
        (((-101, 300), (-500, 300)), False),
        (((0, 1100), (0, 1500)), True),
        (((0, 1101), (0, 1500)), False),
        (((0, -100), (0, -500)), True),
        (((0, -101), (0, -500)), False),
        (((-500, 300), (500, 300)), True),
    ],
)
def test_only_screens_that_reach_between_two_footprints_matter(line: tuple[Point, Point], matters: bool) -> None:
    screen = barrier(line)
    other = barrier(((90000, 0), (90001, 0)))
    for one, two in ((HERE, THERE), (THERE, HERE)):
        assert _that_matter(one, two, [other, screen], 500, False) == ([(1, BARRIER, screen[5])] if matters else [])


@pytest.mark.parametrize(
    ("y", "lining", "crested"), [(10, 0, 0), (11, 0, 1), (50, 0, 1), (51, 1, 1), (949, 1, 1), (950, 0, 1)]
)
def test_a_hedge_that_is_lined_and_a_crest_that_is_touched_do_not_matter(y: int, lining: int, crested: int) -> None:
    line = ((-500, y), (500, y))
    assert len(_that_matter(HERE, THERE, [hedge(line)], 50, False)) == lining
    assert len(_that_matter(HERE, THERE, [crest(line)], 50, False)) == crested
    assert len(_that_matter(HERE, THERE, [barrier(line)], 50, False)) == 1
    assert _that_matter(HERE, THERE, [hedge(line)], 50, True) == []
    assert len(_that_matter(HERE, THERE, [crest(line)], 50, True)) == crested
    assert len(_that_matter(THERE, HERE, [crest(line)], 50, True)) == crested


def test_screens_that_do_not_matter_hide_none_that_come_after_them() -> None:
    """Out of the way, lined, touched, stood in by one, stood on by both: each is passed over alone."""
    last = barrier(((-500, 500), (500, 500)))
    for screen in (
        barrier(((9000, 0), (9001, 0))),
        hedge(((-500, 5), (500, 5))),
        crest(((-500, 5), (500, 5))),
        block(area(-500, 300)),
        hill(area(-500, 3000)),
    ):
        assert _that_matter(HERE, THERE, [screen, last, screen, last], 50, False) == [
            (1, BARRIER, last[5]),
            (3, BARRIER, last[5]),
        ]


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("facing", [1000, 4500, 8000])
def test_every_corner_counts_for_what_lies_between(facing: int, quarter: int) -> None:
    """A short line at the outermost corner in each of the four directions, and a mil beyond it."""
    a, b = (0, 0, facing + 9000 * quarter, 200, 100), (0, 10, facing + 9000 * quarter, 200, 100)
    for one, two in ((a, b), (b, a)):
        spots = [(x, y) for p in (a, b) for x, y in marks(p)[1:5]]
        west, east = min(x for x, _ in spots), max(x for x, _ in spots)
        south, north = min(y for _, y in spots), max(y for _, y in spots)
        for x, y, dx, dy in ((west, 0, -1, 0), (east, 0, 1, 0), (0, south, 0, -1), (0, north, 0, 1)):
            for out in (0, 1):
                at_x, at_y = x + out * dx, y + out * dy
                found = _that_matter(one, two, [barrier(((at_x, at_y), (at_x + 50 * dx, at_y + 50 * dy)))], 0, False)
                assert len(found) == 1 - out


def test_a_bent_hedge_is_near_wherever_it_is() -> None:
    bent = hedge(((-5000, 400), (0, 400), (0, 120), (5000, 120)))
    assert _that_matter(HERE, THERE, [bent], 120, False) == []
    assert len(_that_matter(HERE, THERE, [hedge(((-5000, 400), (0, 400), (0, 121), (5000, 121)))], 120, False)) == 1


def test_a_crest_touched_by_the_other_does_not_matter() -> None:
    for y, count in ((988, 1), (989, 1), (990, 0), (1000, 0)):
        assert len(_that_matter(HERE, THERE, [crest(((-500, y), (500, y)))], 50, False)) == count


def area(south: int, north: int) -> list[Point]:
    return [(-900, south), (900, south), (900, north), (-900, north)]


@pytest.mark.parametrize(
    ("south", "north", "houses", "hills"),
    [(100, 900, 1, 1), (-50, 900, 0, 1), (-49, 900, 1, 1), (100, 1050, 0, 1), (100, 1049, 1, 1), (-50, 1050, 0, 0)],
)
def test_a_house_with_either_inside_and_a_hill_with_both_do_not_matter(
    south: int, north: int, houses: int, hills: int
) -> None:
    ground = area(south, north)
    for one, two in ((HERE, THERE), (THERE, HERE)):
        assert len(_that_matter(one, two, [block(ground)], 0, False)) == houses
        assert len(_that_matter(one, two, [hill(ground)], 0, False)) == hills
        assert len(_that_matter(one, two, [wood(ground)], 0, False)) == 1
        assert len(_that_matter(one, two, [solid(ground)], 0, True)) == 1


# ---------------------------------------------------------------- who stands between


def test_who_stands_between_is_shrunk_by_a_touch_on_every_side() -> None:
    blockers = [(0, 500, 9000, 100, 60), (0, 600, 0, 20, 90), (0, 600, 0, 90, 20), (0, 700, 27000, 21, 21)]
    assert _between(HERE, THERE, blockers) == [(0, quad((-10, 500, 9000, 80, 40))), (3, quad((10, 700, 27000, 1, 1)))]
    slanting = (0, 500, 3687, 100, 60)
    assert _between(HERE, THERE, [slanting]) == [(0, quad((-6, 492, 3687, 80, 40)))]


@pytest.mark.parametrize("towards", range(8))
def test_nobody_who_could_be_met_is_passed_over(towards: int) -> None:
    """Wide and deep ones at both ends: whoever has a part between them is looked at."""
    x, y = ((0, 900), (700, 700), (900, 0), (700, -700), (0, -900), (-700, -700), (-900, 0), (-700, 700))[towards]
    a, b = (50, 70, 2000, 600, 50), (50 + x, 70 + y, 23000, 50, 400)
    between = shapely.union_all([shape(a), shape(b)]).convex_hull
    blockers: list[Pose] = [
        (at_x, at_y, facing, 700, 60)
        for at_x in range(-1600, 1601, 400)
        for at_y in range(-1600, 1601, 400)
        for facing in (0, 5000, 9000, 31000)
    ]
    found = {index for index, _ in _between(a, b, blockers)}
    met = {i for i, p in enumerate(blockers) if shape(p).buffer(-10).intersects(between)}
    assert met <= found
    assert len(met) > 15


def test_what_stops_a_line_has_its_number_and_its_place() -> None:
    assert (UNIT, FAR) == (0, 1)
    one, other = (0, 0, 0, 1, 1), (0, 500, 0, 1, 1)
    assert {stop[4:] for stop in sight(one, other, [(0, 300, 0, 90, 90)], [], limits()).stops} == {(0, 0)}
    assert {stop[4:] for stop in sight(one, other, [], [], limits(far=0)).stops} == {(1, -1)}
    assert sight(one, one, [], [], limits(far=0)).clear
    assert not sight(one, other, [], [], limits(far=1)).clear


def test_two_who_stand_in_one_place_look_at_who_is_about_it() -> None:
    here = (0, 0, 0, 100, 100)
    assert [index for index, _ in _between(here, here, [(0, 50, 0, 40, 40), (90, 20, 0, 60, 60)])] == [0, 1]
