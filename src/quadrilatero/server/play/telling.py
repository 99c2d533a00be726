"""What a seat is told: its view, its options, the question and the events, all from the kernel's own telling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

import msgspec

from quadrilatero.kernel import LANGUAGES, Asked, Event, Match
from quadrilatero.kernel.events import Told
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.listing import Listing
from quadrilatero.kernel.plain import Plain, Seat

encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""A message as it goes over the socket."""
PAGE = 200
"""So many events are sent at once at the most."""


def event(game: Game[Any], told: Told) -> Plain:
    """An event of a seat's stream with its sentence; a roll with the chance that it had."""
    chance = game.chance(told)
    return {
        "n": told.number,
        "kind": told.kind,
        "rule": told.rule,
        "data": told.data,
        "dice": list(told.dice),
        "modifiers": told.modifiers,
        "text": sentences(told),
        **({} if chance is None else {"chance": {**chance._asdict(), "chance": round(chance.chance, 6)}}),
    }


def sentences(told: Event) -> dict[str, str]:
    """An event in words."""
    return {language: told.text(language) for language in LANGUAGES}


def events(match: Match, seat: Seat | None, since: int, until: int | None = None) -> list[Plain]:
    """A seat's stream of events from a number on and up to another, a page of it at the most."""
    page = since + PAGE if until is None else min(until, since + PAGE)
    return [event(match.game, told) for told in match.told(seat, since, page)]


def question(ask: Asked | None) -> Plain | None:
    """The open question as a seat is shown it."""
    if ask is None:
        return None
    text = {language: ask.text(language) for language in LANGUAGES}
    return {"what": ask.what, "rule": ask.rule, "text": text, "data": ask.data}


def options(match: Match, seat: Seat | None) -> Sequence[Plain] | msgspec.Raw | None:
    """A seat's possible answers, written already where there are many; None where it is not asked."""
    if seat is None or match.ask is None or seat not in match.ask.who:
        return None
    listed = match.options(seat)
    return msgspec.Raw(listed.encoded()) if isinstance(listed, Listing) else listed


def place(match: Match, seat: Seat | None, number: int) -> str:
    """A name for the place before the event of that number in a seat's stream: by what came before it, and when."""
    return _place(number, match.told(seat, number - 1, number) if number else [])


def _place(number: int, before: Sequence[Told]) -> str:
    return f"{number}-{before[-1].known}" if before else str(number)


def still_stands(match: Match, seat: Seat | None, number: int, mark: str) -> bool:
    """Whether what a seat was told up to a place that had this name still stands."""
    return 0 <= number <= match.told_count(seat) and place(match, seat, number) == mark


class Lasting:
    """Lists of records that a game never changes once they are written: what is still in its place is not encoded
    again."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[list[Plain], list[msgspec.Raw]]] = {}

    def encoded(self, view: Plain, keys: Sequence[str]) -> Plain:
        """The view with the records under these keys encoded."""
        told = view.copy()
        for key in keys:
            records: list[Plain] = view[key]
            before, encoded = self._last.get(key, ([], []))
            if len(before) != len(records):
                encoded = [msgspec.Raw(encode(one)) for one in records]
            else:
                for changed in compress(count(), map(is_not, records, before)):
                    encoded[changed] = msgspec.Raw(encode(records[changed]))
            told[key], self._last[key] = encoded, (records, encoded)
        return told


class Teller:
    """Makes the messages that show a match as it stands now; what several viewers are told alike is made once.

    `table` is what all are told of the table, encoded.
    """

    def __init__(self, match: Match, running: bool, table: bytes, lasting: Lasting | None = None) -> None:
        self._match, self._running, self._table = match, running, table
        self._lasting = lasting or Lasting()
        self._parts: dict[Seat | None, tuple[bytes, ...]] = {}
        self._questions: dict[Seat | None, msgspec.Raw] = {}
        self._events: dict[tuple[int, str, int], msgspec.Raw] = {}
        self._open = b""

    def _event(self, told: Told) -> msgspec.Raw:
        """An event; seats that are told the same have its data in common."""
        key = told.number, told.kind, id(told.data)
        if key not in self._events:
            self._events[key] = msgspec.Raw(encode(event(self._match.game, told)))
        return self._events[key]

    def _question(self, seat: Seat | None) -> msgspec.Raw:
        """The open question; where nothing is hidden all are shown the same."""
        shown = None if self._match.game.all_open else seat
        if shown not in self._questions:
            asked = self._match.asked(shown) if self._running else None
            self._questions[shown] = msgspec.Raw(encode(question(asked)))
        return self._questions[shown]

    def _view(self, seat: Seat | None) -> bytes:
        """A seat's view, but for whose it is. Where nothing is hidden all see the same, save what they have sealed."""
        match = self._match
        if not match.game.all_open or seat in match.sealed:
            return self._encoded(match.view(seat))
        if not self._open:
            self._open = self._encoded(match.view(None))
        return self._open

    def _encoded(self, view: Plain) -> bytes:
        del view["seat"]
        return encode(self._lasting.encoded(view, self._match.game.lasting))

    def state(self, seat: Seat | None, personal: Plain, since: int | None) -> bytes:
        """The message for a seat that has been told so many of its events (it is told the new ones) or none (the last).

        `personal` is what this viewer alone is told of the table. All viewers of a seat have been told as much.
        """
        parts = self._parts.get(seat)
        if parts is None:
            parts = self._parts[seat] = self._part(seat, since)
        return b"".join((*parts, self._table[:-1], b",", encode(personal)[1:], b"}"))

    def _part(self, seat: Seat | None, since: int | None) -> tuple[bytes, ...]:
        """What all viewers of a seat are told alike, up to the table; put together when the rest is known."""
        match, running = self._match, self._running
        count = match.told_count(seat)
        anew = since is None or count - since > PAGE
        first = max(0, count - PAGE) if since is None or anew else since
        new = match.told(seat, first)
        head = encode(
            {
                **({"anew": True} if anew else {}),
                "t": "state",
                "version": match.version_for(seat),
                "seat": seat,
                "options": options(match, seat) if running else None,
                "question": self._question(seat),
                "can_undo": running and seat is not None and match.can_undo(seat),
                "can_salt": seat is not None and match.result is None and match.can_salt(seat),
                "events": [self._event(told) for told in new],
                "from": first,
                "mark": _place(count, new[-1:]) if new else place(match, seat, count),
            }
        )
        return head[:-1], b',"view":{"seat":', encode(seat), b",", self._view(seat)[1:], b',"table":'


def acknowledgement(match: Match, seat: Seat | None, message: str) -> Plain:
    """That what a message of a seat asked for is committed."""
    return {"t": "ack", "id": message, "version": match.version_for(seat)}


def joined(*objects: bytes) -> bytes:
    """One object with the fields of several, all encoded."""
    return b"{" + b",".join(fields[1:-1] for fields in objects if fields != b"{}") + b"}"
