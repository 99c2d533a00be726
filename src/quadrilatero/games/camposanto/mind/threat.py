"""What the enemy can do to a unit before its side acts again: the threat map, by exact odds of the best Assault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.games.camposanto.mind.outlook import ASSAULTING, Outlook, fighters, moved
from quadrilatero.games.camposanto.rules.artillery import cone, is_silent, line_is_blocked
from quadrilatero.games.camposanto.rules.fire import NEED, modifiers
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_entering_zoc
from quadrilatero.games.camposanto.rules.reach import reach
from quadrilatero.games.camposanto.rules.zones import in_zoc
from quadrilatero.games.camposanto.state import AGGRESSIVE, TITUBANT, WINGS, State, Unit
from quadrilatero.hexes import NO_HEXES, HexSet

STILL_TO_ACT, HAS_ACTED, NEXT_PHASE = 1.0, 0.5, 0.4
"""How much a wing's threat counts: it will act in this Phase, it has acted, or it cannot assault in this one."""

MOST_ATTACKERS = 3
CANNONS_SHARE = 0.35
"""A gun fires at one of those in its cone: the part of its chance that each of them has to fear."""


class Wing(NamedTuple):
    """An enemy wing: when it acts, and each of its units (the strongest first) with the hexes it can assault from."""

    state: State
    timing: float
    reaches: list[tuple[Unit, HexSet]]
    union: HexSet


def timing(s: State, key: str) -> tuple[str, float]:
    """The state in which a wing will next act, as far as known, and how much that counts."""
    if s.active is None or key not in s.order or s.active.key not in s.order:
        return AGGRESSIVE, HAS_ACTED
    if s.active.key == key:
        return s.active.state, STILL_TO_ACT
    if s.order.index(key) < s.order.index(s.active.key):
        return AGGRESSIVE, HAS_ACTED
    state = s.states[key]
    return (AGGRESSIVE, NEXT_PHASE) if state == TITUBANT else (state, STILL_TO_ACT)


class Threats:
    """The threats that one side of an outlook faces from the other."""

    def __init__(self, outlook: Outlook, victim: str) -> None:
        self.outlook = outlook
        self.s = outlook.s
        self.victim = victim
        self.grid = outlook.grid
        enemy = outlook.enemy if victim == outlook.side else outlook.side
        self.wings = [wing for name in WINGS if (wing := self._wing(enemy, name)).reaches]
        self.ahead = self.s.board.facings.ahead
        self.union = HexSet.union(wing.union for wing in self.wings)
        self._known: dict[tuple[object, ...], float] = {}
        self._guns: dict[int, float] | None = None
        self.enemy = enemy

    def _wing(self, side: str, name: str) -> Wing:
        state, weight = timing(self.s, f"{side}.{name}")
        s = self.outlook.acting(side, name, state)
        reaches = [(unit, self._reach(s, unit)) for unit in s.of_wing(side, name) if self._can_assault(unit)]
        reaches.sort(key=lambda pair: (-pair[0].steps - 2 * pair[0].stars, pair[0].id))
        return Wing(s, weight, reaches, HexSet.union(places for _, places in reaches))

    def _can_assault(self, unit: Unit) -> bool:
        return unit.type in ASSAULTING

    def _reach(self, s: State, unit: Unit) -> HexSet:
        """Where a unit can be when its wing assaults: where it stands, and where it can go."""
        active = self.s.acting() if self.s.active else None
        if active is not None and (active.side, active.wing) == (unit.side, unit.wing):
            if active.step not in ("start", "artillery", "movement") or unit.id in active.activated:
                return HexSet.of([unit.hex])
        if refuse_entering_zoc(s, unit, in_zoc(s, unit.side, unit.hex)):
            return HexSet.of([unit.hex])
        return reach(s, unit, movement_points(s, unit), True).hexes.plus(unit.hex)

    def of(self, unit: Unit, hex: int, facing: int, gone: HexSet = NO_HEXES) -> float:
        """What the enemy can expect to gain from a unit if it stood in a hex and faced one way, all else being as now.

        Enemies in `gone` are left out.
        """
        stack = [moved(unit, hex, facing)]
        if unit.hex == hex:
            stack += [moved(other, hex, facing) for other in fighters(self.s, hex) if other.id != unit.id]
        return self._risk(stack, self.s.held[self.victim].mask & ~(1 << unit.hex), gone.mask)

    def of_stack(self, stack: Sequence[Unit], friends: HexSet, gone: HexSet = NO_HEXES) -> float:
        """The same for units that would stand together, their side holding the hexes `friends`."""
        return self._risk(stack, friends.mask, gone.mask)

    # From here on sets of hexes are masks: plans are compared by the thousand.

    def _risk(self, stack: Sequence[Unit], friends: int, gone: int) -> float:
        hex, facing = stack[0].hex, stack[0].facing
        open_hexes = self.union.mask & self.grid.around[hex].mask & ~friends
        if not open_hexes:
            return 0.0
        key = (hex, facing, open_hexes, gone, tuple([unit.id for unit in stack]))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worst_two(stack, open_hexes, gone)
        return found

    def _worst_two(self, defenders: Sequence[Unit], open_hexes: int, gone: int) -> float:
        """The most that any wing can gain, and half of the next."""
        front = self.ahead[defenders[0].hex][defenders[0].facing].mask
        worst = second = 0.0
        for wing in self.wings:
            near = wing.union.mask & open_hexes
            if not near:
                continue
            group = self._group(wing, near, near & ~front, gone)
            found = wing.timing * max(0.0, self.outlook.assault(wing.state, group, defenders)) if group else 0.0
            if found > worst:
                worst, second = found, worst
            elif found > second:
                second = found
        return worst + second / 2

    def _group(self, wing: Wing, open_hexes: int, beside: int, gone: int) -> list[Unit]:
        """Who of a wing assaults from these hexes: its strongest who find a place, one on the Flank if it can."""
        group: list[Unit] = []
        for enemy, places in wing.reaches if beside else ():
            place = places.mask & beside
            if place and not gone >> enemy.hex & 1:
                place &= -place
                group.append(moved(enemy, place.bit_length() - 1))
                open_hexes ^= place
                break
        first = group[0].id if group else None
        for enemy, places in wing.reaches:
            place = places.mask & open_hexes
            if place and not gone >> enemy.hex & 1 and enemy.id != first:
                if len(group) == MOST_ATTACKERS:
                    break
                place &= -place
                group.append(moved(enemy, place.bit_length() - 1))
                open_hexes ^= place
        return group

    # -- fire -------------------------------------------------------------------------------------------------------

    def cannon(self, hex: int) -> float:
        """The chance of a HIT by guns on whoever stands in a hex, shared among those they can choose from."""
        if self._guns is None:
            self._guns = self._fields_of_fire()
        return self._guns.get(hex, 0.0)

    def _fields_of_fire(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for gun in self.s.of_side(self.enemy):
            if gun.type != "artillery":
                continue
            state, weight = timing(self.s, f"{gun.side}.{gun.wing}")
            s = self.outlook.acting(gun.side, gun.wing, state)
            if is_silent(s.acting()):
                continue
            for hex in cone(s, gun):
                if not line_is_blocked(s, gun, hex):
                    chance = at_least(NEED - sum(value for _, value in modifiers(s, gun, hex)))
                    found[hex] = found.get(hex, 0.0) + weight * chance * CANNONS_SHARE
        return found
