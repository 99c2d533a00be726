"""Reactions and routine answered by standing instructions, for a player who is not there to decide.

Chances come from the same odds that a player is shown.
"""

from __future__ import annotations

from typing import TypeAlias

from quadrilatero.games.vivaorre.odds_fight import ATTACKER, charged
from quadrilatero.games.vivaorre.records import Declared
from quadrilatero.games.vivaorre.rules import fire
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.view import knows
from quadrilatero.kernel import Match, Plain, cases
from quadrilatero.kernel.cases import Answering, answer_by, enough
from quadrilatero.kernel.instructions import ASK, Orders
from quadrilatero.kernel.log import Ordered
from quadrilatero.table import distance

Case: TypeAlias = cases.Case[State]
WITHIN = {"short": ("short",), "medium": ("short", "medium"), "all": ("short", "medium", "long", "extreme"), "hold": ()}


def instructed(match: Match, seat: str, orders: Orders) -> Ordered | None:
    """What a seat's instructions answer; None where they leave it to the player."""
    return answer_by(ANSWERS, match, seat, orders)


def _react(case: Case) -> Ordered | None:
    """7-l, 7-m, 7-p: what the order says if the unit may do it, and if a square is against horse; else it stands."""
    s, id = case.state, case.data["unit"]
    order = case.order.of(id)
    if order.do == ASK:
        return None
    verbs = [option["do"] for option in case.options]
    mounted = any(s.units[one].is_horse for one in case.data["by"])
    wanted = order.do if order.do in verbs and (order.do != "square" or mounted) else "stand"
    return Ordered({"do": wanted}, f"react_{wanted}", {"name": s.units[id].name})


def _charge(case: Case) -> Ordered | None:
    """7-a, 7-h: answers the enemy's charges, one after the other; where he has declared none the player is asked."""
    s, order = case.state, case.order.all
    theirs = [one for one in s.charges if s.units[one.unit].side != case.seat]
    if order.do == ASK or not theirs or case.data["must"]:
        return None
    if order.do == "counter":
        for one in theirs:
            found = _counter(case, one.target, one.unit, order.percent or 0)
            if found is not None:
                return found
    return Ordered({"do": "done"}, "charge_done", {})


def _counter(case: Case, id: str, charger: str, least: int) -> Ordered | None:
    """7-h: A counter-charge that has not been declared yet and would win often enough."""
    answer: Plain = {"do": "charge", "unit": id, "target": charger}
    if answer not in case.options or any(one.unit == id for one in case.state.charges):
        return None
    chance = sum(end.chance for end in charged(case.state, Declared(id, charger)) if end.winner == ATTACKER)
    if not enough(chance, least):
        return None
    told = {"name": case.state.units[id].name, "chance": int(100 * chance), "least": least}
    return Ordered(answer, "charge_counter", told)


def _pursue(case: Case) -> Ordered | None:
    """10-k: pursue or stay, or by the chance that the routers are gone."""
    id = case.data["unit"]
    order = case.order.of(id)
    if order.do == ASK:
        return None
    name = {"name": case.state.units[id].name}
    do = order.do
    if order.percent is not None:
        do = "pursue" if enough(case.chance({"do": "pursue"}, {}), order.percent) else "stay"
    return Ordered({"do": do}, f"pursue_{do}", name)


def _move(case: Case) -> Ordered | None:
    """8-ad: one unit after the other that owes a turn of reordering; then the player is asked."""
    s = case.state
    if case.data["unit"] is not None or case.order.all.do == ASK:
        return None
    for id in case.data["units"]:
        if id in s.units and s.units[id].disorder == "reorder":
            answer = _reordering(case, id)
            if answer is not None:
                where = "back" if "back" in answer else "spot"
                return Ordered(answer, f"move_{where}", {"name": s.units[id].name})
    return None


def _reordering(case: Case, id: str) -> Plain | None:
    s = case.state
    spot: Plain = {"do": "reorder", "unit": id}
    back: Plain = {**spot, "back": rate(s.units[id])}
    tries = [back, spot] if case.order.all.do == "back" else [spot]
    return next((answer for answer in tries if case.match.refuse(case.seat, answer) is None), None)


def _fire(case: Case) -> Ordered | None:
    """9-a, 9-g: every unit at its nearest target, within the band that the order names."""
    s, order = case.state, case.order.all
    if order.do == ASK:
        return None
    shots: list[Plain] = []
    for plain in fire.shots_open(s, case.seat).values():
        unit, target = s.units[plain[0]["unit"]], s.units[plain[0]["target"]]
        band = fire.band_of(s, unit, distance(unit.pose, target.pose))
        if band in WITHIN[order.do] and knows(s, case.seat, target):
            shots.append(plain[0])
    names = [s.units[shot["unit"]].name for shot in shots]
    return Ordered({"do": "fire", "shots": shots}, "fire_at" if shots else "fire_hold", {"names": names})


ANSWERS: dict[str, Answering[State]] = {
    "react": _react,
    "charge": _charge,
    "pursue": _pursue,
    "move": _move,
    "fire": _fire,
}
