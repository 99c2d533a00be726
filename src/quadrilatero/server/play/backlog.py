"""What waits to be sent to sockets: so much for each of them, and so much for all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from quadrilatero.server.http.frames import Message, whole
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

    `at_once` sends messages if they can go off now, and says whether they could: then nothing has to wait.
    """

    def __init__(self, others: Backlogs, at_once: Callable[[Sequence[Message]], bool] | None = None) -> None:
        self._others = others
        self._at_once = at_once
        self._nothing_before = False
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._calm = asyncio.Event()
        self._calm.set()
        self.bytes = 0
        self.full = asyncio.Event()
        others.every.add(self)

    def put(self, *messages: Message) -> None:
        """Add messages that belong together, unless that is too much. A single one is never too large."""
        if self.full.is_set() or self._sent(messages):
            return
        for message in messages:
            self._wait(whole(message))

    def _wait(self, message: bytes) -> None:
        others, waits = self._others, self._queue.qsize()
        if self.full.is_set():
            return
        if waits and (waits >= others.messages or self.bytes + len(message) > others.bytes):
            self.give_up()
            return
        self._queue.put_nowait(message)
        self._calm.clear()
        self.bytes += len(message)
        others.total += len(message)
        if others.total > others.most:
            others.relieve()

    def _sent(self, messages: Sequence[Message]) -> bool:
        """Whether messages need not wait, because none does before them and they could be sent."""
        if self._at_once is None or not self._nothing_before:
            return False
        self._nothing_before = self._at_once(messages)
        return self._nothing_before

    async def get(self) -> bytes:
        """The next message, when there is one; whoever asks for it has sent the one before."""
        self._nothing_before = self._queue.empty()
        if self._nothing_before:
            self._calm.set()
        message = await self._queue.get()
        self._nothing_before = False
        if not self.full.is_set():  # otherwise it is counted when all is given up
            self.bytes -= len(message)
            self._others.total -= len(message)
        return message

    def is_calm(self) -> bool:
        """Whether nothing waits to be sent."""
        return self._calm.is_set()

    async def calm(self) -> None:
        """Wait until nothing waits to be sent."""
        await self._calm.wait()

    def give_up(self) -> None:
        """Send nothing more, and let go of what waits."""
        self.full.set()
        self._calm.set()
        self._queue = asyncio.Queue()
        self._others.total -= self.bytes
        self._others.every.discard(self)
        self.bytes = 0
