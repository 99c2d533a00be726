"""The data of Custoza: map, charts, orders of battle and scenarios (see `quadrilatero.datapacks`)."""

from quadrilatero.games.custoza.datapack.contents import (
    SIDES,
    ArmiesFile,
    Condition,
    DataPack,
    FormationData,
    FortressPlaced,
    FreeSetUp,
    MapFile,
    ScenarioData,
    UnitData,
)
from quadrilatero.games.custoza.datapack.loading import BUILT_IN, PACK, load
from quadrilatero.games.custoza.datapack.tables import ChartsFile, Modifier

__all__ = [
    "BUILT_IN",
    "PACK",
    "SIDES",
    "ArmiesFile",
    "ChartsFile",
    "Condition",
    "DataPack",
    "FormationData",
    "FortressPlaced",
    "FreeSetUp",
    "MapFile",
    "Modifier",
    "ScenarioData",
    "UnitData",
    "load",
]
