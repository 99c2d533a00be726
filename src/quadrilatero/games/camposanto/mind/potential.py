"""What a wing could gain if it acted now: its best Assaults on enemies in reach, no unit used twice, and its fire."""

from __future__ import annotations

from quadrilatero.games.camposanto.mind.outlook import ASSAULTING, Outlook, fighters, moved
from quadrilatero.games.camposanto.mind.places import chance_to_hit
from quadrilatero.games.camposanto.rules.activation import activation_limit, starts_no_assault
from quadrilatero.games.camposanto.rules.artillery import is_silent, targets
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_entering_zoc
from quadrilatero.games.camposanto.rules.reach import reach
from quadrilatero.games.camposanto.rules.zones import in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.hexes import NO_HEXES, HexSet

MOST_TOGETHER = 3
SECOND = 0.6
"""Later Assaults of the same wing are less sure to come about."""


class Potential:
    """One wing of either side."""

    def __init__(self, outlook: Outlook, side: str, wing: str) -> None:
        self.outlook = outlook
        self.side, self.wing = side, wing
        self.foe = outlook.enemy if side == outlook.side else outlook.side
        self._values: dict[str, float] = {}

    def value(self, state: str) -> float:
        """What the wing can expect to gain in one of the four states."""
        found = self._values.get(state)
        if found is None:
            s = self.outlook.acting(self.side, self.wing, state)
            found = self._values[state] = self._fire(s) + self._assaults(s)
        return found

    def _fire(self, s: State) -> float:
        if is_silent(s.acting()):
            return 0.0
        total = 0.0
        for unit in s.of_wing(self.side, self.wing):
            if unit.type == "artillery":
                total += max((self._shot(s, unit, hex) for hex in targets(s, unit)), default=0.0)
        return total

    def _shot(self, s: State, unit: Unit, hex: int) -> float:
        return chance_to_hit(s, unit, hex) * self.outlook.aim(hex)

    def _assaults(self, s: State) -> float:
        if starts_no_assault(s.acting()):
            return 0.0
        movers = activation_limit(s.acting())
        places = [(unit, self._places(s, unit)) for unit in s.of_wing(self.side, self.wing)]
        places = [(unit, reached) for unit, reached in places if reached]
        places.sort(key=lambda pair: (-pair[0].steps - 2 * pair[0].stars, pair[0].id))
        within_reach = HexSet.union(reached for _, reached in places)
        ranked = []
        for foe in s.held[self.foe]:
            if self.outlook.grid.around[foe].meets(within_reach):
                value, used = self._group(s, foe, places, set())
                if value > 0:
                    ranked.append((value, foe))
        ranked.sort(reverse=True)
        total, share = 0.0, 1.0
        busy: set[str] = set()
        for _, foe in ranked[:4]:
            value, used = self._group(s, foe, places, busy)
            if value <= 0:
                continue
            if movers is not None and len(busy | used) > movers:
                break
            total += share * value
            share *= SECOND
            busy |= used
        return total

    def _places(self, s: State, unit: Unit) -> HexSet:
        if unit.type not in ASSAULTING:
            return NO_HEXES
        if refuse_entering_zoc(s, unit, in_zoc(s, unit.side, unit.hex)):
            return HexSet.of([unit.hex])
        return reach(s, unit, movement_points(s, unit), True).hexes.plus(unit.hex)

    def _group(self, s: State, foe: int, places: list[tuple[Unit, HexSet]], busy: set[str]) -> tuple[float, set[str]]:
        """The best group against one enemy hex, grown one by one."""
        defenders = fighters(s, foe)
        front = s.board.facings.ahead[foe][defenders[0].facing]
        open_hexes = self.outlook.grid.around[foe]
        group: list[Unit] = []
        best, used = 0.0, set[str]()
        for unit, reached in places:
            if unit.id in busy or not reached.meets(open_hexes):
                continue
            free = reached & open_hexes
            place = (free - front or free).first()
            group.append(moved(unit, place))
            open_hexes = open_hexes.minus(place)
            value = self.outlook.assault(s, group, defenders)
            if value > best:
                best, used = value, {member.id for member in group}
            if len(group) == MOST_TOGETHER:
                break
        return best, used
