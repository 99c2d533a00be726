"""How the laboratory scales: games a minute on one process and on several, beside a plain loop on the same processes.

`python bench/lab.py --games 40 --jobs 2 --level sergente`. The loop shows what the machine itself gains from a second
process just now; the laboratory should reach at least nine tenths of that. Memory is that of this process, which
gathers the games: it should not grow with them.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from quadrilatero.lab.plan import RunPlan, plan_run
from quadrilatero.lab.simulate import simulate
from quadrilatero.lab.workers import default_jobs

SPIN = 3_000_000
OUT = Path(__file__).parent / "out" / "lab.json"


def spin(count: int) -> int:
    """Nothing but work."""
    total = 0
    for number in range(count):
        total += number * number & 7
    return total


def loops_a_second(jobs: int, tasks: int) -> float:
    """Plain loops on so many processes that are already running."""
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(spin, [1] * jobs))
        begun = time.perf_counter()
        list(pool.map(spin, [SPIN] * tasks))
        return tasks / (time.perf_counter() - begun)


def games_a_minute(plan: RunPlan, jobs: int) -> tuple[float, list[float]]:
    """The rate once the first game is in (starting the processes is not scaling), and memory on the way in MB."""
    stamps: list[float] = []
    memory: list[float] = []

    def progress(done: int) -> None:
        stamps.append(time.perf_counter())
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        if sys.stderr.isatty():
            print(f"\r{jobs} processes: {done}/{plan.games} games ", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        simulate(plan, jobs, progress, Path(folder) / "run")
    skipped = min(jobs, len(stamps) - 2)
    rate = 60 * (len(stamps) - 1 - skipped) / (stamps[-1] - stamps[skipped])
    return rate, memory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="games in each run (default 60)")
    parser.add_argument("--jobs", type=int, default=default_jobs(), help="processes (default: all cores)")
    parser.add_argument("--game", default="camposanto", help="the game (default camposanto)")
    parser.add_argument("--level", default="sergente", help="who plays both sides (default sergente)")
    parser.add_argument("--scenario", default="learning", help="the scenario (default learning, which is short)")
    given = parser.parse_args()
    plan = plan_run(given.game, given.scenario, [given.level, given.level], given.games, seed=1)
    tasks = max(8, 4 * given.jobs)
    loop_gain = loops_a_second(given.jobs, tasks) / loops_a_second(1, tasks // given.jobs)
    alone, _ = games_a_minute(plan, 1)
    together, more = games_a_minute(plan, given.jobs)
    loop_gain = (loop_gain + loops_a_second(given.jobs, tasks) / loops_a_second(1, tasks // given.jobs)) / 2
    middle = len(more) // 4
    found: dict[str, Any] = {
        "game": given.game,
        "level": given.level,
        "games": given.games,
        "jobs": given.jobs,
        "games_per_minute": {"one": round(alone, 1), "all": round(together, 1)},
        "gain": round(together / alone, 2),
        "loop_gain": round(loop_gain, 2),
        "ratio": round(together / alone / loop_gain, 2),
        "memory_mb": {"after_a_quarter": round(more[middle], 1), "at_the_end": round(more[-1], 1)},
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))
    return 0 if found["ratio"] >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
