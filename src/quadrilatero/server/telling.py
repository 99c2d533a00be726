"""What a seat is told: its view, its options, the question and the events, all from the kernel's own telling."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel import LANGUAGES, Ask, Event, Match
from quadrilatero.kernel.ask import Plain, Seat


def event(number: int, told: Event) -> Plain:
    """An event of a seat's stream with its sentence."""
    return {
        "n": number,
        "kind": told.kind,
        "rule": told.rule,
        "data": told.data,
        "dice": list(told.dice),
        "modifiers": told.modifiers,
        "text": {language: told.text(language) for language in LANGUAGES},
    }


def events(match: Match, seat: Seat | None, since: int = 0) -> list[Plain]:
    """A seat's stream of events from a number on."""
    return [event(told.number, told) for told in match.told(seat, since)]


def question(ask: Ask | None) -> Plain | None:
    """The open question; everybody may know what is asked."""
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
        self._told: list[Event] = []

    def advance(self, match: Match, seat: Seat | None) -> int:
        """Take note of the events there are now; the number of those that the seat has already."""
        now = [event for event in match.events if event.seen(seat)]
        old, self._told = self._told, now
        if len(old) <= len(now) and (not old or old[-1] is now[len(old) - 1]):
            return len(old)
        pairs = zip(old, now, strict=False)
        return next((n for n, (was, stands) in enumerate(pairs) if was is not stands), min(len(old), len(now)))


def state(match: Match, seat: Seat | None, table: Plain, since: int, running: bool) -> bytes:
    """The message that shows a seat where the match stands."""
    return encode(
        {
            "t": "state",
            "version": match.version,
            "seat": seat,
            "table": table,
            "view": match.view(seat),
            "options": options(match, seat) if running else None,
            "question": question(match.ask) if running else None,
            "can_undo": running and seat is not None and match.can_undo(seat),
            "events": events(match, seat, since),
            "from": since,
        }
    )


def encode(message: Any) -> bytes:
    """A message as it goes over the socket."""
    return msgspec.json.encode(message)
