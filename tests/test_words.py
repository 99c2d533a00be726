"""What players read: one word for one thing, as docs/glossary.md has it, and numbers with their forms."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quadrilatero.cli.words import Words
from quadrilatero.kernel import find_game
from quadrilatero.kernel.game import installed
from quadrilatero.kernel.phrases import Filling, form
from quadrilatero.server.errors import sentence

ROOT = Path(__file__).resolve().parent.parent
PACKAGE, WEB = ROOT / "src" / "quadrilatero", ROOT / "web" / "src"
OFFERED = [PACKAGE / "games" / name for name in installed()]
PHRASES = sorted(
    path
    for path in PACKAGE.rglob("phrases.toml")
    if (PACKAGE / "games") not in path.parents or any(game in path.parents for game in OFFERED)
)
PAGE = sorted([*WEB.rglob("words/*.ts"), *WEB.rglob("words.ts"), *WEB.rglob("card.ts")])

# Words that another one has replaced, in each language. What stands before and after is looked at in lower case.
REJECTED = {
    "en": [
        r"titubant",
        r"nothing of weight",
        r"by lot",
        r"present password",
        r"clear this table",
        r"keep my games",
        r"\bkeeping…",
        r"\bkept\b(?! their)",
        r"\bletters?\b(?! of)",
        r"\bnotices\b",
        r"\blay(?:ing)? (?:one |your |the )?orders?\b",
        r"\bare (?:being )?laid\b",
        r"roll repeated",
        r"when you are content",
        r"you lead the",
        r"speaks? for the answer",
        r"go on with the same command",
    ],
    "it": [
        r"\batrio\b",
        r"\bpos(?:a|ano|ati|ato|are)\b",
        r"\bguid(?:i|a) gli\b",
        r"sei contento",
        r"^lascia$",
        r"\btien(?:i|ile)\b",
        r"\bripre(?:ndi|nde|ndere|sa|se)\b",
        r"\bregistro\b",
        r"\bcronaca\b",
        r"\bri?lanci(?:o|a|are)?\b",
        r"\bconsegne\b",
        r"^salvo…$",
        r"parla a favore",
        r"con la mente",
        r"buone anche",
        r"togli questo tavolo",
        r"(?<!su )\bstrada\b(?! di)",
        r"colp[oi] \(hit\)",
        r"\bserba\b",
        r"linguetta",
        r"\bti si\b",
        r"te lo si",
        r"\bletter[ae]\b(?! di)",
        r"non conta nulla",
    ],
}


# Where a word means something else: roads are ground, and rulebooks of campaigns speak of what is kept and recovers.
AT_HOME = [
    (r"(?:web/src/)?games/custoza/", r"\b(?:fuori )?strada\b"),
    (r"games/custoza/rulebook", r"\bkept\b|\bci si riprende\b"),
    (r"games/(?:vivaorre|alaguerre)/", r"\bstrada\b"),
]


def _strings(value: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Language, text and place of every phrase in a table of phrases."""
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, str) and key in ("en", "it"):
                yield key, part, where
            else:
                yield from _strings(part, f"{where}.{key}")


def _rulebook(folder: Path) -> Iterator[tuple[str, str, str]]:
    for language, name in (("en", "rulebook.toml"), ("it", "rulebook.it.toml")):
        for rule in tomllib.loads((folder / name).read_text(encoding="utf-8"))["rule"]:
            for field in ("title", "text"):
                yield language, rule[field], f"games/{folder.name}/{name} {rule['id']}"


def _page(path: Path) -> Iterator[tuple[str, str, str]]:
    text = path.read_text(encoding="utf-8")
    string = r'"((?:[^"\\]|\\.)*)"'
    for key, english, italian in re.findall(rf'"([\w.]+)": \[\s*{string},\s*{string},?\s*\]', text):
        yield "en", english, key
        yield "it", italian, key
    for english, italian in re.findall(rf"\{{\s*en: {string},\s*it: {string},?\s*\}}", text):
        yield "en", english, path.name
        yield "it", italian, path.name


def told() -> Iterator[tuple[str, str, str]]:
    for path in PHRASES:
        name = path.relative_to(PACKAGE).as_posix()
        yield from _strings(tomllib.loads(path.read_text(encoding="utf-8")), name)
    levels = PACKAGE / "bots" / "levels.toml"
    yield from _strings(tomllib.loads(levels.read_text(encoding="utf-8")), "bots/levels.toml")
    for option in (option for name in installed() for option in find_game(name).options):
        yield from _strings({"about": {"en": option.en, "it": option.it}, **option.labels}, f"option {option.name}")
    for game in OFFERED:
        yield from _rulebook(game)
    for path in PAGE:
        for language, text, key in _page(path):
            yield language, text, f"{path.relative_to(WEB).as_posix()} {key}"
    for language, name in (("en", "guide.md"), ("it", "guida.md")):
        for number, line in enumerate((ROOT / "docs" / name).read_text(encoding="utf-8").splitlines(), 1):
            yield language, line, f"{name}:{number}"


def test_no_word_is_used_that_another_has_replaced() -> None:
    found = [
        f"{where}: {match[0]!r} in {text[:90]!r}"
        for language, text, where in told()
        for pattern in REJECTED[language]
        if (match := re.search(pattern, _of_others(where, text.lower())))
    ]
    assert found == []


def _of_others(where: str, text: str) -> str:
    """A text without the words that are at home where it stands."""
    for place, words in AT_HOME:
        if re.match(place, where):
            text = re.sub(words, "", text)
    return text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Titubant"),
        ("en", "Nothing of weight."),
        ("it", "Atrio"),
        ("it", "Lascia"),
        ("it", "riprende l'ultima risposta"),
    ],
)
def test_a_rejected_word_would_be_found(language: str, text: str) -> None:
    assert any(re.search(pattern, text.lower()) for pattern in REJECTED[language])


def test_everything_a_player_reads_is_looked_at() -> None:
    places = {where.split()[0].split(":")[0].split(".toml")[0] for _, _, where in told()}
    assert {"guide.md", "guida.md", "server/phrases", "cli/phrases", "lab/phrases", "kernel/phrases"} <= places
    assert len([1 for language, _, _ in told() if language == "it"]) > 1200


# -- numbers ---------------------------------------------------------------------------------------------------------


def test_a_number_has_its_form_in_sentences_of_a_game() -> None:
    book = find_game("camposanto").book
    for steps, english, italian in ((1, "1 step left", "resta 1 step"), (3, "3 steps left", "restano 3 step")):
        data = {"name": "Castilla", "steps": steps}
        assert english in book.say("event", "hit", "en", data)
        assert italian in book.say("event", "hit", "it", data)


def test_a_number_has_its_form_on_the_command_line_and_from_the_server() -> None:
    assert Words("en")("db.saved", rows=1, file="x") == "1 row was written to x."
    assert Words("it")("db.saved", rows=2, file="x") == "2 righe scritte in x."
    assert sentence("vacation_too_long", most=10, left=1)["it"].endswith("te ne resta 1.")
    assert sentence("vacation_too_long", most=10, left=3)["it"].endswith("te ne restano 3.")


def test_forms_are_by_the_number_and_nothing_else_is_made_up() -> None:
    forms = ["one", "more"]
    assert [form(forms, value) for value in (1, "1", ["a"], 0, 21, [])] == ["one", "one", "one", "more", "more", "more"]
    with pytest.raises(KeyError):
        "{absent}".format_map(Filling(n=1))
