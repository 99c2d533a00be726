"""Whom to activate, and which Assaults and Charges to declare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from quadrilatero.games.custoza.board import ARTILLERY
from quadrilatero.games.custoza.mind.attacking import if_declared, roughly
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import NEAR, Scene
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import collapse, declarations, formations
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, in_enemy_zone, stacking_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed

BOUND = 1.5
"""3.3-b: a unit in an enemy zone falls back if its Formation is not activated."""
NEAR_BY = 0.4
STANDING = 0.3
TIRED, WEARY, SPENT, BROKEN = 6, 0.15, 0.5, 0.6
"""18.3-a, 19.2: from which level of fatigue and which share of the collapse level on a Formation had better rest."""
IN_REACH = 0.2
"""A victory hex to be won that a unit can reach, as a share of its worth."""
LOOKED_INTO = 5
"""So many markers are reckoned with all that meets the attack; the others are not to be declared yet."""
UNSURE = 0.1
SURE_OF_IT = 0.3
"""6.4-a: a marker is to be served, so one has to promise more than nothing to who thinks of that."""
STAND_OR_GO = 2.0
"""7.5-a: an attack by who would have to leave a victory hex otherwise."""


def weigh_activate(scene: Scene) -> list[Weighed]:
    """5.1, 18: those first who have most to do and may not get another chance; never to try is worth nothing.

    In a campaign who is worn out and out of reach of the enemy rests.
    """
    found = []
    for option in scene.options:
        if option["do"] != "activate":
            found.append(scene.weighed(option))
            continue
        tired = -weariness(scene, option["formation"]) if scene.is_campaign else 0.0
        found.append(scene.weighed(option, tempo=urgency(scene, option["formation"]), rest=tired))
    return found


def weariness(scene: Scene, name: str) -> float:
    """18, 19: how much a Formation needs rest: by its level, by how near it is to collapse; not beside the enemy."""
    s = scene.s
    formation = s.formations[name]
    places = [unit.hex for unit in s.of_formation(name) if unit.hex >= 0]
    if any(scene.nearest_enemy(hex) <= NEAR for hex in places):
        return 0.0
    broken = collapse.all_losses(s).get(name, 0) / formation.collapse if formation.collapse else 0.0
    tired = WEARY * max(0, formation.fatigue - TIRED) + (SPENT if formation.fatigued else 0.0)
    return tired + max(0.0, broken - BROKEN)


def urgency(scene: Scene, name: str) -> float:
    """What a Formation would do with an activation, by the chance to get it."""
    s = scene.s
    formation = s.formations[name]
    modifiers = formations.activation_modifiers(s, formation)
    faces = [formations.activation_outcome(s, formation, face, modifiers) for face in range(1, 7)]
    chance = sum(outcome in ("activated", "loose_cannon") for outcome in faces) / 6
    worth = 0.0
    for unit in s.of_formation(name):
        if unit.hex < 0 or unit.ooc:
            continue
        near = scene.nearest_enemy(unit.hex)
        bound = in_enemy_zone(s, scene.seat, unit.hex)
        worth += STANDING + (NEAR_BY if near <= NEAR else 0.0) + (BOUND if bound else 0.0)
        if scene.is_far_sighted and any(scene.distance(unit.kind, unit.hex, goal) <= unit.ma for goal in scene.to_win):
            worth += IN_REACH * scene.stakes.goal
    return chance * worth + 0.01


def weigh_reserve(scene: Scene) -> list[Weighed]:
    """4.4: a unit of the Reserve does more with a Formation than without."""
    return [scene.weighed(option, tempo=1.0 if option["do"] == "reserve" else 0.0) for option in scene.options]


def weigh_declare(scene: Scene) -> list[Weighed]:
    """6.1: the marker that promises most to a Force that no other marker needs; or no more."""
    board = scene.s.board
    taken = assigned(scene)
    found, forces = [], []
    for option in scene.options:
        if option["do"] == "done":
            found.append(scene.weighed(option))
            continue
        marker = Marker(option["type"], board.hex(option["hex"]), board.hex(option["target"]))
        best = best_force(scene, marker, taken)
        if best is not None and scene.works_out_odds:
            forces.append((best[0], option, marker, best[1]))
        else:
            found.append(scene.weighed(option, attack=best[0] if best else -1.0))
    return found + looked_into(scene, forces)


def looked_into(scene: Scene, forces: list[tuple[float, Plain, Marker, list[Unit]]]) -> list[Weighed]:
    """6.4-a: a marker has to be served, so those that seem best are reckoned with all that meets the attack."""
    forces.sort(key=lambda one: -one[0])
    found: list[Weighed] = []
    for number, (rough, option, marker, units) in enumerate(forces):
        sure = max((one.value for one in found), default=0.0)
        exact = None
        if number < LOOKED_INTO and rough > max(0.0, sure):
            worth = if_declared(scene, units, marker)
            exact = None if worth is None else worth + bonus(scene, units, marker)
        found.append(scene.weighed(option, attack=exact if exact is not None else min(rough, -UNSURE)))
    return found


def bonus(scene: Scene, units: Sequence[Unit], marker: Marker) -> float:
    """What else speaks for a marker: who must attack or go stays; who leaves a victory hex or is unsure, does not."""
    worth = 0.0
    if scene.is_far_sighted:
        worth -= SURE_OF_IT + Places(scene).leaving(units, marker.hex)
    if marker.hex in scene.goals and any(unit.hex == marker.hex for unit in units):
        worth += STAND_OR_GO
    return worth


def assigned(scene: Scene) -> set[str]:
    """The units that the markers declared so far will need."""
    taken: set[str] = set()
    for marker in scene.s.acting().markers:
        best = best_force(scene, marker, taken)
        taken |= {unit.id for unit in best[1]} if best else set()
    return taken


def best_force(scene: Scene, marker: Marker, taken: set[str]) -> tuple[float, list[Unit]] | None:
    """The Force that would serve a marker best, and what its attack is worth."""
    s = scene.s
    found: tuple[float, list[Unit]] | None = None
    for units in servers(s, marker, taken):
        key = marker, tuple([unit.id for unit in units])
        if key not in scene.attacks:
            scene.attacks[key] = scene.expected(partial(roughly, scene, key[1], marker))
        worth = scene.attacks[key]
        if worth is None:
            continue
        worth += bonus(scene, units, marker)
        if found is None or worth > found[0]:
            found = worth, units
    return found


def servers(s: State, marker: Marker, taken: set[str]) -> Iterator[list[Unit]]:
    """6.3: the Forces that could serve a marker: single units, and all of a class in a hex as far as there is room."""
    able = [unit for unit in s.of(declarations.servers(s, marker)) if unit.id not in taken and unit.kind != ARTILLERY]
    stacks: dict[tuple[int, str], list[Unit]] = {}
    for unit in able:
        stacks.setdefault((unit.hex, unit.kind), []).append(unit)
    for units in stacks.values():
        yield from ([unit] for unit in units)
        if len(units) > 1 and fits(s, units, marker.hex):
            yield units


def fits(s: State, units: Sequence[Unit], hex: int) -> bool:
    """2.9: whether a Force finds room in a hex."""
    there = stacking_points(s, hex, units[0].side, [unit.id for unit in units])
    return there + sum(unit.sv for unit in units) <= STACKING_LIMIT
