"""The actions that are listed for the active Formation: for every unit and every Force, one way to each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from quadrilatero.games.custoza.answers import Act
from quadrilatero.games.custoza.board import ARTILLERY, INFANTRY
from quadrilatero.games.custoza.rules import actions, assault, charge, fire, marching, movement, withdrawal
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone
from quadrilatero.games.custoza.rules.retreat import groups
from quadrilatero.games.custoza.state import Marker, State, Unit
from quadrilatero.hexes.flood import path as way_to
from quadrilatero.kernel import Plain


def acts(s: State) -> list[Plain]:
    """3.2.2b-b: everything that is listed; what the rules refuse is left out."""
    able = actions.acting_units(s)
    found: list[Plain] = []
    for hex in dict.fromkeys(unit.hex for unit in able):
        for units in groups([unit for unit in able if unit.hex == hex]):
            found += of_units(s, units)
    rider = actions.commander(s)
    if rider is not None:
        ways = marching.commander_paths(s, rider)
        found += [{"do": "move", "units": [rider.id], "path": s.board.numbers(path)} for path in ways]
    if not found or actions.refuse_done(s) is None:
        found.append({"do": "done"})
    return found


def of_units(s: State, units: Sequence[Unit]) -> Iterator[Plain]:
    """3.2.2b-b: what these units may do together, or one alone."""
    ids = [unit.id for unit in units]
    for plain in moves(s, units, ids):
        if actions.refuse_conduct(s, units, _typed(plain)) is None:
            yield plain
    for plain in (*on_the_spot(units, ids), *attacks(s, units, ids), *shots(s, units, ids), *squares(units, ids)):
        if actions.refuse_act(s, _typed(plain)) is None:
            yield plain
    if s.acting().conduct in actions.WITHDRAWING and in_enemy_zone(s, units[0].side, units[0].hex):
        for path in withdrawal.ways(s, units):
            yield {"do": "fall_back", "units": ids, "path": s.board.numbers(path)}


def _typed(plain: Plain) -> Act:
    answer: Act = msgspec.convert(plain, Act)
    return answer


def on_the_spot(units: Sequence[Unit], ids: list[str]) -> Iterator[Plain]:
    """7.6-b, 7.8-b, 7.9-b: turning, limbering, unlimbering and leaving March Movement without a step."""
    yield {"do": "move", "units": ids, "path": []}
    if units[0].kind == ARTILLERY:
        yield {"do": "move", "units": ids, "path": [], **({"unlimber": True} if units[0].march else {"march": True})}
    elif units[0].march:
        yield {"do": "move", "units": ids, "path": [], "march": False}


def moves(s: State, units: Sequence[Unit], ids: list[str]) -> Iterator[Plain]:
    """7.2-d, 7.8-c, 7.9-b: a way to every hex, over the ground, in March Movement, and with guns unlimbered."""
    guns = units[0].kind == ARTILLERY
    for march in (True,) if guns else (False, True):
        if march and len(units) > 1:
            continue
        wish = {} if guns or march == units[0].march else {"march": march}
        for unlimber in (False, True) if guns else (False,):
            points = movement.points_for(units, march, unlimber=unlimber)
            if points <= 0:
                continue
            more = {"unlimber": True} if unlimber else {}
            for path in movement.paths(s, units, points, march):
                if unlimber and s.board.terrain[path[-1]] == "tione":
                    continue
                yield {"do": "move", "units": ids, "path": s.board.numbers(path), **wish, **more}


def attacks(s: State, units: Sequence[Unit], ids: list[str]) -> Iterator[Plain]:
    """6.4-a: the Assaults and Charges by which these units can serve a marker."""
    if units[0].kind == ARTILLERY:
        return
    left = movement.open_markers(s)
    for march in {units[0].march, False} if len(units) > 1 else {units[0].march, False, True}:
        wish = {} if march == units[0].march else {"march": march}
        reached = movement.reach(s, units, movement.budget(units), march, markers=movement.marker_hexes(s))
        for marker in left:
            path = _way(s, units, marker, march, reached.before)
            if path is not None:
                target = {"target": s.board.grid.numbers[marker.target]} if _is_one_of_two(left, marker) else {}
                yield {"do": marker.type, "units": ids, "path": s.board.numbers(path), **target, **wish}


def _way(
    s: State, units: Sequence[Unit], marker: Marker, march: bool, before: dict[int, int]
) -> tuple[int, ...] | None:
    if marker.type == "charge":
        if not charge.may_charge(units):
            return None
        return charge.ways(s, units, movement.budget(units), march).get(marker.hex)
    if not assault.may_assault(units):
        return None
    if units[0].hex == marker.hex:
        return ()
    return tuple(way_to(before, marker.hex)) if marker.hex in before else None


def _is_one_of_two(markers: Sequence[Marker], marker: Marker) -> bool:
    return sum(other.hex == marker.hex for other in markers) > 1


def shots(s: State, units: Sequence[Unit], ids: list[str]) -> Iterator[Plain]:
    """8.1-e, 8.3-c: every shot from where these units stand, and of light infantry from each marker it can come to."""
    if ids != [unit.id for unit in fire.firing(s, units[0].hex, units[0].kind)]:
        return
    yield from fire.listed(s, units)
    if units[0].kind != INFANTRY:
        return
    markers = movement.marker_hexes(s)
    reached = movement.reach(s, units, movement.budget(units), units[0].march, markers=markers)
    for hex in markers:
        if hex in reached.before:
            path = s.board.numbers(way_to(reached.before, hex))
            for target, kind in fire.targets(s, units, hex):
                yield {"do": "fire", "units": ids, "hex": s.board.grid.numbers[target], "at": kind, "path": path}


def squares(units: Sequence[Unit], ids: list[str]) -> Iterator[Plain]:
    """7.7-a, 11.5.4.1-b: infantry forms or leaves a Square."""
    if units[0].kind == INFANTRY:
        yield {"do": "leave_square" if units[0].square else "square", "units": ids}
