"""A game put into words for a terminal: its board, how things stand, the answers, and what a player types read back.

The speaker here plays any game. A game that draws its board, or knows shorter ways to type, has one of its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from quadrilatero.kernel.phrases import LANGUAGES, Phrasebook
from quadrilatero.kernel.plain import Plain

if TYPE_CHECKING:
    from quadrilatero.kernel.game import Game

Span = tuple[str, str]
"""A piece of text and its style, such as `bold red`; an empty style is plain."""
Line = list[Span]

BESIDE_THE_BOARD = frozenset({"game", "readings", "seat", "ask", "result", "since"})
"""What the kernel adds to a view; the rest is the game's position."""


class Unreadable(ValueError):
    """What was typed is no answer that could be meant; the message says so in the player's language."""


class Window(msgspec.Struct, frozen=True):
    """The characters and lines that a board may fill; `whole` asks for all of it, however large."""

    width: int
    height: int
    whole: bool = False


class Group(msgspec.Struct, frozen=True):
    """Several options in one line of a list, to be opened."""

    text: str
    options: list[Plain]


class Menu(msgspec.Struct, frozen=True):
    """What can be chosen by number; without entries the heading says what to type instead."""

    entries: list[Plain | Group]
    heading: str = ""


class Names(msgspec.Struct, frozen=True):
    """Options by the shortest names that tell them apart, beneath a heading that says the rest."""

    heading: str
    names: list[str]


class Sheet(msgspec.Struct, frozen=True):
    """A table of pieces."""

    headers: list[str]
    rows: list[list[Span]]


class Speaker:
    """Speaks for one view in one language."""

    quiet: frozenset[str] = frozenset()
    """Kinds of events that are not told as news, because the board shows them."""

    def __init__(self, game: Game[Any], view: Plain, language: str, book: Phrasebook | None = None) -> None:
        self.view = view
        self.language = language
        self.book = book or game.book

    def say(self, section: str, key: str, **data: Any) -> str:
        """A sentence of the book."""
        return self.book.say(section, key, self.language, data)

    # -- showing -------------------------------------------------------------------------------------------------------

    def side(self, seat: str | None) -> Span:
        """A seat's or a side's name, as it stands before a question."""
        return self.book.side(seat, self.language), "bold"

    def board(self, window: Window, options: Sequence[Plain] = (), *, opened: bool = False) -> list[Line]:
        """The board, with who can act by these options; `opened`: with where they lead too."""
        position = {key: value for key, value in self.view.items() if key not in BESIDE_THE_BOARD}
        return [[(line, "")] for line in _outline(position, self.language)]

    def status(self, width: int) -> list[Line]:
        """How things stand, in a few lines."""
        return []

    def pieces(self, sought: str) -> Sheet | None:
        """The pieces, those of one side if it is named; None where the board tells all."""
        return None

    def near(self, sought: str) -> list[str] | None:
        """A piece and those round it, in words; None where there is none of that name, or where the board tells all."""
        return None

    def hint(self, options: Sequence[Plain]) -> str:
        """What may be typed at this question."""
        return self.say("terminal", "hint")

    def help(self) -> str:
        """All that may be typed as an answer."""
        return self.say("terminal", "help")

    # -- telling answers -----------------------------------------------------------------------------------------------

    def describe(self, option: Plain) -> str:
        """An option in words, unlike every other option of its question."""
        if option["do"] in self.book.sections.get("answer", {}):
            told = {name: self._piece(value) if isinstance(value, str) else value for name, value in option.items()}
            return self.book.say("answer", option["do"], self.language, told)
        fields = (f"{name} {self._field(value)}" for name, value in option.items() if name != "do")
        return " ".join([self.book.word(option["do"], self.language), *fields])

    def _field(self, value: Any) -> str:
        """A value of an answer: pieces by their names, the parts of a list one after another."""
        if isinstance(value, dict):
            return " ".join(f"{self._field(key)} {self._field(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return f"[{', '.join(map(self._field, value))}]"
        if value is None:
            return "–"
        return self.book.word(self._piece(value) if isinstance(value, str) else value, self.language)

    def _piece(self, value: str) -> str:
        """The name of the piece that has this id; any other word as it is. Namesakes keep their ids."""
        name = self._named.get(value)
        return value if name is None else f"{name} ({value})" if self._shared[name] > 1 else name

    @cached_property
    def _named(self) -> dict[str, str]:
        return {id: self.book.word(name, self.language) for id, name in _names(self.view)}

    @cached_property
    def _shared(self) -> Counter[str]:
        return Counter(self._named.values())

    def menu(self, options: Sequence[Plain]) -> Menu:
        """The options as a list to choose from."""
        return Menu(list(options))

    def names(self, options: Sequence[Plain]) -> Names | None:
        """Short names for many options that have much in common; None where sentences are better."""
        return None

    # -- reading -------------------------------------------------------------------------------------------------------

    def pointed(self, typed: str, shown: Sequence[Plain], options: Sequence[Plain]) -> list[Plain]:
        """The options that a bare number means because it names a place; those `shown` come first."""
        return []

    def sought(self, words: Sequence[str], options: Sequence[Plain]) -> list[Plain]:
        """The options that these words are about."""
        text = " ".join(words).lower()
        return [option for option in options if text in self.describe(option).lower()]

    def read(self, typed: Sequence[str], options: Sequence[Plain]) -> tuple[list[Plain], Plain]:
        """The listed options that fit what was typed, and the answer it spells out by itself, allowed or not."""
        text = " ".join(typed)
        if text.startswith("{"):
            try:
                spelt = json.loads(text)
            except json.JSONDecodeError as error:
                raise Unreadable(self.say("terminal", "bad_json", why=str(error))) from None
            return [option for option in options if option == spelt], spelt
        wanted = {word.lower() for word in typed}
        fitting = [option for option in options if wanted <= set(self.describe(option).lower().split())]
        if not fitting:
            raise Unreadable(self.say("terminal", "unknown", typed=text))
        return fitting, fitting[0]


def _names(value: Any) -> Iterator[tuple[str, Any]]:
    """Every id with its name, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str) and value.get("name"):
            yield value["id"], value["name"]
        for inner in value.values():
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def _outline(value: Plain, language: str, depth: int = 0) -> Iterator[str]:
    """Nested data as indented lines; what holds no further nesting stays in one, what says nothing is left out."""
    for key, inner in _telling(value):
        if isinstance(inner, dict) and any(isinstance(one, dict | list) for one in inner.values()):
            yield f"{'  ' * depth}{key}:"
            yield from _outline(inner, language, depth + 1)
        elif isinstance(inner, list) and any(isinstance(one, dict) for one in inner):
            yield f"{'  ' * depth}{key}:"
            yield from (f"{'  ' * depth}  - {_one_line(one, language)}" for one in inner)
        else:
            yield f"{'  ' * depth}{key}: {_one_line(inner, language)}"


def _telling(value: Plain) -> list[tuple[str, Any]]:
    """The fields that say something: not those that are unset, false or empty."""
    return [(key, inner) for key, inner in value.items() if inner or (inner == 0 and inner is not False)]


def _one_line(value: Any, language: str) -> str:
    if isinstance(value, dict):
        if value.keys() == set(LANGUAGES):
            return str(value[language])
        return ", ".join(f"{key} {_one_line(inner, language)}" for key, inner in _telling(value))
    if isinstance(value, list):
        return " ".join(_one_line(inner, language) for inner in value)
    return "–" if value is None else str(value)
