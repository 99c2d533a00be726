"""Moves and what they meet on the way: straight on, in a wheel, along a corridor.

Who stands in the way is met where the footprints first touch, exactly. Grazing is free: nobody is met who would not be
overlapped by more than TOUCH if the move went on.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Final

from quadrilatero.native import i64
from quadrilatero.table.distance import gap
from quadrilatero.table.footprint import Pose, centre, quad, wheel
from quadrilatero.table.measure import LEFT, NEAR, ONE, TOUCH, Side, cosine, divided, sine
from quadrilatero.table.overlap import common, highest, lowest, reach

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad

Passage = tuple[int, int, int]
"""Of a straight way, in whole lengths: where the footprints first touch, and where the common part is first and last
deeper than TOUCH; it never is unless the second is less than the third."""

ALWAYS: Passage = (0, 0, 1 << 60)
NEVER: Passage = (0, 0, 0)
QUARTER: Final = 9000


def first_touch(p: Pose, bearing: int, by: int, others: Sequence[Pose]) -> tuple[int, int]:
    """How far a footprint goes straight on until it meets one of the others, and which; or the whole way and -1.

    Of several met at the same way it is the first in the list.

    >>> first_touch((0, 0, 0, 2000, 1000), 0, 6000, [(0, 5000, 18000, 2000, 1000)])
    (5000, 0)
    """
    x: i64 = p[0]
    y: i64 = p[1]
    s, c = sine(bearing), cosine(bearing)
    own, way = reach(p), by
    moving = quad(p)
    index = -1
    for number, b in enumerate(others):
        near = own + reach(b)
        dx: i64 = b[0] - x
        dy: i64 = b[1] - y
        beside, ahead = (dx * c - dy * s) >> 30, (dx * s + dy * c) >> 30
        if -near <= beside <= near and -near <= ahead <= near + way:
            met, first, last = passage(moving, p[3], p[4], quad(b), b[3], b[4], s, c)
            if first < last and met <= way and (met < way or index < 0):
                way, index = met, number
    return way, index


def may_meet(p: Pose, bearing: int, by: int, b: Pose) -> bool:
    """Whether a footprint that goes straight on comes near another at all; found at once, to pass over most others."""
    near = reach(p) + reach(b)
    dx: i64 = b[0] - p[0]
    dy: i64 = b[1] - p[1]
    s, c = sine(bearing), cosine(bearing)
    return -near <= (dx * c - dy * s) >> 30 <= near and -near <= (dx * s + dy * c) >> 30 <= near + by


def passage(p: Quad, width: int, depth: int, q: Quad, other_width: int, other_depth: int, s: i64, c: i64) -> Passage:
    """How a footprint that moves in the direction s, c passes another."""
    found = _between(ALWAYS, q, p, other_width, other_depth, s, c)
    if found[1] >= found[2]:
        return found
    return _between(found, p, q, width, depth, -s, -c)


def _between(found: Passage, q: Quad, p: Quad, width: int, depth: int, s: i64, c: i64) -> Passage:
    """What is left of a passage when the sides of q are looked at while p moves."""
    found = narrowed(found, lowest(q[0], q[1], q[2] - q[0], q[3] - q[1], p), q[2] - q[0], q[3] - q[1], width, s, c)
    found = narrowed(found, lowest(q[2], q[3], q[4] - q[2], q[5] - q[3], p), q[4] - q[2], q[5] - q[3], depth, s, c)
    found = narrowed(found, lowest(q[4], q[5], q[6] - q[4], q[7] - q[5], p), q[6] - q[4], q[7] - q[5], width, s, c)
    return narrowed(found, lowest(q[6], q[7], q[0] - q[6], q[1] - q[7], p), q[0] - q[6], q[1] - q[7], depth, s, c)


def narrowed(found: Passage, low: int, dx: i64, dy: i64, length: int, s: i64, c: i64) -> Passage:
    """What is left of a passage when one side is looked at, of which the mover's least cross product is given."""
    met, first, last = found
    rate: int = dx * c - dy * s
    deep = low + (2 * TOUCH + 1) * length // 2
    if rate < 0:
        return max(met, ((low << 31) - rate) // (-2 * rate)), max(first, (deep << 30) // -rate), last
    if rate > 0:
        return met, first, min(last, (-deep << 30) // rate)
    return found if deep < 0 else NEVER


def wheel_touch(p: Pose, side: Side, angle: int, others: Sequence[Pose]) -> tuple[int, int]:
    """How far a footprint wheels until it meets one of the others, and which; or the whole angle and -1.

    An angle below 0 wheels backward. Of several met at the same angle it is the first in the list.
    """
    q = quad(p)
    x, y = (q[0], q[1]) if side == LEFT else (q[2], q[3])
    pivot = (x, y, x, y, x, y, x, y)
    radius = isqrt(p[3] * p[3] + p[4] * p[4]) + 2
    most, turned, index = 4 * radius * radius, abs(angle), -1
    for number, b in enumerate(others):
        near = radius + reach(b)
        if -near <= b[0] - x <= near and -near <= b[1] - y <= near:
            if gap(pivot, quad(b)) <= most:
                blocked = _blocked(p, side, angle, radius, b)
                if blocked < 0:
                    continue
                met = _met(p, side, angle, blocked, quad(b))
                if met < turned or index < 0:
                    turned, index = met, number
    return (turned if angle >= 0 else -turned), index


def _blocked(p: Pose, side: Side, angle: int, radius: int, b: Pose) -> int:
    """The first angle of a wheel at which it overlaps another by more than TOUCH; -1 if it never does.

    It cannot between two angles if, at both, one of the two is so far beyond the same side of the other that no corner
    on its arc comes back over it. Otherwise the angle between is halved.
    """
    most, sign = abs(angle), 1 if angle >= 0 else -1
    q = quad(b)
    before = quad(p)
    if common(before, q) >= NEAR:
        return 0
    if 0 < angle <= QUARTER and _is_aside(before, quad(wheel(p, side, angle)), side, p[3], p[4], q):
        return -1
    far: int = radius + reach(b) + reach(b) + 2
    at, step = 0, most
    while at < most:
        to = min(most, at + step)
        after = quad(wheel(p, side, sign * to))
        arch = ONE - cosine((to - at) // 2 + 1)
        own, other = radius * arch // ONE + 3 - TOUCH, far * arch // ONE + 3 - TOUCH
        if _stays_beyond(q, before, q, after, own * b[3], own * b[4]) or _stays_beyond(
            before, q, after, q, other * p[3], other * p[4]
        ):
            at, before, step = to, after, 2 * step
        elif to - at > 1:
            step = (to - at) // 2
        elif common(after, q) >= NEAR:
            return to
        else:
            at, before = to, after
    return -1


def _is_aside(p: Quad, later_p: Quad, side: Side, width: i64, depth: i64, q: Quad) -> bool:
    """Whether q is out of the way of all of a wheel by a quarter at the most: found at once, to pass over most others.

    No part of p comes over the lines of its rear and of the flank it wheels on as they were, nor over that of its front
    as it is in the end. Corners are rounded, which a line carries on beyond them: by 2 for each time its own length.
    """
    across, along = (3 - TOUCH) * width + 2 * depth, (3 - TOUCH) * depth + 2 * width
    flank = _left(p, q) if side == LEFT else _right(p, q)
    return flank >= along or _front(later_p, q) >= across or _rear(p, q) >= across


def _stays_beyond(p: Quad, q: Quad, later_p: Quad, later_q: Quad, width: i64, depth: i64) -> bool:
    """Whether q is beyond the same side of p now and later, by at least so much (of front and rear, and of flanks)."""
    return (
        (_front(p, q) >= width and _front(later_p, later_q) >= width)
        or (_right(p, q) >= depth and _right(later_p, later_q) >= depth)
        or (_rear(p, q) >= width and _rear(later_p, later_q) >= width)
        or (_left(p, q) >= depth and _left(later_p, later_q) >= depth)
    )


def _front(p: Quad, q: Quad) -> i64:
    return lowest(p[0], p[1], p[2] - p[0], p[3] - p[1], q)


def _right(p: Quad, q: Quad) -> i64:
    return lowest(p[2], p[3], p[4] - p[2], p[5] - p[3], q)


def _rear(p: Quad, q: Quad) -> i64:
    return lowest(p[4], p[5], p[6] - p[4], p[7] - p[5], q)


def _left(p: Quad, q: Quad) -> i64:
    return lowest(p[6], p[7], p[0] - p[6], p[1] - p[7], q)


def _met(p: Pose, side: Side, angle: int, blocked: int, q: Quad) -> int:
    """The angle of a wheel at which the contact begins that blocks it.

    That is where the footprints first touch; but those that have touched before, at the corner they wheel on, touch all
    the way, and are met where the common part becomes deeper than a rounding.
    """
    sign = 1 if angle >= 0 else -1
    deep = blocked
    while deep > 0 and common(quad(wheel(p, side, sign * (deep - 1))), q) >= 9:
        deep -= 1
    least = max(0, deep - (blocked - deep) - 10)
    met = deep
    while met > least and gap(quad(wheel(p, side, sign * (met - 1))), q) == 0:
        met -= 1
    return met if met > least or least == 0 else deep


def corridor(p: Pose, bearing: int, by: int, width: int, others: Sequence[Pose]) -> int:
    """The index of the first that stands in a corridor of that width, straight from the centre; -1 if nobody does."""
    x, y = centre(p)
    return first_touch((x, y, bearing, width, 1), bearing, by, others)[1]


def gaps(p: Pose, bearing: int, width: int, within: int, others: Sequence[Pose]) -> list[int]:
    """Where a corridor of that width can be led past all others: how far to the right (left: below 0) of the centre.

    Each is as near as can be to those it passes; the nearest comes first, of two equally near the one to the right.
    Looked at is what stands on the way from the centre as far as `within`.
    """
    x, y = centre(p)
    s: int = sine(bearing)
    c: int = cosine(bearing)
    taken = []
    for b in others:
        q = quad(b)
        low, high = lowest(x, y, s, c, q), highest(x, y, s, c, q)
        near, far = lowest(x, y, c, -s, q), highest(x, y, c, -s, q)
        if near < within * ONE and far > 0:
            taken.append((-divided(high, ONE), -divided(low, ONE)))
    half = (width + 1) // 2
    walls = [0, *(high + half for _, high in taken), *(low - half for low, _ in taken)]
    free = [
        at for at in set(walls) if all(at + half <= low + TOUCH or at - half >= high - TOUCH for low, high in taken)
    ]
    return sorted(free, key=lambda at: (abs(at), at < 0))
