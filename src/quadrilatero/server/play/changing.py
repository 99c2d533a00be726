"""The one way to change a room: an act is done under its lock, committed, and only then acknowledged and told.

This is what waits; what is done in between is the room's own. It is not compiled with it, because a compiled coroutine
costs more than a plain one.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.play.fetching import beside
from quadrilatero.server.storage import Conflict
from quadrilatero.server.storage.commits import Also, Change
from quadrilatero.server.storage.records import Full

if TYPE_CHECKING:
    from quadrilatero.server.play.room import Act, Letter, Room

TRIES = 4
"""How often an act is tried that other processes are faster than."""


async def change(
    room: Room, act: Act, letter: Letter | None = None, *, also: Also | None = None, long: bool = False
) -> Change:
    """Do an act, commit it and tell everybody. Whoever asks must see to it that this comes to its end."""
    async with room.lock:
        for _ in range(TRIES):
            if letter is not None and room.answered(letter):
                return Change(room.record, room.record, [])
            try:
                changed = await _attempt(room, act, letter, also, long)
            except Conflict:  # another process was faster: go on from what it has made of the table
                await room.read_again()
            else:
                break
        else:
            raise Problem("try_again")
    room.wake(room)
    return changed


async def _attempt(room: Room, act: Act, letter: Letter | None, also: Also | None, long: bool) -> Change:
    if room.given_up:
        raise Problem("try_again")
    version = room.match.version
    try:
        changed = await beside(room.do, act, letter) if long else room.do(act, letter)
    except BaseException:
        if room.match.version != version:  # half done
            room.give_up()
        raise
    started = time.perf_counter()
    try:
        await room.store.commit(changed if also is None else msgspec.structs.replace(changed, also=also))
    except (Conflict, Full):  # nothing was written, and nothing in the match has changed or it is read again
        raise
    except BaseException as error:
        room.give_up()
        if not isinstance(error, SQLAlchemyError):
            raise
        LOG.error("commit failed", extra={"table": changed.before.id, "why": type(error).__name__})
        raise Problem("try_again") from error
    room.metrics.committing.observe(time.perf_counter() - started)
    room.done(changed, letter)
    return changed
