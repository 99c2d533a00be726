"""Reactions and routine answered by standing instructions, for a player who is not there to decide.

Chances come from the same odds that a player is shown.
"""

from __future__ import annotations

from typing import TypeAlias

from quadrilatero.games.alaguerre.rules import melee_modifiers
from quadrilatero.games.alaguerre.rules.combats import Combat, opponents
from quadrilatero.games.alaguerre.rules.formations import Unit, named
from quadrilatero.games.alaguerre.rules.moving import OTHERS
from quadrilatero.games.alaguerre.said import RED
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import called
from quadrilatero.kernel import Match, Plain, cases
from quadrilatero.kernel.cases import Answering, answer_by, enough
from quadrilatero.kernel.instructions import ASK, Order, Orders
from quadrilatero.kernel.log import Ordered

Case: TypeAlias = cases.Case[State]


def instructed(match: Match, seat: str, orders: Orders) -> Ordered | None:
    """What a seat's instructions answer; None where they leave it to the player."""
    return answer_by(ANSWERS, match, seat, orders)


def _order(case: Case, id: str) -> Order:
    """The order of a unit: its own, one of its bases', or that for all."""
    standing, unit = case.order, named(case.state, id)
    for one in (id, *(() if unit is None else unit.ids)):
        if one in standing.pieces:
            return standing.pieces[one]
    return standing.all


def _option(case: Case, do: str) -> Plain | None:
    """The first answer with that verb that is open."""
    return next((option for option in case.options if option["do"] == do), None)


def _react(case: Case) -> Ordered | None:
    """6.2-d, 6.4-a: what the order says, if the unit may do it; else it stands."""
    id = case.data["unit"]
    order = _order(case, id)
    if order.do == ASK:
        return None
    wanted = order.do
    if wanted == "horse":
        charger = named(case.state, case.data["charger"])
        wanted = "counter" if charger is not None and charger.is_horse else "stand"
    elif wanted == "likely":
        counter = _option(case, "counter")
        wins = counter is not None and enough(case.chance(counter, {}), order.percent or 0)
        wanted = "counter" if wins else "stand"
    answer = _option(case, wanted) or {"do": "stand"}
    return Ordered(answer, f"react_{answer['do']}", {"name": called(case.state, id)})


def _face(case: Case) -> Ordered | None:
    """6.2-f: the first side on which it can turn, or none."""
    if case.order.all.do == ASK:
        return None
    answer = _option(case, case.order.all.do) or {"do": "stay"}
    return Ordered(answer, f"face_{answer['do']}", {"name": called(case.state, case.data["unit"])})


def _charge_fire(case: Case) -> Ordered | None:
    """6.3-a: to shoot at contact or not."""
    do = case.order.all.do
    if do == ASK:
        return None
    return Ordered({"do": do}, f"charge_fire_{do}", {"name": called(case.state, case.data["unit"])})


def _return_fire(case: Case) -> Ordered | None:
    """8.2.3-a, 5.6.5-h: to answer, to wait, or to give way; what cannot be done is the next best."""
    id = case.data["unit"]
    order = _order(case, id)
    if order.do == ASK:
        return None
    tries = {"evade": ("evade", "fire"), "fire": ("fire",), "hold": ()}[order.do]
    found = [option for do in tries if (option := _option(case, do)) is not None]
    answer: Plain = found[0] if found else {"do": "hold"}
    return Ordered(answer, f"return_fire_{answer['do']}", {"name": called(case.state, id)})


def _retreat(case: Case) -> Ordered | None:
    """8.2.2-a: to go back when shaken by fire, or to stay."""
    id = case.data["unit"]
    order = _order(case, id)
    if order.do == ASK:
        return None
    return Ordered({"do": order.do}, f"retreat_{order.do}", {"name": called(case.state, id)})


def _principal(case: Case) -> Ordered | None:
    """9.3.1-a: whose values count: who adds most to its die, or who has lost least."""
    s, do = case.state, case.order.all.do
    if do == ASK:
        return None
    units = [unit for id in case.data["units"] if (unit := named(s, id)) is not None]
    losses = {unit.id: max(base.all_losses for base in unit.bases) for unit in units}
    if do == "freshest":
        best = min(units, key=lambda unit: losses[unit.id])
    else:
        best = max(units, key=lambda unit: _added(s, unit))
    return Ordered({"do": "principal", "unit": best.id}, "principal", {"name": best.name})


def _added(s: State, unit: Unit) -> int:
    """9.4: what a unit adds to its die against the first enemy that it touches."""
    foe = opponents(s, unit)[0]
    combat = Combat([unit], [foe]) if unit.side == RED else Combat([foe], [unit])
    combat.principal = {unit.side: unit, foe.side: foe}
    own = melee_modifiers.principal_base(s, combat, unit.side)
    return (own.melee or 0) + sum(value for _, value in melee_modifiers.modifiers(s, combat, unit.side))


def _rally(case: Case) -> Ordered | None:
    """10.4.1-c, 10.4.1-d: generals rally the most disordered first; who has rallied turns; then it is done."""
    s = case.state
    if case.order.all.do == ASK:
        return None
    rallies = [option for option in case.options if option["do"] == "rally"]
    if rallies:
        best = max(rallies, key=lambda option: _level(s, option["unit"]))
        return Ordered(best, "rally", {"name": called(s, best["unit"])})
    turn = _option(case, "turn")
    if turn is not None:
        return Ordered(turn, "rally_turn", {"name": called(s, turn["unit"])})
    return Ordered({"do": "done"}, "rally_done", {})


def _level(s: State, id: str) -> int:
    unit = named(s, id)
    return 0 if unit is None else unit.level


def _move(case: Case) -> Ordered | None:
    """5.1-b, 5.1-e: after all divisions nothing more; divisions with orders are the player's."""
    if case.order.all.do == ASK or case.data["division"] != OTHERS:
        return None
    return Ordered({"do": "done"}, "move_done", {})


ANSWERS: dict[str, Answering[State]] = {
    "react": _react,
    "face": _face,
    "charge_fire": _charge_fire,
    "return_fire": _return_fire,
    "retreat": _retreat,
    "principal": _principal,
    "rally": _rally,
    "move": _move,
}
