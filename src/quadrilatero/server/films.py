"""Replays: a match played again from its log, with a copy kept every so often to jump to."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from quadrilatero.kernel import Match
from quadrilatero.kernel.loading import repeat, resume
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import SavedEntry, plain_entries
from quadrilatero.server import telling
from quadrilatero.server.room import Room

EVERY = 40
KEPT = 8
BY_ITSELF = ("roll", "forced", "open")


class Film:
    """The log of a match up to some version."""

    def __init__(self, header: Header, dice: Plain, entries: list[SavedEntry]) -> None:
        self.entries = entries
        acts = [number for number, entry in enumerate(entries) if entry.kind not in BY_ITSELF]
        self.stops = sorted({*acts, len(entries)})
        """The frames at which somebody is to act; those between are passed on the way to the next."""
        first = self.stops[0]
        self._copies = {first: resume(header, dice, entries[:first])}

    def at(self, frame: int) -> Match:
        """The match when its log had that many entries, and whatever followed by itself. Not to be changed."""
        stop = self.stops[bisect_left(self.stops, frame)]
        if stop in self._copies:
            return self._copies[stop]
        nearest = max(number for number in self._copies if number <= stop)
        match = self._copies[nearest].clone()
        kept = nearest
        while match.version < stop:
            repeat(match, self.entries[match.version])
            if match.version - kept >= EVERY:
                kept = match.version
                self._copies[kept] = match.clone()
        return match

    def frame(self, number: int, seat: Seat | None) -> Plain:
        """What a seat saw at that frame, and the events since the stop before."""
        number = min(max(number, 0), len(self.entries))
        match = self.at(number)
        place = bisect_left(self.stops, number)
        since = len(self.at(self.stops[place - 1]).told(seat)) if place else 0
        since = min(since, len(match.told(seat)))
        return {
            "frame": self.stops[place],
            "view": match.view(seat),
            "question": telling.question(match.ask),
            "from": since,
            "events": telling.events(match, seat, since),
        }


class Films:
    """The films that are being watched; they are made and shown in a thread of their own."""

    def __init__(self) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")

    async def frame(self, room: Room, number: int, seat: Seat | None) -> Plain:
        """One frame of a room's match."""
        return await self._run(room, number, seat)

    async def stops(self, room: Room) -> list[int]:
        """The frames of a room's match worth stepping to."""
        async with room.lock:
            entries = plain_entries(room.match.entries)
        acts = [number for number, entry in enumerate(entries) if entry.kind not in BY_ITSELF]
        return sorted({*acts, len(entries)})

    async def _run(self, room: Room, number: int, seat: Seat | None) -> Plain:
        async with room.lock:
            version, record = room.match.version, room.record
            film = self._films.get(record.id)
            entries = None if film and len(film.entries) == version else plain_entries(room.match.entries)

        def show() -> Plain:
            here = film
            if here is None or entries is not None:
                here = Film(record.header, record.dice, entries or [])
                self._films[record.id] = here
                while len(self._films) > KEPT:
                    self._films.popitem(last=False)
            return here.frame(number, seat)

        return await asyncio.get_running_loop().run_in_executor(self._thread, show)

    def close(self) -> None:
        """Finish what is being shown."""
        self._thread.shutdown(wait=True, cancel_futures=True)
