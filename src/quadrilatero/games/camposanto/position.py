"""Positions: the documented JSON of a moment of the game, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from quadrilatero.games.camposanto.answers import Assault
from quadrilatero.games.camposanto.board import ENEMY, SIDES, Board
from quadrilatero.games.camposanto.rules.activation import activation_order
from quadrilatero.games.camposanto.rules.assault import refuse_declaration
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.movement import POINTS, refuse_stacking
from quadrilatero.games.camposanto.rules.sequence import is_last_phase, mark_fatigued, swap_chooser, wing_states
from quadrilatero.games.camposanto.rules.victory import keeps_wing
from quadrilatero.games.camposanto.said import BlankMap
from quadrilatero.games.camposanto.state import (
    AGGRESSIVE,
    CAUTIOUS,
    IMPETUOUS,
    WING_KEYS,
    WINGS,
    Active,
    State,
    Unit,
)
from quadrilatero.hexes import FACINGS, NO_HEXES, Grid
from quadrilatero.kernel import BadPosition, Plain, Refusal
from quadrilatero.kernel.position import As, Codec, replace

HOME_FACING = {"spain": "N", "austria": "S"}
NO_FIRE = (0, 0, 0, 0)


def _unit(said: Any, where: str) -> Plain:
    """What a position leaves to be understood of a unit on the map."""
    name = said.name or said.id
    if said.type == "marshal":
        if said.steps is not None or said.facing is not None or said.stars:
            raise BadPosition(f"position: {where}: a Marshal has no steps, stars or facing", "8.2-a")
        return {"name": name, "regiment": None, "steps": 0, "max": 0, "facing": 0, "fire": ()}
    steps, most = _steps(said, where)
    return {
        "name": name,
        "regiment": _regiment(said),
        "steps": steps,
        "max": most,
        "facing": FACINGS.index(said.facing or HOME_FACING[said.side]),
        "fire": tuple(said.fire or NO_FIRE),
    }


def _regiment(said: Any) -> str | None:
    return (said.regiment or said.name or said.id) if said.type in ("infantry", "cavalry") else None


def _steps(said: Any, where: str) -> tuple[int, int]:
    """The steps that a unit has left, and those it has when whole."""
    steps = said.max if said.steps is None else said.steps
    if steps is None:
        if said.type not in ("artillery", "light"):
            raise BadPosition(f"position: {where}.steps: say how many steps {said.id!r} has", "2.1-b")
        steps = 1
    most = steps if said.max is None else said.max
    if steps > most:
        raise BadPosition(f"position: {where}.steps: {steps} is more than max {most}", "2.1-b")
    if said.type in ("artillery", "light") and most != 1:
        raise BadPosition(f"position: {where}.steps: artillery and light infantry have a single step", "2.1-g")
    return steps, most


def _active(said: Any, where: str) -> Plain:
    """The state of the acting wing, until all that it follows from is read (`_read_active`)."""
    return {"state": said.state or AGGRESSIVE}


CODEC = Codec(
    State,
    As("Position", "A moment of a game at a boundary. Only `units` is required."),
    {Unit: _unit, Active: _active},
)
write, write_apart = State.write, CODEC.write_apart


def schema() -> Plain:
    """The JSON Schema of a position, for documents and editors."""
    return CODEC.schema(SIDES)


def read(plain: Plain, options: Mapping[str, str], board: Board, series: Mapping[str, tuple[int, ...]]) -> State:
    """The state of a position; BadPosition names the field at fault."""
    said = CODEC.parse(plain)
    if isinstance(said.map, BlankMap):
        board = blank_board(said.map)
    s = CODEC.read(said, board=board, options=options, sink=[])
    units, s.units, s.at, s.fronts = s.units, {}, {}, {}
    s.counters, s.held = dict.fromkeys(SIDES, NO_HEXES), dict.fromkeys(SIDES, NO_HEXES)
    for number, unit in enumerate(units.values()):
        _place(s, unit, f"units[{number}]")
    s.eliminated = ()
    for number, gone in enumerate(said.eliminated):
        s.eliminated += (_gone(s, gone, f"eliminated[{number}]"),)
    existing = {f"{unit.side}.{unit.wing}" for unit in s.units.values() if is_combat(unit) and keeps_wing(s, unit)}
    s.members = {
        key: tuple(unit.id for unit in s.units.values() if f"{unit.side}.{unit.wing}" == key) for key in WING_KEYS
    }
    s.arms = {
        side: {arm: tuple(unit.id for unit in s.of_side(side) if unit.type == arm) for arm in POINTS} for side in SIDES
    }
    s.kept = s.rows = None
    s.wings = tuple(sorted(existing) if said.wings is None else said.wings)
    s.fatigued = tuple(said.fatigued or ())
    _read_points(s, said, series)
    _read_active(s, said)
    _check_stack_facings(s)
    _check_turns(s)
    return s


def blank_board(data: BlankMap) -> Board:
    """A bare board with what the position put on it."""
    grid = Grid(data.cols, data.rows, layout="pointy", shifted="even")
    try:
        return Board(
            grid,
            plain=msgspec.to_builtins(data),
            farmhouses=data.farmhouses,
            river=data.river,
            bridge=data.bridge,
            pond=data.pond,
            last_row_is_edge=True,
        )
    except ValueError as error:
        raise BadPosition(f"position: map: {error}") from None


def _place(s: State, unit: Unit, where: str) -> None:
    hex, number = unit.hex, s.board.grid.numbers[unit.hex]
    if hex not in s.board.open:
        rule = "6.3-c" if hex in s.board.pond else "6.3-a"
        raise BadPosition(f"position: {where}.hex: no unit can stand in {number}", rule)
    if enemy := next((other for other in s.stack(hex) if other.side != unit.side), None):
        raise BadPosition(f"position: {where}.hex: {number} is held by {enemy.id} of the other side", "6-e")
    if refusal := refuse_stacking(s, unit, hex):
        raise BadPosition(f"position: {where}.hex: {_sentence(refusal)}", refusal.rule)
    s.put(unit)


def _gone(s: State, said: Any, where: str) -> Unit:
    if said.id in s.units or any(said.id == other.id for other in s.eliminated):
        raise BadPosition(f"position: {where}.id: {said.id!r} is used twice")
    deduced = {
        "name": said.name or said.id,
        "regiment": _regiment(said),
        "steps": 0,
        "max": said.max or 0,
        "facing": FACINGS.index(said.facing or HOME_FACING[said.side]),
        "fire": tuple(said.fire or NO_FIRE),
        "hex": -1,
    }
    return Unit(**asdict(said) | deduced)


def _sentence(refusal: Refusal) -> str:
    return refusal.text("en").removesuffix(f" [{refusal.rule}]")


def _read_points(s: State, said: Any, series: Mapping[str, tuple[int, ...]]) -> None:
    """Order points: what is laid, what is left, and whose series is whose."""
    played = {side: set(s.orders[side].values()) if s.orders else set() for side in SIDES}
    given = {side: getattr(said.orders_left, side) for side in SIDES}
    s.series = _read_series(said, series, {side: played[side] | set(given[side] or ()) for side in SIDES})
    left: dict[str, tuple[int, ...]] = {}
    for side in SIDES:
        points = given[side]
        left[side] = tuple(
            sorted(points if points is not None else (p for p in s.series[side] if p not in played[side]))
        )
        if set(left[side]) & played[side]:
            raise BadPosition(f"position: orders_left.{side}: a point in orders is not left any more", "3-c")
    s.orders_left = left
    points = [p for side in SIDES for p in (*left[side], *played[side])]
    if len(set(points)) != len(points) or any(len(played[side]) not in (0, len(WINGS)) for side in SIDES):
        raise BadPosition("position: orders and orders_left: no order point may appear twice", "2.3-a")
    needed = len(WINGS) * (3 - s.phase + (0 if s.orders or said.active or s.swap else 1))
    for side in SIDES:
        if len(left[side]) < needed and not (s.swap or s.result):
            raise BadPosition(
                f"position: orders_left.{side}: {needed} points are needed for the Phases to come, "
                f"{len(left[side])} are left",
                "3-c",
            )


def _read_series(
    said: Any, series: Mapping[str, tuple[int, ...]], seen: dict[str, set[int]]
) -> dict[str, tuple[int, ...]]:
    """Whose set of nine is whose this Turn: as said, or as the points seen tell."""
    if said.series is not None:
        return {side: tuple(getattr(said.series, side) or series[side]) for side in SIDES}
    swapped = any(seen[side] & set(series[ENEMY[side]]) for side in SIDES)
    return {side: series[ENEMY[side]] if swapped else series[side] for side in SIDES}


def _read_active(s: State, said: Any) -> None:
    """4.1: the states of the wings and the wing that is acting."""
    s.states, s.order, s.last = {}, (), None
    active, s.active, data = s.active, None, said.active
    if s.orders is not None:
        s.order = activation_order(s.orders)
        s.states = wing_states(s.orders, _spent(s, said) if s.options["fatigue"] == "limits" else ())
        if said.fatigued is None:
            mark_fatigued(s)
    if active is None:
        return
    key = f"{data.side}.{data.wing}"
    state = data.state or s.states.get(key, AGGRESSIVE)
    due = s.states.get(key, state)
    if state != due:
        if not (due == CAUTIOUS and state == AGGRESSIVE and s.general_used[data.side]):
            raise BadPosition(f"position: active.state: by the order points {key} is {due}, not {state}", "4.1-c")
    if s.orders is None:
        s.states, s.order = {key: state}, (key,)
    for name in ("activated", "fired", "moved"):
        for number, id in enumerate(getattr(data, name)):
            unit = s.units.get(id)
            if unit is not None and (unit.side, unit.wing) != (data.side, data.wing):
                raise BadPosition(f"position: active.{name}[{number}]: {id!r} is not of the acting wing", "5-a")
            if unit is None and all(gone.id != id for gone in s.eliminated):
                raise BadPosition(f"position: active.{name}[{number}]: there is no unit {id!r}")
    marshals = {unit.id for unit in s.units.values() if unit.type == "marshal"}
    activated = dict.fromkeys([*data.activated, *(id for id in data.moved if id not in marshals)])
    s.active = replace(active, state=state, activated=tuple(activated))
    if data.facing is not None:
        unit = s.units.get(data.facing)
        if unit is None or unit.type == "marshal" or (unit.side, unit.wing) != (data.side, data.wing):
            raise BadPosition(f"position: active.facing: {data.facing!r} is no combat unit of the acting wing", "6.1-c")
    _check_named(s, s.active)
    _check_assaults(s, s.active)


def _spent(s: State, said: Any) -> tuple[str, ...]:
    """The wings Fatigued before this Phase. That with the highest point too, unless said to be Impetuous now."""
    side, wing = s.order[0].split(".")
    state = (said.states or {}).get(side, {}).get(wing)
    active = said.active
    if active and (active.side, active.wing) == (side, wing):
        state = state or active.state
    return tuple(key for key in s.fatigued if key != s.order[0] or state != IMPETUOUS)


def _check_named(s: State, active: Active) -> None:
    """7-e: whoever has moved, is still to fight or may advance is or was on the map."""
    known = {*s.units, *(gone.id for gone in s.eliminated)}
    for number, links in enumerate(active.pending):
        if any(len(link) != 2 for link in links) or not links:
            raise BadPosition(f"position: active.pending[{number}]: a link is an attacker and a defender", "7-e")
        for id in (id for link in links for id in link):
            if id not in known:
                raise BadPosition(f"position: active.pending[{number}]: there is no unit {id!r}", "7-e")
    for id in active.began:
        if id not in known:
            raise BadPosition(f"position: active.began: there is no unit {id!r}")
    after = active.aftermath
    for id in (*after.free, *after.to_turn) if after else ():
        if after and id not in known:
            raise BadPosition(f"position: active.aftermath: there is no unit {id!r}", after.rule)


def _check_assaults(s: State, active: Active) -> None:
    """7: what is declared could be declared now, and Assaults are pending while the wing fights, and only then."""
    fought = bool(active.pending or active.aftermath)
    if active.step != "assault" and (active.declared or active.fighting or fought):
        raise BadPosition("position: active.step: declared, fighting and pending belong to the assault step", "5.5-a")
    if active.fighting != fought or (active.fighting and active.declared):
        raise BadPosition("position: active.fighting: true while Assaults are pending, and only then", "7-f")
    for id, targets in active.declared.items():
        if refusal := refuse_declaration(s, Assault(id, list(targets))):
            raise BadPosition(f"position: active.declared.{id}: {_sentence(refusal)}", refusal.rule)


def _check_stack_facings(s: State) -> None:
    """10.1-c: the units of a stack share one facing, but for one that has just come and is about to choose it."""
    turning = None if s.active is None else s.active.facing
    for number, unit in enumerate(s.units.values()):
        if len(s.at[unit.hex]) == 1:
            continue
        stack = [other for other in s.stack(unit.hex) if other.type != "marshal"]
        if len({other.facing for other in stack}) > 1 and all(other.id != turning for other in stack):
            raise BadPosition(f"position: units[{number}].facing: the units of a stack share one facing", "10.1-c")


def _check_turns(s: State) -> None:
    """3-a, 4.3-c: the Evening comes last, and sets are exchanged between the two Turns."""
    if (s.turn, s.last_turn) == ("evening", "day"):
        raise BadPosition("position: last_turn: the Evening is past the last Turn", "3-a")
    if s.swap is None:
        return
    if s.turn == s.last_turn or not is_last_phase(s) or s.orders is not None or s.active is not None:
        raise BadPosition("position: swap: sets are exchanged after the third Phase of the Day only", "4.3-c")
    if s.swap != swap_chooser(s):
        raise BadPosition(f"position: swap: {s.swap} does not trail in victory points", "4.3-c")
