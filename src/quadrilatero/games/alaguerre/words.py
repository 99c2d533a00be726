"""The sentences of the game."""

from __future__ import annotations

import re
from pathlib import Path

from quadrilatero.kernel import Phrasebook
from quadrilatero.kernel.voice import Voice

BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
VOICE = Voice(BOOK)


def unnumbered(name: str) -> str:
    """What bases of one unit are called together: their name without the number that tells them apart."""
    return re.sub(r"\s+\d+$", "", name)
