"""What the Forces of an activated Formation do, and units out of command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from quadrilatero.games.custoza.board import ARTILLERY, INFANTRY
from quadrilatero.games.custoza.mind.aims import wants_out
from quadrilatero.games.custoza.mind.attacking import SECOND, looked_into, weigh_attack
from quadrilatero.games.custoza.mind.places import Places
from quadrilatero.games.custoza.mind.scene import Scene, difference
from quadrilatero.games.custoza.mind.sweeping import passed, sweeps
from quadrilatero.games.custoza.mind.worth import SHOT_AT, of_shot, shooters_on
from quadrilatero.games.custoza.rules import fire
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone
from quadrilatero.games.custoza.rules.entering import EXIT
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed

FIRST = 20.0
"""Guns fire before others attack, and attacks come before moves: what is worth doing is done in this order."""
WORTH_IT = 0.05
ENTER = 1.0
"""21.3: to come in at all."""
AMMUNITION = 0.1
ON_MARKED = 0.4
LEADER_AWAY, LEADER_NEAR = 0.1, 0.5


def weigh_act(scene: Scene) -> list[Weighed]:
    """3.2.2b: shots and attacks first, then the moves of one hex after another, the nearest to the enemy first."""
    all_moves = [option for option in scene.options if option["do"] == "move"]
    riders = {unit.id for unit in scene.s.units.values() if unit.is_piece}
    moves = [option for option in all_moves if option["units"][0] not in riders]
    rides = [option for option in all_moves if option["units"][0] in riders]
    others = [option for option in scene.options if option["do"] not in ("move", "done")]
    found = [weigh_deed(scene, option) for option in others]
    if scene.works_out_odds:
        found = looked_into(scene, found)
    if found and max(one.value for one in found) > SECOND:
        return found
    found += weigh_entries(scene, moves) + weigh_moves(scene, on_the_map(scene, moves))
    if found and max(one.value for one in found) > WORTH_IT:
        return found
    found += weigh_entries(scene, rides) + weigh_rides(scene, on_the_map(scene, rides))
    return found + [scene.weighed(option) for option in scene.options if option["do"] == "done"]


def weigh_deed(scene: Scene, option: Plain) -> Weighed:
    """A shot, an attack, a Square or a withdrawal that was ordered."""
    if option["do"] == "fire":
        return weigh_fire(scene, option)
    if option["do"] in ("assault", "charge"):
        return weigh_attack(scene, option)
    if option["do"] == "fall_back":
        return weigh_way(scene, Places(scene), option)
    if option["do"] == "build":
        return scene.weighed(option, ground=0.5 if any(hex in scene.s.board.west for hex in scene.goals) else -0.5)
    return scene.weighed(option, tempo=-0.5)


def weigh_fire(scene: Scene, option: Plain) -> Weighed:
    """8: what the shot promises; better on what is about to be attacked."""
    s = scene.s
    hex = s.board.hex(option["hex"])
    units = scene.units(option)
    target = next(force for force in fire.forces_at(s, hex, scene.seat) if force.kind == option["at"])
    if option.get("path"):
        met = SHOT_AT * shooters_on(s, scene.enemy, s.board.hex(option["path"][-1]))
        return scene.weighed(option, fire=0.3 - met)
    worth = of_shot(s, units, target) - AMMUNITION * sum(unit.ammo == "full" for unit in units)
    marked = any(marker.target == hex and not marker.spent for marker in s.acting().markers)
    if units[0].kind == INFANTRY and in_enemy_zone(s, scene.seat, units[0].hex):
        worth -= SHOT_AT
    terms: Terms = {"fire": worth + (ON_MARKED if marked and worth > 0 else 0.0)}
    before = SECOND if scene.is_far_sighted and units[0].kind != ARTILLERY else FIRST
    return scene.weighed(option, **terms, tempo=before if worth > WORTH_IT else 0.0)


# -- moves -------------------------------------------------------------------------------------------------------------


def on_the_map(scene: Scene, options: Iterable[Plain]) -> list[Plain]:
    """Moves of those who stand on the map and stay on it."""
    units = scene.s.units
    return [one for one in options if units[one["units"][0]].hex >= 0 and one["path"][-1:] != [EXIT]]


def weigh_entries(scene: Scene, options: Iterable[Plain]) -> list[Weighed]:
    """21.3, 21.4, 24.2-j: who is to enter does so at once, and goes where he stands best; who is to leave leaves."""
    s, places, found = scene.s, Places(scene), []
    for option in options:
        unit = s.units[option["units"][0]]
        if option["path"][-1:] == [EXIT]:
            found.append(scene.weighed(option, ground=scene.stakes.goal if wants_out(scene.s, scene.seat) else -FIRST))
        elif unit.hex < 0:
            path = scene.hexes(option["path"])
            weigh = seat_terms if unit.is_piece else place_terms(places)
            terms = difference(weigh(scene, unit, path[-1]), weigh(scene, unit, path[0]))
            found.append(scene.weighed(option, **terms, tempo=ENTER))
    return found


def place_terms(places: Places) -> Callable[[Scene, Unit, int], Terms]:
    """What speaks for a unit's place."""
    return lambda _, unit, hex: places.terms([unit], hex)


def weigh_moves(scene: Scene, options: Sequence[Plain]) -> list[Weighed]:
    """The moves out of the first hex from which one is worth while; of all hexes where none is."""
    places = Places(scene)
    by_hex: dict[int, list[Plain]] = {}
    for option in options:
        by_hex.setdefault(scene.units(option)[0].hex, []).append(option)
    found: list[Weighed] = []
    must = set(scene.data.get("must", ()))
    for hex in sorted(by_hex, key=scene.nearest_enemy):
        here = [weigh_way(scene, places, option) for option in by_hex[hex]]
        here += [weigh_way(scene, places, option) for option in sweeps(scene, by_hex[hex])]
        if any(set(option["units"]) & must for option in by_hex[hex]):
            return [one for one in here if one.answer["path"]] or here
        if max(one.value for one in here) > WORTH_IT:
            return here
        found += here
    return found


def weigh_way(scene: Scene, places: Places, option: Plain) -> Weighed:
    """Where a way leads, less what it costs, against staying where one is."""
    units, path = scene.units(option), scene.hexes(option.get("path") or [])
    return scene.weighed(option, **way_terms(scene, places, units, path, option))


def way_terms(scene: Scene, places: Places, units: Sequence[Unit], path: Sequence[int], option: Plain) -> Terms:
    """The terms of a move or withdrawal."""
    guns = units[0].kind == ARTILLERY
    march = bool(option.get("march", units[0].march or (guns and bool(path)))) and not option.get("unlimber")
    end = path[-1] if path else units[0].hex
    now = places.terms(units, units[0].hex, march=units[0].march)
    then = dict(places.terms(units, end, march=march))
    if path and in_enemy_zone(scene.s, scene.seat, units[0].hex):
        then["threat"] -= SHOT_AT
    then["order"] = -places.checks(units, path, march=march)
    if path and option["do"] == "move" and scene.nearest_enemy(end) <= 2:
        then["threat"] -= 0.1
    terms = difference(then, now)
    terms["ground"] += passed(scene, path)
    terms["tempo"] = -0.06  # a move for nothing only keeps units from resting
    return terms


def weigh_rides(scene: Scene, options: Iterable[Plain]) -> list[Weighed]:
    """7.10: a commander rides to the middle of his units, and keeps away from the enemy."""
    found = []
    for _, group in groupby(options, key=lambda option: option["units"]):
        for option in group:
            rider = scene.units(option)[0]
            terms = difference(
                seat_terms(scene, rider, scene.hexes(option["path"])[-1]), seat_terms(scene, rider, rider.hex)
            )
            found.append(scene.weighed(option, **terms, tempo=-0.06))
    return found


def seat_terms(scene: Scene, rider: Unit, hex: int) -> Terms:
    """What speaks for a commander's or General's place."""
    s = scene.s
    distance = s.board.grid.distance
    if rider.type == "general":
        own = [u.hex for u in s.units.values() if u.type == "commander" and u.side == scene.seat and u.hex >= 0]
    else:
        own = [unit.hex for unit in s.of_formation(rider.formation or "") if unit.hex >= 0]
    away = sum(distance(hex, other) for other in own) / max(1, len(own))
    farthest = max((distance(hex, other) for other in own), default=0)
    near = max(0, 3 - scene.nearest_enemy(hex))
    beyond = max(0, farthest - 4) if rider.type != "general" else 0
    return {"command": -LEADER_AWAY * (away + 2 * beyond), "threat": -LEADER_NEAR * near}


def weigh_ooc(scene: Scene) -> list[Weighed]:
    """3.4: units out of command go back to their commander, or wait."""
    moves = [option for option in scene.options if option["do"] == "move"]
    backs = [option for option in scene.options if option["do"] == "fall_back"]
    if backs:
        places = Places(scene)
        return [weigh_way(scene, places, option) for option in backs]
    done = [scene.weighed(option) for option in scene.options if option["do"] == "done"]
    return [*weigh_entries(scene, moves), *weigh_moves(scene, on_the_map(scene, moves)), *done] or [
        scene.weighed(option) for option in scene.options
    ]


def weigh_general(scene: Scene) -> list[Weighed]:
    """7.10: the General rides to his commanders."""
    moves = [option for option in scene.options if option["do"] == "move"]
    rest = [option for option in scene.options if option["do"] != "move"]
    return [*weigh_rides(scene, moves), *(scene.weighed(option) for option in rest)]


def weigh_paths(scene: Scene) -> list[Weighed]:
    """9.6, 10.5, 12.1: where to go after a Charge, in a retreat or a withdrawal; all units together where they can."""
    places = Places(scene)
    found = []
    for option in scene.options:
        if "path" not in option or "units" not in option:
            found.append(scene.weighed(option))
            continue
        one = weigh_way(scene, places, option)
        found.append(
            Weighed(one.answer, {**one.terms, "line": one.terms.get("line", 0.0) + 0.2 * len(option["units"])})
        )
    return found
