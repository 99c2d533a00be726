"""Bad input over sockets, for as long as one likes: `make fuzz-socket SECONDS=60`.

Two honest players play on while others send mutated messages, floods and broken frames to their table. What must hold
is written in `Siege.check`.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import random
import socket as sockets
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from quadrilatero.kernel.loading import resume
from quadrilatero.server.logs import LOG
from quadrilatero.server.storage import tables
from tests.server.support import PATIENCE, Plain, Player, Server, play, running, wait_for

CLOSING = {1000, 1002, 1003, 1007, 1008, 1009, 1012, 1013, 4404}
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    -(2**63),
    1e308,
    0.5,
    "",
    "x" * 300,
    "\u0000",
    "\u202e",
    "é" * 64,
    [],
    {},
    [[[[[]]]]],
    {"do": {"do": {"do": 1}}},
)
RAW: tuple[str | bytes, ...] = (
    "",
    "NaN",
    '{"t":"answer","id":"n","version":NaN,"seat":"spain","answer":Infinity}',
    '{"t":"answer","id":"b","version":1e400,"seat":"spain","answer":{}}',
    '{"t":"ping","t":"answer"}',
    '{"t":"chat","id":"z","text":"\\u0000"}',
    '{"t":"chat","id":"s","text":"\\ud800"}',
    '{"t":"why","id":"d","seat":"spain","answer":' + "[" * 30_000 + "]" * 30_000 + "}",
    '{"a":' * 9000,
    "[" * 60_000,
    "x" * 65_536,
    b"\xff\xfe\x00",
    b"\x00" * 500,
    b'{"t":"ping"}',
    b'{"t":"answer","id":"\xff","version":0,"seat":"spain","answer":{}}',
)


class Faults(logging.Handler):
    """What the server logs that it should not."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.lines.append(f"{record.getMessage()} {trace}")


class Siege:
    """A table with two honest players, and everybody who troubles it."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self.anna, self.bela, self.eve = (server.player(name) for name in ("Anna", "Béla", "Eve"))
        self.stranger = server.player()
        self.done: Counter[str] = Counter()
        self.new_table()

    def new_table(self) -> None:
        made = self.anna.table(public=True)
        self.bela.post(f"/api/tables/{made['id']}/join")
        self.table = made["id"]
        self.honest = {"spain": self.anna.sit(self.table, "spain"), "austria": self.bela.sit(self.table, "austria")}

    def leave(self) -> None:
        for line in self.honest.values():
            line.close()

    # -- what troublemakers send ---------------------------------------------------------------------------------

    def message(self, state: Plain) -> Plain:
        """A message of a known kind with some of it spoilt."""
        rng = self.rng
        seat = rng.choice(("spain", "austria", "nobody"))
        options = state.get("options") or [{"do": "orders", "left": 0, "centre": 0, "right": 0}]
        kind = rng.choice(("answer", "undo", "why", "odds", "chat", "salt", "ping", "fly"))
        version = rng.choice((state.get("version", 0), 0, state.get("version", 0) + 1))
        whole: Plain = {"t": kind, "id": f"e{rng.randrange(10**9)}" if rng.random() < 0.8 else "again"}
        whole |= {
            "answer": {"version": version, "seat": seat, "answer": rng.choice(options)},
            "undo": {"version": version, "seat": seat},
            "why": {"seat": seat, "answer": rng.choice(options)},
            "odds": {"seat": seat, "answer": rng.choice(options)},
            "chat": {"text": "x" * rng.randrange(600)},
            "salt": {"seat": seat, "salt": "x"},
        }.get(kind, {})
        for _ in range(rng.randrange(3)):
            key = rng.choice([*whole, "more"])
            if rng.random() < 0.3:
                whole.pop(key, None)
            else:
                whole[key] = rng.choice(ODD)
        return whole

    def spoil(self, text: str) -> str | bytes:
        """Some characters changed, cut or doubled."""
        rng = self.rng
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            text = (
                text[:at]
                + rng.choice(("", '"', "{", "}", "[", ",", "0", "\\", "\x00", "é"))
                + text[at + rng.randrange(3) :]
            )
        return text if rng.random() < 0.7 else text.encode()[: rng.randrange(1, len(text) + 2)]

    # -- attacks -------------------------------------------------------------------------------------------------

    def talk(self, player: Player) -> None:
        """Messages of all kinds; every id that can be read is answered exactly once, or the socket closes by a code."""
        line = player.sit(self.table)
        waiting: Counter[str] = Counter()
        try:
            state = line.until_state()
            for _ in range(self.rng.randrange(1, 25)):
                plain = self.message(state)
                text = msgspec.json.encode(plain).decode()
                data: str | bytes = self.rng.choice(RAW) if self.rng.random() < 0.15 else text
                if self.rng.random() < 0.2:
                    data = self.spoil(text)
                id = readable_id(data)
                if id is not None:
                    waiting[id] += 1
                pieces = [data[:3], data[3:]] if self.rng.random() < 0.1 and len(data) > 5 else data
                line.socket.send(pieces)
                self.done["messages"] += 1
            line.socket.send('{"t":"ping"}')
            replies: Counter[str] = Counter()
            odds = time.monotonic() + 15
            pong = False
            while not pong or (replies.total() < waiting.total() and time.monotonic() < odds):
                heard = line.next(15)
                pong = pong or heard["t"] == "pong"
                if heard["t"] in ("ack", "error", "why", "odds") and heard["id"] is not None:
                    replies[heard["id"]] += 1
            assert replies == waiting, f"asked {waiting - replies}, answered beyond {replies - waiting}"
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else None
            assert code in CLOSING, f"closed by {code}"
        finally:
            line.close()

    def flood(self, player: Player) -> None:
        """Many messages at once without reading."""
        line = player.sit(self.table)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(300):
                line.socket.send('{"t":"ping"}')
        line.close()

    def break_off(self, player: Player) -> None:
        """Connections that end anywhere: in the handshake, in a frame, or half closed."""
        host, port = self.server.address.split(":")
        hello = (
            f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: {self.server.address}\r\nCookie: {player.cookie()}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        frames = (
            b"",
            b"\x81",
            b"\x81\xfe\xff\xff",
            b"\x89\x80abcd",
            b"\xff" * 40,
            b"\x01\x85abcdabcde",
            b"\x88\x80abcd",
        )
        with sockets.create_connection((host, int(port)), timeout=5) as line:
            cut = self.rng.randrange(len(hello)) if self.rng.random() < 0.3 else len(hello)
            with contextlib.suppress(OSError):
                line.sendall(hello[:cut])
                if self.rng.random() < 0.7:
                    line.sendall(self.rng.choice(frames))
                if self.rng.random() < 0.5:
                    line.shutdown(sockets.SHUT_WR)
                if self.rng.random() < 0.5:
                    line.recv(100)

    def knock(self, player: Player) -> None:
        """Sockets that may not be opened."""
        for path in ("nowhere", "%00", f"{self.table}?seat=austria", f"{self.table}?seat=%00", "x" * 500):
            header = {"Cookie": player.cookie()}
            with (
                contextlib.suppress(ConnectionClosed),
                connect(
                    f"ws://{self.server.address}/ws/tables/{path}", additional_headers=header, compression=None
                ) as line,
            ):
                first = msgspec.json.decode(line.recv(10))
                assert first["t"] == "error", first
                line.recv(10)

    def crowd(self, player: Player) -> None:
        """Many sockets at once."""
        lines = [player.sit(self.table) for _ in range(12)]
        for line in lines:
            line.close()

    def step(self) -> None:
        """One attack, and some honest play."""
        attack = self.rng.choice((self.talk, self.talk, self.talk, self.flood, self.break_off, self.knock, self.crowd))
        self.done[attack.__name__] += 1
        able = (self.eve,) if attack == self.knock else (self.eve, self.stranger, self.bela)
        attack(self.rng.choice(able))
        self.sync()
        self.done["honest answers"] += play(self.honest, self.rng, self.rng.randrange(4))

    # -- what must hold ------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Let the honest players see where the game stands: one of them may have made trouble, too."""
        revision = self.anna.get(f"/api/tables/{self.table}")["revision"]
        for line in self.honest.values():
            line.follow(revision)

    def check(self) -> None:
        """The server answers at once, and the honest players see what the stored log of their game leads to."""
        started = time.monotonic()
        for line in self.honest.values():
            line.socket.send('{"t":"ping"}')
            line.until(lambda message: message["t"] == "pong")
        assert time.monotonic() - started < PATIENCE, "a ping took too long"
        found = self.server.services.store.at_once(tables.load, self.table)
        assert found is not None
        record, entries, *_ = found
        again = resume(record.header, record.dice, entries)
        for seat, line in self.honest.items():
            line.catch_up(record.version)
            assert line.state["view"] == again.view(seat)
            assert [event["text"]["en"] for event in line.events] == [told.text("en") for told in again.told(seat)]
        if record.status == "over":
            self.leave()
            self.new_table()


def readable_id(data: str | bytes) -> str | None:
    """The id that the server must answer to, if it can be read at all."""
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, UnicodeEncodeError, RecursionError):
        return None
    id = plain.get("id") if isinstance(plain, dict) else None
    return id if isinstance(id, str) and len(id) <= 64 else None


def besiege(database: str, seconds: float, seed: int) -> Counter[str]:
    """Trouble a server for so long; how much of what was done."""
    faults = Faults()
    LOG.addHandler(faults)
    logging.getLogger("uvicorn.error").addHandler(faults)
    try:
        with running(database, outgoing=4096) as server:
            siege = Siege(server, seed)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                siege.step()
                siege.check()
            siege.leave()
            wait_for(lambda: "quadrilatero_sockets 0.0" in server.services.metrics.text().decode())
            assert "quadrilatero_faults_total 0.0" in server.services.metrics.text().decode()
            for player in (siege.anna, siege.bela, siege.eve, siege.stranger):
                player.http.close()
    finally:
        LOG.removeHandler(faults)
        logging.getLogger("uvicorn.error").removeHandler(faults)
    assert not faults.lines, "\n".join(faults.lines[:5])
    return siege.done


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        done = besiege(f"sqlite:///{Path(folder) / 'fuzz.db'}", chosen.seconds, seed)
    print(", ".join(f"{count} {what}" for what, count in sorted(done.items())))


if __name__ == "__main__":
    main()
