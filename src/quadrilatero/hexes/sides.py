"""What lies on the sides between hexes: slopes, streams, walls, and the roads that cross them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from quadrilatero.hexes.grid import Grid

K = TypeVar("K")
"""A game's own kinds of features."""


class Feature(NamedTuple, Generic[K]):
    """Something on a hexside; what has a high side and a low one names the hex that it rises to."""

    kind: K
    high: int = -1


class Side(NamedTuple, Generic[K]):
    """The side between two hexes, the first in board order first, with all that lies on it."""

    one: int
    other: int
    features: tuple[Feature[K], ...]


class Hexsides(Generic[K]):
    """The features of a board's hexsides; a side may have several, and most have none.

    A road is a feature of every side that it crosses, so that a road through these hexes is
    `((a, b, Feature("road")) for a, b in pairwise(hexes))`.

    >>> grid = Grid(9, 9, layout="flat", shifted="odd")
    >>> foot, top = grid.index("0505"), grid.index("0506")
    >>> sides = Hexsides(grid, [(foot, top, Feature("slope", high=top)), (top, foot, Feature("stream"))])
    >>> [(feature.kind, feature.high == top) for feature in sides.between(foot, top)]
    [('slope', True), ('stream', False)]
    >>> sides.between(foot, grid.index("0504"))
    ()
    """

    def __init__(self, grid: Grid, features: Iterable[tuple[int, int, Feature[K]]]) -> None:
        found: dict[tuple[int, int], tuple[Feature[K], ...]] = {}
        for one, other, feature in features:
            names = f"{grid.number(one)} and {grid.number(other)}"
            if other not in grid.adjacent[one]:
                raise ValueError(f"There is no side between {names} for {feature.kind}: they are not neighbours.")
            if feature.high not in (-1, one, other):
                raise ValueError(f"The {feature.kind} between {names} must rise to one of the two.")
            for side in ((one, other), (other, one)):
                found[side] = (*found.get(side, ()), feature)
        self._between = found

    def between(self, one: int, other: int) -> tuple[Feature[K], ...]:
        """What lies between two hexes, in the order in which it was given."""
        return self._between.get((one, other), ())

    def __iter__(self) -> Iterator[Side[K]]:
        """Every side that has a feature, once, in board order."""
        return (Side(*side, self._between[side]) for side in sorted(self._between) if side[0] < side[1])
