"""Which seats of a table play together."""

from __future__ import annotations

from quadrilatero.kernel import find_game
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.storage import TableRecord


def side_of(record: TableRecord, seat: Seat) -> Seat:
    """The side that a seat plays for."""
    return find_game(record.game).side_of(seat)


def by_side(record: TableRecord) -> dict[Seat, list[Seat]]:
    """The seats of each side."""
    sides: dict[Seat, list[Seat]] = {}
    for seat in record.seats:
        sides.setdefault(side_of(record, seat), []).append(seat)
    return sides


def sides_of(record: TableRecord, player: str | None) -> set[Seat]:
    """The sides that a player plays for; most play for one."""
    return {side_of(record, seat) for seat in record.held_by(player)}


def people(record: TableRecord, seats: list[Seat]) -> list[Seat]:
    """Those of the seats that the computer does not hold."""
    return [seat for seat in seats if record.seats[seat].bot is None]
