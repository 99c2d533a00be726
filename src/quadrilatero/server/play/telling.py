"""What a seat is told: its view, its options, the question and the events, all from the kernel's own telling."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from quadrilatero.kernel import LANGUAGES, Asked, Event, Match
from quadrilatero.kernel.events import Told
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.plain import Plain, Seat

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


def options(match: Match, seat: Seat | None) -> list[Plain] | None:
    """A seat's possible answers; None where it is not asked."""
    if seat is None or match.ask is None or seat not in match.ask.who:
        return None
    return list(match.options(seat))


def place(match: Match, seat: Seat | None, number: int) -> str:
    """A name for the place before the event of that number in a seat's stream: by what came before it, and when."""
    before = match.told(seat, number - 1, number) if number else []
    return hashlib.blake2b(encode([number, *(told.known for told in before)]), digest_size=9).hexdigest()


def still_stands(match: Match, seat: Seat | None, number: int, mark: str) -> bool:
    """Whether what a seat was told up to a place that had this name still stands."""
    return 0 <= number <= match.told_count(seat) and place(match, seat, number) == mark


class Teller:
    """Makes the messages that show a match as it stands now; what several viewers are told alike is made once."""

    def __init__(self, match: Match, running: bool, table: Plain) -> None:
        self._match, self._running = match, running
        self._table = encode(table)
        self._parts: dict[Seat | None, bytes] = {}
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

    def state(self, seat: Seat | None, personal: Plain, since: int | None) -> bytes:
        """The message for a seat that has been told so many of its events (it is told the new ones) or none (the last).

        `personal` is what this viewer alone is told of the table. All viewers of a seat have been told as much.
        """
        part = self._parts.get(seat)
        if part is None:
            part = self._parts[seat] = self._part(seat, since)
        return joined(part, b'{"table":' + joined(self._table, encode(personal)) + b"}")

    def _part(self, seat: Seat | None, since: int | None) -> bytes:
        match, running = self._match, self._running
        count = match.told_count(seat)
        anew = since is None or count - since > PAGE
        first = max(0, count - PAGE) if since is None or anew else since
        new = match.told(seat, first)
        return encode(
            {
                **({"anew": True} if anew else {}),
                "t": "state",
                "version": match.version_for(seat),
                "seat": seat,
                "view": self._view(seat),
                "options": options(match, seat) if running else None,
                "question": self._question(seat),
                "can_undo": running and seat is not None and match.can_undo(seat),
                "can_salt": seat is not None and match.result is None and match.can_salt(seat),
                "events": [self._event(told) for told in new],
                "from": first,
                "mark": place(match, seat, count),
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
