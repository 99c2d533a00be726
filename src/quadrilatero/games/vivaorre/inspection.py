"""What can be looked up on the table: the tape, a unit, a shot, a charge, a fight, a test, sight, threats, command.

The verdicts are those of the rules, asked as if it came to it now. A seat is told of what it sees alone: who hides
from it is neither named nor counted, and nothing that is answered hangs on him.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from quadrilatero.games.vivaorre import groups, ways
from quadrilatero.games.vivaorre.answers import Charge, ChargeWheel, Shot
from quadrilatero.games.vivaorre.looks import seen_unit, thing
from quadrilatero.games.vivaorre.records import Wheeled
from quadrilatero.games.vivaorre.rules import charge_moves, charges, command, fire, ground, melee, morale, threats
from quadrilatero.games.vivaorre.rules.fire_modifiers import lowest_face
from quadrilatero.games.vivaorre.rules.formations import sections_left
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.melee_modifiers import modifiers as melee_modifiers
from quadrilatero.games.vivaorre.rules.moving import refuse_unit
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.rules.visibility import look, why_unseen
from quadrilatero.games.vivaorre.rules.weapons import GUNS
from quadrilatero.games.vivaorre.said import SIDES, SQUARE
from quadrilatero.games.vivaorre.state import General, State, Unit
from quadrilatero.games.vivaorre.view import knows
from quadrilatero.kernel import Plain, Seat
from quadrilatero.kernel.ask import plain_refusal
from quadrilatero.kernel.chances import sum_at_least
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import corners, distance, shift
from quadrilatero.table.tape import Thing, flat

CENTIMETRES = 2.54
KINDS = ("canister", "ball", "shell")
STOPPED_BY = ("unit", "weather", "hedge", "crest", "barrier", "building", "hill", "wood", "solid")
"""What stops a line of sight, in the order of the kinds that `quadrilatero.table` has for it."""


def inspect(s: State, seat: Seat | None, query: Plain) -> Plain:
    """The answer to a query about the table as it stands, by its `look`."""
    name = query.get("look")
    known = LOOKS.get(name) if isinstance(name, str) else None
    if known is None:
        raise BadQuery(f"expected look: {', '.join(LOOKS)}")
    return known(s, seat, query)


# -- the tape ---------------------------------------------------------------------------------------------------------


def measure(s: State, seat: Seat | None, query: Plain) -> Plain:
    """1-a: from edge to edge between two units, generals, pieces or places, in the inches of the figures in use."""
    here, there = thing(s, seat, query.get("from")), thing(s, seat, query.get("to"))
    far, line = here.distance(there)
    return {"distance": far, **told_length(s, far), "line": line}


def told_length(s: State, mils: int) -> Plain:
    """1-a: A length as the players' own tape shows it: for figures of 25 mm half as long again."""
    inches = mils / 1000 * (1.5 if s.options["figures"] == "25" else 1)
    return {"inches": round(inches, 3), "cm": round(inches * CENTIMETRES, 2)}


# -- a unit -----------------------------------------------------------------------------------------------------------


def unit(s: State, seat: Seat | None, query: Plain) -> Plain:
    """1-f, 2-m, 5-c, 8-a, 9-g: all that follows from where and how a unit stands."""
    one = seen_unit(s, seat, query.get("unit"))
    on_table = one.at is not None
    ranges = None if is_unarmed(one) else [1000 * far for far in fire.ranges_of(one)]
    return {
        "unit": one.id,
        "footprint": flat(corners(one.pose)) if on_table else None,
        "figures": one.figures,
        "first_rank": sections_left(one.figures) if one.is_guns else one.first_rank,
        "arc": arc(one, ranges[-1] if ranges else 0) if on_table else None,
        "ranges": ranges,
        "rate": rate(one),
        "charge_reach": None if one.is_guns else charge_moves.reach(one),
        "command": commanded(s, one),
        "ground": [piece.id for piece in ground.areas_under(s, one.pose)] if on_table else [],
        "cover": covers(s, seat, one) if on_table else {},
        "may": may(s, one),
    }


def is_unarmed(one: Unit) -> bool:
    """9-g: whether a unit has nothing to fire with."""
    return not one.impi and one.gun is None and (one.fire == "/" or one.weapon == "none")


def arc(one: Unit, far: int) -> list[list[int]]:
    """2-m: the front arc as far as the weapon carries: 45 degrees to either side of the front line."""
    q = corners(one.pose)
    left = shift((q[0], q[1], 0, 1, 1), (one.facing - 4500) % 36000, far)
    right = shift((q[2], q[3], 0, 1, 1), (one.facing + 4500) % 36000, far)
    return [[q[0], q[1]], [left[0], left[1]], [right[0], right[1]], [q[2], q[3]]]


def commanded(s: State, one: Unit) -> Plain:
    """5-c: who commands a unit, and whether it is within his radius now."""
    general = s.brigadier(one.brigade)
    place = None if general is None else s.place_of(general)
    return {
        "general": None if general is None else general.id,
        "in": command.is_commanded(s, one),
        "out": one.out,
        "radius": None if general is None else command.brigade_radius(s, general),
        "distance": None if place is None or one.at is None else thing_distance(one, place),
    }


def thing_distance(one: Unit, place: tuple[int, ...]) -> int:
    """How far a unit is from a place."""
    return Thing.of(one.pose).distance(Thing.point(place[0], place[1]))[0]


def covers(s: State, seat: Seat | None, one: Unit) -> dict[str, str]:
    """9-h, 14-b: the cover that a unit has against each enemy that is seen; those it has none against are left out."""
    found = {foe.id: ground.cover_of(s, one, foe.pose) for foe in s.enemies_of(one.side) if knows(s, seat, foe)}
    return {id: cover for id, cover in found.items() if cover is not None}


def may(s: State, one: Unit) -> Plain:
    """5-d, 7-d, 8-ad, 9-a: what a unit may do, each with the reason why not where it may not."""
    refusals = {
        "move": refuse_unit(s, one),
        "charge": charges.refuse_charger(s, one),
        "fire": fire.refuse_firer(s, one),
    }
    return {deed: plain_refusal(refusal) for deed, refusal in refusals.items()}


# -- shots, charges, fights, tests ------------------------------------------------------------------------------------


def shot(s: State, seat: Seat | None, query: Plain) -> Plain:
    """9-a, 9-g, 9-m: A shot as the rules reckon it, and why it may not be fired; guns take the best ammunition."""
    firer, target = seen_unit(s, seat, query.get("unit")), seen_unit(s, seat, query.get("target"))
    given = _shot(s, firer, target, query)
    refusal = fire.refuse_shot(s, firer.side, given)
    if firer.at is None or target.at is None or is_unarmed(firer):
        return {"refusal": plain_refusal(refusal)}
    found = fire.aim(s, firer, target, given)
    return {
        "refusal": plain_refusal(refusal),
        "ammo": given.ammo,
        "distance": found.distance,
        "band": fire.band_of(s, firer, found.distance),
        "figures": found.figures,
        "power": found.power,
        "share": found.share,
        "count": found.dice,
        "need": found.need,
        "modifiers": [list(one) for one in found.modifiers],
    }


def plan(s: State, seat: Seat | None, query: Plain) -> Plain:
    """9-a: every shot of a plan of fire, as `shot` tells it, in their order."""
    asked = query.get("shots")
    if not isinstance(asked, list) or not all(isinstance(one, dict) for one in asked):
        raise BadQuery("shots: expected a list of shots")
    return {"shots": [shot(s, seat, one) for one in asked]}


def _shot(s: State, firer: Unit, target: Unit, query: Plain) -> Shot:
    """The shot that a query means; what it leaves open of ammunition and side is filled in."""
    said = {key: query[key] for key in ("ammo", "side", "figures") if query.get(key) is not None}
    if firer.formation == SQUARE and "side" not in said and target.at is not None:
        said["side"] = next(iter(fire.sides_towards(s, firer, target.pose)), "front")
    try:
        given = msgspec.convert({"unit": firer.id, "target": target.id, **said}, Shot)
    except msgspec.ValidationError as error:
        raise BadQuery(f"shot: {error}") from None
    if firer.gun is None or GUNS[firer.gun].machine or given.ammo is not None:
        return given
    kinds = [msgspec.structs.replace(given, ammo=kind) for kind in KINDS]
    return next((kind for kind in kinds if fire.refuse_shot(s, firer.side, kind) is None), kinds[-1])


def charge(s: State, seat: Seat | None, query: Plain) -> Plain:
    """7-a, 7-c, 7-g: A charge as it would be declared and run now, were nobody to react: whom it touches, and where."""
    one, target = seen_unit(s, seat, query.get("unit")), seen_unit(s, seat, query.get("target"))
    wheel = _wheel(query.get("wheel"))
    refusal = charges.refuse_charge(s, one.side, Charge(one.id, target.id, wheel))
    found: Plain = {"refusal": plain_refusal(refusal), "reach": None if one.is_guns else charge_moves.reach(one)}
    if one.at is None or target.at is None or one.is_guns:
        return {**found, "distance": None, "wheel": None, "contact": False, "side": None}
    given = None if wheel is None else Wheeled(wheel.side, wheel.angle)
    way = charge_moves.way_to(s, one, target, charge_moves.farthest(s, one, target), given)
    met, side = (None, None) if way is None else _ridden(s, one, way)
    return {
        **found,
        "distance": distance(one.pose, target.pose),
        "wheel": None if way is None or way.side is None else {"side": way.side, "angle": way.angle},
        "way": None if way is None else way.cost(one),
        "contact": met == target.id,
        "met": met,
        "side": side,
    }


def _wheel(said: Any) -> ChargeWheel | None:
    try:
        return None if said is None else msgspec.convert(said, ChargeWheel)
    except msgspec.ValidationError as error:
        raise BadQuery(f"wheel: {error}") from None


def _ridden(s: State, one: Unit, way: charge_moves.Way) -> tuple[str | None, str | None]:
    """7-g: whom a charge touches at the end of its move, and on which side."""
    walk = Walk(s, one, charge_moves.ON if one.is_horse else (1, 1), charging=True)
    charge_moves.ride(walk, way, 4 * sum(s.ground.size))
    if walk.met is None:
        return None, None
    return walk.met.id, charge_moves.struck_side(walk.met, walk.unit, one.pose)


def melee_dice(s: State, seat: Seat | None, query: Plain) -> Plain:
    """10-a, 10-b: the blows of a unit against another and of that one against it, as both stand."""
    one, target = seen_unit(s, seat, query.get("unit")), seen_unit(s, seat, query.get("target"))
    return {**blows(s, one, target), "against": blows(s, target, one)}


def blows(s: State, one: Unit, target: Unit) -> Plain:
    """10-a, 10-b, 10-c: figures that fight, dice, what is added to each and the lowest face that hits."""
    count = melee.fighters(s, one, target)
    added = melee_modifiers(s, one, target)
    return {
        "unit": one.id,
        "target": target.id,
        "figures": count,
        "count": count,
        "need": lowest_face(added),
        "modifiers": [list(modifier) for modifier in added],
    }


def test(s: State, seat: Seat | None, query: Plain) -> Plain:
    """12-g, 12-h: A morale test on an occasion: what is added, the lowest face that passes, what a failure does."""
    one, why = seen_unit(s, seat, query.get("unit")), query.get("why", "fire")
    if why not in morale.RULES:
        raise BadQuery(f"why: one of {', '.join(morale.RULES)}")
    by = query.get("by", 0)
    if not isinstance(by, int) or isinstance(by, bool):
        raise BadQuery("by: a whole number")
    added = morale.modifiers(s, one, why, by)
    total = sum(value for _, value in added)
    faces = [face for face in range(1, 7) if morale.succeeds(face, face + total, morale.NEED)]
    return {
        "unit": one.id,
        "why": why,
        "rule": morale.RULES[why],
        "need": morale.NEED,
        "modifiers": [list(modifier) for modifier in added],
        "lowest": faces[0],
        "chance": sum_at_least(faces[0], 1),
        "fails": morale.outcome(one, why, 2),
    }


# -- sight, threats, command ------------------------------------------------------------------------------------------


def sight(s: State, seat: Seat | None, query: Plain) -> Plain:
    """13-a, 13-c, 13-d, 13-e: whether a unit sees another, by which line, and what stops the lines."""
    one, target = seen_unit(s, seat, query.get("from")), seen_unit(s, seat, query.get("to"))
    if one.at is None or target.at is None:
        raise BadQuery("from, to: units on the table")
    found = look(s, one, target)
    stops = sorted({STOPPED_BY[stop[4]] for stop in found.stops})
    return {
        "clear": found.clear,
        "line": [list(found.line[:2]), list(found.line[2:])],
        "rule": None if found.clear else why_unseen(s, one, target),
        "stops": [] if found.clear else stops,
    }


def threatened(s: State, seat: Seat | None, query: Plain) -> Plain:
    """8-g, 7-g, 9-a: which enemies that are seen can fire at a unit as it stands, and which can charge it.

    With `at` and `side` a single figure of that side is thought to stand there.
    """
    one = _who(s, seat, query)
    foes = [foe for foe in s.enemies_of(one.side) if knows(s, seat, foe)]
    return {
        "fire": [foe.id for foe in foes if threats.can_fire_at(s, foe, one)],
        "charge": [foe.id for foe in foes if threats.can_charge(s, foe, one)],
    }


def _who(s: State, seat: Seat | None, query: Plain) -> Unit:
    if query.get("unit") is not None:
        one = seen_unit(s, seat, query["unit"])
        if one.at is None:
            raise BadQuery("unit: one on the table")
        return one
    at, side = query.get("at"), query.get("side", seat)
    place = thing(s, seat, at).edges[0][0] if isinstance(at, list) else None
    if place is None or side not in SIDES:
        raise BadQuery("expected unit, or at and side")
    sample = next(iter(s.units.values())).copy()
    sample.id, sample.side, sample.at = "", side, (place[0], place[1])
    sample.arm, sample.formation, sample.figures, sample.start = "infantry", "line", 1, 1
    sample.mounted, sample.gun, sample.state, sample.hidden = False, None, "steady", False
    sample.charged = None
    sample.settle()
    return sample


def commanding(s: State, seat: Seat | None, query: Plain) -> Plain:
    """5-c, 5-e, 5-h: the generals of a side with their radii, and who is out of command as the table stands."""
    side = query.get("side", seat)
    if side not in SIDES:
        raise BadQuery("side: red or blue")
    units = [one for one in s.on_table(side) if knows(s, seat, one)]
    generals = [one for one in s.generals.values() if one.side == side and one.is_there]
    return {
        "side": side,
        "generals": {one.id: _radius(s, one) for one in generals if _is_seen(s, seat, one)},
        "out": [one.id for one in units if not command.is_commanded(s, one)],
    }


def _is_seen(s: State, seat: Seat | None, general: General) -> bool:
    """13-g: who is with a hidden unit is hidden with it."""
    return general.with_unit is None or knows(s, seat, s.units[general.with_unit])


def _radius(s: State, general: General) -> Plain:
    """5-c, 5-e: where a general is, how far his word carries, and whether he himself is in command."""
    place = s.place_of(general)
    radius = command.brigade_radius(s, general) if general.rank == "brigade" else command.superior_radius(s, general)
    return {"at": None if place is None else list(place), "radius": radius, "in": command.is_in_command(s, general)}


LOOKS: Mapping[str, Callable[[State, Seat | None, Plain], Plain]] = {
    "measure": measure,
    "unit": unit,
    "shot": shot,
    "plan": plan,
    "charge": charge,
    "melee": melee_dice,
    "morale": test,
    "sight": sight,
    "threats": threatened,
    "command": commanding,
    "way": ways.follow,
    "group": groups.follow,
}
