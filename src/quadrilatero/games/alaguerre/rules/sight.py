"""Chapter 1.2: lines of sight."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import BUILT, Piece
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.table import Screen, block, limits, sight, wood

LOOKING = limits(9, UM)
"""1.2-a, 11-t4: from any of nine points to any of nine, through 1um of wood."""

REMEMBERED = 5000
"""So many lines are kept of a ground, on which units look at each other again and again."""


def screens(s: State) -> tuple[Screen, ...]:
    """1.2-a. What on this ground can stand in the way of a line of sight; worked out once for a ground."""
    found = s.ground.screens
    if found is None:
        found = tuple([screen for piece in s.ground.pieces.values() for screen in screens_of(piece)])
        s.ground.screens = found
    return found


def screens_of(piece: Piece) -> list[Screen]:
    """1.2-a, 11.2-a, 11.2-b. Hills and buildings that neither end stands in, and woods; units do not."""
    if piece.type == "wood":
        return [wood(shape) for shape in piece.shapes]
    if piece.type == "hill" or piece.type in BUILT:
        return [block(shape) for shape in piece.shapes]
    return []


def sees(s: State, one: Pose, other: Pose) -> bool:
    """1.2-a, 1.2-b. Whether there is a free line of sight from one base to another."""
    ground = screens(s)
    if not ground:
        return True
    seen = s.ground.seen
    found = seen.get((one, other))
    if found is None:
        if len(seen) >= REMEMBERED:
            seen.clear()
        found = seen[one, other] = sight(one, other, (), ground, LOOKING).clear
    return found
