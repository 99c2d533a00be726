"""Chapters 1 and 2: bases, formations and the ground they take up; in mils, thousandths of an inch of the rules."""

from __future__ import annotations

from quadrilatero.games.vivaorre.said import (
    ARTILLERY,
    ASSAULT,
    BATTERY,
    CAVALRY,
    INFANTRY,
    LIMBERED,
    LINE,
    MARCH,
    MASS,
    REGULAR,
    SKIRMISH,
    SQUARE,
)

FOOT, HORSE, GUN = (375, 625), (1000, 1000), (1375, 1375)
IMPI_FILES = 8
FORMATION_RULES = {
    LINE: "2-e",
    ASSAULT: "2-f",
    MARCH: "2-g",
    SKIRMISH: "2-h",
    SQUARE: "2-i",
    MASS: "2-j",
    BATTERY: "2-k",
    LIMBERED: "2-k",
}
"""2-e, 2-f, 2-g, 2-h, 2-i, 2-j, 2-k: the rule that says of whom each formation is."""


def base(arm: str, mounted: bool) -> tuple[int, int]:
    """1-e. Width and depth of a figure's base, or of a gun with its crew; who has dismounted stands as foot does."""
    if arm == ARTILLERY:
        return GUN
    return HORSE if arm == CAVALRY and mounted else FOOT


def standard_size(arm: str, training: str, sections: int) -> int:
    """1-b, 2-b. Figures of a unit of standard size; of a battery its gunners, two for each section."""
    if arm == ARTILLERY:
        return 2 * sections
    return (8 if arm == INFANTRY else 6) * (1 if training == REGULAR else 2)


def sections_left(figures: int) -> int:
    """9-e. A section is lost with its second gunner."""
    return (figures + 1) // 2


def usual_formation(arm: str, training: str, impi: bool, figures: int) -> str:
    """2-e, 2-j, 2-k. The formation of a unit of which nothing else is said."""
    if arm == ARTILLERY:
        return BATTERY
    if impi:
        return impi_formation(figures)
    return LINE if training == REGULAR else MASS


def impi_formation(figures: int) -> str:
    """20.zulu-d. An impi on its front of eight is a line in one rank, and an assault column in any more."""
    return LINE if figures == IMPI_FILES else ASSAULT


def files_formed(figures: int, impi: bool) -> int:
    """2-f, 20.zulu-d. The files in which a column forms: half of its figures, or an impi's eight."""
    return IMPI_FILES if impi and figures >= IMPI_FILES else (figures + 1) // 2


def files_left(files: int, figures: int, impi: bool) -> int:
    """2-f. Losses of a column come from its rear rank; its front shrinks when there is no other rank left."""
    return files_formed(figures, impi) if impi else min(files, figures)


def footprint(arm: str, mounted: bool, formation: str, figures: int, files: int, ranks: int) -> tuple[int, int]:
    """2-e, 2-f, 2-g, 2-h, 2-i, 2-j, 2-k. Width and depth of a unit; skirmishers stand a base's width apart."""
    width, depth = base(arm, mounted)
    if arm == ARTILLERY:
        sections = sections_left(figures)
        return (width, depth * sections) if formation == LIMBERED else (width * sections, depth)
    if formation == LINE:
        return width * figures, depth
    if formation == ASSAULT:
        return width * files, depth * -(-figures // files)
    if formation == MARCH:
        return width, depth * figures
    if formation == SKIRMISH:
        return width * (2 * -(-figures // ranks) - 1), depth * (2 * ranks - 1)
    return width * ((figures + 1) // 2), depth * 2


def first_rank(formation: str, figures: int, files: int) -> int:
    """9-d, 2-j. Figures in the first rank; every skirmisher counts as one of it, of a square a quarter to each side."""
    if formation in (LINE, SKIRMISH):
        return figures
    if formation == ASSAULT:
        return min(files, figures)
    if formation == MARCH:
        return 1
    if formation == SQUARE:
        return -(-figures // 4)
    return (figures + 1) // 2


def allowed_formations(arm: str, training: str, notes: tuple[str, ...], impi: bool) -> tuple[str, ...]:
    """2-e, 2-f, 2-g, 2-h, 2-i, 2-j, 2-k. What troops form of their own will; mass is not for regulars."""
    if arm == ARTILLERY:
        return BATTERY, LIMBERED
    if impi:
        return LINE, ASSAULT, MARCH
    found = [LINE, ASSAULT] if training == REGULAR else [MASS]
    found.append(MARCH)
    if SKIRMISH in notes:
        found.append(SKIRMISH)
    if arm == INFANTRY and training == REGULAR:
        found.append(SQUARE)
    return tuple(found)


def is_heavy_cavalry(arm: str, notes: tuple[str, ...], melee: str) -> bool:
    """2-c. Horse of mêlée class C or better, without lance and unable to dismount."""
    return arm == CAVALRY and melee <= "c" and "lance" not in notes and "dismount" not in notes
