"""Chapter 13, sight: what can be fired at, and what stands in the way."""

from __future__ import annotations

from quadrilatero.games.vivaorre.ground import WOODS
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.table import Screen, Sight, barrier, block, crest, hedge, limits, sight, solid, wood
from quadrilatero.table.sight import FAR, WOOD

DIM = 2000
"""13-a, 13-d: how far one sees in very bad weather and through woods."""


def screens(s: State) -> tuple[Screen, ...]:
    """13-c, 13-d. What on this ground can stand in the way of a line of sight; worked out once for a ground."""
    found = s.ground.screens
    if found is None:
        found = tuple([screen for piece in s.ground.pieces.values() for screen in screens_of(piece)])
        s.ground.screens = found
    return found


def screens_of(piece: Piece) -> list[Screen]:
    """13-c, 13-d, 8-v. Hedges and walls, crests of hills, buildings and heavy works, woods, impassable heights."""
    if piece.type in ("hedge", "wall"):
        return [hedge(piece.line)]
    if piece.type in ("building", "heavy_works"):
        return [block(shape) for shape in piece.shapes]
    if piece.type in WOODS:
        return [wood(shape) for shape in piece.shapes]
    if piece.type == "impassable" and piece.material in ("crest", "jungle"):
        return [solid(shape) for shape in piece.shapes] or [barrier(piece.line)]
    return [crest(piece.crest)] if piece.crest else []


def look(s: State, unit: Unit, target: Unit) -> Sight:
    """13-c. The lines from a unit to another and what stops them: third units too; who is hidden stops nobody."""
    others = [other.pose for other in s.on_table() if other.id not in (unit.id, target.id) and not other.hidden]
    far = DIM if s.weather == "bad" else -1
    higher = ground.is_higher(s, unit.pose, target.pose)
    return sight(unit.pose, target.pose, others, screens(s), limits(3, DIM, far, ground.LINED, higher=higher))


def sees(s: State, unit: Unit, target: Unit) -> bool:
    """13-a, 13-c, 13-d, 13-e. Whether there is a free line of sight from a unit to another."""
    return look(s, unit, target).clear


def why_unseen(s: State, unit: Unit, target: Unit) -> str:
    """13-a, 13-c, 13-d. The rule that keeps a target out of sight."""
    stops = {stop[4] for stop in look(s, unit, target).stops}
    if stops == {FAR}:
        return "13-a"
    return "13-d" if WOOD in stops else "13-c"
