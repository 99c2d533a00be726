"""Pieces of terrain, and the table they lie on, as rules ask about them at every step.

The ground is never changed: a piece that is battered or built makes another ground, so that states share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from quadrilatero.kernel import Plain
from quadrilatero.table.ground import Ring

Point = tuple[int, int]
Outline = tuple[Point, ...]
Box = tuple[int, int, int, int]


@dataclass(slots=True, eq=False)
class Piece:
    """A piece of terrain; `rings` are its shapes as geometry likes them, `box` bounds it: west, south, east, north."""

    id: str
    type: str
    shapes: tuple[Outline, ...]
    rings: tuple[Ring, ...]
    line: Outline
    width: int
    crest: Outline
    material: str | None
    hits: int
    name: str | None
    box: Box
    plain: Plain


class Ground:
    """A table with its terrain."""

    __slots__ = ("areas", "lines", "pieces", "plain", "screens", "size")

    def __init__(self, size: Point, pieces: Iterable[Piece]) -> None:
        self.size = size
        self.pieces: Mapping[str, Piece] = {piece.id: piece for piece in pieces}
        self.areas = tuple([piece for piece in self.pieces.values() if piece.shapes])
        self.lines = tuple([piece for piece in self.pieces.values() if piece.line])
        self.screens: tuple[Any, ...] | None = None
        """What stands in the way of lines of sight, once somebody has asked for it (`rules.visibility`)."""
        self.plain: Plain = {"size": list(size), "terrain": [piece.plain for piece in self.pieces.values()]}

    def with_piece(self, piece: Piece) -> Ground:
        """The same table with one more piece, or with a piece of that id as it is now."""
        return Ground(self.size, {**self.pieces, piece.id: piece}.values())

    def without(self, id: str) -> Ground:
        """The same table without a piece."""
        return Ground(self.size, [piece for piece in self.pieces.values() if piece.id != id])
