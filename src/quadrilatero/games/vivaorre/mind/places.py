"""What speaks for a unit's place and formation, in points of the army."""

from __future__ import annotations

from quadrilatero.games.vivaorre.mind.aims import Aims, turns_to
from quadrilatero.games.vivaorre.mind.fighting import in_reach, of_charge
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.shooting import best_promise, could_fire, reach_of, volley
from quadrilatero.games.vivaorre.mind.worth import cost_of_volley
from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.rules.command import brigade_radius
from quadrilatero.games.vivaorre.rules.rates import charge_reach, rate
from quadrilatero.games.vivaorre.said import MARCH, SHAKEN, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import Unit
from quadrilatero.kernel.mind import Terms
from quadrilatero.table import centre, contains, distance, in_arc, to_point

PACE = 0.045
"""What a turn of march towards the aim is worth, as a part of the unit's points."""
FLANK = 0.05
"""What each enemy costs who stands near and outside the front arc."""
NEAR = 10_000
"""Enemies nearer than this make flanks, cover and formation matter."""
COVERED = 0.03
OUT_OF_COMMAND = 0.12
ALMOST_OUT = 0.01
"""5-c: for each inch beyond three quarters of the radius."""
MOB = 0.04
"""8-s, 2-j: what it costs to be disordered by the ground near the enemy."""
UNREADY = 0.08
"""2-g: in march column near the enemy."""
HELD = 0.35
"""1-g: the points of a unit by so much more in ground to be held, as the end comes near."""
WINNING, LOSING = 1.5, 3.0
"""How much less, or more, who would win or lose as it stands presses forward when the end comes."""
CHARGED = 0.5
"""How likely the enemy is to make a charge that he could make."""
CHANCE = 0.35
"""How much of a charge that one could make next turn counts now."""
BEYOND = 0.4
"""How much of it where the enemy has to move first."""


class Places:
    """The terms of places for one seat, as the world stands."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.aims = Aims(scene)
        self.is_last = scene.looks_ahead and not scene.turns_left
        self.pace = pace_of(scene)
        self.crowds: dict[str, int] = {}

    def terms(self, unit: Unit) -> Terms:
        """What speaks for a unit as it stands, or would stand after a move."""
        scene = self.scene
        points = scene.worth(unit)
        close = [
            foe for foe in scene.foes if abs(foe.pose[0] - unit.pose[0]) + abs(foe.pose[1] - unit.pose[1]) < 30_000
        ]
        near = [(gap, foe) for foe in close if (gap := distance(unit.pose, foe.pose)) <= NEAR]
        shaken = unit.state == SHAKEN
        found: Terms = {
            "fire": best_promise(scene, unit),
            "approach": 0.0 if shaken else -PACE * self.pace * points * turns_to(self.aims.of(unit), unit),
            "command": self.command(unit) * points,
            "ground": self.held(unit) * points,
        }
        if near:
            found["flank"] = -FLANK * points * self.open_flanks(unit, near)
            found["cover"] = COVERED * points if self.is_covered(unit, near) else 0.0
            found["order"] = -points * self.unreadiness(unit)
        if scene.looks_ahead:
            found["threat"] = -self.threat(unit, close)
            if near and not shaken and not self.is_last:
                found["charge"] = self.chances(unit, near)
        return found

    # -- by itself ----------------------------------------------------------------------------------------------------

    def open_flanks(self, unit: Unit, near: list[tuple[int, Unit]]) -> float:
        """9-m12, 10-m7: enemies near who are outside the front arc, the nearer the worse; squares have no flank."""
        if unit.formation == SQUARE:
            return 0.0
        return sum([1.0 - gap / (2 * NEAR) for gap, foe in near if not in_arc(unit.pose, foe.pose)])

    def is_covered(self, unit: Unit, near: list[tuple[int, Unit]]) -> bool:
        """9-m2: whether there is cover against the nearest enemy."""
        return ground.cover_of(self.scene.s, unit, min(near, key=lambda one: one[0])[1].pose) is not None

    def unreadiness(self, unit: Unit) -> float:
        """2-g, 2-k, 8-s: formations that are not for fighting."""
        found = MOB if unit.disorder == "ground" and unit.is_regular else 0.0
        if unit.formation == MARCH:
            found += UNREADY
        return found

    def command(self, unit: Unit) -> float:
        """5-c: near enough to the brigadier to be in command next turn."""
        s = self.scene.s
        general = s.brigadier(unit.brigade)
        place = None if general is None else s.place_of(general)
        if general is None or place is None or not general.is_there or general.with_unit == unit.id:
            return 0.0
        radius, far = brigade_radius(s, general), to_point(unit.pose, place[0], place[1])
        if far > radius:
            return -OUT_OF_COMMAND - ALMOST_OUT * (far - radius) / 1000
        return -ALMOST_OUT * max(0, far - radius * 3 // 4) / 1000

    def held(self, unit: Unit) -> float:
        """1-g: in ground that is to be held, or denied, the more the sooner the battle ends."""
        scene = self.scene
        if not scene.grounds:
            return 0.0
        x, y = centre(unit.pose)
        inside = any(contains(tuple([(px, py) for px, py in one.shape]), x, y) for one in scene.grounds)
        return HELD / (1 + scene.turns_left) if inside else 0.0

    # -- what the enemy can do, and what can be done to him -----------------------------------------------------------

    def threat(self, unit: Unit, close: list[Unit]) -> float:
        """The points that enemy fire and charges may cost a unit there before it acts again."""
        scene = self.scene
        s, body, worth = scene.s, scene.body(unit), scene.worth(unit)
        burned = charged = 0.0
        for foe in close:
            gap = distance(unit.pose, foe.pose)
            if could_fire(foe) and foe.charged is None and gap <= reach_of(s, foe):
                found = volley(s, foe, unit)
                if found is not None:
                    burned += worth * cost_of_volley(body, found.dice, found.need) / (1 + self.crowd(foe, unit))
            if not self.is_last:
                charged = max(charged, self.charge_by(foe, unit, gap))
        return burned + CHARGED * charged

    def crowd(self, foe: Unit, but: Unit) -> float:
        """How many others of one's own an enemy may fire at instead, half counted."""
        if foe.id not in self.crowds:
            reach = reach_of(self.scene.s, foe)
            self.crowds[foe.id] = sum(
                [distance(foe.pose, own.pose) <= reach and in_arc(foe.pose, own.pose) for own in self.scene.own]
            )
        others = self.crowds[foe.id]
        return 0.5 * max(0, others - 1)

    def charge_by(self, foe: Unit, unit: Unit, gap: int) -> float:
        """7: what the best charge of an enemy on a unit would take, now or after its next move."""
        if foe.is_guns or foe.state != "steady" or foe.formation in (MARCH, SQUARE) or foe.disorder == "reorder":
            return 0.0
        reach = charge_reach(foe)
        if (
            gap > reach + rate(foe)
            or not in_arc(foe.pose, unit.pose)
            or (foe.is_skirmishing and not unit.is_skirmishing)
        ):
            return 0.0
        gain = of_charge(self.scene, foe, unit).gain
        return max(0.0, gain * (1.0 if gap <= reach else BEYOND))

    def chances(self, unit: Unit, near: list[tuple[int, Unit]]) -> float:
        """7: what the unit's best charge from there would promise next turn."""
        if unit.is_guns or unit.formation in (MARCH, SQUARE) or unit.disorder == "reorder":
            return 0.0
        best = 0.0
        reach = charge_reach(unit)
        for gap, foe in near:
            if gap <= reach and not (unit.formation == SKIRMISH and not foe.is_skirmishing):
                if in_reach(self.scene, unit, foe):
                    best = max(best, of_charge(self.scene, unit, foe).gain)
        return CHANCE * best


def pace_of(scene: Scene) -> float:
    """1-g: how hard to press on: less who would win as it stands, more who would not, the more the end is near."""
    if not scene.looks_ahead:
        return 1.0
    if not scene.turns_left and not scene.grounds:
        return 0.0
    late = 1 / (1 + scene.turns_left)
    return 1.0 - late * WINNING if scene.would_win() else 1.0 + late * LOSING


def difference(to: Terms, base: Terms) -> Terms:
    """What each term gains from one place to the other."""
    return {name: to.get(name, 0.0) - base.get(name, 0.0) for name in dict.fromkeys([*to, *base])}
