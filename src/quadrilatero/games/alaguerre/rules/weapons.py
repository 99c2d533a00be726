"""Chapter 8.2, the table of ranges."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import HV_ART, LT_ART, MD_ART, MD_HOW, REI, UM
from quadrilatero.games.alaguerre.state import Base, State

HALF = UM // 2
SHORT = {"LBw": 2 * UM, "XBw": UM + HALF, "Aq": HALF, "Mk": UM}
"""8.2-t2, 8.2-t3: on foot; who is mounted has no short range."""
LONG = {
    "various": HALF,
    "Ps": UM,
    "Bw": UM + HALF,
    "LBw": 3 * UM,
    "XBw": 2 * UM + HALF,
    "Aq": UM + HALF,
    "Mk": 2 * UM,
    "none": 0,
}
GUN_RANGES = {
    LT_ART: (HALF, 3 * UM, 6 * UM),
    MD_ART: (UM, 4 * UM, 8 * UM),
    MD_HOW: (UM, 4 * UM, 8 * UM),
    HV_ART: (UM + HALF, 5 * UM, 10 * UM),
}
"""8.2-t4, 8.3-a: short, long and extreme; howitzers as medium guns."""


def short_range(s: State, base: Base) -> int:
    """8.2-t1, 8.2-t2, 8.2-t3, 8.2-t4. Up to where fire is at short range; 0 where the weapon has none."""
    if base.is_guns:
        return GUN_RANGES[base.type][0]
    if base.fire is None:
        return 0
    if base.acts == REI and base.weapon == "Ps":
        return HALF if s.options["pistol_short"] == "half" else 0
    return 0 if base.is_horse else SHORT.get(base.weapon, 0)


def long_range(base: Base) -> int:
    """8.2-t1, 8.2-t2, 8.2-t3, 8.2-t4. Up to where fire is at long range; 0 without a fire value."""
    if base.fire is None:
        return 0
    return GUN_RANGES[base.type][1] if base.is_guns else LONG[base.weapon]


def longest_range(base: Base) -> int:
    """8.1.4-c. The longest range of all: artillery alone has an extreme one."""
    if base.fire is None:
        return 0
    return GUN_RANGES[base.type][2] if base.is_guns else LONG[base.weapon]
