"""The mêlée phase."""

from __future__ import annotations

from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script


def phase(s: State) -> Script:
    """9-b. To come."""
    yield from ()
    return True


def destroy_train(s: State) -> None:
    """9.1.5-b. Baggage and camps that an enemy touches are removed at the end of the impulse; to come."""
