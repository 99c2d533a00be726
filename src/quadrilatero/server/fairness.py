"""Who comes next where many want something that takes a while: not who asks most, and nobody without end."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from quadrilatero.server.errors import Problem

PLAYERS_AT_ONE_ADDRESS = 8
"""Behind one network address there may be a club: together its players get as much as so many elsewhere."""


MOST_KEYS = 10_000


class Asker:
    """Who asks: a player, or nobody known, and from which network.

    `keys` is what is counted for: the player and the address, each with what one request weighs for it. Where nobody is
    known the address stands for the player.
    """

    __slots__ = ("keys", "player")

    def __init__(self, player: str, address: str = "") -> None:
        self.player = player
        place = f"address {address}"
        self.keys: tuple[tuple[str, float], ...]
        if not player:
            self.keys = ((place, 1.0),)
        elif address:
            self.keys = ((f"player {player}", 1.0), (place, 1 / PLAYERS_AT_ONE_ADDRESS))
        else:
            self.keys = ((f"player {player}", 1.0),)


class Bounds(NamedTuple):
    """How many requests may be there, waiting or at work: of one player and from one address; and how many may wait."""

    of_one: int
    of_address: int
    in_all: int


class FairQueue:
    """So many at work at once; of those who wait, the one who has had least comes next.

    Each request has a time in a reckoning of its own, a step after the one before it of the same player and, by a
    smaller step, of the same address; the earliest is next. Nobody's time lies before the one that is served now, so
    that waiting earns nothing.
    """

    def __init__(self, places: int, bounds: Bounds | None = None) -> None:
        self._free = places
        self._bounds = bounds
        self._now = 0.0
        self._last: dict[str, float] = {}
        self._here: Counter[str] = Counter()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = 0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for one's turn; a Problem where too many of one's requests wait, or too many of all."""
        self._refuse_surplus(asker)
        keys = [key for key, _ in asker.keys]
        self._here.update(keys)
        try:
            await self._wait(asker)
            try:
                yield
            finally:
                self._next()
        finally:
            self._here.subtract(keys)
            for key in keys:
                if not self._here[key]:
                    del self._here[key]

    def _refuse_surplus(self, asker: Asker) -> None:
        if self._bounds is None:
            return
        (first, _), *address = asker.keys
        if self._here[first] >= self._bounds.of_one or any(
            self._here[key] >= self._bounds.of_address for key, _ in address
        ):
            raise Problem("too_fast")
        if len(self._waiting) >= self._bounds.in_all:
            raise Problem("unavailable")

    async def _wait(self, asker: Asker) -> None:
        at = max(self._now, *(self._last.get(key, 0.0) for key, _ in asker.keys))
        for key, weight in asker.keys:
            self._last[key] = max(self._now, self._last.get(key, 0.0)) + weight
        if len(self._last) > MOST_KEYS:
            self._forget_past()
        if self._free:
            self._free -= 1
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._number += 1
        place = at, self._number, future
        heapq.heappush(self._waiting, place)
        try:
            await future
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
                heapq.heapify(self._waiting)
            else:  # its turn had come just then
                self._next()
            raise

    def _next(self) -> None:
        """A place is free: the next one takes it."""
        while self._waiting:
            at, _, future = heapq.heappop(self._waiting)
            self._now = max(self._now, at)
            if not future.done():
                future.set_result(None)
                return
        self._free += 1
        self._forget_past()

    def _forget_past(self) -> None:
        self._last = {key: last for key, last in self._last.items() if last > self._now}
