"""Searches over a table of ways: the neighbours that can be entered from each hex, at equal or at different costs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from quadrilatero.hexes.hexset import NO_HEXES, HexSet
from quadrilatero.native import i64, vec

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

    `cost(here, there)` is None where hex or hexside bars the way. `steps` has the same for searches, each step as one
    number: its cost above the neighbour, which has the bits of `LOW`. Those from a hex begin at `most` times its own
    number; there are `known` of them, -1 as long as nobody has asked. The cheapest comes first, so that a search leaves
    off at the first that costs too much.

    >>> ways = PricedWays([(1,), (0, 2), (1,)], lambda here, there: None if there == 0 else 2 * there)
    >>> ways[0], ways[1], len(ways)
    ([(1, 2)], [(2, 4)], 3)
    """

    __slots__ = ("_cost", "adjacent", "known", "most", "steps")

    def __init__(self, adjacent: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> None:
        self.adjacent = adjacent
        self._cost = cost
        self.most: i64 = max(map(len, adjacent), default=0)
        self.known: vec[i64] = vec[i64]([-1] * len(adjacent))
        self.steps: vec[i64] = vec[i64]([0] * (self.most * len(adjacent)))

    def __len__(self) -> int:
        return len(self.adjacent)

    def __getitem__(self, here: int) -> list[tuple[int, int]]:
        number: i64 = here
        first = self.pack(number)
        return [
            (self.steps[step] & LOW, self.steps[step] >> WIDTH) for step in range(first, first + self.known[number])
        ]

    def price(self, here: int, there: int) -> int | None:
        """What a single step costs, None where there is no way.

        >>> PricedWays([(1,), (0,)], lambda here, there: 3 if there else None).price(0, 1)
        3
        """
        number: i64 = here
        wanted: i64 = there
        place = self.pack(number)
        end = place + self.known[number]
        while place < end:
            step = self.steps[place]
            if step & LOW == wanted:
                return step >> WIDTH
            place += 1
        return None

    def pack(self, here: i64) -> i64:
        """Where the steps from a hex begin."""
        first = here * self.most
        if self.known[here] < 0:
            priced = [(there, self._cost(here, there)) for there in self.adjacent[here]]
            steps = sorted([points << WIDTH | there for there, points in priced if points is not None])
            if any(step < 1 << WIDTH for step in steps):
                raise ValueError(f"A step from hex {here} costs nothing, or less.")
            place = first
            for step in steps:
                self.steps[place] = step
                place += 1
            self.known[here] = place - first
        return first


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
    most: i64 = budget
    sheet = _clean_sheet(len(ways), most)
    number, names = sheet.number, sheet.names
    search, paid, came, near = sheet.search, sheet.paid, sheet.came, sheet.near
    head, after, is_dear, beside_dear = sheet.head, sheet.after, sheet.dear, sheet.beside_dear
    if dearer is not None:
        sheet.mark(dear, ways.adjacent)
    found: list[Any] = []
    costs: list[Any] = []
    nears: list[int] = []
    here: i64 = start
    search[here], paid[here], came[here] = number, 0, 0
    head[0], after[here] = here, NOBODY
    place: i64 = -1
    cost: i64 = -1
    while cost < most:
        cost += 1
        here = head[cost]
        if here < 0:
            continue
        head[cost] = NOBODY
        price_paid: Any = cost
        dearest: i64 = most - cost << WIDTH | LOW
        while here >= 0:
            way = came[here]
            goes_on = True
            if cost:
                place += 1
                found.append(names[here])
                costs.append(price_paid)
                nears.append(near[here])
                if stops and last[here >> 3] >> (here & 7) & 1:
                    goes_on = False
                elif shuns and watched[here >> 3] >> (here & 7) & 1:
                    way += ONE_SHUNNED
            if goes_on:
                onward = (way | LOW) + 1 + here
                mixed = dearer is not None and beside_dear[here] == number
                usual, row = True, ways  # beside a dear hex: first the others at usual prices, then the dear at theirs
                while True:
                    if row.known[here] < 0:
                        row.pack(here)
                    steps = row.steps
                    step_at = here * row.most
                    end = step_at + row.known[here]
                    while step_at < end:
                        step = steps[step_at]
                        step_at += 1
                        if step > dearest:
                            break
                        there = step & LOW
                        if mixed and (is_dear[there] == number) == usual:
                            continue
                        points = cost + (step >> WIDTH)
                        if search[there] != number:
                            search[there] = number
                            paid[there] = most + 1
                            if bars and shut[there >> 3] >> (there & 7) & 1:
                                paid[there] = -1
                        before = paid[there]
                        if points > before or (points == before and onward >= came[there]):
                            continue
                        came[there], near[there] = onward, place
                        if points == before:
                            continue
                        if before <= most:
                            _take_out(head, after, before, there)
                        paid[there] = points
                        first = head[points]
                        if first < 0 or first > there:
                            head[points], after[there] = there, first
                        else:
                            _put_behind(after, first, there)
                    if not mixed or not usual or dearer is None:
                        break
                    usual, row = False, dearer
            here = after[here]
    _SHEETS[len(ways)].append(sheet)
    return Travel(start, tuple(found), tuple(costs), tuple(nears))


NOBODY: Final = -1
"""Where a row of hexes ends."""


def _put_behind(after: vec[i64], first: i64, hex: i64) -> None:
    """Into a row of hexes, behind those that come before it in board order; the first does."""
    before = first
    behind = after[before]
    while behind >= 0 and behind < hex:
        before = behind
        behind = after[before]
    after[before], after[hex] = hex, behind


def _take_out(head: vec[i64], after: vec[i64], cost: i64, hex: i64) -> None:
    """Out of the row of those that cost so much."""
    before = head[cost]
    if before == hex:
        head[cost] = after[hex]
        return
    while after[before] != hex:
        before = after[before]
    after[before] = after[hex]


class _Sheet:
    """What a search notes of each hex of a board; the next, which has another `number`, takes no heed of what is on it.

    By hex: `paid`, the least that a way there costs, -1 if it is barred, and how that way comes there. `came` is one
    number: the hexes of `shun` before it, the steps, and the hex before, the lowest of which is taken; `near` is the
    place of the hex before among those found. `search`, `dear` and `beside_dear` are numbers of the search that noted
    it last. The hexes that cost the same stand in a row in board order: `head` has the first by cost, `after` the one
    behind each. `names` are Any so that the compiled build hands the same objects on instead of making others.
    """

    __slots__ = (
        "after", "beside_dear", "came", "dear", "head", "names", "near", "number", "paid", "search",
    )  # fmt: skip

    def __init__(self, size: int) -> None:
        nothing = [0] * size
        self.names: list[Any] = list(range(size))
        self.number: i64 = 0
        self.search: vec[i64] = vec[i64](nothing)
        self.dear: vec[i64] = vec[i64](nothing)
        self.beside_dear: vec[i64] = vec[i64](nothing)
        self.paid: vec[i64] = vec[i64](nothing)
        self.came: vec[i64] = vec[i64](nothing)
        self.near: vec[i64] = vec[i64](nothing)
        self.after: vec[i64] = vec[i64](nothing)
        self.head: vec[i64] = vec[i64]([])

    def mark(self, dear: Hexes, adjacent: Sequence[Sequence[int]]) -> None:
        """Which hexes are dear, and which lie beside them."""
        for hex in dear:
            self.dear[hex] = self.number
            for near in adjacent[hex]:
                self.beside_dear[near] = self.number


_SHEETS: dict[int, list[_Sheet]] = {}
"""By the number of hexes: sheets that no search is using."""


def _clean_sheet(size: int, budget: i64) -> _Sheet:
    """A sheet that nobody else writes on: threads may search at the same time."""
    try:
        sheet = _SHEETS.setdefault(size, []).pop()
    except IndexError:
        sheet = _Sheet(size)
    sheet.number += 1
    if len(sheet.head) <= budget:
        sheet.head = vec[i64]([NOBODY] * (budget + 1))
    return sheet


def _spread(hexes: Hexes, size: int) -> bytes:
    """A bit for each hex of a board, set for these; nothing at all if there are none."""
    mask = hexes.mask if isinstance(hexes, HexSet) else HexSet.of(hexes).mask
    return mask.to_bytes(size // 8 + 1, "little") if mask else b""
