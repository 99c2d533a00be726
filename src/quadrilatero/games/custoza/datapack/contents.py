"""What the files of map, armies and scenarios hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks import Hex, Hexes, Provenance, Record, SourceNote, Text, Words
from quadrilatero.games.custoza.datapack.tables import ChartsFile

Side = Literal["italy", "austria"]
Year = Literal[1848, 1866]
Terrain = Literal[
    "clear", "light_cultivation", "heavy_cultivation", "woods", "village", "fortress", "tione", "mincio", "lake"
]
Height = Literal["track", "control", "interpolated", "river", "lake"]
Rank = Literal["corps", "division", "brigade"]
UnitType = Literal["line", "light", "cavalry", "artillery", "horse_artillery", "train"]
FormationState = Literal["engaged", "march", "reserve"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Small = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=1, le=99)]
Columns = Annotated[
    tuple[Annotated[int, Meta(ge=10, le=70)], ...],
    Meta(min_length=2, max_length=2, description="the first and the last column in brackets, such as [10, 37]"),
]
Pair = Annotated[
    tuple[Hex, ...], Meta(min_length=2, max_length=2, description="two hex numbers in brackets, such as [...]")
]

SIDES: tuple[Side, ...] = ("italy", "austria")

# --- map.toml ---------------------------------------------------------------------------------------------------------


class GridData(Record, frozen=True):
    """Size and lie of the grid; hexes are numbered CCRR, odd columns lie half a hex lower and are a hex shorter."""

    first_column: Small
    last_column: Small
    first_row: Small
    last_row: Small
    layout: Literal["flat"]
    shifted: Literal["odd"]
    hex_m: Annotated[int, Meta(ge=1)]


class MapSources(Record, frozen=True):
    """Provenance of what the map has many of; all else carries its own."""

    grid: SourceNote
    hex_m: SourceNote
    terrain: SourceNote
    levels: SourceNote
    slopes: SourceNote
    streams: SourceNote


class HexData(Record, frozen=True, rename={"known": "from"}):
    """One hex: the terrain at its centre, its level, its height in metres and how that is known, its bank."""

    hex: Hex
    terrain: Terrain
    level: Annotated[int, Meta(ge=0, le=9)]
    metres: int
    known: Height
    bank: Literal["west", "east", "river", "lake"]


class HexsideData(Record, frozen=True):
    """What lies between two hexes."""

    between: Pair
    slope: Literal["slope", "steep_slope"] | None = None
    up: Hex | None = None
    stream: str | None = None


class Road(Record, frozen=True, rename={"kind": "class"}):
    """A road by the hexes it runs through."""

    id: Words
    name: Words
    kind: Literal["major", "minor"]
    hexes: Hexes
    source: Provenance


class Railway(Record, frozen=True):
    """A railway; no rule looks at it."""

    id: Words
    name: Words
    years: tuple[Year, ...]
    hexes: Hexes
    source: Provenance


class Crossing(Record, frozen=True):
    """A bridge or a ford in a river hex."""

    id: Words
    name: Words
    hex: Hex
    river: Literal["mincio", "tione"]
    kind: Literal["bridge", "ford", "fortress_bridge"]
    source: Provenance
    west: Hex | None = None
    east: Hex | None = None


class River(Record, frozen=True):
    """A river by its hexes; `outlet` is the hex by which it leaves the lake."""

    id: Literal["mincio", "tione"]
    name: Words
    hexes: Hexes
    source: Provenance
    outlet: Hex | None = None


class Place(Record, frozen=True):
    """A name on the map; its hexes may be objectives."""

    id: Words
    name: Words
    hexes: Hexes
    source: Provenance


class FortressSource(Record, frozen=True):
    """Provenance of a fortress's values and of its hex."""

    values: Provenance
    hex: Provenance


class FortressData(Record, frozen=True):
    """A fortress as the map has it."""

    id: Words
    name: Words
    hex: Hex
    sp: Count
    guns: Small
    cv: Count
    source: FortressSource
    attack_from: Hexes = ()


class EntrySource(Record, frozen=True):
    """Provenance of an edge hex and of its use as a way in."""

    hex: Provenance
    use: Provenance


class Entry(Record, frozen=True):
    """A hex at the edge by which troops may come; some are sources of supply."""

    hex: Hex
    name: Words
    source: EntrySource
    supply_of: Side | None = None


class PontoonSite(Record, frozen=True):
    """Where history built a bridge of boats."""

    hex: Hex
    west: Hex
    east: Hex
    source: Provenance


class Exit(Record, frozen=True):
    """The edge hexes by which a Corps leaves for Mantua."""

    hexes: Hexes
    source: Provenance


class MapFile(Record, frozen=True):
    """The whole of map.toml."""

    grid: GridData
    sources: MapSources
    hex: tuple[HexData, ...]
    hexside: tuple[HexsideData, ...]
    road: tuple[Road, ...]
    crossing: tuple[Crossing, ...]
    river: tuple[River, ...]
    place: tuple[Place, ...]
    fortress: tuple[FortressData, ...]
    entry: tuple[Entry, ...]
    exit: Exit
    railway: tuple[Railway, ...] = ()
    pontoon_site: tuple[PontoonSite, ...] = ()


# --- oob_*.toml -------------------------------------------------------------------------------------------------------


class GeneralSource(Record, frozen=True):
    """Provenance of a General."""

    name: Provenance
    value: Provenance


class GeneralData(Record, frozen=True):
    """A General."""

    id: Words
    side: Side
    name: Words
    value: Annotated[int, Meta(ge=0, le=9)]
    source: GeneralSource
    note: str = ""


class UnitSource(Record, frozen=True):
    """Provenance of the values of a counter."""

    name: Provenance
    sv: Provenance
    sp: Provenance
    ma: Provenance
    cv: Provenance


class UnitData(Record, frozen=True):
    """A combat unit as printed."""

    id: Words
    name: Text
    type: UnitType
    sv: Annotated[int, Meta(ge=1, le=5)]
    sp: Count
    ma: Annotated[int, Meta(ge=1, le=12)]
    cv: Annotated[int, Meta(ge=1, le=12)]
    source: UnitSource
    men: int | None = None
    horses: int | None = None
    guns: int | None = None
    brigade: str = ""


class ReserveUnitData(UnitData, frozen=True, kw_only=True):
    """A unit of the Reserve (4.4): it belongs to no Formation."""

    side: Side


class CommanderData(Record, frozen=True):
    """A Formation Commander."""

    id: Words
    name: Words
    command: Annotated[int, Meta(ge=1, le=5)]


class FormationSource(Record, frozen=True):
    """Provenance of a Formation."""

    name: Provenance
    rank: Provenance
    commander: Provenance
    command: Provenance
    colour: Provenance


class FormationData(Record, frozen=True):
    """A Formation with its commander and its units; `corps` names the Corps it counts with in 24.2."""

    id: Words
    side: Side
    name: Text
    rank: Rank
    commander: CommanderData
    colour: Words
    source: FormationSource
    units: tuple[UnitData, ...]
    corps: str = ""
    no_general: bool = False
    note: str = ""


class ArmiesFile(Record, frozen=True):
    """The whole of an order of battle."""

    year: Year
    general: tuple[GeneralData, ...]
    formation: tuple[FormationData, ...]
    reserve: tuple[ReserveUnitData, ...] = ()


# --- scenarios/*.toml -------------------------------------------------------------------------------------------------


class Moment(Record, frozen=True):
    """A game turn of a day."""

    day: Annotated[int, Meta(ge=1, le=9)]
    gt: Annotated[int, Meta(ge=1, le=24)]


class ScenarioSources(Record, frozen=True):
    """Provenance of a scenario's frame."""

    turns: Provenance
    area: Provenance
    initiative: Provenance
    victory: Provenance


class Placed(Record, frozen=True):
    """Where a counter stands at the start."""

    unit: Annotated[Words, Meta(description="the id of a unit, commander or General in quotes")]
    hex: Hex
    source: Provenance
    facing: Facing | None = None
    march: bool = False
    out_of_command: str = ""


class VictoryData(Record, frozen=True):
    """How the game is won: most of some hexes, or Strategic Objectives."""

    type: Literal["majority", "objectives"]
    hexes: Hexes = ()


class Condition(Record, frozen=True, rename={"start": "from", "end": "to"}):
    """A part of a Strategic Objective."""

    kind: Literal["control_all", "occupy_all", "valid_loc", "no_ah_loc", "corps_west_of_mincio", "corps_exited"]
    hexes: Hexes = ()
    start: Hex | None = None
    end: Hex | None = None


class ObjectiveData(Record, frozen=True):
    """A Strategic Objective."""

    side: Side
    number: Annotated[int, Meta(ge=1, le=3)]
    title: Words
    conditions: tuple[Condition, ...]
    source: Provenance
    optional_reinforcements: bool = False


class Control(Record, frozen=True):
    """Hexes that a side controls at the start."""

    side: Side
    hexes: Hexes
    source: Provenance


class FortressPlaced(Record, frozen=True):
    """A fortress in play."""

    hex: Hex
    side: Side
    sp: Count
    guns: Small
    cv: Count
    source: FortressSource
    name: str = ""


class FormationPlaced(Record, frozen=True):
    """The state in which a Formation begins."""

    id: Words
    state: FormationState
    source: Provenance
    objective: Hex | None = None
    note: str = ""


class Reinforcement(Record, frozen=True):
    """A group that comes later; without `units` a Formation brings all that is not placed elsewhere."""

    id: Words
    side: Side
    when: Moment
    entry: Hex
    source: Provenance
    formation: str | None = None
    units: tuple[str, ...] = ()
    general: str | None = None
    state: FormationState | None = None
    objective: Hex | None = None
    condition: Literal["optional"] | None = None
    note: str = ""


class FreeSetUp(Record, frozen=True):
    """Formations that their owner places freely: the hexes by column, bank, list or rectangle, or by entry later."""

    side: Side
    source: Provenance
    formations: tuple[str, ...] = ()
    like: str | None = None
    max_column: Small | None = None
    road_only: bool = False
    bank: Literal["west", "east"] | None = None
    hexes: Hexes = ()
    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    entry: Hexes = ()
    first_gt: Small | None = None


class Pontoon(Record, frozen=True):
    """The bridge of boats that stands at the start."""

    hex: Hex
    source: Provenance


class ScenarioData(Record, frozen=True):
    """The whole of a scenario file."""

    id: Words
    book: Words
    title: Text
    summary: Text
    year: Year
    mode: Literal["base", "advanced"]
    date: Words
    area: Columns
    first: Moment
    last: Moment
    source: ScenarioSources
    victory: VictoryData
    initiative: Side | None = None
    reluctance: bool = False
    skip_command: Moment | None = None
    supply: dict[Side, Hexes] = msgspec.field(default_factory=dict)
    strategy: dict[Side, int] = msgspec.field(default_factory=dict)
    place: tuple[Placed, ...] = ()
    objective: tuple[ObjectiveData, ...] = ()
    control: tuple[Control, ...] = ()
    fortress: tuple[FortressPlaced, ...] = ()
    formation: tuple[FormationPlaced, ...] = ()
    reinforcement: tuple[Reinforcement, ...] = ()
    free: tuple[FreeSetUp, ...] = ()
    pontoon: Pontoon | None = None


class DataPack(msgspec.Struct, frozen=True):
    """Everything that the files of one folder say, checked."""

    field: MapFile
    charts: ChartsFile
    armies: dict[int, ArmiesFile]
    scenarios: dict[str, ScenarioData]
    digest: str
