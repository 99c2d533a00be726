"""Choices that both sides make at once: solved as a matrix game by regret matching, and drawn from the mix."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.bots.choice import Choice, Deadline, choice_of
from quadrilatero.kernel.mind import Sealed, Weighed

ROUNDS = 300
RARE = 0.002


def solve(payoff: Any, rounds: int = ROUNDS, clock: Deadline | None = None) -> tuple[Any, Any, int]:
    """Mixes of rows and columns that neither side can gain much by leaving, and the rounds it took.

    Regret matching plus, the sides in turn, later rounds counting more. Numpy is imported here because only sealed
    choices need it.
    """
    import numpy as np

    rows, columns = payoff.shape
    regrets = np.zeros(rows), np.zeros(columns)
    sums = np.zeros(rows), np.zeros(columns)
    row, column = np.full(rows, 1 / rows), np.full(columns, 1 / columns)
    done = 0
    while done < rounds and not (clock is not None and done and clock.over()):
        done += 1
        gains = payoff @ column
        row = _follow(np, regrets[0], gains - row @ gains, rows)
        losses = -(row @ payoff)
        column = _follow(np, regrets[1], losses - column @ losses, columns)
        sums[0][:] += done * row
        sums[1][:] += done * column
    return sums[0] / sums[0].sum(), sums[1] / sums[1].sum(), done


def _follow(np: Any, regrets: Any, more: Any, size: int) -> Any:
    np.maximum(regrets + more, 0, out=regrets)
    total = regrets.sum()
    return regrets / total if total > 0 else np.full(size, 1 / size)


def exploitability(payoff: Any, mix: Any) -> float:
    """How much less a mix of rows yields against one who knows it than the most the other side's own mix allows."""
    _, column, _ = solve(payoff)
    return float((payoff @ column).max() - (mix @ payoff).min())


def habits(matrix: Sealed) -> dict[str, Any]:
    """Ways to choose that an opponent could learn: at random, best against a random enemy, and the game's own."""
    import numpy as np

    count = len(matrix.mine)
    best = np.zeros(count)
    best[int(matrix.payoff.mean(axis=1).argmax())] = 1.0
    own = {name: np.array([float(answer in some) for answer in matrix.mine]) for name, some in matrix.habits.items()}
    return {
        "random": np.full(count, 1 / count),
        **{name: taken / taken.sum() for name, taken in own.items()},
        "best_reply": best,
    }


def solve_sealed(matrix: Sealed, rng: random.Random, clock: Deadline) -> Choice:
    """An answer drawn from the solved mix; the others are told by how good they are against the other side's mix."""
    mine, theirs, work = solve(matrix.payoff, clock=clock)
    cut = work < ROUNDS
    mine = [float(p) if p >= RARE else 0.0 for p in mine]
    drawn = rng.choices(range(len(mine)), mine)[0]
    parts = {name: part @ theirs for name, part in matrix.parts.items()}
    likely = sorted((row for row in range(len(mine)) if row != drawn and mine[row]), key=lambda row: -mine[row])
    weighed = [
        Weighed(matrix.mine[row], {name: float(part[row]) for name, part in parts.items()})
        for row in [drawn, *likely[:8]]
    ]
    return choice_of(weighed[0], weighed[1:], work=work, cut=cut, note="mixed")
