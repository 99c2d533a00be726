"""Chapter 10: Assaults, from the move to the marker to the combat."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.answers import Assault
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import actions, combat, fortresses, marching, marking, movement, routes, turning
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Refusal, Script

# -- 10, 10.1: who may, and from where ---------------------------------------------------------------------------------


def may_assault(units: Sequence[Unit]) -> bool:
    """10-a. Line infantry, light infantry and cavalry; neither artillery nor the garrison of a fortress."""
    return all(unit.kind != ARTILLERY and unit.type != "fortress" for unit in units)


def refuse_assault(s: State, units: Sequence[Unit], answer: Assault) -> Refusal | None:
    """10-a, 10.1-a, 10.1-b. An Assault by a Force that may act: who may, from a marker, and within its allowance."""
    if not may_assault(units):
        return no("10-a", "cannot_assault")
    march = marching.after_change(units, answer.march)
    path = [s.board.hex(number) for number in answer.path]
    marker = marker_for(s, units, path, answer.target)
    if isinstance(marker, Refusal):
        return marker
    if refusal := routes.refuse_path(s, units, path, routes.budget(units), march, to_marker=True):
        return refusal
    return refuse_reach(s, units, path, marker.target, march)


def marker_for(s: State, units: Sequence[Unit], path: Sequence[int], target: str | None) -> Marker | Refusal:
    """10.1-a, 6.4-a. The Assault marker in the hex where the way ends; where there are two the target says which."""
    return marking.marker_ahead(s, "assault", units, path, target, "10.1-a")


def refuse_reach(s: State, units: Sequence[Unit], path: Sequence[int], target: int, march: bool) -> Refusal | None:
    """10.1-b. The target's hex counts towards the allowance; whoever already stands in the marker's hex always can."""
    if not path:
        return None
    ways = zip([units[0].hex, *path], [*path, target], strict=True)
    spent = [routes.costs(s, units, march, here, there) for here, there in ways]
    if any(points is None for points in spent):
        return no("10.1-b", "impassable", hex=s.board.grid.numbers[target])
    if sum(points or 0 for points in spent) > routes.budget(units):
        return no("10.1-b", "too_far", hex=s.board.grid.numbers[target])
    return None


# -- 10.2, 10.3: the Assault -------------------------------------------------------------------------------------------


def action(s: State, units: Sequence[Unit], answer: Assault) -> Script:
    """10.2-a, 10.2-b, 6.4-a. The Force goes to the marker's hex, meets the reactions, and assaults the target."""
    ids = tuple(unit.id for unit in units)
    set_out(s, units, answer)
    arrived = yield from movement.walk(s)
    deed = s.deed
    force = [unit for unit in s.of(deed.units) if unit.hex == deed.marker]
    actions.record(s, s.of(ids), "assault", deed.mp)
    if arrived and force and not deed.stopped:
        yield from strike(s, force, deed.target, deed.marker)
    end_facing(s, ids, s.finish())


def set_out(s: State, units: Sequence[Unit], answer: Assault) -> None:
    """10.2-a: the Force is on its way to the marker."""
    path = tuple(map(s.board.hex, answer.path))
    marker = marker_for(s, units, path, answer.target)
    assert isinstance(marker, Marker)
    marching.change(s, units, marching.after_change(units, answer.march) if path else answer.march)
    ids = tuple(unit.id for unit in units)
    s.begin(Deed("assault", units[0].side, ids, path=path, target=marker.target, marker=marker.hex))


def strike(s: State, force: Sequence[Unit], target: int, marker: int) -> Script:
    """10.2-b, 7.6-a. The Force turns to its target, the whole hex with it, and fights; nothing where nobody is left."""
    if target not in s.held[ENEMY[force[0].side]]:
        return
    actions.spend_marker(s, marker, target)
    if not fortresses.attackable_from(s, target, marker):
        return
    turning.turn(s, s.stack(force[0].hex), s.board.direction(force[0].hex, target), "7.6-a")
    now = s.of([unit.id for unit in force])
    winner = yield from combat.fight(s, now, target, why="assault", marker=marker)
    s.change_deed(stopped=winner == combat.DEFENDER)


def end_facing(s: State, ids: Sequence[str], deed: Deed) -> None:
    """10.4.11-b, 7.6-b. When the action is over the Force chooses its facing, unless it was thrown back (10.5.5-a)."""
    left = [unit for unit in s.of(list(ids)) if unit.hex >= 0]
    if left and len({unit.hex for unit in left}) == 1 and not deed.stopped:
        turning.turn_later(s, left, "10.4.11-b", stayed=deed.heading < 0)


# -- 11.5.3: as a reaction ---------------------------------------------------------------------------------------------


def counter(s: State, units: Sequence[Unit], path: Sequence[int], target: int) -> Script:
    """11.5.3-b, 10.5-a. A Force that has passed its check assaults the trigger's hex: no marker, no reactions."""
    ids = tuple(unit.id for unit in units)
    s.begin(Deed("assault", units[0].side, ids, path=tuple(path), target=target, reaction=True))
    if (yield from movement.walk(s)):
        here = s.of(s.deed.units)[0].hex
        turning.turn(s, s.stack(here), s.board.direction(here, target), "7.6-a")
        yield from combat.fight(s, s.of(s.deed.units), target, why="assault", marker=here)
    s.finish()
