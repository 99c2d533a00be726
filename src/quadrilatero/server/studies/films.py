"""Replays: a match played again from its log, with a copy kept every so often to jump to."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from quadrilatero.kernel import Match, RecordedDice
from quadrilatero.kernel.loading import repeat, resume
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import SavedEntry, plain_entries
from quadrilatero.server.errors import Problem
from quadrilatero.server.play import telling
from quadrilatero.server.play.room import Room

EVERY = 40
KEPT = 8
BY_ITSELF = ("roll", "forced", "open", "salt")
R = TypeVar("R")


class Film:
    """The log of a match up to some version, played again; it grows with the match."""

    def __init__(self, header: Header, dice: Plain, entries: list[SavedEntry]) -> None:
        self.entries: list[SavedEntry] = []
        self.stops: list[int] = []
        """The frames at which somebody is to act; those between are passed on the way to the next."""
        self._told: dict[Seat | None, list[int]] = {}
        self._frames: dict[Seat | None, list[int]] = {}
        first = next((n for n, entry in enumerate(entries) if entry.kind not in BY_ITSELF), len(entries))
        match = resume(header, dice, entries[:first])
        # What was rolled before a branch came from other dice than what is rolled after it.
        faces = [face for entry in entries if entry.kind == "roll" for face in entry.value]
        match.dice = RecordedDice(faces, match.dice)
        self._copies = {first: match}
        self._end = match
        for seat in (None, *match.seats):
            self._told[seat], self._frames[seat] = [], []
        self._stop(match)
        self.grow(entries)

    def grow(self, entries: list[SavedEntry]) -> None:
        """Play on to the end of the log, which has become longer."""
        if self._end.version < len(entries) and entries[self._end.version].kind in BY_ITSELF:
            self.stops.pop()
            for told in self._told.values():
                told.pop()
        self.entries, match = entries, self._end.clone()
        kept = max(self._copies)
        while match.version < len(entries):
            repeat(match, entries[match.version])
            if match.version == len(entries) or entries[match.version].kind not in BY_ITSELF:
                self._stop(match)
            if match.version - kept >= EVERY:
                kept = match.version
                self._copies[kept] = match.clone()
        self._end = match

    def _stop(self, match: Match) -> None:
        """Note a stop: how many events every seat has been told by then, and at which frame each of them came."""
        self.stops.append(match.version)
        events = match.events
        for seat, told in self._told.items():
            count = sum(1 for event in events if event.told(seat) is not None)
            told.append(count)
            frames = self._frames[seat]
            del frames[count:]
            frames += [match.version] * (count - len(frames))

    def at(self, frame: int) -> Match:
        """The match when its log had that many entries, and whatever followed by itself. Not to be changed."""
        stop = self.stops[self._place(frame)]
        if stop == self._end.version:
            return self._end
        nearest = max(number for number in self._copies if number <= stop)
        if nearest == stop:
            return self._copies[stop]
        match = self._copies[nearest].clone()
        while match.version < stop:
            repeat(match, self.entries[match.version])
        return match

    def _place(self, frame: int) -> int:
        return bisect_left(self.stops, min(max(frame, 0), len(self.entries)))

    def frame(self, number: int, seat: Seat | None, whole: bool = False) -> Plain:
        """What a seat saw at that frame, and the events since the stop before. `whole`: with what everybody sealed."""
        place = self._place(number)
        match = self.at(number)
        told = self._told[seat]
        since = min(told[place - 1], told[place]) if place else 0
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

    def index(self, seat: Seat | None) -> Plain:
        """How long it is, where to step to, what that seat was told and at which frame, and what begins where."""
        match, frames = self._end, self._frames[seat]
        events = [{**event, "frame": frames[event["n"]]} for event in telling.events(match, seat)]
        kinds = match.game.landmarks
        return {
            "frames": len(self.entries),
            "stops": self.stops,
            "events": events,
            "marks": [
                {"frame": event["frame"], "level": kinds.index(event["kind"]), "text": event["text"]}
                for event in events
                if event["kind"] in kinds
            ],
        }


class Films:
    """The films that are being watched; they are made and shown in a thread of their own."""

    def __init__(self) -> None:
        self._films: OrderedDict[str, Film] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="films")

    async def show(self, room: Room, work: Callable[[Film], R]) -> R:
        """What that work makes of the film of a room's match, which must not be changed by it."""
        async with room.lock:
            if room.given_up:
                raise Problem("try_again")
            record = room.record
            film = self._films.get(record.id)
            known = film is not None and len(film.entries) == room.match.version
            entries = film.entries if film is not None and known else plain_entries(room.match.entries)

        def shown() -> R:
            return work(self._film(record.id, record.header, record.dice, entries))

        return await asyncio.get_running_loop().run_in_executor(self._thread, shown)

    def _film(self, id: str, header: Header, dice: Plain, entries: list[SavedEntry]) -> Film:
        film = self._films.get(id)
        if film is None or entries[: len(film.entries)] != film.entries:
            film = self._films[id] = Film(header, dice, entries)
        elif len(film.entries) < len(entries):
            film.grow(entries)
        self._films.move_to_end(id)
        while len(self._films) > KEPT:
            self._films.popitem(last=False)
        return film

    def close(self) -> None:
        """Finish what is being shown."""
        self._thread.shutdown(wait=True, cancel_futures=True)
