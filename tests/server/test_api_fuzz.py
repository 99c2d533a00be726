"""Bad input over HTTP: nothing that a client sends makes the server fail, hang, or answer otherwise than documented.

`FUZZ_EXAMPLES` (4) is how many requests of each kind every address gets from a player; a stranger, who hardly gets past
the door, and the second database get half as many.
"""

from __future__ import annotations

import gc
import os
import random
import socket
import warnings
from collections.abc import Iterator
from typing import Any

import httpx2
import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.support import TABLE, Player, Server, play, running

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "4"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PATIENCE = 15.0


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def fuzzed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that stays whole for all tests here."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'fuzz.db'}"
    else:
        database = request.getfixturevalue("postgres").new_database()
    with running(database, tables_per_player=10**6, tokens_per_player=10**6, logins_per_minute=1e6) as server:
        yield server
        assert "quadrilatero_faults_total 0.0" in server.services.metrics.text().decode()


@pytest.fixture
def line() -> Iterator[requests.Session]:
    """What schemathesis sends by. It leaves the sockets of answers cut short to the garbage collector, which is not to
    find them in the midst of another test.
    """
    with requests.Session() as session:
        yield session
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def furnished(server: Server) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The cookie of a player with tables of every kind, and what the parameters of addresses may name."""
    with server.player("Anna") as anna, server.player("Béla") as bela:
        names = _furnish(anna, bela)
        return dict(anna.http.cookies.items()), names


def _furnish(anna: Player, bela: Player) -> dict[str, list[str]]:
    waiting, running_, over = anna.table(), anna.table(public=True), anna.table(opponent={"kind": "same_screen"})
    bela.post(f"/api/tables/{running_['id']}/join")
    with anna.sit(over["id"], "spain") as spain, anna.sit(over["id"], "austria") as austria:
        play({"spain": spain, "austria": austria}, random.Random(1), 8)
    anna.post(f"/api/tables/{over['id']}/resign", seat="spain")
    token = anna.post("/api/tokens", name="Fuzz")
    ids = [waiting["id"], running_["id"], over["id"], token["id"], "%00", "é" * 30]
    return {"id": ids, "game": ["camposanto", "%00", "chess"]}


@pytest.mark.parametrize(  # a stranger hardly reaches the database, so one of them is enough for him
    ("fuzzed", "session", "examples"),
    [("sqlite", True, EXAMPLES), ("sqlite", False, EXAMPLES // 2), ("postgresql", True, EXAMPLES // 2)],
    ids=["sqlite-session", "sqlite-stranger", "postgresql-session"],
    indirect=["fuzzed"],
)
def test_every_address_withstands_examples_and_nonsense(
    fuzzed: Server, session: bool, examples: int, line: requests.Session
):
    cookies, names = furnished(fuzzed)
    base = f"http://{fuzzed.address}"
    schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json")
    rng = random.Random(7)
    cookies = cookies if session else {}
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if session and operation.path in ("/api/logout", "/api/login"):
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            @hypothesis.settings(
                max_examples=examples,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def attack(case: Any) -> None:
                nonlocal tried
                tried += 1
                for name, known in names.items():
                    if name in (case.path_parameters or {}) and rng.random() < 0.8:
                        case.path_parameters[name] = rng.choice(known)
                headers = {"X-Quadrilatero": "1"} if rng.random() < 0.95 else {}
                response = case.call(base_url=base, headers=headers, cookies=cookies, timeout=PATIENCE, session=line)
                case.validate_response(response, checks=CHECKS)

            try:
                attack()
            except hypothesis.errors.Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # an address that takes nothing has nothing to spoil
    assert tried > examples * len(list(schema.get_all_operations()))


def test_random_sequences_over_tables(fuzzed: Server):
    """Acts in any order by anybody: done or refused by a known code, and the match stays one that can be replayed."""
    with fuzzed.player("Anna") as anna, fuzzed.player("Béla") as bela, fuzzed.player("Carlo") as carlo:
        _act_at_random(random.Random(11), [anna, bela, carlo])


def _act_at_random(rng: random.Random, players: list[Player]) -> None:
    known: list[str] = []
    codes: set[str] = set()
    acts = (
        "join",
        "resign",
        "draw",
        "takeback",
        "rematch",
        "replace",
        "claim",
        "notes",
        "export",
        "replay",
        "replay/3",
    )
    kinds = ("open", "invitation", "same_screen", "bot")
    for _ in range(100 * EXAMPLES):
        player = rng.choice(players)
        if len(known) < 3 or rng.random() < 0.05:
            kind = rng.choice(kinds)
            opponent = {"kind": kind, "level": "recluta"} if kind == "bot" else {"kind": kind}
            made = player.table(opponent=opponent, seat=rng.choice(("spain", "austria", "random")))
            known.append(made["id"])
        path = f"/api/tables/{rng.choice(known)}"
        act, seat = rng.choice(acts), rng.choice(("spain", "austria", "nobody"))
        bodies: dict[str, dict[str, Any]] = {
            "join": {},
            "rematch": {},
            "notes": {"text": "x"},
            "resign": {"seat": seat},
            "claim": {"seat": seat},
            "replace": {"seat": seat, "level": rng.choice(("recluta", "general"))},
        }
        if act in ("export", "replay", "replay/3"):
            response = player.http.get(f"{path}/{act}", params={"seat": seat} if rng.random() < 0.5 else {})
        else:
            body = bodies.get(act, {"seat": seat, "offer": rng.random() < 0.7})
            if act == "resign" and rng.random() < 0.6:
                continue
            response = player.http.request("PUT" if act == "notes" else "POST", f"{path}/{act}", json=body)
        assert response.status_code < 500, response.text
        if response.status_code != 200:
            codes.add(response.json()["error"]["code"])
    assert {"not_found", "not_yours"} <= codes
    for player in players:
        for table in player.get("/api/tables")["tables"]:
            if table["mine"]:
                player.get(f"/api/tables/{table['id']}/replay/9999")


# -- below the forms ----------------------------------------------------------------------------------------------


def raw(server: Server, data: bytes) -> bytes:
    """Send bytes as they are, and read until the server closes or falls silent."""
    host, port = server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.settimeout(5.0)
        line.sendall(data)
        heard = b""
        try:
            while part := line.recv(65536):
                heard += part
        except OSError:
            pass
        return heard


CLOSING = b"Host: x\r\nConnection: close\r\n"
TARGETS = (
    b"/%00",
    b"/assets/%00.js",
    b"/..%2f..%2f..%2fetc%2fpasswd",
    b"/....//....//etc/passwd",
    b"/%2e%2e/%2e%2e/etc/passwd",
    b"/..;/..;/etc/passwd",
    b"/assets/..%5c..%5cx",
    b"/%ff%fe",
    b"/%c0%ae%c0%ae/x",
    b"//etc/passwd",
    b"/" + b"a" * 5000,
    b"/assets/" + b"a/" * 2000,
    b"/api/tables/%00",
    b"/api/tables/%ff",
    b"/api/tables/" + b"x" * 3000,
    b"/api/tables/a%2fb",
    b"/api/tables/x/replay/99999999999999999999999999",
    b"/api/tables/x/replay/1e9",
    b"/api/board/..%2f..%2fpyproject",
    b"/api/rules/%00",
    b"/api/tables?scope=%00&scope=%ff",
    b"/api/tables/x?token=%00",
    b"/ws/tables/%00",
    b"*",
)
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
)
HEADER_LINES = (
    b"Cookie: q_session=\xff\xfe",
    b"Cookie: q_session=" + b"x" * 4000,
    b"Cookie: =;;;=; q_session",
    b"Authorization: Bearer",
    b"Authorization: Bearer \xff",
    b"Authorization: \x80",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    "Content-Length: ٣".encode(),
    b"Transfer-Encoding: chunked",
    b"X-Forwarded-For: \xff, ::1, x",
    b"Host: \xff",
    b"Origin: \xff",
    b"Origin: http://[::1\r\n" + UPGRADE,
    UPGRADE,
    b"Accept-Encoding: \xff",
    b"Range: bytes=9999999999-1,-5",
    b"If-None-Match: \xff",
    b"If-Modified-Since: never",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99",
    UPGRADE + b"\r\nAuthorization: Bearer \xff",
)


def status(heard: bytes) -> int:
    return int(heard.split(b" ", 2)[1]) if heard.startswith(b"HTTP/1.1 ") else 0


def test_odd_addresses_show_no_file_and_break_nothing(fuzzed: Server):
    for method in (b"GET", b"POST", b"HEAD", b"DELETE", b"BREW"):
        for target in TARGETS:
            heard = raw(fuzzed, method + b" " + target + b" HTTP/1.1\r\n" + CLOSING + b"X-Quadrilatero: 1\r\n\r\n")
            assert 200 <= status(heard) < 500 or (status(heard) == 503 and b"not built" in heard), (target, heard[:300])
            assert b"root:" not in heard
            assert b"Traceback" not in heard
            if status(heard) in (200, 404, 405):
                assert b"content-security-policy" in heard.lower(), (target, heard[:300])


def test_odd_headers_break_nothing(fuzzed: Server):
    for line in HEADER_LINES:
        for target in (b"/", b"/api/session", b"/ws/tables/x"):
            for method in (b"GET", b"POST"):
                heard = raw(fuzzed, method + b" " + target + b" HTTP/1.1\r\n" + CLOSING + line + b"\r\n\r\n")
                assert status(heard) < 500 or (status(heard) == 503 and b"not built" in heard), (line, heard[:300])
                assert b"Traceback" not in heard
    with fuzzed.player("Anna") as anna:
        assert anna.get("/api/health")["status"] == "ok"


def test_bodies_are_plain_json_or_refused(fuzzed: Server):
    with fuzzed.player("Anna") as anna:
        for encoding in ("gzip", "deflate", "br", "identity, gzip"):
            response = anna.http.post(
                "/api/session", content=b"\x1f\x8b" + b"\0" * 5000, headers={"Content-Encoding": encoding}
            )
            assert (response.status_code, response.json()["error"]["code"]) == (415, "encoded")
        kinds = (
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/xml",
        )
        for kind in kinds:
            for content in (b'{"name":"Eve"}', b"name=Eve", b"--x\r\n\r\n--x--", b"\xff"):
                response = anna.http.post("/api/session", content=content, headers={"Content-Type": kind})
                assert response.status_code == 422, (kind, content)
        table = f"/api/tables/{anna.table()['id']}"
        for text in ("\x00", "a\x00b", "\ud800", "\U0010ffff", "\u202e"):
            body = '{"text":"' + text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") + '"}'
            response = anna.http.put(
                f"{table}/notes",
                content=body.encode("utf-8", "surrogatepass"),
                headers={"Content-Type": "application/json"},
            )
            assert response.status_code in (200, 422), text
        escaped = anna.http.put(
            f"{table}/notes", content=b'{"text":"\\u0000\\ud800"}', headers={"Content-Type": "application/json"}
        )
        assert escaped.status_code == 422
        assert anna.get("/api/session")["player"]["name"] == "Anna"


def test_programs_are_held_to_the_same_limits(fuzzed: Server):
    with fuzzed.player("Anna") as anna:
        token = anna.post("/api/tokens", name="Big")["token"]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    base = f"http://{fuzzed.address}/api/tables"
    big = httpx2.post(base, headers=headers, content=b" " * 70_000)
    assert (big.status_code, big.json()["error"]["code"]) == (413, "too_large")
    packed = httpx2.post(base, headers={**headers, "Content-Encoding": "gzip"}, content=b"x")
    assert packed.json()["error"]["code"] == "encoded"
    assert httpx2.post(base, headers=headers, json={**TABLE, "more": 1}).status_code == 422
