"""Which sides of two footprints touch, along what length, and which make up a rectangle together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quadrilatero.table.distance import gap
from quadrilatero.table.footprint import Pose, corners, offset, quad
from quadrilatero.table.measure import (
    FRONT,
    LEFT,
    LEVEL,
    NEAR,
    ONE,
    REAR,
    RIGHT,
    SIDES,
    Side,
    apart,
    cosine,
    divided,
    height,
    sine,
)
from quadrilatero.table.overlap import common, overlaps

_RANK = (0, 1, 2, 1)
"""Where nothing else tells: front before flanks before rear."""


def touch(a: Pose, b: Pose) -> tuple[Side, Side, int] | None:
    """The sides in contact and the length of the common edge; None if they are apart, or overlap beyond TOUCH.

    Sides that are parallel (LEVEL) have an edge in common. Otherwise a corner touches: the length is 0, and the sides
    are those that come nearest to being parallel; of two pairs that are equally so, that with a front, then with a
    flank.
    """
    if not _in_contact(a, b):
        return None
    p, q = corners(a), corners(b)
    best: tuple[int, int, int, int, int] | None = None
    found: tuple[Side, Side, int] | None = None
    for i in range(4):
        for j in range(4):
            if not _sides_touch(p, 2 * i, q, 2 * j):
                continue
            askew = apart(a[2] + 9000 * i + 18000, b[2] + 9000 * j)
            length = _common_length(p, 2 * i, q, 2 * j) if askew <= LEVEL[0] else 0
            ranks = sorted((_RANK[i], _RANK[j]))
            key = (-length, askew, ranks[0], ranks[1], int(3 in (i, j)))
            if best is None or key < best:
                best, found = key, (SIDES[i], SIDES[j], length)
    return found


def aligned(a: Pose, b: Pose) -> Side | None:
    """At which side of a footprint the other stands, touching it with fronts level; None if it does not."""
    contact = touch(a, b)
    if contact is None or apart(a[2], b[2]) > LEVEL[0]:
        return None
    if contact[:2] == (LEFT, RIGHT):
        level = _level(a, b, 0, 2)
    elif contact[:2] == (RIGHT, LEFT):
        level = _level(a, b, 2, 0)
    else:
        return None
    return contact[0] if level else None


def follows(a: Pose, b: Pose) -> bool:
    """Whether b stands behind a as in a column: its front along the whole rear of a, facing alike."""
    contact = touch(a, b)
    if contact is None or contact[:2] != (REAR, FRONT) or apart(a[2], b[2]) > LEVEL[0]:
        return False
    across, _ = offset(a, b[0], b[1])
    return abs(across) <= LEVEL[1] and abs(a[3] - b[3]) <= LEVEL[1]


def parts(ps: Sequence[Pose]) -> list[tuple[int, ...]]:
    """Formations among footprints, by their indices: lines, of the others columns, of the others squares, then singles.

    A line stands side by side with fronts level, a column one behind the other, a square back to back with others at
    its open sides that look away from it. Every index comes once.
    """
    found = _chains(ps, range(len(ps)), lambda a, b: aligned(a, b) is not None)
    left = [i for i in range(len(ps)) if not any(i in part for part in found)]
    found += _chains(ps, left, lambda a, b: follows(a, b) or follows(b, a))
    left = [i for i in left if not any(i in part for part in found)]
    found += _chains(ps, left, _back_to_back)
    return found + [(i,) for i in left if not any(i in part for part in found)]


def _chains(ps: Sequence[Pose], among: Sequence[int], linked: Callable[[Pose, Pose], bool]) -> list[tuple[int, ...]]:
    """Those of at least two that hang together by links from one to the next."""
    rest = list(among)
    found = []
    while rest:
        chain = [rest.pop(0)]
        for one in chain:
            near = [other for other in rest if linked(ps[one], ps[other])]
            rest = [other for other in rest if other not in near]
            chain += near
        if len(chain) > 1:
            found.append(tuple(sorted(chain)))
    return found


def _back_to_back(a: Pose, b: Pose) -> bool:
    """Whether two bases of a square stand beside each other: rears touch, or the rear of one a flank of the other."""
    contact = touch(a, b)
    if contact is None or contact[2] == 0:
        return False
    return contact[:2] in ((REAR, REAR), (REAR, LEFT), (REAR, RIGHT), (LEFT, REAR), (RIGHT, REAR))


def side_towards(p: Pose, x: int, y: int) -> Side:
    """The side that looks at a point outside: it lies farthest beyond that side; front before flanks before rear."""
    q = corners(p)
    best, found = (0, 0), SIDES[0]
    for i in range(4):
        dx, dy = q[(2 * i + 2) % 8] - q[2 * i], q[(2 * i + 3) % 8] - q[2 * i + 1]
        cross = dx * (y - q[2 * i + 1]) - dy * (x - q[2 * i])
        beyond = height(cross, dx * dx + dy * dy)
        key = (-beyond if cross > 0 else beyond, _RANK[i])
        if i == 0 or key < best:
            best, found = key, SIDES[i]
    return found


def join(bases: Sequence[Pose]) -> Pose | None:
    """Bases in line, column or square as one rectangle that faces as the first; None if they do not make one.

    They do if they face alike and are joined by touching one another, none overlaps another, and together they fill
    what their outermost edges enclose; facings and edges may be as uneven as LEVEL allows.
    """
    x, y, facing, _, _ = bases[0]
    s: int = sine(facing)
    c: int = cosine(facing)
    if any(apart(base[2], facing) > LEVEL[0] for base in bases) or not _hang_together(bases):
        return None
    spots = [(q[i] - x, q[i + 1] - y) for q in map(corners, bases) for i in (0, 2, 4, 6)]
    across, along = [dx * c - dy * s for dx, dy in spots], [dx * s + dy * c for dx, dy in spots]
    width, depth = divided(max(across) - min(across), ONE), divided(max(along) - min(along), ONE)
    uneven = abs(width * depth - sum(base[3] * base[4] for base in bases))
    if uneven > LEVEL[1] * sum(base[3] + base[4] for base in bases):
        return None
    right, ahead = max(across) + min(across), 2 * max(along)
    x += divided(right * c + ahead * s, 2 * ONE * ONE)
    y += divided(ahead * c - right * s, 2 * ONE * ONE)
    return x, y, facing, width, depth


def _hang_together(bases: Sequence[Pose]) -> bool:
    """Whether one comes to all by going from each to those it touches, and none overlaps another."""
    if any(overlaps(bases[i], bases[j]) for i in range(len(bases)) for j in range(i)):
        return False
    reached = [bases[0]]
    rest = list(bases[1:])
    for base in reached:
        near = [other for other in rest if _in_contact(base, other)]
        rest = [other for other in rest if other not in near]
        reached += near
    return not rest


def _in_contact(a: Pose, b: Pose) -> bool:
    p, q = quad(a), quad(b)
    return gap(p, q) < NEAR and common(p, q) < NEAR


def _level(a: Pose, b: Pose, i: int, j: int) -> bool:
    """Whether the front corners at i of the one and at j of the other are in line with the front of either."""
    p, q = corners(a), corners(b)
    dx, dy = q[j] - p[i], q[j + 1] - p[i + 1]
    return all(
        height((one[2] - one[0]) * dy - (one[3] - one[1]) * dx, (one[2] - one[0]) ** 2 + (one[3] - one[1]) ** 2)
        <= LEVEL[1]
        for one in (p, q)
    )


def _sides_touch(p: tuple[int, ...], i: int, q: tuple[int, ...], j: int) -> bool:
    """Whether two sides, given by where they begin, touch: then an end of one of them touches the other."""
    i_end, j_end = (i + 2) % 8, (j + 2) % 8
    return (
        _touches(p[i], p[i + 1], q, j, j_end)
        or _touches(p[i_end], p[i_end + 1], q, j, j_end)
        or _touches(q[j], q[j + 1], p, i, i_end)
        or _touches(q[j_end], q[j_end + 1], p, i, i_end)
    )


def _touches(x: int, y: int, q: tuple[int, ...], i: int, j: int) -> bool:
    """Whether a point touches a side."""
    x, y, dx, dy = x - q[i], y - q[i + 1], q[j] - q[i], q[j + 1] - q[i + 1]
    square, along = dx * dx + dy * dy, dx * x + dy * y
    if along <= 0:
        return 4 * (x * x + y * y) < NEAR
    if along >= square:
        return 4 * ((x - dx) ** 2 + (y - dy) ** 2) < NEAR
    return 4 * (dx * y - dy * x) ** 2 < NEAR * square


def _common_length(p: tuple[int, ...], i: int, q: tuple[int, ...], j: int) -> int:
    """How much of two parallel sides is opposite to the other, measured along that which gives less."""
    i_end, j_end = (i + 2) % 8, (j + 2) % 8
    return min(
        _opposite(p[i], p[i + 1], p[i_end], p[i_end + 1], q[j], q[j + 1], q[j_end], q[j_end + 1]),
        _opposite(q[j], q[j + 1], q[j_end], q[j_end + 1], p[i], p[i + 1], p[i_end], p[i_end + 1]),
    )


def _opposite(x: int, y: int, to_x: int, to_y: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """The length of the part of a side that is opposite to another."""
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    one, other = dx * (x1 - x) + dy * (y1 - y), dx * (x2 - x) + dy * (y2 - y)
    length = min(max(one, other), square) - max(min(one, other), 0)
    return height(length, square) if length > 0 else 0
