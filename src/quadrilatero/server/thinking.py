"""The worker processes and their time cap."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from quadrilatero.kernel.plain import Plain
from quadrilatero.server import worker
from quadrilatero.server.logs import LOG
from quadrilatero.server.settings import Settings

BUDGET = 200


class TooSlow(Exception):
    """The worker did not finish in time, or died; it has been replaced."""


class Thinking:
    """A pool of processes that is made when first needed, and made anew when one of them hangs."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, view: Plain, level: str) -> Plain:
        """A bot's answer; TooSlow where it did not come in time."""
        seed = secrets.randbits(63)
        seconds = self._settings.bot_seconds
        answer = await self._run(seconds, worker.choose, msgspec.json.encode(view), level, seed, BUDGET)
        chosen: Plain = msgspec.json.decode(answer)
        return chosen

    async def weigh(self, view: Plain, answer: Any) -> Plain:
        """The odds of an answer, or its refusal; TooSlow where they did not come in time."""
        seconds = self._settings.odds_seconds
        packed = msgspec.json.encode(view), msgspec.json.encode(answer)
        found: Plain = msgspec.json.decode(await self._run(seconds, worker.weigh, *packed))
        return found

    async def _run(self, seconds: float, work: Callable[..., bytes], *args: Any) -> bytes:
        pool = self._pool
        if pool is None:
            context = multiprocessing.get_context("spawn")
            pool = self._pool = ProcessPoolExecutor(self._settings.bot_workers, context, initializer=worker.ready)
        try:
            job = asyncio.get_running_loop().run_in_executor(pool, work, *args)
            return await asyncio.wait_for(job, seconds)
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
