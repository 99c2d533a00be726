"""Beginning a match: from a scenario, from any position, or from what one seat knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from quadrilatero.kernel.ask import DiceExhausted, Illegal
from quadrilatero.kernel.dice import CommittedDice, DiceSource, RecordedDice, ScriptedDice, SeededDice, is_roll
from quadrilatero.kernel.game import BadPosition, Game, Result, find_game
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Plain, Seat

NOT_OF_THE_POSITION = frozenset({"game", "readings", "seat", "ask", "since"})


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
    if position is not None and not isinstance(position, Mapping):
        raise BadPosition(f"position: expected an object, got {type(position).__name__}")
    if position is None and scenario is None:
        scenario = game.scenarios()[0].id
    whole = None if position is None else dict(position)
    chosen = game.choose_options(options)
    return begin(Header(name, game.rules_version, game.digest(), scenario, whole, chosen), _source(seed, dice))


def begin(header: Header, dice: DiceSource) -> Match:
    """The match that a header tells the beginning of."""
    game = find_game(header.game)
    if header.position is not None:
        return _from_position(game, header, header.position, dice)
    assert header.scenario is not None
    return Match(game, game.set_up(header.scenario, game.choose_options(header.options)), dice, header).begin()


def _source(seed: int | None, dice: Sequence[int] | DiceSource | None) -> DiceSource:
    if dice is None:
        return CommittedDice() if seed is None else SeededDice(seed)
    return ScriptedDice(dice) if isinstance(dice, Sequence) else dice


def _from_position(game: Game, header: Header, position: Plain, dice: DiceSource) -> Match:
    ended = ending(position.get("ended"))
    state = boundary(game, position, header.options)
    if since := position.get("since"):
        match = _replay_since(game, state, header, _steps(since))
        match.begin_here(dice)
    else:
        match = Match(game, state, dice, header).begin()
    if ended is not None:
        match.stop(ended)
    return match


def boundary(game: Game, position: Plain, options: Mapping[str, str]) -> Any:
    """The state at the boundary that a position tells of, whatever came since."""
    bare = {key: value for key, value in position.items() if key not in ("since", "ended")}
    return game.read(bare, game.choose_options(options))


def ending(plain: object) -> Result | None:
    """How a match was ended outside the rules: by resignation, agreement or the host."""
    try:
        return msgspec.convert(plain, Result | None)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: ended: {error}") from None


def _replay_since(game: Game, state: Any, header: Header, steps: list[Plain]) -> Match:
    """Give again the answers and dice of an open segment; they are part of the position, not of the new match's log.

    Only answers that are still sealed become entries of the log, because an export must know to leave them out.
    """
    record = [face for step in steps for face in step.get("dice", ())]
    match = Match(game, state, RecordedDice(record, ScriptedDice(())), header)
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
    return match


def _steps(since: object) -> list[Plain]:
    """The steps of an open segment, each `{"dice": [faces]}` or `{"seat": name, "answer": {...}}`."""
    if not isinstance(since, list):
        raise BadPosition("position: since: expected a list of answers and dice")
    for number, step in enumerate(since):
        if not isinstance(step, dict) or step.keys() not in ({"dice"}, {"seat", "answer"}):
            raise BadPosition(f"position: since[{number}]: expected either dice or seat and answer")
        if "dice" in step and not is_roll(step["dice"]):
            raise BadPosition(f"position: since[{number}].dice: expected faces from 1 to 6")
    return since


def sample(view: Plain, rng: random.Random) -> Match:
    """A match that stands at the same question as the view, with what its seat cannot know made up at random."""
    game, seat = find_game(view["game"]), view["seat"]
    since: Plain = view.get("since") or {"before": None, "answers": []}
    before: Plain = since["before"] or {key: value for key, value in view.items() if key not in NOT_OF_THE_POSITION}
    position, sealed = game.guess(before, view["ask"], seat, rng)
    answers = [*since["answers"], *({"seat": other, "answer": answer} for other, answer in sealed.items())]
    match = start(
        game.name, position={**position, "since": answers}, options=view["readings"], seed=rng.getrandbits(63)
    )
    if match.result is None and (ended := ending(view["result"])):
        match.stop(ended)
    return match


def resample(match: Match, seat: Seat, rng: random.Random) -> Match:
    """What `sample(match.view(seat), rng)` gives, without the way through the view where nothing is hidden from it.

    In a game that is all open the only secrets are coming dice and what other seats have sealed.
    """
    if not match.game.all_open or any(other != seat for other in match.sealed) or match.result is not None:
        return sample(match.view(seat), rng)
    twin = match.clone()
    twin.dice, twin.rolled = SeededDice(rng.getrandbits(63)), 0
    return twin
