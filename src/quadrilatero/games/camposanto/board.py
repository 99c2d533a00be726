"""The field: which hexes can be entered, where each army's edge lies, and tables made from them once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quadrilatero.hexes import NO_HEXES, Facings, Grid, HexSet, distances
from quadrilatero.kernel import Plain

SPAIN, AUSTRIA = "spain", "austria"
SIDES = (SPAIN, AUSTRIA)
ENEMY = {SPAIN: AUSTRIA, AUSTRIA: SPAIN}
UNREACHABLE = 999
CACHE_LIMIT = 4096

Reach = dict[int, list[str]]
Listed = tuple[Reach, list[int], list[Plain]]
"""The moves that were last listed of a unit, and what they follow from: its reach, and hexes in it that are taken."""


class Board:
    """A map with its tables. Hexes are integers here; printed numbers stay outside."""

    def __init__(
        self,
        grid: Grid,
        *,
        plain: Any,
        farmhouses: Iterable[str] = (),
        river: Iterable[str] = (),
        bridge: str | None = None,
        pond: Iterable[str] = (),
        out_of_play: Iterable[str] = (),
        last_row_is_edge: bool = False,
    ) -> None:
        self.grid = grid
        self.facings = Facings(grid, to="vertex")
        self.plain = plain
        self.numbered = {number: hex for hex, number in enumerate(grid.numbers)}
        self.farmhouses = self._hexes(farmhouses)
        self.river = self._hexes(river)
        self.pond = self._hexes(pond)
        self.bridge = NO_HEXES if bridge is None else self._hexes([bridge])
        self.open = grid.all - (self.river | self.pond | self._hexes(out_of_play)) | self.bridge
        self.ways = tuple(tuple(hex for hex in adjacent if hex in self.open) for adjacent in grid.adjacent)
        self.edge = {AUSTRIA: grid.row(grid.rows[0]) & self.open, SPAIN: self._bank()}
        if last_row_is_edge:
            self.edge[SPAIN] |= grid.row(grid.rows[-1]) & self.open
        self.to_edge = {side: self._distances(self.edge[side]) for side in SIDES}
        self.to_bridge = self._distances(self.bridge) if self.bridge else None
        self.reaches: dict[tuple[int, int, bool, int, int], Reach] = {}
        self.listed: dict[str, Listed] = {}

    def _hexes(self, numbers: Iterable[str]) -> HexSet:
        return HexSet.of(map(self.grid.index, numbers))

    def _bank(self) -> HexSet:
        return HexSet.of(hex for hex in self.open if self.grid.around[hex].meets(self.river))

    def _distances(self, goals: HexSet) -> list[int]:
        return [UNREACHABLE if steps < 0 else steps for steps in distances(self.ways, goals)]

    def numbers(self, hexes: Iterable[int]) -> list[str]:
        """Printed numbers of hexes."""
        numbers = self.grid.numbers
        return [numbers[hex] for hex in hexes]

    def hex(self, number: str) -> int:
        """The hex of a printed number, or -1 where the map has none."""
        return self.numbered.get(number, -1)
