"""What lies behind a match and can no longer change: its log and its events, in stretches that end at checkpoints."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quadrilatero.kernel.events import Event, Told
from quadrilatero.kernel.log import Entry
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.records import NOBODY, Moment

EVERY = 128
"""So many entries of the log, or a few more, lie between two checkpoints."""


class Tale:
    """What happened in a stretch of play, and when."""

    __slots__ = ("events", "moments")

    def __init__(self, events: Sequence[Event], moments: Sequence[Moment]) -> None:
        self.events = events
        self.moments = moments


class Past:
    """A stretch of a match's history with all before it; clones share it.

    It ends at a checkpoint: a boundary nothing before which can be undone once the log has `settled` entries. There it
    had so many `entries`, so many dice were `rolled` and so many events `told`. The state there (`boundary`, not to be
    changed) and what happened (`tale`) may still have to be read when they are first wanted. What is `closed` was
    played under other rules or data: it can be told, but not played again. `untold` counts the entries that seats may
    not know of.
    """

    __slots__ = (
        "_numbers",
        "_tale",
        "before",
        "boundary",
        "closed",
        "entries",
        "log",
        "rolled",
        "settled",
        "told",
        "untold",
    )

    def __init__(
        self,
        before: Past | None,
        log: Sequence[Entry],
        tale: Tale | Callable[[], Tale],
        boundary: Callable[[], Any],
        *,
        entries: int,
        settled: int,
        rolled: int,
        told: int,
        untold: Mapping[Seat | None, int] = NOBODY,
        numbers: Mapping[Seat | None, int] = NOBODY,
        closed: bool = False,
    ) -> None:
        self.before = before
        self.log = log
        self.boundary = boundary
        self.entries = entries
        self.settled = settled
        self.rolled = rolled
        self.told = told
        self.closed = closed
        self._tale = tale
        self.untold = untold
        self._numbers = dict(numbers)

    @property
    def tale(self) -> Tale:
        """What happened in this stretch."""
        if not isinstance(self._tale, Tale):
            self._tale = self._tale()
        return self._tale

    def number(self, seat: Seat | None) -> int:
        """How many events that seat had been told by the end of it."""
        unknown: list[Past] = []
        past: Past | None = self
        while past is not None and seat not in past._numbers:
            unknown.append(past)
            past = past.before
        number = 0 if past is None else past._numbers[seat]
        for stretch in reversed(unknown):
            number += how_many(stretch.tale.events, seat)
            stretch._numbers[seat] = number
        return number


def stretches(past: Past | None) -> tuple[list[Past], list[Past]]:
    """What lies behind a match, the earliest first: what is closed, and what can be played again."""
    found: list[Past] = []
    while past is not None:
        found.append(past)
        past = past.before
    opened = next((n for n, stretch in enumerate(found) if stretch.closed), len(found))
    return found[opened:][::-1], found[:opened][::-1]


def last_closed(past: Past | None) -> Past | None:
    """Where what can be played again begins, if that is not the match's own beginning."""
    while past is not None and not past.closed:
        past = past.before
    return past


def first_of(past: Past | None) -> int:
    """The number of entries before those that can be played again."""
    closed = last_closed(past)
    return 0 if closed is None else closed.entries


def how_many(events: Sequence[Event], seat: Seat | None) -> int:
    """How many of these events that seat is told."""
    count = 0
    for event in events:
        if _as_told(event, seat) is not None:
            count += 1
    return count


def _as_told(event: Event, seat: Seat | None) -> Event | None:
    """The event as that seat is told of it, as `Event.told` says; most are told to all alike."""
    return event if event.seen_by is None and event.tellings is None else event.told(seat)


def _numbered(event: Event, number: int, moment: Moment, seat: Seat | None) -> Told:
    """An event with its number in a seat's stream, which came by that moment."""
    known = moment.version if moment.untold is NOBODY else moment.version_for(seat)
    return Told(
        event.kind,
        event.rule,
        event.data,
        event.book,
        event.dice,
        event.modifiers,
        event.seen_by,
        None,
        number,
        moment.version,
        known,
    )


def told(past: Past | None, recent: Tale, seat: Seat | None, since: int, until: int | None) -> list[Told]:
    """A seat's stream of events from a number on and up to another; it costs no more than the stretches it lies in."""
    found: list[Past] = []
    while past is not None and past.number(seat) > since:
        if until is not None and past.number(seat) > until:
            del found[:-1]  # an act may begin in a stretch and come to rest in the next
        found.append(past)
        past = past.before
    number, place = (0, 0) if past is None else (past.number(seat), past.told)
    tales = [recent, *(stretch.tale for stretch in found)]
    moments = [moment for tale in reversed(tales) for moment in tale.moments]
    by_then = [moment.told for moment in moments]
    stream: list[Told] = []
    for event in (event for tale in reversed(tales) for event in tale.events):
        place += 1
        telling = _as_told(event, seat)
        if telling is None:
            continue
        if until is not None and number >= until:
            break
        if number >= since:
            moment = moments[bisect_left(by_then, place)]
            stream.append(_numbered(telling, number, moment, seat))
        number += 1
    return stream


def latest(recent: Tale, seat: Seat | None, since: int, count: int, place: int) -> list[Told]:
    """The end of a stream that has so many events, from a number on, which lies in what is recent; found from behind.

    `place` is how many events have happened in all.
    """
    stream: list[Told] = []
    moments = recent.moments
    came = len(moments) - 1
    for event in reversed(recent.events):
        if count <= since:
            break
        while came > 0 and moments[came - 1].told >= place:
            came -= 1
        telling = _as_told(event, seat)
        if telling is not None:
            count -= 1
            stream.append(_numbered(telling, count, moments[came], seat))
        place -= 1
    stream.reverse()
    return stream


def told_by(past: Past | None, recent: Tale, seat: Seat | None, version: int, count: int) -> int:
    """How many events of a stream that has `count` now had come when the log had so many entries, and still stand."""
    tale = recent
    while not tale.moments or tale.moments[0].version > version:
        if past is None:
            return 0
        tale, past = past.tale, past.before
    came = len(tale.moments) - 1
    while tale.moments[came].version > version:
        came -= 1
    place = tale.moments[came].told
    while past is not None and past.told > place:
        tale, past = past.tale, past.before
    number, first = (0, 0) if past is None else (past.number(seat), past.told)
    if tale is recent:
        return count - how_many(tale.events[place - first :], seat)
    return number + how_many(tale.events[: place - first], seat)
