"""A question of the rules, and as each seat is shown it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

if TYPE_CHECKING:
    from quadrilatero.kernel.ask import Answer, Refusal

WAITING = ("waiting", "others")


class Asked(msgspec.Struct, frozen=True):
    """A question as one seat (or a spectator) is shown it; `phrase` is the sentence that puts it into words."""

    what: str
    rule: str | None
    who: tuple[Seat, ...]
    data: Plain
    phrase: tuple[str, str]
    book: Phrasebook

    def text(self, language: str = "en") -> str:
        """The question in words."""
        return self.book.say(*self.phrase, language, {"who": self.who, **self.data})

    def plain(self) -> Plain:
        """The question as a view shows it."""
        return {"what": self.what, "rule": self.rule, "who": list(self.who), "data": self.data}


class Ask:
    """A question put to one seat, or to several at once whose answers stay sealed until all are in.

    `options(seat)` lists every distinct answer as plain data, `refuse(seat, answer)` judges a typed one.
    `certain` spares the kernel the listing where the rule knows that there are two answers at least, or where even a
    single answer must be asked for because passing the question over would tell something.

    In a game that hides facts, those who are not asked see who is asked and what, but not the data; `tell(seat)` gives
    the data each seat (None: a spectator) is shown, and `retell(seat, answer)` an answer as another seat is told of
    it, None where it is told nothing; it may be asked of the same question put again when a segment is gone through
    once more. Of a `secret` question others learn only that it is put.

    Of an `open` question the options are candidates only: `refuse` is the authority, no answer is forced, and
    `sample(seat, rng)` draws a lawful answer from all there are.
    """

    __slots__ = (
        "book",
        "certain",
        "data",
        "kinds",
        "open",
        "options",
        "refuse",
        "retell",
        "rule",
        "sample",
        "seats",
        "secret",
        "tell",
        "waiting",
        "what",
    )

    def __init__(
        self,
        book: Phrasebook,
        seats: tuple[Seat, ...],
        what: str,
        rule: str,
        kinds: tuple[type[Answer], ...],
        options: Callable[[Seat], Sequence[Plain]],
        refuse: Callable[[Seat, Any], Refusal | None],
        data: Plain | None = None,
        certain: bool = False,
        *,
        secret: bool = False,
        open: bool = False,  # noqa: A002 - the word of the contract: a question whose answers are endless
        tell: Callable[[Seat | None], Plain] | None = None,
        retell: Callable[[Seat | None, Any], Plain | None] | None = None,
        sample: Callable[[Seat, random.Random], Plain] | None = None,
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
        if open:
            self.data = {**self.data, "open": True}
        self.certain = certain or open
        self.secret = secret
        self.open = open
        self.tell = tell
        self.retell = retell
        self.sample = sample

    @property
    def who(self) -> Row:
        """The seats still to answer."""
        return Row(self.waiting)

    def text(self, language: str = "en") -> str:
        """The question in words."""
        return self.book.say("ask", self.what, language, self.data)

    def plain(self) -> Plain:
        """The question whole, as a view shows it where nothing is hidden."""
        return {"what": self.what, "rule": self.rule, "who": list(self.waiting), "data": self.data}

    def shown(self, seat: Seat | None, all_open: bool) -> Asked:
        """The question as that seat (None: a spectator) is shown it."""
        if all_open:
            return Asked(self.what, self.rule, self.waiting, self.data, ("ask", self.what), self.book)
        if seat in self.seats:
            data = self.data if self.tell is None else self.tell(seat)
            return Asked(self.what, self.rule, self.waiting, data, ("ask", self.what), self.book)
        if self.secret:
            return Asked("secret", None, self.waiting, {}, WAITING, self.book)
        data = {} if self.tell is None else self.tell(seat)
        return Asked(self.what, self.rule, self.waiting, data, WAITING, self.book)

    def told(self, seat: Seat, answer: Any, others: Iterable[Seat | None]) -> dict[Seat | None, Plain | None] | None:
        """What each of the others is told of a seat's answer; None where all may know it as it is."""
        if self.retell is not None:
            return {other: self.retell(other, answer) for other in others if other != seat}
        return dict.fromkeys((other for other in others if other != seat), None) if self.secret else None
