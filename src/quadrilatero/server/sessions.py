"""Who is there: guests by name, accounts by password, and the cookie that remembers them."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Annotated

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.forms import LoginForm, NameForm, PasswordForm
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, Taken, players

COOKIE = "q_session"
HASHER = PasswordHasher()
router = APIRouter(prefix="/api", tags=["session"])


@cache
def nobodys_password() -> str:
    """A hash to compare with for an unknown name, so that it takes as long as a wrong password."""
    return HASHER.hash(secrets.token_hex())


def hashed(token: str) -> str:
    """What the database keeps of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


async def player_of(services: Services, cookies: Mapping[str, str]) -> Player | None:
    """Whose cookie it is, if anybody's."""
    token = cookies.get(COOKIE)
    if not token or len(token) > 100:
        return None
    return await services.store(players.of_session, hashed(token), services.settings.now())


def services_of(request: Request) -> Services:
    """The parts of the server that answers."""
    services: Services = request.app.state.services
    return services


Here = Annotated[Services, Depends(services_of)]


async def visitor(request: Request, services: Here) -> Player | None:
    """Who asks, if that is known."""
    return await player_of(services, request.cookies)


async def somebody(who: Annotated[Player | None, Depends(visitor)]) -> Player:
    """Who asks; a Problem where that is not known."""
    if who is None:
        raise Problem("name_first")
    return who


Visitor = Annotated[Player | None, Depends(visitor)]
Somebody = Annotated[Player, Depends(somebody)]


def _shown(player: Player | None) -> Json:
    plain = None if player is None else {"id": player.id, "name": player.name, "account": player.account}
    return Json({"player": plain})


def _proper_name(services: Services, name: str) -> str:
    most = services.settings.name_characters
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= most or not name.isprintable():
        raise Problem("bad_name", most=most)
    return name


async def _give_cookie(request: Request, services: Services, player: Player) -> Json:
    token = secrets.token_urlsafe(32)
    life = services.settings.session_life
    await services.store(players.open_session, hashed(token), player.id, services.settings.now() + life)
    response = _shown(player)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=int(life), path="/", secure=secure, httponly=True, samesite="lax")
    return response


@router.get("/session")
async def read_session(who: Visitor) -> Response:
    """Who am I?"""
    return _shown(who)


@router.post("/session")
async def name_session(form: NameForm, request: Request, services: Here, who: Visitor) -> Response:
    """Play as a guest of that name, or change one's name."""
    name = _proper_name(services, form.name)
    try:
        if who is not None:
            who = msgspec.structs.replace(who, name=name)
            await services.store(players.rename, who)
            return _shown(who)
        player = Player(secrets.token_urlsafe(12), name)
        await services.store(players.create, player, services.settings.now())
    except Taken:
        raise Problem("name_taken") from None
    return await _give_cookie(request, services, player)


@router.post("/account")
async def make_account(form: PasswordForm, services: Here, who: Somebody) -> Response:
    """Keep one's games under a password."""
    if who.account:
        raise Problem("has_account")
    if not 8 <= len(form.password) <= 200:
        raise Problem("bad_password")
    _limit(services, who.id)
    password = await asyncio.to_thread(HASHER.hash, form.password)
    try:
        await services.store(players.make_account, who, password)
    except Taken:
        raise Problem("name_taken") from None
    return _shown(msgspec.structs.replace(who, account=True))


@router.post("/login")
async def login(form: LoginForm, request: Request, services: Here) -> Response:
    """Come back to one's account."""
    name = _proper_name(services, form.name)
    _limit(services, request.client.host if request.client else "")
    _limit(services, f"name {players.account_key(name)}")
    found = await services.store(players.credentials, name)
    fits = await asyncio.to_thread(_fits, found[1] if found else None, form.password)
    if found is None or not fits:
        raise Problem("wrong_login")
    await _forget(request, services)
    return await _give_cookie(request, services, found[0])


def _limit(services: Services, key: str) -> None:
    if not services.logins.allows(key):
        raise Problem("too_fast")


def _fits(password_hash: str | None, password: str) -> bool:
    try:
        return HASHER.verify(password_hash or nobodys_password(), password)
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        return False


@router.post("/logout")
async def logout(request: Request, services: Here) -> Response:
    """Forget the cookie."""
    await _forget(request, services)
    response = _shown(None)
    response.delete_cookie(COOKIE, path="/")
    return response


async def _forget(request: Request, services: Services) -> None:
    if token := request.cookies.get(COOKIE):
        await services.store(players.close_session, hashed(token))
