"""What the data must satisfy: each check raises the fault it finds, by the rule it serves."""

from collections.abc import Iterator

from msgspec.structs import asdict

from quadrilatero.datapacks import PROVENANCE, Document, Way, repeated
from quadrilatero.games.camposanto.datapack.contents import (
    SIDES,
    WINGS,
    MapFile,
    Nation,
    OrdersFile,
    ScenarioData,
    Side,
    UnitData,
    UnitsFile,
    UnitType,
    Wing,
    land_of,
)

NATIONS: dict[Side, tuple[Nation, ...]] = {"spain": ("Spain",), "austria": ("Austria", "Savoy")}
GUNS: dict[Side, dict[Wing, int]] = {
    "spain": {"left": 0, "centre": 2, "right": 0},
    "austria": {"left": 1, "centre": 2, "right": 1},
}
KINDS: dict[UnitType, str] = {
    "infantry": "an infantry unit",
    "cavalry": "a cavalry unit",
    "artillery": "an artillery unit",
    "light": "a light infantry unit",
    "marshal": "a Marshal",
}

# --- Checks of the map ------------------------------------------------------------------------------------------------


def check_grid(doc: Document[MapFile]) -> None:
    """1.1-a. Every hex that the map names lies on its grid."""
    grid = doc.content.grid
    on_grid = frozenset(grid.hexes())
    for way, number in _map_hexes(doc.content):
        if number not in on_grid:
            size = f"columns 01 to {grid.cols:02} and rows 01 to {grid.rows:02}"
            raise doc.bad(way, f'hex "{number}" is not on the grid of {size}', "correct the number")


def check_terrain(doc: Document[MapFile]) -> None:
    """A hex is river, bridge, pond or out of play, and once only; a farmhouse stands on land."""
    if twice := repeated(entry for entry in _map_hexes(doc.content) if entry[0][0] != "label"):
        fault = f'hex "{twice.value}" is already {twice.earlier[0]} on line {doc.line(twice.earlier)}'
        raise doc.bad(twice.way, fault, "keep one of the two")


def _map_hexes(field: MapFile) -> Iterator[tuple[Way, str]]:
    yield from ((("river", n), number) for n, number in enumerate(field.river))
    yield ("bridge",), field.bridge
    yield from ((("pond", n), number) for n, number in enumerate(field.pond))
    yield from ((("out_of_play", n), number) for n, number in enumerate(field.out_of_play))
    yield from ((("farmhouse", n, "hex"), house.hex) for n, house in enumerate(field.farmhouse))
    yield from ((("label", n, "hex"), label.hex) for n, label in enumerate(field.label))


# --- Checks of the counters -------------------------------------------------------------------------------------------


def check_ids(doc: Document[UnitsFile]) -> None:
    """No two counters share an id."""
    if twice := repeated((("unit", n, "id"), unit.id) for n, unit in enumerate(doc.content.unit)):
        raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each unit its own")


def check_steps_and_nation(doc: Document[UnitsFile]) -> None:
    """2.1-b. A combat unit has one to four steps and a nation of its own side; a Marshal has no steps."""
    for n, unit in enumerate(doc.content.unit):
        if unit.type == "marshal":
            if unit.steps:
                raise doc.bad(("unit", n, "steps"), "a Marshal has no steps", "remove the line")
        elif not 1 <= unit.steps <= 4:
            raise doc.expected(("unit", n, "steps"))
        if unit.nation not in NATIONS[unit.side]:
            nations = " or ".join(f'"{nation}"' for nation in NATIONS[unit.side])
            fault = f'"{unit.nation}" does not fight for "{unit.side}": expected {nations}, or another side'
            raise doc.bad(("unit", n, "nation"), fault)


def check_single_step(doc: Document[UnitsFile]) -> None:
    """2.1-g. Artillery and Light Infantry have a single step."""
    for n, unit in enumerate(doc.content.unit):
        if unit.type in ("artillery", "light") and unit.steps != 1:
            raise doc.bad(("unit", n, "steps"), f"expected 1, the only step of {KINDS[unit.type]}, got {unit.steps}")


def check_stars(doc: Document[UnitsFile]) -> None:
    """2.1-e. Elite units have one star; two are the mark of a single Spanish cavalry regiment; a Marshal has none."""
    two: str | None = None
    for n, unit in enumerate(doc.content.unit):
        path = ("unit", n, "stars")
        if not 0 <= unit.stars <= 2:
            raise doc.expected(path)
        if unit.stars and unit.type == "marshal":
            raise doc.bad(path, "a Marshal has no stars", "remove the line")
        if unit.stars < 2:
            continue
        if (unit.side, unit.type) != ("spain", "cavalry"):
            raise doc.bad(path, "only the Carabineros Reales, Spanish cavalry, have two stars", "give one or none")
        if two is not None:
            raise doc.bad(path, f'only one regiment has two stars, here already "{two}"', "give one or none")
        two = unit.id


def check_regiments(doc: Document[UnitsFile]) -> None:
    """2.1-d. Infantry and cavalry name their regiment, others have none; a cavalry regiment is one counter."""
    for n, unit in enumerate(doc.content.unit):
        path = ("unit", n, "regiment")
        if unit.type not in ("infantry", "cavalry"):
            if unit.regiment:
                raise doc.bad(path, f"{KINDS[unit.type]} belongs to no regiment", "remove the line")
            continue
        if not unit.regiment.strip():
            raise doc.bad(path, f"{KINDS[unit.type]} needs the name of its regiment", "add it")
    horse = [(n, unit) for n, unit in enumerate(doc.content.unit) if unit.type == "cavalry"]
    if twice := repeated((("unit", n, "regiment"), (unit.side, unit.regiment)) for n, unit in horse):
        line = doc.line(twice.earlier)
        first = next(unit for n, unit in horse if n == twice.earlier[1])
        fault = f'cavalry regiment "{first.regiment}" is already unit "{first.id}" on line {line}, and it is always'
        raise doc.bad(twice.way, f"{fault} one counter", "rename or remove one of them")


def check_fire(doc: Document[UnitsFile]) -> None:
    """9-c. An artillery counter carries four fire modifiers, for ranges of 1, 2, 3 and 4 hexes; no other does."""
    for n, unit in enumerate(doc.content.unit):
        path = ("unit", n, "fire")
        if unit.type == "artillery" and len(unit.fire) != 4:
            raise doc.expected(path)
        if unit.type != "artillery" and unit.fire:
            raise doc.bad(path, f"only artillery has fire modifiers, {KINDS[unit.type]} has none", "remove the line")


def check_provenance(doc: Document[UnitsFile]) -> None:
    """Each value of a counter says where it comes from, and nothing else does."""
    for n, unit in enumerate(doc.content.unit):
        combat = unit.type != "marshal"
        if combat and not unit.strength.strip():
            raise doc.bad(("unit", n, "strength"), 'a combat unit needs its strength, such as "2 bn"', "add it")
        if not combat and unit.strength:
            raise doc.bad(("unit", n, "strength"), "a Marshal has no strength", "remove the line")
        due = {"steps": combat, "stars": combat, "strength": combat, "fire": unit.type == "artillery"}
        for key, needed in due.items():
            given = getattr(unit.source, key) is not None
            if needed and not given:
                raise doc.bad(("unit", n, "source", key), "missing", f"add {PROVENANCE}")
            if given and not needed:
                raise doc.bad(("unit", n, "source", key), f"there is no {key} that could have a source", "remove it")


def check_first_values(doc: Document[UnitsFile]) -> None:
    """A value that was first guessed otherwise is an estimate, and both are such as the counter may have."""
    for n, unit in enumerate(doc.content.unit):
        if unit.first is None:
            continue
        for key, value in asdict(unit.first).items():
            way: Way = ("unit", n, "first", key)
            if value is None:
                continue
            if getattr(unit.source, key) != "estimate":
                raise doc.bad(
                    way, f"the {key} of this counter are no estimate, so there is one value only", "remove it"
                )
            if value == getattr(unit, key):
                raise doc.bad(way, f"the {key} are the same already", "remove it")
            fits = len(value) == 4 if key == "fire" else value in (range(1, 5) if key == "steps" else range(3))
            if not fits:
                raise doc.expected(way)


def check_guns(doc: Document[UnitsFile]) -> None:
    """9-b. The Austro-Savoyards have two guns in the centre and one on each side, the Spanish two in the centre."""
    for side in SIDES:
        for wing in WINGS:
            guns = [n for n, u in enumerate(doc.content.unit) if (u.side, u.wing, u.type) == (side, wing, "artillery")]
            due = GUNS[side][wing]
            if len(guns) != due:
                path: Way = ("unit", guns[due], "wing") if len(guns) > due else ()
                remedy = "move or remove one" if len(guns) > due else "add one"
                fault = f"{_wing_name(side, wing)} needs {due} artillery units and has {len(guns)}"
                raise doc.bad(path, fault, remedy)


def check_marshals(doc: Document[UnitsFile]) -> None:
    """8.2-b. Each army has three Marshals, one for each wing."""
    units = doc.content.unit
    for side in SIDES:
        for wing in WINGS:
            found = [n for n, u in enumerate(units) if (u.side, u.wing, u.type) == (side, wing, "marshal")]
            if not found:
                raise doc.bad((), f"{_wing_name(side, wing)} has no Marshal", "add one")
            if len(found) > 1:
                fault = f'{_wing_name(side, wing)} already has Marshal "{units[found[0]].id}"'
                raise doc.bad(("unit", found[1], "wing"), fault, "move or remove one")


def _wing_name(side: Side, wing: Wing) -> str:
    return f'the {wing} of side "{side}"' if wing == "centre" else f'the {wing} wing of side "{side}"'


# --- Order points and Generals ----------------------------------------------------------------------------------------


def check_series(doc: Document[OrdersFile]) -> None:
    """2.3-a. The order points are two sets of nine that share out the numbers from 1 to 18."""
    series = {side: getattr(doc.content.series, side) for side in SIDES}
    points = [(("series", side, n), value) for side in SIDES for n, value in enumerate(series[side])]
    for way, value in points:
        if not 1 <= value <= 18:
            raise doc.expected(way)
    if twice := repeated(points):
        fault = f"order point {twice.value} is already on line {doc.line(twice.earlier)}"
        raise doc.bad(twice.way, fault, "each number is used once")
    for side in SIDES:
        if len(series[side]) != 9:
            fault = f"expected nine order points, got {len(series[side])}"
            raise doc.bad(("series", side), fault, "give each side nine")


def first_turn_series(orders: OrdersFile) -> dict[Side, tuple[int, ...]]:
    """3-d. The set that each side holds in the first Turn: Spain the red one, Austria and Savoy the yellow-blue."""
    return {"spain": orders.series.spain, "austria": orders.series.austria}


def generals(doc: Document[OrdersFile]) -> dict[Side, str]:
    """8-a. Each army has its General."""
    names = doc.content.generals
    generals: dict[Side, str] = {"spain": names.spain, "austria": names.austria}
    for side, name in generals.items():
        if not name.strip():
            raise doc.bad(("generals", side), "the army needs a General", "write his name")
    return generals


# --- Checks of a scenario ---------------------------------------------------------------------------------------------


def scenario_name(file: str) -> str:
    """The scenario that a file of this name must hold."""
    return file.removeprefix("scenarios/").removesuffix(".toml")


def check_heading(doc: Document[ScenarioData]) -> None:
    """A scenario is called like its file, and its last Turn is not before its first."""
    scenario = doc.content
    if scenario.id != scenario_name(doc.name):
        raise doc.bad(("id",), f'expected "{scenario_name(doc.name)}", like the name of the file, got "{scenario.id}"')
    if (scenario.first_turn, scenario.last_turn) == ("evening", "day"):
        raise doc.bad(("last_turn",), "the game would end before it begins", 'say "evening", or "day" as first_turn')


def check_set_up(doc: Document[ScenarioData], units: tuple[UnitData, ...]) -> None:
    """1.3-a. The set-up gives a hex to counters that exist, to each one hex only, and to both armies."""
    places = doc.content.places
    known = {unit.id: unit for unit in units}
    for n, place in enumerate(places):
        if place.unit not in known:
            fault = "units.toml has no such unit"
            raise doc.bad(("place", n, "unit"), fault, "correct the id or remove this place")
    if twice := repeated((("place", n, "unit"), place.unit) for n, place in enumerate(places)):
        fault = f"the unit is already placed on line {doc.line(twice.earlier)}"
        raise doc.bad(twice.way, fault, "place each unit once")
    present = {known[place.unit].side for place in places if known[place.unit].type != "marshal"}
    for side in SIDES:
        if side not in present:
            raise doc.bad((), f'no combat unit of side "{side}" is placed', "add at least one")


def check_ground(doc: Document[ScenarioData], field: MapFile) -> None:
    """Every counter starts on a hex where it may stand: on the grid, in play, not in the river or the pond."""
    on_grid = frozenset(field.grid.hexes())
    closed = {
        **dict.fromkeys(field.river, "river"),
        **dict.fromkeys(field.pond, "the pond"),
        **dict.fromkeys(field.out_of_play, "out of play"),
    }
    open_hexes = land_of(field.grid, closed)
    for n, place in enumerate(doc.content.places):
        if place.hex not in open_hexes:
            what = f"is {closed[place.hex]}" if place.hex in on_grid else "is not on the grid of map.toml"
            raise doc.bad(("place", n, "hex"), f'hex "{place.hex}" {what}', "choose a playable hex")


def check_stacks(doc: Document[ScenarioData], units: tuple[UnitData, ...]) -> None:
    """Counters that share a hex are a lawful stack (6.2, 9.2, 10.1): one infantry unit with one gun or light unit."""
    known = {unit.id: unit for unit in units}
    places = doc.content.places
    stacks: dict[str, list[int]] = {}
    for n, place in enumerate(places):
        others = stacks.setdefault(place.hex, [])
        if others:
            partner = places[others[0]]
            fault = _stack_fault([known[places[other].unit] for other in others], known[place.unit])
            if not fault and partner.facing != place.facing:
                fault = "the units of a stack share one facing"
            if fault:
                there = f'with "{partner.unit}" (line {doc.line(("place", others[0]))}) in hex "{place.hex}"'
                raise doc.bad(("place", n, "hex"), f"cannot stand {there}: {fault}", "choose another hex or facing")
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
