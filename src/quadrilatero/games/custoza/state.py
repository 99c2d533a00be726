"""The state of a Custoza game, and every way in which it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from quadrilatero.games.custoza.board import AUSTRIA, ENEMY, ITALY, SIDES, Board
from quadrilatero.games.custoza.deeds import Deed, Trigger
from quadrilatero.games.custoza.records import Acted, Active, Counter, Group, Moment, Planned, Task, Turning, Zone
from quadrilatero.games.custoza.said import (
    BlankMap,
    Day,
    Gt,
    HexesBySide,
    HexOrNone,
    Light,
    Mode,
    Phase,
    Side,
    Step,
    Strategies,
    SupplyBySide,
    VictorySaid,
    Year,
    read_sets,
    to_plain,
    write_lists,
    write_sets,
)
from quadrilatero.games.custoza.units import OFF_MAP, Formation, Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.hexset import bit
from quadrilatero.kernel import Event, Plain, Result
from quadrilatero.kernel.position import Beside, ById, Deduced, Key

T = TypeVar("T")
R = TypeVar("R")
LOOKS: Final = {ITALY: "look of italy", AUSTRIA: "look of austria"}
FORMATIONS: Final = "formations"
STAMPS: Final = (*SIDES, *LOOKS.values(), FORMATIONS)
_NUMBERS = count(1)

MOST_POINTS: Final = 6
"""2.9-b: so many stacking points are too many in any hex; `crowds` counts no further."""
MOST_RECENT: Final = 15
DEEPEST: Final = 16
"""11.4: deeds inside deeds; bounded by Forces and hexes, and never so many."""


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that changes in a game; the board and the options stand beside it and are shared.

    `at` (who stands where, in the order of the units), `held` (the hexes of each side's combat units) and `crowds` (for
    each side the hexes with at least one stacking point, two, and so on) follow from the units and are kept in step by
    the functions below. `zones` are worked out when first asked for, from what each hex adds to them (`zones_at`);
    `searches` are what rules have found out of who can go where, and `memory` what they have found out since anything
    changed. `tallies` are what follows from losses and boxes, `veils` how a side's counters in each hex look to others;
    `stamps` are other numbers whenever a counter of a side, how one looks to others, or a Formation has changed,
    `recent` are the last counters of a side that have changed, each after the number that its change gave the side;
    `listed` is what was listed last, with what it hung on.
    All are forgotten when they may have become untrue, and copies share what they know: `shared_units`, `shared_places`
    and `shared_formations` say that a copy may hold the same dictionaries. `rank` (the place of each
    counter in the roster), `leaders` (the commander of each Formation), `members` (its combat units), `armies` (all
    counters of a side) and `printed` (the roster as views write it) never change. `deeds` and
    `triggers` tell how deep in an action the game is; both are empty at a boundary. `step` and
    `tasks` (Advanced Game: what is still to be seen to, the first first), `facing`, `acted` and
    `in_reach` (which Formations had a unit of the Reserve in range in the command step, 4.4-a) are what the phases
    remember from one segment to the next; `free` and `plan` are the zones of a free set-up and what is laid out in
    them so far (25.3).
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
    units: ById[Unit]
    formations: Annotated[ById[Formation], Key(default=())]
    active: Active | None = None
    step: Step = ""
    tasks: Annotated[tuple[Task, ...], Key(when="tasks")] = ()
    free: Annotated[tuple[Zone, ...], Key(when="free")] = ()
    plan: Annotated[dict[str, Planned], Key(when="plan", default=dict)]
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
    members: Beside[Mapping[str, tuple[str, ...]]]
    armies: Beside[Mapping[str, tuple[str, ...]]]
    veils: Beside[dict[str, dict[int, Any]]]
    tallies: Beside[dict[Any, Any]]
    stamps: Beside[dict[str, int]]
    recent: Beside[dict[str, tuple[tuple[int, str], ...]]]
    listed: Beside[dict[Any, Any]]
    at: Beside[dict[int, tuple[str, ...]]]
    held: Beside[dict[str, HexSet]]
    crowds: Beside[dict[str, tuple[int, ...]]]
    zones: Beside[dict[str, HexSet]]
    zones_at: Beside[dict[tuple[str, int], int]]
    searches: Beside[dict[Any, Any]]
    memory: Beside[dict[Any, Any]]
    deeds: Beside[tuple[Deed, ...]]
    triggers: Beside[tuple[Trigger, ...]]
    shared_units: Beside[bool]
    shared_places: Beside[bool]
    shared_formations: Beside[bool]

    # -- units: every change goes through here ----------------------------------------------------------------------

    def remembered(self, find: Callable[[State], T]) -> T:
        """What a rule finds out, worked out once as long as neither units nor Formations change; not to be changed."""
        known: tuple[Active | None, T] | None = self.memory.get(find)
        if known is None or known[0] is not self.active:
            known = self.memory[find] = self.active, find(self)
        return known[1]

    def remembered_of(self, side: str, find: Callable[[State, str], T]) -> T:
        """The same of what it finds out about one side."""
        what = find, side
        known: tuple[Active | None, T] | None = self.memory.get(what)
        if known is None or known[0] is not self.active:
            known = self.memory[what] = self.active, find(self, side)
        return known[1]

    def copy(self) -> State:
        """A copy that shares everything until one of both is changed (`_own_units` and the others)."""
        twin = State.__new__(State)
        twin.board = self.board
        twin.mode = self.mode
        twin.year = self.year
        twin.day = self.day
        twin.gt = self.gt
        twin.light = self.light
        twin.last = self.last
        twin.area = self.area
        twin.phase = self.phase
        twin.initiative = self.initiative
        twin.fixed_initiative = self.fixed_initiative
        twin.next = self.next
        twin.passes = self.passes
        self.shared_units = twin.shared_units = True
        self.shared_places = twin.shared_places = True
        self.shared_formations = twin.shared_formations = True
        twin.units = self.units
        twin.formations = self.formations
        twin.active = self.active
        twin.step = self.step
        twin.tasks = self.tasks
        twin.free = self.free
        twin.plan = self.plan
        twin.facing = self.facing
        twin.acted = self.acted
        twin.in_reach = self.in_reach
        twin.control = self.control
        twin.supply = self.supply
        twin.victory = self.victory
        twin.strategy = self.strategy
        twin.reluctance = self.reluctance
        twin.skip_command = self.skip_command
        twin.reinforcements = self.reinforcements
        twin.pontoon = self.pontoon
        twin.roster = self.roster
        twin.result = self.result
        twin.options = self.options
        twin.sink = self.sink
        twin.order = self.order
        twin.rank = self.rank
        twin.leaders = self.leaders
        twin.printed = self.printed
        twin.members = self.members
        twin.armies = self.armies
        twin.veils = self.veils
        twin.tallies = self.tallies
        twin.stamps = self.stamps
        twin.recent = self.recent
        twin.listed = self.listed
        twin.at = self.at
        twin.held = self.held
        twin.crowds = self.crowds
        twin.zones = self.zones
        twin.zones_at = self.zones_at
        twin.searches = self.searches
        twin.memory = self.memory
        twin.deeds = self.deeds
        twin.triggers = self.triggers
        return twin

    def another_game(self) -> State:
        """A copy for a game of its own, which finds out everything by itself."""
        twin = self.copy()
        twin.sink, twin.searches, twin.memory, twin.tallies, twin.listed = [], {}, {}, {}, {}
        twin._own_units()
        twin._own_places()
        twin._own_formations()
        return twin

    def _own_units(self) -> None:
        """Before a counter changes: what is still shared with copies stays theirs."""
        if self.shared_units:
            self.units = self.units.copy()
            self.veils = {side: looks.copy() for side, looks in self.veils.items()}
            self.stamps = self.stamps.copy()
            self.recent = self.recent.copy()
            self.shared_units = False

    def _own_places(self) -> None:
        """The same before one changes its place or its zone."""
        if self.shared_places:
            self.at = self.at.copy()
            self.held = self.held.copy()
            self.crowds = self.crowds.copy()
            self.zones_at = self.zones_at.copy()
            self.shared_places = False

    def _own_formations(self) -> None:
        """The same before a Formation changes."""
        if self.shared_formations:
            self.formations = self.formations.copy()
            self.shared_formations = False

    def place(self, unit: Unit) -> None:
        """Put a counter where it says it is; for setting up."""
        self._own_units()
        self.units[unit.id] = unit
        self.memory = {}
        if unit.hex >= 0:
            self._enter(unit)
            self.forget_zone(unit.side)

    def change(self, unit: Unit, **changes: Any) -> Unit:
        """The counter with other values; its place, too, may be among them."""
        return self._put(unit, _with(unit.copy(), changes))

    def _put(self, unit: Unit, changed: Unit) -> Unit:
        self._own_units()
        self.units[unit.id] = changed
        self.memory = {}
        self._forget_look(unit.side, unit.hex)
        number = next(_NUMBERS)
        self.stamps[unit.side] = self.stamps[LOOKS[unit.side]] = number
        self.recent[unit.side] = (*self.recent[unit.side][-MOST_RECENT:], (number, unit.id))
        if unit.sp != changed.sp or unit.box != changed.box:
            self.tallies = {}
        if unit.hex != changed.hex:
            if unit.hex >= 0:
                self._leave(unit)
            if changed.hex >= 0:
                self._enter(changed)
            if not unit.is_piece:
                self.forget_zone(unit.side)
        elif unit.march != changed.march or unit.type != changed.type:
            self._own_places()
            self.zones_at.pop((unit.side, unit.hex), None)
            self.forget_zone(unit.side)
        return changed

    def move(self, unit: Unit, hex: int, facing: int | None = None) -> Unit:
        """The counter in its new hex; its facing, too, may be another."""
        moved = unit.copy()
        moved.hex, moved.box = hex, None
        if facing is not None:
            moved.facing = facing
        return self._put(unit, moved)

    def remove(self, unit: Unit, box: str) -> Unit:
        """The counter off the map, in a box."""
        return self.change(unit, hex=OFF_MAP, box=box)

    def stamp(self, side: str) -> None:
        """A side's counters look otherwise now to their owner, though none of them has changed."""
        self.stamps = {**self.stamps, side: next(_NUMBERS)}
        self.recent = {**self.recent, side: ()}

    def changed_since(self, side: str, stamp: int) -> list[str] | None:
        """The counters of a side that have changed since it had that stamp; None where that is not known any more."""
        found: list[str] = []
        for number, id in reversed(self.recent[side]):
            if number == stamp:
                return found
            found.append(id)
        return None

    def discard(self, unit: Unit) -> None:
        """A counter that leaves the game altogether, the roster too."""
        self.remove(unit, "exited")
        del self.units[unit.id]
        self.tallies = {}
        self.armies = {side: tuple(id for id in ids if id != unit.id) for side, ids in self.armies.items()}
        self.roster = {key: tuple(card for card in cards if card.id != unit.id) for key, cards in self.roster.items()}
        self.printed = {key: [card for card in cards if card["id"] != unit.id] for key, cards in self.printed.items()}

    def turn_to(self, hex: int, facing: int) -> None:
        """7.6-a: all combat units of a hex face the same side."""
        for unit in self.stack(hex):
            if unit.facing != facing:
                self.change(unit, facing=facing)

    def forget_searches(self) -> None:
        """The board is another: what follows from it is worked out anew."""
        self._own_units()
        self._own_places()
        self.zones, self.searches, self.memory = {}, {}, {}
        self.zones_at.clear()
        self.veils.clear()
        self.stamps = dict.fromkeys(self.stamps, next(_NUMBERS))
        self.recent = dict.fromkeys(SIDES, ())

    def forget_zone(self, side: str) -> None:
        """Units stand elsewhere, or with other zones: what follows from that is worked out anew."""
        if side in self.zones:
            self.zones = {other: zone for other, zone in self.zones.items() if other != side}
        self.searches = {}

    def _forget_look(self, side: str, hex: int) -> None:
        """How a side's counters in a hex look to others is worked out anew; so it is where there were none."""
        looks = self.veils.get(side)
        if looks is not None and hex >= 0:
            looks[hex] = None

    def _enter(self, unit: Unit) -> None:
        self._own_places()
        here = (*self.at.get(unit.hex, ()), unit.id)
        self.at[unit.hex] = here if len(here) == 1 else tuple(sorted(here, key=self.order.__getitem__))
        self._forget_look(unit.side, unit.hex)
        if not unit.is_piece:
            if not self.held[unit.side].mask & bit(unit.hex):
                self.held[unit.side] = self.held[unit.side].plus(unit.hex)
                self._meet(unit)
            self._count_points(unit)
            self.zones_at.pop((unit.side, unit.hex), None)

    def _leave(self, unit: Unit) -> None:
        self._own_places()
        rest = tuple(other for other in self.at[unit.hex] if other != unit.id)
        if rest:
            self.at[unit.hex] = rest
        else:
            del self.at[unit.hex]
        if not unit.is_piece:
            if all(self.units[other].is_piece or self.units[other].side != unit.side for other in rest):
                self.held[unit.side] = self.held[unit.side].minus(unit.hex)
                self._meet(unit)
            self._count_points(unit)
            self.zones_at.pop((unit.side, unit.hex), None)

    def _meet(self, unit: Unit) -> None:
        """7.1-a: who stands next to a hex where units come or from which they go may look otherwise now."""
        enemy = ENEMY[unit.side]
        for near in self.board.grid.around[unit.hex] & self.held[enemy]:
            self._forget_look(enemy, near)
            self.stamps[LOOKS[enemy]] = next(_NUMBERS)

    def _count_points(self, unit: Unit) -> None:
        """2.9-a: the hex of a unit that comes or goes holds more stacking points now, or fewer."""
        beside = sum([other.sv for other in self.stack(unit.hex, unit.side) if other.id != unit.id])
        crowds, here = list(self.crowds[unit.side]), bit(unit.hex)
        for points in range(beside + 1, min(beside + unit.sv, MOST_POINTS) + 1):
            crowds[points] ^= here
        self.crowds[unit.side] = tuple(crowds)

    # -- questions about the map ------------------------------------------------------------------------------------

    def stack(self, hex: int, side: str | None = None) -> list[Unit]:
        """The combat units in a hex, of one side if it is named, in the order of the position."""
        units = self.units
        return [
            unit
            for id in self.at.get(hex, ())
            if not (unit := units[id]).is_piece and (side is None or unit.side == side)
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
        units = self.units
        return iter([unit for id in self.armies[side] if (unit := units[id]).hex >= 0 and not unit.is_piece])

    def of_formation(self, formation: str) -> list[Unit]:
        """The combat units of a Formation, on the map or off it."""
        units = self.units
        return [units[id] for id in self.members.get(formation, ())]

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
        self._own_formations()
        changed = _with(self.formations[id].copy(), changes)
        self.formations[id] = changed
        self.stamps = {**self.stamps, FORMATIONS: next(_NUMBERS)}
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

    def stop(self, ids: Iterable[str]) -> None:
        """Units that have been thrown back end whatever they were about."""
        beaten = set(ids)
        self.deeds = tuple(replace(deed, stopped=True) if beaten & set(deed.units) else deed for deed in self.deeds)

    @property
    def deed(self) -> Deed:
        """The innermost deed under way."""
        return self.deeds[-1]

    def change_deed(self, **changes: Any) -> Deed:
        """Replace parts of the innermost deed."""
        deed = replace(self.deeds[-1], **changes)
        self.deeds = (*self.deeds[:-1], deed)
        return deed


def _with(record: R, changes: Mapping[str, Any]) -> R:
    for name, value in changes.items():
        setattr(record, name, value)
    return record
