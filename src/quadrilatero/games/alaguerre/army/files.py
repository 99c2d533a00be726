"""Army files, format 1: what they hold, read with the place of every fault, and their schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks.explained import explained
from quadrilatero.games.alaguerre.datapack.contents import HorseName, Line
from quadrilatero.games.alaguerre.said import NoteName, TypeName, WeaponName
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import BadArmy, read_army, write_army

Name = Annotated[str, Meta(max_length=80, description="a text of at most 80 characters")]
LevelOf = Annotated[int, Meta(ge=-1, le=2, description="a level from -1 to 2")]
Id = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z", description='a short id of letters and digits, such as "d1"')
]
CIC: Literal["cic"] = "cic"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of an army file."""


class ChiefSpec(Part, frozen=True):
    """The commander in chief."""

    level: LevelOf = 0
    name: Name = ""
    player: bool = False


class GeneralSpec(Part, frozen=True):
    """The general of a division; a `player` is led by somebody else, `superior` is the division of his superior."""

    level: LevelOf = 0
    name: Name = ""
    player: bool = False
    superior: Id | None = None


class BaseSpec(Part, frozen=True):
    """A base: an entry of the list, or in a free army any type and line of characteristics."""

    entry: str | None = None
    type: TypeName | None = None
    stats: Line | None = None
    notes: tuple[NoteName, ...] = ()
    weapon: WeaponName | None = None
    mounted_stats: Line | None = None
    mounted_as: HorseName | None = None
    name: Name = ""


class BrigadeSpec(Part, frozen=True):
    """2.7.2: bases that may operate in formation, or a great unit."""

    bases: tuple[BaseSpec, ...]
    great: bool = False
    name: Name = ""


class DivisionSpec(Part, frozen=True):
    """2.7.3: brigades under a general; `id` is d1, d2 and so on unless given."""

    brigades: tuple[BrigadeSpec, ...]
    general: GeneralSpec | Literal["cic"] | None = None
    id: Id | None = None
    name: Name = ""


class ArmyFile(Part, frozen=True):
    """An army: its list, year and points, its commander, divisions, and the guns under him.

    What it is made `against` and in which `theatre` every game's files may say; here neither changes anything.
    """

    kind: Literal["quadrilatero-army"]
    format: Literal[1]
    game: Literal["alaguerre"]
    list: str
    year: Annotated[int, Meta(ge=1500, le=1720)]
    points: Annotated[int, Meta(ge=1, le=100_000)]
    divisions: tuple[DivisionSpec, ...]
    cic: ChiefSpec = ChiefSpec()
    guns: tuple[BaseSpec, ...] = ()
    name: Name = ""
    against: str | None = None
    theatre: str = ""


def parse(army: Any) -> ArmyFile:
    """An army from plain data; BadArmy names the field, what it should be and what it is."""
    try:
        return msgspec.convert(army, ArmyFile)
    except msgspec.ValidationError as error:
        raise BadArmy(explained(ArmyFile, army, str(error), "army")) from None


def read(path: Path | str) -> Plain:
    """The army of a file, as it is written there."""
    army = read_army(path)
    parse(army)
    return army


def write(army: Plain, path: Path | str) -> None:
    """Write an army, which must be one."""
    parse(army)
    write_army(army, path)


def schema() -> Plain:
    """The JSON Schema of army files, made from the types."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(ArmyFile)}
