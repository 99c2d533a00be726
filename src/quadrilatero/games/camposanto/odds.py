"""What an answer in Camposanto may lead to: a shot, or the Assaults that it sets off."""

from __future__ import annotations

from itertools import product
from typing import Any

from quadrilatero.games.camposanto import answers, losses
from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.duel import ROLES, at_least
from quadrilatero.games.camposanto.odds_fight import Fight, nothing_lost, price
from quadrilatero.games.camposanto.odds_policy import EACH_ON_ITS_OWN, Policy, read
from quadrilatero.games.camposanto.odds_sampled import sampled_fights
from quadrilatero.games.camposanto.rules import assault, fire
from quadrilatero.games.camposanto.state import Links, State
from quadrilatero.games.camposanto.words import BOOK
from quadrilatero.kernel import Event, Plain
from quadrilatero.kernel.odds import Details, Losses, Odds, Scene, certain
from quadrilatero.kernel.trial import attempt, decide

SUCCESS, FAILURE = (6, 6), (1, 1)


def odds(scene: Scene, answer: Any, policy: Plain) -> Odds:
    """The odds of any answer; where no die hangs on it, one outcome."""
    chosen = read(policy)
    s: State = scene.state
    if isinstance(answer, answers.Fire):
        return _of_shot(s, answer)
    if isinstance(answer, answers.FallBack) and answer.paths is not None:
        return _of_falling_back(scene, answer.paths, chosen)
    fights = _fights(scene, answer)
    if not fights:
        return certain(BOOK)
    if chosen.samples and not isinstance(answer, answers.Assault | answers.Next):
        ids = [{unit.id for unit in fight.melee.attackers} for fight in fights]
        return sampled_fights(scene, ids, chosen, begun=scene.ask.what in ("stand", "reroll"))
    parts = [fight.odds(scene.seat, number, chosen) for number, fight in enumerate(fights)]
    return parts[0] if len(parts) == 1 else _together(parts, chosen)


# -- fire --------------------------------------------------------------------------------------------------------------


def _of_shot(s: State, answer: answers.Fire) -> Odds:
    """9.1, 10.2: one roll; hit and miss are played on copies."""
    hex, unit = s.board.hex(answer.hex), s.units[answer.unit]
    ends = [attempt(s, lambda copy: fire.shoot(copy, unit, hex), faces) for faces in (SUCCESS, FAILURE)]
    roll = ends[0][1][0]
    chance = _chance(roll)
    outcomes = [_shot(*end) for end in ends]
    blow = {
        "by": ROLES[0],
        "side": unit.side,
        "need": roll.data["need"],
        "modifiers": list(roll.modifiers),
        "chance": chance,
        "reach": 1.0,
        "stand": chance,
        "fall_back": None,
    }
    said: list[tuple[str, Plain]] = [("fire", {"name": unit.name, "target": roll.data["target_name"], **blow})]
    if outcomes[0]["eliminated"]:
        said.append(("shot_down", {"target": roll.data["target_name"]}))
    found = [(outcome, p) for outcome, p in zip(outcomes, (chance, 1 - chance), strict=True) if p > 0]
    enemy = ENEMY[unit.side]
    cost = losses.lost(s, ends[0][0], enemy)
    suffers = {enemy: Losses(chance * cost.total, cost.total, chance * bool(cost.gone)), unit.side: Losses(0.0, 0, 0.0)}
    return Odds(found, True, 0.0, {}, chance, BOOK, lambda: Details(said, [blow], suffers))


def _chance(roll: Event) -> float:
    need: int = roll.data["need"]
    return at_least(need - sum(value for _, value in roll.modifiers))


def _shot(after: State, told: list[Event]) -> Plain:
    roll = told[0]
    target = roll.data["target"]
    left = after.units.get(target)
    return {
        "hit": roll.data["success"],
        "unit": target,
        "steps": left.steps if left else 0,
        "eliminated": left is None,
        "game_over": after.result is not None,
    }


# -- which Assaults an answer sets off ---------------------------------------------------------------------------------


def _fights(scene: Scene, answer: Any) -> list[Fight]:
    s: State = scene.state
    what = scene.ask.what
    if isinstance(answer, answers.Assault) and answer.targets:
        return _declared(s, answer)
    if isinstance(answer, answers.Next):
        groups = assault.assaults(s.acting().declared)
        return [Fight.of(s, links) for links in groups if any(answer.unit == defender for _, defender in links)]
    if isinstance(answer, answers.Done) and what == "assault":
        return [Fight.of(s, links) for links in _in_order(s, answer.start or "left")]
    if what not in ("stand", "reroll"):
        return []
    started: State = scene.before
    fight = Fight.of(started, started.acting().pending[0])._replace(state=s)
    return [fight.from_question(scene.seat, scene.ask.data["need"], answer)]


def _declared(s: State, answer: answers.Assault) -> list[Fight]:
    """7-b: the Assault that a declaration belongs to, with all that is declared so far."""
    after, _ = attempt(s, assault.declare_step, answer)
    groups = assault.assaults(after.acting().declared)
    return [Fight.of(s, links) for links in groups if any(answer.unit == attacker for attacker, _ in links)]


def _in_order(s: State, start: str) -> tuple[Links, ...]:
    """7-f: the declared Assaults one after another; between equals the first named."""
    after, _ = decide(s, lambda copy: assault.put_in_order(copy, start), lambda ask: answers.Next(ask.data["units"][0]))
    return after.acting().pending


def _of_falling_back(scene: Scene, paths: dict[str, list[str]], policy: Policy) -> Odds:
    """7.1-b: no die hangs on it, but the way may cost HITs."""
    s: State = scene.state
    started: State = scene.before
    fight = Fight.of(started, started.acting().pending[0])
    way = {id: tuple(map(s.board.hex, paths[id])) for id in assault.possible_order(s, paths)}
    hits, gone = price(s, way)
    outcome: Plain = {"assault": 0, "winner": None, "fell_back": ROLES[fight.seats.index(scene.seat)], **nothing_lost()}
    outcome |= {"hits": hits, "eliminated": gone, "marshals_lost": dict.fromkeys(ROLES, 0)}
    said: list[tuple[str, Plain]] = [("certain", {}), ("fall_back", {"hits": hits})]
    suffers = {scene.seat: Losses(float(hits), hits, float(bool(gone)))}
    return Odds([(outcome, 1.0)], True, 0.0, policy.plain(), 0.0, BOOK, lambda: Details(said, [], suffers))


# -- several Assaults --------------------------------------------------------------------------------------------------

JOINT = ("assault", "winner", "fell_back", "hits", "game_over")


def _together(parts: list[Odds], policy: Policy) -> Odds:
    """Several Assaults, each on its own as the position stands now; Marshals are told apart in the parts only."""
    merged: list[dict[tuple[Any, ...], float]] = []
    for part in parts:
        chances: dict[tuple[Any, ...], float] = {}
        for outcome, p in part.outcomes:
            key = tuple(outcome[name] for name in JOINT)
            chances[key] = chances.get(key, 0.0) + p
        merged.append(chances)
    found: list[tuple[Plain, float]] = []
    success = 1.0
    for combination in product(*(chances.items() for chances in merged)):
        p = 1.0
        for _, chance in combination:
            p *= chance
        found.append(({"assaults": [dict(zip(JOINT, key, strict=True)) for key, _ in combination]}, p))
    for part in parts:
        success *= part.success
    stated = policy.plain() | EACH_ON_ITS_OWN
    said: list[tuple[str, Plain]] = [("together", {"count": len(parts), "chance": success})]

    def details() -> Details:
        first, *rest = (part.losses for part in parts)
        return Details(said, [], {seat: sum((more[seat] for more in rest), start=own) for seat, own in first.items()})

    return Odds(found, True, 0.0, stated, success, BOOK, details, parts)
