"""The field: which hexes can be entered, where each army's edge lies, and tables made from them once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quadrilatero.hexes import Grid, distances

SPAIN, AUSTRIA = "spain", "austria"
SIDES = (SPAIN, AUSTRIA)
ENEMY = {SPAIN: AUSTRIA, AUSTRIA: SPAIN}
UNREACHABLE = 999
CACHE_LIMIT = 4096

Reach = dict[int, list[str]]


def mask_of(hexes: Iterable[int]) -> int:
    """The hexes as bits of one number."""
    mask = 0
    for hex in hexes:
        mask |= 1 << hex
    return mask


def hexes_of(mask: int) -> list[int]:
    """The hexes whose bits are set."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


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
        self.plain = plain
        self.numbered = {number: hex for hex, number in enumerate(grid.numbers)}
        number = grid.index
        self.farmhouses = mask_of(map(number, farmhouses))
        self.river = mask_of(map(number, river))
        self.pond = mask_of(map(number, pond))
        self.bridge = -1 if bridge is None else number(bridge)
        closed = self.river | self.pond | mask_of(map(number, out_of_play))
        if self.bridge >= 0:
            closed &= ~(1 << self.bridge)
        self.open = ((1 << grid.size) - 1) & ~closed
        self.ways = tuple(tuple(n for n in around if self.open >> n & 1) for around in grid.adjacent)
        self.edge = {AUSTRIA: self._row(0), SPAIN: self._bank()}
        if last_row_is_edge:
            self.edge[SPAIN] |= self._row(grid.rows - 1)
        self.to_edge = {side: self._distances(self.edge[side]) for side in SIDES}
        self.to_bridge = None if self.bridge < 0 else self._distances(1 << self.bridge)
        self.reaches: dict[tuple[int, int, bool, int, int], Reach] = {}

    def _row(self, row: int) -> int:
        cols = self.grid.cols
        return mask_of(range(row * cols, (row + 1) * cols)) & self.open

    def _bank(self) -> int:
        touching = (hex for hex in range(self.grid.size) if self.grid.adjacent_mask[hex] & self.river)
        return mask_of(touching) & self.open

    def _distances(self, goal: int) -> list[int]:
        goals = [hex for hex in range(self.grid.size) if goal >> hex & 1]
        return [UNREACHABLE if d < 0 else d for d in distances(self.grid.adjacent, goals, self.open)]

    def is_farmhouse(self, hex: int) -> bool:
        """Whether the hex holds farmhouses."""
        return bool(self.farmhouses >> hex & 1)

    def numbers(self, hexes: Iterable[int]) -> list[str]:
        """Printed numbers of hexes."""
        numbers = self.grid.numbers
        return [numbers[hex] for hex in hexes]

    def hex(self, number: str) -> int:
        """The hex of a printed number, or -1 where the map has none."""
        return self.numbered.get(number, -1)
