"""How fast the server is: `make bench-server`.

A server in a process of its own on loopback, SQLite, every check on. This process is the client: two players a game,
answers chosen at random from the options the server sends, one on the way per game. Prints a table, with the build of
the rules that was served, and writes the same figures to bench/out/server.json. The server's CPU time is that of its
process and all its children; the figures per core-second, and their ratio to a bare echo on the same stack in the same
run, are what compares between machines.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import http.client
import itertools
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import uvloop

import quadrilatero

OUT = Path(__file__).parent / "out"
TABLE = {
    "game": "camposanto",
    "scenario": "battle",
    "options": {},
    "seat": "spain",
    "opponent": {"kind": "open"},
    "pace": {"kind": "none"},
    "assistance": "standard",
    "public": True,
}
LIFTED: dict[str, Any] = {
    "messages_per_second": 1e6,
    "messages_at_once": 10**6,
    "requests_per_second": 1e6,
    "requests_at_once": 10**6,
    "sockets_per_address": 5000,
    "sockets_per_second": 1e6,
    "sockets_at_once": 10**6,
    "guests_at_once": 10**6,
}
"""The limits that would throttle a single client; everything else is as the server comes."""

YARDSTICK = {"per_core_second": 2113, "per_second": 1603, "p50_ms": 27.0, "p99_ms": 108.0}
"""Another wargame server, one process with 50 games flat out, on a machine like the one this was written on."""
NEEDED = {"per_core_second": 1700.0, "paced_p99_ms": 100.0, "game_kb": 1024.0}

Figures = dict[str, Any]


# -- the servers ------------------------------------------------------------------------------------------------------


def run_server(database: str) -> None:
    """The server as `quadrilatero serve` runs it, with the limits for one client lifted."""
    from quadrilatero.server.serving import serve
    from quadrilatero.server.settings import Settings

    def say(address: str) -> None:
        print(address, flush=True)

    serve(Settings(database, **LIFTED), "127.0.0.1", 0, open_page=False, say=say)


def run_echo() -> None:
    """What the stack costs by itself: a socket that sends back what it hears."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from quadrilatero.server.serving import bound

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await socket.send_text(await socket.receive_text())

    listener = bound("127.0.0.1", 0)
    listener.listen()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    app = Starlette(routes=[WebSocketRoute("/echo", echo)])
    config = uvicorn.Config(app, log_config=None, access_log=False, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[listener])


@contextlib.contextmanager
def started(*arguments: str) -> Iterator[Served]:
    """One of the two servers in a process of its own."""
    command = [sys.executable, __file__, *arguments]
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            if not address:
                log.seek(0)
                raise SystemExit("the server did not start\n" + log.read().decode())
            yield Served(process.pid, address.removeprefix("http://").rstrip("/"))
        finally:
            process.terminate()


@dataclasses.dataclass(frozen=True)
class Served:
    """A running server, and what the system knows of it."""

    pid: int
    address: str

    def _family(self) -> list[int]:
        family = [self.pid]
        for pid in family:
            with contextlib.suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    family += [int(child) for child in (task / "children").read_text().split()]
        return family

    def cpu(self) -> float:
        """The seconds of CPU that it and its children have used."""
        ticks = 0
        for pid in self._family():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """The kilobytes that it and its children hold."""
        pages = 0
        for pid in self._family():
            with contextlib.suppress(OSError):
                pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024


# -- the wire ---------------------------------------------------------------------------------------------------------

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """A WebSocket with nothing to spare: frames are cut out of the stream and handed on."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self._buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self._buffer[:16]:
                self.opened.set_exception(ConnectionError(self._buffer[:end].decode()))
                return
            del self._buffer[: end + 4]
            self.opened.set_result(None)
        self._cut()

    def _cut(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1], at + 2
            if length > 125:
                head += 2 if length == 126 else 8
                if len(buffer) < head:
                    break
                length = int.from_bytes(buffer[at + 2 : head], "big")
            if len(buffer) < head + length:
                break
            kind, at, payload = buffer[at] & 15, head + length, bytes(buffer[head : head + length])
            if kind == TEXT:
                self.hear(payload)
            elif kind == PING:
                self.send(payload, PONG)
            elif kind == CLOSE:
                self.transport.close()
        del buffer[:at]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Send a message; masked with zeros, which leaves it as it is."""
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


async def connect(address: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
    """An open socket."""
    host, port = address.split(":")
    loop = asyncio.get_running_loop()
    transport, wire = await loop.create_connection(lambda: Wire(hear), host, int(port))
    transport.write(
        f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    await wire.opened
    return wire


# -- players ----------------------------------------------------------------------------------------------------------


class TableHeard(msgspec.Struct):
    """What a player needs of a table."""

    status: str


class Heard(msgspec.Struct):
    """What a player needs of a message; the rest is not decoded."""

    t: str
    version: int = -1
    options: list[msgspec.Raw] | None = None
    table: TableHeard | None = None
    code: str | None = None


DECODER = msgspec.json.Decoder(Heard)
IDS = itertools.count()


class Tally:
    """What is counted while a measurement runs."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.refused: list[str] = []
        self.games_over = 0


class Seat:
    """One player at one table."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.wire: Wire
        self.options: list[msgspec.Raw] | None = None
        self.version = -1
        self.sent: float | None = None
        self.seated = asyncio.Event()

    def hear(self, data: bytes) -> None:
        message = DECODER.decode(data)
        if message.t == "state":
            self.version, self.options = message.version, message.options
            self.seated.set()
            assert message.table is not None
            self.game.over = message.table.status == "over"
            self.game.go_on(self)
        elif message.t == "ack":
            assert self.sent is not None
            self.game.tally.latencies.append(time.perf_counter() - self.sent)
            self.sent = None
            self.options = None
        elif message.t == "error":
            self.game.tally.refused.append(str(message.code))
            self.sent = None

    def can_answer(self) -> bool:
        return bool(self.options) and self.sent is None

    def answer(self) -> None:
        assert self.options
        chosen = self.game.rng.choice(self.options)
        head = f'{{"t":"answer","id":"{next(IDS)}","version":{self.version},"seat":"{self.name}","answer":'
        self.sent = time.perf_counter()
        self.wire.send(head.encode() + bytes(chosen) + b"}")


class Game:
    """A table with its two players."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tally = Tally()
        self.seats: list[Seat] = []
        self.over = False
        self.flat_out = False
        self.ended: Callable[[Game], None] = lambda game: None

    def go_on(self, seat: Seat) -> None:
        """A state has come: in a measurement flat out the next answer goes off at once."""
        if not self.flat_out:
            return
        if self.over:
            self.flat_out = False
            self.tally.games_over += 1
            self.ended(self)
        elif seat.can_answer():
            seat.answer()

    def nudge(self) -> None:
        """Answer once, at a seat that can."""
        able = [seat for seat in self.seats if seat.can_answer()]
        if able:
            self.rng.choice(able).answer()


class Club:
    """The client's side of a server: it makes players and tables over HTTP and sits them down."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.games: list[Game] = []
        self.watchers: list[Wire] = []
        self.heard_by_watchers = 0
        self._http = http.client.HTTPConnection(served.address)

    def _post(self, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
        headers = {"X-Quadrilatero": "1", "Content-Type": "application/json", "Cookie": cookie}
        self._http.request("POST", path, json.dumps(body), headers)
        response = self._http.getresponse()
        answer = json.loads(response.read())
        if response.status != 200:
            raise SystemExit(f"{path}: {answer}")
        return answer, (response.getheader("Set-Cookie") or "").split(";")[0]

    def _set_up(self, number: int) -> tuple[str, dict[str, str]]:
        cookies = {seat: self._post("/api/session", {"name": f"{seat} {number}"})[1] for seat in ("spain", "austria")}
        table = self._post("/api/tables", TABLE, cookies["spain"])[0]["id"]
        self._post(f"/api/tables/{table}/join", {}, cookies["austria"])
        return table, cookies

    async def open(self, games: int) -> list[Game]:
        """Set up so many games and sit their players down."""
        made = []
        self._http.close()  # the server may have hung up meanwhile; the next request connects anew
        for _ in range(games):
            number = len(self.games)
            table, cookies = await asyncio.to_thread(self._set_up, number)
            game = Game(number)
            for name, cookie in cookies.items():
                seat = Seat(game, name)
                seat.wire = await connect(self.served.address, f"/ws/tables/{table}?seat={name}", cookie, seat.hear)
                game.seats.append(seat)
            self.games.append(game)
            made.append(game)
        await asyncio.gather(*(seat.seated.wait() for game in made for seat in game.seats))
        return made

    async def watch(self, watchers: int, tables: int = 20) -> None:
        """So many spectators at tables where nothing happens."""

        def hear(_: bytes) -> None:
            self.heard_by_watchers += 1

        self._http.close()
        quiet = [(await asyncio.to_thread(self._set_up, 10**6 + number))[0] for number in range(tables)]
        for number in range(watchers):
            path = f"/ws/tables/{quiet[number % tables]}"
            self.watchers.append(await connect(self.served.address, path, "", hear))


# -- measuring --------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def measured(served: Served, games: list[Game], figures: Figures) -> AsyncIterator[Tally]:
    """Count what happens meanwhile, and what it costs the server."""
    tally = Tally()
    for game in games:
        game.tally = tally
    clock, cpu, own = time.perf_counter(), served.cpu(), time.process_time()
    yield tally
    seconds, spent, mine = time.perf_counter() - clock, served.cpu() - cpu, time.process_time() - own
    for game in games:
        game.flat_out = False
    await asyncio.sleep(0.3)
    if tally.refused:
        raise SystemExit(f"the server refused answers: {sorted(set(tally.refused))}")
    latencies = sorted(tally.latencies)
    answers = len(latencies)
    figures |= {
        "answers": answers,
        "per_second": answers / seconds,
        "per_core_second": answers / spent if spent else 0.0,
        "p50_ms": 1000 * quantile(latencies, 0.5),
        "p99_ms": 1000 * quantile(latencies, 0.99),
        "server_cpu": spent / seconds,
        "client_cpu": mine / seconds,
        "games_over": tally.games_over,
    }


def quantile(ordered: list[float], share: float) -> float:
    """The value below which that share lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def flat_out(served: Served, games: list[Game], spare: list[Game], seconds: float) -> Figures:
    """Every game goes as fast as it can; one that ends is followed by a spare one."""
    figures: Figures = {"games": len(games)}
    waiting = iter(spare)

    def begin(_: Game | None = None) -> None:
        game = next(waiting, None)
        if game is not None:
            launch(game)

    def launch(game: Game) -> None:
        game.flat_out, game.ended = True, begin
        for seat in game.seats:
            if seat.can_answer():
                seat.answer()

    async with measured(served, [*games, *spare], figures):
        for game in games:
            launch(game)
        await asyncio.sleep(seconds)
    return figures


async def paced(served: Served, games: list[Game], seconds: float) -> Figures:
    """Every game gives one answer a second, each at a moment of its own."""
    figures: Figures = {"games": len(games)}
    order = list(games)
    random.Random(0).shuffle(order)
    async with measured(served, games, figures):
        begun = asyncio.get_running_loop().time()
        for tick in range(int(seconds) * len(order)):
            delay = begun + tick / len(order) - asyncio.get_running_loop().time()
            if delay > 0:
                await asyncio.sleep(delay)
            order[tick % len(order)].nudge()
    return figures


async def echo(seconds: float, sockets: int = 50) -> Figures:
    """Echoes per core-second on the same stack."""
    with started("--echo") as served:
        counted = 0
        message = b'{"t":"answer","id":"0","version":100,"seat":"spain","answer":{"do":"pass"}}'
        wires: list[Wire] = []

        def hear(number: int) -> Callable[[bytes], None]:
            def heard(_: bytes) -> None:
                nonlocal counted
                counted += 1
                wires[number].send(message)

            return heard

        wires += [await connect(served.address, "/echo", "", hear(number)) for number in range(sockets)]
        for wire in wires:
            wire.send(message)
        await asyncio.sleep(0.5)
        before, cpu, clock = counted, served.cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        count, spent, taken = counted - before, served.cpu() - cpu, time.perf_counter() - clock
        for wire in wires:
            wire.transport.abort()
        return {"per_core_second": count / spent, "per_second": count / taken}


async def bench(seconds: float) -> Figures:
    """All measurements, one after the other."""
    figures: Figures = {"echo": await echo(seconds / 3)}
    with tempfile.TemporaryDirectory() as folder, started("--serve", f"sqlite:///{folder}/bench.db") as served:
        club = Club(served)
        one = await club.open(1 + int(3 * seconds))
        await flat_out(served, one[:1], one[1:3], 1.0)
        figures["flat_1"] = await flat_out(served, one[3:4], one[4:], seconds / 2)
        empty, before = served.memory(), len(club.games)
        fifty = await club.open(50)
        spare = await club.open(10)
        figures["flat_50"] = await flat_out(served, fifty, spare, seconds)
        live = [game for game in (*fifty, *spare) if not game.over]
        live += await club.open(200 - len(live))
        figures["flat_200"] = await flat_out(served, live, [], seconds)
        figures["game_kb"] = (served.memory() - empty) / (len(club.games) - before)
        live = [game for game in live if not game.over]
        live += await club.open(200 - len(live))
        figures["paced_200"] = await paced(served, live, seconds)
        await club.watch(1000)
        figures["watched_200"] = await paced(served, live, seconds)
        figures["watchers"] = sum(not wire.transport.is_closing() for wire in club.watchers)
        figures["server_mb"] = served.memory() / 1024
    return figures


# -- telling ----------------------------------------------------------------------------------------------------------


def table(figures: Figures) -> str:
    """The figures for people."""
    rules = f"{figures['build']} rules"
    head = f"{rules:38}{'answers':>9}{'/s':>8}{'/core-s':>9}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'client':>8}"
    lines = [head]
    rows = {
        "flat_1": "1 game flat out",
        "flat_50": "50 games flat out",
        "flat_200": "200 games flat out",
        "paced_200": "200 games, an answer a second each",
        "watched_200": f"  the same beside {figures['watchers']} idle spectators",
    }
    for key, name in rows.items():
        f = figures[key]
        lines.append(
            f"{name:38}{f['answers']:>9}{f['per_second']:>8.0f}{f['per_core_second']:>9.0f}"
            f"{f['p50_ms']:>8.1f}{f['p99_ms']:>8.1f}{f['server_cpu']:>8.0%}{f['client_cpu']:>8.0%}"
        )
    y = YARDSTICK
    lines.append(
        f"{'yardstick: another server, 50 games':38}{'':9}{y['per_second']:>8.0f}{y['per_core_second']:>9.0f}"
        f"{y['p50_ms']:>8.1f}{y['p99_ms']:>8.1f}"
    )
    lines += ["", *(f"{'ok  ' if fine else 'FAIL'} {text}" for text, fine in verdicts(figures))]
    ratio = figures["flat_50"]["per_core_second"] / figures["echo"]["per_core_second"]
    lines.append(
        f"     a bare echo on the same stack: {figures['echo']['per_core_second']:.0f} per core-second; "
        f"an answer costs as much as {1 / ratio:.1f} echoes"
    )
    return "\n".join(lines)


def verdicts(figures: Figures) -> list[tuple[str, bool]]:
    """What is required, and whether it is so."""
    needed, whole = NEEDED["per_core_second"], YARDSTICK["per_core_second"]
    rate, worst = figures["flat_50"]["per_core_second"], figures["paced_200"]["p99_ms"]
    watched, size = figures["watched_200"]["p99_ms"], figures["game_kb"]
    return [
        (f"{rate:.0f} answers per core-second with 50 games, needed {needed:.0f} (yardstick {whole})", rate >= needed),
        (f"p99 {worst:.1f} ms at 200 answers a second, needed < 100", worst < NEEDED["paced_p99_ms"]),
        (f"p99 {watched:.1f} ms with {figures['watchers']} spectators, needed < 100", watched < NEEDED["paced_p99_ms"]),
        (f"{size:.0f} kB a live game with its sockets, needed < 1024", size < NEEDED["game_kb"]),
    ]


def main() -> int:
    """Measure, print and write down; 1 where something required is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each measurement takes (10)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--serve", metavar="URL", help=argparse.SUPPRESS)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        run_server(chosen.serve)
        return 0
    if chosen.echo:
        run_echo()
        return 0
    began = time.perf_counter()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(bench(chosen.seconds))
    figures |= {
        "build": quadrilatero.BUILD,
        "yardstick": YARDSTICK,
        "lifted": LIFTED,
        "machine": {"python": platform.python_version(), "cores": os.cpu_count(), "load": os.getloadavg()[0]},
        "took": time.perf_counter() - began,
    }
    OUT.mkdir(exist_ok=True)
    (OUT / "server.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1) if chosen.json else table(figures))
    return 0 if all(fine for _, fine in verdicts(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
