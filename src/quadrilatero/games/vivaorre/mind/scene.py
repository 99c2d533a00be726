"""A question as the mind sees it: who stands where as far as the seat knows, and what it is after."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from quadrilatero.games.vivaorre.mind.worth import Body
from quadrilatero.games.vivaorre.records import Objective
from quadrilatero.games.vivaorre.rules import morale, victory
from quadrilatero.games.vivaorre.said import ENEMY, ROUTED
from quadrilatero.games.vivaorre.state import State, Unit, is_known
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Terms, Weighed, Weights
from quadrilatero.table import distances

FAR = 200_000
"""Mils beyond which all is equally far."""
WHOLE_BATTLE = 24
"""Turns of a battle without a last one."""
BRIGADE_AT_STAKE, ARMY_AT_STAKE = 0.6, 1.0
"""12-p, 1-g: how much more a unit is worth whose loss demoralises its brigade, or breaks the army."""


class Scene:
    """One question to one seat, in one world; of the enemy only what the seat sees is looked at.

    `quick` is for worlds that are played on in thought: fewer moves are looked at.
    """

    def __init__(self, s: State, ask: Ask, seat: str, weights: Weights, insight: int, *, quick: bool = False) -> None:
        self.s, self.ask, self.seat, self.weights, self.insight, self.quick = s, ask, seat, weights, insight, quick
        self.enemy = ENEMY[seat]
        self.what = ask.what
        self.data: dict[str, Any] = ask.data
        self.own: list[Unit] = list(s.on_table(seat))
        self.foes: list[Unit] = [unit for unit in s.on_table(self.enemy) if is_known(seat, unit)]
        self.foe_poses = [foe.pose for foe in self.foes]
        self._bodies: dict[tuple[str, int, int, str, bool], Body] = {}
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

    def body(self, unit: Unit, *, frail: bool = False) -> Body:
        """A unit as losses and tests see it."""
        key = (unit.id, unit.figures, unit.hits, unit.state, frail)
        found = self._bodies.get(key)
        if found is None:
            added = sum([value for _, value in morale.modifiers(self.s, unit, "fire")])
            found = Body(unit.figures, unit.start, unit.hits, unit.state, added, frail)
            self._bodies[key] = found
        return found

    def worth(self, unit: Unit) -> float:
        """The points of a unit; more where much hangs on it: its brigade's morale, the army's, the battle's end."""
        found = self._stakes.get(unit.id)
        if found is None:
            found = self._stakes[unit.id] = unit.points * (1 + self._at_stake(unit))
        return found

    def _at_stake(self, unit: Unit) -> float:
        s = self.s
        wanted = 0.0
        for objective in s.objectives:
            if objective.kind == "destroy" and unit.id in objective.units:
                wanted = 0.5
        brigade = None if unit.brigade is None else s.brigades.get(unit.brigade)
        if not self.looks_ahead or brigade is None or brigade.demoralised:
            return wanted
        lost = sum([gone.brigade == unit.brigade for gone in s.eliminated])
        fled = sum([other.brigade == unit.brigade and other.state == ROUTED for other in s.units.values()])
        if 2 * (lost + fled + 1) < brigade.strength:
            return wanted
        all_of_them = [other for other in s.brigades.values() if other.side == unit.side]
        broken = 2 * (sum([other.demoralised for other in all_of_them]) + 1) >= len(all_of_them)
        return wanted + BRIGADE_AT_STAKE + (ARMY_AT_STAKE if broken and s.options["victory"] == "break" else 0.0)

    # -- the battle ---------------------------------------------------------------------------------------------------

    @property
    def turns_left(self) -> int:
        """The turns after this one."""
        return max(0, (self.s.last_turn or self.s.turn + WHOLE_BATTLE) - self.s.turn)

    @property
    def grounds(self) -> list[Objective]:
        """1-g: the ground that somebody has to hold at the end."""
        return [one for one in self.s.objectives if one.kind == "hold"]

    def would_win(self) -> bool:
        """1-g: whether the battle would be won if it ended as it stands."""
        return victory.at_nightfall(self.s)[1] == self.seat

    def nearest_foe(self, unit: Unit) -> int:
        """How far the nearest enemy in view is."""
        return min(distances(unit.pose, self.foe_poses)) if self.foe_poses else FAR

    def weighed(self, answer: Plain, **terms: float) -> Weighed:
        """An answer with its terms, each by its weight."""
        return Weighed(answer, self.by_weight(terms))

    def by_weight(self, terms: Terms) -> Terms:
        """Terms, each by its weight."""
        return {name: self.weights[name] * value for name, value in terms.items() if value}


def middle(points: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """The middle of some places."""
    return sum([p[0] for p in points]) // len(points), sum([p[1] for p in points]) // len(points)
