"""The data of Camposanto 1743: map, counters, order points and scenarios, read from a folder of TOML files.

The printed map and counters are not public, so every value carries its provenance (rulebook, history or estimate) and a
player who owns the game can correct it: a folder of one's own replaces the built-in files one by one. Whatever is wrong
in such a folder is reported as `BadData` with file, line, fault and remedy.
"""

import difflib
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

__all__ = [
    "BadData",
    "DataPack",
    "Farmhouse",
    "Grid",
    "Label",
    "Place",
    "ScenarioData",
    "SourceNote",
    "Text",
    "UnitData",
    "UnitSource",
    "load",
    "playable",
    "starting_steps",
    "wing_units",
]

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
NATIONS: dict[Side, tuple[Nation, ...]] = {"spain": ("Spain",), "austria": ("Austria", "Savoy")}
GUNS: dict[Side, dict[Wing, int]] = {
    "spain": {"left": 0, "centre": 2, "right": 0},
    "austria": {"left": 1, "centre": 2, "right": 1},
}
FIRST_SCENARIOS = ("battle", "learning")
BUILT_IN = Path(__file__).parent / "data"


class BadData(ValueError):
    """A fault in a data folder; the message names file, line, fault and remedy."""


# --- What the files hold ----------------------------------------------------------------------------------------------


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


class _Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spain: tuple[int, ...]
    austria: tuple[int, ...]


class _Generals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spain: str
    austria: str


class _MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grid: Grid
    river: tuple[Hex, ...]
    bridge: Hex
    pond: tuple[Hex, ...]
    out_of_play: tuple[Hex, ...]
    sources: MapSources
    farmhouse: tuple[Farmhouse, ...] = ()
    label: tuple[Label, ...] = ()


class _UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: tuple[UnitData, ...]


class _OrdersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    series: _Series
    generals: _Generals
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
    return _playable(pack.grid, (*pack.river, *pack.pond, *pack.out_of_play))


def _playable(grid: Grid, closed: Iterable[str]) -> frozenset[str]:
    return frozenset(grid.hexes()).difference(closed)


# --- Loading ----------------------------------------------------------------------------------------------------------


def load(folder: Path | None = None) -> DataPack:
    """Read a data folder, by default the built-in one, from which files missing in one's own folder are taken."""
    if folder is None:
        return _built_in()
    if not folder.is_dir():
        raise BadData(f"{folder}: there is no such folder; name a folder that holds the data files to replace")
    return _build({**_files(BUILT_IN, built_in=True), **_files(folder, built_in=False)})


@functools.cache
def _built_in() -> DataPack:
    return _build(_files(BUILT_IN, built_in=False))


class _File(msgspec.Struct, frozen=True):
    name: str
    raw: bytes
    built_in: bool


def _files(folder: Path, *, built_in: bool) -> dict[str, _File]:
    """The data files of a folder by their relative names; a file of another name is a fault, most likely a slip."""
    files: dict[str, _File] = {}
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        if path.name.startswith(".") or not path.is_file():
            continue
        if not re.fullmatch(r"(map|units|orders|scenarios/[^/]+)\.toml", name):
            known = "map.toml, units.toml, orders.toml and scenarios/*.toml"
            raise BadData(f"{name}, line 1: no file of this name belongs to the data; the files are {known}: rename it")
        try:
            files[name] = _File(name, path.read_bytes(), built_in)
        except OSError as error:
            raise BadData(f"{name}, line 1: cannot be read ({error.strerror}); check its rights") from error
    return files


def _build(files: dict[str, _File]) -> DataPack:
    digest = hashlib.blake2b(b"".join(files[name].raw for name in sorted(files)), digest_size=16).hexdigest()
    documents = {name: _Document(files[name]) for name in sorted(files)}

    map_doc = documents["map.toml"]
    field = map_doc.convert(_MapFile)
    _check_grid(map_doc, field)
    _check_terrain(map_doc, field)

    units_doc = documents["units.toml"]
    units = units_doc.convert(_UnitsFile).unit
    _check_ids(units_doc, units)
    _check_steps_and_nation(units_doc, units)
    _check_single_step(units_doc, units)
    _check_stars(units_doc, units)
    _check_regiments(units_doc, units)
    _check_fire(units_doc, units)
    _check_provenance(units_doc, units)
    _check_guns(units_doc, units)
    _check_marshals(units_doc, units)

    orders_doc = documents["orders.toml"]
    orders = orders_doc.convert(_OrdersFile)
    _check_series(orders_doc, orders)

    scenarios = {}
    names = [name for name in documents if name.startswith("scenarios/")]
    for name in sorted(names, key=_scenario_order):
        doc = documents[name]
        scenario = doc.convert(ScenarioData)
        _check_heading(doc, scenario)
        _check_set_up(doc, scenario, units)
        _check_ground(doc, scenario, field)
        _check_stacks(doc, scenario, units)
        scenarios[scenario.id] = scenario

    return DataPack(
        grid=field.grid,
        river=field.river,
        bridge=field.bridge,
        pond=field.pond,
        out_of_play=field.out_of_play,
        farmhouses=field.farmhouse,
        labels=field.label,
        units=units,
        series=_first_turn_series(orders),
        generals=_generals(orders_doc, orders),
        scenarios=scenarios,
        map_sources=field.sources,
        order_sources=orders.sources,
        digest=digest,
    )


def _scenario_order(name: str) -> tuple[int, str]:
    stem = _stem(name)
    return (FIRST_SCENARIOS.index(stem) if stem in FIRST_SCENARIOS else len(FIRST_SCENARIOS), stem)


def _stem(name: str) -> str:
    return name.removeprefix("scenarios/").removesuffix(".toml")


# --- Checks of the map ------------------------------------------------------------------------------------------------


def _check_grid(doc: "_Document", field: _MapFile) -> None:
    """1.1-a. Every hex that the map names lies on its grid."""
    on_grid = frozenset(field.grid.hexes())
    for path, number in _map_hexes(field):
        if number not in on_grid:
            size = f"columns 01 to {field.grid.cols:02} and rows 01 to {field.grid.rows:02}"
            raise doc.bad(path, f'hex "{number}" is not on the grid of {size}; correct the number')


def _check_terrain(doc: "_Document", field: _MapFile) -> None:
    """A hex is river, bridge, pond or out of play, and once only; a farmhouse stands on land."""
    first: dict[str, _Path] = {}
    for path, number in _map_hexes(field):
        if path[0] == "label":
            continue
        if number in first:
            earlier = first[number]
            fault = f'hex "{number}" is already {earlier[0]} on line {doc.line(earlier)}; keep one of the two'
            raise doc.bad(path, fault)
        first[number] = path


def _map_hexes(field: _MapFile) -> "Iterator[tuple[_Path, str]]":
    yield from ((("river", n), number) for n, number in enumerate(field.river))
    yield ("bridge",), field.bridge
    yield from ((("pond", n), number) for n, number in enumerate(field.pond))
    yield from ((("out_of_play", n), number) for n, number in enumerate(field.out_of_play))
    yield from ((("farmhouse", n, "hex"), house.hex) for n, house in enumerate(field.farmhouse))
    yield from ((("label", n, "hex"), label.hex) for n, label in enumerate(field.label))


# --- Checks of the counters -------------------------------------------------------------------------------------------


def _check_ids(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """No two counters share an id."""
    first: dict[str, int] = {}
    for n, unit in enumerate(units):
        if unit.id in first:
            line = doc.line(("unit", first[unit.id], "id"))
            raise doc.bad(("unit", n, "id"), f"the id is already used on line {line}; give each unit its own")
        first[unit.id] = n


def _check_steps_and_nation(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """2.1-b. A combat unit has one to four steps and a nation of its own side; a Marshal has no steps."""
    for n, unit in enumerate(units):
        if unit.type == "marshal":
            if unit.steps:
                raise doc.bad(("unit", n, "steps"), "a Marshal has no steps; remove the line")
        elif not 1 <= unit.steps <= 4:
            raise doc.expected(("unit", n, "steps"))
        if unit.nation not in NATIONS[unit.side]:
            nations = " or ".join(f'"{nation}"' for nation in NATIONS[unit.side])
            fault = f'"{unit.nation}" does not fight for "{unit.side}": expected {nations}, or another side'
            raise doc.bad(("unit", n, "nation"), fault)


def _check_single_step(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """2.1-g. Artillery and Light Infantry have a single step."""
    for n, unit in enumerate(units):
        if unit.type in ("artillery", "light") and unit.steps != 1:
            raise doc.bad(("unit", n, "steps"), f"expected 1, the only step of {_KINDS[unit.type]}, got {unit.steps}")


def _check_stars(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """2.1-e. Elite units have one star; two are the mark of a single Spanish cavalry regiment; a Marshal has none."""
    two: int | None = None
    for n, unit in enumerate(units):
        path = ("unit", n, "stars")
        if not 0 <= unit.stars <= 2:
            raise doc.expected(path)
        if unit.stars and unit.type == "marshal":
            raise doc.bad(path, "a Marshal has no stars; remove the line")
        if unit.stars < 2:
            continue
        if (unit.side, unit.type) != ("spain", "cavalry"):
            raise doc.bad(path, "only the Carabineros Reales, Spanish cavalry, have two stars; give one or none")
        if two is not None:
            raise doc.bad(path, f'only one regiment has two stars, here already "{units[two].id}"; give one or none')
        two = n


def _check_regiments(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """2.1-d. Infantry and cavalry name their regiment, others have none; a cavalry regiment is one counter."""
    cavalry: dict[tuple[Side, str], int] = {}
    for n, unit in enumerate(units):
        path = ("unit", n, "regiment")
        if unit.type not in ("infantry", "cavalry"):
            if unit.regiment:
                raise doc.bad(path, f"{_KINDS[unit.type]} belongs to no regiment; remove the line")
            continue
        if not unit.regiment.strip():
            raise doc.bad(path, f"{_KINDS[unit.type]} needs the name of its regiment; add it")
        if unit.type == "cavalry":
            first = cavalry.setdefault((unit.side, unit.regiment), n)
            if first != n:
                fault = f'cavalry regiment "{unit.regiment}" is already unit "{units[first].id}" on line'
                line = doc.line(("unit", first, "regiment"))
                raise doc.bad(path, f"{fault} {line}, and it is always one counter; rename or remove one of them")


def _check_fire(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """9-c. An artillery counter carries four fire modifiers, for ranges of 1, 2, 3 and 4 hexes; no other does."""
    for n, unit in enumerate(units):
        path = ("unit", n, "fire")
        if unit.type == "artillery" and len(unit.fire) != 4:
            raise doc.expected(path)
        if unit.type != "artillery" and unit.fire:
            raise doc.bad(path, f"only artillery has fire modifiers, {_KINDS[unit.type]} has none; remove the line")


def _check_provenance(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """Each value of a counter says where it comes from, and nothing else does."""
    for n, unit in enumerate(units):
        combat = unit.type != "marshal"
        if combat and not unit.strength.strip():
            raise doc.bad(("unit", n, "strength"), 'a combat unit needs its strength, such as "2 bn"; add it')
        if not combat and unit.strength:
            raise doc.bad(("unit", n, "strength"), "a Marshal has no strength; remove the line")
        due = {"steps": combat, "stars": combat, "strength": combat, "fire": unit.type == "artillery"}
        for key, needed in due.items():
            given = getattr(unit.source, key) is not None
            if needed and not given:
                raise doc.bad(("unit", n, "source", key), f"missing: add {_PROVENANCE}")
            if given and not needed:
                raise doc.bad(("unit", n, "source", key), f"there is no {key} that could have a source; remove it")


def _check_guns(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """9-b. The Austro-Savoyards have two guns in the centre and one on each side, the Spanish two in the centre."""
    for side in SIDES:
        for wing in WINGS:
            guns = [n for n, u in enumerate(units) if (u.side, u.wing, u.type) == (side, wing, "artillery")]
            due = GUNS[side][wing]
            if len(guns) != due:
                path: _Path = ("unit", guns[due], "wing") if len(guns) > due else ()
                remedy = "move or remove one" if len(guns) > due else "add one"
                fault = f"{_wing_name(side, wing)} needs {due} artillery units and has {len(guns)}; {remedy}"
                raise doc.bad(path, fault)


def _check_marshals(doc: "_Document", units: tuple[UnitData, ...]) -> None:
    """8.2-b. Each army has three Marshals, one for each wing."""
    for side in SIDES:
        for wing in WINGS:
            found = [n for n, u in enumerate(units) if (u.side, u.wing, u.type) == (side, wing, "marshal")]
            if not found:
                raise doc.bad((), f"{_wing_name(side, wing)} has no Marshal; add one")
            if len(found) > 1:
                fault = f'{_wing_name(side, wing)} already has Marshal "{units[found[0]].id}"; move or remove one'
                raise doc.bad(("unit", found[1], "wing"), fault)


def _wing_name(side: Side, wing: Wing) -> str:
    return f'the {wing} of side "{side}"' if wing == "centre" else f'the {wing} wing of side "{side}"'


# --- Order points and Generals ----------------------------------------------------------------------------------------


def _check_series(doc: "_Document", orders: _OrdersFile) -> None:
    """2.3-a. The order points are two sets of nine that share out the numbers from 1 to 18."""
    taken: dict[int, _Path] = {}
    for side in SIDES:
        series: tuple[int, ...] = getattr(orders.series, side)
        for n, value in enumerate(series):
            path = ("series", side, n)
            if not 1 <= value <= 18:
                raise doc.expected(path)
            if value in taken:
                fault = f"order point {value} is already on line {doc.line(taken[value])}; each number is used once"
                raise doc.bad(path, fault)
            taken[value] = path
        if len(series) != 9:
            raise doc.bad(("series", side), f"expected nine order points, got {len(series)}; give each side nine")


def _first_turn_series(orders: _OrdersFile) -> dict[Side, tuple[int, ...]]:
    """3-d. The set that each side holds in the first Turn: Spain the red one, Austria and Savoy the yellow-blue."""
    return {"spain": orders.series.spain, "austria": orders.series.austria}


def _generals(doc: "_Document", orders: _OrdersFile) -> dict[Side, str]:
    """8-a. Each army has its General."""
    generals: dict[Side, str] = {"spain": orders.generals.spain, "austria": orders.generals.austria}
    for side, name in generals.items():
        if not name.strip():
            raise doc.bad(("generals", side), "the army needs a General; write his name")
    return generals


# --- Checks of a scenario ---------------------------------------------------------------------------------------------


def _check_heading(doc: "_Document", scenario: ScenarioData) -> None:
    """A scenario is called like its file, and its last Turn is not before its first."""
    if scenario.id != _stem(doc.name):
        raise doc.bad(("id",), f'expected "{_stem(doc.name)}", like the name of the file, got "{scenario.id}"')
    if (scenario.first_turn, scenario.last_turn) == ("evening", "day"):
        raise doc.bad(("last_turn",), 'the game would end before it begins; expected "evening", or "day" as first_turn')


def _check_set_up(doc: "_Document", scenario: ScenarioData, units: tuple[UnitData, ...]) -> None:
    """1.3-a. The set-up gives a hex to counters that exist, to each one hex only, and to both armies."""
    known = {unit.id: unit for unit in units}
    first: dict[str, int] = {}
    for n, place in enumerate(scenario.places):
        path = ("place", n, "unit")
        if place.unit not in known:
            raise doc.bad(path, "units.toml has no such unit; correct the id or remove this place")
        if place.unit in first:
            line = doc.line(("place", first[place.unit], "unit"))
            raise doc.bad(path, f"the unit is already placed on line {line}; place each unit once")
        first[place.unit] = n
    present = {known[place.unit].side for place in scenario.places if known[place.unit].type != "marshal"}
    for side in SIDES:
        if side not in present:
            raise doc.bad((), f'no combat unit of side "{side}" is placed; add at least one')


def _check_ground(doc: "_Document", scenario: ScenarioData, field: _MapFile) -> None:
    """Every counter starts on a hex where it may stand: on the grid, in play, not in the river or the pond."""
    on_grid = frozenset(field.grid.hexes())
    closed = {
        **dict.fromkeys(field.river, "river"),
        **dict.fromkeys(field.pond, "the pond"),
        **dict.fromkeys(field.out_of_play, "out of play"),
    }
    open_hexes = _playable(field.grid, closed)
    for n, place in enumerate(scenario.places):
        if place.hex not in open_hexes:
            what = f"is {closed[place.hex]}" if place.hex in on_grid else "is not on the grid of map.toml"
            raise doc.bad(("place", n, "hex"), f'hex "{place.hex}" {what}; choose a playable hex')


def _check_stacks(doc: "_Document", scenario: ScenarioData, units: tuple[UnitData, ...]) -> None:
    """Counters that share a hex are a lawful stack (6.2, 9.2, 10.1): one infantry unit with one gun or light unit."""
    known = {unit.id: unit for unit in units}
    stacks: dict[str, list[int]] = {}
    for n, place in enumerate(scenario.places):
        others = stacks.setdefault(place.hex, [])
        if others:
            partner = scenario.places[others[0]]
            fault = _stack_fault([known[scenario.places[other].unit] for other in others], known[place.unit])
            if not fault and partner.facing != place.facing:
                fault = "the units of a stack share one facing"
            if fault:
                there = f'with "{partner.unit}" (line {doc.line(("place", others[0]))}) in hex "{place.hex}"'
                raise doc.bad(("place", n, "hex"), f"cannot stand {there}: {fault}; choose another hex or facing")
        others.append(n)


def _stack_fault(there: list[UnitData], unit: UnitData) -> str:
    stack = [*there, unit]
    types = [each.type for each in stack]
    if len({each.side for each in stack}) > 1:
        return "the sides do not share a hex"
    if "marshal" in types:
        return "a Marshal stands alone in his hex"
    if sum(each in ("infantry", "cavalry") for each in types) > 1:
        return "a hex holds at most one infantry or cavalry unit"
    if len(stack) > 2 or "infantry" not in types:
        return "a gun or light infantry unit stands alone or with one infantry unit only"
    return ""


# --- Files, lines and faults ------------------------------------------------------------------------------------------

_Path = tuple[str | int, ...]
_S = TypeVar("_S", bound=msgspec.Struct)

_KINDS: dict[UnitType, str] = {
    "infantry": "an infantry unit",
    "cavalry": "a cavalry unit",
    "artillery": "an artillery unit",
    "light": "a light infantry unit",
    "marshal": "a Marshal",
}
_PROVENANCE = '"rulebook", "history" or "estimate"'
_HEX = 'a hex number of four digits in quotes, such as "0716"'
_HEXES = "a list of hex numbers in quotes"
_WORDS = "a text in quotes, not empty"
_MODIFIERS = "four whole numbers in brackets, for ranges of 1, 2, 3 and 4 hexes"
_TABLE = "a table"

# What a key wants, by the names on its way ("[]" for an entry of a list), or by its last name alone.
_EXPECTED: dict[str, str] = {
    "grid": "a table [grid]",
    "cols": "an integer from 1 to 99",
    "rows": "an integer from 1 to 99",
    "hex_m": "a number of metres, an integer from 1",
    "layout": '"pointy", the only layout known',
    "shifted": '"even", the only shift known',
    "river": _HEXES,
    "river[]": _HEX,
    "bridge": _HEX,
    "pond": _HEXES,
    "pond[]": _HEX,
    "out_of_play": _HEXES,
    "out_of_play[]": _HEX,
    "hex": _HEX,
    "farmhouse": "[[farmhouse]] blocks",
    "label": "[[label]] blocks",
    "kind": '"place", "river" or "road"',
    "unit": "[[unit]] blocks",
    "place": "[[place]] blocks",
    "place[].unit": "the id of a unit in quotes",
    "side": '"spain" or "austria"',
    "nation": '"Spain", "Austria" or "Savoy"',
    "wing": '"left", "centre" or "right"',
    "type": '"infantry", "cavalry", "artillery", "light" or "marshal"',
    "steps": "an integer from 1 to 4",
    "stars": "an integer from 0 to 2",
    "fire": _MODIFIERS,
    "fire[]": _MODIFIERS,
    "facing": '"N", "NE", "SE", "S", "SW" or "NW"',
    "first_turn": '"day" or "evening"',
    "last_turn": '"day" or "evening"',
    "series.spain": "a list of nine order points",
    "series.austria": "a list of nine order points",
    "series.spain[]": "an integer from 1 to 18",
    "series.austria[]": "an integer from 1 to 18",
    "series": "a table [series]",
    "generals": "a table [generals]",
    "generals.spain": "the name of the General in quotes",
    "generals.austria": "the name of the General in quotes",
    "title": "a table [title] with en and it",
    "summary": "a table [summary] with en and it",
    "sources": "tables [sources.NAME] with source and note",
    "farmhouse[].source": f"a table with name and hex, each {_PROVENANCE}",
    "label[].source": f"a table with text and hex, each {_PROVENANCE}",
    "unit[].source": f"a table with name, nation, wing and so on, each {_PROVENANCE}",
    "source": _PROVENANCE,
    "id": _WORDS,
    "name": _WORDS,
    "text": _WORDS,
    "note": _WORDS,
    "strength": _WORDS,
    "regiment": _WORDS,
    "en": _WORDS,
    "it": _WORDS,
}
_NAMED_BY = {"unit": "id", "place": "unit", "farmhouse": "hex", "label": "text"}


class _Document:
    """One TOML file: its values, and the line of each for the messages."""

    def __init__(self, file: _File) -> None:
        self.name = file.name
        self.built_in = file.built_in
        self._lines: dict[_Path, int] | None = None
        try:
            self.text = file.raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = file.raw.count(b"\n", 0, error.start) + 1
            raise self._fault(line, "not UTF-8 text; save the file with the encoding UTF-8") from error
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise self._syntax(str(error)) from error

    def convert(self, kind: type[_S]) -> _S:
        """The file as a structure; a value of the wrong kind, an unknown or a missing key is a fault."""
        try:
            return msgspec.convert(self.data, kind)
        except msgspec.ValidationError as error:
            raise self._mismatch(str(error), kind) from error

    def line(self, path: _Path) -> int:
        """The line of a value, or of the nearest thing around it that is written down."""
        if self._lines is None:
            self._lines = _line_numbers(self.text)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def bad(self, path: _Path, fault: str) -> BadData:
        """The fault of a value, ready to be raised."""
        return self._fault(self.line(path), "".join(f"{part}: " for part in self._parts(path)) + fault)

    def expected(self, path: _Path) -> BadData:
        """The fault of a value that is not what its key wants."""
        value = self._value(path)
        got = "which is missing: add it" if value is None else f"got {_shown(value)}"
        return self.bad(path, f"expected {_wanted(path)}, {got}")

    def _syntax(self, reason: str) -> BadData:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", reason)
        line = int(place[1]) if place and place[1] else self.text.rstrip().count("\n") + 1 if place else 1
        return self._fault(line, f"not valid TOML: {reason}; correct the line or the one before it")

    def _mismatch(self, reason: str, kind: type[msgspec.Struct]) -> BadData:
        steps = re.search(r" - at `\$(.*)`$", reason)
        found = re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]", steps[1] if steps else "")
        path: _Path = tuple(key or int(index) for key, index in found)
        if unknown := re.match(r"Object contains unknown field `(.*?)`", reason):
            known = _keys_at(kind, path)
            near = difflib.get_close_matches(unknown[1], known, n=1)
            advice = f'did you mean "{near[0]}"?' if near else f"remove it: the keys here are {', '.join(known)}"
            return self.bad((*path, unknown[1]), f"unknown key; {advice}")
        if missing := re.match(r"Object missing required field `(.*?)`", reason):
            path = (*path, missing[1])
        return self.expected(path)

    def _fault(self, line: int, fault: str) -> BadData:
        advice = f"; this file is the built-in one: put a {self.name} of your own beside the others" * self.built_in
        return BadData(f"{self.name}, line {line}: {fault}{advice}")

    def _value(self, path: _Path) -> Any:
        value: Any = self.data
        for key in path:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def _parts(self, path: _Path) -> Iterator[str]:
        """The way to a value in words: unit "S-L1", then steps."""
        for n, key in enumerate(path):
            if isinstance(key, int):
                block = str(path[n - 1])
                entry = self._value(path[: n + 1])
                name = entry.get(_NAMED_BY.get(block, "")) if isinstance(entry, dict) else None
                yield f"{block} {_shown(name)}" if isinstance(name, str) else f"{block}, entry {key + 1}"
            elif not isinstance(self._value(path[: n + 1]), list) or n == len(path) - 1:
                yield _short(key)


def _keys_at(kind: Any, path: _Path) -> list[str]:
    """The keys that a file of this kind may have at this place."""
    for key in path:
        if isinstance(key, int):
            kind = get_args(kind)[0]
        else:
            kind = next(field.type for field in msgspec.structs.fields(kind) if field.encode_name == key)
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def _wanted(path: _Path) -> str:
    way = ""
    for key in path:
        way += "[]" if isinstance(key, int) else f".{key}" if way else key
    last = way.rpartition(".")[2]
    if way not in _EXPECTED and last != "note" and {"source", "sources"} & set(path[:-1]) and last != "source":
        return _PROVENANCE if "source" in path else "a table with source and note"
    return _EXPECTED.get(way) or _EXPECTED.get(last) or _TABLE


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return _short(text)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|[\[\]{},=.]|[^\s\[\]{},=.#"\']+',
    re.DOTALL,
)


def _line_numbers(text: str) -> dict[_Path, int]:
    """The line on which each table, key and list entry of a TOML text begins; the text is known to be valid."""
    return _LineReader(text).lines


class _LineReader:
    """Walks through a valid TOML text and notes where things are; tomllib itself does not tell."""

    def __init__(self, text: str) -> None:
        self.lines: dict[_Path, int] = {}
        self.tokens: list[tuple[str, int]] = []
        line, end = 1, 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", end, match.start())
            end = match.start()
            if not match[0].startswith("#"):
                self.tokens.append((match[0], line))
        self.tokens.append(("", line))
        self.at = 0
        self.blocks: dict[_Path, int] = {}
        table: _Path = ()
        while self._token():
            if self._token() == "\n":
                self.at += 1
            elif self._token() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _token(self) -> str:
        return self.tokens[self.at][0]

    def _note(self, path: _Path) -> None:
        self.lines.setdefault(path, self.tokens[self.at][1])

    def _key(self) -> tuple[str, ...]:
        keys = []
        while self._token() not in ("=", "]", ""):
            if self._token() != ".":
                keys.append(self._token().strip("\"'"))
            self.at += 1
        self.at += 1
        return tuple(keys)

    def _header(self) -> _Path:
        start = self.at
        many = self.tokens[start + 1][0] == "["
        self.at += 2 if many else 1
        keys = self._key()
        path: _Path = ()
        for n, key in enumerate(keys):
            path = (*path, key)
            self.lines.setdefault(path, self.tokens[start][1])
            if many and n == len(keys) - 1:
                self.blocks[path] = self.blocks.get(path, -1) + 1
            if path in self.blocks:
                path = (*path, self.blocks[path])
        self.at += 1 if many else 0
        self.lines.setdefault(path, self.tokens[start][1])
        return path

    def _pair(self, table: _Path) -> None:
        start = self.at
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, self.tokens[start][1])
        self._any(path)

    def _any(self, path: _Path) -> None:
        """Pass over a value, noting the entries of lists and inline tables."""
        self._note(path)
        opening = self._token()
        if opening not in ("[", "{"):
            while self._token() not in ("\n", ",", "]", "}", ""):
                self.at += 1
            return
        self.at += 1
        entry = 0
        while self._token() not in ("]", "}", ""):
            if self._token() in ("\n", ","):
                self.at += 1
            elif opening == "{":
                self._pair(path)
            else:
                self._any((*path, entry))
                entry += 1
        self.at += 1
