"""The public calls that are more than a name of the kernel."""

from __future__ import annotations

from quadrilatero.kernel import Scenario, find_game
from quadrilatero.kernel.game import GameOption
from quadrilatero.kernel.loading import load, verify
from quadrilatero.kernel.start import sample, start


def scenarios(game: str) -> list[Scenario]:
    """The scenarios of a game with their titles, the main one first."""
    return find_game(game).scenarios()


def options(game: str) -> tuple[GameOption, ...]:
    """The named readings of the rules that a game can be played by."""
    return find_game(game).options


__all__ = ["load", "options", "sample", "scenarios", "start", "verify"]
