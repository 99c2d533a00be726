"""The sentences of the game."""

from __future__ import annotations

import re
from pathlib import Path

from quadrilatero.games.alaguerre.said import Name
from quadrilatero.kernel import LANGUAGES, Phrasebook
from quadrilatero.kernel.voice import Voice

BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
VOICE = Voice(BOOK)
NUMBER = re.compile(r"\s+d?\d+(\.\d+)*$")


def unnumbered(name: Name) -> Name:
    """What bases of one unit are called together: their name without the number that tells them apart."""
    if isinstance(name, str):
        return NUMBER.sub("", name)
    return {language: NUMBER.sub("", said) for language, said in name.items()}


def worded(kind: str, name: Name) -> Name:
    """What a test comes of, in every language."""
    return {language: BOOK.say("test", kind, language, {"name": name}) for language in LANGUAGES}


def followed_by(name: Name, more: str) -> Name:
    """A name with something after it, in every language."""
    return name + more if isinstance(name, str) else {language: said + more for language, said in name.items()}
