"""The open door for programs: a player makes a token, a program shows it and plays under a name of its own."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Depends
from starlette.responses import Response

from quadrilatero.kernel.plain import Plain
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import TokenForm
from quadrilatero.server.http.sessions import Here, Somebody, by_page, hashed, limit
from quadrilatero.server.names import PROGRAM, proper_name
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, tokens
from quadrilatero.server.storage.records import Full
from quadrilatero.server.storage.tokens import Token

router = APIRouter(prefix="/api/tokens", tags=["programs"], dependencies=[Depends(by_page)])


def _plain(token: Token) -> Plain:
    return {"id": token.id, "name": token.player.name, "player": token.player.id, "created": token.created}


async def _listed(services: Services, owner: Player) -> Json:
    found = await services.store(tokens.of_owner, owner.id)
    return Json({"tokens": [_plain(token) for token in found]})


@router.get("", response_model=answers.Tokens)
async def list_tokens(services: Here, who: Somebody) -> Response:
    """The programs that may play for me; their tokens are not shown again."""
    return await _listed(services, who)


@router.post("", response_model=answers.NewToken)
async def make_token(form: TokenForm, services: Here, who: Somebody) -> Response:
    """A token for a program, which plays under a name of its own. This answer alone holds it."""
    name = proper_name(form.name, services.settings.name_characters - len(PROGRAM))
    limit(services, f"token {who.id}")
    secret = f"qp_{secrets.token_urlsafe(32)}"
    player = Player(secrets.token_urlsafe(12), PROGRAM + name)
    token = Token(secrets.token_urlsafe(9), player, services.settings.now())
    most = services.settings.tokens_per_player
    try:
        await services.store(tokens.create, token, who.id, hashed(secret), most)
    except Full:
        raise Problem("too_many_tokens", most=most) from None
    return Json({**_plain(token), "token": secret})


@router.delete("/{id}", response_model=answers.Tokens)
async def revoke_token(id: str, services: Here, who: Somebody) -> Response:
    """Let a program in no more; its open sockets are closed. What it has played stays under its name."""
    player = await services.store(tokens.revoke, who.id, id)
    if player is None:
        raise Problem("not_found")
    services.rooms.send_away(player=player)
    return await _listed(services, who)
