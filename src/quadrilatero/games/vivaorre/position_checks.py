"""What the rules forbid in a position, each fault with its field and its rule."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.rules.formations import allowed_formations
from quadrilatero.games.vivaorre.said import ARTILLERY, BATTERY, LIMBERED, MASS, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.kernel import BadPosition
from quadrilatero.table import TOUCH, overlap

ROUNDING = 3
"""How much deeper in a neighbour's edge than TOUCH a unit may come to stand when it loses a file: corners are rounded.
"""


def check_position(s: State) -> None:
    """Raise BadPosition for the first thing that no battle can come to."""
    for number, unit in enumerate(s.units.values()):
        where = f"position: units[{number}]"
        _check_unit(s, unit, where)
        check_place(s, unit, where)
    for number, general in enumerate(s.generals.values()):
        where = f"position: generals[{number}]"
        if general.with_unit is not None and general.with_unit not in s.units:
            raise BadPosition(f"{where}.with: there is no unit {general.with_unit!r}", "11-e")
        if general.with_unit is not None and s.units[general.with_unit].side != general.side:
            raise BadPosition(f"{where}.with: {general.with_unit!r} is an enemy", "11-e")
    for number, charge in enumerate(s.charges):
        where = f"position: charges[{number}]"
        for id in (charge.unit, charge.target):
            if id not in s.units:
                raise BadPosition(f"{where}: there is no unit {id!r}", "7-a")
        if s.units[charge.unit].side == s.units[charge.target].side:
            raise BadPosition(f"{where}: {charge.unit!r} and {charge.target!r} are on one side", "7-a")
    for id, brigade in s.brigades.items():
        for unit in s.units.values():
            if unit.brigade == id and unit.side != brigade.side:
                raise BadPosition(f"position: brigades.{id}: {unit.id!r} is of the other side", "5-b")


def _check_unit(s: State, unit: Unit, where: str) -> None:
    """2-e, 2-k, 12-k. A formation of its own, nobody routed at a boundary, on the table."""
    if unit.state == "routed" and not any(unit.id in (task.rout, task.test) for task in s.pending):
        raise BadPosition(f"{where}.state: a rout is played out at once; name it in `pending`", "12-k")
    guns = unit.arm == ARTILLERY
    if guns != (unit.formation in (BATTERY, LIMBERED)):
        raise BadPosition(f"{where}.formation: {unit.formation} is not for {unit.arm}", "2-k")
    allowed = allowed_formations("infantry" if unit.is_foot else unit.arm, unit.training, unit.notes, unit.impi)
    if unit.formation != MASS and unit.formation not in allowed:
        rule = {SKIRMISH: "2-h", SQUARE: "2-i"}.get(unit.formation, "2-e")
        raise BadPosition(f"{where}.formation: {unit.formation} is not open to this unit", rule)
    if not unit.mounted and unit.arm == "cavalry" and "dismount" not in unit.notes:
        raise BadPosition(f"{where}.mounted: this unit cannot dismount", "2-l")
    if unit.mounted and unit.arm != "cavalry":
        raise BadPosition(f"{where}.mounted: only cavalry rides", "2-l")
    if unit.brigade is not None and unit.brigade not in s.brigades:
        raise BadPosition(f"{where}.brigade: there is no brigade {unit.brigade!r}", "5-b")


def check_place(s: State, unit: Unit, where: str) -> None:
    """8-q, 8-u, 8-ab, 12-n. On the table, in no ground that is closed to it, on top of nobody."""
    if unit.at is None:
        return
    wide, high = s.ground.size
    if not (0 <= unit.at[0] <= wide and 0 <= unit.at[1] <= high):
        raise BadPosition(f"{where}.at: off the table", "12-n")
    if closed := ground.closed_at(s, unit, unit.pose):
        raise BadPosition(f"{where}.at: in ground that is closed to it, {closed[1].id!r}", closed[0])
    for other in s.on_table():
        if other.id == unit.id:
            return  # those after it are checked against it
        if overlap(unit.pose, other.pose) > TOUCH + ROUNDING:
            raise BadPosition(f"{where}.at: {unit.id!r} stands on {other.id!r}", "8-q")
