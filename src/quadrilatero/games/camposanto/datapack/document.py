"""A TOML file with its lines, so that every fault is reported with file, line, fault and remedy."""

import difflib
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar, get_args

import msgspec

from quadrilatero.games.camposanto.datapack.lines import Way, line_numbers

_S = TypeVar("_S", bound=msgspec.Struct)

PROVENANCE = '"rulebook", "history" or "estimate"'
_HEX = 'a hex number of four digits in quotes, such as "0716"'
_HEXES = "a list of hex numbers in quotes"
_WORDS = "a text in quotes, not empty"
_MODIFIERS = "four whole numbers in brackets, for ranges of 1, 2, 3 and 4 hexes"
_TABLE = "a table"

# What a key wants, by the names on its way ("[]" for an entry of a list), or by its last name alone.
_EXPECTED: dict[str, str] = {
    "grid": "a table [grid]",
    "cols": "an integer from 1 to 99",
    "rows": "an integer from 1 to 99",
    "hex_m": "a number of metres, an integer from 1",
    "layout": '"pointy", the only layout known',
    "shifted": '"even", the only shift known',
    "river": _HEXES,
    "river[]": _HEX,
    "bridge": _HEX,
    "pond": _HEXES,
    "pond[]": _HEX,
    "out_of_play": _HEXES,
    "out_of_play[]": _HEX,
    "hex": _HEX,
    "farmhouse": "[[farmhouse]] blocks",
    "label": "[[label]] blocks",
    "kind": '"place", "river" or "road"',
    "unit": "[[unit]] blocks",
    "place": "[[place]] blocks",
    "place[].unit": "the id of a unit in quotes",
    "side": '"spain" or "austria"',
    "nation": '"Spain", "Austria" or "Savoy"',
    "wing": '"left", "centre" or "right"',
    "type": '"infantry", "cavalry", "artillery", "light" or "marshal"',
    "steps": "an integer from 1 to 4",
    "stars": "an integer from 0 to 2",
    "fire": _MODIFIERS,
    "fire[]": _MODIFIERS,
    "facing": '"N", "NE", "SE", "S", "SW" or "NW"',
    "first_turn": '"day" or "evening"',
    "last_turn": '"day" or "evening"',
    "series.spain": "a list of nine order points",
    "series.austria": "a list of nine order points",
    "series.spain[]": "an integer from 1 to 18",
    "series.austria[]": "an integer from 1 to 18",
    "series": "a table [series]",
    "generals": "a table [generals]",
    "generals.spain": "the name of the General in quotes",
    "generals.austria": "the name of the General in quotes",
    "title": "a table [title] with en and it",
    "summary": "a table [summary] with en and it",
    "sources": "tables [sources.NAME] with source and note",
    "farmhouse[].source": f"a table with name and hex, each {PROVENANCE}",
    "label[].source": f"a table with text and hex, each {PROVENANCE}",
    "unit[].source": f"a table with name, nation, wing and so on, each {PROVENANCE}",
    "source": PROVENANCE,
    "id": _WORDS,
    "name": _WORDS,
    "text": _WORDS,
    "note": _WORDS,
    "strength": _WORDS,
    "regiment": _WORDS,
    "en": _WORDS,
    "it": _WORDS,
}
_NAMED_BY = {"unit": "id", "place": "unit", "farmhouse": "hex", "label": "text"}


class BadData(ValueError):
    """A fault in a data folder; the message names file, line, fault and remedy."""


class File(msgspec.Struct, frozen=True):
    """A file as it was read; `built_in` where it fills a gap in somebody's own folder."""

    name: str
    raw: bytes
    built_in: bool


class Document:
    """One TOML file: its values, and the line of each for the messages."""

    def __init__(self, file: File) -> None:
        self.name = file.name
        self.built_in = file.built_in
        self._lines: dict[Way, int] | None = None
        try:
            self.text = file.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = file.raw.count(b"\n", 0, error.start) + 1
            raise self._fault(line, "not UTF-8 text; save the file with the encoding UTF-8") from error
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._syntax(str(error)) from error

    def convert(self, kind: type[_S]) -> _S:
        """The file as a structure; a value of the wrong kind, an unknown or a missing key is a fault."""
        try:
            return msgspec.convert(self.data, kind)
        except msgspec.ValidationError as error:
            raise self._mismatch(str(error), kind) from error

    def line(self, path: Way) -> int:
        """The line of a value, or of the nearest thing around it that is written down."""
        if self._lines is None:
            self._lines = line_numbers(self.text)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def bad(self, path: Way, fault: str) -> BadData:
        """The fault of a value, ready to be raised."""
        return self._fault(self.line(path), "".join(f"{part}: " for part in self._parts(path)) + fault)

    def expected(self, path: Way) -> BadData:
        """The fault of a value that is not what its key wants."""
        value = self._value(path)
        got = "which is missing: add it" if value is None else f"got {_shown(value)}"
        return self.bad(path, f"expected {_wanted(path)}, {got}")

    def _syntax(self, reason: str) -> BadData:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", reason)
        line = int(place[1]) if place and place[1] else self.text.rstrip().count("\n") + 1 if place else 1
        return self._fault(line, f"not valid TOML: {reason}; correct the line or the one before it")

    def _mismatch(self, reason: str, kind: type[msgspec.Struct]) -> BadData:
        steps = re.search(r" - at `\$(.*)`$", reason)
        found = re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]", steps[1] if steps else "")
        path: Way = tuple(key or int(index) for key, index in found)
        if unknown := re.match(r"Object contains unknown field `(.*?)`", reason):
            known = _keys_at(kind, path)
            near = difflib.get_close_matches(unknown[1], known, n=1)
            advice = f'did you mean "{near[0]}"?' if near else f"remove it: the keys here are {', '.join(known)}"
            return self.bad((*path, unknown[1]), f"unknown key; {advice}")
        if missing := re.match(r"Object missing required field `(.*?)`", reason):
            path = (*path, missing[1])
        return self.expected(path)

    def _fault(self, line: int, fault: str) -> BadData:
        advice = f"; this file is the built-in one: put a {self.name} of your own beside the others" * self.built_in
        return BadData(f"{self.name}, line {line}: {fault}{advice}")

    def _value(self, path: Way) -> Any:
        value: Any = self.data
        for key in path:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def _parts(self, path: Way) -> Iterator[str]:
        """The way to a value in words: unit "S-L1", then steps."""
        for n, key in enumerate(path):
            if isinstance(key, int):
                block = str(path[n - 1])
                entry = self._value(path[: n + 1])
                name = entry.get(_NAMED_BY.get(block, "")) if isinstance(entry, dict) else None
                yield f"{block} {_shown(name)}" if isinstance(name, str) else f"{block}, entry {key + 1}"
            elif not isinstance(self._value(path[: n + 1]), list) or n == len(path) - 1:
                yield _short(key)


def _keys_at(kind: Any, path: Way) -> list[str]:
    """The keys that a file of this kind may have at this place."""
    for key in path:
        if isinstance(key, int):
            kind = get_args(kind)[0]
        else:
            kind = next(field.type for field in msgspec.structs.fields(kind) if field.encode_name == key)
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def _wanted(path: Way) -> str:
    way = ""
    for key in path:
        way += "[]" if isinstance(key, int) else f".{key}" if way else key
    last = way.rpartition(".")[2]
    if way not in _EXPECTED and last != "note" and {"source", "sources"} & set(path[:-1]) and last != "source":
        return PROVENANCE if "source" in path else "a table with source and note"
    return _EXPECTED.get(way) or _EXPECTED.get(last) or _TABLE


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return _short(text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
