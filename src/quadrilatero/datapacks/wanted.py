"""What a key of a data file wants, in words, told from its type. A `description` in the type's Meta goes first."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from quadrilatero.datapacks.lines import Way

_PLAIN = {str: "a text in quotes", int: "an integer", bool: "true or false", float: "a number"}


def wanted(kind: Any, way: Way) -> str:
    """What the value at the end of this way has to be, in a file of this kind."""
    return _described(kind_at(kind, way), way)


def kind_at(kind: Any, way: Way) -> Any:
    """The type of what lies at the end of a way; Any where the types do not say."""
    for key in way:
        inner = _bare(kind)
        if isinstance(key, int):
            kind = next(iter(get_args(inner)), Any)
        elif isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            kind = next((field.type for field in msgspec.structs.fields(inner) if field.encode_name == key), Any)
        else:
            kind = get_args(inner)[1] if get_origin(inner) is dict else Any
    return kind


def keys_of(kind: Any) -> list[str]:
    """The keys that a table of this type may have."""
    inner = _bare(kind)
    if not isinstance(inner, type) or not issubclass(inner, msgspec.Struct):
        return []
    return [field.encode_name for field in msgspec.structs.fields(inner)]


def either(words: list[str], last: str = "or") -> str:
    """Words in a row.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    return " ".join([", ".join(words[:-1]), last, words[-1]]) if len(words) > 1 else "".join(words)


def _bare(kind: Any) -> Any:
    """A type without what is said about it, and without None beside it."""
    if get_origin(kind) is Annotated:
        return _bare(kind.__origin__)
    if get_origin(kind) in (Union, types.UnionType):
        rest = [part for part in get_args(kind) if part is not types.NoneType]
        return _bare(rest[0]) if len(rest) == 1 else kind
    return kind


def _described(kind: Any, way: Way) -> str:
    metas = [meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    for meta in metas:
        if meta.description:
            return meta.description
    inner = _bare(kind)
    if inner is not kind and get_origin(kind) is not Annotated:
        return _described(next(part for part in get_args(kind) if part is not types.NoneType), way)
    if get_origin(inner) is Literal:
        return either([f'"{value}"' for value in get_args(inner)])
    if get_origin(inner) in (tuple, list):
        return _list(get_args(inner)[0], way)
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
        return _table(inner, way)
    return _PLAIN.get(inner, "a table") + _bounds(metas)


def _bounds(metas: list[msgspec.Meta]) -> str:
    least = next((meta.ge for meta in metas if meta.ge is not None), None)
    most = next((meta.le for meta in metas if meta.le is not None), None)
    return (f" from {least}" if least is not None else "") + (f" to {most}" if most is not None else "")


def _list(each: Any, way: Way) -> str:
    inner = _bare(each)
    if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
        return f"[[{'.'.join(map(str, way))}]] blocks"
    return f"a list, each {_described(each, way)}"


def _table(kind: type[msgspec.Struct], way: Way) -> str:
    """A table with its keys; those that may be left out are not all named."""
    fields = msgspec.structs.fields(kind)
    needed = [field.encode_name for field in fields if field.required]
    keys = either(needed, "and") if len(needed) == len(fields) else f"{', '.join(needed)} and so on"
    header = "" if any(isinstance(key, int) for key in way) else f" [{'.'.join(map(str, way))}]"
    first = fields[0].type
    same = get_origin(_bare(first)) is Literal and all(_bare(field.type) == _bare(first) for field in fields)
    return f"a table{header} with {keys}" + (f", each {_described(first, way)}" if same else "")
