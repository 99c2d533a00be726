"""What rules say to the outside: questions, refusals and the errors made of them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec

from quadrilatero.kernel.events import Event
from quadrilatero.kernel.phrases import LANGUAGES, Phrasebook
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.question import Ask, Asked

__all__ = [
    "Answer",
    "Ask",
    "Asked",
    "Dice",
    "DiceExhausted",
    "Ended",
    "Illegal",
    "Refusal",
    "Reveal",
    "Script",
    "plain_refusal",
]

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


def plain_refusal(refusal: Refusal | None) -> Plain | None:
    """A refusal as pages read it, in all languages, with the figures it rests on; None where there is none."""
    if refusal is None:
        return None
    text = {language: refusal.text(language) for language in LANGUAGES}
    return {"rule": refusal.rule, "text": text, "data": dict(refusal.data)}


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


class Dice(msgspec.Struct, frozen=True, gc=False):
    """A question put to the dice: so many faces, in the order rolled.

    `seen_by` names the seats that are told of the roll, where not everybody is.
    """

    count: int
    sides: int = 6
    seen_by: tuple[Seat, ...] | None = None


class Reveal(msgspec.Struct, frozen=True):
    """A hidden fact becomes known to those who see the event. What came before can no longer be taken back.

    This is the only way in which a hidden fact may reach a seat, but for dice and for sealed answers that are opened.
    """

    event: Event


Script: TypeAlias = Generator[Ask | Dice | Reveal, Any, Any]
