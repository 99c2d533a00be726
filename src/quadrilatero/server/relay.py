"""Several processes on one PostgreSQL: each hears what the others have committed, and one of them leads.

The one that leads lets bots and waiting instructions act. It holds an advisory lock of the database; when it goes, the
lock is free and another takes over. With SQLite there is one process, which leads.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.server.logs import LOG
from quadrilatero.server.storage import Store
from quadrilatero.server.storage.signals import CHANNEL, Signal

LEADER = 0x71756164
AGAIN = 1.0
"""How often a process asks whether it may lead, and how long it waits before it connects again."""


class Relay:
    """The ear of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.leads = store.kind != "postgresql"
        self._task: asyncio.Task[None] | None = None

    async def start(
        self,
        hear: Callable[[Signal], Awaitable[None]],
        lead: Callable[[], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
    ) -> None:
        """Begin to listen. `lead` is called when this process begins to lead, `missed` when signals may be lost."""
        self._hear, self._lead, self._missed = hear, lead, missed
        if self.leads:
            await lead()
            return
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(ready))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait((self._task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    async def _listen(self, ready: asyncio.Event) -> None:
        import psycopg

        while True:
            try:
                url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await self._follow(connection, ready)
            except (psycopg.Error, SQLAlchemyError, OSError) as error:
                LOG.warning("not listening", extra={"why": type(error).__name__})
            except Exception as error:  # noqa: BLE001 - a process that no longer listened would show old games
                LOG.error("not listening", exc_info=error)
            self.leads = False
            await asyncio.sleep(AGAIN)

    async def _follow(self, connection: object, ready: asyncio.Event) -> None:
        import psycopg

        assert isinstance(connection, psycopg.AsyncConnection)
        await connection.execute(f"LISTEN {CHANNEL}".encode())
        await self._missed()
        while True:
            if not self.leads:
                await self._try_to_lead(connection)
            ready.set()
            async for notify in connection.notifies(timeout=AGAIN):
                await self._take(notify.payload)
            await connection.execute(b"SELECT 1")

    async def _try_to_lead(self, connection: object) -> None:
        import psycopg

        assert isinstance(connection, psycopg.AsyncConnection)
        cursor = await connection.execute(b"SELECT pg_try_advisory_lock(%s)", (LEADER,))
        row = await cursor.fetchone()
        if row is not None and row[0]:
            self.leads = True
            LOG.info("leads")
            await self._lead()

    async def _take(self, payload: str) -> None:
        try:
            signal = msgspec.json.decode(payload, type=Signal)
        except msgspec.DecodeError:
            LOG.warning("not understood", extra={"channel": CHANNEL})
            return
        if signal.origin == self._store.origin:
            return
        try:
            await self._hear(signal)
        except Exception as error:  # noqa: BLE001 - the next signal may fare better
            LOG.error("signal failed", extra={"table": signal.table}, exc_info=error)

    async def close(self) -> None:
        """Stop listening; whoever leads stops leading."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
