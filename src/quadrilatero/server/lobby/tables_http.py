"""The lobby over HTTP: tables listed, set up and joined."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import JoinForm, TableForm
from quadrilatero.server.http.sessions import Asking, Here, Somebody, Visitor
from quadrilatero.server.lobby import seating
from quadrilatero.server.play.access import shown, visible
from quadrilatero.server.play.describe import describe, may_see
from quadrilatero.server.storage import tables

router = APIRouter(prefix="/api/tables", tags=["tables"])


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
async def create_table(form: TableForm, services: Here, who: Somebody, asker: Asking) -> Response:
    """Set up a table."""
    return shown(services, await seating.create(services, who, asker, form), who)


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
async def join_table(id: str, form: JoinForm, services: Here, who: Somebody, asker: Asking) -> Response:
    """Sit down."""
    room = await services.rooms.get(id)
    return shown(services, await seating.join(services, room, who, asker, form), who)


@router.post("/{id}/rematch", response_model=answers.Table)
async def rematch(id: str, services: Here, who: Somebody) -> Response:
    """The same again with swapped seats."""
    room = await visible(services, id, who)
    return shown(services, await seating.rematch(services, room, who), who)


@router.post("/{id}/rematch/decline", response_model=answers.Table)
async def decline_rematch(id: str, services: Here, who: Somebody) -> Response:
    """Do not play again with whoever asks for it."""
    room = await visible(services, id, who)
    return shown(services, await seating.decline_rematch(services, room, who), who)
