"""What happened, told with its rule, its dice and every modifier's own rule."""

from __future__ import annotations

import msgspec

from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

NO_MODIFIERS: list[tuple[str, int]] = []


class Event(msgspec.Struct, gc=False):
    """One thing that happened. `seen_by` None means that everybody sees it."""

    kind: str
    rule: str
    data: Plain
    book: Phrasebook
    dice: tuple[int, ...] = ()
    modifiers: list[tuple[str, int]] = NO_MODIFIERS
    seen_by: tuple[Seat, ...] | None = None

    def text(self, language: str = "en") -> str:
        """The event as a sentence."""
        return self.book.tell(self.kind, language, self.data, self.dice, self.modifiers)

    def plain(self) -> Plain:
        """The event as stored in a save."""
        return {
            "kind": self.kind,
            "rule": self.rule,
            "data": self.data,
            "dice": list(self.dice),
            "modifiers": [list(pair) for pair in self.modifiers],
            "seen_by": None if self.seen_by is None else list(self.seen_by),
        }

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
        )

    def seen(self, seat: Seat | None) -> bool:
        """Whether that seat (None: a spectator) may know of it."""
        return self.seen_by is None or seat in self.seen_by


class Told(Event, gc=False):
    """An event in one seat's own stream, with its number there; it came by the time the log had `frame` entries."""

    number: int = 0
    frame: int = 0
