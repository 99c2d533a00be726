"""The data of Custoza: what the rulebook says of them, a folder of one's own, and faults named with file and line."""

from __future__ import annotations

import re
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.datapacks import BadData
from quadrilatero.games.custoza import datapack
from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.datapack import DataPack, load
from quadrilatero.games.custoza.datapack.checks_armies import units_of
from quadrilatero.games.custoza.datapack.checks_map import grid_of
from quadrilatero.games.custoza.datapack.tables import Sourced

PACK = load()
FIELD, CHARTS = PACK.field, Charts(PACK.charts)
GRID = grid_of(FIELD.grid)
HEX = {entry.hex: entry for entry in FIELD.hex}
MINOR, CAMPAIGNS = ("vanguards", "morning", "tail"), ("1848", "1848-free", "1866", "1866-free", "1848-late")

# Names and numbers that the rulebook prints (22.3, 23.1 to 23.3, 24.1, 24.2, 25.3, 26.1, 26.2).
PLACES = {
    "Peschiera": "1705",
    "Ponti sul Mincio": "1513",
    "Monzambano": "1621",
    "Olfino": "1526",
    "Salionze": "2315",
    "Madonna degli Angeli": "2309",
    "Castelnuovo": "3105",
    "Valeggio": "2529 2430",
    "Osteria al Bosco": "4604",
    "Monte Cricol": "2713",
    "Mongabia": "2913",
    "Oliosi": "2915",
    "Maragnotte": "2617",
    "La Pernisa": "3318",
    "Muraglie": "3119",
    "Santa Lucia dei Monti": "3321",
    "Fornello": "2625",
    "Venturelli": "3125",
    "Sona": "4707",
    "Belvedere": "3922",
    "Custoza 1": "3923",
    "Custoza 2": "3924",
    "Gorgo": "4122",
    "Monte Torre": "4323",
    "Monte Croce": "4422",
    "Staffalo": "4420",
    "La Berettara": "4516",
    "Sommacampagna 1": "4913",
    "Sommacampagna 2": "4914",
    "Sommacampagna 3": "5014",
    "Villafranca": "4929 5029 5030 5129",
}
SUPPLY = {"italy": "1004 1034 2533 4434 4834", "austria": "7004 7006 7011 7014"}

Edit = Callable[[str, str, str, str], int]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A full copy of the built-in folder, to be broken."""
    return Path(shutil.copytree(datapack.BUILT_IN, tmp_path / "data"))


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


# -- the map -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:2.2-b")
def test_the_map_is_whole() -> None:
    assert len(FIELD.hex) == GRID.size == 1861
    assert {entry.hex for entry in FIELD.hex} == set(GRID.numbers)
    levels = Counter(entry.level for entry in FIELD.hex)
    assert levels[0] > levels[1] >= levels[3] > levels[4] > 0
    assert max(levels) == 4


def test_every_name_of_the_rulebook_is_at_its_number() -> None:
    found = {place.name: place for place in FIELD.place}
    for name, hexes in PLACES.items():
        assert set(found[name].hexes) == set(hexes.split())
        assert found[name].source == "rulebook"
    assert {side: [e.hex for e in FIELD.entry if e.supply_of == side] for side in SUPPLY} == {
        side: hexes.split() for side, hexes in SUPPLY.items()
    }


@pytest.mark.rule("custoza:22.3.5-c")
def test_peschiera_has_three_neighbours_on_land() -> None:
    near = [GRID.numbers[hex] for hex in GRID.adjacent[GRID.index("1705")]]
    assert {number for number in near if HEX[number].terrain not in ("lake", "mincio")} == {"1606", "1704", "1805"}
    peschiera = next(fortress for fortress in FIELD.fortress if fortress.hex == "1705")
    assert set(peschiera.attack_from) == {"1606", "1704", "1805"}
    assert all((fortress.sp, fortress.guns, fortress.cv) == (3, 1, 9) for fortress in FIELD.fortress)


def test_the_mincio_parts_the_banks_from_the_lake_to_the_south_edge() -> None:
    mincio = next(river for river in FIELD.river if river.id == "mincio")
    assert mincio.outlet == "1705"
    assert mincio.hexes[-1] == "2034"
    for one, entry in HEX.items():
        near = {HEX[GRID.numbers[hex]].bank for hex in GRID.adjacent[GRID.index(one)]}
        assert not (entry.bank == "west" and "east" in near)


def test_one_net_of_roads_reaches_every_named_place() -> None:
    near: dict[str, set[str]] = {}
    for road in FIELD.road:
        for one, other in pairwise(road.hexes):
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    seen, edge = {"7004"}, deque(["7004"])
    while edge:
        edge.extend(more := near[edge.popleft()] - seen)
        seen |= more
    assert seen == near.keys()
    assert {number for hexes in PLACES.values() for number in hexes.split()} <= seen
    assert {entry.hex for entry in FIELD.entry} <= seen


def test_no_hills_in_the_plains() -> None:
    east = [number for number, entry in HEX.items() if number[:2] >= "52" and entry.level]
    south = [number for number, entry in HEX.items() if number[:2] >= "29" and number[2:] >= "28" and entry.level]
    assert not east
    assert not south


# -- the armies --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1-c", "custoza:26.1.4-a", "custoza:26.1.2-b")
def test_the_ranks_of_formations() -> None:
    ranks = {
        (year, side): Counter(f.rank for f in armies.formation if f.side == side)
        for year, armies in PACK.armies.items()
        for side in datapack.SIDES
    }
    assert ranks[1866, "italy"].keys() == {"division"}
    assert ranks[1866, "austria"].keys() == {"corps"}
    brigades = {f.commander.name for f in PACK.armies[1848].formation if f.rank == "brigade"}
    assert brigades == {"Perin", "Simbschen"}
    corps = [f.commander.name for f in PACK.armies[1848].formation if (f.side, f.rank) == ("italy", "corps")]
    assert corps == ["Bava"]


@pytest.mark.rule("custoza:26.1.2-a", "custoza:26.1.2-d", "custoza:24.2-l")
def test_what_the_rulebook_says_of_single_commanders() -> None:
    assert next(g.value for g in PACK.armies[1866].general if g.id == "gen.lamarmora") == 0
    without = {f.commander.name for f in PACK.armies[1866].formation if f.no_general}
    assert without == {"Bixio", "Cugia", "Govone", "Umberto di Savoia", "De Sonnaz"}
    together = [f.commander.name for f in PACK.armies[1848].formation if f.corps]
    assert together
    assert len({f.corps for f in PACK.armies[1848].formation if f.corps}) == 1
    assert {"Taxis", "Haller"} == set(together)


def test_there_are_264_counters_and_all_have_values() -> None:
    units = [unit for armies in PACK.armies.values() for _, unit in units_of(armies)]
    assert len(units) == sum(len(list(units_of(armies))) for armies in PACK.armies.values())
    assert all(1 <= unit.sv <= 3 and unit.sp >= 1 and 6 <= unit.cv <= 10 for unit in units)


# -- the scenarios -----------------------------------------------------------------------------------------------------

FRAMES = {
    "vanguards": ((1, 5), (1, 7), (10, 37), "austria"),
    "morning": ((1, 5), (1, 7), (38, 49), "austria"),
    "tail": ((1, 11), (1, 15), (38, 70), "italy"),
    "1848": ((1, 4), (3, 17), (10, 70), None),
    "1848-free": ((1, 3), (3, 17), (10, 70), None),
    "1866": ((1, 3), (1, 18), (10, 70), None),
    "1866-free": ((1, 1), (1, 18), (10, 70), None),
    "1848-late": ((2, 11), (3, 17), (10, 70), None),
    "learning": ((1, 5), (1, 6), (23, 32), "italy"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_turns_area_and_initiative(name: str) -> None:
    scenario = PACK.scenarios[name]
    first, last = (scenario.first.day, scenario.first.gt), (scenario.last.day, scenario.last.gt)
    assert (first, last, scenario.area, scenario.initiative) == FRAMES[name]
    assert scenario.mode == ("base" if name in (*MINOR, "learning") else "advanced")


@pytest.mark.rule("custoza:23.1.4-a", "custoza:23.2.4-a", "custoza:23.3.4-a")
def test_hexes_of_the_minor_scenarios() -> None:
    hexes = {name: " ".join(PACK.scenarios[name].victory.hexes) for name in MINOR}
    assert hexes == {
        "vanguards": "2713 2913 2915 2617 3318 3119 3321",
        "morning": "4420 4422 4323 4122 3922 3923 3924",
        "tail": "4420 4422 4323 4122 4516 4913 4914 5014",
    }
    for name, side in zip(MINOR, ("italy", "italy", "austria"), strict=True):
        (control,) = PACK.scenarios[name].control
        assert (control.side, set(control.hexes)) == (side, set(PACK.scenarios[name].victory.hexes))


def objectives(name: str) -> dict[tuple[str, int], str]:
    return {
        (entry.side, entry.number): " ".join(
            hex for condition in entry.conditions if condition.kind != "valid_loc" for hex in condition.hexes
        )
        for entry in PACK.scenarios[name].objective
    }


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_strategic_objectives_and_supply(name: str) -> None:
    of_1848 = {
        ("italy", 1): "2529 2430 4929 5029 5030 5129",
        ("italy", 2): "2315 2309 3105",
        ("italy", 3): "4707 4913 4914 5014 4929 5029 5030 5129",
        ("austria", 1): "2529 2430",
        ("austria", 2): "1705",
        ("austria", 3): "2529 2430 4929 5029 5030 5129",
    }
    of_1866 = {
        ("italy", 1): "",
        ("italy", 2): "1705",
        ("italy", 3): "2529 2430 3923 4929 5029 5030 5129",
        ("austria", 1): "1821 2330",
        ("austria", 2): "2625 3125 3923",
        ("austria", 3): "1526 1621 1513",
    }
    assert objectives(name) == (of_1848 if name.startswith("1848") else of_1866)
    assert {side: " ".join(hexes) for side, hexes in PACK.scenarios[name].supply.items()} == SUPPLY


@pytest.mark.parametrize("name", FRAMES)
def test_no_marching_formation_starts_within_nine_hexes_of_the_enemy(name: str) -> None:
    """16.8-a: it would have to deploy at once."""
    scenario, armies = PACK.scenarios[name], PACK.armies[PACK.scenarios[name].year]
    sides = {f.commander.id: f.side for f in armies.formation} | {
        u.id: f.side for f in armies.formation for u in f.units
    }
    sides |= {general.id: general.side for general in armies.general}
    sides |= {unit.id: unit.side for unit in armies.reserve}
    marching = {entry.id for entry in scenario.formation if entry.state != "engaged"}
    for place in scenario.place:
        if place.unit.removeprefix("com.") in marching and place.unit.startswith("com."):
            enemies = [other for other in scenario.place if sides[other.unit] != sides[place.unit]]
            near = [o.hex for o in enemies if GRID.distance(GRID.index(place.hex), GRID.index(o.hex)) <= 9]
            assert not near


# -- the charts: what the rulebook states or implies about them --------------------------------------------------------


def sourced(value: Any) -> Iterator[Sourced]:
    if isinstance(value, Sourced):
        yield value
    if isinstance(value, msgspec.Struct):
        for key in value.__struct_fields__:
            yield from sourced(getattr(value, key))
    elif isinstance(value, tuple):
        for part in value:
            yield from sourced(part)


def test_charts_name_rules_that_there_are() -> None:
    from quadrilatero.kernel.rulebook import atoms

    named = {rule for group in sourced(PACK.charts) for rule in group.rules}
    assert named <= atoms("custoza").keys()
    charts = {rule for rule in atoms("custoza") if rule.startswith("chart.")}
    assert charts - {"chart.OM-a"} <= named | set(PACK.charts.odds.rules) | set(PACK.charts.cohesion_effects.rules)


@pytest.mark.rule("custoza:chart.TEC-a", "custoza:22.1-d", "custoza:22.2-b")
def test_terrain_that_the_rulebook_describes() -> None:
    road, hexes = CHARTS.road, CHARTS.hex
    for kind in ("infantry", "cavalry", "artillery"):
        assert getattr(hexes["clear"].move, kind) == "1"
        assert getattr(road["major_road"].move, kind) == "1/3"
        assert getattr(road["minor_road"].move, kind) == "1/2"
        assert getattr(hexes["mincio"].move, kind) == "P"
        assert getattr(hexes["mincio_bridge"].move, kind) == "R"
    tione = hexes["tione"]
    assert (tione.move.infantry, tione.move.cavalry, tione.move.artillery) == ("+1", "+2", "R")
    assert set(tione.check.who) == {"line infantry", "light infantry"}
    assert tione.check.cavalry_loses_levels == 1
    assert hexes["mincio_bridge"].check.retreat_across_loses_levels == 1
    for crossing in ("tione_bridge", "tione_ford"):
        flags = road[crossing].flags
        assert flags is not None
        assert not flags.artillery_may_leave_march


@pytest.mark.rule("custoza:2.6-b", "custoza:8.9-d", "custoza:9.2-a")
def test_flags_of_terrain() -> None:
    closed = {"woods", "village", "fortress"}
    assert {kind for kind, at in CHARTS.hex.items() if not at.flags.zor} == closed | {"mincio", "lake"}
    assert {kind for kind, at in CHARTS.hex.items() if at.flags.blocks_los} == closed
    assert {kind for kind, at in CHARTS.hex.items() if at.flags.all_round_front} == {"village", "fortress"}
    charged = {"clear", "light_cultivation", "heavy_cultivation"}
    assert {kind for kind, at in CHARTS.hex.items() if at.flags.charge is True} == charged
    assert {kind for kind, side in CHARTS.hexside.items() if side.flags.charge} == {"stream", "slope"}
    assert CHARTS.hex["mincio_bridge"].flags.charge == "road"


@pytest.mark.rule("custoza:chart.UST-a", "custoza:chart.CCET-a", "custoza:chart.CCMT-a")
def test_cohesion() -> None:
    assert CHARTS.statuses == ("good_order", "shaken", "disordered", "disorganised")
    assert CHARTS.status_cv == (0, -1, -2, -3)
    assert [CHARTS.levels_lost(margin) for margin in (0, 1, 3, 4, 6, 7, 20)] == [0, 1, 1, 2, 2, 3, 3]
    wanted = {"charged_not_in_square": 2, "form_square": -1, "recover_routed": 4}
    assert {entry: CHARTS.check_drm(entry) for entry in wanted} == wanted


@pytest.mark.rule("custoza:chart.ODDS-a", "custoza:10.4.2-a")
def test_odds() -> None:
    assert CHARTS.odds(11, 5).label == "2-1"
    assert CHARTS.odds(5, 7).label == "1-1.5"
    assert CHARTS.odds(11, 3).label == "4-1"
    assert CHARTS.odds(5, 4).label == "1-1", "an exact middle goes to the Defender"
    assert CHARTS.odds(1, 30).label == "1-3"
    assert CHARTS.odds(30, 1).label == "4-1"
    rows = CHARTS.file.odds.rows
    for attacker in range(1, 31):
        for defender in range(1, 31):
            ratio = Fraction(attacker, defender)
            near = min(rows, key=lambda row: (abs(Fraction(row.ratio) - ratio), Fraction(row.ratio)))
            assert CHARTS.odds(attacker, defender) == near


def test_odds_below_one_by_option() -> None:
    assert CHARTS.odds(4, 9).label == "1-2" == CHARTS.odds(4, 9, inverse=True).label
    assert (CHARTS.odds(5, 6).label, CHARTS.odds(5, 6, inverse=True).label) == ("1-1.5", "1-1")


@pytest.mark.rule("custoza:chart.FT-a", "custoza:chart.FMT-a", "custoza:chart.FCVM-a")
def test_fire() -> None:
    assert sorted(CHARTS.range_factor) == [1, 2, 3, 4, 5]
    assert [CHARTS.fire_column(power) for power in (0, 1, 4, 5, 14, 15, 40)] == [-1, 0, 3, 3, 6, 7, 7]
    assert CHARTS.fire_result(3, 11) == "1S1"
    assert CHARTS.fire_result(99, 12) == "3S2"
    assert CHARTS.fire_result(0, 2) == "-"
    assert [CHARTS.fire_cvm(ccv) for ccv in (10, 9, 7, 5, 3)] == [1, 0, -1, -2, -3]
    for entry in ("massed_target", "target_in_square", "rear"):
        better = CHARTS.fire[entry].drm or CHARTS.fire[entry].shift
        assert isinstance(better, int)
        assert better > 0


@pytest.mark.rule("custoza:chart.AT-a", "custoza:10.4.6-a", "custoza:10.4.7-a")
def test_combat() -> None:
    cells = [cell for row in CHARTS.file.assault_table.rows for cell in row.cells]
    assert {cell.split(" ")[0] for cell in cells} == {"red", "blue", "grey", "white"}
    assert all("cc" in cell for cell in cells if cell.startswith("white"))
    assert all(re.fullmatch(r"\w+ (-|\dS\d|cc\d)/(-|\dS\d|cc\d)", cell) for cell in cells)
    result = CHARTS.combat_result(0, 11)
    assert (result.colour, result.attacker.sp, result.defender.levels) == ("blue", 1, 2)
    assert CHARTS.combat_column(-9) == -4
    assert CHARTS.combat_column(7) == 4
    assert not any("flank" in entry for entry in CHARTS.assault)


@pytest.mark.rule("custoza:chart.INI-a", "custoza:chart.MORALE-a", "custoza:chart.CMD-a")
def test_command() -> None:
    assert [CHARTS.conduct(total).id for total in (-2, 1, 4, 6, 9)] == [
        "fall_back",
        "halt",
        "own_judgement",
        "rash",
        "rash",
    ]
    assert (CHARTS.morale(5), CHARTS.morale(-4), CHARTS.morale(2)) == (3, -3, 2)
    assert CHARTS.collapse_level([(6, 8), (4, 7)]) == 3
    assert CHARTS.collapse_level([(1, 6)]) == 2


@pytest.mark.rule("custoza:chart.TURN-a", "custoza:22.4-d")
def test_light() -> None:
    assert [CHARTS.light(1866, gt) for gt in (1, 2, 3, 17, 18, 19)] == ["night", "dawn", "day", "day", "dusk", "night"]
    assert [CHARTS.light(1848, gt) for gt in (16, 17, 18, 21)] == ["day", "dusk", "night", "night"]
    assert CHARTS.turns_per_day(full=False) == 20
    assert CHARTS.turns_per_day(full=True) == 24
    for name in MINOR:
        scenario = PACK.scenarios[name]
        played = range(scenario.first.gt, scenario.last.gt + 1)
        assert all(CHARTS.light(scenario.year, gt) == "day" for gt in played)


# -- a folder of one's own ---------------------------------------------------------------------------------------------

MAP, ARMY, TAIL, CHART = "map.toml", "oob_1866.toml", "scenarios/tail.toml", "charts.toml"
ROWS = "exactly one row", "correct min and max"

FAULTS: dict[tuple[str, ...], list[tuple[str, str, str, str, str, str]]] = {
    ("2.2-b",): [
        (MAP, "hex = [", '"1004"', '"1005"', "already described", "keep one"),
        (MAP, "[[crossing]]", 'hex = "1721"', 'hex = "9921"', "not on the map", "correct the number"),
    ],
    (): [(MAP, "hexside = [", 'up = "1011"', 'up = "1010"', "rises to the hex of the higher level", "name that hex")],
    ("7.8-a",): [(MAP, "castelnuovo_road", '"2627"', '"2629"', "not neighbours", "add the hexes between")],
    ("2.4.1-b", "2.4.1-c"): [(ARMY, "i66.d1.r29", "ma = 5", "ma = 7", "expected 5", "")],
    ("2.5-a",): [(ARMY, "i66.d1.r29", "i66.d1.r30", "i66.d1.r29", "already used", "its own")],
    ("2.4.1-g",): [
        (ARMY, "year", "1866", "1848", "already the year of", "change one of them"),
        (TAIL, "place = [", '"i48.r1.g1"', '"i48.r1.x"', "not in the order of battle", "correct the id"),
    ],
    ("2.9-b", "7.2-c"): [(TAIL, "i48.r1.g1", 'hex = "4927"', 'hex = "5028"', "stacking points", "move a unit")],
    ("7.4-a", "22.1-a", "22.2-a"): [
        (TAIL, "i48.r1.g1", 'hex = "4927"', 'hex = "1010"', "outside the area", "move the unit")
    ],
    ("3.5-b",): [(TAIL, "last", "gt = 15", "gt = 10", "before it begins", "correct one")],
    ("23-a", "24.2-a"): [(TAIL, "[victory]", "majority", "objectives", "three objectives", "correct the objectives")],
    ("chart.TEC-a",): [(CHART, "[terrain", 'id = "woods"', 'id = "forest"', "forest", "correct the ids")],
    ("chart.UST-a", "13.5-a"): [(CHART, "[status]", "rout_at = 4", "rout_at = 5", "rout at 4", "correct them")],
    ("chart.FT-a",): [(CHART, "[fire_table]", '"-"', '"1X1"', "expected a result such as", "")],
    ("chart.AT-a",): [(CHART, "[assault_table]", "min = 1, max = 1", "min = 2, max = 2", *ROWS)],
    ("chart.FT-a", "chart.INI-a"): [(CHART, "[initiative]", "max = 0", "max = 1", *ROWS)],
    ("chart.CCET-a",): [
        (CHART, "[cohesion_effects]", "margin_min = 1", "margin_min = 2", "needs one row", "correct the margins")
    ],
    ("chart.ODDS-a",): [(CHART, "[odds]", "drm = -3", "drm = 3", "never help less", "in order")],
    ("chart.TURN-a", "22.4-d"): [(CHART, "day_1848", "dawn = [2]", "dawn = [1]", "on the track once", "correct night")],
}


def marked(faults: Mapping[tuple[str, ...], Sequence[tuple[str, ...]]]) -> list[Any]:
    """Each fault with the rules that find it."""
    return [
        pytest.param(*fault, marks=pytest.mark.rule(*(f"custoza:{rule}" for rule in rules)) if rules else ())
        for rules, of_them in faults.items()
        for fault in of_them
    ]


@pytest.mark.parametrize(("file", "near", "old", "new", "fault", "remedy"), marked(FAULTS))
def test_faults_are_named(
    folder: Path, edit: Edit, file: str, near: str, old: str, new: str, fault: str, remedy: str
) -> None:
    line = edit(file, near, old, new)
    with pytest.raises(BadData) as caught:
        load(folder)
    assert caught.value.file == file
    assert fault in str(caught.value)
    assert remedy in str(caught.value)
    assert caught.value.line is not None
    assert abs(caught.value.line - line) <= 40


@pytest.mark.rule("custoza:22.1-a", "custoza:22.2-a", "custoza:22.2-b")
@pytest.mark.parametrize(
    ("near", "old", "new", "fault"),
    [
        ("hex = [", '"1706", terrain = "mincio"', '"1706", terrain = "clear"', "is in the river or has its terrain"),
        ("[[crossing]]", 'hex = "2230"', 'hex = "2231"', "neither bridge nor ford"),
    ],
)
def test_rivers_have_their_terrain_and_roads_cross_them_on_bridges(
    folder: Path, edit: Edit, near: str, old: str, new: str, fault: str
) -> None:
    edit(MAP, near, old, new)
    with pytest.raises(BadData, match=fault):
        load(folder)


def test_a_folder_of_ones_own_replaces_what_it_has(tmp_path: Path) -> None:
    text = (datapack.BUILT_IN / "charts.toml").read_text("utf-8")
    (tmp_path / "charts.toml").write_text(text.replace("divisor = 25", "divisor = 50"), "utf-8")
    own: DataPack = load(tmp_path)
    assert own.charts.collapse.divisor == 50
    assert own.field == PACK.field
    assert own.digest != PACK.digest


@pytest.mark.parametrize("file", sorted(path.name for path in datapack.BUILT_IN.rglob("*.toml")))
def test_files_say_that_they_are_a_reconstruction(file: str) -> None:
    (path,) = datapack.BUILT_IN.rglob(file)
    assert "reconstruction" in path.read_text("utf-8").lower()
