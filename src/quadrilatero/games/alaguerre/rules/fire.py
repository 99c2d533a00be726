"""The fire phase."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def phase(s: State) -> Script:
    """8-a. To come."""
    yield from ()
    return True
