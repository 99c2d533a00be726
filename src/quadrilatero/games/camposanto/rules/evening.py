"""Chapter 11: what changes in the Evening Turn."""

from __future__ import annotations

from quadrilatero.games.camposanto.state import State, Unit

FULL_RANGE = 4


def movement_change(s: State) -> int:
    """11-a, aid.evening-a. Every unit has one movement point less in the Evening; retreats keep their length."""
    return -1 if s.turn == "evening" else 0


def artillery_range(s: State) -> int:
    """11-b. In the Evening guns reach adjacent hexes only."""
    return 1 if s.turn == "evening" else FULL_RANGE


def is_isolated(s: State, unit: Unit) -> bool:
    """11-c. In the Evening a unit is isolated without a friendly combat unit in a neighbouring hex."""
    return s.turn == "evening" and not s.board.grid.around[unit.hex].meets(s.held[unit.side])


def isolated_units(s: State, units: list[Unit]) -> frozenset[str]:
    """11-e. Isolation is judged anew as each Assault begins."""
    return frozenset(unit.id for unit in units if is_isolated(s, unit))


def hits_of_defeat(unit: Unit, isolated: frozenset[str]) -> int:
    """11-d. A defeated unit takes two HITs instead of one if it was isolated; of either side."""
    return 2 if unit.id in isolated else 1
