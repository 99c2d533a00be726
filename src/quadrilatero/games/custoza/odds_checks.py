"""13.2: the odds of the checks that stand before a reaction or a Charge broken off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.custoza.answers import BreakOff, Face, FallBack, Square
from quadrilatero.games.custoza.branches import branches, cost
from quadrilatero.games.custoza.rules import cohesion, reactions
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds

CHECKED = (Face, Square, FallBack)
"""Reactions whose check costs levels."""


def of_check(s: State, ids: Sequence[str], answer: Any) -> Odds:
    """11.5.1-a, 11.5.4-a, 11.5.5-b, 9.5-b: what a check may cost, by the dice."""
    side = s.units[ids[0]].side

    def rule(copy: State) -> Script:
        units = copy.of(list(ids))
        if isinstance(answer, Face):
            return reactions.change_facing(copy, units, FACINGS.index(answer.facing))
        if isinstance(answer, Square):
            return reactions.form_square(copy, units)
        if isinstance(answer, FallBack):
            return reactions.fall_back(copy, units, answer)
        assert isinstance(answer, BreakOff)
        return cohesion.check(copy, units, "break_off")

    chances: dict[int, float] = {}
    gone = 0.0
    blow: Plain = {}
    for chance, after in branches(s, rule):
        lost = cost(s, after, side)
        chances[lost.levels] = chances.get(lost.levels, 0.0) + chance
        gone += chance * bool(lost.gone)
        roll = next(event for event in after.sink if event.kind == "roll" and event.data["why"] == "cohesion")
        blow = {"why": "cohesion", "modifiers": list(roll.modifiers)}
    outcomes: list[tuple[Plain, float]] = [({"levels": levels}, p) for levels, p in sorted(chances.items())]
    success = chances.get(0, 0.0)
    mean = sum(levels * p for levels, p in chances.items())
    names = [s.units[id].name for id in ids]
    data = {"names": names, "chance": success, "levels": Mean(mean), "modifiers": blow["modifiers"]}
    suffers = {side: Losses(0.0, 0, gone)}
    details = Details([("check", data)], [blow | {"chance": success}], suffers)
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: details)
