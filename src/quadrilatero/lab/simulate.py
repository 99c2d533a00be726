"""Playing a plan: on all cores or a cluster, stopped and resumed at will, with what the games add up to."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import msgspec

from quadrilatero.kernel import Plain
from quadrilatero.lab.folder import RESULTS, TABLE, RunFolder, ordered_games, read_games, read_plan, write_whole
from quadrilatero.lab.plan import RunPlan
from quadrilatero.lab.play import Failed, Played
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import Task, workers

MOST_FAILURES = 20
COLUMNS = ("index", "seed", "winner", "reason", "rule", "decisions", "vp")

Progress = Callable[[int], None]


class Run(msgspec.Struct, frozen=True):
    """What was played in one go, added to what a folder held before."""

    tally: Tally
    failed: list[Failed]
    seconds: float
    jobs: int
    fresh: int
    stopped: bool

    @property
    def done(self) -> int:
        """Games finished, earlier ones too."""
        return self.tally.games

    def plain(self) -> Plain:
        """The summary as JSON values: the same for any number of processes but for `timing`."""
        total = sum(number * count for number, count in self.tally.decisions.items())
        share = self.fresh / self.done if self.done else 0
        return {
            **self.tally.plain(),
            "failed": [msgspec.to_builtins(failure) for failure in self.failed],
            "timing": {
                "seconds": round(self.seconds, 3),
                "jobs": self.jobs,
                "games_per_minute": round(self.fresh / self.seconds * 60, 1) if self.seconds else 0.0,
                "decisions_per_second": round(total * share / self.seconds) if self.seconds else 0,
                "bots": self.tally.timing(),
            },
        }


def simulate(
    plan: RunPlan,
    jobs: int = 1,
    progress: Progress = lambda done: None,
    folder: Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
    watch: Callable[[Played], None] = lambda game: None,
) -> Run:
    """Play a plan. Ctrl-C ends it early: the run holds what was done and says `stopped`.

    With a folder each game is written down as it ends, and `resume` goes on where an earlier run stopped.
    """
    kept = None if folder is None else RunFolder.open(folder, plan, resume)
    tally = Tally(plan)
    done: set[int] = set()
    for game in kept.games() if kept else ():
        if game.index not in done:
            done.add(game.index)
            tally.add(game)
    progress(len(done))
    failed: list[Failed] = []
    begun, before, stopped = time.perf_counter(), len(done), False
    jobs = max(1, min(jobs, plan.games - before))
    with kept or nullcontext(), workers(jobs, cluster) as crew:
        count = crew.count
        try:
            tasks = (Task(plan, index) for index in range(plan.games) if index not in done)
            with closing(crew.play(tasks)) as outcomes:
                for _, played in outcomes:
                    if kept:
                        kept.add(played)
                    if isinstance(played, Failed):
                        failed.append(played)
                        if len(failed) >= MOST_FAILURES:
                            break
                        continue
                    tally.add(played)
                    watch(played)
                    progress(tally.games)
        except KeyboardInterrupt:
            stopped = True
    seconds = time.perf_counter() - begun
    run = Run(tally, sorted(failed, key=lambda f: f.index), seconds, count, tally.games - before, stopped)
    if folder is not None:
        write_results(folder, run.plain(), tally)
    return run


def write_results(folder: Path, summary: Plain, tally: Tally) -> None:
    """Leave results.json and games.csv in the folder."""
    write_whole(folder / RESULTS, json.dumps({**summary, "details": tally.details()}, indent=1) + "\n")
    if not tally.games:
        return
    fresh = folder / f".{TABLE}.new"
    seats = tally.seats
    extra = [f"{what}_{seat}" for what in ("bot", "luck", "steps_lost", "units_lost") for seat in seats]
    side = {loss.unit: loss.seat for loss in tally.counters}
    with fresh.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([*COLUMNS, "stages", *extra])
        for game in ordered_games(folder):
            points = " ".join(f"{seat}={vp}" for seat, vp in game.score.get("vp", {}).items())
            first = (game.index, game.seed, game.winner or "", game.reason, game.rule or "", game.decisions, points)
            rows.writerow(
                [
                    *first,
                    game.stages,
                    *(tally.plan.bots[number] for number in game.seats),
                    *(f"{game.luck[seat].surplus / 1e6:.3f}" for seat in seats),
                    *(sum(steps for unit, steps in game.steps.items() if side.get(unit) == seat) for seat in seats),
                    *(sum(side.get(unit) == seat for unit in game.gone) for seat in seats),
                ]
            )
    fresh.replace(folder / TABLE)


def read_run(folder: Path) -> Tally:
    """What the stored games of a folder add up to."""
    tally = Tally(read_plan(folder))
    seen: set[int] = set()
    for game in read_games(folder):
        if game.index not in seen:
            seen.add(game.index)
            tally.add(game)
    return tally


def read_played(folder: Path) -> Tally:
    """The same of a folder with at least one finished game."""
    tally = read_run(folder)
    if not tally.games:
        raise Trouble("no_games_yet", folder=folder)
    return tally
