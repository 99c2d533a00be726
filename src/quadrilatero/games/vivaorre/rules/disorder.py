"""Chapter 8, disorder: units that have lost their order and what it takes to find it again (8-ac, 8-ad, 8-ae)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.rules.characters import commander_of, has
from quadrilatero.games.vivaorre.rules.formations import allowed_formations, files_formed
from quadrilatero.games.vivaorre.rules.manoeuvres import CLOSE_ORDER
from quadrilatero.games.vivaorre.said import MASS, SKIRMISH
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import tell_of
from quadrilatero.table import CENTRE, reform


def disorder(s: State, unit: Unit, why: str) -> Unit:
    """8-ac, 2-j. A charge or pursuit without contact, a fight, an evasion: the unit owes a turn of reordering.

    Formed regulars take mass; skirmishers stay as they are.
    """
    formation = MASS if unit.formation in CLOSE_ORDER and unit.is_regular and not unit.impi else unit.formation
    changed = s.change(unit, disorder="reorder", formation=formation)
    if unit.disorder != "reorder":
        tell_of(s, "disordered", "8-ac", changed, why=why)
    return changed


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
    """8-ad. Reordered, the unit may take any formation allowed to it."""
    wanted = formation or unit.formation
    files = files_formed(unit.figures, unit.impi) if formation is not None else unit.files
    restored = s.change(unit, disorder=None, formation=wanted, files=files)
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
