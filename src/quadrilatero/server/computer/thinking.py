"""The worker processes and their time cap."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from typing import Any

import msgspec

from quadrilatero.bots import Choice, bot
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.plain import Plain
from quadrilatero.server.computer import worker
from quadrilatero.server.computer.pace import Pace
from quadrilatero.server.fairness import Asker, Bounds, FairQueue
from quadrilatero.server.logs import LOG
from quadrilatero.server.settings import Settings

FULL_STRENGTH = {"maresciallo": 500}
"""Iterations that a level may use on one decision; the others weigh every answer once and need no budget.

On one core of 2020 or so three hundred plans and eight playouts take half a second or so at most, and many units at
once one.
"""

START_SECONDS = 60.0
"""How long a process may take to start, which does not count as time at work."""

SUBSTITUTE = "recluta"
"""The level that plays on for somebody who leaves; there is one for every game."""


@lru_cache(1000)
def is_level(game: str, level: str) -> bool:
    """Whether there is such a player for a game: a level, or a level and a personality as in `capitano:bold`."""
    try:
        bot(game, level)
    except ValueError:
        return False
    return not level.endswith(":")


class TooSlow(Exception):
    """The worker did not finish in time, or died; it has been replaced."""


class Thinking:
    """A pool of processes that is made when first needed, and made anew when one of them hangs.

    Whoever asks waits for his turn among the others; where `bounds` are set, too many who wait are refused. `spent` is
    told how long a process was at work for somebody.
    """

    def __init__(
        self,
        settings: Settings,
        workers: int,
        bounds: Bounds | None = None,
        spent: Callable[[Asker, float], None] = lambda asker, seconds: None,
    ) -> None:
        self._settings, self._workers, self._spent = settings, workers, spent
        self._pool: ProcessPoolExecutor | None = None
        self._awake: asyncio.Future[None]
        self._queue = FairQueue(workers, bounds)
        self.pace = Pace()

    async def consider(
        self, asker: Asker, view: Plain, level: str, within: float | None = None, *, attentive: bool = False
    ) -> Choice:
        """A bot's answer with its reasons, cut after so many seconds; TooSlow where it did not come at all."""
        plain = level.partition(":")[0]
        cap = self._settings.bot_cap if within is None else min(within, self._settings.bot_cap)
        budget = FULL_STRENGTH.get(plain, 0)
        thought = msgspec.json.encode(view), level, secrets.randbits(63), budget, cap, attentive
        began = time.perf_counter()
        try:
            found = await self.run(asker, self._settings.bot_seconds, worker.consider, *thought)
        finally:
            self.pace.note(view["game"], plain, time.perf_counter() - began)
        return msgspec.json.decode(found, type=Choice)

    async def weigh(self, asker: Asker, view: Plain, answers: list[Any]) -> list[Plain]:
        """The odds of each answer, or its refusal; TooSlow where they did not come in time."""
        seconds = self._settings.odds_seconds
        packed = msgspec.json.encode(view), msgspec.json.encode(answers)
        found: list[Plain] = msgspec.json.decode(await self.run(asker, seconds, worker.weigh, *packed))
        return found

    async def look_up(self, asker: Asker, view: Plain, what: str, query: Any) -> Any:
        """What a seat finds when it looks something up; BadQuery, or TooSlow where it did not come in time."""
        packed = msgspec.json.encode(view), what, msgspec.json.encode(query)
        told = msgspec.json.decode(await self.run(asker, self._settings.odds_seconds, worker.look_up, *packed))
        if "bad" in told:
            raise BadQuery(told["bad"])
        return told["found"]

    async def run(self, asker: Asker, seconds: float, work: Callable[..., bytes], *args: Any) -> bytes:
        """What that work comes to in a worker process; TooSlow where it did not in so many seconds.

        The seconds count from when a process is there and free: who waits behind others, or for a process to start, is
        not to blame.
        """
        async with self._queue.turn(asker):
            return await self._run(asker, seconds, work, *args)

    async def _run(self, asker: Asker, seconds: float, work: Callable[..., bytes], *args: Any) -> bytes:
        pool = self._pool
        if pool is None:
            context = multiprocessing.get_context("spawn")
            pool = self._pool = ProcessPoolExecutor(self._workers, context, initializer=worker.ready)
            self._awake = asyncio.get_running_loop().run_in_executor(pool, worker.awake)
        try:
            await asyncio.wait_for(asyncio.shield(self._awake), START_SECONDS)
            started = time.monotonic()
            try:
                job = asyncio.get_running_loop().run_in_executor(pool, work, *args)
                return await asyncio.wait_for(job, seconds)
            finally:
                self._spent(asker, time.monotonic() - started)
        except (TimeoutError, BrokenProcessPool) as error:
            LOG.warning("worker replaced", extra={"why": type(error).__name__, "work": work.__name__})
            if self._pool is pool:
                self._pool = None
                _end(pool)
            raise TooSlow from None

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            _end(self._pool)
            self._pool = None


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop a pool's processes without waiting for what they are at."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
