"""What the files of arms, theatres and army lists hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks import Record, SourceNote, Text
from quadrilatero.games.vivaorre.said import ArmName, GunName, NoteName, TheatreName, TrainingName, WeaponName

Mount = Literal["horse", "mountain"]
Terrain = Literal[
    "gentle_hill",
    "steep_hill",
    "open_wood",
    "dense_wood",
    "stream",
    "building",
    "rough",
    "gully",
    "bushes",
    "sand",
    "marsh",
]
ARMS: tuple[ArmName, ...] = ("infantry", "cavalry", "artillery")

Id = Annotated[str, Meta(pattern=r"^[a-z0-9_]+\Z", description="an id of small letters, digits and underscores")]
EntryId = Annotated[
    str, Meta(pattern=r"^[a-z0-9_]+(\.[a-z0-9_]+)+\Z", description="an id without that of the list, such as inf.linea")
]
Troops = Annotated[
    tuple[str, ...],
    Meta(min_length=1, description='a list of arms, groups and entries, such as ["cavalry", "guardia", "inf.linea"]'),
]
Rule = Annotated[str, Meta(pattern=r"^\d+(\.[a-z]+)?-[a-z]+\d*\Z", description="the id of a rule, such as 20.nap-a")]
Class = Annotated[
    str, Meta(pattern=r"^[a-e]-[a-e/*]-[a-e]\Z", description="morale, fire and mêlée, such as c-b-d; / without firearm")
]
Year = Annotated[int, Meta(ge=1820, le=1900)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Count = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=999)]
Ranges = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=999)], ...],
    Meta(min_length=3, max_length=3, description="short, medium and long range in inches, such as [1, 2, 4]"),
]
Years = Annotated[
    tuple[Year, ...], Meta(min_length=2, max_length=2, description="the first and the last year, such as [1820, 1860]")
]

# --- arms.toml --------------------------------------------------------------------------------------------------------


class SmallArm(Record, frozen=True):
    """A firearm or a bow: its cost for a figure and its ranges; what is loaded by the muzzle suffers in the rain."""

    id: WeaponName
    name: Text
    points: Points
    ranges: Ranges
    loading: Literal["muzzle", "breech", "none"]
    rule: Rule


class Gun(Record, frozen=True):
    """A gun: its cost for a section, its ranges and the attack dice of a section."""

    id: GunName
    name: Text
    family: Literal["smooth", "rifled", "breech", "rapid", "machine_gun", "howitzer"]
    points: Points
    ranges: Ranges
    power: Annotated[int, Meta(ge=1, le=9)]
    rule: Rule
    pounds: Annotated[int, Meta(ge=1, le=99)] | None = None
    siege: bool = False


class ArmsFile(Record, frozen=True):
    """18-d to 18-j: the tables of small arms and guns."""

    source: SourceNote
    small_arm: tuple[SmallArm, ...]
    gun: tuple[Gun, ...]


# --- theatres.toml ----------------------------------------------------------------------------------------------------


class TheatreData(Record, frozen=True):
    """19-c to 19-g: the terrain that a theatre has."""

    id: TheatreName
    name: Text
    terrain: tuple[Terrain, ...]
    rule: Rule


class TheatresFile(Record, frozen=True):
    """The theatres of operations."""

    source: SourceNote
    theatre: tuple[TheatreData, ...]


# --- lists/*.toml -----------------------------------------------------------------------------------------------------


class Group(Record, frozen=True):
    """A part of a list: its own troops or allies; `contingent`: its proportions are its own."""

    name: Text
    ally: bool = False
    contingent: bool = False


class Issue(Record, frozen=True, rename={"first": "from", "last": "to"}):
    """A weapon or gun that was carried from one year to another; `reading`: only by that reading of the rules."""

    weapon: WeaponName | None = None
    gun: GunName | None = None
    mount: Mount | None = None
    first: Year | None = None
    last: Year | None = None
    reading: str | None = None


class Armament(Record, frozen=True):
    """What some troops of a list carry, by year; what comes first is what they have unless told otherwise."""

    rule: Rule
    issue: tuple[Issue, ...]


class Entry(Record, frozen=True, rename={"grade": "class"}):
    """A troop type. `by_name` are notes that its name implies and the book does not print."""

    id: EntryId
    name: Text
    arm: ArmName
    training: TrainingName
    grade: Class
    group: Id | None = None
    notes: tuple[NoteName, ...] = ()
    by_name: tuple[NoteName, ...] = ()
    arms: Id | None = None


class Bound(Record, frozen=True):
    """When some troops may be used at all: in these years, against these armies, in these theatres."""

    rule: Rule
    entries: Troops
    years: Years | None = None
    against: tuple[Id, ...] | None = None
    theatres: tuple[TheatreName, ...] | None = None


class Share(Record, frozen=True):
    """How much of the army some troops may be, in per cent of its points (`by` units: of their number).

    `about`: an exact share. `among`: of what, if not of the whole army. `if_used`: only where there are any.
    `with_allies`: the ceiling where there are allies. `years`, `theatres`: only then and there.
    """

    rule: Rule
    who: Text
    entries: Troops
    least: Percent | None = None
    most: Percent | None = None
    about: Percent | None = None
    among: Troops | None = None
    by: Literal["points", "units"] = "points"
    if_used: bool = False
    with_allies: Percent | None = None
    years: Years | None = None
    theatres: tuple[TheatreName, ...] | None = None


class Ceiling(Record, frozen=True):
    """How many units of some troops there may be; `at`: in battles of so many points, more in larger ones.

    With a `gun` it is sections of that gun that are counted.
    """

    rule: Rule
    who: Text
    entries: Troops
    most: Count
    at: Annotated[int, Meta(ge=1)] | None = None
    gun: GunName | None = None
    theatres: tuple[TheatreName, ...] | None = None


class Equal(Record, frozen=True):
    """Two kinds of troops of which there are as many units of the one as of the other."""

    rule: Rule
    who: Text
    entries: Troops
    others: Troops


class Carried(Record, frozen=True):
    """The share of figures (or sections) that carry some weapons, among those who carry these or `others`.

    `most` instead of `about` is a ceiling, and counts among all troops named.
    """

    rule: Rule
    who: Text
    entries: Troops
    weapons: tuple[WeaponName | GunName, ...] = ()
    about: Percent | None = None
    most: Percent | None = None
    years: Years | None = None


class OneOf(Record, frozen=True):
    """Groups of which only one may be used."""

    rule: Rule
    groups: tuple[Id, ...]


class EachKind(Record, frozen=True):
    """Troops of which there should be a unit of each kind where any is used; those with firearms are left out first."""

    rule: Rule
    entries: Troops


class ListSources(Record, frozen=True):
    """Where the values of a list come from."""

    troops: SourceNote
    readings: SourceNote | None = None


class ListFile(Record, frozen=True):
    """An army list.

    `rules` are those of play that it adds, `divisions` the parts that it must be divided into, `sizes` the figures a
    unit may have if not the standard ones, `trenches_each` for how many units there is a trench; with `engineers` all
    its troops are good at works.
    """

    id: Id
    title: Text
    years: Years
    initiative: Annotated[int, Meta(ge=-9, le=9)]
    european: bool
    rules: tuple[Rule, ...]
    source: ListSources
    entry: tuple[Entry, ...]
    armament: dict[Id, Armament] = msgspec.field(default_factory=dict)
    groups: dict[Id, Group] = msgspec.field(default_factory=dict)
    bound: tuple[Bound, ...] = ()
    share: tuple[Share, ...] = ()
    ceiling: tuple[Ceiling, ...] = ()
    equal: tuple[Equal, ...] = ()
    carried: tuple[Carried, ...] = ()
    one_of: tuple[OneOf, ...] = ()
    each_kind: tuple[EachKind, ...] = ()
    divisions: tuple[Id, ...] = ()
    sizes: (
        Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2, description="least and most figures")] | None
    ) = None
    trenches_each: Count | None = None
    engineers: bool = False
