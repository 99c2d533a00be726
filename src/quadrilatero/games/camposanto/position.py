"""Positions: the documented JSON of a moment of the game, read with every fault named, and written back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from quadrilatero.games.camposanto.answers import Assault
from quadrilatero.games.camposanto.board import ENEMY, SIDES, Board
from quadrilatero.games.camposanto.rules.activation import activation_order
from quadrilatero.games.camposanto.rules.assault import refuse_declaration
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.movement import refuse_stacking
from quadrilatero.games.camposanto.rules.sequence import is_last_phase, mark_fatigued, swap_chooser, wing_states
from quadrilatero.games.camposanto.rules.victory import keeps_wing
from quadrilatero.games.camposanto.state import (
    AGGRESSIVE,
    CAUTIOUS,
    IMPETUOUS,
    WING_KEYS,
    WINGS,
    Active,
    Aftermath,
    State,
    Unit,
    by_side,
)
from quadrilatero.hexes import FACINGS, NO_HEXES, Grid
from quadrilatero.kernel import BadPosition, Plain, Refusal, Result

Side = Literal["spain", "austria"]
Wing = Literal["left", "centre", "right"]
Type = Literal["infantry", "cavalry", "artillery", "light", "marshal"]
WingState = Literal["impetuous", "aggressive", "cautious", "titubant"]
StepName = Literal["start", "artillery", "movement", "marshal", "light_fire", "assault"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
WingKey = Annotated[str, Meta(pattern=r"^(spain|austria)\.(left|centre|right)$")]
SideKey = Annotated[str, Meta(pattern=r"^(spain|austria)$")]
WingName = Annotated[str, Meta(pattern=r"^(left|centre|right)$")]
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
    """A counter off the map: what it was, for the count of lost regiments. Where it stood no longer matters."""

    id: str
    side: Side
    wing: Wing
    type: Type
    name: str | None = None
    regiment: str | None = None
    steps: Count | None = None
    max: Steps | None = None
    stars: Annotated[int, Meta(ge=0, le=2)] = 0
    hex: str | None = None
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


class AftermathAt(_Data):
    """After a fight: the rule of the advance, who may advance, into which hexes, and who is still to turn."""

    rule: Literal["7.1-c", "7.1-j"]
    free: list[str] = []
    vacated: list[str] = []
    to_turn: list[str] = []


class Stood(_Data):
    """Where a unit stood as the movement step began, and how it faced."""

    hex: str
    facing: Facing


class ActiveWing(_Data):
    """The acting wing; what it has declared and what it is still to fight belong to the assault step."""

    side: Side
    wing: Wing
    state: WingState | None = None
    step: StepName = "start"
    activated: list[str] = []
    fired: list[str] = []
    moved: list[str] = []
    facing: str | None = None
    declared: dict[str, list[str]] = {}
    fighting: bool = False
    pending: list[list[list[str]]] = []
    aftermath: AftermathAt | None = None
    began: dict[str, Stood] = {}


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
    states: dict[SideKey, dict[WingName, WingState]] | None = None
    order: list[WingKey] | None = None
    general_used: Used = field(default_factory=Used)
    fatigued: list[WingKey] | None = None
    active: ActiveWing | None = None
    swap: Side | None = None
    wings: list[WingKey] | None = None
    eliminated: list[UnitGone] = []
    result: Result | None = None


def schema() -> dict[str, Any]:
    """The JSON Schema of a position, for documents and editors, with the two keys that the kernel adds to it."""
    definitions = msgspec.json.schema(Position)["$defs"]
    whole = definitions.pop("Position")
    face = {"type": "integer", "minimum": 1, "maximum": 6}
    rolled = {"dice": {"type": "array", "items": face, "minItems": 1}}
    answered = {"seat": {"enum": list(SIDES)}, "answer": {"type": "object"}}
    steps = [
        {"type": "object", "properties": step, "required": list(step), "additionalProperties": False}
        for step in (rolled, answered)
    ]
    whole["properties"]["since"] = {"type": "array", "items": {"anyOf": steps}, "default": []}
    whole["properties"]["ended"] = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Result"}], "default": None}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, "$defs": definitions}


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
    s.fatigued = tuple(position.fatigued or ())
    s.swap = position.swap
    s.result = position.result
    s.units, s.at, s.fronts = {}, {}, {}
    s.counters, s.held = dict.fromkeys(SIDES, NO_HEXES), dict.fromkeys(SIDES, NO_HEXES)
    for number, unit in enumerate(position.units):
        _place(s, unit, f"units[{number}]")
    gone = position.eliminated
    s.eliminated = tuple(
        _gone(s, unit, f"eliminated[{number}]", [other.id for other in gone[:number]])
        for number, unit in enumerate(gone)
    )
    existing = {f"{unit.side}.{unit.wing}" for unit in s.units.values() if is_combat(unit) and keeps_wing(s, unit)}
    s.members = {
        key: tuple(unit.id for unit in s.units.values() if f"{unit.side}.{unit.wing}" == key) for key in WING_KEYS
    }
    s.wings = tuple(sorted(existing)) if position.wings is None else tuple(position.wings)
    _read_points(s, position, series)
    _read_active(s, position)
    _check_stack_facings(s, position)
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


def _both(data: Both | Used) -> dict[str, Any]:
    return {side: getattr(data, side) for side in SIDES}


def _place(s: State, data: UnitAt, where: str) -> None:
    if data.id in s.units:
        raise BadPosition(f"position: {where}.id: {data.id!r} is used twice")
    try:
        hex = s.board.grid.index(data.hex)
    except ValueError as error:
        raise BadPosition(f"position: {where}.hex: {error}") from None
    if hex not in s.board.open:
        rule = "6.3-c" if hex in s.board.pond else "6.3-a"
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
        raise BadPosition(f"position: {where}.hex: {_sentence(refusal)}", refusal.rule)
    s.put(unit)


def _sentence(refusal: Refusal) -> str:
    return refusal.text("en").removesuffix(f" [{refusal.rule}]")


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


def _gone(s: State, data: UnitGone, where: str, others: Iterable[str]) -> Unit:
    if data.id in s.units or data.id in others:
        raise BadPosition(f"position: {where}.id: {data.id!r} is used twice")
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
    s.states, s.order, s.active, s.last = {}, (), None, None
    data = position.active
    if s.orders is not None:
        s.order = activation_order(s.orders)
        s.states = wing_states(s.orders, _spent(s, position) if s.options["fatigue"] == "limits" else ())
        if position.fatigued is None:
            mark_fatigued(s)
    if data is None:
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
    s.active = Active(
        data.side,
        data.wing,
        state,
        data.step,
        tuple(activated),
        tuple(data.fired),
        tuple(data.moved),
        data.facing,
        {id: tuple(targets) for id, targets in data.declared.items()},
        data.fighting,
        tuple(_links(s, links, number) for number, links in enumerate(data.pending)),
        None if data.aftermath is None else _aftermath(s, data.aftermath),
        {id: _began(s, id, stood) for id, stood in data.began.items()},
    )
    if data.facing is not None:
        unit = s.units.get(data.facing)
        if unit is None or unit.type == "marshal" or (unit.side, unit.wing) != (data.side, data.wing):
            raise BadPosition(f"position: active.facing: {data.facing!r} is no combat unit of the acting wing", "6.1-c")
    _check_assaults(s, s.active)


def _began(s: State, id: str, stood: Stood) -> tuple[int, int]:
    if id not in s.units and all(gone.id != id for gone in s.eliminated):
        raise BadPosition(f"position: active.began: there is no unit {id!r}")
    if (hex := s.board.hex(stood.hex)) < 0:
        raise BadPosition(f"position: active.began.{id}.hex: {stood.hex!r} is no hex")
    return hex, FACINGS.index(stood.facing)


def _spent(s: State, position: Position) -> tuple[str, ...]:
    """The wings Fatigued before this Phase. That with the highest point too, unless said to be Impetuous now."""
    side, wing = s.order[0].split(".")
    state = (position.states or {}).get(side, {}).get(wing)
    active = position.active
    if active and (active.side, active.wing) == (side, wing):
        state = state or active.state
    return tuple(key for key in s.fatigued if key != s.order[0] or state != IMPETUOUS)


def _links(s: State, links: list[list[str]], number: int) -> tuple[tuple[str, str], ...]:
    if any(len(link) != 2 for link in links) or not links:
        raise BadPosition(f"position: active.pending[{number}]: a link is an attacker and a defender", "7-e")
    for id in (id for link in links for id in link):
        if id not in s.units and all(gone.id != id for gone in s.eliminated):
            raise BadPosition(f"position: active.pending[{number}]: there is no unit {id!r}", "7-e")
    return tuple((link[0], link[1]) for link in links)


def _aftermath(s: State, data: AftermathAt) -> Aftermath:
    for id in (*data.free, *data.to_turn):
        if id not in s.units and all(gone.id != id for gone in s.eliminated):
            raise BadPosition(f"position: active.aftermath: there is no unit {id!r}", data.rule)
    vacated = [s.board.hex(number) for number in data.vacated]
    if -1 in vacated:
        raise BadPosition(
            f"position: active.aftermath.vacated: {data.vacated[vacated.index(-1)]!r} is no hex", data.rule
        )
    return Aftermath(data.rule, tuple(data.free), tuple(vacated), tuple(data.to_turn))


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


def _check_stack_facings(s: State, position: Position) -> None:
    """10.1-c: the units of a stack share one facing, but for one that has just come and is about to choose it."""
    turning = None if s.active is None else s.active.facing
    for number, data in enumerate(position.units):
        stack = [unit for unit in s.stack(s.units[data.id].hex) if unit.type != "marshal"]
        if len({unit.facing for unit in stack}) > 1 and all(unit.id != turning for unit in stack):
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


# -- writing ---------------------------------------------------------------------------------------------------------


def write(s: State) -> Plain:
    """The position of a state, in plain data that `read` takes back. The units' parts are shared: see `copy_units`."""
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
        "states": by_side({**s.states, s.active.key: s.active.state} if s.active else s.states),
        "order": list(s.order),
        "general_used": dict(s.general_used),
        "fatigued": list(s.fatigued),
        "active": None if s.active is None else write_active(s.active, s.board),
        "swap": s.swap,
        "wings": list(s.wings),
        "eliminated": [unit.shown or unit.plain(numbers) for unit in s.eliminated],
        "units": [unit.shown or unit.plain(numbers) for unit in s.units.values()],
        "result": None if s.result is None else msgspec.to_builtins(s.result),
    }
    return plain


def copy_units(plain: Plain) -> Plain:
    """The same position with units of its own, for whoever may change them."""
    for key in ("units", "eliminated"):
        plain[key] = [unit | {"fire": list(unit["fire"])} if "fire" in unit else unit.copy() for unit in plain[key]]
    return plain


def write_active(active: Active, board: Board) -> Plain:
    """The acting wing, in plain data."""
    plain: Plain = {
        "side": active.side,
        "wing": active.wing,
        "state": active.state,
        "step": active.step,
        "activated": list(active.activated),
        "fired": list(active.fired),
        "moved": list(active.moved),
        "facing": active.facing,
        "declared": {id: list(targets) for id, targets in active.declared.items()},
        "fighting": active.fighting,
        "pending": [[list(link) for link in links] for links in active.pending],
        "aftermath": None if active.aftermath is None else write_aftermath(active.aftermath, board),
    }
    if active.began:
        numbers = board.grid.numbers
        plain["began"] = {
            id: {"hex": numbers[hex], "facing": FACINGS[facing]} for id, (hex, facing) in active.began.items()
        }
    return plain


def write_aftermath(after: Aftermath, board: Board) -> Plain:
    """What is still to be decided after a fight, in plain data."""
    return {
        "rule": after.rule,
        "free": list(after.free),
        "vacated": board.numbers(after.vacated),
        "to_turn": list(after.to_turn),
    }
