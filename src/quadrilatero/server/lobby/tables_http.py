"""Tables over HTTP: the lobby, and what is done at a table outside its questions."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import JoinForm, NotesForm, OfferForm, ReplaceForm, SeatForm, TableForm
from quadrilatero.server.http.sessions import Here, Somebody, Visitor
from quadrilatero.server.lobby import seating
from quadrilatero.server.play import acts, takebacks
from quadrilatero.server.play.describe import describe, level_name, may_see
from quadrilatero.server.play.room import Room
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, TableRecord, tables

router = APIRouter(prefix="/api/tables", tags=["tables"])


def shown(services: Services, record: TableRecord, viewer: Player | None) -> Json:
    """A table as an answer."""
    return Json(describe(record, viewer, services.settings.now(), services.settings.absent_after))


async def visible(services: Services, id: str, viewer: Player | None) -> Room:
    """The room of a table that the viewer may see."""
    room = await services.rooms.get(id)
    if not may_see(room.record, viewer):
        raise Problem("not_found")
    return room


@router.get("", response_model=answers.Tables)
async def list_tables(services: Here, who: Visitor, scope: Literal["mine", "open", "public"] = "mine") -> Response:
    """My tables, those that wait for anybody, or those that anybody may watch; the latest first."""
    if scope == "mine":
        found = await services.store(tables.of_player, who.id) if who else []
    else:
        found = await services.store(tables.open_ones if scope == "open" else tables.public_ones)
    now, patience = services.settings.now(), services.settings.absent_after
    return Json({"tables": [describe(record, who, now, patience) for record in found]})


@router.post("", response_model=answers.Table)
async def create_table(form: TableForm, services: Here, who: Somebody) -> Response:
    """Set up a table."""
    return shown(services, await seating.create(services, who, form), who)


@router.get("/{id}", response_model=answers.Table)
async def read_table(
    id: str, services: Here, who: Visitor, token: Annotated[str | None, Query(max_length=100)] = None
) -> Response:
    """A table; a private one also for the holder of its invitation."""
    room = await services.rooms.get(id)
    if not may_see(room.record, who) and not seating.has_token(room.record, token):
        raise Problem("not_found")
    return shown(services, room.record, who)


@router.post("/{id}/join", response_model=answers.Table)
async def join_table(id: str, form: JoinForm, services: Here, who: Somebody) -> Response:
    """Sit down."""
    room = await services.rooms.get(id)
    return shown(services, await seating.join(services, room, who, form.token), who)


@router.post("/{id}/resign", response_model=answers.Table)
async def resign(id: str, form: SeatForm, services: Here, who: Somebody) -> Response:
    """Give up."""
    room = await visible(services, id, who)
    return shown(services, await room.change(acts.resign(who, form.seat)), who)


@router.post("/{id}/draw", response_model=answers.Table)
async def draw(id: str, form: OfferForm, services: Here, who: Somebody) -> Response:
    """Offer a draw, accept one or withdraw the offer."""
    room = await visible(services, id, who)
    return shown(services, await room.change(acts.draw(who, form.seat, form.offer)), who)


@router.post("/{id}/takeback", response_model=answers.Table)
async def take_back(id: str, form: OfferForm, services: Here, who: Somebody) -> Response:
    """Ask to take back one's last decision, consent, or withdraw the wish."""
    room = await visible(services, id, who)
    return shown(services, await takebacks.offer(room, who, form.seat, form.offer), who)


@router.post("/{id}/rematch", response_model=answers.Table)
async def rematch(id: str, services: Here, who: Somebody) -> Response:
    """The same again with swapped seats."""
    room = await visible(services, id, who)
    return shown(services, await seating.rematch(services, room, who), who)


@router.post("/{id}/replace", response_model=answers.Table)
async def replace(id: str, form: ReplaceForm, services: Here, who: Somebody) -> Response:
    """Let the computer play a seat whose player stays away."""
    room = await visible(services, id, who)
    settings = services.settings
    act = acts.replace(who, form.seat, form.level, settings.now(), settings.absent_after)
    record = await room.change(act)
    room.notice("notice_bot", level=level_name(form.level), side=room.side(form.seat))
    return shown(services, record, who)


@router.post("/{id}/claim", response_model=answers.Table)
async def claim(id: str, form: SeatForm, services: Here, who: Somebody) -> Response:
    """Win because the other side's time has run out."""
    room = await visible(services, id, who)
    return shown(services, await room.change(acts.claim(who, form.seat, services.settings.now())), who)


@router.get("/{id}/notes", response_model=answers.Notes)
async def read_notes(id: str, services: Here, who: Somebody) -> Response:
    """One's private notes."""
    room = await visible(services, id, who)
    return Json({"text": await services.store(tables.note, room.record.id, who.id)})


@router.put("/{id}/notes", response_model=answers.Notes)
async def write_notes(id: str, form: NotesForm, services: Here, who: Somebody) -> Response:
    """Write one's private notes."""
    room = await visible(services, id, who)
    await services.store(tables.write_note, room.record.id, who.id, form.text, services.settings.now())
    return Json({"text": form.text})
