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


Found = TypeVar("Found")


def without(ways: dict[int, Found], closed: int) -> dict[int, Found]:
    """What leads to all hexes but those of a mask."""
    if closed:
        ways = ways.copy()
        for hex in HexSet(closed):
            del ways[hex]
    return ways


class Reach:
    """Where a unit can come to: the hexes, and one shortest path to each."""

    __slots__ = ("_written", "hexes", "ways")

    def __init__(self, ways: dict[int, list[str]]) -> None:
        self.ways = ways
        self.hexes = HexSet.of(ways)
        self._written: dict[int, bytes] | None = None

    def written(self) -> dict[int, bytes]:
        """The paths as JSON, without brackets: whoever can come as far goes the same ways, so they are written once."""
        if self._written is None:
            together = msgspec.json.encode(list(self.ways.values()))
            self._written = dict(zip(self.ways, together[2:-2].split(b"],["), strict=True)) if self.ways else {}
        return self._written


class Goals:
    """What a unit can reach, and its move to each of these hexes, written once, when it is first looked at.

    Before them comes the turn on the spot, of those that have a facing.
    """

    __slots__ = ("_moves", "reach", "turns", "unit")

    def __init__(self, unit: str, reach: Reach, *, turns: bool) -> None:
        self.unit = unit
        self.reach = reach
        self.turns = turns
        self._moves: dict[int, Plain] | None = None

    def moves(self) -> dict[int, Plain]:
        """The answers, by the hexes they lead to; the turn on the spot leads nowhere (-1)."""
        if self._moves is None:
            turn: Plain = {"do": "move", "unit": self.unit, "path": []}
            found = {-1: turn} if self.turns else {}
            for hex, path in self.reach.ways.items():
                found[hex] = move = turn.copy()
                move["path"] = path
            self._moves = found
        return self._moves


class Moves(Sequence[Plain]):
    """A unit's turn on the spot, and its moves to all that it can reach but the hexes that are closed to it."""

    __slots__ = ("_encoded", "_goals", "_moves", "closed")

    def __init__(self, goals: Goals, closed: int) -> None:
        self._goals, self.closed = goals, closed
        self._moves: list[Plain] | None = None
        self._encoded: bytes | None = None

    def __len__(self) -> int:
        return self._goals.turns + len(self._goals.reach.ways) - self.closed.bit_count()

    @overload
    def __getitem__(self, place: int) -> Plain: ...
    @overload
    def __getitem__(self, place: slice) -> list[Plain]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._all()[place]

    def __iter__(self) -> Iterator[Plain]:
        return iter(self._all())

    def _all(self) -> list[Plain]:
        if self._moves is None:
            self._moves = list(without(self._goals.moves(), self.closed).values())
        return self._moves

    def encoded(self) -> bytes:
        """All of them as JSON, with commas between: written once, as long as they stay the same."""
        if self._encoded is None:
            begins = b'{"do":"move","unit":' + msgspec.json.encode(self._goals.unit) + b',"path":['
            paths = [b""] if self._goals.turns else []
            paths += without(self._goals.reach.written(), self.closed).values()
            self._encoded = begins + (b"]}," + begins).join(paths) + b"]}" if paths else b""
        return self._encoded


class Listed:
    """The moves that were last listed of a unit, and all that they follow from. Replaced, never changed."""

    __slots__ = ("counters", "goals", "held", "moves", "state", "turn")

    def __init__(self, enemies: tuple[HexSet, HexSet], when: tuple[str, str], goals: Goals, moves: Moves) -> None:
        self.held, self.counters = enemies
        self.state, self.turn = when
        self.goals = goals
        self.moves = moves


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
