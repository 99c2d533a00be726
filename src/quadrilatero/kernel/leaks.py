"""Whether a match tells a seat what it may not know.

Worlds that a seat cannot tell apart are played on side by side with the same answers and the same dice. Whatever the
seat is told must be the same, byte for byte, on every channel, until a roll, a reveal or opened answers tell it
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
    match: Match,
    seat: Seat | None,
    rng: random.Random,
    steps: int,
    channels: Mapping[str, Channel] = CHANNELS,
    many: int = 2,
) -> int:
    """Compare so many worlds made up for a seat, and twins of the match as it is, every two of them.

    How many pairs were compared. Raises Leak.
    """
    compared = walk(made_up(match, seat, rng, many), seat, rng, steps, channels)
    return compared + walk(twins(match, seat, rng, many), seat, rng, steps, channels)


def made_up(match: Match, seat: Seat | None, rng: random.Random, many: int = 2) -> list[Match]:
    """Worlds made up from what a seat knows, with the same dice to come."""
    view, dice = match.view(seat), SeededDice(rng.getrandbits(63))
    return [sample(view, rng).change_dice(dice) for _ in range(many)]


def twins(match: Match, seat: Seat | None, rng: random.Random, many: int = 2) -> list[Match]:
    """The match as it is and others that differ in hidden facts only; none in the midst of a segment."""
    position = match.state()
    if position["since"] or match.ask is None:
        return []
    others = [match.game.twin(position, seat, rng) for _ in range(many - 1)]
    positions = [position, *(other for other in others if other is not None)]
    name, options, seed = match.game.name, match.header.options, rng.getrandbits(63)
    if len(positions) < 2:
        return []
    return [start(name, position=each, options=options, seed=seed) for each in positions]


def walk(
    worlds: list[Match],
    seat: Seat | None,
    rng: random.Random,
    steps: int,
    channels: Mapping[str, Channel] = CHANNELS,
) -> int:
    """Play worlds on side by side for at most so many answers; how many pairs were compared. Raises Leak.

    What the first tells is compared with what each of the others tells: so every two of them tell the same.
    """
    compared = 0
    for _ in range(steps + 1):
        if len(worlds) < 2:
            break
        _compare(worlds, seat, channels)
        compared += len(worlds) * (len(worlds) - 1) // 2
        told = worlds[0].disclosed(seat)
        worlds = _answered_alike(worlds, seat, rng)
        worlds = _still_alike(worlds, seat, told)
    return compared


def _still_alike(worlds: list[Match], seat: Seat | None, told: int) -> list[Match]:
    """Of worlds in which the same was answered those in which the seat was told the same of it."""
    if not worlds or worlds[0].result is not None:
        return []
    first = worlds[0]
    alike = [world for world in worlds if world.result is None and world.disclosed(seat) == first.disclosed(seat)]
    if first.disclosed(seat) == told:
        return alike
    seen = _sight(first, seat)
    return [world for world in alike if world is first or _sight(world, seat) == seen]


def _sight(match: Match, seat: Seat | None) -> bytes:
    """What a roll that hidden facts decide may change for a seat: what it sees on the board, and who is asked what."""
    return msgspec.json.encode({key: value for key, value in match.view(seat).items() if key != "since"})


def _compare(worlds: list[Match], seat: Seat | None, channels: Mapping[str, Channel]) -> None:
    first, *others = (known(world, seat, channels) for world in worlds)
    for other in others:
        for name, told in first.items():
            if told != other[name]:
                ask = worlds[0].ask and worlds[0].ask.what
                raise Leak(
                    f"{worlds[0].game.name}: {name} tells {seat or 'a spectator'} what is hidden (at {ask!r}):\n"
                    f"  {told.decode()}\n  {other[name].decode()}"
                )


def _answered_alike(worlds: list[Match], seat: Seat | None, rng: random.Random) -> list[Match]:
    """Let somebody answer so that the seat is told the same of it; the worlds in which that was possible.

    Others' answers that the seat is told of alike differ where they can: what they are is hidden too.
    """
    first, *others = worlds
    if first.ask is None:
        return []
    by = rng.choice(first.ask.who)
    others = [other for other in others if other.ask is not None and other.ask.who == first.ask.who]
    for _ in range(TRIALS if others else 0):
        answer = first.random_answer(by, rng)
        told = _told(first, seat, by, answer)
        alike = [(other, found) for other in others if (found := _alike(other, seat, by, answer, told, rng))]
        if alike:
            first.answer(by, answer)
            for other, found in alike:
                other.answer(by, found)
            return [first, *(other for other, _ in alike)]
    return []


def _alike(
    match: Match, seat: Seat | None, by: Seat, answer: Plain, told: Plain | None, rng: random.Random
) -> Plain | None:
    """An answer in this world of which a seat would be told this: another than that one, where it may be hidden."""
    found = answer
    if told != answer:
        draws = (match.random_answer(by, rng) for _ in range(TRIALS))
        found = next((draw for draw in draws if _told(match, seat, by, draw) == told), answer)
    fits = match.refuse(by, found) is None and _told(match, seat, by, found) == told
    return found if fits else None


def _told(match: Match, seat: Seat | None, by: Seat, answer: Plain) -> Plain | None:
    """What a seat would be told of an answer."""
    if by == seat or match.ask is None:
        return answer
    if len(match.ask.waiting) > 1 or match.refuse(by, answer) is not None:
        return None
    told = match.ask.told(by, match.judged(by, answer), (seat,))
    return answer if told is None else told[seat]
