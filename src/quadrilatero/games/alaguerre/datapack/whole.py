"""All data of the game together."""

from __future__ import annotations

from quadrilatero.datapacks import Record
from quadrilatero.games.alaguerre.datapack.battles import BattleData
from quadrilatero.games.alaguerre.datapack.contents import ListFile, TablesFile


class DataPack(Record, frozen=True):
    """All data, checked."""

    tables: TablesFile
    lists: dict[str, ListFile]
    battles: dict[str, BattleData]
    digest: str
