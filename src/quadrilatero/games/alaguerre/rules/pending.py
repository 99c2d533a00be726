"""Work that is left open inside a phase: tests, generals at risk, forced moves, divisions."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def work(s: State) -> Script:
    """8.2.1-c. The first of what is open, with all that follows from it; it is open until it is done."""
    s.pending = s.pending[1:]
    yield from ()
