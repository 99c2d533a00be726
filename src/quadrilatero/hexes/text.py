"""A hex map in characters: which part fits a window, and every hex in its place. What a hex shows is the game's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from quadrilatero.hexes.grid import Grid

Span = tuple[str, str]
"""A piece of text and its style."""
Line = list[Span]

LABEL = 4
ROOMY, TIGHT = 5, 4
MARGIN = 2
DIM = "dim"


class Frame(NamedTuple):
    """The part of a map that is drawn, and how large: columns and rows, characters a hex, two lines a hex or one."""

    cols: range
    rows: range
    width: int
    tall: bool


def place_of(number: str) -> tuple[int, int]:
    """Column and row of a printed number.

    >>> place_of("1219")
    (12, 19)
    """
    half = len(number) // 2
    return int(number[:half]), int(number[half:])


def stacks_of(units: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The units of a view by the hex they stand in; those off the map are left out."""
    stacks: dict[str, list[dict[str, Any]]] = {}
    for unit in units:
        if "hex" in unit:
            stacks.setdefault(unit["hex"], []).append(unit)
    return stacks


def choose_frame(
    grid: Grid,
    pieces: Iterable[str],
    width: int,
    height: int,
    *,
    whole: bool = False,
    focus: Iterable[str] = (),
) -> Frame:
    """The part of the map around the pieces, or the whole, as large as fits; where not all columns do, those in focus.

    Rows are never left out: a terminal scrolls. Flat hexes always take two lines, one would not show their shift.
    """
    cols, rows = _extent(grid.numbers)
    if not whole and (places := list(pieces)):
        near_cols, near_rows = _extent(places)
        cols, rows = _widened(near_cols, cols), _widened(near_rows, rows)
    tall = grid.layout == "flat" or 2 * len(rows) + 1 <= height
    if LABEL + len(cols) * ROOMY + ROOMY // 2 <= width:
        return Frame(cols, rows, ROOMY, tall)
    fitting = max(1, (width - LABEL - 2) // TIGHT)
    if fitting < len(cols):
        looked_at = [place_of(number)[0] for number in focus] or list(cols)
        first = (min(looked_at) + max(looked_at) + 1 - fitting) // 2
        first = min(max(first, cols.start), cols.stop - fitting)
        cols = range(first, first + fitting)
    return Frame(cols, rows, TIGHT, tall)


def _extent(numbers: Sequence[str]) -> tuple[range, range]:
    """The columns and rows from the first to the last of some hexes."""
    cols, rows = zip(*map(place_of, numbers), strict=True)
    return range(min(cols), max(cols) + 1), range(min(rows), max(rows) + 1)


def _widened(run: range, limits: range) -> range:
    """A run with a margin, as far as the map goes."""
    return range(max(limits.start, run.start - MARGIN), min(limits.stop, run.stop + MARGIN))


def draw(grid: Grid, frame: Frame, cell: Callable[[str, int], Line]) -> list[Line]:
    """The map in lines. `cell` gives the text of a hex, by number and line (0, then 1 if tall), `frame.width` wide.

    >>> grid = Grid(3, 2, layout="flat", shifted="even")
    >>> frame = choose_frame(grid, [], 80, 24)
    >>> for line in draw(grid, frame, lambda number, line: [(number.ljust(5) if line == 0 else "     ", "")]):
    ...     print("".join(text for text, _ in line).rstrip())
         01   02   03
     1  0101      0301
             0201
     2  0102      0302
             0202
    <BLANKLINE>
    """
    digits = len(grid.numbers[0]) // 2
    numbers = frozenset(grid.numbers)

    def drawn(col: int, row: int, line: int) -> Line:
        number = f"{col:0{digits}}{row:0{digits}}"
        return cell(number, line) if number in numbers else [(" " * frame.width, "")]

    labels = "".join(f" {col:0{digits}}".ljust(frame.width) for col in frame.cols)
    lines: list[Line] = [[(" " * LABEL, ""), (labels, DIM)]]
    lines += _rows(grid, frame, drawn) if grid.layout == "pointy" else _columns(grid, frame, drawn)
    return lines


def _is_shifted(grid: Grid, number: int) -> bool:
    return (number % 2 == 0) == (grid.shifted == "even")


def _rows(grid: Grid, frame: Frame, drawn: Callable[[int, int, int], Line]) -> Iterable[Line]:
    """Straight rows, every second one moved half a hex right."""
    for row in frame.rows:
        shift = " " * (frame.width // 2 if _is_shifted(grid, row) else 0)
        for line in range(2 if frame.tall else 1):
            text: Line = [(f"{row:>2}  " if line == 0 else " " * LABEL, DIM), (shift, "")]
            for col in frame.cols:
                text += drawn(col, row, line)
            yield text


def _columns(grid: Grid, frame: Frame, drawn: Callable[[int, int, int], Line]) -> Iterable[Line]:
    """Straight columns, every second one moved half a hex down."""
    for at in range(2 * len(frame.rows) + 1):
        label = f"{frame.rows[at // 2]:>2}  " if at % 2 == 0 and at // 2 < len(frame.rows) else " " * LABEL
        text: Line = [(label, DIM)]
        for col in frame.cols:
            down, line = divmod(at - _is_shifted(grid, col), 2)
            inside = 0 <= down < len(frame.rows)
            text += drawn(col, frame.rows[down], line) if inside else [(" " * frame.width, "")]
        yield text
