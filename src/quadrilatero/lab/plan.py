"""What is to be played. Game i depends on the plan and on i alone, however many processes or machines play it."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.bots import Bot, bot, personalities
from quadrilatero.bots import levels as bot_levels
from quadrilatero.kernel import Game, find_game
from quadrilatero.kernel import games as offered
from quadrilatero.kernel.game import installed
from quadrilatero.lab.words import Trouble

BUDGET = 1000
MAX_SEED = 2**63
ANY = "*"

Weights = dict[str, float]


class RunPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run of games. `bots` are levels in the order of the sides; each plays all seats of its side.

    With `swap` the bots change sides from game to game: games 2k and 2k+1 have the same dice and the sides exchanged
    (with n sides, n games in which each bot has every side once).
    `budgets` holds the iterations a bot may think, by level or for any ("*"). `weights` stand in for the bots' own
    (tuning). `rules` and `data` are the version of the rules and the hash of the data that the games were played with.
    """

    game: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, str]
    budgets: dict[str, int]
    swap: bool
    rules: int
    data: str
    weights: tuple[Weights | None, ...] | None = None

    def seating(self, index: int) -> tuple[int, ...]:
        """Which of the bots plays each side in a game, by their numbers."""
        count = len(self.bots)
        turn = index % count if self.swap else 0
        return tuple((side + turn) % count for side in range(count))

    def dice_seed(self, index: int) -> int:
        """The game's own seed: enough, with the seating, to play it again."""
        return derive(self.seed, index // len(self.bots) if self.swap else index)

    def budget(self, level: str) -> int:
        """How many iterations a bot of that level may think."""
        kind = level.partition(":")[0]
        found = next((self.budgets[name] for name in (level, kind, ANY) if name in self.budgets), None)
        return BUDGET if found is None else found

    def completed(self) -> RunPlan:
        """The plan with every option of the game: one that the game did not have then was played at its default."""
        return msgspec.structs.replace(self, options=find_game(self.game).choose_options(self.options))

    def players(self) -> list[Bot]:
        """The bots themselves, in the order of the plan."""
        weights = self.weights or (None,) * len(self.bots)
        return [find_player(self.game, level, own) for level, own in zip(self.bots, weights, strict=True)]


def plan_run(
    game: str,
    scenario: str | None = None,
    bots: Sequence[str] | None = None,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    budgets: Mapping[str, int] | None = None,
    swap: bool | None = None,
    weights: tuple[Weights | None, ...] | None = None,
) -> RunPlan:
    """A plan with its defaults filled in; Trouble says what does not exist. Unequal bots swap sides by default."""
    found = known_game(game)
    chosen = known_scenario(found, scenario)
    levels = tuple(bots) if bots is not None else ("recluta",) * len(found.sides)
    if len(levels) != len(found.sides):
        sides = found.sides
        raise Trouble("bots_count", game=game, count=len(sides), sides=", ".join(sides), given=len(levels))
    if games < 1:
        raise Trouble("no_games", games=games)
    swaps = (len(set(levels)) > 1 or weights is not None) if swap is None else swap
    _check_options(found, options or {})
    plan = RunPlan(
        game,
        chosen,
        levels,
        games,
        seed,
        found.choose_options(options),
        _checked(budgets or {}, levels),
        swaps,
        found.rules_version,
        found.digest(),
        weights,
    )
    plan.players()
    return plan


def known_game(name: str) -> Game[Any]:
    """The game of that name, an unfinished one too."""
    if name not in installed():
        raise Trouble("no_game", game=name, known=", ".join(offered()))
    return find_game(name)


def check_duel(game: str) -> None:
    """That a game has two sides, as comparing two players needs."""
    if len(sides := known_game(game).sides) != 2:
        raise Trouble("two_sides", game=game, sides=", ".join(sides))


def known_scenario(game: Game[Any], scenario: str | None) -> str:
    """A scenario of the game, the first unless one is named."""
    known = [entry.id for entry in game.scenarios()]
    chosen = known[0] if scenario is None else scenario
    if chosen not in known:
        raise Trouble("no_scenario", game=game.name, scenario=chosen, known=", ".join(known))
    return chosen


def _check_options(game: Game[Any], options: Mapping[str, str]) -> None:
    """That the game has these options, and these values of them."""
    known = {option.name: option.values for option in game.options}
    for name, value in options.items():
        if name not in known:
            raise Trouble("no_option", game=game.name, name=name, known=", ".join(known))
        if value not in known[name]:
            raise Trouble("no_option_value", name=name, value=value, known=", ".join(known[name]))


def check_level(game: str, level: str) -> None:
    """That there is such a bot for the game."""
    kind, colon, personality = level.partition(":")
    if kind not in bot_levels(game):
        raise Trouble("no_level", level=level, game=game, known=", ".join(bot_levels(game)))
    if kind == "recluta":
        if colon:
            raise Trouble("no_personality_at_all", level=level)
    elif colon and personality not in personalities(game):
        raise Trouble("no_personality", level=level, game=game, known=", ".join(personalities(game)))


def _checked(budgets: Mapping[str, int], levels: Sequence[str]) -> dict[str, int]:
    """Budgets by level, each of somebody who plays."""
    names = {ANY, *levels, *(level.partition(":")[0] for level in levels)}
    for name, budget in budgets.items():
        if name not in names:
            raise Trouble("budget_nobody", name=name, levels=", ".join(levels))
        if budget < 1:
            raise Trouble("budget_small", budget=budget)
    return dict(sorted(budgets.items()))


def derive(*parts: object) -> int:
    """A seed made from others by hashing, so that neighbours have nothing in common."""
    text = ":".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % MAX_SEED


def find_player(game: str, level: str, weights: Weights | None = None) -> Bot:
    """A bot of the ladder, or (`module.Class`) one of your own, made with the game's name and weights if there are."""
    if "." not in level:
        check_level(game, level)
        return bot(game, level, weights)
    own = _own_class(level)
    player: Bot = own(game) if weights is None else own(game, weights)
    return player


def _own_class(path: str) -> Any:
    """The class of that name, looked for in the current folder too."""
    module, _, name = path.rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise Trouble("no_bot", bot=path, error=error) from None
