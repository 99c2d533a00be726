"""The field: which hexes can be entered, where each army's edge lies, and tables made from them once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

import msgspec

from quadrilatero.hexes import NO_HEXES, Facings, Grid, HexSet, distances
from quadrilatero.kernel import Plain

SPAIN, AUSTRIA = "spain", "austria"
SIDES = (SPAIN, AUSTRIA)
ENEMY = {SPAIN: AUSTRIA, AUSTRIA: SPAIN}
UNREACHABLE = 999
CACHE_LIMIT = 4096


class Reach:
    """Where a unit can come to: the hexes, and one shortest path to each."""

    __slots__ = ("hexes", "ways")

    def __init__(self, ways: dict[int, list[str]]) -> None:
        self.ways = ways
        self.hexes = HexSet.of(ways)


class Moves(Sequence[Plain]):
    """A unit's moves to all that it can reach but the hexes that are closed to it, each made when it is looked at."""

    __slots__ = ("_encoded", "_made", "_paths", "_unit", "closed")

    def __init__(self, unit: str, reach: Reach, closed: int) -> None:
        self._unit, self.closed = unit, closed
        self._paths = list(without(reach.ways, closed).values())
        self._made: list[Plain] | None = None
        self._encoded: bytes | None = None

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, place: int) -> Plain: ...
    @overload
    def __getitem__(self, place: slice) -> list[Plain]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return self._all()[place]
        return {"do": "move", "unit": self._unit, "path": self._paths[place]}

    def __iter__(self) -> Iterator[Plain]:
        return iter(self._all())

    def _all(self) -> list[Plain]:
        if self._made is None:
            unit = self._unit
            self._made = [{"do": "move", "unit": unit, "path": path} for path in self._paths]
        return self._made

    def encoded(self) -> bytes:
        """All of them as JSON, with commas between: written once, as long as they stay the same."""
        if self._encoded is None:
            unit = self._unit
            self._encoded = msgspec.json.encode([{"do": "move", "unit": unit, "path": path} for path in self._paths])
        return self._encoded[1:-1]


class Listed:
    """The moves that were last listed of a unit, and all that they follow from. Replaced, never changed."""

    __slots__ = ("counters", "held", "moves", "reach", "state", "turn", "unit")

    def __init__(
        self, unit: object, enemies: tuple[HexSet, HexSet], when: tuple[str, str], reach: Reach, moves: Moves
    ) -> None:
        self.unit = unit
        self.held, self.counters = enemies
        self.state, self.turn = when
        self.reach = reach
        self.moves = moves


Found = TypeVar("Found")


def without(ways: dict[int, Found], closed: int) -> dict[int, Found]:
    """What leads to all hexes but those of a mask."""
    if closed:
        ways = ways.copy()
        for hex in HexSet(closed):
            del ways[hex]
    return ways


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
        self.listed: dict[int, Listed] = {}
        """By the unit itself, because many games are played on one board."""

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
