"""The laboratory's own sentences, in Italian and English: its troubles and what its reports say."""

from __future__ import annotations

import errno
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


def say(key: str, language: str, **fields: Any) -> str:
    """The sentence `section.key`, its fields filled."""
    section, name = key.split(".", 1)
    return phrases()[section][name][language].format_map(Filling(fields))


def system_trouble(error: OSError, language: str) -> str:
    """What the system says of a file; in its own words where we have none."""
    known = phrases()["system"].get(errno.errorcode.get(error.errno or 0, ""))
    return known[language] if known else error.strerror or str(error)


class Trouble(ValueError):
    """What the laboratory cannot do; the sentence says why, and what to do instead."""

    def __init__(self, key: str, **fields: Any) -> None:
        super().__init__(say(f"trouble.{key}", "en", **fields))
        self.key, self.fields = key, fields

    def text(self, language: str) -> str:
        """The sentence in one language."""
        return say(f"trouble.{self.key}", language, **self.fields)
