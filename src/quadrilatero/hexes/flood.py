"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from quadrilatero.hexes.hexset import NO_HEXES, HexSet

Hexes = HexSet | AbstractSet[int]

PricedWays = Sequence[Sequence[tuple[int, int]]]
"""By hex: each neighbour that can be entered from it, and what that costs."""


class Travel(NamedTuple):
    """Where a search came to, the cheapest first: what each hex costs, and the hex before it on the way there."""

    cost: dict[int, int]
    before: dict[int, int]


def flood(
    ways: Sequence[Sequence[int]], start: int, limit: int, *, barred: Hexes = NO_HEXES, stop: Hexes = NO_HEXES
) -> dict[int, int]:
    """Every hex within `limit` steps of `start`, with the hex before it, nearest first; `start` itself is left out.

    Barred hexes are never entered; hexes of `stop` are entered but not left, unless it is the start.

    >>> ring = [(1, 3), (2, 0), (3, 1), (0, 2)]
    >>> flood(ring, 0, 2)
    {1: 0, 3: 0, 2: 1}
    >>> flood(ring, 0, 2, barred={1}, stop={3})
    {3: 0}
    """
    seen = {start, *barred}
    previous: dict[int, int] = {}
    edge = [start]
    for _ in range(limit):
        reached = []
        for here in edge:
            for there in ways[here]:
                if there not in seen:
                    seen.add(there)
                    previous[there] = here
                    if there not in stop:
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


def price(adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> PricedWays:
    """The table of what every step costs, asked once: `cost(here, there)` is None where hex or hexside bars the way.

    >>> price([(1,), (0, 2), (1,)], lambda here, there: None if there == 0 else 2 * there)
    (((1, 2),), ((2, 4),), ((1, 2),))
    """
    table = []
    for here, around in enumerate(adjacent):
        priced = [(there, cost(here, there)) for there in around]
        table.append(tuple((there, points) for there, points in priced if points is not None))
        if any(points < 0 for _, points in table[-1]):
            raise ValueError(f"A step from hex {here} costs less than nothing.")
    return tuple(table)


def cheapest(
    ways: PricedWays,
    start: int,
    budget: int,
    *,
    barred: Hexes = NO_HEXES,
    stop: Hexes = NO_HEXES,
    shun: Hexes = NO_HEXES,
) -> Travel:
    """Every hex that can be reached for `budget`, by one cheapest way each; `start` itself is left out.

    Barred hexes are never entered; hexes of `stop` are entered but not left, unless it is the start. Of ways that cost
    the same the one is taken that enters fewest hexes of `shun`, then the one with fewest steps, then the one over the
    hexes that come first in board order. Every step costs one at least.

    >>> ring = [((1, 3), (3, 1)), ((2, 3), (0, 3)), ((3, 1), (1, 3)), ((0, 1), (2, 2))]
    >>> found = cheapest(ring, 0, 5)
    >>> found.cost, path(found.before, 2)
    ({3: 1, 1: 3, 2: 3}, [3, 2])
    """
    # What is compared is one number: cost, hexes of `shun`, steps, and the hex before. The cheapest are settled first.
    width = len(ways).bit_length()
    triple, low = 3 * width, (1 << width) - 1
    one_step, one_shunned = 1 << width, 1 << 2 * width
    best = [budget + 1 << triple] * len(ways)
    for hex in barred:
        best[hex] = -1
    best[start] = -1
    last, watched = frozenset(stop), frozenset(shun)
    found = Travel({}, {})
    levels: list[list[int]] = [[] for _ in range(budget + 1)]
    levels[0].append(start)
    for cost, level in enumerate(levels):
        for here in level:
            if here in found.cost:
                continue
            so_far = one_step + here
            if here != start:
                found.cost[here] = cost
                found.before[here] = best[here] & low
                if here in last:
                    continue
                so_far += best[here] >> width << width
            elif cost:
                continue
            for there, points in ways[here]:
                tried = so_far + (points << triple)
                if watched and there in watched:
                    tried += one_shunned
                if tried < best[there]:
                    best[there] = tried
                    levels[tried >> triple].append(there)
    return found
