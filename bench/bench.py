"""How fast the engine is, as ratios to python-chess in the same run: `make bench`.

One core, one build: plain Python or compiled, as QUADRILATERO_BUILD says; `make bench` measures both. Prints a table
and writes the same figures to bench/out/bench-BUILD.json.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import chess

import quadrilatero as q
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.play import play

GAME = "camposanto"
ROUNDS = 15
OUT = Path(__file__).parent / "out"

Figures = dict[str, Any]


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """What the work counted, and the CPU seconds it took."""
    gc.collect()
    began = time.process_time()
    count = work()
    return count, time.process_time() - began


def chess_random_play(seed: int, games: int = 3) -> int:
    """Random chess games: list the legal moves, choose one, make it."""
    rng = random.Random(seed)
    moves = 0
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over(claim_draw=False) and board.ply() < 400:
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves


def random_play(seed: int, games: int = 1) -> int:
    """Random games: list the options, build the acting seat's view, choose, answer."""
    rng = random.Random(seed)
    decisions = 0
    for number in range(games):
        match = q.start(GAME, seed=seed * 1000 + number)
        while match.ask is not None:
            seat = match.ask.who[0]
            options = match.options(seat)
            match.view(seat)
            match.answer(seat, rng.choice(options))
            decisions += 1
    return decisions


def recorded(seed: int) -> tuple[list[tuple[str, Any]], list[int]]:
    """A random game's answers, and the length of every option list."""
    rng = random.Random(seed)
    match = q.start(GAME, seed=seed)
    answers: list[tuple[str, Any]] = []
    lengths: list[int] = []
    while match.ask is not None:
        seat = match.ask.who[0]
        options = match.options(seat)
        lengths.append(len(options))
        answers.append((seat, rng.choice(options)))
        match.answer(*answers[-1])
    return answers, lengths


def replay(seed: int, answers: list[tuple[str, Any]]) -> int:
    """The same game again from its answers: every check and event, no option lists."""
    match = q.start(GAME, seed=seed)
    for seat, answer in answers:
        match.answer(seat, answer)
    return len(answers)


def along_a_game(seed: int, each: Callable[[q.Match, random.Random], None]) -> None:
    rng = random.Random(seed)
    match = q.start(GAME, seed=seed)
    while match.ask is not None:
        each(match, rng)
        seat = match.ask.who[0]
        match.answer(seat, rng.choice(match.options(seat)))


def microseconds(work: Callable[[], object], repeat: int = 5) -> float:
    """The best of a few batches, per call."""
    best = float("inf")
    for _ in range(4):
        began = time.perf_counter()
        for _ in range(repeat):
            work()
        best = min(best, (time.perf_counter() - began) / repeat)
    return best * 1e6


def clone_times(seed: int) -> list[float]:
    """A clone at every question of a game."""
    times: list[float] = []
    along_a_game(seed, lambda match, _: times.append(microseconds(match.clone)))
    return times


def child_times(seed: int) -> list[float]:
    """A clone and one answer to it, at every question of a game."""
    times: list[float] = []

    def each(match: q.Match, rng: random.Random) -> None:
        assert match.ask is not None
        seat = match.ask.who[0]
        answer = rng.choice(match.options(seat))
        times.append(microseconds(lambda: match.clone(seed=1).answer(seat, answer), repeat=2))

    along_a_game(seed, each)
    return times


def load_time(answers_wanted: int = 2000) -> tuple[int, float]:
    """Loading a long save. Who seldom ends a step plays on for longer than a random game lasts."""
    rng = random.Random(3)
    match = q.start(GAME, seed=3)
    answered = 0
    while match.ask is not None and answered < answers_wanted:
        seat = match.ask.who[0]
        options = match.options(seat)
        busy = [option for option in options if option["do"] != "done"]
        match.answer(seat, rng.choice(busy if busy and rng.random() < 0.99 else options))
        answered += 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.json"
        match.save(path)
        best = min(timed(lambda: bool(q.load(path)))[1] for _ in range(5))
    return answered, best * 1000


def match_memory(seed: int) -> int:
    """Bytes that a finished match holds, its log and events included."""
    answers, _ = recorded(seed)
    gc.collect()
    tracemalloc.start()
    match = q.start(GAME, seed=seed)
    for seat, answer in answers:
        match.answer(seat, answer)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert match.result is not None
    return held


def bot_games_a_minute(level: str = "sergente", games: int = 3) -> float:
    """Games that the laboratory plays between two computer players in a minute of one core."""
    plan = plan_run(GAME, bots=(level, level), games=games, seed=1)
    count, seconds = timed(lambda: len([play(plan, index) for index in range(games)]))
    return 60 * count / seconds


def best_rates() -> tuple[dict[str, float], list[int], int]:
    """The best rate of many short batches taken in turn, so that whatever else the machine does counts least."""
    games = [(seed, *recorded(seed)) for seed in range(5)]
    works: dict[str, Callable[[int], int]] = {
        "chess": chess_random_play,
        "play": random_play,
        "replay": lambda number: replay(*games[number % len(games)][:2]),
    }
    rates = dict.fromkeys(works, 0.0)
    for number in range(ROUNDS):
        progress(f"round {number + 1} of {ROUNDS}")
        for name, work in works.items():
            count, seconds = timed(partial(work, number))
            rates[name] = max(rates[name], count / seconds)
    lengths = [length for _, _, each in games for length in each]
    return rates, lengths, len(lengths) // len(games)


def measure() -> Figures:
    random_play(0, games=2)
    rates, lengths, decisions = best_rates()
    progress("clones, children, loading, memory")
    clones, children = clone_times(7), child_times(8)
    answered, load_ms = load_time()
    progress("computer players")
    return {
        "build": q.BUILD,
        "python": platform.python_version(),
        "chess_moves_per_s": round(rates["chess"]),
        "random_play_per_s": round(rates["play"]),
        "random_play_ratio": round(rates["play"] / rates["chess"], 2),
        "replay_per_s": round(rates["replay"]),
        "replay_ratio": round(rates["replay"] / rates["chess"], 2),
        "clone_us_mean": round(statistics.mean(clones), 1),
        "clone_us_max": round(max(clones), 1),
        "child_us_mean": round(statistics.mean(children), 1),
        "load_answers": answered,
        "load_ms": round(load_ms, 1),
        "bot_games_per_minute": round(bot_games_a_minute(), 1),
        "match_kb": round(match_memory(5) / 1024),
        "decisions_per_game": decisions,
        "options_mean": round(statistics.mean(lengths), 1),
        "options_largest": max(lengths),
    }


GOALS = {
    "python": {"random_play_ratio": 0.44, "replay_ratio": 1.2, "clone_us_mean": 15, "load_ms": 100},
    "compiled": {"random_play_ratio": 0.9, "replay_ratio": 2.4, "clone_us_mean": 7, "load_ms": 60},
}
"""Ratios are to reach them, times to stay below."""

ROWS = (
    ("build", "build", ""),
    ("python-chess random play (yardstick)", "chess_moves_per_s", "moves/s"),
    ("random play with options and view", "random_play_per_s", "decisions/s"),
    ("  ratio to the yardstick", "random_play_ratio", ""),
    ("replay: events, no options", "replay_per_s", "answers/s"),
    ("  ratio to the yardstick", "replay_ratio", ""),
    ("clone, mean", "clone_us_mean", "µs"),
    ("clone, slowest question", "clone_us_max", "µs"),
    ("child: clone and one answer, mean", "child_us_mean", "µs"),
    ("answers in the save that is loaded", "load_answers", ""),
    ("loading it", "load_ms", "ms"),
    ("games of sergente against himself", "bot_games_per_minute", "a minute of CPU"),
    ("memory of a finished match", "match_kb", "kB"),
    ("decisions per random game", "decisions_per_game", ""),
    ("options listed, mean", "options_mean", ""),
    ("options listed, most", "options_largest", ""),
)


def shown(figure: Any) -> str:
    return figure if isinstance(figure, str) else f"{figure:,}"


def goal(key: str) -> str:
    wanted = GOALS[q.BUILD].get(key)
    return "" if wanted is None else f"(at {'least' if key.endswith('ratio') else 'most'} {wanted})"


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}) if hasattr(os, "sched_setaffinity") else None
    figures = measure()
    progress("")
    for label, key, unit in ROWS:
        print(f"{label:<44}{shown(figures[key]):>10} {unit:<12}{goal(key)}".rstrip())
    OUT.mkdir(exist_ok=True)
    (OUT / f"bench-{q.BUILD}.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
