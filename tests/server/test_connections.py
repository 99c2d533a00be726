"""Connections that say too much, too slowly, or do not listen: they end, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from quadrilatero.server.http.connections import Mailbox, ServerConfig, WatchedSocket
from quadrilatero.server.http.frames import Message, frame_head, lone_frame, whole
from quadrilatero.server.play.backlog import Backlog, Backlogs
from quadrilatero.server.play.room import Connection
from quadrilatero.server.settings import Settings
from tests.server.support import Server, running, two_players, wait_for

LINE = b"x" * 65_536


@contextlib.contextmanager
def raw(server: Server, takes: int | None = None) -> Iterator[socket.socket]:
    """A connection that sends what it likes, and takes in only so many bytes before it reads."""
    host, _, port = server.address.rpartition(":")
    with socket.socket() as line:
        line.settimeout(20)
        if takes is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        line.connect((host, int(port)))
        yield line


def upgrade(line: socket.socket, server: Server, path: str, cookie: str) -> None:
    """Open a WebSocket on a connection. Only when the server has agreed may anything be sent: what comes together with
    the request is no part of it and is passed over."""
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {server.address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        more = line.recv(1)
        assert more, said
        said += more
    assert said.startswith(b"HTTP/1.1 101 ")


def stuck(connection: Connection) -> bool:
    """Whether a message is on its way to a socket that takes no more: so it stays until its client reads."""
    protocol = getattr(connection.backlog._at_once, "__self__", None)
    assert isinstance(protocol, WatchedSocket)
    return not protocol.writable.is_set() and not connection.backlog._calm.is_set()


def sent_until_refused(line: socket.socket, begin: bytes, piece: bytes, most: int = 200) -> tuple[int, bytes]:
    """How many pieces went out before the server answered or hung up, and what it said."""
    line.sendall(begin)
    line.setblocking(False)
    said = b""
    for number in range(most):
        deadline = time.monotonic() + 0.2
        while time.monotonic() < deadline:
            try:
                line.send(piece)
                break
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                return number, said
        with contextlib.suppress(BlockingIOError):
            try:
                said += (got := line.recv(65_536))
            except ConnectionResetError:
                return number, said
            if not got:
                return number, said
    return most, said


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param(b"GET /", id="an address"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\nX-", id="the name of a header"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: a\r\nX-A: ", id="a header"),
        pytest.param(
            b"POST /api/session HTTP/1.1\r\nHost: a\r\nX-Quadrilatero: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"1\r\n{\r\n0\r\nX-Trailer: ",
            id="a trailer",
        ),
    ],
)
def test_a_line_without_end_is_refused(server: Server, begin: bytes):
    with raw(server) as line:
        number, said = sent_until_refused(line, begin, LINE)
    assert number < 200
    assert not said or b" 431 " in said.split(b"\r\n")[0] or b" 4" in said.split(b"\r\n")[0]
    with server.player() as anna:
        assert anna.get("/api/session") == {"player": None}


def test_many_headers_are_refused_with_a_reason(server: Server):
    with raw(server) as line:
        line.sendall(b"GET /api/session HTTP/1.1\r\nHost: a\r\n" + b"X-A: " + b"y" * 40_000 + b"\r\n\r\n")
        said = line.recv(65_536)
    assert said.startswith(b"HTTP/1.1 431 ")
    assert b"long_head" in said
    with raw(server) as line:
        line.sendall(b"GET /api/session HTTP/1.1\r\nHost: a\r\nX-A: " + b"y" * 20_000 + b"\r\n\r\n")
        assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_a_large_body_in_small_chunks_is_taken(server: Server):
    """What comes around a body may grow with it."""
    body = b'{"save": {"kind": "' + b"x" * 600_000 + b'"}}'
    with server.player("Anna") as anna:
        pieces = (body[n : n + 4096] for n in range(0, len(body), 4096))
        answer = anna.http.post("/api/studies", content=pieces, headers={"Content-Type": "application/json"})
    assert answer.json()["error"]["code"] == "save_foreign"


def test_half_a_request_is_given_up(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'h.db'}", head_seconds=0.5) as server, server.player("Anna") as anna:
        path = anna.table()["id"]
        with raw(server) as silent, raw(server) as half, raw(server) as body, raw(server) as again:
            half.sendall(b"GET /api/session HTTP/1.1\r\nHost: a\r\n")
            body.sendall(b"POST /api/login HTTP/1.1\r\nHost: a\r\nX-Quadrilatero: 1\r\nContent-Length: 100\r\n\r\n{")
            again.sendall(b"GET /api/session HTTP/1.1\r\nHost: a\r\n\r\n")
            assert again.recv(65_536).startswith(b"HTTP/1.1 200 ")
            again.sendall(b"\r\n")
            for line in (silent, half, body, again):
                line.settimeout(10)
                with contextlib.suppress(ConnectionResetError):
                    while line.recv(65_536):
                        pass
        with anna.sit(path) as mine:  # a socket that says nothing stays
            mine.until_state()
            time.sleep(2)
            assert mine.answer({}, version=-1)["t"] == "error"


def test_when_all_places_are_taken_who_owes_a_request_goes_first(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'p.db'}", connections=8, head_seconds=600) as server:
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(raw(server)) for _ in range(12)]
            with server.player() as anna:
                assert anna.get("/api/session") == {"player": None}
            lines[0].settimeout(10)
            with contextlib.suppress(ConnectionResetError):
                assert lines[0].recv(10) == b""


def test_who_does_not_listen_is_cut_off(tmp_path: Path):
    """A socket and a download that are not read end, and what waited for them is let go."""
    with (
        running(f"sqlite:///{tmp_path / 'd.db'}", under_way=4096, stall_seconds=1.0, outgoing_bytes=200_000) as server,
        two_players(server) as (table, anna, _),
    ):
        backlogs = server.services.backlogs
        with raw(server, takes=4096) as deaf:
            upgrade(deaf, server, f"/ws/tables/{table['id']}", anna.cookie())
            room = wait_for(lambda: server.services.rooms._rooms.get(table["id"]))
            wait_for(lambda: room.connections)
            assert len(room.connections) == 1
            (connection,) = room.connections
            end = time.monotonic() + 60
            while not connection.closing.is_set():
                assert time.monotonic() < end
                for offer in (True, False):  # the state goes to all who watch
                    anna.post(f"/api/tables/{table['id']}/draw", seat="spain", offer=offer)
            wait_for(lambda: not room.connections)
            assert backlogs.total == 0
            wait_for(lambda: not server.services.doors._inside)


def test_who_sends_much_and_reads_late_is_heard_when_he_reads(tmp_path: Path):
    """While answers wait for him no more of his messages are taken in, so that they need not be given up."""
    asked = 600
    with (
        running(f"sqlite:///{tmp_path / 'l.db'}", under_way=4096, outgoing_bytes=200_000) as server,
        two_players(server) as (table, anna, _),
    ):
        with raw(server, takes=4096) as late:
            upgrade(late, server, f"/ws/tables/{table['id']}?seat=spain", anna.cookie())
            stale = (f'{{"t":"answer","id":"{n}","version":-1,"seat":"spain","answer":{{}}}}' for n in range(asked))
            late.sendall(b"".join(Frame(Opcode.TEXT, one.encode()).serialize(mask=True) for one in stale))
            room = wait_for(lambda: server.services.rooms._rooms.get(table["id"]))
            wait_for(lambda: any(stuck(connection) for connection in room.connections))
            time.sleep(0.5)
            late.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
            heard, last = bytearray(), f'"id":"{asked - 1}"'.encode()
            while more := late.recv(1 << 20):
                heard += more
                if last in heard[-len(more) - len(last) :]:
                    break
            assert heard.count(b'"t":"error"') == asked


def test_what_waits_for_all_is_bounded_and_the_slowest_goes():
    every = Backlogs(Settings("sqlite://", outgoing_bytes=1000, outgoing_in_all=2500))
    slow, slower, quick = Backlog(every), Backlog(every), Backlog(every)
    for _ in range(9):
        slower.put(b"x" * 100)
        slow.put(b"x" * 90)
    quick.put(b"x" * 800)
    assert (slower.full.is_set(), slow.full.is_set(), quick.full.is_set()) == (True, False, False)
    assert every.total == 810 + 800
    lone = Backlog(Backlogs(Settings("sqlite://", outgoing_bytes=10)))
    lone.put(b"x" * 100)
    assert not lone.full.is_set()
    lone.put(b"x")
    assert (lone.full.is_set(), lone.bytes) == (True, 0)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_that_of_the_library(size: int):
    assert frame_head(size) + b"x" * size == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535])
def test_a_whole_frame_of_a_client_is_read_as_the_library_reads_it(size: int):
    said = bytes(number % 251 for number in range(size))
    for opcode, begins in ((Opcode.TEXT, 0x81), (Opcode.PING, 0x89), (Opcode.PONG, 0x8A)):
        whole = Frame(opcode, said).serialize(mask=True) if opcode is Opcode.TEXT or size < 126 else b""
        if whole:
            assert lone_frame(whole) == (begins, said)
        assert lone_frame(whole[:-1]) is None
        assert lone_frame(whole + b"x") is None


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"a", fin=False),
        Frame(Opcode.TEXT, b"a" * 65_536),
        Frame(Opcode.BINARY, b"a"),
        Frame(Opcode.CONT, b"a"),
        Frame(Opcode.CLOSE, b""),
    ],
    ids=lambda frame: f"{frame.opcode.name} {len(frame.data)} {frame.fin}",
)
def test_other_frames_are_left_to_the_library(frame: Frame):
    assert lone_frame(frame.serialize(mask=True)) is None
    assert lone_frame(frame.serialize(mask=False)) is None
    compressed = bytearray(Frame(Opcode.TEXT, b"a").serialize(mask=True))
    compressed[0] |= 0x40
    assert lone_frame(bytes(compressed)) is None


def test_messages_are_heard_however_they_are_cut(server: Server):
    """Whole ones, several at a time, in pieces and in fragments, and whole ones again."""
    ping = Frame(Opcode.TEXT, b'{"t":"ping"}').serialize(mask=True)
    parts = [
        Frame(Opcode.TEXT, b'{"t":', fin=False).serialize(mask=True),
        Frame(Opcode.PING, b"there").serialize(mask=True),
        Frame(Opcode.CONT, b'"ping"}').serialize(mask=True),
    ]
    pieces = [ping, ping, ping + ping, *parts, ping, ping[:4], ping[4:], ping, ping[:1], ping[1:] + ping[:9], ping[9:]]
    with two_players(server) as (table, anna, _), raw(server) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        upgrade(line, server, f"/ws/tables/{table['id']}?seat=spain", anna.cookie())
        for piece in pieces:
            line.sendall(piece)
            time.sleep(0.02)
        heard = b""
        while heard.count(b'{"t":"pong"}') < 10:
            more = line.recv(65_536)
            assert more
            heard += more
        line.sendall(Frame(Opcode.TEXT, b'{"t":"ping"}').serialize(mask=True))
        assert line.recv(65_536).endswith(b'{"t":"pong"}')


def test_what_is_no_text_ends_the_connection(server: Server):
    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as mine:
        mine.until_state()
        mine.socket.send(b"\xff\xff\xff\xff\xff\xff", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            mine.until(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


def test_a_mailbox_gives_what_came_in_order_and_loses_nothing_to_a_reader_who_gives_up():
    async def run() -> list[Any]:
        box, heard = Mailbox(), []
        assert box.empty()
        waiting = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        box.put_nowait(1)
        box.put_nowait(2)
        assert not box.empty()
        heard.append(await box.get())
        heard.append(await box.get())
        waiting = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(3)
        box.put_nowait(4)
        heard.append(await waiting)
        heard.append(await box.get())
        return heard

    assert asyncio.run(run()) == [1, 2, 3, 4]


def test_a_message_in_pieces_waits_whole():
    async def run() -> tuple[bytes, int]:
        backlog = Backlog(Backlogs(Settings("sqlite://")))
        backlog.put((b"ab", b"c"), b"d")
        size = backlog.bytes
        return await backlog.get() + await backlog.get(), size

    assert asyncio.run(run()) == (b"abcd", 4)


def test_what_goes_off_at_once_overtakes_nothing():
    """A message waits behind one that could not be sent, also while that one is being sent."""

    async def run() -> list[bytes]:
        sent: list[bytes] = []
        takes = True

        def at_once(messages: Sequence[Message]) -> bool:
            if takes:
                sent.extend(map(whole, messages))
            return takes

        backlog = Backlog(Backlogs(Settings("sqlite://")), at_once)
        backlog.put(b"1")  # nobody has asked for messages yet: it waits
        going = asyncio.Event()

        async def send() -> None:
            while True:
                message = await backlog.get()
                await going.wait()
                sent.append(message)

        task = asyncio.create_task(send())
        await asyncio.sleep(0)
        backlog.put(b"2")  # the one before is on its way
        assert sent == []
        going.set()
        await asyncio.sleep(0.01)
        backlog.put(b"3", b"4")
        takes = False
        backlog.put(b"5", b"6")
        takes = True
        backlog.put(b"7")  # whoever sends has not looked yet
        assert sent == [b"1", b"2", b"3", b"4"]
        await asyncio.sleep(0.01)
        backlog.put(b"8")
        task.cancel()
        assert backlog.bytes == 0
        return sent

    assert asyncio.run(run()) == [b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8"]


def test_sockets_are_not_opened_faster_than_they_may(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'o.db'}", sockets_per_second=0.001, sockets_at_once=3) as server,
        two_players(server) as (table, anna, _),
    ):
        for _ in range(3):
            with anna.sit(table["id"]) as mine:
                mine.until_state()
        with anna.sit(table["id"]) as late, pytest.raises(ConnectionClosed) as closed:
            late.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_a_page_of_another_site_is_told_the_code(server: Server):
    with two_players(server) as (table, _, _):
        url = f"ws://{server.address}/ws/tables/{table['id']}"
        with connect(url, additional_headers={"Origin": "https://evil.example"}) as other:
            with pytest.raises(ConnectionClosed) as closed:
                other.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_the_real_server_watches_its_connections(monkeypatch: pytest.MonkeyPatch):
    from quadrilatero.server import serving

    assert isinstance(serving._server(Settings("sqlite://")).config, ServerConfig)
