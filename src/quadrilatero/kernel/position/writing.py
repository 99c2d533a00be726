"""From what a state holds to what a position says: functions compiled for each record, with no look at its types."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import deepcopy
from typing import Annotated, Any, get_args, get_origin

import msgspec

from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.position.fields import (
    UNSAID,
    Mark,
    but_none,
    compiled,
    fields,
    is_record,
    key_of,
    marks_of,
    said_fields,
)
from quadrilatero.kernel.position.said import said_type


class Writing:
    """Compiles what writes a state and its records; what is written of a record is shared, or copied."""

    def __init__(self, share: bool) -> None:
        self.share = share
        self.names: dict[str, Any] = {"to_builtins": msgspec.to_builtins}

    def of_state(self, cls: Any, without: Collection[str]) -> Callable[[Any], Plain]:
        """A function that writes a state, but for some keys."""
        writes: Callable[[Any], Plain] = compiled("write", "s", self._lines(cls, "s", without), self.names)
        return writes

    def of_record(self, cls: Any) -> Callable[[Any, Any], Plain]:
        """A function that writes a record of the state `s`: what is always written first, then what is sometimes."""
        writes: Callable[[Any, Any], Plain] = compiled("write", "it, s", self._lines(cls, "it"), self.names)
        return writes

    def _lines(self, cls: Any, it: str, without: Collection[str] = ()) -> list[str]:
        always: list[str] = []
        sometimes: list[str] = []
        when: Any = UNSAID
        for field in said_fields(cls):
            if field.said in without:
                continue
            written = self._written(field.type, f"{it}.{field.name}")
            if field.key.when is UNSAID:
                always.append(f"{field.said!r}: {written},")
                continue
            if field.key.when != when:
                when = field.key.when
                sometimes.append(f"if {self._condition(when, it)}:")
            sometimes.append(f"    plain[{field.said!r}] = {written}")
        kept = [f"{it}.{shown} = plain"] if (shown := _shown(cls)) else []
        return ["plain = {", *always, "}", *sometimes, *kept, "return plain"]

    def _condition(self, when: Callable[[Any], bool] | str, it: str) -> str:
        return f"{it}.{when}" if isinstance(when, str) else f"{self._named(when)}({it})"

    def _written(self, kind: Any, value: str, depth: int = 0) -> str:
        """The expression that writes a value of this type."""
        if get_origin(kind) is Annotated:
            if (write := key_of(kind).write) is not UNSAID:
                return f"{value}.{write}" if isinstance(write, str) else f"{self._named(write)}({value}, s)"
            if Mark.BY_ID in marks_of(kind):
                return f"[{self._written(get_args(kind.__origin__)[1], 'each')} for each in {value}.values()]"
            return self._written(kind.__origin__, value, depth)
        if (rest := but_none(kind)) is not None:
            written = self._written(rest, value, depth)
            return value if written == value else f"None if {value} is None else {written}"
        if get_origin(kind) is tuple:
            each = f"each{depth}"
            written = self._written(get_args(kind)[0], each, depth + 1)
            return f"list({value})" if written == each else f"[{written} for {each} in {value}]"
        if get_origin(kind) is dict:
            each = f"each{depth}"
            written = self._written(get_args(kind)[1], each, depth + 1)
            return f"dict({value})" if written == each else f"{{k: {written} for k, {each} in {value}.items()}}"
        if is_record(kind):
            written = f"{self._named(self.of_record(kind))}({value}, s)"
            if (shown := _shown(kind)) is None:
                return written
            written = f"({value}.{shown} or {written})"
            return written if self.share else f"{self._named(_apart(kind))}({written})"
        return f"to_builtins({value})" if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else value

    def _named(self, function: Callable[..., Any]) -> str:
        name = f"f{len(self.names)}"
        self.names[name] = function
        return name


def _apart(cls: Any) -> Callable[[Plain], Plain]:
    """A function that copies what was written of a record, with everything in it that could be changed."""
    lines = ["twin = plain.copy()"]
    for field in said_fields(cls):
        key, copied = repr(field.said), _copied(said_type(field.type))
        lines += [f"if twin.get({key}) is not None: twin[{key}] = {copied}(twin[{key}])"] if copied else []
    copies: Callable[[Plain], Plain] = compiled("apart", "plain", [*lines, "return twin"], {"deepcopy": deepcopy})
    return copies


def _copied(kind: Any) -> str | None:
    """What copies a value of a position; None where it could not be changed."""
    if get_origin(kind) is Annotated:
        return _copied(kind.__origin__)
    if (rest := but_none(kind)) is not None:
        return _copied(rest)
    if get_origin(kind) in (list, dict):
        return "deepcopy" if any(map(_copied, get_args(kind))) else get_origin(kind).__name__
    return "deepcopy" if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


def _shown(cls: Any) -> str | None:
    return next((field.name for field in fields(cls) if Mark.SHOWN in field.marks), None)
