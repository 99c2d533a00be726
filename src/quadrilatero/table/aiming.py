"""What a hand on the table means: how far a footprint is from where it was put, and how it would get there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from quadrilatero.table.footprint import Pose, shift, wheel
from quadrilatero.table.ground import bearing
from quadrilatero.table.measure import LEFT, RIGHT, apart, span

FULL = 36000
NEIGHBOUR, ASKEW = 300, 500
"""How near to a neighbour's line, and how near to its facing, a front is lined up with it."""
BACKWARD = 13500
"""A turn of more than this is no wheel."""


class Goal(NamedTuple):
    """A place and a facing to come as near to as can be."""

    x: int
    y: int
    facing: int | None

    def miss(self, pose: Pose) -> int:
        """How far a footprint is from it; a wrong facing counts by the way of the ends of the front."""
        far = span(pose[0], pose[1], self.x, self.y)
        return far if self.facing is None else far + apart(pose[2], self.facing) * pose[3] // 11459


def as_seen(pose: Pose, x: int, y: int) -> tuple[int, int]:
    """How far ahead of a front's centre a point is, and how far to its right.

    >>> as_seen((0, 0, 9000, 2000, 1000), 3000, -500)
    (3000, 500)
    """
    far = span(pose[0], pose[1], x, y)
    if not far:
        return 0, 0
    tip = shift((0, 0, 0, 1, 1), (bearing(pose[0], pose[1], x, y) - pose[2]) % FULL, far)
    return tip[1], tip[0]


def wheel_to(pose: Pose, goal: Goal, most: int) -> int:
    """The wheel, to the right or (below 0) to the left, to the facing wanted or so that straight on leads to the goal.

    No more than `most`; 0 where the goal is behind, or straight ahead.
    """
    if goal.facing is not None:
        off = _turn(pose[2], goal.facing)
    else:
        off = _turn(pose[2], bearing(pose[0], pose[1], goal.x, goal.y))
        for _ in range(6):
            there = wheel(pose, LEFT if off < 0 else RIGHT, min(abs(off), most))
            off = _turn(pose[2], bearing(there[0], there[1], goal.x, goal.y))
    if abs(off) >= BACKWARD:
        return 0
    return max(-most, min(most, off))


def _turn(facing: int, towards: int) -> int:
    return (towards - facing + FULL // 2) % FULL - FULL // 2


def lined_up(pose: Pose, friends: Iterable[Pose], goal: Goal) -> list[Goal]:
    """The goal moved into line with the friend whose flank and facing are nearest to it; none where none is near."""
    found: list[tuple[int, Goal]] = []
    facing = pose[2] if goal.facing is None else goal.facing
    for friend in friends:
        if apart(friend[2], facing) > ASKEW:
            continue
        ahead, aside = as_seen(friend, goal.x, goal.y)
        gap = abs(aside) - (friend[3] + pose[3]) // 2
        if abs(ahead) <= NEIGHBOUR and -NEIGHBOUR <= gap <= NEIGHBOUR:
            by = (friend[3] + pose[3] + 1) // 2
            beside = shift(friend, (friend[2] + (9000 if aside > 0 else 27000)) % FULL, by)
            found.append((abs(ahead) + abs(gap), Goal(beside[0], beside[1], friend[2])))
    return [aimed for _, aimed in sorted(found)[:1]]


def longest(most: int, lawful: Callable[[int], bool]) -> int:
    """The greatest number up to one that is lawful, if all below it are; 0 where none is.

    >>> longest(100, lambda by: by <= 42)
    42
    """
    low, high = 0, most
    while high - low > 0:
        middle = (low + high + 1) // 2
        if lawful(middle):
            low = middle
        else:
            high = middle - 1
    return low
