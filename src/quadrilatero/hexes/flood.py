"""Searches over a table of ways: the neighbours that can be entered from each hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from quadrilatero.hexes.hexset import NO_HEXES, HexSet

Hexes = HexSet | AbstractSet[int]


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
