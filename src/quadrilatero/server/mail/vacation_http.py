"""Vacation over HTTP."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from quadrilatero.server.errors import Json
from quadrilatero.server.http import answers_mail
from quadrilatero.server.http.forms import VacationForm
from quadrilatero.server.http.sessions import Here, Somebody
from quadrilatero.server.mail import vacation

router = APIRouter(prefix="/api/vacation", tags=["correspondence"])


@router.get("", response_model=answers_mail.Vacation)
async def read_vacation(services: Here, who: Somebody) -> Response:
    """Whether I am on vacation, and how many days are left."""
    return Json(await vacation.shown(services, who))


@router.post("", response_model=answers_mail.Vacation)
async def begin_vacation(form: VacationForm, services: Here, who: Somebody) -> Response:
    """Begin one now: the clocks of my correspondence games stand still."""
    await vacation.begin(services, who, form.days)
    return Json(await vacation.shown(services, who))


@router.post("/end", response_model=answers_mail.Vacation)
async def end_vacation(services: Here, who: Somebody) -> Response:
    """Come back before the time."""
    await vacation.end(services, who)
    return Json(await vacation.shown(services, who))
