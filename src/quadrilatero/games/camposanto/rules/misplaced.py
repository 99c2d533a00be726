"""Answers to a question that is not being asked: the rule that puts them elsewhere, or forbids them now."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Assault, Fire, General, Move
from quadrilatero.games.camposanto.rules import artillery, light_infantry
from quadrilatero.games.camposanto.rules.activation import may_assault
from quadrilatero.games.camposanto.rules.commanders import refuse_general
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
    elif isinstance(answer, Assault) and not may_assault(s.active):
        refusal = no("5.4-c", "titubant_assault")
    elif isinstance(answer, Move | Assault | Fire) and ask.what in ("fire", "move", "assault"):
        refusal = no("5.5-a", "other_step", step=s.active.step)
    else:
        refusal = None
    if refusal is not None:
        return refusal
    verb = str(answer.__struct_config__.tag)
    verbs = [str(kind.__struct_config__.tag) for kind in ask.kinds]
    return Refusal(ask.rule, "wrong_verb", BOOK, {"verb": verb, "verbs": verbs})


def _refuse_fire(s: State, answer: Fire) -> Refusal:
    """9.1-b, 10.2-b: a Titubant wing does not fire; others do so in their own step."""
    active = s.acting()
    unit = s.units.get(answer.unit)
    if unit is not None and (unit.side, unit.wing) == (active.side, active.wing):
        if artillery.is_gun(unit) and artillery.is_silent(active):
            return no("9.1-b", "titubant_fire", unit=unit.name)
        if light_infantry.is_light(unit) and light_infantry.is_silent(active):
            return no("10.2-b", "titubant_fire", unit=unit.name)
        if unit.type == "artillery":
            return no("9.1-a", "guns_fire_first", unit=unit.name)
        if unit.type == "light":
            return no("10.2-a", "light_fires_later", unit=unit.name)
    return no("5.5-a", "other_step", step=active.step)
