"""A numbered field of hexes with everything looked up in tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from quadrilatero.hexes.hexset import NO_HEXES, HexSet
from quadrilatero.hexes.line import trace

POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
FLAT_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")

Layout = Literal["pointy", "flat"]
Parity = Literal["even", "odd"]

# Inside, a hex has axial coordinates (q, r), packed into one integer key so that adding keys adds vectors.
_ROW = 1 << 20
_POINTY_STEPS = (1 - _ROW, 1, _ROW, _ROW - 1, -1, -_ROW)
_FLAT_STEPS = (-_ROW, 1 - _ROW, 1, _ROW, _ROW - 1, -1)


class Grid:
    """A numbered field of hexes: a block of columns and rows, all of it or with some hexes `missing`.

    Columns and rows are given as ranges of their printed numbers, or by how many there are from 1; a printed number is
    the column and then the row, each with so many `digits`. In a pointy grid rows are straight and `shifted` names
    those moved half a hex right, by row number; in a flat grid columns are straight and `shifted` names those moved
    half a hex down, by column number. Hexes are integers in board order, row by row; -1 is off the map.

    >>> grid = Grid(27, 20, layout="pointy", shifted="even")
    >>> here = grid.index("1219")
    >>> [grid.number(cell) for cell in grid.adjacent[here]]
    ['1218', '1319', '1220', '1120', '1119', '1118']
    >>> grid.distance(here, grid.index("1214"))
    5
    >>> short = [f"{col}34" for col in range(11, 70, 2)]
    >>> grid = Grid(range(10, 71), range(4, 35), layout="flat", shifted="odd", missing=short)
    >>> grid.size, grid.number(0), [grid.number(cell) for cell in grid.adjacent[grid.index("1133")]]
    (1861, '1004', ['1132', '1233', '1234', '1034', '1033'])
    """

    def __init__(
        self,
        cols: int | range,
        rows: int | range,
        *,
        layout: Layout,
        shifted: Parity,
        missing: Iterable[str] = (),
        digits: int = 2,
    ) -> None:
        if layout not in ("pointy", "flat") or shifted not in ("even", "odd"):
            raise ValueError(f"Unknown hex layout {layout!r}, {shifted!r}: use 'pointy' or 'flat', 'even' or 'odd'.")
        self.cols = _numbered(cols, digits, "columns")
        self.rows = _numbered(rows, digits, "rows")
        self.layout = layout
        self.shifted = shifted
        self.digits = digits

        block = {f"{col:0{digits}}{row:0{digits}}": (col, row) for row in self.rows for col in self.cols}
        self.missing = frozenset(missing)
        if strange := self.missing.difference(block):
            raise ValueError(f"Hex {min(strange)} cannot be missing: {self._limits()}.")
        places = {number: place for number, place in block.items() if number not in self.missing}
        self.size = len(places)
        self.numbers: tuple[str, ...] = tuple(places)
        self.all = HexSet((1 << self.size) - 1)
        self._index = {number: cell for cell, number in enumerate(self.numbers)}
        self._places = list(places.values())

        parity = 1 if shifted == "odd" else 0
        if layout == "pointy":
            self._xy = [(2 * col + (row % 2 == parity), row) for col, row in self._places]
            axial = [((x - y) // 2, y) for x, y in self._xy]
            self.directions, self._steps = POINTY_DIRECTIONS, _POINTY_STEPS
        else:
            self._xy = [(col, 2 * row + (col % 2 == parity)) for col, row in self._places]
            axial = [(x, (y - x) // 2) for x, y in self._xy]
            self.directions, self._steps = FLAT_DIRECTIONS, _FLAT_STEPS
        self._key = [_packed(q, r) for q, r in axial]
        self._at = {key: cell for cell, key in enumerate(self._key)}

        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._at.get(key + step, -1) for step in self._steps) for key in self._key
        )
        """By hex and direction, clockwise in the order of `directions`."""
        self.adjacent: tuple[tuple[int, ...], ...] = tuple(
            tuple(cell for cell in near if cell >= 0) for near in self.neighbours
        )
        self.around: tuple[HexSet, ...] = tuple(map(HexSet.of, self.adjacent))
        """The same as `adjacent`, as sets."""

        self._spots, self._apart = _spots(axial)
        self._discs = [[HexSet(1 << cell), near.plus(cell)] for cell, near in enumerate(self.around)]
        self._shapes: dict[tuple[int, bool], tuple[tuple[int, int], ...]] = {}

    def __repr__(self) -> str:
        size = f"{_extent(self.cols)}, {_extent(self.rows)}"
        missing = f", {len(self.missing)} missing" if self.missing else ""
        return f"Grid({size}, layout={self.layout!r}, shifted={self.shifted!r}{missing})"

    def index(self, number: str) -> int:
        """The hex with a printed number.

        >>> Grid(27, 20, layout="pointy", shifted="even").index("2821")
        Traceback (most recent call last):
        ValueError: Hex 2821 is off the map: columns run from 01 to 27, rows from 01 to 20.
        """
        cell = self._index.get(number)
        if cell is not None:
            return cell
        if number in self.missing:
            raise ValueError(f"Hex {number} is off the map: there is a gap at this place.")
        if len(number) == 2 * self.digits and number.isascii() and number.isdigit():
            raise ValueError(f"Hex {number} is off the map: {self._limits()}.")
        each = "two" if self.digits == 2 else self.digits
        raise ValueError(f"{number!r} is not a hex number: write {each} digits for the column and {each} for the row.")

    def _limits(self) -> str:
        cols, rows = (f"from {run[0]:0{self.digits}} to {run[-1]:0{self.digits}}" for run in (self.cols, self.rows))
        return f"columns run {cols}, rows {rows}"

    def number(self, cell: int) -> str:
        """The printed number of a hex."""
        return self.numbers[cell]

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a hex, as they are printed."""
        return self._places[cell]

    def row(self, row: int) -> HexSet:
        """The hexes of a row."""
        return HexSet.of(cell for cell, place in enumerate(self._places) if place[1] == row)

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
        vector = self._spots[b] - self._spots[a]
        steps = self._apart[vector]
        if steps < 0:
            q, r = _unpacked(self._key[b] - self._key[a])
            steps = self._apart[vector] = max(abs(q), abs(r), abs(q + r))
        return steps

    def steps_to(self, cell: int, others: HexSet) -> int:
        """Steps to the nearest of some hexes, one at least.

        >>> grid = Grid(9, 9, layout="flat", shifted="odd")
        >>> grid.steps_to(grid.index("0505"), HexSet.of([grid.index("0507"), grid.index("0909")]))
        2
        """
        mask = others.mask
        for steps, disc in enumerate(self._discs[cell]):
            if disc.mask & mask:
                return steps
        steps = len(self._discs[cell])
        while not self.within(cell, steps).meets(others):
            steps += 1
        return steps

    def within(self, cell: int, radius: int) -> HexSet:
        """The hexes at most `radius` steps away, whatever is missing between.

        >>> grid = Grid(9, 9, layout="flat", shifted="odd")
        >>> len(grid.within(grid.index("0505"), 2))
        19
        """
        discs = self._discs[cell]
        if 0 <= radius < len(discs):
            return discs[radius]
        if radius < 0:
            return NO_HEXES
        discs = discs.copy()  # replaced as a whole, so that threads may share a grid
        while len(discs) <= radius and discs[-1] != self.all:
            discs.append(discs[-1] | HexSet.of(self._ring(cell, len(discs))))
        self._discs[cell] = discs
        return discs[-1]

    def _ring(self, cell: int, radius: int) -> Iterator[int]:
        """The hexes exactly so far away, clockwise."""
        key = self._key[cell] + radius * self._steps[4]
        for step in self._steps:
            for _ in range(radius):
                if key in self._at:
                    yield self._at[key]
                key += step

    def line(self, a: int, b: int, *, grazed: bool = True) -> tuple[tuple[int, ...], ...]:
        """The hexes strictly between a and b that the line between their centres touches, in order from a to b.

        An element is one hex, or two where the line runs along the side between them, with -1 for one off the map.
        Hexes that the line only grazes in a corner are left out unless `grazed`.

        >>> grid = Grid(27, 20, layout="pointy", shifted="even")
        >>> line = grid.line(grid.index("0505"), grid.index("0508"))
        >>> [[grid.number(cell) for cell in element] for element in line]
        [['0506'], ['0507']]
        >>> line = grid.line(grid.index("0505"), grid.index("0507"))
        >>> [[grid.number(cell) for cell in element] for element in line]
        [['0406', '0506']]
        """
        origin = self._key[a]
        query = self._key[b] - origin, grazed
        shape = self._shapes.get(query)
        if shape is None:
            shape = self._shapes[query] = _shape(*query)
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

    def sector(self, cell: int, first: int, second: int, radius: int) -> Iterator[tuple[int, int, int]]:
        """(hex, steps along the first direction, steps along the second) between two directions side by side.

        The rays are part of it; by range and then from the first ray to the second.
        """
        origin, one, other = self._key[cell], self._steps[first], self._steps[second]
        for far in range(1, min(radius, len(self.cols) + len(self.rows)) + 1):
            for turned in range(far + 1):
                found = self._at.get(origin + (far - turned) * one + turned * other)
                if found is not None:
                    yield found, far - turned, turned


def _numbered(count: int | range, digits: int, name: str) -> range:
    """Columns or rows by their printed numbers."""
    run = range(1, count + 1) if isinstance(count, int) else count
    if not run or run.step != 1 or not 0 <= run[0] <= run[-1] < 10**digits:
        most = 10**digits - 1
        raise ValueError(f"{count} {name} cannot be numbered: give one at least, one after another, from 0 to {most}.")
    return run


def _extent(run: range) -> str:
    return str(len(run)) if run[0] == 1 else str(run)


def _spots(axial: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """For each hex a small number, and room for the steps along every difference of two of them, -1 until asked for.

    Differences below zero count from the end of the list.
    """
    rows = [r for _, r in axial]
    width = 2 * (max(rows, default=0) - min(rows, default=0)) + 1
    spots = [q * width + r for q, r in axial]
    return spots, [-1] * (2 * (max(spots, default=0) - min(spots, default=0)) + 1)


def _packed(q: int, r: int) -> int:
    return r * _ROW + q


def _unpacked(vector: int) -> tuple[int, int]:
    r, q = divmod(vector + _ROW // 2, _ROW)
    return q - _ROW // 2, r


def _shape(vector: int, grazed: bool) -> tuple[tuple[int, int], ...]:
    """The line along a packed vector as packed offsets: (hex, 0) or a pair."""
    elements = [[_packed(q, r) for q, r in element] for element in trace(*_unpacked(vector), grazed=grazed)]
    return tuple((element[0], element[1] if len(element) == 2 else 0) for element in elements)
