"""What a game tells computer players about itself. Bots know how to think, a game's mind knows what matters in it."""

from __future__ import annotations

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
    """What part of the answers the eye of a level falls on, for levels that are to overlook some; the rest see all."""

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

    def sealed(self, match: Match, seat: Seat, weights: Weights, insight: int) -> Sealed | None:
        """The matrix of a sealed question as that insight sees it; None where the question is none."""
        return None
