"""What rules say to the outside: questions, refusals and the errors made of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

import msgspec

from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

Answer: TypeAlias = msgspec.Struct


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer is not allowed: the rule it breaks (None where no rule is at stake) and a reason in words."""

    rule: str | None
    reason: str
    book: Phrasebook
    data: Plain = {}

    def text(self, language: str = "en") -> str:
        """The sentence for a player, with the rule it rests on."""
        sentence = self.book.say("refusal", self.reason, language, self.data)
        return f"{sentence} [{self.rule}]" if self.rule else sentence


class Illegal(ValueError):
    """An answer, undo or act that is not allowed; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text("en"))
        self.refusal = refusal
        self.rule = refusal.rule
        self.reason = refusal.reason

    def text(self, language: str = "en") -> str:
        """The same sentence that the refusal gives."""
        return self.refusal.text(language)


class DiceExhausted(RuntimeError):
    """The scripted dice ran out; the match stands at the question before."""


class Ended(Exception):
    """Raised by a rule when the game is decided in the middle of a segment."""


class Ask:
    """A question put to one seat, or to several at once whose answers stay sealed until all are in.

    `options(seat)` lists every distinct answer as plain data, `refuse(seat, answer)` judges a typed one.
    `certain` spares the kernel the listing where the rule knows that there are two answers at least.
    """

    __slots__ = ("book", "certain", "data", "kinds", "options", "refuse", "rule", "seats", "waiting", "what")

    def __init__(
        self,
        book: Phrasebook,
        seats: tuple[Seat, ...],
        what: str,
        rule: str,
        kinds: tuple[type[Answer], ...],
        options: Callable[[Seat], list[Plain]],
        refuse: Callable[[Seat, Any], Refusal | None],
        data: Plain | None = None,
        certain: bool = False,
    ) -> None:
        self.book = book
        self.seats = seats
        self.waiting = seats
        self.what = what
        self.rule = rule
        self.kinds = kinds
        self.options = options
        self.refuse = refuse
        self.data = {} if data is None else data
        self.certain = certain

    @property
    def who(self) -> Row:
        """The seats still to answer."""
        return Row(self.waiting)

    def text(self, language: str = "en") -> str:
        """The question in words."""
        return self.book.say("ask", self.what, language, self.data)

    def plain(self) -> Plain:
        """The question as a view shows it."""
        return {"what": self.what, "rule": self.rule, "who": list(self.waiting), "data": self.data}


class Dice(msgspec.Struct, frozen=True, gc=False):
    """A question put to the dice: so many faces, in the order rolled."""

    count: int


Script: TypeAlias = Generator[Ask | Dice, Any, Any]
