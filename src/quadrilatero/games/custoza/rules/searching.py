"""7.2: searches for all hexes that a Force can come to."""

from __future__ import annotations

from quadrilatero.games.custoza.state import State
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import Travel, cheapest


class Search:
    """All that a search depends on; `closed`, `watched` and `full` are made of masks.

    `watched` are enemy zones that it may pass, `full` roads without room (7.8.1-b), `least` means one hex in any case.
    """

    __slots__ = ("closed", "full", "here", "kind", "least", "march", "points", "watched")

    def __init__(
        self, kind: str, march: bool, here: int, points: int, closed: int, watched: int, full: int, least: bool
    ) -> None:
        self.kind, self.march, self.here, self.points = kind, march, here, points
        self.closed, self.watched, self.full, self.least = HexSet(closed), HexSet(watched), HexSet(full), least


def search_all(s: State, search: Search) -> Travel:
    """7.2-d, 7.4-a, 7.8.1-b. Every hex within the points; roads without room are left for the ground beside them."""
    board, here, closed = s.board, search.here, search.closed
    found = cheapest(
        board.ways(search.kind, march=search.march),
        here,
        search.points,
        barred=closed,
        shun=search.watched,
        dear=search.full,
        dearer=board.ways(search.kind),
    )
    if search.least:
        for there in board.adjacent[here]:
            points = _step(s, search, here, there)
            if points is not None and points > search.points and there not in closed and there not in found.hexes:
                found = found.extended([there], [points], [here])
    return found


def _step(s: State, search: Search, here: int, there: int) -> int | None:
    """7.8-a, 7.8.1-b: what a step costs, by road where there is room on it."""
    march = search.march and there not in search.full
    return s.board.ways(search.kind, march=march).price(here, there)


def with_ends(s: State, search: Search, found: Travel, called: int) -> Travel:
    """7.5-b, 7.5-c. The same with marker hexes in enemy zones: a way may end there, and none leads on."""
    here, spent = search.here, found.cost
    hexes: list[int] = []
    costs: list[int] = []
    befores: list[int] = []
    for there in HexSet(called):
        best, by = -1, here
        for near in s.board.adjacent[there]:
            paid = 0 if near == here else spent.get(near, -1)
            points = _step(s, search, near, there) if paid >= 0 else None
            if points is None:
                continue
            points += paid
            if points > search.points and not (near == here and search.least and best < 0):
                continue
            if best < 0 or points < best or (points == best and _shorter(found, near, by)):
                best, by = points, near
        if best >= 0:
            hexes.append(there)
            costs.append(best)
            befores.append(by)
    return found.extended(hexes, costs, befores)


def _shorter(found: Travel, one: int, other: int) -> bool:
    """Of ways that cost the same the shorter, then the one over the hex that comes first."""
    return (len(found.way_to(one)), one) < (len(found.way_to(other)), other)
