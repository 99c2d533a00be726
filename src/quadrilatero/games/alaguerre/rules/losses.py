"""Chapter 2.6.6, 2.6.7, 4.1.1: strength that is lost, order that is lost and found, bases that are gone.

Rules never write `state` or `losses` themselves.
"""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.records import Gone, GunsLeft
from quadrilatero.games.alaguerre.rules import cohesion
from quadrilatero.games.alaguerre.rules.formations import Unit, again, rear_base
from quadrilatero.games.alaguerre.said import DISORDERED, LEVEL, ORDERED, ROUTED, SHAKEN, STATES
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import tell

GONE = 4
"""2.6.6-a: losses at which a base is eliminated."""


# -- order (2.6.7) ----------------------------------------------------------------------------------------------------


def set_state(s: State, unit: Unit, state: str, why: str, rule: str) -> Unit | None:
    """2.11.1-c, 4.1.1-a, 4.1.1-b, 5.2.8-e, 10.1.1-a. All bases of a unit take a state; what that means for its army.

    Who routs costs its morale, once, and its division has to test; who recovers brings half of it back. Rout ends
    engagements; who is in order again has ended its tactical move.
    """
    changed = [s.bases[id] for id in unit.ids if id in s.bases and s.bases[id].state != state]
    for base in changed:
        s.change(base, state=state, tactical=base.tactical and state != ORDERED)
    if changed:
        tell(s, "state", rule, unit=unit.id, state=state, why=why)
    for base in changed:
        if state == ROUTED:
            disengage(s, base.id)
            mark_division(s, base.division)
            cohesion.change(s, cohesion.army_of(s, base), -base.morale, "rout", "4.1.1-a")
        elif base.state == ROUTED:
            cohesion.change(s, cohesion.army_of(s, base), base.morale // 2, "recovery", "4.1.1-b")
    return again(s, unit)


def add_levels(s: State, unit: Unit, levels: int, why: str, rule: str) -> Unit | None:
    """10.2.1-c, 9.1-c. Levels of disorder are added to each base's present state."""
    for state in STATES:
        same = tuple([base for base in unit.bases if base.state == state])
        if same:
            worse = STATES[min(LEVEL[ROUTED], LEVEL[state] + levels)]
            set_state(s, Unit(unit.id, unit.kind, same), worse, why, rule)
    return again(s, unit)


def at_least(s: State, unit: Unit, state: str, why: str, rule: str) -> Unit | None:
    """10.2.1-c, 10.2.1-d. A state that is set unless a base is already as bad."""
    worse = tuple([base for base in unit.bases if base.level < LEVEL[state]])
    if worse:
        set_state(s, Unit(unit.id, unit.kind, worse), state, why, rule)
    return again(s, unit)


def disorder(s: State, unit: Unit, why: str, rule: str) -> Unit | None:
    """2.6.7-b. A unit is disordered, unless it is so or worse."""
    return at_least(s, unit, DISORDERED, why, rule)


def mark_division(s: State, division: str | None) -> None:
    """10.1.1-a. A division that has lost a unit tests in the Rally phase."""
    if division is not None:
        s.divisions = {**s.divisions, division: replace(s.divisions[division], tests=True)}


def disengage(s: State, id: str) -> None:
    """7.2.1-b. An engagement at short range ends for both."""
    base = s.bases.get(id)
    other = None if base is None else base.engaged
    if base is None or other is None:
        return
    s.change(base, engaged=None)
    tell(s, "disengaged", "7.2.1-b", unit=id, target=other)
    theirs = s.bases.get(other)
    if theirs is not None and theirs.engaged == id:
        s.change(theirs, engaged=None)


# -- strength (2.6.6) -------------------------------------------------------------------------------------------------


def take_loss(s: State, unit: Unit, losses: int, why: str, rule: str) -> Unit | None:
    """2.6.6-a, 2.11.1-a. Strength is lost, of a great unit by its rear base; at four a base is gone."""
    for _ in range(losses):
        left = again(s, unit)
        if left is None:
            return None
        base = rear_base(left) if left.is_great else left.bases[0]
        base = s.change(s.bases[base.id], losses=base.losses + 1, lost=base.lost + 1)
        tell(s, "losses", rule, unit=unit.id, base=base.id, losses=1, why=why)
        if base.all_losses >= GONE:
            eliminate(s, base, "losses", rule)
    return again(s, unit)


def eliminate(s: State, base: Base, why: str, rule: str) -> None:
    """2.6.6-a, 4.1.1-a, 10.1.1-a. A base is gone: its morale is lost with it, unless it had routed already.

    Baggage and camps are no units of a division.
    """
    disengage(s, base.id)
    base = s.remove(base)
    s.eliminated = (*s.eliminated, Gone(base.id, base.side, base.division, base.stats, why))
    if not base.is_train:
        mark_division(s, base.division)
    tell(s, "eliminated", rule, unit=base.id, name=base.name, why=why)
    if base.state != ROUTED:
        cohesion.change(s, cohesion.army_of(s, base), -base.morale, why, "4.1.1-a")
    elif cohesion.is_gone(s, base.side):
        cohesion.judge(s, base.side)


def leave_table(s: State, unit: Unit) -> None:
    """4.1.1-a, 10.2-f. A unit leaves the table and does not come back; routed or shaken it counts as routed."""
    for base in [s.bases[base.id] for base in unit.bases if base.id in s.bases]:
        if base.state in (SHAKEN, ROUTED):
            eliminate(s, base, "routed_off" if base.state == ROUTED else "shaken_off", "10.2-f")
        else:
            disengage(s, base.id)
            lose_uncounted(s, s.remove(s.bases[base.id]), "steady_off", "10.2-f")


def lose_uncounted(s: State, base: Base, why: str, rule: str) -> None:
    """5.6.5-m, 10.2-f. A base is gone without counting as routed."""
    s.eliminated = (*s.eliminated, Gone(base.id, base.side, base.division, base.stats, why))
    tell(s, "eliminated", rule, unit=base.id, name=base.name, why=why)
    if cohesion.is_gone(s, base.side):
        cohesion.judge(s, base.side)


def abandon_guns(s: State, base: Base) -> None:
    """5.6.5-m. Gunners leave their guns: the base is removed and does not count as routed; its place stays."""
    disengage(s, base.id)
    base = s.remove(base)
    s.guns = (*s.guns, GunsLeft(base.id, base.side, base.pose[:2], base.facing, base.morale))
    mark_division(s, base.division)
    lose_uncounted(s, base, "abandoned", "5.6.5-m")
