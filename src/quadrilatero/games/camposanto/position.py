"""Positions: the documented JSON of a moment of the game, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from quadrilatero.games.camposanto.board import ENEMY, SIDES, Board
from quadrilatero.games.camposanto.rules.activation import activation_order
from quadrilatero.games.camposanto.rules.movement import refuse_stacking
from quadrilatero.games.camposanto.rules.sequence import wing_states
from quadrilatero.games.camposanto.state import AGGRESSIVE, CAUTIOUS, WINGS, Active, State, Unit
from quadrilatero.hexes import FACINGS, Grid
from quadrilatero.kernel import BadPosition, Plain, Result

Side = Literal["spain", "austria"]
Wing = Literal["left", "centre", "right"]
Type = Literal["infantry", "cavalry", "artillery", "light", "marshal"]
WingState = Literal["impetuous", "aggressive", "cautious", "titubant"]
StepName = Literal["start", "artillery", "movement", "marshal", "light_fire", "assault"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
WingKey = Annotated[str, Meta(pattern=r"^(spain|austria)\.(left|centre|right)$")]
Point = Annotated[int, Meta(ge=1, le=18)]
Count = Annotated[int, Meta(ge=0)]
Steps = Annotated[int, Meta(ge=1, le=4)]
NO_FIRE = (0, 0, 0, 0)
HOME_FACING = {"spain": "N", "austria": "S"}


class _Data(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class BlankMap(_Data):
    """A test board: Spain's edge is the last row, Austria's the first."""

    cols: Annotated[int, Meta(ge=1, le=99)] = 15
    rows: Annotated[int, Meta(ge=1, le=99)] = 15
    farmhouses: list[str] = []
    river: list[str] = []
    bridge: str | None = None
    pond: list[str] = []


class UnitAt(_Data):
    """A counter on the map. Marshals have neither steps nor facing."""

    id: str
    side: Side
    wing: Wing
    type: Type
    hex: str
    name: str | None = None
    regiment: str | None = None
    steps: Steps | None = None
    max: Steps | None = None
    stars: Annotated[int, Meta(ge=0, le=2)] = 0
    facing: Facing | None = None
    fire: Annotated[list[Annotated[int, Meta(ge=-9, le=9)]], Meta(min_length=4, max_length=4)] | None = None


class UnitGone(_Data):
    """A counter off the map: what it was, for the count of lost regiments."""

    id: str
    side: Side
    wing: Wing
    type: Type
    name: str | None = None
    regiment: str | None = None
    steps: Count = 0
    max: Steps | None = None
    stars: Annotated[int, Meta(ge=0, le=2)] = 0
    facing: Facing | None = None
    fire: list[int] | None = None


class WingPoints(_Data):
    left: Point
    centre: Point
    right: Point

    def plain(self) -> dict[str, int]:
        return {"left": self.left, "centre": self.centre, "right": self.right}


class OrdersLaid(_Data):
    spain: WingPoints
    austria: WingPoints


class Both(_Data):
    spain: Count = 0
    austria: Count = 0


class PointsLeft(_Data):
    spain: list[Point] | None = None
    austria: list[Point] | None = None


class Used(_Data):
    spain: bool = False
    austria: bool = False


class ActiveWing(_Data):
    """The acting wing; what it has declared and what it is still to fight belong to the assault step."""

    side: Side
    wing: Wing
    state: WingState | None = None
    step: StepName = "start"
    activated: list[str] = []
    fired: list[str] = []
    moved: list[str] = []
    declared: dict[str, list[str]] = {}
    fighting: bool = False
    pending: list[list[list[str]]] = []


class Position(_Data):
    """A moment of a game at a boundary. Only `units` is required."""

    units: list[UnitAt]
    map: Literal["camposanto"] | BlankMap = "camposanto"
    turn: Literal["day", "evening"] = "day"
    last_turn: Literal["day", "evening"] = "evening"
    phase: Annotated[int, Meta(ge=1, le=3)] = 1
    vp: Both = field(default_factory=Both)
    inflicted: Both = field(default_factory=Both)
    series: PointsLeft | None = None
    orders_left: PointsLeft = field(default_factory=PointsLeft)
    orders: OrdersLaid | None = None
    states: dict[str, dict[str, str]] | None = None
    order: list[str] | None = None
    general_used: Used = field(default_factory=Used)
    fatigued: list[WingKey] = []
    active: ActiveWing | None = None
    swap: Side | None = None
    wings: list[WingKey] | None = None
    eliminated: list[UnitGone] = []
    result: Any = None


def schema() -> dict[str, Any]:
    """The JSON Schema of a position, for documents and editors."""
    return msgspec.json.schema(Position)


# -- reading ---------------------------------------------------------------------------------------------------------


def read(plain: Plain, options: Mapping[str, str], board: Board, series: Mapping[str, tuple[int, ...]]) -> State:
    """The state of a position; BadPosition names the field at fault."""
    known = {key: value for key, value in plain.items() if key != "since"}
    try:
        position = msgspec.convert(known, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: {error}") from None
    if isinstance(position.map, BlankMap):
        board = blank_board(position.map)
    s = State()
    s.board, s.options, s.sink = board, options, []
    s.turn, s.phase, s.last_turn = position.turn, position.phase, position.last_turn
    s.vp, s.inflicted = _both(position.vp), _both(position.inflicted)
    s.general_used = _both(position.general_used)
    s.fatigued = tuple(position.fatigued)
    s.swap = position.swap
    s.result = None if position.result is None else _result(position.result)
    s.units, s.at, s.held = {}, {}, dict.fromkeys(SIDES, 0)
    for number, unit in enumerate(position.units):
        _place(s, unit, f"units[{number}]")
    s.eliminated = tuple(_gone(s, unit, f"eliminated[{number}]") for number, unit in enumerate(position.eliminated))
    existing = {f"{unit.side}.{unit.wing}" for unit in s.units.values() if unit.type != "marshal"}
    s.wings = tuple(sorted(existing)) if position.wings is None else tuple(position.wings)
    _read_points(s, position, series)
    _read_active(s, position)
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


def _both(data: Both | Used) -> dict[str, Any]:
    return {side: getattr(data, side) for side in SIDES}


def _result(plain: Any) -> Result:
    try:
        return msgspec.convert(plain, Result)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: result: {error}") from None


def _place(s: State, data: UnitAt, where: str) -> None:
    if data.id in s.units:
        raise BadPosition(f"position: {where}.id: {data.id!r} is used twice")
    try:
        hex = s.board.grid.index(data.hex)
    except ValueError as error:
        raise BadPosition(f"position: {where}.hex: {error}") from None
    if not s.board.open >> hex & 1:
        rule = "6.3-c" if s.board.pond >> hex & 1 else "6.3-a"
        raise BadPosition(f"position: {where}.hex: no unit can stand in {data.hex}", rule)
    if data.type == "marshal":
        if data.steps is not None or data.facing is not None or data.stars:
            raise BadPosition(f"position: {where}: a Marshal has no steps, stars or facing", "8.2-a")
        unit = Unit(data.id, data.side, data.wing, data.type, data.name or data.id, None, 0, 0, 0, hex, 0, ())
    else:
        unit = _combat_unit(s, data, hex, where)
    if enemy := next((other for other in s.stack(hex) if other.side != data.side), None):
        raise BadPosition(f"position: {where}.hex: {data.hex} is held by {enemy.id} of the other side", "6-e")
    if refusal := refuse_stacking(s, unit, hex):
        raise BadPosition(f"position: {where}.hex: {refusal.text('en')}", refusal.rule)
    facings = {other.facing for other in s.stack(hex) if other.type != "marshal"}
    if data.type != "marshal" and facings - {unit.facing}:
        raise BadPosition(f"position: {where}.facing: the units of a stack share one facing", "10.1-c")
    s.put(unit)


def _combat_unit(s: State, data: UnitAt, hex: int, where: str) -> Unit:
    steps = data.steps if data.steps is not None else data.max
    if steps is None:
        if data.type not in ("artillery", "light"):
            raise BadPosition(f"position: {where}.steps: say how many steps {data.id!r} has", "2.1-b")
        steps = 1
    most = steps if data.max is None else data.max
    if steps > most:
        raise BadPosition(f"position: {where}.steps: {steps} is more than max {most}", "2.1-b")
    if data.type in ("artillery", "light") and most != 1:
        raise BadPosition(f"position: {where}.steps: artillery and light infantry have a single step", "2.1-g")
    name = data.name or data.id
    regiment = (data.regiment or name) if data.type in ("infantry", "cavalry") else None
    facing = FACINGS.index(data.facing or HOME_FACING[data.side])
    return Unit(
        data.id,
        data.side,
        data.wing,
        data.type,
        name,
        regiment,
        steps,
        most,
        data.stars,
        hex,
        facing,
        tuple(data.fire or NO_FIRE),
    )


def _gone(s: State, data: UnitGone, where: str) -> Unit:
    if data.id in s.units:
        raise BadPosition(f"position: {where}.id: {data.id!r} is on the map")
    name = data.name or data.id
    regiment = (data.regiment or name) if data.type in ("infantry", "cavalry") else None
    facing = FACINGS.index(data.facing or HOME_FACING[data.side])
    return Unit(
        data.id,
        data.side,
        data.wing,
        data.type,
        name,
        regiment,
        0,
        data.max or 0,
        data.stars,
        -1,
        facing,
        tuple(data.fire or NO_FIRE),
    )


def _read_points(s: State, position: Position, series: Mapping[str, tuple[int, ...]]) -> None:
    """Order points: what is laid, what is left, and whose series is whose."""
    s.orders = None
    if position.orders is not None:
        s.orders = {side: getattr(position.orders, side).plain() for side in SIDES}
    played = {side: set(s.orders[side].values()) if s.orders else set() for side in SIDES}
    given = {side: getattr(position.orders_left, side) for side in SIDES}
    s.series = _read_series(position, series, {side: played[side] | set(given[side] or ()) for side in SIDES})
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
    needed = len(WINGS) * (3 - s.phase + (0 if s.orders or position.active or s.swap else 1))
    for side in SIDES:
        if len(left[side]) < needed and not (s.swap or s.result):
            raise BadPosition(
                f"position: orders_left.{side}: {needed} points are needed for the Phases to come, "
                f"{len(left[side])} are left",
                "3-c",
            )


def _read_series(
    position: Position, series: Mapping[str, tuple[int, ...]], seen: dict[str, set[int]]
) -> dict[str, tuple[int, ...]]:
    """Whose set of nine is whose this Turn: as said, or as the points seen tell."""
    if position.series is not None:
        return {side: tuple(getattr(position.series, side) or series[side]) for side in SIDES}
    swapped = any(seen[side] & set(series[ENEMY[side]]) for side in SIDES)
    return {side: series[ENEMY[side]] if swapped else series[side] for side in SIDES}


def _read_active(s: State, position: Position) -> None:
    """4.1: the states of the wings and the wing that is acting."""
    s.states, s.order, s.active = {}, (), None
    data = position.active
    if s.orders is not None:
        # A wing made Impetuous this Phase is Fatigued already; it was fresh when the points were compared.
        s.order = activation_order(s.orders)
        spent = tuple(wing for wing in s.fatigued if wing != s.order[0] or _was_spent(position, wing))
        s.states = wing_states(s.orders, spent if s.options["fatigue"] == "limits" else ())
    if data is None:
        return
    key = f"{data.side}.{data.wing}"
    state = data.state or s.states.get(key, AGGRESSIVE)
    due = s.states.get(key, state)
    if state != due:
        if not (due == CAUTIOUS and state == AGGRESSIVE and s.general_used[data.side]):
            raise BadPosition(f"position: active.state: by the order points {key} is {due}, not {state}", "4.1-c")
        s.states = {**s.states, key: state}
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
    s.active = Active(
        data.side,
        data.wing,
        state,
        data.step,
        tuple(activated),
        tuple(data.fired),
        tuple(data.moved),
        {id: tuple(targets) for id, targets in data.declared.items()},
        data.fighting,
        tuple(_links(s, links, number) for number, links in enumerate(data.pending)),
    )
    _check_declared(s, s.active)


def _was_spent(position: Position, wing: str) -> bool:
    """Whether a written state says that the wing with the highest point had been Impetuous before."""
    side, name = wing.split(".")
    return position.states is not None and position.states.get(side, {}).get(name) == AGGRESSIVE


def _links(s: State, links: list[list[str]], number: int) -> tuple[tuple[str, str], ...]:
    if any(len(link) != 2 for link in links) or not links:
        raise BadPosition(f"position: active.pending[{number}]: a link is an attacker and a defender", "7-e")
    return tuple((link[0], link[1]) for link in links)


def _check_declared(s: State, active: Active) -> None:
    for id, targets in active.declared.items():
        for name in (id, *targets):
            if name not in s.units:
                raise BadPosition(f"position: active.declared: there is no unit {name!r}", "7-b")


# -- writing ---------------------------------------------------------------------------------------------------------


def write(s: State) -> Plain:
    """The position of a state, in plain data that `read` takes back."""
    numbers = s.board.grid.numbers
    plain: Plain = {
        "map": s.board.plain,
        "turn": s.turn,
        "phase": s.phase,
        "last_turn": s.last_turn,
        "vp": dict(s.vp),
        "inflicted": dict(s.inflicted),
        "series": {side: list(points) for side, points in s.series.items()},
        "orders_left": {side: list(points) for side, points in s.orders_left.items()},
        "orders": None if s.orders is None else {side: dict(points) for side, points in s.orders.items()},
        "states": write_states(s),
        "order": list(s.order),
        "general_used": dict(s.general_used),
        "fatigued": list(s.fatigued),
        "active": None if s.active is None else write_active(s.active),
        "swap": s.swap,
        "wings": list(s.wings),
        "eliminated": [unit.plain(numbers).copy() for unit in s.eliminated],
        "units": [unit.plain(numbers).copy() for unit in s.units.values()],
        "result": None if s.result is None else msgspec.to_builtins(s.result),
    }
    return plain


def write_states(s: State) -> dict[str, dict[str, str]]:
    """The wings' states by side."""
    states: dict[str, dict[str, str]] = {}
    for key, state in s.states.items():
        side, wing = key.split(".")
        states.setdefault(side, {})[wing] = state
    return states


def write_active(active: Active) -> Plain:
    """The acting wing, in plain data."""
    return {
        "side": active.side,
        "wing": active.wing,
        "state": active.state,
        "step": active.step,
        "activated": list(active.activated),
        "fired": list(active.fired),
        "moved": list(active.moved),
        "declared": {id: list(targets) for id, targets in active.declared.items()},
        "fighting": active.fighting,
        "pending": [[list(link) for link in links] for links in active.pending],
    }
