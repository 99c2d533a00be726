"""Reading a folder of data files into a pack."""

from pathlib import Path

import msgspec

from quadrilatero.datapacks import BadData, Files, Pack, repeated
from quadrilatero.games.vivaorre.datapack.checks import check_arms, check_list, check_theatres
from quadrilatero.games.vivaorre.datapack.contents import ArmsFile, DataPack, ListFile, TheatresFile

ORDER = (
    *("uk", "afg", "ind", "sik", "eth", "boer", "sud", "zulu", "chi", "egy", "pru", "rus"),
    *("aus", "fra", "it", "tur", "pie", "pap", "nap", "gar", "mex", "usa"),
)
"""The lists as the book has them; others come after."""
BUILT_IN = Path(__file__).parent.parent / "data"
KINDS: dict[str, type[msgspec.Struct]] = {
    "arms.toml": ArmsFile,
    "theatres.toml": TheatresFile,
    "lists/*.toml": ListFile,
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
    lists = sorted((doc.content for doc in docs), key=lambda content: _place(content.id))
    return DataPack(
        small_arms={arm.id: arm for arm in arms.content.small_arm},
        guns={gun.id: gun for gun in arms.content.gun},
        theatres={theatre.id: theatre for theatre in theatres.content.theatre},
        lists={content.id: content for content in lists},
        digest=files.digest,
    )


def _place(id: str) -> tuple[int, str]:
    return (ORDER.index(id) if id in ORDER else len(ORDER), id)


PACK = Pack(BUILT_IN, KINDS, "QUADRILATERO_VIVAORRE_DATA", build)
load = PACK.load
