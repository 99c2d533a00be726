"""What an answer in Viva o' rre! may lead to: fire, charges and what meets them, mêlées, pursuits, tests."""

from __future__ import annotations

from typing import Any, Literal

from quadrilatero.games.vivaorre import answers
from quadrilatero.games.vivaorre.branches import Branch, Rule, branches
from quadrilatero.games.vivaorre.odds_fight import DEFENDER, GONE, STANDS, became, blows_of, dice_of, fights, of_charge
from quadrilatero.games.vivaorre.odds_fire import of_plan
from quadrilatero.games.vivaorre.records import Declared, Wheeled
from quadrilatero.games.vivaorre.rules import charge_moves, charges, command, melee, moving, pursuit, rout
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.said import ROUTED
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.words import BOOK
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.odds import Details, Mean, Odds, Scene, certain
from quadrilatero.kernel.policy import Given, read_policy

MOST_UNITS = 3
"""A fight among more is left to be sampled: its blows are too many to be followed one by one."""


class _Given(Given, frozen=True, kw_only=True):
    pursue: Literal["stay", "pursue"] = "stay"


def odds(scene: Scene, answer: Any, policy: Plain) -> Odds | None:
    """The odds of any answer; where no die hangs on it, one outcome. None leaves it to be sampled."""
    chosen = read_policy(policy, _Given)
    stated: Plain = {"pursue": chosen.pursue}
    s: State = scene.state
    pursue = chosen.pursue == "pursue"
    if isinstance(answer, answers.Fire):
        return of_plan(s, scene.seat, answer.shots)
    if isinstance(answer, answers.Charge) and answer.target is not None:
        wheel = None if answer.wheel is None else Wheeled(answer.wheel.side, answer.wheel.angle)
        return of_charge(s, Declared(answer.unit, answer.target, wheel), stated, pursue=pursue)
    if scene.ask.what == "react":
        return of_reaction(s, scene.ask.data["unit"], answer, stated, pursue)
    if isinstance(answer, answers.Melee):
        return of_melee(s, scene.seat, answer.targets, stated, pursue)
    if scene.ask.what == "pursue":
        return of_pursuit(s, scene.ask.data["unit"], scene.ask.data["target"], answer)
    if isinstance(answer, answers.Move) and answer.unit in s.units:
        return of_move(s, answer)
    if isinstance(answer, answers.Orders):
        return of_orders(s, answer)
    return certain(BOOK, policy=stated)


# -- 7: reactions -----------------------------------------------------------------------------------------------------


def of_reaction(s: State, id: str, answer: Any, policy: Plain, pursue: bool) -> Odds:
    """7-m, 7-p: to stand: the charge from the other side. To evade: whether one is caught. A square: its test."""
    charge = next(one for one in s.charges if one.target == id)
    if isinstance(answer, answers.FormSquare):
        return _tested(s, id, branches(s, _forming(id)), lambda after: after.units[id].formation == "square")
    if isinstance(answer, answers.Evade):
        return _tested(s, id, branches(s, _evading(id)), lambda after: became(after, id) == STANDS)
    return of_charge(s, charge, policy, by=DEFENDER, pursue=pursue)


def _forming(id: str) -> Rule:
    def rule(copy: State) -> Script:
        return charges.form_square(copy, id)

    return rule


def _evading(id: str) -> Rule:
    def rule(copy: State) -> Script:
        copy.charges = tuple([one for one in copy.charges if one.target == id])
        copy.reactions, copy.reacting = {id: "evade"}, ()
        return charge_moves.carry_out(copy)

    return rule


def _tested(s: State, id: str, found: list[Branch], good: Any) -> Odds:
    """Odds of one die on which something hangs for a unit."""
    success = sum((chance for chance, after in found if good(after)), 0.0)
    outcomes: list[tuple[Plain, float]] = [({"success": True}, success), ({"success": False}, 1 - success)]
    blows = [_blow(after) for _, after in found[:1] if _blow(after)]
    said: list[tuple[str, Plain]] = [("test", {"name": s.units[id].name, "chance": success})]
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: Details(said, blows), pieces=[id])


def _blow(after: State) -> Plain:
    roll = next((event for event in after.sink if event.kind == "roll"), None)
    if roll is None:
        return {}
    return {"why": roll.data["why"], "need": roll.data["need"], "modifiers": list(roll.modifiers)}


# -- 10: mêlées and pursuits ------------------------------------------------------------------------------------------


def of_melee(s: State, seat: str, targets: dict[str, str], policy: Plain, pursue: bool) -> Odds | None:
    """10-a: the fights in which a side chooses whom it strikes; whom the others strike is taken to be the first."""
    chosen = {unit.id: foes[0].id for unit in s.on_table() if (foes := enemies_touching(s, unit))} | targets
    parts = []
    for ids in melee.fights(s):
        if not any(id in targets for id in ids):
            continue
        if len(ids) > MOST_UNITS:
            return None
        parts.append(_of_fight(s, seat, ids, chosen, policy, pursue))
    success = 1.0
    for part in parts:
        success *= part.success
    if len(parts) == 1:
        return parts[0]
    outcomes: list[tuple[Plain, float]] = [({"success": True}, success), ({"success": False}, 1 - success)]
    return Odds(outcomes, True, 0.0, policy, success, BOOK, lambda: Details([], []), parts=parts)


def _of_fight(s: State, seat: str, ids: list[str], targets: dict[str, str], policy: Plain, pursue: bool) -> Odds:
    """10-a: A fight of several: it comes out well for who has nobody gone, run or shaken by it while the enemy has."""
    chances: dict[tuple[str, ...], float] = {}
    lost = dict.fromkeys(ids, 0.0)
    for chance, after in fights(s, ids, targets, pursue=pursue):
        key = tuple([became(after, id) for id in ids])
        chances[key] = chances.get(key, 0.0) + chance
        for id in ids:
            left = after.units[id].figures if id in after.units else 0
            lost[id] += chance * (s.units[id].figures - left)
    success = 0.0
    for key, chance in chances.items():
        hurt = {s.units[id].side for id, state in zip(ids, key, strict=True) if state != STANDS}
        success += chance * (hurt == {"red", "blue"} - {seat})
    outcomes: list[tuple[Plain, float]] = [
        ({"units": dict(zip(ids, key, strict=True))}, chance) for key, chance in chances.items()
    ]
    said: list[tuple[str, Plain]] = [("fight", {"names": [s.units[id].name for id in ids], "chance": success})]
    for place, id in enumerate(ids):
        ran, gone = (sum((p for key, p in chances.items() if key[place] == state), 0.0) for state in (ROUTED, GONE))
        said.append(("suffers", {"name": s.units[id].name, "routed": ran, "gone": gone, "figures": Mean(lost[id])}))
    blows = blows_of(s, [(id, targets[id]) for id in ids])
    said += dice_of(s, blows)
    return Odds(outcomes, True, 0.0, policy, success, BOOK, lambda: Details(said, blows), pieces=ids)


def of_pursuit(s: State, id: str, target: str, answer: Any) -> Odds:
    """10-l, 12-o: whether the routers are gone: ridden down, or by their own test at the end of it."""

    def rule(copy: State) -> Script:
        if isinstance(answer, answers.Pursue):
            yield from pursuit.chase(copy, copy.units[id], copy.units[target])
        if target in copy.units:
            yield from rout.rally(copy, copy.units[target])

    found = branches(s, rule)
    success = sum((chance for chance, after in found if target not in after.units), 0.0)
    caught = sum((chance for chance, after in found if _was(after, "pursued")), 0.0)
    outcomes: list[tuple[Plain, float]] = [({"gone": True}, success), ({"gone": False}, 1 - success)]
    names = {"name": s.units[id].name, "target": s.units[target].name}
    said: list[tuple[str, Plain]] = [("pursuit", {**names, "chance": success, "caught": caught})]
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: Details(said, []), pieces=[id, target])


def _was(after: State, why: str) -> bool:
    return any(event.kind == "eliminated" and event.data["why"] == why for event in after.sink)


# -- 5, 8, 13: orders and moves ---------------------------------------------------------------------------------------


def of_move(s: State, answer: answers.Move) -> Odds:
    """8-f, 13-b: whether a unit gets as far as it was told: the tests of a forced march and of bad weather."""

    def rule(copy: State) -> Script:
        return moving.move(copy, copy.units[answer.unit], answer)

    tested = answer.forced or (s.weather == "bad" and bool(answer.path))
    if not tested:
        return certain(BOOK)
    found = branches(s, rule)

    def good(after: State) -> bool:
        return all(event.data["success"] for event in after.sink if event.kind == "roll")

    return _tested(s, answer.unit, found, good)


def of_orders(s: State, answer: answers.Orders) -> Odds:
    """5-ch2, 5-ch3, 5-ch16: whether generals of a character of their own do what they are told."""
    chance = 1.0
    said: list[tuple[str, Plain]] = []
    for id, told in answer.orders.items():
        found = branches(s, _obeying(id, told))
        obeys = sum((p for p, after in found if after.orders[id].does == told), 0.0)
        said.append(("order", {"name": s.generals[id].name, "chance": obeys}))
        chance *= obeys
    outcomes: list[tuple[Plain, float]] = [({"obeyed": True}, chance), ({"obeyed": False}, 1 - chance)]
    return Odds(outcomes, True, 0.0, {}, chance, BOOK, lambda: Details(said, []))


def _obeying(id: str, told: str) -> Rule:
    def rule(copy: State) -> Script:
        return command.obey(copy, copy.generals[id], told)

    return rule
