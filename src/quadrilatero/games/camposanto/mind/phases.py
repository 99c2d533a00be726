"""The sealed choice of order points, seen further: as the HITs that a Phase promises, and what they do to the score.

A Phase is worth one point however clearly it is won, so points are best laid where they turn a Phase. How the margin of
HITs follows from the states of the wings, and what points kept bring in the Phases after, was fitted to games in which
both sides laid their points at random.
"""

from __future__ import annotations

import tomllib
from math import exp, pi, sqrt
from pathlib import Path
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.mind.orders import both_hands, by_state, habits, is_held_back, potentials
from quadrilatero.games.camposanto.mind.outlook import ASSAULTING, STEP, Outlook, far_from, swing
from quadrilatero.games.camposanto.mind.prospects import Score, after_phase, chances, score
from quadrilatero.games.camposanto.rules.sequence import is_last_phase
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS
from quadrilatero.games.camposanto.state import AGGRESSIVE, IMPETUOUS, WINGS, State
from quadrilatero.kernel.mind import Sealed

NEAR = 3
"""Within how many hexes of the enemy a unit may assault before long."""

FITTED = Path(__file__).with_name("phases.toml")
"""What follows is read from there; `make fit-orders` makes it anew."""

_fitted = tomllib.loads(FITTED.read_text(encoding="utf-8"))

HITS: dict[str, list[float]] = _fitted["hits"]
"""What a wing adds to the margin of a Phase in each state: so much for each unit near the enemy, and so much for each
HIT that it could gain at once.
"""

STRAYING: float = _fitted["straying"]
"""The standard deviation of the margin when all orders are known."""

KEPT: dict[str, list[float]] = _fitted["kept"]
"""What the order points kept after a Phase add to the margins of those that follow: for their sum, for the highest and
for the lowest of them.
"""

HIT = 0.18
"""What a HIT is worth beside the point that it may decide; set by hand, a step and its share of a regiment."""

FINEST, WIDEST = 0.05, 15.0
"""Margins between which, and how finely, their worth is reckoned."""


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
        later = np.interp(margin, margins, [_later(now, one) for one in margins])
        tokens = later * (kept[0][:, None] - kept[1][None, :])
    parts = {"tempo": weights["tempo"] * tempo, "tokens": weights["tokens"] * tokens}
    return Sealed(hands[0], hands[1], parts["tempo"] + parts["tokens"], parts, habits(hands[0]))


def _hits(np: Any, outlook: Outlook, side: str, own: Any, enemy: Any) -> Any:
    """What one side's wings add to the margin, for every pair of its hands (rows) and the other's (columns)."""
    total = np.zeros((len(own), len(enemy)))
    for number, wing in enumerate(WINGS):
        near, gains = near_enemy(outlook.s, side, wing), at_once(outlook, side, wing)
        hits = {state: each * near + part * gains[state] for state, (each, part) in HITS.items()}
        if is_held_back(outlook.s, side, wing):
            hits[IMPETUOUS] = hits[AGGRESSIVE]
        total += by_state(np, own, enemy, number, hits)
    return total


def near_enemy(s: State, side: str, wing: str) -> int:
    """How many units of a wing could assault before long."""
    far = far_from(s.board, s.held[ENEMY[side]])
    return sum(unit.type in ASSAULTING and far[unit.hex] <= NEAR for unit in s.of_wing(side, wing))


def at_once(outlook: Outlook, side: str, wing: str) -> dict[str, float]:
    """What a wing could gain at once in each state, in HITs as they count now."""
    one = swing(score(outlook.s, side), 1)[0][1] + STEP
    return {state: value / one for state, value in potentials(outlook, side, wing).items()}


def _worth(now: Score, margin: float) -> float:
    """The prospects when a Phase promises that margin beyond what stands, and what its HITs are worth later."""
    return after_phase(now, *_chances(now, margin)) + HIT * margin


def _chances(now: Score, margin: float) -> tuple[float, float]:
    return chances(now.margin + margin, STRAYING * sqrt(2))


def _kept(np: Any, s: State, side: str, laid: Any) -> Any:
    """What the points not laid promise for the Phases after, for each hand."""
    kept = np.array([[point for point in s.orders_left[side] if point not in hand] for hand in laid.tolist()])
    each, highest, lowest = KEPT[str(s.phase)]
    return each * kept.sum(axis=1) + highest * kept.max(axis=1) + lowest * kept.min(axis=1)


def _later(now: Score, margin: float) -> float:
    """What a HIT is worth in the next Phase, if this one promises that margin: much where a point will count then."""
    ahead, behind = _chances(now, margin)
    won, lost = now._replace(mine=now.mine + 1), now._replace(theirs=now.theirs + 1)
    return ahead * _in_next(won) + behind * _in_next(lost) + (1 - ahead - behind) * _in_next(now)


def _in_next(now: Score) -> float:
    if max(now.mine, now.theirs) >= WINNING_POINTS:
        return 0.0
    turned = exp(-((0.5 / STRAYING) ** 2) / 2) / (STRAYING * sqrt(2 * pi))
    coming = now._replace(left=now.left - 1)
    return HIT + turned * (after_phase(coming, 1, 0) - after_phase(coming, 0, 1))
