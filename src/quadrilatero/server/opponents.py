"""The computer's seats: whenever one is to answer, a worker process chooses and the server answers for it."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial

from quadrilatero.bots import Choice
from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.plain import Seat
from quadrilatero.server import coach
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.room import Room
from quadrilatero.server.storage import Store, TableRecord, thoughts
from quadrilatero.server.storage.thoughts import Thought
from quadrilatero.server.thinking import Thinking, TooSlow


class Opponents:
    """The bots of all rooms."""

    def __init__(self, thinking: Thinking, store: Store, metrics: Metrics) -> None:
        self._thinking, self._store, self._metrics = thinking, store, metrics
        self._tasks: dict[tuple[Room, Seat], asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, room: Room) -> None:
        """See whether a bot of that room is to answer, and let it."""
        record = room.record
        if self._closed or room.given_up or record.status != "running":
            return
        for seat in record.turn:
            level, key = record.seats[seat].bot, (room, seat)
            if level is not None and key not in self._tasks:
                task = self._tasks[key] = asyncio.create_task(self._play(room, seat, level))
                task.add_done_callback(partial(self._done, room, seat))

    def _done(self, room: Room, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._tasks[room, seat]
        if task.cancelled():
            return
        if error := task.exception():
            self._metrics.faults.inc()
            LOG.error("bot failed", extra={"table": room.record.id, "seat": seat}, exc_info=error)
            return
        self.wake(room)

    def busy(self, room: Room) -> bool:
        """Whether a bot of that room is thinking."""
        return any(thinker is room for thinker, _ in self._tasks)

    async def _play(self, room: Room, seat: Seat, level: str) -> None:
        """Answer one question. If the match has moved on meanwhile, the answer is thrown away."""
        async with room.lock:
            if room.given_up or seat not in room.record.turn:
                return
            version = room.match.version
            view = room.match.view(seat)
        started = time.perf_counter()
        choice: Choice | None = None
        try:
            choice = await self._thinking.consider(view, level)
        except TooSlow:
            room.notice("notice_cut")
        if choice is None or choice.cut:
            self._metrics.cut.inc()
        self._metrics.thinking.labels(level).observe(time.perf_counter() - started)
        number = version

        def act(match: Match, record: TableRecord) -> TableRecord:
            nonlocal number
            if seat not in record.turn or record.seats[seat].bot is None or room.is_stale(seat, version):
                raise Problem("stale")
            number = match.version
            match.answer(seat, secrets.choice(match.options(seat)) if choice is None else choice.answer)
            return record

        try:
            await room.change(act)
            if choice is not None and (why := coach.reasons(choice)):
                await self._store(thoughts.keep, room.record.id, Thought(number, seat, level, why))
        except Problem as problem:
            LOG.info("bot answer dropped", extra={"table": room.record.id, "why": problem.code})
        except Illegal as error:
            LOG.error("bot answer refused", extra={"table": room.record.id, "why": error.reason})
            raise

    async def close(self) -> None:
        """Let no bot begin any more, and stop those that think."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
