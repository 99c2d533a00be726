"""How fast the engine is, as ratios to python-chess in the same run: `make bench`.

One core, one build: plain Python or compiled, as QUADRILATERO_BUILD says; `make bench` measures both. Prints a table
for each game, or for those named (`make bench ARGS=custoza`), and writes it to bench/out/bench-GAME-BUILD.json. Garbage
is looked for as seldom as in the server and in the processes of the laboratory.
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
from quadrilatero.kernel.garbage import spare_garbage_collection
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.play import play

GAMES = ("camposanto", "custoza", "vivaorre", "alaguerre")
ROUNDS = 15
LONG = {"camposanto": 2000, "custoza": 600, "vivaorre": 300, "alaguerre": 300}
"""Answers in the save that is loaded."""
OUT = Path(__file__).parent / "out"

FEW, MANY = 60, 264
"""Counters of the generated armies of Custoza: about as many as in a minor scenario, and all that are printed."""
FORMATION = ("line", "line", "light", "cavalry", "artillery")
IN_A_ROW = 20

Figures = dict[str, Any]
Costs = dict[tuple[str, int], list[float]]
"""Seconds, by what is asked and how many answers and dice lie between the last boundary and the question."""


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


def random_play(game: str, seed: int, games: int = 1) -> int:
    """Random games: list the options, all of them written out, build the acting seat's view, choose, answer."""
    rng = random.Random(seed)
    decisions = 0
    for number in range(games):
        match = q.start(game, seed=seed * 1000 + number)
        while match.ask is not None:
            seat = match.ask.who[0]
            options = list(match.options(seat))
            match.view(seat)
            match.answer(seat, rng.choice(options))
            decisions += 1
    return decisions


def recorded(game: str, seed: int) -> tuple[list[tuple[str, Any]], list[int]]:
    """A random game's answers, and the length of every option list."""
    rng = random.Random(seed)
    match = q.start(game, seed=seed)
    answers: list[tuple[str, Any]] = []
    lengths: list[int] = []
    while match.ask is not None:
        seat = match.ask.who[0]
        options = match.options(seat)
        lengths.append(len(options))
        answers.append((seat, rng.choice(options)))
        match.answer(*answers[-1])
    return answers, lengths


def replay(game: str, seed: int, answers: list[tuple[str, Any]]) -> int:
    """The same game again from its answers: every check and event, no option lists."""
    match = q.start(game, seed=seed)
    for seat, answer in answers:
        match.answer(seat, answer)
    return len(answers)


def along_a_game(game: str, seed: int, each: Callable[[q.Match, random.Random], None]) -> None:
    rng = random.Random(seed)
    match = q.start(game, seed=seed)
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


def clone_times(game: str, seed: int) -> list[float]:
    """A clone at every question of a game."""
    times: list[float] = []
    along_a_game(game, seed, lambda match, _: times.append(microseconds(match.clone)))
    return times


def child_times(game: str, seed: int) -> list[float]:
    """A clone and one answer to it, at every question of a game."""
    times: list[float] = []

    def each(match: q.Match, rng: random.Random) -> None:
        assert match.ask is not None
        seat = match.ask.who[0]
        answer = rng.choice(match.options(seat))
        times.append(microseconds(lambda: match.clone(seed=1).answer(seat, answer), repeat=2))

    along_a_game(game, seed, each)
    return times


def load_time(game: str) -> tuple[int, float]:
    """Loading a long save. Who seldom ends a step plays on for longer than a random game lasts."""
    rng = random.Random(3)
    match = q.start(game, seed=3)
    answered = 0
    while match.ask is not None and answered < LONG[game]:
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


def match_memory(game: str, seed: int) -> int:
    """Bytes that a finished match holds, its log and events included."""
    answers, _ = recorded(game, seed)
    gc.collect()
    tracemalloc.start()
    match = q.start(game, seed=seed)
    for seat, answer in answers:
        match.answer(seat, answer)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert match.result is not None
    return held


def bot_games_a_minute(game: str, level: str = "sergente", games: int = 3) -> float:
    """Games that the laboratory plays between two computer players in a minute of one core."""
    plan = plan_run(game, bots=(level, level), games=games, seed=1)
    count, seconds = timed(lambda: len([play(plan, index) for index in range(games)]))
    return 60 * count / seconds


def best_rates(game: str) -> tuple[dict[str, float], list[int], int]:
    """The best rate of many short batches taken in turn, so that whatever else the machine does counts least."""
    games = [(seed, *recorded(game, seed)) for seed in range(5)]
    works: dict[str, Callable[[int], int]] = {
        "chess": chess_random_play,
        "play": partial(random_play, game),
        "replay": lambda number: replay(game, *games[number % len(games)][:2]),
    }
    rates = dict.fromkeys(works, 0.0)
    for number in range(ROUNDS):
        progress(f"round {number + 1} of {ROUNDS}")
        for name, work in works.items():
            count, seconds = timed(partial(work, number))
            rates[name] = max(rates[name], count / seconds)
    lengths = [length for _, _, each in games for length in each]
    return rates, lengths, len(lengths) // len(games)


def measure(game: str) -> Figures:
    random_play(game, ROUNDS, games=2)  # dice that no round has: what they find is not found again
    rates, lengths, decisions = best_rates(game)
    progress("clones, children, loading, memory")
    clones, children = clone_times(game, 7), child_times(game, 8)
    answered, load_ms = load_time(game)
    progress("computer players")
    figures = {
        "game": game,
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
        "bot_games_per_minute": round(bot_games_a_minute(game), 1),
        "match_kb": round(match_memory(game, 5) / 1024),
        "decisions_per_game": decisions,
        "options_mean": round(statistics.mean(lengths), 1),
        "options_largest": max(lengths),
    }
    if game == "vivaorre":
        progress("a turn of recluta")
        figures["turn_ms"] = round(turn_of_recluta(), 1)
    return figures | grown() if game == "custoza" else figures


def grown() -> Figures:
    """What an answer, a view and a clone cost in a Custoza of many units, as ratios to one of few.

    The two games lead to different fights, and a clone in the midst of one plays it again: so questions of one kind,
    the same number of answers and dice after a boundary, are set beside each other, as many as both games have.
    """
    progress("growth")
    few, many = costs(FEW), costs(MANY)
    return {f"{what}_growth": round(grown_by(few[what], many[what]), 2) for what in few}


def grown_by(few: Costs, many: Costs) -> float:
    """How much more the questions cost that are of a kind in both games."""
    shares = {kind: min(len(few[kind]), len(many[kind])) for kind in few.keys() & many.keys()}
    together = [sum(share * statistics.mean(one[kind]) for kind, share in shares.items()) for one in (few, many)]
    return together[1] / together[0]


def armies(units: int) -> dict[str, Any]:
    """So many counters on a bare field: Formations of five units and their commander, side by side, near the enemy."""
    each = units // 2 // (len(FORMATION) + 1)
    return {
        "map": {},
        "gt": 8,
        "last": {"day": 1, "gt": 12},
        "units": [
            counter
            for side, first, behind in (("italy", 17, 3), ("austria", 11, -3))
            for number in range(each)
            for counter in formation(side, number, first + number // IN_A_ROW * behind)
        ],
    }


def formation(side: str, number: int, row: int) -> list[dict[str, Any]]:
    """Five units in a block of three columns and two rows, the commander with the last."""
    name, column = f"{side}{number}", 10 + 3 * (number % IN_A_ROW)
    hexes = [f"{column + place % 3}{row + place // 3:02}" for place in range(len(FORMATION))]
    counters = [
        {"id": f"{name}.{place}", "side": side, "type": kind, "formation": name, "hex": hex}
        for place, (kind, hex) in enumerate(zip(FORMATION, hexes, strict=True))
    ]
    return [*counters, {"id": f"{name}.c", "side": side, "type": "commander", "formation": name, "hex": hexes[-1]}]


def costs(units: int, answers: int = 200, rounds: int = 5) -> dict[str, Costs]:
    """Seconds of an answer, a view and a clone in the same random game of so many units, by the kind of question.

    Each question is measured in every round, and the quickest counts. A first look, at which every counter is written,
    comes before.
    """
    quickest: dict[str, list[float]] = {"answer": [], "view": [], "clone": []}
    kinds: list[tuple[str, int]] = []
    for _ in range(rounds):
        rng = random.Random(units)
        match = q.start("custoza", position=armies(units), seed=units)
        for seat in match.seats:
            match.view(seat)
        times: dict[str, list[float]] = {what: [] for what in quickest}
        kinds.clear()
        while match.ask is not None and len(kinds) < answers:
            seat = match.ask.who[0]
            kinds.append((match.ask.what, len(match.state()["since"])))
            answer = rng.choice(match.options(seat))
            works: dict[str, Callable[[], object]] = {
                "view": partial(match.view, seat),
                "clone": match.clone,
                "answer": partial(match.answer, seat, answer),
            }
            for what, work in works.items():
                began = time.perf_counter()
                work()
                times[what].append(time.perf_counter() - began)
        for what, found in times.items():
            quickest[what] = list(map(min, quickest[what] or found, found))
    by_kind: dict[str, Costs] = {what: {} for what in quickest}
    for what, found in quickest.items():
        for kind, seconds in zip(kinds, found, strict=True):
            by_kind[what].setdefault(kind, []).append(seconds)
    return by_kind


def lines_of_battle(units: int = 20) -> dict[str, Any]:
    """So many units a side on a bare table of Viva o' rre!, in two lines eight inches from the enemy's; one turn."""
    said = []
    for side, front, behind, facing in (("red", 20000, -3000, 0), ("blue", 28000, 3000, 18000)):
        for number in range(units):
            arm = ("infantry", "infantry", "infantry", "cavalry", "artillery")[number % 5]
            row, place = divmod(number, units // 2)
            at = [6000 + 6600 * place, front + behind * row]
            said.append({"id": f"{side}{number}", "side": side, "arm": arm, "at": at, "facing": facing})
    return {"units": said, "last_turn": 1}


def turn_of_recluta(rounds: int = 7) -> float:
    """Milliseconds of the quickest whole turn of twenty units a side, both played as recluta plays."""
    best = float("inf")
    for seed in range(rounds):
        match, rng = q.start("vivaorre", position=lines_of_battle(), seed=seed), random.Random(seed)
        began = time.process_time()
        while match.ask is not None:
            seat = match.ask.who[0]
            match.answer(seat, match.random_answer(seat, rng))
        best = min(best, time.process_time() - began)
    return best * 1000


GOALS: dict[tuple[str, str], dict[str, float]] = {
    ("camposanto", "python"): {"random_play_ratio": 0.44, "replay_ratio": 1.2, "clone_us_mean": 15, "load_ms": 100},
    ("camposanto", "compiled"): {"random_play_ratio": 0.9, "replay_ratio": 2.4, "clone_us_mean": 7, "load_ms": 60},
    ("custoza", "python"): {"answer_growth": 1.5, "view_growth": 1.5, "clone_growth": 1.5},
    ("custoza", "compiled"): {
        "random_play_ratio": 0.35,
        "replay_ratio": 1.0,
        "answer_growth": 1.5,
        "view_growth": 1.5,
        "clone_growth": 1.5,
    },
    ("vivaorre", "python"): {},
    ("vivaorre", "compiled"): {"random_play_per_s": 2000, "turn_ms": 200},
    ("alaguerre", "python"): {},
    ("alaguerre", "compiled"): {"random_play_per_s": 1500},
}
"""Ratios to the yardstick and answers a second are to reach them, times and growth to stay below."""

ROWS = (
    ("game", "game", ""),
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
    ("a turn of recluta, 20 units a side", "turn_ms", "ms"),
    (f"answer with {MANY} units, times that with {FEW}", "answer_growth", ""),
    (f"view with {MANY} units, times that with {FEW}", "view_growth", ""),
    (f"clone with {MANY} units, times that with {FEW}", "clone_growth", ""),
)


def shown(figure: Any) -> str:
    return figure if isinstance(figure, str) else f"{figure:,}"


def goal(game: str, key: str) -> str:
    wanted = GOALS[game, q.BUILD].get(key)
    return "" if wanted is None else f"(at {'least' if key.endswith(('ratio', '_per_s')) else 'most'} {wanted})"


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}) if hasattr(os, "sched_setaffinity") else None
    OUT.mkdir(exist_ok=True)
    spare_garbage_collection()
    for game in sys.argv[1:] or GAMES:
        if game not in GAMES:
            sys.exit(f"{game} is not measured here; there are {' and '.join(GAMES)}")
        figures = measure(game)
        progress("")
        for label, key, unit in ROWS:
            if key in figures:
                print(f"{label:<44}{shown(figures[key]):>10} {unit:<12}{goal(game, key)}".rstrip())
        (OUT / f"bench-{game}-{q.BUILD}.json").write_text(json.dumps(figures, indent=1) + "\n")
        print(json.dumps(figures), end="\n\n")


if __name__ == "__main__":
    main()
