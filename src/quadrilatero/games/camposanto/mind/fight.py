"""One Assault as a game of its own: each side stands, falls back or sends a Marshal as pays it best."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.games.camposanto.rules.assault import FIRST_NEED

ATTACKER, DEFENDER = 0, 1
FINE = 50
"""Stakes are rounded to so many parts of a point, so that like fights are worked out once."""


class Stakes(NamedTuple):
    """What the ends of an Assault are worth to the attacker.

    `gives` is the price that a side pays to fall back, None where it cannot; `marshal` that of losing its Marshal, None
    where there is none near.
    """

    modifier: tuple[int, int]
    won: float
    lost: float
    gives: tuple[float | None, float | None]
    marshal: tuple[float | None, float | None] = (None, None)


def fine(value: float) -> float:
    """A value rounded for stakes."""
    return round(value * FINE) / FINE


@lru_cache(maxsize=65536)
def striking(stakes: Stakes, need: int = FIRST_NEED, role: int = ATTACKER) -> float:
    """The value as a side is about to strike."""
    chance = at_least(need - stakes.modifier[role])
    success = stakes.won if role == ATTACKER else stakes.lost
    if chance >= 1:
        return success
    return chance * success + (1 - chance) * failed(stakes, need, role)


def failed(stakes: Stakes, need: int, role: int) -> float:
    """After a failed roll: the striker lets it stand or sends his Marshal, whichever is better for him."""
    best = let_stand(stakes, need, role)
    if stakes.marshal[role] is None:
        return best
    return _better(role, best, repeated(stakes, need, role))


def repeated(stakes: Stakes, need: int, role: int) -> float:
    """The roll once more, the Marshal at stake."""
    chance = at_least(need - stakes.modifier[role])
    price = stakes.marshal[role]
    assert price is not None
    success = stakes.won if role == ATTACKER else stakes.lost
    without = stakes._replace(marshal=(None, stakes.marshal[1]) if role == ATTACKER else (stakes.marshal[0], None))
    cost = -price if role == ATTACKER else price
    return chance * success + (1 - chance) * (let_stand(without, need, role) + cost)


def let_stand(stakes: Stakes, need: int, role: int) -> float:
    """The blow has failed for good: the other side falls back or strikes in its turn."""
    other = 1 - role
    ahead = striking(stakes, need - 1, other)
    price = stakes.gives[other]
    if price is None:
        return ahead
    return _better(other, ahead, price if other == DEFENDER else -price)


def _better(role: int, one: float, other: float) -> float:
    return max(one, other) if role == ATTACKER else min(one, other)
