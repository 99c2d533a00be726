"""Whether a game of ten thousand answers stays as quick as a short one: `make bench-long`.

A campaign of 264 units (a game of the tests) is played at random, saved, loaded, and then played on over the socket of
a real server beside one that has only begun, by turns. Figures are CPU time, and ratios of the end to the beginning.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from bench.server import Served, started
from quadrilatero.kernel.loading import load, resume
from quadrilatero.kernel.match import Match
from quadrilatero.kernel.saves import pack, plain_entries
from tests.campaign import play, played
from tests.server.support import Player, Socket
from tests.server.support import play as answer
from tests.toys import FOLDER, VARIABLE, toys_found

OUT = Path(__file__).parent / "out" / "long.json"
BLOCK, BLOCKS = 100, 6
PATIENCE = 120.0
"""Files that players bring are played again and checked."""
NEEDED = {"load_beyond_rules_s": 0.3, "first_message_kb": 300.0, "server_growth": 1.2}


def cpu(work: Callable[[], Any]) -> float:
    """The seconds of CPU that some work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def in_the_kernel(answers: int, folder: Path) -> tuple[dict[str, float], Match]:
    """Answers at the beginning and at the end, a save, and what opening it costs beyond the rules' own work."""
    rng = random.Random(1)
    match = played(0)
    early = cpu(lambda: play(match, 500, rng))
    play(match, answers - 1000, rng)
    late = cpu(lambda: play(match, 500, rng))
    path = folder / "long.json"
    match.save(path)
    header, dice, entries = match.header, match.dice.plain(), plain_entries(match.entries)
    whole = cpu(lambda: resume(header, dice, entries, None))
    opened = min(cpu(lambda: load(path)) for _ in range(3))
    rules = late / 500 * 128  # a checkpoint is at most so many entries back
    return {
        "answer_us": early / 500 * 1e6,
        "kernel_growth": late / early,
        "save_mb": path.stat().st_size / 1e6,
        "replay_whole_s": whole,
        "load_s": opened,
        "load_beyond_rules_s": max(0.0, opened - rules),
    }, match


def on_the_server(match: Match, folder: Path) -> dict[str, float]:
    """A long study and a short one by turns: what an answer, a frame of the replay and a take-back cost."""
    with started("--serve", f"sqlite:///{folder / 'long.db'}") as served, Player(served.address) as player:
        player.http.timeout = PATIENCE
        player.post("/api/session", name="Anna")
        ids = [player.post("/api/studies", save=saved(some))["id"] for some in (played(10), match)]
        spent, first_kb = by_turns(served, player, ids)
        film = spending(served, partial(player.get, f"/api/tables/{ids[-1]}/replay/{match.version // 2}"))
        back = spending(served, partial(player.post, f"/api/tables/{ids[-1]}/takeback", seat="north", offer=True))
    return {
        "server_answer_us": spent[0] * 1e6,
        "server_growth": spent[1] / spent[0],
        "first_message_kb": first_kb,
        "film_s": film,
        "take_back_s": back,
    }


def first_message(socket: Socket) -> float:
    """The kilobytes of all that comes until a seat is shown how its match stands."""
    socket.until_state()
    return sum(map(len, socket.heard)) / 1000


def saved(match: Match) -> Any:
    return msgspec.json.decode(msgspec.json.encode(pack(match)))


def spending(served: Served, work: Callable[[], Any]) -> float:
    """What some work costs the server."""
    begun = served.cpu()
    work()
    return served.cpu() - begun


def by_turns(served: Served, player: Player, ids: list[str]) -> tuple[list[float], float]:
    """Seconds of the server's CPU an answer at each of the tables, and the size of the first message in kB."""
    rng, totals, first = random.Random(2), [0.0] * len(ids), 0.0
    for _ in range(BLOCKS):
        for number, id in enumerate(ids):
            with player.sit(id, "north") as north, player.sit(id, "south") as south:
                first = max(first, first_message(north))
                south.until_state()
                totals[number] += spending(served, partial(answer, {"north": north, "south": south}, rng, BLOCK))
    return [total / (BLOCK * BLOCKS) for total in totals], first


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=10_000, help="how long the game is (default 10000)")
    given = parser.parse_args()
    if given.answers < 1_500:
        parser.error("a long game has 1500 answers at least")
    os.environ[VARIABLE] = str(FOLDER)
    with toys_found(), tempfile.TemporaryDirectory() as place:
        figures, match = in_the_kernel(given.answers, Path(place))
        figures |= on_the_server(match, Path(place))
    for name, value in figures.items():
        limit = f"   at most {NEEDED[name]:g}" if name in NEEDED else ""
        print(f"{name:24}{value:12.3f}{limit}")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(figures, indent=1) + "\n")
    return 0 if all(figures[name] <= most for name, most in NEEDED.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
