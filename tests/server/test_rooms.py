"""Which matches are in memory."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from quadrilatero.server.errors import Problem
from quadrilatero.server.play.rooms import Rooms


class Loading(Rooms):
    """Rooms whose loads wait until they are told how to end."""

    def __init__(self) -> None:
        nothing: Any = None
        super().__init__(nothing, nothing, nothing, nothing, nothing, nothing)
        self.loads: list[asyncio.Future[bool]] = []

    async def _load(self, id: str) -> Any:
        self.loads.append(asyncio.get_running_loop().create_future())
        if not await self.loads[-1]:
            raise Problem("unavailable")
        room: Any = SimpleNamespace(given_up=False)
        self._rooms[id] = room
        return room


async def _soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_table_is_loaded_once_also_after_a_load_that_failed():
    async def story() -> None:
        rooms = Loading()
        first, second = (asyncio.ensure_future(rooms.get("t")) for _ in range(2))
        await _soon()
        assert len(rooms.loads) == 1
        rooms.loads[0].set_result(False)
        await _soon()
        with pytest.raises(Problem):
            await first
        third = asyncio.ensure_future(rooms.get("t"))
        await _soon()
        assert len(rooms.loads) == 2, "two rooms of one table"
        rooms.loads[1].set_result(True)
        assert await second is await third
        assert not rooms._loading

    asyncio.run(story())
