"""Tasks that answer for seats: the computer's, and those of instructions that wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play.room import Room


class SeatTasks:
    """At most one task for a seat of a room."""

    def __init__(self, metrics: Metrics, failed: str) -> None:
        self._metrics, self._failed = metrics, failed
        self._tasks: dict[tuple[Room, Seat], asyncio.Task[None]] = {}
        self._rooms: Counter[Room] = Counter()
        self._closed = False

    def _begin(self, room: Room, seat: Seat, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let that work begin, unless the seat is at work already."""
        if self._closed or (room, seat) in self._tasks:
            return
        task = self._tasks[room, seat] = asyncio.create_task(work())
        self._rooms[room] += 1
        task.add_done_callback(partial(self._done, room, seat))

    def _done(self, room: Room, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._tasks[room, seat]
        self._rooms[room] -= 1
        if not self._rooms[room]:
            del self._rooms[room]
        if task.cancelled():
            return
        if error := task.exception():
            self._metrics.faults.inc()
            LOG.error(self._failed, extra={"table": room.record.id, "seat": seat}, exc_info=error)
            return
        self._ended(room)

    def _ended(self, room: Room) -> None:
        """A seat of that room has done its work."""

    def busy(self, room: Room) -> bool:
        """Whether a seat of that room is at work."""
        return room in self._rooms

    async def calm(self, most: int) -> None:
        """Wait until no more than so many seats are at work."""
        while len(self._tasks) > most:
            await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Let none begin any more, and stop those at work."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
