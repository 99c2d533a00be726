"""The fields of a state and of its records, as their classes write them."""

from __future__ import annotations

import ast
import dataclasses
import enum
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from quadrilatero.kernel.plain import Plain

T = TypeVar("T")
UNSAID: Any = msgspec.NODEFAULT
_NO_DEFAULT = (msgspec.NODEFAULT, dataclasses.MISSING)


class Mark(enum.Enum):
    """What an annotation may say in one word."""

    OWN, BESIDE, DEDUCED, BY_ID, SHOWN = range(5)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Key:
    """How a value stands in a position, where that is not as it stands in the state.

    It has another `name` or `type`, or a `default`. `read(said, s)` makes the state's value of what is said there; a
    ValueError becomes a BadPosition that names the place. `read=None` leaves that to the game. `write(value, s)` makes
    the position's value, or `write` names an attribute that is it. With `when(record)`, or the name of an attribute of
    the record, it is written only where that holds. `s` is always the state as a whole.
    """

    name: str = UNSAID
    type: Any = UNSAID
    default: Any = UNSAID
    read: Callable[[Any, Any], Any] | None = UNSAID
    write: Callable[[Any, Any], Any] | str = UNSAID
    when: Callable[[Any], bool] | str = UNSAID


Own = Annotated[T, Mark.OWN]
Beside = Annotated[T, Mark.BESIDE]
Deduced = Annotated[T, Mark.DEDUCED]
ById = Annotated[dict[str, T], Mark.BY_ID]
Shown = Annotated[Plain | None, Mark.SHOWN]


class As(NamedTuple):
    """What a record is called in the schema of positions, and how it is described there."""

    name: str
    doc: str


_said: dict[Any, As] = {}


def says(cls: Any, name: str, doc: str) -> None:
    """Make a dataclass a record, with its name in the schema of positions and how it is described there."""
    _said[cls] = As(name, doc)


def said_of(cls: Any) -> As | None:
    """What a class is called in positions; None where it is no record."""
    return _said.get(cls) or getattr(cls, "said", None)


class Field(NamedTuple):
    """A field with all that its annotation says; `default` is what a position means that leaves it out."""

    name: str
    type: Any
    marks: frozenset[Mark]
    key: Key
    default: Any

    @property
    def said(self) -> str:
        """Its key in positions."""
        return self.name if self.key.name is UNSAID else self.key.name


@cache
def fields(cls: Any) -> tuple[Field, ...]:
    """The fields of a state or record, in order."""
    hints = get_type_hints(_spelled(cls), include_extras=True)
    written: Any = msgspec.structs.fields(cls) if issubclass(cls, msgspec.Struct) else dataclasses.fields(cls)
    found = []
    for field in written:
        hint = hints[field.name]
        key = key_of(hint)
        defaults = [value for value in (key.default, field.default, field.default_factory) if value not in _NO_DEFAULT]
        found.append(Field(field.name, hint, marks_of(hint), key, defaults[0] if defaults else UNSAID))
    return tuple(found)


def is_compiled(cls: Any) -> bool:
    """Whether mypyc made this class."""
    return hasattr(cls, "__mypyc_attrs__")


def _spelled(cls: Any) -> Any:
    """A class whose annotations are as the source spells them: compiled ones keep none but the bare types."""
    if not is_compiled(cls):
        return cls
    package, *parts = cls.__module__.split(".")
    source = Path(sys.modules[package].__path__[0]).joinpath(*parts).with_suffix(".py").read_text("utf-8")
    classes = {node.name: node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    written = [node for node in classes[cls.__name__] if isinstance(node, ast.AnnAssign)]
    spelled = {ast.unparse(node.target): ast.unparse(node.annotation) for node in written}
    return type(cls.__name__, (), {"__module__": cls.__module__, "__annotations__": spelled})


def said_fields(cls: Any) -> Iterator[Field]:
    """The fields that positions tell."""
    return (field for field in fields(cls) if not field.marks & {Mark.BESIDE, Mark.SHOWN})


def marks_of(hint: Any) -> frozenset[Mark]:
    """The marks in an annotation."""
    return frozenset(mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Mark))


def key_of(hint: Any) -> Key:
    """All that an annotation says by `Key`, the inner ones first."""
    said: dict[str, Any] = {}
    for key in getattr(hint, "__metadata__", ()):
        if isinstance(key, Key):
            said |= {name: value for name, value in vars(key).items() if value is not UNSAID}
    return Key(**said)


def is_record(kind: Any) -> bool:
    """Whether a type is a part of a state whose fields are described as the state's own are."""
    return isinstance(kind, type) and said_of(kind) is not None


def but_none(kind: Any) -> Any:
    """X, where the type is `X | None`; None for any other type."""
    parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else ()
    rest = [part for part in parts if part is not types.NoneType]
    return rest[0] if len(parts) == 2 and len(rest) == 1 else None


def compiled(name: str, arguments: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A function of these lines; `names` are what they may use."""
    body = "\n".join(lines).replace("\n", "\n    ")
    found: dict[str, Any] = {}
    exec(f"def {name}({arguments}):\n    {body}", names, found)  # noqa: S102  # made of our own classes, at import
    return found[name]
