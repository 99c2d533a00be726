"""Chapters 9 and 18: how far small arms and guns reach, in inches, and how many dice a section of guns has."""

from __future__ import annotations

from typing import NamedTuple

from quadrilatero.table import TOUCH

Ranges = tuple[int, int, int]
"""9-g: the end of short, medium and long range, each included."""
BANDS = ("short", "medium", "long", "extreme")
SHARES = {"short": 1, "medium": 2, "long": 4, "extreme": 8}
"""9-g, 9-l: dice are divided by this."""

SMALL_ARMS: dict[str, Ranges] = {
    "musket": (1, 2, 4),
    "rifled_musket": (2, 4, 8),
    "breech_rifle": (3, 6, 12),
    "smooth_carbine": (0, 1, 2),
    "rifled_carbine": (1, 2, 4),
    "breech_carbine": (2, 4, 8),
    "bow": (0, 1, 2),
    "dreyse_rifle": (2, 4, 8),
    "dreyse_carbine": (1, 2, 4),
}
BREECH = ("breech_rifle", "breech_carbine", "dreyse_rifle", "dreyse_carbine")
"""9-m13: small arms that load at the breech."""
MUZZLE = ("musket", "rifled_musket", "smooth_carbine", "rifled_carbine")
"""13-j: small arms that rain spoils."""


class Gun(NamedTuple):
    """A kind of gun: its ranges, its dice by the table of points and by its calibre (9-f), and what it is."""

    ranges: Ranges
    power: int
    by_calibre: int
    siege: bool = False
    howitzer: bool = False
    machine: bool = False


GUNS: dict[str, Gun] = {
    "smooth_4": Gun((3, 6, 12), 2, 2),
    "smooth_6": Gun((3, 6, 12), 2, 2),
    "smooth_8": Gun((5, 10, 20), 3, 3),
    "smooth_9": Gun((5, 10, 20), 3, 3),
    "smooth_12": Gun((5, 10, 20), 4, 4),
    "smooth_16": Gun((10, 20, 40), 4, 4),
    "smooth_18": Gun((10, 20, 40), 4, 5, siege=True),
    "smooth_24": Gun((10, 20, 40), 5, 5, siege=True),
    "rifled_4": Gun((5, 10, 20), 2, 2),
    "rifled_6": Gun((5, 10, 20), 2, 2),
    "rifled_8": Gun((8, 16, 32), 3, 3),
    "rifled_9": Gun((8, 16, 32), 3, 3),
    "rifled_12": Gun((8, 16, 32), 4, 4),
    "parrott": Gun((10, 20, 40), 4, 4),
    "breech_12": Gun((16, 32, 64), 4, 4),
    "breech_15": Gun((16, 32, 64), 4, 4),
    "long_tom": Gun((30, 60, 120), 5, 5, siege=True),
    "rapid_4": Gun((10, 20, 40), 3, 3),
    "rapid_6": Gun((8, 16, 32), 4, 3),
    "pom_pom": Gun((10, 20, 40), 3, 3),
    "russian_4": Gun((8, 16, 32), 3, 3),
    "russian_6": Gun((5, 10, 20), 4, 3),
    "howitzer_6": Gun((3, 6, 12), 2, 2, howitzer=True),
    "howitzer_8": Gun((5, 10, 20), 3, 3, howitzer=True),
    "mg_old": Gun((2, 4, 8), 4, 3, machine=True),
    "mg_modern": Gun((3, 6, 12), 4, 4, machine=True),
}


def band(ranges: Ranges, distance: int, extreme: bool) -> str | None:
    """9-g, 9-l, 18-e. The band of a distance in mils, its end included; None beyond the reach of the weapon.

    A short range of 0 is for those in contact.
    """
    if distance <= TOUCH:
        return BANDS[0]
    for number, reach in enumerate(ranges):
        if distance <= 1000 * reach:
            return BANDS[number]
    return BANDS[3] if extreme and distance <= 2000 * ranges[2] else None
