"""Chapter 11.2, 11.4: what areas do to those who move in them, and where nobody goes."""

from __future__ import annotations

from collections.abc import Iterable

from quadrilatero.games.alaguerre.ground import HOUSES, Piece
from quadrilatero.games.alaguerre.rules.formations import Unit, is_column
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.table import TOUCH, centre, contains, overlaps_ground, share_in, shift, stretch_in

ROUGH = ("marsh", "wood", *HOUSES)
"""5.6.5-i, 6.1.1-a: where light troops are at home."""
STEP = 100
"""How closely a way across closed ground is looked at."""


def lies_on(pose: Pose, piece: Piece) -> bool:
    """11.4-a. Whether any part of a base is in a piece of ground."""
    return is_near(pose, piece, 0) and any(overlaps_ground(pose, area) for area in piece.areas)


def meets(pose: Pose, bearing: int, by: int, piece: Piece) -> bool:
    """11.4-a. Whether any part of a base is in a piece of ground on a straight way."""
    return is_near(pose, piece, by) and any(stretch_in(pose, bearing, by, area) is not None for area in piece.areas)


def is_near(pose: Pose, piece: Piece, by: int) -> bool:
    """Whether a base on a way of that length can come to a piece of ground at all; found at once."""
    reach = pose[3] // 2 + pose[4] + by + 1
    west, south, east, north = piece.box
    return west - reach <= pose[0] <= east + reach and south - reach <= pose[1] <= north + reach


def has_effect(piece: Piece) -> bool:
    """11-t1. Whether an area does anything to movement: slopes that are not steep do not."""
    return piece.type != "hill" or piece.steep


# -- speed (11.4.1) ---------------------------------------------------------------------------------------------------


def slowed(move: int, unit: Unit, pieces: Iterable[Piece]) -> int:
    """11-t3, 11-t4, 11.4.3-a. A move in all these kinds of ground at once: limits of 1um first, then halves."""
    found, halves = move, 0
    for kind in {piece.type for piece in pieces if has_effect(piece)}:
        if kind in ("marsh", "wood") and not unit.is_open:
            found = min(found, UM)
        elif is_halved(unit, kind):
            halves += 1
    return found >> halves


def is_halved(unit: Unit, kind: str) -> bool:
    """11-t2, 11-t5, 11-t6, 11-t7, 11-t8, 11.2-c. Where a unit goes at half speed."""
    if kind in HOUSES:
        return not unit.is_open and not is_column(unit)
    if kind == "field":
        return not unit.is_open
    return kind in ("hill", "marsh", "wood", "stream")


def disorders(unit: Unit, piece: Piece) -> bool:
    """11.4.2-a, 11-t2, 11-t8, 11-t9. Whether moving in a piece of ground disorders: steep slopes, streams, fords."""
    if piece.type == "hill":
        return piece.steep and not unit.is_open
    return piece.type in ("stream", "ford")


def disorders_in_melee(piece: Piece) -> bool:
    """11.4.2-b, 11-t3, 11-t9. Whether who is in it when bases meet is disordered."""
    return piece.type in ("marsh", "ford")


def closed_to(unit: Unit, piece: Piece) -> str | None:
    """11-t2, 11-t3, 11-t7, 11.2-g, 5.5.1-d. The rule that closes a piece of ground to a unit, if any."""
    if piece.type in ("river", "pond", "impassable"):
        return "11.2-g"
    if piece.type == "hill" and piece.steep and (unit.is_guns or unit.is_train):
        return "11-t2"
    if piece.type == "marsh" and (unit.is_guns or unit.is_train or unit.is_great_foot):
        return "11-t3"
    if piece.type == "field" and unit.is_guns:
        return "11-t7"
    return None


# -- where nobody goes, but by bridges and fords (11.2) ---------------------------------------------------------------


def closed_on_way(s: State, unit: Unit, pose: Pose, bearing: int, by: int) -> tuple[str, Piece, int] | None:
    """11.2-e, 11.2-f, 11.2-g. The first closed ground on a straight way: rule, piece, how far."""
    best: tuple[str, Piece, int] | None = None
    for piece in (*s.ground.closed, *s.ground.areas):
        rule = closed_to(unit, piece)
        if rule is None or not is_near(pose, piece, by):
            continue
        for area in piece.areas:
            found = stretch_in(pose, bearing, by, area)
            if found is None or (piece.type == "river" and leads_over(s, unit, pose, bearing, by, piece)):
                continue
            if best is None or found[0] < best[2]:
                best = (rule, piece, found[0])
    return best


def leads_over(s: State, unit: Unit, pose: Pose, bearing: int, by: int, river: Piece) -> bool:
    """11.2-e, 11.2-f. Whether a base, and the middle of its front, stays on bridges and fords while over a river."""
    ways = [way for way in s.ground.ways if way.type != "road" and may_use(unit, way)]
    if not ways:
        return False
    for gone in [*range(0, by, STEP), by]:
        there = shift(pose, bearing, gone)
        if _holds(river, there[0], there[1]) and not any(_holds(way, there[0], there[1]) for way in ways):
            return False
        if lies_on(there, river) and not any(lies_on(there, way) for way in ways):
            return False
    return True


def is_on_table(s: State, pose: Pose) -> bool:
    """5.2-a, 10.2-f. Whether the middle of a base is on the table."""
    wide, high = s.ground.size
    x, y = centre(pose)
    return 0 <= x <= wide and 0 <= y <= high


def stands_in_closed(s: State, pose: Pose) -> Piece | None:
    """11.2-e, 11.2-f, 11.2-g. Closed ground that a base stands in by more than a hair, on no bridge or ford."""
    x, y, facing, width, depth = shift(pose, (pose[2] + 18000) % 36000, TOUCH)
    inner = (x, y, facing, width - 2 * TOUCH, depth - 2 * TOUCH)
    for piece in s.ground.closed:
        if lies_on(inner, piece) and not any(way.type != "road" and lies_on(pose, way) for way in s.ground.ways):
            return piece
    return None


def _holds(piece: Piece, x: int, y: int) -> bool:
    return any(contains(area, x, y) for area in piece.areas)


def may_use(unit: Unit, way: Piece) -> bool:
    """11.2-e, 11.2-f. Bridges and fords of 1um are for columns, open order and limbered guns; wider fords for all."""
    if way.type == "ford" and way.wide >= 2 * UM:
        return not unit.is_guns or unit.kind == "limbered"
    return unit.is_open or is_column(unit) or unit.kind == "limbered"


def in_rough(s: State, pose: Pose) -> bool:
    """5.6.5-i, 6.1.1-a, 9.4-t9. Whether at least half of a base is in marsh, wood or a built-up area."""
    areas = [area for piece in s.ground.areas if piece.type in ROUGH for area in piece.areas]
    return bool(areas) and share_in(pose, areas) >= 500
