"""The store: every read and write of the database, run off the event loop.

SQLite has one thread and so one writer; PostgreSQL has a few. A write is committed before its call returns. What acts
change at different tables is written together, one transaction for all that wait.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import IO, Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from quadrilatero.server.storage import commits, locking, meta
from quadrilatero.server.storage.migrations import prepare
from quadrilatero.server.storage.records import Conflict, Full

P = ParamSpec("P")
R = TypeVar("R")
POSTGRES_THREADS = 4
CHECKPOINT_PAGES = 8000
"""SQLite moves what is committed from its log to the file when the log has so many pages (32 MB): a page that changes
again and again until then is moved once."""
QUIET_TURNS = 3
"""So many turns of the event loop without another change show that none is on its way from a socket."""
GATHERING = 0.02
"""Changes wait no longer than this for others to come along, in seconds."""


class BadUrl(ValueError):
    """A database that cannot be reached; the message says why and what to do."""


def read_url(text: str) -> URL:
    """The address of a database; BadUrl where it is none of ours."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadUrl(
            f"{text!r} is no database URL; write sqlite:///path/to/file.db or postgresql://user@host/name"
        ) from None
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise BadUrl(f"{kind} databases are not supported; use sqlite:///path or postgresql://user@host/name")
    if kind == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    return url


def open_engine(text: str, durable: bool = False) -> Engine:
    """The engine of a database URL. `durable`: each commit on SQLite waits for the disk, in case of a power cut."""
    url = read_url(text)
    if (path := locking.file_of(url)) is not None:
        locking.make_private(path)
    if url.get_backend_name() == "postgresql":
        try:
            origin = {"origin": secrets.token_hex(6)}
            return create_engine(url, pool_pre_ping=True, pool_size=POSTGRES_THREADS, execution_options=origin)
        except ModuleNotFoundError:
            raise BadUrl("PostgreSQL needs the driver: pip install 'quadrilatero[postgres]'") from None
    engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _: object) -> None:
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={'FULL' if durable else 'NORMAL'}",
            f"wal_autocheckpoint={CHECKPOINT_PAGES}",
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


class Store:
    """A database in use."""

    def __init__(self, engine: Engine, lock: IO[bytes] | None = None) -> None:
        self.engine = engine
        self._lock = lock
        self.kind = engine.dialect.name
        self.origin = str(engine.get_execution_options().get("origin", ""))
        """The name of this process among those that share the database."""
        threads = 1 if self.kind == "sqlite" else POSTGRES_THREADS
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store")
        self._kept: Connection | None = None
        """SQLite's connection as it was last used and nothing failed."""
        self._waiting: list[tuple[commits.Change, asyncio.Future[None]]] = []
        self._writing = False
        self._busy = False
        """Whether the last transaction held changes of several tables."""

    async def __call__(self, work: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do that work in one transaction, committed when this returns."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: self._transaction(work, *args, **kwargs)
        )

    def at_once(self, work: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The same, for callers that are not on the event loop, nor within such work, which would wait for itself."""
        return self._threads.submit(lambda: self._transaction(work, *args, **kwargs)).result()

    def _transaction(self, work: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """On a thread of the store alone: SQLite's one connection knows one transaction at a time."""
        if self.kind != "sqlite":
            with self.engine.begin() as connection:
                return work(connection, *args, **kwargs)
        connection, self._kept = self._kept or self.engine.connect(), None
        try:
            with connection.begin():
                result = work(connection, *args, **kwargs)
        except BaseException:
            connection.close()
            raise
        self._kept = connection
        return result

    # -- changes of matches ----------------------------------------------------------------------------------------

    def commit(self, change: commits.Change) -> asyncio.Future[None]:
        """Write what an act has changed, together with whatever else waits; Conflict where it no longer fits."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((change, done))
        if not self._writing:
            self._writing = True
            self._gather(loop)
        return done

    def _gather(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write soon what waits. A transaction costs as much as several changes, so where many come at a time those
        that are on their way are waited for; a change that comes alone is written at the next turn of the loop."""
        until = loop.time() + GATHERING

        def look(known: int, quiet: int) -> None:
            waiting = len(self._waiting)
            quiet = quiet + 1 if waiting == known else 0
            if not self._busy or quiet == QUIET_TURNS or loop.time() >= until:
                self._write(loop)
            else:
                loop.call_soon(look, waiting, quiet)

        loop.call_soon(look, len(self._waiting), 0)

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting, []
        self._busy = len(batch) > 1

        def work() -> None:
            outcomes = self._together([change for change, _ in batch])
            loop.call_soon_threadsafe(self._written, loop, [done for _, done in batch], outcomes)

        self._threads.submit(work)

    def _written(
        self,
        loop: asyncio.AbstractEventLoop,
        waiting: list[asyncio.Future[None]],
        outcomes: list[BaseException | None],
    ) -> None:
        for done, error in zip(waiting, outcomes, strict=True):
            if done.cancelled():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
        if self._waiting:
            self._gather(loop)
        else:
            self._writing = False

    def _together(self, changes: Sequence[commits.Change]) -> list[BaseException | None]:
        """Write changes in one transaction; if that fails, each in its own, so that one does not spoil the others."""
        try:
            self._transaction(commits.write, changes)
        except BaseException as error:  # noqa: BLE001 - whoever waits for the change is told
            if len(changes) > 1 and isinstance(error, (Conflict, Full, SQLAlchemyError)):
                return [outcome for change in changes for outcome in self._together([change])]
            return [error] * len(changes)
        return [None] * len(changes)

    def close(self) -> None:
        """Finish what is under way and let go of the database."""
        self._threads.shutdown(wait=True)
        if self._kept is not None:
            self._kept.close()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()


def open_store(url: str, durable: bool = False) -> Store:
    """The store of a database URL, its tables created if it is empty; one in a file is taken for this process alone."""
    with ExitStack() as undone:
        lock = held(url)
        if lock is not None:
            undone.enter_context(lock)
        engine = open_engine(url, durable)
        undone.callback(engine.dispose)
        try:
            prepare(engine)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise BadUrl(f"the database does not answer: {error.__cause__ or error}") from None
        try:
            with engine.begin() as connection:
                meta.touch(connection)
        except SQLAlchemyError as error:
            raise BadUrl(
                f"the database cannot be written to: {error.__cause__ or error}; "
                "see to the rights on the file and its folder, and to the room on the disk"
            ) from None
        undone.pop_all()
    return Store(engine, lock)


def held(url: str) -> IO[bytes] | None:
    """The lock of a database in a file, taken; None where there is nothing to lock."""
    path = locking.file_of(read_url(url))
    if path is None:
        return None
    try:
        return locking.lock(path)
    except OSError as error:
        raise BadUrl(f"{path} cannot be used: {error.strerror}; see to the rights on its folder") from None
