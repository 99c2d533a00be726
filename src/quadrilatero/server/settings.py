"""What can be set, with the values that suit a server for a club."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass(frozen=True)
class Mail:
    """How letters are sent. `security`: tls from the first byte, starttls, or none."""

    host: str
    sender: str
    port: int = 587
    security: str = "starttls"
    user: str = ""
    password: str = ""
    seconds: float = 20.0


@dataclass(frozen=True)
class Settings:
    """The settings of one server. Times are in seconds."""

    database: str
    durable: bool = False
    now: Callable[[], float] = time.time

    bot_workers: int = 1
    advice_workers: int = 1
    """Processes for what players ask between decisions: odds, suggestions, hidden boards. Bots do not wait for them."""
    asked_by_one: int = 4
    """What one player may have waiting of such questions, and of replays; one address as much as eight players."""
    asked_in_all: int = 64
    bot_cap: float = 5.0
    """The most that a computer player may think about one decision; it then gives the best answer it has."""
    bot_seconds: float = 20.0
    """After so long a worker that does not answer is replaced."""
    odds_seconds: float = 10.0

    rooms: int = 500
    """Matches kept in memory; more are loaded again when they are needed."""

    message_bytes: int = 64 * 1024
    study_bytes: int = 32 * 1024 * 1024
    """The largest save file that can be studied."""

    position_bytes: int = 1024 * 1024
    """The largest position that is looked over."""
    trial_seconds: float = 1800.0
    """How long a trial of changed data may take: two processes, of which each server has one pair at work."""

    import_seconds: float = 90.0
    """How long opening such a file may take before it is given up: a campaign is played again from its beginning."""
    import_share: float = 0.1
    """Once a player's files have taken twice that time, they get this share of the process that opens them."""
    imports_waiting: int = 8
    """Files are large: what waits is kept in memory."""

    chat_characters: int = 500
    note_characters: int = 10_000
    name_characters: int = 40
    tables_per_player: int = 50
    studies_per_player: int = 30
    tokens_per_player: int = 10
    sockets_per_address: int = 200
    sockets: int = 5000
    sockets_per_second: float = 5.0
    sockets_at_once: int = 100
    """How fast sockets may be opened from one address."""
    connections: int = 6000
    head_bytes: int = 32 * 1024
    """The most that address and headers of a request may have, and what comes around a body."""
    head_seconds: float = 15.0
    """How long they may take to come, and every 16 kB of a body."""
    stall_seconds: float = 30.0
    """Who takes nothing of what is sent for so long is cut off."""
    outgoing: int = 512
    """Messages that may wait for one slow client before it is cut off."""
    outgoing_bytes: int = 1024 * 1024
    outgoing_in_all: int = 128 * 1024 * 1024
    """Bytes that may wait for one client, and for all of them: the slowest is cut off first."""

    messages_per_second: float = 60.0
    messages_at_once: int = 240
    requests_per_second: float = 30.0
    requests_at_once: int = 120
    logins_per_minute: float = 10.0
    costly_per_second: float = 5.0
    """Odds and replay frames, which cost more than the rest."""
    guests_per_hour: float = 60.0
    guests_at_once: int = 40
    """New guests from one address."""

    session_life: float = 180 * DAY
    absent_after: float = 7 * DAY
    """Without a pace: how long a seat may keep the other one waiting before the computer may take over."""

    instruction_delay: tuple[float, float] = (120.0, 1200.0)
    """Between which times a standing instruction answers where its player has asked for a delay."""

    vacation_days: int = 14
    """How many days of vacation a player has in any 365 days."""
    vacation_at_once: int = 10

    public_url: str = ""
    """Where players reach the server, for the links in letters and webhooks."""
    mail: Mail | None = None
    reports: Path | None = None
    """Where finished reports of the laboratory are, each in a subfolder."""
    webhook_private: bool = False
    """Whether webhooks may go to http and to private addresses: for a server at home, not for one on the net."""
    notice_every: float = 5.0
    notice_after: float = 60.0
    """How long something must have waited before it is told by letter or webhook."""
    notice_gap: float = 1800.0
    """At most one letter a game in this time."""
    notice_tries: int = 6
    confirmations: int = 100
    """How many letters may ask in an hour whether an address is its owner's."""
    confirmations_to_one: int = 3
    confirmations_by_one: int = 5
    confirmations_from_one: int = 10
    """From one network address, whatever names are used there; it regains as many in an hour."""
    presence_life: float = 45.0
    """Who has looked at a table that recently is told nothing of it."""
    presence_grace: float = 4.0
    """How long a player may be without a socket, as when a page is loaded again, before he counts as away."""

    origins: tuple[str, ...] = ()
    """Other origins whose pages may open sockets, e.g. that of a proxy."""
