"""Every sentence finds the words it needs: refusals and events are written with the data that the rules give."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import quadrilatero as q
import quadrilatero.games.custoza as room

ROOM = Path(room.__file__).parent
PHRASES = tomllib.loads((ROOM / "phrases.toml").read_text())
OF, OF_ONE, NOTHING = frozenset({"units", "names"}), frozenset({"unit", "names"}), frozenset[str]()
GIVEN = {
    "tell_of": OF,
    "tell_of_one": OF_ONE,
    "reveal_of": OF,
    "reveal_of_one": OF_ONE,
    "tell": NOTHING,
    "tell_own": NOTHING,
    "reveal": NOTHING,
    "settle": NOTHING,
    "no": NOTHING,
}
"""The calls that say something, and what each puts into the data by itself."""
NAMED_AT = {"tell_own": 2, "reveal": 0}
"""Which argument names the sentence; the second where nothing is said here."""


class Said(NamedTuple):
    """A call that says something: where, what, and with which data."""

    where: str
    table: str
    name: str
    data: frozenset[str]


def literals(node: ast.expr) -> list[str]:
    """The texts that an expression may come to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*literals(node.body), *literals(node.orelse)] if isinstance(node, ast.IfExp) else []


def said() -> Iterator[Said]:
    for file in sorted((ROOM / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name not in GIVEN or not isinstance(node, ast.Call):
                continue
            named = {keyword.arg for keyword in node.keywords if keyword.arg}
            for keyword in node.keywords:
                if keyword.arg is None and isinstance(keyword.value, ast.Dict):
                    named |= {text for key in keyword.value.keys if key for text in literals(key)}
            table = "refusal" if name == "no" else "event"
            for text in literals(node.args[NAMED_AT.get(name, 1)]):
                yield Said(f"{file.name}:{node.lineno}", table, text, frozenset(named | GIVEN[name]))


@pytest.mark.parametrize("one", list(said()), ids=lambda one: f"{one.where} {one.name}")
def test_a_sentence_has_its_words(one: Said) -> None:
    sentences = PHRASES[one.table][one.name]
    for language in ("en", "it"):
        wanted = {field.split("|")[0] for _, field, _, _ in Formatter().parse(sentences[language]) if field}
        assert wanted <= one.data, f"{one.where}: {one.table} {one.name} lacks {sorted(wanted - one.data)}"


def test_nobody_reads_an_id_or_a_cell_of_a_chart() -> None:
    """Questions and the log name counters and results in words, in both languages."""
    match, dice = q.start("custoza", scenario="vanguards", seed=11), random.Random(11)
    raw = re.compile(r"\b(?:com\.|scout\.|[ai](?:48|66)\.)\S|\b\dS\d\b|\bcc\d\b|: -\.")
    read: list[str] = []
    while match.result is None and match.ask is not None:
        seat = match.ask.waiting[0]
        read += [match.ask.text(language) for language in ("en", "it")]
        answers = match.options(seat)
        match.answer(seat, dice.choice(answers))
    read += [event.text(language) for event in match.events for language in ("en", "it")]
    assert len(read) > 500
    assert [text for text in read if raw.search(text)] == []
    added = {rule for event in match.events for rule, _ in event.modifiers}
    assert added <= PHRASES["modifier"].keys(), "what is added to dice is said in words"


def test_several_units_do_things_in_the_plural() -> None:
    """A verb that follows names has both its numbers: one unit moves, several move."""
    verb_follows = re.compile(r"(?:^|, )\{names\} (?!\{names\|)")
    sentences = {**PHRASES["event"], **PHRASES["odds"]}
    assert [name for name, said in sentences.items() if any(map(verb_follows.search, said.values()))] == []
