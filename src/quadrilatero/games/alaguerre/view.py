"""What a seat is shown: the position as far as it may know it."""

from __future__ import annotations

from quadrilatero.games.alaguerre.position import CODEC
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Plain, Seat

write = CODEC.writer()
ADDED = ("footprints",)
"""What views have beyond positions."""


def side_of(seat: Seat) -> Seat:
    """3.4-a. The side that a seat plays for."""
    return seat.partition(".")[0]


def view(s: State, seat: Seat | None) -> Plain:
    """4.3-a, 11.1.1-b. Everything on the table, but the cohesion of the enemy and defence values rolled in secret."""
    side = None if seat is None else side_of(seat)
    plain = write(s)
    if s.result is None and s.options["cohesion_shown"] == "own":
        plain["cohesion"] = {army: value for army, value in plain["cohesion"].items() if is_own(s, side, army)}
    if any(piece.secret not in (None, side) for piece in s.ground.pieces.values()) and s.result is None:
        plain["table"] = {**plain["table"], "terrain": [_shown(piece, side) for piece in plain["table"]["terrain"]]}
    return with_footprints(s, plain)


def disclosed(s: State) -> Plain:
    """The table as everybody sees it when the battle is over."""
    return with_footprints(s, write(s))


def with_footprints(s: State, plain: Plain) -> Plain:
    """What is shown, with width and depth of each base."""
    plain["footprints"] = {base.id: [base.pose[3], base.pose[4]] for base in s.on_table()}
    return plain


def is_own(s: State, side: str | None, army: str) -> bool:
    """4.2-a, 4.3-a. Whether an army is of that side; an allied one is named by its divisions."""
    if army == side:
        return True
    return any(division.army == army and division.side == side for division in s.divisions.values())


def _shown(piece: Plain, side: str | None) -> Plain:
    """11.1.1-b. A piece without its defence value, where another side alone knows it."""
    if piece.get("secret") in (None, side):
        return piece
    return {key: value for key, value in piece.items() if key != "vdf"}


def without_additions(plain: Plain) -> Plain:
    """A view as positions have it."""
    return {key: value for key, value in plain.items() if key not in ADDED}
