"""The state of a Camposanto game. Units are never changed in place: an edit puts a new one, so copies share them.

What is copied and written at every answer says field by field how, because that is several times faster where it is
compiled; the tests hold both to what the fields are described to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.games.camposanto.board import SIDES, Board, Listed
from quadrilatero.games.camposanto.said import (
    AdvanceRule,
    BlankMap,
    Both,
    Count,
    Facing,
    Fire,
    Hex,
    OfFighters,
    OfGuns,
    OnMap,
    OrdersLaid,
    PointsLeft,
    Side,
    SideKey,
    StepName,
    Steps,
    Turn,
    Type,
    Used,
    Wing,
    WingKey,
    WingName,
    WingState,
)
from quadrilatero.hexes import FACINGS, NO_HEXES, HexSet
from quadrilatero.kernel import Event, Plain, Result
from quadrilatero.kernel.position import (
    As,
    Beside,
    ById,
    Deduced,
    Key,
    Shown,
    said_record,
    said_type,
    says,
)
from quadrilatero.kernel.rows import Rows, rows_of

WINGS = ("left", "centre", "right")
COMBAT = ("infantry", "cavalry", "artillery", "light")
STEPS = ("start", "artillery", "movement", "marshal", "light_fire", "assault")

IMPETUOUS, AGGRESSIVE, CAUTIOUS, TITUBANT = "impetuous", "aggressive", "cautious", "titubant"
WING_STATES = (IMPETUOUS, AGGRESSIVE, CAUTIOUS, TITUBANT)

WING_KEYS = {f"{side}.{wing}": (side, wing) for side in SIDES for wing in WINGS}
Links = tuple[tuple[str, str], ...]


def _to_dict(said: Any, s: State) -> Any:
    return msgspec.to_builtins(said)


def _states_now(states: dict[str, str], s: State) -> Plain:
    nested: Plain = by_side(states)
    if s.active is not None:
        nested.setdefault(s.active.side, {})[s.active.wing] = s.active.state
    return nested


UNCHANGING = (
    "map",
    "turn",
    "phase",
    "last_turn",
    "vp",
    "inflicted",
    "series",
    "orders_left",
    "orders",
    "states",
    "order",
    "general_used",
    "fatigued",
    "swap",
    "wings",
    "eliminated",
)
"""What of a position is written anew only where it has changed (`Kept`)."""


class Kept:
    """What was last written of a state but for its units and its acting wing, and all that it follows from."""

    __slots__ = ("plain", "since")

    def __init__(self, since: tuple[Any, ...], plain: Plain) -> None:
        self.since = since
        self.plain = plain


@dataclass(slots=True)
class Unit:
    """A counter; `hex` is -1 once it is off the map. `listed` is kept by `rules/reach.py`."""

    id: str
    side: Side
    wing: Wing
    type: Type
    name: Deduced[str]
    regiment: OfFighters[Deduced[str | None]]
    steps: OfFighters[Deduced[Steps]]
    max: OfFighters[Deduced[Steps]]
    stars: OfFighters[Annotated[int, Meta(ge=0, le=2), Key(default=0)]]
    facing: OfFighters[Deduced[Facing]]
    fire: OfGuns[Deduced[Fire]]
    hex: OnMap[Hex]
    shown: Shown = None
    listed: Beside[Listed | None] = field(default=None, compare=False, repr=False)

    def copy(self) -> Unit:
        """A counter like this one, still to be changed, to take its place; what positions wrote of it stays behind.

        What was listed of this one is forgotten: lists that only an undo would ask for again burden the collector.
        """
        self.listed = None
        twin = Unit.__new__(Unit)
        twin.id = self.id
        twin.side = self.side
        twin.wing = self.wing
        twin.type = self.type
        twin.name = self.name
        twin.regiment = self.regiment
        twin.steps = self.steps
        twin.max = self.max
        twin.stars = self.stars
        twin.facing = self.facing
        twin.fire = self.fire
        twin.hex = self.hex
        twin.shown = None
        twin.listed = None
        return twin

    def write(self, board: Board) -> Plain:
        """What positions say of the counter, kept for those to come."""
        plain: Plain = {"id": self.id, "side": self.side, "wing": self.wing, "type": self.type, "name": self.name}
        if self.type != "marshal":
            plain["regiment"] = self.regiment
            plain["steps"] = self.steps
            plain["max"] = self.max
            plain["stars"] = self.stars
            plain["facing"] = FACINGS[self.facing]
        if self.type == "artillery":
            plain["fire"] = list(self.fire)
        if self.hex >= 0:
            plain["hex"] = board.grid.numbers[self.hex]
        self.shown = plain
        return plain


says(Unit, "UnitAt", "A counter on the map. Marshals have neither steps nor facing.")
UnitGone = said_record(
    Unit,
    As(
        "UnitGone",
        "A counter off the map: what it was, for the count of lost regiments. Where it stood no longer matters.",
    ),
    steps=Count | None,
    fire=list[int] | None,
    hex=str | None,
)


@dataclass(slots=True)
class Aftermath:
    """7.1 after the fight: by which rule, who may still advance into which hexes, and who is still to turn."""

    rule: AdvanceRule
    free: tuple[str, ...] = ()
    vacated: tuple[Hex, ...] = ()
    to_turn: tuple[str, ...] = ()

    def write(self, board: Board) -> Plain:
        """What positions say of it."""
        return {
            "rule": self.rule,
            "free": list(self.free),
            "vacated": board.numbers(self.vacated),
            "to_turn": list(self.to_turn),
        }


says(
    Aftermath,
    "AftermathAt",
    "After a fight: the rule of the advance, who may advance, into which hexes, and who is still to turn.",
)


@dataclass(slots=True)
class Stood:
    """A place and a facing."""

    hex: Hex
    facing: Facing
    shown: Shown = None

    def write(self, board: Board) -> Plain:
        """What positions say of it, kept for those to come."""
        plain: Plain = {"hex": board.grid.numbers[self.hex], "facing": FACINGS[self.facing]}
        self.shown = plain
        return plain


says(Stood, "Stood", "Where a unit stood as the movement step began, and how it faced.")


@dataclass(slots=True)
class Active:
    """The wing that is acting and how far it has come.

    `began` is where all those that have moved or turned in the movement step stood before, and how they faced.
    """

    side: Side
    wing: Wing
    state: Deduced[WingState]
    step: StepName = "start"
    activated: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    facing: str | None = None
    declared: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fighting: bool = False
    pending: tuple[Links, ...] = ()
    aftermath: Aftermath | None = None
    began: Annotated[dict[str, Stood], Key(when="began")] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The wing's name in full."""
        return f"{self.side}.{self.wing}"

    def copy(self) -> Active:
        """The same record for another state; its values are only ever replaced."""
        twin = Active.__new__(Active)
        twin.side = self.side
        twin.wing = self.wing
        twin.state = self.state
        twin.step = self.step
        twin.activated = self.activated
        twin.fired = self.fired
        twin.moved = self.moved
        twin.facing = self.facing
        twin.declared = self.declared
        twin.fighting = self.fighting
        twin.pending = self.pending
        twin.aftermath = self.aftermath
        twin.began = self.began
        return twin

    def write(self, board: Board) -> Plain:
        """What positions say of the wing."""
        plain: Plain = {
            "side": self.side,
            "wing": self.wing,
            "state": self.state,
            "step": self.step,
            "activated": list(self.activated),
            "fired": list(self.fired),
            "moved": list(self.moved),
            "facing": self.facing,
            "declared": {id: list(targets) for id, targets in self.declared.items()},
            "fighting": self.fighting,
            "pending": [[list(link) for link in links] for links in self.pending],
            "aftermath": None if self.aftermath is None else self.aftermath.write(board),
        }
        if self.began:
            plain["began"] = {id: stood.shown or stood.write(board) for id, stood in self.began.items()}
        return plain


says(
    Active,
    "ActiveWing",
    "The acting wing; what it has declared and what it is still to fight belong to the assault step.",
)


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that changes in a game; the board and the options stand beside it and are shared.

    `at` (who stands where), `counters` and `held` (the hexes of each army's counters and of its combat units)
    and `fronts` (each army's Front hexes, worked out when first asked for) follow from the units, as `members` and
    `arms` do (who belongs to each wing, and to each army by type, whether or not still on the map). `last` is the wing
    that has just acted, kept to explain why something can no longer be done; `kept` is the last writing, `rows` that of
    the units.
    """

    board: Annotated[
        Board,
        Key(name="map", type=Literal["camposanto"] | BlankMap, default="camposanto", read=None, write="plain"),
    ]
    turn: Turn = "day"
    phase: Annotated[int, Meta(ge=1, le=3)] = 1
    last_turn: Turn = "evening"
    vp: Annotated[dict[str, int], Key(type=Both, default=Both, read=_to_dict)]
    inflicted: Annotated[dict[str, int], Key(type=Both, default=Both, read=_to_dict)]
    series: Annotated[dict[str, tuple[int, ...]], Key(type=PointsLeft | None, default=None, read=None)]
    orders_left: Annotated[dict[str, tuple[int, ...]], Key(type=PointsLeft, default=PointsLeft, read=None)]
    orders: Annotated[dict[str, dict[str, int]] | None, Key(type=OrdersLaid | None, default=None, read=_to_dict)]
    states: Annotated[
        dict[str, str],
        Key(
            type=said_type(dict[SideKey, dict[WingName, WingState]]) | None, default=None, read=None, write=_states_now
        ),
    ]
    order: Deduced[tuple[WingKey, ...]]
    general_used: Annotated[dict[str, bool], Key(type=Used, default=Used, read=_to_dict)]
    fatigued: Deduced[tuple[WingKey, ...]]
    active: Active | None = None
    swap: Side | None = None
    wings: Deduced[tuple[WingKey, ...]]
    eliminated: Annotated[tuple[Unit, ...], Key(type=list[UnitGone], default=(), read=None)]
    units: ById[Unit]
    result: Result | None = None

    options: Beside[Mapping[str, str]]
    sink: Beside[list[Event]]
    last: Beside[Active | None]
    members: Beside[Mapping[str, tuple[str, ...]]]
    arms: Beside[Mapping[str, Mapping[str, tuple[str, ...]]]]
    at: Beside[dict[int, tuple[str, ...]]]
    counters: Beside[dict[str, HexSet]]
    held: Beside[dict[str, HexSet]]
    fronts: Beside[dict[str, HexSet]]
    kept: Beside[Kept | None]
    rows: Beside[Rows | None]

    def copy(self) -> State:
        """A copy that shares units and every value that is only ever replaced."""
        twin = State.__new__(State)
        twin.board = self.board
        twin.turn = self.turn
        twin.phase = self.phase
        twin.last_turn = self.last_turn
        twin.vp = self.vp
        twin.inflicted = self.inflicted
        twin.series = self.series
        twin.orders_left = self.orders_left
        twin.orders = self.orders
        twin.states = self.states
        twin.order = self.order
        twin.general_used = self.general_used
        twin.fatigued = self.fatigued
        twin.active = None if self.active is None else self.active.copy()
        twin.swap = self.swap
        twin.wings = self.wings
        twin.eliminated = self.eliminated
        twin.units = self.units.copy()
        twin.result = self.result
        twin.options = self.options
        twin.sink = self.sink
        twin.last = self.last
        twin.members = self.members
        twin.arms = self.arms
        twin.at = self.at
        twin.counters = self.counters
        twin.held = self.held
        twin.fronts = self.fronts
        twin.kept = self.kept
        twin.rows = self.rows
        return twin

    def write(self) -> Plain:
        """The position. Whatever has not changed is shared with the positions written before: read it only."""
        board, plain = self.board, self._but_units()
        plain["units"] = [unit.shown or unit.write(board) for unit in list(self.units.values())]
        return plain

    def write_apart(self) -> tuple[Plain, bytes]:
        """The position but for its units, and these as JSON, without brackets."""
        plain = self._but_units()
        del plain["units"]
        if self.rows is None:
            self.rows = rows_of(self.units)
        return plain, self.rows.encoded(self._shown)

    def _shown(self, id: str) -> Plain:
        unit = self.units[id]
        return unit.shown or unit.write(self.board)

    def _but_units(self) -> Plain:
        active = self.active
        since = (
            self.turn,
            self.phase,
            self.last_turn,
            self.vp,
            self.inflicted,
            self.series,
            self.orders_left,
            self.orders,
            self.states,
            None if active is None else (active.side, active.wing, active.state),
            self.order,
            self.general_used,
            self.fatigued,
            self.swap,
            self.wings,
            self.eliminated,
            self.result,
        )
        kept = self.kept
        if kept is None or kept.since != since:
            kept = self.kept = Kept(since, self._write())
        plain = kept.plain.copy()
        if active is not None:
            plain["active"] = active.write(self.board)
        return plain

    def _write(self) -> Plain:
        """All but what changes with every answer: the units, and how far the acting wing has come."""
        board = self.board
        return {
            "map": board.plain,
            "turn": self.turn,
            "phase": self.phase,
            "last_turn": self.last_turn,
            "vp": dict(self.vp),
            "inflicted": dict(self.inflicted),
            "series": {side: list(points) for side, points in self.series.items()},
            "orders_left": {side: list(points) for side, points in self.orders_left.items()},
            "orders": None if self.orders is None else {side: dict(laid) for side, laid in self.orders.items()},
            "states": _states_now(self.states, self),
            "order": list(self.order),
            "general_used": dict(self.general_used),
            "fatigued": list(self.fatigued),
            "active": None,
            "swap": self.swap,
            "wings": list(self.wings),
            "eliminated": [unit.shown or unit.write(board) for unit in self.eliminated],
            "units": [],
            "result": None if self.result is None else msgspec.to_builtins(self.result),
        }

    # -- units ------------------------------------------------------------------------------------------------------

    def put(self, unit: Unit) -> None:
        """Place a counter on the map."""
        self._part()
        self.rows = None
        self.units[unit.id] = unit
        self._enter(unit)

    def _part(self) -> None:
        """Who stands where, no longer shared with copies, about to change."""
        self.at, self.counters, self.held = self.at.copy(), self.counters.copy(), self.held.copy()
        self.fronts = {}

    def _enter(self, unit: Unit) -> None:
        here = self.at.get(unit.hex, ())
        # Guns and light infantry lie on top of a stack (9.2, 10.1): they come first.
        self.at[unit.hex] = (*here, unit.id) if unit.type == "infantry" else (unit.id, *here)
        self.counters[unit.side] = self.counters[unit.side].plus(unit.hex)
        if unit.type != "marshal":
            self.held[unit.side] = self.held[unit.side].plus(unit.hex)

    def _leave(self, unit: Unit) -> None:
        here = self.at[unit.hex]
        if len(here) == 1:
            del self.at[unit.hex]
            self.counters[unit.side] = self.counters[unit.side].minus(unit.hex)
            self.held[unit.side] = self.held[unit.side].minus(unit.hex)
            return
        rest = self.at[unit.hex] = tuple([other for other in here if other != unit.id])
        if all(self.units[other].type == "marshal" for other in rest):
            self.held[unit.side] = self.held[unit.side].minus(unit.hex)

    def lay_anew(self) -> None:
        """Work out again who stands where, after units were put elsewhere."""
        self.rows = None
        self.at = {}
        self.counters = dict.fromkeys(self.counters, NO_HEXES)
        self.held = dict.fromkeys(self.held, NO_HEXES)
        self.fronts = {}
        for unit in self.units.values():
            self._enter(unit)

    def move(self, unit: Unit, hex: int) -> Unit:
        """The counter in its new hex."""
        self._remember(unit)
        self._part()
        self._leave(unit)
        moved = unit.copy()
        moved.hex = hex
        self._replace(moved)
        self._enter(moved)
        return moved

    def turn_to(self, unit: Unit, facing: int) -> None:
        """Turn every unit of the counter's hex: a stack has one facing (10.1-c)."""
        self.fronts = {}
        for id in self.at[unit.hex]:
            self._remember(self.units[id])
            turned = self.units[id].copy()
            turned.facing = facing
            self._replace(turned)

    def _remember(self, unit: Unit) -> None:
        """Where a unit stood as the movement step began."""
        active = self.active
        if active is not None and active.step == "movement" and unit.id not in active.began:
            active.began = {**active.began, unit.id: Stood(unit.hex, unit.facing)}

    def reduce(self, unit: Unit) -> Unit:
        """The counter with one step less."""
        reduced = unit.copy()
        reduced.steps -= 1
        self._replace(reduced)
        return reduced

    def _replace(self, unit: Unit) -> None:
        """Put a counter in the place of the one that it was."""
        self.units[unit.id] = unit
        if self.rows is not None:
            self.rows = self.rows.without(unit.id)

    def remove(self, unit: Unit) -> None:
        """Take a counter off the map."""
        self._part()
        self._leave(unit)
        del self.units[unit.id]
        self.rows = None
        gone = unit.copy()
        gone.steps, gone.hex = 0, -1
        self.eliminated = (*self.eliminated, gone)

    # -- questions about the map ------------------------------------------------------------------------------------

    def stack(self, hex: int) -> list[Unit]:
        """The counters in a hex, the top one first."""
        units = self.units
        return [units[id] for id in self.at.get(hex, ())]

    def types(self, hex: int, side: str) -> tuple[str, ...]:
        """The types of an army's counters in a hex."""
        return tuple(unit.type for unit in self.stack(hex) if unit.side == side)

    def of_side(self, side: str) -> Iterator[Unit]:
        """The counters of one army."""
        return (unit for unit in self.units.values() if unit.side == side)

    def of_wing(self, side: str, wing: str) -> list[Unit]:
        """The counters of one wing."""
        units = self.units
        return [units[id] for id in self.members[f"{side}.{wing}"] if id in units]

    def acting(self) -> Active:
        """The wing that is acting now."""
        assert self.active is not None
        return self.active


def by_side(states: dict[str, str]) -> dict[str, dict[str, str]]:
    """The wings' states as positions and events write them."""
    nested: dict[str, dict[str, str]] = {}
    for key, state in states.items():
        side, wing = WING_KEYS[key]
        if side not in nested:
            nested[side] = {}
        nested[side][wing] = state
    return nested
