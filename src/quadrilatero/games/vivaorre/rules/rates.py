"""Chapter 8, the table of movement: how far units go in a turn, in mils, and what a move is made of.

A move is counted in grains, so many that every rate of the book, also half as fast again or doubled, takes a whole
number of them for each mil: shares of a move are then compared exactly.
"""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.vivaorre.rules.weapons import GUNS
from quadrilatero.games.vivaorre.said import ASSAULT, BATTERY, LIMBERED, MARCH, SKIRMISH, SQUARE
from quadrilatero.games.vivaorre.state import Unit

INCH = 1000
WHOLE = 720_000
"""The grains of a whole move; a multiple of every rate there is."""
GENERAL = 12 * INCH
"""5-g: a general's move."""
CHARGING = (3, 2)
"""8-e: horse that charges or pursues goes half as far again."""
COLUMNS = (ASSAULT, MARCH, LIMBERED)
"""8-h, 8-aa: what wheels and crosses bridges as a column does."""


def rate(unit: Unit) -> int:
    """8-a, 8-b, 8-c, 8-o, 8-p. The distance of a whole move in the formation that the unit has."""
    if unit.is_guns:
        return INCH if unit.formation == BATTERY else limbered_rate(unit)
    if unit.formation == SQUARE:
        return INCH
    quick = unit.formation in COLUMNS or unit.formation == SKIRMISH or not unit.is_regular
    if unit.is_horse:
        return (8 if quick else 6) * INCH
    return (5 if quick else 3) * INCH


def limbered_rate(unit: Unit) -> int:
    """8-c. Siege guns go 2 inches, horse artillery 6, all others 3."""
    if is_siege(unit):
        return 2 * INCH
    return (6 if unit.mount == "horse" else 3) * INCH


def is_siege(unit: Unit) -> bool:
    """8-c. Guns of over 17 pounds."""
    return unit.gun is not None and GUNS[unit.gun].siege


def charge_reach(unit: Unit) -> int:
    """7-g, 8-e. Foot charges as far as it moves, horse half as far again."""
    return rate(unit) * 3 // 2 if unit.is_horse else rate(unit)


def flight(unit: Unit) -> int:
    """8-d. Routing or evading: foot 6 inches, horse 12, limbered guns their own rate."""
    if unit.is_guns:
        return limbered_rate(unit)
    return (12 if unit.is_horse else 6) * INCH


def change_cost(unit: Unit) -> int:
    """8-k. What a change of formation costs: half a move to regulars, the whole move to irregulars."""
    return WHOLE // 2 if unit.is_regular and not is_siege(unit) else WHOLE


def longest(most: int, allowed: Callable[[int], bool]) -> int:
    """The greatest number up to one that is allowed, if all below it are."""
    if allowed(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        if allowed(middle):
            low = middle
        else:
            high = middle
    return low
