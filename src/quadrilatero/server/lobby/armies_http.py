"""The army builder over HTTP: lists, troops and prices, armies checked, suggested and completed. Nothing is stored."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quadrilatero.kernel import Game, find_game
from quadrilatero.kernel.armies import ArmyBook
from quadrilatero.kernel.plain import Plain
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import ArmyForm, CostForm, Form, ListForm, SuggestionForm
from quadrilatero.server.http.sessions import Asking, Here, costly
from quadrilatero.server.lobby import armies
from quadrilatero.server.lobby.catalogue import known, public

router = APIRouter(prefix="/api/armies", tags=["armies"])


@cache
def _lists(game: str) -> bytes:
    book = _book(find_game(game))
    lists = [{"id": id, **found} for id, found in book.lists().items()]
    theatres = [{"id": id, "name": name} for id, name in book.theatres().items()]
    return msgspec.json.encode({"lists": lists, "theatres": theatres})


def _book(game: Game[Any], options: dict[str, str] | None = None) -> ArmyBook:
    """The book of a game; a Problem where it has none, or not these options."""
    try:
        book = game.army(game.choose_options(options))
    except ValueError:
        raise Problem("no_game") from None
    if book is None:
        raise Problem("not_found")
    return book


@router.get("/{game}", response_model=answers.ArmyLists)
async def read_lists(game: str, request: Request) -> Response:
    """The army lists of a game, and the countries that armies are made for."""
    return public(request, _lists(known(game)), "max-age=300")


@router.post("/{game}/entries", response_model=answers.ArmyEntries)
async def read_entries(game: str, form: ListForm, services: Here, asker: Asking) -> Response:
    """The troops of a list with prices and limits."""
    return await _asked(services, asker, game, form, "entries", form.model_dump(exclude={"options"}))


@router.post("/{game}/cost", response_model=answers.Cost)
async def read_cost(game: str, form: CostForm, services: Here, asker: Asking) -> Response:
    """What troops cost, and why."""
    return await _asked(services, asker, game, form, "cost", form.spec)


@router.post("/{game}/check", response_model=answers.ArmyCheck)
async def check_army(game: str, form: ArmyForm, services: Here, asker: Asking) -> Response:
    """The points and shares of an army, and every limit that it breaks."""
    return await _asked(services, asker, game, form, "check", form.army)


@router.post("/{game}/suggest", response_model=answers.Army)
async def suggest_army(game: str, form: SuggestionForm, services: Here, asker: Asking) -> Response:
    """A lawful army: a new one, or one with the units of an army that is begun."""
    return await _asked(services, asker, game, form, "suggest", form.model_dump(exclude={"options"}))


async def _asked(services: Here, asker: Asking, game: str, form: Form, what: str, asked: Plain) -> Response:
    options: dict[str, str] = getattr(form, "options", {})
    _book(find_game(known(game)), options)
    costly(services, asker)
    return Json(await armies.ask(services, asker, game, options, what, asked))
