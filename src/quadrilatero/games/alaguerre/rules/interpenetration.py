"""Chapter 5.3: passing through friends."""

from __future__ import annotations

from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.rules.losses import disorder
from quadrilatero.games.alaguerre.said import (
    BATTERY,
    CAV,
    DR,
    HV,
    LC,
    LIMBERED,
    LN,
    LT,
    MC,
    PK,
    REI,
    SH,
    WB,
)
from quadrilatero.games.alaguerre.state import Base, State

NO, STILL, FREE = "no", "still", "free"
HEAVY = (HV, WB, LN)
LIGHT = (SH, DR, LT)
BARRED = {
    PK: (PK, *HEAVY, *LIGHT, CAV, REI, MC, LC),
    **dict.fromkeys(HEAVY, (PK, CAV, REI, MC, LC)),
    **dict.fromkeys(LIGHT, (CAV, REI)),
    **dict.fromkeys((CAV, REI, MC, LC), (PK,)),
}
"""5.3-t1 to 5.3-t5: whom troops in closed order can never pass through, closed order too."""


def crossing(unit: Unit, friend: Base) -> str:
    """5.3-b, 5.3-c, 5.3.3-a, 5.3.3-b. Whether a unit may pass through a friend: never, if it is still, or freely."""
    if friend.is_guns:
        return STILL if friend.formation == BATTERY else FREE
    if friend.is_train:
        return NO
    if unit.is_guns:
        return by_guns(unit, friend)
    if unit.is_train:
        return NO
    return through_open_order(unit, friend) if friend.is_open else through_closed_order(unit, friend)


def by_guns(unit: Unit, friend: Base) -> str:
    """5.3-t7. Limbered guns pass through all but medium and light horse in closed order; a battery through nobody."""
    if unit.kind != LIMBERED:
        return NO
    return NO if friend.acts in (MC, LC) and not friend.is_open else FREE


def through_open_order(unit: Unit, friend: Base) -> str:
    """5.3.2-a, 5.3-t1. Open order makes way to everybody, but light horse not to pikes."""
    return NO if unit.acts == PK and friend.is_horse else FREE


def through_closed_order(unit: Unit, friend: Base) -> str:
    """5.3-t1, 5.3-t2, 5.3-t3, 5.3-t4, 5.3-t5, 5.3-t6, 5.3.2-a, 5.3.2-c. By the table; open order through the still."""
    if not unit.is_open:
        return NO if friend.acts in BARRED[unit.acts] else STILL
    if unit.is_horse:
        if friend.acts == PK:
            return NO
        return FREE if friend.acts in (MC, LC) else STILL
    return STILL


def pass_through(s: State, unit: Unit, friend: Base) -> None:
    """5.3-b. A unit has passed through a friend: disorder at once if that one has moved; if it does later, then."""
    if crossing(unit, friend) != STILL:
        return
    if friend.moved or friend.acted:
        settle(s, unit.ids, friend, unit.is_open)
    else:
        s.change(friend, crossed=(*friend.crossed, *unit.ids))


def settle(s: State, crossers: list[str], friend: Base, is_open: bool) -> None:
    """5.3-b, 5.3.2-b, 5.3.3-b. Both are disordered; if guns were crossed the crosser alone, by open order the other."""
    hit: list[str] = [] if is_open and not friend.is_guns else list(crossers)
    if not friend.is_guns:
        hit.append(friend.id)
    for id in hit:
        base = s.bases.get(id)
        if base is not None:
            disorder(s, unit_of(s, base, alone=True), "crossed", "5.3-b")


def moves_after_all(s: State, unit: Unit) -> None:
    """5.3-b. A unit that others have passed through in this impulse moves: both are disordered at that moment."""
    for base in [s.bases[id] for id in unit.ids if id in s.bases]:
        if base.crossed:
            is_open = all(id in s.bases and s.bases[id].is_open for id in base.crossed)
            settle(s, list(base.crossed), base, is_open)
            s.change(s.bases[base.id], crossed=())
