"""Chapters 3 and 19: how many elements of terrain each side may place, and which."""

from __future__ import annotations

from math import isqrt

from quadrilatero.games.vivaorre.answers import Terrain
from quadrilatero.games.vivaorre.ground import HILLS, PieceSaid, piece_of, said_piece
from quadrilatero.games.vivaorre.pieces import Piece, Point
from quadrilatero.games.vivaorre.said import ENEMY, SIDES
from quadrilatero.games.vivaorre.state import State
from quadrilatero.games.vivaorre.telling import no
from quadrilatero.kernel import BadPosition, Plain, Refusal
from quadrilatero.table import TOUCH, span

LONGEST = 12_000
"""3-j: an element is at most so long and so wide."""
CROSSING = ("stream", "road")
"""3-j: what crosses the whole table."""


def in_defence(s: State, kind: str, attacker: str) -> str | None:
    """3-h, 3-i. Who counts as in defence for terrain: the defender or ambusher, but always who is not European."""
    strangers = [side for side in SIDES if not s.armies[side].european]
    if len(strangers) == 1:
        return strangers[0]
    return ENEMY[attacker] if kind in ("defensive", "ambush") else None


def number_of_elements(faces: dict[str, int], defender: str | None) -> dict[str, int]:
    """3-h. The die, one more for who is in defence and one less for his enemy, not below none."""
    if defender is None:
        return dict(faces)
    return {side: max(face + (1 if side == defender else -1), 0) for side, face in faces.items()}


def refuse_element(s: State, types: tuple[str, ...], answer: Terrain) -> Refusal | None:
    """3-j, 3-k, 19-a. Why an element may not be placed: its kind, its form, its size, or where it lies."""
    if answer.type == "impassable" and s.options["impassable_terrain"] == "off":
        return no("3-k", "impassable_by_agreement")
    if s.options["tournament_terrain"] == "on" and answer.type != "open" and answer.type not in types:
        return no("19-a", "not_of_the_theatre", type=answer.type)
    try:
        piece = piece_of(_said(s, answer), "terrain")
    except (ValueError, BadPosition):
        return no("3-j", "no_element", type=answer.type)
    wide, high = s.ground.size
    points = [point for shape in piece.shapes for point in shape] or list(piece.line)
    if any(not (0 <= x <= wide and 0 <= y <= high) for x, y in points):
        return no("3-j", "element_off_table")
    if piece.type in CROSSING:
        return None if _crosses(s, piece) else no("3-j", "crosses_the_table", type=answer.type)
    return None if _is_small(piece) else no("3-j", "element_too_large")


def _crosses(s: State, piece: Piece) -> bool:
    """3-j. Whether a line leads from one edge of the table to another."""
    first, last = (_edges_at(s, point) for point in (piece.line[0], piece.line[-1]))
    return any(one != other for one in first for other in last)


def _edges_at(s: State, point: Point) -> list[str]:
    wide, high = s.ground.size
    at = {"west": point[0] == 0, "east": point[0] == wide, "south": point[1] == 0, "north": point[1] == high}
    return [edge for edge, there in at.items() if there]


def _is_small(piece: Piece) -> bool:
    """3-j. Whether an area fits into a square of 12 inches, turned as one likes; a line is no longer than that."""
    if piece.line:
        return sum(span(*a, *b) for a, b in zip(piece.line, piece.line[1:], strict=False)) <= LONGEST + TOUCH
    return all(_fits(shape) for shape in piece.shapes)


def _fits(shape: tuple[Point, ...]) -> bool:
    """Along one of its sides and across it, a convex outline is no longer than the longest element."""
    for a, b in zip(shape, shape[1:] + shape[:1], strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = isqrt(dx * dx + dy * dy)
        if not length:
            continue
        along = [x * dx + y * dy for x, y in shape]
        across = [x * dy - y * dx for x, y in shape]
        if max(max(along) - min(along), max(across) - min(across)) <= (LONGEST + TOUCH) * length:
            return True
    return False


def place_element(s: State, answer: Terrain) -> PieceSaid:
    """3-l. The element lies on the table."""
    said = _said(s, answer)
    s.ground = s.ground.with_piece(piece_of(said, "terrain"))
    return said


def _said(s: State, answer: Terrain) -> PieceSaid:
    """An element as pieces of terrain are said; a hill has a crest along its length."""
    number = len(s.ground.pieces) + 1
    while f"t{number}" in s.ground.pieces:
        number += 1
    plain: Plain = {"id": f"t{number}", "type": answer.type}
    plain |= {key: value for key, value in (("shape", answer.shape), ("line", answer.line)) if value is not None}
    if answer.type in HILLS and answer.shape:
        plain["crest"] = crest_of([(x, y) for x, y in answer.shape])
    if answer.type in ("building", "wall", "bridge"):
        plain["material"] = "stone"
    if answer.type == "impassable":
        plain["material"] = "river" if answer.line is not None else "cliff"
    return said_piece(plain)


def crest_of(shape: list[Point]) -> list[list[int]]:
    """8-v. The crest of a hill: along its length, from near one end to near the other."""
    middle_x, middle_y = sum(x for x, _ in shape) // len(shape), sum(y for _, y in shape) // len(shape)
    ends = [(a, b) for number, a in enumerate(shape) for b in shape[number + 1 :]]
    a, b = max(ends, key=lambda pair: span(*pair[0], *pair[1]))
    return [[(3 * x + middle_x) // 4, (3 * y + middle_y) // 4] for x, y in (a, b)]
