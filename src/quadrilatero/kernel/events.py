"""What happened, told with its rule, its dice and every modifier's own rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from quadrilatero.kernel.phrases import NOBODY, Names, Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

NO_MODIFIERS: list[tuple[str, int]] = []
SPECTATOR = ""
"""How a stored event names those who have no seat."""


class Event(msgspec.Struct, gc=False):
    """One thing that happened. `seen_by` None means that everybody sees it.

    `tellings` are the events that single seats (None: spectators) are told instead of this one, which is whole, or
    what makes them when they are first asked for.
    """

    kind: str
    rule: str
    data: Plain
    book: Phrasebook
    dice: tuple[int, ...] = ()
    modifiers: list[tuple[str, int]] = NO_MODIFIERS
    seen_by: tuple[Seat, ...] | None = None
    tellings: Mapping[Seat | None, Telling] | None = None

    def text(self, language: str = "en", names: Names = NOBODY) -> str:
        """The event as a sentence, with the names that a match has for its seats."""
        return self.book.tell(self.kind, language, self.data, self.dice, self.modifiers, names)

    def plain(self) -> Plain:
        """The event as stored in a save."""
        plain: Plain = {
            "kind": self.kind,
            "rule": self.rule,
            "data": self.data,
            "dice": list(self.dice),
            "modifiers": [list(pair) for pair in self.modifiers],
            "seen_by": None if self.seen_by is None else list(self.seen_by),
        }
        if self.tellings is not None:
            plain["tellings"] = {seat or SPECTATOR: made(telling).plain() for seat, telling in self.tellings.items()}
        return plain

    @classmethod
    def stored(cls, plain: Plain, book: Phrasebook) -> Event:
        """The event that `plain` was made from."""
        return cls(
            plain["kind"],
            plain["rule"],
            plain["data"],
            book,
            Row(plain["dice"]),
            [(rule, value) for rule, value in plain["modifiers"]],
            None if plain["seen_by"] is None else tuple(plain["seen_by"]),
            {seat or None: cls.stored(telling, book) for seat, telling in plain["tellings"].items()}
            if plain.get("tellings")
            else None,
        )

    def told(self, seat: Seat | None) -> Event | None:
        """The event as that seat (None: a spectator) is told of it; None where it is not."""
        if self.tellings is not None and seat in self.tellings:
            return made(self.tellings[seat])
        return self if self.seen_by is None or seat in self.seen_by else None


Telling: TypeAlias = Event | Callable[[], Event]


def made(telling: Telling) -> Event:
    """The event that somebody is told instead of another."""
    return telling if isinstance(telling, Event) else telling()


class Told(Event, gc=False):
    """An event in one seat's own stream, with its number there; it came by the time the log had `frame` entries.

    The seat itself was shown the version `known` then, which counts only what it may know of.
    """

    number: int = 0
    frame: int = 0
    known: int = 0
