"""The command line's own sentences, in Italian and English."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from quadrilatero.kernel.phrases import Filling

LANGUAGES = ("en", "it")
PHRASES = Path(__file__).with_name("phrases.toml")


@cache
def phrases() -> dict[str, dict[str, dict[str, str]]]:
    """All sentences by section and key, each with its languages."""
    with PHRASES.open("rb") as file:
        return tomllib.load(file)


def default_language() -> str:
    """The language of the environment: Italian where it says so, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "it" if value.lower().startswith("it") else "en"
    return "en"


class Words:
    """The sentences in one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there are no texts in {language!r}; choose one of {', '.join(LANGUAGES)}")
        self.language = language

    def __call__(self, key: str, **fields: Any) -> str:
        """The sentence `section.key`, its fields filled."""
        section, name = key.split(".", 1)
        return phrases()[section][name][self.language].format_map(Filling(fields))
