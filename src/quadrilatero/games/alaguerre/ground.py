"""The table and what lies on it: pieces of terrain as positions say them, and where each of them is.

A piece is an area (one convex polygon or several) or a line with a width. The ground is never changed: a piece that is
battered, measured or discovered makes another ground, so that states share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.alaguerre.said import Id, Mils, Name, SideName, TerrainName
from quadrilatero.kernel import BadPosition, Plain
from quadrilatero.table import Pose, band, turning

Point = tuple[int, int]
Outline = tuple[Point, ...]
Box = tuple[int, int, int, int]

AREAS = ("hill", "marsh", "wood", "field", "town", "village", "farm", "fort", "redoubt", "orchard", "pond")
BUILT = ("town", "village", "farm", "fort", "redoubt", "orchard")
"""5.5-c: areas that can be entered and occupied."""
HOUSES = ("town", "village", "farm")
"""5.6.5-i: built-up areas."""
CLOSED_WORKS = ("fort", "redoubt")
"""11.2-d: works that are areas and obstacles too."""
OBSTACLES = ("stream", "hedge", "wall", "trench", "rampart", "fence", "bank")
"""5.5-a, 11.3-a: linear elements; all but streams and fences give cover and can be occupied."""
COVER_LINES = ("hedge", "wall", "trench", "rampart", "bank", "fence")
HELD = (*BUILT, *COVER_LINES)
"""5.5: what units can occupy."""
WAR_WORKS = ("trench", "rampart")
"""5.5.2-e: built for war, to be used from their own side alone."""
WAYS = ("ford", "bridge", "road")
CLOSED = ("river", "pond", "impassable")
"""11.2-g: where nobody goes."""
LINES = (*OBSTACLES, *WAYS)
WIDTHS = {"river": 1000, "ford": 1000, "bridge": 1000, "road": 1000}
SIZE = (46667, 40000)
"""12.1.2: seven sectors by six."""

Said = Annotated[list[Mils], Meta(min_length=2, max_length=2)]
Polygon = Annotated[list[Said], Meta(min_length=3, max_length=64)]
Way = Annotated[list[Said], Meta(min_length=2, max_length=64)]


class Capacity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.5-d: how many bases of each kind an area holds; `either` where a place of the one serves the other."""

    foot: Annotated[int, Meta(ge=0, le=20)] = 1
    guns: Annotated[int, Meta(ge=0, le=20)] = 1
    either: bool = False
    order: Literal["open", "closed", "any"] = "any"


class PieceSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain: an area with a `shape` or several, or a `line`.

    Without `vdf` or `obstacle` they are rolled when somebody first comes to it (11.1.1, 11.3.3); a `secret` defence
    value is known to that side alone.
    """

    id: Id
    type: TerrainName
    shape: Polygon | None = None
    shapes: list[Polygon] | None = None
    line: Way | None = None
    width: Annotated[int, Meta(ge=0, le=24000)] | None = None
    vdf: Annotated[int, Meta(ge=0, le=4)] | None = None
    secret: SideName | None = None
    obstacle: Annotated[int, Meta(ge=0, le=3)] | None = None
    material: Literal["wood", "stone", "earth"] | None = None
    capacity: Capacity | None = None
    slope: Literal["normal", "steep"] | None = None
    top: Polygon | None = None
    own: SideName | None = None
    gaps: list[Way] | None = None
    wide: Annotated[int, Meta(ge=1000, le=24000)] | None = None
    name: Name | None = None


class TableSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table: its size and what lies on it, in thousandths of a um."""

    size: Annotated[list[Annotated[int, Meta(ge=6000, le=131071)]], Meta(min_length=2, max_length=2)] = msgspec.field(
        default_factory=lambda: list(SIZE)
    )
    terrain: list[PieceSaid] = []


@dataclass(slots=True, frozen=True, eq=False)
class Piece:
    """A piece of terrain. `areas` is where it lies: its shapes, or its line as broad as it is."""

    id: str
    type: str
    shapes: tuple[Outline, ...]
    line: Outline
    width: int
    areas: tuple[Outline, ...]
    vdf: int | None
    obstacle: int | None
    material: str
    capacity: Capacity
    steep: bool
    top: Outline
    own: str | None
    gaps: tuple[Outline, ...]
    wide: int
    secret: str | None
    name: Name | None
    box: Box
    said: PieceSaid
    plain: Plain

    @property
    def called(self) -> Name:
        """What sentences call it: its name, or the word for what it is."""
        return self.name or f"type_{self.type}"


class Ground:
    """A table with its terrain."""

    __slots__ = ("areas", "closed", "lines", "obstacles", "pieces", "plain", "screens", "seen", "size", "ways")

    def __init__(self, size: Point, pieces: Iterable[Piece]) -> None:
        self.size = size
        self.pieces: Mapping[str, Piece] = {piece.id: piece for piece in pieces}
        self.areas = tuple([piece for piece in self.pieces.values() if piece.shapes and piece.type not in CLOSED])
        self.lines = tuple([piece for piece in self.pieces.values() if piece.line])
        self.obstacles = tuple([piece for piece in self.lines if piece.type in OBSTACLES])
        self.ways = tuple([piece for piece in self.lines if piece.type in WAYS])
        self.closed = tuple([piece for piece in self.pieces.values() if piece.type in CLOSED])
        self.screens: tuple[Any, ...] | None = None
        """What stands in the way of lines of sight, once somebody has asked for it (`rules.sight`)."""
        self.seen: dict[tuple[Pose, Pose], bool] = {}
        """Who sees whom on this ground, as far as it was asked (`rules.sight`)."""
        self.plain: Plain = {"size": list(size), "terrain": [piece.plain for piece in self.pieces.values()]}

    def with_piece(self, said: PieceSaid) -> Ground:
        """The same table with one more piece, or with a piece of that id as it is now."""
        piece = piece_of(said, f"terrain {said.id!r}")
        return Ground(self.size, {**self.pieces, piece.id: piece}.values())


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
    """5.5-a. A piece as it is said: areas have shapes, linear elements a line; convex, nothing missing."""
    shapes = [said.shape] if said.shape is not None else said.shapes or []
    if said.shape is not None and said.shapes is not None:
        raise ValueError(f"{where}: say either shape or shapes")
    if bool(shapes) == (said.line is not None):
        raise ValueError(f"{where}: {said.type} needs either a shape or a line")
    if said.type in AREAS and not shapes:
        raise ValueError(f"{where}: {said.type} is an area and needs a shape")
    if said.type in LINES and said.line is None:
        raise ValueError(f"{where}: {said.type} is a line and needs one")
    if said.top is not None and said.type != "hill":
        raise ValueError(f"{where}.top: only hills have one")
    outlines = tuple([_outline([(x, y) for x, y in shape], where) for shape in shapes])
    line = tuple([(x, y) for x, y in said.line or ()])
    width = WIDTHS.get(said.type, 0) if said.width is None else said.width
    if said.type == "river" and width < WIDTHS["river"]:
        raise ValueError(f"{where}.width: a river is at least {WIDTHS['river']} wide; what is narrower is a stream")
    areas = outlines or (tuple([tuple(part) for part in band(line, width)]) if width else ())
    corners = [point for outline in areas for point in outline] or list(line)
    box = (
        min(x for x, _ in corners),
        min(y for _, y in corners),
        max(x for x, _ in corners),
        max(y for _, y in corners),
    )
    plain: Plain = msgspec.to_builtins(said)
    return Piece(
        said.id,
        said.type,
        outlines,
        line,
        width,
        areas,
        said.vdf,
        said.obstacle,
        said.material or ("earth" if said.type in (*WAR_WORKS, "redoubt") else "stone"),
        said.capacity or Capacity(),
        said.slope == "steep",
        tuple([(x, y) for x, y in said.top or ()]),
        said.own,
        tuple([tuple([(x, y) for x, y in gap]) for gap in said.gaps or ()]),
        said.wide or width,
        said.secret,
        said.name,
        box,
        said,
        plain,
    )


def _outline(points: list[Point], where: str) -> Outline:
    """A convex outline as it was said, so that its sides keep their numbers; a ValueError where it is not convex."""
    if turning(points) == 0:
        raise ValueError(f"{where}.shape: not convex; say it in parts as `shapes`")
    return tuple(points)


def said_piece(plain: Plain) -> PieceSaid:
    """A piece as plain data says it; a BadPosition where it is no piece."""
    try:
        return msgspec.convert(plain, PieceSaid)
    except msgspec.ValidationError as error:
        raise BadPosition(f"terrain: {error}", "5.5-a") from None
