"""The state of a Camposanto game. Units are never changed in place: an edit puts a new one, so copies share them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from quadrilatero.games.camposanto.board import SIDES, Board
from quadrilatero.hexes import FACINGS, NO_HEXES, HexSet
from quadrilatero.kernel import Event, Result

WINGS = ("left", "centre", "right")
COMBAT = ("infantry", "cavalry", "artillery", "light")
STEPS = ("start", "artillery", "movement", "marshal", "light_fire", "assault")

IMPETUOUS, AGGRESSIVE, CAUTIOUS, TITUBANT = "impetuous", "aggressive", "cautious", "titubant"
WING_STATES = (IMPETUOUS, AGGRESSIVE, CAUTIOUS, TITUBANT)

WING_KEYS = {f"{side}.{wing}": (side, wing) for side in SIDES for wing in WINGS}

Links = tuple[tuple[str, str], ...]


class Unit(msgspec.Struct, gc=False):
    """A counter on the map."""

    id: str
    side: str
    wing: str
    type: str
    name: str
    regiment: str | None
    steps: int
    max: int
    stars: int
    hex: int
    facing: int
    fire: tuple[int, ...]
    shown: dict[str, Any] | None = None

    def plain(self, numbers: tuple[str, ...]) -> dict[str, Any]:
        """The counter as positions and views write it."""
        if self.shown is None:
            shown: dict[str, Any] = {
                "id": self.id,
                "side": self.side,
                "wing": self.wing,
                "type": self.type,
                "name": self.name,
            }
            if self.type != "marshal":
                shown["regiment"] = self.regiment
                shown["steps"] = self.steps
                shown["max"] = self.max
                shown["stars"] = self.stars
                shown["facing"] = FACINGS[self.facing]
            if self.type == "artillery":
                shown["fire"] = list(self.fire)
            if self.hex >= 0:
                shown["hex"] = numbers[self.hex]
            self.shown = shown
        return self.shown


class Aftermath(msgspec.Struct, frozen=True, gc=False):
    """7.1 after the fight: by which rule, who may still advance into which hexes, and who is still to turn."""

    rule: str
    free: tuple[str, ...]
    vacated: tuple[int, ...]
    to_turn: tuple[str, ...]


class Active(msgspec.Struct, frozen=True, gc=False):
    """The wing that is acting and how far it has come.

    `began` is where all those that have moved or turned in the movement step stood before, and how they faced.
    """

    side: str
    wing: str
    state: str
    step: str = "start"
    activated: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    facing: str | None = None
    declared: dict[str, tuple[str, ...]] = {}
    fighting: bool = False
    pending: tuple[Links, ...] = ()
    aftermath: Aftermath | None = None
    began: dict[str, tuple[int, int]] = {}

    @property
    def key(self) -> str:
        """The wing's name in full."""
        return f"{self.side}.{self.wing}"


class State:
    """Everything that changes in a game; the board and the options stand beside it and are shared.

    `at` (who stands where), `counters` and `held` (the hexes of each army's counters and of its combat units)
    and `fronts` (each army's Front hexes, worked out when first asked for) follow from the units. `last` is the wing
    that has just acted, kept to explain why something can no longer be done.
    """

    __slots__ = (
        "active",
        "at",
        "board",
        "counters",
        "eliminated",
        "fatigued",
        "fronts",
        "general_used",
        "held",
        "inflicted",
        "last",
        "last_turn",
        "members",
        "options",
        "order",
        "orders",
        "orders_left",
        "phase",
        "result",
        "series",
        "sink",
        "states",
        "swap",
        "turn",
        "units",
        "vp",
        "wings",
    )

    board: Board
    options: Mapping[str, str]
    series: Mapping[str, tuple[int, ...]]
    last_turn: str
    turn: str
    phase: int
    vp: dict[str, int]
    inflicted: dict[str, int]
    orders_left: dict[str, tuple[int, ...]]
    orders: dict[str, dict[str, int]] | None
    states: dict[str, str]
    order: tuple[str, ...]
    general_used: dict[str, bool]
    fatigued: tuple[str, ...]
    active: Active | None
    last: Active | None
    swap: str | None
    wings: tuple[str, ...]
    members: Mapping[str, tuple[str, ...]]
    units: dict[str, Unit]
    eliminated: tuple[Unit, ...]
    at: dict[int, tuple[str, ...]]
    counters: dict[str, HexSet]
    held: dict[str, HexSet]
    fronts: dict[str, HexSet]
    result: Result | None
    sink: list[Event]

    def copy(self) -> State:
        """A copy that shares the units and every value that is only ever replaced."""
        twin = State.__new__(State)
        twin.board = self.board
        twin.options = self.options
        twin.series = self.series
        twin.last_turn = self.last_turn
        twin.turn = self.turn
        twin.phase = self.phase
        twin.vp = self.vp
        twin.inflicted = self.inflicted
        twin.orders_left = self.orders_left
        twin.orders = self.orders
        twin.states = self.states
        twin.order = self.order
        twin.general_used = self.general_used
        twin.fatigued = self.fatigued
        twin.active = self.active
        twin.last = self.last
        twin.swap = self.swap
        twin.wings = self.wings
        twin.members = self.members
        twin.units = self.units.copy()
        twin.eliminated = self.eliminated
        twin.at = self.at.copy()
        twin.counters = self.counters.copy()
        twin.held = self.held.copy()
        twin.fronts = self.fronts
        twin.result = self.result
        twin.sink = self.sink
        return twin

    # -- units ------------------------------------------------------------------------------------------------------

    def put(self, unit: Unit) -> None:
        """Place a counter on the map."""
        self.units[unit.id] = unit
        self._enter(unit)

    def _enter(self, unit: Unit) -> None:
        self.fronts = {}
        here = self.at.get(unit.hex, ())
        # Guns and light infantry lie on top of a stack (9.2, 10.1): they come first.
        self.at[unit.hex] = (*here, unit.id) if unit.type == "infantry" else (unit.id, *here)
        self.counters[unit.side] = self.counters[unit.side].plus(unit.hex)
        if unit.type != "marshal":
            self.held[unit.side] = self.held[unit.side].plus(unit.hex)

    def _leave(self, unit: Unit) -> None:
        self.fronts = {}
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
        self.at = {}
        self.counters = dict.fromkeys(self.counters, NO_HEXES)
        self.held = dict.fromkeys(self.held, NO_HEXES)
        for unit in self.units.values():
            self._enter(unit)

    def move(self, unit: Unit, hex: int) -> Unit:
        """The counter in its new hex."""
        self._remember(unit)
        self._leave(unit)
        moved = replace(unit, hex=hex, shown=None)
        self.units[unit.id] = moved
        self._enter(moved)
        return moved

    def turn_to(self, unit: Unit, facing: int) -> None:
        """Turn every unit of the counter's hex: a stack has one facing (10.1-c)."""
        self.fronts = {}
        for id in self.at[unit.hex]:
            self._remember(self.units[id])
            self.units[id] = replace(self.units[id], facing=facing, shown=None)

    def _remember(self, unit: Unit) -> None:
        """Where a unit stood as the movement step began."""
        active = self.active
        if active is not None and active.step == "movement" and unit.id not in active.began:
            self.change_active(began={**active.began, unit.id: (unit.hex, unit.facing)})

    def reduce(self, unit: Unit) -> Unit:
        """The counter with one step less."""
        reduced = replace(unit, steps=unit.steps - 1, shown=None)
        self.units[unit.id] = reduced
        return reduced

    def remove(self, unit: Unit) -> None:
        """Take a counter off the map."""
        self._leave(unit)
        del self.units[unit.id]
        self.eliminated = (*self.eliminated, replace(unit, steps=0, hex=-1, shown=None))

    # -- questions about the map ------------------------------------------------------------------------------------

    def stack(self, hex: int) -> list[Unit]:
        """The counters in a hex, the top one first."""
        units = self.units
        return [units[id] for id in self.at.get(hex, ())]

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

    def change_active(self, **changes: Any) -> None:
        """Replace parts of the acting wing's record."""
        self.active = replace(self.acting(), **changes)


def by_side(states: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The wings' states as positions and events write them."""
    nested: dict[str, dict[str, str]] = {}
    for key, state in states.items():
        side, wing = WING_KEYS[key]
        nested.setdefault(side, {})[wing] = state
    return nested
