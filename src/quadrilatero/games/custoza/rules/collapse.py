"""Chapter 19: losses of a Formation, and its collapse."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit

GONE: Final = ("routed", "eliminated")


def losses(s: State, formation: str) -> int:
    """19.1-b, 19.2-a. SP lost by a Formation; routed and eliminated units count with all their SP."""
    return sum(_lost(unit) for unit in s.of_formation(formation))


def _lost(unit: Unit) -> int:
    return unit.max if unit.box in GONE else unit.lost


def all_losses(s: State) -> dict[str | None, int]:
    """19.1-b: the losses of every Formation; counted again when somebody has lost SP or left the map."""
    known: dict[str | None, int] | None = s.tallies.get("losses")
    if known is None:
        known = s.tallies["losses"] = {}
        for unit in s.units.values():
            known[unit.formation] = known.get(unit.formation, 0) + _lost(unit)
    return known


def collapsed(s: State, formation: str) -> bool:
    """19.1-a, 19.4-a. A Formation is collapsed while its losses reach its level."""
    return is_too_many(s, formation, losses(s, formation))


def is_too_many(s: State, formation: str, lost: int) -> bool:
    """19.1-a: whether so many losses make a Formation collapse; the base game knows no collapse."""
    return s.mode == "advanced" and lost >= s.formations[formation].collapse
