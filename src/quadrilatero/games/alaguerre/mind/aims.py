"""Where units are to go: each division has its enemies, each unit comes as near to one as its arms ask for."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.alaguerre.ground import BUILT
from quadrilatero.games.alaguerre.mind.scene import Scene, middle
from quadrilatero.games.alaguerre.records import Objective
from quadrilatero.games.alaguerre.rules import areas, terrain, weapons
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base
from quadrilatero.games.alaguerre.rules.rates import charge_distance, limbered_move, move_of
from quadrilatero.games.alaguerre.said import LEVEL, LIMBERED, PK, ROUTED, SHAKEN, UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.table import apart, bearing, centre, contains, distance, shift, span, stretch_in, to_point

TOGETHER = 0.7
"""How much an enemy is preferred that the whole division is near to."""
EASY_PREY = 1.0
"""Shaken enemies, and guns for horse, are worth an impulse's march more."""
HARD = 0.8
"""Pikes are worth less to horse."""
MOST = 10.0
TURNING = 3.0
"""Impulses that are lost by turning round."""
UNLIMBERING, LIMBERING = 0.5, 1.5
"""5.2.11-a: impulses that guns lose before they shoot again."""
BEFORE, AT_HAND = 5 * UM // 2, UM
"""So far before a bridge or ford units gather, where there is room to turn; so near to that place they go over it."""
FAR_OFF = 1_000_000
NO_FARTHER = 9 * UM
"""Objectives farther off are not gone to."""


class Aim(NamedTuple):
    """A place to come near to, or an enemy, and how near; a piece of ground is to be gone into."""

    x: int
    y: int
    near: int
    foe: Unit | None = None
    piece: str | None = None

    def gap(self, pose: Pose) -> int:
        """How far a footprint still has to go."""
        far = distance(pose, self.foe.pose) if self.foe is not None else to_point(pose, self.x, self.y)
        return max(0, far - self.near)


def wished_distance(scene: Scene, unit: Unit) -> int:
    """6-d, 8.2: how near a unit wants to come: guns and shot to where they hit, others to where they can charge."""
    base = front_base(unit)
    reach = weapons.long_range(base)
    if unit.is_guns:
        return reach
    if base.fire is not None and reach and (unit.is_foot and unit.acts != PK):
        return max(UM // 2, reach - UM // 4)
    return max(UM // 2, charge_distance(scene.s, unit) * 4 // 5)


class Aims:
    """The aim of each unit of a seat, worked out once for a question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._found: dict[str, Aim | None] = {}
        self._divisions: dict[str | None, dict[str, float]] = {}

    def of(self, unit: Unit) -> Aim | None:
        """The aim of a unit; None where there is no enemy."""
        if unit.id not in self._found:
            found: Aim | None = self._ground(unit) or self._enemy(unit)
            self._found[unit.id] = found if found is None else self._over(unit, found)
        return self._found[unit.id]

    def _over(self, unit: Unit, aim: Aim) -> Aim:
        """11.2-e, 11.2-f: where a river lies between, first to the nearest bridge or ford, then beyond it."""
        s = self.scene.s
        x, y = centre(unit.pose)
        if not s.ground.closed or not lies_between(s, (x, y), (aim.x, aim.y)):
            return aim
        best, least = aim, FAR_OFF
        for way in s.ground.ways:
            if way.type == "road" or not terrain.may_use(unit, way):
                continue
            is_on = any(contains(area, unit.pose[0], unit.pose[1]) for area in way.areas)
            for near, far in ((way.line[0], way.line[-1]), (way.line[-1], way.line[0])):
                first, last = beyond(far, near, BEFORE), beyond(near, far, UM)
                length = (0 if is_on else span(x, y, *first)) + span(*last, aim.x, aim.y)
                if length < least and (is_on or not lies_between(s, (x, y), first)):
                    at_hand = is_on or to_point(unit.pose, *first) <= AT_HAND
                    best, least = Aim(*(last if at_hand else first), 0), length
        return best

    def _ground(self, unit: Unit) -> Aim | None:
        """4.1.2: an objective near by that a unit can go into, and that no friend is nearer to."""
        scene, s = self.scene, self.scene.s
        if unit.is_guns or unit.level >= LEVEL[SHAKEN]:
            return None
        for objective in scene.wanted:
            place = place_of(scene, objective)
            if place is None or to_point(unit.pose, *place) > NO_FARTHER:
                continue
            piece = s.ground.pieces.get(objective.piece or "")
            if piece is not None and piece.type in BUILT:
                held = any(base.side == scene.enemy for base in areas.within(s, piece.id))
                if held or not unit.is_foot or not areas.has_room(s, unit, piece):
                    continue
            if self._is_nearest(unit, place):
                return Aim(*place, 0, piece=None if piece is None or piece.type not in BUILT else piece.id)
        return None

    def _is_nearest(self, unit: Unit, place: tuple[int, int]) -> bool:
        far = to_point(unit.pose, *place)
        able = [one for one in self.scene.own if one.is_foot == unit.is_foot and one.is_steady and not one.is_guns]
        return all(to_point(one.pose, *place) >= far for one in able)

    def _enemy(self, unit: Unit) -> Aim | None:
        scene = self.scene
        best: Aim | None = None
        least = 1e9
        wish = wished_distance(scene, unit)
        together = self._division(unit.bases[0].division)
        for foe in scene.foes:
            if foe.level == LEVEL[ROUTED]:
                continue
            turns = max(0, distance(unit.pose, foe.pose) - wish) / march_of(scene, unit)
            if foe.level >= LEVEL[SHAKEN] or (unit.is_horse and foe.is_guns):
                turns -= EASY_PREY
            if unit.is_horse and foe.acts == PK:
                turns += HARD
            turns += TOGETHER * together.get(foe.id, 0.0)
            if turns < least:
                best, least = Aim(*centre(foe.pose), wish, foe), turns
        return best

    def _division(self, division: str | None) -> dict[str, float]:
        """How many impulses' march each enemy is from a division, on average."""
        if division not in self._divisions:
            scene = self.scene
            own = [one for one in scene.own if one.bases[0].division == division and not one.is_guns]
            found: dict[str, float] = {}
            for foe in scene.foes:
                x, y = centre(foe.pose)
                ways = [span(one.pose[0], one.pose[1], x, y) / march_of(scene, one) for one in own]
                found[foe.id] = sum(ways) / len(ways) if ways else 0.0
            self._divisions[division] = found
        return self._divisions[division]


def lies_between(s: State, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """11.2-g: whether ground that is closed to all lies on the straight line between two places."""
    far = span(*one, *other)
    if not far:
        return False
    thin = (*one, bearing(*one, *other), UM // 2, UM // 10)
    return any(stretch_in(thin, thin[2], far, area) is not None for piece in s.ground.closed for area in piece.areas)


def beyond(one: tuple[int, int], other: tuple[int, int], by: int) -> tuple[int, int]:
    """A place so far beyond the second of two, seen from the first."""
    there = shift((*other, 0, 1, 1), bearing(*one, *other), by)
    return there[0], there[1]


def place_of(scene: Scene, objective: Objective) -> tuple[int, int] | None:
    """4.1.2-g: where an objective is."""
    if objective.at is not None:
        return objective.at[0], objective.at[1]
    piece = scene.s.ground.pieces.get(objective.piece or "")
    if piece is None:
        return None
    return middle([point for shape in piece.shapes for point in shape] or list(piece.line))


def march_of(scene: Scene, unit: Unit) -> int:
    """5.2-t1: how far a unit goes in an impulse, guns on the move."""
    found = limbered_move(scene.s, unit.bases[0]) if unit.is_guns else move_of(scene.s, unit)
    return max(UM // 4, found)


def impulses_to(scene: Scene, aim: Aim | None, unit: Unit, pose: Pose, formation: str) -> float:
    """The impulses of march that are left to a unit, or would be from another place."""
    if aim is None:
        return 0.0
    gap = aim.gap(pose)
    march = min(MOST, gap / march_of(scene, unit))
    if not unit.is_guns:
        return march + (TURNING * off_course(aim, pose) if gap else 0.0)
    if formation == LIMBERED:
        return march + UNLIMBERING
    if limbered_move(scene.s, unit.bases[0]) == 0:
        return 0.0
    extreme = 0 if aim.foe is None else weapons.longest_range(unit.bases[0]) - aim.near
    return march + LIMBERING if gap > extreme else 0.0


def off_course(aim: Aim, pose: Pose) -> float:
    """How far a front looks away from its aim: 0 towards it, 1 the other way."""
    return apart(pose[2], bearing(*centre(pose), aim.x, aim.y)) / 18000
