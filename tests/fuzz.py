"""Random games with every invariant checked after every answer: `python tests/fuzz.py --game camposanto --games 2000`.

At the end it says for each game how its games ended, how often each rule fired, and which of the rules cited in code
never did.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quadrilatero.kernel import find_game, games
from quadrilatero.kernel.rulebook import citations
from tests.fuzzing import fuzz_of


class Outcome(NamedTuple):
    """What one game came to."""

    game: str
    seed: int
    end: str
    decisions: int
    largest: int
    fired: Counter[str]
    failure: str = ""


def play(task: tuple[str, int, str]) -> Outcome:
    """One game; a failure is returned, not raised, so that the others go on."""
    game, seed, scenario = task
    try:
        match, watch = fuzz_of(game).play(seed, scenario)
    except Exception:  # noqa: BLE001
        return Outcome(game, seed, "failed", 0, 0, Counter(), traceback.format_exc())
    assert match.result is not None
    end = f"{match.result.reason} [{match.result.rule}]"
    return Outcome(game, seed, end, watch.decisions, watch.largest, watch.fired)


def outcomes(tasks: list[tuple[str, int, str]], jobs: int) -> Iterator[Outcome]:
    """All games, on one or more processes."""
    if jobs == 1:
        yield from map(play, tasks)
        return
    with multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, tasks, chunksize=4)


def progress(done: int, games: int, failed: int, began: float) -> None:
    rate = done / max(time.monotonic() - began, 1e-9)
    end = "\r" if sys.stderr.isatty() else "\n"
    if end == "\r" or done % 100 == 0 or done == games:
        print(f"{done}/{games} games, {rate:.1f} a second, {failed} failed ", end=end, file=sys.stderr, flush=True)


def report(game: str, found: list[Outcome]) -> None:
    """The table of one game at the end."""
    played = [outcome for outcome in found if not outcome.failure]
    fired: Counter[str] = Counter()
    for outcome in played:
        fired.update(outcome.fired)
    print(f"\n{game}: {len(found)} games")
    if played:
        mean = sum(outcome.decisions for outcome in played) / len(played)
        print(f"decisions: {mean:.0f} on average, {max(outcome.decisions for outcome in played)} at most")
        print(f"options: {max(outcome.largest for outcome in played)} at most")
    for end, count in Counter(outcome.end for outcome in found).most_common():
        print(f"  {count:6}  {end}")
    cited = [id for id, places in citations(game).items() if places]
    print(f"rules that fired, in events, modifiers and questions ({len(fired)}):")
    print("\n".join(f"  {fired[id]:9}  {id}" for id in sorted(fired)))
    quiet = [id for id in cited if id not in fired]
    print(f"cited in code but never named by an event, modifier or question ({len(quiet)}):")
    print("  " + " ".join(quiet))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="how many games of each (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes (default: all cores)")
    parser.add_argument("--game", action="append", help="which game (default: all on offer); repeatable")
    parser.add_argument("--scenario", default="", help="one scenario only (default: any that the game fuzzes)")
    given = parser.parse_args()
    try:
        chosen = [find_game(name).name for name in given.game or games()]
    except ValueError as error:
        parser.error(str(error))
    seeds = range(given.seed, given.seed + given.games)
    tasks = [(game, seed, given.scenario) for game in chosen for seed in seeds]
    found: list[Outcome] = []
    began = time.monotonic()
    stopped = False
    try:
        for outcome in outcomes(tasks, given.jobs):
            found.append(outcome)
            if outcome.failure:
                print(
                    f"{outcome.game}, seed {outcome.seed}: {outcome.failure.splitlines()[-1]}",
                    file=sys.stderr,
                    flush=True,
                )
            progress(len(found), len(tasks), sum(bool(o.failure) for o in found), began)
    except KeyboardInterrupt:
        stopped = True
        print(f"\nstopped after {len(found)} games", file=sys.stderr)
    for game in chosen:
        report(game, [outcome for outcome in found if outcome.game == game])
    failures = sorted(outcome for outcome in found if outcome.failure)
    for outcome in failures[:5]:
        print(f"\n{outcome.game}, seed {outcome.seed}:\n{outcome.failure}")
    if failures:
        again = f"--game {failures[0].game} --games 1 --jobs 1 --seed {failures[0].seed}"
        print(f"{len(failures)} games failed; again: python tests/fuzz.py {again}")
    return 130 if stopped else 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
