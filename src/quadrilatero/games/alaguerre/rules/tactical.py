"""Chapter 5.2.8: the tactical move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quadrilatero.games.alaguerre.answers import Tactical
from quadrilatero.games.alaguerre.rules.formations import Unit, is_column, unit_of
from quadrilatero.games.alaguerre.rules.rates import charge_distance, tactical_move
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.rules.weapons import longest_range
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.games.alaguerre.telling import no
from quadrilatero.kernel import Refusal
from quadrilatero.table import bearing, centre, distance, shift, span

if TYPE_CHECKING:
    from quadrilatero.games.alaguerre.rules.movement import Walk

SLIM = UM
"""5.2.8-g: how wide a unit is on this way."""


def move_for(s: State, unit: Unit) -> int:
    """5.2.8-c, 5.2.8-f. Twice the move of its troop type."""
    return tactical_move(s, unit)


def refuse(s: State, unit: Unit) -> Refusal | None:
    """5.2.8-a, 5.2.8-b. Columns and open order, at most disordered, where no enemy in view can harm them."""
    if unit.is_guns or unit.is_train or not (unit.is_open or is_column(unit)):
        return no("5.2.8-a", "no_tactical_move")
    if not unit.is_steady:
        return no("5.2.8-a", "not_in_this_state", state=unit.state)
    for enemy in s.enemies_of(unit.side):
        if threatens(s, enemy, unit):
            return no("5.2.8-b", "enemy_near", target=enemy.name)
    return None


def threatens(s: State, enemy: Base, unit: Unit) -> bool:
    """5.2.8-b. Whether an enemy who sees the unit has it within his longest range or his longest charge."""
    far = distance(enemy.pose, unit.pose)
    reach = longest_range(enemy) if enemy.is_steady else 0
    if enemy.is_steady and not (enemy.is_guns or enemy.is_train):
        reach = max(reach, charge_distance(s, unit_of(s, enemy)))
    return far <= reach and any(sees(s, enemy.pose, base.pose) for base in unit.bases)


def walk(way: Walk, step: Tactical) -> Pose | Refusal:
    """5.2.8-c, 5.2.8-d, 5.2.8-g. The way of its middle, 1um wide, subject to the ground; it ends facing as it likes."""
    whole = way.pose
    x, y = centre(whole)
    for to_x, to_y in step.by:
        by = span(x, y, to_x, to_y)
        if by == 0:
            continue
        towards = bearing(x, y, to_x, to_y)
        way.pose = (x, y, towards, SLIM, 1)
        if refusal := way.leg(towards, by, "tactical"):
            return refusal
        x, y = to_x, to_y
    return shift((x, y, step.facing, whole[3], whole[4]), step.facing, whole[4] // 2)
