"""What the rules forbid in a position; each check names the field at fault and the rule."""

from __future__ import annotations

from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, INFANTRY
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT
from quadrilatero.games.custoza.state import State, Unit
from quadrilatero.kernel import BadPosition

ADVANCED_PHASES = ("command", "march", "fatigue")
MARKERS = {"corps": 6, "division": 4, "brigade": 2}


def check_position(s: State) -> None:
    """All that a position must satisfy."""
    for number, unit in enumerate(s.units.values()):
        where = f"position: units[{number}]"
        check_place(s, unit, where)
        check_condition(unit, where)
        check_company(s, unit, where)
    check_formations(s)
    check_time(s)
    check_active(s)
    check_names(s)


def check_place(s: State, unit: Unit, where: str) -> None:
    """A counter stands in a hex in play that it could have entered, or in a box that there is for it."""
    if unit.hex < 0:
        if unit.box == "pool" and unit.type != "scout":
            raise BadPosition(f"{where}.box: only scouts wait in the pool", "16.9-b")
        if unit.is_piece and unit.box in ("routed", "eliminated"):
            raise BadPosition(f"{where}.box: commanders and scouts are never lost", "2.4.2.3-d")
        return
    number = s.board.grid.numbers[unit.hex]
    if unit.hex not in s.board.in_area:
        raise BadPosition(f"{where}.hex: {number} lies outside the area in play")
    if unit.hex not in s.board.open:
        rule = "22.2-a" if s.board.terrain[unit.hex] == "mincio" else "7.4-a"
        raise BadPosition(f"{where}.hex: nobody can stand in {number}", rule)
    if unit.kind == ARTILLERY and s.board.terrain[unit.hex] == "tione":
        if unit.hex not in s.board.bridges | s.board.fords:
            raise BadPosition(f"{where}.hex: artillery stands in the Tione on a bridge or a ford only", "22.1-a")
        if not unit.march:
            raise BadPosition(f"{where}.march: artillery stays limbered on a crossing of the Tione", "22.1-a")


def check_condition(unit: Unit, where: str) -> None:
    """7.7-a, 9-a, 8.7-a: markers lie only on units that can have them; who has no strength left is lost."""
    if not unit.is_piece and unit.sp == 0 and unit.box != "eliminated":
        raise BadPosition(f"{where}.sp: without any a unit is eliminated", "8.7-a")
    if unit.square and unit.kind == CAVALRY:
        raise BadPosition(f"{where}.square: cavalry forms no Square", "7.7-a")
    if unit.square and unit.march and unit.kind == INFANTRY:
        raise BadPosition(f"{where}.square: a unit in March Movement is in no Square", "7.7-a")
    if unit.exhausted and unit.kind != CAVALRY:
        raise BadPosition(f"{where}.exhausted: only cavalry is ever Exhausted", "9.6-a")
    if unit.reserve and unit.formation is not None:
        raise BadPosition(f"{where}.formation: a unit of the Reserve belongs to no Formation", "4.4-a")


def check_company(s: State, unit: Unit, where: str) -> None:
    """2.9-b, 7.2-c, 7.6-a: units share a hex with friends only, five points at most, all facing the same side."""
    if unit.hex < 0:
        return
    number = s.board.grid.numbers[unit.hex]
    for other in s.stack(unit.hex):
        if other.side != unit.side:
            raise BadPosition(f"{where}.hex: {number} is held by {other.id!r} of the other side", "7.2-c")
    if unit.is_piece:
        return
    stack = s.stack(unit.hex)
    points = sum(other.sv for other in stack)
    if points > STACKING_LIMIT:
        fault = f"{where}.hex: {points} stacking points in {number}, at most {STACKING_LIMIT} are allowed"
        raise BadPosition(fault, "2.9-b")
    if any(other.type == "fortress" for other in stack) and len(stack) > 2:
        raise BadPosition(f"{where}.hex: one unit at most joins the fortress in {number}", "22.3.4-a")
    facings = {other.facing for other in stack if other.type != "fortress"}
    if len(facings) > 1 and (s.facing is None or unit.id not in s.facing.units):
        raise BadPosition(f"{where}.facing: all units of {number} face the same side", "7.6-a")
    if unit.square and not any(other.kind == INFANTRY and other.square for other in stack):
        raise BadPosition(f"{where}.square: artillery is in Square with infantry only", "11.5.4-b")


def check_formations(s: State) -> None:
    """2.5-a: a Formation and its units are of one side, and it has one commander at the most."""
    commanders: dict[str, str] = {}
    for number, unit in enumerate(s.units.values()):
        if unit.formation is None:
            continue
        where = f"position: units[{number}].formation"
        formation = s.formations[unit.formation]
        if formation.side != unit.side:
            raise BadPosition(f"{where}: {unit.formation!r} is a Formation of {formation.side}", "2.5-a")
        if unit.type == "commander" and commanders.setdefault(unit.formation, unit.id) != unit.id:
            other = commanders[unit.formation]
            raise BadPosition(f"{where}: {unit.formation!r} already has the commander {other!r}", "2.5-a")


def check_time(s: State) -> None:
    """14: the last game turn is not past, and phases of the Advanced Game belong to it."""
    if (s.last.day, s.last.gt) < (s.day, s.gt) and s.result is None:
        raise BadPosition("position: last: the last game turn is past", "3.5-b")
    if s.mode == "base" and s.phase in ADVANCED_PHASES:
        raise BadPosition(f"position: phase: the base game has no phase {s.phase!r}", "14.3-a")
    if s.area is not None and not s.area[0] <= s.area[1]:
        raise BadPosition("position: area: name the first column and then the last")


def check_active(s: State) -> None:
    """6.1-b, 6.2-d: an activated Formation with markers next to their targets, of one kind in a hex."""
    active = s.active
    if active is None:
        return
    if active.formation not in s.formations:
        raise BadPosition(f"position: active.formation: there is no Formation {active.formation!r}", "5.1-a")
    if s.phase != "action":
        raise BadPosition("position: active: Formations are active in the phase 'action' only", "5.1-a")
    kinds: dict[int, str] = {}
    for number, marker in enumerate(active.markers):
        where = f"position: active.markers[{number}]"
        if marker.target not in s.board.grid.adjacent[marker.hex]:
            raise BadPosition(f"{where}.target: a marker points at a neighbour of its hex", "6.1-b")
        if kinds.setdefault(marker.hex, marker.type) != marker.type:
            raise BadPosition(f"{where}.type: Assault and Charge markers do not share a hex", "6.2-d")
    most = MARKERS[s.formations[active.formation].rank]
    placed = len({(marker.hex, marker.target) for marker in active.markers})
    if placed > most and s.options["brigades"] == "two":
        raise BadPosition(f"position: active.markers: {placed} markers, at most {most} are allowed", "6.2-a")


def check_names(s: State) -> None:
    """Whoever has acted, is to turn or is due is a unit of the position."""
    named = {} if s.active is None else {f"active.acted.{id}": id for id in s.active.acted}
    if s.active is not None and s.active.reserve is not None:
        named["active.reserve"] = s.active.reserve
    named |= {f"acted.{id}": id for id in s.acted}
    named |= {f"facing.units[{number}]": id for number, id in enumerate(s.facing.units if s.facing else ())}
    for number, group in enumerate(s.reinforcements):
        named |= {f"reinforcements[{number}].units[{at}]": id for at, id in enumerate(group.units)}
    for where, id in named.items():
        if id not in s.units:
            raise BadPosition(f"position: {where}: there is no unit {id!r}")
