"""Chapter 3.2: reinforcements."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def phase(s: State) -> Script:
    """3.2-a. Groups whose turn has come enter the table; to come."""
    yield from ()
    return True
