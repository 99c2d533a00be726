"""Reasons for decisions, as they are kept and as they are told: the computer's own, and those of a suggestion."""

from __future__ import annotations

from typing import Any

from quadrilatero.bots import Choice, levels
from quadrilatero.kernel import LANGUAGES, find_game
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.server.computer.pace import PATIENCE
from quadrilatero.server.computer.thinking import Thinking, TooSlow, is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.fairness import Asker
from quadrilatero.server.play import requests
from quadrilatero.server.play.room import Room
from quadrilatero.server.storage import Player

ADVISER = "capitano"
"""The level that suggests moves where no stronger one is quick enough: sound, and answers at once."""

TOLD, FAINT = 8, 0.005


def reasons(choice: Choice) -> Plain | None:
    """What is worth keeping of a choice; None where it was made without any reason."""
    if not choice.terms and not choice.alternatives:
        return None
    return {
        **_weighed(choice),
        "alternatives": [_weighed(other) for other in choice.alternatives],
        "note": choice.note,
        "cut": choice.cut,
    }


def _weighed(one: Any) -> Plain:
    weighty = [(name, round(part, 3)) for name, part in one.terms.items() if abs(part) >= FAINT]
    return {"answer": one.answer, "value": round(one.value, 3), "terms": dict(weighty[:TOLD])}


def told(game: str, kept: Plain) -> Plain:
    """Kept reasons with the names of the terms in every language."""
    return {
        **_named(game, kept),
        "alternatives": [_named(game, other) for other in kept["alternatives"]],
    }


def _named(game: str, one: Plain) -> Plain:
    names = find_game(game).book.sections.get("term", {})
    terms = [{"name": name, "value": part, "text": _text(names.get(name), name)} for name, part in one["terms"].items()]
    return {**one, "terms": terms}


def _text(phrase: Plain | None, otherwise: str) -> dict[str, str]:
    return {language: str(phrase[language]) if phrase else otherwise for language in LANGUAGES}


def refuse_advice(room: Room, player: Player | None, seat: Seat) -> None:
    """Problem where a seat is not to be advised: somebody else's, or at a table that is played without."""
    requests.playing(room.record, player, seat)
    if room.record.assistance != "novice":
        raise Problem("no_suggestions")
    if not is_level(room.record.game, ADVISER):
        raise Problem("unavailable")


async def advise(thinking: Thinking, asker: Asker, room: Room, seat: Seat) -> Plain:
    """What a good player would answer for a seat, from nothing but what that seat sees."""
    async with room.lock:
        if seat not in room.record.turn:
            raise Problem("not_asked")
        version, view = room.match.version_for(seat), room.match.view(seat)
    level, choice = await _strongest(thinking, asker, room.record.game, view)
    kept = reasons(choice) or {**_weighed(choice), "alternatives": [], "note": choice.note, "cut": choice.cut}
    return {"version": version, "seat": seat, "level": level, **told(room.record.game, kept)}


async def _strongest(thinking: Thinking, asker: Asker, game: str, view: Plain) -> tuple[str, Choice]:
    """The answer of the strongest level that gives one without being cut, and which level that is.

    A level that has been late of late is passed over, so that nobody waits for it each time.
    """
    known = levels(game)
    for level in reversed(known[known.index(ADVISER) + 1 :]):
        if not thinking.pace.is_quick(game, level):
            thinking.pace.forgive(game, level)
            continue
        try:
            choice = await thinking.consider(asker, view, level, PATIENCE, attentive=True)
        except TooSlow:
            continue
        if not choice.cut:
            return level, choice
    return ADVISER, await thinking.consider(asker, view, ADVISER, attentive=True)
