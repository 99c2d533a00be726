"""Chapter 2: control, Zones of Reaction, front and rear, Forces and stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from quadrilatero.games.custoza.board import CLASSES, ENEMY, INFANTRY
from quadrilatero.games.custoza.deeds import Force
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES, HexSet

STACKING_LIMIT: Final = 5
ROUT: Final = 4
"""13.5-a: levels lost in all at which a unit routs."""

# -- 2.2 control -------------------------------------------------------------------------------------------------------


def take_control(s: State, side: str, hexes: Iterable[int]) -> list[int]:
    """2.2-a. Combat units control what they enter, also what they only walk through. Returns what changed hands."""
    taken = [hex for hex in hexes if hex not in s.control[side]]
    if taken:
        new, enemy = HexSet.of(taken), ENEMY[side]
        s.control = {side: s.control[side] | new, enemy: s.control[enemy] - new}
    return taken


def controls(s: State, side: str, hex: int) -> bool:
    """2.2-a. A hex is controlled by whoever stands in it, or else by whoever was the last to enter it."""
    if hex in s.held[side]:
        return True
    return hex in s.control[side] and hex not in s.held[ENEMY[side]]


# -- 2.4 values --------------------------------------------------------------------------------------------------------


def ccv(s: State, unit: Unit) -> int:
    """2.4.1.3-d, 13.1-a, 13.2-d. The current cohesion value: what is printed, changed by the status."""
    return unit.cv + s.board.charts.status_cv[unit.status]


def allowance(units: Sequence[Unit]) -> int:
    """2.4.1.4-a, 2.4.1-d, 7.2-a. A Force moves with the lowest allowance among its units."""
    return units[0].ma if len(units) == 1 else min([unit.ma for unit in units])


# -- 2.6 Zones of Reaction ---------------------------------------------------------------------------------------------


def has_zone(unit: Unit) -> bool:
    """2.6-c. Units in March Movement, limbered guns among them, have no Zone of Reaction."""
    return not unit.is_piece and not unit.march


def zone_of(s: State, unit: Unit) -> HexSet:
    """2.6-a, 2.6-b. The hexes around a unit that it could enter, closed terrain left out; whatever its facing."""
    return s.board.zone(unit.kind, unit.hex) if unit.hex >= 0 and has_zone(unit) else NO_HEXES


def zone(s: State, side: str) -> HexSet:
    """2.6-a: all hexes in the Zones of Reaction of a side; worked out once after each change of its units."""
    found = s.zones.get(side)
    if found is None:
        mask = 0
        for hex in s.held[side]:
            mask |= _zone_at(s, side, hex)
        found = HexSet(mask)
        s.zones = {**s.zones, side: found}
    return found


def _zone_at(s: State, side: str, hex: int) -> int:
    """2.6-a: what the units of a side in one hex add to its zones."""
    mask = s.zones_at.get((side, hex))
    if mask is None:
        mask = 0
        for unit in s.stack(hex, side):
            mask |= zone_of(s, unit).mask
        s.zones_at[side, hex] = mask
    return mask


def in_enemy_zone(s: State, side: str, hex: int) -> bool:
    """2.6-a: whether a hex lies in the Zone of Reaction of an enemy of that side."""
    return hex in zone(s, ENEMY[side])


def projecting(s: State, side: str, hex: int) -> list[Force]:
    """2.6-a, 2.8-a: the Forces of a side whose Zone of Reaction has a hex, in board order."""
    near = s.board.grid.around[hex] & s.held[side]
    return [
        force for place in near for force in forces(s, place) if any(hex in zone_of(s, s.units[id]) for id in force.ids)
    ]


# -- 2.7 front and rear ------------------------------------------------------------------------------------------------


def all_round(s: State, units: Sequence[Unit]) -> bool:
    """2.7-c, 7.6-e. Units in a village, a fortress or a Square have front all around."""
    return units[0].hex in s.board.walls or any(unit.square for unit in units)


def comes_from_behind(s: State, units: Sequence[Unit], start: int, facing: int | None = None) -> bool:
    """2.7-b. Whether what comes straight from a hex strikes these units through a rear side.

    A line through the corner of a front side and a rear side counts for the front. `facing` stands for theirs where
    the rules turn them, as in a retreat.
    """
    if all_round(s, units):
        return False
    hex, facings = units[0].hex, s.board.facings
    turned = units[0].facing if facing is None else facing
    far = s.board.grid.distance(hex, start)
    return start in facings.arc(hex, (turned + 3) % 6, far) and start not in facings.arc(hex, turned, far)


# -- 2.8 Forces --------------------------------------------------------------------------------------------------------


def forces(s: State, hex: int) -> list[Force]:
    """2.8-a, 2.8-b, 2.8-c. The Forces in a hex, one for each class there: infantry, cavalry, artillery.

    Only while guns are being ridden down (10.6.1-b) a hex holds Forces of both sides.
    """
    known: list[Force] | None = s.searches.get(("forces", hex))
    if known is None:
        known = s.searches["forces", hex] = []
        stack = s.stack(hex)
        for side in dict.fromkeys([unit.side for unit in stack]):
            for kind in CLASSES:
                ids = tuple([unit.id for unit in stack if unit.kind == kind and unit.side == side])
                if ids:
                    known.append(Force(side, kind, hex, ids))
    return known


def force_of(s: State, units: Sequence[Unit]) -> Force:
    """2.8-a: these units of one class and hex as a Force."""
    first = units[0]
    return Force(first.side, first.kind, first.hex, tuple(unit.id for unit in units))


def same_force(units: Sequence[Unit]) -> bool:
    """2.8-b. One Force is of one side, one class and one hex."""
    return len({(unit.side, unit.kind, unit.hex) for unit in units}) == 1


# -- 2.9 stacking ------------------------------------------------------------------------------------------------------


def stacking_points(s: State, hex: int, side: str, without: Sequence[str] = ()) -> int:
    """2.9-a. The stacking points of a side in a hex, but for some units."""
    points = 0
    if hex in s.at:
        for unit in s.stack(hex, side):
            if unit.id not in without:
                points += unit.sv
    return points


def size_of(units: Sequence[Unit]) -> int:
    """2.9-a. The stacking points of these units."""
    return units[0].sv if len(units) == 1 else sum([unit.sv for unit in units])


def overstacks(s: State, units: Sequence[Unit], hex: int) -> bool:
    """2.9-b, 2.9-c. Whether a hex would hold more than five points with these units, which may be there already."""
    if hex not in s.at:
        return size_of(units) > STACKING_LIMIT
    there = stacking_points(s, hex, units[0].side, [unit.id for unit in units])
    return there + size_of(units) > STACKING_LIMIT


# -- the lead unit -----------------------------------------------------------------------------------------------------


def leads(units: Sequence[Unit]) -> list[Unit]:
    """10.4.4-b. The units with the highest stacking value; artillery only where there is nothing else.

    A fortress leads its hex whatever its value, because losses and checks are its own (22.3.4).
    """
    fighting = [unit for unit in units if unit.kind != "artillery"] or list(units)
    walls = [unit for unit in fighting if unit.type == "fortress"]
    if walls:
        return walls
    most = max(unit.sv for unit in fighting)
    return [unit for unit in fighting if unit.sv == most]


def is_infantry(unit: Unit) -> bool:
    """2.4.1-a. Line and light infantry, and the garrison of a fortress."""
    return unit.kind == INFANTRY
