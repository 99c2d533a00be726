"""Long games on the server: loaded from checkpoints, told in pages, and playable on when rules or data change."""

from __future__ import annotations

import random
from collections.abc import Generator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, delete

from quadrilatero.kernel import Game, Match
from quadrilatero.kernel.history import EVERY
from quadrilatero.kernel.saves import pack
from quadrilatero.server.play.telling import PAGE
from quadrilatero.server.storage import checkpoints
from quadrilatero.server.storage.schema import BOUNDARIES, CHECKPOINTS
from tests.campaign import campaign_found, played
from tests.server.support import Player, Socket, running

__all__ = ["campaign_found"]
ANSWERS = 1000


@pytest.fixture(name="database")
def a_database(tmp_path: Path, campaign: Game[Any]) -> str:
    return f"sqlite:///{tmp_path / 'long.db'}"


@pytest.fixture(name="given")
def answers_given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats whose answers were played, here or again."""
    given: list[str] = []
    answer = Match.answer

    def counted(self: Match, seat: str, plain: Any) -> None:
        given.append(seat)
        answer(self, seat, plain)

    monkeypatch.setattr(Match, "answer", counted)
    return given


def study(player: Player, answers: int = ANSWERS) -> str:
    """A long game as a study."""
    save = msgspec.json.decode(msgspec.json.encode(pack(played(answers))))
    id: str = player.post("/api/studies", save=save)["id"]
    return id


def sitting(player: Player, id: str) -> Generator[Socket, None, None]:
    """Sockets of whoever is to answer, one after the other."""
    while True:
        with player.sit(id) as socket:
            socket.until_state()
            yield socket


def play_on(player: Player, id: str, answers: int) -> None:
    rng = random.Random(answers)
    sockets = sitting(player, id)
    for _ in range(answers):
        socket = next(sockets)
        assert socket.answer(rng.choice(socket.state["options"]))["t"] == "ack"
    sockets.close()


def stream(player: Player, id: str) -> list[Any]:
    with player.sit(id) as socket:
        socket.until_state()
        return socket.read_back()


def test_the_first_message_holds_the_last_events_and_earlier_ones_are_asked_for(database: str):
    with running(database) as server, server.player("Anna") as anna:
        id = study(anna)
        with anna.sit(id) as socket:
            state = socket.until_state()
            assert (state["anew"], len(state["events"])) == (True, PAGE)
            assert len(socket.heard[0]) < 300_000
            told = [event["text"] for event in socket.read_back()]
            match = server.services.rooms.here()[0].match
            assert told == [{"en": e.text("en"), "it": e.text("it")} for e in match.told(state["seat"])]
            assert socket.ask(t="events", before=0)["events"] == []
            assert [e["n"] for e in socket.ask(t="events", before=10**9, count=3)["events"]] == [
                len(told) - 3,
                len(told) - 2,
                len(told) - 1,
            ]
            assert socket.ask(t="events", before=5, count=201)["code"] == "not_json"


def test_a_room_is_loaded_from_the_last_checkpoint(database: str, given: list[str]):
    with running(database) as server, server.player("Anna") as anna:
        id = study(anna)
        play_on(anna, id, 3)
        before = stream(anna, id)
        name = anna.http.cookies
        with anna.sit(id) as socket:
            view = socket.until_state()["view"]
    with running(database) as server, server.player() as anna:
        anna.http.cookies.update(name)
        given.clear()
        with anna.sit(id) as socket:
            assert socket.until_state()["view"] == view
            assert len(given) <= EVERY
            assert socket.read_back() == before


def test_checkpoints_are_written_with_the_entries_that_lead_there(database: str):
    with running(database) as server, server.player("Anna") as anna:
        id = study(anna, 150)
        there = server.services.store.at_once(checkpoints.numbers, id)
        play_on(anna, id, 110)
        room = server.services.rooms.here()[0]
        numbers = server.services.store.at_once(checkpoints.numbers, id)
        assert len(numbers) > len(there)
        assert room.match.past is not None
        assert max(numbers) == room.match.past.entries


def test_a_take_back_and_a_film_play_a_stretch_only(database: str, given: list[str]):
    with running(database) as server, server.player("Anna") as anna:
        id = study(anna)
        seat = anna.get(f"/api/tables/{id}")["turn"][0]
        given.clear()
        anna.post(f"/api/tables/{id}/takeback", seat=seat, offer=True)
        assert len(given) <= EVERY
        index = anna.get(f"/api/tables/{id}/replay")
        given.clear()
        anna.get(f"/api/tables/{id}/replay/{index['stops'][400]}")
        assert len(given) <= EVERY


def forgotten(connection: Connection) -> None:
    connection.execute(delete(BOUNDARIES))


@pytest.mark.parametrize("forget", [False, True], ids=["stopped", "killed"])
def test_a_table_goes_on_when_its_data_have_changed(
    database: str, campaign: Game[Any], monkeypatch: pytest.MonkeyPatch, forget: bool
):
    """`killed`: nobody had the time to keep the last boundary, so what came since a checkpoint is played again."""
    with running(database) as server, server.player("Anna") as anna:
        id, cookies = study(anna, 300), anna.http.cookies
        play_on(anna, id, 5)
        before, version = stream(anna, id), server.services.rooms.here()[0].match.version
        with anna.sit(id) as socket:
            view = socket.until_state()["view"]
    monkeypatch.setattr(campaign, "data", "mended data", raising=False)
    with running(database) as server, server.player() as anna:
        anna.http.cookies.update(cookies)
        if forget:
            server.services.store.at_once(forgotten)
        with anna.sit(id) as socket:
            state = socket.until_state()
            assert socket.until(lambda message: message["t"] == "notice")["text"]["it"]
            assert (state["view"]["units"], state["view"]["ask"]) == (view["units"], view["ask"])
            told = socket.read_back()
            assert told[: len(before)] == before
            assert told[len(before)]["kind"] == "reopened"
        play_on(anna, id, 4)
        match = server.services.rooms.here()[0].match
        assert (match.first, match.header.data) == (version + 1, "mended data")
        index = anna.get(f"/api/tables/{id}/replay")
        assert index["stops"][0] == index["first"] == version + 1
        assert anna.get(f"/api/tables/{id}/replay/0")["view"]["units"] == view["units"]
        later = stream(anna, id)
    with running(database) as server, server.player() as anna:
        anna.http.cookies.update(cookies)
        assert stream(anna, id) == later
        play_on(anna, id, 2)


def test_what_today_s_rules_have_no_words_for_is_told_as_such(
    database: str, campaign: Game[Any], monkeypatch: pytest.MonkeyPatch
):
    with running(database) as server, server.player("Anna") as anna:
        id, cookies = study(anna, 300), anna.http.cookies
        play_on(anna, id, 1)
    monkeypatch.setattr(campaign, "data", "new data", raising=False)
    sections = campaign.book.sections
    monkeypatch.setitem(sections, "event", {k: v for k, v in sections["event"].items() if k != "tired"})
    with running(database) as server, server.player() as anna:
        anna.http.cookies.update(cookies)
        kinds = {event["kind"] for event in stream(anna, id)}
        assert {"forgotten", "marched", "reopened"} <= kinds
        assert "tired" not in kinds


def test_a_damaged_checkpoint_is_passed_over(database: str, given: list[str]):
    with running(database) as server, server.player("Anna") as anna:
        id, cookies = study(anna, 300), anna.http.cookies
        with anna.sit(id) as socket:
            view = socket.until_state()["view"]
        server.services.store.at_once(spoil, id)
    with running(database) as server, server.player() as anna:
        anna.http.cookies.update(cookies)
        given.clear()
        with anna.sit(id) as socket:
            assert socket.until_state()["view"] == view
        assert len(given) >= 300


def spoil(connection: Connection, table: str) -> None:
    points = checkpoints.of_table(connection, table)
    connection.execute(delete(CHECKPOINTS).where(CHECKPOINTS.c.table_id == table))
    spoilt = [msgspec.structs.replace(point, rolled=point.rolled + 1) for point in points]
    connection.execute(CHECKPOINTS.insert(), checkpoints.rows(table, spoilt))


def test_a_running_game_is_studied_from_its_last_checkpoint(database: str, given: list[str]):
    with running(database) as server, server.player("Anna") as anna:
        id = study(anna)
        frame = anna.get(f"/api/tables/{id}/replay")["stops"][700]
        given.clear()
        branch = anna.post("/api/studies", table=id, frame=frame)["id"]
        assert len(given) <= 2 * EVERY
        play_on(anna, branch, 2)
        assert server.services.store.at_once(checkpoints.numbers, branch)
