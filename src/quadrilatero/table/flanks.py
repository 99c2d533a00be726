"""What lies ahead of a footprint, beside it and beyond its sides, and who pushes whom."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.table.contact import touch
from quadrilatero.table.footprint import Pose, corners, offset, wheel, zone
from quadrilatero.table.measure import LEFT, RIGHT, TOUCH, Side, arc_length
from quadrilatero.table.overlap import overlaps
from quadrilatero.table.sweep import first_touch

FAR = 131072
"""Farther than any table is wide."""


def ahead(p: Pose, q: Pose) -> bool:
    """Whether part of q's front edge lies ahead of p, between its prolonged sides.

    >>> ahead((0, 0, 0, 2000, 1000), (1500, 500, 18000, 2000, 1000))
    True
    >>> ahead((0, 0, 0, 2000, 1000), (2000, 500, 18000, 2000, 1000))
    False
    """
    corner = corners(q)
    ends = sorted([offset(p, corner[0], corner[1]), offset(p, corner[2], corner[3])])
    (left, near), (right, far) = ends
    half = p[3] // 2 - TOUCH
    if left >= half or right <= -half:
        return False
    across = right - left
    if not across:
        return far >= -TOUCH
    first = near + (far - near) * (max(left, -half) - left) // across
    last = near + (far - near) * (min(right, half) - left) // across
    return max(first, last) >= -TOUCH


def front_taken(p: Pose, q: Pose) -> int:
    """How much of p's front, or of the side in contact, q covers; 0 if they are apart or only a corner touches."""
    found = touch(p, q)
    return 0 if found is None else found[2]


def side_strip(p: Pose, side: Side, depth: int) -> Pose:
    """The strip between the prolonged front and rear lines, on one side, so far out."""
    corner = corners(p)
    front, rear = (2, 4) if side == RIGHT else (0, 6)
    x, y = (corner[front] + corner[rear]) // 2, (corner[front + 1] + corner[rear + 1]) // 2
    outward = (p[2] + (9000 if side == RIGHT else 27000)) % 36000
    return zone((x, y, outward, p[4], 1), max(1, depth))


def beside(p: Pose, q: Pose) -> Side | None:
    """On which side q meets the strip between p's front and rear lines; None if it does not.

    >>> beside((0, 0, 0, 2000, 1000), (5000, 500, 0, 2000, 1000)) == RIGHT
    True
    """
    for side in (LEFT, RIGHT):
        if overlaps(side_strip(p, side, FAR), q):
            return side
    return None


def beyond_side(p: Pose, side: Side, q: Pose) -> bool:
    """Whether any part of q is beyond the line of a side, or beyond a parallel to the edge of the table it looks at.

    That parallel goes through the point of p that is nearest to the edge.
    """
    half = p[3] // 2
    theirs, ours = corners(q), corners(p)
    for i in range(0, 8, 2):
        across = offset(p, theirs[i], theirs[i + 1])[0]
        if (across if side == RIGHT else -across) > half + TOUCH:
            return True
    axis, sign = _edge_axis((p[2] + (9000 if side == RIGHT else 27000)) % 36000)
    own = max(sign * ours[i] for i in range(axis, 8, 2))
    return any(sign * theirs[i] > own + TOUCH for i in range(axis, 8, 2))


def _edge_axis(bearing: int) -> tuple[int, int]:
    """The edge of the table that a direction leads to: along which coordinate, and which way."""
    if 4500 <= bearing < 13500:
        return 0, 1
    if 13500 <= bearing < 22500:
        return 1, -1
    return (0, -1) if 22500 <= bearing < 31500 else (1, 1)


def parallel(p: Pose, side: Side, bearing: int, most: int) -> tuple[Pose, int]:
    """Wheeled on the front corner of that side towards a bearing, as far as the arc may be; and the arc it took.

    >>> parallel((0, 0, 0, 2000, 1000), RIGHT, 9000, 1000)
    ((123, 480, 2866, 2000, 1000), 1000)
    """
    angle = (p[2] - bearing if side == LEFT else bearing - p[2]) % 36000
    if arc_length(p[3], angle) > most:
        low, high = 0, angle
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if arc_length(p[3], middle) <= most else (low, middle)
        angle = low
    return wheel(p, side, angle), arc_length(p[3], angle)


def push(ps: Sequence[Pose], mover: Pose, bearing: int, by: int, others: Sequence[Pose]) -> list[tuple[int, int]]:
    """Who of ps is shifted how far when another goes that way, in the order met; who is pushed pushes on.

    -1 instead of a distance: one of the others is in the way of him, or of somebody whom he pushes.
    """
    needs: dict[int, int] = {}
    by_whom: dict[int, int] = {}
    movers = [(mover, by, -1)]
    while movers:
        pose, way, index = movers.pop(0)
        for other, friend in enumerate(ps):
            gap, met = first_touch(pose, bearing, way, [friend])
            if met >= 0 and other != index and way - gap > needs.get(other, 0):
                needs[other], by_whom[other] = way - gap, index
                movers.append((friend, way - gap, other))
    for index in list(needs):
        stuck = index
        if first_touch(ps[index], bearing, needs[index], others)[1] >= 0:
            while stuck >= 0 and needs[stuck] >= 0:
                needs[stuck], stuck = -1, by_whom[stuck]
    return list(needs.items())
