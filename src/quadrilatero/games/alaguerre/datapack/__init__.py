"""The data of A la Guerre...: tables, army lists and battles (see `quadrilatero.datapacks`)."""

from quadrilatero.games.alaguerre.datapack.contents import Entry, ListFile, TablesFile
from quadrilatero.games.alaguerre.datapack.loading import BUILT_IN, PACK, load
from quadrilatero.games.alaguerre.datapack.whole import DataPack

__all__ = ["BUILT_IN", "PACK", "DataPack", "Entry", "ListFile", "TablesFile", "load"]
