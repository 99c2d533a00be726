"""All data of the game together."""

from __future__ import annotations

from quadrilatero.datapacks import Record
from quadrilatero.games.vivaorre.datapack.battles import BattleData
from quadrilatero.games.vivaorre.datapack.contents import Gun, ListFile, SmallArm, TheatreData


class DataPack(Record, frozen=True):
    """All data, checked."""

    small_arms: dict[str, SmallArm]
    guns: dict[str, Gun]
    theatres: dict[str, TheatreData]
    lists: dict[str, ListFile]
    battles: dict[str, BattleData]
    digest: str
