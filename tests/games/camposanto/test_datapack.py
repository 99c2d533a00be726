"""The data of Camposanto: what is built in, a folder of one's own, and faults that are named with file and line."""

import hashlib
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from quadrilatero.datapacks import BadData
from quadrilatero.games.camposanto import datapack
from quadrilatero.games.camposanto.datapack import (
    DataPack,
    first_reconstruction,
    load,
    playable,
    starting_steps,
    wing_units,
)

SIDES = datapack.SIDES
WINGS = datapack.WINGS
FILES = ["map.toml", "units.toml", "orders.toml", "scenarios/battle.toml", "scenarios/learning.toml"]
BATTLE, LEARNING = FILES[3:]
RED = (1, 4, 5, 8, 9, 12, 13, 16, 18)
YELLOW_BLUE = (2, 3, 6, 7, 10, 11, 14, 15, 17)

Edit = Callable[..., int]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A full copy of the built-in folder, to be broken."""
    return Path(shutil.copytree(datapack.BUILT_IN, tmp_path / "data"))


@pytest.fixture
def pack(folder: Path) -> DataPack:
    """The built-in data, read anew."""
    return load(folder)


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Replace the first `old` after `near` in a file; the answer is its line."""

    def change(file: str, near: str, old: str, new: str) -> int:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        at = text.index(old, text.index(near))
        path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
        return text.count("\n", 0, at) + 1

    return change


def fault(folder: Path) -> str:
    """What is said about a broken folder."""
    with pytest.raises(BadData) as caught:
        load(folder)
    return str(caught.value)


def unit(pack: DataPack, name: str) -> datapack.UnitData:
    return next(each for each in pack.units if each.id == name)


def counters(pack: DataPack, side: str) -> list[datapack.UnitData]:
    """The combat units of a side."""
    return [each for each in pack.units if each.side == side and each.type != "marshal"]


# --- What is built in -------------------------------------------------------------------------------------------------


def test_the_built_in_pack_is_read_once() -> None:
    assert load() is load()
    assert list(load().scenarios) == ["battle", "learning"]


@pytest.mark.rule("camposanto:1.1-a")
def test_grid_and_scale(pack: DataPack, folder: Path, edit: Edit) -> None:
    assert (pack.grid.cols, pack.grid.rows, pack.grid.hex_m) == (27, 20, 225)
    assert len(list(pack.grid.hexes())) == 540
    line = edit("map.toml", "river = [", '"0115"', '"2815"')
    assert fault(folder).startswith(f'map.toml, line {line}: river, entry 1: hex "2815" is not on the grid')


def test_out_of_play_is_what_cannot_be_reached_from_the_top(pack: DataPack) -> None:
    everything = set(pack.grid.hexes())
    barred = {*pack.river, pack.bridge}
    reached = {number for number in everything if number.endswith("01")}
    new = list(reached)
    while new:
        around = set(neighbours(new.pop())) & everything - barred - reached
        reached |= around
        new += around
    assert set(pack.out_of_play) == everything - barred - reached
    assert len(reached) == 444  # with the pond, without the bridge
    assert playable(pack) == reached - set(pack.pond) | {pack.bridge}
    assert len(playable(pack)) == 444


def neighbours(number: str) -> Iterator[str]:
    col, row = int(number[:2]), int(number[2:])
    left = col - 1 if row % 2 else col
    for c, r in [(col - 1, row), (col + 1, row), *((left + n, row + m) for n in (0, 1) for m in (-1, 1))]:
        yield f"{c:02}{r:02}"


def test_the_bridge_is_entered_from_the_two_hexes_of_the_village(pack: DataPack) -> None:
    assert sorted(set(neighbours(pack.bridge)) & playable(pack)) == ["1118", "1218"]
    assert {"1118", "1218"} <= {house.hex for house in pack.farmhouses}


def test_the_pond_is_near_tre_case_di_sopra(pack: DataPack) -> None:
    (house,) = [house.hex for house in pack.farmhouses if house.name == "Tre Case di Sopra"]
    assert set(pack.pond) <= set(neighbours(house))


@pytest.mark.rule("camposanto:1.3-a")
def test_initial_set_up(pack: DataPack, folder: Path, edit: Edit) -> None:
    where = {place.unit: (place.hex, place.facing) for place in pack.scenarios["battle"].places}
    assert where.keys() == {each.id for each in pack.units}
    assert where["S-L1"] == ("0716", "N")
    assert where["A-L1"] == where["A-L12"] == ("1709", "S")
    assert all(facing == ("N" if name.startswith("S") else "S") for name, (_, facing) in where.items())
    line = edit(BATTLE, 'unit = "S-C3"', '"S-C3"', '"S-C2"')
    assert fault(folder).startswith(f'{BATTLE}, line {line}: place "S-C2": unit: the unit is already placed on line')


@pytest.mark.rule("camposanto:2.1-b")
def test_steps_and_nation(pack: DataPack, folder: Path, edit: Edit) -> None:
    fighters = counters(pack, "spain"), counters(pack, "austria")
    assert all(each.steps in (1, 2, 4) for side in fighters for each in side)
    assert [{each.nation for each in side} for side in fighters] == [{"Spain"}, {"Austria", "Savoy"}]
    line = edit("units.toml", 'id = "A-L1"', '"Savoy"', '"Spain"')
    assert fault(folder).startswith(
        f'units.toml, line {line}: unit "A-L1": nation: "Spain" does not fight for "austria"'
    )
    edit("units.toml", 'id = "A-L1"', '"Spain"', '"Savoy"')
    line = edit("units.toml", 'id = "A-L1"', "steps = 4", "steps = 5")
    assert fault(folder) == f'units.toml, line {line}: unit "A-L1": steps: expected an integer from 1 to 4, got 5'


@pytest.mark.rule("camposanto:2.1-c")
def test_every_counter_is_in_one_wing(pack: DataPack) -> None:
    wings = [wing_units(pack, side, wing) for side in SIDES for wing in WINGS]
    assert [len(wing) for wing in wings] == [10, 10, 11, 13, 11, 11]
    assert sorted(each.id for wing in wings for each in wing) == sorted(each.id for each in pack.units)
    assert {each.id[:3] for each in wing_units(pack, "spain", "centre")} == {"S-C"}


@pytest.mark.rule("camposanto:2.1-d")
def test_regiments(pack: DataPack, folder: Path, edit: Edit) -> None:
    for each in pack.units:
        assert bool(each.regiment) is (each.type in ("infantry", "cavalry")), each.id
    foot = Counter(each.regiment for each in pack.units if each.type == "infantry")
    assert foot["Guardias Españolas"] == foot["Guardias Walonas"] == 3
    horse = Counter((each.side, each.regiment) for each in pack.units if each.type == "cavalry")
    assert set(horse.values()) == {1}
    line = edit("units.toml", 'id = "S-R6"', 'regiment = "Reina (caballería)"', 'regiment = "Carabineros Reales"')
    said = fault(folder)
    assert said.startswith(f'units.toml, line {line}: unit "S-R6": regiment: cavalry regiment "Carabineros Reales" is')
    assert "always one counter" in said


@pytest.mark.rule("camposanto:2.1-e")
def test_stars(pack: DataPack, folder: Path, edit: Edit) -> None:
    stars = {each.regiment: each.stars for each in pack.units if each.stars}
    assert stars.pop("Carabineros Reales") == 2
    assert set(stars.values()) == {1}
    assert {"Guardias Españolas", "Guardias Walonas"} <= stars.keys()
    line = edit("units.toml", 'id = "A-L4"', "stars = 1", "stars = 2")
    assert fault(folder).startswith(f'units.toml, line {line}: unit "A-L4": stars: only the Carabineros Reales')


@pytest.mark.rule("camposanto:2.1-g")
@pytest.mark.parametrize("name", ["A-C9", "S-R9"])
def test_guns_and_light_infantry_have_one_step(pack: DataPack, folder: Path, edit: Edit, name: str) -> None:
    assert {each.steps for each in pack.units if each.type == unit(pack, name).type} == {1}
    line = edit("units.toml", f'id = "{name}"', "steps = 1", "steps = 2")
    assert fault(folder).startswith(f'units.toml, line {line}: unit "{name}": steps: expected 1, the only step of')


@pytest.mark.rule("camposanto:2.3-a")
def test_order_point_sets(pack: DataPack, folder: Path, edit: Edit) -> None:
    assert {frozenset(series) for series in pack.series.values()} == {frozenset(RED), frozenset(YELLOW_BLUE)}
    assert sorted(RED + YELLOW_BLUE) == list(range(1, 19))
    line = edit("orders.toml", "austria = [", "2, 3", "1, 3")
    assert fault(folder).startswith(f"orders.toml, line {line}: series: austria, entry 1: order point 1 is already on")


@pytest.mark.rule("camposanto:3-d")
def test_the_spanish_hold_the_red_set_first(pack: DataPack) -> None:
    assert pack.series == {"spain": RED, "austria": YELLOW_BLUE}


@pytest.mark.rule("camposanto:7.4-b")
@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_units_start_at_full_strength(pack: DataPack, scenario: str) -> None:
    steps = starting_steps(pack, scenario)
    placed = {place.unit for place in pack.scenarios[scenario].places}
    assert steps == {each.id: each.steps for each in pack.units if each.id in placed and each.type != "marshal"}
    assert steps["S-R1"] == 4
    assert len(steps) == {"battle": 60, "learning": 22}[scenario]


def test_the_first_reconstruction_differs_in_estimates_alone(pack: DataPack) -> None:
    first = {each.id: each for each in first_reconstruction(pack).units}
    changed = [each for each in pack.units if each.first is not None]
    assert changed
    for each in pack.units:
        other = first[each.id]
        for key in ("steps", "stars", "fire"):
            if getattr(each, key) != getattr(other, key):
                assert each in changed
                assert getattr(each.source, key) == "estimate"
        assert msgspec.structs.replace(other, steps=each.steps, stars=each.stars, fire=each.fire) == each


@pytest.mark.parametrize(
    ("unit", "line", "said"),
    [
        ("S-L8", "first = { steps = 2 }", "the steps of this counter are no estimate, so there is one value only"),
        ("S-L1", "first = { steps = 4 }", "the steps are the same already"),
        ("S-L1", "first = { steps = 5 }", "expected an integer from 1 to 4, got 5"),
        ("A-L1", "first = { stars = 3 }", "expected an integer from 0 to 2, got 3"),
        ("S-C8", "first = { fire = [1, 1] }", "expected four whole numbers in brackets"),
    ],
)
def test_what_a_first_value_may_be(folder: Path, edit: Edit, unit: str, line: str, said: str) -> None:
    edit("units.toml", f'id = "{unit}"', "side =", f"{line}\nside =")
    assert said in fault(folder)


@pytest.mark.rule("camposanto:8-a")
def test_generals(pack: DataPack, folder: Path, edit: Edit) -> None:
    assert pack.generals == {"spain": "Gages", "austria": "Traun"}
    assert Counter(each.side for each in pack.units if each.type == "marshal") == {"spain": 3, "austria": 3}
    line = edit("orders.toml", "[generals]", '"Traun"', '" "')
    assert fault(folder).startswith(f"orders.toml, line {line}: generals: austria: the army needs a General")


@pytest.mark.rule("camposanto:8.2-b")
def test_a_marshal_for_each_wing(pack: DataPack, folder: Path, edit: Edit) -> None:
    names = {(each.side, each.wing): each.name for each in pack.units if each.type == "marshal"}
    assert names == {
        ("spain", "left"): "Jauche",
        ("spain", "centre"): "MacDonald",
        ("spain", "right"): "Atrisco",
        ("austria", "left"): "d'Aspremont",
        ("austria", "centre"): "Leutrum",
        ("austria", "right"): "Schulemburg",
    }
    edit("units.toml", 'id = "S-LM"', '"left"', '"centre"')
    assert fault(folder) == 'units.toml, line 1: the left wing of side "spain" has no Marshal; add one'


def test_a_second_marshal_in_a_wing_is_refused(folder: Path, edit: Edit) -> None:
    edit("units.toml", 'id = "S-C1"', 'type = "infantry"', 'type = "marshal"')
    for key in ('regiment = "Castilla"', "steps = 4", "stars = 0", 'strength = "2 bn"'):
        edit("units.toml", 'id = "S-C1"', f"{key}\n", "")
    edit("units.toml", 'id = "S-C1"', ', steps = "estimate", stars = "rulebook", strength = "history"', "")
    line = edit("units.toml", 'id = "S-CM"', "wing", "wing")
    expected = f'units.toml, line {line}: unit "S-CM": wing: the centre of side "spain" already has Marshal "S-C1"'
    assert fault(folder).startswith(expected)


@pytest.mark.rule("camposanto:9-b")
def test_number_of_guns(pack: DataPack, folder: Path, edit: Edit) -> None:
    guns = Counter((each.side, each.wing) for each in pack.units if each.type == "artillery")
    assert guns == {
        ("spain", "centre"): 2,
        ("austria", "left"): 1,
        ("austria", "centre"): 2,
        ("austria", "right"): 1,
    }
    edit("units.toml", 'id = "S-C9"', '"centre"', '"right"')
    assert 'the centre of side "spain" needs 2 artillery units and has 1' in fault(folder)
    edit("units.toml", 'id = "S-C9"', '"right"', '"centre"')
    line = edit("units.toml", 'id = "A-R10"', '"right"', '"left"')
    expected = f'units.toml, line {line}: unit "A-R10": wing: the left wing of side "austria" needs 1'
    assert fault(folder).startswith(expected)


@pytest.mark.rule("camposanto:9-c")
def test_four_fire_modifiers(pack: DataPack, folder: Path, edit: Edit) -> None:
    fire = {each.id: each.fire for each in pack.units if each.type == "artillery"}
    field = (2, 1, 0, 0)
    assert fire == {
        "S-C8": (1, 1, 0, 0),
        "S-C9": (1, 1, 0, 0),
        "A-C9": (2, 1, 1, 0),
        "A-C10": field,
        "A-L12": field,
        "A-R10": field,
    }
    assert not any(each.fire for each in pack.units if each.type != "artillery")
    line = edit("units.toml", 'id = "A-C9"', "[2, 1, 1, 0]", "[2, 1, 1]")
    assert fault(folder).startswith(f'units.toml, line {line}: unit "A-C9": fire: expected four whole numbers')


@pytest.mark.parametrize(
    ("side", "number", "scoring", "at_first", "guns"), [("spain", 28, 84, 84, 2), ("austria", 32, 78, 72, 4)]
)
def test_totals(pack: DataPack, side: str, number: int, scoring: int, at_first: int, guns: int) -> None:
    fighters = counters(pack, side)
    assert len(fighters) == number
    assert sum(each.steps for each in fighters if each.regiment) == scoring
    assert sum(each.steps for each in counters(first_reconstruction(pack), side) if each.regiment) == at_first
    assert sum(each.type == "artillery" for each in fighters) == guns


def test_the_learning_scenario_is_one_wing_of_each_side_where_it_stands_in_the_battle(pack: DataPack) -> None:
    battle, learning = pack.scenarios["battle"], pack.scenarios["learning"]
    chosen = [*wing_units(pack, "spain", "right"), *wing_units(pack, "austria", "left")]
    assert {place.unit for place in learning.places} == {each.id for each in chosen}
    assert set(learning.places) <= set(battle.places)
    assert (battle.first_turn, battle.last_turn) == ("day", "evening")
    assert (learning.first_turn, learning.last_turn) == ("day", "day")


def test_nobody_starts_next_to_an_enemy(pack: DataPack) -> None:
    where: dict[str, set[str]] = {side: set() for side in SIDES}
    for place in pack.scenarios["battle"].places:
        where[unit(pack, place.unit).side].add(place.hex)
    assert not any(set(neighbours(number)) & where["austria"] for number in where["spain"])


PROVENANCE = {"rulebook", "history", "estimate"}
SHARED = {"regiment": "name", "type": "name", "side": "nation"}  # what has its source with another value
NO_SOURCE = {"id", "note", "source", "first"}


def test_every_value_has_its_provenance(pack: DataPack) -> None:
    raw = {file: tomllib.loads((datapack.BUILT_IN / file).read_text(encoding="utf-8")) for file in FILES}
    field = raw["map.toml"]
    assert field["sources"].keys() >= field.keys() - {"sources", "farmhouse", "label"}
    assert raw["orders.toml"]["sources"].keys() >= raw["orders.toml"].keys() - {"sources"}
    notes = [note for name in FILES if name != "units.toml" for note in raw[name]["sources"].values()]
    assert all(note["source"] in PROVENANCE and note["note"] for note in notes)
    for house in field["farmhouse"]:
        assert set_of_sources(house, {"name", "hex"}), house
    for label in field["label"]:
        assert set_of_sources(label, {"text", "hex"}), label
    for each in raw["units.toml"]["unit"]:
        assert set_of_sources(each, {SHARED.get(key, key) for key in each.keys() - NO_SOURCE}), each["id"]
    for name in (BATTLE, LEARNING):
        assert raw[name]["sources"].keys() == {"turns", "places"}
        assert all(place["source"] in PROVENANCE for place in raw[name]["place"])
    assert pack.map_sources.hex_m.source == pack.order_sources.series.source == "rulebook"


def set_of_sources(block: dict[str, Any], keys: set[str]) -> bool:
    return block["source"].keys() == keys and set(block["source"].values()) <= PROVENANCE


# --- A folder of one's own --------------------------------------------------------------------------------------------


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert load(tmp_path) == load()


def test_a_folder_replaces_file_by_file(tmp_path: Path) -> None:
    text = (datapack.BUILT_IN / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace('name = "Parma"', 'name = "Parme"'), encoding="utf-8")
    mine = load(tmp_path)
    assert unit(mine, "S-L1").name == "Parme"
    assert mine.scenarios == load().scenarios
    assert mine.river == load().river
    assert mine.digest != load().digest


def test_more_scenarios_come_after_the_built_in_ones(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    text = (datapack.BUILT_IN / LEARNING).read_text(encoding="utf-8")
    for name in ("zuffa", "alba", "carica"):
        mine = text.replace('id = "learning"', f'id = "{name}"')
        (tmp_path / "scenarios" / f"{name}.toml").write_text(mine, encoding="utf-8")
    assert list(load(tmp_path).scenarios) == ["battle", "learning", "alba", "carica", "zuffa"]


def test_the_digest_is_that_of_all_files_in_order(pack: DataPack, folder: Path) -> None:
    raw = b"".join((folder / name).read_bytes() for name in sorted(FILES))
    assert pack.digest == hashlib.blake2b(raw, digest_size=16).hexdigest() == load().digest


def test_a_file_from_a_windows_editor_is_read(folder: Path) -> None:
    path = folder / "orders.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load(folder).series == load().series


def test_a_pack_is_plain_data(pack: DataPack) -> None:
    assert msgspec.json.decode(msgspec.json.encode(pack), type=DataPack).units == pack.units


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "no such folder" in fault(tmp_path / "nowhere")


def test_a_file_with_a_slip_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "unit.toml").write_text("", encoding="utf-8")
    assert fault(tmp_path).startswith("unit.toml, line 1: no file of this name belongs to the data")


def test_a_built_in_file_that_no_longer_fits_is_named_as_such(tmp_path: Path) -> None:
    text = (datapack.BUILT_IN / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace('id = "S-R9"', 'id = "S-R99"'), encoding="utf-8")
    said = fault(tmp_path)
    assert said.startswith(f"{BATTLE}, line ")
    assert 'place "S-R9": unit: units.toml has no such unit' in said
    assert said.endswith(f"put a {BATTLE} of your own beside the others")


# --- Faults -----------------------------------------------------------------------------------------------------------


class Fault(NamedTuple):
    """After `near` in a file, `old` becomes `new`; the message names line (`up` above), block and fault."""

    file: str
    near: str
    old: str
    new: str
    says: str
    up: int = 0
    block: str = ""
    line: int | None = None


def in_unit(name: str, old: str, new: str, says: str, up: int = 0) -> Fault:
    return Fault("units.toml", f'id = "{name}"', old, new, says, up, f'unit "{name}": ')


def in_place(name: str, old: str, new: str, says: str, up: int = 0) -> Fault:
    return Fault(BATTLE, f'unit = "{name}"', old, new, says, up, f'place "{name}": ')


WRONG_FORM = {
    "text for a number": in_unit(
        "S-L1", "steps = 4", 'steps = "four"', 'steps: expected an integer from 1 to 4, got "four"'
    ),
    "truth for a number": in_unit(
        "S-L1", "stars = 0", "stars = true", "stars: expected an integer from 0 to 2, got true"
    ),
    "fraction": in_unit("S-L1", "steps = 4", "steps = 4.0", "steps: expected an integer from 1 to 4, got 4.0"),
    "date": in_unit(
        "S-L1", "steps = 4", "steps = 1743-02-08", "steps: expected an integer from 1 to 4, got 1743-02-08"
    ),
    "number for a text": in_unit("S-L1", '"Parma"', "7", "name: expected a text in quotes, not empty, got 7"),
    "empty name": in_unit("S-L1", '"Parma"', '""', 'name: expected a text in quotes, not empty, got ""'),
    "text for a list": Fault(
        "map.toml", "pond", '["1914"]', '"1914"', "pond: expected a list of hex numbers in quotes"
    ),
    "text in a list": in_unit("A-C9", "[2, 1,", '[2, "1",', "fire, entry 2: expected four whole numbers in brackets"),
    "unknown key": in_unit("S-L1", "steps = 4", "stpes = 4", 'stpes: unknown key; did you mean "steps"?'),
    "strange key": in_unit("S-L1", "steps = 4", "qqq = 4", "qqq: unknown key; remove it: the keys here are id, side"),
    "key of another block": in_unit(
        "S-L1", "steps = 4", 'hex = "0716"', "hex: unknown key; remove it: the keys here are"
    ),
    "unknown half of a name": Fault(
        "orders.toml", "[sources.series]", "[sources.", "[reasons.", "reasons: unknown key"
    ),
    "unknown table": Fault(
        "orders.toml", "[series]", "[series]", "[serie]", 'serie: unknown key; did you mean "series"?'
    ),
    "missing key": in_unit("S-L1", 'side = "spain"\n', "", 'side: expected "spain" or "austria", which is missing', 2),
    "missing table": Fault(
        "orders.toml",
        "[generals]",
        '[generals]\nspain = "Gages"\naustria = "Traun"\n',
        "",
        "generals: expected a table",
        line=1,
    ),
    "no equals sign": Fault("units.toml", 'id = "S-L1"', "steps = 4", "steps 4", "not valid TOML: Expected '='"),
    "key twice": Fault(
        "units.toml", 'id = "S-L1"', "stars = 0", "steps = 4", "not valid TOML: Cannot overwrite a value"
    ),
    "open bracket": Fault("orders.toml", "[sources.generals]", 'note = "8 and 8.1."', "note = [", "not valid TOML"),
}
WRONG_MAP = {
    "number for a hex": Fault("map.toml", "bridge", '"1219"', "1219", "bridge: expected a hex number of four digits"),
    "short hex": Fault("map.toml", "river", '"0517"', '"517"', "river, entry 6: expected a hex number of four digits"),
    "hex in a later line of a list": Fault(
        "map.toml", "river", '"1319"', '"1321"', 'river, entry 14: hex "1321" is not on the grid of columns 01 to 27'
    ),
    "row 00": Fault("map.toml", "[[farmhouse]]", '"0716"', '"0700"', 'farmhouse "0700": hex: hex "0700" is not on the'),
    "label off the map": Fault(
        "map.toml", "[[label]]", '"0617"', '"9917"', 'label "Panaro": hex: hex "9917" is not on'
    ),
    "pond in the river": Fault("map.toml", "pond", '"1914"', '"0517"', 'hex "0517" is already river on line 13'),
    "farmhouse in the pond": Fault("map.toml", "[[farmhouse]]", '"0716"', '"1914"', "is already pond on line 18"),
    "no columns": Fault("map.toml", "[grid]", "cols = 27", "cols = 0", "grid: cols: expected an integer from 1 to 99"),
    "layout": Fault("map.toml", "[grid]", '"pointy"', '"flat"', 'grid: layout: expected "pointy"'),
    "kind of label": Fault(
        "map.toml", "[[label]]", 'kind = "river"', 'kind = "sea"', 'kind: expected "place", "river"'
    ),
    "source": Fault(
        "map.toml", "[sources.river]", '"estimate"', '"rumour"', 'sources: river: source: expected "rulebook"'
    ),
    "source of the wrong thing": Fault(
        "map.toml", "[sources.pond]", "[sources.pond]", "[sources.pool]", "sources: pool: unknown key"
    ),
    "source of a farmhouse": Fault(
        "map.toml",
        "[[farmhouse]]",
        'name = "history"',
        'name = "hearsay"',
        'source: name: expected "rulebook", "history"',
    ),
}
WRONG_UNITS = {
    "id twice": Fault("units.toml", 'id = "S-L2"', '"S-L2"', '"S-L1"', "id: the id is already used on line 19"),
    "side": in_unit("S-L1", '"spain"', '"france"', 'side: expected "spain" or "austria", got "france"'),
    "wing": in_unit("S-L1", '"left"', '"rear"', 'wing: expected "left", "centre" or "right", got "rear"'),
    "type": in_unit("S-L1", '"infantry"', '"pikes"', 'type: expected "infantry", "cavalry", "artillery", "light"'),
    "steps missing": in_unit("S-L1", "steps = 4\n", "", "steps: expected an integer from 1 to 4, which is missing", 8),
    "no steps": in_unit("S-L1", "steps = 4", "steps = 0", "steps: expected an integer from 1 to 4, got 0"),
    "Marshal with steps": in_unit("S-LM", 'name = "Jauche"', 'name = "Jauche"\nsteps = 2', "steps: a Marshal has", -1),
    "Marshal with stars": in_unit("S-LM", 'name = "Jauche"', 'name = "Jauche"\nstars = 1', "stars: a Marshal has", -1),
    "three stars": in_unit("S-R5", "stars = 2", "stars = 3", "stars: expected an integer from 0 to 2, got 3"),
    "two stars twice": in_unit("S-R6", "stars = 0", "stars = 2", "stars: only one regiment has two stars"),
    "gun in a regiment": in_unit(
        "S-C8", "steps = 1", 'regiment = "Roth"\nsteps = 1', "regiment: an artillery unit belongs"
    ),
    "no regiment": in_unit("S-L1", 'regiment = "Parma"\n', "", "regiment: an infantry unit needs the name of its", 7),
    "infantry with fire": in_unit(
        "S-L1", "steps = 4", "fire = [1, 1, 0, 0]\nsteps = 4", "fire: only artillery has fire"
    ),
    "gun without fire": in_unit(
        "S-C8", "fire = [1, 1, 0, 0]\n", "", "fire: expected four whole numbers in brackets", 9
    ),
    "no strength": in_unit("S-L1", 'strength = "2 bn"', 'strength = ""', "strength: a combat unit needs its strength"),
    "no source": in_unit("S-L1", 'steps = "estimate", ', "", 'source: steps: missing; add "rulebook", "history" or'),
    "needless source": in_unit(
        "S-L1", 'steps = "', 'fire = "history", steps = "', "source: fire: there is no fire that"
    ),
    "unknown source": in_unit("S-L1", 'wing = "history"', 'wing = "legend"', 'source: wing: expected "rulebook"'),
    "too few guns": Fault("units.toml", 'id = "A-C10"', '"centre"', '"right"', "the centre of side", line=1),
}
WRONG_ORDERS = {
    "order point 19": Fault(
        "orders.toml", "spain", "18]", "19]", "series: spain, entry 9: expected an integer from 1 to 18"
    ),
    "eight of them": Fault("orders.toml", "spain", ", 18]", "]", "series: spain: expected nine order points, got 8"),
    "one of them twice": Fault(
        "orders.toml", "spain", "[1, 4", "[4, 4", "series: spain, entry 2: order point 4 is already"
    ),
    "no General": Fault(
        "orders.toml", "[generals]", 'spain = "Gages"\n', "", "generals: spain: expected the name of", 1
    ),
}
WRONG_SCENARIO = {
    "id": Fault(BATTLE, "id", '"battle"', '"battaglia"', 'id: expected "battle", like the name of the file'),
    "turn": Fault(BATTLE, "first_turn", '"day"', '"dawn"', 'first_turn: expected "day" or "evening", got "dawn"'),
    "last before first": Fault(
        LEARNING, "first_turn", '"day"', '"evening"', "last_turn: the game would end before", -1
    ),
    "no Italian": Fault(
        BATTLE, "[title]", 'it = "La battaglia di Camposanto"\n', "", "title: it: expected a text in", 2
    ),
    "unknown unit": Fault(
        BATTLE, 'unit = "S-L1"', '"S-L1"', '"S-X1"', 'place "S-X1": unit: units.toml has no such unit'
    ),
    "unit twice": Fault(BATTLE, 'unit = "S-L2"', '"S-L2"', '"S-L1"', "unit: the unit is already placed on line 24"),
    "facing": in_place("S-L1", '"N"', '"E"', 'facing: expected "N", "NE", "SE", "S", "SW" or "NW", got "E"'),
    "source": in_place("S-L1", '"estimate"', '"guess"', 'source: expected "rulebook", "history" or "estimate"'),
    "off the map": in_place("S-L1", '"0716"', '"0721"', 'hex: hex "0721" is not on the grid of map.toml'),
    "in the river": in_place("S-L1", '"0716"', '"0718"', 'hex: hex "0718" is river; choose a playable hex'),
    "in the pond": in_place("S-R9", '"2013"', '"1914"', 'hex: hex "1914" is the pond; choose a playable hex'),
    "out of play": in_place("S-L1", '"0716"', '"0719"', 'hex: hex "0719" is out of play; choose a playable hex'),
    "two regiments": in_place(
        "S-L2", '"0816"', '"0716"', 'hex: cannot stand with "S-L1" (line 23) in hex "0716": a hex'
    ),
    "horse on foot": in_place("S-L7", '"1017"', '"0917"', "a hex holds at most one infantry or cavalry unit"),
    "gun on horse": in_place(
        "A-L12", '"1709"', '"2010"', "a gun or light infantry unit stands alone or with one infantry"
    ),
    "two guns": in_place("S-C9", '"1414"', '"1214"', "a gun or light infantry unit stands alone or with one infantry"),
    "gun on light": in_place(
        "A-L12", '"1709"', '"1909"', "a gun or light infantry unit stands alone or with one infantry"
    ),
    "Marshal with a unit": in_place("S-LM", '"1016"', '"0716"', 'in hex "0716": a Marshal stands alone in his hex'),
    "two facings in a stack": in_place("S-C8", '"N"', '"NE"', "the units of a stack share one facing", 1),
    "enemies in a hex": in_place("A-L1", '"1709"', '"1714"', "the sides do not share a hex"),
}
FAULTS = [
    pytest.param(each, id=f"{group}: {name}")
    for group, faults in [
        ("form", WRONG_FORM),
        ("map", WRONG_MAP),
        ("units", WRONG_UNITS),
        ("orders", WRONG_ORDERS),
        ("scenario", WRONG_SCENARIO),
    ]
    for name, each in faults.items()
]


@pytest.mark.parametrize("wrong", FAULTS)
def test_a_fault_is_named_with_file_and_line(folder: Path, edit: Edit, wrong: Fault) -> None:
    line = edit(wrong.file, wrong.near, wrong.old, wrong.new) - wrong.up
    said = fault(folder)
    assert said.startswith(f"{wrong.file}, line {wrong.line or line}: {wrong.block}"), said
    assert wrong.says in said


def test_a_scenario_without_an_army(folder: Path) -> None:
    path = folder / LEARNING
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index('[[place]]\nunit = "A-L1"')], encoding="utf-8")
    assert fault(folder) == f'{LEARNING}, line 1: no combat unit of side "austria" is placed; add at least one'


def test_a_file_that_is_not_utf_8(folder: Path) -> None:
    path = folder / "units.toml"
    path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
    first = next(n for n, line in enumerate(path.read_bytes().split(b"\n"), 1) if not line.isascii())
    assert fault(folder).startswith(f"units.toml, line {first}: not UTF-8 text")
