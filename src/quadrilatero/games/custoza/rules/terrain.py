"""7.3: ground that tries a Force on its way, and what those may do who fail (13.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import GoOn, Stop
from quadrilatero.games.custoza.board import CAVALRY
from quadrilatero.games.custoza.rules import cohesion, movement, retreat, routes
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

CHECKED: Final = {"line": "line infantry", "light": "light infantry", "cavalry": "cavalry"}
"""What the Terrain Effects Chart calls those who are tried by the ground."""
OWN_ACTION: Final = ("move", "fire", "assault", "charge", "after_charge")


def terrain_check(s: State, here: int, to: int) -> Script:
    """7.3-a, 7.3-b, 22.1-c, 22.1-d. Ground that tries a Force does so at once, in moves, attacks and retreats."""
    units = movement.alive(s)
    if routes.by_road(s, units, here, to):
        return
    loses = s.board.at(to).check.cavalry_loses_levels
    if loses and units[0].kind == CAVALRY:
        yield from cohesion.lose_levels(s, units, loses, "22.1-d")
        movement.drop_the_lost(s)
    tried = [unit for unit in movement.alive(s) if is_tried(s, unit, here, to)]
    if not tried:
        return
    checks = yield from cohesion.check(s, tried, "terrain")
    movement.drop_the_lost(s)
    failed = [unit for unit in s.of([u.id for u in tried]) if unit.hex == to and not checks[unit.id].passed]
    if failed and s.deed.do in OWN_ACTION and not s.deed.reaction:
        yield from stop_or_go_on(s, failed, to)


def is_tried(s: State, unit: Unit, here: int, to: int) -> bool:
    """7.3-a, chart.TEC-a. Whether the hex, or the side that was crossed, demands a check of this unit."""
    who = s.board.tried(here, to)
    if not who:
        return False
    if unit.kind == CAVALRY and s.deed.do == "charge" and "cavalry in a Charge" in who:
        return True
    return CHECKED.get(unit.type, "") in who


def stop_or_go_on(s: State, failed: Sequence[Unit], to: int) -> Script:
    """13.4-a. Units that fail a check in their own action may stop; then they go back one hex, the others go on."""
    ids = [unit.id for unit in failed]
    must = s.options["failed_check"] == "must_stop"

    def options() -> list[Plain]:
        return [{"do": "stop"}] if must else [{"do": "go_on"}, {"do": "stop"}]

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, GoOn) and (must or answer.path is not None):
            return no("13.4-a", "not_listed", choices=ids)
        return None

    left = write_points(max(0, routes.budget(movement.alive(s)) - s.deed.mp))
    answer = yield ask(
        s, failed[0].side, "go_on", "13.4-a", (GoOn, Stop), options, refuse, why="check", units=ids, left=left
    )
    if isinstance(answer, GoOn):
        return
    movement.flush(s)
    rest = tuple(unit.id for unit in movement.alive(s) if unit.id not in ids)
    heading = s.deed.heading
    s.change_deed(units=rest or s.deed.units, stopped=not rest)
    ahead = s.board.grid.neighbours[to][heading]
    yield from retreat.retreat(s, s.of(ids), retreat.Flight(ahead, 1, heading, rule="13.4-a"))
