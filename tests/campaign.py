"""Long games for tests and measurements: the campaign toy, found in every process, and matches of any length."""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel import game as kernel_game

TOYS = Path(__file__).with_name("toys")
INSTALLED = importlib.import_module("quadrilatero.games")


def install() -> None:
    """Let this process and those it starts find the toys."""
    os.environ["QUADRILATERO_GAMES"] = str(TOYS)
    if str(TOYS) not in INSTALLED.__path__:
        INSTALLED.__path__.append(str(TOYS))
    kernel_game.find_game.cache_clear()


@pytest.fixture(name="campaign")
def campaign_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[kernel_game.Game[Any]]:
    """The campaign toy, to be found by its name."""
    monkeypatch.setenv("QUADRILATERO_GAMES", str(TOYS))
    monkeypatch.setattr(INSTALLED, "__path__", [*INSTALLED.__path__, str(TOYS)])
    kernel_game.find_game.cache_clear()
    yield kernel_game.find_game("campaign")
    kernel_game.find_game.cache_clear()


def play(match: q.Match, answers: int, rng: random.Random) -> q.Match:
    """Go on with so many answers at random."""
    for _ in range(answers):
        (seat,) = match.ask.who
        match.answer(seat, rng.choice(match.options(seat)))
    return match


def played(answers: int, seed: int = 1) -> q.Match:
    """A campaign after so many answers."""
    return play(q.start("campaign", seed=seed), answers, random.Random(seed))
