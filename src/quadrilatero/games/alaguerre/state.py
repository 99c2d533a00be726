"""The state of a battle. Bases and generals are never changed in place, so that copies share them.

What is copied at every answer says field by field how, because that is several times faster where it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta, to_builtins

from quadrilatero.games.alaguerre.ground import Ground, TableSaid, read_ground
from quadrilatero.games.alaguerre.lineup import Lineup
from quadrilatero.games.alaguerre.records import (
    Active,
    Army,
    Arrival,
    Attack,
    Division,
    Fight,
    Gone,
    GunsLeft,
    Objective,
    Occupation,
    SetUp,
    Shot,
    Task,
    plain_of,
)
from quadrilatero.games.alaguerre.said import (
    BATTERY,
    DR,
    ENEMY,
    FOOT,
    GUNS,
    HORSE,
    LEVEL,
    LIMBERED,
    LINE,
    ORDERED,
    RED,
    SKIRMISH,
    TRAIN,
    UM,
    Angle,
    Cohesion,
    Count,
    Depth,
    EdgeName,
    Face,
    FormationKind,
    Health,
    Id,
    Impulse,
    Level,
    Losses,
    Mils,
    Name,
    Note,
    Phase,
    Place,
    Priority,
    Side,
    SideName,
    Stats,
    Strength,
    Turn,
    Type,
    Weapon,
    Year,
)
from quadrilatero.kernel import Event, Plain, Result
from quadrilatero.kernel.position import Beside, ById, Deduced, Key, Shown, says

Pose = tuple[int, int, int, int, int]
NOWHERE: Pose = (0, 0, 0, 0, 0)
HorseName = Literal["Cav", "Rei", "MC", "LC"]
Radius = Annotated[int, Meta(ge=1000, le=24000)]
PlaceOrNone = Annotated[
    tuple[int, ...] | None, Key(type=Annotated[list[Mils], Meta(min_length=2, max_length=2)] | None)
]


def _read_place(said: list[int] | None, s: Any) -> tuple[int, ...] | None:
    return None if said is None else tuple(said)


def _read_occupation(said: Any, s: Any) -> Occupation | None:
    return Occupation(said) if isinstance(said, str) else said


def _read_armies(said: Any, s: Any) -> Any:
    """As plain values: nothing but the page reads them."""
    return to_builtins(said)


def _read_rolled(said: dict[str, list[int]] | None, s: Any) -> dict[str, tuple[int, ...]] | None:
    return None if said is None else _read_hand(said, s)


def _read_hand(said: dict[str, list[int]], s: Any) -> dict[str, tuple[int, ...]]:
    return {seat: tuple(faces) for seat, faces in said.items()}


def _read_volleys(said: dict[str, list[str]], s: Any) -> dict[str, tuple[str, ...]]:
    return {id: tuple(sides) for id, sides in said.items()}


def _read_poses(said: dict[str, list[list[int]]], s: Any) -> dict[str, tuple[Pose, ...]]:
    return {
        side: tuple([(x, y, facing, width, depth) for x, y, facing, width, depth in poses])
        for side, poses in said.items()
    }


def _read_tasks(said: list[Task], s: Any) -> tuple[Task, ...]:
    return tuple(said)


def _write_tasks(tasks: tuple[Task, ...], s: Any) -> list[Plain]:
    return [task.plain for task in tasks]


def _value(said: str) -> int | None:
    """2.6-a: a number of a line of characteristics; a dash is none."""
    return None if said == "-" else int(said)


@dataclass(slots=True)
class Base:
    """A base: where the middle of its front stands, what it is, how it stands, and what it has done in this impulse.

    The four numbers and letters of `stats` (on horseback `mounted_stats`), `acts` (the class whose rules it follows
    now) and `pose` follow from the rest. `at` is None while it is not on the table. `pace` is how far it might have
    gone where it `moved`, by the ground of its way; 0 means the whole move. Who is `late` was approached before it
    could make ready, and answers at short range only from the next impulse on (7.2.3-d).
    """

    id: Id
    side: Side
    at: Annotated[PlaceOrNone, Key(read=_read_place)]
    type: Type
    facing: Deduced[Angle]
    stats: Deduced[Stats]
    mounted: bool = False
    mounted_stats: Stats | None = None
    mounted_as: Annotated[str, Key(type=HorseName)] | None = None
    division: str | None = None
    brigade: Deduced[str] = ""
    great: str | None = None
    formation: Deduced[FormationKind] = LINE
    weapon: Deduced[Weapon] = "none"
    notes: tuple[Note, ...] = ()
    depth: Deduced[Depth] = UM
    name: Deduced[Name] = ""
    strength: Strength = 4
    losses: Losses = 0
    state: Cohesion = ORDERED
    inside: str | None = None
    occupies: Annotated[Occupation | None, Key(type=Occupation | str | None, read=_read_occupation)] = None
    tactical: bool = False
    first_fire: bool = True
    engaged: str | None = None
    crossing: str | None = None
    fight: Deduced[Fight | None] = None
    moved: Count = 0
    pace: Count = 0
    acted: bool = False
    fired: bool = False
    damaged: bool = False
    tested: bool = False
    evaded: bool = False
    late: bool = False
    silent: bool = False
    lost: Losses = 0
    crossed: tuple[str, ...] = ()
    supports: str | None = None
    shown: Shown = None

    morale: Beside[int] = field(init=False)
    fire: Beside[int | None] = field(init=False)
    melee: Beside[int | None] = field(init=False)
    armour: Beside[bool] = field(init=False)
    speciality: Beside[str] = field(init=False)
    acts: Beside[str] = field(init=False)
    pose: Beside[Pose] = field(init=False)

    def __post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """2.6-a, 2.6.8-a, 2.9-a, 1.1.4-a, 1.1.4-d, 2.4-b. Work out what follows: characteristics, class, rectangle."""
        riding = self.mounted and self.mounted_stats is not None
        line = self.mounted_stats if riding and self.mounted_stats is not None else self.stats
        values, armour, *rest = line.split(" ")
        morale, fire, melee = values.split("/")
        self.morale, self.fire, self.melee = _value(morale) or 0, _value(fire), _value(melee)
        self.armour = armour == "a"
        self.speciality = rest[0] if rest else ""
        self.acts = (self.mounted_as or "LC") if self.mounted else self.type
        width = UM if self.type in GUNS else 2 * UM
        at = self.at
        self.pose = NOWHERE if at is None else (at[0], at[1], self.facing, width, self.depth)

    def copy(self) -> Base:
        """A base like this one, still to be changed; what positions wrote of it stays behind."""
        twin = Base.__new__(Base)
        twin.id = self.id
        twin.side = self.side
        twin.at = self.at
        twin.type = self.type
        twin.facing = self.facing
        twin.stats = self.stats
        twin.mounted = self.mounted
        twin.mounted_stats = self.mounted_stats
        twin.mounted_as = self.mounted_as
        twin.division = self.division
        twin.brigade = self.brigade
        twin.great = self.great
        twin.formation = self.formation
        twin.weapon = self.weapon
        twin.notes = self.notes
        twin.depth = self.depth
        twin.name = self.name
        twin.strength = self.strength
        twin.losses = self.losses
        twin.state = self.state
        twin.inside = self.inside
        twin.occupies = self.occupies
        twin.tactical = self.tactical
        twin.first_fire = self.first_fire
        twin.engaged = self.engaged
        twin.crossing = self.crossing
        twin.fight = self.fight
        twin.moved = self.moved
        twin.pace = self.pace
        twin.acted = self.acted
        twin.fired = self.fired
        twin.damaged = self.damaged
        twin.tested = self.tested
        twin.evaded = self.evaded
        twin.late = self.late
        twin.silent = self.silent
        twin.lost = self.lost
        twin.crossed = self.crossed
        twin.supports = self.supports
        twin.shown = None
        twin.morale = self.morale
        twin.fire = self.fire
        twin.melee = self.melee
        twin.armour = self.armour
        twin.speciality = self.speciality
        twin.acts = self.acts
        twin.pose = self.pose
        return twin

    @property
    def is_guns(self) -> bool:
        """2.4: artillery."""
        return self.type in GUNS

    @property
    def is_horse(self) -> bool:
        """2.3, 2.9-a: cavalry, and troops able to mount while they are in the saddle."""
        return self.acts in HORSE

    @property
    def is_foot(self) -> bool:
        """2.2, 2.9-a: infantry, dragoons on foot included."""
        return self.acts in FOOT

    @property
    def is_train(self) -> bool:
        """9.1.5-b: baggage or a camp."""
        return self.type in TRAIN

    @property
    def is_dragoons(self) -> bool:
        """2.2-e, 2.9: troops who ride only to move, on foot or mounted."""
        return self.type == DR or self.mounted_stats is not None

    @property
    def is_open(self) -> bool:
        """2.8-a: in open order."""
        return self.formation == SKIRMISH

    @property
    def is_limbered(self) -> bool:
        return self.formation == LIMBERED

    @property
    def is_battery(self) -> bool:
        return self.formation == BATTERY

    @property
    def level(self) -> int:
        """2.6.7: the level of disorder."""
        return LEVEL[self.state]

    @property
    def is_steady(self) -> bool:
        """2.6.7: at most disordered."""
        return LEVEL[self.state] <= 1

    @property
    def all_losses(self) -> int:
        """2.6.6-b. Losses with those that it began with."""
        return 4 - self.strength + self.losses


says(Base, "Base", "A base: only `id`, `side`, `type` and `at` are required; null means that it is not on the table.")


@dataclass(slots=True)
class General:
    """A general: the square of his base has its middle at `at`; None while he is lost or not yet there."""

    id: Id
    side: Side
    at: Annotated[PlaceOrNone, Key(read=_read_place)]
    level: Level = 0
    radius: Deduced[Radius] = 8000
    division: str | None = None
    superior: Deduced[str | None] = None
    cic: Deduced[bool] = False
    name: Deduced[Name] = ""
    state: Health = "well"
    until: Annotated[
        tuple[int, ...] | None,
        Key(type=Annotated[list[int], Meta(min_length=2, max_length=2)] | None, read=_read_place),
    ] = None
    lost: Turn | None = None
    fell: Annotated[PlaceOrNone, Key(read=_read_place, when="fell")] = None
    moved: Count = 0
    shown: Shown = None

    def copy(self) -> General:
        """A general like this one, still to be changed; what positions wrote of him stays behind."""
        twin = General.__new__(General)
        twin.id = self.id
        twin.side = self.side
        twin.at = self.at
        twin.level = self.level
        twin.radius = self.radius
        twin.division = self.division
        twin.superior = self.superior
        twin.cic = self.cic
        twin.name = self.name
        twin.state = self.state
        twin.until = self.until
        twin.lost = self.lost
        twin.fell = self.fell
        twin.moved = self.moved
        twin.shown = None
        return twin

    @property
    def is_there(self) -> bool:
        """Whether he commands: on the table, neither dead nor captured."""
        return self.at is not None and self.state in ("well", "wounded")

    @property
    def pose(self) -> Pose:
        """2.7.5-a. The square of his base."""
        at = self.at
        return NOWHERE if at is None else (at[0], at[1] + UM // 2, 0, UM, UM)


says(General, "General", "A general; `at` is the middle of his base.")


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class State:
    """Everything that changes in a battle; options stand beside it and are shared.

    `hand` are the dice that a seat may still give out, `stage` is how far the phase has come, `chosen` the unit whose
    moves are asked for, `watched` where the enemies of a side that keeps a reserve have stood (12.2.1-c). `order` is
    the place of each base in the position, for ties and dice, and `brigades` who is in which; they never change.
    `formed` keeps what units of a brigade were read off the table, with the bases they were read from
    (`rules.formations`), `greats` are the bases of each great unit, `lineup` is what follows from all bases.
    """

    ground: Annotated[Ground, Key(name="table", type=TableSaid, default=TableSaid, read=read_ground, write="plain")]
    edges: Annotated[dict[str, str], Key(type=dict[SideName, EdgeName], default=dict, read=None)]
    communications: Annotated[dict[str, tuple[Place, ...]], Key(default=dict)]
    year: Year = 1640
    armies: Annotated[
        dict[str, Any] | None,
        Key(type=dict[SideName, Army | list[Army]] | None, read=_read_armies, write=plain_of),
    ] = None
    bases: ById[Base]
    generals: Annotated[ById[General], Key(default=())]
    divisions: Annotated[dict[str, Division], Key(default=dict)]
    objectives: tuple[Objective, ...] = ()
    eliminated: tuple[Gone, ...] = ()
    players: tuple[str, ...] = ()
    turn: Turn = 1
    last_turn: Turn = 20
    impulse: Impulse = 1
    phase: Phase = "reinforcements"
    initiative: Side = RED
    rolled: Annotated[dict[str, tuple[int, ...]] | None, Key(type=dict[str, list[Face]] | None, read=_read_rolled)] = (
        None
    )
    orders: Annotated[dict[str, int], Key(type=dict[str, Priority], default=dict)]
    activated: Deduced[tuple[str, ...]]
    done: tuple[str, ...] = ()
    active: Active | None = None
    side: Deduced[Side]
    target: str | None = None
    shots: tuple[Shot, ...] = ()
    fought: tuple[str, ...] = ()
    cohesion: Deduced[dict[str, int]]
    pending: Annotated[tuple[Task, ...], Key(type=list[Task], default=(), read=_read_tasks, write=_write_tasks)] = ()
    reinforcements: tuple[Arrival, ...] = ()
    guns: Annotated[tuple[GunsLeft, ...], Key(when="guns")] = ()
    battered: Annotated[dict[str, int], Key(when="battered", default=dict)]
    volleys: Annotated[
        dict[str, tuple[str, ...]], Key(type=dict[str, list[str]], when="volleys", default=dict, read=_read_volleys)
    ]
    hand: Annotated[
        dict[str, tuple[int, ...]], Key(type=dict[str, list[Face]], when="hand", default=dict, read=_read_hand)
    ]
    attack: Annotated[Attack | None, Key(when="attack")] = None
    setup: Annotated[SetUp | None, Key(when="setup")] = None
    watched: Annotated[
        dict[str, tuple[Pose, ...]],
        Key(type=dict[SideName, list[list[int]]], when="watched", default=dict, read=_read_poses),
    ]
    stage: Annotated[str | None, Key(when="stage")] = None
    chosen: Annotated[str | None, Key(when="chosen")] = None
    result: Result | None = None

    options: Beside[Mapping[str, str]]
    sink: Beside[list[Event]]
    order: Beside[Mapping[str, int]]
    brigades: Beside[Mapping[str, tuple[str, ...]]]
    greats: Beside[Mapping[str, tuple[str, ...]]]
    formed: Beside[dict[str, Any]]
    lineup: Beside[Lineup]
    together: Beside[bool]

    def copy(self) -> State:
        """A copy that shares bases and every value that is only ever replaced."""
        twin = State.__new__(State)
        twin.ground = self.ground
        twin.edges = self.edges
        twin.communications = self.communications
        twin.year = self.year
        twin.armies = self.armies
        twin.bases = self.bases.copy()
        twin.generals = self.generals.copy()
        twin.divisions = self.divisions
        twin.objectives = self.objectives
        twin.eliminated = self.eliminated
        twin.players = self.players
        twin.turn = self.turn
        twin.last_turn = self.last_turn
        twin.impulse = self.impulse
        twin.phase = self.phase
        twin.initiative = self.initiative
        twin.rolled = self.rolled
        twin.orders = self.orders
        twin.activated = self.activated
        twin.done = self.done
        twin.active = self.active
        twin.side = self.side
        twin.target = self.target
        twin.shots = self.shots
        twin.fought = self.fought
        twin.cohesion = self.cohesion
        twin.pending = self.pending
        twin.reinforcements = self.reinforcements
        twin.guns = self.guns
        twin.battered = self.battered
        twin.volleys = self.volleys
        twin.hand = self.hand
        twin.attack = self.attack
        twin.setup = self.setup
        twin.watched = self.watched
        twin.stage = self.stage
        twin.chosen = self.chosen
        twin.result = self.result
        twin.options = self.options
        twin.sink = self.sink
        twin.order = self.order
        twin.brigades = self.brigades
        twin.greats = self.greats
        twin.formed = self.formed
        twin.lineup = self.lineup
        twin.together = self.together
        return twin

    # -- bases and generals: every change goes through here ---------------------------------------------------------

    def change(self, base: Base, **values: Any) -> Base:
        """The base with other values, in the place of what it was."""
        changed = base.copy()
        for name, value in values.items():
            setattr(changed, name, value)
        changed.settle()
        self.bases[base.id] = changed
        self.lineup = self.lineup.without(base.side)
        return changed

    def remove(self, base: Base) -> Base:
        """The base as it was last, out of the battle."""
        self.lineup = self.lineup.without(base.side)
        return self.bases.pop(base.id)

    def lead(self, general: General, **values: Any) -> General:
        """The general with other values, in the place of what he was."""
        changed = general.copy()
        for name, value in values.items():
            setattr(changed, name, value)
        self.generals[general.id] = changed
        return changed

    def on_table(self, side: str | None = None) -> list[Base]:
        """The bases that stand on the table, of a side or of both, in the order of the position."""
        if side is None:
            if self.lineup.here is None:
                self.lineup.here = [base for base in self.bases.values() if base.at is not None]
            return self.lineup.here
        troops = self.lineup.troops(side)
        if troops.here is None:
            troops.here = [base for base in self.bases.values() if base.side == side and base.at is not None]
        return troops.here

    def enemies_of(self, side: str) -> list[Base]:
        """The other side's bases on the table."""
        return self.on_table(ENEMY[side])

    def foes_of(self, side: str) -> list[Pose]:
        """Where the other side's bases stand."""
        troops = self.lineup.troops(ENEMY[side])
        if troops.poses is None:
            troops.poses = [base.pose for base in self.enemies_of(side)]
        return troops.poses

    def present(self, side: str | None = None) -> Iterator[General]:
        """The generals on the table, of a side or of both."""
        for general in self.generals.values():
            if general.is_there and (side is None or general.side == side):
                yield general

    def cic(self, side: str) -> General | None:
        """2.7.5-b: the commander in chief of a side, also while he is lost."""
        for general in self.generals.values():
            if general.cic and general.side == side:
                return general
        return None

    def commander(self, division: str | None) -> General | None:
        """2.7.3-a: the general who leads a division."""
        if division is not None:
            for general in self.generals.values():
                if general.division == division:
                    return general
        return None
