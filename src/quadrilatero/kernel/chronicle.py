"""What a match has noted: its log and its events, those that can no longer change and those since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadrilatero.kernel import history
from quadrilatero.kernel.events import Event, Told
from quadrilatero.kernel.history import Past, Tale
from quadrilatero.kernel.log import Entry
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.records import NOBODY, Mark, Moment


class Chronicle:
    """The log and the events of a match: the past, which clones share, and what is recent.

    `log` and `events` are the recent ones; before them came the entries and events of the `past`, `past_log` and
    `past_events` of them. `untold` counts the entries that seats may not know of.
    """

    __slots__ = ("_counted", "events", "log", "moments", "past", "past_events", "past_log", "untold")

    def __init__(self, like: Chronicle | None = None, told: int = 0) -> None:
        """An empty one, or one `like` another with as many events as were `told` by then."""
        self._counted: dict[Seat | None, tuple[int, int]] = {}
        if like is None:
            self.past: Past | None = None
            self.past_log = 0
            self.past_events = 0
            self.log: list[Entry] = []
            self.events: list[Event] = []
            self.moments: list[Moment] = []
            self.untold: Mapping[Seat | None, int] = NOBODY
        else:
            self.past = like.past
            self.past_log = like.past_log
            self.past_events = like.past_events
            self.log = like.log.copy()
            self.events = like.events[: told - like.past_events]
            self.moments = like.moments.copy()
            self.untold = like.untold

    # -- noting --------------------------------------------------------------------------------------------------------

    def follow(self, past: Past) -> None:
        """Go on where a past ends."""
        self.past, self.past_log, self.past_events, self.untold = past, past.entries, past.told, past.untold

    def keep_from(self, seats: tuple[Seat, ...], knowing: tuple[Seat | None, ...]) -> None:
        """Take note that of these seats and spectators only those may know of the last entry of the log."""
        untold = {seat: self.untold.get(seat, 0) + 1 for seat in (*seats, None) if seat not in knowing}
        self.untold = {**self.untold, **untold}

    def rest(self) -> None:
        """Take note of what has happened by now."""
        told = self.past_events + len(self.events)
        self.moments.append(Moment(self.past_log + len(self.log), told, self.untold))

    def cut(self, told: int) -> None:
        """Strike the events after so many."""
        del self.events[told - self.past_events :]
        self._counted = {}

    def rest_again(self) -> None:
        """After a cut: let the rests that tell of more than has happened now give way to the first of them."""
        told = self.past_events + len(self.events)
        came = None
        while self.moments and self.moments[-1].told > told:
            came = self.moments.pop()
        if came is not None:
            self.moments.append(Moment(came.version, told, came.untold))

    def settle(self, mark: Mark) -> None:
        """Hand everything before a mark over to the past."""
        past = self.until(mark)
        self.log = self.log[mark.entries - self.past_log :]
        self.events = self.events[mark.told - self.past_events :]
        self.moments = self.moments[len(past.tale.moments) :]
        self._counted = {}
        self.past, self.past_log, self.past_events = past, mark.entries, mark.told

    def until(self, mark: Mark) -> Past:
        """The past up to a mark."""
        entries, told = mark.entries - self.past_log, mark.told - self.past_events
        came = sum(moment.version <= mark.entries and moment.told <= mark.told for moment in self.moments)
        return Past(
            self.past,
            self.log[:entries],
            Tale(self.events[:told], self.moments[:came]),
            lambda: mark.state,
            entries=mark.entries,
            settled=self.version,
            rolled=mark.rolled,
            told=mark.told,
            untold=mark.untold,
        )

    def begin_with(self, log: list[Entry]) -> None:
        """Take what has happened for what came before the beginning, and the log for these entries."""
        self.events = self.all_events()
        self.past, self.past_log, self.past_events, self.untold = None, 0, 0, NOBODY
        self.moments = [Moment(0, len(self.events))]
        self.log = log
        self._counted = {}

    def remember(self, events: list[Event], state: Any) -> None:
        """Have what happened before a match began, in that state, told too."""
        tale, told = Tale(events, [Moment(0, len(events))]), len(events)
        self.past = Past(None, [], tale, lambda: state, entries=0, settled=0, rolled=0, told=told, closed=True)
        self.past_events = told
        self.moments = [Moment(moment.version, moment.told + told, moment.untold) for moment in self.moments]

    # -- looking things up ---------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries the log has in all."""
        return self.past_log + len(self.log)

    @property
    def happened(self) -> int:
        """How many events there were in all."""
        return self.past_events + len(self.events)

    def entries_since(self, version: int) -> list[Entry]:
        """The log since that version, as far back as it can be played again."""
        if version >= self.past_log:
            return self.log[version - self.past_log :]
        found, first, past = [self.log], self.past_log, self.past
        while past is not None and first > version:
            found.append(list(past.log))
            first = past.entries - len(past.log)
            past = None if past.closed else past.before
        return [entry for part in reversed(found) for entry in part][max(0, version - first) :]

    def events_since(self, told: int) -> list[Event]:
        """The recent events after so many."""
        return self.events[told - self.past_events :]

    def all_events(self) -> list[Event]:
        """Everything that happened on the line of play that stands, since it is played under these rules."""
        _, own = history.stretches(self.past)
        return [event for past in own for event in past.tale.events] + self.events

    def earlier(self) -> list[Event]:
        """What happened under other rules or data."""
        closed, _ = history.stretches(self.past)
        return [event for past in closed for event in past.tale.events]

    def told(self, seat: Seat | None, since: int, until: int | None) -> list[Told]:
        """A seat's own stream of events, numbered without gaps, from number `since` on and up to another."""
        recent = Tale(self.events, self.moments)
        if self.past is not None and since < self.past.number(seat):
            return history.told(self.past, recent, seat, since, until)
        stream = history.latest(recent, seat, since, self.told_count(seat), self.happened)
        return stream if until is None else stream[: max(0, until - since)]

    def told_count(self, seat: Seat | None) -> int:
        """How long a seat's stream of events is."""
        before = 0 if self.past is None else self.past.number(seat)
        gone, told = self._counted.get(seat, (0, 0))
        if gone < len(self.events):
            told += history.how_many(self.events[gone:], seat)
            self._counted[seat] = len(self.events), told
        return before + told

    def told_by(self, seat: Seat | None, version: int) -> int:
        """How many of a seat's events had come when the log had so many entries, and still stand."""
        recent = Tale(self.events, self.moments)
        return history.told_by(self.past, recent, seat, version, self.told_count(seat))
