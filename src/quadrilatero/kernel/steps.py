"""The steps of a segment: in plain data, whole or as a seat is told of them, what they disclose, who answered last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Answer, Ask, Dice, Reveal
from quadrilatero.kernel.chronicle import Chronicle
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.log import Ordered, plain_answer
from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import NOTHING_VEILED, Mark, Step, Tellings


def whole(line: list[Step]) -> list[Plain]:
    """The answers and dice of a segment, whole."""
    plain: list[Plain] = []
    for step in line:
        if step.dice is not None:
            plain.append(_plain_roll(step.dice, step.value))
        elif step.seat is not None:
            if not step.forced:
                plain.append({"seat": step.seat, "answer": plain_answer(step.value)})
        elif step.value is not None:
            plain.extend({"seat": seat, "answer": plain_answer(answer)} for seat, answer in step.value.items())
    return plain


def as_told(game: Game[Any], mark: Mark, seat: Seat | None) -> list[Plain]:
    """The answers and dice of a segment as a seat was told of them; an answer it was told nothing of is None."""
    plain: list[Plain] = []
    veiled = _veiled(game, mark, seat)
    for number, step in enumerate(mark.line):
        if step.dice is not None:
            if step.dice.seen_by is None or seat in step.dice.seen_by:
                plain.append(_plain_roll(step.dice, step.value))
        elif not step.forced and step.value is not None:
            answers = step.value if step.seat is None else {step.seat: step.value}
            instead = step.told if step.seat is None else veiled.get(number, NOTHING_VEILED)
            for by, answer in answers.items():
                told = plain_answer(answer) if by == seat or by not in instead else instead[by][seat]
                plain.append({"seat": by, "answer": told})
    return plain


def _veiled(game: Game[Any], mark: Mark, seat: Seat | None) -> dict[int, Tellings]:
    """What a seat was told of answers of others, one at a time, by the number of the step, where that is not all.

    It hangs on how things stood at the question. Hardly anybody asks for it, because most segments are over with one
    answer: so whoever does goes through the segment again.
    """
    found: dict[int, Tellings] = {}
    line = mark.line
    if not any(step.seat is not None and step.seat != seat and not step.forced for step in line):
        return found
    state = mark.state.copy()
    state.sink = events = []
    script = game.segment(state)
    value: Any = None
    for number, step in enumerate(line):
        ask: Any = script.send(value)
        if step.note is not None:
            events.append(step.note)
        elif type(ask) is Reveal:
            events.append(ask.event)
        if step.seat is not None and step.seat != seat and not step.forced:
            found[number] = tellings(ask, {step.seat: step.value}, (seat,))
        value = step.value
    return found


def pending(sealed: dict[Seat, Answer]) -> list[Plain]:
    """Answers that are still sealed, as the steps that they will be."""
    return [{"seat": seat, "answer": plain_answer(answer)} for seat, answer in sealed.items()]


def _plain_roll(dice: Dice, faces: tuple[int, ...]) -> Plain:
    return {"dice": list(faces)} if dice.sides == 6 else {"dice": list(faces), "sides": dice.sides}


def way_here(
    game: Game[Any], mark: Mark, sealed: dict[Seat, Answer], seat: Seat | None, noted: Chronicle, *, over: bool
) -> Plain | None:
    """What a view tells of the way since a boundary, with the seat's own sealed answer; None where there is none.

    Once a game that hides facts is over, all is told.
    """
    if over and not game.all_open:
        return {"before": game.disclosed(mark.state), "answers": whole(mark.line)}
    if not mark.line and not sealed:
        return None
    before = game.view(mark.state, seat) if mark.line else None
    if game.all_open:
        return {"before": before, "answers": [*whole(mark.line), *pending(sealed)]}
    heard = [event.told(seat) for event in noted.events_since(mark.told)]
    return {
        "before": before,
        "answers": [*as_told(game, mark, seat), *pending(sealed)],
        "told": [event.plain() for event in heard if event is not None],
    }


def tellings(ask: Ask, answers: Mapping[Seat, Answer | None], everybody: tuple[Seat | None, ...]) -> Tellings:
    """What seats are told of each other's answers, where that is not all."""
    told = {seat: ask.told(seat, answer, everybody) for seat, answer in answers.items()}
    return {seat: telling for seat, telling in told.items() if telling is not None}


def instructed_event(book: Phrasebook, rule: str, seat: Seat, ordered: Ordered) -> Event:
    """What a seat is told of an answer that its standing instruction gave; nobody else is."""
    return Event("instructed", rule, {**ordered.data, "why": ordered.why}, book, seen_by=(seat,))


def last_answer(marks: list[Mark], seat: Seat, *, by_hand: bool) -> tuple[int, int] | None:
    """The mark and the step of a seat's last answer, if no other came since; `by_hand` passes over instructions'."""
    for m in range(len(marks) - 1, -1, -1):
        line = marks[m].line
        for n in range(len(line) - 1, -1, -1):
            step = line[n]
            if not step.forced and not (by_hand and step.note is not None and step.seat == seat):
                return (m, n) if step.seat == seat else None
    return None


class Disclosures:
    """What seats have been told by chance up to a step of no seat's: a roll, a reveal, opened seals.

    As a number for each seat, reckoned when somebody asks, which in play nobody does. `event` is what a reveal tells,
    `before` what there was until then; clones share it.
    """

    __slots__ = ("_before", "_event", "_numbers", "_step")

    def __init__(self, before: Disclosures | None, step: Step, event: Event | None) -> None:
        self._before = before
        self._step = step
        self._event = event
        self._numbers: dict[Seat | None, int] = {}

    def number(self, seat: Seat | None) -> int:
        """Another number after every step that tells a seat something."""
        since: list[Disclosures] = []
        last: Disclosures | None = self
        while last is not None and seat not in last._numbers:
            since.append(last)
            last = last._before
        number = 0 if last is None else last._numbers[seat]
        for told in reversed(since):
            item = _disclosure(told._step, seat, told._event)
            if item is not None:
                number = hash((number, msgspec.json.encode(item.plain() if isinstance(item, Event) else item)))
            told._numbers[seat] = number
        return number


def _disclosure(step: Step, seat: Seat | None, event: Event | None) -> Any:
    if step.dice is not None:
        return step.value if step.dice.seen_by is None or seat in step.dice.seen_by else None
    if event is not None:
        return event.told(seat)
    opened = {by: step.told.get(by, {}).get(seat, plain_answer(answer)) for by, answer in step.value.items()}
    return opened if any(answer is not None for by, answer in opened.items() if by != seat) else None
