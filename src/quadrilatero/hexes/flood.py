"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

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

PricedWays = Sequence[Sequence[tuple[int, int]]]
"""By hex: each neighbour that can be entered from it, and what that costs."""

_FREE: Final = 0
_END: Final = 1
_SHUT: Final = 2
"""What a flood may do with a hex: pass it, come to it and no further, or neither."""


class Travel(NamedTuple):
    """Where a search came to, the cheapest first: what each hex costs, and the hex before it on the way there.

    Hexes that cost the same stand in board order.
    """

    cost: dict[int, int]
    before: dict[int, int]


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
    best = [budget + 1 << TRIPLE] * len(ways)
    for hex in barred:
        best[hex] = -1
    best[start] = -1
    last, watched = frozenset(stop), frozenset(shun)
    found: dict[int, tuple[int, int]] = {}
    levels: list[list[int]] = [[] for _ in range(budget + 1)]
    levels[0].append(start)
    for cost, level in enumerate(levels):
        for here in level:
            if here in found:
                continue
            so_far = ONE_STEP + here
            if here != start:
                found[here] = cost, best[here] & LOW
                if here in last:
                    continue
                so_far += best[here] >> WIDTH << WIDTH
            elif cost:
                continue
            for there, points in ways[here]:
                tried = so_far + (points << TRIPLE)
                if watched and there in watched:
                    tried += ONE_SHUNNED
                if tried < best[there]:
                    best[there] = tried
                    levels[tried >> TRIPLE].append(there)
    return _in_order(found)


def _in_order(found: Mapping[int, tuple[int, int]]) -> Travel:
    """Costs and hexes before, the cheapest first and then in board order."""
    keys = [cost << WIDTH | hex for hex, (cost, _) in found.items()]
    keys.sort()
    return Travel({key & LOW: key >> WIDTH for key in keys}, {key & LOW: found[key & LOW][1] for key in keys})


class Tree(NamedTuple):
    """A search as a tree: how many steps each hex is away, and which hexes are reached from it.

    `order` are the hexes with their costs in one number each, in the order of the search.
    """

    travel: Travel
    steps: dict[int, int]
    after: dict[int, list[int]]
    order: list[int]


def tree(travel: Travel, start: int) -> Tree:
    """The tree of a search from a hex.

    >>> tree(Travel({3: 1, 1: 3, 2: 3}, {3: 0, 1: 0, 2: 3}), 0)[1:3]
    ({0: 0, 3: 1, 1: 1, 2: 2}, {0: [3, 1], 3: [2]})
    """
    steps: dict[int, int] = {start: 0}
    after: dict[int, list[int]] = {}
    for hex, before in travel.before.items():
        steps[hex] = steps[before] + 1
        after.setdefault(before, []).append(hex)
    return Tree(travel, steps, after, [cost << WIDTH | hex for hex, cost in travel.cost.items()])


def detour(
    ways: PricedWays,
    adjacent: Sequence[Sequence[int]],
    start: int,
    budget: int,
    usual: Tree,
    changed: Hexes,
    *,
    barred: Hexes = NO_HEXES,
    stop: Hexes = NO_HEXES,
    shun: Hexes = NO_HEXES,
) -> Travel:
    """What `cheapest` finds, from what it found when nothing was barred, stopped at, shunned or dearer.

    `changed` are the hexes of which one of these is true now. What is reached past none of them is reached as before;
    only the rest is searched again.

    >>> ring = [((1, 3), (3, 1)), ((2, 3), (0, 3)), ((3, 1), (1, 3)), ((0, 1), (2, 2))]
    >>> sides = [(1, 3), (0, 2), (1, 3), (0, 2)]
    >>> usual = tree(cheapest(ring, 0, 6), 0)
    >>> detour(ring, sides, 0, 6, usual, {3}, barred={3}) == cheapest(ring, 0, 6, barred={3})
    True
    """
    free, steps, after, order = usual
    reached = free.cost
    lost: set[int] = set()
    waiting = [hex for hex in changed if hex in reached]
    while waiting:
        hex = waiting.pop()
        if hex not in lost:
            lost.add(hex)
            if hex in after:
                waiting.extend(after[hex])
    if not lost:
        return Travel(dict(reached), dict(free.before))
    shunned, last = frozenset(shun), frozenset(stop)
    best = dict.fromkeys(lost.difference(barred), budget + 1 << TRIPLE)
    levels: list[list[int]] = [[] for _ in range(budget + 1)]
    edge = {near for hex in best for near in adjacent[hex] if near in steps and near not in lost}
    for here in edge:
        so_far = (reached.get(here, 0) << TRIPLE) + (steps[here] + 1 << WIDTH) + here
        _leave(ways[here], so_far, best, shunned, levels)
    fresh: list[int] = []
    before = {hex: near for hex, near in free.before.items() if hex not in lost}
    for cost, level in enumerate(levels):
        for here in level:
            key = best.pop(here, -1)
            if key >= 0:
                fresh.append(cost << WIDTH | here)
                before[here] = key & LOW
                if here not in last:
                    _leave(ways[here], (key >> WIDTH << WIDTH) + ONE_STEP + here, best, shunned, levels)
    keys = [key for key in order if key & LOW not in lost]
    keys += fresh
    keys.sort()
    return Travel({key & LOW: key >> WIDTH for key in keys}, before)


def _leave(
    steps: Sequence[tuple[int, int]],
    so_far: int,
    best: dict[int, int],
    shunned: AbstractSet[int],
    levels: list[list[int]],
) -> None:
    """Try the steps out of a hex to those that are still looked for."""
    for there, points in steps:
        known = best.get(there, -1)
        if known >= 0:
            tried = so_far + (points << TRIPLE)
            if there in shunned:
                tried += ONE_SHUNNED
            if tried < known:
                best[there] = tried
                levels[tried >> TRIPLE].append(there)
