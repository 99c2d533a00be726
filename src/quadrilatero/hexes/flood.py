"""Breadth-first searches over a neighbour table; sets of hexes are bitmasks."""

from collections.abc import Iterable, Mapping, Sequence


def flood(
    adjacent: Sequence[Sequence[int]], start: int, limit: int, *, blocked: int = 0, stop: int = 0
) -> dict[int, int]:
    """Every hex within `limit` steps of `start`, with the hex before it, nearest first; `start` itself is left out.

    Hexes in `blocked` are never entered; hexes in `stop` are entered but not left, unless it is the start.

    >>> ring = [(1, 3), (2, 0), (3, 1), (0, 2)]
    >>> flood(ring, 0, 2)
    {1: 0, 3: 0, 2: 1}
    >>> flood(ring, 0, 2, blocked=1 << 1, stop=1 << 3)
    {3: 0}
    """
    previous = {start: start}
    edge = [start]
    for _ in range(limit):
        reached = []
        for here in edge:
            for there in adjacent[here]:
                if there not in previous and not blocked >> there & 1:
                    previous[there] = here
                    if not stop >> there & 1:
                        reached.append(there)
        if not reached:
            break
        edge = reached
    del previous[start]
    return previous


def path(previous: Mapping[int, int], cell: int) -> list[int]:
    """The way to a hex found by `flood`, from the first step to the hex; empty for the start and for hexes not found.

    >>> path({1: 0, 3: 0, 2: 1}, 2)
    [1, 2]
    """
    way = []
    while cell in previous:
        way.append(cell)
        cell = previous[cell]
    return way[::-1]


def distances(adjacent: Sequence[Sequence[int]], goals: Iterable[int], passable: int) -> list[int]:
    """Steps from every hex to the nearest goal over passable hexes, -1 where there is no way.

    A goal counts 0 even if it is not passable itself.

    >>> distances([(1,), (0, 2), (1, 3), (2,)], [0], passable=0b0110)
    [0, 1, 2, -1]
    """
    steps = [-1] * len(adjacent)
    edge = list(goals)
    for goal in edge:
        steps[goal] = 0
    count = 0
    while edge:
        count += 1
        reached = []
        for here in edge:
            for there in adjacent[here]:
                if steps[there] < 0 and passable >> there & 1:
                    steps[there] = count
                    reached.append(there)
        edge = reached
    return steps
