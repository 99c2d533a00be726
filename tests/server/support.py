"""A real server in a thread of the test, and players that talk to it over HTTP and sockets."""

from __future__ import annotations

import contextlib
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from socket import SO_SNDBUF, SOL_SOCKET
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

import httpx2
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from quadrilatero.server.app import create_app
from quadrilatero.server.http.connections import ServerConfig
from quadrilatero.server.play.outgoing import Outgoing
from quadrilatero.server.services import Services
from quadrilatero.server.serving import bound
from quadrilatero.server.settings import Settings

Plain = dict[str, Any]
PATIENCE = 20.0
OUTGOING = msgspec.json.Decoder(Outgoing)
GENEROUS: dict[str, Any] = {
    "requests_per_second": 1e6,
    "requests_at_once": 10**6,
    "messages_per_second": 1e6,
    "messages_at_once": 10**6,
    "costly_per_second": 1e4,
    "sockets_per_second": 1e6,
    "sockets_at_once": 10**6,
    "guests_at_once": 10**6,
}
TABLE: Plain = {
    "game": "camposanto",
    "scenario": "learning",
    "options": {},
    "seat": "spain",
    "opponent": {"kind": "open"},
    "pace": {"kind": "none"},
    "assistance": "standard",
    "public": False,
}


class Clock:
    """A time that tests can move."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


class Server:
    """A server that can be talked to."""

    def __init__(self, address: str, app: Any) -> None:
        self.address = address
        self.app = app

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    def player(self, name: str | None = None) -> Player:
        player = Player(self.address)
        if name is not None:
            player.post("/api/session", name=name)
        return player


@contextlib.contextmanager
def running(database: str, *, under_way: int | None = None, **settings: Any) -> Iterator[Server]:
    """A server in a thread, stopped in order at the end. Of what it sends, the system takes in only so many bytes that
    nobody has read; left to itself it takes megabytes, some systems more than others."""
    given = Settings(database, **{**GENEROUS, **settings})
    app = create_app(given)
    listener = bound("127.0.0.1", 0)
    if under_way is not None:
        listener.setsockopt(SOL_SOCKET, SO_SNDBUF, under_way)  # accepted sockets inherit it
    server = uvicorn.Server(ServerConfig(app, given, timeout_graceful_shutdown=3))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_for(lambda: server.started or not thread.is_alive())
        assert thread.is_alive()
        yield Server(f"127.0.0.1:{listener.getsockname()[1]}", app)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def stand_still(server: Server) -> None:
    """Nobody gains anything by waiting for what is limited from here on, however slow the machine is."""
    services = server.services
    for limiter in (services.logins, services.strangers, services.guests):
        limiter._clock = lambda: 0.0


def wait_for(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait until something is true, and return it."""
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)
    return found


class Player:
    """Somebody with a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx2.Client(base_url=f"http://{address}", headers={"X-Quadrilatero": "1"}, timeout=PATIENCE)

    def get(self, path: str, status: int = 200) -> Any:
        response = self.http.get(path)
        assert response.status_code == status, response.text
        return response.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        response = self.http.post(path, json=body)
        assert response.status_code == status, response.text
        return response.json()

    def refused(self, path: str, **body: Any) -> str:
        """The code of the error that a request is answered with."""
        response = self.http.post(path, json=body)
        assert response.status_code >= 400, response.text
        error = response.json()["error"]
        assert error["text"]["en"]
        assert error["text"]["it"]
        code: str = error["code"]
        return code

    @property
    def id(self) -> str:
        id: str = self.get("/api/session")["player"]["id"]
        return id

    def table(self, **changes: Any) -> Plain:
        table: Plain = self.post("/api/tables", **{**TABLE, **changes})
        return table

    def replay(self, table: str, seat: str | None = None) -> Plain:
        """The index of a replay, with all events of it."""
        path, eyes = f"/api/tables/{table}/replay", "" if seat is None else f"&seat={seat}"
        index: Plain = self.get(f"{path}?{eyes}")
        events: list[Plain] = []
        while len(events) < index["told"]:
            events += self.get(f"{path}/{index['frames']}/events?from={len(events)}{eyes}")["events"]
        return {**index, "events": events}

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def sit(self, table: str, seat: str | None = None, **headers: str) -> Socket:
        query = f"?seat={seat}" if seat else ""
        cookie = {"Cookie": self.cookie()} if self.cookie() else {}
        return Socket(f"ws://{self.address}/ws/tables/{table}{query}", {**cookie, **headers})

    def come_back(self, table: str, **place: Any) -> Socket:
        """Open a socket and say how far one had come."""
        return Socket(f"ws://{self.address}/ws/tables/{table}?{urlencode(place)}", {"Cookie": self.cookie()})

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class Socket:
    """A socket that keeps everything it was sent."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        opened = connect(url, additional_headers=headers, max_size=None, compression=None)
        self.socket: ClientConnection = opened.__enter__()
        self.heard: list[bytes] = []
        self.state: Plain = {}
        self.first = 0
        self.events: list[Plain] = []
        """What the seat was told, from event number `first` on."""

    def __enter__(self) -> Socket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def next(self, patience: float = PATIENCE) -> Plain:
        """The next message; states and events are kept as a page would keep them."""
        text = self.socket.recv(timeout=patience)
        data = text.encode() if isinstance(text, str) else text
        self.heard.append(data)
        OUTGOING.decode(data)  # every message is as its model says
        message: Plain = msgspec.json.decode(data)
        if message["t"] == "state":
            self.state = message
            if message.get("anew") or not self.events:
                self.first, self.events = message["from"], []
            assert self.first <= message["from"] <= self.first + len(self.events)
            self.events[message["from"] - self.first :] = message["events"]
            assert [event["n"] for event in self.events] == list(range(self.first, self.first + len(self.events)))
        return message

    def read_back(self) -> list[Plain]:
        """Everything the seat was told, with the earlier events that have to be asked for."""
        while self.first:
            page = self.ask(t="events", before=self.first)
            self.events = [*page["events"], *self.events]
            self.first = page["from"]
        return self.events

    def until(self, wanted: Callable[[Plain], Any]) -> Plain:
        """The next message of that kind."""
        while True:
            message = self.next()
            if wanted(message):
                return message

    def until_state(self, wanted: Callable[[Plain], Any] = lambda state: True) -> Plain:
        """The next state like that."""
        return self.until(lambda message: message["t"] == "state" and wanted(message))

    def send(self, **message: Any) -> str:
        """Send a message with an id of its own."""
        id = message.setdefault("id", uuid.uuid4().hex)
        self.socket.send(msgspec.json.encode(message).decode())
        return str(id)

    def ask(self, **message: Any) -> Plain:
        """Send a message and wait for its own reply."""
        id = self.send(**message)
        return self.until(lambda reply: reply.get("id") == id)

    def answer(self, answer: Any, **changes: Any) -> Plain:
        """Answer the question of the last state seen."""
        message = {"t": "answer", "version": self.state["version"], "seat": self.state["seat"], "answer": answer}
        return self.ask(**{**message, **changes})

    def catch_up(self, version: int) -> None:
        """Read on until the state of that version of the seat's own."""
        while self.state.get("version", -1) < version:
            self.next()

    def follow(self, revision: int) -> None:
        """Read on until the table has changed so often, whatever the seat was told of it."""
        while not self.state or self.state["table"]["revision"] < revision:
            self.next()


def play(sockets: dict[str, Socket], rng: random.Random, most: int = 10_000) -> int:
    """Answer at random at all seats until the game is over, or so many times; how many answers were acknowledged."""
    for socket in sockets.values():
        if not socket.state:
            socket.until_state()
    answered = 0
    while True:
        revision = max(socket.state["table"]["revision"] for socket in sockets.values())
        for socket in sockets.values():
            socket.follow(revision)
        if answered == most or all(socket.state["table"]["status"] == "over" for socket in sockets.values()):
            return answered
        able = [socket for socket in sockets.values() if socket.state["options"]]
        if not able:
            next(iter(sockets.values())).until_state()
            continue
        socket = rng.choice(able)
        reply = socket.answer(rng.choice(socket.state["options"]))
        assert reply["t"] == "ack", reply
        socket.catch_up(reply["version"])
        answered += 1


@contextlib.contextmanager
def two_players(server: Server, **table: Any) -> Iterator[tuple[Plain, Player, Player]]:
    """A table with two people."""
    with server.player("Anna") as anna, server.player("Béla") as bela:
        made = anna.table(**table)
        bela.post(f"/api/tables/{made['id']}/join")
        yield anna.get(f"/api/tables/{made['id']}"), anna, bela
