"""18: what a figure costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from quadrilatero.games.vivaorre.datapack import DataPack

Part = tuple[str, int]
QUALITY = {"a": 10, "b": 8, "c": 6, "d": 4, "e": 2, "/": 0, "*": 0}
STANDARD = {
    ("infantry", "regular"): 8,
    ("infantry", "irregular"): 16,
    ("cavalry", "regular"): 6,
    ("cavalry", "irregular"): 12,
    ("artillery", "regular"): 1,
    ("artillery", "irregular"): 1,
}
LANCE = 4
MOUNTED_GUN = 10
GUNNERS = 2


class Figure(NamedTuple):
    """What decides the cost of a figure, or of a section: a gun with its two gunners."""

    arm: str
    training: str
    grade: str
    notes: Collection[str] = ()
    weapon: str = "none"
    gun: str | None = None
    mount: str | None = None


def cost(figure: Figure, data: DataPack) -> list[Part]:
    """18-a. Quality, training and weapon together, at least one point; each part with its rule."""
    parts = [*quality(figure), *training(figure), *weapon(figure, data)]
    short = 1 - sum(points for _, points in parts)
    return [*parts, ("18-a", short)] if short > 0 else parts


def quality(figure: Figure) -> list[Part]:
    """18-b, 20.rus-c. Ten points for an A down to two for an E; a fire value is worth nothing without a firearm."""
    morale, fire, melee = figure.grade.split("-")
    armed = figure.gun is not None or figure.weapon != "none"
    return [("18-b", QUALITY[morale] + (QUALITY[fire] if armed else 0) + QUALITY[melee])]


def training(figure: Figure) -> list[Part]:
    """18-c, 16-e. Four more for horse, skirmishers, dismounting and engineers, four less for irregulars.

    Of the two gunners of a section the second costs what the first costs.
    """
    parts = []
    if figure.arm == "cavalry":
        parts.append(("18-c", 4))
    parts += [("18-c", 4) for note in ("skirmish", "dismount") if note in figure.notes]
    if "engineers" in figure.notes:
        parts.append(("16-e", 4))
    if figure.training == "irregular":
        parts.append(("18-c", -4))
    if figure.arm == "artillery":
        one = sum(points for _, points in (*quality(figure), *parts))
        parts.append(("18-c", (GUNNERS - 1) * one))
    return parts


def weapon(figure: Figure, data: DataPack) -> list[Part]:
    """18-d, 18-e, 18-f, 18-g, 18-h, 18-i, 18-j, 18-k. What it carries: firearm or gun, and a lance for four points.

    Horse and mountain guns cost ten more.
    """
    parts = []
    carried = data.guns.get(figure.gun or "") or data.small_arms.get(figure.weapon)
    if carried is not None:
        parts.append((carried.rule, carried.points))
        if less := carried.points - reduced(carried.points, figure.grade.split("-")[1]):
            parts.append(("18-l", -less))
    if figure.gun is not None and figure.mount is not None:
        parts.append(("18-k", MOUNTED_GUN))
    if "lance" in figure.notes:
        parts.append(("18-e", LANCE))
    return parts


def reduced(points: int, fire: str) -> int:
    """18-l. Poor shots pay less for a firearm or a gun: class D two thirds, E half, rounded up."""
    return {"d": -(-points * 2 // 3), "e": -(-points // 2)}.get(fire, points)


def standard_size(arm: str, training: str) -> int:
    """2-b. Regular foot 8 figures, irregular 16; regular horse 6, irregular 12; a battery one section."""
    return STANDARD[arm, training]


def of_unit(figure: int, figures: int, standard: int, options: Mapping[str, str]) -> int:
    """2-d. Every figure is paid for; where the players agree the cost of one stands for a unit of standard size."""
    return figure if options["unit_costs"] == "on" and figures == standard else figure * figures
