"""Programs: tokens are shown once, kept as a hash, let a program in under a name of its own, and can be revoked."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from quadrilatero.server.http.sessions import hashed
from quadrilatero.server.storage import Player as Known
from quadrilatero.server.storage import players, tables, tokens
from quadrilatero.server.storage.backup import backup, restore
from quadrilatero.server.storage.migrations import NEWEST, STEPS, upgrade, version_of
from quadrilatero.server.storage.records import Full
from quadrilatero.server.storage.schema import TOKENS
from quadrilatero.server.storage.store import Store, open_engine
from tests.server.support import TABLE, Player, Server, Socket, play, running

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


class Program:
    """A program: no cookie, no header of the page, its token alone."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx2.Client(base_url=f"http://{address}", headers=self.headers)

    def sit(self, table: str) -> Socket:
        return Socket(f"ws://{self.address}/ws/tables/{table}", self.headers)

    def code(self, method: str, path: str, **body: Any) -> str | None:
        """The code of the error that a request is answered with; None where it is done."""
        plain = self.http.request(method, path, json=body or None).json()
        code: str | None = plain["error"]["code"] if "error" in plain else None
        return code

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


def program(server: Server, owner: Player, name: str = "Montemar") -> Program:
    return Program(server.address, owner.post("/api/tokens", name=name)["token"])


def test_a_token_is_shown_once_and_kept_as_a_hash(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        made = anna.post("/api/tokens", name="Montemar")
        assert made["name"] == "(program) Montemar"
        assert made["token"].startswith("qp_")
        listed = anna.get("/api/tokens")["tokens"]
        assert listed == [{key: made[key] for key in ("id", "name", "player", "created")}]
        assert bela.get("/api/tokens") == {"tokens": []}
        row = server.services.store.at_once(lambda connection: connection.execute(select(TOKENS)).one())
        assert made["token"] not in tuple(row)
        assert bela.http.delete(f"/api/tokens/{made['id']}").status_code == 404
        assert anna.get("/api/tokens")["tokens"] == listed


def test_a_program_sets_up_a_table_and_plays_under_its_own_name(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela, program(server, anna) as montemar:
        table = montemar.http.post("/api/tables", json={**TABLE, "public": True}).json()
        assert table["seats"]["spain"]["player"]["name"] == "(program) Montemar"
        assert anna.get(f"/api/tables/{table['id']}")["mine"] == []
        bela.post(f"/api/tables/{table['id']}/join")
        with montemar.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            assert play({"spain": spain, "austria": austria}, random.Random(4), 12) == 12
            assert spain.ask(t="chat", text="gg")["t"] == "ack"
            said = austria.until(lambda message: message["t"] == "chat")
            assert said["player"]["name"] == "(program) Montemar"


def test_a_token_alone_says_who_asks(server: Server):
    with server.player("Anna") as anna, program(server, anna) as montemar:
        both = {**montemar.headers, "Cookie": anna.cookie()}
        plain = httpx2.get(f"http://{server.address}/api/session", headers=both).json()
        assert plain["player"]["name"] == "(program) Montemar"
        for token in ("x", "qp_" + "x" * 43, "é", "x" * 500):
            headers = {b"Authorization": f"Bearer {token}".encode(), b"Cookie": anna.cookie().encode()}
            answer = httpx2.get(f"http://{server.address}/api/session", headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")
        basic = {"Authorization": "Basic YTpi", "Cookie": anna.cookie()}
        assert httpx2.get(f"http://{server.address}/api/session", headers=basic).json()["player"]["name"] == "Anna"
        answer = httpx2.post(f"http://{server.address}/api/session", headers=basic, json={"name": "x"})
        assert answer.json()["error"]["code"] == "forbidden"


def test_programs_cannot_make_programs_nor_change_names(server: Server):
    with server.player("Anna") as anna, program(server, anna) as montemar:
        id = anna.get("/api/tokens")["tokens"][0]["id"]
        for method, path, body in (
            ("POST", "/api/session", {"name": "Anna"}),
            ("POST", "/api/account", {"password": "long enough"}),
            ("POST", "/api/login", {"name": "Anna", "password": "long enough"}),
            ("POST", "/api/logout", {}),
            ("POST", "/api/tokens", {"name": "more"}),
            ("GET", "/api/tokens", {}),
            ("DELETE", f"/api/tokens/{id}", {}),
        ):
            assert montemar.code(method, path, **body) == "not_for_programs"


def test_nobody_else_is_called_a_program(server: Server):
    with server.player("Anna") as anna:
        for name in ("(program) Montemar", "(PROGRAM)x", "（program） x"):
            assert anna.refused("/api/session", name=name) == "reserved_name"
            assert anna.refused("/api/tokens", name=name) == "reserved_name"
        for name in ("", " ", "x" * 31, "a\nb\x07"):
            assert anna.refused("/api/tokens", name=name) == "bad_name"
    with server.player() as nobody:
        assert nobody.refused("/api/tokens", name="x") == "name_first"


def test_a_revoked_token_closes_its_sockets_and_opens_none(server: Server):
    with server.player("Anna") as anna, program(server, anna) as montemar, program(server, anna, "Traun") as traun:
        table = montemar.http.post("/api/tables", json=TABLE).json()["id"]
        assert traun.code("POST", f"/api/tables/{table}/join", token=None) is None
        with montemar.sit(table) as spain, traun.sit(table) as austria:
            spain.until_state()
            austria.until_state()
            id = next(t["id"] for t in anna.get("/api/tokens")["tokens"] if t["name"].endswith("Montemar"))
            left = anna.http.delete(f"/api/tokens/{id}").json()["tokens"]
            assert [token["name"] for token in left] == ["(program) Traun"]
            with pytest.raises(ConnectionClosed) as closed:
                spain.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            assert austria.ask(t="why", seat="austria", answer={})["t"] == "why"
        assert montemar.code("GET", f"/api/tables/{table}") == "bad_token"
        with montemar.sit(table) as refused:
            assert refused.next()["code"] == "bad_token"
            with pytest.raises(ConnectionClosed) as closed:
                refused.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
        seats = traun.http.get(f"/api/tables/{table}").json()["seats"]
        assert seats["spain"]["player"]["name"] == "(program) Montemar"


def test_tokens_are_few_and_not_made_in_a_hurry(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 't.db'}", tokens_per_player=2, logins_per_minute=4) as server:
        with server.player("Anna") as anna, server.player("Béla") as bela:
            ids = [anna.post("/api/tokens", name=f"P{n}")["id"] for n in range(2)]
            assert anna.refused("/api/tokens", name="P3") == "too_many_tokens"
            anna.http.delete(f"/api/tokens/{ids[0]}")
            anna.post("/api/tokens", name="P4")
            assert anna.refused("/api/tokens", name="P5") == "too_fast"
            bela.post("/api/tokens", name="P1")


def test_tokens_come_with_an_upgrade_and_stay_in_backups(database: str, tmp_path: Path):
    engine = open_engine(database)
    assert upgrade(engine, STEPS[:1]) == (0, 1)
    assert upgrade(engine) == (1, NEWEST)
    store = Store(engine)
    store.at_once(players.create, Known("a", "Anna"), 1.0)
    token = tokens.Token("t", Known("p", "(program) Montemar"), 2.0)
    store.at_once(tokens.create, token, "a", hashed("qp_x"), 1)
    with pytest.raises(Full):
        store.at_once(tokens.create, tokens.Token("u", Known("q", "(program) x"), 2.0), "a", hashed("qp_y"), 1)
    backup(engine, tmp_path / "b.gz")
    store.close()
    other = Store(open_engine(f"sqlite:///{tmp_path / 'other.db'}"))
    restore(other.engine, tmp_path / "b.gz")
    assert version_of(other.engine) == NEWEST
    assert other.at_once(tokens.of_owner, "a") == [token]
    assert other.at_once(tokens.player_of, hashed("qp_x")) == token.player
    assert other.at_once(tokens.player_of, "qp_x") is None
    assert other.at_once(tokens.revoke, "b", "t") is None
    assert other.at_once(tokens.revoke, "a", "t") == "p"
    assert other.at_once(tokens.player_of, hashed("qp_x")) is None
    other.close()


def test_the_example_program_plays_a_whole_game(server: Server):
    with server.player("Anna") as anna:
        token = anna.post("/api/tokens", name="Example")["token"]
        command = [sys.executable, str(EXAMPLE), f"http://{server.address}", token]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        table, result = (line.split(" ", 1)[1] for line in done.stdout.splitlines())
        shown = server.services.store.at_once(tables.find, table)
        assert shown is not None
        assert shown.status == "over"
        assert shown.result == json.loads(result)
        names = {holder.player.name if holder.player else holder.bot for holder in shown.seats.values()}
        assert names == {"(program) Example", "recluta"}
