"""Every sentence of the command line exists in both languages, with the same fields, and every one asked for exists."""

from __future__ import annotations

import re
import string

import pytest

from quadrilatero.cli.words import LANGUAGES, PHRASES, Words, default_language, phrases

KEYS = [(section, key) for section, entries in phrases().items() for key in entries]


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_a_phrase_has_both_languages_and_equal_fields(section, key):
    entry = phrases()[section][key]
    assert set(entry) == set(LANGUAGES)
    assert all(entry.values())
    fields = [
        {name.partition("|")[0] for _, name, _, _ in string.Formatter().parse(entry[language]) if name}
        for language in LANGUAGES
    ]
    assert fields[0] == fields[1]


def test_every_phrase_asked_for_exists():
    for file in PHRASES.parent.glob("*.py"):
        for key in re.findall(r"""words\(\s*["']([a-z]+\.[a-z_]+)["']""", file.read_text(encoding="utf-8")):
            section, name = key.split(".")
            assert name in phrases()[section], f"{file.name} asks for {key}"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment(environment, language, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_language() == language


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="choose one of en, it"):
        Words("fr")
