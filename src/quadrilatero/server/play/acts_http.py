"""What is done at a table outside its questions, over HTTP."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.errors import Json
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import NotesForm, OfferForm, ReplaceForm, SeatForm
from quadrilatero.server.http.sessions import Asking, Here, Somebody, costly
from quadrilatero.server.play import acts, takebacks
from quadrilatero.server.play.access import shown, visible
from quadrilatero.server.play.describe import level_name
from quadrilatero.server.play.room import Room
from quadrilatero.server.storage import SeatHolder, tables

router = APIRouter(prefix="/api/tables", tags=["tables"])


@router.post("/{id}/resign", response_model=answers.Table)
async def resign(id: str, form: SeatForm, services: Here, who: Somebody) -> Response:
    """Give up; or get up again, while players are awaited."""
    room = await visible(services, id, who)
    change = await room.change(acts.resign, who, form.seat)
    was, record = change.before.status, change.after
    if record.status == "running":
        _introduce(room, form.seat, record.seats[form.seat])
    elif record.status == "open":
        room.notice("notice_left", name=who.name, seat=room.named(form.seat))
    elif was == "open" and record.opponent == "rematch" and record.previous:
        await (await services.rooms.get(record.previous)).change(acts.link, None, None)
    return shown(services, record, who)


@router.post("/{id}/draw", response_model=answers.Table)
async def draw(id: str, form: OfferForm, services: Here, who: Somebody) -> Response:
    """Offer a draw, accept or decline one, or withdraw the offer."""
    room = await visible(services, id, who)
    change = await room.change(acts.draw, who, form.seat, form.offer, form.accept)
    if not form.offer and acts.declined(change.before, change.after, who, "draw"):
        room.notice("notice_draw_declined", name=who.name)
    return shown(services, change.after, who)


@router.post("/{id}/takeback", response_model=answers.Table)
async def take_back(id: str, form: OfferForm, services: Here, who: Somebody, asker: Asking) -> Response:
    """Ask to take back one's last decision, consent, decline, or withdraw the wish."""
    costly(services, asker)
    room = await visible(services, id, who)
    return shown(services, await takebacks.offer(room, who, form.seat, form.offer, form.accept), who)


@router.post("/{id}/replace", response_model=answers.Table)
async def replace(id: str, form: ReplaceForm, services: Here, who: Somebody) -> Response:
    """Let the computer play a seat whose player stays away."""
    room = await visible(services, id, who)
    now, patience = services.settings.now(), services.settings.absent_after
    record = (await room.change(acts.replace, who, form.seat, form.level, now, patience)).after
    _introduce(room, form.seat, record.seats[form.seat])
    return shown(services, record, who)


def _introduce(room: Room, seat: Seat, holder: SeatHolder) -> None:
    """Tell everybody who plays on for a seat."""
    if holder.player is not None:
        room.notice("notice_successor", name=holder.player.name, seat=room.named(seat))
    else:
        room.notice("notice_bot", level=level_name(holder.bot or ""), seat=room.named(seat))


@router.post("/{id}/claim", response_model=answers.Table)
async def claim(id: str, form: SeatForm, services: Here, who: Somebody) -> Response:
    """Win because the other side's time has run out."""
    room = await visible(services, id, who)
    return shown(services, (await room.change(acts.claim, who, form.seat, services.settings.now())).after, who)


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
