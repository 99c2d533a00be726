"""Armies that players bring to a game: what a game that has them offers, and the files they are kept in."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quadrilatero.kernel.game import find_game, games
from quadrilatero.kernel.plain import Plain


class NoArmies(ValueError):
    """A game whose forces are given by its scenarios: there is nothing to build."""


class BadArmy(ValueError):
    """An army that cannot be read; the message names the field and says what to do."""


class NoSuchArmy(ValueError):
    """No army can be made as asked: the year, the points or the list do not allow one."""


class ArmyBook(ABC):
    """The army lists of a game, and what can be done with them. Armies are plain data as their files hold them."""

    @abstractmethod
    def lists(self) -> dict[str, Plain]:
        """The lists by id: title, years, and what the game says of each."""

    @abstractmethod
    def theatres(self) -> dict[str, dict[str, str]]:
        """The countries that armies are made for, by id, with their names in every language."""

    @abstractmethod
    def entries(self, list: str, year: int, against: str | None = None, theatre: str = "") -> list[Plain]:
        """The troops of a list that may be used then, there and against that army, with cost and limits.

        Where no theatre is named the game has one of its own.
        """

    @abstractmethod
    def cost(self, spec: Plain) -> Plain:
        """What a figure and a unit cost, and the parts that the cost is made of, each with its rule."""

    @abstractmethod
    def check(self, army: Plain) -> Plain:
        """The points and shares of an army, and every limit it breaks with its rule; raises BadArmy."""

    @abstractmethod
    def suggest(
        self,
        *,
        list: str,
        year: int,
        points: int,
        against: str | None = None,
        theatre: str = "",
        seed: int = 0,
        keep: Plain | None = None,
    ) -> Plain:
        """A lawful army of at most so many points, the same for the same seed; raises NoSuchArmy.

        The units of an army that is to be kept stay in it, and others are added.
        """

    @abstractmethod
    def fitted(self, army: Plain, *, year: int, points: int, against: str | None = None, theatre: str = "") -> Plain:
        """An army as it goes to a battle of that year and size, there and against that list; raises BadArmy.

        Whether it may, `check` says.
        """

    @abstractmethod
    def read(self, path: Path | str) -> Plain:
        """The army of a file; raises BadArmy."""

    @abstractmethod
    def write(self, army: Plain, path: Path | str) -> None:
        """Write an army to a file."""

    @abstractmethod
    def sheet(self, army: Plain, language: str, html: bool = False) -> str:
        """An army to be printed on paper."""

    @abstractmethod
    def schema(self) -> Plain:
        """The JSON Schema of army files."""


def army(game: str, options: Mapping[str, str] | None = None) -> ArmyBook:
    """The army lists of a game, by its readings of the rules; NoArmies where it has none."""
    book = find_game(game).army(find_game(game).choose_options(options))
    if book is None:
        raise NoArmies(f"{game} has no armies to build: its scenarios say who fights; try {', '.join(with_armies())}")
    return book


def pickup(game: str, *, options: Mapping[str, str] | None = None, **agreed: Any) -> Plain:
    """The position of a battle between armies that players bring, for `start`; what can be agreed on is the game's."""
    return find_game(game).pickup(agreed, options)


def with_armies() -> list[str]:
    """The games on offer that armies are built for."""
    return [name for name in games() if find_game(name).army(find_game(name).choose_options(None)) is not None]


def read_army(path: Path | str) -> Plain:
    """What an army file holds, as it is written there; BadArmy where it is no JSON."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise BadArmy(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadArmy(f"{path} is not UTF-8 text: save it with that encoding") from None
    try:
        army: Plain = json.loads(text)
    except RecursionError:
        raise BadArmy(f"{path} is nested too deeply for an army") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadArmy(f"{path} is not JSON ({place}: {error.msg}): correct it there") from None
    return army


def write_army(army: Plain, path: Path | str) -> None:
    """Write an army to a file."""
    Path(path).write_text(json.dumps(army, ensure_ascii=False, indent=1) + "\n", "utf-8")
