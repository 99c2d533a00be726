"""22.3: fortresses and Peschiera."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.board import PESCHIERA
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Script

GATES: Final = ("1606", "1704", "1805")
"""22.3.5-c: the hexes from which Peschiera is attacked."""
OSTERIA: Final = "4604"
"""24.1.2: Osteria al Bosco, the only fortress that is no outwork of Peschiera."""


def garrison(s: State, hex: int) -> Unit | None:
    """22.3.1-a, 22.3.1-b. The fortress that stands in a hex."""
    if hex not in s.board.fortresses:
        return None
    return next((unit for unit in s.stack(hex) if unit.type == "fortress"), None)


def attackable_from(s: State, hex: int, start: int) -> bool:
    """22.3.5-c. Peschiera is attacked from three hexes only, others from any unless the position says more."""
    fortress = garrison(s, hex)
    if fortress is None:
        return True
    if fortress.attack_from is not None:
        return start in fortress.attack_from
    return s.board.grid.numbers[hex] != PESCHIERA or s.board.grid.numbers[start] in GATES


def has_room(s: State, units: Sequence[Unit], hex: int) -> bool:
    """22.3.4-a. Beside a fortress there is room for one unit."""
    if hex not in s.board.fortresses:
        return True
    coming = {unit.id for unit in units}
    inside = [unit for unit in s.stack(hex) if unit.type != "fortress" and unit.id not in coming]
    return len(units) + len(inside) <= 1


def without_room(s: State, units: Sequence[Unit]) -> int:
    """22.3.4-a: the fortresses of these units' side, as a mask, that have no room for them; their own may be one."""
    walls = s.board.fortresses.mask & s.held[units[0].side].mask
    if not walls or len(units) > 1:
        return walls
    found: int | None = s.searches.get(("garrisons", units[0].side))
    if found is None:
        found = HexSet.of([hex for hex in HexSet(walls) if len(s.stack(hex)) > 1]).mask
        s.searches["garrisons", units[0].side] = found
    return found


def lose(s: State, unit: Unit) -> Script:
    """22.3.3-b. A fortress that routs or has lost its garrison surrenders and is destroyed."""
    from quadrilatero.games.custoza.position import lay_board

    tell_of_one(s, "fortress_fell", "22.3.3-b", unit, hex=s.board.grid.numbers[unit.hex])
    s.remove(unit, "eliminated")
    lay_board(s, s.units)
    s.forget_searches()
    yield from ()


def occupied(s: State, side: str, hex: int) -> Script:
    """22.3.5-b. When an enemy stands in Peschiera the fortresses around it cease to exist, Osteria al Bosco not."""
    if s.board.grid.numbers[hex] != PESCHIERA:
        return
    for unit in list(s.units.values()):
        if unit.type == "fortress" and unit.hex >= 0 and unit.side != side and is_outwork(s, unit):
            yield from lose(s, unit)


def is_outwork(s: State, unit: Unit) -> bool:
    """22.3.5-b: whether a fortress falls with Peschiera."""
    return s.board.grid.numbers[unit.hex] != OSTERIA


def recover(s: State) -> None:
    """22.3.3-c. A fortress recovers a status level at the end of a game turn."""
    for unit in list(s.units.values()):
        if unit.type == "fortress" and unit.hex >= 0 and unit.status > 0:
            tell_of_one(s, "recovered", "22.3.3-c", s.change(unit, status=unit.status - 1), of="status", levels=1)
