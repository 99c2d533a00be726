"""One level against another in pick-up battles: `python bench/pickups.py capitano sergente 100`.

Both sides lead the same army, one that a list suggests, on generated ground; every battle is fought twice with common
dice, each level once from either side. `--game` says of which game, Viva o' rre! if nothing is said. Prints score, 95 %
interval and processor time. With `--out FILE` every battle is kept there as it ends, and the same command goes on after
those that are.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import quadrilatero as q
from quadrilatero.bots import Bot, bot
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.worlds import resample
from quadrilatero.lab.statistics import wilson

GAME = "vivaorre"


class Battles(NamedTuple):
    """The battles of a game: lists and years of the armies, their points, the table; how long, if not by the rules."""

    armies: list[tuple[str, int]]
    points: int
    table: list[int]
    last_turn: int | None


BATTLES = {
    GAME: Battles(
        [("pie", 1859), ("nap", 1860), ("fra", 1870), ("it", 1896), ("uk", 1879), ("rus", 1877)], 900, [48, 36], 10
    ),
    "alaguerre": Battles(
        [("spain", 1634), ("france", 1640), ("denmark", 1644), ("bavaria", 1622), ("free", 1640), ("free", 1560)],
        300,
        [6, 5],
        None,
    ),
}


def position(game: str, number: int, points: int) -> Plain:
    """The battle of that number."""
    battles = BATTLES[game]
    name, year = battles.armies[number % len(battles.armies)]
    seed = number // len(battles.armies)
    army = q.army(game).suggest(list=name, year=year, points=points, against=name, seed=seed)
    return q.pickup(
        game,
        armies={"red": army, "blue": army},
        kind="encounter",
        table=battles.table,
        deployment="automatic",
        seed=number,
        last_turn=battles.last_turn,
    )


def sampler(match: Match, seat: str) -> Callable[[Any, random.Random], Match]:
    """A sampler that takes the short way where nothing is hidden."""
    return lambda _, rng: resample(match, seat, rng)


def fought(
    game: str, place: dict[str, Any], table: dict[str, Bot], seed: int, budget: int, spent: dict[str, list[float]]
) -> Match:
    """A whole battle; what each side's decisions took is noted."""
    match = q.start(game, position=place, seed=seed)
    number = 0
    while match.ask is not None:
        seat = match.ask.who[0]
        view = match.view(seat)
        begun = time.process_time()
        question = {**view["ask"], "who": [seat]}
        answer = table[seat].choose(view, question, sampler(match, seat), budget, 1000 * seed + number)
        spent[seat].append(time.process_time() - begun)
        match.answer(seat, answer)
        number += 1
    return match


class Fought(msgspec.Struct):
    """A battle as it is kept: what was asked for, the first level's score, and what each level's decisions took."""

    asked: str
    game: int
    score: float
    seconds: dict[str, list[float]]


def one_battle(first: str, second: str, game: int, said: argparse.Namespace, asked: str) -> Fought:
    """The battle of that number; the sides are changed in every second one."""
    seed, levels = said.seed + game // 2, [first, second][:: 1 if game % 2 == 0 else -1]
    seats = dict(zip(("red", "blue"), levels, strict=True))
    seconds: dict[str, list[float]] = {first: [], second: []}
    spent = {seat: seconds[level] for seat, level in seats.items()}
    table = {seat: bot(said.game, level) for seat, level in seats.items()}
    result = fought(said.game, position(said.game, seed, said.points), table, seed, said.budget, spent).result
    assert result is not None
    score = 0.5 if result.winner is None else float(seats[result.winner] == first)
    return Fought(asked, game, score, seconds)


def kept(out: Path | None, asked: str) -> dict[int, Fought]:
    """The battles of this command that were fought before, by their numbers."""
    lines = out.read_bytes().splitlines() if out is not None and out.exists() else []
    battles = [msgspec.json.decode(line, type=Fought) for line in lines]
    return {battle.game: battle for battle in battles if battle.asked == asked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("games", type=int)
    parser.add_argument("--game", choices=list(BATTLES), default=GAME)
    parser.add_argument("--budget", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", type=int)
    parser.add_argument("--out", type=Path)
    said = parser.parse_args()
    said.points = said.points or BATTLES[said.game].points
    asked = f"{said.first} {said.second} --budget {said.budget} --seed {said.seed} --points {said.points}"
    if said.game != GAME:
        asked += f" --game {said.game}"
    before = kept(said.out, asked)
    times: dict[str, list[float]] = {said.first: [], said.second: []}
    score = 0.0
    for game in range(said.games):
        battle = before.get(game) or one_battle(said.first, said.second, game, said, asked)
        if said.out is not None and game not in before:
            with said.out.open("ab") as file:
                file.write(msgspec.json.encode(battle) + b"\n")
        score += battle.score
        for level, took in battle.seconds.items():
            times[level] += took
        found = wilson(score, game + 1)
        share = f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"
        print(f"{said.first} against {said.second}: {game + 1} games, {share}", flush=True)
    for level, took in times.items():
        took.sort()
        mean, most = 1000 * sum(took) / len(took), 1000 * took[-1]
        print(f"{level}: {len(took)} decisions, {mean:.1f} ms on average, {most:.0f} ms at most (processor time)")


if __name__ == "__main__":
    main()
