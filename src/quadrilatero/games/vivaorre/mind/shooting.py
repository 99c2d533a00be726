"""What a shot promises: the rules say its dice and what hits, sums over the hits say what it costs the target."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.worth import cost_of_volley
from quadrilatero.games.vivaorre.rules import fire, ground, visibility
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face, of_direction, of_firer, of_target
from quadrilatero.games.vivaorre.rules.weapons import GUNS
from quadrilatero.games.vivaorre.said import SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.table import distance

AMMO = ("canister", "ball", "shell")


class Volley(NamedTuple):
    """A shot and what it is made of."""

    dice: int
    need: int


def reach_of(s: State, unit: Unit) -> int:
    """9-g: how far a unit fires at all, in mils; 0 for who has nothing to fire."""
    if not unit.impi and (unit.fire == "/" or (not unit.is_guns and unit.weapon == "none")):
        return 0
    return 1000 * fire.ranges_of(unit)[2]


def best_ammo(s: State, unit: Unit, target: Unit) -> str | None:
    """9-i, 9-j: the ammunition that does most: canister where it carries, ball where it may, or shell."""
    if unit.gun is None or GUNS[unit.gun].machine:
        return None
    for kind in AMMO:
        if fire.refuse_ammunition(s, unit, target, kind) is None:
            return kind
    return "shell"


def volley(s: State, unit: Unit, target: Unit, *, sure: bool = False) -> Volley | None:
    """9-a, 9-d, 9-m: dice of a unit's shot at another where both stand; None where it has none.

    Who is `sure` of the line of fire does not look again whether it is free.
    """
    far = distance(unit.pose, target.pose)
    band = fire.band_of(s, unit, far)
    if band is None:
        return None
    side = None
    if unit.formation == SQUARE:
        sides = fire.sides_towards(s, unit, target.pose)
        if not sides:
            return None
        side = sides[0]
    elif not fire.in_front(s, unit, target.pose, None):
        return None
    if not sure and not visibility.sees(s, unit, target):
        return None
    if unit.impi:
        return Volley(1, 6)
    ammo = best_ammo(s, unit, target)
    cover = ground.cover_of(s, target, unit.pose)
    shot = Shot(unit.id, target.id, ammo=ammo, side=side)  # type: ignore[arg-type]
    dice = fire.dice_of(s, unit, shot, band, cover == "heavy")[3]
    added = [
        *of_target(s, target, cover=cover is not None, unseen=target.hidden, garrison=fire.is_garrison(s, target)),
        *of_firer(s, unit, ammo),
        *of_direction(unit, target),
    ]
    return Volley(dice, lowest_face(added))


def could_fire(unit: Unit) -> bool:
    """9-a, 14-d, 17-ev2: whether a unit fires at all, in the formation it has."""
    if unit.at is None or not unit.ammunition or unit.digging or unit.state == "routed":
        return False
    if unit.is_guns:
        return unit.formation == "battery"
    return unit.impi or (unit.fire != "/" and unit.weapon != "none")


def promise(scene: Scene, unit: Unit, target: Unit) -> float:
    """The points that a shot at a target takes off on average."""
    found = volley(scene.s, unit, target)
    if found is None:
        return 0.0
    return scene.worth(target) * cost_of_volley(scene.body(target), found.dice, found.need)


def best_promise(scene: Scene, unit: Unit) -> float:
    """9-a, 9-c: the points that a unit's best shot takes off; irregulars fire at the nearest."""
    if not could_fire(unit):
        return 0.0
    s, far = scene.s, reach_of(scene.s, unit)
    if s.options["extreme_range"] == "on" and not unit.impi:
        far *= 2
    pose = unit.pose
    near = far + pose[3] + pose[4] + 6000
    found: list[tuple[int, Unit]] = []
    for foe in scene.foes:
        if abs(foe.pose[0] - pose[0]) <= near and abs(foe.pose[1] - pose[1]) <= near:
            gap = distance(pose, foe.pose)
            if gap <= far:
                found.append((gap, foe))
    found.sort(key=lambda one: one[0])
    best = 0.0
    for _, foe in found[: 4 if scene.quick else 8]:
        worth = promise(scene, unit, foe)
        if worth > best:
            best = worth
        if worth and not unit.is_regular:
            break
    return best
