"""Chapter 5.5, 11.1: what covers a base, and how well."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import BUILT, COVER_LINES, Piece
from quadrilatero.games.alaguerre.rules.contact import touches_line
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.table import TOUCH, shelters, stands_in

LOW = (*COVER_LINES, "stream")


def cover_of(s: State, base: Base, enemy: Pose | None) -> Piece | None:
    """5.5-b, 11.1-b. The best cover of a base against an enemy, or against anybody: what it is in, or lies behind."""
    found = [piece for piece in s.ground.pieces.values() if covers(piece, base, enemy)]
    return max(found, key=vdf_of, default=None)


def covers(piece: Piece, base: Base, enemy: Pose | None) -> bool:
    """5.5-b, 11-t4, 11-t8, 11-t10, 11-t11. Whether a base is in an area that covers, or has an element before it."""
    if base.inside == piece.id or occupies(base, piece):
        return True
    if piece.type == "wood":
        return any(stands_in(base.pose, area) for area in piece.areas)
    if piece.type not in LOW or not touches_line(base.pose, piece.line, piece.width):
        return False
    return enemy is None or shelters(piece.line, base.pose, enemy, piece.width // 2 + TOUCH)


def occupies(base: Base, piece: Piece) -> bool:
    """5.5.2-b. Whether a base has deployed to use an area or a work."""
    return base.occupies is not None and base.occupies.piece == piece.id


def vdf_of(piece: Piece | None) -> int:
    """11.1-a. The defence value of a piece, as far as it is known."""
    return 0 if piece is None else piece.vdf or 0


def occupied(s: State, base: Base) -> Piece | None:
    """11.1-b. What a base occupies: only that helps in mêlée."""
    return None if base.occupies is None else s.ground.pieces.get(base.occupies.piece)


def is_garrison(s: State, base: Base) -> bool:
    """10.2.2-d. Whether a base occupies buildings or a work that is not a line."""
    piece = occupied(s, base)
    return piece is not None and piece.type in BUILT


def is_built(piece: Piece | None) -> bool:
    """8.3-b, 8.4.1-a. A building or a closed work; trenches, hedges and walls are not."""
    return piece is not None and piece.type in BUILT
