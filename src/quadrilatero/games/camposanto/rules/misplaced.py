"""Answers to a question that is not being asked: the rule that puts them elsewhere, or forbids them now."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Assault, Fire, General, Keep, Move, Swap
from quadrilatero.games.camposanto.rules.activation import refuse_fifth, starts_no_assault
from quadrilatero.games.camposanto.rules.assault import refuse_declaration
from quadrilatero.games.camposanto.rules.commanders import refuse_general
from quadrilatero.games.camposanto.rules.fire import refuse_fire, refuse_moment
from quadrilatero.games.camposanto.rules.movement import refuse_move
from quadrilatero.games.camposanto.state import Active, State
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Answer, Ask, Refusal, Seat
from quadrilatero.kernel.position import replace


def refuse(s: State, ask: Ask, seat: Seat, answer: Answer) -> Refusal | None:
    """5.5-a: every operation has its moment; None where no rule of another step has anything to say."""
    if isinstance(answer, General):
        return refuse_general(s, seat)
    if isinstance(answer, Swap | Keep):
        return _refuse_exchange(s)
    if isinstance(answer, Move | Fire | Assault):
        return _refuse_operation(s, ask, seat, answer)
    return None


def _refuse_exchange(s: State) -> Refusal:
    """4.3-c, 4.3-d: when sets of order points are exchanged."""
    equal = s.turn == "evening" and s.phase == 1 and s.vp["spain"] == s.vp["austria"]
    return no("4.3-d", "sets_go_over") if equal else no("4.3-c", "no_exchange_now")


def _refuse_operation(s: State, ask: Ask, seat: Seat, answer: Move | Fire | Assault) -> Refusal | None:
    """5.5-a: an operation of the acting wing out of its step, or of the wing that has just acted."""
    active = s.active
    if active is None or active.side != seat:
        return None if s.last is None or s.last.side != seat else _refuse_afterwards(s, s.last, answer)
    if isinstance(answer, Fire):
        return _refuse_fire(s, active, answer)
    if isinstance(answer, Assault) and starts_no_assault(active):
        return no("5.4-c", "titubant_assault")
    if ask.what not in ("fire", "move", "assault"):
        return None
    unit = s.units.get(answer.unit) if isinstance(answer, Move) else None
    return (refuse_fifth(s, unit) if unit else None) or no("5.5-a", "other_step", step=active.step)


def _refuse_fire(s: State, active: Active, answer: Fire) -> Refusal:
    """9.1-b, 10.2-b: a Titubant wing does not fire; others do so in their own step."""
    unit = s.units.get(answer.unit)
    refusal = None
    if unit is not None and (unit.side, unit.wing) == (active.side, active.wing):
        refusal = refuse_moment(s, unit, s.board.hex(answer.hex))
    return refusal or no("5.5-a", "other_step", step=active.step)


def _refuse_afterwards(s: State, last: Active, answer: Move | Fire | Assault) -> Refusal | None:
    """5.5-a: what was not possible in its own step either, perhaps passed over, is refused for that reason."""
    before = s.copy()
    if isinstance(answer, Move):
        before.active = replace(last, step="movement")
        return refuse_move(before, answer)
    if isinstance(answer, Assault):
        before.active = replace(last, step="assault")
        return no("5.4-c", "titubant_assault") if starts_no_assault(last) else refuse_declaration(before, answer)
    unit = s.units.get(answer.unit)
    before.active = replace(last, step="light_fire" if unit is not None and unit.type == "light" else "artillery")
    return refuse_fire(before, answer)
