"""Plans compared by playing on, for minds that do: the first gives way only to one that proves clearly better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from statistics import fmean, variance

from quadrilatero.kernel.mind import Weighed

Play = Callable[[int, int], float]
"""What a plan came to, played on for so many times before; all plans meet the same luck in the same round."""

GATE = 1.5
"""By how many standard errors of the difference a plan must beat the first to replace it, if nothing else is said."""


def contest(
    plans: int,
    play: Play,
    playouts: int,
    stop: Callable[[], bool],
    repeats: int,
    *,
    look: int = 0,
    pooled: bool = False,
    gate: float = GATE,
) -> tuple[int, float]:
    """The number of the plan that proves best and its gain over the first; 0 and no gain where none is clear.

    Each is played `repeats` times, then the better half of those ahead of the first goes on with it, twice as often,
    while there are playouts left. With `look`, those that have changed nothing after so many playouts are dropped
    before. `pooled` takes the noise of a gain from all plans together. `gate` are the standard errors of a gain that a
    plan must beat the first by.
    """
    trials = _Trials(plans, play, repeats, pooled, gate)
    racing = list(range(plans))
    if look:
        if not trials.round(racing, look, playouts, stop):
            return trials.best(racing)
        racing = [number for number in racing if not number or any(trials.gains(number))]
    while len(racing) > 1:
        if not trials.round(racing, repeats, playouts, stop):
            break
        ahead = [number for number in racing[1:] if fmean(trials.gains(number)) > 0]
        ahead.sort(key=lambda number: -fmean(trials.gains(number)))
        racing = [0, *ahead[: max(1, len(racing) // 2 - 1)]]
        repeats *= 2
    return trials.best(racing)


def promote(
    plans: Sequence[Weighed],
    weight: float,
    play: Play,
    playouts: int,
    stop: Callable[[], bool],
    repeats: int,
    *,
    look: int = 0,
    gate: float = GATE,
) -> None:
    """Put the plan that proves best, if one does, ahead of the first, which seemed best by its gain, in term `plan`."""
    chosen, gain = contest(len(plans), play, playouts, stop, repeats, look=look, gate=gate)
    if chosen:
        better = plans[chosen]
        better.terms["plan"] = plans[0].value - better.value + weight * gain


class _Trials:
    """What the plans have come to so far."""

    def __init__(self, plans: int, play: Play, least: int, pooled: bool, gate: float) -> None:
        self.play, self.least, self.pooled, self.gate = play, least, pooled, gate
        self.values: list[list[float]] = [[] for _ in range(plans)]
        self.played = 0

    def round(self, racing: Sequence[int], repeats: int, playouts: int, stop: Callable[[], bool]) -> bool:
        """Play those racing until each has so many results; False where playouts or time were not enough."""
        for number in racing:
            values = self.values[number]
            while len(values) < repeats:
                if self.played >= playouts or stop():
                    return False
                values.append(self.play(number, len(values)))
                self.played += 1
        return True

    def gains(self, number: int) -> list[float]:
        """By how much a plan was better than the first one, each time."""
        return [one - other for one, other in zip(self.values[number], self.values[0], strict=False)]

    def noise(self, gains: Sequence[float]) -> float:
        """The variance of such a gain: by its own repeats, or from all plans together."""
        if not self.pooled:
            return variance(gains)
        repeated = [some for number in range(1, len(self.values)) if len(some := self.gains(number)) > 1]
        free = sum(len(some) - 1 for some in repeated)
        return fsum(variance(some) * (len(some) - 1) for some in repeated) / free

    def best(self, racing: Sequence[int]) -> tuple[int, float]:
        """Of those still racing the one that beats the first beyond the gate by most; else the first."""
        best, most = 0, 0.0
        for number in racing:
            gains = self.gains(number)
            if number and len(gains) >= self.least:
                gain = fmean(gains)
                if gain > max(most, self.gate * sqrt(self.noise(gains) / len(gains))):
                    best, most = number, gain
        return best, most
