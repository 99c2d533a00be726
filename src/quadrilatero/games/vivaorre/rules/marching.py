"""Chapter 3, an army on the march: it follows its written way in its written order until the ambush is sprung (3-d)."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Follow, Move
from quadrilatero.games.vivaorre.said import LIMBERED, MARCH
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import no
from quadrilatero.kernel import Refusal
from quadrilatero.table import bearing

ROUTE = "route"
"""What the written way is called where a road is named."""
WIDE = 1000


def is_marching(s: State, unit: Unit) -> bool:
    """3-d. Whether a unit still has to keep to the way that was written down."""
    return s.route is not None and s.route.side == unit.side


def refuse_turn(s: State, unit: Unit) -> Refusal | None:
    """3-d. Units enter in the order written down: why one has to wait."""
    if s.route is None or not is_marching(s, unit) or unit.at is not None:
        return None
    before = s.route.order[: s.route.order.index(unit.id)] if unit.id in s.route.order else ()
    for id in before:
        if id in s.units and s.units[id].at is None:
            return no("3-d", "waits_its_turn", name=unit.name)
    return None


def refuse_march(s: State, unit: Unit, answer: Move) -> Refusal | None:
    """3-d. An army on the march enters where its way begins and goes along it, nowhere else."""
    if s.route is None or not is_marching(s, unit):
        return None
    if unit.at is None and (answer.enter is None or tuple(answer.enter) != tuple(s.route.line[0])):
        return no("3-d", "enters_by_its_route", name=unit.name)
    if any(not isinstance(step, Follow) or step.road != ROUTE for step in answer.path):
        return no("3-d", "keeps_to_its_route", name=unit.name)
    return None


def entering(s: State, unit: Unit) -> Unit:
    """3-d. A unit where the written way begins, facing along it."""
    assert s.route is not None
    return in_column(unit, *s.route.line[0], *s.route.line[1])


def in_column(unit: Unit, x1: int, y1: int, x2: int, y2: int) -> Unit:
    """3-d. A unit in march column at one place of its way, facing another."""
    there = unit.copy()
    there.at, there.facing, there.formation = (x1, y1), bearing(x1, y1, x2, y2), formation_of(unit)
    there.settle()
    return there


def formation_of(unit: Unit) -> str:
    """3-d, 2-k. In what formation a unit marches; guns are limbered."""
    return LIMBERED if unit.is_guns else MARCH


def spring(s: State, ambusher: Unit) -> None:
    """3-d, 3-e. Once the first of those who lie in wait is seen, the others are free to move as they like."""
    if s.route is not None and s.route.side != ambusher.side:
        s.route = None
