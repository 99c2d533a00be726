"""What the server tells a seat of a match, made without a server."""

from __future__ import annotations

from quadrilatero.kernel import Match
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.server.http.frames import whole
from quadrilatero.server.play import telling
from quadrilatero.server.play.describe import common, personal
from quadrilatero.server.storage import Player, SeatHolder, TableRecord

NOW = 1_800_000_000.0


def holder_of(seat: Seat) -> Player:
    """Who sits there."""
    return Player(seat, seat.capitalize())


def record_of(match: Match) -> TableRecord:
    """The record of a table at which that match is played, each seat by a person and with a clock."""
    turn = list(match.ask.who) if match.ask else []
    return TableRecord(
        id="t",
        creator=match.seats[0],
        opponent="open",
        game=match.header.game,
        scenario=match.header.scenario or "",
        options=match.header.options,
        pace={"kind": "minutes", "minutes": 30},
        assistance="standard",
        public=True,
        invitation="hush",
        status="running" if match.result is None else "over",
        seats={seat: SeatHolder(holder_of(seat)) for seat in match.seats},
        header=match.header,
        dice=match.dice.plain(),
        version=match.version,
        revision=1,
        turn=turn,
        result=None,
        clock={"remaining": dict.fromkeys(match.seats, 60.0), "running": turn, "at": NOW},
        since={},
        offers={"draw": [], "takeback": []},
        previous=None,
        rematch=None,
        created=NOW,
        updated=NOW,
    )


def state_told(match: Match, seat: Seat | None) -> bytes:
    """The message that shows the match to whoever sits there (None: to a spectator) when a socket is opened."""
    record, viewer = record_of(match), None if seat is None else holder_of(seat)
    table, own = telling.encode(common(record, NOW)), telling.encode(personal(record, viewer, NOW, 60.0))
    return whole(telling.Teller(match, record.status == "running", table).state(seat, own, None))


def acknowledged(match: Match, seat: Seat | None) -> Plain:
    """What a message of that seat is answered with."""
    return telling.acknowledgement(match, seat, "m")
