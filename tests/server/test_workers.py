"""Several processes on one PostgreSQL: players on different ones play, talk and keep their secrets all the same."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from quadrilatero.server.play import rooms
from quadrilatero.server.play.fetching import Fetched, fetch
from quadrilatero.server.storage import Store, chat, open_store, tables
from tests.server.postgres import Postgres
from tests.server.support import Plain, Player, Server, Socket, play, running, wait_for
from tests.server.test_kill import hammer, process

Two = tuple[Server, Server]


@pytest.fixture
def two(postgres: Postgres) -> Iterator[Two]:
    """Two servers that share a database and know of each other by it alone."""
    database = postgres.new_database()
    with running(database) as one, running(database) as other:
        yield one, other


@contextlib.contextmanager
def apart(two: Two, **table: object) -> Iterator[tuple[str, Player, Player]]:
    """A table at which Anna sits on one server and Béla on the other."""
    one, other = two
    with one.player("Anna") as anna, other.player("Béla") as bela:
        id = anna.table(**table)["id"]
        anna.get(f"/api/tables/{id}")
        bela.post(f"/api/tables/{id}/join")
        wait_for(lambda: anna.get(f"/api/tables/{id}")["status"] == "running")
        yield id, anna, bela


def test_one_of_them_leads(two: Two):
    one, other = two
    assert [one.services.relay.leads, other.services.relay.leads] == [True, False]


def test_a_game_goes_on_across_processes(two: Two):
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        assert play({"spain": spain, "austria": austria}, random.Random(3)) > 50
        assert spain.state["table"]["status"] == austria.state["table"]["status"] == "over"
        assert spain.state["version"] == austria.state["version"]
        assert [event["text"] for event in spain.events] == [event["text"] for event in austria.events]


def test_what_is_played_elsewhere_is_played_on_the_match_at_hand(two: Two):
    one, _ = two
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        spain.until_state()
        room = one.app.state.services.rooms._rooms[id]
        before = room.match
        play({"spain": spain, "austria": austria}, random.Random(4), 12)
        assert room.match is before


def test_undo_and_taking_back_reach_the_other_process(two: Two):
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        play({"spain": spain, "austria": austria}, random.Random(5), 15)
        version = max(spain.state["version"], austria.state["version"])
        spain.catch_up(version)
        austria.catch_up(version)
        bela.post(f"/api/tables/{id}/takeback", seat="austria", offer=True)
        offered = spain.until_state(lambda state: state["table"]["offers"]["takeback"])
        assert offered["table"]["offers"]["takeback"] == ["austria"]
        anna.post(f"/api/tables/{id}/takeback", seat="spain", offer=True)
        taken = austria.until_state(lambda state: state["version"] > version)
        notice = austria.until(lambda message: message["t"] == "notice")
        assert "austr" in notice["text"]["en"].casefold()
        spain.catch_up(taken["version"])
        assert spain.state["view"]["units"] == austria.state["view"]["units"]
        play({"spain": spain, "austria": austria}, random.Random(6), 5)


def test_chat_arrives_once(two: Two):
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        austria.until_state()
        for text in ("Buongiorno", "Servus"):
            assert spain.ask(t="chat", text=text)["t"] == "ack"
            said = austria.until(lambda message: message["t"] == "chat")
            assert (said["text"], said["player"]["name"]) == (text, "Anna")
        assert austria.ask(t="chat", text="Grüß Gott")["t"] == "ack"
        assert spain.until(lambda message: message["t"] == "chat" and message["n"] == 2)["text"] == "Grüß Gott"
        assert spain.ask(t="chat", text="Adieu")["t"] == "ack"
        texts = re.findall(rb'"t":"chat","n":(\d)', b"".join(spain.heard))
        assert sorted(texts) == sorted(set(texts))


def test_sealed_orders_stay_sealed(two: Two):
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        state = spain.until_state(lambda state: state["options"])
        assert state["question"]["what"] == "orders"
        austria.until_state()
        heard = len(austria.heard)
        choice = state["options"][-1]
        assert spain.answer(choice)["t"] == "ack"
        austria.until_state(lambda state: state["view"]["ask"]["who"] == ["austria"])
        for message in austria.heard[heard:]:
            assert b'"seal"' not in message
        assert "since" not in austria.state["view"]
        assert austria.state["events"] == []
        assert spain.until_state(lambda state: "since" in state["view"])["view"]["since"]["answers"] == [
            {"seat": "spain", "answer": choice}
        ]


def test_both_answer_at_once_and_neither_is_refused(two: Two):
    """Sealed answers of both sides arrive at two processes together: one of them meets a conflict and tries again."""
    for seed in range(4):
        with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
            rng = random.Random(seed)
            replies: list[Plain] = []

            def seal(socket: Socket, choice: object, replies: list[Plain] = replies) -> None:
                replies.append(socket.answer(choice))

            threads = []
            for socket in (spain, austria):
                state = socket.until_state(lambda state: state["options"])
                threads.append(threading.Thread(target=seal, args=(socket, rng.choice(state["options"]))))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [reply["t"] for reply in replies] == ["ack", "ack"]
            for socket in (spain, austria):
                socket.catch_up(max(reply["version"] for reply in replies))
            play({"spain": spain, "austria": austria}, rng, 3)


def test_the_same_message_to_another_process_is_answered_as_before(two: Two):
    one, other = two
    with apart(two) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
        state = spain.until_state(lambda state: state["options"])
        message = {"t": "answer", "id": "m1", "version": state["version"], "seat": "spain"}
        first = spain.ask(**message, answer=state["options"][0])
        assert first["t"] == "ack"
        austria.until_state(lambda state: state["version"] == first["version"])
        with Player(other.address) as again:
            again.http.cookies = anna.http.cookies
            with again.sit(id) as socket:
                socket.until_state()
                assert socket.ask(**message, answer=state["options"][0]) == first
                line = {"t": "chat", "id": "m2", "text": "Ciao"}
                assert spain.ask(**line) == socket.ask(**line)
    store = one.services.store
    assert len(store.at_once(chat.lines, id, [], 10)) == 1


def test_the_computer_answers_whichever_process_is_asked(two: Two):
    _, other = two
    with other.player("Carla") as carla:
        id = carla.table(opponent={"kind": "bot", "level": "recluta"})["id"]
        with carla.sit(id) as spain:
            spain.until_state()
            assert play({"spain": spain}, random.Random(1), 5) == 5
    assert id not in {room.record.id for room, _ in other.services.opponents._tasks}


def test_the_computer_begins_wherever_the_table_is_set_up(two: Two):
    _, other = two
    with other.player("Carla") as carla:
        id = carla.table(opponent={"kind": "bot", "level": "recluta"})["id"]
        wait_for(lambda: carla.get(f"/api/tables/{id}")["turn"] == ["spain"])


def test_what_happens_while_a_match_is_loaded_is_not_missed(two: Two, monkeypatch: pytest.MonkeyPatch):
    read, go_on = threading.Event(), threading.Event()

    async def slowly(store: Store, id: str) -> Fetched:
        found = await fetch(store, id)
        read.set()
        await asyncio.to_thread(go_on.wait, 10)
        return found

    one, other = two
    with one.player("Anna") as anna, other.player("Béla") as bela:
        id = anna.table(public=True)["id"]
        with anna.sit(id) as spain:
            spain.until_state()
            monkeypatch.setattr(rooms, "fetch", slowly)
            loading = threading.Thread(target=bela.get, args=(f"/api/tables/{id}",))
            loading.start()
            assert read.wait(10)
            anna.post(f"/api/tables/{id}/resign", seat="spain")
            time.sleep(0.3)  # the signal arrives before the match does
            go_on.set()
            loading.join()
        wait_for(lambda: bela.get(f"/api/tables/{id}")["status"] == "over")


def test_a_process_that_fails_to_catch_up_listens_again(postgres: Postgres):
    database = postgres.new_database()
    with running(database) as one, running(database) as other:
        relay = other.services.relay
        missed, failed = relay._missed, threading.Event()

        async def fails_once() -> None:
            if not failed.is_set():
                failed.set()
                raise RuntimeError
            await missed()

        relay._missed = fails_once
        with apart((one, other)) as (id, anna, bela), anna.sit(id) as spain, bela.sit(id) as austria:
            for socket in (spain, austria):
                socket.until_state()
            with psycopg.connect(database, autocommit=True) as connection:
                listening = b"datname = current_database() AND query ~ '^(LISTEN|SELECT 1$|SELECT pg_try)'"
                connection.execute(b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + listening)
            assert failed.wait(10)
            play({"spain": spain, "austria": austria}, random.Random(7), 12)


def test_another_leads_when_the_leader_goes(postgres: Postgres):
    database = postgres.new_database()
    with running(database) as one:
        assert one.services.relay.leads
        with running(database) as other:
            assert not other.services.relay.leads
            task = one.services.relay._task
            assert task is not None
            task.get_loop().call_soon_threadsafe(task.cancel)
            wait_for(lambda: other.services.relay.leads)


# -- `quadrilatero serve --workers` -----------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that serve: children that listen, not the helpers of multiprocessing."""
    found: list[int] = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def test_killing_a_worker_loses_nothing_acknowledged(postgres: Postgres):
    database = postgres.new_database()
    with process(database, "--workers", "2") as (served, address), Player(address) as anna, Player(address) as bela:
        anna.post("/api/session", name="Anna")
        bela.post("/api/session", name="Béla")
        table = anna.table(scenario="battle")["id"]
        bela.post(f"/api/tables/{table}/join")
        acknowledged: list[int] = []
        for seed, victim in enumerate(children(served.pid)):
            stop, enough = threading.Event(), len(acknowledged) + 20
            sockets = [anna.sit(table), bela.sit(table)]
            threads = [
                threading.Thread(target=hammer, args=(socket, acknowledged, stop, 2 * seed + number))
                for number, socket in enumerate(sockets)
            ]
            for thread in threads:
                thread.start()
            while len(acknowledged) < enough and any(thread.is_alive() for thread in threads):
                threads[0].join(0.01)
            os.kill(victim, signal.SIGKILL)
            stop.set()
            for socket in sockets:
                with contextlib.suppress(Exception):
                    socket.close()
            for thread in threads:
                thread.join()
            while len(now := children(served.pid)) != 2 or victim in now:
                time.sleep(0.05)
        assert len(acknowledged) >= 40
        served.send_signal(signal.SIGTERM)
        assert served.wait(20) == 0
    store = open_store(database)
    record = store.at_once(tables.find, table)
    assert record is not None
    assert record.version == len(store.at_once(tables.entries, table)) >= max(acknowledged)
    store.close()


def test_several_processes_need_postgresql(tmp_path: Path):
    command = [sys.executable, "-m", "quadrilatero", "serve", "--workers", "2", "--lang", "en"]
    command += ["--db", f"sqlite:///{tmp_path / 'a.db'}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "need PostgreSQL" in done.stderr


def test_sockets_are_closed_in_order_when_all_stop(postgres: Postgres):
    with process(postgres.new_database(), "--workers", "2") as (served, address), Player(address) as anna:
        anna.post("/api/session", name="Anna")
        with anna.sit(anna.table()["id"]) as socket:
            socket.until_state()
            served.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed):
                socket.until(lambda _: False)
        assert served.wait(20) == 0
