"""The hexes under a straight line, in exact integer arithmetic."""

from math import prod

Axial = tuple[int, int]


def trace(q: int, r: int, *, grazed: bool = True) -> tuple[tuple[Axial, ...], ...]:
    """The hexes strictly between the origin and (q, r) that the line between the two centres touches, in order.

    An element is one hex, or the two hexes on either side of a hexside along which the line runs. Hexes that it only
    grazes in a corner are left out unless `grazed`.

    >>> trace(1, 1)
    (((1, 0), (0, 1)),)
    >>> trace(1, -4)
    (((0, -1),), ((1, -2),), ((0, -2),), ((1, -3),))
    >>> len(trace(4, -5)), len(trace(4, -5, grazed=False))
    (6, 4)
    """
    slopes = _sides(q, r)
    whole = prod(abs(slope) for slope in slopes if slope)  # the line runs from 0 to whole: every crossing is an integer
    found: dict[int, list[Axial]] = {}
    for r1 in range(min(r, 0), max(r, 0) + 1):
        for q1 in range(min(q, 0), max(q, 0) + 1):
            enter, leave = 0, whole
            for slope, offset in zip(slopes, _sides(q1, r1), strict=True):
                if slope:
                    unit = whole // slope
                    enter = max(enter, offset * unit - abs(unit))
                    leave = min(leave, offset * unit + abs(unit))
                elif abs(offset) > 1:
                    leave = -1
            if (enter <= leave if grazed else enter < leave) and (q1, r1) not in ((0, 0), (q, r)):
                found.setdefault(enter + leave, []).append((q1, r1))  # only the hexes of a pair share their midpoint
    return tuple(tuple(found[middle]) for middle in sorted(found))


def _sides(q: int, r: int) -> tuple[int, int, int]:
    """Position across the three pairs of sides: a hexagon is where all three are within 1 of its centre's."""
    x, y, z = q, -q - r, r
    return x - y, y - z, z - x
