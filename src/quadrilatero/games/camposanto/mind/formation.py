"""Joint plans for a wing: where all who are still to move would stand, improved one unit at a time from several starts.

Moves roll no dice and friends bar nobody's way, so a plan is a place for each unit, and its worth can be reckoned: what
the wing's Assaults promise from there by exact odds, against what the enemy can do to each unit in reply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from quadrilatero.games.camposanto.mind.fighting import best_of_group, entangled
from quadrilatero.games.camposanto.mind.moving import ENOUGH
from quadrilatero.games.camposanto.mind.outlook import ON_TOP, moved
from quadrilatero.games.camposanto.mind.places import LIKELY
from quadrilatero.games.camposanto.mind.scene import Scene
from quadrilatero.games.camposanto.rules.activation import activations_left
from quadrilatero.games.camposanto.state import Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from quadrilatero.kernel import Plain

IN_CONTACT, AT_LARGE = 7, 2
"""How many places next to the enemy, and how many others, are thought of for each unit."""

MOST_TARGETS, TOGETHER = 6, 3

HOLD, ADVANCE, CHARGE = "hold", "advance", "charge"
SCRIPTS = (ADVANCE, HOLD, CHARGE)
"""What plans begin from: everyone where it is best by itself, where it stands, or at the enemy's throat."""


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

NOWHERE: Goals = {}

Plan = dict[str, int]
"""Which of its places each unit takes; 0 is where it stands."""


class Formation:
    """The places of all who are still to move: where they stand, `goals`, and the best few others."""

    def __init__(self, scene: Scene, goals: Goals = NOWHERE) -> None:
        self.scene = scene
        self.s = scene.s
        self.outlook = scene.outlook
        self.left = activations_left(self.s)
        self.choices: dict[str, list[Place]] = self._choices(goals)
        active = self.s.acting()
        self.others = [unit for unit in self.s.of_wing(active.side, active.wing) if unit.id not in self.choices]
        self.standing = NO_HEXES
        self.fixed = NO_HEXES
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
                self.fixed = self.fixed.plus(unit.hex)
            if unit.type not in ON_TOP:
                self.standing = self.standing.plus(unit.hex)
        self._cohesion = [scene.places.cohesion(beside) for beside in range(7)]
        self._assaults: dict[tuple[tuple[str, int, int], ...], tuple[float, HexSet]] = {}
        self.tried = 0

    def _choices(self, goals: Goals) -> dict[str, list[Place]]:
        """Where each unit stands, then the best places next to the enemy, the best elsewhere, and its goal."""
        units, numbered = self.s.units, self.s.board.numbered
        around, foes = self.scene.places.grid.around, self.scene.places.foes
        contact: dict[str, list[Place]] = {}
        at_large: dict[str, list[tuple[Plain, int]]] = {}
        for option in self.scene.options:
            if option["do"] == "done":
                continue
            unit = units[option["unit"]]
            hex = numbered[option["path"][-1]] if option["path"] else unit.hex
            touching = contact.setdefault(unit.id, [])
            elsewhere = at_large.setdefault(unit.id, [])
            if around[hex].meets(foes):
                facings = self.scene.places.facings(unit, hex)
                touching += [self._place(option, unit, hex, facing) for facing in facings]
            else:
                elsewhere.append((option, hex))
        found = {}
        for id, touching in contact.items():
            unit = units[id]
            touching.sort(key=lambda place: -place.eager)
            places = [*touching[:IN_CONTACT], *self._at_large(unit, at_large[id], goals.get(id))]
            wanted = [place for place in touching[IN_CONTACT:] if (place.unit.hex, place.unit.facing) == goals.get(id)]
            found[id] = [self._place(None, unit, unit.hex, unit.facing), *places, *wanted]
        return found

    def _at_large(self, unit: Unit, moves: list[tuple[Plain, int]], goal: tuple[int, int] | None) -> list[Place]:
        """The best places away from the enemy; threats can only make one worse, so most need no closer look."""
        promised = []
        for number, (option, hex) in enumerate(moves):
            best, facing = self.scene.places.unthreatened(unit, hex)
            promised.append((-best, number, option, hex, facing))
        promised.sort()
        found: list[Place] = []
        for most, _, option, hex, facing in promised:
            if len(found) == AT_LARGE and found[-1].eager >= -most:
                break
            found.append(self._place(option, unit, hex, facing))
            found.sort(key=lambda place: -place.eager)
            del found[AT_LARGE:]
        if goal is not None and goal not in [(place.unit.hex, place.unit.facing) for place in found]:
            found += [self._place(option, unit, *goal) for _, _, option, hex, _ in promised if hex == goal[0]]
        return found

    def _place(self, option: Plain | None, unit: Unit, hex: int, facing: int) -> Place:
        terms = self.scene.places.terms(unit, hex, facing)
        eager = sum(terms.values())
        lone = eager - terms.get("assault", 0.0)
        own = lone - terms.get("threat", 0.0) - terms["cohesion"]
        return Place(option, moved(unit, hex, facing), own, lone, eager)

    # -- what a plan is worth -----------------------------------------------------------------------------------------

    def value(self, plan: Plan) -> float:
        """What a plan is worth."""
        self.tried += 1
        assaults, beaten = self.assaults(plan)
        units = [self.choices[id][at].unit for id, at in plan.items()]
        return assaults + self.position(plan) - self.scene.weights["threat"] * self.threat(units, beaten)

    def without_assaults(self, plan: Plan) -> float:
        """What its places are worth, less what the enemy can do to them; the wing's own Assaults are left aside."""
        units = [self.choices[id][at].unit for id, at in plan.items()]
        return self.position(plan) - self.threat(units, self.assaults(plan)[1])

    def position(self, plan: Plan) -> float:
        """What its places are worth, whatever comes of the wing's Assaults and of the enemy's."""
        taken = [self.choices[id][at] for id, at in plan.items()]
        friends = self._friends([place.unit for place in taken])
        around, cohesion = self.outlook.grid.around, self._cohesion
        return sum([place.own + cohesion[around[place.unit.hex].shared(friends)] for place in taken])

    def _friends(self, units: list[Unit]) -> HexSet:
        """The hexes that the side would hold."""
        return self.fixed | HexSet.of([unit.hex for unit in units])

    def threat(self, units: list[Unit], beaten: HexSet) -> float:
        """What the enemy can gain from all these in reply; who lies on top of a stack takes its HIT (7.4-a)."""
        threats = self.scene.places.threats
        assert threats is not None
        friends = self._friends(units)
        lying = [unit for unit in units if unit.type in ON_TOP]
        tops = self.tops | {unit.hex: unit for unit in lying} if lying else self.tops
        under = set()
        total = 0.0
        for unit in units:
            if unit.type not in ON_TOP:
                under.add(unit.hex)
                top = tops.get(unit.hex)
                total += threats.of_stack([unit] if top is None else [unit, top], friends, beaten)
        for unit in lying:
            if unit.hex in under:
                continue
            covered = self.below.get(unit.hex)
            if covered is None:
                total += threats.of_stack([unit], friends, beaten)
            else:
                total += threats.of_stack([covered, unit], friends, beaten)
                total -= threats.of_stack([covered], friends, beaten)
        return total

    def assaults(self, plan: Plan) -> tuple[float, HexSet]:
        """What the wing's Assaults promise from there, and the hexes of those who will hardly stand them."""
        if not self.scene.places.strikes:
            return 0.0, NO_HEXES
        units = [*self.others, *[self.choices[id][at].unit for id, at in plan.items()]]
        total, beaten = 0.0, NO_HEXES
        for group in entangled(self.s, units):
            key = tuple([(unit.id, unit.hex, unit.facing) for unit in group])
            found = self._assaults.get(key)
            if found is None:
                declared, value = best_of_group(self.outlook, group)
                attacked = {self.s.units[id].hex for targets in declared.values() for id in targets}
                likely = value > LIKELY * len(attacked)
                found = self._assaults[key] = value, HexSet.of(attacked) if likely else NO_HEXES
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

    def towards(self, goals: Goals) -> Plan:
        """Everyone where he is to go, who can; the others where they stand."""
        plan = dict.fromkeys(self.choices, 0)
        for id, listed in self.choices.items():
            for at, place in enumerate(listed):
                if at and (place.unit.hex, place.unit.facing) == goals.get(id) and self.fits(plan, id, at):
                    plan[id] = at
        return plan

    def starts(self) -> Iterator[Callable[[], Plan]]:
        """What to begin with: the scripts, then everyone against one enemy after another."""
        yield from (partial(self.start, script) for script in SCRIPTS)
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
        return [hex for hex in self.s.board.facings.front[unit.hex][unit.facing] if hex in foes]

    def fits(self, plan: Plan, id: str, at: int) -> bool:
        """Whether a unit may take a place: no other is there, and the wing may still activate so many."""
        if at and self.left is not None and sum(map(bool, plan.values())) - bool(plan[id]) >= self.left:
            return False
        place = self.choices[id][at].unit
        if place.type in ON_TOP:
            return True
        if place.hex in self.standing and place.hex != self.s.units[id].hex:
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
