"""Chapter 10, an optional rule: guns stay where their gunners ran, and are his who touched them last (10-n)."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.vivaorre.records import GunsLeft
from quadrilatero.games.vivaorre.rules.formations import GUN, sections_left
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import tell
from quadrilatero.table import TOUCH, to_point

BASE = GUN[0] // 2
"""1-e: how far from its middle a gun reaches."""


def leave(s: State, unit: Unit) -> None:
    """10-n. A battery's guns are left behind, and enemies who touch them have them."""
    if s.options["guns_left"] == "off" or unit.gun is None or unit.at is None:
        return
    left = GunsLeft(unit.id, unit.at, unit.gun, unit.mount, sections_left(unit.figures), unit.side)
    s.guns = (*s.guns, left)
    tell(s, "guns", "10-n", id=unit.id, side=unit.side, unit=unit.id, name=unit.name, why="left")
    for enemy in s.enemies_of(unit.side):
        take(s, enemy)


def take(s: State, unit: Unit) -> None:
    """10-n. Guns without gunners belong to the side whose unit touched them last."""
    for number, left in enumerate(s.guns):
        if left.side != unit.side and to_point(unit.pose, left.at[0], left.at[1]) <= BASE + TOUCH:
            s.guns = (*s.guns[:number], replace(left, side=unit.side), *s.guns[number + 1 :])
            tell(s, "guns", "10-n", id=left.id, side=unit.side, unit=unit.id, name=unit.name, why="taken")
