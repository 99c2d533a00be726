"""What waits to be sent to sockets: so much for each of them, and so much for all."""

from __future__ import annotations

import asyncio

from quadrilatero.server.settings import Settings


class Backlogs:
    """What waits for all sockets. When it is too much, the one for which most waits is given up."""

    def __init__(self, settings: Settings) -> None:
        self.messages, self.bytes = settings.outgoing, settings.outgoing_bytes
        self._most = settings.outgoing_in_all
        self._waiting: dict[Backlog, int] = {}
        self.total = 0

    def count(self, backlog: Backlog) -> None:
        """See how much waits for one of them now."""
        self.total += backlog.bytes - self._waiting.pop(backlog, 0)
        if backlog.bytes:
            self._waiting[backlog] = backlog.bytes
        while self.total > self._most:
            max(self._waiting, key=lambda one: one.bytes).give_up()


class Backlog:
    """What waits for one socket; `full` once it reads too slowly to be told everything."""

    def __init__(self, every: Backlogs) -> None:
        self._every = every
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.bytes = 0
        self.full = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Add a message, unless that is too much. A single one is never too large."""
        if self.full.is_set():
            return
        waits = self._queue.qsize()
        if waits and (waits >= self._every.messages or self.bytes + len(message) > self._every.bytes):
            self.give_up()
            return
        self._queue.put_nowait(message)
        self.bytes += len(message)
        self._every.count(self)

    async def get(self) -> bytes:
        """The next message, when there is one."""
        message = await self._queue.get()
        self.bytes -= len(message)
        self._every.count(self)
        return message

    def give_up(self) -> None:
        """Send nothing more, and let go of what waits."""
        self.full.set()
        self._queue = asyncio.Queue()
        self.bytes = 0
        self._every.count(self)
