"""A numbered field of hexes with everything looked up in tables."""

from collections.abc import Iterator
from typing import Literal

from quadrilatero.hexes.line import trace

POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
FLAT_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")

# Inside, a hex has axial coordinates (q, r), packed into one integer key so that adding keys adds vectors.
_ROW = 1024
_POINTY_STEPS = (1 - _ROW, 1, _ROW, _ROW - 1, -1, -_ROW)
_FLAT_STEPS = (-_ROW, 1 - _ROW, 1, _ROW, _ROW - 1, -1)

_Cone = tuple[tuple[int, int], ...]


def vertex_front(facing: int) -> tuple[int, int]:
    """The two front directions of a counter that faces a vertex of a pointy hex.

    >>> [POINTY_DIRECTIONS[direction] for direction in vertex_front(FACINGS.index("N"))]
    ['NW', 'NE']
    """
    return (facing - 1) % 6, facing


class Grid:
    """A numbered field of hexes.

    In a pointy grid rows are straight and `shifted` names those moved half a hex right, by row number; in a flat grid
    columns are straight and `shifted` names those moved half a hex down, by column number.

    >>> grid = Grid(27, 20, layout="pointy", shifted="even")
    >>> here = grid.index("1219")
    >>> [grid.number(cell) for cell in grid.adjacent[here]]
    ['1218', '1319', '1220', '1120', '1119', '1118']
    >>> grid.distance(here, grid.index("1214"))
    5
    """

    def __init__(
        self, cols: int, rows: int, *, layout: Literal["pointy", "flat"], shifted: Literal["even", "odd"]
    ) -> None:
        if not (1 <= cols <= 99 and 1 <= rows <= 99):
            raise ValueError(f"A map of {cols} columns and {rows} rows cannot be numbered: both must be 1 to 99.")
        if layout not in ("pointy", "flat") or shifted not in ("even", "odd"):
            raise ValueError(f"Unknown hex layout {layout!r}, {shifted!r}: use 'pointy' or 'flat', 'even' or 'odd'.")
        self.cols = cols
        self.rows = rows
        self.layout = layout
        self.shifted = shifted
        self.size = cols * rows

        places = [(col, row) for row in range(1, rows + 1) for col in range(1, cols + 1)]
        self.numbers: tuple[str, ...] = tuple(f"{col:02}{row:02}" for col, row in places)
        self._index = {number: cell for cell, number in enumerate(self.numbers)}

        parity = 1 if shifted == "odd" else 0
        if layout == "pointy":
            self._xy = [(2 * col + (row % 2 == parity), row) for col, row in places]
            axial = [((x - y) // 2, y) for x, y in self._xy]
            self._steps = _POINTY_STEPS
        else:
            self._xy = [(col, 2 * row + (col % 2 == parity)) for col, row in places]
            axial = [(x, (y - x) // 2) for x, y in self._xy]
            self._steps = _FLAT_STEPS
        self._key = [r * _ROW + q for q, r in axial]
        self._at = {key: cell for cell, key in enumerate(self._key)}

        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._at.get(key + step, -1) for step in self._steps) for key in self._key
        )
        self.adjacent: tuple[tuple[int, ...], ...] = tuple(map(_on_map, self.neighbours))
        self.adjacent_mask: tuple[int, ...] = tuple(map(_mask, self.adjacent))

        self.front: tuple[tuple[tuple[int, ...], ...], ...] = ()  # by hex and facing; empty in flat grids
        if layout == "pointy":
            fronts = [vertex_front(facing) for facing in range(6)]
            self.front = tuple(tuple(_on_map((near[i], near[j])) for i, j in fronts) for near in self.neighbours)
        self.front_mask: tuple[tuple[int, ...], ...] = tuple(tuple(map(_mask, fronts)) for fronts in self.front)

        width = max(axial)[0] - min(axial)[0]
        height = max(r for _, r in axial) - min(r for _, r in axial)
        self._distance = {
            r * _ROW + q: max(abs(q), abs(r), abs(q + r))
            for r in range(-height, height + 1)
            for q in range(-width, width + 1)
        }
        self._discs = [[1 << cell, 1 << cell | mask] for cell, mask in enumerate(self.adjacent_mask)]
        self._shapes: dict[int, tuple[tuple[int, int], ...]] = {}
        self._cones: dict[tuple[int, int, int, int], _Cone] = {}

    def __repr__(self) -> str:
        return f"Grid({self.cols}, {self.rows}, layout={self.layout!r}, shifted={self.shifted!r})"

    def index(self, number: str) -> int:
        """The hex with a printed number.

        >>> Grid(27, 20, layout="pointy", shifted="even").index("2821")
        Traceback (most recent call last):
        ValueError: Hex 2821 is off the map: columns run from 01 to 27, rows from 01 to 20.
        """
        cell = self._index.get(number)
        if cell is not None:
            return cell
        if len(number) == 4 and number.isascii() and number.isdigit():
            limits = f"columns run from 01 to {self.cols:02}, rows from 01 to {self.rows:02}"
            raise ValueError(f"Hex {number} is off the map: {limits}.")
        raise ValueError(f"{number!r} is not a hex number: write two digits for the column and two for the row.")

    def number(self, cell: int) -> str:
        """The printed number of a hex."""
        return self.numbers[cell]

    def xy(self, cell: int) -> tuple[int, int]:
        """Column and row of a hex, the one that is shifted counted in half hexes.

        >>> grid = Grid(27, 20, layout="pointy", shifted="even")
        >>> grid.xy(grid.index("1219")), grid.xy(grid.index("1218"))
        ((24, 19), (25, 18))
        """
        return self._xy[cell]

    def step(self, cell: int, direction: int) -> int:
        """The neighbour in a direction, -1 off the map."""
        return self.neighbours[cell][direction]

    def distance(self, a: int, b: int) -> int:
        """Steps from one hex to another."""
        return self._distance[self._key[b] - self._key[a]]

    def steps_to(self, cell: int, others: int) -> int:
        """Steps to the nearest of some hexes, given as a bitmask with one of them at least.

        >>> grid = Grid(9, 9, layout="flat", shifted="odd")
        >>> grid.steps_to(grid.index("0505"), 1 << grid.index("0507") | 1 << grid.index("0909"))
        2
        """
        for steps, disc in enumerate(self._discs[cell]):
            if disc & others:
                return steps
        steps = len(self._discs[cell])
        while not self.within(cell, steps) & others:
            steps += 1
        return steps

    def within(self, cell: int, radius: int) -> int:
        """The hexes at most `radius` steps away, as a bitmask.

        >>> grid = Grid(9, 9, layout="flat", shifted="odd")
        >>> grid.within(grid.index("0505"), 2).bit_count()
        19
        """
        discs = self._discs[cell]
        if 0 <= radius < len(discs):
            return discs[radius]
        if radius < 0:
            return 0
        discs = discs.copy()  # replaced as a whole, so that threads may share a grid
        while len(discs) <= radius and discs[-1] != discs[-2]:
            grown = discs[-1]
            for near in _bits(grown & ~discs[-2]):
                grown |= self.adjacent_mask[near]
            discs.append(grown)
        self._discs[cell] = discs
        return discs[-1]

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The hexes strictly between a and b that the line between their centres touches, in order from a to b.

        An element is one hex, or two where the line runs along the side between them, with -1 for one off the map.

        >>> grid = Grid(27, 20, layout="pointy", shifted="even")
        >>> line = grid.line(grid.index("0505"), grid.index("0508"))
        >>> [[grid.number(cell) for cell in element] for element in line]
        [['0506'], ['0507']]
        >>> line = grid.line(grid.index("0505"), grid.index("0507"))
        >>> [[grid.number(cell) for cell in element] for element in line]
        [['0406', '0506']]
        """
        origin = self._key[a]
        vector = self._key[b] - origin
        shape = self._shapes.get(vector)
        if shape is None:
            shape = self._shapes[vector] = _shape(vector)
        at = self._at.get
        found: list[tuple[int, ...]] = []
        for one, other in shape:
            cell = at(origin + one, -1)
            if other:
                beside = at(origin + other, -1)
                if cell >= 0 or beside >= 0:
                    found.append((cell, beside))
            elif cell >= 0:
                found.append((cell,))
        return tuple(found)

    def cone(self, cell: int, first_direction: int, second_direction: int, radius: int) -> _Cone:
        """(hex, range) of the hexes on and between two rays, by range and then from the first ray to the second.

        >>> grid = Grid(27, 20, layout="pointy", shifted="even")
        >>> cone = grid.cone(grid.index("1010"), *vertex_front(FACINGS.index("N")), 2)
        >>> [(grid.number(cell), range) for cell, range in cone]
        [('1009', 1), ('1109', 1), ('0908', 2), ('1008', 2), ('1108', 2)]
        """
        query = cell, first_direction, second_direction, radius
        cone = self._cones.get(query)
        if cone is None:
            if (first_direction - second_direction) % 6 not in (1, 5):
                raise ValueError(f"Directions {first_direction} and {second_direction} are not side by side.")
            origin, first, second = self._key[cell], self._steps[first_direction], self._steps[second_direction]
            found = (
                (self._at.get(origin + (far - b) * first + b * second, -1), far)
                for far in range(1, min(radius, self.cols + self.rows) + 1)
                for b in range(far + 1)
            )
            cone = self._cones[query] = tuple(entry for entry in found if entry[0] >= 0)
        return cone


def _on_map(hexes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(cell for cell in hexes if cell >= 0)


def _mask(hexes: tuple[int, ...]) -> int:
    return sum(1 << cell for cell in hexes)


def _bits(mask: int) -> Iterator[int]:
    """The hexes of a bitmask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _shape(vector: int) -> tuple[tuple[int, int], ...]:
    """The line along a packed vector as packed offsets: (hex, 0) or a pair."""
    r, q = divmod(vector + _ROW // 2, _ROW)
    elements = [[r1 * _ROW + q1 for q1, r1 in element] for element in trace(q - _ROW // 2, r)]
    return tuple((element[0], element[1] if len(element) == 2 else 0) for element in elements)
