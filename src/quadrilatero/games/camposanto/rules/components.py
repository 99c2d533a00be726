"""Chapters 1 and 2: dice and counters. Map, counters and set-up themselves are data (see datapack)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from quadrilatero.games.camposanto.state import COMBAT, Unit
from quadrilatero.kernel import Dice


def roll_2d6() -> Generator[Dice, Any, tuple[int, ...]]:
    """1.2-a. Every roll is made with two six-sided dice, added together."""
    faces: tuple[int, ...] = yield Dice(2)
    return faces


def is_combat(unit: Unit) -> bool:
    """2.1-a, 2.2-a. Four types fight; a commander is not a combat unit."""
    return unit.type in COMBAT


def is_regiment(unit: Unit) -> bool:
    """2.1-a: infantry and cavalry; light infantry is a type of its own and is not covered by the word infantry."""
    return unit.type in ("infantry", "cavalry")


def regiment_of(unit: Unit) -> tuple[str, str]:
    """2.1-d. A regiment is named on the band and may have several counters; guns and light infantry have none."""
    return (unit.side, unit.regiment or unit.id)


def reduced_side(unit: Unit) -> dict[str, Any]:
    """2.1-f, 7.4-c, 7.4-d, 7.4-e. How the counter lies: front or back, with or without a HIT marker.

    Each side of a two-sided counter stands for half of its steps, and the marker for the odd one lost.
    """
    half = unit.max // 2
    lost = unit.max - unit.steps
    per_side = max(half, 1)
    return {"side_up": "back" if half and lost >= half else "front", "hit_marker": bool(lost % per_side)}
