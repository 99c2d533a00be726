"""Chapter 5.6.3, 5.6.4: the ways of forced moves: whom they push, the gaps they find, whom they cross."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.alaguerre.rules import terrain
from quadrilatero.games.alaguerre.rules.formations import Unit, units
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.table import bearing, centre, first_touch, gaps, overlaps_any, push, shift, span

GAP = UM
"""5.6.3-d, 5.6.4-c: how wide a gap must be."""
ASIDE = 2 * UM
"""5.6.3-d, 5.6.4-c: how far off a gap may be."""
BEYOND = 12 * UM
"""5.3.4-a: how far a crossing is completed at most."""
GRAIN = 50
EDGES = {"south": 18000, "north": 0, "east": 9000, "west": 27000}
OFF, GROUND, ENEMY_THERE = "off", "ground", "enemy"


class Way(NamedTuple):
    """Where a forced move ends, who is crossed on it, in order, and what stopped it: enemy, ground or edge."""

    pose: Pose
    crossed: tuple[str, ...] = ()
    stopped: str = ""


def homeward(s: State, unit: Unit) -> tuple[int, int]:
    """5.6.4-a. Where a unit runs to, and how far that is: the nearest point of its edge or line of communication."""
    x, y = centre(unit.pose)
    wide, high = s.ground.size
    edge = s.edges[unit.side]
    best = ({"south": y, "north": high - y, "east": wide - x, "west": x}[edge], EDGES[edge])
    for at in s.communications.get(unit.side, ()):
        best = min(best, (span(x, y, at[0], at[1]), bearing(x, y, at[0], at[1])))
    return best[1], best[0]


def is_off(s: State, pose: Pose) -> bool:
    """10.2-f. Whether the middle of a base has left the table."""
    return not terrain.is_on_table(s, pose)


def room(s: State, unit: Unit, pose: Pose, towards: int, by: int) -> tuple[int, str]:
    """5.6.1-c, 5.6.3-c, 5.6.4-d. How far a way leads before an enemy or impassable ground, and which stops it."""
    enemies = [base.pose for base in s.enemies_of(unit.side)]
    gone, met = first_touch(pose, towards, by, enemies)
    ground = terrain.closed_on_way(s, unit, pose, towards, by)
    if ground is not None and ground[2] < gone:
        return ground[2], GROUND
    return gone, ENEMY_THERE if met >= 0 else ""


def pushes(s: State, unit: Unit, towards: int, by: int) -> tuple[int, list[tuple[Unit, int]]]:
    """5.6.1-b, 5.6.3-a. How far a unit gets when it pushes friends before it, and by how much each of them is pushed.

    Chains count: who is pushed pushes others. Enemies and impassable ground stop all of them.
    """
    friends = [other for other in units(s, unit.side) if not set(other.ids) & set(unit.ids)]
    far = by
    while True:
        pushed, short = _pushed(s, unit, friends, towards, far)
        if short <= 0 or far <= 0:
            return max(0, far), pushed
        far -= short


def _pushed(s: State, unit: Unit, friends: list[Unit], towards: int, by: int) -> tuple[list[tuple[Unit, int]], int]:
    """Who is pushed by a way of that length, in the order met, and how much of it there is no room for."""
    found = [(friends[n], need) for n, need in push([other.pose for other in friends], unit.pose, towards, by, ())]
    short = by - room(s, unit, unit.pose, towards, by)[0]
    for other, need in found:
        short = max(short, need - room(s, other, other.pose, towards, need)[0])
    return found, short


def straight(s: State, unit: Unit, towards: int, by: int) -> Way:
    """5.6.3-b, 5.6.3-d, 5.6.3-e. The second step of a retreat: straight home, by a gap, or through friends."""
    return through(s, unit, unit.pose, towards, by) if by > 0 else Way(unit.pose)


def through(s: State, unit: Unit, pose: Pose, towards: int, by: int) -> Way:
    """5.6.4-a, 5.6.4-c, 5.3.4-a. A way 1um wide past others, by the nearest gap, or else through friends to the end."""
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    narrow = (*centre(pose), towards, GAP, 1)
    found = [aside for aside in gaps(narrow, towards, GAP, by, others) if abs(aside) <= ASIDE]
    start = shift(pose, (towards + 9000) % 36000, found[0]) if found else pose
    return _ended(s, unit, start, towards, by)


def _ended(s: State, unit: Unit, start: Pose, towards: int, by: int) -> Way:
    """5.3.4-a, 5.6.4-d. Where such a way ends: on free ground, beyond those it crosses, or at what stops it."""
    narrow = (*centre(start), towards, GAP, 1)
    gone, stopped = room(s, unit, narrow, towards, by)
    if stopped:
        return Way(_clear(s, unit, start, towards, gone), _crossed(s, unit, narrow, towards, by), stopped)
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    for far in range(by, by + BEYOND, GRAIN):
        pose = shift(start, towards, far)
        crossed = _crossed(s, unit, narrow, towards, far)
        if is_off(s, pose):
            return Way(pose, crossed, OFF)
        if overlaps_any(pose, others) < 0:
            return Way(_clear(s, unit, start, towards, far), crossed)
    return Way(_clear(s, unit, start, towards, by), _crossed(s, unit, narrow, towards, by), GROUND)


def _crossed(s: State, unit: Unit, narrow: Pose, towards: int, by: int) -> tuple[str, ...]:
    """5.6.3-e, 5.6.3-f, 5.6.4-e. The friends whom a way 1um wide leads through, in the order met."""
    met = []
    for base in s.on_table(unit.side):
        gone, found = first_touch(narrow, towards, by, [base.pose])
        if base.id not in unit.ids and found >= 0:
            met.append((gone, s.order[base.id], base.id))
    return tuple([id for _, _, id in sorted(met)])


def _clear(s: State, unit: Unit, start: Pose, towards: int, by: int) -> Pose:
    """11.2-g. The farthest place on a way, before where it is stopped, that is free, and in no closed ground."""
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    for far in range(max(0, by), -1, -GRAIN):
        pose = shift(start, towards, far)
        if overlaps_any(pose, others) < 0 and terrain.stands_in_closed(s, pose) is None:
            return pose
    return unit.pose
