"""A question as the mind sees it, and what the seat is after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.rules.concepts import controls
from quadrilatero.games.custoza.state import State, Unit
from quadrilatero.hexes.flood import cheapest
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.mind import Terms, Weighed, Weights

FAR = 60
"""Movement points beyond which all is equally far."""
NEAR = 6
"""So many hexes away an enemy threatens a place."""
HELD, OPEN = 0.6, 1.0
"""How much a threatened victory hex of one's own, and one that is not one's own, is worth going to."""


class Scene:
    """One question to one seat, in one world; parts are made when first asked for."""

    def __init__(self, match: Match, seat: str, weights: Weights, insight: int) -> None:
        assert match.ask is not None
        self.match, self.seat, self.weights, self.insight = match, seat, weights, insight
        self.enemy = ENEMY[seat]
        self.s: State = match.standing()[1]
        self.what = match.ask.what
        self.data: dict[str, Any] = match.ask.data

    @cached_property
    def options(self) -> Sequence[Plain]:
        return self.match.options(self.seat)

    @cached_property
    def goals(self) -> frozenset[int]:
        """23.1.4-a: the victory hexes in play."""
        wanted = (self.s.victory or {}).get("hexes", ())
        return frozenset(hex for number in wanted if (hex := self.s.board.hex(number)) >= 0)

    @cached_property
    def wanted(self) -> dict[int, float]:
        """Where to go, and how much it matters: victory hexes to be won or guarded; without any, the enemy."""
        found: dict[int, float] = {}
        for hex in self.goals:
            if not controls(self.s, self.seat, hex):
                found[hex] = OPEN
            elif self.nearest_enemy(hex) <= NEAR:
                found[hex] = HELD
        return found or dict.fromkeys(self.s.held[self.enemy], HELD)

    @cached_property
    def to_win(self) -> frozenset[int]:
        """The victory hexes that are not one's own."""
        return frozenset(hex for hex in self.goals if not controls(self.s, self.seat, hex))

    def nearest_enemy(self, hex: int) -> int:
        """How far the nearest enemy unit is."""
        distance = self.s.board.grid.distance
        return min((distance(hex, enemy) for enemy in self.s.held[self.enemy]), default=FAR)

    def distance(self, kind: str, start: int, goal: int) -> float:
        """Movement points from a hex to another by the shortest way, units apart."""
        board = self.s.board
        key = "mind", kind, goal
        if key not in board.reaches:
            board.reaches[key] = cheapest(board.ways(kind, march=True), goal, FAR * MP).cost
        return float(board.reaches[key].get(start, FAR * MP) / MP) if start != goal else 0.0

    def hexes(self, path: Sequence[str]) -> list[int]:
        """Printed numbers as hexes."""
        return [self.s.board.numbered[number] for number in path]

    def weighed(self, answer: Plain, **terms: float) -> Weighed:
        """An answer with its terms, each by its weight."""
        return Weighed(answer, self.by_weight(terms))

    def by_weight(self, terms: Terms) -> Terms:
        """Terms, each by its weight."""
        return {name: self.weights[name] * value for name, value in terms.items() if value}

    def units(self, answer: Plain) -> list[Unit]:
        """The units that an answer names."""
        return self.s.of(answer["units"])


def difference(to: Terms, base: Terms) -> Terms:
    """What each term gains from one situation to the other."""
    return {name: to.get(name, 0.0) - base.get(name, 0.0) for name in dict.fromkeys([*to, *base])}
