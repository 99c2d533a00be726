"""The engine here beside another checkout, measured in turn: `make bench-against OTHER=../before`.

Both run the workloads of this folder's bench.py, each with its own `.venv`, on one core, one short batch here and one
there, again and again; the build is the one that QUADRILATERO_BUILD names. Batches that do not count the same are left
out: there the rules have changed and another game was played. Prints for each figure the quickest batch of both, how
many times as long it takes there as here (above 1: here is quicker), and the middle half of that over all rounds.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench import bench
else:  # run as a file it finds its neighbour beside it, which has the name of the folder
    import bench

HERE = Path(__file__).parent.parent
ROUNDS = {"play": 24, "replay": 24, "clone": 6, "child": 6, "load": 3}
UNIT = {"play": "a decision", "replay": "an answer", "clone": "a clone", "child": "a child", "load": "an answer loaded"}

Batch = tuple[int, float]
"""What was counted, and the seconds it took."""


def works(game: str) -> dict[str, Callable[[int], Batch]]:
    """A batch of each figure."""
    recorded = cache(partial(bench.recorded, game))

    def replay(seed: int) -> Batch:
        answers, _ = recorded(seed % 5)
        return bench.timed(lambda: bench.replay(game, seed % 5, answers))

    def mean(times: list[float]) -> Batch:
        return len(times), sum(times) / 1e6

    def load(_: int) -> Batch:
        answers, milliseconds = bench.load_time(game)
        return answers, milliseconds / 1000

    return {
        "play": lambda seed: bench.timed(lambda: bench.random_play(game, seed)),
        "replay": replay,
        "clone": lambda seed: mean(bench.clone_times(game, seed)),
        "child": lambda seed: mean(bench.child_times(game, seed)),
        "load": load,
    }


def serve(game: str) -> None:
    """Do each batch that is asked for, in a checkout."""
    mine = works(game)
    for line in sys.stdin:
        what, seed = line.split()
        print(*mine[what](int(seed)), flush=True)


def worker(checkout: Path, game: str) -> Callable[[str, int], Batch]:
    """What has a checkout do a batch."""
    python = checkout / ".venv" / "bin" / "python"
    if not python.exists():
        sys.exit(f"{checkout} has no .venv: run `make setup` there")
    process = subprocess.Popen(
        [python, __file__, "--serve", game], cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    ask, tell = process.stdin, process.stdout
    assert ask is not None
    assert tell is not None

    def batch(what: str, seed: int) -> Batch:
        print(what, seed, file=ask, flush=True)
        count, seconds = tell.readline().split()
        return int(count), float(seconds)

    return batch


def rounds(here: Callable[[str, int], Batch], there: Callable[[str, int], Batch], what: str) -> Iterator[list[float]]:
    """Microseconds of a piece of work here and there, in each round that counted the same."""
    for seed in range(ROUNDS[what]):
        bench.progress(f"{what}: round {seed + 1} of {ROUNDS[what]}")
        sides = (here, there) if seed % 2 else (there, here)
        mine, theirs = [batch for _, batch in sorted((side is there, side(what, seed)) for side in sides)]
        if mine[0] == theirs[0]:
            yield [seconds / count * 1e6 for count, seconds in (mine, theirs)]


def main(other: str, game: str = "camposanto") -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    here, there = worker(HERE, game), worker(Path(other).resolve(), game)
    for side in (here, there):
        side("play", 100)
    for what in ROUNDS:
        found = list(rounds(here, there, what))
        bench.progress("")
        best = [min(times) for times in zip(*found, strict=True)]
        low, middle, high = statistics.quantiles([theirs / mine for mine, theirs in found], n=4)
        print(
            f"{what:<8}{best[0]:>9.2f} µs {UNIT[what]} here, {best[1]:.2f} there: {best[1] / best[0]:.2f}"
            f" ({middle:.2f}, {low:.2f} to {high:.2f}, {len(found)} rounds)"
        )


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2])
    else:
        main(*sys.argv[1:])
