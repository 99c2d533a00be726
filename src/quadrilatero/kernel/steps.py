"""The steps of a segment: in plain data, whole or as a seat is told of them, what they disclose, who answered last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Answer, Ask, Dice
from quadrilatero.kernel.chronicle import Chronicle
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.log import Ordered, plain_answer
from quadrilatero.kernel.phrases import Phrasebook
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import Mark, Step, Tellings


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


def as_told(line: list[Step], seat: Seat | None) -> list[Plain]:
    """The answers and dice of a segment as a seat was told of them; an answer it was told nothing of is None."""
    plain: list[Plain] = []
    for step in line:
        if step.dice is not None:
            if step.dice.seen_by is None or seat in step.dice.seen_by:
                plain.append(_plain_roll(step.dice, step.value))
        elif not step.forced and step.value is not None:
            answers = step.value if step.seat is None else {step.seat: step.value}
            for by, answer in answers.items():
                veiled = step.told.get(by)
                told = plain_answer(answer) if veiled is None or by == seat else veiled[seat]
                plain.append({"seat": by, "answer": told})
    return plain


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
        "answers": [*as_told(mark.line, seat), *pending(sealed)],
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


def disclose(
    known: Mapping[Seat | None, int], step: Step, everybody: tuple[Seat | None, ...], events: Sequence[Event]
) -> dict[Seat | None, int]:
    """What seats have been told by chance, as a number each, after a step of no seat's: a roll, a reveal, opened seals.

    The last of the `events` is what a reveal tells.
    """
    told: dict[Seat | None, int] = {}
    last: Any = None
    written = b""
    for seat in everybody:
        if (item := _disclosure(step, seat, events)) is not None:
            if item is not last:  # mostly all are told the same
                last, written = item, msgspec.json.encode(item.plain() if isinstance(item, Event) else item)
            told[seat] = hash((known.get(seat, 0), written))
    return {**known, **told}


def _disclosure(step: Step, seat: Seat | None, events: Sequence[Event]) -> Any:
    if step.dice is not None:
        return step.value if step.dice.seen_by is None or seat in step.dice.seen_by else None
    if step.value is None:
        return events[-1].told(seat)
    opened = {by: step.told.get(by, {}).get(seat, plain_answer(answer)) for by, answer in step.value.items()}
    return opened if any(answer is not None for by, answer in opened.items() if by != seat) else None
