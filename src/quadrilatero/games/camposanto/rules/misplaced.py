"""Answers to a question that is not being asked: the rule that puts them elsewhere, or forbids them now."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Assault, Fire, General, Move
from quadrilatero.games.camposanto.rules.activation import refuse_fifth, starts_no_assault
from quadrilatero.games.camposanto.rules.commanders import refuse_general
from quadrilatero.games.camposanto.rules.fire import refuse_moment
from quadrilatero.games.camposanto.state import State
from quadrilatero.games.camposanto.telling import BOOK, no
from quadrilatero.kernel import Answer, Ask, Refusal, Seat


def refuse(s: State, ask: Ask, seat: Seat, answer: Answer) -> Refusal:
    """5.5-a: every operation has its moment."""
    if isinstance(answer, General):
        refusal = refuse_general(s, seat)
    elif s.active is None:
        refusal = None
    elif isinstance(answer, Fire):
        refusal = _refuse_fire(s, answer)
    elif isinstance(answer, Assault) and starts_no_assault(s.active):
        refusal = no("5.4-c", "titubant_assault")
    elif isinstance(answer, Move | Assault) and ask.what in ("fire", "move", "assault"):
        unit = s.units.get(answer.unit) if isinstance(answer, Move) else None
        refusal = (refuse_fifth(s, unit) if unit else None) or no("5.5-a", "other_step", step=s.active.step)
    else:
        refusal = None
    if refusal is not None:
        return refusal
    verb = f"`{answer.__struct_config__.tag}`"
    verbs = [f"`{kind.__struct_config__.tag}`" for kind in ask.kinds]
    return Refusal(ask.rule, "wrong_verb", BOOK, {"verb": verb, "verbs": verbs})


def _refuse_fire(s: State, answer: Fire) -> Refusal:
    """9.1-b, 10.2-b: a Titubant wing does not fire; others do so in their own step."""
    active = s.acting()
    unit = s.units.get(answer.unit)
    refusal = None
    if unit is not None and (unit.side, unit.wing) == (active.side, active.wing):
        refusal = refuse_moment(s, unit, s.board.hex(answer.hex))
    return refusal or no("5.5-a", "other_step", step=active.step)
