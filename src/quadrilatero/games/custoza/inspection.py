"""What can be looked up on the map: sight, zones, command, supply, reach, ways of retreat, and the ground of a hex.

In the Advanced Game also the lines of communication, who may tire, and how far one's own objectives are met.

The verdicts are those of the rules. All that they hang on lies open: a counter's hex, class and markers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quadrilatero.games.custoza.board import ARTILLERY, CLASSES, SIDES
from quadrilatero.games.custoza.rules import (
    cohesion,
    communications,
    daylight,
    fatigue,
    movement,
    objectives,
    retreat,
    routes,
    sight,
)
from quadrilatero.games.custoza.rules.combat import AWAY
from quadrilatero.games.custoza.rules.command import RANGE
from quadrilatero.games.custoza.rules.command import reach as command_reach
from quadrilatero.games.custoza.rules.concepts import same_force, zone
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import LANGUAGES, Plain, Refusal, Seat
from quadrilatero.kernel.chances import sum_at_most
from quadrilatero.kernel.game import BadQuery

EXPECTED = (
    "expected what: sight (from, to), field (from), zones, command (formation), supply (formation), line (formation), "
    "fatigue (formation), objectives, reach (units), retreat (hex, from) or terrain (hex)"
)


def inspect(s: State, seat: Seat | None, query: Plain) -> Plain:
    """The answer to a query about the map as it stands."""
    what = query.get("what")
    known = LOOKS.get(what) if isinstance(what, str) else None
    if known is None or query.keys() - {"what"} != known[0]:
        raise BadQuery(EXPECTED)
    return {"what": what, **known[1](s, seat, query)}


def _hex(s: State, number: Any) -> int:
    hex = s.board.hex(number) if isinstance(number, str) else -1
    if hex < 0:
        raise BadQuery("there is no such hex on the map in play")
    return hex


def _own_formation(s: State, seat: Seat | None, name: Any) -> str:
    formation = s.formations.get(name) if isinstance(name, str) else None
    if formation is None or formation.side != seat:
        raise BadQuery("formation: name one of your own")
    return formation.id


def _said(refusal: Refusal) -> Plain:
    return {"rule": refusal.rule, "text": {language: refusal.text(language) for language in LANGUAGES}}


# -- 8.9, 2.6 ----------------------------------------------------------------------------------------------------------


def look_along(s: State, seat: Seat | None, query: Plain) -> Plain:
    """8.9-a, 22.4-c: whether a line of sight is clear, and what blocks it."""
    here, there = _hex(s, query["from"]), _hex(s, query["to"])
    far = s.board.grid.distance(here, there)
    clear = sight.sees(s, here, there)
    dim = not clear and far > daylight.sight_limit(s)
    return {
        "from": query["from"],
        "to": query["to"],
        "range": far,
        "clear": clear,
        "rule": None if clear else "22.4-c" if dim else "8.9-a",
        "barrier": [] if clear or dim else s.board.numbers(sight.barrier(s, here, there)),
    }


def look_around(s: State, seat: Seat | None, query: Plain) -> Plain:
    """8.9-a, 22.4-c: all that is seen from a hex, and what of it lies within the limit and is not."""
    here = _hex(s, query["from"])
    near = [hex for hex in s.board.grid.within(here, daylight.sight_limit(s)) if hex in s.board.in_area]
    seen = [hex for hex in near if sight.sees(s, here, hex)]
    return {
        "from": query["from"],
        "seen": s.board.numbers(seen),
        "unseen": s.board.numbers([hex for hex in near if hex not in seen]),
        "rule": "8.9-a",
    }


def look_at_zones(s: State, seat: Seat | None, query: Plain) -> Plain:
    """2.6-a: the Zones of Reaction of both sides."""
    return {"zones": {side: s.board.numbers(zone(s, side)) for side in SIDES}, "rule": "2.6-a"}


# -- 4.2, 13.5 ---------------------------------------------------------------------------------------------------------


def look_for_command(s: State, seat: Seat | None, query: Plain) -> Plain:
    """4.2-a: the hexes within a commander's range now, and which of his units stand outside."""
    name = _own_formation(s, seat, query["formation"])
    commander = s.commander(name)
    if commander is None or commander.hex < 0:
        return {"formation": name, "commander": None, "hexes": [], "out": [], "rule": "4.2-a"}
    within = command_reach(s, commander.hex, commander.side, RANGE)
    return {
        "formation": name,
        "commander": s.board.grid.numbers[commander.hex],
        "hexes": s.board.numbers(within),
        "out": [unit.id for unit in s.of_formation(name) if unit.hex >= 0 and unit.hex not in within],
        "rule": "4.2-a",
    }


def look_for_supply(s: State, seat: Seat | None, query: Plain) -> Plain:
    """13.5-b: whether the units of a Formation have a way to a source of supply."""
    name = _own_formation(s, seat, query["formation"])
    units = [unit for unit in s.of_formation(name) if unit.hex >= 0]
    sources = s.supply[s.formations[name].side]
    return {
        "formation": name,
        "sources": s.board.numbers(sources),
        "cut": [unit.id for unit in units if not cohesion.has_way_home(s, unit)],
        "rule": "13.5-b",
    }


# -- 18.3, 20.1, 24.2: the Advanced Game -------------------------------------------------------------------------------


def look_along_the_line(s: State, seat: Seat | None, query: Plain) -> Plain:
    """20.1-a: the line of communication of a commander, hex by hex; none where it is cut or need not be traced."""
    name = _own_formation(s, seat, query["formation"])
    side, commander = s.formations[name].side, s.commander(name)
    traced = s.mode == "advanced" and bool(s.supply[side]) and commander is not None and commander.hex >= 0
    way = communications.line(s, side, commander.hex) if traced and commander is not None else None
    return {
        "formation": name,
        "traced": traced,
        "line": s.board.numbers(way or []),
        "sources": s.board.numbers(s.supply[side]),
        "rule": "20.1-a",
    }


def look_who_tires(s: State, seat: Seat | None, query: Plain) -> Plain:
    """18.1-a, 18.3-a: the level of a Formation if the game turn ended now, and how likely it is Fatigued then."""
    formation = s.formations[_own_formation(s, seat, query["formation"])]
    level = fatigue.next_level(s, formation)
    return {
        "formation": formation.id,
        "level": formation.fatigue,
        "next": level,
        "chance": sum_at_most(level - formation.command, 2),
        "rule": "18.3-a",
    }


def look_at_objectives(s: State, seat: Seat | None, query: Plain) -> Plain:
    """24.2-a, 26.2-a: what each of one's own Strategic Objectives asks for, and what of it is true now."""
    if seat is None or not objectives.is_campaign(s):
        return {"objectives": [], "rule": "24.2-a"}
    return {
        "objectives": [
            {
                "number": number,
                "chosen": s.strategy[seat] == number,
                "met": objectives.is_met(s, seat, number),
                "rule": objectives.RULES[s.year, seat, number],
                "conditions": [
                    {**part, "met": objectives.MET[part["kind"]](s, seat, part)}
                    for part in objectives.conditions(s, seat, number)
                ],
            }
            for number in objectives.NUMBERS
        ],
        "rule": "24.2-a",
    }


# -- 7.2, 10.5 ---------------------------------------------------------------------------------------------------------


def look_how_far(s: State, seat: Seat | None, query: Plain) -> Plain:
    """7.2-d, 7.8-a: where a Force could go with its whole allowance, over the ground and in March Movement."""
    units = _own_force(s, seat, query["units"])
    found: Plain = {"units": query["units"], "rule": "7.2-d"}
    for key, march in (("ground", False), ("march", True)):
        if (march and len(units) > 1) or (not march and units[0].kind == ARTILLERY):
            found[key] = {}
            continue
        points = movement.points_for(units, march)
        cost = routes.reach(s, units, points, march).cost if points > 0 else {}
        ends = {path[-1] for path in routes.paths(s, units, points, march)} if points > 0 else set()
        found[key] = {s.board.grid.numbers[hex]: write_points(cost[hex]) for hex in cost if hex in ends}
    return found


def _own_force(s: State, seat: Seat | None, ids: Any) -> list[Unit]:
    named = isinstance(ids, list) and bool(ids) and all(isinstance(id, str) and id in s.units for id in ids)
    units = s.of(ids) if named else []
    mine = all(unit.side == seat and unit.hex >= 0 and not unit.is_piece for unit in units)
    if not units or not mine or not same_force(units):
        raise BadQuery("units: name units of yours of one class in one hex")
    return units


def look_back(s: State, seat: Seat | None, query: Plain) -> Plain:
    """10.5-b, 10.5-c: where your units in a hex would retreat to if beaten from another, and why not elsewhere."""
    hex, origin = _hex(s, query["hex"]), _hex(s, query["from"])
    units = s.stack(hex, seat) if seat else []
    if not units:
        raise BadQuery("hex: none of your units stands there")
    if origin not in s.board.grid.adjacent[hex]:
        raise BadQuery("from: name a hex next to it")
    flight = retreat.Flight(origin, AWAY, rule="10.5-b")
    paths = retreat.ways(s, units, flight)
    first = retreat.steps(s, units, hex, (hex,), flight)
    barred = {
        s.board.grid.numbers[near]: _said(refusal)
        for near in s.board.grid.adjacent[hex]
        if near not in first and (refusal := retreat.refuse_way(s, units, flight, [near])) is not None
    }
    return {"hex": query["hex"], "from": query["from"], "paths": list(map(s.board.numbers, paths)), "barred": barred}


# -- the Terrain Effects Chart -----------------------------------------------------------------------------------------


def look_at_ground(s: State, seat: Seat | None, query: Plain) -> Plain:
    """chart.TEC-a: what the chart says of a hex, and of the sides around it."""
    board, hex = s.board, _hex(s, query["hex"])
    ground = board.at(hex)
    return {
        "hex": query["hex"],
        "terrain": ground.id,
        "name": {"en": ground.name, "it": ground.name_it},
        "level": board.levels[hex],
        "move": {kind: getattr(ground.move, kind) for kind in CLASSES},
        "checks": list(ground.check.who),
        "fire": ground.fire.shift,
        "assault": {"infantry": ground.assault.infantry, "cavalry": ground.assault.cavalry},
        "zone": ground.flags.zor,
        "blocks_sight": ground.flags.blocks_los,
        "all_round": ground.flags.all_round_front,
        "sides": [_side(s, hex, near) for near in board.grid.adjacent[hex] if _side(s, hex, near)["kinds"]],
        "rule": "chart.TEC-a",
    }


def _side(s: State, hex: int, near: int) -> Plain:
    kinds = [feature.kind for feature in s.board.between(hex, near)]
    road = s.board.links.get((hex, near))
    return {"to": s.board.grid.numbers[near], "kinds": kinds + ([f"{road}_road"] if road else [])}


LOOKS: dict[str, tuple[set[str], Callable[[State, Seat | None, Plain], Plain]]] = {
    "sight": ({"from", "to"}, look_along),
    "field": ({"from"}, look_around),
    "zones": (set(), look_at_zones),
    "command": ({"formation"}, look_for_command),
    "supply": ({"formation"}, look_for_supply),
    "line": ({"formation"}, look_along_the_line),
    "fatigue": ({"formation"}, look_who_tires),
    "objectives": (set(), look_at_objectives),
    "reach": ({"units"}, look_how_far),
    "retreat": ({"hex", "from"}, look_back),
    "terrain": ({"hex"}, look_at_ground),
}
