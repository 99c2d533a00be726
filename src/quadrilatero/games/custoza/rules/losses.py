"""8.7 and 10.4.8: who takes the strength points that are lost, and which unit counts for its side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quadrilatero.games.custoza.answers import Hit, Lead
from quadrilatero.games.custoza.board import ENEMY, INFANTRY
from quadrilatero.games.custoza.fog import is_open, lookalikes, turned_up
from quadrilatero.games.custoza.rules import fortresses
from quadrilatero.games.custoza.rules.collapse import collapsed
from quadrilatero.games.custoza.rules.concepts import ccv, leads
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

# -- strength points ---------------------------------------------------------------------------------------------------


def take(s: State, units: Sequence[Unit], sp: int, rule: str) -> Script:
    """8.7-b, 10.4.8-b, 22.3.3-a. The first SP is lost by the largest unit, the others by whom the owner chooses.

    A fortress takes all losses of its hex (22.3.4-a). What is more than there is lapses.
    """
    walls = [unit for unit in units if unit.type == "fortress"]
    ids = [unit.id for unit in walls or units]
    for number in range(sp):
        alive = _alive(s, ids)
        left = sp - number
        if left >= sum(unit.sp for unit in alive):
            for unit in alive:
                yield from lose(s, s.units[unit.id], unit.sp, rule)
            return
        pool = largest(alive) if number == 0 else alive
        unit = pool[0] if len(pool) == 1 else (yield from choose_hit(s, pool, left, rule))
        yield from lose(s, unit, 1, rule)


def largest(units: Sequence[Unit]) -> list[Unit]:
    """8.7-b: the units with the highest stacking value."""
    most = max(unit.sv for unit in units)
    return [unit for unit in units if unit.sv == most]


def choose_hit(s: State, units: Sequence[Unit], left: int, rule: str) -> Script:
    """8.7-b, 10.4.8-b. The owner says which of these units loses the next SP. Returns it."""
    ids = [unit.id for unit in units]
    answer = yield ask(
        s,
        units[0].side,
        "hit",
        rule,
        (Hit,),
        lambda: [{"do": "hit", "unit": id} for id in ids],
        lambda answer: _refuse_other(answer.unit, ids, rule),
        units=ids,
        left=left,
    )
    return s.units[answer.unit]


def lose(s: State, unit: Unit, sp: int, rule: str) -> Script:
    """8.7-a, 2.4.1.1-a, 22.3.3-b. SP are taken off a unit and stay recorded; without any it leaves the game."""
    hurt = s.change(unit, sp=unit.sp - sp)
    tell_of_one(s, "hit", rule, hurt, sp=sp)
    if hurt.sp > 0:
        return
    if hurt.type == "fortress":
        yield from fortresses.lose(s, hurt)
    else:
        yield from eliminate(s, hurt, "strength", rule)


def eliminate(s: State, unit: Unit, why: str, rule: str) -> Script:
    """10.5.3-a, 12.3-a: a unit leaves the game for good.

    It is set aside face up: what it was becomes a fact revealed where it lay face down, far from all enemies.
    """
    if not is_open(s, unit) and unit.hex not in s.held[ENEMY[unit.side]]:
        yield turned_up(s, [unit], rule)
    tell_of_one(s, "eliminated", rule, unit, why=why)
    take_off(s, unit, "eliminated")


def take_off(s: State, unit: Unit, box: str) -> None:
    """11.5.4-b. A unit leaves the map for a box; guns that were in its Square are in none without infantry."""
    s.remove(unit, box)
    leave_guns_alone(s, unit.hex)


def leave_guns_alone(s: State, hex: int) -> None:
    """11.5.4-b. Guns that were in a Square are in none once all infantry has left the hex."""
    formed = [other for other in s.stack(hex) if other.square]
    if formed and not any(other.kind == INFANTRY for other in formed):
        tell_of(s, "left_square", "11.5.4-b", [s.change(other, square=False) for other in formed])


def _alive(s: State, ids: Iterable[str]) -> list[Unit]:
    return [s.units[id] for id in ids if s.units[id].hex >= 0]


def _refuse_other(id: str, ids: list[str], rule: str) -> Refusal | None:
    return None if id in ids else no(rule, "not_listed", choices=ids)


# -- the unit that counts ----------------------------------------------------------------------------------------------


def choose_lead(s: State, units: Sequence[Unit], rule: str, *, in_combat: bool = True) -> Script:
    """10.4.4-b, 8.6-b. The unit with the highest stacking value counts; among equals that differ the owner chooses."""
    equals = leads(units)
    if len(equals) == 1 or not may_differ(s, equals, in_combat=in_combat):
        return equals[0]
    ids = [unit.id for unit in equals]

    def options() -> list[Plain]:
        return [{"do": "lead", "unit": id} for id in ids]

    answer = yield ask(
        s,
        units[0].side,
        "lead",
        rule,
        (Lead,),
        options,
        lambda answer: _refuse_other(answer.unit, ids, rule),
        units=ids,
    )
    return s.units[answer.unit]


def may_differ(s: State, units: Sequence[Unit], *, in_combat: bool) -> bool:
    """10.4.4-b: whether it matters which unit leads, or might for all the enemy knows, whom the question would tell."""
    if len({_condition(s, unit, in_combat=in_combat) for unit in units}) > 1:
        return True
    hidden = [unit for unit in units if not is_open(s, unit)]
    return bool(hidden) and len({card.cv for unit in hidden for card in lookalikes(s, unit)}) > 1


def _condition(s: State, unit: Unit, *, in_combat: bool) -> tuple[Any, ...]:
    """What of a unit can matter for its side; equals in all of it need not be told apart."""
    if not in_combat:
        return (ccv(s, unit),)
    formation = s.formations.get(unit.formation or "")
    tired = formation is not None and s.mode == "advanced" and (formation.fatigued, formation.cut_off)
    broken = formation is not None and collapsed(s, formation.id)
    return (ccv(s, unit), unit.kind, unit.march, unit.square, unit.exhausted, unit.ammo == "out", tired, broken)
