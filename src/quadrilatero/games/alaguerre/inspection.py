"""What can be looked up on the table: the tape, a unit, a shot, attacks, a mêlée, a test, sight, threats, command.

The verdicts are those of the rules, asked as if it came to it now. Where distances are measured only after declaring
(1.1.3-b), none is told, nor what would give one away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from quadrilatero.games.alaguerre import surroundings, ways
from quadrilatero.games.alaguerre.answers import Approach, Charge, ChargeWheel, Fire
from quadrilatero.games.alaguerre.options import UM_MM
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import (
    approach,
    attack_ways,
    charge,
    combats,
    command,
    control_zone,
    cover,
    fire,
    fire_modifiers,
    melee_modifiers,
    morale,
    moving,
    reactions,
    shots,
    support,
    terrain,
)
from quadrilatero.games.alaguerre.rules import sight as sights
from quadrilatero.games.alaguerre.rules.formations import Unit, front_base, named, unit_of
from quadrilatero.games.alaguerre.rules.rates import charge_distance, move_of, wheel_of
from quadrilatero.games.alaguerre.rules.shots import may_measure
from quadrilatero.games.alaguerre.rules.weapons import ranges
from quadrilatero.games.alaguerre.said import SIDES, UM
from quadrilatero.games.alaguerre.state import Base, General, State
from quadrilatero.games.alaguerre.tables import ROWS
from quadrilatero.games.alaguerre.telling import Modifiers, no, side_of
from quadrilatero.kernel import Plain, Refusal, Seat
from quadrilatero.kernel.ask import plain_refusal
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import arc_length, corners, distance, sight
from quadrilatero.table.tape import Thing, flat

OPEN_LOOKS = ("measure", "unit", "way", "charge", "approach", "sight", "threats", "command")
"""Looks on which no defence value bears that only one side knows."""


def inspect(s: State, seat: Seat | None, query: Plain) -> Plain:
    """The answer to a query about the table as it stands, by its `look`."""
    name = query.get("look")
    known = LOOKS.get(name) if isinstance(name, str) else None
    if known is None:
        raise BadQuery(f"expected look: {', '.join(LOOKS)}")
    return known(s, seat, query)


# -- the tape (1.1.3, 1.1.4) ------------------------------------------------------------------------------------------


def measure(s: State, seat: Seat | None, query: Plain) -> Plain:
    """1.1.3-b. From edge to edge between two bases, generals, pieces or places; nothing before declaring."""
    here, there = thing(s, query.get("from")), thing(s, query.get("to"))
    if not may_measure(s):
        refusal = plain_refusal(no("1.1.3-b", "declare_first"))
        return {"refusal": refusal, "distance": None, "um": None, "mm": None, "line": None}
    far, line = here.distance(there)
    return {"refusal": None, "distance": far, **told_length(s, far), "line": line}


def told_length(s: State, length: int) -> Plain:
    """1.1.4-c. A length in um, and in the millimetres that it is on a table with the figures in use."""
    return {"um": length / UM, "mm": round(length * UM_MM[s.options["figures"]] / UM, 1)}


def thing(s: State, said: Any) -> Thing:
    """What a query points at: the id of a base, great unit, general or piece, or [x, y]; raises BadQuery."""
    if isinstance(said, list) and len(said) == 2 and all(type(one) is int for one in said):
        return Thing.point(said[0], said[1])
    if isinstance(said, str):
        general = s.generals.get(said)
        if general is not None and general.at is not None:
            return Thing.of(general.pose)
        piece = s.ground.pieces.get(said)
        if piece is not None:
            return Thing.ground(piece.line, piece.shapes)
        if (found := _standing(s, said)) is not None:
            return Thing.of(found.bases[0].pose if said in s.bases else found.pose)
    raise BadQuery("expected a base, a general or a piece on the table, or [x, y]")


def _standing(s: State, said: str, alone: bool = True) -> Unit | None:
    unit = named(s, said, alone)
    return None if unit is None or any(base.at is None for base in unit.bases) else unit


def seen_unit(s: State, said: Any) -> Unit:
    """The unit on the table that an id means; raises BadQuery."""
    found = _standing(s, said, alone=False) if isinstance(said, str) else None
    if found is None:
        raise BadQuery("expected the id of a base or great unit on the table")
    return found


def seen_pair(s: State, query: Plain) -> tuple[Unit, Unit]:
    """A unit and an enemy of it; raises BadQuery."""
    one, target = seen_unit(s, query.get("unit")), seen_unit(s, query.get("target"))
    if one.side == target.side:
        raise BadQuery("target: an enemy of the unit")
    return one, target


# -- a unit (2, 5.2, 8.2) ---------------------------------------------------------------------------------------------


def unit(s: State, seat: Seat | None, query: Plain) -> Plain:
    """2.7.1-b, 5.2-t1, 5.4-a, 8.2-t1: all that follows from where and how a unit stands."""
    one = seen_unit(s, query.get("unit"))
    base = front_base(one)
    supporter = support.rear_support(s, one)
    covered = cover.cover_of(s, base, None)
    return {
        "unit": one.id,
        "bases": one.ids,
        "formation": one.kind,
        "state": one.state,
        "morale": one.morale,
        "footprint": flat(corners(one.pose)),
        "zones": [flat(corners(control_zone.zone_of(each))) for each in one.bases if control_zone.has_zone(each)],
        "move": move_of(s, one),
        "wheel": wheel_of(s, one),
        "charge_reach": None if base.melee is None else charge_distance(s, one),
        "ranges": None if base.fire is None else [far for far in ranges(base) if far],
        "spread": None if base.fire is None else shots.SPREAD[base.is_guns],
        "support": None if supporter is None else supporter.id,
        "secure": support.has_secure_flanks(s, one, supporter),
        "strips": surroundings.strips(s, one),
        "halves": surroundings.closed_halves(s, base),
        "ground": [piece.id for piece in s.ground.areas if terrain.lies_on(one.pose, piece)],
        "cover": None if covered is None else covered.id,
        "command": commanded(s, one),
        "may": may(s, one),
    }


def commanded(s: State, one: Unit) -> Plain:
    """3.3.3-g: who commands a unit, how far his word carries, and whether it is within it."""
    general = s.commander(one.bases[0].division)
    if general is None or not general.is_there:
        return {"general": None, "radius": None, "in": None, "distance": None}
    near, measured = min(distance(general.pose, base.pose) for base in one.bases), may_measure(s)
    return {
        "general": general.id,
        "radius": general.radius,
        "in": near <= general.radius if measured else None,
        "distance": near if measured else None,
    }


def order_of(s: State, one: Unit) -> int:
    """3.3-b: the priority of the order that a unit's division has; 0 without one."""
    return s.orders.get(one.bases[0].division or "", 0)


def may(s: State, one: Unit) -> Plain:
    """5.1-d, 6.1-a, 8.1.1-a: what a unit may do, each with the reason why not where it may not."""
    active = s.active or Active(one.bases[0].division or moving.OTHERS)
    refusals = {
        "move": moving.refuse_any(s, one, active, one.side),
        "charge": charge.refuse_charger(one, order_of(s, one)),
        "fire": shots.refuse_firer(s, front_base(one)),
    }
    return {deed: plain_refusal(refusal) for deed, refusal in refusals.items()}


# -- a shot (8) -------------------------------------------------------------------------------------------------------


def shot(s: State, seat: Seat | None, query: Plain) -> Plain:
    """8.1.4-a, 8.4-a: A shot as the rules reckon it, and why it may not be fired.

    The range of guns follows from the distance, and so do their modifiers.
    """
    one, enemy = seen_pair(s, query)
    firer, target = _acting(s, one, query["unit"]), _acting(s, enemy, query["target"])
    side = _side(s, firer, target, query.get("side"))
    refusal = plain_refusal(fire.refuse(s, firer, target, side))
    if firer.fire is None:
        return {"refusal": refusal}
    aim, measured = shots.aim(s, firer, target, side), may_measure(s)
    known = measured or not firer.is_guns
    return {
        "refusal": refusal,
        "side": fire.spoken(side),
        "distance": aim.distance if measured else None,
        "in_range": shots.is_in_range(firer, aim.distance) if measured else None,
        "band": aim.range if known else None,
        "value": firer.fire,
        "modifiers": counted(fire_modifiers.modifiers(s, aim)) if known else None,
    }


def _acting(s: State, one: Unit, said: str) -> Base:
    """2.11.1-b: the base that a query names; of a great unit the front one."""
    return front_base(one) if one.is_great or said not in s.bases else s.bases[said]


def _side(s: State, firer: Base, target: Base, said: Any) -> str:
    try:
        given = msgspec.convert({"do": "fire", "unit": firer.id, "target": target.id, "side": said}, Fire)
    except msgspec.ValidationError as error:
        raise BadQuery(f"side: {error}") from None
    side = fire.side_named(s, firer, given)
    if side not in shots.sides(s, firer):
        raise BadQuery(f"side: one of {', '.join(shots.sides(s, firer))}")
    return side


def counted(modifiers: Modifiers) -> list[list[Any]]:
    """The modifiers that change anything."""
    return [[rule, value] for rule, value in modifiers if value]


# -- attacks (6, 7) ---------------------------------------------------------------------------------------------------


def charging(s: State, seat: Seat | None, query: Plain) -> Plain:
    """6-d, 6.2-b, 6.2.2-a: A charge as it would be declared now: its wheel, where it strikes, what the target may do.

    `contact` is whether the move alone gets there, without the extra that the test may bring.
    """
    one, target = seen_pair(s, query)
    answer = Charge(target.bases[0].id, one.id, _wheel(query.get("wheel")))
    refusal = charge.refuse_charge(s, one, answer, order=order_of(s, one))
    on = attack_ways.charged_on(one.pose, target, s)
    found: Plain = {"refusal": plain_refusal(refusal), "reach": charge_distance(s, one), "side": on}
    found["react"] = [reactions.SAID[able] for able in reactions.choices(s, one, target, on)]
    turn = attack_ways.wheel_for(s, one, target, answer.wheel, "6.2-b")
    if isinstance(turn, Refusal):
        return {**found, **_way(s, one, target, None, 0, 0)}
    start = attack_ways.turned(one.pose, turn)
    by = attack_ways.way_to(s, start, target) or 0
    return {**found, **_way(s, one, target, turn, by, attack_ways.speed(s, one, start, by))}


def approaching(s: State, seat: Seat | None, query: Plain) -> Plain:
    """7-b, 7.2-a, 7.2.2-a: An approach to short range as it would be declared now."""
    one, target = seen_pair(s, query)
    answer = Approach(target.bases[0].id, one.id, _wheel(query.get("wheel")))
    refusal = approach.refuse_approach(s, one, answer, order=order_of(s, one))
    on, range_ = attack_ways.charged_on(one.pose, target, s), approach.reach_of(s, one)
    found: Plain = {"refusal": plain_refusal(refusal), "reach": move_of(s, one) + range_, "side": on}
    found["react"] = [reactions.SAID[able] for able in approach.choices(s, one, target, on)]
    turn = attack_ways.wheel_for(s, one, target, answer.wheel, "7.2-a")
    if isinstance(turn, Refusal):
        return {**found, **_way(s, one, target, None, 0, 0)}
    start = attack_ways.turned(one.pose, turn)
    by = approach.way_to_range(s, start, target, range_) or 0
    return {**found, **_way(s, one, target, turn, by, attack_ways.speed(s, one, start, by))}


def _wheel(said: Any) -> ChargeWheel | None:
    try:
        return None if said is None else msgspec.convert(said, ChargeWheel)
    except msgspec.ValidationError as error:
        raise BadQuery(f"wheel: {error}") from None


def _way(s: State, one: Unit, target: Unit, turn: attack_ways.Turn | None, by: int, speed: int) -> Plain:
    """How an attack gets to its target: its wheel, and, where it may be measured, how far it is and whether it does."""
    way = None if turn is None else arc_length(one.pose[3], turn[1]) + by
    measured = may_measure(s)
    return {
        "wheel": None if turn is None or not turn[1] or not measured else {"side": turn[0], "angle": turn[1]},
        "distance": distance(one.pose, target.pose) if measured else None,
        "way": way if measured else None,
        "contact": way is not None and way <= speed if measured else None,
    }


# -- mêlée and morale (9.4, 10.2) -------------------------------------------------------------------------------------


def fighting(s: State, seat: Seat | None, query: Plain) -> Plain:
    """9.3-a, 9.4-t1: the combat that a unit is in, with what counts for each side; the first unit leads where it may.

    `combat` is None for who is in no mêlée.
    """
    one = seen_unit(s, query.get("unit"))
    parts = [part for together in combats.melees(s) for part in combats.parted(s, together, {})]
    combat = next((part for part in parts if any(unit.id == one.id for unit in part.everybody)), None)
    if combat is None:
        return {"unit": one.id, "combat": None}
    for side in SIDES:
        combat.principal[side] = combat.units[side][0]
    return {
        "unit": one.id,
        "combat": {
            side: {
                "units": [unit.id for unit in combat.units[side]],
                "value": melee_modifiers.principal_base(s, combat, side).melee,
                "modifiers": counted(melee_modifiers.modifiers(s, combat, side)),
            }
            for side in SIDES
        },
    }


def testing(s: State, seat: Seat | None, query: Plain) -> Plain:
    """10.2.1-a, 10.2.2-k: A morale test on a row: what is added, and what each face of the die would bring.

    `target` is the enemy whom it is about, where there is one; `approach` says that it is no charge.
    """
    one, row = seen_unit(s, query.get("unit")), query.get("why", morale.FIRE)
    if row not in ROWS:
        raise BadQuery(f"why: one of {', '.join(ROWS)}")
    enemy = None if query.get("target") is None else seen_pair(s, query)[1]
    cause = morale.Cause(enemy=enemy, on=_struck(s, one, enemy, row), approach=bool(query.get("approach")))
    supporter = support.rear_support(s, morale.formation_of(s, one))
    added = morale.modifiers(s, one, row, cause, supporter)
    total = one.morale + sum(value for _, value in added)
    results = [morale.outcome(s, row, die, max(1, die + total)) for die in range(1, 7)]
    passed = sum(result in (morale.PASSED, morale.RECOVERS) for result in results)
    return {
        "unit": one.id,
        "why": row,
        "need": morale.need_of(s, row),
        "value": one.morale,
        "modifiers": counted(added),
        "results": results,
        "chance": passed / 6,
    }


def _struck(s: State, one: Unit, enemy: Unit | None, row: str) -> str:
    """6.2.2-a: where a charge that the test is about would strike."""
    if enemy is None or row not in (morale.CHARGE, morale.CHARGED):
        return "front"
    attacker, attacked = (one, enemy) if row == morale.CHARGE else (enemy, one)
    return attack_ways.charged_on(attacker.pose, attacked, s)


# -- sight, threats, command ------------------------------------------------------------------------------------------


def looking(s: State, seat: Seat | None, query: Plain) -> Plain:
    """1.2-a: whether one base sees another, and by which line."""
    one, target = seen_unit(s, query.get("from")), seen_unit(s, query.get("to"))
    here, there = _acting(s, one, query["from"]), _acting(s, target, query["to"])
    found = sight(here.pose, there.pose, (), sights.screens(s), sights.LOOKING)
    return {"clear": found.clear, "line": [list(found.line[:2]), list(found.line[2:])]}


def threatened(s: State, seat: Seat | None, query: Plain) -> Plain:
    """6-d, 8.1.3-a, 1.1.3-b: which enemies can shoot at a unit as it stands, and which could charge it by an order."""
    one = seen_unit(s, query.get("unit"))
    if not may_measure(s):
        return {"refusal": plain_refusal(no("1.1.3-b", "declare_first")), "fire": None, "charge": None}
    foes = list(s.enemies_of(one.side))
    units = {found.id: found for foe in foes for found in (unit_of(s, foe),)}
    at = Charge(one.bases[0].id)
    return {
        "refusal": None,
        "fire": [foe.id for foe in foes if any(_could_hit(s, foe, base) for base in one.bases)],
        "charge": [id for id, foe in units.items() if charge.refuse_charge(s, foe, at, order=None) is None],
    }


def _could_hit(s: State, foe: Base, base: Base) -> bool:
    """8.1.3-a: whether an enemy could shoot at a base from any of its sides, within its range."""
    return any(
        fire.refuse(s, foe, base, side) is None
        and shots.is_in_range(foe, distance(shots.edge(s, foe, side), base.pose))
        for side in shots.sides(s, foe)
    )


def commanding(s: State, seat: Seat | None, query: Plain) -> Plain:
    """3.3.3-a, 3.3.3-g: the generals of a side with their radii, and which bases are beyond that of their own."""
    side = query.get("side", None if seat is None else side_of(seat))
    if side not in SIDES:
        raise BadQuery("side: red or blue")
    bases = [base for base in s.on_table(side) if base.division is not None]
    return {
        "side": side,
        "generals": {general.id: _radius(s, general) for general in s.present(side)},
        "out": [base.id for base in bases if not _is_commanded(s, base)] if may_measure(s) else None,
    }


def _is_commanded(s: State, base: Base) -> bool:
    general = s.commander(base.division)
    return general is not None and command.is_in_radius(general, base.pose)


def _radius(s: State, general: General) -> Plain:
    """3.3.3-a: where a general is, how far his word carries, and whether every link above him holds."""
    links = pairwise(command.chain(s, general))
    return {
        "at": None if general.at is None else list(general.at),
        "level": general.level,
        "radius": general.radius,
        "in": not any(command.is_cut_off(s, one, above) for one, above in links) if may_measure(s) else None,
    }


LOOKS: Mapping[str, Callable[[State, Seat | None, Plain], Plain]] = {
    "measure": measure,
    "unit": unit,
    "way": ways.follow,
    "shot": shot,
    "charge": charging,
    "approach": approaching,
    "melee": fighting,
    "morale": testing,
    "sight": looking,
    "threats": threatened,
    "command": commanding,
}
