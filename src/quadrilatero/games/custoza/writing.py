"""What views write at every decision, spelled out so that it is compiled; positions write the same by description.

`tests/games/custoza/test_custoza_positions.py` holds these functions to the codec.
"""

from __future__ import annotations

import msgspec

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.records import Acted, Active, Group, Planned, Turning, Zone
from quadrilatero.games.custoza.said import STATUSES, write_entry, write_points, write_work
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Formation, Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain


def write_state(s: State) -> Plain:
    """A position but for its counters, Formations, control and roster."""
    plain: Plain = {
        "map": s.board.plain,
        "mode": s.mode,
        "year": s.year,
        "day": s.day,
        "gt": s.gt,
        "light": s.light,
        "last": {"day": s.last.day, "gt": s.last.gt},
        "area": None if s.area is None else list(s.area),
        "phase": s.phase,
        "initiative": s.initiative,
        "fixed_initiative": s.fixed_initiative,
        "next": s.next,
        "passes": s.passes,
        "active": None if s.active is None else _active(s, s.active),
        "supply": {side: s.board.numbers(s.supply[side]) for side in SIDES},
        "victory": None if s.victory is None else s.victory.copy(),
        "strategy": s.strategy.copy(),
        "reluctance": s.reluctance,
        "skip_command": s.skip_command,
        "reinforcements": [_group(s, group) for group in s.reinforcements],
        "pontoon": _number(s, s.pontoon),
        "result": None if s.result is None else msgspec.to_builtins(s.result),
    }
    if s.step:
        plain["step"] = s.step
    if s.tasks:
        plain["tasks"] = [msgspec.to_builtins(task) for task in s.tasks]
    if s.free:
        plain["free"] = [_zone(s, zone) for zone in s.free]
    if s.plan:
        plain["plan"] = {id: _planned(s, planned) for id, planned in s.plan.items()}
    if s.facing is not None:
        plain["facing"] = _turning(s.facing)
    if s.acted:
        plain["acted"] = _acted(s.acted)
    if s.in_reach:
        plain["in_reach"] = {id: list(names) for id, names in s.in_reach.items()}
    return plain


def _number(s: State, hex: int) -> str | None:
    return s.board.grid.numbers[hex] if hex >= 0 else None


def _active(s: State, active: Active) -> Plain:
    numbers = s.board.grid.numbers
    return {
        "formation": active.formation,
        "step": active.step,
        "conduct": active.conduct,
        "markers": [
            {"type": marker.type, "hex": numbers[marker.hex], "target": numbers[marker.target], "spent": marker.spent}
            for marker in active.markers
        ],
        "acted": _acted(active.acted),
        "commander_moved": active.commander_moved,
        "reserve": active.reserve,
        "entered": active.entered,
    }


def _zone(s: State, zone: Zone) -> Plain:
    hexes = s.board.numbers(zone.hexes)
    return {"side": zone.side, "units": list(zone.units), "hexes": hexes, "enters": zone.enters}


def _planned(s: State, planned: Planned) -> Plain:
    return {"hex": s.board.grid.numbers[planned.hex], "facing": FACINGS[planned.facing], "march": planned.march}


def _acted(acted: dict[str, Acted]) -> Plain:
    return {id: {"did": one.did, "mp": write_points(one.mp)} for id, one in acted.items()}


def _turning(turning: Turning) -> Plain:
    along = None if turning.along is None else FACINGS[turning.along]
    return {"units": list(turning.units), "along": along, "rule": turning.rule}


def _group(s: State, group: Group) -> Plain:
    return {
        "id": group.id,
        "side": group.side,
        "units": list(group.units),
        "day": group.day,
        "gt": group.gt,
        "entry": s.board.grid.numbers[group.entry],
        "formation": group.formation,
        "condition": group.condition,
    }


def write_unit(unit: Unit, s: State) -> Plain:
    """What positions say of a counter, kept for those to come."""
    plain: Plain = {
        "id": unit.id,
        "side": unit.side,
        "type": unit.type,
        "formation": unit.formation,
        "name": unit.name,
        "ma": unit.ma,
        "used": unit.used,
    }
    if unit.hex >= 0:
        plain["hex"] = s.board.grid.numbers[unit.hex]
    else:
        plain["box"] = unit.box
    if not unit.is_piece:
        _write_fighter(unit, plain)
    if unit.type == "fortress":
        plain["guns"] = unit.guns
        plain["attack_from"] = None if unit.attack_from is None else s.board.numbers(unit.attack_from)
    elif unit.type == "general":
        plain["value"] = unit.value
    elif unit.type == "commander":
        plain["up"] = unit.up
    if unit.building:
        plain["building"] = write_work(unit.building, s)
    if unit.ferry:
        plain["ferry"] = write_work(unit.ferry, s)
    unit.shown = plain
    return plain


def _write_fighter(unit: Unit, plain: Plain) -> None:
    plain["sp"] = unit.sp
    plain["max"] = unit.max
    plain["cv"] = unit.cv
    plain["sv"] = unit.sv
    plain["status"] = STATUSES[unit.status]
    plain["facing"] = FACINGS[unit.facing]
    plain["ammo"] = unit.ammo
    plain["march"] = unit.march
    plain["square"] = unit.square
    plain["exhausted"] = unit.exhausted
    plain["ooc"] = unit.ooc
    plain["reserve"] = unit.reserve


def write_formation(formation: Formation, s: State) -> Plain:
    """What positions say of a Formation, kept for those to come."""
    plain: Plain = {
        "id": formation.id,
        "side": formation.side,
        "name": formation.name,
        "rank": formation.rank,
        "command": formation.command,
        "state": formation.state,
        "objective": _number(s, formation.objective),
        "attempts": formation.attempts,
        "this_turn": formation.this_turn,
        "markers_placed": formation.markers_placed,
        "fought": formation.fought,
        "moved": formation.moved,
        "changed": formation.changed,
        "morale": formation.morale,
        "blooded": formation.blooded,
        "fatigue": formation.fatigue,
        "fatigued": formation.fatigued,
        "cut_off": formation.cut_off,
        "collapse": formation.collapse,
        "no_general": formation.no_general,
        "corps": formation.corps,
        "entry": write_entry(formation.entry, s),
    }
    formation.shown = plain
    return plain
