"""Sergente and Capitano: the best answer by the game's own evaluation, looked at with less or more insight."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from quadrilatero.bots.choice import Choice, Deadline, choose_best
from quadrilatero.bots.sealed import solve_sealed
from quadrilatero.bots.weights import STEADY, checked, mind_of, read
from quadrilatero.kernel import Ask, Match, Plain
from quadrilatero.kernel.mind import Weighed, Weights

Sampler = Callable[[Plain, random.Random], Match]


def first_asked(ask: Ask | Mapping[str, Any]) -> str:
    """The seat that a question is put to."""
    return str((ask.who if isinstance(ask, Ask) else ask["who"])[0])


class Tactician:
    """A player that weighs every answer once.

    A game may have a level overlook a part of the answers, so that the steps of its ladder are even; who is `attentive`
    never does.
    """

    level = ""
    insight = 1
    blind = False

    def __init__(
        self, game: str, weights: Weights | None = None, personality: str = STEADY, *, attentive: bool = False
    ) -> None:
        self.game = game
        self.mind = mind_of(game)
        self.attention = 1.0 if attentive else self.mind.attention.get(self.level, 1.0)
        own = read(game, personality, self.level)
        self.weights = own if weights is None else checked(game, {**own, **weights})

    def choose(self, view: Plain, ask: Ask | Mapping[str, Any], sample: Sampler, budget: int, seed: int) -> Plain:
        """The answer alone."""
        return self.consider(view, ask, sample, budget, seed).answer

    def consider(
        self,
        view: Plain,
        ask: Ask | Mapping[str, Any],
        sample: Sampler,
        budget: int,
        seed: int,
        deadline: float | None = None,
    ) -> Choice:
        """The answer and what speaks for it."""
        clock = Deadline(deadline)
        rng = random.Random(seed)
        match = sample(view, rng)
        seat = first_asked(ask)
        if clock.over():
            return choose_best(self.mind.weigh(match, seat, self.weights, insight=1), cut=True)
        return self.ponder(match, seat, rng, budget, clock)

    def ponder(self, match: Match, seat: str, rng: random.Random, budget: int, clock: Deadline) -> Choice:
        """Think about a match of one's own."""
        return self.weigh(match, seat, rng, budget, clock)

    def weigh(self, match: Match, seat: str, rng: random.Random, budget: int, clock: Deadline) -> Choice:
        """The best answer by the game's evaluation, of those that are not overlooked."""
        found = self.mind.weigh(match, seat, self.weights, self.insight)
        return choose_best(self.noticed(found, rng), work=len(found))

    def noticed(self, found: list[Weighed], rng: random.Random) -> list[Weighed]:
        """The answers that the eye falls on, one at least."""
        if self.attention == 1:
            return found
        return [one for one in found if rng.random() < self.attention] or [rng.choice(found)]


class Sergente(Tactician):
    """One ply: each answer by itself, with exact odds."""

    level = "sergente"


class Capitano(Tactician):
    """Looks at what the enemy can do in reply and at what friends can add; sealed choices are drawn from a mix."""

    level = "capitano"
    insight = 2

    def ponder(self, match: Match, seat: str, rng: random.Random, budget: int, clock: Deadline) -> Choice:
        matrix = self.mind.sealed(match, seat, self.weights, self.insight)
        if matrix is not None:
            return solve_sealed(matrix, rng, clock)
        return self.weigh(match, seat, rng, budget, clock)
