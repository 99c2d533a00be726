"""What can be played: games, boards and rules. The same for everybody."""

from __future__ import annotations

import asyncio
import gzip
import threading
from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from quadrilatero.bots import describe, describe_personality, levels, personalities, usual_level
from quadrilatero.kernel import LANGUAGES, Game, Plain, Seat, find_game, games
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.rulebook import atoms, chapters, citations, proofs
from quadrilatero.lab.balance import Measured, measured
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers
from quadrilatero.server.http.static import accepted

router = APIRouter(prefix="/api", tags=["catalogue"])


def _opponent(game: str, level: str) -> Plain:
    """What to expect of a level, and the personalities that it can have."""
    can = [one for one in personalities(game) if is_level(game, f"{level}:{one}")]
    return {
        "level": level,
        **describe(game, level),
        "personalities": [{"id": one, "text": describe_personality(game, one)} for one in can],
    }


def seating(game: Game[Any]) -> Plain:
    """The scenarios with their seats and what is known of their balance, and what seats and sides are called."""
    usual = game.choose_options(None)
    seats = {scenario.id: game.seats_of(game.set_up(scenario.id, usual)) for scenario in game.scenarios()}
    every = dict.fromkeys(seat for found in seats.values() for seat in found)
    balance = measured(game)
    return {
        "scenarios": [
            {
                **msgspec.to_builtins(one),
                "seats": list(seats[one.id]),
                "names": game.seat_names(Header(game.name, game.rules_version, game.digest(), one.id, None, usual)),
                "measured": [_balance(game, found) for found in balance if found.scenario == one.id],
            }
            for one in game.scenarios()
        ],
        "seating": [{"seat": seat, "side": game.side_of(seat), "name": _named(game, seat)} for seat in every],
        "sides": [{"side": side, "name": _named(game, side)} for side in dict.fromkeys(map(game.side_of, every))],
    }


def _balance(game: Game[Any], found: Measured) -> Plain:
    """How a level fared against itself, in points of 100 for each side."""
    shares = [(side, found.score(side)) for side in game.sides]
    return {
        "level": found.level,
        "options": game.choose_options(found.options),
        "games": found.games,
        "rules": found.rules,
        "command": found.command,
        "scores": [
            {
                "side": side,
                "score": round(100 * share.value),
                "low": round(100 * share.low),
                "high": round(100 * share.high),
            }
            for side, share in shares
        ],
    }


def _named(game: Game[Any], seat: Seat) -> dict[str, str]:
    return {language: game.book.word(seat, language) for language in LANGUAGES}


@cache
def listed() -> bytes:
    """Everything that can be played."""
    found = [
        {
            "game": game.name,
            "title": game.title,
            "seats": list(game.seats),
            **seating(game),
            "options": game.options,
            "instructions": game.instructions,
            "levels": levels(game.name),
            "usual": usual_level(game.name),
            "opponents": [_opponent(game.name, level) for level in levels(game.name)],
            "armies": game.army(game.choose_options(None)) is not None,
            "agreements": game.agreements,
        }
        for game in map(find_game, games())
    ]
    return msgspec.json.encode({"games": found})


@cache
def _board(game: str) -> bytes:
    return msgspec.json.encode(find_game(game).drawing())


@cache
def _rules(game: str) -> bytes:
    return msgspec.json.encode(
        [
            {
                "id": atom.id,
                "kind": atom.kind,
                "title": atom.title,
                "text": atom.text,
                "information": atom.information,
                "reconstructed": atom.reconstructed,
            }
            for atom in atoms(game).values()
        ]
    )


_reading = threading.Lock()
"""One at a time: in Python 3.11 sources that several threads parse at once fail (AST constructor recursion depth)."""


def proved(game: str) -> bytes:
    """Which code enforces each rule of a game and which tests prove it; for a thread, since sources are read."""
    with _reading:
        return _proved(game)


@cache
def _proved(game: str) -> bytes:
    code, tests = citations(game), proofs(game)
    rules = [{"id": id, "code": code[id], "tests": tests.get(id, [])} for id in atoms(game)]
    return msgspec.json.encode({"chapters": chapters(game), "rules": rules})


_zipped = cache(gzip.compress)


def public(request: Request, data: bytes, kept: str = "no-store") -> Response:
    """What is the same for everybody, packed where the client can unpack it; there is no secret in it."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if "gzip" not in accepted(request.headers.get("accept-encoding", "")):
        return Json(data, headers=headers)
    return Json(_zipped(data), headers={**headers, "Content-Encoding": "gzip"})


def known(game: str) -> str:
    if game not in games():
        raise Problem("not_found")
    return game


@router.get("/catalogue", response_model=answers.Catalogue)
async def read_catalogue(request: Request) -> Response:
    """Games with their scenarios, options and computer players."""
    return public(request, listed())


@router.get("/board/{game}", response_model=answers.Plain)
async def read_board(game: str, request: Request) -> Response:
    """What is needed to draw a game's board."""
    return public(request, _board(known(game)), "max-age=300")


@router.get("/rules/{game}", response_model=list[answers.Rule])
async def read_rules(game: str, request: Request) -> Response:
    """A game's rules in both languages."""
    return public(request, _rules(known(game)), "max-age=300")


@router.get("/proofs/{game}", response_model=answers.Proofs)
async def read_proofs(game: str, request: Request) -> Response:
    """Which code enforces each rule of a game and which tests prove it, with the titles of the chapters."""
    return public(request, await asyncio.to_thread(proved, known(game)), "max-age=300")
