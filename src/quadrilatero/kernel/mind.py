"""What a game tells computer players about itself. Bots know how to think, a game's mind knows what matters in it."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from quadrilatero.kernel.plain import Plain, Seat

if TYPE_CHECKING:
    from quadrilatero.kernel.match import Match

Weights = Mapping[str, float]
Terms = dict[str, float]


class Weighed(msgspec.Struct, gc=False):
    """One answer, and what each term of the evaluation says for it (weights included): the value is their sum."""

    answer: Plain
    terms: Terms

    @property
    def value(self) -> float:
        """How good the answer is, in the game's own victory currency."""
        return sum(self.terms.values())


class Sealed(msgspec.Struct, frozen=True):
    """A choice that both sides make at once: each side's answers, and what every pair is worth to the first.

    `payoff` is a matrix of floats with a row for each of `mine` and a column for each of `theirs`; `parts` holds the
    matrices, by the names of terms, that add up to it. `habits` are ways to choose that an opponent could learn, each
    the answers of `mine` that it takes, any as likely; each has a phrase `[habit.NAME]` in the game's phrasebook.
    """

    mine: list[Plain]
    theirs: list[Plain]
    payoff: Any
    parts: dict[str, Any]
    habits: dict[str, list[Plain]] = {}


class Eye:
    """What the eye of a player falls on who is to overlook a part of it: for a while on the same things.

    `since` is what does not change for that while and nobody can choose, and no secret: dice that all have seen rolled,
    the turn, the seat. Each thing is seen with a chance of `attention`; what little attention sees, more sees too.
    """

    def __init__(self, attention: float, *since: object) -> None:
        self.attention, self.since = attention, since

    def falls_on(self, thing: str) -> bool:
        """Whether a thing is seen."""
        inputs = msgspec.json.encode([*self.since, thing], order="sorted")
        return int.from_bytes(hashlib.blake2b(inputs, digest_size=4).digest(), "big") < self.attention * 2**32


class Mind(ABC):
    """A game's knowledge for its players. Every method is a function of its arguments.

    `insight` is how far a player sees: 1 takes each answer by itself, 2 looks at what the enemy can do in reply and at
    what friends can still add, 3 tries joint plans for all that are still to act.
    """

    terms: tuple[str, ...]
    """The names of the evaluation's terms; each has a phrase `[term.NAME]` in the game's phrasebook and a weight."""

    most_insight: int = 3
    """The farthest that this mind sees; players who would need more insight are not offered."""

    attention: ClassVar[Mapping[str, float]] = {}
    """What part of its answers, or of what they are about, a level sees that is to overlook some; the rest see all."""

    folder: Path
    """Where the weights of each personality are: `NAME.toml` with a table `[weights]`."""

    @abstractmethod
    def weigh(
        self,
        match: Match,
        seat: Seat,
        weights: Weights,
        insight: int,
        effort: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Weighed]:
        """Every answer that is worth a thought, weighed; never empty, and all of them allowed.

        `effort` is what insight 3 may spend, in joint plans tried; it looks between them whether to `stop`.
        """

    def notice(
        self, match: Match, seat: Seat, weights: Weights, insight: int, attention: float, rng: random.Random
    ) -> list[Weighed]:
        """The same for who overlooks some: here each answer is seen with that chance, one at least.

        Where an answer that is overlooked is looked at again at the next question, a game overlooks what it is about,
        and for longer, by an `Eye`.
        """
        found = self.weigh(match, seat, weights, insight)
        return [one for one in found if rng.random() < attention] or [rng.choice(found)]

    def sealed(self, match: Match, seat: Seat, weights: Weights, insight: int) -> Sealed | None:
        """The matrix of a sealed question as that insight sees it; None where the question is none."""
        return None
