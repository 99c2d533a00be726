"""What favours a side of Camposanto's battle: games in which every doubtful value is drawn afresh, all at once.

`python bench/balance_factors.py --level sergente --games 200 --seed 61 --out FILE` plays a level against itself. In
each game every factor below stands as in the first reconstruction or is changed, at random; the next game has the same
dice and everything the other way round. Least squares then part what each change does to the margin in victory points,
in HITs on regiments and to the Spanish score; the luck of the rolls is a variable of its own. Each game is kept in FILE
as it ends, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from quadrilatero.bots import bot
from quadrilatero.games.camposanto import GAME as CAMPOSANTO
from quadrilatero.kernel import Plain
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import resample
from quadrilatero.lab.plan import derive
from quadrilatero.lab.statistics import least_squares
from quadrilatero.lab.workers import default_jobs

GAME = "camposanto"
SIGN = {"spain": 1, "austria": -1}
REGIMENTS = ("infantry", "cavalry")
ROWS_BACK = 2

Units = dict[str, dict[str, Any]]


def values(key: str, **by_value: str) -> Callable[[Units], None]:
    """Counters get another value: `_2="S-L5 S-R3"` sets the key of those two to 2."""

    def change(units: Units) -> None:
        for value, ids in by_value.items():
            for name in ids.split():
                units[name][key] = int(value[1:])

    return change


def guns(units: Units) -> None:
    """Heavy guns that reach further than field guns, and Spanish battalion guns that reach nowhere."""
    units["A-C9"]["fire"] = [3, 2, 1, 1]
    for name in ("A-C10", "A-R10", "A-L12"):
        units[name]["fire"] = [2, 1, 1, 0]
    for name in ("S-C8", "S-C9"):
        units[name]["fire"] = [1, 0, 0, 0]


def lines(units: Units) -> None:
    """The single Austro-Savoy battalions change places with the strong regiments behind them."""
    for front, behind in (("A-R2", "A-R5"), ("A-C4", "A-C5"), ("A-L2", "A-L3")):
        units[front]["hex"], units[behind]["hex"] = units[behind]["hex"], units[front]["hex"]


def distance(units: Units) -> None:
    """The Austro-Savoyards begin further back."""
    for unit in units.values():
        if unit["side"] == "austria":
            unit["hex"] = f"{unit['hex'][:2]}{int(unit['hex'][2:]) - ROWS_BACK:02}"


FACTORS: dict[str, Callable[[Units], None] | None] = {
    "orders: the two sets of points exchanged": None,
    "stars: none for the Spanish Guards": values("stars", _0="S-L3 S-L4 S-L5 S-R1 S-R2 S-R3"),
    "stars: Alt-Wallis I, Piccolomini I, Piemonte": values("stars", _1="A-R1 A-C3 A-L3"),
    "steps: third Guard counters 2": values("steps", _2="S-L5 S-R3"),
    "steps: Rehbinder, Diesbach, border hussars 4": values("steps", _4="A-C6 A-C7 A-L9"),
    "guns: Austro-Savoy better, Spanish worse": guns,
    "set-up: strong regiments in the first line": lines,
    "set-up: Austro-Savoyards two rows back": distance,
}


def play(level: str, budget: int, seed: int, number: int) -> Plain:
    """One game; it depends on the seed and its number alone."""
    rng = random.Random(derive(seed, "factors", number // 2))
    changed = [bool(rng.getrandbits(1)) ^ bool(number % 2) for _ in FACTORS]
    dice = derive(seed, number // 2)
    match = start(GAME, position=set_up(changed), seed=dice)
    before, player, decisions = match.state(), bot(GAME, level), 0
    while (ask := match.ask) is not None:
        seat = ask.who[0]
        question = {**ask.plain(), "who": [seat]}
        sampler = partial(_known, match, seat)
        choice = player.consider(match.view(seat), question, sampler, budget, derive(dice, seat, decisions))
        match.answer(seat, choice.answer)
        decisions += 1
    assert match.result is not None
    rolls = [roll for event in match.events if (roll := match.game.chance(event))]
    kinds = {unit["id"]: (unit["side"], unit["type"]) for unit in before["units"]}
    hits = [(kinds[loss.unit], loss.steps) for loss in match.game.losses(before, match.state())]
    points = match.result.score["vp"]
    return {
        "number": number,
        "changed": changed,
        "luck": sum(SIGN[roll.seat] * (roll.success - roll.chance) for roll in rolls),
        "points": points["spain"] - points["austria"],
        "hits": -sum(SIGN[side] * steps for (side, kind), steps in hits if kind in REGIMENTS),
        "score": {"spain": 1.0, "austria": 0.0, None: 0.5}[match.result.winner],
    }


def _known(match: Any, seat: str, view: object, rng: random.Random) -> Any:
    return resample(match, seat, rng)


def set_up(changed: list[bool]) -> Plain:
    """The battle of the first reconstruction with the chosen changes."""
    position = CAMPOSANTO.scenario_position("battle", CAMPOSANTO.first_data)
    units: Units = {unit["id"]: dict(unit) for unit in position["units"]}
    for change, chosen in zip(FACTORS.values(), changed, strict=True):
        if not chosen:
            continue
        if change is not None:
            change(units)
        else:
            series = {
                "spain": list(CAMPOSANTO.data.series["austria"]),
                "austria": list(CAMPOSANTO.data.series["spain"]),
            }
            position = {**position, "series": series, "orders_left": series}
    return {**position, "units": list(units.values())}


def report(games: list[Plain]) -> str:
    """What each change does, with standard errors."""
    luck = [game["luck"] for game in games]
    columns = [[float(game["changed"][at]) for game in games] for at in range(len(FACTORS))]
    lines = [f"{len(games)} games: Spanish margin in points, in HITs on regiments, score in 100; ± standard error"]
    for key, scale in (("points", 1), ("hits", 1), ("score", 100)):
        wanted = [scale * game[key] for game in games]
        slopes, errors = least_squares([*columns, luck], wanted)
        mean = sum(wanted) / len(wanted)
        lines.append(f"\n{key}: {mean:+.2f} on average")
        lines += [
            f"  {slope:+7.2f} ± {error:.2f}  {name}"
            for name, slope, error in zip([*FACTORS, "luck"], slopes, errors, strict=True)
        ]
    return "\n".join(lines)


def main() -> None:
    """Play what is missing, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="sergente")
    parser.add_argument("--budget", type=int, default=500)
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    games = [json.loads(line) for line in asked.out.read_text().splitlines()] if asked.out.exists() else []
    missing = sorted(set(range(asked.games)) - {game["number"] for game in games})
    with multiprocessing.get_context("spawn").Pool(asked.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for game in pool.imap_unordered(partial(play, asked.level, asked.budget, asked.seed), missing):
            games.append(game)
            with asked.out.open("a") as file:
                file.write(json.dumps(game) + "\n")
            print(f"\r{len(games)}/{asked.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(report(games))


if __name__ == "__main__":
    main()
