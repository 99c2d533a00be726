"""Studies over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import TitleForm
from quadrilatero.server.http.sessions import Asking, Here, Somebody, costly
from quadrilatero.server.play.access import shown, visible
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, TableRecord
from quadrilatero.server.studies import beginning
from quadrilatero.server.studies.beginning import StudyForm

router = APIRouter(prefix="/api/studies", tags=["studies"])

WORD = {"type": "string", "minLength": 1, "maxLength": 40}
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "table": WORD,
                        "frame": {"type": "integer", "minimum": 0},
                        "seat": WORD,
                        "game": WORD,
                        "scenario": WORD,
                        "options": {"type": "object", "additionalProperties": WORD},
                        "level": WORD,
                        "position": {"type": "object"},
                        "save": {"type": "object"},
                    },
                }
            }
        },
    }
}


@router.post("", response_model=answers.Table, responses={404: {}, 422: {}}, openapi_extra=BODY)
async def create_study(request: Request, services: Here, who: Somebody, asker: Asking) -> Response:
    """Study alone: a moment of a game, a scenario, a position or a save file.

    With `level` and `seat` a position is played against the computer instead.
    """
    costly(services, asker)
    body = await request.body()
    try:
        form = msgspec.json.decode(body, type=StudyForm)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem("bad_study") from None
    await beginning.refuse_surplus(services, who)
    return shown(services, await _begin(services, who, asker, form), who)


async def _begin(services: Services, who: Player, asker: Asker, form: StudyForm) -> TableRecord:
    position, save = bytes(form.position), bytes(form.save)
    if sum(map(bool, (form.table, form.scenario, position, save))) != 1:
        raise Problem("bad_study")
    if form.table is not None:
        room = await visible(services, form.table, who)
        frame = room.match.version if form.frame is None else form.frame
        return await beginning.from_table(services, who, asker, room, frame, form.seat)
    if save:
        return await beginning.from_save(services, who, asker, save)
    if form.game is None:
        raise Problem("bad_study")
    if position:
        return await beginning.from_position(services, who, asker, form)
    return await beginning.from_scenario(services, who, form.game, form.scenario, form.options)


@router.get("/{id}/position", response_model=answers.Plain)
async def read_position(id: str, services: Here, who: Somebody) -> Response:
    """The position of one's own study, as it stands now: for the editor."""
    room = await visible(services, id, who)
    if not room.record.study or room.record.creator != who.id:
        raise Problem("not_found")
    return Json(room.match.state())


@router.put("/{id}/title", response_model=answers.Table)
async def rename_study(id: str, form: TitleForm, services: Here, who: Somebody) -> Response:
    """Give a study another title."""
    return shown(services, await beginning.rename(who, await visible(services, id, who), form.title), who)


@router.post("/{id}/discard", response_model=answers.Discarded)
async def discard_study(id: str, services: Here, who: Somebody) -> Response:
    """Let a study go for good."""
    await beginning.discard(services, who, await visible(services, id, who))
    return Json({"discarded": id})
