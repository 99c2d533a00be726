"""What the files of tables and army lists hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks import Record, SourceNote, Text
from quadrilatero.games.alaguerre.said import NoteName, RowName, TypeName, WeaponName

Mark = Literal["scan", "text", "example", "ruling"]
"""Where the value of a table's cell comes from: the print, a paragraph, a worked example, or a reading of ours."""
Outcome = Literal[
    "passed",
    "stands",
    "stands_disordered",
    "level",
    "two_levels",
    "level_retreats",
    "two_levels_retreats",
    "shaken_retreats",
    "rout",
    "rout_loss",
    "recovers",
]
HorseName = Literal["Cav", "Rei", "MC", "LC"]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9_]+\Z", description="an id of small letters, digits and underscores")]
EntryId = Annotated[
    str, Meta(pattern=r"^[a-z0-9_]+(\.[a-z0-9_]+)*\Z", description="an id without that of the list, such as pk.line")
]
Rule = Annotated[
    str, Meta(pattern=r"^(\d+(\.\d+)*|list\.[a-z]+)-[a-z]+\d*\Z", description="the id of a rule, such as 8.4-t1")
]
Line = Annotated[
    str,
    Meta(
        pattern=r"^(-?\d|-)/(-?\d|-)/(-?\d|-) [a-]( sk(/ln)?)?\Z",
        description='morale/fire/mêlée, armour, speciality, such as "1/0/2 a"',
    ),
]
Year = Annotated[int, Meta(ge=1500, le=1720)]
Years = Annotated[
    tuple[Year, ...], Meta(min_length=2, max_length=2, description="the first and the last year, such as [1635, 1648]")
]
Value = Annotated[int, Meta(ge=-9, le=9)]
Points = Annotated[int, Meta(ge=0, le=999)]
Length = Annotated[int, Meta(ge=0, le=24000, description="a length in thousandths of a um")]
Many = Annotated[int, Meta(ge=0, le=99)]

# --- tables.toml ------------------------------------------------------------------------------------------------------


class GeneralMarks(Record, frozen=True):
    """Where radius and points of a level come from."""

    radius: Mark
    points: Mark


class GeneralRow(Record, frozen=True):
    """2.7.5-g: radius and points of a level."""

    level: Annotated[int, Meta(ge=-1, le=2)]
    radius: Length
    points: Points
    mark: GeneralMarks


class PointsRow(Record, frozen=True):
    """2.6.1-a: what a base of a type costs: a `whole`, and so much for each point of its characteristics.

    `shoots` is added for a fire value, `open` for open order, `note` for notes; `least_fire`: a lower fire value counts
    as that.
    """

    type: TypeName
    whole: Points
    morale: Value
    fire: Value
    mark: Mark
    melee: Value = 0
    armour: Value = 0
    shoots: Value = 0
    open: Value = 0
    least_fire: Value | None = None
    note: dict[NoteName, Value] = msgspec.field(default_factory=dict)


class RangeRow(Record, frozen=True):
    """8.2: the ranges of a weapon."""

    weapon: WeaponName
    rule: Rule
    long: Length
    mark: Mark
    short: Length | None = None
    extreme: Length | None = None


class FireMarks(Record, frozen=True):
    """Where the two cells of a row come from."""

    artillery: Mark
    small_arms: Mark


class FireRow(Record, frozen=True):
    """8.4: a modifier of fire, by guns and by small arms."""

    rule: Rule
    artillery: Value
    small_arms: Value
    mark: FireMarks


class ModifierRow(Record, frozen=True):
    """9.4, 10.2.2: a modifier of mêlée or morale."""

    rule: Rule
    value: Value
    mark: Mark


class ResultRow(Record, frozen=True):
    """10.2.1: what a test on a row brings, from a score of 1 to a score of 6 or more."""

    id: RowName
    rule: Rule
    results: Annotated[tuple[Outcome, ...], Meta(min_length=6, max_length=6, description="the results of 1 to 6")]
    mark: Mark


class TablesFile(Record, frozen=True):
    """All tables."""

    source: SourceNote
    general: tuple[GeneralRow, ...]
    points: tuple[PointsRow, ...]
    range: tuple[RangeRow, ...]
    fire: tuple[FireRow, ...]
    melee: tuple[ModifierRow, ...]
    row: tuple[ResultRow, ...]
    morale: tuple[ModifierRow, ...]


# --- lists/*.toml -----------------------------------------------------------------------------------------------------


class Entry(Record, frozen=True):
    """Troops of a list: how many bases an army has of them, where the book says so, and what one costs.

    Without `points` the cost comes from the formula of the type. `great`: they may form great units. Troops able to
    mount have a line on horseback and the class they then are.
    """

    id: EntryId
    name: Text
    type: TypeName
    stats: Line
    points: Points | None = None
    least: Many | None = None
    most: Many | None = None
    weapon: WeaponName | None = None
    notes: tuple[NoteName, ...] = ()
    mounted_stats: Line | None = None
    mounted_as: HorseName | None = None
    great: bool = False


class ListSources(Record, frozen=True):
    """Where the values of a list come from."""

    troops: SourceNote
    readings: SourceNote | None = None


class ListFile(Record, frozen=True):
    """An army list; `complete` is false where only a fragment is known, `anything` where any base may be taken."""

    id: Id
    title: Text
    years: Years
    complete: bool
    source: ListSources
    entry: tuple[Entry, ...]
    rules: tuple[Rule, ...] = ()
    anything: bool = False
