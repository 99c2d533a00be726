"""How fast the geometry of a free table is, beside the same work in shapely: `make bench-table`, part of `make bench`.

A hundred footprints on a table of 72 by 48 inches; each is asked about the ninety-nine others. Microseconds of the
processor for one footprint; shapely works on arrays of shapes that were made beforehand, one call for all others. What
it has no call for (what a move meets first) it is asked by bisection, of those that are in the way. Written to
bench/out/table-BUILD.json.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import affinity

import quadrilatero as q
from quadrilatero import table as t

OUT = Path(__file__).parent / "out"
SIZES = [(3000, 625), (2250, 625), (1500, 1250), (375, 2500), (1000, 1000), (1375, 1375)]
RANGE, WAY, ANGLE = 12000, 6000, 4500
STEPS = 14
"""Of a bisection: a hundredth of a degree, or about half a thousandth of an inch."""

GOALS = {"overlap": 2, "distance": 15, "arc and range": 4, "first touch": 5, "wheel touch": 25, "sight": 30}
"""Microseconds, compiled, on one core that has nothing else to do."""

Scene = tuple[t.Pose, list[t.Pose], Any, Any]


def scenes(seed: int = 1, count: int = 100) -> list[Scene]:
    """Every footprint of a table with all others, as poses and as shapes."""
    rng = random.Random(seed)
    poses: list[t.Pose] = []
    while len(poses) < count:
        pose = (rng.randrange(72000), rng.randrange(48000), rng.randrange(36000), *rng.choice(SIZES))
        if t.overlaps_any(pose, poses) < 0:
            poses.append(pose)
    shapes = np.array([shape(pose) for pose in poses])
    return [(pose, poses[:i] + poses[i + 1 :], shapes[i], np.delete(shapes, i)) for i, pose in enumerate(poses)]


def shape(pose: t.Pose) -> Any:
    corners = t.corners(pose)
    return shapely.Polygon([(corners[i], corners[i + 1]) for i in (0, 2, 4, 6)])


def ahead(pose: t.Pose, bearing: int, by: float) -> tuple[float, float]:
    return by * sin(bearing * pi / 18000), by * cos(bearing * pi / 18000)


def arc_in_shapely(pose: t.Pose, own: Any, others: Any) -> Any:
    corners = t.corners(pose)
    (lx, ly), (rx, ry) = ahead(pose, pose[2] - ANGLE, 2 * RANGE), ahead(pose, pose[2] + ANGLE, 2 * RANGE)
    left, right = corners[:2], corners[2:4]
    wedge = shapely.Polygon([left, (left[0] + lx, left[1] + ly), (right[0] + rx, right[1] + ry), right])
    return np.flatnonzero(shapely.intersects(wedge, others) & shapely.dwithin(own, others, RANGE))


def first_in_shapely(own: Any, others: Any, moved: Callable[[float], Any], swept: Any, most: float) -> float:
    """The least of what bisection finds for those in the way."""
    for other in others[shapely.intersects(swept, others)]:
        low, high = 0.0, most
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if moved(middle).intersects(other) else (middle, high)
        most = high
    return most


def straight_in_shapely(pose: t.Pose, own: Any, others: Any) -> float:
    def moved(by: float) -> Any:
        return affinity.translate(own, *ahead(pose, pose[2], by))

    swept = shapely.MultiPoint([*own.exterior.coords, *moved(WAY).exterior.coords]).convex_hull
    return first_in_shapely(own, others, moved, swept, WAY)


def wheel_in_shapely(pose: t.Pose, own: Any, others: Any) -> float:
    pivot = own.exterior.coords[0]

    def moved(by: float) -> Any:
        return affinity.rotate(own, by / 100, origin=pivot)

    swept = shapely.MultiPoint(
        [spot for by in range(0, ANGLE + 1, 500) for spot in moved(by).exterior.coords]
    ).convex_hull
    return first_in_shapely(own, others, moved, swept, ANGLE)


def sight_in_shapely(pose: t.Pose, target: t.Pose, others: Any) -> bool:
    lines = shapely.linestrings([[start, end] for start in t.muzzles(pose) for end in t.marks(target)])
    return bool((~shapely.intersects(lines[:, None], others[None, 1:]).any(axis=1)).any())


OPEN = t.limits()
WORK: dict[str, tuple[Callable[[Scene], object], Callable[[Scene], object]]] = {
    "overlap": (
        lambda s: t.overlaps_any(s[0], s[1]),
        lambda s: np.flatnonzero(shapely.intersects(shape(s[0]), s[3])),
    ),
    "distance": (lambda s: t.distances(s[0], s[1]), lambda s: shapely.distance(s[2], s[3])),
    "arc and range": (lambda s: t.targets(s[0], s[1], RANGE), lambda s: arc_in_shapely(s[0], s[2], s[3])),
    "first touch": (
        lambda s: t.first_touch(s[0], s[0][2], WAY, s[1]),
        lambda s: straight_in_shapely(s[0], s[2], s[3]),
    ),
    "wheel touch": (
        lambda s: t.wheel_touch(s[0], t.LEFT, ANGLE, s[1]),
        lambda s: wheel_in_shapely(s[0], s[2], s[3]),
    ),
    "sight": (
        lambda s: t.sight(s[0], s[1][0], s[1][1:], [], OPEN),
        lambda s: sight_in_shapely(s[0], s[1][0], s[3]),
    ),
}


def microseconds(work: Callable[[Scene], object], tables: list[Scene], rounds: int = 7) -> float:
    """Of the processor for one footprint, the best of a few rounds over all."""
    best = float("inf")
    gc.collect()
    for _ in range(rounds):
        began = time.process_time()
        for scene in tables:
            work(scene)
        best = min(best, (time.process_time() - began) / len(tables))
    return best * 1e6


def main() -> None:
    tables = scenes()
    figures: dict[str, dict[str, float]] = {}
    print(f"{'one footprint against 99':<28}{'µs':>8}{'goal':>8}{'shapely µs':>14}{'times as fast':>16}")
    for name, (ours, theirs) in WORK.items():
        mine, other = microseconds(ours, tables, 25), microseconds(theirs, tables, 3)
        figures[name] = {"us": mine, "shapely_us": other, "ratio": other / mine}
        goal = GOALS[name] if q.BUILD == "compiled" else ""
        print(f"{name:<28}{mine:>8.2f}{goal:>8}{other:>14.1f}{other / mine:>16.1f}")
    OUT.mkdir(exist_ok=True)
    (OUT / f"table-{q.BUILD}.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
