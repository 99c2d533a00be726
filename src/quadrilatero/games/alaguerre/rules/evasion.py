"""Chapter 5.6.5: troops that go back before an enemy reaches them."""

from __future__ import annotations

from typing import Final

from quadrilatero.games.alaguerre.rules import interpenetration, terrain
from quadrilatero.games.alaguerre.rules.contact import enemies_touching
from quadrilatero.games.alaguerre.rules.cover import is_garrison
from quadrilatero.games.alaguerre.rules.formations import Unit, again, put
from quadrilatero.games.alaguerre.rules.losses import abandon_guns, disengage, disorder
from quadrilatero.games.alaguerre.rules.rates import move_of
from quadrilatero.games.alaguerre.said import HV, PK, REI, SH, SKIRMISH, UM, WB
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import tell_moved
from quadrilatero.table import centre, corners, first_touch, overlaps_any, shift, stretch_in

STAND: Final = "stand"
COUNTER: Final = "counter"
EVADE: Final = "evade"
EVADE_OPEN: Final = "evade_open"
"""6.2-d, 6.4-a, 5.6.5-k: what the target of a charge may declare."""
ASIDE = 3 * UM
GRAIN = 50


def is_feared(charger: Unit) -> bool:
    """5.6.5-e, 5.6.5-g. Whether a charger is of those before whom shot and reiters give way: Pk, Hv, Wb, horse."""
    return charger.is_horse or charger.acts in (PK, HV, WB)


def is_sheltered(s: State, unit: Unit) -> bool:
    """5.6.5-e, 5.6.5-i, 5.6.5-k. Whether a unit occupies something, or is half in marsh, wood or houses."""
    return all(
        base.occupies is not None or base.inside is not None or terrain.in_rough(s, base.pose) for base in unit.bases
    )


def must_evade(s: State, unit: Unit, charger: Unit) -> bool:
    """5.6.5-c, 5.6.5-e, 5.6.5-i, 5.6.5-l, 5.6.5-p. Guns always, shot before heavy troops, open before closed order.

    Not so in a formation with others who are not obliged to: they would support it.
    """
    if any(base.evaded for base in unit.bases):
        return False
    if unit.is_guns:
        return True
    if is_sheltered(s, unit) or unit.is_train:
        return False
    if unit.is_open:
        return not charger.is_open
    return all(base.acts == SH for base in unit.bases) and is_feared(charger)


def may_evade(s: State, unit: Unit, charger: Unit) -> list[str]:
    """5.6.5-c, 5.6.5-g, 5.6.5-k. How a unit may evade if it likes: reiters, and sk/ln in open order."""
    if any(base.evaded for base in unit.bases) or not unit.is_steady:
        return []
    found = []
    if unit.acts == REI and is_feared(charger):
        found.append(EVADE)
    single = len(unit.bases) == 1 and not unit.is_great
    if single and not unit.is_open and unit.bases[0].speciality == "sk/ln" and not is_sheltered(s, unit):
        found.append(EVADE_OPEN)
    return found


def may_evade_fire(s: State, unit: Unit, firer: Base) -> str | None:
    """5.6.5-c, 5.6.5-h, 5.6.5-j, 5.6.5-k. How a target may evade from fire, if it may.

    Reiters from any, open order from closed order, sk/ln by taking open order; not in mêlée, nor out of hand.
    """
    base = unit.bases[0]
    busy = any(one.evaded or enemies_touching(s, one) for one in unit.bases)
    if busy or not unit.is_steady:
        return None
    if base.acts == REI:
        return EVADE
    if is_sheltered(s, unit):
        return None
    if base.is_open:
        return None if firer.is_open else EVADE
    return EVADE_OPEN if base.speciality == "sk/ln" and not unit.is_great else None


def shoots_first(unit: Unit, how: str, passed: bool) -> bool:
    """5.6.5-f, 5.6.5-k, 5.6.5-l. Shot may shoot first, guns if they passed their test; who changes order may not."""
    if how == EVADE_OPEN:
        return False
    return (unit.bases[0].is_battery and passed) or unit.acts == SH


def evade(s: State, unit: Unit, how: str) -> None:
    """5.6.5-a, 5.6.5-k, 5.6.5-m, 5.6.5-o. Disordered, straight back by its whole move; guns are left behind."""
    if unit.bases[0].is_battery:
        abandon_guns(s, unit.bases[0])
        return
    for base in unit.bases:
        values: dict[str, object] = {"evaded": True, "occupies": None, "inside": None}
        if how == EVADE_OPEN:
            values["formation"] = SKIRMISH
        if base.mounted_stats is not None:
            values["mounted"] = True
        s.change(s.bases[base.id], **values)
        disengage(s, base.id)
    left = again(s, unit)
    left = None if left is None else disorder(s, left, "evade", "5.6.5-a")
    if left is None:
        return
    pose, gone, crossed = way_back(s, left, move_of(s, left))
    moved = put(s, left, pose, moved=max(1, gone))
    for before, base in zip(left.bases, moved.bases, strict=True):
        tell_moved(s, "5.6.5-a", before, base, "evade", gone)
    for id in crossed:
        interpenetration.pass_through(s, moved, s.bases[id])


def way_back(s: State, unit: Unit, by: int) -> tuple[Pose, int, list[str]]:
    """5.6.5-a, 5.6.5-b. Straight back, through or round friends; where it ends, how far it is, through whom."""
    back = (unit.pose[2] + 18000) % 36000
    for aside in range(0, ASIDE, GRAIN):
        for hand in (9000, 27000) if aside else (9000,):
            start = shift(unit.pose, (unit.pose[2] + hand) % 36000, aside)
            far = free_way(s, unit, start, back, by)
            end = shift(start, back, far)
            if far == by and is_free(s, unit, end):
                return end, far, crossed_on(s, unit, start, back, far)
    far = free_way(s, unit, unit.pose, back, by)
    while far > 0 and not is_free(s, unit, shift(unit.pose, back, far)):
        far -= GRAIN
    far = max(0, far)
    return shift(unit.pose, back, far), far, crossed_on(s, unit, unit.pose, back, far)


def free_way(s: State, unit: Unit, pose: Pose, back: int, by: int) -> int:
    """5.6.5-b. How far a way leads before an enemy, closed ground, the edge, or a friend it cannot pass."""
    foes = [base.pose for base in s.enemies_of(unit.side)]
    barred = [
        base.pose
        for base in s.on_table(unit.side)
        if base.id not in unit.ids and interpenetration.crossing(unit, base) == interpenetration.NO
    ]
    far = first_touch(pose, back, by, [*foes, *barred])[0]
    closed = terrain.closed_on_way(s, unit, pose, back, far)
    far = far if closed is None else min(far, closed[2])
    wide, high = s.ground.size
    while far > 0:
        x, y = centre(shift(pose, back, far))
        if 0 <= x <= wide and 0 <= y <= high:
            return far
        far = max(0, far - GRAIN)
    return far


def is_free(s: State, unit: Unit, pose: Pose) -> bool:
    """5.3-e. Whether nobody stands where a unit would."""
    return overlaps_any(pose, [base.pose for base in s.on_table() if base.id not in unit.ids]) < 0


def crossed_on(s: State, unit: Unit, pose: Pose, back: int, by: int) -> list[str]:
    """5.6.5-b. The friends whom a way leads through."""
    found = []
    for base in s.on_table(unit.side):
        q = corners(base.pose)
        area = [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]
        if base.id not in unit.ids and by > 0 and stretch_in(pose, back, by, area) is not None:
            found.append(base.id)
    return found


def holds_area(s: State, unit: Unit) -> bool:
    """6.1.2-b. Whether a unit is in buildings or works that are no line."""
    return any(base.inside is not None or is_garrison(s, base) for base in unit.bases)
