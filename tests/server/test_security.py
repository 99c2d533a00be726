"""Sessions, headers, limits: what protects players from others and the server from everybody."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from websockets.exceptions import ConnectionClosed

import quadrilatero as q
from quadrilatero.server import errors
from quadrilatero.server.http import static
from quadrilatero.server.http.limits import Bucket, Limiter, origin
from quadrilatero.server.http.sessions import COOKIE, hashed
from quadrilatero.server.metrics import SECONDS, Metrics
from quadrilatero.server.play.backlog import Backlog, Backlogs
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import players
from tests.server.support import Clock, Server, running, stand_still, two_players

PASSWORD = "correct horse"


# -- sessions ------------------------------------------------------------------------------------------------------


def test_a_name_is_enough(server: Server):
    with server.player() as anna:
        assert anna.get("/api/session") == {"player": None}
        assert (
            anna.refused("/api/tables", game="camposanto", scenario="learning", opponent={"kind": "open"})
            == "name_first"
        )
        made = anna.post("/api/session", name="  Anna   Maria ")["player"]
        assert (made["name"], made["account"]) == ("Anna Maria", False)
        assert anna.get("/api/session")["player"] == made
        assert anna.post("/api/session", name="Anne")["player"]["id"] == made["id"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x07b", "a\u202eb"])
def test_names_are_short_and_printable(server: Server, name: str):
    with server.player() as anna:
        assert anna.refused("/api/session", name=name) == "bad_name"


def test_a_name_with_a_zero_in_it_is_no_text_at_all(server: Server):
    with server.player() as anna:
        assert anna.refused("/api/session", name="a\x00b") == "invalid"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server):
    with server.player() as anna:
        response = anna.http.post("/api/session", json={"name": "Anna"})
        cookie = response.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        token = anna.http.cookies[COOKIE]
        assert len(token) >= 40
        assert server.services.store.at_once(players.of_session, token, 0) is None
        assert server.services.store.at_once(players.of_session, hashed(token), 0).name == "Anna"


def test_an_account_is_found_again_from_another_device(server: Server):
    with server.player("Anna") as anna, server.player() as phone, server.player("Béla") as bela:
        assert anna.refused("/api/account", password="short") == "bad_password"
        assert anna.post("/api/account", password=PASSWORD)["player"]["account"]
        assert anna.refused("/api/account", password=PASSWORD) == "has_account"
        for name, password in (("Anna", "wrong password"), ("Nobody", PASSWORD), ("Béla", PASSWORD)):
            assert phone.refused("/api/login", name=name, password=password) == "wrong_login"
        assert phone.post("/api/login", name="anna", password=PASSWORD)["player"]["id"] == anna.id
        assert bela.refused("/api/session", name="ANNA") == "name_taken"
        with server.player() as other:
            assert other.refused("/api/session", name="Anna") == "name_taken"
        assert phone.post("/api/logout") == {"player": None}
        assert phone.get("/api/session") == {"player": None}
        assert anna.get("/api/session")["player"]


def test_another_password_closes_the_sockets_of_other_devices(server: Server):
    with server.player("Anna") as anna, server.player() as phone:
        anna.post("/api/account", password=PASSWORD)
        phone.post("/api/login", name="Anna", password=PASSWORD)
        table = anna.table()["id"]
        with phone.sit(table) as socket:
            socket.until_state()
            anna.post("/api/password", old=PASSWORD, password=PASSWORD + "!")
            with pytest.raises(ConnectionClosed):
                socket.until(lambda _: False)
        with anna.sit(table) as socket:
            assert socket.until_state()["seat"] == "spain"


def test_logins_are_limited(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 's.db'}", logins_per_minute=2) as server, server.player() as anna:
        stand_still(server)
        codes = [anna.refused("/api/login", name="x", password="y" * 8) for _ in range(4)]
        assert codes == ["wrong_login", "wrong_login", "too_fast", "too_fast"]


def test_a_session_ends(tmp_path: Path):
    clock = Clock()
    with running(f"sqlite:///{tmp_path / 's.db'}", now=clock, session_life=100.0) as server:
        with server.player("Anna") as anna:
            clock.at += 101
            assert anna.get("/api/session") == {"player": None}


# -- requests ------------------------------------------------------------------------------------------------------


def test_changes_need_the_header_of_our_own_page(server: Server):
    for headers in ({}, {"X-Quadrilatero": "0"}):
        response = httpx2.post(f"http://{server.address}/api/session", json={"name": "Anna"}, headers=headers)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "forbidden")


def test_every_answer_carries_the_policy(server: Server):
    with server.player() as anyone:
        for path in ("/", "/api/session", "/api/nothing", "/metrics", "/assets/no.js"):
            headers = anyone.http.get(path).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers or "uvicorn" in headers["server"]
        assert anyone.http.get("/api/session").headers["cache-control"] == "no-store"


def test_forms_are_strict(server: Server):
    with server.player("Anna") as anna:
        good = {"game": "camposanto", "scenario": "learning", "opponent": {"kind": "open"}}
        for spoilt in (
            {**good, "more": 1},
            {**good, "public": "yes"},
            {**good, "public": 1},
            {**good, "opponent": {"kind": "alien"}},
            {**good, "opponent": {"kind": "open", "level": "recluta"}},
            {**good, "pace": {"kind": "minutes", "minutes": "30"}},
            {**good, "pace": {"kind": "minutes", "minutes": 0}},
            {**good, "options": [1]},
            {},
        ):
            assert anna.refused("/api/tables", **spoilt) == "invalid"
        for content in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 20_000):
            response = anna.http.post("/api/session", content=content, headers={"content-type": "application/json"})
            assert response.status_code == 422
            assert response.json()["error"]["code"] == "invalid"


def test_large_bodies_are_refused(server: Server):
    with server.player() as anna:
        big = b'{"name":"' + b"x" * 70_000 + b'"}'
        assert anna.http.post("/api/session", content=big).status_code == 413

        def chunks():
            for _ in range(80):
                yield b" " * 1000

        assert anna.http.post("/api/session", content=chunks()).status_code == 413


def test_too_many_requests_are_refused(tmp_path: Path):
    limits: dict[str, Any] = {"requests_per_second": 0.001, "requests_at_once": 5}
    with running(f"sqlite:///{tmp_path / 's.db'}", **limits) as server, server.player() as anna:
        codes = [anna.http.get("/api/catalogue").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert anna.http.get("/metrics").status_code == 200


def test_errors_tell_nothing_from_inside(server: Server, monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: object) -> None:
        raise RuntimeError("the password is hunter2")

    with server.player("Anna") as anna:
        monkeypatch.setattr(type(server.services.rooms), "get", broken)
        response = anna.http.get("/api/tables/x")
        assert response.status_code == 500
        assert response.json()["error"]["code"] == "internal"
        assert b"hunter2" not in response.content
        assert response.headers["content-security-policy"]


def test_unknown_addresses_and_methods(server: Server):
    with server.player() as anyone:
        assert anyone.get("/api/nothing", 404)["error"]["code"] == "not_found"
        assert anyone.get("/api/board/chess", 404)["error"]["code"] == "not_found"
        assert anyone.get("/api/tables?scope=all", 422)["error"]["code"] == "invalid"
        assert anyone.http.delete("/api/session").status_code == 405


# -- sockets -------------------------------------------------------------------------------------------------------


def test_other_sites_cannot_open_sockets_for_their_visitors(server: Server):
    with two_players(server) as (table, anna, _):
        with anna.sit(table["id"], Origin=f"http://{server.address}") as socket:
            assert socket.next()["t"] == "state"
        for origin in ("https://evil.example", "null", f"http://{server.address}.evil.example"):
            with anna.sit(table["id"], Origin=origin) as other, pytest.raises(ConnectionClosed):
                other.next()
            assert other.heard == []


def test_messages_are_limited(tmp_path: Path):
    limits: dict[str, Any] = {"messages_per_second": 0.001, "messages_at_once": 3}
    with running(f"sqlite:///{tmp_path / 's.db'}", **limits) as server, two_players(server) as (table, anna, _):
        with anna.sit(table["id"]) as socket:
            socket.until_state()
            replies = [socket.ask(t="why", seat="spain", answer={})["t"] for _ in range(5)]
            assert replies == ["why"] * 3 + ["error"] * 2


def test_sockets_are_limited(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 's.db'}", sockets_per_address=2) as server:
        with two_players(server) as (table, anna, _):
            with anna.sit(table["id"]), anna.sit(table["id"]), anna.sit(table["id"]) as third:
                with pytest.raises(ConnectionClosed) as closed:
                    third.next()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013


def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path):
    from quadrilatero.server.play.room import Connection

    connection = Connection(None, None, Backlog(Backlogs(Settings("sqlite://", outgoing=2))))
    for _ in range(2):
        connection.send(b"x")
        assert not connection.closing.is_set()
    connection.send(b"x")
    assert connection.closing.is_set()


# -- parts ---------------------------------------------------------------------------------------------------------


def test_buckets_fill_again():
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.at += 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    limiter = Limiter(1, 1, clock)
    assert [limiter.allows("a"), limiter.allows("a"), limiter.allows("b")] == [True, False, True]
    clock.at += 0.25
    assert (limiter.wait("a"), limiter.wait("c")) == (0.75, 0)
    clock.at -= 100
    assert not limiter.allows("a"), "a clock set back gives nothing"
    clock.at += 1
    assert limiter.allows("a"), "and takes nothing"


def test_the_hosts_of_an_ipv6_network_count_as_one():
    assert origin("2001:db8::1") == origin("2001:db8::ffff:0:0:1") != origin("2001:db8:0:1::1")
    assert origin("::ffff:198.51.100.7") == origin("198.51.100.7") != origin("198.51.100.8")
    assert origin("") == ""


def test_every_sentence_is_there_in_both_languages():
    used = set()
    for file in Path(errors.__file__).parent.glob("*.py"):
        text = file.read_text("utf-8")
        for call in ('Problem("', 'notice("', 'sentence("'):
            used |= {part.split('"')[0] for part in text.split(call)[1:]}
    listed = tomllib.loads(errors.PHRASES.read_text("utf-8"))
    assert used <= listed.keys()
    assert {code for code, texts in listed.items() if set(texts) != {"en", "it"} or not all(texts.values())} == set()
    assert errors.STATUS.keys() <= listed.keys()


# -- the page ------------------------------------------------------------------------------------------------------


def test_the_page_says_so_when_it_is_not_built(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    with server.player() as anyone:
        answer = anyone.http.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text
        assert "<script" not in answer.text


def test_built_files_are_served_and_nothing_else(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Q</title>", "utf-8")
    (folder / "assets" / "app-1234.js").write_text("export {}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    monkeypatch.setattr(static, "FOLDER", folder)
    with server.player() as anyone:
        for path in ("/", "/table/abc", "/index.html"):
            answer = anyone.http.get(path)
            assert "<title>Q</title>" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"].startswith("text/html")
        script = anyone.http.get("/assets/app-1234.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert anyone.http.get("/assets/app-0000.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/..%5csecret.txt"):
            assert "secret" not in anyone.http.get(path).text.replace("secret.txt", "")


def test_what_is_counted_reads_like_the_library_s_own_figures():
    ours, library = Metrics(), CollectorRegistry()
    histogram = Histogram("quadrilatero_answer_seconds", "", buckets=SECONDS, registry=library)
    counter = Counter("quadrilatero_messages", "", ["kind", "outcome"], registry=library)
    for seconds in (0.0, 0.001, 0.0011, 0.3, 10.0, 99.0):
        ours.answering.observe(seconds)
        histogram.observe(seconds)
    for kind, outcome in (("answer", "ok"), ("answer", "ok"), ("undo", "stale")):
        ours.messages.count(kind, outcome)
        counter.labels(kind, outcome).inc()
    wanted = [
        line
        for line in generate_latest(library).decode().splitlines()
        if not line.startswith("#") and "_created" not in line
    ]
    assert len(wanted) == len(SECONDS) + 1 + 2 + 2
    assert set(wanted) <= set(ours.text().decode().splitlines())


def test_health_metrics_and_openapi(server: Server):
    with server.player() as anyone:
        assert anyone.get("/api/health")["status"] == "ok"
        assert "quadrilatero_http_requests_total" in anyone.http.get("/metrics").text
        paths = anyone.get("/api/openapi.json")["paths"]
        assert "/api/tables/{id}/takeback" in paths


def test_the_catalogue_and_what_it_names(server: Server):
    with server.player() as anyone:
        games = anyone.get("/api/catalogue")["games"]
        assert [game["game"] for game in games] == q.games()
        (game,) = [game for game in games if game["game"] == "camposanto"]
        assert game["seats"] == ["spain", "austria"]
        assert game["levels"] == ["recluta", "sergente", "capitano", "maresciallo"]
        assert game["usual"] == "sergente"
        assert {"id", "title", "summary"} <= game["scenarios"][0].keys()
        assert {"name", "values", "rules", "en", "it"} <= game["options"][0].keys()
        board = anyone.get("/api/board/camposanto")
        assert (board["cols"], board["rows"], board["bridge"]) == (27, 20, "1219")
        assert {"nation", "strength", "note", "source"} == board["units"]["S-L1"].keys()
        rules = anyone.get("/api/rules/camposanto")
        assert {"id", "title", "text", "information", "reconstructed"} <= rules[0].keys()
        proofs = anyone.get("/api/proofs/camposanto")
        assert [one["id"] for one in proofs["rules"]] == [rule["id"] for rule in rules]
        (charge,) = [one for one in proofs["rules"] if one["id"] == "7.1-d"]
        assert charge["code"]
        assert all("::test_" in test for test in charge["tests"])
        assert proofs["chapters"]["7"] == {"en": "Assaults", "it": "Assalti"}
        assert anyone.get("/api/proofs/chess", 404)["error"]["code"] == "not_found"
