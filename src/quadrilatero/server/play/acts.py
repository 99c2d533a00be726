"""What seats can do at a table. Each act judges who asks and leaves the rules to the kernel."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel import Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.dice import LONGEST_SALT
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.computer.thinking import SUBSTITUTE, is_level
from quadrilatero.server.errors import Problem
from quadrilatero.server.play.absence import claiming, first_out, replaceable
from quadrilatero.server.play.requests import Request, own, playing, refuse_stale
from quadrilatero.server.play.sides import by_side, people, side_of, sides_of
from quadrilatero.server.storage import Player, SeatHolder, TableRecord

NO_OFFERS: dict[str, list[str]] = {"draw": [], "takeback": [], "rematch": []}


LONGEST, LONGEST_TAKEN_BACK = 100_000, 60_000
"""Entries of the longest log to which an answer is added, and of the longest in which something is taken back: going
forth and back would make a log as long as anybody likes."""


def refuse_length(record: TableRecord) -> None:
    """Problem where a match is too long to take back anything."""
    if record.version >= LONGEST_TAKEN_BACK:
        raise Problem("log_long")


def answer(match: Match, record: TableRecord, request: Request, plain: Any) -> TableRecord:
    """Give an answer."""
    playing(record, request.player, request.seat)
    refuse_stale(match, request.seat, request.version)
    if record.version >= LONGEST:
        raise Problem("log_full")
    match.answer(request.seat, plain)
    return _forget_draw(match, _forget_takeback(record), request.seat)


def undo(match: Match, record: TableRecord, request: Request) -> TableRecord:
    """Take back one's last answer while nothing else has come of it."""
    playing(record, request.player, request.seat)
    refuse_stale(match, request.seat, request.version)
    refuse_length(record)
    match.undo(request.seat)
    return _forget_takeback(record)


def resign(match: Match, record: TableRecord, player: Player, seat: Seat) -> TableRecord:
    """Give up; or, while players are awaited, get up again. Whoever has set the table up clears it then."""
    if record.status == "open":
        own(record, player, seat)
        return call_off(match, record) if record.creator == player.id else sit(record, {seat: SeatHolder()})
    playing(record, player, seat)
    successor = _successor(match, record, player, seat)
    if successor is not None:
        return sit(record, {seat: successor})
    match.resign(seat)
    return record


def call_off(match: Match, record: TableRecord) -> TableRecord:
    """Clear a table at which nobody has begun to play."""
    if record.status != "open":
        raise Problem("too_late")
    match.adjudicate(None, "cancelled")
    return record


def _successor(match: Match, record: TableRecord, player: Player, seat: Seat) -> SeatHolder | None:
    """Who plays on for a seat that is given up; None where its side gives up with it.

    A superior takes over, as the game says. Where several sides would be left, the computer does: their game goes on.
    """
    above = match.game.superior(seat)
    while above is not None:
        holder = record.seats.get(above)
        if holder is not None and (holder.player is None or holder.player.id != player.id):
            return holder
        above = match.game.superior(above)
    return SeatHolder(bot=SUBSTITUTE) if len(by_side(record)) > 2 else None


def salt(match: Match, record: TableRecord, player: Player, seat: Seat, text: str) -> TableRecord:
    """Add a seat's salt to the dice; the kernel takes it once, and only before the first roll."""
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


# -- by consent -----------------------------------------------------------------------------------------


def _forget_takeback(record: TableRecord) -> TableRecord:
    if not record.offers["takeback"]:
        return record
    return msgspec.structs.replace(record, offers={**record.offers, "takeback": []})


def _forget_draw(match: Match, record: TableRecord, seat: Seat) -> TableRecord:
    """Whoever plays on until another is to decide has not taken the draw that was offered to him."""
    offered = record.offers["draw"]
    if not offered or seat in offered or (match.ask is not None and seat in match.ask.who):
        return record
    return msgspec.structs.replace(record, offers={**record.offers, "draw": []})


def offering(record: TableRecord, player: Player, seat: Seat, what: str, offer: bool) -> list[Seat]:
    """Who offers now; a player who holds several seats speaks for all of them, the seat named first.

    Who offers no more withdraws; who never did declines, and then nobody offers.
    """
    mine = record.held_by(player.id)
    offered = record.offers[what]
    others = [other for other in offered if other not in mine]
    if offer:
        return [*others, seat, *(other for other in mine if other != seat)]
    return [] if others == offered else others


def declined(before: TableRecord, after: TableRecord, player: Player, what: str) -> bool:
    """Whether a player has declined what others offered."""
    offered = before.offers[what]
    return bool(offered) and not after.offers[what] and not set(offered) & set(before.held_by(player.id))


def refuse_lapsed(record: TableRecord, player: Player, what: str) -> None:
    """Problem where somebody accepts what nobody else offers any more: it would become an offer of his own."""
    if not set(record.offers[what]) - set(record.held_by(player.id)):
        raise Problem("offer_gone")


def draw(
    match: Match, record: TableRecord, player: Player, seat: Seat, offer: bool, accept: bool = False
) -> TableRecord:
    """Offer a draw, accept or decline one, or withdraw the offer; it is agreed when all people of every side offer it.

    A side that the computer plays alone never does.
    """
    playing(record, player, seat)
    if accept:
        refuse_lapsed(record, player, "draw")
    agreed = offering(record, player, seat, "draw", offer)
    deciding = [people(record, seats) for seats in by_side(record).values()]
    if all(seats and set(agreed).issuperset(seats) for seats in deciding):
        match.agree_draw()
        return msgspec.structs.replace(record, offers=NO_OFFERS)
    return msgspec.structs.replace(record, offers={**record.offers, "draw": agreed})


# -- absent players -----------------------------------------------------------------------------------------


def claim(match: Match, record: TableRecord, player: Player, seat: Seat, now: float) -> TableRecord:
    """Win a game in which the other side's clock has run out; where both have in the same moment it is drawn."""
    playing(record, player, seat)
    if seat not in claiming(record, player.id, now):
        raise Problem("not_yet")
    side = side_of(record, seat)
    match.adjudicate(None if side in first_out(record, now) else side, "time")
    return record


def replace(
    match: Match, record: TableRecord, player: Player, seat: Seat, level: str, now: float, patience: float
) -> TableRecord:
    """Put the computer on a free seat, on one's own, or on that of a player who stays away."""
    if seat not in record.seats or not is_level(record.game, level):
        raise Problem("no_game")
    if record.status == "over":
        raise Problem("over")
    mine = record.held_by(player.id)
    if not mine and not (record.status == "open" and record.creator == player.id):
        raise Problem("not_yours")
    if record.seats[seat].bot is not None:
        if not _may_change_level(record, player, seat):
            raise Problem("bot_stays")
    elif seat not in mine and seat not in replaceable(record, player.id, now, patience):
        raise Problem("not_yet")
    return sit(record, {seat: SeatHolder(bot=level)})


def _may_change_level(record: TableRecord, player: Player, seat: Seat) -> bool:
    """Whether a player may have another computer player on a seat: on his own side's, or at a table of his own.

    Nobody chooses against whom others play, nor in a tournament against whom he plays himself.
    """
    if side_of(record, seat) in sides_of(record, player.id):
        return True
    if record.status == "open":
        return record.creator == player.id
    alone = all(holder.player is None or holder.player.id == player.id for holder in record.seats.values())
    return alone and record.assistance != "tournament"


# -- sitting down -----------------------------------------------------------------------------------------


def sit(record: TableRecord, changes: dict[Seat, SeatHolder]) -> TableRecord:
    """The record with other people on some seats; the game begins when none is free.

    What was offered from these seats is offered no more.
    """
    seats = {**record.seats, **changes}
    begins = record.status == "open" and not any(holder.free for holder in seats.values())
    offers = {what: [seat for seat in by if seat not in changes] for what, by in record.offers.items()}
    status = "running" if begins else record.status
    return msgspec.structs.replace(record, seats=seats, status=status, offers=offers)


def join(match: Match, record: TableRecord, player: Player, wanted: Seat | None) -> TableRecord:
    """Take a free seat, or the one that is wanted. Whether the player may come is judged before.

    Who sits there already may take another seat of the same side.
    """
    mine = sides_of(record, player.id)
    if mine and (wanted not in record.seats or side_of(record, wanted) not in mine):
        raise Problem("own_table")
    free = [seat for seat, holder in record.seats.items() if holder.free]
    if record.status != "open" or not free or (wanted is not None and wanted not in free):
        raise Problem("no_seat_free")
    return sit(record, {wanted or free[0]: SeatHolder(player)})


def return_to(match: Match, record: TableRecord, player: Player, seats: list[Seat]) -> TableRecord:
    """Take the seats that were kept for a player of the game before; once is enough."""
    if record.held_by(player.id):
        return record
    if record.status != "open" or not all(record.seats[seat].free for seat in seats):
        raise Problem("no_seat_free")
    return sit(record, dict.fromkeys(seats, SeatHolder(player)))


class Linked(Exception):
    """The game has a rematch already."""


def link_first(match: Match, record: TableRecord, following: str, by: Player) -> TableRecord:
    """Name the rematch that is made with it; Linked where there is one."""
    if record.rematch is not None:
        raise Linked
    return link(match, record, following, by)


def link(match: Match, record: TableRecord, following: str | None, asking: Player | None) -> TableRecord:
    """Name the rematch, unless there is another, and who asks for it too; or say that nobody does any more."""
    if following is not None and record.rematch not in (None, following):
        return record
    asked = [*record.offers.get("rematch", []), *record.held_by(asking.id)] if asking else []
    return msgspec.structs.replace(record, rematch=following, offers={**record.offers, "rematch": asked})
