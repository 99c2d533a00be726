"""What the data files hold, and questions about it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from quadrilatero.datapacks import Hex, Hexes, Label, Provenance, Record, Size, SourceNote, Text, Words

Side = Literal["spain", "austria"]
Nation = Literal["Spain", "Austria", "Savoy"]
Wing = Literal["left", "centre", "right"]
UnitType = Literal["infantry", "cavalry", "artillery", "light", "marshal"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Turn = Literal["day", "evening"]
StepsPrinted = Annotated[int, Meta(description="an integer from 1 to 4")]
Stars = Annotated[int, Meta(description="an integer from 0 to 2")]
_MODIFIERS = Meta(description="four whole numbers in brackets, for ranges of 1, 2, 3 and 4 hexes")
Fire = Annotated[tuple[Annotated[int, _MODIFIERS], ...], _MODIFIERS]
Points = Annotated[
    tuple[Annotated[int, Meta(description="an integer from 1 to 18")], ...],
    Meta(description="a list of nine order points"),
]
Named = Annotated[str, Meta(description="the name of the General in quotes")]

SIDES: tuple[Side, ...] = ("spain", "austria")
WINGS: tuple[Wing, ...] = ("left", "centre", "right")


class Grid(Record, frozen=True):
    """Size and lie of the hex grid; hexes are numbered CCRR, row 01 on top."""

    cols: Size
    rows: Size
    hex_m: Annotated[int, Meta(ge=1, description="a number of metres, an integer from 1")]
    layout: Annotated[Literal["pointy"], Meta(description='"pointy", the only layout known')]
    shifted: Annotated[Literal["even"], Meta(description='"even", the only shift known')]

    def hexes(self) -> Iterator[str]:
        """Every hex of the sheet, row by row."""
        return (f"{col:02}{row:02}" for row in range(1, self.rows + 1) for col in range(1, self.cols + 1))


class MapSources(Record, frozen=True):
    """Provenance of the map's values; farmhouses and labels carry their own."""

    grid: SourceNote
    hex_m: SourceNote
    river: SourceNote
    bridge: SourceNote
    pond: SourceNote
    out_of_play: SourceNote


class FarmhouseSource(Record, frozen=True):
    """Provenance of a farmhouse's name and of its hex."""

    name: Provenance
    hex: Provenance


class Farmhouse(Record, frozen=True):
    """A farmhouse hex."""

    hex: Hex
    name: Words
    source: FarmhouseSource
    note: str = ""


class UnitSource(Record, frozen=True):
    """Provenance of a counter's values; regiment and type share that of the name, the side that of the nation."""

    name: Provenance
    nation: Provenance
    wing: Provenance
    steps: Provenance | None = None
    stars: Provenance | None = None
    strength: Provenance | None = None
    fire: Provenance | None = None


class FirstValues(Record, frozen=True):
    """What we had first guessed of a counter's values, before the battle was evened."""

    steps: StepsPrinted | None = None
    stars: Stars | None = None
    fire: Fire | None = None


class UnitData(Record, frozen=True):
    """A counter as printed: a combat unit or a Marshal (who has neither steps nor stars)."""

    id: Words
    side: Side
    nation: Nation
    wing: Wing
    type: UnitType
    name: Words
    source: UnitSource
    regiment: str = ""
    steps: StepsPrinted = 0
    stars: Stars = 0
    fire: Fire = ()
    strength: str = ""
    note: str = ""
    first: FirstValues | None = None


class Place(Record, frozen=True):
    """Where a counter stands at the start."""

    unit: Annotated[Words, Meta(description="the id of a unit in quotes")]
    hex: Hex
    facing: Facing
    source: Provenance


class ScenarioSources(Record, frozen=True):
    """Provenance of a scenario's length and of its set-up as a whole."""

    turns: SourceNote
    places: SourceNote


class ScenarioData(Record, frozen=True):
    """A scenario: its texts, its Turns and its set-up."""

    id: Words
    title: Text
    summary: Text
    first_turn: Turn
    last_turn: Turn
    sources: ScenarioSources
    places: tuple[Place, ...] = msgspec.field(name="place")


class OrderSources(Record, frozen=True):
    """Provenance of the two sets of order points, of who holds which, and of the Generals."""

    series: SourceNote
    holders: SourceNote
    generals: SourceNote


class Series(Record, frozen=True):
    """The two sets of order points."""

    spain: Points
    austria: Points


class Generals(Record, frozen=True):
    """The names of the two Generals."""

    spain: Named
    austria: Named


class MapFile(Record, frozen=True):
    """The whole of map.toml."""

    grid: Grid
    river: Hexes
    bridge: Hex
    pond: Hexes
    out_of_play: Hexes
    sources: MapSources
    farmhouse: tuple[Farmhouse, ...] = ()
    label: tuple[Label, ...] = ()


class UnitsFile(Record, frozen=True):
    """The whole of units.toml."""

    unit: tuple[UnitData, ...]


class OrdersFile(Record, frozen=True):
    """The whole of orders.toml."""

    series: Series
    generals: Generals
    sources: OrderSources


class DataPack(Record, frozen=True):
    """Everything that the files of one folder say, checked."""

    grid: Grid
    river: tuple[str, ...]
    bridge: str
    pond: tuple[str, ...]
    out_of_play: tuple[str, ...]
    farmhouses: tuple[Farmhouse, ...]
    labels: tuple[Label, ...]
    units: tuple[UnitData, ...]
    series: dict[Side, tuple[int, ...]]
    generals: dict[Side, str]
    scenarios: dict[str, ScenarioData]
    map_sources: MapSources
    order_sources: OrderSources
    digest: str


# --- Asking a pack ----------------------------------------------------------------------------------------------------


def wing_units(pack: DataPack, side: Side, wing: Wing) -> tuple[UnitData, ...]:
    """2.1-c. The counters of one wing, its Marshal included; each counter is in exactly one."""
    return tuple(unit for unit in pack.units if unit.side == side and unit.wing == wing)


def starting_steps(pack: DataPack, scenario: str) -> dict[str, int]:
    """7.4-b. The combat units of a scenario with the steps they start with: all that are printed."""
    printed = {unit.id: unit.steps for unit in pack.units if unit.type != "marshal"}
    return {place.unit: printed[place.unit] for place in pack.scenarios[scenario].places if place.unit in printed}


def first_reconstruction(pack: DataPack) -> DataPack:
    """The pack with the values that we had first guessed."""
    return replace(pack, units=tuple(_at_first(unit) for unit in pack.units))


def _at_first(unit: UnitData) -> UnitData:
    if unit.first is None:
        return unit
    return replace(unit, **{key: value for key, value in asdict(unit.first).items() if value is not None})


def playable(pack: DataPack) -> frozenset[str]:
    """The hexes on which a counter may stand: the land this side of the river, and the bridge."""
    return land_of(pack.grid, (*pack.river, *pack.pond, *pack.out_of_play))


def land_of(grid: Grid, closed: Iterable[str]) -> frozenset[str]:
    """The hexes of the sheet that are not closed."""
    return frozenset(grid.hexes()).difference(closed)
