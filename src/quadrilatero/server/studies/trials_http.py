"""A game's data over HTTP, for designers: the files in use, and trials of what another value does to a scenario."""

from __future__ import annotations

import secrets
from functools import lru_cache

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quadrilatero.kernel import find_game, games
from quadrilatero.lab.trial import Trial
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.forms import TrialForm
from quadrilatero.server.http.sessions import Asking, Here, Somebody, costly
from quadrilatero.server.lobby.catalogue import known, public
from quadrilatero.server.studies import trials

router = APIRouter(prefix="/api", tags=["laboratory"])


@lru_cache(8)
def _files(game: str) -> bytes:
    return msgspec.json.encode({"files": trials.files_of(game)})


@router.get("/data/{game}", response_model=answers.DataFiles)
async def read_data(game: str, request: Request) -> Response:
    """The data files of a game as plain data: every value, and the provenance beside it."""
    return public(request, _files(known(game)), "max-age=300")


@router.post("/trials", response_model=answers.Trial)
async def start_trial(form: TrialForm, services: Here, who: Somebody, asker: Asking) -> Response:
    """Play a few games with the data in use and as many with the change, the same dice for both."""
    costly(services, asker)
    game = form.game
    if game not in games():
        raise Problem("no_game")
    if form.scenario not in (scenario.id for scenario in find_game(game).scenarios()) or not is_level(game, form.level):
        raise Problem("no_game")
    files = trials.changed_files(game, [(change.file, change.way, change.value) for change in form.changes])
    trial = Trial(game, form.scenario, form.level, form.games, secrets.randbits(62))
    return Json(services.trials.start(asker, who.id, trial, files).plain())


@router.get("/trials/{id}", response_model=answers.Trial)
async def read_trial(id: str, services: Here, who: Somebody) -> Response:
    """How far a trial of one's own is, and what it has come to."""
    return Json(services.trials.of(who.id, id).plain())


@router.post("/trials/{id}/stop", response_model=answers.Trial)
async def stop_trial(id: str, services: Here, who: Somebody) -> Response:
    """End a trial; what was played stays to be read."""
    running = services.trials.of(who.id, id)
    await services.trials.stop(running)
    return Json(running.plain())
