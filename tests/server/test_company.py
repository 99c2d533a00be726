"""People at a table: who is there, what they offer each other and decline, and whether they play again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from quadrilatero.server.play import presence
from quadrilatero.server.storage.migrations import STEPS, upgrade
from quadrilatero.server.storage.store import open_engine
from tests.server.support import Clock, Server, Socket, play, running, two_players, wait_for
from tests.server.test_coach import metric

Plain = dict[str, Any]


def presences(socket: Socket) -> Plain:
    found: Plain = socket.until(lambda message: message["t"] == "presence")["players"]
    return found


def notice(socket: Socket) -> Plain:
    found: Plain = socket.until(lambda message: message["t"] == "notice")["text"]
    return found


# -- who is there --------------------------------------------------------------------------------------------------


def test_each_sees_who_comes_and_who_goes(tmp_path: Path):
    clock = Clock()
    settings: Plain = {"presence_grace": 0.05, "now": clock}
    with running(f"sqlite:///{tmp_path / 'p.db'}", **settings) as server, two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain:
            assert presences(spain) == {anna.id: None, bela.id: presence.NEVER}
            assert presences(spain) == {anna.id: None}
            with bela.sit(table["id"]) as austria:
                assert presences(austria) == {anna.id: None, bela.id: None}
                assert presences(spain) == {bela.id: None}
            wait_for(lambda: metric(server, "quadrilatero_sockets") == 1)
            left = clock.at
            clock.at += 60
            assert presences(spain) == {bela.id: left}
        wait_for(lambda: metric(server, "quadrilatero_sockets") == 0)
        clock.at += 60
        with bela.sit(table["id"]) as austria:
            # Her leaving may still be on its way to the database: then it is told a moment later.
            austria.until(lambda said: said["t"] == "presence" and said["players"].get(anna.id) == left + 60)


def test_a_page_that_is_loaded_again_is_not_away(tmp_path: Path):
    settings: Plain = {"presence_grace": 0.3}
    with running(f"sqlite:///{tmp_path / 'p.db'}", **settings) as server, two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain:
            presences(spain), presences(spain)
            bela.sit(table["id"]).close()
            assert presences(spain) == {bela.id: None}
            with bela.sit(table["id"]):
                assert presences(spain) == {bela.id: None}
            assert list(presences(spain)) == [bela.id]


def test_nobody_waits_for_anybody_alone_and_those_who_watch_are_not_told_of(server: Server):
    with server.player("Anna") as anna, two_players(server, public=True) as (table, host, _), server.player() as eye:
        alone = anna.table(opponent={"kind": "same_screen"})
        with anna.sit(alone["id"]) as socket:
            assert presences(socket) == {}
        with host.sit(table["id"]) as socket, eye.sit(table["id"]) as watching:
            presences(socket)
            assert len(presences(watching)) == 2
            assert presences(socket) == {host.id: None}
            assert socket.ask(t="chat", text="?", to="all")["t"] == "ack"
            assert not [line for line in socket.heard if b'"presence"' in line][2:]


class _Deaf:
    """A room of another process, as far as who is there goes."""

    def __init__(self, room: Any) -> None:
        self.record = room.record
        self.connections: set[Any] = set()
        self.elsewhere: dict[str, float | None] = {}
        self.said: list[Plain] = []
        self.passed: list[Plain] = []

    def pass_on(self, message: Plain) -> None:
        self.passed.append(message)

    def tell_others(self, message: Plain) -> None:
        self.said.append(message)


def test_processes_learn_of_each_others_sockets_and_then_are_silent(server: Server):
    """Two processes, of which one knows Anna's socket and the other Béla's."""
    with two_players(server) as (table, anna, bela), anna.sit(table["id"]) as socket, bela.sit(table["id"]) as other:
        socket.until_state(), other.until_state()
        room = server.services.rooms.here()[0]
        with_anna, with_bela = _Deaf(room), _Deaf(room)
        with_anna.connections = {c for c in room.connections if c.player and c.player.id == anna.id}
        with_bela.connections = room.connections - with_anna.connections
        a: Any = with_anna
        b: Any = with_bela
        presence.hear(b, {anna.id: None})
        assert with_bela.said == [{"t": "presence", "players": {bela.id: None}}]
        presence.hear(a, {bela.id: None})
        assert with_anna.said == [{"t": "presence", "players": {anna.id: None}}]
        presence.hear(b, {anna.id: None})
        assert len(with_bela.said) == 1
        # Béla shuts a second page, at Anna's process: he is still there, and it is told so.
        presence.hear(b, {bela.id: 5.0})
        assert with_bela.passed[-1] == {"t": "presence", "players": {bela.id: None}}
        assert with_bela.said[-1] == {"t": "presence", "players": {bela.id: None}}


# -- offers ----------------------------------------------------------------------------------------------------------


def test_a_draw_is_declined_and_who_offered_is_told(server: Server):
    with two_players(server) as (table, anna, bela), anna.sit(table["id"]) as spain:
        path = f"/api/tables/{table['id']}/draw"
        assert anna.post(path, seat="spain", offer=True)["offers"]["draw"] == ["spain"]
        after = bela.post(path, seat="austria", offer=False)
        assert (after["offers"]["draw"], after["status"]) == ([], "running")
        assert notice(spain) == {"en": "Béla declines the draw.", "it": "Béla rifiuta la patta."}
        anna.post(path, seat="spain", offer=True)
        anna.post(path, seat="spain", offer=False)
        spain.follow(anna.get(f"/api/tables/{table['id']}")["revision"])
        assert spain.ask(t="chat", text="?", to="all")["t"] == "ack"
        assert sum(b'"notice"' in message for message in spain.heard) == 1, "to withdraw is not to decline"


def test_an_offer_of_a_draw_lapses_when_the_other_has_played_on(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            austria.until_state()
            anna.post(f"{path}/draw", seat="spain", offer=True)
            assert spain.answer(spain.state["options"][0])["t"] == "ack"
            assert anna.get(path)["offers"]["draw"] == ["spain"], "one's own answer takes nothing back"
            austria.follow(anna.get(path)["revision"])
            assert austria.answer(austria.state["options"][0])["t"] == "ack"
            mine = "austria" in anna.get(path)["turn"]
            assert anna.get(path)["offers"]["draw"] == (["spain"] if mine else [])
            for seed in range(40):
                if not anna.get(path)["offers"]["draw"]:
                    break
                play({"spain": spain, "austria": austria}, random.Random(seed), 1)
            assert anna.get(path)["offers"]["draw"] == []


def test_a_take_back_is_declined(server: Server):
    with two_players(server) as (table, anna, bela), anna.sit(table["id"]) as spain:
        spain.until_state()
        version = spain.answer(spain.state["options"][0])["version"]
        path = f"/api/tables/{table['id']}/takeback"
        anna.post(path, seat="spain", offer=True)
        assert bela.post(path, seat="austria", offer=False)["offers"]["takeback"] == []
        assert notice(spain)["en"] == "Béla does not agree to the take-back."
        assert spain.state["version"] == version


# -- again -------------------------------------------------------------------------------------------------------------


def test_a_rematch_is_seen_by_the_other_who_declines_it(server: Server):
    with two_players(server) as (table, anna, bela), bela.sit(table["id"]) as austria:
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/resign", seat="spain")
        again = anna.post(f"{path}/rematch")
        austria.until_state(lambda state: state["table"]["offers"]["rematch"] == ["spain"])
        with anna.sit(again["id"]) as waiting:
            waiting.until_state()
            assert bela.post(f"{path}/rematch/decline")["rematch"] is None
            assert notice(waiting)["en"] == "Béla declines the rematch."
            assert waiting.state["table"]["result"]["reason"] == "cancelled"
        assert anna.get(path)["offers"]["rematch"] == []
        assert bela.post(f"{path}/rematch")["id"] != again["id"], "asked for anew, by the other"


def test_a_rematch_is_withdrawn_with_its_table_and_not_declined_once_it_is_played(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/resign", seat="spain")
        again = anna.post(f"{path}/rematch")
        anna.post(f"/api/tables/{again['id']}/resign", seat="austria")
        assert (anna.get(path)["rematch"], anna.get(path)["offers"]["rematch"]) == (None, [])
        anna.post(f"{path}/rematch")
        bela.post(f"{path}/rematch")
        assert anna.get(path)["offers"]["rematch"] == []
        assert bela.refused(f"{path}/rematch/decline") == "too_late"


# -- studies -----------------------------------------------------------------------------------------------------------


def test_a_study_is_called_after_game_and_moment_until_it_gets_a_title(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(1), 4)
        fresh = anna.post("/api/studies", game="camposanto", scenario="learning")
        assert fresh["title"] == table["title"]
        study = anna.post("/api/studies", table=table["id"], seat="spain")
        for language in ("en", "it"):
            assert study["title"][language].startswith(f"{table['title'][language]}. ")
        path = f"/api/studies/{study['id']}/title"
        named = anna.http.put(path, json={"title": "  What if   Montemar waits? "}).json()
        assert named["title"] == dict.fromkeys(("en", "it"), "What if Montemar waits?")
        assert anna.get(f"/api/tables/{study['id']}")["title"] == named["title"]
        for bad in ("", "   ", "x" * 81, "a\u202eb"):
            assert anna.http.put(path, json={"title": bad}).json()["error"]["code"] == "bad_title"
        assert bela.http.put(path, json={"title": "mine"}).status_code == 404
        assert anna.http.put(f"/api/studies/{table['id']}/title", json={"title": "no"}).status_code == 404


def test_a_title_outlasts_the_server_and_an_older_database_gets_the_column(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 's.db'}"
    engine = open_engine(database)
    upgrade(engine, STEPS[:4])
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE tables DROP COLUMN title"))
    upgrade(engine)
    assert "title" in [column["name"] for column in inspect(engine).get_columns("tables")]
    engine.dispose()
    with running(database) as server, server.player("Anna") as anna:
        study = anna.post("/api/studies", game="camposanto", scenario="learning")
        anna.http.put(f"/api/studies/{study['id']}/title", json={"title": "Left wing first"})
        cookies = anna.http.cookies
    with running(database) as server, server.player() as anna:
        anna.http.cookies = cookies
        assert anna.get(f"/api/tables/{study['id']}")["title"]["it"] == "Left wing first"
