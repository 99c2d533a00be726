"""Lines between centres, checked against hexagons drawn in the plane."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Grid
from quadrilatero.hexes.line import trace
from tests.hexes.shapes import grids

Point = tuple[Fraction, Fraction]

THIRD = Fraction(1, 3)
CORNERS = [(0, -2 * THIRD), (1, -THIRD), (1, THIRD), (0, 2 * THIRD), (-1, THIRD), (-1, -THIRD)]


def centre(grid: Grid, col: int, row: int) -> Point:
    """The centre of a hex in a plane drawn for pointy hexes: flat grids are mirrored along the diagonal."""
    across, down = (col, row) if grid.layout == "pointy" else (row, col)
    moved = (down % 2 == 0) == (grid.shifted == "even")
    return Fraction(2 * across + moved), Fraction(down)


def cross(origin: Point, a: Point, b: Point) -> Fraction:
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def hexagon(middle: Point) -> list[Point]:
    return [(middle[0] + x, middle[1] + y) for x, y in CORNERS]


def stretch(start: Point, end: Point, polygon: list[Point]) -> tuple[Fraction, Fraction] | None:
    """The part of the segment inside a closed convex polygon, as fractions of its length."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        at_start, at_end = cross(a, b, start), cross(a, b, end)
        if at_start < 0 and at_end < 0:
            return None
        if at_start < 0:
            low = max(low, at_start / (at_start - at_end))
        elif at_end < 0:
            high = min(high, at_start / (at_start - at_end))
    return (low, high) if low <= high else None


def drawn(grid: Grid, a: int, b: int, grazed: bool) -> list[frozenset[int]]:
    """The line as `Grid.line` should give it: elements in order, each as the set of its hexes."""
    places = [grid.place(cell) for cell in (a, b)]
    start, end = (centre(grid, *place) for place in places)
    elements: dict[tuple[Fraction, Fraction], list[int]] = {}
    along: dict[tuple[Fraction, Fraction], bool] = {}
    numbers = {grid.place(cell): cell for cell in range(grid.size)}
    for col in range(grid.cols[0] - 1, grid.cols[-1] + 2):
        for row in range(grid.rows[0] - 1, grid.rows[-1] + 2):
            polygon = hexagon(centre(grid, col, row))
            part = stretch(start, end, polygon)
            if part is None or (col, row) in places or (part[0] == part[1] and not grazed):
                continue
            elements.setdefault(part, []).append(numbers.get((col, row), -1))
            sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
            along[part] = any(cross(start, end, p) == cross(start, end, q) == 0 for p, q in sides)
    for part, hexes in elements.items():
        assert len(hexes) == (2 if along[part] else 1)
    ordered = sorted(elements, key=lambda part: part[0] + part[1])
    return [frozenset(elements[part]) for part in ordered if set(elements[part]) != {-1}]


def check(grid: Grid, a: int, b: int) -> None:
    for grazed in (True, False):
        line = grid.line(a, b, grazed=grazed)
        assert [frozenset(element) for element in line] == drawn(grid, a, b, grazed)
        assert [len(element) for element in line] == [len(set(element)) for element in line]
        assert grid.line(b, a, grazed=grazed) == line[::-1]
        assert grid.line(a, b, grazed=grazed) == line


@settings(max_examples=200, deadline=None)
@given(grids, st.data())
def test_line_matches_the_drawing(grid: Grid, data: st.DataObject) -> None:
    hexes = st.integers(0, grid.size - 1)
    check(grid, data.draw(hexes), data.draw(hexes))


def test_every_line_of_a_small_map() -> None:
    for grid in (Grid(3, 4, layout="pointy", shifted="even"), Grid(4, 3, layout="flat", shifted="odd")):
        for a in range(grid.size):
            for b in range(grid.size):
                check(grid, a, b)


@settings(deadline=None)
@given(st.integers(-40, 40), st.integers(-40, 40))
def test_trace_backwards_and_unbroken(q: int, r: int) -> None:
    line = trace(q, r)
    back = tuple(tuple((q + q1, r + r1) for q1, r1 in element) for element in trace(-q, -r))
    assert back == line[::-1]
    way = [[(0, 0)], *line, [(q, r)]]
    for before, after in pairwise(way):
        for (q1, r1), (q2, r2) in ((one, other) for one in before for other in after):
            assert max(abs(q2 - q1), abs(r2 - r1), abs(q2 - q1 + r2 - r1)) <= 1


def test_known_displacements() -> None:
    assert [len(element) for element in trace(1, -4)] == [1, 1, 1, 1]
    assert [len(element) for element in trace(1, 1)] == [2]
    assert [len(element) for element in trace(2, 2)] == [2, 1, 2]
    assert trace(0, 3) == (((0, 1),), ((0, 2),))
    assert trace(0, 0) == trace(1, 0) == trace(-1, 1) == ()


def test_touched_vertex() -> None:
    """From (0, 0) to (4, -5) the line meets (1, -2) and (3, -3) in a single vertex each."""
    line = [element[0] for element in trace(4, -5)]
    assert line == [(1, -1), (1, -2), (2, -2), (2, -3), (3, -3), (3, -4)]
    for grid in (Grid(9, 9, layout="pointy", shifted="odd"), Grid(9, 9, layout="flat", shifted="even")):
        middle = grid.index("0506")
        for first in range(6):
            for second in ((first + 1) % 6, (first - 1) % 6):
                end = grid.step(middle, second)
                for _ in range(4):
                    end = grid.step(end, first) if end >= 0 else -1
                if end >= 0:
                    assert len(grid.line(middle, end)) == 6
                    check(grid, middle, end)


def test_side_at_the_edge_of_the_map() -> None:
    grid = Grid(3, 5, layout="pointy", shifted="even")
    line = grid.line(grid.index("0101"), grid.index("0105"))
    assert line == ((-1, grid.index("0102")), (grid.index("0103"),), (-1, grid.index("0104")))
    grid = Grid(5, 3, layout="flat", shifted="odd")
    line = grid.line(grid.index("0203"), grid.index("0403"))
    assert [set(element) for element in line] == [{grid.index("0302"), grid.index("0303")}]
    line = grid.line(grid.index("0103"), grid.index("0303"))
    assert [set(element) for element in line] == [{grid.index("0203"), -1}]
