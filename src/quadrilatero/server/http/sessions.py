"""Who is there: guests by name, accounts by password, and the cookie that remembers them."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import LoginForm, NameForm, NewPasswordForm, PasswordForm
from quadrilatero.server.http.limits import origin
from quadrilatero.server.http.security import bearer
from quadrilatero.server.names import proper_name
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Player, Taken, players, tokens

COOKIE = "q_session"
LONGEST = 100
HASHER = PasswordHasher()
HASHING = ThreadPoolExecutor(2, thread_name_prefix="hashing")
MOST_HASHING = 32
"""So many may wait for it."""
R = TypeVar("R")
router = APIRouter(prefix="/api", tags=["session"])


@cache
def nobodys_password() -> str:
    """A hash to compare with for an unknown name, so that it takes as long as a wrong password."""
    return HASHER.hash(secrets.token_hex())


def hashed(token: str) -> str:
    """What the database keeps of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


async def player_of(services: Services, asking: HTTPConnection) -> Player | None:
    """Who asks: a program by its token and by nothing else, anybody else by the cookie."""
    if (shown := bearer(asking.headers)) is not None:
        program = await services.store(tokens.player_of, hashed(shown)) if len(shown) <= LONGEST else None
        if program is None:
            raise Problem("bad_token")
        return program
    token = asking.cookies.get(COOKIE)
    if not token or len(token) > LONGEST:
        return None
    return await services.store(players.of_session, hashed(token), services.settings.now())


def session_of(asking: HTTPConnection) -> str | None:
    """What the database keeps of the cookie that is shown, where no token is."""
    token = asking.cookies.get(COOKIE)
    return None if not token or bearer(asking.headers) is not None else hashed(token)


def services_of(request: Request) -> Services:
    """The parts of the server that answers."""
    services: Services = request.app.state.services
    return services


Here = Annotated[Services, Depends(services_of)]


async def visitor(request: Request, services: Here) -> Player | None:
    """Who asks, if that is known."""
    return await player_of(services, request)


async def somebody(who: Annotated[Player | None, Depends(visitor)]) -> Player:
    """Who asks; a Problem where that is not known."""
    if who is None:
        raise Problem("name_first")
    return who


Visitor = Annotated[Player | None, Depends(visitor)]
Somebody = Annotated[Player, Depends(somebody)]


def address_of(asking: HTTPConnection) -> str:
    """The network that somebody asks from."""
    return origin(asking.client.host if asking.client else "")


async def asking(request: Request, who: Visitor) -> Asker:
    """Who asks and from where, for what is shared out."""
    return Asker(who.id if who else "", address_of(request))


Asking = Annotated[Asker, Depends(asking)]


def costly(services: Services, asker: Asker) -> None:
    """A Problem where somebody asks too often for what costs more than the rest."""
    if not services.costly.lets(asker):
        raise Problem("too_fast")


def by_page(request: Request) -> None:
    """What only players do, not their programs: names, accounts and tokens."""
    if bearer(request.headers) is not None:
        raise Problem("not_for_programs")


def _shown(player: Player | None) -> Json:
    plain = None if player is None else {"id": player.id, "name": player.name, "account": player.account}
    return Json({"player": plain})


async def _give_cookie(request: Request, services: Services, player: Player) -> Json:
    token = secrets.token_urlsafe(32)
    life = services.settings.session_life
    await services.store(players.open_session, hashed(token), player.id, services.settings.now() + life)
    response = _shown(player)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=int(life), path="/", secure=secure, httponly=True, samesite="lax")
    return response


@router.get("/session", response_model=answers.Session)
async def read_session(who: Visitor) -> Response:
    """Who am I?"""
    return _shown(who)


@router.post("/session", response_model=answers.Session, dependencies=[Depends(by_page)])
async def name_session(form: NameForm, request: Request, services: Here, who: Visitor) -> Response:
    """Play as a guest of that name, or change one's name."""
    name = proper_name(form.name, services.settings.name_characters)
    if who is None and not services.guests.allows(address_of(request)):
        raise Problem("guests_full")
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


@router.post("/account", response_model=answers.Session, dependencies=[Depends(by_page)])
async def make_account(form: PasswordForm, services: Here, who: Somebody) -> Response:
    """Keep one's games under a password."""
    if who.account:
        raise Problem("has_account")
    _proper_password(form.password)
    limit(services, who.id)
    password = await _beside(HASHER.hash, form.password)
    try:
        await services.store(players.make_account, who, password)
    except Taken:
        raise Problem("name_taken") from None
    return _shown(msgspec.structs.replace(who, account=True))


@router.post("/password", response_model=answers.Session, dependencies=[Depends(by_page)])
async def change_password(form: NewPasswordForm, request: Request, services: Here, who: Somebody) -> Response:
    """Another password for one's account; every other device has to log in again."""
    limit(services, who.id)
    found = await services.store(players.credentials, who.name) if who.account else None
    if found is None:
        raise Problem("no_account")
    if not await _beside(_fits, found[1], form.old):
        raise Problem("wrong_password")
    _proper_password(form.password)
    password = await _beside(HASHER.hash, form.password)
    await services.store(players.change_password, who.id, password, hashed(request.cookies.get(COOKIE, "")))
    services.rooms.send_away(player=who.id)  # those that may come back do
    return _shown(who)


def _proper_password(password: str) -> None:
    if not 8 <= len(password) <= 200:
        raise Problem("bad_password")


@router.post("/login", response_model=answers.Session, dependencies=[Depends(by_page)])
async def login(form: LoginForm, request: Request, services: Here) -> Response:
    """Come back to one's account."""
    name = " ".join(unicodedata.normalize("NFC", form.name).split())
    address = address_of(request)
    # By address, and by name there: whoever guesses elsewhere does not keep the owner out.
    limit(services, f"name {players.account_key(name)} at {address}")
    if not services.strangers.allows(address):
        raise Problem("too_fast")
    found = await services.store(players.credentials, name)
    fits = await _beside(_fits, found[1] if found else None, form.password)
    if found is None or not fits:
        raise Problem("wrong_login")
    await _forget(request, services)
    return await _give_cookie(request, services, found[0])


async def _beside(work: Callable[..., R], *args: Any) -> R:
    """Hashing is meant to take long: it has threads of its own, and few."""
    if HASHING._work_queue.qsize() >= MOST_HASHING:
        raise Problem("unavailable")
    return await asyncio.get_running_loop().run_in_executor(HASHING, work, *args)


def limit(services: Services, key: str) -> None:
    """A Problem where that is tried too often."""
    if not services.logins.allows(key):
        raise Problem("too_fast")


def _fits(password_hash: str | None, password: str) -> bool:
    try:
        return HASHER.verify(password_hash or nobodys_password(), password)
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        return False


@router.post("/logout", response_model=answers.Session, dependencies=[Depends(by_page)])
async def logout(request: Request, services: Here) -> Response:
    """Forget the cookie."""
    await _forget(request, services)
    response = _shown(None)
    response.delete_cookie(COOKIE, path="/")
    return response


async def _forget(request: Request, services: Services) -> None:
    """Close the session of the cookie and every socket that was opened with it."""
    if (session := session_of(request)) is not None:
        await services.store(players.close_session, session)
        services.rooms.send_away(session=session)
