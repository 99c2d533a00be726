"""Why the computer decided as it did. Never while a game runs: it would tell the other side what it is up to."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from quadrilatero.server.computer import coach
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers_coach
from quadrilatero.server.http.sessions import Asking, Here, Visitor, costly
from quadrilatero.server.play.access import visible
from quadrilatero.server.storage import thoughts

MOST = 40
router = APIRouter(prefix="/api/tables", tags=["replay"])


@router.get("/{id}/thoughts", response_model=answers_coach.Thoughts)
async def read_thoughts(
    id: str, services: Here, who: Visitor, asker: Asking, frame: Annotated[int | None, Query(ge=0, le=10**9)] = None
) -> Response:
    """The computer's reasons for its last decisions before a frame of a game that is over, or of a study."""
    room = await visible(services, id, who)
    record = room.record
    if record.status != "over" and not record.study:
        raise Problem("no_thoughts")
    costly(services, asker)
    until = record.version if frame is None else frame
    kept = await services.store(thoughts.until, id, until, MOST)
    told = [
        {"frame": one.number, "seat": one.seat, "level": one.level, **coach.told(record.game, one.reasons)}
        for one in kept
    ]
    return Json({"thoughts": told})
