"""What an answer in A la Guerre... may lead to: shots and answers, charges, approaches, mêlées, obstacles."""

from __future__ import annotations

from typing import Any, Literal

from quadrilatero.games.alaguerre import answers
from quadrilatero.games.alaguerre.branches import Followed
from quadrilatero.games.alaguerre.odds_fight import of_approach, of_charge, of_reaction, of_round
from quadrilatero.games.alaguerre.odds_fire import aimed, of_exchange, of_shot
from quadrilatero.games.alaguerre.rules import attack_ways, combats, fire, melee_modifiers, moving, obstacles, reactions
from quadrilatero.games.alaguerre.rules.formations import Unit, named
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import side_of
from quadrilatero.games.alaguerre.words import BOOK
from quadrilatero.kernel import Plain, Script
from quadrilatero.kernel.odds import Details, Odds, Scene, certain
from quadrilatero.kernel.policy import Given, read_policy

MOST_BASES = 8
"""A mêlée among more is left to be sampled."""
WITHOUT_DICE = (
    answers.Plan,
    answers.Deploy,
    answers.Reserve,
    answers.EnterTable,
    answers.Wait,
    answers.Successor,
    answers.Orders,
    answers.Choose,
    answers.Pick,
)


class _Given(Given, frozen=True, kw_only=True):
    answer: Literal["fire", "hold"] = "fire"


def odds(scene: Scene, answer: Any, policy: Plain) -> Odds | None:
    """The odds of an answer; where no die hangs on it, one outcome. None leaves it to be sampled."""
    chosen = read_policy(policy, _Given)
    stated: Plain = {"answer": chosen.answer}
    s: State = scene.state
    what = scene.ask.what
    if isinstance(answer, WITHOUT_DICE):
        return certain(BOOK, policy=stated)
    if what == "fire" and isinstance(answer, answers.Fire):
        return _of_fire(s, answer, chosen.answer == "fire", stated)
    if what == "return_fire" and not isinstance(answer, answers.Evade):
        base, firer = s.bases[scene.ask.data["unit"]], s.bases[scene.ask.data["target"]]
        side = fire.side_named(s, firer, answers.Fire(firer.id, base.id))
        return of_exchange(s, aimed(s, firer, base, side), answer, stated, by_target=True)
    if what == "move" and isinstance(answer, answers.Charge | answers.Approach):
        return _of_attack(s, answer, stated)
    if what == "react" and s.attack is not None and s.attack.kind == "charge":
        unit, target = named(s, s.attack.unit), named(s, s.attack.target)
        assert unit is not None
        assert target is not None
        return of_reaction(s, unit, target, reactions.meant(answer), s.attack, stated)
    if isinstance(answer, answers.Melee):
        return _of_melee(s, side_of(scene.seat), answer.unit, stated)
    if what == "move" and isinstance(answer, answers.Move):
        return _of_move(s, answer, stated)
    return None


def _of_fire(s: State, answer: answers.Fire, answers_back: bool, policy: Plain) -> Odds | None:
    """8-b: a shot at a base; those at empty works are sampled."""
    target = s.bases.get(fire.named(s, answer.target))
    if target is None:
        return None
    base = fire.shooter(s, answer.unit)
    return of_shot(s, base, target, fire.side_named(s, base, answer), answers_back, policy)


def _of_attack(s: State, answer: answers.Charge | answers.Approach, policy: Plain) -> Odds | None:
    """6-b, 7-a: a charge or an approach."""
    assert answer.unit is not None
    unit = named(s, answer.unit, answer.alone)
    target = attack_ways.target_unit(s, answer.target, "" if unit is None else unit.side)
    assert unit is not None
    assert target is not None
    if isinstance(answer, answers.Charge):
        return of_charge(s, answer, unit, target, policy)
    return of_approach(s, answer, unit, target, policy)


def _of_melee(s: State, side: str, id: str, policy: Plain) -> Odds | None:
    """9-b: the combats of a mêlée, each a part where there are several."""
    unit = named(s, id)
    together = next((one for one in combats.melees(s) if unit is not None and _is_among(unit, one)), [])
    if sum(len(one.bases) for one in together) > MOST_BASES or not all(melee_modifiers.able(one) for one in together):
        return None
    parts = [of_round(s, combat, side, policy) for combat in combats.parted(s, together, {})]
    if len(parts) == 1:
        return parts[0]
    success = 1.0
    for part in parts:
        success *= part.success
    outcomes: list[tuple[Plain, float]] = [({"success": True}, success), ({"success": False}, 1 - success)]
    return Odds(outcomes, True, 0.0, policy, success, BOOK, lambda: Details([], []), parts=parts)


def _is_among(unit: Unit, units: list[Unit]) -> bool:
    return any(set(unit.ids) & set(one.ids) for one in units)


def _of_move(s: State, answer: answers.Move, policy: Plain) -> Odds | None:
    """11.3.1-b: whether a unit comes over the obstacle that it begins at; on other moves no hope hangs on a die."""
    unit = None if answer.unit in s.generals else named(s, answer.unit, answer.alone)
    walk = None if unit is None or s.active is None else moving.judge_move(s, unit, s.active, answer)
    if unit is None or not isinstance(walk, Walk) or walk.obstacle is None:
        return certain(BOOK, policy=policy)
    piece = walk.obstacle
    if piece.obstacle is None or not obstacles.may_cross(unit, piece):
        return None
    found: dict[str, float] = {}

    def rule(copy: State) -> Script:
        result = yield from obstacles.attempt(copy, unit, piece)
        copy.stage = result

    for chance, after in Followed(s, unit.ids).tree(rule).leaves():
        found[str(after.stage)] = found.get(str(after.stage), 0.0) + chance
    stays = found.get("stays", 0.0)
    said: list[tuple[str, Plain]] = [
        ("obstacle", {"name": unit.name, "crosses": 1 - stays, "disordered": found.get("crosses_disordered", 0.0)})
    ]
    outcomes: list[tuple[Plain, float]] = [({"result": result}, chance) for result, chance in found.items()]
    return Odds(outcomes, True, 0.0, policy, 1 - stays, BOOK, lambda: Details(said, []), pieces=unit.ids)
