"""Sight between two footprints: clear if one of many lines between their points is.

`ground` is a sequence of screens, made by `hedge`, `crest`, `barrier`, `block`, `hill`, `wood` and `solid`; `limits`
says from how many points one looks, how much wood one sees through and how far, and whether the one who looks stands
higher. Every line is judged by itself and is the same from both ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from quadrilatero.native import i64
from quadrilatero.table.distance import to_line
from quadrilatero.table.footprint import Pose, centre, quad
from quadrilatero.table.ground import Area, Line, holds, ring
from quadrilatero.table.measure import TOUCH, Point, direction, half_scaled, scaled, span
from quadrilatero.table.overlap import highest, lowest, reach

if TYPE_CHECKING:
    from quadrilatero.table.footprint import Quad

UNIT: Final = 0
FAR: Final = 1
HEDGE: Final = 2
CREST: Final = 3
BARRIER: Final = 4
BLOCK: Final = 5
HILL: Final = 6
WOOD: Final = 7
SOLID: Final = 8
"""What stops a line: a footprint between, the weather, or a screen of that kind."""

Screen = tuple[int, int, int, int, int, tuple[int, ...]]
"""Its kind; the least x and y and the greatest; the coordinates of its points, of areas clockwise."""

Limits = tuple[int, int, int, int, bool]
"""From how many points one looks (3 or 9), the depth of wood one sees through, how far one sees (-1: any distance), how
near one lines a hedge, and whether the one who looks stands higher."""

Stop = tuple[int, int, int, int, int, int]
"""A line from x, y to x, y, what stopped it, and its place among blockers or ground (-1: the weather)."""


class Sight(NamedTuple):
    """What came of looking: the line that is clear, or the first that was tried; and those that were stopped."""

    clear: bool
    line: tuple[int, int, int, int]
    stops: list[Stop]


def limits(points: int = 3, woods: int = 2000, far: int = -1, lining: int = 500, *, higher: bool = False) -> Limits:
    """The limits of sight."""
    return points, woods, far, lining, higher


# ---------------------------------------------------------------- screens


def hedge(line: Line) -> Screen:
    """Stops a line that crosses it, unless either lines it or the one who looks is higher: hedges and walls."""
    return _screen(HEDGE, [value for point in line for value in point])


def crest(line: Line) -> Screen:
    """Stops a line that crosses it, unless either touches it."""
    return _screen(CREST, [value for point in line for value in point])


def barrier(line: Line) -> Screen:
    """Stops every line that crosses it."""
    return _screen(BARRIER, [value for point in line for value in point])


def block(area: Area) -> Screen:
    """Stops a line through it, unless either stands in it or the line ends there: buildings and heavy works."""
    return _screen(BLOCK, ring(area))


def hill(area: Area) -> Screen:
    """Stops a line through it, unless both stand on it."""
    return _screen(HILL, ring(area))


def wood(area: Area) -> Screen:
    """Stops a line that has more of it, with all other woods, than may be seen through."""
    return _screen(WOOD, ring(area))


def solid(area: Area) -> Screen:
    """Stops every line through it: jungle, and crests that nobody climbs."""
    return _screen(SOLID, ring(area))


def _screen(kind: int, points: Sequence[int]) -> Screen:
    return kind, min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2]), tuple(points)


# ---------------------------------------------------------------- looking


def muzzles(p: Pose) -> list[Point]:
    """Front centre, front left, front right."""
    q = quad(p)
    return [(p[0], p[1]), (q[0], q[1]), (q[2], q[3])]


def marks(p: Pose) -> list[Point]:
    """Centre, corners and the middles of the sides: nine points."""
    x, y, facing, width, depth = p
    s, c = direction(facing)
    q = quad(p)
    return [
        centre(p),
        (q[0], q[1]),
        (q[2], q[3]),
        (q[4], q[5]),
        (q[6], q[7]),
        (x, y),
        (x + half_scaled(width * c - depth * s), y + half_scaled(-width * s - depth * c)),
        (x - scaled(depth * s), y - scaled(depth * c)),
        (x + half_scaled(-width * c - depth * s), y + half_scaled(width * s - depth * c)),
    ]


def sight(froms: Pose, tos: Pose, blockers: Sequence[Pose], ground: Sequence[Screen], limits: Limits) -> Sight:
    """Whether one footprint sees another past third ones and the ground, and by which line.

    Lines are tried in order: from the front's centre (with nine points: the centre) and then from the corners, to the
    centre, the corners and the middles of the sides. Who looks and who is looked at are not among the blockers.
    """
    points, woods, far, lining, higher = limits
    starts, ends = (marks(froms) if points == 9 else muzzles(froms)), marks(tos)
    between = [] if higher else _between(froms, tos, blockers)
    screens = _that_matter(froms, tos, ground, lining, higher)
    stops: list[Stop] = []
    for x1, y1 in starts:
        for x2, y2 in ends:
            if far >= 0 and span(x1, y1, x2, y2) > far:
                stops.append((x1, y1, x2, y2, FAR, -1))
                continue
            index = _first_unit(x1, y1, x2, y2, between)
            if index >= 0:
                stops.append((x1, y1, x2, y2, UNIT, index))
                continue
            index = _first_screen(x1, y1, x2, y2, screens, woods) if screens else -1
            if index >= 0:
                stops.append((x1, y1, x2, y2, ground[index][0], index))
                continue
            return Sight(True, (x1, y1, x2, y2), stops)
    return Sight(False, (*starts[0], *ends[0]), stops)


# ---------------------------------------------------------------- units


def _between(a: Pose, b: Pose, blockers: Sequence[Pose]) -> list[tuple[int, Quad]]:
    """The blockers that some line between two footprints may meet, each shrunk by what may be grazed."""
    x: i64 = a[0]
    y: i64 = a[1]
    dx: i64 = b[0] - x
    dy: i64 = b[1] - y
    own = max(reach(a), reach(b))
    square = dx * dx + dy * dy
    length: i64 = span(a[0], a[1], b[0], b[1])
    found = []
    index: i64 = -1
    for p in blockers:
        index += 1
        near = own + reach(p)
        to_x: i64 = p[0] - x
        to_y: i64 = p[1] - y
        aside, ahead, most = dx * to_y - dy * to_x, dx * to_x + dy * to_y, near * (length + 1)
        if -most <= aside <= most and -most <= ahead <= square + most and p[3] > 2 * TOUCH and p[4] > 2 * TOUCH:
            s, c = direction(p[2])
            core = (p[0] - scaled(TOUCH * s), p[1] - scaled(TOUCH * c), p[2], p[3] - 2 * TOUCH, p[4] - 2 * TOUCH)
            found.append((int(index), quad(core)))
    return found


def _first_unit(x1: i64, y1: i64, x2: i64, y2: i64, between: list[tuple[int, Quad]]) -> int:
    """The first blocker that a line goes into; -1 if none."""
    dx, dy = x2 - x1, y2 - y1
    for index, q in between:
        low, high = lowest(x1, y1, dx, dy, q), highest(x1, y1, dx, dy, q)
        if (
            low < 0 < high
            and not _are_beyond(q[0], q[1], q[2] - q[0], q[3] - q[1], x1, y1, x2, y2)
            and not _are_beyond(q[2], q[3], q[4] - q[2], q[5] - q[3], x1, y1, x2, y2)
            and not _are_beyond(q[4], q[5], q[6] - q[4], q[7] - q[5], x1, y1, x2, y2)
            and not _are_beyond(q[6], q[7], q[0] - q[6], q[1] - q[7], x1, y1, x2, y2)
        ):
            return index
    return -1


def _are_beyond(x: i64, y: i64, dx: i64, dy: i64, x1: i64, y1: i64, x2: i64, y2: i64) -> bool:
    """Whether both ends of a line are beyond a side, or on it."""
    return dx * (y1 - y) >= dy * (x1 - x) and dx * (y2 - y) >= dy * (x2 - x)


# ---------------------------------------------------------------- ground


def _that_matter(
    a: Pose, b: Pose, ground: Sequence[Screen], lining: int, higher: bool
) -> list[tuple[int, int, tuple[int, ...]]]:
    """The screens near enough to stop a line between two footprints: index, kind and points."""
    p, q = quad(a), quad(b)
    xs, ys = [p[0], p[2], p[4], p[6], q[0], q[2], q[4], q[6]], [p[1], p[3], p[5], p[7], q[1], q[3], q[5], q[7]]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    found = []
    for index, (kind, low_x, low_y, high_x, high_y, points) in enumerate(ground):
        if low_x > east or high_x < west or low_y > north or high_y < south:
            continue
        if kind == HEDGE and (higher or _is_near(a, points, lining) or _is_near(b, points, lining)):
            continue
        if kind == CREST and (_is_near(a, points, TOUCH) or _is_near(b, points, TOUCH)):
            continue
        if kind == BLOCK and (_stands_in(a, points) or _stands_in(b, points)):
            continue
        if kind == HILL and _stands_in(a, points) and _stands_in(b, points):
            continue
        found.append((index, kind, points))
    return found


def _is_near(p: Pose, points: tuple[int, ...], within: int) -> bool:
    return to_line(p, [points[i : i + 2] for i in range(0, len(points), 2)]) <= within


def _stands_in(p: Pose, points: tuple[int, ...]) -> bool:
    x, y = centre(p)
    return holds(points, x, y)


def _first_screen(
    x1: int, y1: int, x2: int, y2: int, screens: list[tuple[int, int, tuple[int, ...]]], woods: int
) -> int:
    """The first screen that stops a line, of woods the one in which it has had too much; -1 if none."""
    through = 0
    for index, kind, points in screens:
        if kind <= BARRIER:
            stopped = _crosses(x1, y1, x2, y2, points)
        elif kind == WOOD:
            through += _length_in(x1, y1, x2, y2, points)
            stopped = through > woods
        elif kind == BLOCK and (holds(points, x1, y1) or holds(points, x2, y2)):
            stopped = False
        else:
            stopped = _length_in(x1, y1, x2, y2, points) > 0
        if stopped:
            return index
    return -1


def _crosses(x1: i64, y1: i64, x2: i64, y2: i64, points: tuple[int, ...]) -> bool:
    """Whether a line of sight meets a line on the ground."""
    dx, dy = x2 - x1, y2 - y1
    before_x: i64 = points[0]
    before_y: i64 = points[1]
    before = dx * (before_y - y1) - dy * (before_x - x1)
    for i in range(2, len(points), 2):
        x: i64 = points[i]
        y: i64 = points[i + 1]
        after = dx * (y - y1) - dy * (x - x1)
        if (before <= 0 <= after or after <= 0 <= before) and _parts(before_x, before_y, x, y, x1, y1, x2, y2):
            return True
        before_x, before_y, before = x, y, after
    return False


def _parts(x: i64, y: i64, to_x: i64, to_y: i64, x1: i64, y1: i64, x2: i64, y2: i64) -> bool:
    """Whether a stretch parts the ends of a line, or one of them is on it; in line with it they must overlap."""
    dx, dy = to_x - x, to_y - y
    one, other = dx * (y1 - y) - dy * (x1 - x), dx * (y2 - y) - dy * (x2 - x)
    if one == 0 and other == 0:
        low_x, high_x, low_y, high_y = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        return min(x1, x2) <= high_x and low_x <= max(x1, x2) and min(y1, y2) <= high_y and low_y <= max(y1, y2)
    return one <= 0 <= other or other <= 0 <= one


def _length_in(x1: int, y1: int, x2: int, y2: int, points: tuple[int, ...]) -> int:
    """The length of a line inside an area."""
    dx, dy = x2 - x1, y2 - y1
    came, of_came, went, of_went = 0, 1, 1, 1
    before_x, before_y = points[-2], points[-1]
    for i in range(0, len(points), 2):
        x, y = points[i], points[i + 1]
        ex, ey = x - before_x, y - before_y
        beyond, rate = ex * (y1 - before_y) - ey * (x1 - before_x), ex * dy - ey * dx
        before_x, before_y = x, y
        if rate == 0:
            if beyond >= 0:
                return 0
        elif rate < 0:
            if beyond * of_came > came * -rate:
                came, of_came = beyond, -rate
        elif -beyond * of_went < went * rate:
            went, of_went = -beyond, rate
    share = went * of_came - came * of_went
    if share <= 0:
        return 0
    whole = of_came * of_went
    return (isqrt(4 * (dx * dx + dy * dy) * share * share // (whole * whole)) + 1) // 2
