"""Positions over HTTP, for whoever sets one up by hand: those that scenarios start from, and what is wrong with one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quadrilatero.kernel import find_game
from quadrilatero.kernel.start import start
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.sessions import Asking, Here, Somebody, costly
from quadrilatero.server.lobby.catalogue import known, public
from quadrilatero.server.lobby.seating import begun

router = APIRouter(prefix="/api/positions", tags=["studies"])

BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


@lru_cache(64)
def _start(game: str, scenario: str) -> bytes:
    return msgspec.json.encode(start(game, scenario, seed=0).state())


@lru_cache(8)
def _schema(game: str) -> bytes:
    return msgspec.json.encode(find_game(game).schema())


@router.get("/{game}", response_model=answers.Plain)
async def read_schema(game: str, request: Request) -> Response:
    """What a position of a game may say, as a JSON Schema."""
    return public(request, _schema(known(game)), "max-age=300")


@router.get("/{game}/{scenario}", response_model=answers.Plain)
async def read_start(game: str, scenario: str, request: Request) -> Response:
    """The position that a scenario starts from."""
    begun(known(game), scenario, {})
    return public(request, _start(game, scenario), "max-age=300")


@router.post("/{game}/check", response_model=answers.PositionCheck, openapi_extra=BODY)
async def check_position(game: str, request: Request, services: Here, who: Somebody, asker: Asking) -> Response:
    """All that is wrong with a position, each fault with its field and the rule it breaks; the body is the position."""
    costly(services, asker)
    body = await request.body()
    try:
        msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem("bad_position", detail="expected an object") from None
    looked = await services.importing.look_over(asker, known(game), body, {})
    return Json({"faults": looked.faults, "asked": looked.asked, "position": looked.position})
