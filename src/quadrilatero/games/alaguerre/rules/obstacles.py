"""Chapter 11.3: linear obstacles: where they stop a unit, and how it comes over them."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.rules.formations import Unit, attached, is_column
from quadrilatero.games.alaguerre.rules.terrain import is_near
from quadrilatero.games.alaguerre.said import LIMBERED, LT_ART
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.games.alaguerre.telling import roll, tell
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.table import TOUCH, bearing, first_touch, overlap, shift, span, to_line

THIN = 2 * TOUCH + 2
"""How thick a line is taken to be where it is looked at what of a base is on which side of it."""
PROBE = THIN
NUMBERS = {"open": (2, 3, 4), "foot": (3, 4, 5), "horse": (4, 5, 6), "light guns": (5, None, None)}
"""11.3.1-t1: what has to be beaten, for the levels 1 to 3."""
RANDOM_LEVEL = (0, 1, 1, 2, 2, 3)
"""11.3.3-a: the level by the face of a die."""


def stretches(piece: Piece, thick: int = 1) -> list[Pose]:
    """11.3-a. The stretches of a linear obstacle as thin footprints."""
    found = []
    for (x1, y1), (x2, y2) in zip(piece.line, piece.line[1:], strict=False):
        ahead = (bearing(x1, y1, x2, y2) - 9000) % 36000
        middle = ((x1 + x2) // 2, (y1 + y2) // 2, ahead, max(1, span(x1, y1, x2, y2)), thick)
        found.append(shift(middle, ahead, thick // 2))
    return found


def is_at(pose: Pose, piece: Piece) -> bool:
    """11.3.1-a. Whether a unit touches an obstacle."""
    near = piece.width // 2 + TOUCH
    return is_near(pose, piece, near) and to_line(pose, piece.line) <= near


def first_obstacle(s: State, pose: Pose, bearing: int, by: int, passed: set[str]) -> tuple[int, Piece] | None:
    """11.3.1-a. The first obstacle that a straight way comes to, and how far it is; those passed do not count."""
    best: tuple[int, Piece] | None = None
    for piece in s.ground.obstacles:
        if piece.id in passed or not is_near(pose, piece, by + TOUCH) or is_at(pose, piece):
            continue
        way, index = first_touch(pose, bearing, by, stretches(piece))
        if index >= 0 and (best is None or way < best[0]):
            best = (way, piece)
    return best


def leads_across(pose: Pose, bearing: int, by: int, piece: Piece) -> bool:
    """11.3.1-a. Whether a way that begins at an obstacle goes over it, and not along it or away from it."""
    thick = stretches(piece, THIN)
    there = shift(pose, bearing, min(by, PROBE))
    return max(overlap(there, one) for one in thick) > max(overlap(pose, one) for one in thick)


def number_for(unit: Unit, level: int) -> int | None:
    """11.3.1-t1, 11.3.1-g. What a unit has to beat to come over an obstacle; None where it cannot."""
    base = unit.bases[0]
    if base.is_guns:
        kind = "light guns" if base.type == LT_ART and base.formation == LIMBERED else ""
    elif unit.is_train:
        kind = ""
    elif unit.is_open:
        kind = "open"
    else:
        kind = "horse" if unit.is_horse else "foot"
    return NUMBERS[kind][level - 1] if kind else None


def may_cross(unit: Unit, piece: Piece) -> bool:
    """11.3.1-g, 11.2-h. Whether a unit can ever come over an obstacle; over level 0 all but baggage can."""
    if piece.obstacle in (0, None):
        return not unit.is_train
    return number_for(unit, piece.obstacle) is not None


def room_before(s: State, unit: Unit, bearing: int, by: int) -> int:
    """11.3.2-b. How far a winner goes on: over obstacles without a roll, but not over those its troops never cross."""
    for piece in s.ground.obstacles:
        if may_cross(unit, piece):
            continue
        if is_at(unit.pose, piece):
            by = 0 if leads_across(unit.pose, bearing, by, piece) else by
        else:
            by = first_touch(unit.pose, bearing, by, stretches(piece))[0]
    return by


def by_gap(unit: Unit, pose: Pose, bearing: int, by: int, piece: Piece) -> bool:
    """11.3.1-d. Whether a column passes by an opening: the middle of its front goes through it."""
    if not is_column(unit) and unit.kind != LIMBERED:
        return False
    middle = (pose[0], pose[1], bearing, THIN, THIN)
    for gap in piece.gaps:
        (x1, y1), (x2, y2) = gap[0], gap[-1]
        if to_line((*pose[:2], bearing, 1, 1), gap) <= TOUCH:
            return True
        if first_touch(middle, bearing, by, [_span(x1, y1, x2, y2)])[1] >= 0:
            return True
    return False


def _span(x1: int, y1: int, x2: int, y2: int) -> Pose:
    """A stretch between two points, as thick as has to be for another footprint to meet it."""
    return (x1 + x2) // 2, (y1 + y2) // 2, (bearing(x1, y1, x2, y2) - 9000) % 36000, span(x1, y1, x2, y2), THIN


def find_level(s: State, piece: Piece) -> Script:
    """11.3.3-a. The level of an obstacle of which nothing is said is rolled when a unit first comes to it."""
    if piece.obstacle is not None:
        return piece
    (face,) = yield Dice(1)
    level = RANDOM_LEVEL[face - 1]
    roll(s, "11.3.3-a", "level", None, (face,), need=2, total=face, success=level > 0, piece=piece.id, value=level)
    s.ground = s.ground.with_piece(replace(piece.said, obstacle=level))
    return s.ground.pieces[piece.id]


def attempt(s: State, unit: Unit, piece: Piece) -> Script:
    """11.3.1-a, 11.3.1-b, 11.3.1-c, 11.3.1-f. A unit that stands at an obstacle tries to come over it: how it ends.

    Level 0 needs no roll, nor does who failed in the impulse before: that unit crosses and is disordered.
    """
    if piece.obstacle == 0:
        return "crosses"
    if all(base.crossing == piece.id for base in unit.bases):
        tell(s, "crossed", "11.3.1-c", unit=unit.id, piece=piece.id)
        return "crosses_disordered"
    need = number_for(unit, piece.obstacle or 1)
    assert need is not None
    (face,) = yield Dice(1)
    generals = attached(s, unit)
    level = max([general.level for general in generals]) if generals else 0
    total = face + level
    result = "crosses" if total > need else "crosses_disordered" if total == need else "stays"
    roll(
        s,
        "11.3.1-b",
        "obstacle",
        unit.side,
        (face,),
        need=need,
        total=total,
        success=total >= need,
        unit=unit.id,
        units=unit.ids,
        modifiers=[("11.3.1-f", level)],
        piece=piece.id,
        result=result,
    )
    return result
