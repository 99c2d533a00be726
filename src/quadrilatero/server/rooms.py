"""Which matches are in memory: loaded when needed, the least recently used ones let go."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.saves import BadSave
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.opponents import Opponents
from quadrilatero.server.room import Room
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Store, tables


class Rooms:
    """The rooms of one server."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, opponents: Opponents) -> None:
        self._store, self._settings, self._metrics = store, settings, metrics
        self._opponents = opponents
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    async def get(self, id: str) -> Room:
        """The room of a table; Problem where there is no such table."""
        if room := self._here(id):
            return room
        lock = self._loading.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                return self._here(id) or await self._load(id)
        finally:
            if not lock.locked():
                self._loading.pop(id, None)

    def _here(self, id: str) -> Room | None:
        room = self._rooms.get(id)
        if room is None or room.given_up:
            return None
        self._rooms.move_to_end(id)
        return room

    async def _load(self, id: str) -> Room:
        found = await self._store(tables.load, id)
        if found is None:
            raise Problem("not_found")
        record, entries, receipts = found
        try:
            match = resume(record.header, record.dice, entries)
        except BadSave as error:
            LOG.error("match not loaded", extra={"table": id, "why": str(error)})
            raise Problem("other_rules") from None
        room = Room(record, match, receipts, self._store, self._settings, self._metrics)
        room.wake = self._opponents.wake
        self._rooms[id] = room
        self._let_go()
        self._metrics.rooms.set(len(self._rooms))
        room.wake(room)
        return room

    def _let_go(self) -> None:
        surplus = len(self._rooms) - self._settings.rooms
        for id, room in list(self._rooms.items())[:-1]:
            if surplus <= 0:
                return
            if not room.connections and not room.lock.locked() and not self._opponents.busy(room):
                del self._rooms[id]
                surplus -= 1

    async def close(self) -> None:
        """Finish the acts under way."""
        for room in list(self._rooms.values()):
            await room.settle()
