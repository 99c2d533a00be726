"""Which levels there are, and what every player must be able to do."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from quadrilatero.bots.choice import Choice
from quadrilatero.bots.maresciallo import Maresciallo
from quadrilatero.bots.recluta import Recluta
from quadrilatero.bots.tacticians import Capitano, Sergente, Tactician
from quadrilatero.bots.weights import STEADY, personalities
from quadrilatero.kernel import Ask, Match, Plain, find_game
from quadrilatero.kernel.mind import Weights
from quadrilatero.kernel.phrases import LANGUAGES

Sampler: TypeAlias = Callable[[Plain, random.Random], Match]


class Bot(Protocol):
    """A player. `blind` says that it looks at nothing but its options, so that a laboratory may spare it the view."""

    level: str
    blind: bool

    def choose(self, view: Plain, ask: Ask | Mapping[str, Any], sample: Sampler, budget: int, seed: int) -> Plain:
        """An answer to the question, for the first seat in its `who`; equal inputs give equal answers.

        `sample(view, rng)` returns a match that stands at the question, with what the seat cannot know made up.
        """

    def consider(
        self,
        view: Plain,
        ask: Ask | Mapping[str, Any],
        sample: Sampler,
        budget: int,
        seed: int,
        deadline: float | None = None,
    ) -> Choice:
        """The same with its reasons. The budget counts iterations; past the deadline (in seconds) the best answer so
        far is given and marked `cut`.
        """


LADDER: dict[str, type[Recluta | Tactician]] = {
    "recluta": Recluta,
    "sergente": Sergente,
    "capitano": Capitano,
    "maresciallo": Maresciallo,
}


def levels(game: str) -> list[str]:
    """The levels that a game has, the weakest first: recluta, and those for which its mind sees far enough."""
    mind = find_game(game).mind()
    farthest = 0 if mind is None else mind.most_insight
    return [level for level, kind in LADDER.items() if kind.insight <= farthest]


def usual_level(game: str) -> str:
    """The opponent for who names none: the weakest that knows the game, or recluta where none does."""
    return levels(game)[:2][-1]


@cache
def _levels_told() -> dict[str, Any]:
    with Path(__file__).with_name("levels.toml").open("rb") as file:
        return tomllib.load(file)


def describe(game: str, level: str) -> Plain:
    """What to expect of a level, in both languages: `strength` and `time`, each `{"en", "it"}`.

    A game says it in its own words where its phrasebook has `[level.NAME]` and `[level.NAME_time]`.
    """
    own = find_game(game).book.sections.get("level", {})
    told = _levels_told()[level]
    return {"strength": own.get(level, told["strength"]), "time": own.get(f"{level}_time", told["time"])}


def describe_personality(game: str, personality: str) -> Plain:
    """How a personality plays, `{"en", "it"}`: `[personality.NAME]` of the game's phrasebook."""
    own = find_game(game).book.sections.get("personality", {})
    return own.get(personality, dict.fromkeys(LANGUAGES, personality))


def bot(game: str, level: str = "recluta", weights: Weights | None = None, *, attentive: bool = False) -> Bot:
    """A player of that level for a game, of a personality if one is named: `capitano` or `capitano:bold`.

    `weights` override those of the personality, term by term. Who is `attentive` overlooks nothing, even where a game
    would have that level do so. A ValueError lists what there is.
    """
    find_game(game)
    plain, _, personality = level.partition(":")
    if plain not in levels(game):
        raise ValueError(f"there is no bot {level!r}; {game} has {', '.join(levels(game))}")
    kind = LADDER[plain]
    if issubclass(kind, Recluta):
        if personality:
            raise ValueError(f"there is no bot {level!r}: recluta has no personality")
        return kind(game)
    if personality and personality not in personalities(game):
        raise ValueError(f"there is no bot {level!r}; {game} has the personalities {', '.join(personalities(game))}")
    return kind(game, weights, personality or STEADY, attentive=attentive)
