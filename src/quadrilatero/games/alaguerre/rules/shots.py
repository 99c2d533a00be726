"""Chapter 8.1: who may shoot, at whom, from where and how far."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules import artillery, cover, rates, sight, weapons
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.fire_modifiers import EXTREME, LONG, SHORT, Aim, sides_of
from quadrilatero.games.alaguerre.rules.formations import front_base, is_column, unit_of
from quadrilatero.games.alaguerre.said import BATTERY, REI, SQUARE
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import no, um
from quadrilatero.kernel import Refusal
from quadrilatero.table import (
    FRONT,
    LEFT,
    RIGHT,
    TOUCH,
    Sector,
    Side,
    bearing,
    corners,
    distance,
    half,
    in_arc_half,
    no_nearer,
    sector,
    shift,
    span,
)

SPREAD = {True: 1500, False: 3000}
"""8.1.3-b: how far the sector of guns and of others opens on each side."""
NAMED = {"front": 0, "right": 9000, "rear": 18000, "left": 27000}
HALVES: tuple[Side, Side] = (LEFT, RIGHT)


# -- who (8.1.1, 8.1.2) ------------------------------------------------------------------------------------------------


def refuse_firer(s: State, base: Base) -> Refusal | None:
    """8.1.1-a, 2.3-a, 8.1.2-a, 8.1.2-c, 8.1.2-d, 8.1.5-a, 8-b, 2.11.1-b, 7.2-g. Why a base does not shoot at all."""
    if base.fire is None or base.weapon == "none":
        return no("8.1.1-a", "no_fire_value", name=base.name)
    if not base.is_steady:
        return no("8.1.2-a", "too_disordered", name=base.name)
    if base.fired and (sides_of(base) == 1 or base.id not in s.volleys):
        return no("8-b", "has_fired", name=base.name)
    if base.silent:
        return no("7.2-g", "taken_unawares", name=base.name)
    if base.is_guns and (base.formation != BATTERY or base.acted):
        return no("8.1.2-c", "guns_not_ready", name=base.name)
    if enemies_touching(s, base):
        return no("8.1.5-a", "in_melee", name=base.name)
    unit = unit_of(s, base)
    if len(unit.bases) > 1 and (unit.is_great or is_column(unit)) and front_base(unit).id != base.id:
        if unit.is_great or "rear_ranks_fire" not in base.notes:
            return no("2.11.1-b" if unit.is_great else "8.1.2-d", "not_in_front", name=base.name)
    return refuse_mover(s, base)


def refuse_mover(s: State, base: Base) -> Refusal | None:
    """8.1.2-b, 7.2-d. Who has gone more than half of its move does not shoot, unless it went to short range."""
    pace = base.pace or rates.move_of(s, unit_of(s, base))
    if 2 * base.moved > pace and base.engaged is None:
        return no("8.1.2-b", "moved_too_far", name=base.name, moved=um(base.moved))
    return None


# -- from where (8.1.3, 5.5.3) -----------------------------------------------------------------------------------------


def sides(s: State, base: Base) -> list[str]:
    """8.1.3-b, 8.1.3-d, 8.4.2-a, 5.5.3-a. The sides that a base can shoot from; those of areas by number."""
    occupied = base.occupies
    if occupied is not None and occupied.sides is not None:
        piece = s.ground.pieces[occupied.piece]
        every = range(len(piece.shapes[0])) if piece.shapes else range(0)
        return [str(side) for side in (every if occupied.sides == "all" else occupied.sides)]
    if base.formation == SQUARE:
        return ["front", "left", "right", "rear"]
    if base.acts == REI and (s.options["reiter_flanks"] == "all" or "flank_fire" in base.notes):
        return ["front", "left", "right"]
    return ["front"]


def edge(s: State, base: Base, side: str) -> Pose:
    """8.1.4-a. The line that a base shoots from, a footprint without depth: its front, a flank, a side of an area."""
    if side not in NAMED:
        return wall(s, base, int(side))
    corner = corners(base.pose)
    first, second = {"front": (0, 2), "right": (2, 4), "rear": (4, 6), "left": (6, 0)}[side]
    x, y = (corner[first] + corner[second]) // 2, (corner[first + 1] + corner[second + 1]) // 2
    width = base.pose[4] if side in ("left", "right") else base.pose[3]
    return x, y, (base.pose[2] + NAMED[side]) % 36000, width, 1


def wall(s: State, base: Base, number: int) -> Pose:
    """5.5.3-a. A side of the area that a base occupies, looking out."""
    assert base.occupies is not None
    shape = s.ground.pieces[base.occupies.piece].shapes[0]
    (x1, y1), (x2, y2) = shape[number], shape[(number + 1) % len(shape)]
    middle = (sum(x for x, _ in shape) // len(shape), sum(y for _, y in shape) // len(shape))
    along = bearing(x1, y1, x2, y2)
    x, y = (x1 + x2) // 2, (y1 + y2) // 2
    left = (middle[0] - x) * (y2 - y1) - (middle[1] - y) * (x2 - x1) > 0
    return x, y, (along + (27000 if left else 9000)) % 36000, span(x1, y1, x2, y2), 1


def sector_of(s: State, base: Base, side: str) -> Sector:
    """8.1.3-b, 5.5.3-a. The sector of a side, as deep as the longest range."""
    depth = weapons.longest_range(base)
    return sector(edge(s, base, side), SPREAD[base.is_guns], depth, inner_half(s, base, side))


def inner_half(s: State, base: Base, side: str) -> Side | None:
    """5.5.3-a. Of one of two adjacent sides, the half at their common corner."""
    occupied = base.occupies
    if occupied is None or side in NAMED or occupied.sides is None or occupied.sides == "all":
        return None
    others = [number for number in occupied.sides if number != int(side)]
    if not others:
        return None
    line, other = wall(s, base, int(side)), wall(s, base, others[0])
    return LEFT if in_arc_half(line, other, 9000, FRONT, LEFT) else RIGHT


# -- at whom (8.1.3 to 8.1.6) ------------------------------------------------------------------------------------------


def refuse_shot(s: State, base: Base, target: Base, side: str) -> Refusal | None:
    """8.1.3-a, 8.1.5-b, 8.1.6-c, 8.2.1-d, 8.3.1-b, 8.4.2-d. Why a base cannot shoot at an enemy from that side."""
    if target.side == base.side or target.at is None:
        return no("8.1.3-a", "no_target", name=base.name)
    if side not in sides(s, base):
        return no("8.1.3-b", "no_such_side", piece=base.name, side=side, sides=sides(s, base))
    if base.engaged is not None and base.engaged not in (target.id, target.great, unit_of(s, target).id):
        return no("8.1.6-c", "engaged_elsewhere", name=base.name)
    if target.tested:
        return no("8.2.1-d", "target_has_tested", target=target.name)
    if refused := refuse_side(s, base, target, side):
        return refused
    if base.is_guns and enemies_touching(s, target):
        return no("8.1.5-b", "guns_into_melee", target=target.name)
    if artillery.in_dead_zone(s, base, target.pose):
        return no("8.3.1-b", "out_of_dead_ground", target=target.name)
    return refuse_sector(s, base, target, side)


def refuse_side(s: State, base: Base, target: Base, side: str) -> Refusal | None:
    """8.4.2-d. Shots from several sides are at several targets, one from each side."""
    for volley in s.volleys.get(base.id, ()):
        used, _, at = volley.partition(":")
        if used == side:
            return no("8.4.2-a", "side_has_fired", name=base.name)
        if at in (target.id, target.great):
            return no("8.4.2-d", "other_target", name=base.name)
    return None


def refuse_sector(s: State, base: Base, target: Base, side: str) -> Refusal | None:
    """8.1.3-a, 8.1.3-c. Outside the sector, out of sight, or behind somebody nearer in each half it is in."""
    fan = sector_of(s, base, side)
    if is_beyond(s, fan, target):
        return no("8.1.3-a", "out_of_sector", name=base.name, target=target.name)
    found = half(fan, target.pose)
    far = distance(fan.edge, target.pose)
    if not found or far > reach_of(s, fan):
        return no("8.1.3-a", "out_of_sector", name=base.name, target=target.name)
    if not sight.sees(s, base.pose, target.pose):
        return no("8.1.3-c", "out_of_sight", name=base.name, target=target.name)
    if all(blocker(s, base, target, fan, one, far) is not None for one in HALVES if found & one):
        return no("8.1.3-c", "fire_blocked", name=base.name, target=target.name)
    return None


def reach_of(s: State, fan: Sector) -> int:
    """1.1.3-b. How far off a target may seem: the longest range, or twice that where nobody may measure."""
    return fan.depth if may_measure(s) else 2 * fan.depth


def is_beyond(s: State, fan: Sector, target: Base) -> bool:
    """8.1.3-a. Whether an enemy is so far off that the sector need not be looked at."""
    return no_nearer(fan.edge, target.pose) > reach_of(s, fan)


def blocker(s: State, base: Base, target: Base, fan: Sector, part: Side, far: int) -> Base | None:
    """8.1.3-a, 8.1.3-c, 8.3.1-b, 8.1.2-d. Who closes a half of the sector: friend or enemy, nearer, in no dead zone.

    Rear ranks that may shoot do so past those of their own unit.
    """
    past = base.great is not None or "rear_ranks_fire" in base.notes
    company = unit_of(s, base).ids if past else [base.id]
    same = [target.id] if target.great is None else [one.id for one in s.on_table() if one.great == target.great]
    for other in s.on_table():
        if no_nearer(fan.edge, other.pose) >= far or other.id in company or other.id in same:
            continue
        if distance(fan.edge, other.pose) >= far:
            continue
        if half(fan, within(other.pose)) & part and not artillery.in_dead_zone(s, base, other.pose):
            return other
    return None


def within(pose: Pose) -> Pose:
    """8.1.3-c: a footprint less a rim of TOUCH. Who only touches a sector, as neighbours in a line do, is not in it."""
    x, y, facing, width, depth = shift(pose, pose[2], -TOUCH)
    return x, y, facing, width - 2 * TOUCH, depth - 2 * TOUCH


# -- how far (8.1.4, 8.1.6, 8.2) ---------------------------------------------------------------------------------------


def may_measure(s: State) -> bool:
    """1.1.3-b, 5.1-c. Whether distances are measured at any time, or only after it is declared what is done."""
    return s.options["measuring"] == "before"


def aim(s: State, base: Base, target: Base, side: str, *, charge: bool = False, short: bool = False) -> Aim:
    """8.1.4-a, 6.3-b, 6.3.2-a. A shot as it is reckoned; charge fire is at long range, but for who waits for it."""
    far = distance(edge(s, base, side), target.pose)
    band = (SHORT if short else LONG) if charge else range_of(s, base, target, far)
    moved = bool(base.moved or base.acted)
    return Aim(base, target, side, far, band, moved, cover.cover_of(s, target, base.pose))


def range_of(s: State, base: Base, target: Base, far: int) -> str:
    """8.1.6-a, 8.1.6-b, 8.1.4-c, 7.2.3-d. Guns by distance; others at short range only with whom they are engaged."""
    short = weapons.short_range(s, base)
    if base.is_guns:
        if far <= short:
            return SHORT
        return LONG if far <= weapons.long_range(base) else EXTREME
    engaged = base.engaged is not None and base.engaged in (target.id, target.great, unit_of(s, target).id)
    return SHORT if engaged and short and not base.late else LONG


def is_in_range(base: Base, far: int) -> bool:
    """8.1.4-b. Whether a target proves to be within the longest range."""
    return far <= weapons.longest_range(base)


def may_answer(s: State, target: Base, firer: Base) -> str | None:
    """8.2.3-a. From which side a target could answer a shot by the rules; None where it cannot."""
    if refuse_firer(s, target) is not None:
        return None
    for side in sides(s, target):
        if refuse_shot(s, target, firer, side) is None and is_in_range(
            target, distance(edge(s, target, side), firer.pose)
        ):
            return side
    return None
