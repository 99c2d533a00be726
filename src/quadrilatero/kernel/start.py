"""Beginning a match: from a scenario or from any position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from quadrilatero.kernel.ask import DiceExhausted, Illegal
from quadrilatero.kernel.dice import (
    MOST_SIDES,
    CommittedDice,
    DiceSource,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    is_roll,
)
from quadrilatero.kernel.game import BadPosition, Game, Result, find_game
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Plain


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
    source = _source(game, seed, dice)
    if position is not None:
        return _from_position(game, position, chosen, source)
    scenario = scenario if scenario is not None else game.scenarios()[0].id
    header = Header(name, game.rules_version, game.digest(), scenario, None, chosen)
    return _match(game, game.set_up(scenario, chosen), source, header).begin()


def _match(game: Game[Any], state: Any, source: DiceSource, header: Header) -> Match:
    """A match about to begin; its header names the seats where they are not those of every match of the game."""
    seats = game.seats_of(state)
    return Match(game, state, source, header if seats == game.seats else replace(header, seats=seats))


def _source(game: Game[Any], seed: int | None, dice: Sequence[int] | DiceSource | None) -> DiceSource:
    if dice is None:
        return CommittedDice() if seed is None else SeededDice(seed)
    return ScriptedDice(dice, max(game.dice)) if isinstance(dice, Sequence) else dice


def _from_position(game: Game[Any], position: Plain, options: dict[str, str], source: DiceSource) -> Match:
    if not isinstance(position, Mapping):
        raise BadPosition(f"position: expected an object, got {type(position).__name__}")
    ended = read_ending(position.get("ended"))
    state = game.read({key: value for key, value in position.items() if key not in ("since", "ended")}, options)
    header = Header(game.name, game.rules_version, game.digest(), None, dict(position), options)
    if since := position.get("since"):
        match = _retrace(game, state, header, _steps(since), source)
    else:
        match = _match(game, state, source, header).begin()
    if ended is not None:
        match.stop(ended)
    return match


def read_ending(plain: object) -> Result | None:
    """How a match was ended outside the rules: by resignation, agreement or the host."""
    try:
        return msgspec.convert(plain, Result | None)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: ended: {error}") from None


def _retrace(game: Game[Any], state: Any, header: Header, steps: list[Plain], live: DiceSource) -> Match:
    """A match in the midst of a segment: the answers and dice of the way there are given again."""
    record = [face for step in steps for face in step.get("dice", ())]
    match = _match(game, state, RecordedDice(record, ScriptedDice(())), header)
    where = "since"
    try:
        match.begin()
        for number, step in enumerate(steps):
            where = f"since[{number}]"
            if "dice" not in step:
                match.answer(step["seat"], step["answer"])
    except (Illegal, DiceExhausted) as error:
        raise BadPosition(f"position: {where}: {error}") from None
    if match.rolled != len(record):
        raise BadPosition(f"position: since: {len(record)} dice are given and {match.rolled} are rolled")
    match.begin_here(live)
    return match


def _steps(since: object) -> list[Plain]:
    """The steps of an open segment, each `{"dice": [faces]}` or `{"seat": name, "answer": {...}}`."""
    if not isinstance(since, list):
        raise BadPosition("position: since: expected a list of answers and dice")
    for number, step in enumerate(since):
        if not isinstance(step, dict) or step.keys() not in ({"dice"}, {"dice", "sides"}, {"seat", "answer"}):
            raise BadPosition(f"position: since[{number}]: expected either dice or seat and answer")
        sides = step.get("sides", 6)
        if type(sides) is not int or not 2 <= sides <= MOST_SIDES:
            raise BadPosition(f"position: since[{number}].sides: expected a whole number from 2 to {MOST_SIDES}")
        if "dice" in step and not is_roll(step["dice"], sides):
            raise BadPosition(f"position: since[{number}].dice: expected faces from 1 to {sides}")
    return since
