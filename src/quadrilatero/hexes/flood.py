"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from quadrilatero.hexes.hexset import NO_HEXES, HexSet

Hexes = HexSet | AbstractSet[int]

Ways = tuple[tuple[int, ...], ...]
"""By hex: the neighbours that can be entered from it."""

WIDTH: Final = 16
TRIPLE: Final = 3 * WIDTH
LOW: Final = (1 << WIDTH) - 1
ONE_STEP: Final = 1 << WIDTH
ONE_SHUNNED: Final = 1 << 2 * WIDTH
"""Searches compare one number: cost, hexes of `shun`, steps, and the hex before, each of so many bits."""

_FREE: Final = 0
_END: Final = 1
_SHUT: Final = 2
"""What a flood may do with a hex: pass it, come to it and no further, or neither."""


@dataclass(slots=True)
class Travel:
    """Where a search came to, the cheapest first: what each hex costs, and the hex before it on the way there.

    Hexes that cost the same stand in board order.
    """

    cost: dict[int, int]
    before: dict[int, int]
    _named: dict[int, list[str]] | None = field(default=None, compare=False, repr=False)

    def named(self, names: Sequence[str]) -> dict[int, list[str]]:
        """The way to every hex in the names of a board, not to be changed; written once, each from the one before.

        >>> Travel({3: 1, 1: 3, 2: 3}, {3: 0, 1: 0, 2: 3}).named("abcd")
        {3: ['d'], 1: ['b'], 2: ['d', 'c']}
        """
        found = self._named
        if found is None:
            found = self._named = {}
            for hex, near in self.before.items():
                if near in found:
                    found[hex] = [*found[near], names[hex]]
                else:
                    found[hex] = [names[place] for place in path(self.before, hex)]
        return found


def flood(
    ways: Ways, start: int, limit: int, *, barred: Iterable[int] = NO_HEXES, stop: Iterable[int] = NO_HEXES
) -> dict[int, int]:
    """Every hex within `limit` steps of `start`, with the hex before it, nearest first; `start` itself is left out.

    Barred hexes are never entered; hexes of `stop` are entered but not left, unless it is the start.

    >>> ring = ((1, 3), (2, 0), (3, 1), (0, 2))
    >>> flood(ring, 0, 2)
    {1: 0, 3: 0, 2: 1}
    >>> flood(ring, 0, 2, barred=[1], stop=[3])
    {3: 0}
    """
    marks = [_FREE] * len(ways)
    for hex in stop:
        marks[hex] = _END
    for hex in barred:
        marks[hex] = _SHUT
    marks[start] = _SHUT
    previous: dict[int, int] = {}
    edge = [start]
    for _ in range(limit):
        reached = []
        for here in edge:
            for there in ways[here]:
                mark = marks[there]
                if mark != _SHUT:
                    marks[there] = _SHUT
                    previous[there] = here
                    if mark == _FREE:
                        reached.append(there)
        if not reached:
            break
        edge = reached
    return previous


def path(previous: Mapping[int, int], cell: int) -> list[int]:
    """The way to a hex found by a search, from the first step to the hex; empty for the start and for hexes not found.

    >>> path({1: 0, 3: 0, 2: 1}, 2)
    [1, 2]
    """
    way = []
    while cell in previous:
        way.append(cell)
        cell = previous[cell]
    return way[::-1]


def distances(ways: Sequence[Sequence[int]], goals: Iterable[int]) -> list[int]:
    """Steps from every hex to the nearest goal over ways that lead both ways, -1 where there is none.

    A goal counts 0, and is reached from its neighbours even if no way leads into it.

    >>> distances([(1,), (0, 2), (1, 3), (2,)], [0])
    [0, 1, 2, 3]
    """
    steps = [-1] * len(ways)
    edge = list(goals)
    for goal in edge:
        steps[goal] = 0
    count = 0
    while edge:
        count += 1
        reached = []
        for here in edge:
            for there in ways[here]:
                if steps[there] < 0:
                    steps[there] = count
                    reached.append(there)
        edge = reached
    return steps


class PricedWays:
    """By hex: each neighbour that can be entered from it and what that costs, asked when a hex is first looked at.

    `cost(here, there)` is None where hex or hexside bars the way.

    >>> ways = PricedWays([(1,), (0, 2), (1,)], lambda here, there: None if there == 0 else 2 * there)
    >>> ways[0], ways[1], len(ways)
    ([(1, 2)], [(2, 4)], 3)
    """

    __slots__ = ("_cost", "_found", "adjacent")

    def __init__(self, adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> None:
        self.adjacent = adjacent
        self._cost = cost
        self._found: list[list[tuple[int, int]] | None] = [None] * len(adjacent)

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, here: int) -> list[tuple[int, int]]:
        found = self._found[here]
        if found is None:
            priced = [(there, self._cost(here, there)) for there in self.adjacent[here]]
            found = self._found[here] = [(there, points) for there, points in priced if points is not None]
            if any(points < 0 for _, points in found):
                raise ValueError(f"A step from hex {here} costs less than nothing.")
        return found


def price(adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> PricedWays:
    """What every step costs, all asked at once."""
    ways = PricedWays(adjacent, cost)
    for here in range(len(adjacent)):
        ways[here]
    return ways


def cheapest(
    ways: PricedWays,
    start: int,
    budget: int,
    *,
    barred: Hexes = NO_HEXES,
    stop: Hexes = NO_HEXES,
    shun: Hexes = NO_HEXES,
    dear: Hexes = NO_HEXES,
    dearer: PricedWays | None = None,
) -> Travel:
    """Every hex that can be reached for `budget`, by one cheapest way each; `start` itself is left out.

    Barred hexes are never entered; hexes of `stop` are entered but not left, unless it is the start. Of ways that cost
    the same the one is taken that enters fewest hexes of `shun`, then the one with fewest steps, then the one over the
    hexes that come first in board order. Hexes that are `dear` are entered at the prices of `dearer` instead. Every
    step costs one at least.

    >>> ring = [(1, 3), (2, 0), (3, 1), (0, 2)]
    >>> found = cheapest(PricedWays(ring, lambda here, there: 3 if 1 in (here, there) else 1), 0, 5)
    >>> found.cost, path(found.before, 2)
    ({3: 1, 2: 2, 1: 3}, [3, 2])
    """
    best = [budget + 1 << TRIPLE] * len(ways)
    for hex in barred:
        best[hex] = -1
    best[start] = 0
    last, watched, costly = frozenset(stop), frozenset(shun), frozenset(dear)
    beside: set[int] = set()
    for hex in costly:
        beside.update(ways.adjacent[hex])
    order: list[int] = []
    before: dict[int, int] = {}
    levels: list[list[int]] = [[] for _ in range(budget + 1)]
    levels[0].append(start)
    cost = -1
    for level in levels:
        cost += 1
        for here in level:
            key = best[here]
            if key < 0:
                continue
            best[here] = -1
            if here != start:
                order.append(cost << WIDTH | here)
                before[here] = key & LOW
                if here in last:
                    continue
            so_far = (key >> WIDTH << WIDTH) + ONE_STEP + here
            steps = ways[here]
            if beside and here in beside and dearer is not None:
                steps = [step for step in steps if step[0] not in costly]
                steps += [step for step in dearer[here] if step[0] in costly]
            for there, points in steps:
                known = best[there]
                if known >= 0:
                    tried = so_far + (points << TRIPLE)
                    if watched and there in watched:
                        tried += ONE_SHUNNED
                    if tried < known:
                        best[there] = tried
                        levels[tried >> TRIPLE].append(there)
    order.sort()
    return Travel({key & LOW: key >> WIDTH for key in order}, before)
