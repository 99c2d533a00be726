"""Chapter 8.2, the table of ranges."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import REI
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.tables import RANGES

NONE: tuple[int | None, int, int | None] = (None, 0, None)


def ranges(base: Base) -> tuple[int | None, int, int | None]:
    """8.2-t4, 8.3-a. Short, long and extreme range: of guns by their class, of others by their weapon."""
    return NONE if base.fire is None else RANGES.get(base.type if base.is_guns else base.weapon, NONE)


def short_range(s: State, base: Base) -> int:
    """8.2-t1, 8.2-t2, 8.2-t3. Up to where fire is at short range; 0 where the weapon has none.

    Who is mounted has none, but for the pistols of reiters by one reading.
    """
    short = ranges(base)[0] or 0
    if base.is_guns:
        return short
    if base.acts == REI and base.weapon == "Ps":
        return short if s.options["pistol_short"] == "half" else 0
    return 0 if base.is_horse or base.weapon == "Ps" else short


def long_range(base: Base) -> int:
    """8.2-t1, 8.2-t2, 8.2-t3. Up to where fire is at long range; 0 without a fire value."""
    return ranges(base)[1]


def longest_range(base: Base) -> int:
    """8.1.4-c. The longest range of all: artillery alone has an extreme one."""
    _, long, extreme = ranges(base)
    return extreme or long
