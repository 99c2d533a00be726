"""The nearest points of two footprints: the line that a tape would be laid along."""

from __future__ import annotations

from quadrilatero.table.footprint import Pose, corners
from quadrilatero.table.measure import Point, divided

_Pair = tuple[int, int, int, int, int, int]
"""The square of the distance as numerator and denominator; of the points, in that denominator: x and y of the one, x
and y of the other."""


def nearest(a: Pose, b: Pose) -> tuple[Point, Point]:
    """The nearest points of both; of several pairs the one farthest to the west, then to the south.

    Where they overlap both are the same point, the first such corner or crossing of sides.
    """
    p, q = corners(a), corners(b)
    common = [(p[i], p[i + 1]) for i in (0, 2, 4, 6) if _holds(q, p[i], p[i + 1])]
    common += [(q[i], q[i + 1]) for i in (0, 2, 4, 6) if _holds(p, q[i], q[i + 1])]
    common += [point for i in (0, 2, 4, 6) for j in (0, 2, 4, 6) for point in _crossing(p, i, q, j)]
    if common:
        return min(common), min(common)
    best = _from_corner(p[0], p[1], q, 0)
    for i in (0, 2, 4, 6):
        for j in (0, 2, 4, 6):
            best = _nearer(best, _from_corner(p[i], p[i + 1], q, j))
            square, parts, x1, y1, x2, y2 = _from_corner(q[i], q[i + 1], p, j)
            best = _nearer(best, (square, parts, x2, y2, x1, y1))
    _, parts, x1, y1, x2, y2 = best
    return (divided(x1, parts), divided(y1, parts)), (divided(x2, parts), divided(y2, parts))


def _from_corner(x: int, y: int, q: tuple[int, ...], j: int) -> _Pair:
    """From a point to the nearest place in the side of q that begins at its coordinate j."""
    from_x, from_y = q[j], q[j + 1]
    dx, dy = q[(j + 2) % 8] - from_x, q[(j + 3) % 8] - from_y
    parts = dx * dx + dy * dy
    along = dx * (x - from_x) + dy * (y - from_y)
    if along <= 0 or along >= parts:
        end_x, end_y = (from_x, from_y) if along <= 0 else (from_x + dx, from_y + dy)
        return (x - end_x) ** 2 + (y - end_y) ** 2, 1, x, y, end_x, end_y
    cross = dx * (y - from_y) - dy * (x - from_x)
    return cross * cross, parts, x * parts, y * parts, from_x * parts + dx * along, from_y * parts + dy * along


def _nearer(one: _Pair, other: _Pair) -> _Pair:
    """The nearer pair; pairs equally near differ by a shift, and are told apart by where they are."""
    for first, second in (
        (one[0], other[0]),
        (one[2] + one[4], other[2] + other[4]),
        (one[3] + one[5], other[3] + other[5]),
    ):
        less = first * other[1] - second * one[1]
        if less:
            return one if less < 0 else other
    return one


def _holds(q: tuple[int, ...], x: int, y: int) -> bool:
    """Whether a point is inside or on the edge."""
    for j in (0, 2, 4, 6):
        dx, dy = q[(j + 2) % 8] - q[j], q[(j + 3) % 8] - q[j + 1]
        if dx * (y - q[j + 1]) > dy * (x - q[j]):
            return False
    return True


def _crossing(p: tuple[int, ...], i: int, q: tuple[int, ...], j: int) -> list[Point]:
    """Where a side of the one crosses a side of the other, if it does."""
    px, py, qx, qy = p[i], p[i + 1], q[j], q[j + 1]
    dx, dy = p[(i + 2) % 8] - px, p[(i + 3) % 8] - py
    ex, ey = q[(j + 2) % 8] - qx, q[(j + 3) % 8] - qy
    turn = dx * ey - dy * ex
    along, other = (qx - px) * ey - (qy - py) * ex, (qx - px) * dy - (qy - py) * dx
    if turn < 0:
        turn, along, other = -turn, -along, -other
    if turn == 0 or not (0 <= along <= turn and 0 <= other <= turn):
        return []
    return [(divided(px * turn + dx * along, turn), divided(py * turn + dy * along, turn))]
