"""Chapter 5.6: moves that nobody chooses: recoil, following up, retreat, rout, friends who are pushed or crossed."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.alaguerre.rules import generals, losses, morale, rates, sight
from quadrilatero.games.alaguerre.rules.contact import enemies_touching, touches, touches_line
from quadrilatero.games.alaguerre.rules.formations import Unit, again, attached, put, single, unit_of, units
from quadrilatero.games.alaguerre.rules.ways import Way, homeward, is_off, pushes, straight, through
from quadrilatero.games.alaguerre.said import LEVEL, ROUTED, SHAKEN, UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import tell
from quadrilatero.kernel import Script
from quadrilatero.table import (
    LEFT,
    RIGHT,
    arc_length,
    centre,
    first_touch,
    overlaps_any,
    overlaps_ground,
    shift,
    span,
    turn,
    wheel,
)

RECOIL = UM // 2
"""5.6.1-a, 5.6.2-a: how far a recoil goes."""
STEP_BACK = UM
"""5.6.3-a: how far a retreat goes straight away from the enemy."""
MOST_WHEEL = UM
"""5.6.2-a: how far the outer corner of a winner goes to be parallel."""


# -- tests and what they bring -----------------------------------------------------------------------------------------


def face_test(s: State, unit: Unit, row: str, cause: morale.Cause, *, from_melee: bool = False) -> Script:
    """10.2.1-a, 10.3.1-a. A test with all that comes of it: states, losses, generals at risk, then the forced move."""
    tested = yield from morale.take_test(s, unit, row, cause)
    company = attached(s, unit)
    move = morale.suffer(s, unit, row, tested, cause)
    routs = is_routed(s, unit)
    yield from generals.risk(s, unit, company, cause.losses, routs=routs, from_melee=from_melee)
    yield from obey(s, unit, move, () if cause.enemy is None else (cause.enemy,))
    return tested


def is_routed(s: State, unit: Unit) -> bool:
    """2.6.7-d. Whether a unit is routed, or gone."""
    left = again(s, unit)
    return left is None or left.level == LEVEL[ROUTED]


def obey(s: State, unit: Unit, move: str | None, enemies: Sequence[Unit] = ()) -> Script:
    """10.2.1-c. The forced move that a test has brought, with all that follows from it."""
    left = again(s, unit)
    if left is None or move is None:
        return
    if move == morale.ROUT:
        yield from rout(s, left)
    else:
        yield from retreat(s, left, enemies)


def shock(s: State, id: str, spreader: Unit) -> Script:
    """10.2-c, 2.6.7-e, 2.6.7-f. Who is pushed or crossed tests for contagion; a routed unit runs on instead."""
    base = s.bases.get(id)
    if base is None or base.at is None:
        return
    unit = unit_of(s, base)
    if unit.level == LEVEL[ROUTED]:
        yield from rout(s, unit)
    else:
        yield from face_test(s, unit, morale.CONTAGION, morale.Cause(spreader=spreader))


def spreads(unit: Unit, other: Unit) -> bool:
    """5.6.1-b, 5.6.3-f, 5.6.4-e. Contagion comes of closed order of higher morale."""
    return not unit.is_open and unit.morale > other.morale


def settle(s: State, unit: Unit, pose: Pose, why: str, rule: str, **values: object) -> Unit:
    """A unit where a forced move has brought it; generals with it go along."""
    before, company = unit.pose, attached(s, unit)
    after = comes_out(s, put(s, unit, pose, **values))
    for general in company:
        if general.at is not None:
            x, y = general.at[0] + pose[0] - before[0], general.at[1] + pose[1] - before[1]
            wide, high = s.ground.size
            s.lead(general, at=(min(max(x, 0), wide), min(max(y, 0), high)))
    length = span(*centre(before), *centre(pose))
    ends = {name: {"at": list(at[:2]), "facing": at[2]} for name, at in (("from", before), ("to", pose))}
    tell(s, "moved", rule, unit=unit.id, why=why, distance=length, **ends)
    return after


def comes_out(s: State, unit: Unit) -> Unit:
    """5.5-c, 9.2.1-a. Who has been moved out of an area, or away from what he lined, is in it no more."""
    for base in unit.bases:
        now = s.bases[base.id]
        inside = now.inside if now.inside is not None and stands_at(s, now, now.inside) else None
        occupies = now.occupies if now.occupies is not None and stands_at(s, now, now.occupies.piece) else None
        if (inside, occupies) != (now.inside, now.occupies):
            s.change(now, inside=inside, occupies=occupies)
    return again(s, unit) or unit


def stands_at(s: State, base: Base, piece: str) -> bool:
    """5.5-c. Whether a base stands in a piece of terrain, or along it."""
    held = s.ground.pieces[piece]
    lined = bool(held.line) and touches_line(base.pose, held.line, held.width)
    return lined or any(overlaps_ground(base.pose, area) for area in held.areas)


def settle_or_leave(s: State, unit: Unit, pose: Pose, why: str, rule: str) -> None:
    """10.2-f. A unit where a forced move has brought it, unless that is off the table."""
    if is_off(s, pose):
        losses.leave_table(s, unit)
    else:
        settle(s, unit, pose, why, rule)


# -- recoil and following up (5.6.1, 5.6.2) ----------------------------------------------------------------------------


def recoil(s: State, unit: Unit) -> Script:
    """5.6.1-a, 5.6.1-b, 5.6.1-c, 10.2-f. Half a um straight back; friends are pushed; blocked, another loss."""
    back = (unit.pose[2] + 18000) % 36000
    far, pushed = pushes(s, unit, back, RECOIL)
    yield from push(s, unit, back, far, pushed)
    settle_or_leave(s, unit, shift(unit.pose, back, far), "recoil", "5.6.1-a")
    if far < RECOIL:
        losses.take_loss(s, unit, 1, "blocked", "5.6.1-c")
    for other, _ in pushed:
        if other.ids[0] in s.bases and spreads(unit, other):
            yield from shock(s, other.ids[0], unit)


def push(s: State, unit: Unit, bearing: int, far: int, pushed: Sequence[tuple[Unit, int]]) -> Script:
    """5.6.1-b, 5.6.3-a, 10.2-f. Friends in the way go back by the least that is needed, the farthest first."""
    yield from ()
    for other, by in reversed(pushed):
        settle_or_leave(s, other, shift(other.pose, bearing, by), "push", "5.6.1-b")


def follow(s: State, unit: Unit, loser: Unit) -> None:
    """5.6.2-a, 5.6.2-b, 9.1.1-b. The winner turns parallel to who recoils, if there is room, and keeps contact."""
    pose = parallel(unit.pose, (loser.pose[2] + 18000) % 36000)
    others = [base.pose for base in s.on_table() if base.id not in unit.ids]
    if overlaps_any(pose, others) >= 0:
        pose = unit.pose
    gone, met = first_touch(pose, pose[2], RECOIL, others)
    ahead = shift(pose, pose[2], gone)
    if met < 0 and not touches(ahead, loser.pose):
        return
    settle(s, unit, ahead, "advance", "5.6.2-a")


def parallel(pose: Pose, facing: int) -> Pose:
    """5.6.2-a. Turned forward about a front corner until it faces so, if its outer corner goes no farther than 1um."""
    angle = (facing - pose[2] + 18000) % 36000 - 18000
    if angle == 0 or abs(angle) >= 9000 or arc_length(pose[3], abs(angle)) > MOST_WHEEL:
        return pose
    return wheel(pose, RIGHT if angle > 0 else LEFT, abs(angle))


# -- retreat (5.6.3) ---------------------------------------------------------------------------------------------------


def retreat(s: State, unit: Unit, enemies: Sequence[Unit] = ()) -> Script:
    """5.6.3-a, 5.6.3-b, 5.6.5-m. Straight away from the enemy 1um, then towards its own edge; guns stay behind.

    Troops able to mount do so (5.2.10-b). Friends touched in the first step are pushed, those of the second avoided by
    a gap or crossed; a unit that retreats shaken spreads contagion.
    """
    unit = mounts(s, unit)
    if unit.is_guns and not unit.bases[0].is_limbered:
        losses.abandon_guns(s, unit.bases[0])
        return
    unit = leaves_fight(s, unit)
    total = rates.move_of(s, unit)
    first = min(STEP_BACK, total)
    touching = [enemy for enemy in enemies if touches_unit(unit, enemy)]
    away = direction(touching) if touching else (unit.pose[2] + 18000) % 36000
    if touching:
        pose = turned_back(unit.pose, away)
        others = [base.pose for base in s.on_table() if base.id not in unit.ids]
        unit = put(s, unit, pose) if overlaps_any(pose, others) < 0 else unit
    far, pushed = pushes(s, unit, away, first)
    yield from push(s, unit, away, far, pushed)
    unit = settle(s, unit, shift(unit.pose, away, far), "retreat", "5.6.3-a")
    if far < first:
        yield from blocked(s, unit, away)
        return
    way = straight(s, unit, homeward(s, unit)[0], total - first)
    yield from arrive(s, unit, way, [other for other, _ in pushed], unit.level >= LEVEL[SHAKEN])


def direction(enemies: Sequence[Unit]) -> int:
    """5.6.3-a, 5.6.3-i. Where a unit is driven: as its enemy faces; before several the direction between theirs."""
    apart = sum((enemy.pose[2] - enemies[0].pose[2] + 18000) % 36000 - 18000 for enemy in enemies)
    return (enemies[0].pose[2] + apart // len(enemies)) % 36000


def turned_back(pose: Pose, away: int) -> Pose:
    """5.6.3-a. Turned backward about a front corner, the shorter way, until it is parallel to who drives it."""
    angle = (away - pose[2]) % 18000
    angle = angle - 18000 if angle > 9000 else angle
    if angle == 0:
        return pose
    return wheel(pose, LEFT, -angle) if angle > 0 else wheel(pose, RIGHT, angle)


def enemies_of(s: State, unit: Unit) -> list[Unit]:
    """5.6.3-a. The enemies in contact with a unit."""
    found = {enemy.id: unit_of(s, enemy) for base in unit.bases for enemy in enemies_touching(s, base)}
    return list({enemy.id: enemy for enemy in found.values()}.values())


def touches_unit(unit: Unit, enemy: Unit) -> bool:
    """9-a: whether any base of a unit touches one of the other."""
    return any(touches(base.pose, other.pose) for base in unit.bases for other in enemy.bases)


def mounts(s: State, unit: Unit) -> Unit:
    """5.2.10-b. Troops on foot that can mount do so at no cost before they are driven back."""
    able = [base for base in unit.bases if base.mounted_stats is not None]
    for base in able:
        s.change(s.bases[base.id], mounted=True)
    return again(s, unit) or unit


def leaves_fight(s: State, unit: Unit) -> Unit:
    """7.2.1-b, 9.1.3-a. Who goes back is in no mêlée, engagement, area or work any more."""
    for base in unit.bases:
        losses.disengage(s, base.id)
        s.change(s.bases[base.id], fight=None, occupies=None, inside=None)
    return again(s, unit) or unit


def blocked(s: State, unit: Unit, away: int) -> Script:
    """5.6.3-g, 5.6.3-h. Without room there is a level of disorder, for the shaken rout; an enemy in the way is rout."""
    behind = shift(unit.pose, away, UM // 10)
    if any(touches(behind, enemy.pose) for enemy in s.enemies_of(unit.side)):
        left = losses.set_state(s, unit, ROUTED, "retreat", "5.6.3-h")
    else:
        left = losses.add_levels(s, unit, 1, "retreat", "5.6.3-g")
    if left is not None and left.level == LEVEL[ROUTED]:
        left = morale.lose_for_rout(s, left, "rout", morale.NOTHING)
        if left is not None:
            yield from rout(s, left)


def arrive(s: State, unit: Unit, way: Way, pushed: Sequence[Unit], contagious: bool) -> Script:
    """5.6.3-e, 5.6.3-f, 5.6.3-g, 5.6.3-h. The end of a retreat, and those it pushed or crossed, in the order met."""
    if way.stopped == "off":
        losses.leave_table(s, unit)
    else:
        unit = settle(s, unit, way.pose, "retreat", "5.6.3-b")
        if way.stopped:
            yield from blocked(s, unit, homeward(s, unit)[0])
    yield from spread(s, unit, [*[other.ids[0] for other in pushed], *way.crossed], contagious)


def spread(s: State, unit: Unit, others: Sequence[str], contagious: bool) -> Script:
    """5.6.3-f, 5.6.4-e, 2.6.7-e. Those who were pushed or crossed test, one after another; routed ones run."""
    done: set[str] = set()
    for id in others:
        base = s.bases.get(id)
        if base is None or id in done:
            continue
        other = unit_of(s, base)
        done.update(other.ids)
        if other.level == LEVEL[ROUTED] or (contagious and spreads(unit, other)):
            yield from shock(s, id, unit)


# -- rout (5.6.4) ------------------------------------------------------------------------------------------------------


def rout(s: State, unit: Unit) -> Script:
    """5.6.4-a, 5.6.4-b, 5.6.4-e. Every base runs by itself, a great unit as one; then batteries that saw it test."""
    unit = leaves_fight(s, mounts(s, unit))
    runners = [unit] if unit.is_great else [single(base) for base in unit.bases]
    for runner in runners:
        left = again(s, runner)
        if left is not None:
            yield from run(s, left)
    yield from alarm(s, unit)


def run(s: State, unit: Unit) -> Script:
    """5.6.4-a, 5.6.4-b, 5.6.4-c, 5.6.4-d. Towards its edge or line of communication, 1um wide; blocked it is gone."""
    bearing, _ = homeward(s, unit)
    turned = turn(unit.pose, (bearing - unit.pose[2]) % 36000)
    way = through(s, unit, turned, bearing, rates.move_of(s, unit) + rates.extra_of(unit))
    if way.stopped == "off":
        losses.leave_table(s, unit)
    elif way.stopped:
        for base in unit.bases:
            losses.eliminate(s, s.bases[base.id], "losses", "5.6.4-d")
    else:
        unit = settle(s, unit, way.pose, "rout", "5.6.4-b", tactical=False)
    yield from spread(s, unit, way.crossed, contagious=True)


def alarm(s: State, unit: Unit) -> Script:
    """5.6.4-e, 10.2-c. Friendly guns that see a unit of higher morale in closed order rout test for contagion."""
    seen = unit.pose
    for battery in units(s, unit.side):
        if battery.is_guns and battery.level < LEVEL[ROUTED] and spreads(unit, battery):
            left = again(s, battery)
            if left is not None and sight.sees(s, left.pose, seen):
                yield from shock(s, left.ids[0], unit)
