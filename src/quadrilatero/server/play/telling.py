"""What a seat is told: its view, its options, the question and the events, all from the kernel's own telling."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel import LANGUAGES, Asked, Event, Match
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.plain import Plain, Seat


def event(game: Game[Any], number: int, told: Event) -> Plain:
    """An event of a seat's stream with its sentence; a roll with the chance that it had."""
    chance = game.chance(told)
    return {
        "n": number,
        "kind": told.kind,
        "rule": told.rule,
        "data": told.data,
        "dice": list(told.dice),
        "modifiers": told.modifiers,
        "text": {language: told.text(language) for language in LANGUAGES},
        **({} if chance is None else {"chance": {**chance._asdict(), "chance": round(chance.chance, 6)}}),
    }


def events(match: Match, seat: Seat | None, since: int = 0) -> list[Plain]:
    """A seat's stream of events from a number on."""
    return [event(match.game, told.number, told) for told in match.told(seat, since)]


def question(ask: Asked | None) -> Plain | None:
    """The open question as a seat is shown it."""
    if ask is None:
        return None
    text = {language: ask.text(language) for language in LANGUAGES}
    return {"what": ask.what, "rule": ask.rule, "text": text, "data": ask.data}


def options(match: Match, seat: Seat | None) -> list[Plain] | None:
    """A seat's possible answers; None where it is not asked."""
    if seat is None or match.ask is None or seat not in match.ask.who:
        return None
    return match.options(seat)


class Stream:
    """What one seat has been told, so that the next message holds only what is new."""

    def __init__(self) -> None:
        self._all: list[Event] = []
        self._told: list[Event] = []

    def advance(self, match: Match, seat: Seat | None) -> tuple[int, list[Event]]:
        """Take note of the events there are now: how many of them the seat has already, and those it has not."""
        before, now = self._all, match.events
        self._all = now
        if len(before) <= len(now) and (not before or before[-1] is now[len(before) - 1]):
            new = [told for event in now[len(before) :] if (told := event.told(seat)) is not None]
            count = len(self._told)
            self._told += new
            return count, new
        old, self._told = self._told, [told for event in now if (told := event.told(seat)) is not None]
        pairs = zip(old, self._told, strict=False)
        same = next((n for n, (was, is_) in enumerate(pairs) if was is not is_), min(len(old), len(self._told)))
        return same, self._told[same:]


class Teller:
    """Makes the messages that show a match as it stands now; what several viewers are told alike is made once."""

    def __init__(self, match: Match, running: bool, table: Plain) -> None:
        self._match, self._running = match, running
        self._table = encode(table)
        self._parts: dict[Seat | None, bytes] = {}
        self._questions: dict[Seat | None, msgspec.Raw] = {}
        self._events: dict[tuple[int, int], msgspec.Raw] = {}
        self._open = b""

    def _event(self, number: int, told: Event) -> msgspec.Raw:
        key = number, id(told)
        if key not in self._events:
            self._events[key] = msgspec.Raw(encode(event(self._match.game, number, told)))
        return self._events[key]

    def _question(self, seat: Seat | None) -> msgspec.Raw:
        """The open question; where nothing is hidden all are shown the same."""
        shown = None if self._match.game.all_open else seat
        if shown not in self._questions:
            asked = self._match.asked(shown) if self._running else None
            self._questions[shown] = msgspec.Raw(encode(question(asked)))
        return self._questions[shown]

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        """A seat's view. Where nothing is hidden all see the same, but for what they have sealed themselves."""
        match = self._match
        if not match.game.all_open or seat in match.sealed:
            return msgspec.Raw(encode(match.view(seat)))
        if not self._open:
            view = match.view(None)
            del view["seat"]
            self._open = encode(view)
        return msgspec.Raw(joined(encode({"seat": seat}), self._open))

    def state(self, seat: Seat | None, personal: Plain, since: int, new: list[Event]) -> bytes:
        """The message for a seat that has been told so many events and is told the new ones now.

        `personal` is what this viewer alone is told of the table. All viewers of a seat have been told as much.
        """
        part = self._parts.get(seat)
        if part is None:
            part = self._parts[seat] = self._part(seat, since, new)
        return joined(part, b'{"table":' + joined(self._table, encode(personal)) + b"}")

    def _part(self, seat: Seat | None, since: int, new: list[Event]) -> bytes:
        match, running = self._match, self._running
        return encode(
            {
                "t": "state",
                "version": match.version_for(seat),
                "seat": seat,
                "view": self._view(seat),
                "options": options(match, seat) if running else None,
                "question": self._question(seat),
                "can_undo": running and seat is not None and match.can_undo(seat),
                "can_salt": seat is not None and match.result is None and match.can_salt(seat),
                "events": [self._event(number, told) for number, told in enumerate(new, since)],
                "from": since,
            }
        )


def acknowledgement(match: Match, seat: Seat | None, message: str) -> Plain:
    """That what a message of a seat asked for is committed."""
    return {"t": "ack", "id": message, "version": match.version_for(seat)}


def joined(*objects: bytes) -> bytes:
    """One object with the fields of several, all encoded."""
    return b"{" + b",".join(fields[1:-1] for fields in objects if fields != b"{}") + b"}"


def encode(message: Any) -> bytes:
    """A message as it goes over the socket."""
    return msgspec.json.encode(message)
