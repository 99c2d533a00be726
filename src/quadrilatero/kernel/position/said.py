"""The types of positions, made from those of states."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from quadrilatero.kernel.position.fields import (
    UNSAID,
    As,
    Mark,
    but_none,
    is_record,
    key_of,
    marks_of,
    said_fields,
    said_of,
)


def said_type(kind: Any) -> Any:
    """The type that positions have where a state has this one."""
    if get_origin(kind) is Annotated:
        return _annotated(kind)
    if (rest := but_none(kind)) is not None:
        return said_type(rest) | None
    if get_origin(kind) is tuple:
        return _list_of(get_args(kind)[0])
    if get_origin(kind) is dict:
        return dict.__class_getitem__(tuple(map(said_type, get_args(kind))))
    return said_record(kind) if is_record(kind) else kind


def _list_of(kind: Any) -> Any:
    """A list of what positions have for this type."""
    return list.__class_getitem__(said_type(kind))


def _annotated(kind: Any) -> Any:
    key, marks = key_of(kind), marks_of(kind)
    if key.type is not UNSAID:
        found = key.type
    elif Mark.BY_ID in marks:
        found = _list_of(get_args(kind.__origin__)[1])
    else:
        found = said_type(kind.__origin__)
    for meta in kind.__metadata__:
        if isinstance(meta, msgspec.Meta):
            found = Annotated[found, meta]
    return found | None if Mark.DEDUCED in marks else found


@cache
def said_record(cls: Any, said: As | None = None, **instead: Any) -> type[msgspec.Struct]:
    """The type of a record in positions; `instead` are other types for some keys, which may then be left out."""
    called = said or said_of(cls)
    assert called is not None
    name, doc = called
    keys: list[Any] = []
    for field in said_fields(cls):
        if field.said in instead:
            keys.append((field.said, instead[field.said], None))
        elif Mark.DEDUCED in field.marks:
            keys.append((field.said, said_type(field.type), None))
        elif field.default is UNSAID:
            keys.append((field.said, said_type(field.type)))
        else:
            keys.append((field.said, said_type(field.type), _default(field.default)))
    return msgspec.defstruct(
        name, keys, namespace={"__doc__": doc}, module=cls.__module__, kw_only=True, forbid_unknown_fields=True
    )


def _default(value: Any) -> Any:
    """A default as msgspec takes it; a type makes it anew each time."""
    return msgspec.field(default_factory=value) if isinstance(value, type) else [] if value == () else value
