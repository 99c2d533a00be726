"""Footprints for the tests: anywhere, and where geometry goes wrong; and the same as shapes of shapely."""

import os
from typing import Any

import shapely
from hypothesis import settings
from hypothesis import strategies as st

from quadrilatero.table import Pose, corners, reform, shift, turn, wheel

EXAMPLES = int(os.environ.get("QUADRILATERO_TABLE_EXAMPLES", "100"))
"""Examples of each property; `QUADRILATERO_TABLE_EXAMPLES=5000` for a longer look."""

thorough = settings(deadline=None, max_examples=EXAMPLES)

SIZES = [(375, 625), (3000, 625), (1500, 1250), (375, 5000), (1000, 1000), (1375, 1375), (6000, 625), (2625, 1875)]
"""Of bases, lines, columns and batteries."""

angles = st.integers(0, 35999) | st.sampled_from([0, 9000, 18000, 27000, 4500, 13500, 1, 35999, 3000, 45, 8999])
sizes = st.sampled_from(SIZES) | st.tuples(st.integers(50, 9000), st.integers(50, 6000))
places = st.integers(0, 72000)
poses: st.SearchStrategy[Pose] = st.builds(
    lambda x, y, facing, size: (x, y, facing, *size), places, places, angles, sizes
)


@st.composite
def beside(draw: st.DrawFn, one: Pose) -> Pose:
    """A footprint that has something to do with another: near it, parallel, in line, touching, on the same place."""
    x, y, facing, width, depth = one
    w, d = draw(sizes | st.just((width, depth)))
    kind = draw(st.sampled_from(["near", "parallel", "in line", "behind", "corner", "same", "wheeled", "edge"]))
    slack = draw(st.sampled_from([0, 0, 1, -1, 9, 10, 11, -10, -11, 50, 300]))
    if kind == "near":
        reach = draw(st.integers(0, 12000))
        return shift((x, y, draw(angles), w, d), draw(angles), reach)
    if kind == "parallel":
        return shift(reform(one, w, d), facing, draw(st.integers(-4000, 4000)))
    if kind == "in line":
        return shift(reform(one, w, d), facing + draw(st.sampled_from([9000, 27000])), (w + width) // 2 + slack)
    if kind == "behind":
        return shift(reform(one, w, d), facing + 18000, depth + slack)
    if kind == "corner":
        q = corners(one)
        i = draw(st.sampled_from([0, 2, 4, 6]))
        return shift((q[i], q[i + 1], draw(angles), w, d), draw(angles), slack)
    if kind == "same":
        return reform(one, w, d, draw(st.sampled_from([0, 1, 4])))
    if kind == "wheeled":
        return wheel(one, draw(st.sampled_from([2, 8])), draw(st.integers(-9000, 9000)))
    return turn(
        (0, draw(places), draw(st.sampled_from([0, 9000, 18000, 27000])), w, d), draw(st.sampled_from([0, 4500]))
    )


pairs = poses.flatmap(lambda one: st.tuples(st.just(one), beside(one) | beside(one) | poses))


def shape(p: Pose) -> Any:
    """As shapely has it, with the corners that the room says: what is compared is what is made of them."""
    q = corners(p)
    return shapely.Polygon([(q[i], q[i + 1]) for i in (0, 2, 4, 6)])


def difference(a: Pose, b: Pose) -> Any:
    """All ways from a point of a to a point of b: they meet if 0, 0 is among them."""
    p, q = corners(a), corners(b)
    ways = [(q[j] - p[i], q[j + 1] - p[i + 1]) for i in (0, 2, 4, 6) for j in (0, 2, 4, 6)]
    return shapely.MultiPoint(ways).convex_hull


ORIGIN = shapely.Point(0, 0)


# ---------------------------------------------------------------- moves of the whole table that change nothing


def turned(p: Pose) -> Pose:
    """The table turned by a quarter, clockwise."""
    x, y, facing, width, depth = p
    return y, -x, (facing + 9000) % 36000, width, depth


def mirrored(p: Pose) -> Pose:
    """In a mirror that changes left and right."""
    x, y, facing, width, depth = p
    return -x, y, -facing % 36000, width, depth


def moved(p: Pose) -> Pose:
    x, y, facing, width, depth = p
    return x + 12345, y - 6789, facing, width, depth
