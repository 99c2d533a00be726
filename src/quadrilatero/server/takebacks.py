"""Taking back by consent what the free undo no longer reaches."""

from __future__ import annotations

from quadrilatero.kernel.ask import Seat
from quadrilatero.server.errors import Problem
from quadrilatero.server.room import Room
from quadrilatero.server.storage import Player, TableRecord


async def offer(room: Room, player: Player, seat: Seat, wanted: bool) -> TableRecord:
    """Ask for it, consent to it, or withdraw."""
    raise Problem("unavailable")
