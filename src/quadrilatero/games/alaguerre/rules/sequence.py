"""Chapter 3.1, 3.6: turns of one to three impulses, their phases, and the course of a whole battle."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.alaguerre.rules import (
    activation,
    allies,
    arrivals,
    cohesion,
    fire,
    generals,
    manoeuvre,
    melee,
    objectives,
    pending,
    rally,
    reserve,
    setup,
)
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.telling import division_called, tell
from quadrilatero.kernel import Script

OVER = "over"
"""The stage of a phase that waits for nothing but work that is still open."""
CHAPTERS: dict[str, Callable[[State], Script]] = {
    "setup": setup.phase,
    "reinforcements": arrivals.phase,
    "activation": activation.phase,
    "orders": activation.orders_phase,
    "manoeuvre": manoeuvre.phase,
    "rally": rally.phase,
    "fire": fire.phase,
    "melee": melee.phase,
}
FOLLOWS = {
    "setup": "reinforcements",
    "reinforcements": "activation",
    "activation": "orders",
    "orders": "manoeuvre",
    "rally": "fire",
    "fire": "melee",
}
"""3.1-b: what comes after; after Manoeuvre and Mêlée it hangs on the orders that are left."""


def segment(s: State) -> Script:
    """3.1-b. What is to be done next: work that is open, or what the phase asks for, and then the phase after it."""
    if s.pending:
        yield from pending.work(s)
        look_round(s)
        return
    if s.stage == OVER:
        next_phase(s)
        return
    over = yield from CHAPTERS[s.phase](s)
    look_round(s)
    if over and s.result is None:
        if s.pending:
            s.stage = OVER
        else:
            next_phase(s)


def look_round(s: State) -> None:
    """4.1.1-d, 4.2-c, 12.2.1-c. After all that an answer has set off: objectives, beaten allies, what has been seen."""
    if s.phase != "setup":
        objectives.look(s)
        allies.leave(s)
        reserve.watch(s)


def next_phase(s: State) -> None:
    """3.1-b, 3.1-d. The phase is over: Rally if no order is left, then Fire and Mêlée, then an impulse or a turn."""
    s.stage, s.chosen, s.active = None, None, None
    if s.phase == "manoeuvre":
        remove_lowest(s)
        enter(s, "fire" if s.orders else "rally")
    elif s.phase == "melee":
        end_impulse(s)
    else:
        enter(s, FOLLOWS[s.phase])


def enter(s: State, phase: str) -> None:
    """3.1-b. A phase begins; the side with the initiative shoots first (8-a)."""
    s.phase = phase
    if phase == "fire":
        s.side, s.target, s.shots = s.initiative, None, ()
    elif phase == "melee":
        s.fought = ()
    tell(s, "phase", "3.1-b", phase=phase, turn=s.turn, impulse=s.impulse)


def remove_lowest(s: State) -> None:
    """3.1-c, 3.1-e. The orders of the lowest priority in play, of both sides, are removed."""
    if not s.orders:
        return
    lowest = min(s.orders.values())
    gone = [division for division, priority in s.orders.items() if priority == lowest]
    s.orders = {division: priority for division, priority in s.orders.items() if priority != lowest}
    s.activated = tuple([id for id in s.activated if id in s.bases and keeps_order(s, s.bases[id])])
    names = [division_called(s, id) for id in gone]
    tell(s, "deactivated", "3.1-c", priority=lowest, divisions=gone, names=names)


def keeps_order(s: State, base: Base) -> bool:
    """3.1-c, 2.7.4-c. Whether a base stays activated: its division has an order still; of the CiC's guns, any has."""
    if base.division is not None:
        return base.division in s.orders
    return any(s.divisions[division].side == base.side for division in s.orders)


def end_impulse(s: State) -> None:
    """3.1-d, 3.1-e, 9.1.5-b. Another impulse if orders are left, or the next turn; after the last one the end."""
    melee.destroy_train(s)
    generals.heal(s)
    if s.orders:
        s.impulse += 1
        clear_impulse(s)
        tell(s, "impulse", "3.1-e", turn=s.turn, impulse=s.impulse)
        enter(s, "manoeuvre")
    elif s.turn >= s.last_turn:
        cohesion.judge_last_turn(s)
    else:
        begin_turn(s)


def begin_turn(s: State) -> None:
    """3.1-a, 10.1.1-t2, 12.2.1-b. A new turn: no orders, nobody has done anything, nobody wavers any longer."""
    reserve.end_of_turn(s)
    s.turn, s.impulse = s.turn + 1, 1
    s.rolled, s.orders, s.activated, s.hand = None, {}, (), {}
    clear_impulse(s)
    tell(s, "turn", "3.1-a", turn=s.turn)
    enter(s, "reinforcements")


def clear_impulse(s: State) -> None:
    """3.1-b. What bases and generals did in the impulse that is over."""
    s.done, s.fought, s.battered, s.volleys = (), (), {}, {}
    for base in list(s.bases.values()):
        if is_fresh(base):
            continue
        s.change(
            base,
            moved=0,
            pace=0,
            acted=False,
            fired=False,
            damaged=False,
            tested=False,
            evaded=False,
            late=False,
            silent=False,
            lost=0,
            crossed=(),
            supports=None,
        )
    for general in list(s.generals.values()):
        if general.moved:
            s.lead(general, moved=0)


def is_fresh(base: Base) -> bool:
    """Whether nothing of an impulse is noted of a base."""
    done = base.moved or base.acted or base.fired or base.evaded
    suffered = base.damaged or base.tested or base.late or base.silent or base.lost
    return not (done or suffered or base.crossed or base.supports)
