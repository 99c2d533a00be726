"""Beginning a match: from a scenario, from any position, or from what one seat knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from quadrilatero.kernel.ask import Illegal, Plain, Seat
from quadrilatero.kernel.dice import CommittedDice, DiceSource, RecordedDice, ScriptedDice, SeededDice
from quadrilatero.kernel.game import BadPosition, Game, find_game
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.match import Match


def start(
    name: str,
    scenario: str | None = None,
    position: Plain | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    dice: Sequence[int] | DiceSource | None = None,
) -> Match:
    """A new match. Without a seed the dice are secret and committed; `dice` scripts the faces one by one."""
    game = find_game(name)
    if scenario is not None and position is not None:
        raise ValueError("give a scenario or a position, not both")
    chosen = game.choose_options(options)
    source = _source(seed, dice)
    if position is not None:
        return _from_position(game, position, chosen, source)
    scenario = scenario if scenario is not None else game.scenarios()[0].id
    header = Header(name, game.rules_version, game.digest(), scenario, None, chosen)
    return Match(game, game.set_up(scenario, chosen), source, header).begin()


def _source(seed: int | None, dice: Sequence[int] | DiceSource | None) -> DiceSource:
    if dice is None:
        return CommittedDice() if seed is None else SeededDice(seed)
    return ScriptedDice(dice) if isinstance(dice, Sequence) else dice


def _from_position(game: Game, position: Plain, options: dict[str, str], source: DiceSource) -> Match:
    if not isinstance(position, Mapping):
        raise BadPosition(f"position: expected an object, got {type(position).__name__}")
    since = position.get("since", [])
    header = Header(game.name, game.rules_version, game.digest(), None, dict(position), options)
    state = game.read(dict(position), options)
    if not since:
        return Match(game, state, source, header).begin()
    return _replay_since(Match(game, state, source, header), since)


def _replay_since(match: Match, since: object) -> Match:
    """Give again the answers and dice of an open segment; they are part of the position, not of the new match's log."""
    if not isinstance(since, list) or not all(isinstance(step, dict) for step in since):
        raise BadPosition("position: since: expected a list of answers and dice")
    record = [face for step in since for face in step.get("dice", ())]
    live, match.dice = match.dice, RecordedDice(record, ScriptedDice(()))
    match.begin()
    for number, step in enumerate(since):
        if "dice" in step:
            continue
        try:
            match.answer(step["seat"], step["answer"])
        except (Illegal, KeyError, RuntimeError) as error:
            raise BadPosition(f"position: since[{number}]: {error}") from None
    match.dice, match.rolled = live, 0
    match.log.clear()
    return match


def sample(game: str, view: Plain, seat: Seat | None, options: Mapping[str, str], rng: random.Random) -> Match:
    """A match that stands at the same question as the view, with what the seat cannot know made up at random."""
    found = find_game(game)
    position, since = found.guess(view, seat, rng)
    return start(game, position={**position, "since": since}, options=options, seed=rng.getrandbits(63))
