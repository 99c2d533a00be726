"""Replay and export. While a game runs, a seat gets what it may know; when it is over, everybody gets everything."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.saves import pack
from quadrilatero.server import telling
from quadrilatero.server.describe import describe
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.sessions import Here, Visitor
from quadrilatero.server.storage import Player
from quadrilatero.server.tables_http import visible

router = APIRouter(prefix="/api/tables", tags=["replay"])


def eyes(room: Room, who: Player | None, seat: Seat | None) -> Seat | None:
    """Through whose eyes the viewer looks; a Problem where it may not."""
    record = room.record
    if seat is not None and seat not in record.seats:
        raise Problem("not_yours")
    mine = record.held_by(who.id if who else None)
    if seat is None:
        return mine[0] if mine and record.status != "over" else None
    if record.status != "over" and seat not in mine:
        raise Problem("not_yours")
    return seat


def _limit(services: Services, who: Player | None, id: str) -> None:
    if not services.costly.allows(who.id if who else id):
        raise Problem("too_fast")


@router.get("/{id}/export")
async def export(id: str, services: Here, who: Visitor, seat: str | None = None) -> Response:
    """The documented save file: one seat's while the game runs, the host's own when it is over."""
    room = await visible(services, id, who)
    _limit(services, who, id)
    shown = eyes(room, who, seat)
    async with room.lock:
        over = room.match.result is not None
        if shown is None and not over:
            raise Problem("not_yours")
        save = pack(room.match, None if over else shown)
    data = msgspec.json.format(msgspec.json.encode(save), indent=1)
    name = f"{room.record.game}-{id}.json"
    return Json(data, headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"})


@router.get("/{id}/replay")
async def replay(id: str, services: Here, who: Visitor, seat: str | None = None) -> Response:
    """How many frames there are, which are worth stepping to, and everything that seat was told."""
    room = await visible(services, id, who)
    _limit(services, who, id)
    shown = eyes(room, who, seat)
    async with room.lock:
        events = telling.events(room.match, shown)
        header = describe(room.record, who, services.settings.now())
        frames = room.match.version
    stops = await services.films.stops(room)
    return Json({"header": header, "seat": shown, "frames": frames, "stops": stops, "events": events})


@router.get("/{id}/replay/{frame}")
async def replay_frame(id: str, frame: int, services: Here, who: Visitor, seat: str | None = None) -> Response:
    """What that seat saw when the log had so many entries."""
    room = await visible(services, id, who)
    _limit(services, who, id)
    return Json(await services.films.frame(room, frame, eyes(room, who, seat)))
