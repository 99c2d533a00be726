"""Reactions and small choices answered by standing instructions, for a player who is not there to decide.

Chances come from the same reckoning of combats that a player is shown.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from quadrilatero.games.custoza.board import CAVALRY
from quadrilatero.games.custoza.duel import duel
from quadrilatero.games.custoza.rules import columns, combat
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Match, Plain, cases
from quadrilatero.kernel.cases import Answering, answer_by, enough
from quadrilatero.kernel.instructions import ASK, Order, Orders
from quadrilatero.kernel.log import Ordered

Case: TypeAlias = cases.Case[State]


def instructed(match: Match, seat: str, orders: Orders) -> Ordered | None:
    """What a seat's instructions answer; None where they leave it to the player."""
    return answer_by(ANSWERS, match, seat, orders)


# -- 11.5 --------------------------------------------------------------------------------------------------------------


def _react(case: Case) -> Ordered | None:
    """One Force after another by the order of its first unit; all let it be once none has anything left to do."""
    forces: list[Plain] = case.data["forces"]
    orders = [case.order.of(force["units"][0]) for force in forces]
    for force, order in zip(forces, orders, strict=True):
        found = _of_force(case, force, order)
        if found is not None:
            return found
    if any(order.do == ASK for order in orders):
        return None
    return Ordered({"do": "pass"}, "react_pass", {})


def _of_force(case: Case, force: Plain, order: Order) -> Ordered | None:
    """What a Force's order makes it do; None where that is nothing."""
    s, ids = case.state, force["units"]
    names = {"names": [s.units[id].name for id in ids]}
    if order.do in (ASK, "pass"):
        return None
    attacked = bool(s.deeds) and s.deed.do in ("assault", "charge") and s.deed.target == s.units[ids[0]].hex
    mounted = s.units[s.triggers[-1].units[0]].kind == CAVALRY
    if order.do == "square" and attacked and mounted and "square" in force["may"]:
        return Ordered({"do": "square", "units": ids}, "react_square", names)
    if order.do == "fall_back" and attacked and "fall_back" in force["may"]:
        chance = attack_wins(s)
        if enough(chance, order.percent or 0):
            way = next((o for o in case.options if o["do"] == "fall_back" and o["units"] == ids), None)
            told = {**names, "chance": int(100 * chance), "least": order.percent}
            return None if way is None else Ordered(way, "react_fall_back", told)
    if "fire" not in force["may"]:
        return None
    shot = next((o for o in case.options if o["do"] == "fire" and o["units"] == ids and _is_of(o, force)), None)
    return None if shot is None else Ordered(shot, "react_fire", names)


def _is_of(option: Plain, force: Plain) -> bool:
    """22.3.2-b: a fortress fires as one of its two Forces."""
    kind: Any = option.get("class")
    return kind in (None, force["class"])


def attack_wins(s: State) -> float:
    """How likely the attack under way wins, should it come home as things stand."""
    deed = s.deed
    force = [unit for unit in s.of(deed.units) if unit.hex >= 0]
    hex = deed.marker if deed.marker >= 0 else force[0].hex
    fought = duel(s, force, deed.target, deed.do, hex=hex)
    return 0.0 if fought is None else fought.chance(combat.ATTACKER)


# -- small choices -----------------------------------------------------------------------------------------------------


def _hit(case: Case) -> Ordered:
    strongest = max(case.data["units"], key=lambda id: case.state.units[id].sp)
    return Ordered({"do": "hit", "unit": strongest}, "hit_strongest", {"names": [case.state.units[strongest].name]})


def _leave_march(case: Case) -> Ordered:
    if case.order.all.do == "stay":
        return Ordered({"do": "pass"}, "leave_march_stay", {})
    return Ordered({"do": "leave_march", "units": case.data["units"]}, "leave_march_leave", {})


def _advance(case: Case) -> Ordered:
    going = case.data["commanders"] if case.order.all.do == "go" else []
    return Ordered({"do": "advance", "with": going}, f"advance_{case.order.all.do}", {})


def _recover(case: Case) -> Ordered:
    unit, of = case.data["unit"], case.order.all.do
    return Ordered(
        {"do": "recover", "unit": unit, "of": of}, "recover", {"names": [case.state.units[unit].name], "of": of}
    )


# -- 14, 16: the march -------------------------------------------------------------------------------------------------


def _march(case: Case) -> Ordered:
    """14.6: who has still to go tries, in the order of the list."""
    s, wish = case.state, case.order.all.do
    for option in case.options if wish != "none" else ():
        formation = s.formations.get(option.get("formation", ""))
        if formation is None or columns.has_reached(s, formation) or (wish == "rested" and formation.fatigued):
            continue
        return Ordered(option, "march_on", {"name": formation.name})
    return Ordered({"do": "pass"}, "march_none", {})


def _march_move(case: Case) -> Ordered | None:
    """16.1: the way that ends nearest to the objective by road, the cheapest of them."""
    s, formation = case.state, case.state.formations[case.data["formation"]]
    far = s.board.far(formation.objective)
    ways = [option for option in case.options if s.board.hex(option["path"][-1]) >= 0]
    best = min(ways, key=lambda option: far[s.board.hex(option["path"][-1])], default=None)
    return None if best is None else Ordered(best, "march_move_on", {"name": formation.name, "hex": best["path"][-1]})


def _scout_move(case: Case) -> Ordered:
    return Ordered({"do": "pass"}, "scout_stays", {})


def _keep(case: Case) -> Ordered:
    return Ordered({"do": "done"}, "orders_kept", {})


def _rally(case: Case) -> Ordered:
    """13.7: each routed unit that may try, then it is done."""
    able: list[str] = case.data["units"]
    if not able:
        return Ordered({"do": "done"}, "rally_done", {})
    return Ordered({"do": "rally", "unit": able[0]}, "rally_each", {"names": [case.state.units[able[0]].name]})


ANSWERS: dict[str, Answering[State]] = {
    "react": _react,
    "hit": _hit,
    "leave_march": _leave_march,
    "advance": _advance,
    "recover": _recover,
    "march": _march,
    "march_move": _march_move,
    "scout_move": _scout_move,
    "objectives": _keep,
    "states": _keep,
    "rally": _rally,
}
