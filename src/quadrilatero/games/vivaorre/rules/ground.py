"""Chapter 8, terrain: what ground does to those who are in it, who cannot enter it, what it costs, whom it covers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quadrilatero.games.vivaorre.ground import DIFFICULT, HILLS
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.rules import roads
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, WHOLE
from quadrilatero.games.vivaorre.said import LIMBERED, MARCH
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.table import (
    TOUCH,
    centre,
    corners,
    crossings,
    holds,
    nearest,
    overlaps_ring,
    shift,
    span,
    stretch_in_ring,
    to_line,
)
from quadrilatero.table import (
    bearing as bearing_to,
)
from quadrilatero.table.overlap import reach

LINED = 500
"""14, 13-c: who stands within half an inch of a hedge or wall lines it."""
SHARES = {"hedge": ("8-y", 4), "wall": ("8-y", 4), "stream": ("8-y", 2), "gully": ("8-x", 4), "ford": ("8-aa", 2)}
"""8-x, 8-y, 8-aa: what part of a move it takes to cross a line."""
COVER = ("open_wood", "dense_wood", "rough", "bushes", "building", "light_works", "heavy_works")
"""8-u, 8-w, 8-z, 14-b: areas whose inside is cover; hills cover against those who stand lower."""
WORKS = ("light_works", "heavy_works")


# -- where a unit is --------------------------------------------------------------------------------------------------


def near(pose: Pose, piece: Piece, more: int = 0) -> bool:
    """Whether a piece is so near that it has to be looked at; a filter that skips work and decides nothing."""
    far = int(reach(pose)) + more
    west, south, east, north = piece.box
    return west - far <= pose[0] <= east + far and south - far <= pose[1] <= north + far


def is_in(pose: Pose, piece: Piece) -> bool:
    """8-s. Whether any part of a footprint is in an area."""
    return near(pose, piece) and any(overlaps_ring(pose, ring) for ring in piece.rings)


def areas_under(s: State, pose: Pose) -> Iterator[Piece]:
    """8-s. The areas that a footprint is in with any part of it."""
    return (piece for piece in s.ground.areas if is_in(pose, piece))


def centre_in(pose: Pose, piece: Piece) -> bool:
    """14-b. Whether the centre of a footprint is in an area: it then has its cover, or stands on the hill."""
    x, y = centre(pose)
    return near(pose, piece) and any(holds(ring, x, y) for ring in piece.rings)


def is_difficult(s: State, unit: Unit, pose: Pose) -> bool:
    """8-s, 8-v, 8-ab. Whether a unit is in difficult ground; a column that marches on a road is not."""
    if unit.formation in (MARCH, LIMBERED) and roads.on_road(s, pose):
        return False
    return any(piece.type in DIFFICULT for piece in areas_under(s, pose))


def disorders(unit: Unit, piece: Piece) -> bool:
    """8-s, 8-w. Whether an area makes a mass of close order; horse passes through buildings in march column."""
    return piece.type in DIFFICULT and not (piece.type == "building" and unit.is_horse and unit.formation == MARCH)


def disorders_at(s: State, unit: Unit) -> bool:
    """8-s, 8-w. Whether ground that a unit stands in makes a mass of close order."""
    return any(disorders(unit, piece) for piece in areas_under(s, unit.pose))


def difficult_stretches(
    s: State, unit: Unit, pose: Pose, bearing: int, by: int, *, disordering: bool = False
) -> list[tuple[int, int]]:
    """8-s. The stretches of a straight way on which any part of the footprint is in difficult ground, in order.

    With `disordering` only in such as makes a mass of it.
    """
    found = []
    for piece in s.ground.areas:
        counts = disorders(unit, piece) if disordering else piece.type in DIFFICULT
        if counts and near(pose, piece, by):
            for ring in piece.rings:
                stretch = stretch_in_ring(pose, bearing, by, ring)
                if stretch is not None:
                    found.append(stretch)
    return _joined(sorted(found))


def difficult_way(s: State, x1: int, y1: int, x2: int, y2: int) -> int:
    """8-s, 5-g. How much of a straight way of a point is in difficult ground."""
    by = span(x1, y1, x2, y2)
    pose: Pose = (x1, y1, bearing_to(x1, y1, x2, y2), 1, 1)
    found = []
    for piece in s.ground.areas:
        if piece.type in DIFFICULT and near(pose, piece, by):
            stretches = [stretch_in_ring(pose, pose[2], by, ring) for ring in piece.rings]
            found += [stretch for stretch in stretches if stretch is not None]
    return sum(end - begin for begin, end in _joined(sorted(found)))


def _joined(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for begin, end in stretches:
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return found


# -- the edge of the table --------------------------------------------------------------------------------------------


Hang = tuple[int, int, int, int]
NO_HANG: Hang = (0, 0, 0, 0)


def is_well_inside(s: State, pose: Pose) -> bool:
    """12-n. Whether a footprint is so far from every edge of the table that its corners need not be looked at."""
    wide, high = s.ground.size
    far = int(reach(pose))
    return far <= pose[0] <= wide - far and far <= pose[1] <= high - far


def overhang(s: State, pose: Pose) -> Hang:
    """12-n. How far a footprint is beyond each edge of the table: west, south, east, north."""
    if is_well_inside(s, pose):
        return NO_HANG
    x1, y1, x2, y2, x3, y3, x4, y4 = corners(pose)
    wide, high = s.ground.size
    return (
        max(0, -min(x1, x2, x3, x4)),
        max(0, -min(y1, y2, y3, y4)),
        max(0, max(x1, x2, x3, x4) - wide),
        max(0, max(y1, y2, y3, y4) - high),
    )


def is_on_table(s: State, pose: Pose, hang: Hang) -> bool:
    """12-n, 5-j. Whether a footprint is on the table, but for what may hang over its edges; its place always is."""
    wide, high = s.ground.size
    if not (0 <= pose[0] <= wide and 0 <= pose[1] <= high):
        return False
    now = overhang(s, pose)
    return now == NO_HANG or all(now[i] <= max(TOUCH, hang[i]) for i in range(4))


def stays_on_table(s: State, before: Pose, after: Pose) -> bool:
    """12-n, 5-j. Whether a footprint is on the table, but for what was outside before."""
    return is_on_table(s, after, overhang(s, before))


# -- who may not go there ---------------------------------------------------------------------------------------------


def closed_to(unit: Unit, piece: Piece) -> str | None:
    """8-u, 8-w, 8-z, 8-ab, 14-c. The rule by which an area is closed to a unit; None where it may enter."""
    if piece.type == "impassable":
        return None if piece.material == "crest" and "climb" in unit.notes and unit.is_foot else "8-ab"
    if piece.type == "dense_wood":
        return "8-u" if unit.is_horse or unit.is_guns else None
    if piece.type == "rough":
        return "8-z" if unit.is_guns and unit.mount != "mountain" else None
    if piece.type == "building":
        return "8-w" if unit.is_horse and unit.formation != MARCH else None
    if piece.type in WORKS:
        return "14-c" if unit.is_horse else None
    return None


def closed_at(s: State, unit: Unit, pose: Pose) -> tuple[str, Piece] | None:
    """8-u, 8-w, 8-z, 8-aa, 8-ab. The first closed area that a footprint would be in, and the rule that closes it."""
    for piece in s.ground.areas:
        rule = closed_to(unit, piece)
        if rule is not None and is_in(pose, piece):
            rule = roads.opens(s, unit, pose, pose[2], 0, piece, rule)
            if rule is not None:
                return rule, piece
    return None


def closed_on_way(s: State, unit: Unit, pose: Pose, bearing: int, by: int) -> tuple[str, Piece, int] | None:
    """8-u, 8-w, 8-z, 8-aa, 8-ab. The first closed area on a straight way, the rule that closes it, how far it is."""
    first: tuple[str, Piece, int] | None = None
    for piece in s.ground.areas:
        rule = closed_to(unit, piece)
        if rule is None or not near(pose, piece, by):
            continue
        for ring in piece.rings:
            stretch = stretch_in_ring(pose, bearing, by, ring)
            if stretch is None or (first is not None and stretch[0] >= first[2]):
                continue
            shut = roads.opens(s, unit, pose, bearing, by, piece, rule)
            if shut is not None:
                first = (shut, piece, stretch[0])
    return first


def shut_on_way(s: State, unit: Unit, pose: Pose, bearing: int, by: int) -> int | None:
    """8-u, 8-x, 8-ab. How far who has no choice gets on a straight way before closed ground or a closed line stops it.

    The ground in which it already stands does not; None where nothing does.
    """
    found = []
    closed = closed_on_way(s, unit, pose, bearing, by)
    if closed is not None and not is_in(pose, closed[1]):
        found.append(closed[2])
    there = shift(pose, bearing, by)
    found += [
        max(0, crossing.way - 1)
        for crossing in crossed(s, pose[0], pose[1], there[0], there[1])
        if refuses_crossing(unit, crossing) is not None
    ]
    return min(found) if found else None


# -- lines that are crossed -------------------------------------------------------------------------------------------


class Crossing(NamedTuple):
    """A line on the way of the front's centre: how far it is, what it is, and by what it is passed, if by anything."""

    way: int
    piece: Piece
    by: Piece | None


def crossed(s: State, x1: int, y1: int, x2: int, y2: int) -> list[Crossing]:
    """8-x, 8-y, 8-aa. The lines that the way of the front's centre crosses, in order.

    Water that is an area counts where a ford leads into it; a ford laid across water counts once, with the water.
    """
    found: list[Crossing] = []
    low_x, high_x, low_y, high_y = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
    for piece in s.ground.pieces.values():
        west, south, east, north = piece.box
        if high_x < west or low_x > east or high_y < south or low_y > north:
            continue
        if piece.line and (piece.type in SHARES or piece.type == "impassable"):
            ways = crossings(x1, y1, x2, y2, piece.line)
        elif piece.material == "river" and piece.type == "impassable":
            ways = [way for shape in piece.shapes for way in crossings(x1, y1, x2, y2, (*shape, shape[0]))][:1]
        else:
            continue
        length = span(x1, y1, x2, y2)
        for way in ways:
            x, y = x1 + (x2 - x1) * way // max(1, length), y1 + (y2 - y1) * way // max(1, length)
            found.append(Crossing(way, piece, roads.passage_at(s, x, y)))
    found.sort(key=lambda one: one.way)
    wet = [one for one in found if one.piece.type in roads.WATER]
    return [one for one in found if one.piece.type != "ford" or all(other.by is None for other in wet)]


def crossing_cost(unit: Unit, crossing: Crossing) -> int:
    """8-x, 8-y, 8-aa. The grains that crossing a line takes: none by a bridge, half a move through a ford."""
    piece, by = crossing.piece, crossing.by
    if by is not None and unit.formation in COLUMNS and piece.type in roads.SPANNED:
        return 0 if by.type == "bridge" else WHOLE // 2
    return WHOLE // SHARES[piece.type][1] if piece.type in SHARES else 0


def refuses_crossing(unit: Unit, crossing: Crossing) -> str | None:
    """8-x, 8-aa, 8-ab. The rule by which a unit cannot cross a line; gullies are closed sideways to horse and guns."""
    piece, by = crossing.piece, crossing.by
    column = unit.formation in COLUMNS
    if piece.type == "ford":
        return None if column else "8-aa"
    if by is not None and column:
        return None
    if piece.type == "gully" and (unit.is_horse or unit.is_guns):
        return "8-x"
    if piece.type == "impassable" and piece.line and closed_to(unit, piece) is not None:
        return "8-ab" if by is None else "8-aa"
    return None


# -- cover and height -------------------------------------------------------------------------------------------------


def cover_of(s: State, target: Unit, from_pose: Pose) -> str | None:
    """8-u, 8-v, 8-w, 8-x, 8-y, 8-z, 14-b, 9-h. The cover of a unit against fire or blows: `light`, `heavy`, none.

    Mounted horse has none in buildings (8-w). Hills cover against lower ground, a gully against those outside,
    a hedge or wall those who line it if the shortest line to the enemy crosses it.
    """
    best: str | None = None
    for piece in s.ground.areas:
        if piece.type in COVER and centre_in(target.pose, piece):
            if piece.type == "building" and target.is_horse:
                continue
            if piece.type == "heavy_works" or (piece.type == "building" and piece.material == "fortified"):
                return "heavy"
            best = "light"
        elif piece.type in HILLS and is_higher(s, target.pose, from_pose) and centre_in(target.pose, piece):
            best = "light"
    return best or ("light" if _behind_a_line(s, target, from_pose) else None)


def _behind_a_line(s: State, target: Unit, from_pose: Pose) -> bool:
    here, there = nearest(target.pose, from_pose)
    for piece in s.ground.lines:
        if piece.type == "gully" and near(target.pose, piece):
            x, y = centre(target.pose)
            if to_line((x, y, 0, 1, 1), piece.line) <= piece.width // 2:
                return True
        if piece.type in ("hedge", "wall") and lines(target.pose, piece):
            if crossings(here[0], here[1], there[0], there[1], piece.line):
                return True
    return False


def lines(pose: Pose, piece: Piece) -> bool:
    """8-y. Whether a unit lines a hedge or wall."""
    return near(pose, piece, LINED) and to_line(pose, piece.line) <= LINED


def hills_under(s: State, pose: Pose) -> frozenset[str]:
    """8-v. The hills that a unit stands on, by its centre."""
    return frozenset([piece.id for piece in s.ground.areas if piece.type in HILLS and centre_in(pose, piece)])


def is_higher(s: State, pose: Pose, than: Pose) -> bool:
    """13-e, 8-v. Whether one stands on a hill that the other is not on."""
    return bool(hills_under(s, pose) - hills_under(s, than))
