"""When the disk is full, the database is gone or another has it: said clearly, and never with a trace."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from quadrilatero.server.storage import open_store
from quadrilatero.server.storage.locking import InUse
from quadrilatero.server.storage.store import BadUrl, Store
from tests.server.support import Server, play, two_players


class Broken:
    """A database that cannot be written to any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(self: Store, work: Any, *args: Any, **kwargs: Any) -> Any:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        monkeypatch.setattr(Store, "_transaction", fails)


def test_a_full_disk_is_told_and_counts_as_no_fault(server: Server, monkeypatch: pytest.MonkeyPatch):
    with two_players(server) as (table, anna, _):
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            assert anna.get("/api/health")["status"] == "ok"
            server.services.health._fine_until = 0.0
            with monkeypatch.context() as broken:
                Broken(broken)
                assert anna.get("/api/health", 503)["error"]["code"] == "no_storage"
                assert anna.get("/api/tables", 503)["error"]["text"]["it"]
                assert anna.http.put(f"/api/tables/{table['id']}/notes", json={"text": "x"}).status_code == 503
                assert spain.ask(t="chat", text="hello")["code"] == "no_storage"
        assert anna.get("/api/health")["status"] == "ok"
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            assert spain.ask(t="chat", text="hello")["t"] == "ack"
        assert b"quadrilatero_faults_total 0.0" in anna.http.get("/metrics").content


def test_a_file_serves_one_server_at_a_time(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'one.db'}"
    store = open_store(database)
    with pytest.raises(InUse, match="another server"):
        open_store(database)
    with pytest.raises(InUse):
        open_store(f"sqlite:///{tmp_path}/../{tmp_path.name}/one.db")
    (tmp_path / "other name.db").symlink_to(tmp_path / "one.db")
    with pytest.raises(InUse):
        open_store(f"sqlite:///{tmp_path / 'other name.db'}")
    store.close()
    open_store(database).close()


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The program, run to its end."""
    return subprocess.run(
        [sys.executable, "-m", "quadrilatero", *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_program_says_that_another_server_runs(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'two.db'}"
    store = open_store(database)
    for words in (("serve", "--port", "0"), ("db", "upgrade")):
        said = command(*words, "--db", database)
        assert said.returncode == 1
        assert "another server" in said.stderr
        assert "Traceback" not in said.stderr
    assert command("db", "backup", str(tmp_path / "b.gz"), "--db", database).returncode == 0
    store.close()


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path):
    store = open_store(f"sqlite:///{tmp_path / 'new.db'}")
    try:
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        store.close()
    assert {"new.db", "new.db-wal", "new.db.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_a_file_that_cannot_be_written_to_is_told_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    database = f"sqlite:///{tmp_path / 'ro.db'}"
    open_store(database).close()
    read_only = f"sqlite:///file:{tmp_path / 'ro.db'}?mode=ro&uri=true"
    with pytest.raises(BadUrl, match=r"cannot be written to|readonly|read-only"):
        open_store(read_only)
    if os.geteuid() != 0:
        (tmp_path / "ro.db").chmod(0o400)
        said = command("serve", "--port", "0", "--db", database)
        assert said.returncode == 1
        assert "Traceback" not in said.stderr


def test_logging_out_closes_the_sockets_of_that_session(server: Server):
    from websockets.exceptions import ConnectionClosed

    with two_players(server) as (table, anna, _), server.player() as phone:
        anna.post("/api/account", password="a long one")
        phone.post("/api/login", name="Anna", password="a long one")
        with anna.sit(table["id"]) as here, phone.sit(table["id"]) as there:
            here.until_state()
            there.until_state()
            phone.post("/api/logout")
            with pytest.raises(ConnectionClosed):
                there.until(lambda _: False)
            here.socket.send('{"t":"ping"}')
            assert here.until(lambda message: message["t"] == "pong")


def test_refused_messages_push_no_receipt_out(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.until_state()
            austria.until_state()
            message = {"t": "answer", "id": "once", "seat": "austria", "answer": austria.state["options"][0]}
            done = austria.ask(**message, version=austria.state["version"])
            assert done["t"] == "ack"
            own = spain.answer(spain.state["options"][0], id="own")
            assert own["t"] == "ack"
            for number in range(300):
                spain.send(t="answer", id=f"bad {number}", seat="spain", version=10**6, answer={})
            last = spain.ask(t="answer", id="bad last", seat="spain", version=10**6, answer={})
            assert last["t"] == "error"
            room = server.services.rooms._rooms[table["id"]]
            assert room.reply_to(bela.id, "once") == done
            assert room.reply_to(anna.id, "own") == own
            assert [len(part) for part in room._replies._players[anna.id]] == [1, 200]
            play({"spain": spain, "austria": austria}, random.Random(1), 3)
            room._replies._players.clear()  # as after very many messages of one's own
            assert austria.ask(**message, version=done["version"] - 1) == done


def test_a_long_log_takes_nothing_back_and_ends(server: Server, monkeypatch: pytest.MonkeyPatch):
    from quadrilatero.server.play import acts

    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as spain:
        spain.until_state()
        spain.catch_up(spain.answer(spain.state["options"][0])["version"])
        monkeypatch.setattr(acts, "LONGEST_TAKEN_BACK", 1)
        assert spain.ask(t="undo", seat="spain", version=spain.state["version"])["code"] == "log_long"
        path = f"/api/tables/{table['id']}"
        assert anna.refused(f"{path}/takeback", seat="spain", offer=True) == "log_long"
        monkeypatch.undo()
        assert spain.ask(t="undo", seat="spain", version=spain.state["version"])["t"] == "ack"
        spain.until_state(lambda state: state["options"])
        monkeypatch.setattr(acts, "LONGEST", 1)
        assert spain.answer(spain.state["options"][0])["code"] == "log_full"
        anna.post(f"{path}/resign", seat="spain")


def test_half_a_character_is_refused_wherever_it_comes(server: Server):
    with two_players(server) as (table, anna, _):
        path = f"/api/tables/{table['id']}"

        def sent(method: str, where: str, body: str) -> tuple[int, str]:
            headers = {"Content-Type": "application/json"}
            answer = anna.http.request(method, where, content=body, headers=headers)
            return answer.status_code, answer.json().get("error", {}).get("code", "")

        for inside in (r'"all": {"do": "\ud800"}', r'"\ud800": {}', r'"pieces": {"\udfff": {"do": "fight"}}'):
            body = f'{{"orders": {{"stand": {{{inside}}}}}, "delay": false}}'
            assert sent("PUT", f"{path}/standing?seat=spain", body) == (422, "invalid"), inside
        for text in (r"\udfff", r"\u0000"):
            assert sent("PUT", f"{path}/notes", f'{{"text": "{text}"}}') == (422, "invalid")
            assert sent("POST", "/api/session", f'{{"name": "{text}"}}') == (422, "invalid")
        assert sent("PUT", f"{path}/notes", r'{"text": "\u00e9"}') == (200, "")
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            spain.socket.send('{"t":"chat","id":"x","text":"\\ud800"}')
            assert spain.until(lambda message: message["t"] == "error")["code"] == "not_json"
