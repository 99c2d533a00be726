"""Searches: reach, ways and distances to goals."""

from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Grid, distances, flood, path

GRID = Grid(7, 6, layout="pointy", shifted="even")
ALL = (1 << GRID.size) - 1

hexes = st.integers(0, GRID.size - 1)
masks = st.integers(0, ALL)


@settings(deadline=None)
@given(hexes, st.integers(0, 12))
def test_open_flood_is_the_disc(start: int, limit: int) -> None:
    previous = flood(GRID.adjacent, start, limit)
    assert sum(1 << cell for cell in previous) == GRID.within(start, limit) & ~(1 << start)
    for cell in previous:
        assert len(path(previous, cell)) == GRID.distance(start, cell)


@settings(deadline=None)
@given(hexes, st.integers(0, 12), masks, masks)
def test_flood_keeps_its_limits(start: int, limit: int, blocked: int, stop: int) -> None:
    previous = flood(GRID.adjacent, start, limit, blocked=blocked, stop=stop)
    assert start not in previous
    for cell in previous:
        way = path(previous, cell)
        assert way[-1] == cell
        assert len(way) <= limit
        assert all(not blocked >> step & 1 for step in way)
        assert all(not stop >> step & 1 for step in way[:-1])
        for before, after in zip([start, *way], way, strict=False):
            assert after in GRID.adjacent[before]
    lengths = [len(path(previous, cell)) for cell in previous]
    assert lengths == sorted(lengths)


@settings(deadline=None)
@given(hexes, masks, masks)
def test_flood_finds_everything(start: int, blocked: int, stop: int) -> None:
    previous = flood(GRID.adjacent, start, GRID.size, blocked=blocked, stop=stop)
    for cell in [start, *(cell for cell in previous if not stop >> cell & 1)]:
        for near in GRID.adjacent[cell]:
            assert near in previous or near == start or blocked >> near & 1


@settings(deadline=None)
@given(st.sets(hexes, max_size=4), masks)
def test_distances(goals: set[int], passable: int) -> None:
    steps = distances(GRID.adjacent, goals, passable)
    floods = [flood(GRID.adjacent, goal, GRID.size, blocked=ALL & ~passable) for goal in goals]
    for cell in range(GRID.size):
        ways = [len(path(previous, cell)) for previous in floods if cell in previous]
        assert steps[cell] == (0 if cell in goals else min(ways, default=-1))


def test_flood_takes_neighbours_in_direction_order() -> None:
    start = GRID.index("0303")
    previous = flood(GRID.adjacent, start, 2)
    assert tuple(previous)[:6] == GRID.adjacent[start]
    assert [GRID.number(cell) for cell in path(previous, GRID.index("0503"))] == ["0403", "0503"]
    assert path(previous, start) == []


def test_zone_at_the_start_may_be_left() -> None:
    start = GRID.index("0303")
    assert flood(GRID.adjacent, start, 1, stop=ALL) == dict.fromkeys(GRID.adjacent[start], start)
    assert flood(GRID.adjacent, start, 9, stop=ALL) == dict.fromkeys(GRID.adjacent[start], start)
    assert flood(GRID.adjacent, start, 0) == {}
