"""Chapter 7.4: HITs, and what they take away."""

from __future__ import annotations

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.rules import artillery, light_infantry
from quadrilatero.games.camposanto.rules.components import is_combat, reduced_side
from quadrilatero.games.camposanto.rules.victory import check_wing, count_step
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import tell


def take_hit(s: State, hex: int, rule: str) -> None:
    """7.4-a. One HIT on whatever stands in a hex: by fire, by a lost Assault; those of a retreat are the unit's own."""
    struck = who_takes(s, hex)
    if struck is not None and is_combat(struck):
        lose_step(s, struck, rule)


def who_takes(s: State, hex: int) -> Unit | None:
    """7.4-a: the gun or light infantry on top takes it for its stack, a Marshal only when he stands alone."""
    stack = s.stack(hex)
    combat = [unit for unit in stack if is_combat(unit)]
    bottom = next(reversed(combat or stack), None)
    return artillery.gun_on_top(combat) or light_infantry.light_on_top(combat) or bottom


def lose_step(s: State, unit: Unit, rule: str) -> bool:
    """7.4-f. A HIT is one step; with the last one the unit is eliminated. Returns whether it lives."""
    left = unit.steps - 1
    tell(
        s,
        "hit",
        rule,
        unit=unit.id,
        name=unit.name,
        side=unit.side,
        by=ENEMY[unit.side],
        steps=left,
        counted=count_step(s, unit, 1),
        **(reduced_side(s.reduce(unit)) if left > 0 else {}),
    )
    if left <= 0:
        _remove(s, unit, "7.4-f")
    return left > 0


def eliminate(s: State, unit: Unit, rule: str) -> None:
    """7.3-i: a unit is lost whole, and every step it had left counts as lost."""
    count_step(s, unit, unit.steps)
    _remove(s, unit, rule)


def _remove(s: State, unit: Unit, rule: str) -> None:
    s.remove(unit)
    tell(s, "eliminated", rule, unit=unit.id, name=unit.name, side=unit.side, wing=unit.wing)
    check_wing(s, unit.side, unit.wing)
