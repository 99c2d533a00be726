"""Small statistics, worked out by hand so that a page can say what they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Z = 1.959964
ELO = 400 / math.log(10)


class Interval(NamedTuple):
    """A share with the 95 % interval around it."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z) -> Interval:
    """Wilson's interval of a share; half points (draws) may be among the successes, which only makes it wider.

    >>> [round(number, 3) for number in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    p, square = successes / trials, z * z
    middle = (p + square / (2 * trials)) / (1 + square / trials)
    half = z * math.sqrt(p * (1 - p) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def difference(first: tuple[float, int], second: tuple[float, int]) -> Interval:
    """Second share minus first, with Newcombe's interval, made of the two Wilson intervals.

    >>> [round(number, 3) for number in difference((48, 53), (56, 70))]
    [-0.106, -0.226, 0.027]
    """
    a, b = wilson(*first), wilson(*second)
    gap = b.value - a.value
    low = gap - math.hypot(b.value - b.low, a.high - a.value)
    high = gap + math.hypot(b.high - b.value, a.value - a.low)
    return Interval(gap, low, high)


def games_to_show(share: float) -> int | None:
    """About how many games part such a share from one half, in round numbers; None for one half itself.

    >>> games_to_show(0.55), games_to_show(0.47), games_to_show(0.5)
    (390, 1100, None)
    """
    if share == 0.5:
        return None
    needed = (Z / 2 / (share - 0.5)) ** 2
    unit = int(10 ** max(0, math.floor(math.log10(needed)) - 1))
    return math.ceil(needed / unit) * unit


def paired(scores: Mapping[float, int], size: int = 2) -> Interval:
    """The mean score a game from pairs of games with common dice: points of a pair to how often they came.

    The pair is the unit, so that what the common dice make alike within it is not counted twice. Two made-up pairs,
    one won and one lost, keep the interval open where all pairs ended alike.
    """
    counts = {points: count for points, count in scores.items() if count}
    pairs = sum(counts.values())
    if pairs == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = sum(points * count for points, count in counts.items()) / pairs / size
    padded = {**counts, 0.0: counts.get(0.0, 0) + 1, float(size): counts.get(float(size), 0) + 1}
    total = pairs + 2
    centre = sum(points * count for points, count in padded.items()) / total / size
    variance = sum(count * (points / size - centre) ** 2 for points, count in padded.items()) / (total - 1)
    half = Z * math.sqrt(variance / total)
    return Interval(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))


def standard_error(interval: Interval) -> float:
    """Back from a 95 % interval."""
    return (interval.high - interval.low) / (2 * Z)


def median(counts: Mapping[int, int]) -> float:
    """The middle of counted whole numbers.

    >>> median({1: 1, 4: 1, 6: 2})
    5.0
    """
    total = sum(counts.values())
    low = _ordered(counts, (total - 1) // 2)
    return (low + _ordered(counts, total // 2)) / 2


def _ordered(counts: Mapping[int, int], place: int) -> int:
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen > place:
            return number
    return 0


# -- ratings -----------------------------------------------------------------------------------------------------------


class Meeting(NamedTuple):
    """What two players, by number, did to each other: points of the first (draws are halves) in so many games."""

    first: int
    second: int
    points: float
    games: int


def ratings(players: int, meetings: Sequence[Meeting]) -> list[Interval]:
    """Elo of each player with its interval, the first fixed at 0: a logistic (Bradley-Terry) fit by Newton's steps.

    One made-up drawn game in each meeting keeps the rating of who never lost finite.
    """
    import numpy as np

    strength = np.zeros(players)
    inverse: Any = np.zeros((players - 1, players - 1))
    for _ in range(60):
        slope, curve = np.zeros(players), np.zeros((players, players))
        for first, second, points, games in meetings:
            if not games:
                continue
            total, won = games + 1, points + 0.5
            p = 1 / (1 + math.exp(strength[second] - strength[first]))
            slope[first] += won - total * p
            slope[second] -= won - total * p
            weight = total * p * (1 - p)
            curve[[first, second], [first, second]] += weight
            curve[first, second] -= weight
            curve[second, first] -= weight
        inverse = np.linalg.pinv(curve[1:, 1:])
        step = np.clip(inverse @ slope[1:], -2, 2)
        strength[1:] += step
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    errors = [0.0, *np.sqrt(np.maximum(np.diag(inverse), 0.0))]
    return [
        Interval(float(ELO * s), float(ELO * (s - Z * e)), float(ELO * (s + Z * e)))
        for s, e in zip(strength, errors, strict=True)
    ]


def least_squares(columns: Sequence[Sequence[float]], values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The slopes of the columns, a constant beside them, and the standard error of each."""
    import numpy as np

    table, wanted = np.column_stack([np.ones(len(values)), *columns]), np.array(values, float)
    slopes = np.linalg.lstsq(table, wanted, rcond=None)[0]
    rest = wanted - table @ slopes
    spread = rest @ rest / (len(values) - table.shape[1])
    errors = np.sqrt(spread * np.diag(np.linalg.inv(table.T @ table)))
    return slopes[1:].tolist(), errors[1:].tolist()
