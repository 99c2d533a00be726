"""What a player asks for between decisions: what may be looked up, and the odds of an answer."""

from __future__ import annotations

from typing import Any

from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.server.computer import looks
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.play.room import Room


def is_quick(room: Room) -> bool:
    """Whether what is looked up is there at once: where nothing is hidden no worlds have to be made up for it."""
    return room.match.game.all_open


async def look_up(thinking: Thinking, asker: Asker, room: Room, what: str, seat: Seat | None, query: Any) -> Any:
    """What a seat (None: a spectator) finds; where facts are hidden a worker process looks for it."""
    try:
        async with room.lock:
            if is_quick(room):
                return looks.look_up(what, room.match, seat, query)
            view = room.match.view(seat)
        return await thinking.look_up(asker, view, what, query)
    except BadQuery as error:
        raise Problem("invalid", detail=str(error)) from None


async def weigh(thinking: Thinking, asker: Asker, room: Room, seat: Seat, answer: Any) -> Plain:
    """The odds of an answer."""
    async with room.lock:
        if refusal := room.match.refuse(seat, answer):
            raise Problem.of(refusal)
        view = room.match.view(seat)
    (found,) = await thinking.weigh(asker, view, [answer])
    if refused := found.get("refusal"):
        raise Problem("illegal", rule=refused["rule"], text=refused["text"])
    odds: Plain = found["odds"]
    return odds


async def compare(thinking: Thinking, asker: Asker, room: Room, seat: Seat, answers: list[Any]) -> list[Plain | None]:
    """The odds of several answers; None for one that is not allowed."""
    async with room.lock:
        allowed = [room.match.refuse(seat, answer) is None for answer in answers]
        view = room.match.view(seat)
    asked = [answer for answer, may in zip(answers, allowed, strict=True) if may]
    found = iter(await thinking.weigh(asker, view, asked) if asked else [])
    return [next(found).get("odds") if may else None for may in allowed]
