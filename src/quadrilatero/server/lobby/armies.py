"""Armies that players build: whatever a game's book says of them is asked in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from quadrilatero.kernel.plain import Plain
from quadrilatero.server.computer.books import consult, lay_out
from quadrilatero.server.computer.thinking import TooSlow
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.services import Services


async def ask(services: Services, asker: Asker, game: str, options: dict[str, str], what: str, asked: Plain) -> Plain:
    """What the book of a game says; a Problem where it cannot, or takes too long."""
    return await _told(services, asker, consult, game, options, what, msgspec.json.encode(asked))


async def battle(services: Services, asker: Asker, game: str, options: dict[str, str], asked: Plain) -> Plain:
    """The position of a pick-up battle with the armies in it; a Problem where one of them may not be used there."""
    return await _told(services, asker, lay_out, game, options, msgspec.json.encode(asked))


async def _told(services: Services, asker: Asker, work: Callable[..., bytes], *args: Any) -> Plain:
    try:
        told = await services.advice.run(asker, services.settings.odds_seconds, work, *args)
    except TooSlow:
        raise Problem("unavailable") from None
    answer: Plain = msgspec.json.decode(told)
    if "code" in answer:
        raise Problem(answer.pop("code"), **answer)
    found: Plain = answer["found"]
    return found
