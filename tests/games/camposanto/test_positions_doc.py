"""docs/positions.md: its example runs, and its tables name every key, answer and event that there is."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.camposanto import GAME, position
from quadrilatero.games.camposanto.said import BlankMap
from quadrilatero.games.camposanto.state import Active, Unit
from quadrilatero.kernel.position import said_record

TEXT = (Path(__file__).parents[3] / "docs" / "positions.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text under a heading, up to the next one of the same or a higher level."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, title
    return re.split(rf"^#{{1,{len(found[1])}}} ", found[2], flags=re.MULTILINE)[0]


def rows(title: str) -> dict[str, list[str]]:
    """The table under a heading: cells by the words in the first one."""
    table: dict[str, list[str]] = {}
    for line in re.findall(r"^\| (`.*) \|$", section(title), re.MULTILINE):
        first, *cells = (cell.strip() for cell in line.split(" | "))
        for word in words(first):
            table[word] = cells
    return table


def words(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def keys(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(example, "positions.md", "exec"), {})  # noqa: S102


def test_the_tables_name_every_key() -> None:
    assert rows("Keys of a position").keys() >= keys(position.CODEC.said) | {"since", "ended"}
    assert rows("A unit").keys() == keys(said_record(Unit))
    assert rows("The active wing").keys() == keys(said_record(Active))
    assert set(words(section("A blank board"))) >= keys(BlankMap)


def test_the_answers_shown_are_of_the_right_form_and_none_is_left_out() -> None:
    shown = [json.loads(text) for text in re.findall(r"`(\{\"do\".*?\})`", section("Questions and answers"))]
    kinds = {str(kind.__struct_config__.tag): kind for kind in GAME.answers}
    assert {answer["do"] for answer in shown} == kinds.keys()
    for answer in shown:
        msgspec.convert(answer, kinds[answer["do"]])


@pytest.fixture(scope="module")
def seen() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The data of the questions and of the events in a few random games."""
    asks: dict[str, set[str]] = defaultdict(set)
    events: dict[str, set[str]] = defaultdict(set)
    for seed in range(4):
        rng = random.Random(seed)
        m = q.start("camposanto", seed=seed)
        while m.ask:
            asks[m.ask.what] |= m.ask.data.keys()
            seat = m.ask.who[0]
            bold = [option for option in m.options(seat) if option["do"] != "done"]
            m.answer(seat, rng.choice(bold if bold and rng.random() < 0.8 else m.options(seat)))
        for event in m.events:
            events[event.kind] |= event.data.keys()
    return asks, events


def test_every_question_is_shown_with_its_data(seen: tuple[dict[str, set[str]], dict[str, set[str]]]) -> None:
    table = rows("Questions and answers")
    assert table.keys() == GAME.book.sections["ask"].keys()
    for what, data in seen[0].items():
        assert data == set(words(table[what][2])), what


def test_every_event_is_shown_with_its_data(seen: tuple[dict[str, set[str]], dict[str, set[str]]]) -> None:
    table = rows("Events")
    told = GAME.book.sections["event"].keys()
    assert table.keys() == {kind for kind in told if not any(kind.startswith(f"{other}_") for other in told)}
    for kind, data in seen[1].items():
        assert data <= set(words(table[kind][1])), kind
