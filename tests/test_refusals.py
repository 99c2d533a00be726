"""Every refusal that the rules write out has a sentence, and gives that sentence the fields it needs."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from quadrilatero.kernel.game import installed

GAMES = Path(__file__).resolve().parent.parent / "src" / "quadrilatero" / "games"


def lacking(source: str, sentences: dict[str, Any]) -> Iterator[str]:
    """The refusals of a module, `no(RULE, REASON, field=…)`, that cannot be said."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "no":
            continue
        if len(call.args) < 2 or any(keyword.arg is None for keyword in call.keywords):
            continue
        given = {str(keyword.arg) for keyword in call.keywords}
        said = call.args[1]
        for reason in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
            if isinstance(reason, ast.Constant):
                name = str(reason.value)
                wanted = _fields(sentences[name]) if name in sentences else {"no such sentence"}
                yield from (f"line {call.lineno}: {name}: {field}" for field in sorted(wanted - given))


def _fields(sentence: dict[str, str]) -> set[str]:
    parts = (part for text in sentence.values() for part in Formatter().parse(text))
    return {field.split("|")[0] for _, field, _, _ in parts if field}


@pytest.mark.parametrize("game", installed())
def test_every_refusal_can_be_said(game: str) -> None:
    sentences = tomllib.loads((GAMES / game / "phrases.toml").read_text("utf-8"))["refusal"]
    for path in sorted((GAMES / game / "rules").glob("*.py")):
        assert list(lacking(path.read_text("utf-8"), sentences)) == [], path.name


def test_a_refusal_without_sentence_or_field_would_be_found() -> None:
    source = (
        'no("1-a", "far", by=3)\nno("1-a", "near" if x else "far", by=3)\nno("1-a", "gone")\nno("1-a", "near", **x)'
    )
    sentences = {"far": {"en": "{by} too far for {name}."}, "near": {"en": "{by|inch|inches} too near."}}
    assert list(lacking(source, sentences)) == [
        "line 1: far: name",
        "line 2: far: name",
        "line 3: gone: no such sentence",
    ]
