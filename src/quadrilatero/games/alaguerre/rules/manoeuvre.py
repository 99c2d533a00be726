"""Chapter 5.1: the Manoeuvre phase, division after division, and the question of each."""

from __future__ import annotations

import random
from typing import Any

from quadrilatero.games.alaguerre import proposals
from quadrilatero.games.alaguerre.answers import Approach, BreakOff, Charge, Choose, Done, Move, Occupy, Pick, Search
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import moving
from quadrilatero.games.alaguerre.rules.command import seat_for_division
from quadrilatero.games.alaguerre.rules.formations import units
from quadrilatero.games.alaguerre.rules.general_moves import refuse_general
from quadrilatero.games.alaguerre.rules.moving import LIGHT, OTHERS
from quadrilatero.games.alaguerre.said import ENEMY
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import as_said, ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script, Seat

FREE_PRIORITY = 4
"""5.1.1-b: when light troops without orders move."""
KINDS = (Pick, Move, Charge, Approach, Occupy, BreakOff, Search, Done)


def phase(s: State) -> Script:
    """5.1-a, 5.1-d. The next division begins, or one move of the division in hand, or its end; whether all is over."""
    active = s.active
    if active is not None:
        yield from act(s, active)
        return False
    choice = next_choice(s)
    if choice is None:
        return True
    side, divisions = choice
    division = divisions[0]
    if len(divisions) > 1:
        answer = yield division_question(s, side, divisions)
        division = answer.division
    begin(s, side, division)
    return False


# -- whose turn it is (5.1-a) -----------------------------------------------------------------------------------------


def next_choice(s: State) -> tuple[str, list[str]] | None:
    """5.1-a, 5.1-b, 5.1.1-b. Whose divisions are next: by priority, the initiative first; after the fours light troops.

    Last of all come generals who are idle, and changes of formation of those who are not activated.
    """
    both = (s.initiative, ENEMY[s.initiative])
    for priority in (6, 5, 4):
        for side in both:
            own = [id for id, given in s.orders.items() if given == priority and s.divisions[id].side == side]
            left = [id for id in own if id not in s.done]
            if left:
                return side, left
            if priority == FREE_PRIORITY and s.impulse == 1 and is_left(s, LIGHT, side):
                return side, [LIGHT]
    for side in both:
        if is_left(s, OTHERS, side):
            return side, [OTHERS]
    return None


def is_left(s: State, kind: str, side: str) -> bool:
    """5.1-b, 5.1.1-b. Whether light troops, or the others, of a side have still anything to do."""
    return f"{kind}.{side}" not in s.done and bool(movers(s, Active(kind), side))


def division_question(s: State, side: str, divisions: list[str]) -> Any:
    """5.1-d. Which of several divisions of one priority manoeuvres first."""

    def refuse(answer: Choose) -> Refusal | None:
        return (
            None
            if answer.division in divisions
            else no("5.1-d", "not_its_turn", division=as_said(s, answer.division, side))
        )

    options: list[Plain] = [{"do": "division", "division": id} for id in divisions]
    return ask(s, side, "division", "5.1-d", (Choose,), lambda: options, refuse, True, divisions=divisions)


def begin(s: State, side: str, division: str) -> None:
    """5.1-a. A division begins to act."""
    s.active, s.side = Active(division), side
    if division not in (LIGHT, OTHERS):
        tell(s, "division", "5.1-a", division=division, side=side, priority=s.orders.get(division))


def finish(s: State, active: Active, side: str) -> None:
    """5.1-d. A division has finished and does not move again in this impulse."""
    name = f"{active.division}.{side}" if active.division in (LIGHT, OTHERS) else active.division
    s.done = (*s.done, name)
    s.active, s.chosen = None, None


# -- one decision -----------------------------------------------------------------------------------------------------


def act(s: State, active: Active) -> Script:
    """5.1-d. One move of the division in hand, or its end; without anybody who can do anything it is at an end."""
    side = s.side
    ids = movers(s, active, side)
    if not ids:
        finish(s, active, side)
        return
    answer = yield move_question(s, active, side, ids)
    if isinstance(answer, Done):
        finish(s, active, side)
    elif isinstance(answer, Pick):
        s.chosen = answer.unit
    else:
        s.chosen = None
        yield from moving.carry_out(s, active, answer)


def movers(s: State, active: Active, side: str) -> list[str]:
    """5.1-b, 5.1-d. The units and generals that may still do something with the division in hand."""
    found = [unit.id for unit in units(s, side) if moving.refuse_any(s, unit, active, side) is None]
    riders = [general.id for general in moving.riders(s, active, side) if refuse_general(s, general) is None]
    return found + riders


def seat_of(s: State, active: Active, side: str) -> Seat:
    """3.4-a. Who decides for the division in hand; light troops and others without a division are the CiC's."""
    return side if active.division in (LIGHT, OTHERS) else seat_for_division(s, active.division, side)


def move_question(s: State, active: Active, side: str, ids: list[str]) -> Any:
    """5-a. Without a chosen unit or general the choice is listed, or the end of the division; with one its moves."""
    chosen = s.chosen

    def options() -> list[Plain]:
        found = proposals.candidates(s, active, chosen) if chosen is not None else []
        choices: list[Plain] = [{"do": "unit", "unit": id} for id in ids[:255]]
        return found or [*choices, {"do": "done"}]

    def sample(_: Seat, rng: random.Random) -> Plain:
        if rng.random() < 1 / (len(ids) + 1):
            return {"do": "done"}
        return proposals.drawn(s, active, chosen or rng.choice(ids), rng) or {"do": "done"}

    return ask(
        s,
        seat_of(s, active, side),
        "move",
        "5-a",
        KINDS,
        options,
        lambda answer: moving.refuse(s, active, side, answer),
        True,
        open=chosen is not None,
        sample=sample,
        division=active.division,
        units=ids,
        unit=chosen,
    )
