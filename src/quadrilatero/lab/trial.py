"""A few games of a plan in a process of its own, told one by one: what changed data do to a scenario.

`python -m quadrilatero.lab.trial` reads what to play from its input; the data are those that the environment names.
"""

from __future__ import annotations

import os
import sys

import msgspec

from quadrilatero.datapacks import BadData
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.play import Failed, attempt
from quadrilatero.lab.words import Trouble

PATIENT = 10
"""Whoever plays at a server comes first."""


class Trial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many games of a scenario, the same level on every side."""

    game: str
    scenario: str
    level: str
    games: int
    seed: int


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of what is told: how a game ended, or why none can be played."""

    winner: str | None = None
    decisions: int = 0
    fault: str = ""


def main() -> None:
    """Play, and tell each game as it ends."""
    os.nice(PATIENT)
    trial = msgspec.json.decode(sys.stdin.buffer.read(), type=Trial)
    try:
        sides = 2
        plan = plan_run(trial.game, trial.scenario, [trial.level] * sides, trial.games, trial.seed)
        for index in range(trial.games):
            played = attempt(plan, index)
            if isinstance(played, Failed):
                raise RuntimeError(played.error)
            _tell(Told(played.winner, played.decisions))
    except (BadData, Trouble, ValueError, RuntimeError) as error:
        _tell(Told(fault=str(error)))


def _tell(told: Told) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
