"""The document at /api/openapi.json: it names every address of docs/protocol.md, and real answers are as it says."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest

from tests.server.support import TABLE, Player, Server, play

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
BY_PAGE: dict[str, list[str]] = {"cookie": [], "page": []}


def operations(document: Any) -> dict[tuple[str, str], Any]:
    return {
        (method.upper(), path): operation for path, by in document["paths"].items() for method, operation in by.items()
    }


def shape(path: str) -> str:
    """An address without the names of its parameters and its query."""
    return re.sub(r"\{\w+\}", "{}", path.split("?", maxsplit=1)[0])


@pytest.fixture
def document(server: Server) -> Any:
    with server.player() as anyone:
        return anyone.get("/api/openapi.json")


def test_protocol_and_document_name_the_same_addresses(document: Any):
    text = PROTOCOL.read_text("utf-8")
    rows = re.findall(r"^\| (`(?:GET|POST|PUT|DELETE).*?) \|", text, re.MULTILINE)
    written = set()
    for row in rows:
        for methods, path in re.findall(r"((?:`?(?:GET|POST|PUT|DELETE)`?,? )+)(/[^\s`]*)", row.replace("\\|", "|")):
            written |= {(method, shape(path)) for method in re.findall(r"[A-Z]+", methods)}
    listed = {(method, shape(path)) for method, path in operations(document)}
    assert listed - written == set(), "not in docs/protocol.md"
    assert written - listed - {("GET", "/api/openapi.json")} == set(), "not in the document"


def test_every_address_says_what_it_answers(document: Any):
    schemes = document["components"]["securitySchemes"]
    assert schemes["bearer"]["scheme"] == "bearer"
    for (method, path), operation in operations(document).items():
        where = f"{method} {path}"
        assert operation["tags"], where
        assert operation["description"], where
        for needed in operation["security"]:
            assert needed.keys() <= schemes.keys(), where
        (kind,) = operation["responses"]["200"]["content"].values()
        assert kind["schema"], where
        for status, answer in operation["responses"].items():
            assert answer["description"], where
            if status != "200":
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}, (
                    where
                )
        if method != "GET":
            assert {"403", "413", "415"} <= operation["responses"].keys(), where
    tags = {tag["name"] for tag in document["tags"]}
    assert {tag for operation in operations(document).values() for tag in operation["tags"]} <= tags


def test_who_may_ask_is_written_as_it_is(document: Any):
    listed = operations(document)
    assert listed["POST", "/api/tables"]["security"] == [BY_PAGE, {"bearer": []}]
    assert listed["POST", "/api/tokens"]["security"] == [BY_PAGE]
    assert listed["GET", "/api/catalogue"]["security"] == []
    assert {} in listed["GET", "/api/tables/{id}"]["security"]


class Recorder:
    """Holds every answer of a client to the document."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.seen: set[tuple[str, str, int]] = set()
        self.places = {
            (method, path): re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) + "$")
            for method, path in operations(document)
        }

    def watch(self, player: Player) -> Player:
        player.http.event_hooks["response"].append(self.check)
        return player

    def check(self, response: httpx2.Response) -> None:
        response.read()
        method, path = response.request.method, response.request.url.path
        if path == "/api/openapi.json":
            return
        fitting = [key for key, form in self.places.items() if key[0] == method and form.match(path)]
        key = min(fitting, key=lambda key: key[1].count("{"))
        answers = operations(self.document)[key]["responses"]
        assert str(response.status_code) in answers, f"{method} {path}: {response.status_code} is not declared"
        content = answers[str(response.status_code)]["content"]
        kind = response.headers["content-type"].split(";")[0]
        assert kind in content, f"{method} {path}: {kind} is not declared"
        if kind == "application/json":
            schema = {**content[kind]["schema"], "components": self.document["components"]}
            jsonschema.Draft202012Validator(schema).validate(response.json())
        self.seen.add((*key, response.status_code))


def test_real_answers_are_as_the_document_says(server: Server, document: Any):
    recorder = Recorder(document)
    with server.player() as first, server.player() as second:
        anna, bela = recorder.watch(first), recorder.watch(second)
        for path in ("health", "catalogue", "board/camposanto", "rules/camposanto", "session"):
            anna.get(f"/api/{path}")
        anna.get("/api/tables/nowhere", 404)
        anna.get("/api/board/chess", 404)
        anna.http.get("/metrics")
        anna.refused("/api/tables", **TABLE)
        anna.post("/api/session", name="Anna")
        bela.post("/api/session", name="Béla")
        anna.refused("/api/session", name="")
        anna.http.post("/api/session", json={"name": "x"}, headers={"X-Quadrilatero": ""})
        anna.post("/api/account", password="correct horse")
        bela.refused("/api/login", name="Anna", password="wrong horse")
        token = anna.post("/api/tokens", name="Montemar")
        anna.get("/api/tokens")
        anna.http.delete(f"/api/tokens/{token['id']}")
        table = anna.table(pace={"kind": "days", "days": 3, "increment_hours": 1, "cap_days": 5})
        path = f"/api/tables/{table['id']}"
        bela.refused(f"{path}/claim", seat="spain")
        bela.post(f"{path}/join")
        bela.refused(f"{path}/join")
        for scope in ("mine", "open", "public"):
            anna.get(f"/api/tables?scope={scope}")
        anna.get("/api/tables?scope=all", 422)
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(1), 30)
        anna.http.put(f"{path}/notes", json={"text": "mine"})
        anna.get(f"{path}/notes")
        for what in ("draw", "takeback"):
            anna.post(f"{path}/{what}", seat="spain", offer=True)
        anna.refused(f"{path}/claim", seat="spain")
        anna.refused(f"{path}/replace", seat="austria", level="recluta")
        for way in ("export?seat=spain", "replay?seat=spain", "replay/7?seat=spain"):
            anna.get(f"{path}/{way}")
        anna.get(f"{path}/replay/7?seat=austria", 403)
        bela.post(f"{path}/resign", seat="austria")
        for way in ("export", "replay", "replay/9999"):
            bela.get(f"{path}/{way}")
        anna.post(f"{path}/rematch")
        anna.post("/api/logout")
    assert {(method, place) for method, place, status in recorder.seen if status == 200} >= {
        ("POST", "/api/tables"),
        ("DELETE", "/api/tokens/{id}"),
        ("GET", "/api/tables/{id}/export"),
        ("GET", "/api/tables/{id}/replay/{frame}"),
        ("POST", "/api/tables/{id}/rematch"),
    }
    assert {status for _, _, status in recorder.seen} >= {200, 401, 403, 404, 409, 422}
