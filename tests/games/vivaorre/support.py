"""Small armies for tests of the builder."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.army.book import Book
from quadrilatero.games.vivaorre.game import GAME
from quadrilatero.kernel import Plain


def book(**options: str) -> Book:
    """The lists, by these readings."""
    return GAME.army(GAME.choose_options(options))


def army(list: str, year: int, *brigades: Any, points: int = 3000, **more: Any) -> Plain:
    """An army of these brigades; a unit is an entry without its list, or a whole unit of the file."""
    return {
        "kind": "quadrilatero-army",
        "format": 1,
        "game": "vivaorre",
        "list": list,
        "year": year,
        "points": points,
        "brigades": [{"units": [unit(list, each) for each in brigade]} for brigade in brigades],
        **more,
    }


def unit(list: str, said: str | Plain) -> Plain:
    """A unit of a list by its entry, or with more said of it."""
    return {"entry": f"{list}.{said}"} if isinstance(said, str) else {**said, "entry": f"{list}.{said['entry']}"}


def errors(made: Plain, **options: str) -> list[tuple[str, str]]:
    """The rules that an army breaks, and why."""
    return [(error["rule"], error["reason"]) for error in book(**options).check(made)["errors"]]
