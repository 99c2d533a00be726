"""Army files, format 1: what they hold, read with the place of every fault, and their schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks.explained import explained
from quadrilatero.games.vivaorre.datapack.contents import Mount
from quadrilatero.games.vivaorre.said import GunName, TheatreName, WeaponName
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import BadArmy, read_army, write_army

Name = Annotated[str, Meta(max_length=80, description="a text of at most 80 characters")]
Few = Annotated[int, Meta(ge=1, le=99, description="a whole number from 1 to 99")]
Id = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}\Z", description='a short id of letters and digits, such as "b1"')
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of an army file."""


class General(Part, frozen=True):
    """A general; he costs nothing."""

    name: Name = ""


class UnitSpec(Part, frozen=True):
    """A unit: its entry, and what differs from the standard size and the usual weapon of the year."""

    entry: str
    figures: Few | None = None
    sections: Few | None = None
    weapon: WeaponName | None = None
    gun: GunName | None = None
    mount: Mount | None = None
    engineers: bool = False
    name: Name = ""


class BrigadeSpec(Part, frozen=True):
    """A brigade and its general; `id` is b1, b2 and so on unless given."""

    units: tuple[UnitSpec, ...]
    id: Id | None = None
    general: General = General()
    name: Name = ""


class ArmyFile(Part, frozen=True):
    """An army: its list, the war it is made for, and its brigades."""

    kind: Literal["quadrilatero-army"]
    format: Literal[1]
    game: Literal["vivaorre"]
    list: str
    year: Annotated[int, Meta(ge=1820, le=1900)]
    points: Annotated[int, Meta(ge=1, le=100_000)]
    brigades: tuple[BrigadeSpec, ...]
    against: str | None = None
    theatre: TheatreName = "europe"
    name: Name = ""
    cic: General = General()


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
