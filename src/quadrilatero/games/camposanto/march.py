"""Several units moved together, tried out before anybody moves: who gets where, in which order, and who does not.

The verdicts are those of chapter 6; what the enemy may do in between is not foreseen.
"""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Move
from quadrilatero.games.camposanto.rules.activation import refuse_turn_to_act
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_move
from quadrilatero.games.camposanto.rules.moving import movement_step
from quadrilatero.games.camposanto.rules.reach import destinations
from quadrilatero.games.camposanto.rules.zones import in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Plain, Refusal
from quadrilatero.kernel.trial import attempt


def march(s: State, goals: dict[str, int]) -> list[tuple[Plain, Refusal | None]]:
    """Every unit to its hex, once those ahead have left it: moves in the order they can be made, then the rest."""
    waiting = dict(goals)
    made: list[tuple[Plain, Refusal | None]] = []
    while found := next(((id, way) for id, goal in waiting.items() if (way := _way(s, s.units[id], goal))), None):
        id, path = found
        s, _ = attempt(s, movement_step, Move(id, path))
        del waiting[id]
        made.append(({"unit": id, "path": path}, None))
    return made + [({"unit": id, "path": []}, _refusal(s, s.units[id], goal)) for id, goal in waiting.items()]


def _way(s: State, unit: Unit, goal: int) -> list[str] | None:
    if refuse_turn_to_act(s, unit):
        return None
    ways = destinations(s, unit, movement_points(s, unit), in_zoc(s, unit.side, unit.hex))
    return next((path for path in ways if path[-1] == s.board.grid.number(goal)), None)


def _refusal(s: State, unit: Unit, goal: int) -> Refusal:
    """Why it does not get there, judged by the way that a finger would draw."""
    if refusal := refuse_turn_to_act(s, unit):
        return refusal
    grid = s.board.grid
    here, path = unit.hex, []
    while here != goal:
        here = min(grid.adjacent[here], key=lambda hex: grid.distance(hex, goal))
        path.append(grid.number(here))
    return refuse_move(s, Move(unit.id, path)) or no("6-e", "not_adjacent", unit=unit.name)
