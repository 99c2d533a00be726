"""What dice add up to, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType


@cache
def ways(dice: int, sides: int = 6) -> Mapping[int, int]:
    """For every sum of so many dice, in how many of the equally likely rolls it comes up.

    >>> dict(ways(2, 3))
    {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    """
    found = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in found.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + count
        found = more
    return MappingProxyType(found)


@cache
def sum_at_least(number: int, dice: int, sides: int = 6) -> float:
    """The chance that so many dice add up to a number or more.

    >>> sum_at_least(7, 2), sum_at_least(15, 1, 20)
    (0.5833333333333334, 0.3)
    """
    found = sum(count for total, count in ways(dice, sides).items() if total >= number)
    return found / sum(ways(dice, sides).values())


@cache
def sum_at_most(number: int, dice: int, sides: int = 6) -> float:
    """The chance that so many dice add up to a number or less.

    >>> sum_at_most(8, 2)
    0.7222222222222222
    """
    found = sum(count for total, count in ways(dice, sides).items() if total <= number)
    return found / sum(ways(dice, sides).values())
