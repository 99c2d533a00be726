"""What is wrong with plain data that a player or a program has written, told from the types it should have."""

from __future__ import annotations

import json
import re
from typing import Any

from quadrilatero.datapacks.wanted import keys_of, kind_at, wanted


def explained(kind: Any, said: Any, reason: str, whole: str) -> str:
    """A validation error of msgspec in words: the field, what it should be and what it is; `whole` is all of it."""
    place = re.search(r" - at `\$(.*)`$", reason)
    way = [key or int(index) for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", place[1] if place else "")]
    if unknown := re.match(r"Object contains unknown field `(.*?)`", reason):
        known = ", ".join(keys_of(kind_at(kind, tuple(way))))
        return f"{_field([*way, unknown[1]], whole)}: there is no such field; remove it, or use one of {known}"
    if missing := re.match(r"Object missing required field `(.*?)`", reason):
        way.append(missing[1])
        return f"{_field(way, whole)}: it is missing; add {wanted(kind, tuple(way))}"
    return f"{_field(way, whole)}: expected {wanted(kind, tuple(way))}, got {_shown(said, way)}"


def _field(way: list[str | int], whole: str) -> str:
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way)
    return named.removeprefix(".") or whole


def _shown(said: Any, way: list[str | int]) -> str:
    for key in way:
        said = said[key]
    text = json.dumps(said, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
