"""Footprints: a rectangle behind the centre of its front edge, and where it comes to stand when it is moved or formed.

A pose is the only thing that is kept; corners follow from it. The offset of a corner from the front's centre is rounded
half away from zero, so that shifts, quarter turns and mirrors are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quadrilatero.native import i64
from quadrilatero.table.measure import (
    CENTRE,
    FRONT,
    FULL,
    LEFT,
    ONE,
    REAR,
    Point,
    Side,
    cosine,
    direction,
    divided,
    half_scaled,
    scaled,
    sine,
)

Pose = tuple[int, int, int, int, int]
"""x and y of the front edge's centre, facing, width, depth; width and depth are at least 1."""

if TYPE_CHECKING:
    Quad = tuple[i64, i64, i64, i64, i64, i64, i64, i64]


def quad(p: Pose) -> Quad:
    """The corners as the compiled build likes them."""
    x: i64 = p[0]
    y: i64 = p[1]
    facing: i64 = p[2]
    width: i64 = p[3]
    depth: i64 = p[4]
    s, c = direction(facing)
    over_x, over_y = width * c, -width * s
    back_x, back_y = 2 * depth * s, 2 * depth * c
    half_x, half_y = half_scaled(over_x), half_scaled(over_y)
    return (
        x - half_x,
        y - half_y,
        x + half_x,
        y + half_y,
        x + half_scaled(over_x - back_x),
        y + half_scaled(over_y - back_y),
        x + half_scaled(-over_x - back_x),
        y + half_scaled(-over_y - back_y),
    )


def corners(p: Pose) -> tuple[int, ...]:
    """x and y of front left, front right, rear right, rear left.

    >>> corners((0, 0, 0, 2000, 1000))
    (-1000, 0, 1000, 0, 1000, -1000, -1000, -1000)
    """
    return quad(p)


def centre(p: Pose) -> Point:
    """The middle of the footprint."""
    x, y, facing, _, depth = p
    return x - half_scaled(depth * sine(facing)), y - half_scaled(depth * cosine(facing))


def shift(p: Pose, bearing: int, by: int) -> Pose:
    """Moved that far, facing as before."""
    x, y, facing, width, depth = p
    return x + scaled(by * sine(bearing)), y + scaled(by * cosine(bearing)), facing, width, depth


def wheel(p: Pose, side: Side, angle: int) -> Pose:
    """Turned about the front corner of that side, which stays where it is; an angle below 0 wheels backward."""
    x, y, facing, width, depth = p
    turned = (facing - angle if side == LEFT else facing + angle) % FULL
    arm = -width if side == LEFT else width
    x += half_scaled(arm * cosine(facing)) - half_scaled(arm * cosine(turned))
    y += half_scaled(-arm * sine(facing)) - half_scaled(-arm * sine(turned))
    return x, y, turned, width, depth


def turn(p: Pose, angle: int) -> Pose:
    """Turned clockwise about the centre of the footprint."""
    facing, width, depth = (p[2] + angle) % FULL, p[3], p[4]
    x, y = centre(p)
    return x + half_scaled(depth * sine(facing)), y + half_scaled(depth * cosine(facing)), facing, width, depth


def about(p: Pose) -> Pose:
    """Turned round on the spot: the front is where the rear was."""
    x, y, facing, width, depth = p
    return x - scaled(depth * sine(facing)), y - scaled(depth * cosine(facing)), (facing + 18000) % FULL, width, depth


def reform(p: Pose, width: int, depth: int, keep: Side = FRONT) -> Pose:
    """With another width and depth; the centre of the front, of the footprint or of the rear stays where it is."""
    x, y, facing, _, deep = p
    ahead = 0
    if keep == CENTRE:
        ahead = depth - deep
    elif keep == REAR:
        ahead = 2 * (depth - deep)
    return x + half_scaled(ahead * sine(facing)), y + half_scaled(ahead * cosine(facing)), facing, width, depth


def zone(p: Pose, depth: int) -> Pose:
    """The rectangle of that depth ahead of the front."""
    x, y, facing, width, _ = shift(p, p[2], depth)
    return x, y, facing, width, depth


def rear_strip(p: Pose, depth: int) -> Pose:
    """The rectangle of that depth behind the rear."""
    x, y, facing, width, _ = shift(p, p[2], -p[4])
    return x, y, facing, width, depth


def offset(p: Pose, x: int, y: int) -> Point:
    """How far a point is to the right of the centre of the front, and how far ahead of it.

    >>> offset((1000, 1000, 9000, 2000, 1000), 4000, 500)
    (500, 3000)
    """
    dx, dy = x - p[0], y - p[1]
    s: int = sine(p[2])
    c: int = cosine(p[2])
    return divided(dx * c - dy * s, ONE), divided(dx * s + dy * c, ONE)


def carried(q: Pose, old: Pose, new: Pose) -> Pose:
    """A footprint that goes with another as one block when that comes from one pose to the next.

    >>> carried((2000, 0, 0, 2000, 1000), (1000, 0, 0, 4000, 1000), (1000, 0, 9000, 4000, 1000))
    (1000, -1000, 9000, 2000, 1000)
    """
    turned = new[2] - old[2]
    dx, dy = q[0] - old[0], q[1] - old[1]
    if turned % FULL:
        s: int = sine(turned)
        c: int = cosine(turned)
        dx, dy = divided(dx * c + dy * s, ONE), divided(dy * c - dx * s, ONE)
    return new[0] + dx, new[1] + dy, (q[2] + turned) % FULL, q[3], q[4]


def around(ps: Sequence[Pose]) -> Pose:
    """The smallest rectangle that faces as the first and has all of them inside."""
    spots = [offset(ps[0], q[i], q[i + 1]) for q in map(corners, ps) for i in (0, 2, 4, 6)]
    left, right = min(across for across, _ in spots), max(across for across, _ in spots)
    rear, front = min(ahead for _, ahead in spots), max(ahead for _, ahead in spots)
    x, y, facing, _, _ = ps[0]
    s: int = sine(facing)
    c: int = cosine(facing)
    x += divided((left + right) * c + 2 * front * s, 2 * ONE)
    y += divided(2 * front * c - (left + right) * s, 2 * ONE)
    return x, y, facing, right - left, front - rear


def bases(p: Pose, files: int, ranks: int, gap: int = 0) -> list[Pose]:
    """The figures of a footprint, rank by rank, each from left to right, `gap` bases of room between neighbours."""
    x, y, facing, width, depth = p
    s: int = sine(facing)
    c: int = cosine(facing)
    across, along = files + gap * (files - 1), ranks + gap * (ranks - 1)
    parts = 2 * across * along * ONE
    found = []
    for rank in range(ranks):
        back = rank * (1 + gap) * depth
        for file in range(files):
            right = (2 * file * (1 + gap) + 1 - across) * width
            found.append(
                (
                    x + divided(right * c * along - 2 * back * s * across, parts),
                    y + divided(-right * s * along - 2 * back * c * across, parts),
                    facing,
                    (2 * width + across) // (2 * across),
                    (2 * depth + along) // (2 * along),
                )
            )
    return found
