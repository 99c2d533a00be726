"""What speaks for a unit's place and formation, in points of cohesion."""

from __future__ import annotations

from quadrilatero.games.alaguerre.mind.aims import Aims, impulses_to, place_of
from quadrilatero.games.alaguerre.mind.fighting import Glances
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.shooting import best_promise, spread_of
from quadrilatero.games.alaguerre.mind.worth import cost_of_fire
from quadrilatero.games.alaguerre.rules import cover, weapons
from quadrilatero.games.alaguerre.rules.command import attached_to
from quadrilatero.games.alaguerre.rules.formations import Unit, again, front_base, put
from quadrilatero.games.alaguerre.rules.rates import charge_distance, move_of
from quadrilatero.games.alaguerre.said import COLUMN, LEVEL, SHAKEN, SQUARE, UM
from quadrilatero.games.alaguerre.state import General, Pose, State
from quadrilatero.kernel.mind import Terms
from quadrilatero.kernel.trial import aside
from quadrilatero.table import (
    LEFT,
    RIGHT,
    behind,
    distance,
    in_arc,
    no_nearer,
    overlaps,
    rear_strip,
    side_strip,
    to_point,
)

PACE = 0.10
"""What an impulse's march towards the aim is worth, as a part of the unit's points."""
NEAR = 7 * UM
"""Enemies nearer than this make flanks, cover and support matter."""
FLANK = 0.12
"""What each enemy costs who stands near on the flank or behind, as a part of the unit's points."""
COVERED = 0.10
SUPPORTED, GUARDED = 0.08, 0.05
"""10.2.2-m2, 10.2.2-m3: a friend behind, and one beside."""
OUT_OF_COMMAND, ALMOST_OUT = 0.15, 0.03
"""3.3.3-g: beyond the general's radius, and for each um beyond three quarters of it."""
HELD = 0.8
"""4.1.2-f: how much of an objective's value counts for who stands in it."""
UNREADY = 0.15
"""2.10.2-c: in column near the enemy."""
SHY = 0.06
"""10.4.1-a: what each um nearer than NEAR costs who is shaken."""
CHARGED, SHOT = 0.35, 0.5
"""How likely the enemy is to charge where he could, and to shoot at this one of all."""
CHANCE = 0.3
"""How much of a charge that one could make next counts now."""
WINNING, LOSING = 0.8, 1.5
"""How much less, or more, who would win or lose as it stands presses forward when the end comes."""


class Places:
    """The terms of places for one seat, as the world stands."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.aims = Aims(scene)
        self.glances = Glances(scene)
        self.pace = pace_of(scene)
        self._commanders: dict[str | None, General | None] = {}
        self.friends: list[tuple[str, Pose]] = [
            (unit.id, base.pose)
            for unit in scene.own
            for base in unit.bases
            if unit.is_steady and not unit.is_open and not unit.is_train
        ]

    def terms(self, unit: Unit, pose: Pose, gone: int, formation: str) -> Terms:
        """What speaks for a unit where it stands, or would stand after a move."""
        scene = self.scene
        points = scene.points(unit)
        close = [foe for foe in scene.fighting_foes if no_nearer(pose, foe.pose) <= NEAR]
        near = [(gap, foe) for foe in close if (gap := distance(pose, foe.pose)) <= NEAR]
        shaken = unit.level >= LEVEL[SHAKEN]
        s, there = self.put(unit, pose, gone, formation)
        found: Terms = {"command": self.command(there) * points, "ground": self.held(s, there)}
        if shaken:
            gap = min([gap for gap, _ in near], default=NEAR)
            found["threat"] = -SHY * points * (NEAR - gap) / UM
            return found
        aim = self.aims.of(unit)
        found["approach"] = -PACE * self.pace * points * impulses_to(scene, aim, unit, pose, formation)
        if not near:
            if unit.is_guns:
                found["fire"] = best_promise(scene, s, there, gone)
            return found
        found["fire"] = best_promise(scene, s, there, gone)
        found["flank"] = -FLANK * points * self.open_flanks(pose, formation, near)
        found["cover"] = COVERED * points * cover.vdf_of(cover.cover_of(s, front_base(there), near[0][1].pose))
        found["order"] = points * (self.support(unit, pose) - (UNREADY if formation == COLUMN else 0.0))
        if scene.looks_ahead:
            found["threat"] = -self.threat(s, unit, there, near)
        found["charge"] = self.chances(unit, pose, near)
        return found

    def put(self, unit: Unit, pose: Pose, gone: int, formation: str) -> tuple[State, Unit]:
        """The table with a unit at another place, and that unit."""
        s = self.scene.s
        if pose == unit.pose and formation == unit.bases[0].formation:
            return s, unit
        then = aside(s)
        put(then, unit, pose, moved=gone, formation=formation, inside=None, occupies=None)
        return then, again(then, unit) or unit

    # -- by itself ----------------------------------------------------------------------------------------------------

    def open_flanks(self, pose: Pose, formation: str, near: list[tuple[int, Unit]]) -> float:
        """10.2.2-m10, 10.2.2-m11: enemies near on the flank or behind, the nearer the worse."""
        if formation == SQUARE:
            return 0.0
        return sum([1.0 - gap / (2 * NEAR) for gap, foe in near if foe.is_steady and behind(pose, foe.pose) >= 0])

    def support(self, unit: Unit, pose: Pose) -> float:
        """10.2.2-m2, 10.2.2-m3: friends behind and beside, nearer than 2um."""
        strips = [(rear_strip(pose, 2 * UM), SUPPORTED), *[(side_strip(pose, side, 2 * UM), GUARDED) for side in SIDES]]
        found = 0.0
        for strip, worth in strips:
            if any(id != unit.id and overlaps(strip, friend) for id, friend in self.friends if _is_by(pose, friend)):
                found += worth
        return found

    def command(self, unit: Unit) -> float:
        """3.3.3-g: near enough to the general to be activated next turn."""
        general = self.commander(unit.bases[0].division)
        if general is None:
            return 0.0
        far = min([distance(general.pose, base.pose) for base in unit.bases])
        if far > general.radius:
            return -OUT_OF_COMMAND - ALMOST_OUT * (far - general.radius) / UM
        return -ALMOST_OUT * max(0, far - general.radius * 3 // 4) / UM

    def commander(self, division: str | None) -> General | None:
        """3.3.3-h: whose radius counts for a division; nobody's while he is with a unit."""
        if division not in self._commanders:
            s = self.scene.s
            general = s.commander(division)
            counts = general is not None and general.is_there and attached_to(s, general) is None
            self._commanders[division] = general if counts else None
        return self._commanders[division]

    def held(self, s: State, unit: Unit) -> float:
        """4.1.2-f: in an objective that is to be taken or kept."""
        scene = self.scene
        if unit.is_guns or not unit.is_steady:
            return 0.0
        found = 0.0
        for objective in s.objectives:
            place = place_of(scene, objective)
            if objective.value and place is not None and to_point(unit.pose, *place) == 0:
                mine = objective.owner == scene.side
                found += HELD * objective.value * (0.3 if mine else 1.0)
        return found

    # -- what the enemy can do, and what can be done to him -----------------------------------------------------------

    def threat(self, s: State, unit: Unit, there: Unit, near: list[tuple[int, Unit]]) -> float:
        """The points that enemy fire and charges may cost a unit there before it acts again."""
        scene = self.scene
        burned = charged = 0.0
        for gap, foe in near:
            base = front_base(foe)
            if base.fire is not None and gap <= weapons.longest_range(base) and base.is_steady:
                if in_arc(base.pose, there.pose, 1500 if base.is_guns else 3000):
                    spread = spread_of(s, base, front_base(there), "front")
                    burned += SHOT * scene.worth(unit.side) * cost_of_fire(scene.body(unit), spread)
            if foe.is_guns or not foe.is_steady or foe.is_open or gap > charge_distance(scene.s, foe):
                continue
            if in_arc(foe.pose, there.pose):
                on = ("front", "flank", "rear")[1 + behind(there.pose, foe.pose)]
                charged = max(charged, self.glances.charge(foe, unit, on))
        return burned + CHARGED * charged

    def chances(self, unit: Unit, pose: Pose, near: list[tuple[int, Unit]]) -> float:
        """6: what the unit's best charge from there would promise next."""
        if unit.is_guns or unit.is_open:
            return 0.0
        reach = charge_distance(self.scene.s, unit)
        best = 0.0
        for gap, foe in near:
            if gap <= reach and in_arc(pose, foe.pose):
                on = ("front", "flank", "rear")[1 + behind(foe.pose, pose)]
                sure = 1.0 if gap <= move_of(self.scene.s, unit) else 0.5
                best = max(best, sure * self.glances.charge(unit, foe, on))
        return CHANCE * best


SIDES = (LEFT, RIGHT)


def _is_by(pose: Pose, friend: Pose) -> bool:
    """Whether a friend is near enough to matter, at a glance."""
    return no_nearer(pose, friend) <= 2 * UM


def pace_of(scene: Scene) -> float:
    """4.1.3-b: how hard to press on: less who would win as it stands, more who would not, the more the end is near."""
    if not scene.looks_ahead:
        return 1.0
    late = 1 / (1 + scene.turns_left)
    return 1.0 - late * WINNING if scene.would_win() else 1.0 + late * LOSING


def difference(to: Terms, base: Terms) -> Terms:
    """What each term gains from one place to the other."""
    return {name: to.get(name, 0.0) - base.get(name, 0.0) for name in dict.fromkeys([*to, *base])}
