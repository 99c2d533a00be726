"""Reading a folder of data files into a pack."""

import functools
import hashlib
import re
from pathlib import Path

from quadrilatero.games.camposanto.datapack.checks import (
    check_fire,
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
from quadrilatero.games.camposanto.datapack.document import BadData, Document, File

FIRST_SCENARIOS = ("battle", "learning")
BUILT_IN = Path(__file__).parent.parent / "data"


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


def _files(folder: Path, *, built_in: bool) -> dict[str, File]:
    """The data files of a folder by their relative names; a file of another name is a fault, most likely a slip."""
    files: dict[str, File] = {}
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        if path.name.startswith(".") or not path.is_file():
            continue
        if not re.fullmatch(r"(map|units|orders|scenarios/[^/]+)\.toml", name):
            known = "map.toml, units.toml, orders.toml and scenarios/*.toml"
            raise BadData(f"{name}, line 1: no file of this name belongs to the data; the files are {known}: rename it")
        try:
            files[name] = File(name, path.read_bytes(), built_in)
        except OSError as error:
            raise BadData(f"{name}, line 1: cannot be read ({error.strerror}); check its rights") from error
    return files


def _build(files: dict[str, File]) -> DataPack:
    digest = hashlib.blake2b(b"".join(files[name].raw for name in sorted(files)), digest_size=16).hexdigest()
    documents = {name: Document(files[name]) for name in sorted(files)}

    map_doc = documents["map.toml"]
    field = map_doc.convert(MapFile)
    check_grid(map_doc, field)
    check_terrain(map_doc, field)

    units_doc = documents["units.toml"]
    units = units_doc.convert(UnitsFile).unit
    check_ids(units_doc, units)
    check_steps_and_nation(units_doc, units)
    check_single_step(units_doc, units)
    check_stars(units_doc, units)
    check_regiments(units_doc, units)
    check_fire(units_doc, units)
    check_provenance(units_doc, units)
    check_guns(units_doc, units)
    check_marshals(units_doc, units)

    orders_doc = documents["orders.toml"]
    orders = orders_doc.convert(OrdersFile)
    check_series(orders_doc, orders)

    scenarios = {}
    names = [name for name in documents if name.startswith("scenarios/")]
    for name in sorted(names, key=_scenario_order):
        doc = documents[name]
        scenario = doc.convert(ScenarioData)
        check_heading(doc, scenario)
        check_set_up(doc, scenario, units)
        check_ground(doc, scenario, field)
        check_stacks(doc, scenario, units)
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
        series=first_turn_series(orders),
        generals=generals(orders_doc, orders),
        scenarios=scenarios,
        map_sources=field.sources,
        order_sources=orders.sources,
        digest=digest,
    )


def _scenario_order(name: str) -> tuple[int, str]:
    scenario = scenario_name(name)
    return (FIRST_SCENARIOS.index(scenario) if scenario in FIRST_SCENARIOS else len(FIRST_SCENARIOS), scenario)
