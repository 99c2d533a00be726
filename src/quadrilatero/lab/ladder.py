"""A ladder: every level against every other, from both sides and with common dice, and the ratings that follow."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import combinations
from pathlib import Path

import msgspec

from quadrilatero.kernel import Plain
from quadrilatero.lab.folder import RESULTS, RunFolder, write_whole
from quadrilatero.lab.plan import ANY, RunPlan, plan_run
from quadrilatero.lab.play import Failed, Times
from quadrilatero.lab.simulate import write_results
from quadrilatero.lab.statistics import Interval, Meeting, ratings, standard_error
from quadrilatero.lab.tally import Tally
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import Task, workers

LOOKS = 5
SURE = 3.0
"""Haybittle and Peto's bound: at one of the looks before the end a pair is settled when its score is more than three
standard errors from one half. It is crossed so rarely by chance that the interval at the end may be read as usual."""

LADDER = "ladder.json"


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ladder plays: `games` for each pair of levels at most, `early` where a settled pair plays no more."""

    plans: list[RunPlan]
    levels: tuple[str, ...]
    games: int
    early: bool


class Ranking(msgspec.Struct, frozen=True):
    """Where a ladder stands: the tally of every pair, and which of them were settled early."""

    contest: Contest
    tallies: list[Tally]
    settled: list[int | None]
    failed: list[Failed]
    seconds: float
    jobs: int
    stopped: bool

    def pair(self, first: str, second: str) -> Interval | None:
        """The score of one level against another; None for one that they have not played."""
        for plan, tally in zip(self.contest.plans, self.tallies, strict=True):
            if tally.games and set(plan.bots) == {first, second}:
                return tally.bot_score(plan.bots.index(first))
        return None

    def ratings(self) -> list[tuple[str, Interval]]:
        """Elo of each level, the first (recluta where it plays) fixed at 0."""
        order = sorted(self.contest.levels, key=lambda level: level != "recluta")
        meetings = [
            Meeting(order.index(plan.bots[0]), order.index(plan.bots[1]), tally.bot_points(0), tally.games)
            for plan, tally in zip(self.contest.plans, self.tallies, strict=True)
        ]
        found = dict(zip(order, ratings(len(order), meetings), strict=True))
        return [(level, found[level]) for level in self.contest.levels]

    def times(self, level: str) -> Times:
        """How long a level thought, over all its games."""
        times = Times(buckets={})
        for plan, tally in zip(self.contest.plans, self.tallies, strict=True):
            for number, name in enumerate(plan.bots):
                if name == level:
                    times.add(tally.times[number])
        return times

    def plain(self) -> Plain:
        """The ladder as JSON values: the same for any number of processes but for `timing`."""
        first = self.contest.plans[0]
        return {
            "game": first.game,
            "scenario": first.scenario,
            "seed": first.seed,
            "games": self.contest.games,
            "levels": list(self.contest.levels),
            "options": first.options,
            "early": self.contest.early,
            "pairs": [
                {
                    "first": tally.plan.bots[0],
                    "second": tally.plan.bots[1],
                    "budgets": tally.plan.budgets,
                    "settled": settled,
                    **{key: value for key, value in tally.plain()["per_bot"][0].items() if key != "bot"},
                }
                for tally, settled in zip(self.tallies, self.settled, strict=True)
            ],
            "ratings": [
                {"level": level, "elo": round(elo.value), "low": round(elo.low), "high": round(elo.high)}
                for level, elo in self.ratings()
            ],
            "failed": [msgspec.to_builtins(failure) for failure in self.failed],
            "timing": {
                "seconds": round(self.seconds, 3),
                "jobs": self.jobs,
                "levels": [_timed(level, self.times(level)) for level in self.contest.levels],
            },
        }


def _timed(level: str, times: Times) -> Plain:
    return {
        "level": level,
        "decisions": times.decisions,
        "median": round(times.quantile(0.5), 6),
        "p95": round(times.quantile(0.95), 6),
        "max": round(times.longest / 1e6, 6),
        "cut": times.cut,
    }


def plan_ladder(
    game: str,
    levels: Sequence[str],
    scenario: str | None = None,
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    budgets: Mapping[str, int] | None = None,
    early: bool = False,
) -> Contest:
    """A ladder with its defaults filled in. Each pair plays an even number of games."""
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise Trouble("levels", given=", ".join(levels))
    if games < 2:
        raise Trouble("no_pair", games=games)
    even = games + games % 2
    for name in budgets or {}:
        if name != ANY and not any(name in (level, level.partition(":")[0]) for level in levels):
            raise Trouble("budget_nobody", name=name, levels=", ".join(levels))
    plans = []
    for pair in combinations(levels, 2):
        own = {
            name: budget
            for name, budget in (budgets or {}).items()
            if name == ANY or any(name in (level, level.partition(":")[0]) for level in pair)
        }
        plans.append(plan_run(game, scenario, pair, even, seed, options, own, swap=True))
    return Contest(plans, tuple(levels), even, early)


def climb(
    contest: Contest,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
    folder: Path | None = None,
    resume: bool = False,
    cluster: str | None = None,
) -> Ranking:
    """Play a ladder; Ctrl-C ends it early, and with a folder it can be resumed."""
    tallies = [Tally(plan) for plan in contest.plans]
    done: list[set[int]] = [set() for _ in contest.plans]
    failed: list[Failed] = []
    settled: list[int | None] = [None for _ in contest.plans]
    begun, stopped = time.perf_counter(), False
    with ExitStack() as stack:
        folders = _folders(contest, folder, resume, stack)
        for kept, tally, had in zip(folders, tallies, done, strict=False):
            for game in kept.games():
                if game.index not in had:
                    had.add(game.index)
                    tally.add(game)
        crew = stack.enter_context(workers(jobs, cluster))
        pair_of = {id(plan): number for number, plan in enumerate(contest.plans)}
        try:
            for upto in looks_of(contest):
                with closing(crew.play(_tasks(contest, done, settled, upto))) as outcomes:
                    for task, played in outcomes:
                        number = pair_of[id(task.plan)]
                        done[number].add(played.index)
                        if folders:
                            folders[number].add(played)
                        if isinstance(played, Failed):
                            failed.append(played)
                        else:
                            tallies[number].add(played)
                        progress(*_far(contest, done, settled))
                if upto < contest.games:
                    _settle(tallies, settled, upto)
        except KeyboardInterrupt:
            stopped = True
        count = crew.count
    ranking = Ranking(contest, tallies, settled, failed, time.perf_counter() - begun, count, stopped)
    if folder is not None:
        for plan, tally in zip(contest.plans, tallies, strict=True):
            if tally.games:
                write_results(folder / pair_name(plan), tally.plain(), tally)
        write_whole(folder / RESULTS, json.dumps(ranking.plain(), indent=1) + "\n")
    return ranking


def pair_name(plan: RunPlan) -> str:
    """The folder of a pair's games."""
    return "-".join(level.replace(":", "_") for level in plan.bots)


def _folders(contest: Contest, folder: Path | None, resume: bool, stack: ExitStack) -> list[RunFolder]:
    if folder is None:
        return []
    held = folder / LADDER
    if held.exists() and not resume:
        raise Trouble("folder_taken", folder=folder)
    if resume and not held.exists():
        raise Trouble("folder_empty", folder=folder)
    folders = [
        RunFolder.open(folder / pair_name(plan), plan, resume and (folder / pair_name(plan)).exists())
        for plan in contest.plans
    ]
    write_whole(held, msgspec.json.format(msgspec.json.encode(contest), indent=1))
    return [stack.enter_context(one) for one in folders]


def read_ladder(folder: Path) -> Ranking:
    """Where the stored games of a ladder's folder stand."""
    try:
        contest = msgspec.json.decode((folder / LADDER).read_bytes(), type=Contest)
        plans = [plan.completed() for plan in contest.plans]
    except FileNotFoundError:
        raise Trouble("folder_none", folder=folder, file=LADDER) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise Trouble("file_damaged", file=folder / LADDER, error=error) from None
    contest = msgspec.structs.replace(contest, plans=plans)
    tallies = []
    for plan in plans:
        tally, seen = Tally(plan), set[int]()
        for game in RunFolder(folder / pair_name(plan), plan).games():
            if game.index not in seen:
                seen.add(game.index)
                tally.add(game)
        tallies.append(tally)
    settled: list[int | None] = [None for _ in tallies]
    for upto in looks_of(contest)[:-1]:
        _settle([tally if tally.games == upto else Tally(tally.plan) for tally in tallies], settled, upto)
    return Ranking(contest, tallies, settled, [], 0.0, 0, False)


def looks_of(contest: Contest) -> list[int]:
    """After how many games of each pair the ladder stops to look, `LOOKS` times at most; the last one is the end."""
    if not contest.early:
        return [contest.games]
    step = -(-contest.games // LOOKS)
    step += step % 2
    return [*range(step, contest.games, step), contest.games]


def _tasks(contest: Contest, done: list[set[int]], settled: list[int | None], upto: int) -> Iterator[Task]:
    """Pair after pair, two games at a time, so that an early stop leaves all pairs equally far."""
    for index in range(0, upto, 2):
        for number, plan in enumerate(contest.plans):
            if settled[number] is None:
                yield from (Task(plan, game) for game in (index, index + 1) if game not in done[number])


def _settle(tallies: list[Tally], settled: list[int | None], upto: int) -> None:
    for number, tally in enumerate(tallies):
        if settled[number] is None and tally.games <= upto:
            score = tally.bot_score(0)
            if abs(score.value - 0.5) > SURE * standard_error(score):
                settled[number] = tally.games


def _far(contest: Contest, done: list[set[int]], settled: list[int | None]) -> tuple[int, int]:
    whole = sum(contest.games if early is None else early for early in settled)
    return sum(map(len, done)), whole
