"""What a player says when it has thought: its answer, and why."""

from __future__ import annotations

import time

import msgspec

from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed

OTHERS = 3


class Alternative(msgspec.Struct, frozen=True):
    """An answer that was not chosen."""

    answer: Plain
    value: float
    terms: Terms


class Choice(msgspec.Struct, frozen=True):
    """The answer with its value, the terms that add up to it, and the best few others.

    `cut` says that the time ran out before the thinking was done, `work` how many answers or plans were looked at.
    `note` is a code for what else decided: the plan that was followed, or that the answer was drawn from a mix.
    """

    answer: Plain
    value: float = 0.0
    terms: Terms = {}
    alternatives: list[Alternative] = []
    cut: bool = False
    work: int = 0
    note: str = ""


class Deadline:
    """Seconds that may pass; None for as many as it takes."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def over(self) -> bool:
        """Whether they have passed."""
        return self._end is not None and time.monotonic() >= self._end


def choose_best(weighed: list[Weighed], *, work: int = 0, cut: bool = False, note: str = "") -> Choice:
    """The best of the answers, the first among equals, with the others that came near."""
    ranked = sorted(weighed, key=lambda one: -one.value)
    return choice_of(ranked[0], ranked[1:], work=work or len(weighed), cut=cut, note=note)


def choice_of(chosen: Weighed, others: list[Weighed], *, work: int, cut: bool = False, note: str = "") -> Choice:
    """A choice among weighed answers."""
    told = [Alternative(other.answer, other.value, _telling(other.terms)) for other in others[:OTHERS]]
    return Choice(chosen.answer, chosen.value, _telling(chosen.terms), told, cut, work, note)


def _telling(terms: Terms) -> Terms:
    """The terms that say something, the weightiest first."""
    return dict(sorted(((name, part) for name, part in terms.items() if part), key=lambda item: -abs(item[1])))
