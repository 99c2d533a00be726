"""What a file of a battle holds: the table, both armies, who stands where, when others come, and how it is won."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from quadrilatero.datapacks import Provenance, Record, Text, Words
from quadrilatero.games.vivaorre.datapack.contents import Class, Id, Mount, Year
from quadrilatero.games.vivaorre.said import (
    CharacterName,
    EdgeName,
    FormationName,
    GunName,
    MaterialName,
    NoteName,
    SideName,
    TerrainName,
    TheatreName,
    WeaponName,
)

Mils = Annotated[int, Meta(ge=0, le=131071, description="a length in thousandths of an inch")]
Spot = Annotated[
    tuple[Mils, ...], Meta(min_length=2, max_length=2, description="x and y in thousandths of an inch, as [1000, 2500]")
]
Outline = Annotated[tuple[Spot, ...], Meta(min_length=3, description="a convex outline, as a list of points")]
Course = Annotated[tuple[Spot, ...], Meta(min_length=2, description="a line, as a list of points")]
Turn = Annotated[int, Meta(ge=1, le=200)]
PieceId = Annotated[
    str, Meta(pattern=r"^[a-z0-9_.]+\Z", description="an id of small letters, digits, dots, underscores")
]


class BattleSource(Record, frozen=True):
    """Provenance of what the battle is made of as a whole."""

    scale: Provenance
    table: Provenance
    turns: Provenance
    armies: Provenance
    victory: Provenance


class ArmyData(Record, frozen=True):
    """An army: its list and its name."""

    list: Id
    name: Words
    edge: EdgeName


class Armies(Record, frozen=True):
    """The army of each seat."""

    red: ArmyData
    blue: ArmyData


class TerrainSource(Record, frozen=True):
    """Provenance of a piece of ground: that it was there, and where it lies on the table."""

    type: Provenance
    place: Provenance


class TerrainData(Record, frozen=True):
    """A piece of ground: an area or a line."""

    id: PieceId
    type: TerrainName
    source: TerrainSource
    shape: Outline | None = None
    line: Course | None = None
    width: Annotated[int, Meta(ge=0, le=24000)] | None = None
    crest: Course | None = None
    material: MaterialName | None = None
    name: Words | None = None


class UnitSource(Record, frozen=True):
    """Provenance of a unit: what troops they were, how many, and where they stand or when they come."""

    troops: Provenance
    size: Provenance
    place: Provenance


class BattleUnit(Record, frozen=True, rename={"grade": "class"}):
    """A unit of an army list; without a place it comes from its own edge in the turn in which it `arrives`.

    From that turn on it may have to wait for a face of the die. `fixed` it stays where it stands; after so many
    `volleys` it fires worse.
    """

    id: PieceId
    side: SideName
    name: Words
    entry: Words
    source: UnitSource
    brigade: PieceId | None = None
    at: Spot | None = None
    facing: Annotated[int, Meta(ge=0, le=35999)] | None = None
    formation: FormationName | None = None
    figures: Annotated[int, Meta(ge=1, le=80)] | None = None
    sections: Annotated[int, Meta(ge=1, le=12)] | None = None
    weapon: WeaponName | None = None
    gun: GunName | None = None
    mount: Mount | None = None
    grade: Class | None = None
    notes: tuple[NoteName, ...] | None = None
    hidden: bool = False
    arrives: Turn = 1
    waits: Annotated[int, Meta(ge=2, le=6, description="the face from which a reserve is let go, 2 to 6")] | None = None
    fixed: bool = False
    volleys: Annotated[int, Meta(ge=1, le=60)] | None = None


class GeneralSource(Record, frozen=True):
    """Provenance of a general: that he was there and what he was like, and where he stands."""

    who: Provenance
    place: Provenance


class BattleGeneral(Record, frozen=True):
    """A general."""

    id: PieceId
    side: SideName
    name: Words
    rank: Literal["brigade", "division", "cic"]
    at: Spot
    source: GeneralSource
    brigade: PieceId | None = None
    characters: tuple[CharacterName, ...] = ()
    role: Literal["head", "left", "right", "loins"] | None = None


class ObjectiveData(Record, frozen=True):
    """What a side has to have done by the end: hold a piece of ground, or destroy some units."""

    id: PieceId
    side: SideName
    kind: Literal["hold", "destroy"]
    title: Text
    shape: Outline | None = None
    units: tuple[PieceId, ...] = ()


class BattleData(Record, frozen=True):
    """A battle."""

    id: Id
    title: Text
    summary: Text
    scale: Text
    year: Year
    theatre: TheatreName
    table: Spot
    last_turn: Turn
    source: BattleSource
    armies: Armies
    terrain: tuple[TerrainData, ...]
    unit: tuple[BattleUnit, ...]
    general: tuple[BattleGeneral, ...] = ()
    objective: tuple[ObjectiveData, ...] = ()
    weather: Literal["clear", "rain", "bad"] = "clear"
