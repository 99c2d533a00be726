"""The sealed choice of order points, seen further: as the HITs that a Phase promises, and what they do to the score.

A Phase is worth one point however clearly it is won, so points are best laid where they turn a Phase. The figures were
fitted to games in which both sides laid their points at random: the margin of HITs by the states of the wings, and what
points kept brought in the Phases after.
"""

from __future__ import annotations

import tomllib
from math import exp, pi, sqrt
from pathlib import Path
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.mind.orders import both_hands, by_state, potentials
from quadrilatero.games.camposanto.mind.outlook import Outlook, far_from
from quadrilatero.games.camposanto.mind.prospects import Score, after_phase, chances, score
from quadrilatero.games.camposanto.rules.sequence import is_last_phase
from quadrilatero.games.camposanto.state import WINGS, State
from quadrilatero.kernel.mind import Sealed

ASSAULTING = ("infantry", "cavalry", "light")
NEAR = 3

FITTED = Path(__file__).with_name("phases.toml")
"""What follows is read from there; `make fit-orders` makes it anew."""

with FITTED.open("rb") as file:
    _fitted = tomllib.load(file)

HITS: dict[str, list[float]] = _fitted["hits"]
"""What a wing adds to the margin of a Phase in each state: so much for each unit near the enemy, and so much for each
point of what it could gain at once.
"""

SPREAD: float = _fitted["spread"]
"""The standard deviation of the margin when all orders are known."""

KEPT: dict[str, list[float]] = _fitted["kept"]
"""What the order points kept after a Phase add to the margins of those that follow: for their sum, for the highest and
for the lowest of them.
"""

HIT = 0.18
"""What a HIT is worth beside the point that it may decide."""

FINEST, WIDEST = 0.05, 15.0


def phase_matrix(outlook: Outlook) -> Sealed:
    """4.1: all that both sides can lay, and what it promises in this Phase and in those after."""
    import numpy as np

    s, weights = outlook.s, outlook.weights
    hands, (mine, theirs) = both_hands(np, outlook)
    margin = _hits(np, outlook, outlook.side, mine, theirs) - _hits(np, outlook, outlook.enemy, theirs, mine).T
    now = score(s, outlook.side)
    margins = np.arange(-WIDEST, WIDEST, FINEST)
    even = _worth(now, 0)
    tempo = np.interp(margin, margins, [_worth(now, one) - even for one in margins])
    tokens = np.zeros_like(tempo)
    if not is_last_phase(s):
        kept = [_kept(np, s, side, laid) for side, laid in ((outlook.side, mine), (outlook.enemy, theirs))]
        tokens = _later(now) * (kept[0][:, None] - kept[1][None, :])
    parts = {"tempo": weights["tempo"] * tempo, "tokens": weights["tokens"] * tokens}
    return Sealed(hands[0], hands[1], parts["tempo"] + parts["tokens"], parts)


def _hits(np: Any, outlook: Outlook, side: str, own: Any, enemy: Any) -> Any:
    """What one side's wings add to the margin, for every pair of its hands (rows) and the other's (columns)."""
    s = outlook.s
    total = np.zeros((len(own), len(enemy)))
    for number, wing in enumerate(WINGS):
        near = near_enemy(s, side, wing)
        gains = potentials(outlook, side, wing)
        hits = {state: each * near + part * gains[state] for state, (each, part) in HITS.items()}
        total += by_state(np, own, enemy, number, hits)
    return total


def near_enemy(s: State, side: str, wing: str) -> int:
    """How many units of a wing could assault before long."""
    far = far_from(s.board, s.held[ENEMY[side]])
    return sum(unit.type in ASSAULTING and far[unit.hex] <= NEAR for unit in s.of_wing(side, wing))


def _worth(now: Score, margin: float) -> float:
    """The prospects when a Phase promises that margin, and what its HITs are worth later."""
    return after_phase(now, *chances(margin, SPREAD * sqrt(2))) + HIT * margin


def _kept(np: Any, s: State, side: str, laid: Any) -> Any:
    """What the points not laid promise for the Phases after, for each hand."""
    kept = np.array([[point for point in s.orders_left[side] if point not in hand] for hand in laid.tolist()])
    each, highest, lowest = KEPT[str(s.phase)]
    return each * kept.sum(axis=1) + highest * kept.max(axis=1) + lowest * kept.min(axis=1)


def _later(now: Score) -> float:
    """What a HIT is worth in a Phase to come."""
    turned = exp(-((0.5 / SPREAD) ** 2) / 2) / (SPREAD * sqrt(2 * pi))
    coming = now._replace(left=now.left - 1)
    return HIT + turned * (after_phase(coming, 1, 0) - after_phase(coming, 0, 1))
