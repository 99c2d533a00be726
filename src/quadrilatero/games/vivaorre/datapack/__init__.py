"""The data of Viva o' rre!: arms, theatres, army lists and battles (see `quadrilatero.datapacks`)."""

from quadrilatero.games.vivaorre.datapack.contents import Entry, ListFile
from quadrilatero.games.vivaorre.datapack.loading import BUILT_IN, PACK, load
from quadrilatero.games.vivaorre.datapack.whole import DataPack

__all__ = ["BUILT_IN", "PACK", "DataPack", "Entry", "ListFile", "load"]
