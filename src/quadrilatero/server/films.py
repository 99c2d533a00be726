"""Replays: a match played again from its log, with a copy kept every so often to jump to."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Plain, Seat
from quadrilatero.kernel.loading import repeat, resume
from quadrilatero.kernel.log import Header
from quadrilatero.kernel.saves import SavedEntry, plain_entries
from quadrilatero.server import telling
from quadrilatero.server.room import Room

EVERY = 40
KEPT = 8
BY_ITSELF = ("roll", "forced", "open")


class Film:
    """The log of a match up to some version."""

    def __init__(self, header: Header, dice: Plain, entries: list[SavedEntry]) -> None:
        self.entries = entries
        last = resume(header, dice, entries)
        self._last = last
        self._first = resume(header, dice, [])
        self._header, self._dice = header, dice
        self._copies: dict[int, Match] = {}

    @property
    def stops(self) -> list[int]:
        """The frames at which somebody is to act; those between are passed on the way to the next."""
        acts = [number for number, entry in enumerate(self.entries) if entry.kind not in BY_ITSELF]
        return sorted({*acts, len(self.entries)})

    def at(self, frame: int) -> Match:
        """The match when its log had that many entries, and whatever followed by itself."""
        raise NotImplementedError
