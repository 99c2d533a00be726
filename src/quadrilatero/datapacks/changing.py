"""Data files with other values in them: read as they are, changed in places, written anew."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Way = Sequence[str | int]
"""The keys and numbers that lead to a value."""


class NoSuchValue(ValueError):
    """A way that leads to no value, or to one of another kind."""


def contents(*folders: Path) -> dict[str, Any]:
    """The data files of folders by their names, as plain data; a later folder's replace those of earlier ones."""
    files = {path.relative_to(folder).as_posix(): path for folder in folders for path in sorted(folder.rglob("*.toml"))}
    return {name: tomllib.loads(path.read_text("utf-8-sig")) for name, path in files.items()}


def change(content: Any, way: Way, value: Any) -> None:
    """Put another value in the place of one of the same kind: a number, a text, a yes or no."""
    place = content
    try:
        for key in way[:-1]:
            place = place[key]
        old = place[way[-1]]
    except (KeyError, IndexError, TypeError):
        raise NoSuchValue("there is no such value") from None
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (old, value))
    if isinstance(old, dict | list) or (type(old) is not type(value) and not numbers):
        raise NoSuchValue(f"expected a value like {json.dumps(old, ensure_ascii=False)[:60]}")
    place[way[-1]] = value


def written(content: dict[str, Any]) -> str:
    """A data file with this content, each of its keys a line.

    >>> print(written({"grid": {"columns": 3}, "label": [{"text": "Mill", "shown": True}]}), end="")
    grid = {columns = 3}
    label = [{text = "Mill", shown = true}]
    """
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in content.items())


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
