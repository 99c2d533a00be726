"""A question as the mind sees it, and what the seat is after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import ceil
from operator import or_
from typing import Any, TypeVar

import msgspec

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.mind.aims import denied, hexes_of_objective
from quadrilatero.games.custoza.mind.worth import BY_TURNS_LEFT, USUAL, Stakes
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import objectives
from quadrilatero.games.custoza.rules.concepts import controls
from quadrilatero.games.custoza.rules.victory import counted
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes.flood import cheapest
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Terms, Weighed, Weights

T = TypeVar("T")
FAR = 60
"""Movement points beyond which all is equally far."""
NEAR = 6
"""So many hexes away an enemy threatens a place."""
CLOSE = 3
"""The same for who knows that an enemy that far away has to come first."""
HELD, OPEN = 0.6, 1.0
"""How much a threatened victory hex of one's own, and one that is not one's own, is worth going to."""


class Scene:
    """One question to one seat, in one world; parts are made when first asked for.

    Where it is only `thought` of, in a world played on, attacks are taken by the rough and nobody's odds worked out.
    `others` are worlds that fit the same view: what an attack promises is the mean of what it promises in each.
    """

    def __init__(
        self,
        s: State,
        ask: Ask,
        seat: str,
        weights: Weights,
        insight: int,
        *,
        thought: bool = False,
        others: Sequence[State] = (),
    ) -> None:
        self.s, self.ask, self.seat, self.weights, self.insight = s, ask, seat, weights, insight
        self.worlds = s, *others
        self.enemy = ENEMY[seat]
        self.what = ask.what
        self.data: dict[str, Any] = ask.data
        self.works_out_odds = insight > 1 and not thought
        self._nearest: dict[int, int] = {}
        self._parts: dict[str, Any] = {}
        self.attacks: dict[tuple[Marker, tuple[str, ...]], float | None] = {}
        """What attacks from markers are worth; it holds while nobody acts, so that scenes may share it."""

    def _once(self, part: str, make: Callable[[], T]) -> T:
        if part not in self._parts:
            self._parts[part] = make()
        made: T = self._parts[part]
        return made

    @property
    def options(self) -> list[Plain]:
        """The answers that are listed, written out."""
        return self._once("options", lambda: list(self.ask.options(self.seat)))

    def read(self, answer: Plain) -> Any:
        """An answer as its own type."""
        return msgspec.convert(answer, reduce(or_, self.ask.kinds))

    def expected(self, worth: Callable[[State], float | None]) -> float | None:
        """The mean of a worth over all worlds, so that no chance deal makes a target weak; None if any has none."""
        found = 0.0
        for world in self.worlds:
            one = worth(world)
            if one is None:
                return None
            found += one
        return found / len(self.worlds)

    @property
    def goals(self) -> frozenset[int]:
        """23.1.4-a, 24.2-a: the victory hexes in play; in a campaign those of one's own Strategic Objective."""
        return self._once("goals", self._goals)

    def _goals(self) -> frozenset[int]:
        if self.is_campaign:
            return frozenset(hexes_of_objective(self.s, self.seat))
        wanted = (self.s.victory or {}).get("hexes", ())
        return frozenset(hex for number in wanted if (hex := self.s.board.hex(number)) >= 0)

    @property
    def wanted(self) -> dict[int, float]:
        """Where to go, and how much it matters: victory hexes to be won or guarded; without any, the enemy."""
        return self._once("wanted", self._wanted)

    def _wanted(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for hex in self.goals:
            if not controls(self.s, self.seat, hex):
                found[hex] = OPEN
            elif self.nearest_enemy(hex) <= NEAR:
                found[hex] = HELD
        if self.is_campaign:
            for hex, matters in denied(self.s, self.seat).items():
                found.setdefault(hex, matters)
        return found or dict.fromkeys(self.s.held[self.enemy], HELD)

    @property
    def is_campaign(self) -> bool:
        """24-a: whether the game is won by Strategic Objectives."""
        return objectives.is_campaign(self.s)

    @property
    def to_win(self) -> frozenset[int]:
        """The victory hexes that are not one's own."""
        return self._once(
            "to_win", lambda: frozenset([hex for hex in self.goals if not controls(self.s, self.seat, hex)])
        )

    @property
    def is_far_sighted(self) -> bool:
        """Whether the seat looks beyond the answer itself: at the turns left, and at what the enemy can still do."""
        return self.insight > 1

    @property
    def has_the_last_word(self) -> bool:
        """Whether the seat thinks of what a way passes through, and this is the turn in which that decides."""
        return self.insight > 2 and not self.turns_left

    @property
    def turns_left(self) -> int:
        """The game turns after this one; of another day all that matter."""
        s = self.s
        return s.last.gt - s.gt if s.last.day == s.day else len(BY_TURNS_LEFT)

    @property
    def stakes(self) -> Stakes:
        """What ground and strength are worth by the turns left, to who thinks of them."""
        return BY_TURNS_LEFT.get(self.turns_left, USUAL) if self.is_far_sighted else USUAL

    @property
    def is_behind(self) -> bool:
        """23: whether the battle would not be won as the victory hexes are held now."""
        return self._once("is_behind", self._is_behind)

    def _is_behind(self) -> bool:
        if self.is_campaign:
            return bool(self.to_win)
        count = counted(self.s)
        return count[self.seat] <= count[self.enemy]

    @property
    def near(self) -> int:
        """Within so many hexes of the enemy a Force minds its cover and its neighbours."""
        return CLOSE if self.is_far_sighted else NEAR

    @property
    def enemies_to_come(self) -> tuple[Unit, ...]:
        """5.1-b: the enemy units that may act again before the end."""
        return self._once("to_come", self._enemies_to_come)

    def _enemies_to_come(self) -> tuple[Unit, ...]:
        s = self.s
        spent = {id for id, one in s.formations.items() if one.this_turn == "activated"} if not self.turns_left else ()
        return tuple(u for u in s.on_map(self.enemy) if u.formation not in spent and u.type != "fortress")

    @property
    def contested(self) -> dict[int, float]:
        """The victory hexes that enemies could come to before the end if nobody stood in their way: 1 / moves."""
        return self._once("contested", self._contested)

    def _contested(self) -> dict[int, float]:
        found = {}
        for goal in self.goals:
            ways = ((self.distance(unit.kind, unit.hex, goal), unit.ma) for unit in self.enemies_to_come)
            moves = min((max(1, ceil(far / ma)) for far, ma in ways if ma), default=FAR)
            if moves <= self.turns_left + 1:
                found[goal] = 1 / moves
        return found

    def nearest_enemy(self, hex: int) -> int:
        """How far the nearest enemy unit is."""
        if hex not in self._nearest:
            distance = self.s.board.grid.distance
            self._nearest[hex] = min((distance(hex, enemy) for enemy in self.s.held[self.enemy]), default=FAR)
        return self._nearest[hex]

    def distance(self, kind: str, start: int, goal: int) -> float:
        """Movement points from a hex to another by the shortest way, units apart."""
        return self.ways_to(kind, goal).get(start, FAR * MP) / MP if start != goal else 0.0

    def ways_to(self, kind: str, goal: int) -> dict[int, int]:
        """The same from all hexes, in sixths."""
        board = self.s.board
        key = "mind", kind, goal
        if key not in board.reaches:
            board.reaches[key] = cheapest(board.ways(kind, march=True), goal, FAR * MP).cost
        ways: dict[int, int] = board.reaches[key]
        return ways

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
