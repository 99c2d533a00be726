"""Chapter 15: structures are battered down by artillery, and by engineers (16-c)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.ground import piece_of, said_piece
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import tell
from quadrilatero.table import span

WALLS = {"wood": 1, "stone": 2}
"""15-b: hits for each inch."""
BRIDGES = {"wood": 5, "stone": 10}
BUILDINGS = {"wood": 5, "stone": 10, "fortified": 15}


def hits_needed(piece: Piece) -> int | None:
    """15-b, 15-c. The hits that destroy a structure, a wall by its length, rounded up (1-k); None for others."""
    if piece.type in ("wall", "hedge"):
        ends = zip(piece.line, piece.line[1:], strict=False)
        length = sum(span(a[0], a[1], b[0], b[1]) for a, b in ends)
        return -(-length * _by_material(WALLS, "wood" if piece.type == "hedge" else piece.material) // 1000)
    if piece.type == "bridge":
        return _by_material(BRIDGES, piece.material)
    if piece.type == "building":
        return _by_material(BUILDINGS, piece.material)
    return BUILDINGS["fortified"] if piece.type == "heavy_works" else None


def _by_material(hits: dict[str, int], material: str | None) -> int:
    """What is of no material that the book names is taken for stone."""
    return hits[material] if material in hits else hits["stone"]


def batter(s: State, id: str, hits: int, rule: str) -> None:
    """15-a. Hits add up; a structure that has taken enough of them is no more."""
    piece = s.ground.pieces[id]
    needed, total = hits_needed(piece), piece.hits + hits
    assert needed is not None
    destroyed = total >= needed
    if destroyed:
        s.ground = s.ground.without(id)
    else:
        s.ground = s.ground.with_piece(piece_of(said_piece({**piece.plain, "hits": total}), "terrain"))
    tell(
        s,
        "structure",
        rule,
        piece=id,
        name=piece.name or f"type_{piece.type}",
        hits=hits,
        total=total,
        needed=needed,
        destroyed=destroyed,
    )
