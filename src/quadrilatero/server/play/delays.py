"""Instructions that wait a while before they answer, so that the hour of an answer does not tell of them."""

from __future__ import annotations

import asyncio
import random
from functools import partial

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play import obeying
from quadrilatero.server.play.room import Room
from quadrilatero.server.play.seat_tasks import SeatTasks
from quadrilatero.server.settings import Settings

RANDOM = random.SystemRandom()


class Delays(SeatTasks):
    """The delayed instructions of all rooms. What waits is not stored: a restart draws a new time."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        super().__init__(metrics, "instruction failed")
        self._settings = settings

    def wake(self, room: Room) -> None:
        """See whether delayed instructions of that room are to answer, and let them after a while."""
        if room.given_up or not room.instructions:
            return
        for seat in room.record.turn:
            instructions = room.instructions.get(seat)
            if instructions is not None and obeying.is_delayed(room.record, instructions):
                self._begin(room, seat, partial(self._wait, room, seat))

    async def _wait(self, room: Room, seat: Seat) -> None:
        """Answer one question after a while, unless it has been answered or the player must decide."""
        while True:
            async with room.lock:
                record, version = room.record, room.match.version_for(seat)
                found = obeying.next_answer(room.match, record, room.instructions, delayed=True)
                if room.given_up or found is None or found[0] != seat:
                    return
            await asyncio.sleep(RANDOM.uniform(*self._settings.instruction_delay))
            try:
                await room.obey_late(seat, version)
            except Problem as problem:
                LOG.info("instruction dropped", extra={"table": record.id, "why": problem.code})
