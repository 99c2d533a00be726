"""Lines of sight looked up in tables, by whatever rule a game has for what blocks them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from quadrilatero.hexes.grid import Grid
from quadrilatero.hexes.hexset import HexSet


class Blocks(Enum):
    """When a hex blocks a line that crosses it."""

    NEVER = "never"
    IF_HELD = "if held"
    ALWAYS = "always"


Rule = Callable[[int, int, int], Blocks]
"""A game's rule of sight: from which hex, to which, and the hex between that is asked about."""

_Line = tuple[int, tuple[int, ...]]
_OPEN: _Line = 0, ()


class Sight:
    """Which hexes see each other up to a range, given who holds the ground.

    The rule is asked once for every line and hex on it, when a hex is first looked from; after that a question is a few
    operations on masks. A line along a hexside is blocked if both hexes block; off the map nothing does. Hexes that a
    line only grazes in a corner count unless `grazed` is False.

    >>> grid = Grid(9, 9, layout="flat", shifted="odd")
    >>> here, wood, behind, one, other, beyond = map(grid.index, ("0203", "0204", "0205", "0302", "0303", "0403"))
    >>> sight = Sight(grid, 5, lambda start, end, hex: Blocks.ALWAYS if hex == wood else Blocks.IF_HELD)
    >>> [sight.is_clear(here, end, HexSet()) for end in (wood, behind, beyond)]
    [True, False, True]
    >>> [sight.is_clear(here, beyond, HexSet.of(held)) for held in ([one], [other], [one, other])]
    [True, True, False]
    """

    def __init__(self, grid: Grid, radius: int, rule: Rule, *, grazed: bool = True) -> None:
        self.grid = grid
        self.radius = radius
        self.rule = rule
        self.grazed = grazed
        self._lines: list[dict[int, _Line] | None] = [None] * grid.size

    def is_clear(self, start: int, end: int, held: HexSet) -> bool:
        """Whether one hex sees another within the range."""
        lines = self._lines[start]
        if lines is None:
            lines = self._look(start)
        line = lines.get(end)
        return line is not None and _is_open(line, held.mask)

    def seen(self, start: int, held: HexSet) -> HexSet:
        """All that a hex sees within the range; itself it does."""
        lines, mask = self._lines[start] or self._look(start), held.mask
        return HexSet.of(end for end, line in lines.items() if _is_open(line, mask))

    def barrier(self, start: int, end: int, held: HexSet) -> tuple[int, ...]:
        """The first hex that blocks the line, or the two on either side of it; empty where nothing does.

        How far the line goes makes no difference here.
        """
        for crossed in self.grid.line(start, end, grazed=self.grazed):
            if all(self._blocks(start, end, hex, held) for hex in crossed):
                return crossed
        return ()

    def _blocks(self, start: int, end: int, hex: int, held: HexSet) -> bool:
        if hex < 0:
            return False
        blocks = self.rule(start, end, hex)
        return blocks is Blocks.ALWAYS or (blocks is Blocks.IF_HELD and hex in held)

    def _look(self, start: int) -> dict[int, _Line]:
        """The lines from a hex to all in range that are not blocked whoever holds the ground."""
        found = {}
        for end in self.grid.within(start, self.radius):
            line = self._line(start, end)
            if line is not None:
                found[end] = line
        self._lines[start] = found
        return found

    def _line(self, start: int, end: int) -> _Line | None:
        """The hexes that block the line by being held, and the pairs that do so together; None if it is never open."""
        alone = 0
        pairs = []
        for crossed in self.grid.line(start, end, grazed=self.grazed):
            needed = []
            for hex in crossed:
                blocks = self.rule(start, end, hex) if hex >= 0 else Blocks.NEVER
                if blocks is Blocks.NEVER:
                    break
                if blocks is Blocks.IF_HELD:
                    needed.append(hex)
            else:
                if not needed:
                    return None
                if len(needed) == 1:
                    alone |= 1 << needed[0]
                else:
                    pairs.append(HexSet.of(needed).mask)
        return (alone, tuple(pairs)) if alone or pairs else _OPEN


def _is_open(line: _Line, held: int) -> bool:
    alone, pairs = line
    if alone & held:
        return False
    for pair in pairs:  # noqa: SIM110  # a generator costs more than the rest
        if pair & held == pair:
            return False
    return True
