"""Ground: convex areas and lines of points, and what a footprint or a way has to do with them.

An area is its corners in order, either way round; a piece of ground of another form is the caller's list of such. A
line is two points or more. Like footprints, areas count only where more than TOUCH of them is covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from quadrilatero.native import i64
from quadrilatero.table.distance import to_line
from quadrilatero.table.footprint import Pose, centre, quad, shift
from quadrilatero.table.measure import (
    FULL,
    NEAR,
    ONE,
    TOUCH,
    Point,
    cosine,
    direction,
    divided,
    half_root,
    height,
    sine,
    span,
)
from quadrilatero.table.nearest import nearest
from quadrilatero.table.overlap import highest, lowest
from quadrilatero.table.sweep import ALWAYS, narrowed

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad

Area = Sequence[Sequence[int]]
Line = Sequence[Sequence[int]]
Ring = tuple[int, ...]


def ring(area: Area) -> Ring:
    """The coordinates of an area's corners one after another, clockwise: what is asked about most is kept so."""
    twice = sum(one[0] * other[1] - one[1] * other[0] for one, other in zip(area, [*area[1:], area[0]], strict=True))
    return tuple([value for point in (area if twice < 0 else area[::-1]) for value in point])


def turning(area: Area) -> int:
    """How the outline of a convex area runs: 1 counterclockwise, -1 clockwise; 0 where it is not convex.

    >>> turning([(0, 0), (2, 0), (2, 2), (0, 2)]), turning([(0, 0), (0, 2), (2, 0)]), turning([(0, 0), (4, 0), (2, 0)])
    (1, -1, 0)
    """
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(area, [*area[1:], area[0]], [*area[2:], *area[:2]], strict=True)
    ]
    if not any(turns):
        return 0
    if all(turn >= 0 for turn in turns):
        return 1
    return -1 if all(turn <= 0 for turn in turns) else 0


def contains(polygon: Area, x: int, y: int) -> bool:
    """Whether a point is in an area or on its edge."""
    return holds(ring(polygon), x, y)


def holds(corners: Ring, x: i64, y: i64) -> bool:
    """The same of a ring."""
    before_x: i64 = corners[-2]
    before_y: i64 = corners[-1]
    for i in range(0, len(corners), 2):
        corner_x: i64 = corners[i]
        corner_y: i64 = corners[i + 1]
        if (corner_x - before_x) * (y - before_y) > (corner_y - before_y) * (x - before_x):
            return False
        before_x, before_y = corner_x, corner_y
    return True


def overlaps_ground(p: Pose, polygon: Area) -> bool:
    """Whether more than TOUCH of a footprint is in an area."""
    return overlaps_ring(p, ring(polygon))


def overlaps_ring(p: Pose, corners: Ring) -> bool:
    """The same of a ring."""
    q = quad(p)
    before_x: i64 = corners[-2]
    before_y: i64 = corners[-1]
    for i in range(0, len(corners), 2):
        x: i64 = corners[i]
        y: i64 = corners[i + 1]
        dx, dy = x - before_x, y - before_y
        if not _is_in(lowest(before_x, before_y, dx, dy, q), dx, dy):
            return False
        before_x, before_y = x, y
    return (
        _comes_over(corners, q[6], q[7], q[0] - q[6], q[1] - q[7])
        and _comes_over(corners, q[0], q[1], q[2] - q[0], q[3] - q[1])
        and _comes_over(corners, q[2], q[3], q[4] - q[2], q[5] - q[3])
        and _comes_over(corners, q[4], q[5], q[6] - q[4], q[7] - q[5])
    )


def _comes_over(corners: Ring, x: i64, y: i64, dx: i64, dy: i64) -> bool:
    """Whether more than TOUCH of an area lies beyond a side."""
    return _is_in(_lowest_of(corners, x, y, dx, dy), dx, dy)


def _is_in(low: i64, dx: i64, dy: i64) -> bool:
    """Whether more than TOUCH lies beyond a side, by the least cross product with it."""
    if low >= 0 or -low >= (TOUCH + 1) * (max(dx, -dx) + max(dy, -dy)):
        return low < 0
    short: int = low
    return 4 * short * short >= NEAR * (dx * dx + dy * dy)


def _lowest_of(corners: Ring, x: i64, y: i64, dx: i64, dy: i64) -> i64:
    """The least cross product of a side with the corners of an area."""
    least: i64 = 1 << 62
    for i in range(0, len(corners), 2):
        corner_x: i64 = corners[i]
        corner_y: i64 = corners[i + 1]
        least = min(least, dx * (corner_y - y) - dy * (corner_x - x))
    return least


def stretch_in(p: Pose, bearing: int, by: int, polygon: Area) -> tuple[int, int] | None:
    """From where to where on a straight way any part of a footprint is in an area; None if no more than TOUCH ever is.

    >>> stretch_in((0, 0, 0, 3000, 625), 0, 6000, [(-1000, 2000), (1000, 2000), (1000, 3000), (-1000, 3000)])
    (2000, 3625)
    """
    return stretch_in_ring(p, bearing, by, ring(polygon))


def stretch_in_ring(p: Pose, bearing: int, by: int, corners: Ring) -> tuple[int, int] | None:
    """The same of a ring."""
    q = quad(p)
    if not _is_ahead(q, bearing, by, corners):
        return None
    s: int = sine(bearing)
    c: int = cosine(bearing)
    found, left = ALWAYS, by
    own = list(q)
    sides = len(corners)
    for i in range(0, sides + 8, 2):
        if i < sides:
            x, y, moves = corners[i - 2], corners[i - 1], 1
            dx, dy = corners[i] - x, corners[i + 1] - y
            low = int(lowest(x, y, dx, dy, q))
        else:
            x, y, moves = own[i - sides - 2], own[i - sides - 1], -1
            dx, dy = own[i - sides] - x, own[i - sides + 1] - y
            low = int(_lowest_of(corners, x, y, dx, dy))
        rate = (dx * c - dy * s) * moves
        found = narrowed(found, low, dx, dy, isqrt(dx * dx + dy * dy), s * moves, c * moves)
        if found[1] >= found[2] or found[1] > by:
            return None
        if rate > 0:
            left = min(left, divided(-low << 30, rate))
    return min(found[0], by), max(left, 0)


def _is_ahead(q: Quad, bearing: i64, by: i64, corners: Ring) -> bool:
    """Whether an area lies anywhere on a straight way; found at once, to pass over most others."""
    s, c = direction(bearing)
    x, y = q[0], q[1]
    return (
        _lowest_of(corners, x, y, s, c) < highest(x, y, s, c, q)
        and -_lowest_of(corners, x, y, -s, -c) > lowest(x, y, s, c, q)
        and _lowest_of(corners, x, y, c, -s) < highest(x, y, c, -s, q) + by * ONE
        and -_lowest_of(corners, x, y, -c, s) > lowest(x, y, c, -s, q)
    )


def crossings(x1: int, y1: int, x2: int, y2: int, line: Line) -> list[int]:
    """How far along a straight way it crosses a line, each time once.

    A way that ends on the line has crossed it, one that begins there has not; nor has one that runs along it.

    >>> crossings(0, 0, 0, 5000, [(-1000, 2000), (1000, 2000)])
    [2000]
    """
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    found = set()
    for i in range(1, len(line)):
        from_x, from_y = line[i - 1]
        to_x, to_y = line[i]
        one, other = dx * (from_y - y1) - dy * (from_x - x1), dx * (to_y - y1) - dy * (to_x - x1)
        ex, ey = to_x - from_x, to_y - from_y
        along, whole = (from_x - x1) * ey - (from_y - y1) * ex, dx * ey - dy * ex
        if whole < 0:
            along, whole = -along, -whole
        if min(one, other) <= 0 <= max(one, other) and 0 < along <= whole:
            found.add(half_root(4 * square * along * along // (whole * whole)))
    return sorted(found)


def along(line: Line, x: int, y: int, by: int) -> tuple[int, int, int]:
    """The point that far along a line from its place nearest to a point, and the bearing there; below 0: backward.

    The way ends where the line does.

    >>> along([(0, 0), (0, 4000), (3000, 4000)], 100, 3000, 2000)
    (1000, 4000, 9000)
    """
    lengths = [span(*line[i - 1], *line[i]) for i in range(1, len(line))]
    best, start = -1, 0
    for i, length in enumerate(lengths):
        far, place = _nearest_place(x, y, line[i], line[i + 1])
        if best < 0 or far < best:
            best, start = far, sum(lengths[:i]) + min(place, length)
    place = min(max(start + by, 0), sum(lengths))
    i = 0
    while i < len(lengths) - 1 and (
        place > lengths[i] or (place == lengths[i] and by >= 0 and place < sum(lengths[i:]))
    ):
        place -= lengths[i]
        i += 1
    (from_x, from_y), (to_x, to_y) = line[i], line[i + 1]
    dx, dy = to_x - from_x, to_y - from_y
    ahead = bearing(0, 0, dx, dy) if by >= 0 else bearing(0, 0, -dx, -dy)
    return from_x + divided(dx * place, lengths[i]), from_y + divided(dy * place, lengths[i]), ahead


def _nearest_place(x: int, y: int, one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """The square of twice the distance of a point from a stretch, rounded down, and where the nearest place is."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square, dot = dx * dx + dy * dy, dx * (x - one[0]) + dy * (y - one[1])
    if dot <= 0:
        return 4 * ((x - one[0]) ** 2 + (y - one[1]) ** 2), 0
    if dot >= square:
        return 4 * ((x - other[0]) ** 2 + (y - other[1]) ** 2), half_root(4 * square)
    cross = dx * (y - one[1]) - dy * (x - one[0])
    return 4 * cross * cross // square, height(dot, square)


def bearing(x1: int, y1: int, x2: int, y2: int) -> int:
    """The direction from one point to another, to the nearest hundredth of a degree; 0 if they are the same.

    >>> bearing(0, 0, 1000, 1000), bearing(0, 0, 0, -5)
    (4500, 18000)
    """
    x, y, quarter = x2 - x1, y2 - y1, 0
    if x == 0 and y == 0:
        return 0
    while x < 0 or y <= 0:
        x, y, quarter = -y, x, quarter + 9000
    low, high = 0, 9000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _right_of(x, y, middle) >= 0 else (low, middle)
    return (quarter + (low if _right_of(x, y, low) <= -_right_of(x, y, high) else high)) % FULL


def _right_of(x: i64, y: i64, angle: i64) -> i64:
    """How far a direction is to the right of a bearing, at whatever scale."""
    s, c = direction(angle)
    return x * c - y * s


def band(line: Line, width: int) -> list[list[Point]]:
    """A line with a width as areas, one for each stretch; they overlap where the line bends."""
    found = []
    for i in range(1, len(line)):
        (x1, y1), (x2, y2) = line[i - 1], line[i]
        length = span(x1, y1, x2, y2)
        ahead_x, ahead_y = divided((x2 - x1) * width, 2 * length), divided((y2 - y1) * width, 2 * length)
        if i > 1:
            x1, y1 = x1 - ahead_x, y1 - ahead_y
        if i < len(line) - 1:
            x2, y2 = x2 + ahead_x, y2 + ahead_y
        x, y = -ahead_y, ahead_x
        found.append([(x2 + x, y2 + y), (x2 - x, y2 - y), (x1 - x, y1 - y), (x1 + x, y1 + y)])
    return found


def stands_in(p: Pose, polygon: Area) -> bool:
    """Whether the centre of a footprint is in an area: so it has its cover, or is on the hill."""
    x, y = centre(p)
    return contains(polygon, x, y)


def leave_edge(polygon: Area, side: int, width: int, depth: int) -> Pose:
    """A footprint that stands outside an area with its rear along the middle of a side, facing away from it.

    >>> leave_edge([(-1500, 0), (1500, 0), (1500, 3000), (-1500, 3000)], 2, 2000, 1000)
    (0, 4000, 0, 2000, 1000)
    """
    (x1, y1), (x2, y2) = polygon[side], polygon[(side + 1) % len(polygon)]
    turned = 9000 if ring(polygon)[:2] != tuple(polygon[0]) else -9000
    away = (bearing(x1, y1, x2, y2) + turned) % 36000
    middle = (divided(x1 + x2, 2), divided(y1 + y2, 2), away, width, depth)
    return shift(middle, away, depth)


def into(polygon: Area, p: Pose) -> Pose:
    """A footprint that goes straight on into an area, its rear on the edge it came by; else in its middle.

    >>> into([(-1500, 0), (1500, 0), (1500, 3000), (-1500, 3000)], (0, 0, 0, 2000, 1000))
    (0, 1000, 0, 2000, 1000)
    """
    there = shift(p, p[2], p[4])
    q = quad(there)
    if all(contains(polygon, q[i], q[i + 1]) for i in (0, 2, 4, 6)):
        return there
    x = divided(sum(point[0] for point in polygon), len(polygon))
    y = divided(sum(point[1] for point in polygon), len(polygon))
    return shift((x, y, *p[2:]), p[2], p[4] // 2)


def share_in(p: Pose, polygons: Sequence[Area]) -> int:
    """How many thousandths of a footprint are in areas; where these overlap each other, that part counts once.

    >>> share_in((0, 0, 0, 2000, 1000), [[(0, -5000), (9000, -5000), (9000, 5000), (0, 5000)]])
    500
    """
    q = list(quad(p))
    pieces = [[(q[i], q[i + 1]) for i in (0, 2, 4, 6)]]
    whole = _twice_area(pieces[0])
    out = pieces
    for polygon in polygons:
        out = [part for piece in out for part in _outside(piece, ring(polygon))]
    return divided(1000 * (whole - sum(map(_twice_area, out))), whole)


def _outside(shape: list[Point], corners: Ring) -> list[list[Point]]:
    """What is left of a shape outside an area, in parts: beyond its first side, of the rest beyond its second …"""
    found = []
    rest = shape
    for i in range(0, len(corners), 2):
        x, y = corners[i - 2], corners[i - 1]
        dx, dy = corners[i] - x, corners[i + 1] - y
        beyond, rest = _cut(rest, x, y, dx, dy)
        if beyond:
            found.append(beyond)
        if not rest:
            break
    return found


def _cut(shape: list[Point], x: int, y: int, dx: int, dy: int) -> tuple[list[Point], list[Point]]:
    """The parts of a convex shape to the left of a line and to its right; empty where there is none."""
    left: list[Point] = []
    right: list[Point] = []
    sides = [dx * (b - y) - dy * (a - x) for a, b in shape]
    for i, point in enumerate(shape):
        before = shape[i - 1]
        one, other = sides[i - 1], sides[i]
        if (one > 0 and other < 0) or (one < 0 and other > 0):
            parts = abs(one) + abs(other)
            meet = (
                before[0] + divided((point[0] - before[0]) * abs(one), parts),
                before[1] + divided((point[1] - before[1]) * abs(one), parts),
            )
            left.append(meet)
            right.append(meet)
        if other >= 0:
            left.append(point)
        if other <= 0:
            right.append(point)
    return (left if any(side > 0 for side in sides) else []), (right if any(side < 0 for side in sides) else [])


def _twice_area(shape: Sequence[Point]) -> int:
    """Twice the area of a shape."""
    return abs(sum(shape[i - 1][0] * b - shape[i - 1][1] * a for i, (a, b) in enumerate(shape)))


def lines(p: Pose, line: Line, within: int = 500) -> bool:
    """Whether a footprint stands so near to a hedge, a wall or the like that it lines it."""
    return to_line(p, line) <= within


def shelters(line: Line, p: Pose, enemy: Pose, within: int = 500) -> bool:
    """Whether a footprint that lines it has the line between itself and an enemy, on the shortest way."""
    if not lines(p, line, within):
        return False
    (x1, y1), (x2, y2) = nearest(p, enemy)
    return bool(crossings(x1, y1, x2, y2, line) or crossings(x2, y2, x1, y1, line))
