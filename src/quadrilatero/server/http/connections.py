"""Connections before anybody has asked for anything: how much they may send to say what they want, and how long it may
take. The parser and the sockets are uvicorn's; these only count and watch.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, cast

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from quadrilatero.server.errors import Problem
from quadrilatero.server.http.frames import TEXT, Message, framed, lone_frame
from quadrilatero.server.logs import LOG
from quadrilatero.server.settings import Settings

LOOK = 1.0
"""How often all connections are looked at, in seconds."""
PROGRESS = 16 * 1024
"""Whoever sends a body must send so much of it in the time that a head may take."""
AT_ONCE = "quadrilatero.text"
"""The extension of a socket's scope that sends messages which are text in bytes already, if they can go off at once."""
HEARD = "quadrilatero.heard"
"""The extension that waits for the next message of an open socket, without a look at the state it is in."""
OPEN = State.OPEN
SHARE = 16
"""A body may come with a byte of other things (the lengths of its chunks, trailers) for so many of its own."""


class Line:
    """One connection: since when it owes us the rest of a request, and since when it takes nothing from us."""

    __slots__ = ("owes_since", "pending", "stuck_since", "transport")

    def __init__(self, transport: asyncio.Transport, now: float) -> None:
        self.transport = transport
        self.owes_since: float | None = now
        self.stuck_since: float | None = None
        self.pending = 0

    def look(self, now: float) -> None:
        """Notice whether it takes what is sent to it."""
        pending = self.transport.get_write_buffer_size()
        if not pending or pending < self.pending:
            self.stuck_since = None
        elif self.stuck_since is None:
            self.stuck_since = now
        self.pending = pending


class Connections:
    """All connections of one server. Those that keep it waiting are ended, the one that waits longest when all places
    are taken."""

    def __init__(self, settings: Settings) -> None:
        self.head_bytes = settings.head_bytes
        self._settings = settings
        self._lines: dict[asyncio.Transport, Line] = {}
        self._looking = False

    def __len__(self) -> int:
        return len(self._lines)

    def enter(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> Line:
        """One more."""
        if len(self._lines) >= self._settings.connections:
            self._make_room()
        line = self._lines[transport] = Line(transport, loop.time())
        if not self._looking:
            self._looking = True
            loop.call_later(LOOK, self._look, loop)
        return line

    def leave(self, transport: asyncio.Transport) -> None:
        """One less."""
        self._lines.pop(transport, None)

    def line(self, transport: asyncio.Transport) -> Line | None:
        """What is known of a connection."""
        return self._lines.get(transport)

    def _make_room(self) -> None:
        """End the one that has owed us the rest of its request for longest, so that others can come in."""
        owing = [line for line in self._lines.values() if line.owes_since is not None]
        if owing:
            self._end(min(owing, key=lambda line: line.owes_since or 0.0))

    def _end(self, line: Line) -> None:
        self.leave(line.transport)
        line.transport.abort()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now, settings = loop.time(), self._settings
        ended = 0
        for line in list(self._lines.values()):
            line.look(now)
            late = line.owes_since is not None and now - line.owes_since > settings.head_seconds
            deaf = line.stuck_since is not None and now - line.stuck_since > settings.stall_seconds
            if late or deaf:
                self._end(line)
                ended += 1
        if ended:
            LOG.info("connections ended", extra={"count": ended, "open": len(self._lines)})
        self._looking = bool(self._lines)
        if self._looking:
            loop.call_later(LOOK, self._look, loop)


class ServerConfig(uvicorn.Config):
    """How uvicorn serves the app, with all connections watched."""

    def __init__(self, app: Any, settings: Settings, **options: Any) -> None:
        self.connections = Connections(settings)
        super().__init__(
            app,
            http=WatchedHttp,
            ws=WatchedSocket,
            log_config=None,
            access_log=False,
            ws_per_message_deflate=False,
            ws_max_size=settings.message_bytes,
            server_header=False,
            proxy_headers=True,
            **options,
        )


def _connections(config: uvicorn.Config) -> Connections:
    assert isinstance(config, ServerConfig)
    return config.connections


class WatchedHttp(HttpToolsProtocol):
    """HTTP whose address, headers and trailers have an end. httptools itself sets none, and joins what it has so far
    with each piece that comes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._all = _connections(self.config)
        self._line = self._all.enter(transport, self.loop)
        self._bodies = self._around = self._body = self._progress = 0

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.leave(self.transport)
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        self._line.stuck_since = None
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        if self._line.owes_since is None and getattr(self.cycle, "response_complete", True):
            self._line.owes_since = self.loop.time()
        bodies = self._bodies
        super().data_received(data)
        self._around += len(data) - (self._bodies - bodies)
        if self._line.owes_since is not None and self._around > self._all.head_bytes + self._body // SHARE:
            self._refuse_head()

    def on_message_begin(self) -> None:
        self._around = self._body = self._progress = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self.transport.is_closing():
            return
        said = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if said > self._all.head_bytes:
            self._refuse_head()
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._bodies += len(body)
        self._body += len(body)
        self._progress += len(body)
        if self._progress >= PROGRESS or self.flow.read_paused:
            self._progress = 0
            self._line.owes_since = self.loop.time()
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.transport.is_closing():
            self._line.owes_since = None
            super().on_message_complete()

    def _refuse_head(self) -> None:
        if self.transport.is_closing():
            return
        text = msgspec.json.encode(Problem("long_head", most=self._all.head_bytes // 1024).plain())
        head = (
            "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\n"
            f"content-length: {len(text)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + text)
        self._line.owes_since = self.loop.time()
        self.transport.close()


class Mailbox:
    """What has come over a socket, for its one reader: an asyncio.Queue with nothing that this needs not."""

    __slots__ = ("_events", "_waiting")

    def __init__(self) -> None:
        self._events: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether nothing is left to be read."""
        return not self._events

    def put_nowait(self, event: Any) -> None:
        """Something has come."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The next that came, when it comes."""
        while not self._events:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._events.popleft()


class WatchedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is ended when it takes nothing any more.

    Most messages come one at a time and whole; these need no parser, and reading goes on without a pause if nothing
    waits to be heard.
    """

    _between_frames = True
    """Whether all that came so far were whole frames, so that the parser has begun none."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = cast("asyncio.Queue[Any]", Mailbox())

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self._between_frames:
            frame = lone_frame(data)
            self._between_frames = frame is not None
            if frame is not None and self._heard_at_once(*frame):
                return
        super().data_received(data)

    def _heard_at_once(self, begins: int, said: bytes) -> bool:
        """Whether a frame is a message that can be handed on as it is; all else is for the parser."""
        if begins != TEXT or not self.handshake_complete or self.close_sent or self.conn.state is not OPEN:
            return False
        if not self.queue.empty() or len(said) > self.config.ws_max_size:
            return False
        try:
            said.decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "bytes": said})
        return True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"]).update({AT_ONCE: self.send_at_once, HEARD: self.receive})

    def send_at_once(self, texts: Sequence[Message]) -> bool:
        """Send text messages that are in bytes already, without making characters of them first, together; whether
        that could be done now."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.conn.extensions:
            return False
        self.transport.writelines(framed(texts))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        _connections(self.config).leave(self.transport)
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        if (line := _connections(self.config).line(self.transport)) is not None:
            line.stuck_since = None
        super().resume_writing()
