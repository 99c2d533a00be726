"""Taking back by consent what the free undo no longer reaches."""

from __future__ import annotations

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.loading import take_back
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.standing import has_answered, last_to_answer
from quadrilatero.server.errors import Problem
from quadrilatero.server.play.acts import offering, playing
from quadrilatero.server.play.room import Room
from quadrilatero.server.storage import Player, TableRecord


async def offer(room: Room, player: Player, seat: Seat, wanted: bool) -> TableRecord:
    """Ask for it, consent to it, or withdraw. The seat that asked first is the one whose decision goes."""
    done: list[Seat] = []

    def act(match: Match, record: TableRecord) -> TableRecord:
        playing(record, player, seat)
        if record.assistance == "tournament":
            raise Problem("no_take_back")
        # Alone at the table one takes back whatever was decided last.
        taker = last_to_answer(match.entries) if record.study else None
        agreed = offering(record, player, taker or seat, "takeback", wanted)
        if agreed and not has_answered(match.entries, agreed[0]):
            raise Problem("nothing_to_take_back")
        people = {seat for seat, holder in record.seats.items() if holder.bot is None}
        if set(agreed) >= people:
            take_back(match, agreed[0])
            done.append(agreed[0])
            agreed = []
        return msgspec.structs.replace(record, offers={**record.offers, "takeback": agreed})

    record = await room.change(act)
    for taker in done:
        room.notice("notice_taken_back", side=room.side(taker))
    return record
