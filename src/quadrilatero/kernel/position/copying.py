"""Copies of states and of records. What copies is made for each class when it is first wanted, from its description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from quadrilatero.kernel.position.fields import Mark, compiled, fields

T = TypeVar("T")
_copiers: dict[type, Callable[[Any], Any]] = {}


def copied(thing: T) -> T:
    """A copy of a state with what is its own, sharing all else; or of a record, without what positions wrote of it."""
    copier = _copiers.get(type(thing))
    if copier is None:
        copier = _copiers[type(thing)] = _copier(type(thing))
    twin: T = copier(thing)
    return twin


def replace(record: T, **changes: Any) -> T:
    """A record like this one but for some fields."""
    twin = copied(record)
    for name, value in changes.items():
        setattr(twin, name, value)
    return twin


def _copier(cls: Any) -> Callable[[Any], Any]:
    lines = ["twin = new(cls)"]
    for field in fields(cls):
        own = ".copy()" if Mark.OWN in field.marks else ""
        value = "None" if Mark.SHOWN in field.marks else f"s.{field.name}{own}"
        lines.append(f"twin.{field.name} = {value}")
    copies: Callable[[Any], Any] = compiled("copy", "s", [*lines, "return twin"], {"new": cls.__new__, "cls": cls})
    return copies
