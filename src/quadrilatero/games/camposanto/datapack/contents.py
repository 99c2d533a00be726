"""What the data files hold, and questions about it."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Side = Literal["spain", "austria"]
Nation = Literal["Spain", "Austria", "Savoy"]
Wing = Literal["left", "centre", "right"]
UnitType = Literal["infantry", "cavalry", "artillery", "light", "marshal"]
Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
Turn = Literal["day", "evening"]
Provenance = Literal["rulebook", "history", "estimate"]
LabelKind = Literal["place", "river", "road"]
Hex = Annotated[str, Meta(pattern=r"^[0-9]{4}\Z")]
Words = Annotated[str, Meta(pattern=r"\S")]
Size = Annotated[int, Meta(ge=1, le=99)]

SIDES: tuple[Side, ...] = ("spain", "austria")
WINGS: tuple[Wing, ...] = ("left", "centre", "right")


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size and lie of the hex grid; hexes are numbered CCRR, row 01 on top."""

    cols: Size
    rows: Size
    hex_m: Annotated[int, Meta(ge=1)]
    layout: Literal["pointy"]
    shifted: Literal["even"]

    def hexes(self) -> Iterator[str]:
        """Every hex of the sheet, row by row."""
        return (f"{col:02}{row:02}" for row in range(1, self.rows + 1) for col in range(1, self.cols + 1))


class SourceNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a group of values comes from, in one word and in a sentence."""

    source: Provenance
    note: Words


class MapSources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of the map's values; farmhouses and labels carry their own."""

    grid: SourceNote
    hex_m: SourceNote
    river: SourceNote
    bridge: SourceNote
    pond: SourceNote
    out_of_play: SourceNote


class FarmhouseSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of a farmhouse's name and of its hex."""

    name: Provenance
    hex: Provenance


class Farmhouse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A farmhouse hex."""

    hex: Hex
    name: Words
    source: FarmhouseSource
    note: str = ""


class LabelSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of a label's text and of its hex."""

    text: Provenance
    hex: Provenance


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lettering on the map; no rule looks at it."""

    text: Words
    hex: Hex
    kind: LabelKind
    source: LabelSource


class UnitSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of a counter's values; regiment and type share that of the name, the side that of the nation."""

    name: Provenance
    nation: Provenance
    wing: Provenance
    steps: Provenance | None = None
    stars: Provenance | None = None
    strength: Provenance | None = None
    fire: Provenance | None = None


class UnitData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter as printed: a combat unit or a Marshal (who has neither steps nor stars)."""

    id: Words
    side: Side
    nation: Nation
    wing: Wing
    type: UnitType
    name: Words
    source: UnitSource
    regiment: str = ""
    steps: int = 0
    stars: int = 0
    fire: tuple[int, ...] = ()
    strength: str = ""
    note: str = ""


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in English and Italian."""

    en: Words
    it: Words


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a counter stands at the start."""

    unit: Words
    hex: Hex
    facing: Facing
    source: Provenance


class ScenarioSources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of a scenario's length and of its set-up as a whole."""

    turns: SourceNote
    places: SourceNote


class ScenarioData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: its texts, its Turns and its set-up."""

    id: Words
    title: Text
    summary: Text
    first_turn: Turn
    last_turn: Turn
    sources: ScenarioSources
    places: tuple[Place, ...] = msgspec.field(name="place")


class OrderSources(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Provenance of the two sets of order points, of who holds which, and of the Generals."""

    series: SourceNote
    holders: SourceNote
    generals: SourceNote


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two sets of order points."""

    spain: tuple[int, ...]
    austria: tuple[int, ...]


class Generals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the two Generals."""

    spain: str
    austria: str


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of map.toml."""

    grid: Grid
    river: tuple[Hex, ...]
    bridge: Hex
    pond: tuple[Hex, ...]
    out_of_play: tuple[Hex, ...]
    sources: MapSources
    farmhouse: tuple[Farmhouse, ...] = ()
    label: tuple[Label, ...] = ()


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of units.toml."""

    unit: tuple[UnitData, ...]


class OrdersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of orders.toml."""

    series: Series
    generals: Generals
    sources: OrderSources


class DataPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def playable(pack: DataPack) -> frozenset[str]:
    """The hexes on which a counter may stand: the land this side of the river, and the bridge."""
    return land_of(pack.grid, (*pack.river, *pack.pond, *pack.out_of_play))


def land_of(grid: Grid, closed: Iterable[str]) -> frozenset[str]:
    """The hexes of the sheet that are not closed."""
    return frozenset(grid.hexes()).difference(closed)
