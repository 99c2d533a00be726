"""Arcs: what lies ahead of a side, within a spread that opens from its two ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quadrilatero.native import i64
from quadrilatero.table.distance import gap
from quadrilatero.table.footprint import Pose, quad
from quadrilatero.table.measure import FRONT, LEFT, REAR, RIGHT, TOUCH, Side, cosine, height, sine
from quadrilatero.table.overlap import highest, lowest, reach

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad

    Fan = tuple[i64, i64, i64, i64, i64, i64, i64, i64]


def in_arc(a: Pose, b: Pose, spread: int = 4500, side: Side = FRONT) -> bool:
    """Whether any part of b is in the arc of a side of a; its edges belong to it. The spread is at most 9000.

    >>> in_arc((0, 0, 0, 2000, 1000), (3000, 4000, 0, 2000, 1000))
    True
    >>> in_arc((0, 0, 0, 2000, 1000), (6001, 3000, 0, 2000, 1000))
    False
    """
    return _meets(_fan(a, spread, side), quad(b))


def in_arc_half(a: Pose, b: Pose, spread: int = 4500, side: Side = FRONT, half: Side = LEFT) -> bool:
    """The same of the arc's left or right half; the line straight ahead of the side's centre belongs to both."""
    bearing = a[2] + 9000 * (side.bit_length() - 1)
    lx, ly, rx, ry, left_x, left_y, right_x, right_y = _fan(a, spread, side)
    s, c = sine(bearing), cosine(bearing)
    q = quad(b)
    doubled = (2 * q[0], 2 * q[1], 2 * q[2], 2 * q[3], 2 * q[4], 2 * q[5], 2 * q[6], 2 * q[7])
    if half == LEFT:
        return _meets((2 * lx, 2 * ly, lx + rx, ly + ry, left_x, left_y, s, c), doubled)
    return _meets((lx + rx, ly + ry, 2 * rx, 2 * ry, s, c, right_x, right_y), doubled)


def targets(a: Pose, others: Sequence[Pose], within: int, spread: int = 4500, side: Side = FRONT) -> list[int]:
    """The indices of those in the arc and no farther than that."""
    p, fan = quad(a), _fan(a, spread, side)
    lx, ly, rx, ry, left_x, left_y, right_x, right_y = fan
    x: i64 = a[0]
    y: i64 = a[1]
    own: i64 = within + reach(a)
    most: i64 = (2 * within + 1) ** 2
    found = []
    index: i64 = -1
    for b in others:
        index += 1
        far = reach(b)
        bx: i64 = b[0]
        by: i64 = b[1]
        if (
            -far - own <= bx - x <= far + own
            and -far - own <= by - y <= far + own
            and left_x * (by - ly) - left_y * (bx - lx) <= far << 30
            and right_x * (by - ry) - right_y * (bx - rx) >= -far << 30
        ):
            q = quad(b)
            if _meets(fan, q) and gap(p, q) < most:
                found.append(int(index))
    return found


def behind(a: Pose, b: Pose) -> int:
    """Whether b is ahead of, astride or beyond the line of a's rear: -1, 0, 1. Up to TOUCH across it counts as not."""
    p, q = quad(a), quad(b)
    dx, dy = p[6] - p[4], p[7] - p[5]
    square: int = dx * dx + dy * dy
    beyond: int = highest(p[4], p[5], dx, dy, q)
    ahead: int = -lowest(p[4], p[5], dx, dy, q)
    if beyond <= 0 or height(beyond, square) <= TOUCH:
        return -1
    return 1 if ahead <= 0 or height(ahead, square) <= TOUCH else 0


def _fan(a: Pose, spread: int, side: Side) -> Fan:
    """The ends of a side and the directions in which the arc opens there."""
    p = quad(a)
    bearing = a[2] + 9000 * (side.bit_length() - 1)
    if side == FRONT:
        return _opened(p[0], p[1], p[2], p[3], bearing, spread)
    if side == RIGHT:
        return _opened(p[2], p[3], p[4], p[5], bearing, spread)
    if side == REAR:
        return _opened(p[4], p[5], p[6], p[7], bearing, spread)
    return _opened(p[6], p[7], p[0], p[1], bearing, spread)


def _opened(lx: i64, ly: i64, rx: i64, ry: i64, bearing: int, spread: int) -> Fan:
    """The same, where the ends are known. However they were rounded, no arc opens to behind the line through them."""
    dx, dy = rx - lx, ry - ly
    left_x, left_y = sine(bearing - spread), cosine(bearing - spread)
    right_x, right_y = sine(bearing + spread), cosine(bearing + spread)
    if dx * left_y < dy * left_x:
        left_x, left_y = -dx, -dy
    if dx * right_y < dy * right_x:
        right_x, right_y = dx, dy
    return lx, ly, rx, ry, left_x, left_y, right_x, right_y


def _meets(fan: Fan, q: Quad) -> bool:
    """Whether any part of q is in the arc: it is beyond none of its edges, and the arc is beyond none of its sides."""
    lx, ly, rx, ry, left_x, left_y, right_x, right_y = fan
    return (
        highest(lx, ly, rx - lx, ry - ly, q) >= 0
        and lowest(lx, ly, left_x, left_y, q) <= 0
        and highest(rx, ry, right_x, right_y, q) >= 0
        and not _is_beyond(q[0], q[1], q[2] - q[0], q[3] - q[1], fan)
        and not _is_beyond(q[2], q[3], q[4] - q[2], q[5] - q[3], fan)
        and not _is_beyond(q[4], q[5], q[6] - q[4], q[7] - q[5], fan)
        and not _is_beyond(q[6], q[7], q[0] - q[6], q[1] - q[7], fan)
    )


def _is_beyond(x: i64, y: i64, dx: i64, dy: i64, fan: Fan) -> bool:
    """Whether all of an arc is beyond a side: its ends, and all of it to the left, to the right and in the middle.

    The middle is the way from right to left turned by a quarter: the ends may have been rounded to one point.
    """
    lx, ly, rx, ry, left_x, left_y, right_x, right_y = fan
    return (
        dx * (ly - y) > dy * (lx - x)
        and dx * (ry - y) > dy * (rx - x)
        and dx * left_y >= dy * left_x
        and dx * right_y >= dy * right_x
        and dx * (right_x - left_x) >= dy * (left_y - right_y)
    )
