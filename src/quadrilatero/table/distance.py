"""Distances from edge to edge.

If the nearest points are a corner and a place inside a side, all of the one shape is beyond that side, and no corner of
it is nearer to the side's line; otherwise they are two corners. So a side needs a look only if the other shape is
wholly beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quadrilatero.native import i64
from quadrilatero.table.footprint import Pose, quad
from quadrilatero.table.measure import NEAR, TOUCH, half_root, quotient

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad


def distance(a: Pose, b: Pose) -> int:
    """From edge to edge; 0 where they overlap."""
    return half_root(gap(quad(a), quad(b)))


def no_nearer(a: Pose, b: Pose) -> int:
    """A length that the distance of two footprints is at least; found at once, to pass over those who are far off."""
    across = abs(a[0] - b[0])
    along = abs(a[1] - b[1])
    return max(across, along) - a[3] - a[4] - b[3] - b[4]


def touching(a: Pose, b: Pose) -> bool:
    """Whether they are no more than TOUCH apart, or overlap."""
    far: i64 = (a[3] + b[3]) // 2 + a[4] + b[4] + TOUCH + 2
    return -far <= a[0] - b[0] <= far and -far <= a[1] - b[1] <= far and gap(quad(a), quad(b)) < NEAR


def within_reach(a: Pose, b: Pose, most: int) -> bool:
    """Whether two footprints can be as near as that: what circles about them say at once, before any corner."""
    across: i64 = a[0] - b[0]
    along: i64 = a[1] - b[1]
    far: i64 = most + (a[3] + b[3]) // 2 + a[4] + b[4] + 2
    return across * across + along * along <= far * far


def distances(a: Pose, others: Sequence[Pose]) -> list[int]:
    """From one footprint to each of the others."""
    p = quad(a)
    return [half_root(gap(p, quad(b))) for b in others]


def to_point(a: Pose, x: int, y: int) -> int:
    """From the edge to a point; 0 inside."""
    px: i64 = x
    py: i64 = y
    return half_root(gap(quad(a), (px, py, px, py, px, py, px, py)))


def to_line(a: Pose, line: Sequence[Sequence[int]]) -> int:
    """From the edge to a line of at least two points; 0 where it crosses."""
    p = quad(a)
    return min(half_root(_to_stretch(p, line[i - 1], line[i])) for i in range(1, len(line)))


def _to_stretch(p: Quad, one: Sequence[int], other: Sequence[int]) -> i64:
    x1: i64 = one[0]
    y1: i64 = one[1]
    x2: i64 = other[0]
    y2: i64 = other[1]
    return gap(p, (x1, y1, x2, y2, x2, y2, x1, y1))


_NOT_BEYOND: Final = -1
_ASKEW: Final = -2
"""Beyond a side, but nearer to one of its ends than to any place in it."""


def gap(p: Quad, q: Quad) -> i64:
    """The square of twice the distance, rounded down. One of the two may be a line or a point."""
    one = _from_sides(p, q)
    if one >= 0:
        return one
    other = _from_sides(q, p)
    if other >= 0:
        return other
    if one == _NOT_BEYOND and other == _NOT_BEYOND:
        return 0
    least = min(_to_corner(p[0], p[1], q), _to_corner(p[2], p[3], q))
    least = min(least, _to_corner(p[4], p[5], q))
    return 4 * min(least, _to_corner(p[6], p[7], q))


def _from_sides(p: Quad, q: Quad) -> i64:
    """The square of twice the distance of q from the side of p that it is opposite to; or how it lies otherwise."""
    lies: i64 = _NOT_BEYOND
    x, y = q[0], q[1]
    dx, dy = p[2] - p[0], p[3] - p[1]
    if dx * (y - p[1]) > dy * (x - p[0]):
        lies = _from_side(p[0], p[1], dx, dy, q)
        if lies >= 0:
            return lies
    dx, dy = p[4] - p[2], p[5] - p[3]
    if dx * (y - p[3]) > dy * (x - p[2]):
        found = _from_side(p[2], p[3], dx, dy, q)
        if found >= 0:
            return found
        lies = min(lies, found)
    dx, dy = p[6] - p[4], p[7] - p[5]
    if dx * (y - p[5]) > dy * (x - p[4]):
        found = _from_side(p[4], p[5], dx, dy, q)
        if found >= 0:
            return found
        lies = min(lies, found)
    dx, dy = p[0] - p[6], p[1] - p[7]
    if dx * (y - p[7]) > dy * (x - p[6]):
        found = _from_side(p[6], p[7], dx, dy, q)
        if found >= 0:
            return found
        lies = min(lies, found)
    return lies


def _from_side(x: i64, y: i64, dx: i64, dy: i64, q: Quad) -> i64:
    """The same of one side, beyond which the first corner of q is known to be."""
    x1, y1, x2, y2, x3, y3, x4, y4 = q[0] - x, q[1] - y, q[2] - x, q[3] - y, q[4] - x, q[5] - y, q[6] - x, q[7] - y
    first, second, third, fourth = dx * y1 - dy * x1, dx * y2 - dy * x2, dx * y3 - dy * x3, dx * y4 - dy * x4
    low = min(first, second)
    low = min(low, third)
    low = min(low, fourth)
    if low <= 0:
        return _NOT_BEYOND
    square = dx * dx + dy * dy
    if (
        (first == low and 0 <= dx * x1 + dy * y1 <= square)
        or (second == low and 0 <= dx * x2 + dy * y2 <= square)
        or (third == low and 0 <= dx * x3 + dy * y3 <= square)
        or (fourth == low and 0 <= dx * x4 + dy * y4 <= square)
    ):
        return quotient(2 * low, square)
    return _ASKEW


def _to_corner(x: i64, y: i64, q: Quad) -> i64:
    """The square of the distance from a point to the nearest corner."""
    least = (q[0] - x) * (q[0] - x) + (q[1] - y) * (q[1] - y)
    least = min(least, (q[2] - x) * (q[2] - x) + (q[3] - y) * (q[3] - y))
    least = min(least, (q[4] - x) * (q[4] - x) + (q[5] - y) * (q[5] - y))
    return min(least, (q[6] - x) * (q[6] - x) + (q[7] - y) * (q[7] - y))
