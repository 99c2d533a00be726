"""Sectors of fire: what opens from an edge, divided in halves; and ground that cannot be reached from a hill."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.table.arcs import in_arc_half
from quadrilatero.table.distance import distance
from quadrilatero.table.footprint import Pose, shift
from quadrilatero.table.ground import Area, bearing, contains
from quadrilatero.table.measure import FRONT, LEFT, RIGHT, Side, span
from quadrilatero.table.nearest import nearest

CORNER = 4500
"""At the corner of two sides their sectors meet on the line that divides it."""
FAR = 131072


class Sector(NamedTuple):
    """What opens from an edge: how far on each side, how deep, and which half ends at a corner with another edge."""

    edge: Pose
    spread: int
    depth: int
    corner: Side | None = None


def sector(edge: Pose, spread: int, depth: int, corner: Side | None = None) -> Sector:
    """The sector of an edge, a footprint that looks outward from it; `corner` is the half beside another such edge."""
    return Sector(edge, spread, depth, corner)


def half(fan: Sector, q: Pose) -> int:
    """The halves of a sector that any part of q is in, however far off: LEFT, RIGHT, both or 0."""
    found = 0
    for side in (LEFT, RIGHT):
        if in_arc_half(fan.edge, q, CORNER if side == fan.corner else fan.spread, FRONT, side):
            found |= side
    return found


def meets(fan: Sector, q: Pose) -> int:
    """The same, for q no farther from the edge than the sector is deep.

    >>> meets(sector((0, 0, 0, 2000, 1), 3000, 4000), (2000, 3000, 0, 1000, 1000)) == RIGHT
    True
    """
    return half(fan, q) if distance(fan.edge, q) <= fan.depth else 0


def dead_zone(shooter: Pose, hill: Area, top: Area, q: Pose) -> bool:
    """Whether q's point nearest to a shooter on the flat top of a hill lies where he cannot reach.

    On the way there that is from the edge of the top to as far beyond the foot of the hill as the foot is from him.
    """
    (x, y), (to_x, to_y) = nearest(shooter, q)
    towards, length = bearing(x, y, to_x, to_y), span(x, y, to_x, to_y)
    return _leaving(top, x, y, towards) < length < 2 * _leaving(hill, x, y, towards)


def _leaving(area: Area, x: int, y: int, towards: int) -> int:
    """How far a way from inside an area leads before it leaves it."""
    low, high = 0, FAR
    while high - low > 1:
        middle = (low + high) // 2
        at = shift((x, y, towards, 1, 1), towards, middle)
        low, high = (middle, high) if contains(area, at[0], at[1]) else (low, middle)
    return high
