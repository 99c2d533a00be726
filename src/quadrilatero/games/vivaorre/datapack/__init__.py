"""The data of Viva o' rre!: arms, theatres and army lists (see `quadrilatero.datapacks`)."""

from quadrilatero.games.vivaorre.datapack.contents import DataPack, Entry, ListFile
from quadrilatero.games.vivaorre.datapack.loading import BUILT_IN, PACK, load

__all__ = ["BUILT_IN", "PACK", "DataPack", "Entry", "ListFile", "load"]
