"""Which levels there are, and what every player must be able to do."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from quadrilatero.bots.recluta import Recluta
from quadrilatero.kernel import Ask, Match, Plain, find_game

Sampler: TypeAlias = Callable[[Plain, random.Random], Match]


class Bot(Protocol):
    """A player. `blind` says that it looks at nothing but its options, so that a laboratory may spare it the view."""

    level: str
    blind: bool

    def choose(self, view: Plain, ask: Ask | Mapping[str, Any], sample: Sampler, budget: int, seed: int) -> Plain:
        """An answer to the question, for the first seat in its `who`; equal inputs give equal answers.

        `sample(view, rng)` returns a match that stands at the question, with what the seat cannot know made up.
        """


LADDER: dict[str, Callable[[str], Bot]] = {"recluta": Recluta}


def levels() -> list[str]:
    """The levels there are, the weakest first."""
    return list(LADDER)


def bot(game: str, level: str = "recluta") -> Bot:
    """A player of that level for a game; a ValueError lists the levels there are."""
    find_game(game)
    if level not in LADDER:
        raise ValueError(f"there is no bot {level!r}; there is {', '.join(LADDER)}")
    return LADDER[level](game)
