"""Chapter 11.1: defence values."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.ground import BUILT, CLOSED_WORKS, COVER_LINES, WAR_WORKS, Piece
from quadrilatero.games.alaguerre.rules.areas import is_at_edge
from quadrilatero.games.alaguerre.rules.cohesion import own_seats
from quadrilatero.games.alaguerre.rules.obstacles import is_at
from quadrilatero.games.alaguerre.rules.terrain import lies_on
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import reveal, roll, tell
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

DEFENDED = (*BUILT, *COVER_LINES, "wood")
"""11.1-b: what gives cover."""
FORTIFIED = (*WAR_WORKS, *CLOSED_WORKS)


def random_value(piece: Piece, face: int) -> int:
    """11.1.1-a. Two faces for each value: 0 to 2, of works built for war 1 to 3."""
    return (face - 1) // 2 + (1 if piece.type in FORTIFIED else 0)


def is_near(pose: Pose, piece: Piece) -> bool:
    """11.1.1-b. Whether a base touches a piece of ground or is in it."""
    if piece.line:
        return is_at(pose, piece)
    return lies_on(pose, piece) or is_at_edge(pose, piece)


def find_values(s: State, poses: list[Pose]) -> Script:
    """11.1.1-b. What a piece of ground is worth is rolled when a unit first comes to it."""
    for piece in list(s.ground.pieces.values()):
        if piece.vdf is None and piece.type in DEFENDED and any(is_near(pose, piece) for pose in poses):
            (face,) = yield Dice(1)
            value = random_value(piece, face)
            roll(
                s, "11.1.1-a", "vdf", None, (face,), need=3, total=face, success=value > 0, piece=piece.id, value=value
            )
            s.ground = s.ground.with_piece(replace(piece.said, vdf=value))
            tell(s, "works", "11.1.1-b", piece=piece.id, vdf=value)


def find_secret_values(s: State) -> Script:
    """11.1.1-b. What pieces are worth that somebody stands at when the battle begins: his side alone learns it."""
    for piece in list(s.ground.pieces.values()):
        sides = {base.side for base in s.on_table() if is_near(base.pose, piece)}
        if piece.vdf is not None or piece.type not in DEFENDED or len(sides) != 1:
            continue
        (side,) = sides
        (face,) = yield Dice(1, seen_by=own_seats(s, side))
        value = random_value(piece, face)
        s.ground = s.ground.with_piece(replace(piece.said, vdf=value, secret=side))
        roll(
            s,
            "11.1.1-b",
            "vdf",
            side,
            (face,),
            need=3,
            total=face,
            success=value > 0,
            seen_by=own_seats(s, side),
            piece=piece.id,
            value=value,
        )


def show_values(s: State, side: str, poses: list[Pose]) -> Script:
    """11.1.1-b. A value that was rolled in secret is known to all once an enemy touches the piece."""
    for piece in list(s.ground.pieces.values()):
        if piece.secret not in (None, side) and any(is_near(pose, piece) for pose in poses):
            s.ground = s.ground.with_piece(replace(piece.said, secret=None))
            yield reveal(s, "works", "11.1.1-b", piece=piece.id, vdf=piece.vdf)
