"""Chapter 6.2.1: counter-charges."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules import attack_ways, terrain
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, put
from quadrilatero.games.alaguerre.rules.rates import move_of
from quadrilatero.games.alaguerre.said import PK
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import tell_moved
from quadrilatero.table import TOUCH, apart, bearing, centre, first_touch, overlaps_any, shift, span, turn

STEP = 50
LEAST_TURN = 500
"""6.2-f: what is less is no turn."""


def may_counter(s: State, unit: Unit, charger: Unit, on: str) -> bool:
    """6.1-b, 6.2.1-b, 6.2.2-b. Who could charge himself, not on flank or rear, and no foot but pikes against horse."""
    if on != "front" or not unit.is_steady or unit.is_guns or unit.is_train:
        return False
    if any(base.melee is None or base.occupies is not None or base.inside is not None for base in unit.bases):
        return False
    if any(enemies_touching(s, base) for base in unit.bases):
        return False
    if charger.is_horse and unit.is_foot and unit.acts != PK:
        return False
    return not unit.is_open or charger.is_open or terrain.in_rough(s, unit.pose)


def shares(gap: int, charger: int, other: int) -> tuple[int, int]:
    """6.2.1-a. How far each goes by the moves of their table: half and half, or three quarters for the faster."""
    if charger == other:
        return gap - gap // 2, gap // 2
    quick = gap - gap // 4
    return (quick, gap - quick) if charger > other else (gap - quick, quick)


def both_move(s: State, charger: Unit, target: Unit, left: int) -> tuple[Unit, Unit, int]:
    """6.2.1-a. Charger and counter-charger move at once and meet between them."""
    faced = turned_to(s, target, charger)
    gap, met = first_touch(charger.pose, charger.pose[2], left + move_of(s, target), [faced])
    if met < 0:
        return charger, target, left
    mine, theirs = shares(gap, move_of(s, charger), move_of(s, target))
    charger = advance(s, charger, min(mine, free_way(s, charger, target, mine)), "charge")
    target = put(s, target, faced)
    reach = first_touch(target.pose, target.pose[2], theirs, [base.pose for base in charger.bases])[0]
    target = advance(s, target, min(reach, free_way(s, target, charger, theirs)), "counter")
    rest, hit = first_touch(charger.pose, charger.pose[2], gap, [base.pose for base in target.bases])
    rest = min(rest, free_way(s, charger, target, rest))
    if hit >= 0 and rest:
        charger = advance(s, charger, rest, "charge")
    return charger, target, left - mine


def free_way(s: State, unit: Unit, foe: Unit, by: int) -> int:
    """6.2.1-a, 5.3-a. How far one of the two comes on before it would touch another enemy than the other."""
    others = [enemy.pose for enemy in s.enemies_of(unit.side) if enemy.id not in foe.ids]
    gap, met = first_touch(unit.pose, unit.pose[2], by + TOUCH, others)
    return by if met < 0 else max(0, gap - 2 * TOUCH)


def turned_to(s: State, target: Unit, charger: Unit) -> Pose:
    """6.2-f, 6.2.1-a. The counter-charger turns towards the charger, if there is room for it where it stands."""
    x, y = centre(charger.pose)
    towards = bearing(*centre(target.pose), x, y)
    pose = turn(target.pose, (towards - target.pose[2]) % 36000)
    friends = [base.pose for base in s.on_table(target.side) if base.id not in target.ids]
    ahead = shift(pose, towards, span(*centre(target.pose), x, y) // 2)
    others = [base.pose for base in s.on_table() if base.id not in target.ids]
    clear = overlaps_any(pose, others) < 0 and overlaps_any(ahead, friends) < 0
    clear = clear and all(terrain.stands_in_closed(s, one) is None for one in (pose, ahead))
    return pose if clear and apart(towards, target.pose[2]) >= LEAST_TURN else target.pose


def advance(s: State, unit: Unit, by: int, why: str) -> Unit:
    """6.2.1-a, 5.3-f. One of the two comes on; friends on whom it comes to stand make room.

    Where they have none it stops before them, which the book does not foresee.
    """
    before = {base.id: base for base in unit.bases}
    moved = put(s, unit, shift(unit.pose, unit.pose[2], by), acted=True, moved=unit.bases[0].moved + by)
    while by > 0 and any(attack_ways.room_for(s, moved, friend) is None for friend in attack_ways.trodden(s, moved)):
        by = max(0, by - STEP)
        moved = put(s, unit, shift(unit.pose, unit.pose[2], by), acted=True, moved=unit.bases[0].moved + by)
    for base in moved.bases:
        tell_moved(s, "6.2.1-a", before[base.id], base, why, by)
    attack_ways.make_room(s, moved)
    return moved
