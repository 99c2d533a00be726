"""Chapter 8.4: the table of fire."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.rules import cover
from quadrilatero.games.alaguerre.said import DISORDERED, PK, REI, SQUARE
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.tables import FIRE
from quadrilatero.games.alaguerre.telling import Modifiers
from quadrilatero.table import FRONT, LEFT, side_towards

FIREARMS = ("Mk", "Aq", "Ps")
SHORT, LONG, EXTREME = "short", "long", "extreme"
ALL_SIDES = 4


class Aim(NamedTuple):
    """A shot as it is reckoned: who at whom, from which side, how far, at which range; `moved` counts as having moved.

    `cover` is what the target is in or behind.
    """

    firer: Base
    target: Base
    side: str
    distance: int
    range: str
    moved: bool
    cover: Piece | None


def modifiers(s: State, aim: Aim) -> Modifiers:
    """8.4-a. Every modifier of a shot, in the order of the table."""
    found = [*of_target(s, aim), *of_firer(s, aim), *of_range(s, aim), *of_sides(aim), *of_cover(aim)]
    order = [*FIRE, "8.4-t19"]
    return sorted(found, key=lambda row: order.index(row[0]))


def value(row: str, aim: Aim) -> int:
    """8.4-a. A cell of the table: of artillery or of small arms, which are all others."""
    artillery, small_arms = FIRE[row]
    return artillery if aim.firer.is_guns else small_arms


def of_target(s: State, aim: Aim) -> Modifiers:
    """8.4-t1, 8.4-t5, 8.4-t8, 8.4-t9, 8.4-t12. Who the target is; a building or fortification hides most of it."""
    target, hidden = aim.target, is_hidden(s, aim)
    firearm = aim.firer.is_guns or aim.firer.weapon in FIREARMS
    return [
        ("8.4-t1", value("8.4-t1", aim) * target.tactical),
        ("8.4-t5", value("8.4-t5", aim) * (target.acts == PK and firearm and not hidden)),
        ("8.4-t8", value("8.4-t8", aim) * (target.is_open and not hidden)),
        ("8.4-t9", value("8.4-t9", aim) * (target.is_guns and not hidden)),
        ("8.4-t12", value("8.4-t12", aim) * (is_shielded(aim) and not hidden)),
        *of_armour(s, aim),
    ]


def is_hidden(s: State, aim: Aim) -> bool:
    """8.3-b, 8.4.1-a. Covered by a building or a closed work; by another reading by any cover."""
    if s.options["covered_pikes"] == "all_cover":
        return aim.cover is not None
    return cover.is_built(aim.cover)


def is_shielded(aim: Aim) -> bool:
    """8.4-t12. Shields help in front and on the left, pavises in front alone."""
    side = side_towards(aim.target.pose, aim.firer.pose[0], aim.firer.pose[1])
    if "pavises" in aim.target.notes and side == FRONT:
        return True
    return "shields" in aim.target.notes and side in (FRONT, LEFT)


def of_armour(s: State, aim: Aim) -> Modifiers:
    """8.4-t13, 8.4-t18. Armour takes one, two from a long bow."""
    if not aim.target.armour:
        return []
    if aim.firer.weapon == "LBw":
        return [("8.4-t18", value("8.4-t18", aim))]
    return [("8.4-t13", value("8.4-t13", aim) * int(s.options["armour_fire"]))]


def of_firer(s: State, aim: Aim) -> Modifiers:
    """8.4-t3, 8.4-t6, 8.4-t7, 8.4-t11, 8.4.3-a, 2.6.6-c. First fire, disorder, losses of any date, movement, salvo."""
    firer = aim.firer
    first = firer.first_fire and firer.weapon in FIREARMS and s.options["first_fire"] == "on"
    return [
        ("8.4-t3", value("8.4-t3", aim) * first),
        ("8.4-t6", value("8.4-t6", aim) * (firer.state == DISORDERED)),
        ("8.4-t7", value("8.4-t7", aim) * firer.all_losses),
        ("8.4-t11", value("8.4-t11", aim) * aim.moved),
        ("8.4.3-a", value("8.4.3-a", aim) * (firer.is_foot and "salvo" in firer.notes and not aim.moved)),
    ]


def of_range(s: State, aim: Aim) -> Modifiers:
    """8.4-t2, 8.4-t4, 8.4-t10, 8.4-t16. Short, long and extreme range; horse is easier to hit at short range."""
    if aim.range == SHORT:
        short = int(s.options["artillery_short"]) if aim.firer.is_guns else value("8.4-t2", aim)
        return [("8.4-t2", short), ("8.4-t4", value("8.4-t4", aim) * aim.target.is_horse)]
    return [("8.4-t10", value("8.4-t10", aim))] if aim.range == LONG else [("8.4-t16", value("8.4-t16", aim))]


def of_sides(aim: Aim) -> Modifiers:
    """8.4-t14, 8.4-t15, 8.4-t17, 8.4.2-a, 8.4.2-b, 8.4.2-e. Fire on several sides, and of reiters to a flank."""
    many = sides_of(aim.firer)
    flank = aim.firer.acts == REI and aim.side in ("left", "right")
    return [
        ("8.4-t14", value("8.4-t14", aim) * (many == 2)),
        ("8.4-t15", value("8.4-t15", aim) * flank),
        ("8.4-t17", value("8.4-t17", aim) * (many == ALL_SIDES)),
    ]


def sides_of(base: Base) -> int:
    """8.4.2-a, 8.4.2-b, 8.4.2-e. On how many sides a base can shoot: in square or at a perimeter on four."""
    if base.formation == SQUARE:
        return ALL_SIDES
    if base.occupies is None or base.occupies.sides is None or base.is_guns:
        return 1
    return ALL_SIDES if base.occupies.sides == "all" else len(base.occupies.sides)


def of_cover(aim: Aim) -> Modifiers:
    """8.4-t19, 11.1-b. The vdf of what the target is in or behind."""
    return [("8.4-t19", -cover.vdf_of(aim.cover))]
