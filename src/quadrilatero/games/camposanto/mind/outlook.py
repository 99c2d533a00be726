"""What one decision is judged by: the worth of HITs as the score stands, and of Assaults by exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quadrilatero.games.camposanto.board import ENEMY, UNREACHABLE, Board
from quadrilatero.games.camposanto.mind.fight import Stakes, fine, striking
from quadrilatero.games.camposanto.mind.prospects import Score, prospects, score
from quadrilatero.games.camposanto.rules.assault import must_suffer
from quadrilatero.games.camposanto.rules.components import is_combat, is_regiment, regiment_of
from quadrilatero.games.camposanto.rules.fall_back import goals, may_fall_back
from quadrilatero.games.camposanto.rules.hits import who_takes
from quadrilatero.games.camposanto.rules.modifiers import Melee, modifiers
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS, keeps_wing
from quadrilatero.games.camposanto.state import Active, Links, State, Unit
from quadrilatero.hexes import HexSet, distances
from quadrilatero.kernel.mind import Weights

STEP, GUN, LIGHT, MARSHAL, REGIMENT = 0.12, 0.25, 0.12, 0.5, 0.25
"""What a loss is worth beside the victory point it may decide: a step of a regiment, a counter, a whole regiment."""

COUNTERS = {"artillery": GUN, "light": LIGHT, "marshal": MARSHAL}

ROUT, GROUND = 0.12, 0.1
"""What it is worth to see the enemy flee, and to see him fall back."""

ASSAULTING = ("infantry", "cavalry", "light")
"""7-a: who can assault."""

ON_TOP = ("light", "artillery")
"""10.1-c, 9.2: who lies on top of a stack and takes its HITs."""

BREAKING = {1: 1.0, 2: 0.25, 3: 0.08}
"""12.1-a: a wing without counters loses the game; how near its loss is with so many counters left."""

FLIGHT, FAR = 3, 99
CACHE_LIMIT = 50_000
MARSHAL_REACH = 4


@lru_cache(maxsize=64)
def far_from(board: Board, goals: HexSet) -> list[int]:
    """How far every hex is from the nearest of these."""
    import numpy as np

    if not goals:
        return [FAR] * len(board.grid.adjacent)
    found: list[int] = np.min([_far_from_one(board, goal) for goal in goals], axis=0).tolist()
    return found


@lru_cache(maxsize=4096)
def _far_from_one(board: Board, goal: int) -> Any:
    import numpy as np

    found = distances(board.ways, [goal])
    return np.array([FAR if steps < 0 else steps for steps in found], dtype=np.int8)


_MODIFIERS: dict[tuple[object, ...], tuple[int, int]] = {}


def both_modifiers(s: State, melee: Melee) -> tuple[int, int]:
    """7.2: the attacker's and the defender's sum of modifiers; asked of the rules once for each like Assault."""
    options = s.options
    key = (
        s.board,
        options["flank"],
        options["farmhouses"],
        s.acting().state,
        tuple([(u.type, u.steps, u.stars, u.hex) for u in melee.attackers]),
        tuple([(u.type, u.steps, u.stars, u.hex, u.facing) for u in melee.defenders]),
        len(melee.links) if len(melee.links) == len(melee.attackers) * len(melee.defenders) else melee.links,
    )
    found = _MODIFIERS.get(key)
    if found is None:
        if len(_MODIFIERS) >= CACHE_LIMIT:
            _MODIFIERS.clear()
        attack, defence = (
            sum(value for _, value in modifiers(s, melee, attacking=attacking)) for attacking in (True, False)
        )
        found = _MODIFIERS[key] = attack, defence
    return found


@lru_cache(maxsize=4096)
def swing(now: Score, sign: int) -> tuple[list[float], list[float]]:
    """How far so many HITs move the prospects: for a unit that lives, and with the last of a regiment (12.2-f)."""
    base = prospects(now)
    felled = now._replace(regiments=now.regiments + sign)
    living, fallen = (
        [sign * (prospects(start._replace(margin=now.margin + sign * hits)) - base) for hits in range(6)]
        for start in (now, felled)
    )
    return living, fallen


class Outlook:
    """A state seen by one side."""

    def __init__(self, s: State, side: str, weights: Weights, insight: int = 1) -> None:
        self.s = s
        self.side = side
        self.enemy = ENEMY[side]
        self.weights = weights
        self.grid = s.board.grid
        now = score(s, side)
        base = prospects(now)
        self._ruin = {side: WINNING_POINTS + base, self.enemy: WINNING_POINTS - base}
        self._swings = {side: swing(now, -1), self.enemy: swing(now, 1)}
        self.insight = insight
        self._last_counters: dict[str, bool] = {}
        self._fights: dict[tuple[object, ...], float] = {}
        self._acting: dict[tuple[str, str], State] = {}
        self.evening = s.turn == "evening"
        self._near_marshals: dict[tuple[str, int], frozenset[int]] = {}
        self._hits: dict[tuple[str, int, str | None], float] = {}
        self._breaking: dict[tuple[str, str], float] = {}

    # -- what losses are worth ------------------------------------------------------------------------------------

    def price(self, unit: Unit, hits: int) -> float:
        """What it is worth to the enemy of a unit that it loses so many steps."""
        counter = COUNTERS.get(unit.type)
        if counter is not None:
            return counter + self.breaking(unit)
        hits = min(hits, unit.steps)
        living, felled = self._swings[unit.side]
        lost = STEP * hits
        if hits < unit.steps:
            return living[hits] + lost
        lost += REGIMENT + self.breaking(unit)
        return lost + (felled if self.insight > 2 and self._is_last(unit) else living)[hits]

    def aim(self, hex: int) -> float:
        """What a HIT by fire on a hex is worth."""
        target = who_takes(self.s, hex)
        return 0.0 if target is None else self.price(target, 1)

    def _is_last(self, unit: Unit) -> bool:
        """12.2-f: whether a regiment is lost with this counter."""
        found = self._last_counters.get(unit.id)
        if found is None:
            name = regiment_of(unit)
            found = self._last_counters[unit.id] = not any(
                regiment_of(other) == name
                for other in self.s.of_side(unit.side)
                if other.id != unit.id and is_regiment(other)
            )
        return found

    def breaking(self, unit: Unit) -> float:
        """What the end of a counter is worth because its wing is close to breaking."""
        key = unit.side, unit.wing
        found = self._breaking.get(key)
        if found is None:
            left = sum(keeps_wing(self.s, other) for other in self.s.of_wing(*key))
            found = self._breaking[key] = BREAKING.get(left, 0.0) * self._ruin[unit.side]
        return found

    def defeat(self, units: Sequence[Unit], *, whole: bool) -> float:
        """What it is worth to beat these units where they stand: the HIT, and what their flight costs them.

        `whole` if they are all who stand there, as defenders always are (7-d); else others may lie on top of them.
        """
        value = None
        for unit in must_suffer(list(units)):
            top = next((other for other in units if other.type in ON_TOP and other.hex == unit.hex), None)
            if top is None and not whole:
                top = self.on_top(unit.hex)
            price = self.hit(unit, top)
            if value is None or price < value:
                value = price
        assert value is not None
        for unit in units:
            value += self.flight(unit)
        return value

    def hit(self, unit: Unit, top: Unit | None) -> float:
        """7.1-g, 7.4-a: the HITs of defeat on one of the beaten; what lies on top of it takes the first."""
        key = unit.id, unit.hex, None if top is None else top.id
        found = self._hits.get(key)
        if found is None:
            isolated = self.evening and not self.grid.around[unit.hex].meets(self.s.held[unit.side])
            hits = 2 if isolated else 1
            if top is None or top.side != unit.side or top.id == unit.id:
                found = self.price(unit, hits)
            else:
                found = self.price(top, 1) + (self.price(unit, 1) if isolated else 0.0)
            self._hits[key] = found
        return found

    def on_top(self, hex: int) -> Unit | None:
        """10.1-c, 9.2: who lies on top of the stack in a hex."""
        at, units = self.s.at, self.s.units
        return next((units[id] for id in at[hex] if units[id].type in ON_TOP), None) if hex in at else None

    def flight(self, unit: Unit) -> float:
        """7.3: the price of a flight from where a unit stands, as river or edge is near."""
        if unit.type == "artillery":
            return GUN
        far = self.room(unit)
        if far == 0:
            return self.price(unit, 9) - self.price(unit, 1) + ROUT
        return ROUT + (self.price(unit, 2) - self.price(unit, 1) if far < FLIGHT and is_regiment(unit) else 0.0)

    def room(self, unit: Unit) -> int:
        """6.5: how many hexes a unit has at its back; on the bank those along it to the pontoon, if it may go there."""
        ahead = [table[unit.hex] for table in goals(self.s, unit)]
        return next((far for far in ahead if 0 < far < UNREACHABLE), 0)

    # -- what an Assault is worth ---------------------------------------------------------------------------------

    def acting(self, side: str, wing: str, state: str) -> State:
        """The state as it would be with a wing acting."""
        now = self.s.active
        if now is not None and (now.side, now.wing, now.state) == (side, wing, state):
            return self.s
        found = self._acting.get((side + wing, state))
        if found is None:
            found = self._acting[side + wing, state] = self.s.copy()
            found.active = Active(side, wing, state)
        return found

    def assault(
        self, s: State, attackers: Sequence[Unit], defenders: Sequence[Unit], links: Links | None = None
    ) -> float:
        """What an Assault is worth to the side that makes it, its wing acting in `s`; without `links` of all on all."""
        key = (
            s.acting().state,
            tuple([(u.id, u.hex) for u in attackers]),
            tuple([(u.id, u.hex, u.facing) for u in defenders]),
            links,
        )
        found = self._fights.get(key)
        if found is None:
            if links is None:
                links = tuple([(a.id, d.id) for a in attackers for d in defenders])
            melee = Melee(list(attackers), list(defenders), links)
            found = self._fights[key] = striking(self.stakes(s, melee, coming=True))
        return found

    def fight(self, s: State, melee: Melee) -> float:
        """The same for an Assault as declared."""
        everyone = len(melee.links) == len(melee.attackers) * len(melee.defenders)
        return self.assault(s, melee.attackers, melee.defenders, None if everyone else melee.links)

    def stakes(self, s: State, melee: Melee, *, coming: bool) -> Stakes:
        """All that an Assault hangs on; `coming`: the attacker's Marshal has still to move and may join."""
        reach = MARSHAL_REACH if coming else 1
        return Stakes(
            both_modifiers(s, melee),
            fine(self.defeat(melee.defenders, whole=True)),
            -fine(self.defeat(melee.attackers, whole=False)),
            (self.giving(melee.attackers), self.giving(melee.defenders)),
            (self.marshal(melee.attackers, reach), self.marshal(melee.defenders, 1)),
        )

    def giving(self, units: Sequence[Unit]) -> float | None:
        """7.1-b: the price of falling back; None for guns and for who has the edge at his back."""
        for unit in units:
            if not may_fall_back(unit) or not self.room(unit):
                return None
        return GROUND

    def marshal(self, units: Sequence[Unit], reach: int) -> float | None:
        """8.2-h: what a side stakes by sending a Marshal who is near enough; None without one."""
        side = units[0].side
        near = self._near_marshals.get((side, reach))
        if near is None:
            marshals = [other for other in self.s.of_side(side) if other.type == "marshal"]
            near = frozenset(HexSet.union(self.grid.within(marshal.hex, reach) for marshal in marshals))
            self._near_marshals[side, reach] = near
        for unit in units:
            if unit.hex in near:
                return MARSHAL
        return None


def moved(unit: Unit, hex: int, facing: int | None = None) -> Unit:
    """The unit as it would stand elsewhere."""
    elsewhere = unit.copy()
    elsewhere.hex = hex
    if facing is not None:
        elsewhere.facing = facing
    return elsewhere


def fighters(s: State, hex: int) -> list[Unit]:
    """The combat units in a hex."""
    return [unit for unit in s.stack(hex) if is_combat(unit)]
