"""How long levels take to answer here, and so which of them somebody who waits may be helped by."""

from __future__ import annotations

from collections import defaultdict, deque

PATIENCE = 1.0
"""Seconds within which a suggestion should come."""

REMEMBERED, LATE = 10, 1
"""Of so many last answers no more than so many may have come late."""


class Pace:
    """The last times of each level in each game on this server, the wait for a free process included."""

    def __init__(self) -> None:
        self._last: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))

    def note(self, game: str, level: str, seconds: float) -> None:
        """A level has answered, or was cut, after so many seconds."""
        self._last[game, level].append(seconds)

    def is_quick(self, game: str, level: str) -> bool:
        """Whether a level answers in time as a rule; one that was never asked is given the chance to show it."""
        return sum(seconds >= PATIENCE for seconds in self._last[game, level]) <= LATE

    def forgive(self, game: str, level: str) -> None:
        """Forget the oldest time, so that a level that was passed over is tried again when the server is less busy."""
        if last := self._last[game, level]:
            last.popleft()
