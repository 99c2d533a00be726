"""The tape: what can be pointed at on a table (footprints, bare places, lines, ground), and how far it is between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from quadrilatero.table.distance import distance, to_line, to_point
from quadrilatero.table.footprint import Pose, corners
from quadrilatero.table.ground import contains, overlaps_ground
from quadrilatero.table.measure import Point, span
from quadrilatero.table.nearest import nearest

Edge = tuple[Point, Point]
Outline = Sequence[Point]
Tape = tuple[int, list[list[int]]]


class Thing:
    """What a tape is laid from or to: a footprint, a place, a line, or areas with their edges."""

    def __init__(self, edges: Iterable[Edge], areas: Iterable[Outline] = (), pose: Pose | None = None) -> None:
        self.edges = list(edges)
        self.areas = list(areas)
        self.pose = pose

    @classmethod
    def of(cls, pose: Pose) -> Thing:
        """A footprint."""
        points = [(x, y) for x, y in flat(corners(pose))]
        return cls(pairwise([*points, points[0]]), pose=pose)

    @classmethod
    def point(cls, x: int, y: int) -> Thing:
        """A bare place."""
        return cls([((x, y), (x, y))])

    @classmethod
    def ground(cls, line: Sequence[Point], areas: Sequence[Outline]) -> Thing:
        """A piece of terrain: the stretches of its line, or its areas."""
        if line:
            return cls(pairwise(line))
        return cls([edge for area in areas for edge in pairwise((*area, area[0]))], areas)

    def distance(self, other: Thing) -> Tape:
        """From edge to edge, 0 where one is in the other; and the line between the nearest points.

        Between two footprints it is what the rules measure.
        """
        if self.pose is not None and other.pose is not None:
            return distance(self.pose, other.pose), [list(point) for point in nearest(self.pose, other.pose)]
        inside = self._in(other) or other._in(self)
        if inside is not None:
            return 0, [list(inside), list(inside)]
        here, there = min(
            [pair for one in self.edges for two in other.edges for pair in _ends(one, two)],
            key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2,
        )
        return span(*here, *there), [list(here), list(there)]

    def _in(self, other: Thing) -> Point | None:
        """A point of this thing that is in the other; None where it only has edges there, or none."""
        place = self.edges[0][0]
        if other.pose is not None and to_point(other.pose, *place) == 0:
            return place
        if any(contains(area, *place) for area in other.areas):
            return place
        if self.pose is not None and any(overlaps_ground(self.pose, area) for area in other.areas):
            return place
        if self.pose is not None and any(to_line(self.pose, edge) == 0 for edge in other.edges):
            return place
        return None


def _ends(one: Edge, two: Edge) -> list[tuple[Point, Point]]:
    """From each end of two stretches to the place in the other that is nearest to it."""
    return [
        *((end, _onto(end, two)) for end in one),
        *((_onto(end, one), end) for end in two),
    ]


def _onto(point: Point, edge: Edge) -> Point:
    """The place in a stretch that is nearest to a point."""
    (x1, y1), (x2, y2) = edge
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = min(square, max(0, (point[0] - x1) * dx + (point[1] - y1) * dy))
    if square == 0:
        return x1, y1
    return x1 + round(dx * along / square), y1 + round(dy * along / square)


def flat(numbers: tuple[int, ...]) -> list[list[int]]:
    """x and y after each other as a list of points."""
    return [[numbers[i], numbers[i + 1]] for i in range(0, len(numbers), 2)]
