"""What a file of a battle holds: the table, both armies, who stands where, when others come, and what is worth what."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from quadrilatero.datapacks import Provenance, Record, Text, Words
from quadrilatero.games.alaguerre.datapack.contents import HorseName, Id, Line, Year
from quadrilatero.games.alaguerre.said import (
    EdgeName,
    FormationName,
    NoteName,
    SideName,
    TerrainName,
    TypeName,
    WeaponName,
)

Mils = Annotated[int, Meta(ge=0, le=131071, description="a length in thousandths of a um")]
Spot = Annotated[
    tuple[Mils, ...], Meta(min_length=2, max_length=2, description="x and y in thousandths of a um, as [1000, 2500]")
]
Outline = Annotated[tuple[Spot, ...], Meta(min_length=3, description="a convex outline, as a list of points")]
Course = Annotated[tuple[Spot, ...], Meta(min_length=2, description="a line, as a list of points")]
Turn = Annotated[int, Meta(ge=1, le=200)]
PieceId = Annotated[
    str, Meta(pattern=r"^[a-z0-9_.]+\Z", description="an id of small letters, digits, dots, underscores")
]
Worth = Annotated[int, Meta(ge=0, le=4)]


class BattleSource(Record, frozen=True):
    """Provenance of what the battle is made of as a whole."""

    scale: Provenance
    table: Provenance
    turns: Provenance
    victory: Provenance


class ArmyData(Record, frozen=True):
    """An army: its name, its edge, and where its lines of communication leave the table."""

    name: Text
    edge: EdgeName
    source: Provenance
    communications: tuple[Spot, ...] = ()


class Armies(Record, frozen=True):
    """The army of each side."""

    red: ArmyData
    blue: ArmyData


class TerrainSource(Record, frozen=True):
    """Provenance of a piece of ground: that it was there, what it is worth, and where it lies on the table."""

    type: Provenance
    values: Provenance
    place: Provenance


class TerrainData(Record, frozen=True):
    """A piece of ground: an area or a line."""

    id: PieceId
    type: TerrainName
    source: TerrainSource
    name: Words | Text | None = None
    shape: Outline | None = None
    line: Course | None = None
    width: Mils | None = None
    vdf: Worth | None = None
    obstacle: Annotated[int, Meta(ge=0, le=3)] | None = None
    material: Literal["wood", "stone", "earth"] | None = None
    slope: Literal["normal", "steep"] | None = None
    own: SideName | None = None
    wide: Mils | None = None


class BaseSource(Record, frozen=True):
    """Provenance of a base: that such troops were there, how good they were, and where they stand."""

    troops: Provenance
    stats: Provenance
    place: Provenance


class BattleBase(Record, frozen=True):
    """A base; without a place it comes with the reinforcements that its division belongs to."""

    id: PieceId
    side: SideName
    name: Words | Text
    type: TypeName
    stats: Line
    source: BaseSource
    division: PieceId | None = None
    brigade: PieceId | None = None
    great: PieceId | None = None
    at: Spot | None = None
    facing: Annotated[int, Meta(ge=0, le=35999)] | None = None
    formation: FormationName | None = None
    weapon: WeaponName | None = None
    notes: tuple[NoteName, ...] = ()
    mounted_stats: Line | None = None
    mounted_as: HorseName | None = None
    strength: Annotated[int, Meta(ge=1, le=4)] = 4
    inside: PieceId | None = None
    occupies: PieceId | None = None


class GeneralSource(Record, frozen=True):
    """Provenance of a general: that he was there, what he was worth, and where he stands."""

    who: Provenance
    level: Provenance
    place: Provenance


class BattleGeneral(Record, frozen=True):
    """A general; without a place he comes with his division."""

    id: PieceId
    side: SideName
    name: Words | Text
    level: Annotated[int, Meta(ge=-1, le=2)]
    source: GeneralSource
    division: PieceId | None = None
    cic: bool = False
    at: Spot | None = None


class ObjectiveData(Record, frozen=True):
    """What is worth points of cohesion: a piece of ground or a place."""

    id: PieceId
    title: Text
    value: Annotated[int, Meta(ge=0, le=20)]
    source: Provenance
    piece: PieceId | None = None
    at: Spot | None = None
    owner: SideName | None = None
    camp: bool = False


class ArrivalData(Record, frozen=True):
    """Divisions that come later, where and in which turn."""

    id: PieceId
    side: SideName
    turn: Turn
    at: Spot
    divisions: tuple[PieceId, ...]
    source: Provenance


class BattleData(Record, frozen=True):
    """A battle."""

    id: Id
    title: Text
    summary: Text
    scale: Text
    year: Year
    table: Spot
    last_turn: Turn
    source: BattleSource
    armies: Armies
    base: tuple[BattleBase, ...]
    general: tuple[BattleGeneral, ...] = ()
    players: tuple[PieceId, ...] = ()
    terrain: tuple[TerrainData, ...] = ()
    objective: tuple[ObjectiveData, ...] = ()
    arrival: tuple[ArrivalData, ...] = ()
