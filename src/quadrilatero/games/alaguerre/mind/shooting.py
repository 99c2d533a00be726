"""What a shot promises: the rules say what is added to its die, sums over dice and tests what it costs the target."""

from __future__ import annotations

from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.worth import Body, cost_of_fire, damages
from quadrilatero.games.alaguerre.rules import fire_modifiers, shots, weapons
from quadrilatero.games.alaguerre.rules.fire_modifiers import EXTREME
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base, single
from quadrilatero.games.alaguerre.rules.rates import move_of
from quadrilatero.games.alaguerre.said import BATTERY
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.table import distance, in_arc, no_nearer

LOOKED_AT = 3
"""Of so many near targets the best is taken."""


def spread_of(
    s: State, base: Base, target: Base, side: str, *, charge: bool = False, short: bool = False
) -> tuple[float, ...]:
    """8.2-a, 8.3.3-a: the chances of 0 to 3 damages of a shot; three at extreme range cost no loss, as two do."""
    aim = shots.aim(s, base, target, side, charge=charge, short=short)
    if not shots.is_in_range(base, aim.distance):
        return (1.0, 0.0, 0.0, 0.0)
    added = (base.fire or 0) + sum([value for _, value in fire_modifiers.modifiers(s, aim)])
    found = damages(added)
    return (found[0], found[1], found[2] + found[3], 0.0) if aim.range == EXTREME else found


def target_body(scene: Scene, target: Base) -> Body:
    """8.2.1-a: whom fire concerns, as tests see it."""
    found = scene.body(scene_unit(scene, target))
    if target.great is None and (target.level != found.level or target.losses != found.lost):
        return found._replace(level=target.level, lost=target.losses, missing=4 - target.strength)
    return found


def scene_unit(scene: Scene, base: Base) -> Unit:
    """The unit that support is judged for."""
    for unit in scene.foes if base.side == scene.enemy else scene.own:
        if base in unit.bases:
            return unit
    return single(base)


def promise(scene: Scene, base: Base, target: Base, side: str = "front") -> float:
    """What a shot at a target takes off on average."""
    spread = spread_of(scene.s, base, target, side)
    if spread[0] == 1.0:
        return 0.0
    return scene.worth(target.side) * cost_of_fire(target_body(scene, target), spread)


def may_shoot(s: State, base: Base, moved: int, pace: int) -> bool:
    """8.1.1-a, 8.1.2-a, 8.1.2-b, 8.1.2-c: whether a base that has gone so far could shoot in this impulse."""
    if base.fire is None or base.weapon == "none" or not base.is_steady:
        return False
    if base.is_guns and base.formation != BATTERY:
        return False
    return 2 * moved <= pace or base.engaged is not None


def best_promise(scene: Scene, s: State, unit: Unit, moved: int) -> float:
    """8.1.3-a: what the best shots of a unit's bases take off where they stand, one a base, at targets in the sector.

    Who stands between is not looked at.
    """
    bases = [front_base(unit)] if unit.is_great or (len(unit.bases) > 1 and unit.kind == "column") else unit.bases
    pace = move_of(s, unit)
    total = 0.0
    for base in bases:
        if may_shoot(s, base, moved, pace):
            total += best_shot(scene, s, base)
    return total


def best_shot(scene: Scene, s: State, base: Base) -> float:
    """The best of a base's shots at the nearest targets in its sector."""
    reach = weapons.longest_range(base)
    spread = shots.SPREAD[base.is_guns]
    near: list[tuple[int, Base]] = []
    for foe in scene.fighting_foes:
        if no_nearer(base.pose, foe.pose) > reach:
            continue
        for target in [front_base(foe)] if foe.is_great else foe.bases:
            gap = distance(base.pose, target.pose)
            if gap <= reach and in_arc(base.pose, target.pose, spread):
                near.append((gap, target))
    near.sort(key=lambda one: one[0])
    return max([reckoned(scene, s, base, target) for _, target in near[:LOOKED_AT]], default=0.0)


def reckoned(scene: Scene, s: State, base: Base, target: Base) -> float:
    """What a shot takes off as a base would stand in a state that is thought of."""
    spread = spread_of(s, base, target, "front")
    return scene.worth(target.side) * cost_of_fire(target_body(scene, target), spread)
