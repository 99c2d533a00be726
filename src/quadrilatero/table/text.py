"""A free table in characters: ground, footprints and names in cells twice as high as they are wide.

North is up. What a piece is called and how its ground looks is the game's. A piece is seen by its sign, its front by
an arrow, so that no colour is needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from quadrilatero.table.distance import distance
from quadrilatero.table.footprint import Pose, centre, corners
from quadrilatero.table.ground import bearing, contains
from quadrilatero.table.measure import FULL, Point
from quadrilatero.table.tape import flat

Span = tuple[str, str]
"""A piece of text and its style."""
Line = list[Span]

ARROWS = "↑↗→↘↓↙←↖"
LABEL = 5
"""Characters before each line: how far north it lies."""
LEAST = 60
EVERY = 6
STEPS = (1000, 2000, 5000, 10000, 20000, 50000)
"""How far apart the measures along the edges stand, so that there are some characters between them."""
DIM = "dim"
EMPTY = (" ", "")
VERBS = {
    **dict.fromkeys(("advance", "avanza"), "advance"),
    **dict.fromkeys(("back", "indietro"), "back"),
    **dict.fromkeys(("wheel", "ruota"), "wheel"),
    **dict.fromkeys(("oblique", "obliquo"), "oblique"),
    **dict.fromkeys(("aside", "fianco"), "sideways"),
    **dict.fromkeys(("about", "dietrofront"), "about"),
    **dict.fromkeys(("to", "a"), "to"),
}
HANDS = {"left": "left", "sinistra": "left", "right": "right", "destra": "right"}


class Ground(NamedTuple):
    """A piece of ground: the areas it takes up or the line it runs along, its sign, and a name to be written there."""

    sign: str
    style: str
    areas: Sequence[Sequence[Point]] = ()
    line: Sequence[Point] = ()
    name: str = ""


class Piece(NamedTuple):
    """What stands on the table: where, what is written on it, the sign that fills the rest of it, and its style."""

    pose: Pose
    label: str
    sign: str
    style: str


class Near(NamedTuple):
    """How far another is, and where: by the hour of a clock whose twelve is ahead."""

    id: str
    far: int
    hour: int


def arrow(facing: int) -> str:
    """Where a front looks, to an eighth.

    >>> arrow(0), arrow(9500), arrow(35800)
    ('↑', '→', '↑')
    """
    return ARROWS[(facing * 8 + FULL // 2) // FULL % 8]


def neighbours(pose: Pose, others: Iterable[tuple[str, Pose]]) -> list[Near]:
    """Others round a footprint, the nearest first, as its men see them.

    >>> neighbours((0, 0, 9000, 2000, 1000), [("a", (500, 9000, 18000, 2000, 1000))])
    [Near(id='a', far=8000, hour=9)]
    """
    return sorted([_near(pose, id, other) for id, other in others], key=lambda one: (one.far, one.id))


def _near(pose: Pose, id: str, other: Pose) -> Near:
    angle = (bearing(*centre(pose), *centre(other)) - pose[2]) % FULL
    return Near(id, distance(pose, other), (angle * 12 + FULL // 2) // FULL % 12 or 12)


def short_names(ids: Iterable[str]) -> dict[str, str]:
    """What ids are called on the table: without their side, and without a number that only one of them has.

    >>> short_names(["red.b1.1", "red.b1.2", "blue.c.1", "baggage"])
    {'red.b1.1': 'b1.1', 'red.b1.2': 'b1.2', 'blue.c.1': 'c', 'baggage': 'baggage'}
    """
    every = list(ids)
    parents = Counter(id.rpartition(".")[0] for id in every)
    found: dict[str, str] = {}
    for id in every:
        parent = id.rpartition(".")[0]
        single = "." in parent and id.endswith(".1") and parents[parent] == 1
        kept = parent if single else id
        found[id] = kept.partition(".")[2] or kept
    return found


def pieced(text: str) -> list[str]:
    """The manoeuvres of a way as it is typed, apart by commas or semicolons; a comma may stand in a number, too.

    >>> pieced("wheel left 14, advance 1,5; about")
    ['wheel left 14', 'advance 1,5', 'about']
    """
    return [part.strip() for part in re.split(r"[,;](?!\d)", text) if part.strip()]


def read_step(text: str) -> dict[str, Any] | None:
    """A manoeuvre that every table knows, as it is typed in English or Italian; None where it is none.

    >>> read_step("ruota sinistra 14"), read_step("advance 1,5"), read_step("dance")
    ({'go': 'wheel', 'side': 'left', 'angle': 1400}, {'go': 'advance', 'by': 1500}, None)
    """
    verb, *rest = text.lower().split() or [""]
    go = VERBS.get(verb, "")
    try:
        if go == "about" and not rest:
            return {"go": go}
        if go == "to":
            x, y = rest
            return {"go": go, "at": [length(x), length(y)]}
        if go in ("advance", "back"):
            (by,) = rest
            return {"go": go, "by": length(by)}
        side, *more = rest
        if go == "sideways":
            (by,) = more
            return {"go": go, "side": HANDS[side], "by": length(by)}
        if go == "wheel":
            (angle,) = more
            return {"go": go, "side": HANDS[side], "angle": length(angle) // 10}
        if go == "oblique":
            angle, by = more
            return {"go": go, "side": HANDS[side], "angle": length(angle) // 10, "by": length(by)}
    except (ValueError, KeyError):
        return None
    return None


def length(text: str) -> int:
    """A length as it is typed, in thousandths."""
    return round(float(text.replace(",", ".")) * 1000)


class Sheet:
    """A table laid out in characters."""

    def __init__(self, size: Sequence[int], width: int, height: int, *, whole: bool = False) -> None:
        wide, high = size
        room = max(1, width - LABEL)
        fitting = room if whole else max(LEAST, 2 * height * wide // high)
        self.size = wide, high
        self.columns = max(1, min(room, fitting))
        self.rows = max(1, (self.columns * high + wide) // (2 * wide))
        self.cells: list[list[Span]] = [[EMPTY] * self.columns for _ in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()

    def lay(self, ground: Sequence[Ground]) -> None:
        """The ground: areas first, then what runs across them, then names where there is room."""
        for piece in ground:
            for area in piece.areas:
                for column, row in self._inside(area):
                    self.cells[row][column] = piece.sign, piece.style
        for piece in ground:
            for column, row in self._along(piece.line):
                self.cells[row][column] = piece.sign, piece.style
        for piece in ground:
            self._name(piece)

    def stand(self, pieces: Sequence[Piece]) -> None:
        """Who stands there; a label goes on beside a footprint that is too small for it, over free ground alone."""
        placed = [(piece, self._footprint(piece.pose)) for piece in pieces]
        for piece, cells in placed:
            for column, row in cells:
                self.cells[row][column] = piece.sign, piece.style
        self.taken.update(cell for _, cells in placed for cell in cells)
        for piece, cells in placed:
            self._label(piece, cells)

    def lines(self) -> list[Line]:
        """The table in lines, with its measures along two edges."""
        wide, high = self.size
        step = next((step for step in STEPS if step * self.columns >= EVERY * wide), wide)
        above = ""
        for x in range(0, wide, step):
            above = above.ljust(self._cell(x, 0)[0]) + str(x // 1000)
        beside = {self._cell(0, y)[1]: str(y // 1000) for y in range(0, high, step)}
        lines: list[Line] = [[(" " * LABEL, ""), (above[: self.columns], DIM)]]
        for row, cells in enumerate(self.cells):
            lines.append([(f"{beside.get(row, ''):>{LABEL - 1}} ", DIM), *_joined(cells)])
        return lines

    # -- where things lie ----------------------------------------------------------------------------------------------

    def _point(self, column: int, row: int) -> Point:
        """The middle of a cell."""
        wide, high = self.size
        x, y = (2 * column + 1) * wide, (2 * (self.rows - row) - 1) * high
        return x // (2 * self.columns), y // (2 * self.rows)

    def _cell(self, x: int, y: int) -> tuple[int, int]:
        """The cell of a point, or the nearest one."""
        wide, high = self.size
        column, up = x * self.columns // wide, y * self.rows // high
        return min(max(column, 0), self.columns - 1), min(max(self.rows - 1 - up, 0), self.rows - 1)

    def _inside(self, area: Sequence[Point]) -> list[tuple[int, int]]:
        """The cells whose middle lies in an area."""
        xs, ys = [x for x, _ in area], [y for _, y in area]
        left, low = self._cell(min(xs), min(ys))
        right, top = self._cell(max(xs), max(ys))
        return [
            (column, row)
            for row in range(top, low + 1)
            for column in range(left, right + 1)
            if contains(area, *self._point(column, row))
        ]

    def _along(self, line: Sequence[Point]) -> list[tuple[int, int]]:
        """The cells that a line runs through."""
        found: list[tuple[int, int]] = []
        for (x1, y1), (x2, y2) in pairwise(line):
            (left, top), (right, low) = self._cell(x1, y1), self._cell(x2, y2)
            steps = max(abs(right - left), abs(low - top), 1)
            found += [
                self._cell(x1 + (x2 - x1) * step // steps, y1 + (y2 - y1) * step // steps) for step in range(steps + 1)
            ]
        return found

    def _footprint(self, pose: Pose) -> list[tuple[int, int]]:
        """The cells of a footprint; at least the one that its middle lies in."""
        outline = [(x, y) for x, y in flat(corners(pose))]
        return self._inside(outline) or [self._cell(*centre(pose))]

    # -- what is written -----------------------------------------------------------------------------------------------

    def _name(self, piece: Ground) -> None:
        """A name, in the middle of the widest line of an area where it fits."""
        for area in piece.areas[:1]:
            rows: dict[int, list[int]] = {}
            for column, row in self._inside(area):
                rows.setdefault(row, []).append(column)
            widest = max(rows.items(), key=lambda item: len(item[1]), default=None)
            if piece.name and widest and len(widest[1]) >= len(piece.name) + 2:
                self._write(piece.name, widest[1][(len(widest[1]) - len(piece.name)) // 2], widest[0], piece.style)

    def _label(self, piece: Piece, cells: list[tuple[int, int]]) -> None:
        """What a piece is called, in the line of its middle."""
        middle = self._cell(*centre(piece.pose))[1]
        row = min({row for _, row in cells}, key=lambda row: abs(row - middle))
        own = [column for column, there in cells if there == row]
        first, room = min(own), len(own)
        while room < len(piece.label) and first + room < self.columns and (first + room, row) not in self.taken:
            room += 1
        while room < len(piece.label) and first > 0 and (first - 1, row) not in self.taken:
            first, room = first - 1, room + 1
        label = piece.label[:room]
        self.taken.update((first + at, row) for at in range(len(label)))
        self._write(label, first, row, piece.style)

    def _write(self, text: str, column: int, row: int, style: str) -> None:
        for at, letter in enumerate(text):
            self.cells[row][column + at] = letter, style


def _joined(cells: Sequence[Span]) -> Line:
    """Cells of one style next to each other, put together."""
    line: Line = []
    for sign, style in cells:
        if line and line[-1][1] == style:
            line[-1] = line[-1][0] + sign, style
        else:
            line.append((sign, style))
    return line
