"""The voice of a game: short ways for its rules to ask, refuse, tell and roll, in the sentences of its phrasebook."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quadrilatero.kernel.ask import Answer, Ask, Refusal, Reveal
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import BadPosition, State
from quadrilatero.kernel.phrases import LANGUAGES, Phrasebook
from quadrilatero.kernel.plain import Plain, Row, Seat

Seats = tuple[Seat, ...]
Tellings = Mapping[Seat | None, Plain]


class Voice:
    """What rules say; the data fill the fields of the sentence, and programs read them."""

    __slots__ = ("book",)

    def __init__(self, book: Phrasebook) -> None:
        self.book = book

    def ask(
        self,
        seat: Seat,
        what: str,
        rule: str,
        kinds: tuple[type[Answer], ...],
        options: Callable[[], Sequence[Plain]],
        refuse: Callable[[Any], Refusal | None],
        certain: bool = False,
        **more: Any,
    ) -> Ask:
        """A question to one seat; `more` is its data, and whatever else `ask_all` takes."""
        return self.ask_all(
            (seat,), what, rule, kinds, lambda _: options(), lambda _, answer: refuse(answer), certain, **more
        )

    def ask_all(
        self,
        seats: Seats,
        what: str,
        rule: str,
        kinds: tuple[type[Answer], ...],
        options: Callable[[Seat], Sequence[Plain]],
        refuse: Callable[[Seat, Any], Refusal | None],
        certain: bool = False,
        *,
        secret: bool = False,
        open: bool = False,  # noqa: A002  # as the question has it
        tell: Callable[[Seat | None], Plain] | None = None,
        retell: Callable[[Seat | None, Any], Plain | None] | None = None,
        sample: Callable[[Seat, random.Random], Plain] | None = None,
        **data: Any,
    ) -> Ask:
        """A question to several seats at once, whose answers stay sealed until all are in."""
        return Ask(
            self.book,
            seats,
            what,
            rule,
            kinds,
            options,
            refuse,
            data,
            certain,
            secret=secret,
            open=open,
            tell=tell,
            retell=retell,
            sample=sample,
        )

    def no(self, rule: str, reason: str, **data: Any) -> Refusal:
        """A refusal by a rule."""
        return Refusal(rule, reason, self.book, data)

    def fault(self, where: str, reason: str, rule: str | None = None, **data: Any) -> BadPosition:
        """A fault of a position in one of its fields, to be raised."""
        said = {language: self.book.say("fault", reason, language, data) for language in LANGUAGES}
        return BadPosition(f"position: {where}: {said['en']}", rule, said)

    def tell(self, s: State, kind: str, rule: str, **data: Any) -> None:
        """Something has happened that everybody sees."""
        s.sink.append(Event(kind, rule, data, self.book))

    def tell_to(self, s: State, seats: Seats, kind: str, rule: str, **data: Any) -> None:
        """Something has happened that these seats alone see."""
        s.sink.append(Event(kind, rule, data, self.book, seen_by=seats))

    def tell_apart(self, s: State, kind: str, rule: str, instead: Tellings, **data: Any) -> None:
        """Something has happened of which single seats (None: spectators) are told `instead` of the whole."""
        s.sink.append(Event(kind, rule, data, self.book, tellings=self._apart(kind, rule, instead)))

    def reveal(self, kind: str, rule: str, *, seen_by: Seats | None = None, **data: Any) -> Reveal:
        """A hidden fact for these seats, or for everybody, to be yielded to the kernel."""
        return Reveal(Event(kind, rule, data, self.book, seen_by=seen_by))

    def roll(
        self,
        s: State,
        rule: str,
        whose: Plain,
        faces: tuple[int, ...],
        modifiers: list[tuple[str, int]],
        need: int,
        *,
        seen_by: Seats | None = None,
        instead: Tellings | None = None,
        **data: Any,
    ) -> bool:
        """Dice have been rolled that have to reach a number with all that is added to them; whether they did.

        `whose` tells who rolled: `by`, the seat, and what else the game tells of it. `seen_by` None means everybody;
        of those, single seats may be told the dice with other data `instead`, and without what was added.
        """
        total = sum(faces) + sum(value for _, value in modifiers)
        success = total >= need
        outcome = "success" if success else "failure"
        data = {**whose, "need": need, "total": total, "success": success, "outcome": outcome, **data}
        tellings = None if instead is None else self._apart("roll", rule, instead, faces)
        s.sink.append(Event("roll", rule, data, self.book, Row(faces), modifiers, seen_by=seen_by, tellings=tellings))
        return success

    def _apart(self, kind: str, rule: str, instead: Tellings, faces: tuple[int, ...] = ()) -> dict[Seat | None, Event]:
        return {seat: Event(kind, rule, data, self.book, Row(faces)) for seat, data in instead.items()}
