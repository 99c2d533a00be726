"""The sentences of the game."""

from __future__ import annotations

from pathlib import Path

from quadrilatero.kernel import Phrasebook
from quadrilatero.kernel.voice import Voice

BOOK = Phrasebook(Path(__file__).with_name("phrases.toml"))
VOICE = Voice(BOOK)
