"""Searches: reach, ways and distances to goals."""

from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Grid, HexSet, distances, flood, path

GRID = Grid(7, 6, layout="pointy", shifted="even")

hexes = st.integers(0, GRID.size - 1)
sets = st.sets(hexes)


@settings(deadline=None)
@given(hexes, st.integers(0, 12))
def test_open_flood_is_the_disc(start: int, limit: int) -> None:
    previous = flood(GRID.adjacent, start, limit)
    assert HexSet.of(previous) == GRID.within(start, limit).minus(start)
    for cell in previous:
        assert len(path(previous, cell)) == GRID.distance(start, cell)


@settings(deadline=None)
@given(hexes, st.integers(0, 12), sets, sets)
def test_flood_keeps_its_limits(start: int, limit: int, barred: set[int], stop: set[int]) -> None:
    previous = flood(GRID.adjacent, start, limit, barred=barred, stop=stop)
    assert previous == flood(GRID.adjacent, start, limit, barred=HexSet.of(barred), stop=HexSet.of(stop))
    assert start not in previous
    for cell in previous:
        way = path(previous, cell)
        assert way[-1] == cell
        assert len(way) <= limit
        assert barred.isdisjoint(way)
        assert stop.isdisjoint(way[:-1])
        for before, after in zip([start, *way], way, strict=False):
            assert after in GRID.adjacent[before]
    lengths = [len(path(previous, cell)) for cell in previous]
    assert lengths == sorted(lengths)


@settings(deadline=None)
@given(hexes, sets, sets)
def test_flood_finds_everything(start: int, barred: set[int], stop: set[int]) -> None:
    previous = flood(GRID.adjacent, start, GRID.size, barred=barred, stop=stop)
    for cell in [start, *(cell for cell in previous if cell not in stop)]:
        for near in GRID.adjacent[cell]:
            assert near in previous or near == start or near in barred


@settings(deadline=None)
@given(st.sets(hexes, max_size=4), sets)
def test_distances(goals: set[int], barred: set[int]) -> None:
    ways = tuple(tuple(near for near in adjacent if near not in barred) for adjacent in GRID.adjacent)
    steps = distances(ways, goals)
    floods = [flood(ways, goal, GRID.size) for goal in goals]
    for cell in range(GRID.size):
        lengths = [len(path(previous, cell)) for previous in floods if cell in previous]
        assert steps[cell] == (0 if cell in goals else min(lengths, default=-1))


def test_flood_takes_neighbours_in_direction_order() -> None:
    start = GRID.index("0303")
    previous = flood(GRID.adjacent, start, 2)
    assert tuple(previous)[:6] == GRID.adjacent[start]
    assert [GRID.number(cell) for cell in path(previous, GRID.index("0503"))] == ["0403", "0503"]
    assert path(previous, start) == []


def test_a_stop_at_the_start_may_be_left() -> None:
    start = GRID.index("0303")
    assert flood(GRID.adjacent, start, 1, stop=GRID.all) == dict.fromkeys(GRID.adjacent[start], start)
    assert flood(GRID.adjacent, start, 9, stop=GRID.all) == dict.fromkeys(GRID.adjacent[start], start)
    assert flood(GRID.adjacent, start, 0) == {}
