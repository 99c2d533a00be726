"""Replay and export. While a game runs, a seat gets what it may know; when it is over, everybody gets everything."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query
from starlette.responses import Response

from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.saves import encode
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.sessions import Asking, Here, Visitor, costly
from quadrilatero.server.play.access import visible
from quadrilatero.server.play.describe import describe
from quadrilatero.server.play.room import Room
from quadrilatero.server.play.telling import PAGE
from quadrilatero.server.storage import Player

MOST_FRAMES = 24
router = APIRouter(prefix="/api/tables", tags=["replay"])


class Eyes(NamedTuple):
    """Through whose eyes somebody looks (None: a spectator's); `whole` when nothing is secret any more."""

    seat: Seat | None
    whole: bool


def eyes(room: Room, who: Player | None, seat: Seat | None) -> Eyes:
    """Through whose eyes the viewer looks; a Problem where it may not. Without a seat, everybody's when it is over."""
    record = room.record
    over = record.status == "over"
    if seat is not None and seat not in record.seats:
        raise Problem("not_yours")
    mine = record.held_by(who.id if who else None)
    if seat is None:
        return Eyes(None, True) if over else Eyes(mine[0] if mine else None, False)
    if not over and seat not in mine:
        raise Problem("not_yours")
    return Eyes(seat, False)


@router.get("/{id}/export", response_model=answers.SaveFile)
async def export(id: str, services: Here, who: Visitor, asker: Asking, seat: str | None = None) -> Response:
    """The documented save file: one seat's while the game runs, the host's own when it is over."""
    room = await visible(services, id, who)
    costly(services, asker)
    shown = eyes(room, who, seat).seat
    if shown is None and room.record.status != "over":
        raise Problem("not_yours")
    data = await services.films.show(asker, room, lambda film: encode(film.save(shown)))
    name = f"{room.record.game}-{id}.json"
    return Json(data, headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"})


@router.get("/{id}/replay", response_model=answers.Replay)
async def replay(id: str, services: Here, who: Visitor, asker: Asking, seat: str | None = None) -> Response:
    """How many frames there are, which are worth stepping to, and how much that seat was told."""
    room = await visible(services, id, who)
    costly(services, asker)
    seen = eyes(room, who, seat).seat
    header = describe(room.record, who, services.settings.now(), services.settings.absent_after)
    index = await services.films.show(asker, room, lambda film: film.index(seen))
    return Json({"header": header, "seat": seen, **index})


@router.get("/{id}/replay/{frame}", response_model=answers.Frame)
async def replay_frame(
    id: str, frame: int, services: Here, who: Visitor, asker: Asking, seat: str | None = None
) -> Response:
    """What that seat saw when the log had so many entries."""
    room = await visible(services, id, who)
    costly(services, asker)
    shown = eyes(room, who, seat)
    return Json(await services.films.show(asker, room, lambda film: film.frame(frame, *shown)))


@router.get("/{id}/replay/{frame}/events", response_model=answers.FilmedEvents)
async def replay_events(
    id: str,
    frame: int,
    services: Here,
    who: Visitor,
    asker: Asking,
    since: Annotated[int, Query(alias="from", ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    seat: str | None = None,
) -> Response:
    """What that seat had been told when the log had so many entries, from an event on."""
    room = await visible(services, id, who)
    costly(services, asker)
    shown = eyes(room, who, seat).seat
    found = await services.films.show(asker, room, lambda film: film.events(frame, shown, since, count))
    return Json({"from": since, "events": found})


@router.get("/{id}/frames", response_model=answers.Reel)
async def replay_frames(
    id: str,
    services: Here,
    who: Visitor,
    asker: Asking,
    since: Annotated[int, Query(alias="from")] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = 8,
    seat: str | None = None,
) -> Response:
    """The frames of several stops at once, from one on."""
    room = await visible(services, id, who)
    costly(services, asker)
    shown = eyes(room, who, seat)
    return Json({"frames": await services.films.show(asker, room, lambda film: film.reel(since, count, *shown))})
