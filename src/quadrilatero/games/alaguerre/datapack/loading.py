"""Reading a folder of data files into a pack."""

from pathlib import Path

import msgspec

from quadrilatero.datapacks import BadData, Files, Pack, repeated
from quadrilatero.games.alaguerre.datapack.battles import BattleData
from quadrilatero.games.alaguerre.datapack.checks import check_list, check_tables
from quadrilatero.games.alaguerre.datapack.checks_battles import check_battle
from quadrilatero.games.alaguerre.datapack.contents import ListFile, TablesFile
from quadrilatero.games.alaguerre.datapack.whole import DataPack

ORDER = ("bavaria", "denmark", "spain", "france", "free")
"""The lists in the order of the builder; others come after."""
BATTLES = ("ruyter", "luetzen", "rocroi", "alerheim", "lens", "scaramuccia")
"""The battles in the order of the lobby; others come after."""
BUILT_IN = Path(__file__).parent.parent / "data"
KINDS: dict[str, type[msgspec.Struct]] = {
    "tables.toml": TablesFile,
    "lists/*.toml": ListFile,
    "scenarios/*.toml": BattleData,
}


def build(files: Files) -> DataPack:
    """The data of all files, checked."""
    tables = files.one(TablesFile)
    check_tables(tables)
    docs = files.all(ListFile)
    for doc in docs:
        check_list(doc, tables.content)
    if twice := repeated(((doc.name,), doc.content.id) for doc in docs):
        raise BadData(
            str(twice.way[0]), 1, f"{twice.value} is already the id of {twice.earlier[0]}", "change one of them"
        )
    lists = sorted((doc.content for doc in docs), key=lambda content: _place(ORDER, content.id))
    battles = sorted(files.all(BattleData), key=lambda doc: _place(BATTLES, doc.content.id))
    for battle in battles:
        check_battle(battle)
    return DataPack(
        tables=tables.content,
        lists={content.id: content for content in lists},
        battles={doc.content.id: doc.content for doc in battles},
        digest=files.digest,
    )


def _place(order: tuple[str, ...], id: str) -> tuple[int, str]:
    return (order.index(id) if id in order else len(order), id)


PACK = Pack(BUILT_IN, KINDS, "QUADRILATERO_ALAGUERRE_DATA", build)
load = PACK.load
