"""Which code and tests stand behind each rule: read from the sources, by one thread at a time."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from quadrilatero.kernel import games
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.server.lobby import catalogue


def test_sources_are_read_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = 0
    together: list[int] = []

    def slow(game: str) -> dict[str, list[str]]:
        nonlocal reading
        reading += 1
        time.sleep(0.02)
        together.append(reading)
        reading -= 1
        return {id: [] for id in atoms(game)}

    monkeypatch.setattr(catalogue, "citations", slow)
    catalogue._proved.cache_clear()
    try:
        with ThreadPoolExecutor(len(games())) as pool:
            list(pool.map(catalogue.proved, games()))
    finally:
        catalogue._proved.cache_clear()
    assert together == [1] * len(games())
