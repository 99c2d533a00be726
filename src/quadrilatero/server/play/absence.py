"""Who keeps the others waiting, and what they may do about it."""

from __future__ import annotations

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.play import clocks
from quadrilatero.server.play.sides import by_side, side_of, sides_of
from quadrilatero.server.storage import TableRecord


def is_absent(record: TableRecord, seat: Seat, now: float, patience: float) -> bool:
    """Whether a seat has kept the others waiting beyond its time."""
    if record.status != "running" or seat not in record.turn:
        return False
    if record.clock is None:
        asked: dict[Seat, float] = record.since.get("asked", {})
        return now - asked.get(seat, record.updated) > patience
    return seat in clocks.out_of_time(record.clock, now)


def stands_still(record: TableRecord, now: float, patience: float) -> bool:
    """Whether others may have to do something about a seat: it is free, its clock may be out, or it stays away."""
    if record.clock is not None or record.status == "open":
        return True
    return any(is_absent(record, seat, now, patience) for seat in record.turn)


def replaceable(record: TableRecord, player: str | None, now: float, patience: float) -> list[Seat]:
    """Seats of others on which that player may put the computer: free ones, and those of people who stay away."""
    if record.status == "over" or player is None:
        return []
    found = [
        seat
        for seat, holder in record.seats.items()
        if not holder.bot and (holder.free or is_absent(record, seat, now, patience)) and not record.holds(player, seat)
    ]
    return found if found and (record.held_by(player) or (record.status, record.creator) == ("open", player)) else []


def claiming(record: TableRecord, player: str | None, now: float) -> list[Seat]:
    """The seats for which that player may claim the game, because the other side's clock has run out, and first.

    Where there are more than two sides nobody may: it would be won at the cost of a side that is not late. There, and
    for a seat of one's own side, the computer can be put in place of who stays away.
    """
    if record.clock is None or record.status != "running" or len(by_side(record)) != 2:
        return []
    return record.held_by(player) if first_out(record, now) - sides_of(record, player) else []


def first_out(record: TableRecord, now: float) -> set[Seat]:
    """The side whose clock has run out, the one whose did first; both where it was at the same moment."""
    fallen = clocks.fallen(record.clock, now)
    first = min(fallen.values(), default=None)
    return {side_of(record, seat) for seat, end in fallen.items() if end == first}
