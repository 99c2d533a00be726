"""Joint plans for a wing: where all who are still to move would stand, improved one unit at a time from several starts.

Moves roll no dice and friends bar nobody's way, so a plan is a place for each unit, and its worth can be reckoned: what
the wing's Assaults promise from there by exact odds, against what the enemy can do to each unit in reply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from quadrilatero.games.camposanto.board import mask_of
from quadrilatero.games.camposanto.mind.fighting import best_of_group, entangled
from quadrilatero.games.camposanto.mind.moving import ENOUGH
from quadrilatero.games.camposanto.mind.outlook import ON_TOP, moved
from quadrilatero.games.camposanto.mind.places import LIKELY
from quadrilatero.games.camposanto.mind.scene import Scene
from quadrilatero.games.camposanto.rules.activation import activations_left
from quadrilatero.games.camposanto.state import Unit
from quadrilatero.kernel import Plain

IN_CONTACT, AT_LARGE = 7, 2
"""How many places next to the enemy, and how many others, are thought of for each unit."""

MOST_TARGETS, TOGETHER = 6, 3

HOLD, ADVANCE, CHARGE = "hold", "advance", "charge"
SCRIPTS = (ADVANCE, CHARGE, HOLD)
"""What plans begin from: everyone where it is best by itself, at the enemy's throat, or where it stands."""


class Place(NamedTuple):
    """A place that a unit could take and how it would stand there.

    `own` is what that is worth whatever friends do; `lone` counts in neighbours and threats as they are now, and
    `eager` Assaults too.
    """

    option: Plain | None
    unit: Unit
    own: float
    lone: float
    eager: float


Goals = Mapping[str, tuple[int, int]]
"""Where units are to go, and how to face there."""

Plan = dict[str, int]
"""Which of its places each unit takes; 0 is where it stands."""


class Formation:
    """The places of all who are still to move; with `goals`, only those and where they stand."""

    def __init__(self, scene: Scene, goals: Goals | None = None) -> None:
        self.scene = scene
        self.s = scene.s
        self.outlook = scene.outlook
        self.left = activations_left(self.s)
        self.choices: dict[str, list[Place]] = self._choices() if goals is None else self._towards(goals)
        active = self.s.acting()
        self.others = [unit for unit in self.s.of_wing(active.side, active.wing) if unit.id not in self.choices]
        self.standing = 0
        self.fixed = 0
        """The hexes that friends hold who are not to move now; `standing` are those where nobody else can end."""
        self.tops: dict[int, Unit] = {}
        self.below: dict[int, Unit] = {}
        """Who of those lies on top where others may come to stand below, and who stands where others may lie on top."""
        for unit in self.s.of_side(scene.seat):
            if unit.id in self.choices:
                continue
            if unit.type in ON_TOP:
                self.tops[unit.hex] = unit
            elif unit.type == "infantry":
                self.below[unit.hex] = unit
            if unit.type != "marshal":
                self.fixed |= 1 << unit.hex
            if unit.type not in ON_TOP:
                self.standing |= 1 << unit.hex
        self._assaults: dict[tuple[tuple[str, int, int], ...], tuple[float, int]] = {}
        self.tried = 0

    def _moves(self) -> Iterator[tuple[Plain, Unit, int]]:
        """Every move that is open, with the unit and where it would come to stand."""
        units, numbered = self.s.units, self.s.board.numbered
        for option in self.scene.options:
            if option["do"] != "done":
                unit = units[option["unit"]]
                yield option, unit, numbered[option["path"][-1]] if option["path"] else unit.hex

    def _choices(self) -> dict[str, list[Place]]:
        places = self.scene.places
        found: dict[str, list[Place]] = {}
        for option, unit, hex in self._moves():
            facings = places.facings(unit, hex)
            if not places.grid.adjacent_mask[hex] & places.foes:
                facings = [places.score(unit, hex)[1]]
            self._of(found, unit).extend(self._place(option, unit, hex, facing) for facing in facings)
        return {id: self._few(listed) for id, listed in found.items()}

    def _towards(self, goals: Goals) -> dict[str, list[Place]]:
        """Everyone where it stands, and where it is to go if it can."""
        found: dict[str, list[Place]] = {}
        for option, unit, hex in self._moves():
            mine = self._of(found, unit)
            if unit.id in goals and goals[unit.id][0] == hex:
                mine.append(self._place(option, unit, *goals[unit.id]))
        return found

    def _of(self, found: dict[str, list[Place]], unit: Unit) -> list[Place]:
        """A unit's places, which begin with the one that it has."""
        if unit.id not in found:
            found[unit.id] = [self._place(None, unit, unit.hex, unit.facing)]
        return found[unit.id]

    def _place(self, option: Plain | None, unit: Unit, hex: int, facing: int) -> Place:
        terms = self.scene.places.terms(unit, hex, facing)
        eager = sum(terms.values())
        lone = eager - terms.get("assault", 0.0)
        own = lone - terms.get("threat", 0.0) - terms["cohesion"]
        return Place(option, moved(unit, hex, facing), own, lone, eager)

    def _few(self, listed: list[Place]) -> list[Place]:
        """The places worth a thought, where the unit stands first."""
        stays, rest = listed[0], listed[1:]
        touches = self.scene.places.grid.adjacent_mask
        foes = self.scene.places.foes
        rest.sort(key=lambda place: -place.eager)
        contact = [place for place in rest if touches[place.unit.hex] & foes]
        at_large = [place for place in rest if not touches[place.unit.hex] & foes]
        return [stays, *contact[:IN_CONTACT], *at_large[:AT_LARGE]]

    # -- what a plan is worth -----------------------------------------------------------------------------------------

    def value(self, plan: Plan) -> float:
        """What a plan is worth."""
        self.tried += 1
        assaults, beaten = self.assaults(plan)
        units = [self.choices[id][at].unit for id, at in plan.items()]
        return assaults + self.position(plan) - self.scene.weights["threat"] * self.threat(units, beaten)

    def position(self, plan: Plan) -> float:
        """What its places are worth, whatever comes of the wing's Assaults and of the enemy's."""
        taken = [self.choices[id][at] for id, at in plan.items()]
        friends = self._friends([place.unit for place in taken])
        adjacent, cohesion = self.outlook.grid.adjacent_mask, self.scene.places.cohesion
        return sum(place.own + cohesion((adjacent[place.unit.hex] & friends).bit_count()) for place in taken)

    def _friends(self, units: list[Unit]) -> int:
        """The hexes that the side would hold."""
        friends = self.fixed
        for unit in units:
            friends |= 1 << unit.hex
        return friends

    def threat(self, units: list[Unit], beaten: int) -> float:
        """What the enemy can gain from all these in reply; who lies on top of a stack takes its HIT (7.4-a)."""
        threats = self.scene.places.threats
        assert threats is not None
        friends = self._friends(units)
        tops = self.tops | {unit.hex: unit for unit in units if unit.type in ON_TOP}
        bottom = [unit for unit in units if unit.type not in ON_TOP]

        def danger(unit: Unit, top: Unit | None = None) -> float:
            return threats.of(unit, unit.hex, unit.facing, friends & ~(1 << unit.hex), beaten, top)

        under = {unit.hex for unit in bottom}
        total = 0.0
        for unit in bottom:
            total += danger(unit, tops.get(unit.hex))
        for unit in units:
            if unit.type not in ON_TOP or unit.hex in under:
                continue
            covered = self.below.get(unit.hex)
            if covered is None:
                total += danger(unit)
            else:
                total += danger(covered, unit)
                total -= danger(covered)
        return total

    def assaults(self, plan: Plan) -> tuple[float, int]:
        """What the wing's Assaults promise from there, and the hexes of those who will hardly stand them."""
        if not self.scene.places.strikes:
            return 0.0, 0
        units = [*self.others, *(self.choices[id][at].unit for id, at in plan.items())]
        total, beaten = 0.0, 0
        for group in entangled(self.s, units):
            key = tuple((unit.id, unit.hex, unit.facing) for unit in group)
            found = self._assaults.get(key)
            if found is None:
                declared, value = best_of_group(self.outlook, group)
                attacked = {self.s.units[id].hex for targets in declared.values() for id in targets}
                likely = value > LIKELY * len(attacked)
                found = self._assaults[key] = value, mask_of(attacked) if likely else 0
            total += found[0]
            beaten |= found[1]
        return self.scene.weights["assault"] * total, beaten

    # -- a plan in other words ----------------------------------------------------------------------------------------

    def _going(self, plan: Plan) -> Iterator[tuple[Unit, Plain]]:
        """Who goes by a plan, as it will stand, and the move; those that stay as they are, are left out."""
        for id, at in plan.items():
            place = self.choices[id][at]
            if place.option is not None:
                yield place.unit, place.option

    def goals(self, plan: Plan) -> dict[str, tuple[int, int]]:
        """Where units go by a plan, and how they face then."""
        return {unit.id: (unit.hex, unit.facing) for unit, _ in self._going(plan)}

    def ways(self, plan: Plan) -> dict[str, tuple[list[str], int]]:
        """The ways of those who go, and how they face at the end."""
        return {unit.id: (option["path"], unit.facing) for unit, option in self._going(plan)}

    def varied(self, plan: Plan, share: float, rng: random.Random) -> Plan:
        """The same plan with some units elsewhere."""
        plan = dict(plan)
        for id, listed in self.choices.items():
            if rng.random() < share:
                at = rng.randrange(len(listed))
                if self.fits(plan, id, at):
                    plan[id] = at
        return plan

    # -- finding one --------------------------------------------------------------------------------------------------

    def start(self, script: str) -> Plan:
        """A plan to begin with."""
        plan = dict.fromkeys(self.choices, 0)
        if script == HOLD:
            return plan
        ranked = []
        for id, listed in self.choices.items():
            now = listed[0].eager
            for at, place in enumerate(listed[1:], 1):
                gain = place.eager - now
                if script == CHARGE:
                    gain = 2 * (place.eager - place.lone) - 2 * (now - listed[0].lone)
                    gain += 0.3 * (place.lone - listed[0].lone)
                if gain > ENOUGH:
                    ranked.append((-gain, id, at))
        for _, id, at in sorted(ranked):
            if not plan[id] and self.fits(plan, id, at):
                plan[id] = at
        return plan

    def starts(self) -> Iterator[Callable[[], Plan]]:
        """What to begin with when the first plan is done: the other scripts, then everyone against one enemy."""
        yield from (partial(self.start, script) for script in SCRIPTS if script != ADVANCE)
        hopes: dict[int, float] = {}
        for listed in self.choices.values():
            for place in listed:
                for hex in self._ahead(place):
                    hopes[hex] = hopes.get(hex, 0.0) + max(0.0, place.eager - place.lone)
        for hex in sorted(hopes, key=lambda hex: (-hopes[hex], hex))[:MOST_TARGETS]:
            yield partial(self.concentrate, hex)

    def concentrate(self, target: int) -> Plan:
        """Up to three against one enemy, the others as they would advance."""
        wanted = sorted(
            (-place.eager, id, at)
            for id, listed in self.choices.items()
            for at, place in enumerate(listed)
            if target in self._ahead(place)
        )
        plan = dict.fromkeys(self.choices, 0)
        sent: set[str] = set()
        for _, id, at in wanted:
            if id not in sent and len(sent) < TOGETHER and self.fits(plan, id, at):
                plan[id] = at
                sent.add(id)
        for id, at in self.start(ADVANCE).items():
            if id not in sent and self.fits(plan, id, at):
                plan[id] = at
        return plan

    def _ahead(self, place: Place) -> list[int]:
        """The enemies that could be assaulted from a place."""
        unit, foes = place.unit, self.scene.places.foes
        if unit.type == "artillery":
            return []
        return [hex for hex in self.outlook.grid.front[unit.hex][unit.facing] if foes >> hex & 1]

    def fits(self, plan: Plan, id: str, at: int) -> bool:
        """Whether a unit may take a place: no other is there, and the wing may still activate so many."""
        if at and self.left is not None and sum(map(bool, plan.values())) - bool(plan[id]) >= self.left:
            return False
        place = self.choices[id][at].unit
        if place.type in ON_TOP:
            return True
        if self.standing >> place.hex & 1 and place.hex != self.s.units[id].hex:
            return False
        for other, there in plan.items():
            unit = self.choices[other][there].unit
            if other != id and unit.hex == place.hex and unit.type not in ON_TOP:
                return False
        return True

    def climb(self, plan: Plan, effort: int, stop: Callable[[], bool]) -> tuple[Plan, float]:
        """One unit at a time to a better place, until none is found or the effort is spent."""
        plan = dict(plan)
        top = self.value(plan)
        improved = True
        while improved:
            improved = False
            for id, listed in self.choices.items():
                for at in range(len(listed)):
                    if at == plan[id] or not self.fits(plan, id, at):
                        continue
                    if self.tried >= effort or stop():
                        return plan, top
                    tried = {**plan, id: at}
                    if (value := self.value(tried)) > top + 1e-9:
                        plan, top, improved = tried, value, True
        return plan, top
