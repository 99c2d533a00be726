"""Small games for tests, found by the product in every process where QUADRILATERO_GAMES names this folder."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from quadrilatero.kernel.game import find_game

FOLDER = Path(__file__).parent
VARIABLE = "QUADRILATERO_GAMES"


@contextmanager
def toys_found() -> Iterator[None]:
    """The toys are games like any other, here and in processes that are started meanwhile."""
    places = importlib.import_module("quadrilatero.games").__path__
    if str(FOLDER) in places:
        yield
        return
    places.append(str(FOLDER))
    find_game.cache_clear()
    try:
        with mock.patch.dict(os.environ, {VARIABLE: str(FOLDER)}):
            yield
    finally:
        places.remove(str(FOLDER))
        find_game.cache_clear()


@pytest.fixture(name="toys")
def find_toys() -> Iterator[None]:
    """For the time of a test."""
    with toys_found():
        yield
