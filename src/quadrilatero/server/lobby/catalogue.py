"""What can be played: games, boards and rules. The same for everybody."""

from __future__ import annotations

from functools import cache

import msgspec
from fastapi import APIRouter
from starlette.responses import Response

from quadrilatero.bots import describe, describe_personality, levels, personalities
from quadrilatero.kernel import Plain, find_game, games
from quadrilatero.kernel.rulebook import atoms
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers

router = APIRouter(prefix="/api", tags=["catalogue"])


def _opponent(game: str, level: str) -> Plain:
    """What to expect of a level, and the personalities that it can have."""
    can = [one for one in personalities(game) if is_level(game, f"{level}:{one}")]
    return {
        "level": level,
        **describe(level),
        "personalities": [{"id": one, "text": describe_personality(one)} for one in can],
    }


@cache
def _catalogue() -> bytes:
    listed = [
        {
            "game": game.name,
            "title": game.title,
            "seats": list(game.seats),
            "scenarios": game.scenarios(),
            "options": game.options,
            "instructions": game.instructions,
            "levels": levels(),
            "opponents": [_opponent(game.name, level) for level in levels()],
        }
        for game in map(find_game, games())
    ]
    return msgspec.json.encode({"games": listed})


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


def _known(game: str) -> str:
    if game not in games():
        raise Problem("not_found")
    return game


@router.get("/catalogue", response_model=answers.Catalogue)
async def read_catalogue() -> Response:
    """Games with their scenarios, options and computer players."""
    return Json(_catalogue())


@router.get("/board/{game}", response_model=answers.Plain)
async def read_board(game: str) -> Response:
    """What is needed to draw a game's board."""
    return Json(_board(_known(game)), headers={"Cache-Control": "max-age=300"})


@router.get("/rules/{game}", response_model=list[answers.Rule])
async def read_rules(game: str) -> Response:
    """A game's rules in both languages."""
    return Json(_rules(_known(game)), headers={"Cache-Control": "max-age=300"})
