"""The rally and recovery phase."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def phase(s: State) -> Script:
    """3.6-a, 10.4-a. To come."""
    yield from ()
    return True
