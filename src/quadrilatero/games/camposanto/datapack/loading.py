"""Reading a folder of data files into a pack."""

from pathlib import Path

import msgspec

from quadrilatero.datapacks import Files, Pack
from quadrilatero.games.camposanto.datapack.checks import (
    check_fire,
    check_first_values,
    check_grid,
    check_ground,
    check_guns,
    check_heading,
    check_ids,
    check_marshals,
    check_provenance,
    check_regiments,
    check_series,
    check_set_up,
    check_single_step,
    check_stacks,
    check_stars,
    check_steps_and_nation,
    check_terrain,
    first_turn_series,
    generals,
    scenario_name,
)
from quadrilatero.games.camposanto.datapack.contents import DataPack, MapFile, OrdersFile, ScenarioData, UnitsFile

FIRST_SCENARIOS = ("battle", "learning")
BUILT_IN = Path(__file__).parent.parent / "data"
KINDS: dict[str, type[msgspec.Struct]] = {
    "map.toml": MapFile,
    "units.toml": UnitsFile,
    "orders.toml": OrdersFile,
    "scenarios/*.toml": ScenarioData,
}


def build(files: Files) -> DataPack:
    """The data of all files, checked."""
    map_doc = files.one(MapFile)
    check_grid(map_doc)
    check_terrain(map_doc)

    units_doc = files.one(UnitsFile)
    check_ids(units_doc)
    check_steps_and_nation(units_doc)
    check_single_step(units_doc)
    check_stars(units_doc)
    check_regiments(units_doc)
    check_fire(units_doc)
    check_provenance(units_doc)
    check_first_values(units_doc)
    check_guns(units_doc)
    check_marshals(units_doc)

    orders_doc = files.one(OrdersFile)
    check_series(orders_doc)

    field, units, orders = map_doc.content, units_doc.content.unit, orders_doc.content
    scenarios = sorted(files.all(ScenarioData), key=lambda doc: _scenario_order(doc.name))
    for doc in scenarios:
        check_heading(doc)
        check_set_up(doc, units)
        check_ground(doc, field)
        check_stacks(doc, units)

    return DataPack(
        grid=field.grid,
        river=field.river,
        bridge=field.bridge,
        pond=field.pond,
        out_of_play=field.out_of_play,
        farmhouses=field.farmhouse,
        labels=field.label,
        units=units,
        series=first_turn_series(orders),
        generals=generals(orders_doc),
        scenarios={doc.content.id: doc.content for doc in scenarios},
        map_sources=field.sources,
        order_sources=orders.sources,
        digest=files.digest,
    )


def _scenario_order(name: str) -> tuple[int, str]:
    scenario = scenario_name(name)
    return (FIRST_SCENARIOS.index(scenario) if scenario in FIRST_SCENARIOS else len(FIRST_SCENARIOS), scenario)


PACK = Pack(BUILT_IN, KINDS, "QUADRILATERO_CAMPOSANTO_DATA", build)
load = PACK.load
