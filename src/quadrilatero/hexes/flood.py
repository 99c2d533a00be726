"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from quadrilatero.hexes.hexset import NO_HEXES, HexSet
from quadrilatero.native import i64

Hexes = HexSet | AbstractSet[int]

Ways = tuple[tuple[int, ...], ...]
"""By hex: the neighbours that can be entered from it."""

WIDTH: Final = 16
LOW: Final = (1 << WIDTH) - 1
ONE_SHUNNED: Final = 1 << 2 * WIDTH
"""Ways that cost the same are compared by one number: hexes of `shun`, steps, the hex before, each of so many bits."""

_FREE: Final = 0
_END: Final = 1
_SHUT: Final = 2
"""What a flood may do with a hex: pass it, come to it and no further, or neither."""


class Travel:
    """Where a search came to, the cheapest first: `hexes`, what each of them costs, and `nears`.

    `nears` are the places in `hexes` of the hex before each of them on the way, -1 for the start. Hexes that cost the
    same stand in board order. `cost` and `before` say the same by hex; they are made when asked for. Tuples and
    dictionaries of numbers cost the garbage collector nothing, however many searches are kept.
    """

    __slots__ = ("_before", "_cost", "costs", "hexes", "nears", "start")

    def __init__(self, start: int, hexes: tuple[int, ...], costs: tuple[int, ...], nears: tuple[int, ...]) -> None:
        self.start, self.hexes, self.costs, self.nears = start, hexes, costs, nears
        self._cost: dict[int, int] | None = None
        self._before: dict[int, int] | None = None

    @property
    def cost(self) -> dict[int, int]:
        """What each hex costs."""
        if self._cost is None:
            hexes: tuple[Any, ...] = self.hexes
            costs: tuple[Any, ...] = self.costs
            self._cost = {hex: costs[place] for place, hex in enumerate(hexes)}
        return self._cost

    @property
    def before(self) -> dict[int, int]:
        """The hex before each of them."""
        if self._before is None:
            hexes: tuple[Any, ...] = (*self.hexes, self.start)
            self._before = {hexes[place]: hexes[near] for place, near in enumerate(self.nears)}
        return self._before

    def way_to(self, hex: int) -> list[int]:
        """The way to one of the hexes, from the first step on; empty for the start.

        >>> Travel(3, (7, 8), (2, 5), (-1, 0)).way_to(8), Travel(3, (7,), (2,), (-1,)).way_to(3)
        ([7, 8], [])
        """
        return self.way(self.hexes.index(hex)) if hex != self.start else []

    def within(self, budget: int) -> tuple[int, ...]:
        """The hexes that cost no more than so much.

        >>> Travel(3, (7, 8), (2, 5), (-1, 0)).within(4)
        (7,)
        """
        return self.hexes[: bisect_right(self.costs, budget)]

    def way(self, place: int) -> list[int]:
        """The way to one of the hexes, by its place among them, from the first step on.

        >>> Travel(3, (7, 8), (2, 5), (-1, 0)).way(1)
        [7, 8]
        """
        way = []
        while place >= 0:
            way.append(self.hexes[place])
            place = self.nears[place]
        way.reverse()
        return way

    def extended(self, hexes: list[int], costs: list[int], befores: list[int]) -> Travel:
        """The same, and some more hexes after it, each with its cost and the hex before it.

        >>> more = Travel(3, (7,), (2,), (-1,)).extended([8], [5], [7])
        >>> more.cost, more.before, more.nears
        ({7: 2, 8: 5}, {7: 3, 8: 7}, (-1, 0))
        """
        nears = [-1 if before == self.start else self.hexes.index(before) for before in befores]
        more = Travel(self.start, self.hexes + tuple(hexes), self.costs + tuple(costs), self.nears + tuple(nears))
        if self._cost is not None:
            cost = more._cost = self._cost.copy()
            for place, hex in enumerate(hexes):
                cost[hex] = costs[place]
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
    number: its cost above the neighbour, which has the bits of `LOW`. The cheapest comes first, so that a search leaves
    off at the first that costs too much.

    >>> ways = PricedWays([(1,), (0, 2), (1,)], lambda here, there: None if there == 0 else 2 * there)
    >>> ways[0], ways[1], len(ways)
    ([(1, 2)], [(2, 4)], 3)
    """

    __slots__ = ("_cost", "adjacent", "packed")

    def __init__(self, adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> None:
        self.adjacent = adjacent
        self._cost = cost
        self.packed: list[list[Any] | None] = [None] * len(adjacent)

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, here: int) -> list[tuple[int, int]]:
        return [(step & LOW, step >> WIDTH) for step in self.pack(here)]

    def price(self, here: int, there: int) -> int | None:
        """What a single step costs, None where there is no way.

        >>> PricedWays([(1,), (0,)], lambda here, there: 3 if there else None).price(0, 1)
        3
        """
        wanted: i64 = there
        for packed_step in self.pack(here):
            step: i64 = packed_step
            if step & LOW == wanted:
                return step >> WIDTH
        return None

    def pack(self, here: int) -> list[Any]:
        """The steps from a hex as searches read them."""
        steps = self.packed[here]
        if steps is None:
            priced = [(there, self._cost(here, there)) for there in self.adjacent[here]]
            steps = sorted([points << WIDTH | there for there, points in priced if points is not None])
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
    shut, last, watched = _spread(barred, len(ways)), _spread(stop, len(ways)), _spread(shun, len(ways))
    bars, stops, shuns = bool(shut), bool(last), bool(watched)
    sheet = _clean_sheet(len(ways))
    notes, number = sheet.notes, sheet.number
    if dearer is not None:
        for hex in dear:
            notes[hex].dear = number
            for near in ways.adjacent[hex]:
                notes[near].beside_dear = number
    first = notes[start]
    first.search, first.paid, first.came = number, 0, 0
    most: i64 = budget
    never: i64 = most + 1
    levels: list[list[Any] | None] = [None] * never
    levels[0] = [first.hex]
    packed = ways.packed
    found: list[Any] = []
    costs: list[Any] = []
    nears: list[int] = []
    cost: i64 = -1
    place: i64 = -1
    for level in levels:
        cost += 1
        if level is None:
            continue
        if len(level) > 1:
            level.sort()
        dearest: i64 = most - cost << WIDTH | LOW
        paid: Any = cost
        for name in level:
            here: i64 = name
            note = notes[here]
            if note.paid != cost:
                continue
            way: i64 = note.came
            if note is not first:
                place += 1
                found.append(name)
                costs.append(paid)
                nears.append(note.near)
                if stops and last[here >> 3] >> (here & 7) & 1:
                    continue
                if shuns and watched[here >> 3] >> (here & 7) & 1:
                    way += ONE_SHUNNED
            onward: i64 = (way | LOW) + 1 + here
            steps = packed[here]
            if steps is None:
                steps = ways.pack(here)
            mixed = note.beside_dear == number and dearer is not None
            if mixed and dearer is not None:
                steps = _mixed(notes, number, steps, dearer.pack(here))
            for packed_step in steps:
                step: i64 = packed_step
                if step > dearest:
                    if mixed:
                        continue
                    break
                there: i64 = step & LOW
                points: i64 = cost + (step >> WIDTH)
                ahead = notes[there]
                if ahead.search != number:
                    ahead.search = number
                    ahead.paid = never
                    if bars and shut[there >> 3] >> (there & 7) & 1:
                        ahead.paid = -1
                if points < ahead.paid:
                    ahead.paid = points
                    ahead.came = onward
                    ahead.near = place
                    later = levels[points]
                    if later is None:
                        levels[points] = [ahead.hex]
                    else:
                        later.append(ahead.hex)
                elif points == ahead.paid and onward < ahead.came:
                    ahead.came = onward
                    ahead.near = place
    _SHEETS[len(ways)].append(sheet)
    return Travel(start, tuple(found), tuple(costs), tuple(nears))


def _mixed(notes: list[_Note], number: i64, usual: list[Any], dearer: list[Any]) -> list[Any]:
    """The steps from a hex, those to dear hexes at their own prices; the same objects, in no order."""
    steps: list[Any] = []
    for packed_step in usual:
        step: i64 = packed_step
        if notes[step & LOW].dear != number:
            steps.append(packed_step)
    for packed_step in dearer:
        dear_step: i64 = packed_step
        if notes[dear_step & LOW].dear == number:
            steps.append(packed_step)
    return steps


class _Note:
    """What a search notes of a hex: the least that a way there costs, -1 if it is barred, and how that way comes there.

    `came` is one number: the hexes of `shun` before it, the steps, and the hex before, the lowest of which is taken.
    `near` is the place of the hex before among those found. `search`, `dear` and `beside_dear` are numbers of the
    search that noted it last. `hex` is Any so that the compiled build hands the same object on instead of making
    another of its number.
    """

    __slots__ = ("beside_dear", "came", "dear", "hex", "near", "paid", "search")

    def __init__(self, hex: Any) -> None:
        self.hex = hex
        self.search: i64 = 0
        self.dear: i64 = 0
        self.beside_dear: i64 = 0
        self.paid: i64 = 0
        self.came: i64 = 0
        self.near: i64 = 0


class _Sheet:
    """A note for every hex of a board; the next search, which has another number, takes no heed of what is on it."""

    __slots__ = ("notes", "number")

    def __init__(self, size: int) -> None:
        self.notes = [_Note(hex) for hex in range(size)]
        self.number: i64 = 0


_SHEETS: dict[int, list[_Sheet]] = {}
"""By the number of hexes: sheets that no search is using."""


def _clean_sheet(size: int) -> _Sheet:
    """A sheet that nobody else writes on: threads may search at the same time."""
    try:
        sheet = _SHEETS.setdefault(size, []).pop()
    except IndexError:
        sheet = _Sheet(size)
    sheet.number += 1
    return sheet


def _spread(hexes: Hexes, size: int) -> bytes:
    """A bit for each hex of a board, set for these; nothing at all if there are none."""
    mask = hexes.mask if isinstance(hexes, HexSet) else HexSet.of(hexes).mask
    return mask.to_bytes(size // 8 + 1, "little") if mask else b""
