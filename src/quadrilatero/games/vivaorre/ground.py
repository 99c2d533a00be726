"""What positions say of the table and of what lies on it, and the pieces of terrain that are made of it.

A piece is an area (one convex polygon or several) or a line with a width.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from quadrilatero.games.vivaorre.pieces import Ground, Outline, Piece, Point
from quadrilatero.games.vivaorre.said import Count, Id, MaterialName, Mils, TerrainName
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.table import ring, turning

AREAS = (
    *("open", "open_wood", "dense_wood", "rough", "bushes", "marsh", "sand", "steep_hill", "gentle_hill"),
    *("building", "light_works", "heavy_works"),
)
LINES = ("hedge", "wall", "stream", "gully", "road", "bridge", "ford")
DIFFICULT = ("open_wood", "dense_wood", "rough", "bushes", "marsh", "sand", "steep_hill", "building", "heavy_works")
"""8-s, 8-ab, 19-h: what slows and disorders; lines cost their share only, gentle hills and light works nothing."""
HILLS = ("gentle_hill", "steep_hill")
WOODS = ("open_wood", "dense_wood")
CONCEALING = (*WOODS, "bushes", "rough", "building", "gully", "light_works", "heavy_works")
"""13-g: where units can be kept out of sight."""
WIDTHS = {"gully": 1000, "road": 1000, "bridge": 1000, "ford": 1000}
SIZE = (72000, 48000)

Said = Annotated[list[Mils], Meta(min_length=2, max_length=2)]
Polygon = Annotated[list[Said], Meta(min_length=3, max_length=64)]
Way = Annotated[list[Said], Meta(min_length=2, max_length=64)]


class PieceSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain: an area with a `shape` or several, or a `line`; hills have a crest."""

    id: Id
    type: TerrainName
    shape: Polygon | None = None
    shapes: list[Polygon] | None = None
    line: Way | None = None
    width: Annotated[int, Meta(ge=0, le=24000)] | None = None
    crest: Way | None = None
    material: MaterialName | None = None
    hits: Count = 0
    name: str | None = None


class TableSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table: its size and what lies on it, in mils."""

    size: Annotated[list[Annotated[int, Meta(ge=6000, le=131071)]], Meta(min_length=2, max_length=2)] = msgspec.field(
        default_factory=lambda: list(SIZE)
    )
    terrain: list[PieceSaid] = []


def read_ground(said: TableSaid, s: object) -> Ground:
    """The ground that a position says; a ValueError names what is wrong."""
    found: dict[str, Piece] = {}
    for number, piece in enumerate(said.terrain):
        where = f"terrain[{number}]"
        if piece.id in found:
            raise ValueError(f"{where}.id: {piece.id!r} is used twice")
        found[piece.id] = piece_of(piece, where)
    return Ground((said.size[0], said.size[1]), found.values())


def piece_of(said: PieceSaid, where: str) -> Piece:
    """3-j, 3-k. A piece as it is said: areas have shapes, streams and their like a line; convex, nothing missing."""
    shapes = [said.shape] if said.shape is not None else said.shapes or []
    if said.shape is not None and said.shapes is not None:
        raise ValueError(f"{where}: say either shape or shapes")
    if bool(shapes) == (said.line is not None):
        raise ValueError(f"{where}: {said.type} needs either a shape or a line")
    if said.type in AREAS and not shapes:
        raise ValueError(f"{where}: {said.type} is an area and needs a shape")
    if said.type in LINES and said.line is None:
        raise ValueError(f"{where}: {said.type} is a line and needs one")
    if said.crest is not None and said.type not in HILLS:
        raise ValueError(f"{where}.crest: only hills have one")
    outlines = tuple([_ordered([(x, y) for x, y in shape], where) for shape in shapes])
    line = tuple([(x, y) for x, y in said.line or ()])
    width = WIDTHS.get(said.type, 0) if said.width is None else said.width
    crest = tuple([(x, y) for x, y in said.crest or ()])
    corners = [point for outline in outlines for point in outline] or list(line)
    half = (width + 1) // 2
    box = (
        min(x for x, _ in corners) - half,
        min(y for _, y in corners) - half,
        max(x for x, _ in corners) + half,
        max(y for _, y in corners) + half,
    )
    plain: Plain = msgspec.to_builtins(said)
    rings = tuple([ring(outline) for outline in outlines])
    known = said.material, said.hits, said.name
    return Piece(said.id, said.type, outlines, rings, line, width, crest, *known, box, plain)


def _ordered(points: list[Point], where: str) -> Outline:
    """A convex outline, counterclockwise; a ValueError where it is not convex."""
    turns = turning(points)
    if turns:
        return tuple(points if turns > 0 else reversed(points))
    raise ValueError(f"{where}.shape: not convex; say it in parts as `shapes`")


def said_piece(plain: Plain) -> PieceSaid:
    """A piece as plain data says it; a BadPosition where it is no piece."""
    try:
        return msgspec.convert(plain, PieceSaid)
    except msgspec.ValidationError as error:
        raise BadPosition(f"terrain: {error}", "3-j") from None
