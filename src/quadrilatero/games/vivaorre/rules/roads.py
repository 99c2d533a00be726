"""Chapter 8, roads, bridges and fords: ways for columns through ground that would stop or slow them (8-aa)."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.rules.rates import COLUMNS
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.table import along, band, contains, crossings, shift, span, stretch_in, to_line
from quadrilatero.table import bearing as bearing_to

PASSAGES = ("bridge", "ford")
WATER = ("stream", "impassable")
SPANNED = ("stream", "impassable", "gully")
"""8-aa: what a bridge leads over."""
AT_ONCE = 20
"""How near to its first step a way has to be on the road to count as on it from there."""


class RoadLeg(NamedTuple):
    """A straight part of a way along a road."""

    bearing: int
    by: int


# -- roads ------------------------------------------------------------------------------------------------------------


def lies_on(piece: Piece, x: int, y: int) -> bool:
    """8-aa. Whether a point is on a road, bridge or ford."""
    half = piece.width // 2
    west, south, east, north = piece.box
    if not (west - half <= x <= east + half and south - half <= y <= north + half):
        return False
    return to_line((x, y, 0, 1, 1), piece.line) <= half


def on_road(s: State, pose: Pose) -> bool:
    """8-aa. Whether the front's centre is on a road: a road is open ground for those who march on it."""
    return any(piece.type == "road" and lies_on(piece, pose[0], pose[1]) for piece in s.ground.lines)


def road_ahead(s: State, x: int, y: int, bearing: int, by: int) -> int:
    """8-aa. How far a straight way of the front's centre stays on a road, from a place on it."""
    far = 0
    point: Pose = (x, y, bearing, 1, 1)
    stretches = [
        stretch
        for piece in s.ground.lines
        if piece.type == "road"
        for area in band(piece.line, piece.width)
        if (stretch := stretch_in(point, bearing, by, area)) is not None
    ]
    for begin, end in sorted(stretches):
        if begin <= far + AT_ONCE:
            far = max(far, end)
    return min(far, by)


def legs_along(line: tuple[tuple[int, int], ...], x: int, y: int, by: int, forward: bool) -> list[RoadLeg]:
    """8-aa. The straight parts of so long a way along a road; together shorter where the road ends."""
    found: list[RoadLeg] = []
    points = line if forward else line[::-1]
    start_x, start_y, _ = along(line, x, y, 0)
    passed = False
    for i in range(1, len(points)):
        one, other = points[i - 1], points[i]
        if not passed and span(*one, start_x, start_y) + span(start_x, start_y, *other) > span(*one, *other) + 2:
            continue
        from_x, from_y = one if passed else (start_x, start_y)
        passed = True
        length = min(by, span(from_x, from_y, *other))
        if length > 0:
            found.append(RoadLeg(bearing_to(*one, *other), length))
            by -= length
        if by <= 0:
            break
    return found


# -- bridges and fords ------------------------------------------------------------------------------------------------


def passage_at(s: State, x: int, y: int) -> Piece | None:
    """8-aa. The bridge or ford at a point, a bridge before a ford."""
    for kind in PASSAGES:
        for piece in s.ground.lines:
            if piece.type == kind and lies_on(piece, x, y):
                return piece
    return None


def opens(s: State, unit: Unit, pose: Pose, bearing: int, by: int, piece: Piece, rule: str) -> str | None:
    """8-aa. The rule by which an area stays closed on a straight way: columns go over water by bridge or ford."""
    if piece.material != "river" or passage_over(s, pose, bearing, by, piece) is None:
        return rule
    return None if unit.formation in COLUMNS else "8-aa"


def passage_over(s: State, pose: Pose, bearing: int, by: int, river: Piece) -> Piece | None:
    """8-aa. The bridge or ford that a unit keeps to with its middle line wherever it is over an area of water."""
    rear = shift(pose, (pose[2] + 18000) % 36000, pose[4])
    ahead = shift(pose, bearing, by)
    for piece in s.ground.lines:
        if piece.type in PASSAGES and _keeps_to(piece, river, (rear[0], rear[1]), (ahead[0], ahead[1])):
            return piece
    return None


def _keeps_to(passage: Piece, river: Piece, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a straight way is on a bridge wherever it is over the water; it is over it somewhere."""
    length = span(*one, *other)
    wet: list[tuple[int, int]] = []
    for shape in river.shapes:
        wet += [point for point in (one, other) if contains(shape, *point)]
        for way in crossings(*one, *other, (*shape, shape[0])):
            x = one[0] + (other[0] - one[0]) * way // max(1, length)
            wet.append((x, one[1] + (other[1] - one[1]) * way // max(1, length)))
    return bool(wet) and all(lies_on(passage, *point) for point in wet)
