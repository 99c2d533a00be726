"""A question as the mind sees it: who stands where as far as the seat knows, and what it is after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from quadrilatero.games.alaguerre.mind.worth import Body, left_of
from quadrilatero.games.alaguerre.records import Objective
from quadrilatero.games.alaguerre.rules import cohesion, morale, support
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base, units
from quadrilatero.games.alaguerre.said import ENEMY, ROUTED
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Terms, Weighed, Weights
from quadrilatero.table import distances

FAR = 200_000
"""Beyond this all is equally far."""
AT_STAKE = 3.0
"""4.1.3-a: how much more a point of cohesion is worth to an army that has few left: so much divided by them."""
CONDITION = ("10.2.2-m7", "10.2.2-m8", "10.2.2-m9")
"""Modifiers of tests that follow from losses, damage and disorder, which change while a fight is thought through."""


class Scene:
    """One question to one seat, in one world that fits what it knows.

    `quick` is for worlds that are played on in thought: fewer moves are looked at.
    """

    def __init__(self, s: State, ask: Ask, seat: str, weights: Weights, insight: int, *, quick: bool = False) -> None:
        self.s, self.ask, self.seat, self.weights, self.insight, self.quick = s, ask, seat, weights, insight, quick
        self.side = side_of(seat)
        self.enemy = ENEMY[self.side]
        self.what = ask.what
        self.data: dict[str, Any] = ask.shown(seat, False).data
        self.own: list[Unit] = units(s, self.side)
        self.foes: list[Unit] = units(s, self.enemy)
        self.fighting_foes: list[Unit] = [foe for foe in self.foes if not foe.is_train and foe.state != ROUTED]
        self.foe_poses: list[Pose] = [foe.pose for foe in self.foes]
        self._bodies: dict[tuple[str, Pose], Body] = {}
        self._stakes: dict[str, float] = {}
        self._options: list[Plain] | None = None

    @property
    def options(self) -> list[Plain]:
        """The answers that are listed, written out."""
        if self._options is None:
            self._options = list(self.ask.options(self.seat))
        return self._options

    def read(self, answer: Plain) -> Any:
        """An answer as its own type."""
        return msgspec.convert(answer, reduce(or_, self.ask.kinds))

    def is_lawful(self, answer: Plain) -> bool:
        """Whether the question admits an answer."""
        return self.ask.refuse(self.seat, self.read(answer)) is None

    @property
    def looks_ahead(self) -> bool:
        """Whether the seat thinks of what the enemy can do in reply."""
        return self.insight > 1

    # -- what units are worth -----------------------------------------------------------------------------------------

    def body(self, unit: Unit) -> Body:
        """2.7.1-b, 10.2.2-k: a unit as tests see it where it stands, with support, flanks and cover."""
        key = (unit.id, unit.pose)
        found = self._bodies.get(key)
        if found is None:
            found = self._bodies[key] = body_of(self.s, unit)
        return found

    def worth(self, side: str) -> float:
        """4.1.3-a: what a point of a side's cohesion counts, the more the fewer it has left."""
        found = self._stakes.get(side)
        if found is None:
            left = max(1, cohesion.total(self.s, side))
            found = self._stakes[side] = 1 + (AT_STAKE / left if self.looks_ahead else 0.0)
        return found

    def points(self, unit: Unit) -> float:
        """What a unit is worth as it stands."""
        return sum(
            [left_of(Body(0, base.level, base.losses, 4 - base.strength, max(0, base.morale))) for base in unit.bases]
        )

    # -- the battle ---------------------------------------------------------------------------------------------------

    @property
    def turns_left(self) -> int:
        """The turns after this one."""
        return max(0, self.s.last_turn - self.s.turn)

    @property
    def wanted(self) -> list[Objective]:
        """4.1.2: objectives that are worth something and that the enemy has, or nobody."""
        return [one for one in self.s.objectives if one.value and one.owner != self.side]

    def would_win(self) -> bool:
        """4.1.3-b: whether the battle would be won if it ended as it stands."""
        return cohesion.total(self.s, self.side) > cohesion.total(self.s, self.enemy)

    def nearest_foe(self, pose: Pose) -> int:
        """How far the nearest enemy is."""
        return min(distances(pose, self.foe_poses)) if self.foe_poses else FAR

    def weighed(self, answer: Plain, **terms: float) -> Weighed:
        """An answer with its terms, each by its weight."""
        return Weighed(answer, self.by_weight(terms))

    def by_weight(self, terms: Terms) -> Terms:
        """Terms, each by its weight."""
        return {name: self.weights[name] * value for name, value in terms.items() if value}


def body_of(s: State, unit: Unit) -> Body:
    """10.2.2-k: a unit as tests for fire and mêlée see it; who has routed has nothing that helps it."""
    base = front_base(unit) if unit.is_great else worst(unit)
    missing = 4 - base.strength
    if base.state == ROUTED:
        return Body(unit.morale, base.level, base.losses, missing, max(0, base.morale))
    whole = morale.formation_of(s, unit)
    found = morale.modifiers(s, unit, morale.FIRE, morale.NOTHING, support.rear_support(s, whole))
    heart = unit.morale + sum([value for name, value in found if name not in CONDITION])
    return Body(heart, unit.level, base.losses, missing, max(0, base.morale))


def worst(unit: Unit) -> Base:
    """2.7.1-b: the base whose values count for all."""
    return max(unit.bases, key=lambda base: (base.level, base.losses))


def middle(points: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """The middle of some places."""
    return sum([p[0] for p in points]) // len(points), sum([p[1] for p in points]) // len(points)
