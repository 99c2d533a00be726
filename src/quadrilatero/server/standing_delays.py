"""Instructions that wait a while before they answer, so that the hour of an answer does not tell of them."""

from __future__ import annotations

import asyncio
import random
from functools import partial

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.server import standing
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.room import Room
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import TableRecord

RANDOM = random.SystemRandom()


class Delays:
    """The delayed instructions of all rooms. What waits is not stored: a restart draws a new time."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings, self._metrics = settings, metrics
        self._tasks: dict[tuple[Room, Seat], asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, room: Room) -> None:
        """See whether delayed instructions of that room are to answer, and let them after a while."""
        if self._closed or room.given_up or not room.standing:
            return
        for seat in room.record.turn:
            instructions, key = room.standing.get(seat), (room, seat)
            if instructions is not None and standing.is_delayed(room.record, instructions) and key not in self._tasks:
                task = self._tasks[key] = asyncio.create_task(self._wait(room, seat))
                task.add_done_callback(partial(self._done, room, seat))

    def busy(self, room: Room) -> bool:
        """Whether instructions of that room are waiting."""
        return any(waiting is room for waiting, _ in self._tasks)

    def _done(self, room: Room, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._tasks[room, seat]
        if not task.cancelled() and (error := task.exception()):
            self._metrics.faults.inc()
            LOG.error("instruction failed", extra={"table": room.record.id, "seat": seat}, exc_info=error)

    async def _wait(self, room: Room, seat: Seat) -> None:
        """Answer one question after a while, unless it has been answered or the player must decide."""
        while True:
            async with room.lock:
                record, version = room.record, room.match.version
                found = standing.next_answer(room.match, record, room.standing, delayed=True)
                if room.given_up or found is None or found[0] != seat:
                    return
            await asyncio.sleep(RANDOM.uniform(*self._settings.standing_delay))

            def act(match: Match, record: TableRecord, seen: int = version) -> TableRecord:
                if room.is_stale(seat, seen) or not standing.obey(match, record, room.standing, delayed=True):
                    raise Problem("stale")
                return record

            try:
                await room.change(act)
            except Problem as problem:
                LOG.info("instruction dropped", extra={"table": record.id, "why": problem.code})

    async def close(self) -> None:
        """Let none begin any more, and stop those that wait."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
