"""What the data must satisfy: each check raises the fault it finds, by the rule it serves."""

from collections.abc import Iterator

from quadrilatero.games.camposanto.datapack.contents import (
    SIDES,
    WINGS,
    MapFile,
    Nation,
    OrdersFile,
    ScenarioData,
    Side,
    UnitData,
    UnitType,
    Wing,
    land_of,
)
from quadrilatero.games.camposanto.datapack.document import PROVENANCE, Document
from quadrilatero.games.camposanto.datapack.lines import Way

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


def check_grid(doc: Document, field: MapFile) -> None:
    """1.1-a. Every hex that the map names lies on its grid."""
    on_grid = frozenset(field.grid.hexes())
    for path, number in _map_hexes(field):
        if number not in on_grid:
            size = f"columns 01 to {field.grid.cols:02} and rows 01 to {field.grid.rows:02}"
            raise doc.bad(path, f'hex "{number}" is not on the grid of {size}; correct the number')


def check_terrain(doc: Document, field: MapFile) -> None:
    """A hex is river, bridge, pond or out of play, and once only; a farmhouse stands on land."""
    first: dict[str, Way] = {}
    for path, number in _map_hexes(field):
        if path[0] == "label":
            continue
        if number in first:
            earlier = first[number]
            fault = f'hex "{number}" is already {earlier[0]} on line {doc.line(earlier)}; keep one of the two'
            raise doc.bad(path, fault)
        first[number] = path


def _map_hexes(field: MapFile) -> Iterator[tuple[Way, str]]:
    yield from ((("river", n), number) for n, number in enumerate(field.river))
    yield ("bridge",), field.bridge
    yield from ((("pond", n), number) for n, number in enumerate(field.pond))
    yield from ((("out_of_play", n), number) for n, number in enumerate(field.out_of_play))
    yield from ((("farmhouse", n, "hex"), house.hex) for n, house in enumerate(field.farmhouse))
    yield from ((("label", n, "hex"), label.hex) for n, label in enumerate(field.label))


# --- Checks of the counters -------------------------------------------------------------------------------------------


def check_ids(doc: Document, units: tuple[UnitData, ...]) -> None:
    """No two counters share an id."""
    first: dict[str, int] = {}
    for n, unit in enumerate(units):
        if unit.id in first:
            line = doc.line(("unit", first[unit.id], "id"))
            raise doc.bad(("unit", n, "id"), f"the id is already used on line {line}; give each unit its own")
        first[unit.id] = n


def check_steps_and_nation(doc: Document, units: tuple[UnitData, ...]) -> None:
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


def check_single_step(doc: Document, units: tuple[UnitData, ...]) -> None:
    """2.1-g. Artillery and Light Infantry have a single step."""
    for n, unit in enumerate(units):
        if unit.type in ("artillery", "light") and unit.steps != 1:
            raise doc.bad(("unit", n, "steps"), f"expected 1, the only step of {KINDS[unit.type]}, got {unit.steps}")


def check_stars(doc: Document, units: tuple[UnitData, ...]) -> None:
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


def check_regiments(doc: Document, units: tuple[UnitData, ...]) -> None:
    """2.1-d. Infantry and cavalry name their regiment, others have none; a cavalry regiment is one counter."""
    cavalry: dict[tuple[Side, str], int] = {}
    for n, unit in enumerate(units):
        path = ("unit", n, "regiment")
        if unit.type not in ("infantry", "cavalry"):
            if unit.regiment:
                raise doc.bad(path, f"{KINDS[unit.type]} belongs to no regiment; remove the line")
            continue
        if not unit.regiment.strip():
            raise doc.bad(path, f"{KINDS[unit.type]} needs the name of its regiment; add it")
        if unit.type == "cavalry":
            first = cavalry.setdefault((unit.side, unit.regiment), n)
            if first != n:
                fault = f'cavalry regiment "{unit.regiment}" is already unit "{units[first].id}" on line'
                line = doc.line(("unit", first, "regiment"))
                raise doc.bad(path, f"{fault} {line}, and it is always one counter; rename or remove one of them")


def check_fire(doc: Document, units: tuple[UnitData, ...]) -> None:
    """9-c. An artillery counter carries four fire modifiers, for ranges of 1, 2, 3 and 4 hexes; no other does."""
    for n, unit in enumerate(units):
        path = ("unit", n, "fire")
        if unit.type == "artillery" and len(unit.fire) != 4:
            raise doc.expected(path)
        if unit.type != "artillery" and unit.fire:
            raise doc.bad(path, f"only artillery has fire modifiers, {KINDS[unit.type]} has none; remove the line")


def check_provenance(doc: Document, units: tuple[UnitData, ...]) -> None:
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
                raise doc.bad(("unit", n, "source", key), f"missing: add {PROVENANCE}")
            if given and not needed:
                raise doc.bad(("unit", n, "source", key), f"there is no {key} that could have a source; remove it")


def check_guns(doc: Document, units: tuple[UnitData, ...]) -> None:
    """9-b. The Austro-Savoyards have two guns in the centre and one on each side, the Spanish two in the centre."""
    for side in SIDES:
        for wing in WINGS:
            guns = [n for n, u in enumerate(units) if (u.side, u.wing, u.type) == (side, wing, "artillery")]
            due = GUNS[side][wing]
            if len(guns) != due:
                path: Way = ("unit", guns[due], "wing") if len(guns) > due else ()
                remedy = "move or remove one" if len(guns) > due else "add one"
                fault = f"{_wing_name(side, wing)} needs {due} artillery units and has {len(guns)}; {remedy}"
                raise doc.bad(path, fault)


def check_marshals(doc: Document, units: tuple[UnitData, ...]) -> None:
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


def check_series(doc: Document, orders: OrdersFile) -> None:
    """2.3-a. The order points are two sets of nine that share out the numbers from 1 to 18."""
    taken: dict[int, Way] = {}
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


def first_turn_series(orders: OrdersFile) -> dict[Side, tuple[int, ...]]:
    """3-d. The set that each side holds in the first Turn: Spain the red one, Austria and Savoy the yellow-blue."""
    return {"spain": orders.series.spain, "austria": orders.series.austria}


def generals(doc: Document, orders: OrdersFile) -> dict[Side, str]:
    """8-a. Each army has its General."""
    generals: dict[Side, str] = {"spain": orders.generals.spain, "austria": orders.generals.austria}
    for side, name in generals.items():
        if not name.strip():
            raise doc.bad(("generals", side), "the army needs a General; write his name")
    return generals


# --- Checks of a scenario ---------------------------------------------------------------------------------------------


def scenario_name(file: str) -> str:
    """The scenario that a file of this name must hold."""
    return file.removeprefix("scenarios/").removesuffix(".toml")


def check_heading(doc: Document, scenario: ScenarioData) -> None:
    """A scenario is called like its file, and its last Turn is not before its first."""
    if scenario.id != scenario_name(doc.name):
        raise doc.bad(("id",), f'expected "{scenario_name(doc.name)}", like the name of the file, got "{scenario.id}"')
    if (scenario.first_turn, scenario.last_turn) == ("evening", "day"):
        raise doc.bad(("last_turn",), 'the game would end before it begins; expected "evening", or "day" as first_turn')


def check_set_up(doc: Document, scenario: ScenarioData, units: tuple[UnitData, ...]) -> None:
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


def check_ground(doc: Document, scenario: ScenarioData, field: MapFile) -> None:
    """Every counter starts on a hex where it may stand: on the grid, in play, not in the river or the pond."""
    on_grid = frozenset(field.grid.hexes())
    closed = {
        **dict.fromkeys(field.river, "river"),
        **dict.fromkeys(field.pond, "the pond"),
        **dict.fromkeys(field.out_of_play, "out of play"),
    }
    open_hexes = land_of(field.grid, closed)
    for n, place in enumerate(scenario.places):
        if place.hex not in open_hexes:
            what = f"is {closed[place.hex]}" if place.hex in on_grid else "is not on the grid of map.toml"
            raise doc.bad(("place", n, "hex"), f'hex "{place.hex}" {what}; choose a playable hex')


def check_stacks(doc: Document, scenario: ScenarioData, units: tuple[UnitData, ...]) -> None:
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
