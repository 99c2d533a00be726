"""No room but its own knows a game: its seats, verbs, questions, events and pieces are named nowhere else.

The words are taken from the games' own files, so that a new game is held to it without a word here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.kernel import find_game
from quadrilatero.kernel.game import installed

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "quadrilatero"
ROOMS = {"src": PACKAGE, "web": ROOT / "web" / "src"}
KINDS = {".py", ".toml", ".ts", ".svelte", ".css"}

# Words that a game shares with every other room, and where they are at home there.
ORDINARY = {
    "a match, its log and its results": "active answer began declared dice done ended left next order orders pending"
    " reason result roll rolled rule score seat side since start state states step steps stop success failure turn"
    " winner",
    "a map of any game": "cols rows face facing hex impassable map march move moved movement fire slope units river"
    " woods",
    "everyday English and code": "act acted advance bold build centre choose claim clear column control day draw"
    " entered enters failed free full halted held hold instructed keep kept lead leaves light line low max name nobody"
    " out pass passed piece place remove right screen shift shifted square stand status stay stream strength type"
    " within",
    "the laboratory: seats change places, sides are evened, rules have effect": "swap swapped evening fired eliminated",
    "how fights are told of in any game": "combat not_yours",
    "ranks and tempers of computer players": "marshal cautious",
    "files, their fields, and what Python and CSS call nothing": "entry format game kind list none sections",
    "armies that players build": "against figures initiative points quadrilatero-army theatre year",
    "a free table in any game": "contact formed impassable in_contact in_order manoeuvre terrain unit weather works",
    "more everyday English and code": "bad broken character command crew elements event extra first losses lot route"
    " saved second steady when",
    "verbs that code and pages have too": "appear counter crossed crosses enter join leader ordered"
    " others plan push replaced search stands stays successor turned wait",
    "sides and degrees of anything": "flank front level rear",
    "colours, and what pages do with parts of themselves": "blue grey mount red white",
}
ALLOWED = {word for words in ORDINARY.values() for word in words.split()}
# Where a reader is shown an example of a game, or the package is told what it plays.
EXAMPLES = {"__init__.py", "cli/app.py", "kernel/plain.py", "server/http/answers.py", "server/http/forms.py"}


def words_of(name: str) -> set[str]:
    """What a game calls its own: from its phrases, its answers, its positions and its data."""
    game, folder = find_game(name), PACKAGE / "games" / name
    book = tomllib.loads((folder / "phrases.toml").read_text(encoding="utf-8"))
    found = {name, *game.seats, *(str(kind.__struct_config__.tag) for kind in game.answers)}
    for part in ("words", "ask", "event", "refusal"):
        found |= book.get(part, {}).keys()
    for schema in folder.glob("*.schema.json"):
        found |= set(_fields(msgspec.json.decode(schema.read_bytes())))
    for file in folder.glob("data/**/*.toml"):
        found |= set(_names(tomllib.loads(file.read_text(encoding="utf-8"))))
    return {word.lower() for word in found if len(word) > 2} - ALLOWED


def _fields(schema: Any) -> Iterator[str]:
    """The names of fields in a schema, and the values they may have."""
    if isinstance(schema, list):
        for part in schema:
            yield from _fields(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (value for value in schema.get("enum", ()) if isinstance(value, str))
        for part in schema.values():
            yield from _fields(part)


def _names(data: Any) -> Iterator[str]:
    """What things are called in a data file."""
    if isinstance(data, list):
        for part in data:
            yield from _names(part)
    elif isinstance(data, dict):
        if str(data.get("name", ""))[:1].isupper():  # the name of somebody or something, not of a source
            yield data["name"]
        for part in data.values():
            yield from _names(part)


def findings(room: Path, words: set[str]) -> list[str]:
    named = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?![a-z])")
    found = []
    for file in sorted(room.rglob("*")):
        place = file.relative_to(room)
        if file.suffix not in KINDS or place.parts[0] in ("games", "static") or place.as_posix() in EXAMPLES:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").lower().splitlines(), 1):
            found += [f"{place}:{number}: {match[0]}" for match in named.finditer(line)]
    return found


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("game", installed())
def test_no_room_names_what_is_a_games_own(game: str, room: str) -> None:
    assert findings(ROOMS[room], words_of(game)) == []


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    words = words_of("camposanto")
    assert {"spain", "titubant", "wing", "assault", "fall_back", "carabineros reales"} <= words
    (tmp_path / "games").mkdir()
    for place in ("games/own.ts", "page.svelte"):
        (tmp_path / place).write_text('const a = "titubant";\nconst wing = 1;\nswinging();\n', encoding="utf-8")
    assert findings(tmp_path, words) == ["page.svelte:1: titubant", "page.svelte:2: wing"]
