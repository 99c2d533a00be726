"""The computer's seats: whenever one is to answer, a worker process chooses and the server answers for it."""

from __future__ import annotations

import random
import time
from functools import partial

from quadrilatero.bots import Choice
from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.computer import coach
from quadrilatero.server.computer.thinking import Thinking, TooSlow
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play.requests import refuse_stale
from quadrilatero.server.play.room import Room
from quadrilatero.server.play.seat_tasks import SeatTasks
from quadrilatero.server.storage import Store, TableRecord, thoughts
from quadrilatero.server.storage.thoughts import Thought

RANDOM = random.SystemRandom()


class Opponents(SeatTasks):
    """The bots of all rooms."""

    def __init__(self, thinking: Thinking, store: Store, metrics: Metrics) -> None:
        super().__init__(metrics, "bot failed")
        self._thinking, self._store = thinking, store

    def wake(self, room: Room) -> None:
        """See whether a bot of that room is to answer, and let it."""
        record = room.record
        if room.given_up or record.status != "running":
            return
        for seat in record.turn:
            level = record.seats[seat].bot
            if level is not None:
                self._begin(room, seat, partial(self._play, room, seat, level))

    def _ended(self, room: Room) -> None:
        self.wake(room)

    async def close(self) -> None:
        """Stop thinking."""
        await super().close()
        self._thinking.close()

    async def _play(self, room: Room, seat: Seat, level: str) -> None:
        """Answer one question. If the match has moved on meanwhile, the answer is thrown away."""
        async with room.lock:
            if room.given_up or seat not in room.record.turn:
                return
            version = room.match.version_for(seat)
            view = room.match.view(seat)
        started = time.perf_counter()
        choice: Choice | None = None
        try:
            choice = await self._thinking.consider(Asker(room.record.creator), view, level)
        except TooSlow:
            room.notice("notice_cut")
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001 - it costs the computer a good answer, and nobody the game
            self._metrics.faults.inc()
            LOG.error("bot found no answer", extra={"table": room.record.id, "seat": seat}, exc_info=error)
            room.notice("notice_lost")
        if choice is None or choice.cut:
            self._metrics.cut.inc()
        self._metrics.thinking.labels(level).observe(time.perf_counter() - started)
        try:
            change = await room.change(_decide, seat, version, choice)
            if choice is not None and (why := coach.reasons(choice)):
                await self._store(thoughts.keep, room.record.id, Thought(change.before.version, seat, level, why))
        except Problem as problem:
            LOG.info("bot answer dropped", extra={"table": room.record.id, "why": problem.code})
        except Illegal as error:
            LOG.error("bot answer refused", extra={"table": room.record.id, "why": error.reason})
            raise


def _decide(match: Match, record: TableRecord, seat: Seat, version: int, choice: Choice | None) -> TableRecord:
    """Give the computer's answer, any at all where it has found none."""
    if seat not in record.turn or record.seats[seat].bot is None:
        raise Problem("stale")
    refuse_stale(match, seat, version)
    match.answer(seat, match.random_answer(seat, RANDOM) if choice is None else choice.answer)
    return record
