"""Chapter 10.3: generals who are hit, captured and replaced."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def successions(s: State) -> Script:
    """10.3.3-a, 10.3.3-b, 10.3.3-c. Lost generals are replaced two turns after; to come."""
    yield from ()
