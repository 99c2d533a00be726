"""What can be set, with the values that suit a server for a club."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

DAY = 86_400.0


@dataclass(frozen=True)
class Settings:
    """The settings of one server. Times are in seconds."""

    database: str
    durable: bool = False
    now: Callable[[], float] = time.time

    bot_workers: int = 1
    bot_seconds: float = 20.0
    odds_seconds: float = 10.0

    rooms: int = 500
    """Matches kept in memory; more are loaded again when they are needed."""

    message_bytes: int = 64 * 1024
    chat_characters: int = 500
    note_characters: int = 10_000
    name_characters: int = 40
    tables_per_player: int = 50
    sockets_per_address: int = 200
    sockets: int = 5000
    outgoing: int = 512
    """Messages that may wait for one slow client before it is cut off."""

    messages_per_second: float = 60.0
    messages_at_once: int = 240
    requests_per_second: float = 30.0
    requests_at_once: int = 120
    logins_per_minute: float = 10.0
    costly_per_second: float = 5.0
    """Odds and replay frames, which cost more than the rest."""

    session_life: float = 180 * DAY
    absent_after: float = 7 * DAY
    """Without a pace: how long a seat may keep the other one waiting before the computer may take over."""

    origins: tuple[str, ...] = ()
    """Other origins whose pages may open sockets, e.g. that of a proxy."""
