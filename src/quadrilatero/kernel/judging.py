"""Reading what a seat answers: as an answer of the kind that is asked for, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Answer, Ask, Refusal
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.plain import Seat


@cache
def decoder(kinds: tuple[type[Answer], ...]) -> Callable[[Any], Answer]:
    """What reads an answer of these kinds. The verb picks the kind: to convert to a union costs ten times as much."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    verb = str(kinds[0].__struct_config__.tag_field)
    by_verb: dict[Any, type[Answer]] = {kind.__struct_config__.tag: kind for kind in kinds}

    def decode(plain: Any) -> Answer:
        if not isinstance(plain, dict):
            raise msgspec.ValidationError(f"Expected `object`, got `{type(plain).__name__}`")
        said = plain.get(verb)
        if said is None:
            raise msgspec.ValidationError(f"Object missing required field `{verb}`")
        answer: Answer = msgspec.convert(plain, by_verb.get(said, union) if isinstance(said, str) else union)
        return answer

    return decode


def judge(
    game: Game[Any], seats: tuple[Seat, ...], state: Any, ask: Ask | None, seat: Any, plain: Any
) -> tuple[Refusal | None, Answer | None]:
    """Why an answer to that question is not allowed, whoever gave it, or None; and the answer if it could be read."""
    if ask is None or seat not in ask.waiting:
        return _not_asked(game, seats, ask, seat), None
    try:
        answer = decoder(ask.kinds)(plain)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # or half of a character, which no text can hold
        return _misread(game, state, ask, seat, plain, error), None
    return ask.refuse(seat, answer), answer


def no_seat(game: Game[Any], seats: tuple[Seat, ...], seat: Any) -> Refusal:
    """What somebody is told who has none of the seats."""
    return Refusal(None, "no_seat", game.book, {"seat": seat, "seats": list(seats)})


def _not_asked(game: Game[Any], seats: tuple[Seat, ...], ask: Ask | None, seat: Any) -> Refusal:
    if seat not in seats:
        return no_seat(game, seats, seat)
    if ask is None:
        return Refusal(None, "over", game.book)
    return Refusal(None, "not_asked", game.book, {"seat": seat})


def _misread(game: Game[Any], state: Any, ask: Ask, seat: Seat, plain: Any, error: Exception) -> Refusal:
    """An answer meant for another question is refused by the rule that puts it elsewhere; others are malformed."""
    try:
        answer = decoder(game.answers)(plain)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return Refusal(ask.rule, "malformed", game.book, {"detail": str(error)})
    return game.misplaced(state, ask, seat, answer)
