"""Replays: a match shown as it stood at any moment, played on from the checkpoint nearest to it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from quadrilatero.kernel import Match
from quadrilatero.kernel.loading import BY_ITSELF
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.replaying import play_on, stood_at
from quadrilatero.kernel.saves import Save, pack
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker, Bounds, FairQueue
from quadrilatero.server.play import telling
from quadrilatero.server.play.room import Room
from quadrilatero.server.settings import Settings

NEAR = 16
"""Moments that are kept, so that those after them are not far."""
KEPT = 8
R = TypeVar("R")


class Film:
    """A match up to some version, which must not be changed any more; a frame is a number of entries of its log."""

    def __init__(self, match: Match) -> None:
        self._end = match
        self._entries = match.entries
        self._first = match.first
        self.stops = [
            self._first + number
            for number in range(len(self._entries) + 1)
            if number == len(self._entries) or self._entries[number].kind not in BY_ITSELF
        ]
        """The frames at which somebody is to act; those between are passed on the way to the next."""
        self._near: OrderedDict[int, Match] = OrderedDict()

    @property
    def version(self) -> int:
        """The last frame."""
        return self._end.version

    def at(self, frame: int) -> Match:
        """The match when its log had that many entries, and whatever followed by itself. Not to be changed."""
        stop = self.stops[self._place(frame)]
        if stop == self.version:
            return self._end
        if stop not in self._near:
            self._near[stop] = self._played_to(stop)
            if len(self._near) > NEAR:
                self._near.popitem(last=False)
        return self._near[stop]

    def _played_to(self, stop: int) -> Match:
        """From the moment kept that is nearest before it, if nothing was taken back since, or from a checkpoint."""
        before = max((kept for kept in self._near if kept < stop), default=None)
        if before is None or any(
            entry.kind == "take_back" for entry in self._entries[before - self._first : stop - self._first]
        ):
            return stood_at(self._end, stop)
        match = self._near[before].clone()
        play_on(match, self._entries, stop - self._first)
        return match

    def _place(self, frame: int) -> int:
        return bisect_left(self.stops, min(max(frame, 0), self.version))

    def frame(self, number: int, seat: Seat | None, whole: bool = False) -> Plain:
        """What a seat saw at that frame, and the events since the stop before. `whole`: with what everybody sealed."""
        place = self._place(number)
        match = self.at(number)
        since = match.told_by(seat, self.stops[place - 1] if place else self._first - 1)
        sealed = [other for other in match.sealed if whole or other == seat]
        return {
            "frame": self.stops[place],
            "view": match.view(seat),
            "question": telling.question(match.asked(seat)),
            "sealed": {other: match.view(other)["since"]["answers"][-1]["answer"] for other in sealed},
            "from": since,
            "events": telling.events(match, seat, since),
        }

    def reel(self, number: int, count: int, seat: Seat | None, whole: bool = False) -> list[Plain]:
        """The frames of so many stops from one on."""
        place = self._place(number)
        return [self.frame(stop, seat, whole) for stop in self.stops[place : place + count]]

    def events(self, number: int, seat: Seat | None, since: int, count: int) -> list[Plain]:
        """A page of what that seat had been told at a frame, each event with the frame at which it came."""
        match = self.at(number)
        return [
            {**telling.event(match, told), "frame": max(told.frame, self._first)}
            for told in match.told(seat, since, since + count)
        ]

    def save(self, seat: Seat | None) -> Save:
        """The save file of the match: one seat's while it goes on, the host's own when it is over."""
        return pack(self._end, None if self._end.result is not None else seat)

    def index(self, seat: Seat | None) -> Plain:
        """How long it is, where to step to, how much that seat was told, and what begins where."""
        match, kinds = self._end, self._end.game.landmarks
        marks = [told for told in match.told(seat) if told.kind in kinds and told.frame >= self._first]
        return {
            "first": self._first,
            "frames": match.version,
            "stops": self.stops,
            "told": match.told_count(seat),
            "marks": [
                {"frame": told.frame, "level": kinds.index(told.kind), "text": telling.sentences(match, told)}
                for told in marks
            ],
        }


class Films:
    """The films that are being watched; they are made and shown in a thread of their own, to one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")
        one, every = settings.asked_by_one, settings.asked_in_all
        self._queue = FairQueue(1, Bounds(one, every // 2, every))

    async def show(self, asker: Asker, room: Room, work: Callable[[Film], R]) -> R:
        """What that work makes of the film of a room's match, which must not be changed by it."""
        async with self._queue.turn(asker):
            async with room.lock:
                if room.given_up:
                    raise Problem("try_again")
                known = self._films.get(room.record.id)
                match = None if known and known.version == room.match.version else room.match.clone()
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._shown, room, match, work)

    def _shown(self, room: Room, match: Match | None, work: Callable[[Film], R]) -> R:
        """In the thread: make a new film where there is a match for it."""
        id = room.record.id
        if match is not None:
            self._films[id] = Film(match)
        self._films.move_to_end(id)
        while len(self._films) > KEPT:
            self._films.popitem(last=False)
        return work(self._films[id])

    def close(self) -> None:
        """Finish what is being shown."""
        self._thread.shutdown(wait=True, cancel_futures=True)
