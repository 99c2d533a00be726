"""The sealed choice of order points as a matrix: every pair of hands laid, by what the order of the wings is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.mind.outlook import Outlook, far_from
from quadrilatero.games.camposanto.mind.potential import Potential
from quadrilatero.games.camposanto.rules.sequence import is_last_phase, order_choices
from quadrilatero.games.camposanto.state import AGGRESSIVE, CAUTIOUS, IMPETUOUS, TITUBANT, WING_STATES, WINGS, State
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Sealed

FIRST = 0.35
"""How much of what a wing can do is lost if an enemy wing that it is engaged with acts before it."""

ENGAGED = 5
MIDDLE = 9.5
RESERVE = 0.3
"""What an order point is worth kept for a later Phase, from the middle to the highest."""


def order_matrix(outlook: Outlook) -> Sealed:
    """4.1: all that both sides can lay, and what comes of it for the viewer's side."""
    import numpy as np

    s, weights = outlook.s, outlook.weights
    hands, (mine, theirs) = both_hands(np, outlook)
    tempo = _of_side(np, outlook, outlook.side, mine, theirs) - _of_side(np, outlook, outlook.enemy, theirs, mine).T
    tempo *= weights["tempo"]
    keep = 0.0 if is_last_phase(s) else RESERVE * weights["tokens"] / MIDDLE
    tokens = keep * (theirs.sum(axis=1)[None, :] - mine.sum(axis=1)[:, None])
    return Sealed(hands[0], hands[1], tempo + tokens, {"tempo": tempo, "tokens": tokens}, habits(hands[0]))


def habits(hand: list[Plain]) -> dict[str, list[Plain]]:
    """What a careless player always does: points that fall from the first wing to the last."""
    return {"falling": [laid for laid in hand if laid["left"] > laid["centre"] > laid["right"]]}


def both_hands(np: Any, outlook: Outlook) -> tuple[list[list[Plain]], list[Any]]:
    """3-c: what each side can lay, as answers and as rows of points."""
    hands = [order_choices(outlook.s.orders_left[side]) for side in (outlook.side, outlook.enemy)]
    return hands, [np.array([[option[wing] for wing in WINGS] for option in hand]) for hand in hands]


def _of_side(np: Any, outlook: Outlook, side: str, own: Any, enemy: Any) -> Any:
    """What one side's wings can do, for every pair of its hands (rows) and the other's (columns)."""
    total = np.zeros((len(own), len(enemy)))
    for number, wing in enumerate(WINGS):
        gain = by_state(np, own, enemy, number, potentials(outlook, side, wing))
        late = np.zeros_like(total)
        for other, share in enumerate(_engaged(outlook, side, wing)):
            if share:
                late += share * (enemy[:, other][None, :] > own[:, number][:, None])
        total += gain * (1 - FIRST * late)
    return total


def by_state(np: Any, own: Any, enemy: Any, number: int, value: Mapping[str, float]) -> Any:
    """4.1: a wing's value in the state that it would have, for every pair of hands."""
    highest = np.maximum(own.max(axis=1)[:, None], enemy.max(axis=1)[None, :])
    lowest = np.minimum(own.min(axis=1)[:, None], enemy.min(axis=1)[None, :])
    points = own[:, number][:, None]
    gain = np.where(points > enemy[:, number][None, :], value[AGGRESSIVE], value[CAUTIOUS])
    return np.where(points == highest, value[IMPETUOUS], np.where(points == lowest, value[TITUBANT], gain))


def potentials(outlook: Outlook, side: str, wing: str) -> dict[str, float]:
    """What a wing can expect in each state."""
    potential = Potential(outlook, side, wing)
    value = {state: potential.value(state) for state in WING_STATES}
    if is_held_back(outlook.s, side, wing):
        value[IMPETUOUS] = value[AGGRESSIVE]
    return value


def is_held_back(s: State, side: str, wing: str) -> bool:
    """4.1-d: whether a wing gains nothing by the highest point, being Fatigued where that is played."""
    return s.options["fatigue"] == "limits" and f"{side}.{wing}" in s.fatigued


def _engaged(outlook: Outlook, side: str, wing: str) -> list[float]:
    """Which part of a wing is near to each wing of the enemy; together no more than all of it."""
    s = outlook.s
    own = [unit.hex for unit in s.of_wing(side, wing)]
    shares: list[float] = []
    for other in WINGS:
        enemies = HexSet.of(unit.hex for unit in s.of_wing(ENEMY[side], other))
        far = far_from(s.board, enemies) if enemies else None
        shares.append(sum(far[hex] <= ENGAGED for hex in own) / len(own) if far and own else 0.0)
    total = sum(shares)
    return [share / total for share in shares] if total > 1 else shares
