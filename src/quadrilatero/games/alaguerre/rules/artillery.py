"""Chapter 8.3: what is peculiar to guns: ground they cannot reach, and works they batter."""

from __future__ import annotations

import msgspec

from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.rules.cover import vdf_of
from quadrilatero.games.alaguerre.said import HV_ART
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import tell
from quadrilatero.table import centre, contains, dead_zone

BREACH = 3
"""8.3.2-a: so many damages in an impulse lower a vdf by one."""


def in_dead_zone(s: State, gun: Base, target: Pose) -> bool:
    """8.3.1-a, 8.3.1-b. Whether a base lies in the ground that a battery on top of a rise cannot reach.

    On the way to the target's nearest point it goes from the edge of the flat top to as far beyond the foot of the hill
    as the foot is from the guns.
    """
    hill = hill_under(s, gun)
    return hill is not None and dead_zone(gun.pose, hill.shapes[0], hill.top, target)


def hill_under(s: State, gun: Base) -> Piece | None:
    """8.3.1-a. The rise on whose flat top a battery stands."""
    if not gun.is_guns:
        return None
    x, y = centre(gun.pose)
    for piece in s.ground.areas:
        if piece.type == "hill" and piece.top and contains(piece.top, x, y):
            return piece
    return None


def batter(s: State, gun: Base, piece: Piece | None, damage: int) -> None:
    """8.3.2-a. Heavy guns lower the vdf of masonry or timber by one for three damages in an impulse."""
    if gun.type != HV_ART or piece is None or piece.material == "earth" or not damage or not vdf_of(piece):
        return
    total = s.battered.get(piece.id, 0) + damage
    s.battered = {**s.battered, piece.id: total % BREACH}
    if total >= BREACH:
        s.ground = s.ground.with_piece(msgspec.structs.replace(piece.said, vdf=vdf_of(piece) - 1))
        tell(s, "works", "8.3.2-a", piece=piece.id, vdf=vdf_of(piece) - 1)
