"""What the rules forbid in a position; each check names the field at fault and the rule."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, INFANTRY
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.games.custoza.words import VOICE

fault = VOICE.fault

ADVANCED_PHASES: Final = ("command", "march", "fatigue")
MARKERS: Final = {"corps": 6, "division": 4, "brigade": 2}


def check_position(s: State) -> None:
    """All that a position must satisfy."""
    for number, unit in enumerate(s.units.values()):
        where = f"units[{number}]"
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
            raise fault(f"{where}.box", "only_scouts_in_pool", "16.9-b")
        if unit.is_piece and unit.box in ("routed", "eliminated"):
            raise fault(f"{where}.box", "pieces_never_lost", "2.4.2.3-d")
        return
    number = s.board.grid.numbers[unit.hex]
    if unit.hex not in s.board.in_area:
        raise fault(f"{where}.hex", "outside_area", hex=number)
    if unit.hex not in s.board.open:
        rule = "22.2-a" if s.board.terrain[unit.hex] == "mincio" else "7.4-a"
        raise fault(f"{where}.hex", "nobody_stands", rule, hex=number)
    if unit.kind == ARTILLERY and s.board.terrain[unit.hex] == "tione":
        if unit.hex not in s.board.bridges | s.board.fords:
            raise fault(f"{where}.hex", "guns_in_tione", "22.1-a")
        if not unit.march:
            raise fault(f"{where}.march", "guns_on_crossing", "22.1-a")


def check_condition(unit: Unit, where: str) -> None:
    """7.7-a, 9-a, 8.7-a: markers lie only on units that can have them; who has no strength left is lost."""
    if not unit.is_piece and unit.sp == 0 and unit.box != "eliminated":
        raise fault(f"{where}.sp", "no_strength", "8.7-a")
    if unit.square and unit.kind == CAVALRY:
        raise fault(f"{where}.square", "cavalry_square", "7.7-a")
    if unit.square and unit.march and unit.kind == INFANTRY:
        raise fault(f"{where}.square", "marching_square", "7.7-a")
    if unit.exhausted and unit.kind != CAVALRY:
        raise fault(f"{where}.exhausted", "only_cavalry_exhausted", "9.6-a")
    if unit.reserve and unit.formation is not None:
        raise fault(f"{where}.formation", "reserve_in_formation", "4.4-a")


def check_company(s: State, unit: Unit, where: str) -> None:
    """2.9-b, 7.2-c, 7.6-a: units share a hex with friends only, five points at most, all facing the same side.

    A scout into whose hex the enemy has come stays there while Formations deploy, since one of the scouts will leave
    with each of them (16.8-d).
    """
    if unit.hex < 0:
        return
    number = s.board.grid.numbers[unit.hex]
    leaves_soon = unit.type == "scout" and any(task.what in ("deploy", "scout_leaves") for task in s.tasks)
    for other in s.stack(unit.hex):
        if other.side != unit.side and not leaves_soon:
            raise fault(f"{where}.hex", "held_by_enemy", "7.2-c", hex=number, unit=repr(other.id))
    if unit.is_piece:
        return
    stack = s.stack(unit.hex)
    points = sum(other.sv for other in stack)
    if points > STACKING_LIMIT:
        raise fault(f"{where}.hex", "overstacked", "2.9-b", hex=number, points=points, most=STACKING_LIMIT)
    if any(other.type == "fortress" for other in stack) and len(stack) > 2:
        raise fault(f"{where}.hex", "fortress_joined", "22.3.4-a", hex=number)
    facings = {other.facing for other in stack if other.type != "fortress"}
    if len(facings) > 1 and (s.facing is None or unit.id not in s.facing.units):
        raise fault(f"{where}.facing", "one_facing", "7.6-a", hex=number)
    if unit.square and not any(other.kind == INFANTRY and other.square for other in stack):
        raise fault(f"{where}.square", "guns_alone_in_square", "11.5.4-b")


def check_formations(s: State) -> None:
    """2.5-a: a Formation and its units are of one side, and it has one commander at the most."""
    commanders: dict[str, str] = {}
    for number, unit in enumerate(s.units.values()):
        if unit.formation is None:
            continue
        where = f"units[{number}].formation"
        formation = s.formations[unit.formation]
        if formation.side != unit.side:
            raise fault(where, "others_formation", "2.5-a", formation=repr(unit.formation))
        if unit.type == "commander" and commanders.setdefault(unit.formation, unit.id) != unit.id:
            other = commanders[unit.formation]
            raise fault(where, "second_commander", "2.5-a", formation=repr(unit.formation), unit=repr(other))


def check_time(s: State) -> None:
    """14: the last game turn is not past, and phases of the Advanced Game belong to it."""
    if (s.last.day, s.last.gt) < (s.day, s.gt) and s.result is None:
        raise fault("last", "last_turn_past", "3.5-b")
    if s.mode == "base" and s.phase in ADVANCED_PHASES:
        raise fault("phase", "advanced_phase", "14.3-a", phase=repr(s.phase))
    if s.area is not None and not s.area[0] <= s.area[1]:
        raise fault("area", "columns_in_order")


def check_active(s: State) -> None:
    """6.1-b, 6.2-d: an activated Formation with markers next to their targets, of one kind in a hex."""
    active = s.active
    if active is None:
        return
    if active.formation not in s.formations:
        raise fault("active.formation", "no_formation", "5.1-a", formation=repr(active.formation))
    if s.phase != "action":
        raise fault("active", "active_in_action", "5.1-a")
    kinds: dict[int, str] = {}
    for number, marker in enumerate(active.markers):
        where = f"active.markers[{number}]"
        if marker.target not in s.board.grid.adjacent[marker.hex]:
            raise fault(f"{where}.target", "marker_points", "6.1-b")
        if kinds.setdefault(marker.hex, marker.type) != marker.type:
            raise fault(f"{where}.type", "marker_kinds", "6.2-d")
    most = MARKERS[s.formations[active.formation].rank]
    placed = len({(marker.hex, marker.target) for marker in active.markers})
    if placed > most and s.options["brigades"] == "two":
        raise fault("active.markers", "markers_placed", "6.2-a", placed=placed, most=most)


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
            raise fault(where, "no_unit", unit=repr(id))
