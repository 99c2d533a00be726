"""What charges and mêlées promise: tests, the fire that meets a charge, the blows, and who gives way."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import FormSquare
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.shooting import could_fire, volley
from quadrilatero.games.vivaorre.mind.worth import (
    Blow,
    Body,
    cost_of_fire,
    exchange,
    joined,
    passing,
    spread,
)
from quadrilatero.games.vivaorre.rules import charge_moves, charges, melee
from quadrilatero.games.vivaorre.rules.contact import neighbours
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.melee_modifiers import modifiers
from quadrilatero.games.vivaorre.rules.rates import charge_reach, flight
from quadrilatero.games.vivaorre.said import SQUARE
from quadrilatero.games.vivaorre.state import Unit
from quadrilatero.table import bearing, distance, in_arc, shift

DISORDERED = 0.06
"""8-ac: the part of its points that a turn of reordering costs."""


class Prospect(NamedTuple):
    """What a charge promises: points taken less points lost; the chance to get home and to beat the enemy."""

    gain: float
    home: float
    beats: float


def charging(unit: Unit, target: Unit) -> Unit:
    """A unit as it would be in contact with its target: it has charged, and stands in front of it."""
    there = unit.copy()
    there.charged = target.id
    gap = max(0, distance(unit.pose, target.pose) - 10)
    if gap:
        way = bearing(unit.pose[0], unit.pose[1], target.pose[0], target.pose[1])
        pose = shift(unit.pose, way, gap)
        there.at = (pose[0], pose[1])
        there.settle()
    return there


def blow(scene: Scene, unit: Unit, target: Unit) -> Blow:
    """10-b, 10-c: the dice of a unit against another, and what hits."""
    dice = min(melee.fighters(scene.s, unit, target), 40)
    return Blow(dice, lowest_face(modifiers(scene.s, unit, target)))


def of_melee(scene: Scene, unit: Unit, target: Unit, body: Body | None = None) -> tuple[float, float]:
    """10: what a mêlée promises to who has charged: points taken less lost, and the chance to beat the enemy."""
    s = scene.s
    me = body or scene.body(unit, frail=melee.routs_at_once(s, unit, [target]))
    they = scene.body(target, frail=melee.routs_at_once(s, target, [unit]))
    found = exchange(me, blow(scene, unit, target), they, blow(scene, target, unit))
    gain = scene.worth(target) * (found.theirs + DISORDERED) - scene.worth(unit) * (found.mine + DISORDERED)
    return gain, found.beats


def defensive_fire(scene: Scene, unit: Unit, target: Unit) -> tuple[float, ...]:
    """7-i, 7-j: the hits on a charger: its target fires at no distance, and the neighbours in line with it."""
    hits: tuple[float, ...] = (1.0,)
    shooters = [target]
    if scene.looks_ahead:
        shooters += neighbours(scene.s, target)
    for shooter in shooters:
        if could_fire(shooter) and shooter.charged is None and in_arc(shooter.pose, unit.pose):
            found = volley(scene.s, shooter, unit, sure=True)
            if found is not None:
                hits = joined(hits, spread(found.dice, found.need))
    return hits


def of_charge(scene: Scene, unit: Unit, target: Unit) -> Prospect:
    """7: what a charge promises as both stand: the test, the reaction, the fire that meets it, then the mêlée."""
    there = charging(unit, target)
    sure = 1.0 if unit.morale not in "de" or unit.berserk else passing(scene.body(unit).morale)
    if target.is_skirmishing and not unit.is_skirmishing:
        return _after_evaders(scene, unit, target, sure)
    gain, home, beats = received(scene, there, target)
    if unit.is_horse and FormSquare in charges.reactions_open(scene.s, target):
        forms = passing(scene.body(target).morale)
        square = target.copy()
        square.formation = SQUARE
        square.settle()
        other, its_home, its_beats = received(scene, there, square)
        if other < gain:
            gain += forms * (other - gain)
            home += forms * (its_home - home)
            beats += forms * (its_beats - beats)
    return Prospect(sure * gain, sure * home, sure * beats)


def received(scene: Scene, there: Unit, target: Unit) -> tuple[float, float, float]:
    """A charge on who stands: fire, a test if it costs a quarter of the figures, and the blows of who is left."""
    hits = defensive_fire(scene, there, target)
    body = scene.body(there, frail=melee.routs_at_once(scene.s, there, [target]))
    lost = scene.worth(there) * cost_of_fire(body, hits)
    home, figures, carried = 0.0, 0.0, 0
    for number, chance in enumerate(hits):
        left = body.figures - (body.hits + number) // 2
        if 4 * left <= body.start:
            continue
        stands = passing(body.morale) if number and 4 * (body.start - left) >= body.start else 1.0
        home += chance * stands
        figures += chance * stands * left
    if home < 0.01:
        return -lost, 0.0, 0.0
    after = max(1, round(figures / home))
    if after < there.figures:
        there = there.copy()
        there.figures, there.hits = after, carried
        there.settle()
        body = body._replace(figures=after, hits=carried)
    gain, beats = of_melee(scene, there, target, body)
    return home * gain - lost, home, home * beats


def _after_evaders(scene: Scene, unit: Unit, target: Unit, sure: float) -> Prospect:
    """7-l, 7-n: skirmishers run from formed troops; who catches them destroys them, who does not is disordered."""
    gap = distance(unit.pose, target.pose) + flight(target)
    if charge_reach(unit) >= gap:
        return Prospect(sure * 0.6 * scene.worth(target), sure, sure)
    return Prospect(-sure * DISORDERED * scene.worth(unit), 0.0, 0.0)


def in_reach(scene: Scene, unit: Unit, target: Unit) -> bool:
    """7-c, 7-g: whether a charge gets to its target as both stand, ground and friends apart."""
    return charge_moves.way_to(scene.s, unit, target, charge_reach(unit)) is not None


def gets_home(scene: Scene, unit: Unit, target: Unit) -> bool:
    """7-c, 7-g, 8-s: whether a charge gets to its target over the ground and past the friends on its way."""
    way = charge_moves.way_to(scene.s, unit, target, charge_reach(unit))
    if way is None:
        return False
    walk = Walk(scene.s, unit, charge_moves.ON if unit.is_horse else (1, 1), charging=True)
    charge_moves.ride(walk, way, 4 * sum(scene.s.ground.size))
    return walk.met is not None and walk.met.id == target.id
