"""7.3, 11: the odds of a move: the checks that the ground demands and the fire of those it passes."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.custoza.answers import FallBack, Move
from quadrilatero.games.custoza.branches import branches, cost
from quadrilatero.games.custoza.odds_policy import Policy
from quadrilatero.games.custoza.rules import movement, withdrawal
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds


def of_move(s: State, answer: Move, policy: Policy) -> Odds | None:
    """7.2-b, 7.3-a: a move with all that it sets off; None where no die hangs on it."""
    return _of_way(s, answer.units, lambda copy: movement.move(copy, copy.of(answer.units), answer), policy)


def of_withdrawal(s: State, answer: FallBack, policy: Policy) -> Odds | None:
    """12.1-a: a withdrawal outside a reaction."""
    path = tuple(map(s.board.hex, answer.path or ()))
    return _of_way(s, answer.units, lambda copy: withdrawal.fall_back(copy, copy.of(answer.units), path), policy)


def _of_way(s: State, ids: list[str], rule: Callable[[State], Script], policy: Policy) -> Odds | None:
    side = s.units[ids[0]].side
    found = branches(s, rule, policy.tries[0])
    if len(found) == 1 and not any(event.kind == "roll" for event in found[0][1].sink):
        return None
    chances: dict[tuple[int, int], float] = {}
    gone, worst = 0.0, 0
    for chance, after in found:
        lost = cost(s, after, side)
        chances[lost.sp, lost.levels] = chances.get((lost.sp, lost.levels), 0.0) + chance
        gone += chance * bool(lost.gone)
        worst = max(worst, lost.sp)
    outcomes: list[tuple[Plain, float]] = [({"sp": sp, "levels": levels}, p) for (sp, levels), p in chances.items()]
    success = chances.get((0, 0), 0.0)
    sp = sum(p * sp for (sp, _), p in chances.items())
    levels = sum(p * levels for (_, levels), p in chances.items())
    names = [s.units[id].name for id in ids]
    said: list[tuple[str, Plain]] = [
        ("move", {"names": names, "chance": success, "sp": Mean(sp), "levels": Mean(levels)}),
        (f"reactions_{policy.reactions}", {}),
    ]
    details = Details(said, [], {side: Losses(sp, worst, gone)})
    return Odds(outcomes, True, 0.0, policy.plain(), success, BOOK, lambda: details)
