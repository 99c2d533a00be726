"""The data of Camposanto 1743: map, counters, order points and scenarios, read from a folder of TOML files.

The printed map and counters are not public, so every value carries its provenance (rulebook, history or estimate) and a
player who owns the game can correct it: a folder of one's own replaces the built-in files one by one. Whatever is wrong
in such a folder is reported as `BadData` with file, line, fault and remedy.
"""

from quadrilatero.games.camposanto.datapack.contents import (
    SIDES,
    WINGS,
    DataPack,
    Farmhouse,
    Grid,
    Label,
    Place,
    ScenarioData,
    SourceNote,
    Text,
    UnitData,
    UnitSource,
    playable,
    starting_steps,
    wing_units,
)
from quadrilatero.games.camposanto.datapack.document import BadData
from quadrilatero.games.camposanto.datapack.loading import BUILT_IN, load

__all__ = [
    "BUILT_IN",
    "SIDES",
    "WINGS",
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
