"""Does a test of a rule fail when a function that enforces it is broken? Run `python tests/breakage.py camposanto`.

pytest collects the game's tests once; every function is broken in a fork of that process, which runs the rule's tests.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["QUADRILATERO_BUILD"] = "python"  # what is compiled cannot be changed while it runs

from quadrilatero.kernel.rulebook import citations
from tests.conftest import break_function
from tests.mutation.forks import SURVIVED, Task, meet
from tests.mutation.runner import collect

SECONDS = 60
"""How long a test of a rule may take, in time of the processor: a broken function can make it run for ever."""


class Breakage(NamedTuple):
    """A rule, and a function that enforces it and will do nothing."""

    atom: str
    function: str


class Breaker:
    """A plugin of pytest that breaks functions instead of running the tests."""

    def __init__(self, game: str, breakages: list[Breakage], jobs: int) -> None:
        self.game, self.breakages, self.jobs = game, breakages, jobs
        self.lazy: list[Breakage] = []
        self.tried = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own loop."""
        tests: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for atom in {atom for mark in item.iter_markers("rule") for atom in mark.args}:
                tests.setdefault(atom, []).append(item)

        def task(breakage: Breakage) -> Task:
            return Task(
                lambda: break_function(breakage.function),
                tests.get(f"{self.game}:{breakage.atom}", []),
                lambda item: SECONDS,
            )

        for breakage, verdict in meet(task, self.breakages, self.jobs):
            self.tried += 1
            if verdict.fate == SURVIVED:
                self.lazy.append(breakage)
                print(f"{breakage.atom}: no test of it fails without {breakage.function}", flush=True)
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("atoms", nargs="*", help="only these rules, e.g. 7.1-d")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    asked = parser.parse_args()
    cited = citations(asked.game)
    if unknown := [atom for atom in asked.atoms if atom not in cited]:
        parser.error(f"{asked.game} has no rule {', '.join(unknown)}")
    atoms = asked.atoms or list(cited)
    breakages = [Breakage(atom, function) for atom in atoms for function in cited[atom]]
    breaker = Breaker(asked.game, breakages, asked.jobs)
    ended = collect(breaker, [f"tests/games/{asked.game}"])
    if breaker.tried < len(breakages):
        print(
            f"only {breaker.tried} of {len(breakages)} were tried: do the tests run? (pytest: {ended!r})",
            file=sys.stderr,
        )
        return 2
    print(f"{len(breakages) - len(breaker.lazy)} of {len(breakages)} breakages noticed")
    return 1 if breaker.lazy else 0


if __name__ == "__main__":
    sys.exit(main())
