"""Whom to move next, and where: the open brigade first, each from the nearest to the enemy on; generals last."""

from __future__ import annotations

import msgspec

from quadrilatero.games.alaguerre.answers import Approach, Charge, Occupy
from quadrilatero.games.alaguerre.ground import BUILT
from quadrilatero.games.alaguerre.mind.fighting import of_approach, worst_charge
from quadrilatero.games.alaguerre.mind.paths import Idea, ideas, lawful, plain_move
from quadrilatero.games.alaguerre.mind.places import Places, difference
from quadrilatero.games.alaguerre.mind.riding import weigh_ride
from quadrilatero.games.alaguerre.mind.scene import FAR, Scene
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import approach, areas, charge, moving
from quadrilatero.games.alaguerre.rules.attack_ways import SECTOR
from quadrilatero.games.alaguerre.rules.formations import Unit, named
from quadrilatero.games.alaguerre.rules.moving import LIGHT, OTHERS
from quadrilatero.games.alaguerre.rules.rates import charge_distance, move_of
from quadrilatero.games.alaguerre.said import LIMBERED
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed
from quadrilatero.table import distance, in_arc, no_nearer

RESTLESS = 0.01
"""A move for nothing costs a little, as a part of the unit's points."""
SURE_OF_IT = 0.04
"""A charge has to promise so much more than nothing, as a part of the unit's points."""
READY = -0.2
"""The same for who minds the reply: not to charge is not nothing, since the enemy charges then."""
KEPT = 3
"""So many lawful moves of a unit are told, the best first."""
TRIED = 8
"""So many of the best ideas are judged by the rules at most."""
BREAKING_OFF = 0.3
OCCUPIED = 0.25
"""5.5.2-b: what it is worth to man the walls that one is in, for each point of their defence value."""


def weigh_move(scene: Scene) -> list[Weighed]:
    """5-a: the moves of the next unit that has anything good to do; the end of the division where nobody has."""
    places = Places(scene)
    chosen = scene.data.get("unit")
    for id in [chosen] if chosen is not None else in_turn(scene):
        general = scene.s.generals.get(id)
        found = weigh_ride(scene, general) if general is not None else weigh_unit(scene, places, id)
        if found:
            return found
    done: Plain = {"do": "done"}
    return [scene.weighed(done)]


def in_turn(scene: Scene) -> list[str]:
    """5.1-d: who moves first: the open brigade, then others, each from the nearest to the enemy; then generals."""
    s, active = scene.s, scene.s.active
    assert active is not None
    found: list[tuple[tuple[bool, int, str, int], str]] = []
    nearest: dict[str, int] = {}
    far: dict[str, int] = {}
    for id in scene.data["units"]:
        unit = None if id in s.generals else named(s, id)
        if unit is None:
            continue
        far[id] = scene.nearest_foe(unit.pose)
        brigade = unit.bases[0].brigade
        nearest[brigade] = min(nearest.get(brigade, FAR), far[id])
    for id, gap in far.items():
        brigade = s.bases[id].brigade if id in s.bases else brigade_of(scene, id)
        found.append(((brigade != active.brigade, nearest[brigade], brigade, gap), id))
    found.sort()
    return [id for _, id in found] + [id for id in scene.data["units"] if id in s.generals]


def brigade_of(scene: Scene, id: str) -> str:
    unit = named(scene.s, id)
    assert unit is not None
    return unit.bases[0].brigade


def weigh_unit(scene: Scene, places: Places, id: str) -> list[Weighed]:
    """The attacks and moves of a unit that are better than to stay."""
    s, active = scene.s, scene.s.active
    unit = named(s, id)
    assert active is not None
    assert unit is not None
    if moving.is_fighting(s, unit):
        return []
    found = [] if active.division in (LIGHT, OTHERS) else weigh_attacks(scene, unit, active)
    found += weigh_ways(scene, places, unit, active)
    return sorted(found, key=lambda one: -one.value)


# -- attacks -----------------------------------------------------------------------------------------------------------


def weigh_attacks(scene: Scene, unit: Unit, active: Active) -> list[Weighed]:
    """6-b, 7-a: the charges and approaches that promise something, judged by the rules."""
    s = scene.s
    order = s.orders.get(active.division)
    points = scene.points(unit)
    found: list[Weighed] = []
    charges = charge.refuse_charger(unit, order) is None
    near = [foe for foe in scene.foes if no_nearer(unit.pose, foe.pose) <= charge_distance(s, unit)]
    for foe in near:
        gap = distance(unit.pose, foe.pose)
        if not in_arc(unit.pose, foe.pose, SECTOR):
            continue
        if charges and gap <= charge_distance(s, unit):
            charging = Charge(target=foe.bases[0].id, unit=unit.bases[0].id)
            asked = READY if scene.looks_ahead else SURE_OF_IT
            gain = worst_charge(scene, unit, foe).gain - asked * points
            if gain > 0 and moving.refuse_attack(s, unit, active, charging) is None:
                found.append(scene.weighed(msgspec.to_builtins(charging), charge=gain))
        if approach.is_trained(unit) and gap <= move_of(s, unit) + approach.reach_of(s, unit):
            nearing = Approach(target=foe.bases[0].id, unit=unit.bases[0].id)
            if moving.refuse_attack(s, unit, active, nearing) is None:
                gain = of_approach(scene, unit, foe).gain - SURE_OF_IT * points
                if gain > 0:
                    found.append(scene.weighed(msgspec.to_builtins(nearing), charge=gain))
    return found


# -- moves -------------------------------------------------------------------------------------------------------------


def weigh_ways(scene: Scene, places: Places, unit: Unit, active: Active) -> list[Weighed]:
    """5.2-a: the moves that are better than to stay: first weighed as if nothing were in the way, then judged."""
    now = scene.by_weight(places.terms(unit, unit.pose, 0, unit.bases[0].formation))
    thought: list[tuple[float, int, Idea]] = []
    listed = of_others(scene, unit) if active.division == OTHERS else list(ideas(scene, unit, places.aims.of(unit)))
    for number, idea in enumerate(listed):
        terms = weigh_place(scene, places, unit, now, idea.pose, idea.gone, idea.formation)
        thought.append((-sum(terms.values()), number, idea))
    thought.sort(key=lambda one: one[:2])
    found: list[Weighed] = []
    for value, _, idea in thought[:TRIED]:
        if value >= 0 or len(found) == KEPT:
            break
        way = lawful(scene.s, unit, active, idea.path)
        if way is None:
            continue
        terms = weigh_place(scene, places, unit, now, way.pose, way.gone, way.formation)
        if sum(terms.values()) > 0:
            found.append(Weighed(plain_move(way.answer), terms))
            if sum(terms.values()) >= -value - 1e-9:
                break
    return found + weigh_occupying(scene, unit, active)


def weigh_place(
    scene: Scene, places: Places, unit: Unit, now: Terms, pose: tuple[int, int, int, int, int], gone: int, shape: str
) -> Terms:
    """What speaks for a place against staying."""
    terms = difference(scene.by_weight(places.terms(unit, pose, gone, shape)), now)
    terms["order"] = terms.get("order", 0.0) - scene.weights["order"] * RESTLESS * scene.points(unit)
    return terms


def of_others(scene: Scene, unit: Unit) -> list[Idea]:
    """5.1-e, 5.1-f: who is not activated can only unlimber; other changes for defence are left alone."""
    if unit.kind != LIMBERED:
        return []
    aim = Places(scene).aims.of(unit)
    return [idea for idea in ideas(scene, unit, aim) if idea.formation != LIMBERED]


def weigh_occupying(scene: Scene, unit: Unit, active: Active) -> list[Weighed]:
    """5.5.2-b: who is in houses or works that cover mans their walls when the enemy is near."""
    s, base = scene.s, unit.bases[0]
    piece = None if base.inside is None else s.ground.pieces[base.inside]
    if piece is None or base.occupies is not None or piece.type not in BUILT or not unit.is_foot:
        return []
    answer = Occupy(base.id, piece.id, "all")
    if active.division == OTHERS or areas.refuse_occupy(s, unit, answer) is not None:
        return []
    return [scene.weighed(msgspec.to_builtins(answer), cover=OCCUPIED * max(1, piece.vdf or 0))]
