"""Whether a match tells a seat what it may not know.

Two worlds that a seat cannot tell apart are played on side by side with the same answers and the same dice. Whatever
the seat is told must be the same, byte for byte, on every channel, until a roll, a reveal or opened answers tell it
the difference. So nothing leaks, and an answer that can still be taken back has shown its seat nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal, Refusal
from quadrilatero.kernel.dice import SeededDice
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.inspection import inspect
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import pack
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample

Channel = Callable[[Match, Seat | None], Any]
FAR = -999_999
TRIALS = 6


def mutants(answer: Plain) -> Iterator[Any]:
    """Answers like this one that no rule can allow."""
    yield from (None, [], "?", 7, {}, {"do": "?"}, [answer], {**answer, "?": 1})
    for key, value in answer.items():
        if isinstance(value, str):
            yield {**answer, key: value + "?"}
        elif isinstance(value, bool):
            yield {**answer, key: "?"}
        elif isinstance(value, int):
            yield {**answer, key: FAR}
        elif isinstance(value, list):
            yield {**answer, key: [*value, "?"]}
        elif isinstance(value, dict):
            yield {**answer, key: {**value, "?": "?"}}


def _refused(refusal: Refusal | None) -> Any:
    return refusal and [refusal.rule, *(refusal.text(language) for language in LANGUAGES)]


def _question(match: Match, seat: Seat | None) -> Any:
    asked = match.asked(seat)
    return asked and [asked.plain(), *(asked.text(language) for language in LANGUAGES)]


def _options(match: Match, seat: Seat | None) -> Any:
    return None if seat is None else list(match.options(seat))


def _refusals(match: Match, seat: Seat | None) -> Any:
    if seat is None:
        return None
    options = match.options(seat)
    trials = list(mutants(options[0])) if options else [{"do": "?"}]
    return [_refused(match.refuse(seat, trial)) for trial in trials]


def _undo(match: Match, seat: Seat | None) -> Any:
    """What taking back would say; trying it on a copy must tell no more than asking."""
    if seat is None:
        return None
    try:
        match.clone().undo(seat)
    except Illegal as error:
        return [match.can_undo(seat), _refused(error.refusal)]
    return match.can_undo(seat)


def _export(match: Match, seat: Seat | None) -> Any:
    """What a seat's file holds; a copy taken in the middle of a game, with the dice named alike."""
    return None if seat is None else pack(match, seat)


CHANNELS: Mapping[str, Channel] = {
    "view": lambda match, seat: match.view(seat),
    "question": _question,
    "options": _options,
    "refusals": _refusals,
    "undo": _undo,
    "events": lambda match, seat: [event.plain() for event in match.told(seat)],
    "version": lambda match, seat: match.version_for(seat),
    "export": _export,
}


def looked_up(queries: list[Plain]) -> Channel:
    """A channel: what looking things up tells."""

    def channel(match: Match, seat: Seat | None) -> Any:
        return [_looked_up(match, seat, query) for query in queries]

    return channel


def _looked_up(match: Match, seat: Seat | None, query: Plain) -> Any:
    try:
        return inspect(match, seat, query)
    except BadQuery as error:
        return str(error)


def reckoned(match: Match, seat: Seat | None) -> Any:
    """A channel: the odds of the first and the last option."""
    options = [] if seat is None else match.options(seat)
    if seat is None or not options:
        return None
    return [odds(match, seat, answer, {"samples": 4}).plain() for answer in (options[0], options[-1])]


def known(match: Match, seat: Seat | None, channels: Mapping[str, Channel] = CHANNELS) -> dict[str, bytes]:
    """All that a match tells a seat (None: a spectator), as bytes."""
    return {name: msgspec.json.encode(channel(match, seat)) for name, channel in channels.items()}


class Leak(AssertionError):
    """A seat was told what it may not know."""


def walks(
    match: Match, seat: Seat | None, rng: random.Random, steps: int, channels: Mapping[str, Channel] = CHANNELS
) -> int:
    """Compare worlds made up for a seat, and twins of the match as it is; how many pairs were compared. Raises Leak."""
    compared = walk(*made_up(match, seat, rng), seat, rng, steps, channels)
    if (pair := twins(match, seat, rng)) is not None:
        compared += walk(*pair, seat, rng, steps, channels)
    return compared


def made_up(match: Match, seat: Seat | None, rng: random.Random) -> tuple[Match, Match]:
    """Two worlds made up from what a seat knows, with the same dice to come."""
    view, dice = match.view(seat), SeededDice(rng.getrandbits(63))
    first, second = (sample(view, rng).change_dice(dice) for _ in range(2))
    return first, second


def twins(match: Match, seat: Seat | None, rng: random.Random) -> tuple[Match, Match] | None:
    """The match as it is and one that differs in hidden facts only; None in the midst of a segment."""
    position = match.state()
    if position["since"] or match.ask is None:
        return None
    twin = match.game.twin(position, seat, rng)
    if twin is None:
        return None
    name, options, seed = match.game.name, match.header.options, rng.getrandbits(63)
    return start(name, position=position, options=options, seed=seed), start(
        name, position=twin, options=options, seed=seed
    )


def walk(
    first: Match,
    second: Match,
    seat: Seat | None,
    rng: random.Random,
    steps: int,
    channels: Mapping[str, Channel] = CHANNELS,
) -> int:
    """Play two worlds on side by side for at most so many answers; how many pairs were compared. Raises Leak."""
    compared = 0
    for _ in range(steps + 1):
        _compare(first, second, seat, channels)
        compared += 1
        told = first.disclosed(seat)
        if not _answer_alike(first, second, seat, rng) or first.result is not None or second.result is not None:
            break
        if first.disclosed(seat) != second.disclosed(seat):
            break
        if first.disclosed(seat) != told and _sight(first, seat) != _sight(second, seat):
            break
    return compared


def _sight(match: Match, seat: Seat | None) -> bytes:
    """What a roll that hidden facts decide may change for a seat: what it sees on the board, and who is asked what."""
    return msgspec.json.encode({key: value for key, value in match.view(seat).items() if key != "since"})


def _compare(first: Match, second: Match, seat: Seat | None, channels: Mapping[str, Channel]) -> None:
    one, other = known(first, seat, channels), known(second, seat, channels)
    for name, told in one.items():
        if told != other[name]:
            ask = first.ask and first.ask.what
            raise Leak(
                f"{first.game.name}: {name} tells {seat or 'a spectator'} what is hidden (at {ask!r}):\n"
                f"  {told.decode()}\n  {other[name].decode()}"
            )


def _answer_alike(first: Match, second: Match, seat: Seat | None, rng: random.Random) -> bool:
    """Let somebody answer in both worlds so that the seat is told the same of it; whether that was possible.

    Others' answers that the seat is told of alike differ where they can: what they are is hidden too.
    """
    if first.ask is None or second.ask is None or first.ask.who != second.ask.who:
        return False
    by = rng.choice(first.ask.who)
    for _ in range(TRIALS):
        answer = first.random_answer(by, rng)
        told = _told(first, seat, by, answer)
        other = answer
        if told != answer:
            draws = (second.random_answer(by, rng) for _ in range(TRIALS))
            other = next((draw for draw in draws if _told(second, seat, by, draw) == told), answer)
        if second.refuse(by, other) is None and _told(second, seat, by, other) == told:
            first.answer(by, answer)
            second.answer(by, other)
            return True
    return False


def _told(match: Match, seat: Seat | None, by: Seat, answer: Plain) -> Plain | None:
    """What a seat would be told of an answer."""
    if by == seat or match.ask is None:
        return answer
    if len(match.ask.waiting) > 1 or match.refuse(by, answer) is not None:
        return None
    told = match.ask.told(by, match.judged(by, answer), (seat,))
    return answer if told is None else told[seat]
