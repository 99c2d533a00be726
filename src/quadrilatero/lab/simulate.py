"""Playing many games between bots. Game i depends on the run's seed and on i alone, however many processes play."""

from __future__ import annotations

import csv
import hashlib
import json
import multiprocessing
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from quadrilatero.bots import Bot, bot
from quadrilatero.kernel import Match, Plain, Seat, find_game
from quadrilatero.kernel.start import sample, start

BATCH = 8
BUDGET = 1000
MAX_SEED = 2**63

Progress = Callable[[int], None]


class Plan(msgspec.Struct, frozen=True):
    """What to play: `bots` are levels in the order of the seats."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    seed: int


class Played(msgspec.Struct, frozen=True):
    """One game of a run; `seed` is enough to play it again."""

    index: int
    seed: int
    winner: str | None
    reason: str
    rule: str | None
    decisions: int
    score: dict[str, Any]


class Run(msgspec.Struct, frozen=True):
    """The games played, in order of their index, and how long they took."""

    plan: Plan
    played: list[Played]
    seconds: float
    jobs: int
    stopped: bool

    def plain(self) -> Plain:
        """The summary as JSON values: the same for any number of processes but for `timing`."""
        winners = Counter(game.winner for game in self.played)
        reasons = Counter(game.rule or game.reason for game in self.played)
        counts = [game.decisions for game in self.played]
        total = sum(counts)
        return {
            "game": self.plan.game,
            "scenario": self.plan.scenario,
            "seed": self.plan.seed,
            "games": len(self.played),
            "bots": list(self.plan.bots),
            "wins": {seat: winners[seat] for seat in find_game(self.plan.game).seats},
            "draws": winners[None],
            "reasons": dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
            "decisions": {
                "total": total,
                "mean": round(total / len(counts), 2) if counts else 0.0,
                "min": min(counts, default=0),
                "max": max(counts, default=0),
            },
            "timing": {
                "seconds": round(self.seconds, 3),
                "jobs": self.jobs,
                "games_per_minute": round(len(counts) / self.seconds * 60, 1) if self.seconds else 0.0,
                "decisions_per_second": round(total / self.seconds) if self.seconds else 0,
            },
        }

    def write(self, folder: Path) -> None:
        """Leave results.json and games.csv in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "results.json").write_text(json.dumps(self.plain(), indent=1) + "\n", encoding="utf-8")
        with (folder / "games.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["index", "seed", "winner", "reason", "rule", "decisions", "vp"])
            for game in self.played:
                points = " ".join(f"{seat}={vp}" for seat, vp in game.score.get("vp", {}).items())
                winner, rule = game.winner or "", game.rule or ""
                rows.writerow([game.index, game.seed, winner, game.reason, rule, game.decisions, points])


def plan_run(
    game: str, scenario: str | None = None, bots: Sequence[str] | None = None, games: int = 100, seed: int = 0
) -> Plan:
    """A plan with its defaults filled in; a ValueError says what does not exist."""
    found = find_game(game)
    known = [entry.id for entry in found.scenarios()]
    chosen = known[0] if scenario is None else scenario
    if chosen not in known:
        raise ValueError(f"{game} has no scenario {chosen!r}; it has {', '.join(known)}")
    levels = tuple(bots) if bots is not None else ("recluta",) * len(found.seats)
    if len(levels) != len(found.seats):
        raise ValueError(
            f"{game} is played by {len(found.seats)} ({', '.join(found.seats)}): name as many bots, not {len(levels)}"
        )
    for level in levels:
        bot(game, level)
    if games < 1:
        raise ValueError(f"play one game at least, not {games}")
    return Plan(game, chosen, levels, games, seed)


def derive(*parts: object) -> int:
    """A seed made from others by hashing, so that neighbours have nothing in common."""
    text = ":".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % MAX_SEED


# -- one game ----------------------------------------------------------------------------------------------------------


def play(plan: Plan, index: int) -> Played:
    """Play one game of a plan to its end."""
    seed = derive(plan.seed, index)
    match = start(plan.game, scenario=plan.scenario, seed=seed)
    players = {seat: bot(plan.game, level) for seat, level in zip(match.seats, plan.bots, strict=True)}
    if all(player.blind for player in players.values()):
        decisions = _play_blind(match, seed)
    else:
        decisions = _play_seeing(match, players, seed)
    result = match.result
    assert result is not None
    return Played(index, seed, result.winner, result.reason, result.rule, decisions, result.score)


def _play_blind(match: Match, seed: int) -> int:
    """Random answers straight from the options, which are what the seat knows: no view is built."""
    choose = {seat: random.Random(derive(seed, seat)).choice for seat in match.seats}
    decisions = 0
    while (ask := match.ask) is not None:
        seat = ask.who[0]
        match.answer(seat, choose[seat](match.options(seat)))
        decisions += 1
    return decisions


def _play_seeing(match: Match, players: dict[Seat, Bot], seed: int) -> int:
    """Each player gets the view, the question put to it alone, and a sampler; never the match."""
    decisions = 0
    while (ask := match.ask) is not None:
        seat = ask.who[0]
        question = {**ask.plain(), "who": [seat]}
        answer = players[seat].choose(match.view(seat), question, sample, BUDGET, derive(seed, seat, decisions))
        match.answer(seat, answer)
        decisions += 1
    return decisions


# -- many games --------------------------------------------------------------------------------------------------------


def simulate(plan: Plan, jobs: int = 1, progress: Progress = lambda done: None) -> Run:
    """Play a plan on so many processes. Ctrl-C ends it early: the run holds what was done and says `stopped`."""
    played: dict[int, Played] = {}
    stopped = False
    begun = time.perf_counter()
    jobs = max(1, min(jobs, -(-plan.games // BATCH)))
    try:
        for batch in _alone(plan) if jobs == 1 else _together(plan, jobs):
            played.update((game.index, game) for game in batch)
            progress(len(played))
    except KeyboardInterrupt:
        stopped = True
    seconds = time.perf_counter() - begun
    return Run(plan, [played[index] for index in sorted(played)], seconds, jobs, stopped)


def default_jobs() -> int:
    """As many processes as this one may use cores."""
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _alone(plan: Plan) -> Iterator[list[Played]]:
    for index in range(plan.games):
        yield [_attempt(plan, index)]


def _attempt(plan: Plan, index: int) -> Played:
    try:
        return play(plan, index)
    except Exception as error:
        raise RuntimeError(
            f"game {index} of seed {plan.seed} (own seed {derive(plan.seed, index)}) failed: "
            f"{type(error).__name__}: {error}"
        ) from error


_stop: Any = None


def _prepare(stop: Any) -> None:
    """A worker looks between games whether to stop."""
    global _stop  # noqa: PLW0603 - the only way to hand an Event to pooled processes
    _stop = stop


def _batch(plan: Plan, indices: range) -> list[Played]:
    return [_attempt(plan, index) for index in indices if not _stop.is_set()]


def _together(plan: Plan, jobs: int) -> Iterator[list[Played]]:
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    batches = (range(at, min(at + BATCH, plan.games)) for at in range(0, plan.games, BATCH))
    with (
        _ctrl_c_sets(stop) as listen,
        ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=(stop,)) as pool,
    ):
        try:
            waiting = {pool.submit(_batch, plan, batch) for batch in islice(batches, 2 * jobs)}
            listen()
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                if not stop.is_set():
                    waiting |= {pool.submit(_batch, plan, batch) for batch in islice(batches, len(done))}
                yield _joined(done)
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    if stop.is_set():
        raise KeyboardInterrupt


@contextmanager
def _ctrl_c_sets(stop: Any) -> Iterator[Callable[[], object]]:
    """Ctrl-C raises a flag from `listen()` on, because an exception in the pool's own locks would leave them shut.

    Before that it is ignored, so that the processes started meanwhile leave it to this one from their first moment.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield lambda: signal.signal(signal.SIGINT, lambda *_: stop.set())
    finally:
        signal.signal(signal.SIGINT, before)


def _joined(done: Iterable[Future[list[Played]]]) -> list[Played]:
    return [game for future in done for game in future.result()]
