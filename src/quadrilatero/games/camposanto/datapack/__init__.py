"""The data of Camposanto 1743: map, counters, order points and scenarios (see `quadrilatero.datapacks`)."""

from quadrilatero.games.camposanto.datapack.contents import (
    SIDES,
    WINGS,
    DataPack,
    UnitData,
    first_reconstruction,
    playable,
    starting_steps,
    wing_units,
)
from quadrilatero.games.camposanto.datapack.loading import BUILT_IN, PACK, load

__all__ = [
    "BUILT_IN",
    "PACK",
    "SIDES",
    "WINGS",
    "DataPack",
    "UnitData",
    "first_reconstruction",
    "load",
    "playable",
    "starting_steps",
    "wing_units",
]
