"""Bad input over sockets harms nobody, and a seat hears nothing of what another seals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.server.play.backlog import Backlog, Backlogs
from quadrilatero.server.play.room import Connection
from quadrilatero.server.settings import Settings
from tests.server.socketfuzz import besiege
from tests.server.support import Clock, Server, Socket, play, running, two_players


def test_a_siege_harms_nobody(database: str):
    done = besiege(database, 12.0, 5)
    assert done["messages"] > 50
    assert done["honest answers"] > 5


def world(folder: Path, monkeypatch: pytest.MonkeyPatch, choice: int) -> Iterator[list[bytes]]:
    """What Austria hears where Spain seals that one of its possible orders, withdraws it, and seals the next."""
    numbers = iter(range(10**6))
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("secrets.token_urlsafe", lambda n=32: f"{next(numbers):0{n}d}")
        patch.setattr("secrets.token_bytes", bytes)
        with running(f"sqlite:///{folder / 'w.db'}", now=Clock()) as server, two_players(server) as (table, anna, bela):
            with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
                spain.until_state()
                austria.until_state()
                before = len(acts_heard(austria))
                orders = spain.state["options"]
                for number, order in enumerate((orders[choice], orders[choice + 1])):
                    version = spain.answer(order, id=f"a{number}")["version"]
                    spain.catch_up(version)
                    austria.catch_up(version)
                    if number == 0:
                        undone = spain.ask(t="undo", id="u", seat="spain", version=version)["version"]
                        spain.catch_up(undone)
                        austria.catch_up(undone)
                replies = [
                    austria.ask(t="why", id=f"w{number}", seat="austria", answer=answer)
                    for number, answer in enumerate((orders[choice], {"do": "done"}, None))
                ][1:]
                heard = acts_heard(austria)
                yield [*heard[before : before + 3], *map(msgspec.json.encode, replies)]
                assert len(heard) - before == 3 + 3, "more was sent than one state for each act"


def acts_heard(socket: Socket) -> list[bytes]:
    """What a socket was sent, but for who is there."""
    return [message for message in socket.heard if b'"t":"presence"' not in message]


def test_a_seat_hears_the_same_whatever_the_other_seals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (one,) = world(tmp_path / "one", monkeypatch, 3)
    (other,) = world(tmp_path / "other", monkeypatch, 9)
    assert one == other
    assert all(b'"t":"state"' in message for message in one[:3])


# -- limits --------------------------------------------------------------------------------------------------------


def test_limits_are_told_clearly(tmp_path: Path):
    limits: dict[str, Any] = {"messages_per_second": 0.01, "messages_at_once": 2, "tables_per_player": 1}
    with running(f"sqlite:///{tmp_path / 'l.db'}", **limits) as server, two_players(server) as (table, anna, _):
        assert anna.refused("/api/tables", game="camposanto", scenario="learning", opponent={"kind": "open"}) == (
            "too_many_tables"
        )
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            replies = [spain.ask(t="chat", text="x") for _ in range(3)]
            assert [reply["t"] for reply in replies] == ["ack", "ack", "error"]
            assert (replies[2]["code"], "wait" in replies[2]["text"]["en"]) == ("too_fast", True)


def test_a_reader_that_stops_is_cut_off_and_others_are_not(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            room = server.services.rooms._rooms[table["id"]]
            slow = Connection(None, None, Backlog(Backlogs(Settings("sqlite://", outgoing=3))))
            room.connections.add(slow)
            play({"spain": spain, "austria": austria}, random.Random(1), 8)
            assert slow.closing.is_set()
            room.connections.discard(slow)
