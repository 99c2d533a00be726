"""Whether footprints overlap, and how deeply: how far one must be moved, at the least, to be clear of the other.

Two convex shapes are clear of each other if all of one lies beyond some side of the other. Seen from a side, a corner
is beyond it if the cross product of the side and the way to the corner is above 0 (sides run clockwise).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quadrilatero.native import i64
from quadrilatero.table.footprint import Pose, quad
from quadrilatero.table.measure import NEAR, half_root, quotient

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad

    Words = tuple[i64, i64, i64, i64, i64]
    """A pose of whose numbers no object is made when it is taken out of a list, because most are passed over."""


def lowest(x: i64, y: i64, dx: i64, dy: i64, q: Quad) -> i64:
    """The least cross product of a side, from x, y along dx, dy, with the ways to the corners of a footprint."""
    least = dx * (q[1] - y) - dy * (q[0] - x)
    least = min(least, dx * (q[3] - y) - dy * (q[2] - x))
    least = min(least, dx * (q[5] - y) - dy * (q[4] - x))
    return min(least, dx * (q[7] - y) - dy * (q[6] - x))


def highest(x: i64, y: i64, dx: i64, dy: i64, q: Quad) -> i64:
    """The greatest of them."""
    most = dx * (q[1] - y) - dy * (q[0] - x)
    most = max(most, dx * (q[3] - y) - dy * (q[2] - x))
    most = max(most, dx * (q[5] - y) - dy * (q[4] - x))
    return max(most, dx * (q[7] - y) - dy * (q[6] - x))


def overlap(a: Pose, b: Pose) -> int:
    """The depth of the deepest common part; 0 if they are apart or just touch."""
    return 0 if _far(a, b) else half_root(common(quad(a), quad(b)))


def overlaps(a: Pose, b: Pose) -> bool:
    """Whether they overlap by more than TOUCH."""
    return not _far(a, b) and common(quad(a), quad(b)) >= NEAR


def overlaps_any(a: Pose, others: Sequence[Words], but: int = -1) -> int:
    """The index of the first that overlaps by more than TOUCH, or -1; the one at index `but` is passed over."""
    x: i64 = a[0]
    y: i64 = a[1]
    own: i64 = reach(a)
    index: i64 = -1
    for b in others:
        index += 1
        near = own + (b[3] >> 1) + b[4] + 1
        if -near < x - b[0] < near and -near < y - b[1] < near and common(quad(a), quad(b)) >= NEAR and index != but:
            return index
    return -1


def reach(p: Pose) -> i64:
    """No part of a footprint is farther from its front's centre."""
    width: i64 = p[3]
    depth: i64 = p[4]
    return (width >> 1) + depth + 1


def _far(a: Pose, b: Pose) -> bool:
    """Whether they are so far from one another that corners need not be looked at."""
    near = reach(a) + reach(b)
    return not (-near < a[0] - b[0] < near and -near < a[1] - b[1] < near)


def common(p: Quad, q: Quad) -> i64:
    """The square of twice the depth of the common part, rounded down."""
    one = _out(p, q)
    if one == 0:
        return 0
    return min(one, _out(q, p))


def _out(p: Quad, q: Quad) -> i64:
    """The square of twice the shortest way of q out over a side of p, rounded down; 0 if q is beyond one."""
    least = _beyond(p[0], p[1], p[2] - p[0], p[3] - p[1], q)
    if least > 0:
        least = min(least, _beyond(p[2], p[3], p[4] - p[2], p[5] - p[3], q))
    if least > 0:
        least = min(least, _beyond(p[4], p[5], p[6] - p[4], p[7] - p[5], q))
    if least > 0:
        least = min(least, _beyond(p[6], p[7], p[0] - p[6], p[1] - p[7], q))
    return least


def _beyond(x: i64, y: i64, dx: i64, dy: i64, q: Quad) -> i64:
    """The square of twice the way that q must go to be beyond a side, rounded down; 0 if it is."""
    inside = -lowest(x, y, dx, dy, q)
    if inside <= 0:
        return 0
    return quotient(2 * inside, dx * dx + dy * dy)
