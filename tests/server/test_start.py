"""A start serves at once, however many games wait, and wakes the computer where it is to move, a few at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from quadrilatero.kernel import start
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.fairness import Asker
from quadrilatero.server.play import rooms
from quadrilatero.server.storage import SeatHolder, TableRecord, open_store, players, tables
from tests.server.support import running, wait_for
from tests.server.test_storage import ANNA, NOW

BOT = SeatHolder(bot="recluta")


def tables_of_anna(database: str, count: int, turn: list[str]) -> None:
    """So many running games against the computer."""
    store = open_store(database)
    store.at_once(players.create, ANNA, NOW)
    match = start.start("camposanto", "learning")
    for number in range(count):
        record = TableRecord(
            id=f"t{number}",
            creator=ANNA.id,
            opponent="bot",
            game="camposanto",
            scenario="learning",
            options=match.header.options,
            pace={"kind": "none"},
            assistance="standard",
            public=True,
            invitation=None,
            status="running",
            seats={"spain": SeatHolder(ANNA), "austria": BOT},
            header=match.header,
            dice=match.dice.plain(),
            version=match.version,
            revision=0,
            turn=turn,
            result=None,
            clock=None,
            offers={"draw": [], "takeback": []},
            since={},
            previous=None,
            rematch=None,
            created=NOW,
            updated=NOW,
        )
        store.at_once(tables.create, record, plain_entries(match.entries))
    store.close()


def test_games_that_wait_for_a_person_are_left_alone(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'a.db'}"
    tables_of_anna(database, 5, ["spain"])
    with running(database) as server, server.player() as anna:
        assert anna.get("/api/tables/t0")["status"] == "running"
        assert list(server.services.rooms._rooms) == ["t0"]


def test_the_server_serves_before_the_computer_is_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Forty games where it is to move: few are in memory at a time, and a visitor is served meanwhile."""
    database = f"sqlite:///{tmp_path / 'b.db'}"
    tables_of_anna(database, 40, ["spain", "austria"])
    gate, asked = threading.Event(), []
    end = time.monotonic() + 60

    async def slow(self: Thinking, asker: Asker, view: Any, level: str) -> Any:
        asked.append(asker)
        await asyncio.to_thread(gate.wait, max(0.0, end - time.monotonic()))
        raise Stop

    class Stop(Exception):
        pass

    monkeypatch.setattr(Thinking, "consider", slow)
    with running(database) as server, server.player() as anna:
        assert anna.get("/api/session") == {"player": None}
        wait_for(lambda: len(asked) > rooms.AT_WORK)
        time.sleep(0.5)
        assert len(asked) == rooms.AT_WORK + 1
        assert len(server.services.rooms._rooms) <= rooms.AT_WORK + 2
        gate.set()
        wait_for(lambda: len(asked) == 40)


def test_the_computer_goes_on_after_a_start(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'c.db'}"
    tables_of_anna(database, 3, ["spain", "austria"])
    with running(database) as server, server.player() as anna:
        wait_for(lambda: all(anna.get(f"/api/tables/t{n}")["turn"] == ["spain"] for n in range(3)))
