"""7.2: searches for all hexes that a Force can come to."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.custoza.state import State
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import Travel, cheapest
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


def search_all(s: State, search: Search) -> Travel:
    """7.2-d, 7.4-a, 7.8.1-b. Every hex within the points; roads without room are left for the ground beside them."""
    board, here, closed = s.board, search.here, search.closed
    found = cheapest(
        board.ways(search.kind, march=search.march),
        here,
        search.points,
        barred=HexSet(closed),
        shun=HexSet(search.watched),
        dear=HexSet(search.full),
        dearer=board.ways(search.kind),
    )
    if search.least:
        for there in board.adjacent[here]:
            if there not in found.cost and not closed >> there & 1:
                points = _step(s, search, here, there)
                if points is not None:
                    found.cost[there], found.before[there] = points, here
    return found


def _step(s: State, search: Search, here: int, there: int) -> int | None:
    """7.8-a, 7.8.1-b: what a step costs, by road where there is room on it."""
    over = s.board.off_road(search.kind, here, there)
    along = s.board.by_road(search.kind, here, there) if search.march and not search.full >> there & 1 else None
    return over if along is None else along if over is None else min(along, over)


def with_ends(s: State, search: Search, found: Travel, called: int) -> Travel:
    """7.5-b, 7.5-c. The same with marker hexes in enemy zones: a way may end there, and none leads on."""
    here, cost, before = search.here, dict(found.cost), dict(found.before)
    for there in HexSet(called):
        best: tuple[int, int, int] | None = None
        for near in s.board.adjacent[there]:
            points = _step(s, search, near, there) if near == here or near in found.cost else None
            if points is None:
                continue
            spent = points + (0 if near == here else found.cost[near])
            if spent <= search.points or (near == here and search.least and best is None):
                tried = spent, len(way_to(found.before, near)), near
                best = tried if best is None else min(best, tried)
        if best is not None:
            cost[there], _, before[there] = best
    return Travel(cost, before)
