"""Chapter 4.1.2: objectives, and guns that were left behind."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.records import GunsLeft, Objective
from quadrilatero.games.alaguerre.rules import cohesion, terrain
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.said import ENEMY, UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import called, tell
from quadrilatero.table import no_nearer, to_line, to_point

FAR = 1000 * UM
"""Farther than anything on a table."""
LENGTH = 2 * UM
"""4.1.2-c: a linear work is worth its vdf for every such length."""


def look(s: State) -> None:
    """4.1.1-c, 4.1.1-d, 4.1.1-e. After an answer: guns that are overrun, objectives that change hands.

    Where nothing has changed since the last look, nobody looks again.
    """
    now = (s.guns, s.objectives, s.ground)
    then: tuple[object, object, object] | None = s.lineup.kept.get("objectives")
    if then is not None and then[0] is now[0] and then[1] is now[1] and then[2] is now[2]:
        return
    s.lineup.kept["objectives"] = now
    for guns in s.guns:
        if any(touches(base.pose, (guns.at[0], guns.at[1], guns.facing, UM, UM)) for base in s.enemies_of(guns.side)):
            s.guns = tuple([other for other in s.guns if other.id != guns.id])
            tell(s, "overrun", "4.1.1-c", id=guns.id, name=guns.id, side=guns.side)
            cohesion.change(s, army_of_guns(s, guns), -guns.morale, "overrun", "4.1.1-c")
    for objective in s.objectives:
        owner = owner_of(s, objective)
        if owner != objective.owner:
            hand_over(s, objective, owner, taken_by(s, objective, owner))


def taken_by(s: State, objective: Objective, owner: str | None) -> str | None:
    """4.2-b. The army whose troops have taken an objective."""
    for base in s.on_table(owner) if owner is not None else ():
        if stands_on(s, base, objective):
            return cohesion.army_of(s, base)
    return None


def army_of_guns(s: State, guns: GunsLeft) -> str:
    """4.1.1-c, 4.2-a. The army that guns were of which their crew has left."""
    division = next((gone.division for gone in s.eliminated if gone.id == guns.id), None)
    return cohesion.army_named(s, division, guns.side)


def hand_over(s: State, objective: Objective, owner: str | None, army: str | None = None) -> None:
    """4.1.1-d, 4.1.1-e, 4.2-b. Who takes an objective adds its value, who loses it takes it away; allies alike."""
    before = objective.owner
    taken = replace(objective, owner=owner, army=army)
    s.objectives = tuple([taken if one.id == objective.id else one for one in s.objectives])
    name = called(s, objective.piece or objective.id)
    tell(s, "objective", "4.1.1-d", id=objective.id, owner=owner, value=objective.value, name=name)
    if owner is not None:
        cohesion.change_all(s, owner, objective.value, "objective", "4.1.1-d")
    if before is not None:
        cohesion.change_all(s, before, -objective.value, "objective", "4.1.1-e")


def owner_of(s: State, objective: Objective) -> str | None:
    """4.1.2-f, 4.1.2-g, 4.1.2-h. Who has an objective now: who stands in it alone, or who had it and is nearest."""
    inside = [base for base in s.on_table() if stands_on(s, base, objective)]
    takers = {base.side for base in inside if base.is_steady and (base.is_foot or base.is_horse)}
    if objective.camp and objective.owner is not None and not takers - {objective.owner}:
        return objective.owner
    if len(takers) == 1 and all(base.side in takers for base in inside):
        return next(iter(takers))
    if objective.owner is None or inside:
        return objective.owner
    return objective.owner if is_nearest(s, objective, objective.owner) else None


def stands_on(s: State, base: Base, objective: Objective) -> bool:
    """4.1.2-g. Whether a base is in or on an objective."""
    at = objective.at
    if at is not None:
        return no_nearer(base.pose, (at[0], at[1], 0, 0, 0)) <= 0 and to_point(base.pose, at[0], at[1]) == 0
    piece = s.ground.pieces.get(objective.piece or "")
    if piece is None:
        return False
    occupied = base.occupies is not None and base.occupies.piece == piece.id
    return base.inside == piece.id or occupied or (bool(piece.areas) and terrain.lies_on(base.pose, piece))


def is_nearest(s: State, objective: Objective, side: str) -> bool:
    """4.1.2-h. Whether the nearest unit at most disordered is of that side; at equal distance the owner stays."""
    own = nearest(s, objective, side, FAR)
    return nearest(s, objective, ENEMY[side], own) >= own


def nearest(s: State, objective: Objective, side: str, most: int) -> int:
    """4.1.2-h. How far the nearest unit at most disordered of a side is from an objective; `most` if none is nearer."""
    best = most
    box = box_of(s, objective)
    for base in s.on_table(side):
        if base.is_steady and (box is None or outside(base.pose, box) < best):
            best = min(best, far(s, base, objective))
    return best


def box_of(s: State, objective: Objective) -> tuple[int, int, int, int] | None:
    """West, south, east and north of an objective; None where it is nowhere."""
    if objective.at is not None:
        x, y = objective.at
        return x, y, x, y
    piece = s.ground.pieces.get(objective.piece or "")
    return None if piece is None else piece.box


def outside(pose: Pose, box: tuple[int, int, int, int]) -> int:
    """A base is at least so far from what is in a box; found at once, to pass over those who are far off."""
    west, south, east, north = box
    return max(west - pose[0], pose[0] - east, south - pose[1], pose[1] - north) - pose[3] // 2 - pose[4] - 1


def far(s: State, base: Base, objective: Objective) -> int:
    """4.1.2-h. From the nearest point of a base to the nearest of an objective."""
    if objective.at is not None:
        return to_point(base.pose, objective.at[0], objective.at[1])
    piece = s.ground.pieces.get(objective.piece or "")
    if piece is None or stands_on(s, base, objective):
        return 0
    outlines = [[*shape, shape[0]] for shape in piece.shapes] or [list(piece.line)]
    return min(to_line(base.pose, outline) for outline in outlines)


# -- values without a scenario (4.1.2) ---------------------------------------------------------------------------------


def value_of(kind: str, vdf: int, length: int, wide: int, material: str) -> int:
    """4.1.2-b, 4.1.2-c, 4.1.2-d. What a piece of ground is worth where no scenario says it."""
    if kind in ("town", "village", "farm"):
        return vdf
    if kind in ("trench", "rampart", "wall", "hedge", "bank", "redoubt", "fort"):
        return vdf * (length // LENGTH)
    if kind == "ford":
        return 2 if wide >= 4 * UM else int(wide >= 2 * UM)
    if kind == "bridge":
        return 4 if material == "stone" else 3
    return 0
