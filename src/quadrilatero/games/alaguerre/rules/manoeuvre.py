"""Chapter 5, 5.1: the Manoeuvre phase, division after division, and who decides what in it."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.answers import Choose
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.said import ENEMY
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script

LIGHT, OTHERS = "light", "others"
FREE_PRIORITY = 4
"""5.1.1-b: when light troops without orders move."""


def phase(s: State) -> Script:
    """5.1-a, 5.1-d. The next division begins, or one move of the division in hand, or its end; whether all is over."""
    active = s.active
    if active is None:
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
    return (yield from move(s, active))


def move(s: State, active: Active) -> Script:
    """5.1-d. To come."""
    finish(s, active)
    yield from ()
    return False


def next_choice(s: State) -> tuple[str, list[str]] | None:
    """5.1-a, 5.1.1-b. Whose divisions are next: by priority, the initiative first; light troops after the fours."""
    for priority in (6, 5, 4):
        for side in (s.initiative, ENEMY[s.initiative]):
            own = [id for id, given in s.orders.items() if given == priority and s.divisions[id].side == side]
            left = [id for id in own if id not in s.done]
            if left:
                return side, left
    return None


def division_question(s: State, side: str, divisions: list[str]) -> Any:
    """5.1-d. Which of several divisions of one priority manoeuvres first."""

    def refuse(answer: Choose) -> Refusal | None:
        return None if answer.division in divisions else no("5.1-d", "not_its_turn", division=answer.division)

    options: list[Plain] = [{"do": "division", "division": id} for id in divisions]
    return ask(s, side, "division", "5.1-d", (Choose,), lambda: options, refuse, True, divisions=divisions)


def begin(s: State, side: str, division: str) -> None:
    """5.1-a. A division begins to act."""
    s.active = Active(division)
    tell(s, "division", "5.1-a", division=division, side=side, priority=s.orders.get(division))


def finish(s: State, active: Active) -> None:
    """5.1-d. A division has finished and does not move again in this impulse."""
    s.done = (*s.done, active.division)
    s.active = None
    s.chosen = None
