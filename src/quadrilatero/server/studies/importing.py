"""Opening files that players bring: in a process of their own, which is ended when it takes too long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from quadrilatero.kernel import Header, Illegal, Match, SeededDice
from quadrilatero.kernel.loading import examine, open_save
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.saves import BadSave, SavedEntry, decode, plain_entries
from quadrilatero.kernel.start import start
from quadrilatero.server.computer.thinking import Thinking, TooSlow
from quadrilatero.server.errors import Problem
from quadrilatero.server.settings import Settings

MOST_ENTRIES = 20_000
MOST_WAITING = 8
"""Files are large: what waits is kept in memory."""
MOST_SECONDS = 2.0
"""Of computing: what is opened here is played again whenever somebody comes back to it."""


class Begun(msgspec.Struct, frozen=True, tag=True):
    """A match as it can be stored and played again: how it began and its log."""

    header: Header
    dice: Plain
    entries: list[SavedEntry]


class Refused(msgspec.Struct, frozen=True, tag=True):
    """Why a file was not opened."""

    code: str
    detail: str = ""


Opened: TypeAlias = Begun | Refused


# -- in the worker -----------------------------------------------------------------------------------------


def open_file(data: bytes, seed: int) -> bytes:
    """A save file as a match with dice of its own, checked as strictly as the kernel can."""
    began = time.process_time()
    try:
        save = decode(data, "the file")
        if len(save.entries) > MOST_ENTRIES:
            return _packed(Refused("save_heavy"))
        match = open_save(save, "the file")
        report = examine(save, "the file")
        if match.header == save.header and not report.ok:
            return _packed(Refused("save_unplayable", "; ".join(report.problems[:3])))
    except BadSave as error:
        return _packed(Refused(f"save_{error.code}", str(error)))
    return _packed(_begun(match, seed, began))


def set_up(game: str, data: bytes, options: dict[str, str], seed: int) -> bytes:
    """A position as a match."""
    began = time.process_time()
    try:
        match = start(game, position=msgspec.json.decode(data), options=options, seed=seed)
    except (Illegal, ValueError, RuntimeError) as error:
        return _packed(Refused("bad_position", str(error)))
    return _packed(_begun(match, seed, began))


def _begun(match: Match, seed: int, began: float) -> Opened:
    if time.process_time() - began > MOST_SECONDS:
        return Refused("save_heavy")
    return Begun(match.header, SeededDice(seed, match.rolled).plain(), plain_entries(match.entries))


def _packed(opened: Opened) -> bytes:
    return msgspec.json.encode(opened)


# -- in the server -----------------------------------------------------------------------------------------


class Importing:
    """The one process that opens files, apart from those that think."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process = Thinking(settings)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def save(self, data: bytes, seed: int) -> Begun:
        """The match of a save file; a Problem says what is wrong with it."""
        return await self._open(open_file, data, seed)

    async def position(self, game: str, data: bytes, options: dict[str, str], seed: int) -> Begun:
        """The match of a position; a Problem says what is wrong with it."""
        return await self._open(set_up, game, data, options, seed)

    async def _open(self, work: Callable[..., bytes], *args: Any) -> Begun:
        seconds = self._settings.import_seconds
        if self._waiting >= MOST_WAITING:
            raise Problem("unavailable")
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._process.run(seconds, work, *args)
        except TooSlow:
            raise Problem("save_heavy") from None
        finally:
            self._waiting -= 1
        opened: Opened = msgspec.json.decode(found, type=Opened)
        if isinstance(opened, Refused):
            raise Problem(opened.code, detail=opened.detail[:500])
        return opened

    def close(self) -> None:
        """End the process."""
        self._process.close()
