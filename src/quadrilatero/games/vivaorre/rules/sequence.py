"""Chapter 4: the phases of a turn, and the course of a whole battle."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from quadrilatero.games.vivaorre.rules import (
    charges,
    command,
    fire,
    hidden,
    initiative,
    melee,
    movement,
    pending,
    recovery,
    setup,
)
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import tell
from quadrilatero.kernel import Script

PHASES = ("command", "initiative", "charges", "movement", "fire", "melee", "recovery")
"""4-a: in this order, turn after turn."""
OVER = "over"
"""The stage of a phase that waits for nothing but work that is still open."""
CHAPTERS: dict[str, Callable[[State], Script]] = {
    "setup": setup.phase,
    "command": command.phase,
    "initiative": initiative.phase,
    "charges": charges.phase,
    "movement": movement.phase,
    "fire": fire.phase,
    "melee": melee.phase,
    "recovery": recovery.phase,
}


def segment(s: State) -> Script:
    """4-a. What is to be done next: work that is open, or what the phase asks for, and then the phase after it."""
    if s.phase != "setup":
        yield from hidden.found(s)
    if s.pending:
        yield from pending.work(s)
        return
    if s.stage == OVER:
        next_phase(s)
        return
    over = yield from CHAPTERS[s.phase](s)
    if over and s.result is None:
        if s.pending:
            s.stage = OVER
        else:
            next_phase(s)


def next_phase(s: State) -> None:
    """4-a. The phase is over: the next one begins, told to everybody; after the last of them the next turn."""
    number = PHASES.index(s.phase) + 1 if s.phase in PHASES else 0
    if number == len(PHASES):
        begin_turn(s)
    s.phase, s.stage, s.chosen = PHASES[number % len(PHASES)], None, None
    s.seat = s.first if s.phase in ("charges", "movement") else None
    tell(s, "phase", "4-a", phase=s.phase, turn=s.turn)


def begin_turn(s: State) -> None:
    """4-a. Twenty minutes have gone by: nobody has done anything yet in the new turn."""
    s.turn += 1
    s.first, s.orders, s.charges = None, {}, ()
    for unit in list(s.units.values()):
        s.change(
            unit,
            moved=False,
            fired=False,
            fought=False,
            pursued=False,
            digging=False,
            no_move=False,
            charged=None,
        )
    for general in list(s.generals.values()):
        s.lead(general, may_move=None, rerolled=False, moved=False)
    s.brigades = {id: replace(brigade, half=None) for id, brigade in s.brigades.items()}
    tell(s, "turn", "4-a", turn=s.turn)
