"""Chapter 8, disorder: units that have lost their order and what it takes to find it again (8-ac, 8-ad, 8-ae)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.rules.characters import commander_of, has
from quadrilatero.games.vivaorre.rules.formations import allowed_formations, files_formed
from quadrilatero.games.vivaorre.rules.going import CLOSE_ORDER
from quadrilatero.games.vivaorre.said import MASS, SKIRMISH
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import tell_of
from quadrilatero.table import CENTRE, FRONT, REAR, overlaps_any, reform


def disorder(s: State, unit: Unit, why: str) -> Unit:
    """8-ac, 2-j. A charge or pursuit without contact, a fight, an evasion: the unit owes a turn of reordering.

    Formed regulars take mass; skirmishers stay as they are, and so does who has no room for a mass.
    """
    changed = s.change(unit, disorder="reorder")
    if unit.formation in CLOSE_ORDER and unit.is_regular and not unit.impi:
        pose = room_for_mass(s, unit)
        if pose is not None:
            changed = s.change(changed, formation=MASS, at=(pose[0], pose[1]))
    if unit.disorder != "reorder":
        tell_of(s, "disordered", "8-ac", changed, why=why)
    return changed


def room_for_mass(s: State, unit: Unit) -> Pose | None:
    """8-ac, 8-q, 12-n. Where a unit stands as a mass: its front kept, or its centre, or its rear, where there is room.

    What was beyond the edge of the table may stay so, but not the place of the unit.
    """
    formed = unit.copy()
    formed.formation = MASS
    formed.settle()
    others = [other.pose for other in s.on_table() if other.id != unit.id]
    for keep in (FRONT, CENTRE, REAR):
        pose = reform(unit.pose, formed.pose[3], formed.pose[4], keep)
        if ground.stays_on_table(s, unit.pose, pose) and overlaps_any(pose, others) < 0:
            if ground.closed_at(s, formed, pose) is None:
                return pose
    return None


def take_mass(s: State, unit: Unit) -> Unit:
    """12-k. A unit takes mass about its centre, which stays where it is."""
    if unit.is_guns:
        return unit
    formed = unit.copy()
    formed.formation = MASS
    formed.settle()
    pose = reform(unit.pose, formed.pose[3], formed.pose[4], CENTRE)
    return s.change(unit, formation=MASS, at=(pose[0], pose[1]))


def restore(s: State, unit: Unit, formation: str | None) -> Unit:
    """8-ad, 8-ae. Reordered, the unit may take any formation allowed to it; the ground it is in disorders it still."""
    wanted = formation or unit.formation
    in_rough = unit.formation != SKIRMISH and not unit.is_guns and ground.is_difficult(s, unit, unit.pose)
    files = files_formed(unit.figures, unit.impi) if formation is not None else unit.files
    restored = s.change(unit, disorder="ground" if in_rough else None, formation=wanted, files=files)
    tell_of(s, "reordered", "8-ad", restored, why="reordered")
    return restored


def reform_in_place(unit: Unit, formation: str | None) -> None:
    """8-ad. What reordering makes of a unit's copy, to see whether there is room for it."""
    unit.disorder = None
    if formation is not None:
        unit.formation, unit.files = formation, files_formed(unit.figures, unit.impi)
    unit.settle()


def may_take(s: State, unit: Unit, formation: str) -> bool:
    """8-ad, 5-ch15. Whether a formation is allowed to a unit that has reordered."""
    arm = "infantry" if unit.is_foot else unit.arm
    if formation == SKIRMISH and has(commander_of(s, unit), "ottuso"):
        return False
    return formation == unit.formation or formation in allowed_formations(arm, unit.training, unit.notes, unit.impi)
