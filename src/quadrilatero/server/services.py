"""What the parts of one server share."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass

from quadrilatero.server.computer.opponents import Opponents
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.http.limits import Limiter
from quadrilatero.server.mail.notifier import Notifier
from quadrilatero.server.metrics import Metrics
from quadrilatero.server.play.backlog import Backlogs
from quadrilatero.server.play.delays import Delays
from quadrilatero.server.play.rooms import Rooms
from quadrilatero.server.relay import Relay
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Store, meta
from quadrilatero.server.studies.films import Films
from quadrilatero.server.studies.importing import Importing
from quadrilatero.server.studies.trials import Trials

HEALTH_LASTS, HEALTH_SECONDS = 1.0, 10.0


class Doors:
    """How many sockets are open, in all and from one address, and how fast more are opened."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._inside: Counter[str] = Counter()
        self._opening = Limiter(settings.sockets_per_second, settings.sockets_at_once)

    def enter(self, address: str) -> bool:
        """Whether one more may come in from there."""
        if not self._opening.allows(address):
            return False
        full = self._inside.total() >= self._settings.sockets
        if full or self._inside[address] >= self._settings.sockets_per_address:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


class Health:
    """Whether the database can be written to: tried when somebody asks, once in a while however many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._fine_until = 0.0

    async def __call__(self) -> None:
        """Raises what the database raises; what was fine a moment ago is believed."""
        async with self._lock:
            if time.monotonic() >= self._fine_until:
                await asyncio.wait_for(self._store(meta.touch), HEALTH_SECONDS)
                self._fine_until = time.monotonic() + HEALTH_LASTS


@dataclass
class Services:
    """Made when the server starts, closed when it stops."""

    settings: Settings
    store: Store
    metrics: Metrics
    advice: Thinking
    """Answers what players ask; the computer's own seats have others."""
    opponents: Opponents
    delays: Delays
    notifier: Notifier
    relay: Relay
    rooms: Rooms
    films: Films
    importing: Importing
    trials: Trials
    doors: Doors
    backlogs: Backlogs
    logins: Limiter
    strangers: Limiter
    health: Health
    confirmations: Limiter
    costly: Limiter
    asking: Limiter
    messages: Limiter
    guests: Limiter
