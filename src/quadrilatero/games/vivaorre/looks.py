"""Things on the table that can be pointed at (units, generals, terrain, bare places), and the tape between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from quadrilatero.games.vivaorre.ground import Outline, Piece
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.view import knows
from quadrilatero.kernel import Seat
from quadrilatero.kernel.game import BadQuery
from quadrilatero.table import Point, contains, corners, distance, nearest, overlaps_ground, span, to_line, to_point

Edge = tuple[Point, Point]
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
    def piece(cls, piece: Piece) -> Thing:
        """A piece of terrain: the stretches of its line, or its areas."""
        if piece.line:
            return cls(pairwise(piece.line))
        return cls([edge for shape in piece.shapes for edge in pairwise((*shape, shape[0]))], piece.shapes)

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


def thing(s: State, seat: Seat | None, said: Any) -> Thing:
    """What a query points at: the id of a unit, general or piece, or [x, y]; raises BadQuery."""
    if isinstance(said, list) and len(said) == 2 and all(type(one) is int for one in said):
        return Thing.point(said[0], said[1])
    if isinstance(said, str) and said in s.units and knows(s, seat, s.units[said]):
        pose = s.units[said].pose
        if s.units[said].at is not None:
            return Thing.of(pose)
    if isinstance(said, str) and said in s.generals:
        place = s.place_of(s.generals[said])
        joined = s.units.get(s.generals[said].with_unit or "")
        if place is not None and (joined is None or knows(s, seat, joined)):
            return Thing.point(place[0], place[1])
    if isinstance(said, str) and said in s.ground.pieces:
        return Thing.piece(s.ground.pieces[said])
    raise BadQuery("expected a unit, a general or a piece on the table, or [x, y]")


def seen_unit(s: State, seat: Seat | None, said: Any) -> Unit:
    """A unit by its id, if the seat sees it; raises BadQuery."""
    unit = s.units.get(said) if isinstance(said, str) else None
    if unit is None or not knows(s, seat, unit):
        raise BadQuery("expected the id of a unit")
    return unit


def flat(numbers: tuple[int, ...]) -> list[list[int]]:
    """x and y after each other as a list of points."""
    return [[numbers[i], numbers[i + 1]] for i in range(0, len(numbers), 2)]
