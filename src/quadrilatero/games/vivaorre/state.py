"""The state of a battle. Units and generals are never changed in place, so that copies share them.

What is copied at every answer says field by field how, because that is several times faster where it is compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta

from quadrilatero.games.vivaorre.ground import TableSaid, read_ground
from quadrilatero.games.vivaorre.lineup import Lineup
from quadrilatero.games.vivaorre.pieces import Ground
from quadrilatero.games.vivaorre.records import (
    Army,
    Brigade,
    Declared,
    Gone,
    GunsLeft,
    Objective,
    Order,
    Route,
    SetUp,
    Sides,
    Task,
    plain_of,
)
from quadrilatero.games.vivaorre.rules.formations import files_left, first_rank, footprint, impi_formation
from quadrilatero.games.vivaorre.said import (
    ARTILLERY,
    ASSAULT,
    CAVALRY,
    ENEMY,
    LINE,
    SHAKEN,
    SKIRMISH,
    STEADY,
    Angle,
    Arm,
    Character,
    Disorder,
    EdgeName,
    Figures,
    FormationKind,
    Gun,
    Health,
    Hits,
    Id,
    Letters,
    Mils,
    Morale,
    Mount,
    Name,
    Note,
    Phase,
    Points,
    Rank,
    Role,
    Sections,
    Side,
    SideName,
    Theatre,
    Training,
    Turn,
    Weapon,
    Weather,
    Year,
)
from quadrilatero.kernel import Event, Plain, Result
from quadrilatero.kernel.position import Beside, ById, Deduced, Key, Shown, says

Pose = tuple[int, int, int, int, int]
NOWHERE: Pose = (0, 0, 0, 0, 0)
PlaceOrNone = Annotated[
    tuple[int, ...] | None, Key(type=Annotated[list[Mils], Meta(min_length=2, max_length=2)] | None)
]


def _read_place(said: list[int] | None, s: Any) -> tuple[int, ...] | None:
    return None if said is None else tuple(said)


def _read_tasks(said: list[Task], s: Any) -> tuple[Task, ...]:
    return tuple(said)


def _write_tasks(tasks: tuple[Task, ...], s: Any) -> list[Plain]:
    return [task.plain for task in tasks]


@dataclass(slots=True)
class Unit:
    """A unit: where the middle of its front stands, what it is, how it stands, and what it has done.

    `figures` of a battery are its gunners. `pose` (the rectangle it takes up), `rank` (figures in its first rank) and
    the three letters follow from the rest. `at` is None while it is not on the table. By the rules of a battle (3-m)
    it `waits` outside for a face of the die, is `fixed` where it stands, or has so many `volleys` before it runs short.
    """

    id: Id
    side: Side
    at: Annotated[PlaceOrNone, Key(read=_read_place)]
    facing: Deduced[Angle]
    arm: Deduced[Arm]
    training: Deduced[Training]
    letters: Annotated[Deduced[Letters], Key(name="class")]
    notes: Deduced[tuple[Note, ...]]
    weapon: Deduced[Weapon]
    gun: Deduced[Gun | None]
    mount: Deduced[Mount | None]
    sections: Deduced[Sections]
    figures: Deduced[Figures]
    start: Deduced[Figures]
    formation: Deduced[FormationKind]
    files: Deduced[Figures]
    mounted: Deduced[bool]
    name: Deduced[Name]
    points: Deduced[Points]
    ranks: Annotated[int, Meta(ge=1, le=3)] = 1
    hits: Hits = 0
    state: Morale = STEADY
    shaken_since: Deduced[Turn | None] = None
    disorder: Disorder | None = None
    brigade: str | None = None
    entry: str | None = None
    ally: bool = False
    moved: bool = False
    fired: bool = False
    fought: bool = False
    pursued: bool = False
    digging: bool = False
    no_move: bool = False
    charged: str | None = None
    out: Deduced[bool] = False
    retreated: Turn | None = None
    hidden: bool = False
    located: bool = False
    ammunition: bool = True
    forming: FormationKind | None = None
    forced_free: bool = False
    berserk: bool = False
    arrives: Turn = 1
    waits: Annotated[int, Meta(ge=2, le=6)] | None = None
    fixed: bool = False
    volleys: Annotated[int, Meta(ge=0, le=60)] | None = None
    shown: Shown = None

    morale: Beside[str] = field(init=False)
    fire: Beside[str] = field(init=False)
    melee: Beside[str] = field(init=False)
    impi: Beside[bool] = field(init=False)
    pose: Beside[Pose] = field(init=False)
    first_rank: Beside[int] = field(init=False)

    def __post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Work out anew what follows from the rest: letters, formation of an impi, front, rectangle."""
        self.morale, self.fire, self.melee = self.letters.split("-")
        self.impi = self.fire == "*"
        if self.impi and self.formation in (LINE, ASSAULT):
            self.formation = impi_formation(self.figures)
        if self.formation == ASSAULT:
            self.files = files_left(self.files, self.figures, self.impi)
        self.first_rank = first_rank(self.formation, self.figures, self.files)
        if self.arm != ARTILLERY and self.formation != ASSAULT:
            self.files = self.first_rank
        width, depth = footprint(self.arm, self.mounted, self.formation, self.figures, self.files, self.ranks)
        at = self.at
        self.pose = NOWHERE if at is None else (at[0], at[1], self.facing, width, depth)

    def stand(self, pose: Pose) -> None:
        """Take another place, and face otherwise; the rectangle it takes up is as large as before."""
        self.at, self.facing, self.pose = (pose[0], pose[1]), pose[2], pose

    def copy(self) -> Unit:
        """A unit like this one, still to be changed; what positions wrote of it stays behind."""
        twin = Unit.__new__(Unit)
        twin.id = self.id
        twin.side = self.side
        twin.at = self.at
        twin.facing = self.facing
        twin.arm = self.arm
        twin.training = self.training
        twin.letters = self.letters
        twin.notes = self.notes
        twin.weapon = self.weapon
        twin.gun = self.gun
        twin.mount = self.mount
        twin.sections = self.sections
        twin.figures = self.figures
        twin.start = self.start
        twin.formation = self.formation
        twin.files = self.files
        twin.mounted = self.mounted
        twin.name = self.name
        twin.points = self.points
        twin.ranks = self.ranks
        twin.hits = self.hits
        twin.state = self.state
        twin.shaken_since = self.shaken_since
        twin.disorder = self.disorder
        twin.brigade = self.brigade
        twin.entry = self.entry
        twin.ally = self.ally
        twin.moved = self.moved
        twin.fired = self.fired
        twin.fought = self.fought
        twin.pursued = self.pursued
        twin.digging = self.digging
        twin.no_move = self.no_move
        twin.charged = self.charged
        twin.out = self.out
        twin.retreated = self.retreated
        twin.hidden = self.hidden
        twin.located = self.located
        twin.ammunition = self.ammunition
        twin.forming = self.forming
        twin.forced_free = self.forced_free
        twin.berserk = self.berserk
        twin.arrives = self.arrives
        twin.waits = self.waits
        twin.fixed = self.fixed
        twin.volleys = self.volleys
        twin.shown = None
        twin.morale = self.morale
        twin.fire = self.fire
        twin.melee = self.melee
        twin.impi = self.impi
        twin.pose = self.pose
        twin.first_rank = self.first_rank
        return twin

    @property
    def is_guns(self) -> bool:
        """1-c: artillery, machine guns included."""
        return self.arm == ARTILLERY

    @property
    def is_horse(self) -> bool:
        """Cavalry in the saddle; who has dismounted counts as infantry (2-l)."""
        return self.arm == CAVALRY and self.mounted

    @property
    def is_foot(self) -> bool:
        """Infantry, or cavalry that has dismounted (2-l)."""
        return self.arm != ARTILLERY and not self.is_horse

    @property
    def is_regular(self) -> bool:
        """2: regular, not irregular."""
        return self.training == "regular"

    @property
    def arriving(self) -> bool:
        """5-j: a reinforcement that has not yet been within its general's radius; `arrives` is 1 once it has."""
        return self.arrives > 1

    @property
    def is_skirmishing(self) -> bool:
        """2-h, 20.zulu-g: in skirmish formation; a shaken impi counts as such."""
        return self.formation == SKIRMISH or (self.impi and self.state == SHAKEN)


says(Unit, "Unit", "A unit: only `id`, `side` and `at` are required; null means that it is not yet on the table.")


@dataclass(slots=True)
class General:
    """A general: alone at a place, or with a unit."""

    id: Id
    side: Side
    rank: Rank = "brigade"
    brigade: str | None = None
    division: str | None = None
    at: Annotated[PlaceOrNone, Key(read=_read_place, default=None)] = None
    with_unit: Annotated[Deduced[str | None], Key(name="with")] = None
    characters: tuple[Character, ...] = ()
    role: Role | None = None
    state: Health = "well"
    returns: Turn | None = None
    substitute: bool = False
    name: Deduced[Name] = ""
    may_move: bool | None = None
    rerolled: bool = False
    moved: bool = False
    shown: Shown = None

    def copy(self) -> General:
        """A general like this one, still to be changed; what positions wrote of him stays behind."""
        twin = General.__new__(General)
        twin.id = self.id
        twin.side = self.side
        twin.rank = self.rank
        twin.brigade = self.brigade
        twin.division = self.division
        twin.at = self.at
        twin.with_unit = self.with_unit
        twin.characters = self.characters
        twin.role = self.role
        twin.state = self.state
        twin.returns = self.returns
        twin.substitute = self.substitute
        twin.name = self.name
        twin.may_move = self.may_move
        twin.rerolled = self.rerolled
        twin.moved = self.moved
        twin.shown = None
        return twin

    @property
    def is_there(self) -> bool:
        """Whether he commands: neither dead nor captured."""
        return self.state in ("well", "wounded")


says(General, "General", "A general, alone at a place or with a unit.")


def is_known(side: str | None, unit: Unit) -> bool:
    """13-g, 13-i. Whether a side sees a unit: its own, what is not hidden, and what has shown its place by firing."""
    return unit.side == side or not unit.hidden or unit.located


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that changes in a battle; options stand beside it and are shared.

    `stage` is how far the phase has come, where a phase has stages of its own; `chosen` is the unit whose moves are
    asked for. `order` is the place of each unit in the position, for ties and dice; it never changes. `lineup` is what
    follows from where the units stand.
    """

    ground: Annotated[Ground, Key(name="table", type=TableSaid, default=TableSaid, read=read_ground, write="plain")]
    edges: Annotated[dict[str, str], Key(type=dict[SideName, EdgeName], default=dict, read=None)]
    year: Year = 1860
    theatre: Theatre = "europe"
    weather: Weather = "clear"
    weather_rolls: bool = False
    armies: Annotated[dict[str, Army], Key(default=dict)]
    units: ById[Unit]
    generals: Annotated[ById[General], Key(default=())]
    eliminated: tuple[Gone, ...] = ()
    brigades: Annotated[dict[str, Brigade], Key(default=dict)]
    turn: Turn = 1
    last_turn: Turn | None = None
    phase: Phase = "command"
    first: Deduced[Side | None]
    seat: Deduced[Side | None]
    charges: tuple[Declared, ...] = ()
    orders: Annotated[dict[str, Order], Key(default=dict)]
    pending: Annotated[tuple[Task, ...], Key(type=list[Task], default=(), read=_read_tasks, write=_write_tasks)] = ()
    score: Annotated[dict[str, int], Key(type=Sides, default=Sides, read=plain_of)]
    objectives: tuple[Objective, ...] = ()
    setup: SetUp | None = None
    route: Annotated[Route | None, Key(when="route")] = None
    rerolls: Annotated[dict[str, int], Key(type=Sides, default=Sides, read=plain_of)]
    guns: tuple[GunsLeft, ...] = ()
    reacting: Annotated[tuple[str, ...], Key(when="reacting")] = ()
    reactions: Annotated[dict[str, str], Key(when="reactions", default=dict)]
    demolitions: Annotated[dict[str, str], Key(when="demolitions", default=dict)]
    stage: Annotated[str | None, Key(when="stage")] = None
    chosen: Annotated[str | None, Key(when="chosen")] = None
    result: Result | None = None

    options: Beside[Mapping[str, str]]
    sink: Beside[list[Event]]
    order: Beside[Mapping[str, int]]
    lineup: Beside[Lineup]

    def copy(self) -> State:
        """A copy that shares units and every value that is only ever replaced."""
        twin = State.__new__(State)
        twin.ground = self.ground
        twin.edges = self.edges
        twin.year = self.year
        twin.theatre = self.theatre
        twin.weather = self.weather
        twin.weather_rolls = self.weather_rolls
        twin.armies = self.armies
        twin.units = self.units.copy()
        twin.generals = self.generals.copy()
        twin.eliminated = self.eliminated
        twin.brigades = self.brigades
        twin.turn = self.turn
        twin.last_turn = self.last_turn
        twin.phase = self.phase
        twin.first = self.first
        twin.seat = self.seat
        twin.charges = self.charges
        twin.orders = self.orders
        twin.pending = self.pending
        twin.score = self.score
        twin.objectives = self.objectives
        twin.setup = self.setup
        twin.route = self.route
        twin.rerolls = self.rerolls
        twin.guns = self.guns
        twin.reacting = self.reacting
        twin.reactions = self.reactions
        twin.demolitions = self.demolitions
        twin.stage = self.stage
        twin.chosen = self.chosen
        twin.result = self.result
        twin.options = self.options
        twin.sink = self.sink
        twin.order = self.order
        twin.lineup = self.lineup
        return twin

    # -- units and generals: every change goes through here ---------------------------------------------------------

    def change(self, unit: Unit, **values: Any) -> Unit:
        """The unit with other values, in the place of what it was."""
        changed = unit.copy()
        for name, value in values.items():
            setattr(changed, name, value)
        changed.settle()
        self.put(changed)
        return changed

    def put(self, unit: Unit) -> None:
        """A unit that is new, or in the place of what it was."""
        self.units[unit.id] = unit
        self.lineup = Lineup()

    def remove(self, unit: Unit) -> None:
        """A unit goes out of the battle."""
        del self.units[unit.id]
        self.lineup = Lineup()

    def lead(self, general: General, **values: Any) -> General:
        """The general with other values, in the place of what he was."""
        changed = general.copy()
        for name, value in values.items():
            setattr(changed, name, value)
        self.generals[general.id] = changed
        return changed

    def on_table(self, side: str | None = None) -> list[Unit]:
        """The units that stand on the table, of a side or of both, in the order of the position."""
        here = self.lineup.here.get(side)
        if here is None:
            here = [unit for unit in self.units.values() if unit.at is not None and side in (None, unit.side)]
            self.lineup.here[side] = here
        return here

    def enemies_of(self, side: str) -> list[Unit]:
        """The other side's units on the table."""
        return self.on_table(ENEMY[side])

    def enemies_known(self, side: str) -> tuple[list[Unit], list[Pose]]:
        """13-g: those of them of whom a side knows, and where they stand."""
        found = self.lineup.known.get(side)
        if found is None:
            units = [enemy for enemy in self.enemies_of(side) if is_known(side, enemy)]
            found = self.lineup.known[side] = units, [enemy.pose for enemy in units]
        return found

    def friends_at(self, unit: Unit) -> list[Pose]:
        """Where the others of a unit's side stand."""
        key = unit.side, unit.id
        found = self.lineup.friends.get(key)
        if found is None:
            found = [other.pose for other in self.on_table(unit.side) if other.id != unit.id]
            self.lineup.friends[key] = found
        return found

    def place_of(self, general: General) -> tuple[int, ...] | None:
        """5-c: where a general stands: with his unit, in the middle of its front."""
        if general.with_unit is not None:
            unit = self.units.get(general.with_unit)
            return None if unit is None else unit.at
        return general.at

    def brigadier(self, brigade: str | None) -> General | None:
        """5-c: the general who leads a brigade; None where nobody was named for it."""
        for general in self.generals.values():
            if general.rank == "brigade" and general.brigade == brigade and brigade is not None:
                return general
        return None

    def with_general(self, unit: Unit) -> list[General]:
        """The generals who are with a unit."""
        return [general for general in self.generals.values() if general.with_unit == unit.id and general.is_there]
