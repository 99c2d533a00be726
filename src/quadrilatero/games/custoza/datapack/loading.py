"""Reading a folder of data files into a pack."""

from pathlib import Path

import msgspec

from quadrilatero.datapacks import Files, Pack
from quadrilatero.games.custoza.datapack.checks_armies import check_armies, check_years
from quadrilatero.games.custoza.datapack.checks_charts import check_charts
from quadrilatero.games.custoza.datapack.checks_map import check_map
from quadrilatero.games.custoza.datapack.checks_scenarios import check_scenario
from quadrilatero.games.custoza.datapack.contents import ArmiesFile, DataPack, MapFile, ScenarioData
from quadrilatero.games.custoza.datapack.tables import ChartsFile

SCENARIOS = ("vanguards", "morning", "tail", "1848", "1848-free", "1866", "1866-free", "1848-late", "learning")
BUILT_IN = Path(__file__).parent.parent / "data"
KINDS: dict[str, type[msgspec.Struct]] = {
    "map.toml": MapFile,
    "charts.toml": ChartsFile,
    "oob_*.toml": ArmiesFile,
    "scenarios/*.toml": ScenarioData,
}


def build(files: Files) -> DataPack:
    """The data of all files, checked."""
    map_doc, charts_doc = files.one(MapFile), files.one(ChartsFile)
    check_map(map_doc)
    check_charts(charts_doc)
    armies_docs = files.all(ArmiesFile)
    for armies in armies_docs:
        check_armies(armies)
    check_years(armies_docs)
    armies_by_year: dict[int, ArmiesFile] = {doc.content.year: doc.content for doc in armies_docs}
    scenarios = sorted(files.all(ScenarioData), key=lambda doc: _place(doc.content.id))
    for scenario in scenarios:
        check_scenario(scenario, map_doc.content, armies_by_year)
    return DataPack(
        field=map_doc.content,
        charts=charts_doc.content,
        armies=armies_by_year,
        scenarios={doc.content.id: doc.content for doc in scenarios},
        digest=files.digest,
    )


def _place(scenario: str) -> tuple[int, str]:
    return (SCENARIOS.index(scenario) if scenario in SCENARIOS else len(SCENARIOS), scenario)


PACK = Pack(BUILT_IN, KINDS, "QUADRILATERO_CUSTOZA_DATA", build)
load = PACK.load
