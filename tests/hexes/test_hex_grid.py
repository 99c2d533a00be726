"""Numbers, neighbours, distances, discs, cones and fronts."""

import doctest
from importlib import import_module
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import FACINGS, FLAT_DIRECTIONS, POINTY_DIRECTIONS, Grid, distances, vertex_front

CAMPOSANTO = Grid(27, 20, layout="pointy", shifted="even")
CUSTOZA = Grid(70, 34, layout="flat", shifted="odd")

grids = st.builds(
    Grid,
    st.integers(1, 9),
    st.integers(1, 9),
    layout=st.sampled_from(["pointy", "flat"]),
    shifted=st.sampled_from(["even", "odd"]),
)


def numbers_of(grid: Grid, mask: int) -> set[str]:
    return {grid.number(cell) for cell in range(grid.size) if mask >> cell & 1}


@pytest.mark.parametrize("name", ["flood", "grid", "line"])
def test_doctests(name: str) -> None:
    result = doctest.testmod(import_module(f"quadrilatero.hexes.{name}"))
    assert result.attempted
    assert not result.failed


@settings(deadline=None)
@given(grids)
def test_numbers_round_trip(grid: Grid) -> None:
    assert grid.size == grid.cols * grid.rows == len(grid.numbers)
    for cell, number in enumerate(grid.numbers):
        assert grid.index(number) == cell
        assert grid.number(cell) == number
    assert set(grid.numbers) == {f"{c:02}{r:02}" for c in range(1, grid.cols + 1) for r in range(1, grid.rows + 1)}


def test_largest_map() -> None:
    for layout, shifted in (("pointy", "odd"), ("flat", "even")):
        grid = Grid(99, 99, layout=layout, shifted=shifted)  # type: ignore[arg-type]
        assert grid.number(grid.size - 1) == "9999"
        corner, far = grid.index("0101"), grid.index("9999")
        assert grid.distance(corner, far) == grid.distance(far, corner) == 147
        assert grid.within(corner, 147) == grid.within(corner, 500) == (1 << grid.size) - 1
        assert grid.within(corner, 146) == (1 << grid.size) - 1 - sum(
            1 << cell for cell in range(grid.size) if grid.distance(corner, cell) == 147
        )
        assert len(grid.line(corner, far)) >= 146
        for cell in (corner, far):
            for direction in range(6):
                for found, away in grid.cone(cell, direction, (direction + 1) % 6, 500):
                    assert grid.distance(cell, found) == away


@settings(deadline=None)
@given(grids)
def test_neighbours_are_mutual(grid: Grid) -> None:
    for cell in range(grid.size):
        assert len(grid.neighbours[cell]) == 6
        assert grid.adjacent[cell] == tuple(near for near in grid.neighbours[cell] if near >= 0)
        assert len(set(grid.adjacent[cell])) == len(grid.adjacent[cell])
        assert grid.adjacent_mask[cell] == sum(1 << near for near in grid.adjacent[cell])
        for direction, near in enumerate(grid.neighbours[cell]):
            assert grid.step(cell, direction) == near
            if near >= 0:
                assert grid.step(near, (direction + 3) % 6) == cell
                assert grid.distance(cell, near) == 1


@settings(deadline=None)
@given(grids)
def test_directions_point_where_they_say(grid: Grid) -> None:
    pointy = {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)}
    flat = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
    names, moves = (POINTY_DIRECTIONS, pointy) if grid.layout == "pointy" else (FLAT_DIRECTIONS, flat)
    at = {grid.xy(cell): cell for cell in range(grid.size)}
    for (x, y), cell in at.items():
        for direction, name in enumerate(names):
            assert grid.step(cell, direction) == at.get((x + moves[name][0], y + moves[name][1]), -1)


@pytest.mark.parametrize(
    ("layout", "shifted", "expected"),
    [
        ("pointy", "even", [(2, 1), (4, 1), (3, 2), (5, 2)]),
        ("pointy", "odd", [(3, 1), (5, 1), (2, 2), (4, 2)]),
        ("flat", "even", [(1, 2), (2, 3), (1, 4), (2, 5)]),
        ("flat", "odd", [(1, 3), (2, 2), (1, 5), (2, 4)]),
    ],
)
def test_positions(
    layout: Literal["pointy", "flat"], shifted: Literal["even", "odd"], expected: list[tuple[int, int]]
) -> None:
    grid = Grid(2, 2, layout=layout, shifted=shifted)
    assert [grid.xy(grid.index(number)) for number in ("0101", "0201", "0102", "0202")] == expected


@settings(deadline=None)
@given(grids, st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    steps = distances(grid.adjacent, [start], (1 << grid.size) - 1)
    assert [grid.distance(start, cell) for cell in range(grid.size)] == steps
    assert [grid.distance(cell, start) for cell in range(grid.size)] == steps
    for radius in data.draw(st.permutations(range(-1, 20))):
        assert grid.within(start, radius) == sum(1 << cell for cell in range(grid.size) if steps[cell] <= radius)


@settings(deadline=None)
@given(grids, st.data())
def test_cone(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    direction = data.draw(st.integers(0, 5))
    second = (direction + 1) % 6
    cone = grid.cone(start, direction, second, 4)
    assert cone == grid.cone(start, direction, second, 4)
    assert len(set(cone)) == len(cone)
    assert all(grid.distance(start, cell) == away for cell, away in cone)
    back = grid.cone(start, second, direction, 4)
    for away in range(1, 5):
        assert [entry for entry in cone if entry[1] == away] == [entry for entry in back if entry[1] == away][::-1]
    assert [away for _, away in cone] == sorted(away for _, away in cone)


@settings(deadline=None)
@given(grids, st.data())
def test_six_cones_cover_the_disc(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    covered = {cell for d in range(6) for cell, _ in grid.cone(start, d, (d + 1) % 6, 3)}
    assert sum(1 << cell for cell in covered) == grid.within(start, 3) & ~(1 << start)


@pytest.mark.parametrize("grid", [CAMPOSANTO, CUSTOZA])
@pytest.mark.parametrize("direction", range(6))
def test_cone_counts(grid: Grid, direction: int) -> None:
    ranges = [away for _, away in grid.cone(grid.index("1010"), direction, (direction + 1) % 6, 4)]
    assert [ranges.count(away) for away in range(1, 5)] == [2, 3, 4, 5]


def test_cone_at_the_edge_and_empty() -> None:
    corner = CAMPOSANTO.index("0101")
    assert CAMPOSANTO.cone(corner, *vertex_front(0), 4) == ()
    assert CAMPOSANTO.cone(corner, *vertex_front(3), 0) == ()
    south = [(CAMPOSANTO.number(cell), away) for cell, away in CAMPOSANTO.cone(corner, *vertex_front(3), 2)]
    assert south == [("0102", 1), ("0203", 2), ("0103", 2)]
    with pytest.raises(ValueError, match="Directions 0 and 2 are not side by side"):
        CAMPOSANTO.cone(corner, 0, 2, 4)


def test_front_pairs() -> None:
    named = {FACINGS[i]: tuple(POINTY_DIRECTIONS[d] for d in vertex_front(i)) for i in range(6)}
    assert named == {
        "N": ("NW", "NE"),
        "NE": ("NE", "E"),
        "SE": ("E", "SE"),
        "S": ("SE", "SW"),
        "SW": ("SW", "W"),
        "NW": ("W", "NW"),
    }


@settings(deadline=None)
@given(grids)
def test_fronts(grid: Grid) -> None:
    if grid.layout == "flat":
        assert not grid.front
        assert not grid.front_mask
        return
    assert len(grid.front) == len(grid.front_mask) == grid.size
    for cell in range(grid.size):
        for facing in range(6):
            steps = [grid.step(cell, direction) for direction in vertex_front(facing)]
            assert grid.front[cell][facing] == tuple(near for near in steps if near >= 0)
            assert grid.front_mask[cell][facing] == sum(1 << near for near in grid.front[cell][facing])


def test_camposanto_neighbours() -> None:
    """Odd rows flush left, even rows half a hex right."""
    for c in range(1, 28):
        for r in range(1, 21):
            if r % 2:
                near = [(c - 1, r), (c + 1, r), (c - 1, r - 1), (c, r - 1), (c - 1, r + 1), (c, r + 1)]
            else:
                near = [(c - 1, r), (c + 1, r), (c, r - 1), (c + 1, r - 1), (c, r + 1), (c + 1, r + 1)]
            expected = {f"{x:02}{y:02}" for x, y in near if 1 <= x <= 27 and 1 <= y <= 20}
            mask = CAMPOSANTO.adjacent_mask[CAMPOSANTO.index(f"{c:02}{r:02}")]
            assert numbers_of(CAMPOSANTO, mask) == expected


def test_camposanto_bridge_and_front() -> None:
    bridge = CAMPOSANTO.adjacent[CAMPOSANTO.index("1219")]
    assert {CAMPOSANTO.index("1118"), CAMPOSANTO.index("1218")} <= set(bridge)
    front = CAMPOSANTO.front[CAMPOSANTO.index("1214")][FACINGS.index("N")]
    assert [CAMPOSANTO.number(cell) for cell in front] == ["1213", "1313"]


def test_custoza_neighbours() -> None:
    """Odd columns half a hex south of even ones."""
    for c in range(1, 71):
        for r in range(1, 35):
            low = r if c % 2 else r - 1
            near = [(c, r - 1), (c + 1, low), (c + 1, low + 1), (c, r + 1), (c - 1, low + 1), (c - 1, low)]
            expected = [f"{x:02}{y:02}" if 1 <= x <= 70 and 1 <= y <= 34 else None for x, y in near]
            steps = CUSTOZA.neighbours[CUSTOZA.index(f"{c:02}{r:02}")]
            assert [CUSTOZA.number(cell) if cell >= 0 else None for cell in steps] == expected


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("4404", "4409", 5), ("3010", "3019", 9), ("1705", "1606", 1), ("1705", "1805", 1), ("1705", "1604", 2)],
)
def test_custoza_distances(a: str, b: str, steps: int) -> None:
    assert CUSTOZA.distance(CUSTOZA.index(a), CUSTOZA.index(b)) == steps


@pytest.mark.parametrize("number", ["", "121", "12190", "12-9", " 121", "+121", "١٢١٩", "²²²²", "abcd"])
def test_malformed_numbers(number: str) -> None:
    with pytest.raises(ValueError, match="is not a hex number: write two digits for the column and two for the row"):
        CAMPOSANTO.index(number)


@pytest.mark.parametrize("number", ["0000", "0001", "0100", "2801", "0121", "9999"])
def test_numbers_off_the_map(number: str) -> None:
    with pytest.raises(ValueError, match=f"Hex {number} is off the map: columns run from 01 to 27, rows from 01 to 20"):
        CAMPOSANTO.index(number)


@pytest.mark.parametrize(("cols", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100), (-1, -1)])
def test_impossible_sizes(cols: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"A map of {cols} columns and {rows} rows cannot be numbered"):
        Grid(cols, rows, layout="flat", shifted="odd")


def test_unknown_layout() -> None:
    with pytest.raises(ValueError, match="Unknown hex layout 'round', 'odd'"):
        Grid(5, 5, layout="round", shifted="odd")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Unknown hex layout 'flat', 'both'"):
        Grid(5, 5, layout="flat", shifted="both")  # type: ignore[arg-type]


def test_repr() -> None:
    assert repr(CUSTOZA) == "Grid(70, 34, layout='flat', shifted='odd')"


@settings(deadline=None)
@given(grids, st.data())
def test_steps_to_the_nearest_of_some_hexes(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, grid.size - 1))
    others = data.draw(st.sets(st.integers(0, grid.size - 1), min_size=1))
    assert grid.steps_to(cell, sum(1 << other for other in others)) == min(grid.distance(cell, o) for o in others)
