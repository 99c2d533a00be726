"""7.2: searches for all hexes that a Force can come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from quadrilatero.games.custoza.state import State
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import PricedWays, Travel, Tree, detour
from quadrilatero.hexes.flood import path as way_to


class Search(NamedTuple):
    """All that a search depends on; hexes as masks.

    `watched` are enemy zones that it may pass, `full` roads without room (7.8.1-b), `least` means one hex in any case.
    """

    kind: str
    march: bool
    here: int
    points: int
    closed: int
    watched: int
    full: int
    least: bool


def _steps(s: State, search: Search) -> PricedWays:
    ways = s.board.ways(search.kind, march=search.march)
    return _Steps(s, search.kind, search.full) if search.full else ways


def search_all(s: State, alone: Tree, search: Search) -> Travel:
    """7.2-d, 7.4-a. Every hex within the points, from what is found where nobody is in the way (`alone`)."""
    steps, here, closed, watched = _steps(s, search), search.here, search.closed, search.watched
    found = detour(
        steps,
        s.board.adjacent,
        here,
        search.points,
        alone,
        HexSet(closed | watched | search.full),
        barred=HexSet(closed),
        shun=HexSet(watched),
    )
    if search.least:
        for there, cost in steps[here]:
            if there not in found.cost and not closed >> there & 1:
                found.cost[there], found.before[there] = cost, here
    return found


def with_ends(s: State, search: Search, found: Travel, called: int) -> Travel:
    """7.5-b, 7.5-c. The same with marker hexes in enemy zones: a way may end there, and none leads on."""
    steps, here = _steps(s, search), search.here
    cost, before = dict(found.cost), dict(found.before)
    for there in HexSet(called):
        best: tuple[int, int, int] | None = None
        for near in s.board.adjacent[there]:
            points = dict(steps[near]).get(there) if near == here or near in found.cost else None
            if points is None:
                continue
            spent = points + (0 if near == here else found.cost[near])
            if spent <= search.points or (near == here and search.least and best is None):
                tried = spent, len(way_to(found.before, near)), near
                best = tried if best is None else min(best, tried)
        if best is not None:
            cost[there], _, before[there] = best
    return Travel(cost, before)


class _Steps(Sequence[Any]):
    """The steps out of each hex at their cost: the board's own table, but where friends take up the road (7.8.1-b)."""

    def __init__(self, s: State, kind: str, full: int) -> None:
        self._table, self._over = s.board.ways(kind, march=True), s.board.ways(kind)
        self._full = frozenset(HexSet(full))
        self._beside = frozenset([near for hex in self._full for near in s.board.adjacent[hex]])

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, here: Any) -> Any:
        steps = self._table[here]
        if here not in self._beside:
            return steps
        full, over = self._full, dict(self._over[here])
        priced = [(there, over.get(there) if there in full else points) for there, points in steps]
        return [(there, points) for there, points in priced if points is not None]
