"""Chapter 19: losses of a Formation, and its collapse."""

from __future__ import annotations

from quadrilatero.games.custoza.state import State

GONE = ("routed", "eliminated")


def losses(s: State, formation: str) -> int:
    """19.1-b, 19.2-a. SP lost by a Formation; routed and eliminated units count with all their SP."""
    return sum(unit.max if unit.box in GONE else unit.lost for unit in s.of_formation(formation))


def collapsed(s: State, formation: str) -> bool:
    """19.1-a, 19.4-a. A Formation is collapsed while its losses reach its level; the base game knows no collapse."""
    return s.mode == "advanced" and losses(s, formation) >= s.formations[formation].collapse
