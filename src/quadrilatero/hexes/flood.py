"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
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


class Travel:
    """Where a search came to, the cheapest first: `hexes`, what each of them costs, and the hex before it on the way.

    Hexes that cost the same stand in board order. `cost` and `before` say the same by hex; they are made when asked
    for. Tuples and dictionaries of numbers cost the garbage collector nothing, however many searches are kept.
    """

    __slots__ = ("_before", "_cost", "costs", "hexes", "nears")

    def __init__(self, hexes: tuple[int, ...], costs: tuple[int, ...], nears: tuple[int, ...]) -> None:
        self.hexes, self.costs, self.nears = hexes, costs, nears
        self._cost: dict[int, int] | None = None
        self._before: dict[int, int] | None = None

    @property
    def cost(self) -> dict[int, int]:
        """What each hex costs."""
        if self._cost is None:
            self._cost = dict(zip(self.hexes, self.costs, strict=True))
        return self._cost

    @property
    def before(self) -> dict[int, int]:
        """The hex before each of them."""
        if self._before is None:
            self._before = dict(zip(self.hexes, self.nears, strict=True))
        return self._before

    def extended(self, hexes: list[int], costs: list[int], nears: list[int]) -> Travel:
        """The same, and some more hexes after it.

        >>> more = Travel((7,), (2,), (3,)).extended([8], [5], [7])
        >>> more.cost, more.before
        ({7: 2, 8: 5}, {7: 3, 8: 7})
        """
        more = Travel((*self.hexes, *hexes), (*self.costs, *costs), (*self.nears, *nears))
        if self._cost is not None:
            more._cost = self._cost.copy()
            more._cost.update(zip(hexes, costs, strict=True))
        return more


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

    `cost(here, there)` is None where hex or hexside bars the way. `packed` has the same for searches, each step as one
    number: its cost above the neighbour, which has the bits of `LOW`.

    >>> ways = PricedWays([(1,), (0, 2), (1,)], lambda here, there: None if there == 0 else 2 * there)
    >>> ways[0], ways[1], len(ways)
    ([(1, 2)], [(2, 4)], 3)
    """

    __slots__ = ("_cost", "adjacent", "packed")

    def __init__(self, adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> None:
        self.adjacent = adjacent
        self._cost = cost
        self.packed: list[list[int] | None] = [None] * len(adjacent)

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, here: int) -> list[tuple[int, int]]:
        return [(step & LOW, step >> WIDTH) for step in self.pack(here)]

    def pack(self, here: int) -> list[int]:
        """The steps from a hex as searches read them."""
        steps = self.packed[here]
        if steps is None:
            priced = [(there, self._cost(here, there)) for there in self.adjacent[here]]
            steps = [points << WIDTH | there for there, points in priced if points is not None]
            if any(step < 0 for step in steps):
                raise ValueError(f"A step from hex {here} costs less than nothing.")
            self.packed[here] = steps
        return steps


def price(adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> PricedWays:
    """What every step costs, all asked at once."""
    ways = PricedWays(adjacent, cost)
    for here in range(len(adjacent)):
        ways.pack(here)
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
    never = budget + 1 << TRIPLE
    best = [never] * len(ways)
    best[start] = 0
    size = len(ways) // 8 + 1
    shut, last, watched, costly = [_mask(hexes).to_bytes(size, "little") for hexes in (barred, stop, shun, dear)]
    stops, shuns, beside = bool(stop), bool(shun), b""
    if dear and dearer is not None:
        beside = HexSet.of([near for hex in dear for near in ways.adjacent[hex]]).mask.to_bytes(size, "little")
    packed = ways.packed
    found: list[int] = []
    costs: list[int] = []
    nears: list[int] = []
    levels: list[list[int] | None] = [None] * (budget + 1)
    levels[0] = [start]
    cost = -1
    for level in levels:
        cost += 1
        if level is None:
            continue
        if len(level) > 1:
            level.sort()
        for here in level:
            key = best[here]
            if key >> TRIPLE != cost:
                continue
            if here != start:
                found.append(here)
                costs.append(cost)
                nears.append(key & LOW)
                if stops and last[here >> 3] >> (here & 7) & 1:
                    continue
            so_far = (key | LOW) + 1 + here
            steps = packed[here]
            if steps is None:
                steps = ways.pack(here)
            if beside and dearer is not None and beside[here >> 3] >> (here & 7) & 1:
                steps = [step for step in steps if not costly[(step & LOW) >> 3] >> (step & 7) & 1]
                steps += [step for step in dearer.pack(here) if costly[(step & LOW) >> 3] >> (step & 7) & 1]
            for step in steps:
                there = step & LOW
                known = best[there]
                points = step >> WIDTH
                tried = so_far + (points << TRIPLE)
                if tried < known:
                    if known == never and shut[there >> 3] >> (there & 7) & 1:
                        best[there] = -1
                        continue
                    if shuns and watched[there >> 3] >> (there & 7) & 1:
                        tried += ONE_SHUNNED
                        if tried >= known:
                            continue
                    best[there] = tried
                    points += cost
                    if known >> TRIPLE != points:
                        ahead = levels[points]
                        if ahead is None:
                            levels[points] = [there]
                        else:
                            ahead.append(there)
    return Travel(tuple(found), tuple(costs), tuple(nears))


def _mask(hexes: Hexes) -> int:
    return hexes.mask if isinstance(hexes, HexSet) else HexSet.of(hexes).mask
