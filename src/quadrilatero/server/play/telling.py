"""What a seat is told: its view, its options, the question and the events, all from the kernel's own telling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any

import msgspec

from quadrilatero.kernel import LANGUAGES, Asked, Event, Match
from quadrilatero.kernel.events import Told
from quadrilatero.kernel.listing import Listing
from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Seat

encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""A message as it goes over the socket."""
PAGE = 200
"""So many events are sent at once at the most."""
OF_HEADER = ("game", "readings")
"""What a view has from the header of its match, which never changes."""


def event(match: Match, told: Told) -> Plain:
    """An event of a seat's stream with its sentence; a roll with the chance that it had."""
    chance = match.game.chance(told)
    return {
        "n": told.number,
        "kind": told.kind,
        "rule": told.rule,
        "data": told.data,
        "dice": list(told.dice),
        "modifiers": told.modifiers,
        "text": sentences(match, told),
        **({} if chance is None else {"chance": {**chance._asdict(), "chance": round(chance.chance, 6)}}),
    }


def sentences(match: Match, told: Event) -> dict[str, str]:
    """An event in words."""
    return {language: told.text(language, match.called) for language in LANGUAGES}


def events(match: Match, seat: Seat | None, since: int, until: int | None = None) -> list[Plain]:
    """A seat's stream of events from a number on and up to another, a page of it at the most."""
    page = since + PAGE if until is None else min(until, since + PAGE)
    return [event(match, told) for told in match.told(seat, since, page)]


def question(ask: Asked | None) -> Plain | None:
    """The open question as a seat is shown it."""
    if ask is None:
        return None
    text = {language: ask.text(language) for language in LANGUAGES}
    return {"what": ask.what, "rule": ask.rule, "text": text, "data": ask.data}


class Questions:
    """Questions that were put before, as they were encoded: matches ask the same again and again, and to put them into
    words takes time. Long ones are not kept."""

    def __init__(self, most: int = 4096, longest: int = 2048) -> None:
        self._most, self._longest = most, longest
        self._known: dict[tuple[Phrasebook, str, tuple[Seat, ...], str | None, bytes], bytes] = {}

    def encoded(self, ask: Asked | None) -> bytes:
        """The question, encoded."""
        if ask is None:
            return b"null"
        key = ask.book, ask.what, ask.who, ask.rule, encode((ask.phrase, ask.data))
        known = self._known.get(key)
        if known is None:
            known = encode(question(ask))
            if len(self._known) >= self._most:
                self._known.clear()
            if len(known) <= self._longest:
                self._known[key] = known
        return known


QUESTIONS = Questions()


def options(match: Match, seat: Seat | None) -> bytes:
    """A seat's possible answers, encoded; null where it is not asked."""
    if seat is None or match.ask is None or seat not in match.ask.who:
        return b"null"
    listed = match.options(seat)
    return listed.encoded() if isinstance(listed, Listing) else encode(listed)


def place(match: Match, seat: Seat | None, number: int) -> str:
    """A name for the place before the event of that number in a seat's stream: by what came before it, and when."""
    return _place(number, match.told(seat, number - 1, number) if number else [])


def _place(number: int, before: Sequence[Told]) -> str:
    return f"{number}-{before[-1].known}" if before else str(number)


def still_stands(match: Match, seat: Seat | None, number: int, mark: str) -> bool:
    """Whether what a seat was told up to a place that had this name still stands."""
    return 0 <= number <= match.told_count(seat) and place(match, seat, number) == mark


class Values:
    """Values of a view as they were last told, encoded together."""

    __slots__ = ("_encoded", "_values")

    def __init__(self, keys: Sequence[str], values: list[Any]) -> None:
        self._values = values
        self._encoded = encode(dict(zip(keys, values, strict=True)))[1:-1]

    def of(self, values: list[Any]) -> bool:
        """Whether these are the very same."""
        return len(values) == len(self._values) and all(map(is_, values, self._values))

    def joined(self) -> bytes:
        """All of them with their keys, with commas between."""
        return self._encoded


class Lasting:
    """Views whose game has values that it never changes once they are written: while they are the same they are not
    encoded again."""

    def __init__(self) -> None:
        self._values: dict[Seat | None, Values] = {}

    def encoded(
        self, view: Plain, lists: Mapping[str, bytes], unchanging: Sequence[str] = (), seat: Seat | None = None
    ) -> tuple[bytes, ...]:
        """A seat's view, which is used up, with lists that are JSON already and the values under those keys: in pieces,
        all but its first bracket."""
        same = self._same(seat, unchanging, [view.pop(key) for key in unchanging]) if unchanging else b""
        rest = encode(view)[1:-1]
        pieces = [rest]
        if same:
            pieces.append(b",%b" % same if rest else same)
        for key, records in lists.items():
            pieces.append(b'%b"%b":[' % (b"," if rest or len(pieces) > 1 else b"", key.encode()))
            pieces.append(records)
            pieces.append(b"]")
        return (*pieces, b"}")

    def _same(self, seat: Seat | None, keys: Sequence[str], values: list[Any]) -> bytes:
        known = self._values.get(seat)
        if known is None or not known.of(values):
            known = self._values[seat] = Values(keys, values)
        return known.joined()


class Teller:
    """Makes the messages that show a match as it stands now; what several viewers are told alike is made once.

    `table` is what all are told of the table, encoded.
    """

    def __init__(self, match: Match, running: bool, table: bytes, lasting: Lasting | None = None) -> None:
        self._match, self._running = match, running
        self._table = b',"table":%b,' % table[:-1]
        self._lasting = lasting or Lasting()
        self._parts: dict[Seat | None, tuple[bytes, ...]] = {}
        self._questions: dict[Seat | None, bytes] = {}
        self._events: dict[tuple[int, str, int], bytes] = {}
        self._open: tuple[bytes, ...] = ()

    def _event(self, told: Told) -> bytes:
        """An event; seats that are told the same have its data in common."""
        key = told.number, told.kind, id(told.data)
        found = self._events.get(key)
        if found is None:
            found = self._events[key] = encode(event(self._match, told))
        return found

    def _question(self, seat: Seat | None) -> bytes:
        """The open question; where nothing is hidden all are shown the same."""
        shown = None if self._match.game.all_open else seat
        found = self._questions.get(shown)
        if found is None:
            asked = self._match.asked(shown) if self._running else None
            found = self._questions[shown] = QUESTIONS.encoded(asked)
        return found

    def _view(self, seat: Seat | None) -> tuple[bytes, ...]:
        """A seat's view, but for whose it is. Where nothing is hidden all see the same, save what they have sealed."""
        match = self._match
        if not match.game.all_open or seat in match.sealed:
            return self._encoded(seat)
        if not self._open:
            self._open = self._encoded(None)
        return self._open

    def _encoded(self, seat: Seat | None) -> tuple[bytes, ...]:
        view, lists = self._match.view_apart(seat)
        del view["seat"]
        return self._lasting.encoded(view, lists, (*OF_HEADER, *self._match.game.unchanging), seat)

    def state(self, seat: Seat | None, personal: bytes, since: int | None) -> tuple[bytes, ...]:
        """The message for a seat that has been told so many of its events (it is told the new ones) or none (the last).

        `personal` is what this viewer alone is told of the table, encoded. All viewers of a seat have been told alike.
        It comes in pieces: what several viewers are told alike is not copied for each.
        """
        parts = self._parts.get(seat)
        if parts is None:
            parts = self._parts[seat] = self._part(seat, since)
        return (*parts, b"%b%b}" % (self._table, personal[1:]))

    def _part(self, seat: Seat | None, since: int | None) -> tuple[bytes, ...]:
        """What all viewers of a seat are told alike, up to the table."""
        match, running = self._match, self._running
        count = match.told_count(seat)
        anew = since is None or count - since > PAGE
        first = max(0, count - PAGE) if since is None or anew else since
        new = match.told(seat, first)
        name = encode(seat)
        mark = _place(count, new[-1:]) if new else place(match, seat, count)
        return (
            b'{"t":"state","version":%d,"seat":%b,%b"options":'
            % (match.version_for(seat), name, b'"anew":true,' if anew else b""),
            options(match, seat) if running else b"null",
            b',"question":%b,"can_undo":%b,"can_salt":%b,"from":%d,"mark":"%b","events":[%b],"view":{"seat":%b,'
            % (
                self._question(seat),
                b"true" if running and seat is not None and match.can_undo(seat) else b"false",
                b"true" if seat is not None and match.result is None and match.can_salt(seat) else b"false",
                first,
                mark.encode(),
                b",".join([self._event(told) for told in new]),
                name,
            ),
            *self._view(seat),
        )


def acknowledgement(match: Match, seat: Seat | None, message: str) -> Plain:
    """That what a message of a seat asked for is committed."""
    return {"t": "ack", "id": message, "version": match.version_for(seat)}


def joined(*objects: bytes) -> bytes:
    """One object with the fields of several, all encoded."""
    return b"{" + b",".join(fields[1:-1] for fields in objects if fields != b"{}") + b"}"
