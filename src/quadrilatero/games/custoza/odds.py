"""What an answer in Custoza may lead to: attempts to activate, shots, moves, checks, Assaults and Charges."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.custoza import answers
from quadrilatero.games.custoza.odds_checks import CHECKED, of_check
from quadrilatero.games.custoza.odds_fight import of_attack, of_counter
from quadrilatero.games.custoza.odds_fire import of_shot
from quadrilatero.games.custoza.odds_moves import of_move, of_withdrawal
from quadrilatero.games.custoza.odds_policy import Policy, read
from quadrilatero.games.custoza.rules import columns, formations
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Plain
from quadrilatero.kernel.odds import Details, Odds, Scene, certain


def odds(scene: Scene, answer: Any, policy: Plain) -> Odds:
    """The odds of any answer; where no die hangs on it, one outcome."""
    chosen = read(policy)
    found = _of_reaction(scene, answer, chosen) if scene.ask.what == "react" else _of_action(scene, answer, chosen)
    return certain(BOOK, policy=chosen.plain()) if found is None else found


def _of_action(scene: Scene, answer: Any, policy: Policy) -> Odds | None:
    s: State = scene.state
    if isinstance(answer, answers.Activate):
        return of_attempt(s, answer.formation) if scene.ask.what == "activate" else of_march(s, answer.formation)
    if isinstance(answer, answers.Fire):
        return of_shot(s, answer, policy)
    if isinstance(answer, (answers.Assault, answers.Charge)):
        return of_attack(s, scene.ask, answer, policy)
    if isinstance(answer, answers.BreakOff):
        return of_check(s, scene.ask.data["units"], answer)
    if isinstance(answer, answers.Move) and answer.units and not s.units[answer.units[0]].is_piece:
        return of_move(s, answer, policy)
    if isinstance(answer, answers.FallBack):
        return of_withdrawal(s, answer, policy)
    return None


def _of_reaction(scene: Scene, answer: Any, policy: Policy) -> Odds | None:
    s: State = scene.state
    if isinstance(answer, answers.Fire):
        return of_shot(s, answer, policy)
    if isinstance(answer, (answers.Assault, answers.Charge)):
        return of_counter(s, answer, policy)
    return of_check(s, answer.units, answer) if isinstance(answer, CHECKED) else None


# -- 5.1, 5.2 ----------------------------------------------------------------------------------------------------------


def of_attempt(s: State, name: str) -> Odds:
    """5.1.1-a, 5.2-b: one die; what a loose cannon does hangs on another."""
    formation = s.formations[name]
    modifiers = formations.activation_modifiers(s, formation)
    chances: dict[tuple[str, str | None], float] = {}
    for face in range(1, 7):
        outcome = formations.activation_outcome(s, formation, face, modifiers)
        conducts: list[str | None] = [None]
        if outcome == "loose_cannon":
            conducts = [s.board.charts.conduct(second + formation.morale).id for second in range(1, 7)]
        for conduct in conducts:
            key = outcome, conduct
            chances[key] = chances.get(key, 0.0) + 1 / 6 / len(conducts)
    outcomes: list[tuple[Plain, float]] = [
        ({"outcome": outcome} | ({"conduct": conduct} if conduct else {}), chance)
        for (outcome, conduct), chance in chances.items()
    ]
    success = sum(p for (outcome, _), p in chances.items() if outcome in ("activated", "loose_cannon", "night"))
    told = [(rule, value) for rule, value in modifiers if value]
    loose = sum(p for (outcome, _), p in chances.items() if outcome == "loose_cannon")
    said: list[tuple[str, Plain]] = [
        ("activation", {"name": formation.name, "chance": success, "need": formation.command, "modifiers": told})
    ]
    if loose:
        said.append(("loose_cannon", {"chance": loose}))
    blow = {"why": "activation", "need": formation.command, "modifiers": told, "chance": success}
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: Details(said, [blow]))


def of_march(s: State, name: str) -> Odds:
    """14.6-b, 16.4-c: one die for a Formation In March, which a natural 6 halts."""
    formation = s.formations[name]
    modifiers = formations.activation_modifiers(s, formation)
    chances: dict[str, float] = {}
    for face in range(1, 7):
        outcome = columns.outcome_of(formation, face, modifiers)
        chances[outcome] = chances.get(outcome, 0.0) + 1 / 6
    success = chances.get("activated", 0.0)
    blow = {"why": "activation", "need": formation.command, "modifiers": modifiers, "chance": success}
    said = [("activation", {"name": formation.name, **blow})]
    outcomes: list[tuple[Plain, float]] = [({"outcome": outcome}, chance) for outcome, chance in chances.items()]
    return Odds(outcomes, True, 0.0, {}, success, BOOK, lambda: Details(said, [blow]))
