"""What runs showed of the balance of a game's scenarios: written from stored runs, kept with the game, told in lobbies.

`balance.toml` in a game's folder holds one `[[measured]]` for each scenario, level and set of options, with the command
that plays those games again. It counts for the data it was measured with; other counters may favour another side.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.kernel import Game, find_game
from quadrilatero.kernel.rulebook import folder_of
from quadrilatero.lab.folder import ordered_games, read_plan
from quadrilatero.lab.plan import RunPlan
from quadrilatero.lab.statistics import Interval, wilson
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import Trouble

FILE = "balance.toml"


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How games between two players of one level ended, by the side that won; what is missing to `games` was drawn.

    `options` holds what was not the default, `rules` and `data` the version and the digest that were played with.
    """

    scenario: str
    level: str
    games: int
    wins: dict[str, int]
    rules: int
    data: str
    command: str
    options: dict[str, str] = {}

    def score(self, side: str) -> Interval:
        """The share of a side, draws as halves."""
        drawn = self.games - sum(self.wins.values())
        return wilson(self.wins.get(side, 0) + drawn / len(self.wins), self.games)

    def topic(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """What it is about: a later measurement of the same takes its place."""
        return self.scenario, self.level, tuple(sorted(self.options.items()))


def measured(game: Game[Any]) -> list[Measured]:
    """All that is known of the scenarios of a game with the data in use."""
    digest = game.digest()
    return [one for one in read(game.name) if one.data == digest]


def read(game: str) -> list[Measured]:
    """All that is kept with a game."""
    file = folder_of(game).joinpath(FILE)
    if not file.is_file():
        return []
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")).get("measured", []), list[Measured])


def from_run(folder: Path) -> Measured:
    """What the stored run of a level against itself shows."""
    plan = read_plan(folder)
    if len(set(plan.bots)) != 1:
        raise Trouble("balance_bots", folder=folder, bots=", ".join(plan.bots))
    tally = Tally(plan)
    for game in ordered_games(folder):
        tally.add(game)
    usual = find_game(plan.game).choose_options(None)
    return Measured(
        plan.scenario,
        plan.bots[0],
        tally.games,
        {side: tally.wins(side) for side in tally.sides},
        plan.rules,
        plan.data,
        _command(plan, tally.games, usual),
        {name: value for name, value in plan.options.items() if value != usual[name]},
    )


def _command(plan: RunPlan, games: int, usual: dict[str, str]) -> str:
    words = ["quadrilatero simulate", plan.game, "--scenario", plan.scenario, "--bots", ",".join(plan.bots)]
    words += ["--games", str(games), "--seed", str(plan.seed)]
    for level, budget in sorted(plan.budgets.items()):
        words += ["--budget", str(budget) if level == "*" else f"{level}={budget}"]
    for name, value in plan.options.items():
        if value != usual[name]:
            words += ["--options", f"{name}={value}"]
    return " ".join(words)


def written(entries: Iterable[Measured]) -> str:
    """The file's text; of entries about the same the last one counts."""
    latest = {entry.topic(): entry for entry in entries}
    head = "# How battles between computer players of one level came out; bench/record_balance.py writes it.\n"
    return head + "".join(_table(entry) for _, entry in sorted(latest.items()))


def _table(entry: Measured) -> str:
    lines = [f"{key} = {_toml(value)}" for key, value in msgspec.to_builtins(entry).items() if value != {}]
    return "\n".join(["", "[[measured]]", *lines, ""])


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
