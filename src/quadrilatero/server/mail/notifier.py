"""Telling players what happens while they are away. It works beside the games and never keeps an answer waiting."""

from __future__ import annotations

import asyncio
import contextlib

from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.server.logs import LOG
from quadrilatero.server.mail.deliveries import Deliveries
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play.rooms import Rooms
from quadrilatero.server.settings import DAY, HOUR, Settings
from quadrilatero.server.storage import Store, notices

OVERLAP = 15.0
KEPT = 30 * DAY
FORGET_EVERY = HOUR


class Notifier:
    """The task that looks for news, queues them in the database and has sent what is due."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, rooms: Rooms) -> None:
        self._settings, self._store, self._metrics, self._rooms = settings, store, metrics, rooms
        self._deliveries = Deliveries(settings, store, metrics)
        self._since = 0.0
        self._forgot = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what was on its way is sent again after a start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._deliveries.close()

    async def _run(self) -> None:
        while True:
            try:
                await self.work()
            except (SQLAlchemyError, OSError) as error:
                LOG.warning("notices delayed", extra={"why": type(error).__name__})
            except Exception as error:  # noqa: BLE001 - letters may fail, games go on
                self._metrics.faults.inc()
                LOG.error("notices failed", exc_info=error)
            await asyncio.sleep(self._settings.notice_every)

    async def work(self) -> None:
        """Look once for news and begin to send what is due."""
        now = self._settings.now()
        if now >= self._forgot + FORGET_EVERY:
            await self._store(notices.forget_old, now - KEPT)
            self._forgot = now
        listening = await self._store(notices.listening)
        if not listening:
            return
        await self._store(notices.look, self._looking(listening), now)
        await self._store(notices.collect, self._since, now, self._settings.notice_after, self._deliveries.channels)
        self._since = now - OVERLAP
        await self._deliveries.begin(now)

    def _looking(self, listening: set[str]) -> list[tuple[str, str]]:
        """Who of these has which table before him, as far as this process knows."""
        return sorted(
            {
                (room.record.id, connection.player.id)
                for room in self._rooms.here()
                for connection in room.connections
                if connection.player is not None and connection.player.id in listening
            }
        )
