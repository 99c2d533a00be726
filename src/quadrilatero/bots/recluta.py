"""Recluta: any legal answer, each as likely as the others. For tests, and as the yardstick of the other levels."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from quadrilatero.bots.choice import Choice
from quadrilatero.kernel import Ask, Match, Plain


class Recluta:
    """A player without a plan."""

    level = "recluta"
    insight = 0
    blind = True

    def __init__(self, game: str) -> None:
        self.game = game

    def choose(
        self,
        view: Plain,
        ask: Ask | Mapping[str, Any],
        sample: Callable[[Plain, random.Random], Match],
        budget: int,
        seed: int,
    ) -> Plain:
        """A lawful answer at random; the budget makes no difference."""
        question = ask.plain() if isinstance(ask, Ask) else ask
        seat = question["who"][0]
        inputs = msgspec.json.encode([seed, seat, view], order="sorted")
        rng = random.Random(hashlib.blake2b(inputs, digest_size=16).digest())
        return sample(view, rng).random_answer(seat, rng)

    def consider(
        self,
        view: Plain,
        ask: Ask | Mapping[str, Any],
        sample: Callable[[Plain, random.Random], Match],
        budget: int,
        seed: int,
        deadline: float | None = None,
    ) -> Choice:
        """The same answer; there is nothing to say for it."""
        return Choice(self.choose(view, ask, sample, budget, seed), work=1)
