"""What it is worth to a Force to stand in a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, SIGHT
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.mind.scene import FAR, NEAR, Scene
from quadrilatero.games.custoza.mind.worth import of_check
from quadrilatero.games.custoza.rules import combat, sight, terrain
from quadrilatero.games.custoza.rules.command import RANGE
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, in_enemy_zone, stacking_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel.mind import Terms

PER_POINT = 0.12
"""What a movement point nearer to a victory hex is worth."""
PRESSING = 0.4
"""The same to who would lose if nothing changed."""
GUARD = 1.5
"""To stand in a victory hex of one's own that is threatened."""
SEEN = 0.5
"""What a hex with enemies in sight is worth to guns."""
LINE = 0.15
"""A friend alongside."""
COVER = 0.3
CROWD = 0.3
STRAY = 0.4
"""For each hex out of the commander's range."""
FOLLOWED = 0.15
"""The same to who knows that the commander rides after his units, and that command is looked at when a turn begins."""
DANGER = 0.35
EXPOSED = 1.0
"""7.8.3: to end a march near the enemy."""
TO_BE_TAKEN = 0.4
"""How much likelier a victory hex is kept by a garrison than by nobody, as a share of its worth."""
ANYBODY, GARRISON = 0.5, 16
"""What of that any regiment does, since the enemy cannot just walk in; the rest grows with its SP up to so many."""
ALLURE = 12.0
"""What a victory hex that is not one's own is worth in movement points on the way to it, and each friend there less."""
FRIEND_THERE = 1.5
CONTACT = 1.5
"""7.5-a: to end in an enemy zone where one may not stay."""


class Places:
    """Hexes weighed for Forces of one seat; what was reckoned is kept."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.s: State = scene.s
        self._known: dict[tuple[str, int, int, bool], Terms] = {}
        self._there: dict[int, list[Unit]] = {}
        self._pulls: dict[str, list[tuple[int, float, dict[int, int]]]] = {}
        self._threats: dict[int, list[tuple[int, int]]] = {}
        self._to_come: frozenset[str] | None = None

    @property
    def to_come(self) -> frozenset[str]:
        """The enemy units that may act again."""
        if self._to_come is None:
            self._to_come = frozenset([unit.id for unit in self.scene.enemies_to_come])
        return self._to_come

    def terms(self, units: Sequence[Unit], hex: int, *, march: bool = False) -> Terms:
        """What speaks for a hex, before weights."""
        strength = sum(unit.sp for unit in units)
        key = units[0].id, len(units), hex, march
        if key not in self._known:
            guns = units[0].kind == ARTILLERY
            self._known[key] = {
                "approach": self.approach(units[0], hex),
                "ground": self.ground(units, hex),
                "threat": -self.scene.stakes.force * self.danger(strength, hex, march=march, guns=guns),
                "cover": self.cover(units, hex),
                "line": self.line(units, hex),
                "command": -self.straying(units[0], hex),
                **({"fire": self.view(units, hex, march=march)} if guns else {}),
            }
        return self._known[key]

    def approach(self, unit: Unit, hex: int) -> float:
        """The way to the victory hex that is worth most from here; guns stay a little behind."""
        if self.scene.is_far_sighted:
            pace = PRESSING if self.scene.is_behind else PER_POINT
            return pace * self.allure(unit, hex)
        best = 0.0
        for goal, matters in self.scene.wanted.items():
            away = self.scene.distance(unit.kind, hex, goal)
            if unit.kind == ARTILLERY:
                away = max(away, 2.0)
            best = max(best, matters * (FAR - away))
        return PER_POINT * best

    def allure(self, unit: Unit, hex: int) -> float:
        """How the victory hexes draw a unit, in movement points: less by the way there and by friends who are there."""
        if unit.id not in self._pulls:
            self._pulls[unit.id] = [self._pull(unit, goal) for goal in self.scene.wanted]
        least = 2.0 if unit.kind == ARTILLERY else 0.0
        drawn = [
            pull - (max(ways.get(hex, FAR * MP) / MP, least) if hex != goal else least)
            for goal, pull, ways in self._pulls[unit.id]
        ]
        return max(drawn, default=0.0)

    def _pull(self, unit: Unit, goal: int) -> tuple[int, float, dict[int, int]]:
        friends = sum(friend.id != unit.id for friend in self._friends_at(goal))
        pull = ALLURE * self.scene.wanted[goal] - FRIEND_THERE * friends
        return goal, pull, self.scene.ways_to(unit.kind, goal)

    def _friends_at(self, goal: int) -> list[Unit]:
        if goal not in self._there:
            near = self.s.board.grid.within(goal, 1) & self.s.held[self.scene.seat]
            stacks = (self.s.stack(hex, self.scene.seat) for hex in near)
            self._there[goal] = [unit for stack in stacks for unit in stack if unit.kind != ARTILLERY]
        return self._there[goal]

    def ground(self, units: Sequence[Unit], hex: int) -> float:
        """A victory hex entered, or guarded while enemies are near."""
        scene = self.scene
        if hex not in scene.goals:
            return 0.0
        if hex in scene.to_win:
            return scene.stakes.goal
        if scene.is_far_sighted:
            return self.garrison(units, hex)
        alone = all(unit.id in {u.id for u in units} for unit in self.s.stack(hex, scene.seat))
        return GUARD if alone and scene.nearest_enemy(hex) <= NEAR else 0.0

    def garrison(self, units: Sequence[Unit], hex: int) -> float:
        """2.2-a: what a Force adds to those who keep a victory hex of one's own that an enemy can still come to."""
        soon = self.scene.contested.get(hex, 0.0)
        if not soon:
            return 0.0
        mine = {unit.id for unit in units}
        others = [unit for unit in self.s.stack(hex, self.scene.seat) if unit.id not in mine]
        return soon * TO_BE_TAKEN * self.scene.stakes.goal * (_keeps([*others, *units]) - _keeps(others))

    def leaving(self, units: Sequence[Unit], hex: int) -> float:
        """What a victory hex loses by a Force that goes to another hex."""
        return self.garrison(units, units[0].hex) if units[0].hex != hex else 0.0

    def danger(self, strength: int, hex: int, *, march: bool, guns: bool) -> float:
        """Enemies close by who are stronger; worse in March Movement and for guns."""
        s, found = self.s, 0.0
        for theirs, far in self._threats_to(hex):
            ratio = theirs / max(1, strength if not guns else 1)
            found += DANGER * max(0.0, min(2.0, ratio - 0.7)) / max(1, far - 1)
        close = self.scene.nearest_enemy(hex)
        if march and not guns and close <= self.scene.near:
            found += EXPOSED * (self.scene.near + 1 - close) / self.scene.near
        if in_enemy_zone(s, self.scene.seat, hex):
            found += CONTACT
        return found

    def _threats_to(self, hex: int) -> list[tuple[int, int]]:
        """The strength of each enemy stack close by, and how far away it is."""
        if hex not in self._threats:
            s, found = self.s, []
            for near in s.board.grid.within(hex, 4) & s.held[self.scene.enemy]:
                stack = s.stack(near, self.scene.enemy)
                if self.scene.is_far_sighted:
                    stack = [unit for unit in stack if unit.id in self.to_come]
                found.append((combat.strength(stack), s.board.grid.distance(hex, near)))
            self._threats[hex] = found
        return self._threats[hex]

    def cover(self, units: Sequence[Unit], hex: int) -> float:
        """10.4.3, 8.6: ground that helps who is attacked or fired at, as far as enemies are near; no crowding."""
        s = self.s
        if self.scene.nearest_enemy(hex) > self.scene.near + 2:
            return 0.0
        assault = s.board.at(hex).assault
        worth = COVER * (-assault.infantry - s.board.at(hex).fire.shift) * (0.3 if units[0].kind == CAVALRY else 1.0)
        height = 0.1 * s.board.levels[hex]
        there = stacking_points(s, hex, units[0].side, [unit.id for unit in units])
        crowded = there + sum(unit.sv for unit in units) >= STACKING_LIMIT
        return worth + height - (CROWD if crowded else 0.0)

    def line(self, units: Sequence[Unit], hex: int) -> float:
        """Friends next to a hex, three at the most, while enemies are near."""
        if self.scene.nearest_enemy(hex) > self.scene.near:
            return 0.0
        s, mine = self.s, {unit.id for unit in units}
        near = s.board.grid.around[hex] & s.held[self.scene.seat]
        friends = sum(any(unit.id not in mine for unit in s.stack(place, self.scene.seat)) for place in near)
        return LINE * min(3, friends)

    def straying(self, unit: Unit, hex: int) -> float:
        """4.1: how far beyond the commander's range a hex lies, by hexes as the crow flies."""
        commander = self.s.commander(unit.formation or "")
        if commander is None or commander.hex < 0 or (self.scene.is_far_sighted and not self.scene.turns_left):
            return 0.0
        beyond = max(0, self.s.board.grid.distance(hex, commander.hex) - RANGE + 1)
        return (FOLLOWED if self.scene.is_far_sighted else STRAY) * beyond

    def view(self, units: Sequence[Unit], hex: int, *, march: bool) -> float:
        """8.9: enemies whom guns would have in sight and in range; limbered guns see nothing."""
        s = self.s
        if march:
            return 0.0
        near = s.board.grid.within(hex, SIGHT) & s.held[self.scene.enemy]
        seen = sum(1 for place in near if sight.sees(s, hex, place))
        return SEEN * min(3, seen)

    def checks(self, units: Sequence[Unit], path: Sequence[int], *, march: bool) -> float:
        """7.3: what the ground of a way costs in checks, more or less."""
        return sum(of_check(self.s, tried) for tried in self.tried(units, path, march=march))

    def tried(self, units: Sequence[Unit], path: Sequence[int], *, march: bool) -> Iterator[list[Unit]]:
        """7.3: for each step of a way that demands a check, the units that have to pass it."""
        board, here = self.s.board, units[0].hex
        for there in path:
            if not (march and (here, there) in board.links):
                who = board.tried(here, there)
                if found := [unit for unit in units if terrain.CHECKED.get(unit.type, "") in who]:
                    yield found
            here = there


def _keeps(force: Sequence[Unit]) -> float:
    """How well a Force keeps a hex, from 0 to 1; guns by themselves do not."""
    sp = sum(unit.sp for unit in force if unit.kind != ARTILLERY)
    return min(1.0, ANYBODY + sp / GARRISON) if sp else 0.0
