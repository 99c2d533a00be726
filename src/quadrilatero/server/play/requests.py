"""Who asks for an act, for which seat and having seen what; and whether that is good enough now."""

from __future__ import annotations

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.errors import Problem
from quadrilatero.server.storage import Player, TableRecord


class Request(msgspec.Struct, frozen=True):
    """A player's wish for a seat, which has seen the match up to a version of its own."""

    player: Player
    seat: Seat
    version: int


def own(record: TableRecord, player: Player | None, seat: Seat) -> None:
    """Problem where the seat is not that player's."""
    if player is None or not record.holds(player.id, seat):
        raise Problem("not_yours")


def playing(record: TableRecord, player: Player | None, seat: Seat) -> None:
    """Problem where the seat is not that player's, or the game does not run."""
    own(record, player, seat)
    if record.status == "open":
        raise Problem("waiting")
    if record.status == "over":
        raise Problem("over")


def refuse_stale(match: Match, seat: Seat, version: int) -> None:
    """Problem where the match has moved on for a seat since that version of its own.

    What others seal meanwhile does not matter, nor does salt for the dice. Entries that the seat may not know of
    follow on others that it knows of, so that the last ones tell.
    """
    known = match.version_for(seat)
    if not 0 <= version <= known:
        raise Problem("stale")
    for entry in match.entries_since(match.version - (known - version)):
        if entry.kind != "salt" and (entry.kind not in ("seal", "withdraw") or entry.seat == seat):
            raise Problem("stale")
