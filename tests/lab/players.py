"""Bots for the laboratory's tests, found by their dotted names as a player's own would be."""

from __future__ import annotations

import os
from typing import Any

from quadrilatero.bots import Recluta


class Seeing(Recluta):
    """Plays as a bot that needs a view and a sampler."""

    level = "seeing"
    blind = False


class Breaking(Seeing):
    """Raises in the games whose seed says so."""

    level = "breaking"

    def consider(self, view: Any, ask: Any, sample: Any, budget: int, seed: int, deadline: Any = None) -> Any:
        if seed % 997 < 5:
            raise ZeroDivisionError("a fault in a bot")
        return super().consider(view, ask, sample, budget, seed, deadline)


class Dying(Seeing):
    """Takes its process with it, once for each file that it can make; the environment says where."""

    level = "dying"

    def consider(self, view: Any, ask: Any, sample: Any, budget: int, seed: int, deadline: Any = None) -> Any:
        try:
            with open(os.environ["QUADRILATERO_TEST_DEATH"], "x"):  # noqa: PTH123
                os._exit(7)
        except FileExistsError:
            return super().consider(view, ask, sample, budget, seed, deadline)


class Deadly(Seeing):
    """Takes its process with it whenever it plays."""

    level = "deadly"

    def consider(self, view: Any, ask: Any, sample: Any, budget: int, seed: int, deadline: Any = None) -> Any:
        os._exit(7)


class Weighted(Seeing):
    """Has weights, which change nothing but that they are there."""

    level = "weighted"

    def __init__(self, game: str, weights: dict[str, float] | None = None) -> None:
        super().__init__(game)
        self.weights = weights or {"one": 1.0, "two": 0.0}
