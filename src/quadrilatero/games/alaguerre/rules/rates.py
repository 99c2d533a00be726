"""Chapter 5.2, the table of movement: how far units go and wheel in an impulse."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules.formations import Unit
from quadrilatero.games.alaguerre.said import (
    BAGGAGE,
    CAV,
    HV_ART,
    LC,
    LIMBERED,
    LT_ART,
    SKIRMISH,
    SQUARE,
    UM,
)
from quadrilatero.games.alaguerre.state import Base, State

HALF = UM // 2
GENERAL = 10 * UM
"""5.2-t9."""
NEW_GUNS = 1660
"""5.2-t6: from this year on light and medium guns move in battery."""


def move_of(s: State, unit: Unit) -> int:
    """2.7.1-b, 2.10.3-c, 5.2-t1, 5.2-t3. The move of a unit on open ground: that of its slowest base."""
    if unit.is_great:
        return UM if unit.is_foot else 3 * UM
    slowest = min(base_move(s, base) for base in unit.bases)
    return slowest // 2 if unit.kind == SQUARE else slowest


def base_move(s: State, base: Base) -> int:
    """5.2-t2, 5.2-t3, 5.2-t4, 5.2-t9. The move of a base by its troop type and order."""
    if base.is_guns:
        return limbered_move(s, base) if base.formation == LIMBERED else battery_move(s, base)
    if base.is_train:
        return UM if base.type == BAGGAGE else 0
    if base.is_foot:
        return 3 * UM if base.formation == SKIRMISH else 2 * UM
    if base.formation == SKIRMISH:
        return 6 * UM
    return {CAV: 3 * UM, LC: 5 * UM}.get(base.acts, 4 * UM)


def battery_move(s: State, base: Base) -> int:
    """5.2-t6, 5.2-t7. Light guns go 1um in battery, from 1660 2um, and medium ones 1um from then; heavy ones never."""
    late = s.year >= NEW_GUNS
    if base.type == LT_ART:
        return 2 * UM if late else UM
    return UM if late and base.type != HV_ART else 0


def limbered_move(s: State, base: Base) -> int:
    """5.2-t8. Limbered light guns go 3um, medium 2um, heavy 1um from 1660, or earlier where it is so agreed."""
    if base.type == LT_ART:
        return 3 * UM
    if base.type != HV_ART:
        return 2 * UM
    return UM if s.year >= NEW_GUNS or s.options["heavy_guns"] == "limber" else 0


def wheel_of(s: State, unit: Unit) -> int:
    """5.2.4-b. How far the outer front corner may go in a wheel."""
    if unit.is_guns:
        return gun_wheel(s, unit.bases[0])
    if unit.is_train:
        return UM
    if unit.is_foot and not unit.is_horse:
        return 3 * UM if unit.is_open else UM
    return 4 * UM if unit.is_open else 2 * UM


def gun_wheel(s: State, base: Base) -> int:
    """5.2-t6, 5.2-t7. A battery wheels by 1um if it is light, or medium from 1660, else by half a um."""
    return UM if base.type == LT_ART or (s.year >= NEW_GUNS and base.type != HV_ART) else HALF


def extra_of(unit: Unit) -> int:
    """5.2-t5. What charging and routing may add: 1um for foot and guns, 2um for horse."""
    return 2 * UM if unit.is_horse else UM


def charge_distance(s: State, unit: Unit) -> int:
    """6-d. How far a charge can reach at most: the move and the extra that it may earn."""
    return move_of(s, unit) + extra_of(unit)


def farthest_charge(s: State, base: Base) -> int:
    """6-d: no charge of the unit that a base belongs to reaches farther; its slowest base is no quicker."""
    return max(base_move(s, base), 3 * UM) + 2 * UM


def tactical_move(s: State, unit: Unit) -> int:
    """5.2.8-c, 5.2.8-f. Twice the move of the troop type, also for a great unit."""
    return 2 * min(base_move(s, base) for base in unit.bases)
