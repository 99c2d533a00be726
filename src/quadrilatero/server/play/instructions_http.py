"""Standing instructions over HTTP: private to whoever holds the seat."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from quadrilatero.kernel.instructions import BadInstructions, read
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers_mail
from quadrilatero.server.http.forms import StandingForm
from quadrilatero.server.http.sessions import Asking, Here, Somebody, costly
from quadrilatero.server.play import obeying
from quadrilatero.server.play.access import visible
from quadrilatero.server.play.requests import own
from quadrilatero.server.play.room import Room
from quadrilatero.server.storage import instructions
from quadrilatero.server.storage.instructions import Instructions

router = APIRouter(prefix="/api/tables", tags=["standing instructions"])


def _shown(room: Room, seat: Seat) -> Json:
    held = room.instructions.get(seat)
    match = room.match
    return Json(
        {
            "seat": seat,
            "orders": msgspec.to_builtins(held.orders) if held else {},
            "delay": held.delay if held else False,
            "delayable": room.record.pace["kind"] == "days",
            "chances": room.record.assistance != "tournament",
            "pieces": match.game.instructable(match.view(seat), seat),
        }
    )


@router.get("/{id}/standing", response_model=answers_mail.Standing)
async def read_standing(id: str, seat: str, services: Here, who: Somebody) -> Response:
    """My instructions for a seat, and the pieces that they may name."""
    room = await visible(services, id, who)
    async with room.lock:
        own(room.record, who, seat)
        return _shown(room, seat)


@router.put("/{id}/standing", response_model=answers_mail.Standing)
async def write_standing(
    id: str, seat: str, form: StandingForm, services: Here, who: Somebody, asker: Asking
) -> Response:
    """Replace them; they hold at once, also for a question that is open."""
    costly(services, asker)
    room = await visible(services, id, who)
    async with room.lock:
        record, match = room.record, room.match
        own(record, who, seat)
        if record.status == "over":
            raise Problem("over")
        chances = record.assistance != "tournament"
        try:
            pieces = match.game.instructable(match.view(seat), seat)
            orders = read(match.game, form.orders, pieces, chances=chances)
        except BadInstructions as error:
            raise Problem("bad_instructions" if chances else "bad_instructions_no_odds", where=error.where) from None
        given = Instructions(who.id, orders, form.delay)
        await services.store(instructions.write, id, seat, given)
        room.instructions = {**room.instructions, seat: given}
        answers = obeying.next_answer(match, record, room.instructions, delayed=False) is not None
        shown = _shown(room, seat)
    await _act(room, answers)
    return shown


async def _act(room: Room, answers: bool) -> None:
    """An open question may be answered now. Where it is not, nothing is told: nobody learns of the change."""
    if answers:
        await room.change(lambda _, record: record)
    else:
        room.wake(room)
