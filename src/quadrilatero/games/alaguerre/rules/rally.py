"""Chapter 3.6, 10.4: the Rally phase: tests of divisions, recovery from rout, order found again."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Done, Rally, TurnTo
from quadrilatero.games.alaguerre.rules import divisions, forced, generals, losses, morale, terrain
from quadrilatero.games.alaguerre.rules.contact import enemies_touching, generals_touching
from quadrilatero.games.alaguerre.rules.formations import Unit, is_under, named, put, single, units
from quadrilatero.games.alaguerre.said import DISORDERED, ENEMY, LEVEL, ORDERED, ROUTED, SHAKEN
from quadrilatero.games.alaguerre.state import Base, General, State
from quadrilatero.games.alaguerre.telling import as_said, ask, no, tell
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import bearing, centre, distance, overlaps

DIVISIONS, RECOVERY, ORDER = None, "recovery", "order"
BETTER = {SHAKEN: DISORDERED, DISORDERED: ORDERED}


def phase(s: State) -> Script:
    """3.6-a, 10.4-a, 10.2-e. First divisions test, then routed units try to recover, then others find their order."""
    if s.stage is DIVISIONS:
        return (yield from next_division(s))
    if s.stage == RECOVERY:
        return (yield from next_recovery(s))
    return (yield from ask_to_rally(s))


# -- divisions (10.1) --------------------------------------------------------------------------------------------------


def next_division(s: State) -> Script:
    """10.1.1-a, 10.1.1-c. One division after another; those whose units have all routed are gone without a test."""
    for id in s.divisions:
        if divisions.is_broken(s, id):
            tell(s, "division_lost", "10.1.1-c", division=id)
            divisions.remove(s, id, "10.1.1-c")
            return False
    for id, division in s.divisions.items():
        if division.tests:
            yield from divisions.take_test(s, id)
            return False
    s.stage = RECOVERY
    s.done = ()
    return False


# -- recovery (10.4.2) -------------------------------------------------------------------------------------------------


def next_recovery(s: State) -> Script:
    """10.4.2-a, 10.4.2-b, 10.4.2-c, 10.2-d. A routed unit that was left alone must try: shaken, or it runs and loses.

    Who has tried is noted in `done`, for it may not rally in the same phase.
    """
    for unit in units(s):
        if unit.level == LEVEL[ROUTED] and unit.id not in s.done and may_rally(s, unit):
            tested = yield from morale.take_test(s, unit, morale.ROUT)
            s.done = (*s.done, unit.id)
            if tested.passed:
                losses.set_state(s, unit, SHAKEN, "recovery", "10.4.2-a")
                let_turn(s, unit.id)
            else:
                left = losses.take_loss(s, unit, 1, "recovery", "10.4.2-b")
                if left is not None:
                    yield from forced.rout(s, left)
            return False
    rally_all(s)
    s.stage, s.side = ORDER, s.initiative
    return False


def may_rally(s: State, unit: Unit) -> bool:
    """10.4.1-a. Neither moved, nor tested for fire, nor in mêlée since the last impulse began."""
    return not any(
        base.moved or base.acted or base.evaded or base.tested or base.fight is not None or enemies_touching(s, base)
        for base in unit.bases
    )


# -- order (10.4.1) ----------------------------------------------------------------------------------------------------


def rally_all(s: State) -> None:
    """10.4.1-b. Every disordered or shaken base that may rally finds a level of order again by itself."""
    for unit in [unit for unit in units(s) if may_rally(s, unit) and unit.id not in s.done]:
        for base in unit.bases:
            if base.state in BETTER:
                improve(s, base, "10.4.1-b", None)


def improve(s: State, base: Base, rule: str, by: str | None) -> None:
    """10.4.1-b, 10.4.1-d. One level of order is found again."""
    state = BETTER[base.state]
    losses.set_state(s, single(base), state, "rally", rule)
    tell(s, "rallied", rule, unit=base.id, state=state, by=by)
    let_turn(s, base.id)


def let_turn(s: State, unit: str) -> None:
    """10.4.1-c, 10.4.2-a. Who has rallied or recovered may turn in this phase."""
    if f"turns:{unit}" not in s.done:
        s.done = (*s.done, f"turns:{unit}")


def ask_to_rally(s: State) -> Script:
    """10.4.1-c, 10.4.1-d. Generals rally units they are with, one a turn; who rallied may turn; initiative first."""
    found = [*choices(s), *turns(s)]
    if not found:
        return next_side(s)
    answer = yield rally_question(s, found)
    if isinstance(answer, Done):
        return next_side(s)
    if isinstance(answer, TurnTo):
        turn(s, answer)
    else:
        unit = named(s, answer.unit)
        s.done = (*s.done, f"general:{answer.general}")
        if unit is not None:
            for base in unit.bases:
                if base.state in BETTER:
                    improve(s, base, "10.4.1-d", answer.general)
            s.done = (*s.done, f"rallied:{unit.id}")
    return False


def next_side(s: State) -> bool:
    """10.4.1-d. The other side, or the end of the phase."""
    if s.side == s.initiative:
        s.side = ENEMY[s.side]
        return False
    s.done = ()
    return True


def turns(s: State) -> list[TurnTo]:
    """10.4.1-c. Turns that are put forward: towards the nearest enemy."""
    found = []
    for unit in units(s, s.side):
        enemies = list(s.enemies_of(s.side))
        if f"turns:{unit.id}" in s.done and enemies:
            near = min(enemies, key=lambda enemy: (distance(unit.pose, enemy.pose), s.order[enemy.id]))
            facing = bearing(*unit.pose[:2], *centre(near.pose))
            if facing != unit.pose[2] and refuse_turn(s, unit, facing) is None:
                found.append(TurnTo(unit.id, facing))
    return found


def choices(s: State) -> list[Rally]:
    """10.4.1-d. What generals can do: each once a turn, for a unit that may rally and was rallied by nobody else."""
    return [
        Rally(general.id, unit.id)
        for general in s.present(s.side)
        for unit in units(s, s.side)
        if refuse_rally(s, general, unit) is None
    ]


def refuse_rally(s: State, general: General, unit: Unit) -> Refusal | None:
    """10.4.1-a, 10.4.1-d, 2.7.5-d. Why a general cannot rally a unit."""
    if f"general:{general.id}" in s.done:
        return no("10.4.1-d", "has_rallied", name=general.name)
    if not any(is_under(s, base, general) and general in generals_touching(s, base) for base in unit.bases):
        return no("10.4.1-d", "not_with_unit", name=general.name, unit=unit.name)
    if unit.id in s.done or f"rallied:{unit.id}" in s.done or unit.state not in BETTER:
        return no("10.4.1-d", "cannot_rally", unit=unit.name)
    if not may_rally(s, unit):
        return no("10.4.1-a", "was_busy", unit=unit.name)
    return None


def rally_question(s: State, found: list[Any]) -> Any:
    """10.4.1-d. Which general rallies whom, who turns, or that it is done."""

    def refuse(answer: Rally | TurnTo | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return None
        unit = named(s, answer.unit)
        if unit is None or unit.side != s.side:
            return no("10.4.1-d", "cannot_rally", unit=as_said(s, answer.unit, s.side))
        if isinstance(answer, TurnTo):
            return refuse_turn(s, unit, answer.facing)
        general = s.generals.get(answer.general)
        if general is None or general.side != s.side or not general.is_there:
            return no("10.4.1-d", "no_such_general", general=as_said(s, answer.general, s.side))
        return refuse_rally(s, general, unit)

    return ask(
        s,
        s.side,
        "rally",
        "10.4.1-d",
        (Rally, TurnTo, Done),
        lambda: [*found, Done()],
        refuse,
        certain=True,
        side=s.side,
    )


# -- turning (10.4.1-c, 10.4.2-a) --------------------------------------------------------------------------------------


def refuse_turn(s: State, unit: Unit, facing: int) -> Refusal | None:
    """10.4.1-c, 10.4.2-a. Only who has rallied or recovered in this phase may turn, once, where there is room."""
    if f"turns:{unit.id}" not in s.done:
        return no("10.4.1-c", "may_not_turn", unit=unit.name)
    pose = (*unit.pose[:2], facing, *unit.pose[3:])
    taken = any(overlaps(pose, other.pose) for other in s.on_table() if other.id not in unit.ids)
    if taken or terrain.stands_in_closed(s, pose) is not None or not terrain.is_on_table(s, pose):
        return no("10.4.1-c", "no_room_to_turn", unit=unit.name)
    return None


def turn(s: State, answer: TurnTo) -> None:
    """10.4.1-c. About the centre of the front; a general with the unit stays in contact with it."""
    unit = named(s, answer.unit)
    if unit is None:
        return
    company = [general for base in unit.bases for general in generals_touching(s, base)]
    put(s, unit, (*unit.pose[:2], answer.facing, *unit.pose[3:]))
    s.done = tuple([note for note in s.done if note != f"turns:{unit.id}"])
    for general in company:
        base = s.bases[unit.bases[0].id]
        if general not in generals_touching(s, base):
            s.lead(s.generals[general.id], at=generals.behind(base))
    tell(s, "turned", "10.4.1-c", unit=unit.id, facing=answer.facing)
