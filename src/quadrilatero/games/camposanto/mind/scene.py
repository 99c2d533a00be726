"""A question as the mind sees it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from quadrilatero.games.camposanto.mind.outlook import Outlook
from quadrilatero.games.camposanto.mind.places import Places
from quadrilatero.games.camposanto.rules.moving import movers
from quadrilatero.games.camposanto.rules.reach import move_options
from quadrilatero.games.camposanto.state import State
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.mind import Terms, Weighed, Weights


class Scene:
    """One question to one seat, with what is needed to weigh its answers; parts are made when first asked for."""

    def __init__(self, match: Match, seat: str, weights: Weights, insight: int) -> None:
        assert match.ask is not None
        self.match = match
        self.seat = seat
        self.weights = weights
        self.insight = insight
        self.before: State
        self.s: State
        self.before, self.s = match.standing()
        self.what = match.ask.what
        self.data: dict[str, Any] = match.ask.data

    @cached_property
    def options(self) -> list[Plain]:
        return list(self.match.options(self.seat))

    @cached_property
    def outlook(self) -> Outlook:
        return Outlook(self.s, self.seat, self.weights, self.insight)

    @cached_property
    def places(self) -> Places:
        return Places(self.outlook, self.insight)

    def supposing(self, s: State) -> Scene:
        """The question who moves where, as if the movement had not gone farther than in `s`."""
        other = Scene(self.match, self.seat, self.weights, self.insight)
        other.before = other.s = s
        other.options = list(move_options(s, movers(s)))
        return other

    def hexes(self, path: list[str]) -> list[int]:
        """Printed numbers as hexes."""
        numbered = self.s.board.numbered
        return [numbered[number] for number in path]


def difference(to: Terms, base: Terms) -> Terms:
    """What each term gains from one situation to the other."""
    names = dict.fromkeys([*to, *base])
    return {name: to.get(name, 0.0) - base.get(name, 0.0) for name in names}


def plain(answer: Plain, **terms: float) -> Weighed:
    """An answer with its terms by name."""
    return Weighed(answer, terms)
