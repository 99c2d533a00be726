"""Reading a folder of data files into a pack."""

from pathlib import Path

import msgspec

from quadrilatero.datapacks import BadData, Files, Pack, repeated
from quadrilatero.games.vivaorre.datapack.battles import BattleData
from quadrilatero.games.vivaorre.datapack.checks import check_arms, check_list, check_theatres
from quadrilatero.games.vivaorre.datapack.checks_battles import check_battle
from quadrilatero.games.vivaorre.datapack.contents import ArmsFile, ListFile, TheatresFile
from quadrilatero.games.vivaorre.datapack.whole import DataPack

ORDER = (
    *("uk", "afg", "ind", "sik", "eth", "boer", "sud", "zulu", "chi", "egy", "pru", "rus"),
    *("aus", "fra", "it", "tur", "pie", "pap", "nap", "gar", "mex", "usa"),
)
"""The lists as the book has them; others come after."""
BATTLES = ("calatafimi", "volturno", "isandlwana", "adua", "scaramuccia")
"""The battles in the order of the lobby; others come after."""
BUILT_IN = Path(__file__).parent.parent / "data"
KINDS: dict[str, type[msgspec.Struct]] = {
    "arms.toml": ArmsFile,
    "theatres.toml": TheatresFile,
    "lists/*.toml": ListFile,
    "scenarios/*.toml": BattleData,
}


def build(files: Files) -> DataPack:
    """The data of all files, checked."""
    arms, theatres = files.one(ArmsFile), files.one(TheatresFile)
    check_arms(arms)
    check_theatres(theatres)
    docs = files.all(ListFile)
    for doc in docs:
        check_list(doc, arms.content)
    if twice := repeated(((doc.name,), doc.content.id) for doc in docs):
        raise BadData(
            str(twice.way[0]), 1, f"{twice.value} is already the id of {twice.earlier[0]}", "change one of them"
        )
    lists = sorted((doc.content for doc in docs), key=lambda content: _place(ORDER, content.id))
    known = {content.id: content for content in lists}
    battles = sorted(files.all(BattleData), key=lambda doc: _place(BATTLES, doc.content.id))
    for battle in battles:
        check_battle(battle, known)
    return DataPack(
        small_arms={arm.id: arm for arm in arms.content.small_arm},
        guns={gun.id: gun for gun in arms.content.gun},
        theatres={theatre.id: theatre for theatre in theatres.content.theatre},
        lists=known,
        battles={doc.content.id: doc.content for doc in battles},
        digest=files.digest,
    )


def _place(order: tuple[str, ...], id: str) -> tuple[int, str]:
    return (order.index(id) if id in order else len(order), id)


PACK = Pack(BUILT_IN, KINDS, "QUADRILATERO_VIVAORRE_DATA", build)
load = PACK.load
