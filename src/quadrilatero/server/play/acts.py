"""What seats can do at a table. Each act judges who asks and leaves the rules to the kernel."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.dice import LONGEST_SALT
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.computer.thinking import is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.play.absence import claiming, replaceable
from quadrilatero.server.play.room import Act, Room
from quadrilatero.server.storage import Player, SeatHolder, TableRecord

NO_OFFERS: dict[str, list[str]] = {"draw": [], "takeback": []}


def own(record: TableRecord, player: Player | None, seat: Seat) -> None:
    """Problem where the seat is not that player's."""
    if player is None or seat not in record.held_by(player.id):
        raise Problem("not_yours")


def playing(record: TableRecord, player: Player | None, seat: Seat) -> None:
    """Problem where the seat is not that player's, or the game does not run."""
    own(record, player, seat)
    if record.status == "open":
        raise Problem("waiting")
    if record.status == "over":
        raise Problem("over")


def answer(room: Room, player: Player, seat: Seat, version: int, plain: Any) -> Act:
    """Give an answer."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        playing(record, player, seat)
        if room.is_stale(seat, version):
            raise Problem("stale")
        match.answer(seat, plain)
        return _forget_takeback(record)

    return act


def undo(room: Room, player: Player, seat: Seat, version: int) -> Act:
    """Take back one's last answer while nothing else has come of it."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        playing(record, player, seat)
        if room.is_stale(seat, version):
            raise Problem("stale")
        match.undo(seat)
        return _forget_takeback(record)

    return act


def resign(player: Player, seat: Seat) -> Act:
    """Give up; or, while nobody has come, clear the table."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        if record.status == "open":
            own(record, player, seat)
            match.adjudicate(None, "cancelled")
            return record
        playing(record, player, seat)
        match.resign(seat)
        return record

    return act


def salt(player: Player, seat: Seat, text: str) -> Act:
    """Add a seat's salt to the dice; the kernel takes it once, and only before the first roll."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        own(record, player, seat)
        if record.status == "over":
            raise Problem("over")
        try:
            match.add_salt(seat, text)
        except Illegal:
            raise
        except ValueError:
            raise Problem("bad_salt", most=LONGEST_SALT) from None
        return record

    return act


# -- by consent -----------------------------------------------------------------------------------------


def _forget_takeback(record: TableRecord) -> TableRecord:
    if not record.offers["takeback"]:
        return record
    return msgspec.structs.replace(record, offers={**record.offers, "takeback": []})


def offering(record: TableRecord, player: Player, seat: Seat, what: str, offer: bool) -> list[Seat]:
    """Who offers now; a player who holds several seats speaks for all of them, the seat named first."""
    mine = record.held_by(player.id)
    others = [other for other in record.offers[what] if other not in mine]
    return [*others, seat, *(other for other in mine if other != seat)] if offer else others


def draw(player: Player, seat: Seat, offer: bool) -> Act:
    """Offer a draw or withdraw the offer; when all sides offer it is agreed. The computer never does."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        playing(record, player, seat)
        agreed = offering(record, player, seat, "draw", offer)
        if set(agreed) >= set(match.seats):
            match.agree_draw()
            return msgspec.structs.replace(record, offers=NO_OFFERS)
        return msgspec.structs.replace(record, offers={**record.offers, "draw": agreed})

    return act


# -- absent players -----------------------------------------------------------------------------------------


def claim(player: Player, seat: Seat, now: float) -> Act:
    """Win a game in which the other side's clock has run out."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        playing(record, player, seat)
        if seat not in claiming(record, player.id, now):
            raise Problem("not_yet")
        match.adjudicate(seat, "time")
        return record

    return act


def replace(player: Player, seat: Seat, level: str, now: float, patience: float) -> Act:
    """Put the computer on a free seat, on one's own, or on that of a player who stays away."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        if seat not in record.seats or not is_level(record.game, level):
            raise Problem("no_game")
        if record.status == "over":
            raise Problem("over")
        holder, mine = record.seats[seat], record.held_by(player.id)
        if not mine and record.creator != player.id:
            raise Problem("not_yours")
        if not (seat in mine or holder.bot or seat in replaceable(record, player.id, now, patience)):
            raise Problem("not_yet")
        return sit(record, {seat: SeatHolder(bot=level)})

    return act


# -- sitting down -----------------------------------------------------------------------------------------


def sit(record: TableRecord, changes: dict[Seat, SeatHolder]) -> TableRecord:
    """The record with other people on some seats; the game begins when none is free."""
    seats = {**record.seats, **changes}
    begins = record.status == "open" and not any(holder.free for holder in seats.values())
    return msgspec.structs.replace(record, seats=seats, status="running" if begins else record.status)


def join(player: Player) -> Act:
    """Take a free seat. Whether the player may is judged before."""

    def act(match: Match, record: TableRecord) -> TableRecord:
        if record.held_by(player.id):
            raise Problem("own_table")
        free = [seat for seat, holder in record.seats.items() if holder.free]
        if not free or record.status != "open":
            raise Problem("no_seat_free")
        return sit(record, {free[0]: SeatHolder(player)})

    return act
