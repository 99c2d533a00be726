"""Pairs of worlds that differ in hidden facts only, compared on every channel: `python tests/leaks.py --pairs 1000000`.

Random games of every game that hides facts, and of the veiled toy, are played in the moods of their fuzz; at some of
their questions several worlds are made up for each seat and for spectators and played on side by side. What they are
told must be the same bytes in every two of them, the server's messages included.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quadrilatero.kernel import find_game, games
from quadrilatero.kernel.leaks import CHANNELS, Channel, Leak, walks
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.plain import Seat
from tests.fuzzing import fuzz_of
from tests.server.tellings import acknowledged, state_told
from tests.toys import toys_found

STEPS = 3
WORLDS = 5
"""How many worlds are compared at once, every two of them: ten pairs."""
SHARE = 0.15
"""At how many of its questions a game is looked at, so that many games are."""
REPORTS = 50
"""How often it is said how far the search has come, where nobody watches the line change."""


def server_message(match: Match, seat: Seat | None) -> str:
    """What the server sends a seat that connects."""
    return state_told(match, seat).decode()


EVERYWHERE: Mapping[str, Channel] = {**CHANNELS, "server": server_message, "receipt": acknowledged}


def pairs_of_game(
    name: str, seed: int, channels: Mapping[str, Channel] = EVERYWHERE, share: float = 1, scenario: str = ""
) -> int:
    """Play a random game, in one of the moods of its fuzz, and compare pairs at a share of its questions; how many."""
    fuzz, rng = fuzz_of(name), random.Random(seed)
    match = fuzz.begin(scenario or fuzz.scenarios[seed % len(fuzz.scenarios)], {}, seed)
    mood = rng.choice(fuzz.moods)
    pairs = 0
    while match.ask is not None:
        if rng.random() < share:
            pairs += sum(walks(match, seat, rng, STEPS, channels, WORLDS) for seat in (*match.seats, None))
        by = rng.choice(match.ask.who)
        match.answer(by, fuzz.choose(match, by, rng, mood))
    return pairs


def compare(task: tuple[str, int, str]) -> tuple[int, str]:
    """One game in a process of its own; a leak is returned, not raised, so that it can be printed."""
    name, seed, scenario = task
    with toys_found():
        try:
            return pairs_of_game(name, seed, share=SHARE, scenario=scenario), ""
        except (Leak, RuntimeError) as error:
            return 0, f"seed {seed}: {error}"


def hiding() -> list[str]:
    """The games with something to hide."""
    return [name for name in games() if not find_game(name).all_open]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=20_000, help="how many pairs at least (default 20000)")
    parser.add_argument("--game", help="one game only, also an unfinished one")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes")
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--scenario", default="", help="one scenario only (default: those that the game fuzzes)")
    arguments = parser.parse_args()
    with toys_found():
        try:
            names = [find_game(arguments.game).name] if arguments.game else hiding()
        except ValueError as error:
            parser.error(str(error))
    return search(names, arguments.pairs, arguments.jobs, arguments.seed, arguments.scenario)


def search(names: list[str], wanted: int, jobs: int, seed: int, scenario: str = "") -> int:
    """Compare until there are enough pairs of each game, or until something leaks."""
    started = time.monotonic()
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs) as pool:
        for name in names:
            done = games_played = reported = 0
            tasks = ((name, number, scenario) for number in range(seed, seed + wanted))
            for pairs, leak in pool.imap_unordered(compare, tasks):
                if leak:
                    print(f"\nLEAK {leak}")
                    return 1
                done, games_played = done + pairs, games_played + 1
                if sys.stderr.isatty() or done * REPORTS // wanted > reported:
                    reported = done * REPORTS // wanted
                    line = f"{name}: {done} of {wanted} pairs in {games_played} games "
                    print(line, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
                if done >= wanted:
                    break
            seconds = time.monotonic() - started
            print(f"{name}: {done} pairs of worlds in {games_played} games, none told apart; {seconds:.0f} s")
        pool.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
