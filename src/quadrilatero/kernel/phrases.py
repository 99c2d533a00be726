"""Sentences in Italian and English, filled from plain data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from quadrilatero.kernel.places import PHRASES as COMMON
from quadrilatero.kernel.plain import Plain

LANGUAGES = ("en", "it")
Names = Mapping[str, Mapping[str, str]]
"""What seats and sides are called in one match, in every language."""
NOBODY: Names = {}
Phrases = dict[str, dict[str, dict[str, Any]]]

DIGITS = {"thousandths": 1, "exact": 3}
"""How many decimals of a length a sentence says, by what stands after the field."""
STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
NUMBERED = re.compile(r"(?:^|\.)[a-z](\d[\d.]*)$")
NUMBER = "number"
"""What stands after the id of a part of an army that is to be said by its number alone."""
CALLED = "called"
"""What stands after the name of a seat that is to be said itself."""


def form(forms: list[str], value: object) -> str:
    """Of `{n|unit|units}` the form that goes with a number, or with the length of a list: one for 1, or another."""
    count = len(value) if isinstance(value, (list, tuple)) else value
    return forms[0] if str(count) == "1" else forms[1]


def number_of(id: str) -> str:
    """What a part of an army is called by that has no name: its number, without the letter and the side before it.

    >>> number_of("b1.2"), number_of("red.b1"), number_of("guard")
    ('1.2', '1', 'guard')
    """
    found = NUMBERED.search(id)
    return found[1] if found else id


class Filling(dict[str, Any]):
    """The fields of a sentence that is not a game's, with the forms that go with their numbers."""

    def __missing__(self, field: str) -> str:
        name, *forms = field.split("|")
        if not forms:
            raise KeyError(field)
        return form(forms, self[name])


def thousandths(value: int, language: str, digits: int = 1) -> str:
    """Of `{way:thousandths}` the number, to a tenth, as readers of that language write it."""
    said = f"{value / 1000:.{digits}f}".rstrip("0").removesuffix(".")
    return said.replace(".", ",") if language == "it" else said


class _Field(NamedTuple):
    """A gap of a sentence: the field that fills it, how, and the forms to choose from where it is a number's."""

    name: str
    forms: list[str]
    how: str


@cache
def _cut(template: str) -> list[str | _Field]:
    """A sentence as it is written, cut into its words and gaps."""
    pieces: list[str | _Field] = []
    for words, field, how, _ in Formatter().parse(template):
        if words:
            pieces.append(words)
        if field is not None:
            name, *forms = field.split("|")
            pieces.append(_Field(name, forms, how or ""))
    return pieces


class Phrasebook:
    """The sentences of one game: `[section.key] en = "…{field}…" it = "…"`, and `[words.value]` to translate values.

    `{field|one|many}` is the one word or the other, by the number in the field or the length of its list;
    `{field:thousandths}` is a length in thousandths of what is measured in, `{field:exact}` the same in full.
    A value is said in two ways: `[words.red]` as it stands in a sentence, `[side.red]` as a heading or a label.
    Where one value means two things, `{field:own}` says it by `[words.field_value]`. Seats and sides that a match calls
    by names of its own are said by those; `{red:called}` is the name of the seat `red` itself. `{brigade:number}` is
    the number of an id such as `red.b1`.
    """

    def __init__(self, *paths: Path) -> None:
        self.sections: Phrases = {}
        for path in (COMMON, *paths):
            for section, phrases in tomllib.loads(path.read_text("utf-8")).items():
                self.sections.setdefault(section, {}).update(phrases)

    def learn(self, words: Iterable[tuple[str, Plain]]) -> None:
        """More values to translate: names that a game reads from its data."""
        self.sections["words"].update(words)

    def word(self, value: object, language: str) -> str:
        """A value as a reader of that language expects it; one that is given in both is said as it stands."""
        if isinstance(value, str):
            word = self.sections["words"].get(value)
            return str(word[language]) if word else value
        if isinstance(value, (list, tuple)):
            return ", ".join([self.word(item, language) for item in value])
        if isinstance(value, dict):
            return str(value[language])
        return str(value)

    def find(self, section: str, key: str, language: str, default: str) -> str:
        """A phrase as it is written, its fields unfilled; the default where the book has none."""
        phrase = self.sections.get(section, {}).get(key)
        return str(phrase[language]) if phrase else default

    def side(self, seat: str | None, language: str) -> str:
        """A seat or a side as a label; None is nobody."""
        name = seat or "nobody"
        return self.find("side", name, language, self.word(name, language))

    def reason(self, reason: str, language: str) -> str:
        """Why a game ended."""
        return self.find("reason", reason, language, reason)

    def say(self, section: str, key: str, language: str, data: Plain, names: Names = NOBODY) -> str:
        """The sentence `key` of a section, its fields filled from data."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language!r}; choose one of {', '.join(LANGUAGES)}")
        said: list[str] = []
        words = self.sections["words"]
        for piece in _cut(self.sections[section][key][language]):
            if isinstance(piece, str):
                said.append(piece)
                continue
            name, forms, how = piece
            if how == CALLED:
                said.append(names[name][language] if name in names else self.side(name, language))
                continue
            value = data[name]
            if forms:
                said.append(form(forms, value))
            elif names and isinstance(value, str) and (named := self._named(value, language, names)):
                said.append(named)
            elif how:
                said.append(self._spelled(name, value, how, language))
            elif isinstance(value, str) and value not in words:
                said.append(value)
            else:
                said.append(self.word(value, language))
        # A name may end with a full stop of its own: one is enough.
        return STOPS.sub(".", "".join(said))

    def _named(self, value: str, language: str, names: Names) -> str | None:
        """What a match calls a side, also within a word that is about one; None for anything else."""
        seat = value.rpartition("_")[2]
        if seat not in names:
            return None
        called = names[seat][language]
        return called if seat == value else self.word(value, language).replace(self.side(seat, language), called)

    def _spelled(self, name: str, value: Any, how: str, language: str) -> str:
        """A field that is filled in a way of its own."""
        if how in DIGITS:
            return thousandths(value, language, DIGITS[how])
        if how == NUMBER:
            return number_of(value)
        return self.word(f"{name}_{value}", language)

    def tell(
        self,
        kind: str,
        language: str,
        data: Plain,
        dice: tuple[int, ...],
        modifiers: list[tuple[str, int]],
        names: Names = NOBODY,
    ) -> str:
        """An event's sentence, with the dice and each modifier's rule where there are any.

        It may have others by what it was for (KIND_WHY), and where nobody has gone anywhere (KIND_still).
        """
        if "why" in data and (variant := f"{kind}_{data['why']}") in self.sections["event"]:
            kind = variant
        elif data.get("distance") == 0 and f"{kind}_still" in self.sections["event"]:
            kind = f"{kind}_still"
        sentence = self.say("event", kind, language, data, names)
        sentence = sentence[:1].upper() + sentence[1:]
        if not dice:
            return sentence
        sums = " + ".join(str(face) for face in dice)
        return f"{sentence} ({sums}{self.modifiers(modifiers, language)})"

    def modifiers(self, found: Iterable[tuple[str, int]], language: str) -> str:
        """What is added to dice, each with what it is for, where the game says that, and its rule."""
        return "".join(f", {value:+d}{self._modifier(rule, value, language)} [{rule}]" for rule, value in found)

    def _modifier(self, rule: str, value: int, language: str) -> str:
        """Some read otherwise where they take off."""
        name = self.find("modifier", rule, language, "")
        words = self.find("modifier", f"{rule} less", language, name) if value < 0 else name
        return f" {words}" if words else ""
