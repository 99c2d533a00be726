"""Army files, format 1: what they hold, read with the place of every fault, and their schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quadrilatero.datapacks.wanted import keys_of, kind_at, wanted
from quadrilatero.games.vivaorre.datapack.contents import Mount
from quadrilatero.games.vivaorre.said import GunName, TheatreName, WeaponName
from quadrilatero.kernel import Plain
from quadrilatero.kernel.armies import BadArmy

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
        raise _explained(army, str(error)) from None


def read(path: Path | str) -> Plain:
    """The army of a file, as it is written there."""
    try:
        text = Path(path).read_text("utf-8")
    except OSError as error:
        raise BadArmy(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadArmy(f"{path} is not UTF-8 text: save it with that encoding") from None
    try:
        army: Plain = json.loads(text)
    except RecursionError:
        raise BadArmy(f"{path} is nested too deeply for an army") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadArmy(f"{path} is not JSON ({place}: {error.msg}): correct it there") from None
    parse(army)
    return army


def write(army: Plain, path: Path | str) -> None:
    """Write an army, which must be one."""
    parse(army)
    Path(path).write_text(json.dumps(army, ensure_ascii=False, indent=1) + "\n", "utf-8")


def schema() -> Plain:
    """The JSON Schema of army files, made from the types."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(ArmyFile)}


def _explained(army: Any, reason: str) -> BadArmy:
    place = re.search(r" - at `\$(.*)`$", reason)
    way = [key or int(index) for key, index in re.findall(r"\.(\w+)|\[(\d+)\]", place[1] if place else "")]
    if unknown := re.match(r"Object contains unknown field `(.*?)`", reason):
        known = ", ".join(keys_of(kind_at(ArmyFile, tuple(way))))
        return BadArmy(f"{_field([*way, unknown[1]])}: there is no such field; remove it, or use one of {known}")
    if missing := re.match(r"Object missing required field `(.*?)`", reason):
        way.append(missing[1])
        return BadArmy(f"{_field(way)}: it is missing; add {wanted(ArmyFile, tuple(way))}")
    return BadArmy(f"{_field(way)}: expected {wanted(ArmyFile, tuple(way))}, got {_shown(army, way)}")


def _field(way: list[str | int]) -> str:
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in way)
    return named.removeprefix(".") or "army"


def _shown(army: Any, way: list[str | int]) -> str:
    for key in way:
        army = army[key]
    text = json.dumps(army, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."
