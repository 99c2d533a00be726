"""The public calls that are more than a name of the kernel."""

from __future__ import annotations

from quadrilatero.bots import bot
from quadrilatero.kernel import Plain, find_game
from quadrilatero.kernel.armies import army, pickup
from quadrilatero.kernel.game import GameOption
from quadrilatero.kernel.inspection import inspect, propose, reach, snap
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.odds import odds
from quadrilatero.kernel.start import start
from quadrilatero.kernel.worlds import sample


def scenarios(game: str) -> dict[str, dict[str, str]]:
    """The scenarios of a game, the main one first: their ids with the titles in English and Italian."""
    return {scenario.id: scenario.title for scenario in find_game(game).scenarios()}


def options(game: str) -> tuple[GameOption, ...]:
    """The named readings of the rules that a game can be played by."""
    return find_game(game).options


def coverage(game: str) -> Plain:
    """Every rule of a game with the code that enforces it and the passing tests that prove it; the failing tests too.

    Runs the game's tests, which takes a while, unless results of the same source and tests are stored.
    """
    from quadrilatero.kernel.coverage import coverage as measure

    found = measure(game)
    return {**found.plain(), "failed": found.failed}


__all__ = [
    "army",
    "bot",
    "coverage",
    "inspect",
    "load",
    "odds",
    "options",
    "pickup",
    "propose",
    "reach",
    "sample",
    "scenarios",
    "snap",
    "start",
    "verify",
]
