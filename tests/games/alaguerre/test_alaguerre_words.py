"""Every question, event and refusal of the rules has its sentence in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import quadrilatero.games.alaguerre as room

FOLDER = Path(room.__file__).parent
PHRASES = tomllib.loads((FOLDER / "phrases.toml").read_text("utf-8"))
SOURCES = "\n".join(
    [file.read_text("utf-8") for file in [*FOLDER.glob("*.py"), *FOLDER.glob("rules/*.py")]],
)
CALLS = {
    "refusal": r'\bno\(\s*[^,()]*(?:\([^()]*\))?[^,()]*,\s*"([a-z_]+)"',
    "event": r'\btell\(\s*s,\s*"([a-z_]+)"',
    "ask": r'\bask\(\s*s,\s*[^"]*?"([a-z_]+)",\s*"?[0-9a-z]',
}


@pytest.mark.parametrize("section", CALLS)
def test_what_rules_say_has_a_sentence(section: str) -> None:
    said = set(re.findall(CALLS[section], SOURCES))
    assert len(said) > 5
    assert said - PHRASES[section].keys() == set()


def test_both_languages_fill_the_same_fields() -> None:
    for section, phrases in PHRASES.items():
        for key, phrase in phrases.items():
            fields = [set(re.findall(r"\{(\w+)", phrase[language])) for language in ("en", "it")]
            assert fields[0] == fields[1], f"{section}.{key}"


def test_every_roll_has_a_sentence() -> None:
    whys = set(re.findall(r'\broll\(\s*s,\s*[^,]+,\s*"([a-z]+)"', SOURCES))
    assert len(whys) > 5
    assert {f"roll_{why}" for why in whys} - PHRASES["event"].keys() == set()
