"""Which matches are in memory: loaded when needed, the least recently used ones let go."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from itertools import islice
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.server.computer.opponents import Opponents
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play import presence
from quadrilatero.server.play.delays import Delays
from quadrilatero.server.play.fetching import fetch
from quadrilatero.server.play.room import Room
from quadrilatero.server.relay import Relay
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Store, instructions, signals, tables

AGAIN = 1.0
AT_WORK = 8
"""So many seats of the computer may be at work when another table is woken after a start."""


class Rooms:
    """The rooms of one server."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        opponents: Opponents,
        delays: Delays,
        relay: Relay,
    ) -> None:
        self._store, self._settings, self._metrics = store, settings, metrics
        self._opponents, self._delays, self._relay = opponents, delays, relay
        self._tasks: set[asyncio.Task[None]] = set()
        self._beside: set[asyncio.Task[None]] = set()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    async def get(self, id: str) -> Room:
        """The room of a table; Problem where there is no such table."""
        if "\0" in id:
            raise Problem("not_found")
        if room := self._here(id):
            return room
        lock = self._loading.setdefault(id, asyncio.Lock())
        async with lock:
            if self._loading.get(id) is lock:
                try:
                    return self._here(id) or await self._load(id)
                finally:
                    del self._loading[id]
        return await self.get(id)  # whoever had the lock has loaded it or failed; others may be at it again

    def _here(self, id: str) -> Room | None:
        room = self._rooms.get(id)
        if room is None or room.given_up:
            return None
        self._rooms.move_to_end(id)
        return room

    async def _load(self, id: str) -> Room:
        room = Room(await fetch(self._store, id), self._store, self._settings, self._metrics)
        await room.reopen()
        room.wake = self._wake
        self._let_go()
        self._rooms[id] = room
        self._metrics.rooms.set(len(self._rooms))
        room.wake(room)
        return room

    def _wake(self, room: Room) -> None:
        """Let those act who need no asking: the computer, and instructions that wait a while."""
        if not self._relay.leads:
            return
        self._opponents.wake(room)
        self._delays.wake(room)

    def _busy(self, room: Room) -> bool:
        return self._opponents.busy(room) or self._delays.busy(room)

    def _let_go(self) -> None:
        surplus = len(self._rooms) + 1 - self._settings.rooms
        if surplus <= 0:
            return
        idle = (id for id, room in self._rooms.items() if self._is_idle(room))
        for id in list(islice(idle, surplus)):
            self._start(self._rooms.pop(id).keep_boundary())

    def _is_idle(self, room: Room) -> bool:
        return not room.connections and not room.lock.locked() and not self._busy(room)

    def here(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    # -- other processes -------------------------------------------------------------------------------------------

    async def hear(self, signal: signals.Signal) -> None:
        """Do what another process's signal asks for."""
        if signal.player or signal.session:
            self._send_away(signal.player, signal.session)
            return
        room = await self._in_memory(signal.table)
        if room is None:
            if signal.waits and self._relay.leads:
                await self.get(signal.table)
        elif signal.said is not None and signal.said["t"] == "presence":
            presence.hear(room, signal.said["players"])
        elif signal.said is not None:
            room.pass_on(signal.said, signal.side or None)
        elif signal.instructions:
            async with room.lock:
                room.instructions = await self._store(instructions.of_table, signal.table)
            room.wake(room)
        else:
            await room.catch_up(signal.revision)

    async def _in_memory(self, id: str) -> Room | None:
        """The room of a table if there is one, also one that is being loaded and may miss what is new."""
        if id in self._loading:
            return await self.get(id)
        room = self._rooms.get(id)
        return None if room is None or room.given_up else room

    async def catch_up(self) -> None:
        """See what has changed while no signal came."""
        known = list({*self._rooms, *self._loading})
        for id, revision in (await self._store(tables.revisions, known)).items():
            try:
                if room := await self._in_memory(id):
                    await room.catch_up(revision)
            except Problem as problem:
                LOG.error("not caught up", extra={"table": id, "why": problem.code})

    async def wake_bots(self) -> None:
        """Let the computer and delayed instructions go on where nobody lets them any more: beside what players do, and
        few tables at once, however many there are."""
        self.begin(self._wake_bots())

    async def _wake_bots(self) -> None:
        woken: set[str] = set()
        while self._relay.leads:
            try:
                await self._wake_those_that_wait(woken)
            except SQLAlchemyError as error:  # the database is away: try again when it may be back
                LOG.warning("not all resumed", extra={"why": type(error).__name__})
                await asyncio.sleep(AGAIN)
            else:
                return

    async def _wake_those_that_wait(self, woken: set[str]) -> None:
        waiting = [*await self._store(tables.waiting_for_bots), *await self._store(instructions.waiting)]
        for id in dict.fromkeys(waiting):
            if id in woken:
                continue
            await self._opponents.calm(AT_WORK)
            try:
                room = await self.get(id)
            except Problem as problem:
                LOG.error("not resumed", extra={"table": id, "why": problem.code})
            else:
                room.wake(room)
            woken.add(id)

    def send_away(self, *, player: str = "", session: str = "") -> None:
        """Close every socket of a player, or of a session, in every process."""
        self._send_away(player, session)
        if self._store.kind == "postgresql":
            self._start(self._store(signals.send, player=player, session=session))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something be done beside what players wait for; it is given up when the server stops."""
        self._beside.add(self._start(work))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._beside.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._metrics.faults.inc()
            LOG.error("fault", exc_info=error)

    def _send_away(self, player: str, session: str) -> None:
        for room in self._rooms.values():
            for connection in room.connections:
                theirs = connection.player is not None and connection.player.id == player
                if theirs or (session and connection.session == session):
                    connection.closing.set()

    async def close(self) -> None:
        """Finish the acts under way, and keep where every match has come to."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        for room in list(self._rooms.values()):
            await room.settle()
            await room.keep_boundary()
        await asyncio.gather(*self._tasks, return_exceptions=True)
