"""Counters that face a side or a corner of their hex: what lies before them and behind them."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, TypeVar

from quadrilatero.hexes.grid import POINTY_DIRECTIONS, Grid
from quadrilatero.hexes.hexset import HexSet

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""To the corners of a pointy hex or the sides of a flat one."""

EASTWARD_FACINGS = POINTY_DIRECTIONS
"""To the sides of a pointy hex or the corners of a flat one."""

T = TypeVar("T")


class Facings:
    """The facings of a grid's counters, all `to` a side or all to a vertex, clockwise in the order of `names`.

    Who faces a side has three front hexes and three rear hexes; who faces a vertex has the two front hexes at that
    corner and the two rear hexes at the opposite one. `front` and `rear` list them clockwise by hex and facing;
    `ahead` and `behind` are the same as sets.

    >>> grid = Grid(9, 9, layout="flat", shifted="odd")
    >>> facings = Facings(grid, to="side")
    >>> here, south = grid.index("0505"), facings.names.index("S")
    >>> [grid.number(cell) for cell in facings.front[here][south]]
    ['0606', '0506', '0406']
    >>> [grid.number(cell) for cell in facings.rear[here][south]]
    ['0405', '0504', '0605']
    """

    def __init__(self, grid: Grid, *, to: Literal["side", "vertex"]) -> None:
        if to not in ("side", "vertex"):
            raise ValueError(f"Counters cannot face {to!r}: use 'side' or 'vertex'.")
        self.grid = grid
        self.to = to
        self.names = FACINGS if (to == "vertex") == (grid.layout == "pointy") else EASTWARD_FACINGS
        self.directions: tuple[tuple[int, ...], ...] = tuple(self._front_directions(facing) for facing in range(6))
        """The front directions of each facing, clockwise."""
        self.front = tuple(
            tuple(tuple(near[d] for d in directions if near[d] >= 0) for directions in self.directions)
            for near in grid.neighbours
        )
        self.rear = _turned_round(self.front)
        self.ahead = tuple(tuple(map(HexSet.of, fronts)) for fronts in self.front)
        self.behind = _turned_round(self.ahead)
        self._cones: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}
        self._arcs: dict[tuple[int, int, int], HexSet] = {}

    def _front_directions(self, facing: int) -> tuple[int, ...]:
        if self.to == "side":
            return (facing - 1) % 6, facing, (facing + 1) % 6
        first = facing - 1 if self.grid.layout == "pointy" else facing
        return first % 6, (first + 1) % 6

    def cone(self, cell: int, facing: int, radius: int) -> tuple[tuple[int, int], ...]:
        """(hex, range) of the hexes on and between the rays through the outermost front hexes, by range and clockwise.

        >>> grid = Grid(27, 20, layout="pointy", shifted="even")
        >>> facings = Facings(grid, to="vertex")
        >>> [(grid.number(cell), range) for cell, range in facings.cone(grid.index("1010"), 0, 2)]
        [('1009', 1), ('1109', 1), ('0908', 2), ('1008', 2), ('1108', 2)]
        """
        query = cell, facing, radius
        cone = self._cones.get(query)
        if cone is None:
            directions = self.directions[facing]
            found: dict[int, int] = {}
            for first, second in pairwise(directions):
                for hex, one, other in self.grid.sector(cell, first, second, radius):
                    found[hex] = one + other
            cone = self._cones[query] = tuple(sorted(found.items(), key=lambda entry: entry[1]))
        return cone

    def arc(self, cell: int, facing: int, radius: int) -> HexSet:
        """The hexes to which a line from centre to centre leaves through a front side; its corners count as well.

        >>> grid = Grid(19, 19, layout="flat", shifted="odd")
        >>> len(Facings(grid, to="side").arc(grid.index("1010"), 0, 5))
        47
        """
        query = cell, facing, radius
        arc = self._arcs.get(query)
        if arc is None:
            arc = self._arcs[query] = HexSet.of(
                hex
                for direction in self.directions[facing]
                for beside in (direction - 1, direction + 1)
                for hex, along, aside in self.grid.sector(cell, direction, beside % 6, radius)
                if along >= aside
            )
        return arc


def _turned_round(fronts: tuple[tuple[T, ...], ...]) -> tuple[tuple[T, ...], ...]:
    """The rear of a facing is the front of the opposite one."""
    return tuple(by_facing[3:] + by_facing[:3] for by_facing in fronts)
