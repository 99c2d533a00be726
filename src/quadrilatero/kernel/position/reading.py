"""From what a position says to what a state holds, with the place of every fault; records by compiled functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from quadrilatero.kernel.game import BadPosition
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.position.fields import (
    UNSAID,
    Mark,
    but_none,
    compiled,
    is_record,
    key_of,
    marks_of,
    said_fields,
)

Read = Callable[[Any, Any, str], Any]
"""Takes what is said, the state so far, and the place for messages."""
Deduce = Callable[[Any, str], Plain]
"""What follows from all that is said of a record: takes it and its place, gives the values of its deduced fields."""


class Reading:
    """Knows how to read every type, given what the game deduces of its records."""

    def __init__(self, deduce: Mapping[Any, Deduce]) -> None:
        self.deduce = deduce

    def of(self, kind: Any) -> Read | None:
        """How a value of this type is read; None where what is said is the value."""
        if get_origin(kind) is Annotated:
            read = self._annotated(kind)
            return _unless_none(read) if Mark.DEDUCED in marks_of(kind) else read
        if (rest := but_none(kind)) is not None:
            return _unless_none(self.of(rest))
        if get_origin(kind) is tuple:
            return _tuple(self.of(get_args(kind)[0]))
        if get_origin(kind) is dict:
            return _dict(self.of(get_args(kind)[1]))
        return self._record(kind) if is_record(kind) else None

    def _annotated(self, kind: Any) -> Read | None:
        convert = key_of(kind).read
        if convert is not UNSAID and convert is not None:
            return _converted(convert)
        if Mark.BY_ID in marks_of(kind):
            return _by_id(self._record(get_args(kind.__origin__)[1]))
        return self.of(kind.__origin__)

    def _record(self, cls: Any) -> Read:
        names: dict[str, Any] = {"cls": cls, "deduce": self.deduce.get(cls)}
        values: list[str] = []
        for field in said_fields(cls):
            if Mark.DEDUCED in field.marks and names["deduce"]:
                values.append(f"{field.name}=deduced[{field.name!r}],")
            elif (read := self.of(field.type)) is None:
                values.append(f"{field.name}=said.{field.said},")
            else:
                names[f"read_{field.name}"] = read
                values.append(f"{field.name}=read_{field.name}(said.{field.said}, s, where + '.{field.said}'),")
        first = ["deduced = deduce(said, where)"] if names["deduce"] else []
        reads: Read = compiled("read", "said, s, where", [*first, "return cls(", *values, ")"], names)
        return reads


def _unless_none(each: Read | None) -> Read | None:
    return each and (lambda said, s, where: None if said is None else each(said, s, where))


def _tuple(each: Read | None) -> Read:
    if each is None:
        return lambda said, s, where: tuple(said)
    return lambda said, s, where: tuple(each(item, s, f"{where}[{n}]") for n, item in enumerate(said))


def _dict(each: Read | None) -> Read | None:
    return each and (lambda said, s, where: {key: each(item, s, f"{where}.{key}") for key, item in said.items()})


def _converted(convert: Callable[[Any, Any], Any]) -> Read:
    def read(said: Any, s: Any, where: str) -> Any:
        try:
            return convert(said, s)
        except ValueError as error:
            raise BadPosition(f"position: {where}: {error}") from None

    return read


def _by_id(each: Read) -> Read:
    def read(said: Any, s: Any, where: str) -> Any:
        found: dict[str, Any] = {}
        for n, item in enumerate(said):
            if item.id in found:
                raise BadPosition(f"position: {where}[{n}].id: {item.id!r} is used twice")
            found[item.id] = each(item, s, f"{where}[{n}]")
        return found

    return read
