"""Where units are to go: to the enemy, as near as their arms ask for, or to ground that is to be held."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.mind.scene import FAR, Scene, middle
from quadrilatero.games.vivaorre.mind.shooting import reach_of
from quadrilatero.games.vivaorre.rules import fire
from quadrilatero.games.vivaorre.rules.rates import charge_reach, limbered_rate, rate
from quadrilatero.games.vivaorre.said import ARTILLERY, LIMBERED, SHAKEN
from quadrilatero.games.vivaorre.state import Pose, Unit
from quadrilatero.table import centre, contains, distance, to_point

HASTE = 4
"""So many turns before it must be there a unit sets out for ground that is to be held."""
TOGETHER = 0.6
"""How much a target that the whole brigade is near to is preferred by who thinks of the others."""
EASY_PREY = 1.0
"""Shaken enemies, and guns for horse, are worth a turn's march more."""
MOST_TURNS = 12.0
UNLIMBERING, LIMBERING = 0.3, 1.0
"""2-k: turns that guns lose before they fire again; those in battery and out of range have to limber up first."""


class Aim(NamedTuple):
    """A place to come near to, or an enemy, and how near; ground counts by its middle."""

    x: int
    y: int
    near: int
    foe: Unit | None = None

    def gap(self, pose: Pose) -> int:
        """How far a footprint still has to go."""
        far = distance(pose, self.foe.pose) if self.foe is not None else to_point(pose, self.x, self.y)
        return max(0, far - self.near)


def wished_distance(scene: Scene, unit: Unit) -> int:
    """7-g, 9-g: how near a unit wants to come: to short range with firearms, guns to medium, others to charge."""
    if unit.is_guns:
        return 1000 * fire.ranges_of(unit)[1]
    reach = reach_of(scene.s, unit)
    if not reach or unit.is_horse or unit.impi:
        return charge_reach(unit) * 4 // 5
    return max(1000, 1000 * fire.ranges_of(unit)[0])


def march_rate(unit: Unit) -> int:
    """8-a: how far a unit goes in a turn as it stands, guns on the move."""
    return limbered_rate(unit) if unit.is_guns else rate(unit)


class Aims:
    """The aim of each unit of a seat, worked out once for a question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._found: dict[str, Aim | None] = {}
        self._near_brigade: dict[str | None, dict[str, float]] = {}

    def of(self, unit: Unit) -> Aim | None:
        """The aim of a unit; None where there is nobody in view and nothing to hold."""
        if unit.id not in self._found:
            self._found[unit.id] = self._ground(unit) or self._enemy(unit)
        return self._found[unit.id]

    def _ground(self, unit: Unit) -> Aim | None:
        """1-g: ground to be held or denied at the end, for foot that has to set out now; the others stay there."""
        scene = self.scene
        if unit.is_guns or unit.state == SHAKEN or not scene.grounds:
            return None
        for ground in scene.grounds:
            x, y = middle(ground.shape)
            outline = tuple([(px, py) for px, py in ground.shape])
            inside = contains(outline, *centre(unit.pose))
            turns = to_point(unit.pose, x, y) / max(1, rate(unit))
            if not inside and turns + HASTE >= scene.turns_left:
                return Aim(x, y, 0)
            if inside and scene.turns_left <= 1:
                return Aim(x, y, FAR)
        return None

    def _enemy(self, unit: Unit) -> Aim | None:
        scene = self.scene
        best: Aim | None = None
        least = 1e9
        wish = wished_distance(scene, unit)
        together = self._brigade(unit.brigade) if scene.looks_ahead else {}
        for foe in scene.foes:
            turns = max(0, distance(unit.pose, foe.pose) - wish) / march_rate(unit)
            if foe.state != "steady" or (unit.is_horse and foe.arm == ARTILLERY):
                turns -= EASY_PREY
            turns += TOGETHER * together.get(foe.id, 0.0)
            if turns < least:
                x, y = centre(foe.pose)
                best, least = Aim(x, y, wish, foe), turns
        if best is not None or not scene.grounds:
            return best or self._search(unit)
        return Aim(*middle(scene.grounds[0].shape), 0)

    def _search(self, unit: Unit) -> Aim | None:
        """13-g: where nobody is seen, towards the middle of the table."""
        wide, high = self.scene.s.ground.size
        return Aim(wide // 2, high // 2, 3000)

    def _brigade(self, brigade: str | None) -> dict[str, float]:
        """How many turns' march each enemy is from a brigade, on average."""
        if brigade not in self._near_brigade:
            own = [unit for unit in self.scene.own if unit.brigade == brigade and not unit.is_guns]
            found: dict[str, float] = {}
            for foe in self.scene.foes:
                ways = [distance(unit.pose, foe.pose) / march_rate(unit) for unit in own]
                found[foe.id] = sum(ways) / len(ways) if ways else 0.0
            self._near_brigade[brigade] = found
        return self._near_brigade[brigade]


def turns_to(aim: Aim | None, unit: Unit) -> float:
    """The turns of march that are left to a unit as it stands."""
    if aim is None:
        return 0.0
    gap = aim.gap(unit.pose)
    if not unit.is_guns:
        return min(MOST_TURNS, gap / rate(unit))
    turns = gap / limbered_rate(unit)
    if unit.formation == LIMBERED:
        return turns + UNLIMBERING
    return turns + (LIMBERING if gap > 1000 * (fire.ranges_of(unit)[2] - fire.ranges_of(unit)[1]) else 0.0)
