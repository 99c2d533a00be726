"""6.3, 6.4: the markers that a Force may attack by, once they are laid."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import actions
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Refusal


def open_markers(s: State) -> list[Marker]:
    """6.3-b. Markers that a Force may still attack by: another may have served them, but the enemy is still there."""
    return s.remembered(_open_markers)


def _open_markers(s: State) -> list[Marker]:
    if s.active is None:
        return []
    enemies = s.held[ENEMY[actions.active_side(s)]]
    return [marker for marker in s.active.markers if marker.target in enemies]


def marker_ahead(
    s: State, kind: str, units: Sequence[Unit], path: Sequence[int], target: str | None, rule: str
) -> Marker | Refusal:
    """6.4-a. The marker of that kind in the hex where the way ends; where there are two the target says which."""
    hex = path[-1] if path else units[0].hex
    here = [
        marker
        for marker in open_markers(s)
        if marker.type == kind and marker.hex == hex and (target is None or marker.target == s.board.hex(target))
    ]
    if len(here) == 1:
        return here[0]
    name = s.board.grid.numbers[hex] if hex >= 0 else "?"
    return no(rule, "choose_target" if here else "no_such_marker", hex=name)


def marker_hexes(s: State) -> HexSet:
    """7.5-b: the hexes with markers that a Force may attack by."""
    return s.remembered(_marker_hexes)


def _marker_hexes(s: State) -> HexSet:
    return HexSet.of([marker.hex for marker in open_markers(s)])
