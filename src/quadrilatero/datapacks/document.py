"""A TOML file with its lines, so that every fault is reported with file, line, fault and remedy."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from quadrilatero.datapacks.lines import Way, line_numbers
from quadrilatero.datapacks.wanted import keys_of, kind_at, wanted

C = TypeVar("C", bound=msgspec.Struct)


class BadData(ValueError):
    """A fault in a data folder: the file, the line, what is wrong, and what to do unless that says it already."""

    def __init__(self, file: str, line: int | None, fault: str, remedy: str = "") -> None:
        place = file if line is None else f"{file}, line {line}"
        super().__init__(f"{place}: {fault}" + (f"; {remedy}" if remedy else ""))
        self.file = file
        self.line = line
        self.fault = fault
        self.remedy = remedy


class File(msgspec.Struct, frozen=True):
    """A file as it was read; `built_in` where it fills a gap in somebody's own folder."""

    name: str
    raw: bytes
    built_in: bool


class Document(Generic[C]):
    """One TOML file: its contents, and the line of each value for the messages."""

    def __init__(self, file: File, kind: type[C]) -> None:
        self.name = file.name
        self.kind = kind
        self._built_in = file.built_in
        self._lines: dict[Way, int] | None = None
        try:
            self._text = file.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = file.raw.count(b"\n", 0, error.start) + 1
            raise self._fault(line, "not UTF-8 text", "save the file with the encoding UTF-8") from error
        try:
            self._data: dict[str, Any] = tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:
            raise self._syntax(str(error)) from error
        try:
            self.content = msgspec.convert(self._data, kind)
        except msgspec.ValidationError as error:
            raise self._mismatch(str(error)) from error

    def line(self, way: Way) -> int:
        """The line of a value, or of the nearest thing around it that is written down."""
        if self._lines is None:
            self._lines = line_numbers(self._text)
        while way and way not in self._lines:
            way = way[:-1]
        return self._lines.get(way, 1)

    def bad(self, way: Way, fault: str, remedy: str = "") -> BadData:
        """The fault of a value, ready to be raised."""
        return self._fault(self.line(way), "".join(f"{part}: " for part in self._parts(way)) + fault, remedy)

    def expected(self, way: Way) -> BadData:
        """The fault of a value that is not what its key wants."""
        value = self._value(way)
        want = f"expected {wanted(self.kind, way)}"
        if value is None:
            return self.bad(way, f"{want}, which is missing", "add it")
        return self.bad(way, f"{want}, got {_shown(value)}")

    def _syntax(self, reason: str) -> BadData:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", reason)
        line = int(place[1]) if place and place[1] else self._text.rstrip().count("\n") + 1 if place else 1
        return self._fault(line, f"not valid TOML: {reason}", "correct the line or the one before it")

    def _mismatch(self, reason: str) -> BadData:
        way, reason = self._located(reason)
        if unknown := re.match(r"Object contains unknown field `(.*?)`", reason):
            known = keys_of(kind_at(self.kind, way))
            near = difflib.get_close_matches(unknown[1], known, n=1)
            remedy = f'did you mean "{near[0]}"?' if near else f"remove it: the keys here are {', '.join(known)}"
            return self.bad((*way, unknown[1]), "unknown key", remedy)
        if missing := re.match(r"Object missing required field `(.*?)`", reason):
            way = (*way, missing[1])
        return self.expected(way)

    def _located(self, reason: str, base: Way = ()) -> tuple[Way, str]:
        """Where a mismatch is, and what it is. msgspec does not name keys of its own choice: their values are tried."""
        steps = re.search(r" - at `\$(.*)`$", reason)
        before, chosen, _ = (steps[1] if steps else "").partition("[...]")
        found = re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]", before)
        way: Way = (*base, *(key or int(index) for key, index in found))
        for key, value in self._value(way).items() if chosen else ():
            try:
                msgspec.convert(value, kind_at(self.kind, (*way, key)))
            except msgspec.ValidationError as error:
                return self._located(str(error), (*way, key))
        return way, reason

    def _fault(self, line: int, fault: str, remedy: str) -> BadData:
        if self._built_in:
            own = f"this file is the built-in one: put a {self.name} of your own beside the others"
            remedy = f"{remedy}; {own}" if remedy else own
        return BadData(self.name, line, fault, remedy)

    def _value(self, way: Way) -> Any:
        value: Any = self._data
        for key in way:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def _parts(self, way: Way) -> Iterator[str]:
        """The way to a value in words: unit "S-L1", then steps. A block is named by its first key."""
        for n, key in enumerate(way):
            here = way[: n + 1]
            if isinstance(key, int):
                entry = self._value(here)
                first = next(iter(keys_of(kind_at(self.kind, here))), None)
                name = entry.get(first) if isinstance(entry, dict) else None
                yield f"{way[n - 1]} {_shown(name)}" if isinstance(name, str) else f"{way[n - 1]}, entry {key + 1}"
            elif not isinstance(self._value(here), list) or n == len(way) - 1:
                yield _short(key)


class Repeated(NamedTuple):
    """A value that has come before: where it stands, and where it stood first."""

    way: Way
    earlier: Way
    value: Any


def repeated(values: Iterable[tuple[Way, Hashable]]) -> Repeated | None:
    """The first value that has come before; None where all differ."""
    first: dict[Hashable, Way] = {}
    for way, value in values:
        if value in first:
            return Repeated(way, first[value], value)
        first[value] = way
    return None


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return _short(text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
