"""What lies about a unit, to be drawn on the table: who secures its flanks and rear, who closes halves of its fire."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules import shots, support
from quadrilatero.games.alaguerre.rules.charge_fire import FRONT
from quadrilatero.games.alaguerre.rules.formations import Unit
from quadrilatero.games.alaguerre.rules.weapons import longest_range
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.kernel import Plain
from quadrilatero.table import LEFT, RIGHT, Side, corners, distance, rear_strip, shift, side_strip
from quadrilatero.table.tape import flat

BESIDE = 3 * UM // 10
"""1.1.3-b: how wide a strip is drawn where its true width would be a measure."""
ROUND = 4
"""So many points draw the arc at the end of a sector."""
NAMES = {LEFT: "left", RIGHT: "right"}


def strips(s: State, unit: Unit) -> list[Plain]:
    """10.2.2-m2, 10.2.2-m3: the ground behind and beside a unit, and whether it has support and security there."""
    if support.has_all_fronts(s, unit) or unit.is_guns or unit.is_train:
        return []
    deep = support.NEAR if shots.may_measure(s) else BESIDE
    supporter = support.rear_support(s, unit)
    found = [_strip("rear", rear_strip(unit.pose, deep), supporter is not None)]
    for side in support.FLANKS:
        safe = unit.is_great_foot or support.is_flank_secure(s, unit, side, supporter)
        found.append(_strip(NAMES[side], side_strip(unit.pose, side, deep), safe))
    return found


def _strip(side: str, pose: Pose, safe: bool) -> Plain:
    return {"side": side, "shape": flat(corners(pose)), "safe": safe}


def closed_halves(s: State, base: Base) -> list[Plain]:
    """8.1.3-a, 8.1.3-c: halves of a base's sector that somebody closes, and what lies beyond him."""
    shoots = base.fire is not None and base.weapon != "none" and FRONT in shots.sides(s, base)
    if not shoots or not shots.may_measure(s):
        return []
    fan, deep = shots.sector_of(s, base, FRONT), longest_range(base)
    found: list[Plain] = []
    for part in support.FLANKS:
        far, nearest = deep, None
        while (other := shots.blocker(s, base, base, fan, part, far)) is not None:
            far, nearest = distance(fan.edge, other.pose), other
        if nearest is not None:
            shape = beyond(fan.edge, part, shots.SPREAD[base.is_guns], far, deep)
            found.append({"half": NAMES[part], "by": nearest.id, "shape": shape})
    return found


def beyond(edge: Pose, part: Side, spread: int, near: int, far: int) -> list[list[int]]:
    """A half of a sector from one distance to another, as a polygon."""
    hand = 27000 if part == LEFT else 9000
    corner = shift(edge, (edge[2] + hand) % 36000, edge[3] // 2)
    turn = -spread if part == LEFT else spread
    angles = [(edge[2] + turn * n // ROUND) % 36000 for n in range(ROUND + 1)]
    outer = [shift(edge, edge[2], far), *[shift(corner, angle, far) for angle in angles]]
    inner = [*[shift(corner, angle, near) for angle in reversed(angles)], shift(edge, edge[2], near)]
    return [[point[0], point[1]] for point in (*outer, *inner)]
