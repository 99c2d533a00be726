"""Chapter 10.2.2: support from behind, secure flanks, and enemies beside and behind."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import HELD
from quadrilatero.games.alaguerre.rules import rates
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.cover import is_garrison
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of, units
from quadrilatero.games.alaguerre.said import ENEMY, PK, ROUTED, SQUARE, UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.table import (
    LEFT,
    RIGHT,
    TOUCH,
    Side,
    behind,
    beyond_side,
    distance,
    offset,
    overlaps,
    overlaps_ground,
    rear_strip,
    side_strip,
)

NEAR = 2 * UM
"""10.2.2-m2, 10.2.2-a: support is nearer than this."""
FLANKS: tuple[Side, Side] = (LEFT, RIGHT)


# -- from behind (10.2.2-m2) -------------------------------------------------------------------------------------------


def rear_support(s: State, unit: Unit) -> Unit | None:
    """10.2.2-m2, 10.2.2-d, 10.2.2-g, 10.2.2-i. The unit that supports another from behind: the nearest that can."""
    if has_all_fronts(s, unit):
        return None
    strip = rear_strip(unit.pose, NEAR + TOUCH)
    best: tuple[int, int] | None = None
    found: Unit | None = None
    for base in s.on_table(unit.side):
        if not may_support(base, unit) or not overlaps(strip, base.pose):
            continue
        gap = distance(unit.pose, base.pose)
        if gap < NEAR and not is_barred(s, unit, strip, gap) and (best is None or (gap, s.order[base.id]) < best):
            best, found = (gap, s.order[base.id]), unit_of(s, base)
    return found


def may_support(base: Base, unit: Unit) -> bool:
    """10.2.2-m2, 10.2.2-g. Foot or horse at most disordered in closed order that supports nobody else this impulse."""
    free = base.supports is None or unit.is_called(base.supports)
    return free and base.is_steady and not base.is_open and (base.is_foot or base.is_horse)


def is_barred(s: State, unit: Unit, strip: Pose, gap: int) -> bool:
    """10.2.2-m2. Whether an enemy or impassable ground is in the way of support, nearer than it."""
    for enemy in s.enemies_of(unit.side):
        if overlaps(strip, enemy.pose) and distance(unit.pose, enemy.pose) < gap:
            return True
    return closed_ground_in(s, rear_strip(unit.pose, gap))


def book(s: State, supporter: Unit, unit: Unit) -> None:
    """10.2.2-g, 10.2.2-h. Support that was counted is given: to nobody else in this impulse."""
    for base in supporter.bases:
        s.change(s.bases[base.id], supports=unit.id)


# -- flanks (10.2.2-m3) ------------------------------------------------------------------------------------------------


def has_secure_flanks(s: State, unit: Unit, supporter: Unit | None) -> bool:
    """10.2.2-m3, 10.2.2-d, 10.2.2-e. Whether both flanks are secure; great foot, squares and garrisons always are."""
    if unit.is_great_foot or has_all_fronts(s, unit):
        return True
    return all(is_flank_secure(s, unit, side, supporter) for side in FLANKS)


def has_all_fronts(s: State, unit: Unit) -> bool:
    """10.2.2-d. Foot in square, or occupying buildings or works that are not lines."""
    return unit.kind == SQUARE or (unit.is_foot and all(is_garrison(s, base) for base in unit.bases))


def is_flank_secure(s: State, unit: Unit, side: Side, supporter: Unit | None) -> bool:
    """10.2.2-a, 10.2.2-b, 10.2.2-c, 10.2.2-f. A friend, impassable ground, a place of friends, or no enemy there.

    Impassable ground before a friend secures the flank in his place.
    """
    strip = side_strip(unit.pose, side, NEAR + TOUCH)
    enemies = [distance(unit.pose, enemy.pose) for enemy in s.enemies_of(unit.side) if overlaps(strip, enemy.pose)]
    nearest = min(enemies, default=NEAR)
    own = unit.ids if supporter is None else [*unit.ids, *supporter.ids]
    for base in s.on_table(unit.side):
        if base.id not in own and overlaps(strip, base.pose) and guards(s, base):
            gap = distance(unit.pose, base.pose)
            if gap < NEAR and gap <= nearest:
                return True
    return ground_secures(s, unit, side, nearest) or is_open_side(s, unit, side)


def guards(s: State, base: Base) -> bool:
    """10.2.2-a. A battery, or foot or horse at most disordered and not in mêlée."""
    if base.is_guns:
        return base.is_battery and base.state != ROUTED
    return (base.is_foot or base.is_horse) and base.is_steady and not enemies_touching(s, base)


def closed_ground_in(s: State, strip: Pose) -> bool:
    """10.2.2-a. Whether impassable ground lies in a strip."""
    return any(overlaps_ground(strip, area) for piece in s.ground.closed for area in piece.areas)


def ground_secures(s: State, unit: Unit, side: Side, nearest: int) -> bool:
    """10.2.2-a, 10.2.2-j. Impassable ground, or a place that friends hold, with no enemy before it."""
    for piece in s.ground.pieces.values():
        held = piece.type in HELD and is_held(s, piece.id, unit.side)
        if not (held or piece in s.ground.closed):
            continue
        before = side_strip(unit.pose, side, nearest)
        if any(overlaps_ground(before, area) for area in piece.areas):
            return True
    return False


def is_held(s: State, piece: str, side: str) -> bool:
    """10.2.2-j. Free of enemies, and friends who have not routed are in it."""
    inside = [base for base in s.on_table() if base.inside == piece or (base.occupies and base.occupies.piece == piece)]
    return any(base.state != ROUTED for base in inside) and all(base.side == side for base in inside)


def is_open_side(s: State, unit: Unit, side: Side) -> bool:
    """10.2.2-b. Whether no enemy is anywhere beyond that side: by the other reading, in the strip beside it."""
    if s.options["open_flank"] == "strip":
        wide = side_strip(unit.pose, side, sum(s.ground.size))
        return not any(overlaps(wide, enemy.pose) for enemy in s.enemies_of(unit.side))
    return not any(beyond_side(unit.pose, side, enemy.pose) for enemy in s.enemies_of(unit.side))


# -- pikes in chequer (10.2.2-m4) --------------------------------------------------------------------------------------


def is_chequered(s: State, unit: Unit) -> bool:
    """10.2.2-m4. Pikes with other pikes of their division behind the gap beside them, within 2um, half a base aside."""
    if unit.acts != PK or s.options["chequer"] == "off":
        return False
    return any(stands_in_chequer(s, unit, other) for other in units(s, unit.side))


def stands_in_chequer(s: State, unit: Unit, other: Unit) -> bool:
    """10.2.2-m4. Whether a unit stands behind the gap beside another."""
    same = other.acts == PK and other.bases[0].division == unit.bases[0].division
    if not same or not other.is_steady or distance(unit.pose, other.pose) > NEAR:
        return False
    across, ahead = offset(unit.pose, other.pose[0], other.pose[1])
    if ahead > TOUCH - unit.pose[4] or not UM <= abs(across) < unit.pose[3] + other.pose[3]:
        return False
    gap = side_strip(unit.pose, RIGHT if across > 0 else LEFT, UM)
    return not any(overlaps(gap, base.pose) for base in s.on_table())


# -- enemies beside and behind (10.2.2-m10, 10.2.2-m11) ----------------------------------------------------------------


def threats(s: State, unit: Unit) -> tuple[bool, bool]:
    """10.2.2-m10, 10.2.2-m11. Whether enemy foot or horse that can charge so far is on the flank, and on the rear.

    Where it is follows from the line of the unit's rear (6.2.2-a). Who has fronts on all sides has neither.
    """
    flank = rear = False
    if has_all_fronts(s, unit):
        return flank, rear
    for enemy in units(s, ENEMY[unit.side]):
        if not (enemy.is_foot or enemy.is_horse) or not enemy.is_steady:
            continue
        place = behind(unit.pose, enemy.pose)
        if distance(unit.pose, enemy.pose) > rates.charge_distance(s, enemy):
            continue
        flank, rear = flank or place == 0, rear or place > 0
    return flank, rear
