"""Sight: what stops a line, and line by line against shapely."""

from typing import Any

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from quadrilatero.table import (
    BARRIER,
    BLOCK,
    CREST,
    FAR,
    HEDGE,
    HILL,
    SOLID,
    TOUCH,
    UNIT,
    WOOD,
    Point,
    Pose,
    Screen,
    Sight,
    barrier,
    block,
    centre,
    corners,
    crest,
    hedge,
    hill,
    limits,
    marks,
    muzzles,
    sight,
    solid,
    to_line,
    wood,
)
from tests.table.poses import beside, mirrored, moved, poses, shape, thorough, turned
from tests.table.test_table_ground import areas

FIRER = (0, 0, 0, 3000, 625)
TARGET = (0, 6000, 18000, 3000, 625)
OPEN = limits()
MAKERS = {HEDGE: hedge, CREST: crest, BARRIER: barrier, BLOCK: block, HILL: hill, WOOD: wood, SOLID: solid}


def rectangle(west: int, south: int, east: int, north: int) -> list[Point]:
    return [(west, south), (east, south), (east, north), (west, north)]


def stopped_by(found: Sight) -> set[int]:
    assert not found.clear
    return {stop[4] for stop in found.stops}


def test_in_the_open() -> None:
    found = sight(FIRER, TARGET, [], [], OPEN)
    assert found == Sight(True, (0, 0, 0, 6312 + 1), [])
    assert found.line == (*FIRER[:2], *centre(TARGET))


def test_the_points_of_a_footprint() -> None:
    assert muzzles(FIRER) == [(0, 0), (-1500, 0), (1500, 0)]
    assert marks(FIRER) == [
        (0, -313),
        (-1500, 0),
        (1500, 0),
        (1500, -625),
        (-1500, -625),
        (0, 0),
        (1500, -313),
        (0, -625),
        (-1500, -313),
    ]


@thorough
@given(poses)
def test_points_lie_where_they_are_said_to(p: Pose) -> None:
    q = corners(p)
    ends = [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(ends, [*ends[1:], ends[0]], strict=True)]
    found = marks(p)
    assert found[0] == centre(p)
    assert found[1:5] == ends
    assert all(abs(x - mx) <= 1.01 and abs(y - my) <= 1.01 for (x, y), (mx, my) in zip(found[5:], middles, strict=True))
    assert muzzles(p) == [p[:2], *ends[:2]]
    assert marks(turned(p)) == [(y, -x) for x, y in found]


def test_a_unit_between_stops_what_it_covers() -> None:
    wide, narrow = (0, 3000, 0, 9000, 625), (0, 3000, 0, 1000, 625)
    assert stopped_by(sight(FIRER, TARGET, [wide], [], OPEN)) == {UNIT}
    found = sight(FIRER, TARGET, [(20000, 0, 0, 1000, 1000), narrow], [], OPEN)
    assert found.clear
    assert {stop[4:] for stop in found.stops} == {(UNIT, 1)}
    assert found.stops[0] == (0, 0, 0, 6313, UNIT, 1)
    assert len(sight(FIRER, TARGET, [wide], [], OPEN).stops) == 27
    assert len(sight(FIRER, TARGET, [wide], [], limits(points=9)).stops) == 81


def test_two_units_stop_what_neither_does_alone() -> None:
    left, right = (-3000, 3000, 0, 6100, 625), (3000, 3000, 0, 6100, 625)
    assert sight(FIRER, TARGET, [left], [], OPEN).clear
    assert sight(FIRER, TARGET, [right], [], OPEN).clear
    assert stopped_by(sight(FIRER, TARGET, [left, right], [], OPEN)) == {UNIT}


@pytest.mark.parametrize(("aside", "clear"), [(1489, True), (1488, False)])
def test_grazing_up_to_touch_is_free(aside: int, clear: bool) -> None:
    """Between two that are hardly more than points: their lines are 2 apart."""
    one, other = (0, 0, 0, 1, 1), (0, 6000, 0, 1, 1)
    assert sight(one, other, [(aside, 3000, 0, 3000, 625)], [], OPEN).clear is clear


def test_a_hedge_stops_unless_somebody_lines_it() -> None:
    ahead = [hedge([(-9000, y), (9000, y)]) for y in (500, 501, 3000, 5499, 5500)]
    assert [sight(FIRER, TARGET, [], [one], OPEN).clear for one in ahead] == [True, False, False, False, True]
    assert stopped_by(sight(FIRER, TARGET, [], [ahead[2]], OPEN)) == {HEDGE}
    assert sight(FIRER, TARGET, [], [ahead[1]], limits(lining=501)).clear
    assert sight(FIRER, TARGET, [], [hedge([(-9000, 3000), (-100, 3000)])], OPEN).clear


def test_who_is_higher_looks_over_units_hedges_and_walls_only() -> None:
    higher = limits(higher=True)
    wide = (0, 3000, 0, 9000, 625)
    across, area = [(-9000, 3000), (9000, 3000)], rectangle(-9000, 2000, 9000, 4500)
    assert sight(FIRER, TARGET, [wide], [hedge(across)], higher).clear
    for screen in (crest(across), barrier(across), block(area), wood(area), solid(area), hill(area)):
        assert stopped_by(sight(FIRER, TARGET, [wide], [screen], higher)) == {screen[0]}


def test_a_building_stops_unless_an_end_is_inside() -> None:
    house = block(rectangle(-9000, 2000, 9000, 3000))
    assert stopped_by(sight(FIRER, TARGET, [], [house], OPEN)) == {BLOCK}
    assert sight((0, 2800, 0, 1000, 625), TARGET, [], [house], OPEN).clear
    assert sight(FIRER, (0, 2400, 0, 1000, 625), [], [house], OPEN).clear
    assert sight((0, 2100, 0, 1000, 625), TARGET, [], [house], OPEN).clear  # its front alone is inside
    assert sight(FIRER, TARGET, [], [block(rectangle(-9000, 2000, -2000, 3000))], OPEN).clear


def test_a_crest_stops_unless_either_touches_it() -> None:
    for y, clear in ((10, True), (11, False), (3000, False), (5989, False), (5990, True)):
        assert sight(FIRER, TARGET, [], [crest([(-9000, y), (9000, y)])], OPEN).clear is clear
    assert stopped_by(sight(FIRER, TARGET, [], [crest([(-9000, 3000), (9000, 3000)])], OPEN)) == {CREST}


def test_woods_stop_by_their_depth_in_sum() -> None:
    one, other = (0, 0, 0, 1, 1), (0, 6000, 0, 1, 1)
    near, far = rectangle(-9000, 1000, 9000, 2000), rectangle(-9000, 4000, 9000, 5000)
    farther = rectangle(-9000, 4000, 9000, 5001)
    assert sight(one, other, [], [wood(near), wood(far)], OPEN).clear
    found = sight(one, other, [], [wood(near), wood(farther)], OPEN)
    assert {stop[4:] for stop in found.stops} == {(WOOD, 1)}
    assert not found.clear
    assert not sight(one, other, [], [wood(near), wood(far)], limits(woods=1000)).clear
    assert sight(one, other, [], [wood(near)], limits(woods=1000)).clear
    assert sight((0, 1500, 0, 1, 1), other, [], [wood(rectangle(-9000, 0, 9000, 3500))], OPEN).clear
    assert not sight((0, 1499, 0, 1, 1), other, [], [wood(rectangle(-9000, 0, 9000, 3500))], OPEN).clear


def test_jungle_and_impassable_crests_stop_always() -> None:
    jungle = solid(rectangle(-9000, 2000, 9000, 2100))
    assert stopped_by(sight(FIRER, TARGET, [], [jungle], OPEN)) == {SOLID}
    assert stopped_by(sight((0, 2050, 0, 3000, 625), TARGET, [], [jungle], OPEN)) == {SOLID}
    cliff = barrier([(-9000, 5), (9000, 5)])
    assert stopped_by(sight(FIRER, TARGET, [], [cliff], OPEN)) == {BARRIER}


def test_a_hill_that_is_not_shared() -> None:
    ridge = hill(rectangle(-9000, 2000, 9000, 9000))
    assert stopped_by(sight(FIRER, TARGET, [], [ridge], OPEN)) == {HILL}
    assert sight((0, 3000, 0, 3000, 625), TARGET, [], [ridge], OPEN).clear


def test_bad_weather() -> None:
    near = (0, 2000, 18000, 3000, 625)
    assert sight(FIRER, near, [], [], limits(far=2000)).clear
    found = sight(FIRER, (0, 2001, 18000, 3000, 625), [], [], limits(far=2000))
    assert stopped_by(found) == {FAR}
    assert {stop[5] for stop in found.stops} == {-1}


def test_nine_points_see_more_than_three() -> None:
    """A column that looks past a unit by its flank."""
    column, unit = (0, 0, 0, 375, 5000), (0, 200, 0, 3000, 100)
    target = (9000, -3000, 0, 1000, 1000)
    pressed = [unit, (500, 0, 0, 300, 900)]
    assert not sight(column, target, pressed, [], OPEN).clear
    assert sight(column, target, pressed, [], limits(points=9)).clear


# ---------------------------------------------------------------- line by line

screens = st.builds(
    lambda kind, area: MAKERS[kind](area), st.sampled_from(list(MAKERS)), areas((36000, 40000, 0, 1, 1))
)
firers = st.builds(lambda x, f: (36000 + x, 34000, f, 1500, 625), st.integers(-4000, 4000), st.integers(0, 35999))
marked = st.builds(lambda x, f: (36000 + x, 46000, f, 1500, 1250), st.integers(-4000, 4000), st.integers(0, 35999))
between = firers.flatmap(lambda p: st.lists(beside((p[0], 40000, *p[2:])), max_size=4))


def core(p: Pose) -> Any:
    return shape(p).buffer(-TOUCH, join_style="mitre")


def judged(x1: int, y1: int, x2: int, y2: int, a: Pose, b: Pose, blockers: list[Pose], ground: list[Screen]) -> float:
    """How surely a line is clear: above 0 it is, below 0 it is not, by so much; near 0 nobody can say."""
    line = shapely.LineString([(x1, y1), (x2, y2)])
    sure, through, unsure = 1e9, 0.0, 0.0
    for p in blockers:
        inner = core(p)
        deep = line.intersects(inner.buffer(-2))  # a corner that is cut by a hair's breadth may be cut along its length
        cut = -line.intersection(inner).length if deep else 0.0
        sure = min(sure, cut if line.intersects(inner) else line.distance(inner))
    for kind, *_, values in ground:
        spots = [(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        if kind in (HEDGE, CREST, BARRIER):
            within = {HEDGE: 500, CREST: TOUCH, BARRIER: -1}[kind]
            if min(to_line(a, spots), to_line(b, spots)) > within:
                trace = shapely.LineString(spots)
                sure = min(sure, -1000.0 if line.crosses(trace) else line.distance(trace))
            continue
        area = shapely.Polygon(spots)
        inside = [area.covers(shapely.Point(centre(p))) for p in (a, b)]
        length = line.intersection(area).length
        if kind == WOOD:
            through += length
            unsure += 2
        elif kind == SOLID or (kind == HILL and not all(inside)) or (kind == BLOCK and not any(inside)):
            if kind == BLOCK and any(area.covers(shapely.Point(end)) for end in line.coords):
                continue
            sure = min(sure, -length if length else line.distance(area))
    if through:
        sure = min(sure, 2000 - through) if abs(2000 - through) > unsure else 0
    return sure


@thorough
@given(firers, marked, between, st.lists(screens, max_size=3), st.sampled_from([3, 9]))
def test_line_by_line(a: Pose, b: Pose, blockers: list[Pose], ground: list[Screen], count: int) -> None:
    found = sight(a, b, blockers, ground, limits(points=count))
    for stop in found.stops:
        x1, y1, x2, y2, kind, index = stop
        alone = ([blockers[index]], []) if kind == UNIT else ([], [ground[index]] if kind != WOOD else ground)
        assert judged(x1, y1, x2, y2, a, b, *alone) <= 2
        assert kind == (UNIT if kind == UNIT else ground[index][0])
    if found.clear:
        assert judged(*found.line, a, b, blockers, ground) >= -2
    starts = marks(a) if count == 9 else muzzles(a)
    tried = [(*start, *end) for start in starts for end in marks(b)]
    assert [stop[:4] for stop in found.stops] == tried[: len(found.stops)]
    assert found.line == (tried[len(found.stops)] if found.clear else tried[0])


@thorough
@given(firers, marked, between, st.lists(screens, max_size=3))
def test_sight_from_nine_points_is_mutual(a: Pose, b: Pose, blockers: list[Pose], ground: list[Screen]) -> None:
    nine = limits(points=9)
    assert sight(a, b, blockers, ground, nine).clear == sight(b, a, blockers, ground, nine).clear


@thorough
@given(firers, marked, between)
def test_sight_wherever_the_table_is(a: Pose, b: Pose, blockers: list[Pose]) -> None:
    found = sight(a, b, blockers, [], OPEN)
    for change in (moved, turned):
        same = sight(change(a), change(b), [change(p) for p in blockers], [], OPEN)
        assert (same.clear, [stop[4:] for stop in same.stops]) == (found.clear, [stop[4:] for stop in found.stops])
    assert sight(mirrored(a), mirrored(b), [mirrored(p) for p in blockers], [], OPEN).clear == found.clear
