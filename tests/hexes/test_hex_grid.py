"""Numbers, neighbours, distances and discs."""

import doctest
import re
from importlib import import_module
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import FLAT_DIRECTIONS, POINTY_DIRECTIONS, Grid, HexSet, distances
from tests.hexes.shapes import CUSTOZA, blocks, grids

CAMPOSANTO = Grid(27, 20, layout="pointy", shifted="even")


def numbers_of(grid: Grid, hexes: HexSet) -> set[str]:
    return {grid.number(cell) for cell in hexes}


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", ["facing", "flood", "grid", "hexset", "line", "sides", "sight"])
def test_doctests(name: str) -> None:
    result = doctest.testmod(import_module(f"quadrilatero.hexes.{name}"))
    assert result.attempted
    assert not result.failed


@settings(deadline=None)
@given(grids)
def test_numbers_round_trip(grid: Grid) -> None:
    assert grid.size == len(grid.cols) * len(grid.rows) - len(grid.missing) == len(grid.numbers)
    for cell, number in enumerate(grid.numbers):
        assert grid.index(number) == cell
        assert grid.number(cell) == number
        col, row = grid.place(cell)
        assert number == f"{col:02}{row:02}"
        assert cell in grid.row(row)
    assert {*grid.numbers, *grid.missing} == {f"{c:02}{r:02}" for c in grid.cols for r in grid.rows}
    assert HexSet.union(map(grid.row, grid.rows)) == grid.all
    assert len(grid.all) == grid.size


def test_largest_map() -> None:
    for layout, shifted in (("pointy", "odd"), ("flat", "even")):
        grid = Grid(99, 99, layout=layout, shifted=shifted)  # type: ignore[arg-type]
        assert grid.number(grid.size - 1) == "9999"
        corner, far = grid.index("0101"), grid.index("9999")
        assert grid.distance(corner, far) == grid.distance(far, corner) == 147
        assert grid.within(corner, 147) == grid.within(corner, 500) == grid.all
        farthest = HexSet.of(cell for cell in grid.all if grid.distance(corner, cell) == 147)
        assert grid.within(corner, 146) == grid.all - farthest
        assert len(grid.line(corner, far)) >= 146


@settings(deadline=None)
@given(grids)
def test_neighbours_are_mutual(grid: Grid) -> None:
    for cell in range(grid.size):
        assert len(grid.neighbours[cell]) == 6
        assert grid.adjacent[cell] == tuple(near for near in grid.neighbours[cell] if near >= 0)
        assert len(set(grid.adjacent[cell])) == len(grid.adjacent[cell])
        assert grid.around[cell] == HexSet.of(grid.adjacent[cell])
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
    assert grid.directions == names
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
@given(blocks, st.data())
def test_distance_is_the_number_of_steps(grid: Grid, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, grid.size - 1))
    steps = distances(grid.adjacent, [start])
    assert [grid.distance(start, cell) for cell in range(grid.size)] == steps
    assert [grid.distance(cell, start) for cell in range(grid.size)] == steps
    for radius in data.draw(st.permutations(range(-1, 20))):
        assert grid.within(start, radius) == HexSet.of(cell for cell in grid.all if steps[cell] <= radius)


@settings(deadline=None)
@given(grids, st.data())
def test_gaps_change_no_distance(grid: Grid, data: st.DataObject) -> None:
    """What is missing takes hexes away and nothing else: the others lie as they do in the whole block."""
    whole = Grid(grid.cols, grid.rows, layout=grid.layout, shifted=grid.shifted)
    a, b = (data.draw(st.integers(0, grid.size - 1)) for _ in "ab")
    there = {cell: whole.index(number) for cell, number in enumerate(grid.numbers)}
    assert grid.distance(a, b) == whole.distance(there[a], there[b])
    assert grid.xy(a) == whole.xy(there[a])
    radius = data.draw(st.integers(0, 9))
    near = {there[cell] for cell in grid.within(a, radius)}
    assert near == {*whole.within(there[a], radius)} & {*there.values()}
    assert [there.get(near, -1) for near in grid.neighbours[a]] == [
        near if whole.number(near) not in grid.missing and near >= 0 else -1 for near in whole.neighbours[there[a]]
    ]


def test_camposanto_neighbours() -> None:
    """Odd rows flush left, even rows half a hex right."""
    for c in range(1, 28):
        for r in range(1, 21):
            if r % 2:
                near = [(c - 1, r), (c + 1, r), (c - 1, r - 1), (c, r - 1), (c - 1, r + 1), (c, r + 1)]
            else:
                near = [(c - 1, r), (c + 1, r), (c, r - 1), (c + 1, r - 1), (c, r + 1), (c + 1, r + 1)]
            expected = {f"{x:02}{y:02}" for x, y in near if 1 <= x <= 27 and 1 <= y <= 20}
            around = CAMPOSANTO.around[CAMPOSANTO.index(f"{c:02}{r:02}")]
            assert numbers_of(CAMPOSANTO, around) == expected


def test_camposanto_bridge() -> None:
    bridge = CAMPOSANTO.adjacent[CAMPOSANTO.index("1219")]
    assert {CAMPOSANTO.index("1118"), CAMPOSANTO.index("1218")} <= set(bridge)


@pytest.mark.parametrize("number", ["", "121", "12190", "12-9", " 121", "+121", "١٢١٩", "²²²²", "abcd"])
def test_malformed_numbers(number: str) -> None:
    with pytest.raises(ValueError, match="is not a hex number: write two digits for the column and two for the row"):
        CAMPOSANTO.index(number)


@pytest.mark.parametrize("number", ["0000", "0001", "0100", "2801", "0121", "9999"])
def test_numbers_off_the_map(number: str) -> None:
    with pytest.raises(ValueError, match=f"Hex {number} is off the map: columns run from 01 to 27, rows from 01 to 20"):
        CAMPOSANTO.index(number)


@pytest.mark.parametrize("number", ["1134", "0904", "1003", "7104", "1035"])
def test_numbers_off_a_block_with_gaps(number: str) -> None:
    why = "there is a gap" if number in CUSTOZA.missing else "columns run from 10 to 70, rows from 04 to 34"
    with pytest.raises(ValueError, match=f"Hex {number} is off the map: {why}"):
        CUSTOZA.index(number)


@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_numbers_of_any_width(digits: int) -> None:
    grid = Grid(range(2, 8), 9, layout="flat", shifted="even", digits=digits)
    last = "7".zfill(digits) + "9".zfill(digits)
    assert grid.number(grid.size - 1) == last
    assert grid.index(last) == grid.size - 1
    with pytest.raises(ValueError, match="for the column and"):
        grid.index(last + "0")


def test_a_large_map_needs_three_digits() -> None:
    grid = Grid(range(120, 131), range(995, 1000), layout="pointy", shifted="odd", digits=3)
    assert (grid.number(0), grid.number(grid.size - 1)) == ("120995", "130999")
    assert grid.distance(0, grid.size - 1) == 12
    with pytest.raises(ValueError, match="from 0 to 99"):
        Grid(range(120, 131), range(1, 9), layout="pointy", shifted="odd")


@pytest.mark.parametrize(
    "bad", [0, -1, 100, range(5, 5), range(-1, 4), range(1, 9, 2), range(9, 1, -1), range(95, 101)]
)
def test_impossible_sizes(bad: int | range) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{bad} columns cannot be numbered: give one at least")):
        Grid(bad, 5, layout="flat", shifted="odd")
    with pytest.raises(ValueError, match=re.escape(f"{bad} rows cannot be numbered: give one at least")):
        Grid(5, bad, layout="flat", shifted="odd")


def test_only_hexes_of_the_block_can_be_missing() -> None:
    with pytest.raises(ValueError, match="Hex 0106 cannot be missing: columns run from 01 to 05, rows from 01 to 05"):
        Grid(5, 5, layout="flat", shifted="odd", missing=["0105", "0106"])


def test_unknown_layout() -> None:
    with pytest.raises(ValueError, match="Unknown hex layout 'round', 'odd'"):
        Grid(5, 5, layout="round", shifted="odd")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Unknown hex layout 'flat', 'both'"):
        Grid(5, 5, layout="flat", shifted="both")  # type: ignore[arg-type]


def test_repr() -> None:
    assert repr(CAMPOSANTO) == "Grid(27, 20, layout='pointy', shifted='even')"
    assert repr(CUSTOZA) == "Grid(range(10, 71), range(4, 35), layout='flat', shifted='odd', 30 missing)"


@settings(deadline=None)
@given(grids, st.data())
def test_steps_to_the_nearest_of_some_hexes(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, grid.size - 1))
    others = data.draw(st.sets(st.integers(0, grid.size - 1), min_size=1))
    assert grid.steps_to(cell, HexSet.of(others)) == min(grid.distance(cell, o) for o in others)
