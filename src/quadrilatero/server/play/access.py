"""A table for those who may see it: found, and shown as an answer."""

from __future__ import annotations

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.play.describe import describe, may_see
from quadrilatero.server.play.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, TableRecord


def shown(services: Services, record: TableRecord, viewer: Player | None) -> Json:
    """A table as an answer."""
    return Json(describe(record, viewer, services.settings.now(), services.settings.absent_after))


async def visible(services: Services, id: str, viewer: Player | None) -> Room:
    """The room of a table that the viewer may see."""
    room = await services.rooms.get(id)
    if not may_see(room.record, viewer):
        raise Problem("not_found")
    return room
