"""What maresciallo expects of order points, fitted to games in which both sides lay them at random.

`python bench/fit_orders.py --games 300 --seed 1` plays such games with capitano's other skills and writes
`mind/phases.toml` of Camposanto, with a record of how it was made. Orders that follow from nothing are an experiment:
what goes with them comes of them. The luck of the dice is a variable of its own, so that it blurs the others less.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quadrilatero.bots.choice import Choice, Deadline
from quadrilatero.bots.tacticians import Capitano
from quadrilatero.games.camposanto.mind.outlook import Outlook
from quadrilatero.games.camposanto.mind.phases import FITTED, at_once, near_enemy
from quadrilatero.games.camposanto.rules.sequence import PHASES
from quadrilatero.games.camposanto.state import TITUBANT, WING_STATES, WINGS, State
from quadrilatero.kernel import Match
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import resample
from quadrilatero.lab.plan import derive
from quadrilatero.lab.statistics import least_squares
from quadrilatero.lab.workers import default_jobs

GAME = "camposanto"
SIGN = {"spain": 1, "austria": -1}
FEWEST = 20
ACTIVE = [state for state in WING_STATES if state != TITUBANT]
"""A Titubant wing neither fires nor assaults: it can gain nothing at once."""


class Phase(NamedTuple):
    """One Phase. What its wings had as orders were laid, by the state they got; points kept; what came of it.

    All of it Spain's less Austria's.
    """

    turn: str
    number: int
    near: dict[str, float]
    gains: dict[str, float]
    kept: tuple[int, int, int]
    margin: float
    luck: float


class AtRandom(Capitano):
    """Capitano, but for its order points."""

    def ponder(self, match: Match, seat: str, rng: random.Random, budget: int, clock: Deadline) -> Choice:
        assert match.ask is not None
        if match.ask.what == "orders":
            return Choice(rng.choice(match.options(seat)))
        return super().ponder(match, seat, rng, budget, clock)


def play(seed: int) -> list[Phase]:
    """One game, Phase by Phase."""
    player = AtRandom(GAME)
    match = start(GAME, seed=seed)
    found: list[Phase] = []
    laying, acting = match.standing()[1], None
    told = decisions = 0
    luck = 0.0
    while (ask := match.ask) is not None:
        seat = ask.who[0]
        s = match.standing()[1]
        if ask.what == "orders":
            laying, acting = s.copy(), None
        elif acting is None and s.active is not None:
            acting = s.copy()
        sampler = partial(_known, match, seat)
        choice = player.consider({}, {**ask.plain(), "who": [seat]}, sampler, 0, derive(seed, seat, decisions))
        match.answer(seat, choice.answer)
        decisions += 1
        for event in match.events[told:]:
            if roll := match.game.chance(event):
                luck += SIGN[roll.seat] * (roll.success - roll.chance)
            if event.kind == "vp" and acting is not None:
                hits = event.data["inflicted"]
                found.append(_phase(player, laying, acting, hits["spain"] - hits["austria"], luck))
                luck = 0.0
        told = len(match.events)
    return found


def _known(match: Match, seat: str, view: object, rng: random.Random) -> Match:
    return resample(match, seat, rng)


def _phase(player: AtRandom, laying: State, acting: State, margin: int, luck: float) -> Phase:
    near, gains = dict.fromkeys(WING_STATES, 0.0), dict.fromkeys(WING_STATES, 0.0)
    for side, sign in SIGN.items():
        outlook = Outlook(laying, side, player.weights)
        for wing in WINGS:
            state = acting.states[f"{side}.{wing}"]
            near[state] += sign * near_enemy(laying, side, wing)
            gains[state] += sign * at_once(outlook, side, wing)[state]
    sums, highest, lowest = (
        sum(sign * of(acting.orders_left[side] or (0,)) for side, sign in SIGN.items()) for of in (sum, max, min)
    )
    return Phase(laying.turn, laying.phase, near, gains, (sums, highest, lowest), margin, luck)


# -- fitting -----------------------------------------------------------------------------------------------------------


class Slope(NamedTuple):
    """A fitted figure and its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


def fit_hits(found: Sequence[Phase]) -> tuple[dict[str, tuple[Slope, Slope]], float]:
    """What wings add to the margin in each state, and how far the margin strays from that."""
    near = [[phase.near[state] for phase in found] for state in WING_STATES]
    gains = [[phase.gains[state] for phase in found] for state in ACTIVE]
    margins = [phase.margin for phase in found]
    slopes, errors = least_squares([*near, *gains, [phase.luck for phase in found]], margins)
    expected = np.array(slopes[:-1]) @ np.array([*near, *gains])
    pairs = [Slope(*pair) for pair in zip(slopes, errors, strict=True)]
    by_gain = {**dict(zip(ACTIVE, pairs[len(WING_STATES) :], strict=False)), TITUBANT: Slope(0.0, 0.0)}
    hits = {state: (each, by_gain[state]) for state, each in zip(WING_STATES, pairs, strict=False)}
    return hits, float(np.std(np.array(margins) - expected))


def fit_kept(games: Sequence[Sequence[Phase]], number: int) -> list[Slope]:
    """What points kept after a Phase of that number add to the margins of those after it in the Turn."""
    rows, later = [], []
    for game in games:
        for phase in game:
            after = [one for one in game if one.turn == phase.turn and one.number > number]
            if phase.number == number and after:
                rows.append(
                    [*phase.kept, sum(phase.near.values()), sum(one.luck for one in after), phase.turn == "day"]
                )
                later.append(sum(one.margin for one in after))
    slopes, errors = least_squares(list(zip(*rows, strict=True)), later)
    return [Slope(*pair) for pair in zip(slopes[:3], errors[:3], strict=True)]


def written(games: Sequence[Sequence[Phase]], command: str) -> str:
    """The file that the game's mind reads."""
    found = [phase for game in games for phase in game]
    hits, straying = fit_hits(found)
    lines = [
        f"straying = {straying:.2f}",
        "",
        "[hits] # for each unit near the enemy, for each HIT to be gained at once",
    ]
    lines += [
        f"{state} = [{near.value:.3f}, {gain.value:.3f}] # {near}, {gain}" for state, (near, gain) in hits.items()
    ]
    lines += ["", "[kept] # after a Phase: for the sum, the highest, the lowest"]
    for number in range(1, PHASES):
        kept = fit_kept(games, number)
        lines.append(f"{number} = [{', '.join(f'{one.value:.3f}' for one in kept)}] # {', '.join(map(str, kept))}")
    lines += ["", "[record]", f'made = "{command}: least squares over {len(games)} games, {len(found)} Phases"', ""]
    return "\n".join(lines)


def play_all(count: int, seed: int, jobs: int) -> list[list[Phase]]:
    """So many games, the same for any number of processes."""
    games: list[list[Phase]] = []
    with multiprocessing.get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for game in pool.imap(play, [derive(seed, number) for number in range(count)]):
            games.append(game)
            print(f"\r{len(games)}/{count} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return games


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=default_jobs())
    parser.add_argument("--out", type=Path, default=FITTED)
    asked = parser.parse_args()
    if asked.games < FEWEST:
        parser.error(f"{asked.games} games tell too little; play {FEWEST} or more")
    try:
        games = play_all(asked.games, asked.seed, asked.jobs)
    except KeyboardInterrupt:
        sys.exit("\nStopped; nothing was written.")
    text = written(games, f"bench/fit_orders.py --games {asked.games} --seed {asked.seed}")
    asked.out.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
