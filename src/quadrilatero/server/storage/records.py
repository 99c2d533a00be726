"""Rows as the rest of the server handles them."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.kernel.log import Header
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.saves import SavedEntry

StoredEntry = SavedEntry
STUDY = "study"
"""What stands for the opponent at a table where somebody studies alone."""


class Conflict(Exception):
    """Somebody else has written to this match since it was read; nothing was written."""


class Full(Exception):
    """A player has as many of something as anybody may have; `what` is the code that says so."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Taken(Exception):
    """An account of that name exists."""


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays: a guest by name, or the holder of an account."""

    id: str
    name: str
    account: bool = False


class SeatHolder(msgspec.Struct, frozen=True):
    """Who sits on a seat: a player, a bot's level, or (both None) nobody yet."""

    player: Player | None = None
    bot: str | None = None

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return self.player is None and self.bot is None


class Battle(msgspec.Struct, frozen=True):
    """What was agreed on before a battle between armies; `armies` are those brought or suggested, by seat.

    None stands for an army that somebody will bring who is awaited.
    """

    year: int
    points: int
    theatre: str
    agreed: dict[str, str]
    armies: dict[Seat, Plain | None]

    @property
    def awaits(self) -> list[Seat]:
        """The seats whose armies are still to come."""
        return [seat for seat, army in self.armies.items() if army is None]


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table: how it was set up, who sits where, and what a list of tables shows of its match.

    `seats` and `options` never change in place; a changed record is a new one.
    """

    id: str
    creator: str
    opponent: str
    game: str
    scenario: str
    options: dict[str, str]
    pace: Plain
    assistance: str
    public: bool
    invitation: str | None
    title: dict[str, str] | None = None
    """A study's own; None where game and scenario say what is played."""
    battle: Battle | None = None
    status: str
    seats: dict[str, SeatHolder]
    header: Header
    dice: Plain
    version: int
    revision: int
    turn: list[str]
    result: Plain | None
    clock: Plain | None
    offers: dict[str, list[str]]
    since: Plain
    previous: str | None
    rematch: str | None
    created: float
    updated: float

    @property
    def study(self) -> bool:
        """Whether somebody studies here alone; such a table counts for nothing."""
        return self.opponent == STUDY

    def holds(self, player: str, seat: str) -> bool:
        """Whether a seat is that player's."""
        holder = self.seats.get(seat)
        return holder is not None and holder.player is not None and holder.player.id == player

    def held_by(self, player: str | None) -> list[str]:
        """The seats of a player."""
        return [seat for seat, holder in self.seats.items() if holder.player is not None and holder.player.id == player]


class Line(msgspec.Struct, frozen=True):
    """A line of chat, for everybody at the table or (`to`) for the seats of one side, which count their own."""

    n: int
    player: Player
    text: str
    at: float
    to: Seat | None = None

    def message(self) -> Plain:
        """The line as clients are sent it."""
        player = {"id": self.player.id, "name": self.player.name}
        return {"t": "chat", "n": self.n, "to": self.to, "player": player, "text": self.text, "at": self.at}


class Receipt(msgspec.Struct, frozen=True):
    """What a player's message was answered with, kept so that the same message twice is done once."""

    player: str
    message: str
    reply: Any
