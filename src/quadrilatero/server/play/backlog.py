"""What waits to be sent to sockets: so much for each of them, and so much for all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from quadrilatero.server.settings import Settings


class Backlogs:
    """What waits for all sockets. When it is too much, the one for which most waits is given up."""

    def __init__(self, settings: Settings) -> None:
        self.messages, self.bytes = settings.outgoing, settings.outgoing_bytes
        self.most = settings.outgoing_in_all
        self.total = 0
        self.every: set[Backlog] = set()

    def relieve(self) -> None:
        """Give up those for which most waits until it is no longer too much."""
        while self.total > self.most and self.every:
            max(self.every, key=lambda one: one.bytes).give_up()


class Backlog:
    """What waits for one socket; `full` once it reads too slowly to be told everything.

    `at_once` sends a message if it can go off now, and says whether it could: then nothing has to wait.
    """

    def __init__(self, others: Backlogs, at_once: Callable[[bytes], bool] | None = None) -> None:
        self._others = others
        self._at_once = at_once
        self._nothing_before = False
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.bytes = 0
        self.full = asyncio.Event()
        others.every.add(self)

    def put(self, message: bytes) -> None:
        """Add a message, unless that is too much. A single one is never too large."""
        if self.full.is_set() or self._sent(message):
            return
        others, waits = self._others, self._queue.qsize()
        if waits and (waits >= others.messages or self.bytes + len(message) > others.bytes):
            self.give_up()
            return
        self._queue.put_nowait(message)
        self.bytes += len(message)
        others.total += len(message)
        if others.total > others.most:
            others.relieve()

    def _sent(self, message: bytes) -> bool:
        """Whether a message need not wait, because none does before it and it could be sent."""
        if self._at_once is None or not self._nothing_before:
            return False
        self._nothing_before = self._at_once(message)
        return self._nothing_before

    async def get(self) -> bytes:
        """The next message, when there is one; whoever asks for it has sent the one before."""
        self._nothing_before = self._queue.empty()
        message = await self._queue.get()
        self._nothing_before = False
        if not self.full.is_set():  # otherwise it is counted when all is given up
            self.bytes -= len(message)
            self._others.total -= len(message)
        return message

    def give_up(self) -> None:
        """Send nothing more, and let go of what waits."""
        self.full.set()
        self._queue = asyncio.Queue()
        self._others.total -= self.bytes
        self._others.every.discard(self)
        self.bytes = 0
