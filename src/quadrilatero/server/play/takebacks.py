"""Taking back by consent what the free undo no longer reaches."""

from __future__ import annotations

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Seat
from quadrilatero.kernel.replaying import take_back
from quadrilatero.kernel.standing import has_answered, last_to_answer
from quadrilatero.server.errors import Problem
from quadrilatero.server.play.acts import declined, offering, refuse_lapsed, refuse_length
from quadrilatero.server.play.requests import playing
from quadrilatero.server.play.room import Room
from quadrilatero.server.play.settling import GOING_BACK
from quadrilatero.server.play.sides import people
from quadrilatero.server.storage import Player, TableRecord


async def offer(room: Room, player: Player, seat: Seat, wanted: bool, accept: bool = False) -> TableRecord:
    """Ask for it, consent to it, decline or withdraw; whoever is there is told when it is done or declined."""
    change = await room.change_beside(_offer, player, seat, wanted, accept)
    taker = next((entry.seat for entry in change.new if entry.kind in GOING_BACK), None)
    if taker is not None:
        room.notice("notice_taken_back", seat=room.named(taker))
    elif not wanted and declined(change.before, change.after, player, "takeback"):
        room.notice("notice_takeback_declined", name=player.name)
    return change.after


def _offer(match: Match, record: TableRecord, player: Player, seat: Seat, wanted: bool, accept: bool) -> TableRecord:
    """The seat that asked first is the one whose decision goes."""
    playing(record, player, seat)
    refuse_length(record)
    if accept:
        refuse_lapsed(record, player, "takeback")
    if record.assistance == "tournament":
        raise Problem("no_take_back")
    # Alone at the table one takes back whatever was decided last.
    taker = last_to_answer(match.entries) if record.study else None
    agreed = offering(record, player, taker or seat, "takeback", wanted)
    if agreed and not has_answered(match.entries, agreed[0]):
        raise Problem("nothing_to_take_back")
    if set(agreed).issuperset(people(record, list(record.seats))):
        take_back(match, agreed[0])
        agreed = []
    return msgspec.structs.replace(record, offers={**record.offers, "takeback": agreed})
