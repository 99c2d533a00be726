"""The state of a Custoza game. Units and Formations are never changed in place, so that copies share them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, INFANTRY, Board
from quadrilatero.games.custoza.deeds import Deed, Trigger
from quadrilatero.games.custoza.said import (
    PIECES,
    ActiveStep,
    Allowance,
    Ammo,
    BlankMap,
    Box,
    Cohesion,
    Conduct,
    Count,
    Day,
    Did,
    Facing,
    FormationState,
    Gt,
    Hex,
    HexesBySide,
    HexOrNone,
    Light,
    MarkerType,
    Mode,
    Phase,
    Points,
    Rank,
    Side,
    StackingValue,
    Status,
    Strategies,
    Strength,
    StrengthLeft,
    SupplyBySide,
    ThisTurn,
    UnitType,
    VictorySaid,
    WorkSaid,
    Year,
    read_sets,
    to_plain,
    write_lists,
    write_sets,
)
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Event, Plain, Result
from quadrilatero.kernel.position import As, Beside, ById, Deduced, Key, Own, Shown, copied

CLASS_OF = {
    "line": INFANTRY,
    "light": INFANTRY,
    "fortress": INFANTRY,
    "cavalry": CAVALRY,
    "artillery": ARTILLERY,
    "horse_artillery": ARTILLERY,
    "train": ARTILLERY,
}
OFF_MAP = -1
MOST_POINTS = 6
"""2.9-b: so many stacking points are too many in any hex; `crowds` counts no further."""
DEEPEST = 16
"""11.4: deeds inside deeds; bounded by Forces and hexes, and never so many."""


class Work(NamedTuple):
    """A bridge or a ferry under way."""

    hex: int
    left: int


def _read_work(said: WorkSaid | bool | None, s: State) -> Work | bool | None:
    return Work(s.board.grid.index(said.hex), said.left) if isinstance(said, WorkSaid) else said


def _write_work(work: Work | bool | None, s: State) -> Any:
    return {"hex": s.board.grid.numbers[work.hex], "left": work.left} if isinstance(work, Work) else work


def _read_entry(said: str | list[str] | None, s: State) -> tuple[int, ...]:
    numbers = [said] if isinstance(said, str) else said or ()
    return tuple(map(s.board.grid.index, numbers))


def _write_entry(entry: tuple[int, ...], s: State) -> Any:
    numbers = s.board.numbers(entry)
    return numbers if len(numbers) > 1 else numbers[0] if numbers else None


def _is_fighter(unit: Unit) -> bool:
    return unit.type not in PIECES


T = TypeVar("T")
OfFighters = Annotated[T, Key(when=_is_fighter)]
OfFortresses = Annotated[T, Key(when=lambda unit: unit.type == "fortress")]
OfGenerals = Annotated[T, Key(when=lambda unit: unit.type == "general")]
OfCommanders = Annotated[T, Key(when=lambda unit: unit.type == "commander")]


class Unit(msgspec.Struct, gc=False):
    """A counter: a combat unit, or a piece (commander, General, scout). `hex` is -1 off the map, where `box` says more.

    For artillery and the train `march` means limbered.
    """

    said: ClassVar = As("Unit", "A counter, in a hex of the map or in a box beside it.")

    id: Annotated[str, Meta(min_length=1)]
    side: Side
    type: UnitType
    hex: Annotated[HexOrNone, Key(when=lambda unit: unit.hex >= 0)]
    box: Annotated[Box | None, Key(default=None, when=lambda unit: unit.hex < 0)]
    formation: Deduced[str | None]
    name: Deduced[str]
    sp: OfFighters[Deduced[StrengthLeft]]
    max: OfFighters[Deduced[Strength]]
    cv: OfFighters[Deduced[Cohesion]]
    ma: Deduced[Allowance]
    sv: OfFighters[Deduced[StackingValue]]
    status: OfFighters[Status] = 0
    facing: OfFighters[Deduced[Facing]] = 0
    ammo: OfFighters[Ammo] = "full"
    march: OfFighters[bool] = False
    square: OfFighters[bool] = False
    exhausted: OfFighters[bool] = False
    ooc: OfFighters[bool] = False
    reserve: OfFighters[bool] = False
    used: bool = False
    guns: OfFortresses[Count] = 1
    attack_from: OfFortresses[tuple[Hex, ...] | None] = None
    value: OfGenerals[Count] = 3
    up: OfCommanders[bool] = False
    building: Annotated[
        Work | None, Key(type=WorkSaid | None, read=_read_work, write=_write_work, when=lambda unit: unit.building)
    ] = None
    ferry: Annotated[
        Work | bool | None,
        Key(type=WorkSaid | bool | None, read=_read_work, write=_write_work, when=lambda unit: unit.ferry),
    ] = None
    shown: Shown = None

    @property
    def kind(self) -> str:
        """2.8-b: its class, infantry, cavalry or artillery; of a piece, that it is one."""
        return CLASS_OF.get(self.type, "piece")

    @property
    def is_piece(self) -> bool:
        """Whether it is a commander, a General or a scout and no combat unit."""
        return self.type in PIECES

    @property
    def lost(self) -> int:
        """SP lost so far."""
        return self.max - self.sp


class Formation(msgspec.Struct, gc=False):
    """A Formation; what it has done in the present game turn stands beside what it is."""

    said: ClassVar = As("Formation", "A Formation: what it is, how it stands, and what it has done in this game turn.")

    id: Annotated[str, Meta(min_length=1)]
    side: Side
    name: Deduced[str]
    rank: Rank = "division"
    command: Annotated[int, Meta(ge=0, le=6)] = 3
    state: FormationState = "engaged"
    objective: HexOrNone = OFF_MAP
    attempts: Count = 0
    this_turn: ThisTurn | None = None
    markers_placed: Count = 0
    fought: bool = False
    moved: bool = False
    changed: bool = False
    morale: Annotated[int, Meta(ge=-3, le=3)] = 0
    blooded: bool = False
    fatigue: Count = 0
    fatigued: bool = False
    cut_off: bool = False
    collapse: Deduced[int] = 0
    no_general: bool = False
    corps: Deduced[str] = ""
    entry: Annotated[
        tuple[int, ...], Key(type=str | list[str] | None, default=None, read=_read_entry, write=_write_entry)
    ] = ()
    shown: Shown = None


class Marker(msgspec.Struct, frozen=True, gc=False):
    """6.1-b: an Assault or Charge marker in a hex, pointing at its target; `spent` once it is served or void."""

    said: ClassVar = As("Marker", "An Assault or Charge marker in its hex, pointing at the target.")

    type: MarkerType
    hex: Hex
    target: Hex
    spent: bool = False


class Acted(msgspec.Struct, frozen=True, gc=False):
    """What a unit has done, and the movement points it has spent on it, in sixths."""

    said: ClassVar = As("Acted", "What a unit has done in this activation or phase.")

    did: Did
    mp: Points = 0


class Active(msgspec.Struct, frozen=True, gc=False):
    """The activated Formation and how far it has come; `reserve` is the unit of the Reserve it has taken along."""

    said: ClassVar = As("ActiveFormation", "The activated Formation, its markers, and who has acted.")

    formation: str
    step: ActiveStep = "act"
    conduct: Conduct = "free"
    markers: tuple[Marker, ...] = ()
    acted: dict[str, Acted] = {}
    commander_moved: bool = False
    reserve: str | None = None
    entered: Count = 0


class Turning(msgspec.Struct, frozen=True, gc=False):
    """7.6-b: units that have ended a move and are to choose their facing; `along` is the last step of a march."""

    said: ClassVar = As("Turning", "Units that are to choose their facing; a march ends within a side of `along`.")

    units: tuple[str, ...]
    along: Facing | None = None
    rule: str = "7.6-b"


class Group(msgspec.Struct, frozen=True, gc=False):
    """21: a group of reinforcements and when and where it is due."""

    said: ClassVar = As("Reinforcement", "A group that is due: of a Formation, or units that enter alone.")

    id: str
    side: Side
    units: tuple[str, ...]
    day: Day
    gt: Gt
    entry: Hex
    formation: str | None = None
    condition: str | None = None


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A game turn of a day."""

    said: ClassVar = As("Moment", "A game turn of a day.")

    day: Day
    gt: Gt


class Counter(msgspec.Struct, frozen=True, gc=False):
    """2.4.1-e: a counter as it is printed, known to both players."""

    said: ClassVar = As("Counter", "A counter as printed; everybody may know it.")

    id: str
    side: Side
    type: UnitType
    name: str
    sp: Count = 0
    cv: Count = 0
    ma: Count = 8
    sv: Count = 0
    value: Count = 0


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that changes in a game; the board and the options stand beside it and are shared.

    `at` (who stands where, in the order of the units), `held` (the hexes of each side's combat units) and `crowds` (for
    each side the hexes with at least one stacking point, two, and so on) follow from the units and are kept in step by
    the functions below. `zones` are worked out when first asked for, from what each hex adds to them (`zones_at`);
    `searches` are what rules have found out of who can go where, and `memory` what they have found out since anything
    changed. All are forgotten when they may have become untrue, and copies share what they know. `rank` (the place of
    each counter in the roster), `leaders` (the commander of each Formation) and `printed` (the roster as views write
    it) never change; `veils` are what was last written of counters that lie face down, hex by hex. `deeds` and
    `triggers` tell how deep in an action the game is; both are empty at a boundary. `facing`, `acted` and
    `in_reach` (which Formations had a unit of the Reserve in range in the command step, 4.4-a) are what the phases
    remember from one segment to the next.
    """

    board: Annotated[
        Board,
        Key(name="map", type=Literal["custoza"] | BlankMap, default="custoza", read=None, write="plain"),
    ]
    mode: Mode = "base"
    year: Year = 1866
    day: Day = 1
    gt: Gt = 8
    light: Deduced[Light]
    last: Deduced[Moment]
    area: Annotated[
        tuple[int, ...] | None,
        Key(type=Annotated[list[int], Meta(min_length=2, max_length=2)] | None, default=None),
    ] = None
    phase: Deduced[Phase]
    initiative: Side = "italy"
    fixed_initiative: bool = False
    next: Deduced[Side]
    passes: Annotated[int, Meta(ge=0, le=2)] = 0
    units: Own[ById[Unit]]
    formations: Annotated[Own[ById[Formation]], Key(default=())]
    active: Active | None = None
    facing: Annotated[Turning | None, Key(when="facing")] = None
    acted: Annotated[dict[str, Acted], Key(when="acted", default=dict)]
    in_reach: Annotated[dict[str, tuple[str, ...]], Key(when="in_reach", default=dict)]
    control: Annotated[dict[str, HexSet], Key(type=HexesBySide, default=HexesBySide, read=read_sets, write=write_sets)]
    supply: Annotated[
        dict[str, tuple[int, ...]],
        Key(type=SupplyBySide, default=SupplyBySide, read=None, write=write_lists),
    ]
    victory: Annotated[Plain | None, Key(type=VictorySaid | None, default=None, read=to_plain)]
    strategy: Annotated[dict[str, int | None], Key(type=Strategies, default=Strategies, read=to_plain)]
    reluctance: bool = False
    skip_command: Gt | None = None
    reinforcements: tuple[Group, ...] = ()
    pontoon: HexOrNone = OFF_MAP
    roster: Deduced[dict[str, tuple[Counter, ...]]]
    result: Result | None = None

    options: Beside[Mapping[str, str]]
    sink: Beside[list[Event]]
    order: Beside[Mapping[str, int]]
    rank: Beside[Mapping[str, int]]
    leaders: Beside[Mapping[str, str]]
    printed: Beside[Plain]
    veils: Beside[dict[Any, Any]]
    at: Beside[Own[dict[int, tuple[str, ...]]]]
    held: Beside[Own[dict[str, HexSet]]]
    crowds: Beside[Own[dict[str, tuple[int, ...]]]]
    zones: Beside[dict[str, HexSet]]
    zones_at: Beside[Own[dict[tuple[str, int], int]]]
    searches: Beside[dict[Any, Any]]
    memory: Beside[dict[Any, Any]]
    deeds: Beside[tuple[Deed, ...]]
    triggers: Beside[tuple[Trigger, ...]]

    # -- units: every change goes through here ----------------------------------------------------------------------

    def remembered(self, what: Any, find: Callable[[], T]) -> T:
        """What a rule finds out, worked out once as long as neither units nor Formations change; not to be changed."""
        known: tuple[Active | None, T] | None = self.memory.get(what)
        if known is None or known[0] is not self.active:
            known = self.memory[what] = self.active, find()
        return known[1]

    def copy(self) -> State:
        """A copy that shares units and every value that is only ever replaced."""
        return copied(self)

    def place(self, unit: Unit) -> None:
        """Put a counter where it says it is; for setting up."""
        self.units[unit.id] = unit
        self.memory = {}
        if unit.hex >= 0:
            self._enter(unit)

    def change(self, unit: Unit, **changes: Any) -> Unit:
        """The counter with other values; its place, too, may be among them."""
        changed = replace(unit, **changes, shown=None)
        self.units[unit.id] = changed
        self.memory = {}
        if unit.hex != changed.hex:
            if unit.hex >= 0:
                self._leave(unit)
            if changed.hex >= 0:
                self._enter(changed)
        elif unit.march != changed.march or unit.type != changed.type:
            self.forget_zone(unit.side, unit.hex)
        return changed

    def move(self, unit: Unit, hex: int) -> Unit:
        """The counter in its new hex."""
        return self.change(unit, hex=hex, box=None)

    def remove(self, unit: Unit, box: str) -> Unit:
        """The counter off the map, in a box."""
        return self.change(unit, hex=OFF_MAP, box=box)

    def turn_to(self, hex: int, facing: int) -> None:
        """7.6-a: all combat units of a hex face the same side."""
        for unit in self.stack(hex):
            if unit.facing != facing:
                self.change(unit, facing=facing)

    def forget_searches(self) -> None:
        """The board is another: what follows from it is worked out anew."""
        self.zones, self.searches, self.memory = {}, {}, {}
        self.zones_at.clear()

    def forget_zone(self, side: str, hex: int) -> None:
        """Units stand elsewhere, or with other zones: what follows from that is worked out anew."""
        self.zones_at.pop((side, hex), None)
        self.zones = {other: zone for other, zone in self.zones.items() if other != side}
        self.searches, self.memory = {}, {}

    def _enter(self, unit: Unit) -> None:
        here = (*self.at.get(unit.hex, ()), unit.id)
        self.at[unit.hex] = here if len(here) == 1 else tuple(sorted(here, key=self.order.__getitem__))
        if unit.type not in PIECES:
            self.held[unit.side] = self.held[unit.side].plus(unit.hex)
            self._count_points(unit.side, unit.hex)
            self.forget_zone(unit.side, unit.hex)

    def _leave(self, unit: Unit) -> None:
        rest = tuple(other for other in self.at[unit.hex] if other != unit.id)
        if rest:
            self.at[unit.hex] = rest
        else:
            del self.at[unit.hex]
        if unit.type not in PIECES:
            if all(self.units[other].is_piece or self.units[other].side != unit.side for other in rest):
                self.held[unit.side] = self.held[unit.side].minus(unit.hex)
            self._count_points(unit.side, unit.hex)
            self.forget_zone(unit.side, unit.hex)

    def _count_points(self, side: str, hex: int) -> None:
        points, bit = sum(unit.sv for unit in self.stack(hex, side)), 1 << hex
        self.crowds[side] = tuple(
            mask | bit if points >= least else mask & ~bit for least, mask in enumerate(self.crowds[side])
        )

    # -- questions about the map ------------------------------------------------------------------------------------

    def stack(self, hex: int, side: str | None = None) -> list[Unit]:
        """The combat units in a hex, of one side if it is named, in the order of the position."""
        units = self.units
        return [
            unit
            for id in self.at.get(hex, ())
            if (unit := units[id]).type not in PIECES and (side is None or unit.side == side)
        ]

    def pieces(self, hex: int) -> list[Unit]:
        """Commanders, Generals and scouts in a hex."""
        units = self.units
        return [unit for id in self.at.get(hex, ()) if (unit := units[id]).is_piece]

    def of(self, ids: tuple[str, ...] | list[str]) -> list[Unit]:
        """The units with these ids."""
        units = self.units
        return [units[id] for id in ids]

    def on_map(self, side: str) -> Iterator[Unit]:
        """The combat units of a side that stand on the map."""
        return (u for u in self.units.values() if u.side == side and u.hex >= 0 and u.type not in PIECES)

    def of_formation(self, formation: str) -> list[Unit]:
        """The combat units of a Formation, on the map or off it."""
        return [unit for unit in self.units.values() if unit.formation == formation and not unit.is_piece]

    def commander(self, formation: str) -> Unit | None:
        """The commander of a Formation, if there is one in the game."""
        id = self.leaders.get(formation)
        return None if id is None else self.units[id]

    def general(self, side: str) -> Unit | None:
        """The General of a side who is on the map."""
        found = (u for u in self.units.values() if u.type == "general" and u.side == side and u.hex >= 0)
        return next(found, None)

    def generals(self, side: str) -> list[Unit]:
        """The Generals of a side, on the map or off it."""
        return [unit for unit in self.units.values() if unit.type == "general" and unit.side == side]

    def units_held(self) -> HexSet:
        """The hexes with combat units of either side: what can block a line of sight."""
        return self.held["italy"] | self.held["austria"]

    # -- Formations and the course of an action ---------------------------------------------------------------------

    def change_formation(self, id: str, **changes: Any) -> Formation:
        """The Formation with other values."""
        changed = replace(self.formations[id], **changes, shown=None)
        self.formations[id] = changed
        self.memory = {}
        return changed

    def acting(self) -> Active:
        """The activated Formation's record."""
        assert self.active is not None
        return self.active

    def change_active(self, **changes: Any) -> None:
        """Replace parts of the activated Formation's record."""
        self.active = replace(self.acting(), **changes)
        self.memory = {}

    def begin(self, deed: Deed) -> None:
        """A deed begins inside whatever is under way."""
        assert len(self.deeds) < DEEPEST, "reactions to reactions without end"
        self.deeds = (*self.deeds, deed)

    def finish(self) -> Deed:
        """The innermost deed is over."""
        deed = self.deeds[-1]
        self.deeds = self.deeds[:-1]
        return deed

    @property
    def deed(self) -> Deed:
        """The innermost deed under way."""
        return self.deeds[-1]

    def change_deed(self, **changes: Any) -> Deed:
        """Replace parts of the innermost deed."""
        deed = replace(self.deeds[-1], **changes)
        self.deeds = (*self.deeds[:-1], deed)
        return deed
