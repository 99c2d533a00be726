"""Chapter 14: the phases that the Advanced Game adds to a game turn, and what its sides have to see to in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import (
    collapse,
    columns,
    communications,
    deployment,
    fatigue,
    marching,
    objectives,
    pontoon,
    reinforcements,
    reserve,
    sequence,
    states,
)
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import tell
from quadrilatero.kernel import Script

PASSES: Final = 3
MORNING: Final = 1
"""14.8.2-a: after this game turn of a day Formations recover."""

# -- 14.2: the Command Phase -------------------------------------------------------------------------------------------


def has_command_phase(s: State) -> bool:
    """26.1.6-b, 14.1-a. In the game turn that a scenario names the Command Phase is left out."""
    return s.mode == "advanced" and s.skip_command != s.gt


def begin_command_phase(s: State) -> None:
    """14.2-a. In every step of the Command Phase the side with the initiative comes second."""
    s.phase, s.step, s.next, s.passes = "command", "", ENEMY[s.initiative], 0
    tell(s, "phase", "14.2-a", phase=s.phase, name="phase_command")


def command_phase(s: State) -> Script:
    """14.2-a, 14.2.1-a, 14.2.2-a, 14.2.4-a, 14.2.5-a. One decision of one side in one of the steps, in their order."""
    if not s.step:
        yield from pontoon.count_down(s)
        s.step, s.next = "strategy", ENEMY[s.initiative]
    elif s.step == "strategy":
        yield from objectives.change_step(s)
        turn_over(s, "reinforcements")
    elif s.step == "reinforcements":
        yield from reinforcements.look_at_entries(s)
        turn_over(s, "states")
    elif s.step == "states":
        if (yield from states.states_step(s)) and turn_over(s, "objectives"):
            yield from communications.trace_all(s)
    elif (yield from columns.objectives_step(s)) and turn_over(s, ""):
        yield from begin_actions(s)


def turn_over(s: State, step: str) -> bool:
    """14.2-a. The other side's turn, or after that with the initiative the next step. Returns whether it is that."""
    over = s.next == s.initiative
    s.next = ENEMY[s.initiative] if over else s.initiative
    if over:
        s.step = step
    return over


def begin_actions(s: State) -> Script:
    """14.3-a, 15.4-a. Stragglers are taken in; then the phases of the Base Game follow."""
    yield from states.take_in_stragglers(s)
    yield from sequence.begin_action_phase(s)


# -- 14.6: the March and Reserve Phase ---------------------------------------------------------------------------------


def march_phase(s: State) -> Script:
    """14.6-a, 14.6-c, 14.6-d, 14.6-e. Attempts until three passes in a row, then routed units, then the Generals."""
    if s.step == "rally":
        if (yield from reserve.rally_step(s)):
            turn_over(s, "generals")
    elif s.step == "generals":
        yield from marching.general_moves(s, s.next)
        if turn_over(s, ""):
            sequence.enter_phase(s, "fatigue")
    elif s.passes >= PASSES:
        s.step, s.next, s.passes = "rally", ENEMY[s.initiative], 0
    else:
        yield from columns.march_step(s)


# -- 14.8: the end of the game turn ------------------------------------------------------------------------------------


def remove_ammunition_markers(s: State) -> None:
    """14.8.1-a, 20.1.1-a. Ammunition markers come off units whose commander has his line of communication."""
    for unit in list(s.units.values()):
        if unit.ammo != "full" and communications.is_supplied(s, unit):
            s.change(unit, ammo="full")


def morning(s: State) -> Script:
    """14.8.2-a. After the first game turn of a day strength comes back in Reserve, and all recover from fatigue."""
    if s.gt == MORNING:
        yield from reserve.recover_strength(s)
        fatigue.recover_all(s)


# -- what is to be seen to before a phase goes on ----------------------------------------------------------------------

RIDES: Final = ("march_move", "scout_move")


def step_of(s: State, task: Task) -> Script:
    """14.2-a: what a side has to see to, by the paragraph it comes from."""
    steps: dict[str, Callable[[State, Task], Script]] = {
        "deploy": deployment.deploy_step,
        "scout_leaves": deployment.scout_leaves_step,
        "scout_returns": deployment.scout_returns_step,
        "screen": deployment.screen_step,
        "scout_joins": states.scout_joins_step,
        "scout_halts": columns.scout_halts_step,
        "march_move": columns.march_move_step,
        "scout_move": columns.scout_move_step,
        "entry_barred": reinforcements.barred_step,
        "place": reserve.place_step,
    }
    return steps[task.what](s, task)


def interlude(s: State) -> Script | None:
    """16.8-a, 17.2-a. What comes before the phase goes on: pieces that have met the enemy, or a task that is left.

    Deployments come one after another, and before the scout that rides with a march.
    """
    free = not s.tasks or s.tasks[0].what in RIDES
    if free and s.phase in ("action", "march") and deployment.has_meeting(s):
        return deployment.meet(s)
    return see_to(s, s.tasks[0]) if s.tasks else None


def see_to(s: State, task: Task) -> Script:
    """14.2-a: one task, which is done with unless there is more of it."""
    more = yield from step_of(s, task)
    if not more:
        at = s.tasks.index(task)
        s.tasks = (*s.tasks[:at], *s.tasks[at + 1 :])


def fallen(s: State) -> dict[str, bool]:
    """19.1-a: which Formations are collapsed now."""
    return {id: collapse.is_too_many(s, id, collapse.all_losses(s).get(id, 0)) for id in s.formations}


def tell_collapse(s: State, before: dict[str, bool]) -> None:
    """19.1-a, 19.1-b, 19.4-a. It is told when a Formation collapses, and when it is no longer so."""
    for id, now in fallen(s).items():
        if now != before[id]:
            name = s.formations[id].name
            if now:
                tell(s, "collapsed", "19.1-a", formation=id, name=name)
            else:
                tell(s, "collapse_over", "19.4-a", formation=id, name=name)
