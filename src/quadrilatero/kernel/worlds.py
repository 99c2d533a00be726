"""Worlds that a seat cannot tell from the real one: its view with what it may not know made up.

Bots, odds, look-ups and standing instructions work on these and never on the match itself.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.dice import SeededDice
from quadrilatero.kernel.game import BadPosition, Game, Known, find_game
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.start import read_ending, start

NOT_OF_THE_POSITION = frozenset({"game", "readings", "seat", "ask", "since"})
TRIES = 2000
"""How many worlds are drawn at the most for one that leads to the view; guesses that heed the view need few."""
DRAWS = 8
"""How often an answer is drawn that the seat would have been told nothing of."""
WORLDS = 12
"""In how many worlds a look-up or an instruction is tried where facts are hidden."""


class Contradiction(Exception):
    """A world that was made up goes otherwise than the seat has seen; a game's `guess` and `recall` may raise it."""


def sample(view: Plain, rng: random.Random) -> Match:
    """A match that stands at the same question as the view, with what its seat cannot know made up at random."""
    game = find_game(view["game"])
    known = Known(view["seat"], view, _boundary(view))
    if game.all_open or view["result"] is not None:
        return _lookalike(game, known, rng)
    for _ in range(TRIES):
        try:
            match = _retrace(game, known, rng)
        except (Contradiction, BadPosition, Illegal):
            continue
        if msgspec.json.encode(match.view(known.seat)) == msgspec.json.encode(view):
            return match
    raise RuntimeError(f"{game.name}: none of {TRIES} worlds made up for {known.seat} leads to what it sees")


def draw_sealed(game: Game[Any], known: Known, position: Plain, rng: random.Random) -> dict[Seat, Plain]:
    """For a game's `guess`: what those have answered who wait for the others, drawn from what they could have.

    `position` is the whole boundary position that was made up; the open question has to be the first that it leads to.
    """
    asked = known.ask
    if asked is None:
        return {}
    match = start(game.name, position=position, options=known.view["readings"], seed=rng.getrandbits(62))
    if match.ask is None or match.ask.what != asked["what"]:
        return {}
    waiting = [seat for seat in match.ask.who if seat not in asked["who"] and seat != known.seat]
    return {seat: match.random_answer(seat, rng) for seat in waiting}


def _boundary(view: Plain) -> Plain:
    """What the view tells of the position where the open segment began."""
    before: Plain | None = (view.get("since") or {}).get("before")
    return before or {key: value for key, value in view.items() if key not in NOT_OF_THE_POSITION}


def _lookalike(game: Game[Any], known: Known, rng: random.Random) -> Match:
    """Where states hide nothing, the way from the boundary is known whole but for what others have sealed."""
    view = known.view
    if game.all_open:
        position, sealed = game.guess(known, rng)
    else:
        position, sealed = known.before, {}
    answers = [
        *(view.get("since") or {}).get("answers", ()),
        *({"seat": other, "answer": answer} for other, answer in sealed.items()),
    ]
    match = start(
        game.name, position={**position, "since": answers}, options=view["readings"], seed=rng.getrandbits(63)
    )
    if match.result is None and (ended := read_ending(view["result"])):
        match.stop(ended)
    return match


def _retrace(game: Game[Any], known: Known, rng: random.Random) -> Match:
    """Make up a world and go the way from the boundary again; what the seat was not told is drawn at random."""
    position, sealed = game.guess(known, rng)
    steps: list[Plain] = (known.view.get("since") or {}).get("answers", [])
    dice = _Remembered([step for step in steps if "dice" in step], known.seat, rng)
    match = start(game.name, position=position, options=known.view["readings"], dice=dice)
    for step in steps:
        if "dice" not in step:
            _repeat(match, known, step["seat"], step["answer"], rng)
    for other, answer in sealed.items():
        match.answer(other, answer)
    match.dice = SeededDice(rng.getrandbits(63), match.rolled)
    return match


def _repeat(match: Match, known: Known, by: Seat, told: Plain | None, rng: random.Random) -> None:
    """Give an answer again as far as the seat was told of it."""
    if match.ask is None or by not in match.ask.who:
        raise Contradiction
    recalled = match.game.recall(match, known, by, told, rng)
    match.answer(by, _unseen_answer(match, known.seat, by, rng) if recalled is None else recalled)


def _unseen_answer(match: Match, seat: Seat | None, by: Seat, rng: random.Random) -> Plain:
    """An answer at random of those that the seat would have been told nothing of."""
    retell = None if match.ask is None else match.ask.retell
    for _ in range(DRAWS):
        answer = match.random_answer(by, rng)
        if retell is None or retell(seat, match.judged(by, answer)) is None:
            return answer
    raise Contradiction


class _Remembered:
    """The rolls that a seat was told of, in their order; the others are rolled anew."""

    def __init__(self, told: Sequence[Plain], seat: Seat | None, rng: random.Random) -> None:
        self._told, self._seat, self._rng = iter(told), seat, rng

    def faces(
        self, counter: int, count: int, sides: int = 6, seen_by: tuple[Seat, ...] | None = None
    ) -> tuple[int, ...]:
        if seen_by is not None and self._seat not in seen_by:
            return tuple(self._rng.randint(1, sides) for _ in range(count))
        roll = next(self._told, None)
        if roll is None or len(roll["dice"]) != count or roll.get("sides", 6) != sides:
            raise Contradiction
        return tuple(roll["dice"])

    def plain(self) -> dict[str, Any]:
        return {"kind": "remembered"}

    public = plain


def resample(match: Match, seat: Seat, rng: random.Random) -> Match:
    """What `sample(match.view(seat), rng)` gives, without the way through the view where nothing is hidden from it.

    In a game that is all open the only secrets are coming dice and what other seats have sealed.
    """
    if not match.game.all_open or any(other != seat for other in match.sealed) or match.result is not None:
        return sample(match.view(seat), rng)
    return match.clone().change_dice(SeededDice(rng.getrandbits(63)))


def seed_of(match: Match, seat: Seat | None) -> int:
    """What worlds and dice in thought are drawn from where a seat thinks: its view alone."""
    return zlib.crc32(msgspec.json.encode(match.view(seat)))


def worlds(match: Match, seat: Seat | None, count: int = WORLDS, seed: int = 0) -> list[Match]:
    """Worlds as a seat knows the match, to be read and not changed: the match itself where nothing is hidden."""
    if match.game.all_open:
        return [match]
    view = match.view(seat)
    return [sample(view, random.Random(seed + number)) for number in range(count)]
