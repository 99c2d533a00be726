"""7.2: the part of a way on which nothing can happen; a Force goes it in one stride."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.board import CAVALRY, ENEMY
from quadrilatero.games.custoza.rules import movement, routes, terrain
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone, take_control
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit


def stride(s: State, units: Sequence[Unit]) -> None:
    """7.2-b, 7.6-c, 2.2-a: the Force under way goes on through all hexes where nobody meets it and no ground tries it.

    What `movement.step` does hex by hex, without asking who reacts, what is revealed and who checks.
    """
    deed, first = s.deed, units[0]
    side, march, here = deed.side, first.march, first.hex
    if in_enemy_zone(s, side, here):
        return
    mp, heading = deed.mp, deed.heading
    facing: int | None = None
    gone = 0
    for there in deed.path:
        points = routes.costs(s, units, march, here, there)
        if points is None or not is_quiet(s, units, here, there):
            break
        mp, heading = mp + points, s.board.direction(here, there)
        friends = [unit for unit in s.stack(there) if unit.id not in deed.units] if there in s.at else []
        if friends or march:
            facing = friends[0].facing if friends else heading
        here = there
        gone += 1
    if not gone:
        return
    for unit in units:
        s.move(unit, here, facing)
    way = deed.path[:gone]
    s.change_deed(path=deed.path[gone:], mp=mp, heading=heading, trail=(*deed.trail, *way))
    for hex in take_control(s, side, way):
        movement.tell_control(s, side, hex)


def is_quiet(s: State, units: Sequence[Unit], here: int, there: int) -> bool:
    """7.3-a, 7.1-a, 11.1-b, 2.4.2.3-d, 22.3.5-b: whether a Force enters a hex far from all enemies, with room in it.

    No commander of theirs is there either, it is no fortress, and the ground tries none of them, or there is a road.
    """
    board, first = s.board, units[0]
    enemy = ENEMY[first.side]
    if board.grid.around[there].meets(s.held[enemy]) or there in board.strongholds:
        return False
    if there in s.at and any(s.units[id].side == enemy for id in s.at[there]):
        return False
    if not routes.has_room(s, units, there):
        return False
    harmed = first.kind == CAVALRY and board.at(there).check.cavalry_loses_levels
    if harmed or any(terrain.is_tried(s, unit, here, there) for unit in units):
        return routes.by_road(s, units, here, there)
    return True
