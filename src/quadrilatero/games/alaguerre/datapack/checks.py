"""What the data files must satisfy beyond their types."""

from __future__ import annotations

from typing import get_args

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.alaguerre.datapack.contents import ListFile, TablesFile
from quadrilatero.games.alaguerre.said import GUNS, TRAIN, RowName, TypeName, WeaponName

KEYS = {
    "general": ("level", (-1, 0, 1, 2)),
    "points": ("type", tuple(name for name in get_args(TypeName) if name not in TRAIN)),
    "range": ("weapon", tuple(name for name in get_args(WeaponName) if name != "none")),
    "row": ("id", get_args(RowName)),
}
"""The tables that have one row for each of these, and the key that says for which."""
NUMBERED = {
    "fire": (*(f"8.4-t{n}" for n in range(1, 19)), "8.4.3-a"),
    "melee": (*(f"9.4-t{n}" for n in range(1, 21) if n not in (10, 11)), "9.1.6-a"),
    "morale": tuple(f"10.2.2-m{n}" for n in range(2, 20)),
}
"""The tables of modifiers, whose rows are rules; levels of generals and vdf are what they are and have no row."""


def check_tables(doc: Document[TablesFile]) -> None:
    """Every table has each of its rows once."""
    for table, (key, wanted) in KEYS.items():
        _check_rows(doc, table, key, wanted)
    for table, rows in NUMBERED.items():
        _check_rows(doc, table, "rule", rows)
    for n, row in enumerate(doc.content.range):
        if row.short is not None and row.short >= row.long:
            raise doc.bad(("range", n, "short"), "it is not shorter than the long range", "correct one of them")
        if (row.extreme is not None) != (row.weapon in GUNS):
            raise doc.bad(("range", n), "guns have an extreme range, and nobody else", "correct the row")


def _check_rows(doc: Document[TablesFile], table: str, key: str, wanted: tuple[object, ...]) -> None:
    rows = getattr(doc.content, table)
    ids: list[tuple[Way, str]] = [((table, n, key), str(getattr(row, key))) for n, row in enumerate(rows)]
    if twice := repeated(ids):
        raise doc.bad(twice.way, f"this row stands already on line {doc.line(twice.earlier)}", "leave one of them out")
    for way, id in ids:
        if id not in map(str, wanted):
            raise doc.bad(way, f"there is no row {id}", f"use one of {', '.join(map(str, wanted))}")
    for id in map(str, wanted):
        if id not in [have for _, have in ids]:
            raise doc.bad((table,), f"the row {id} is missing", "add it")


def check_list(doc: Document[ListFile], tables: TablesFile) -> None:
    """Entries with ids of their own, types that have a price, bounds that can be met."""
    content = doc.content
    name = doc.name.removeprefix("lists/").removesuffix(".toml")
    if content.id != name:
        raise doc.bad(("id",), f'the file is called "{name}"', "give both the same name")
    if content.years[0] > content.years[1]:
        raise doc.bad(("years",), "the last year comes before the first", "put the earlier year first")
    ids: list[tuple[Way, str]] = [(("entry", n, "id"), entry.id) for n, entry in enumerate(content.entry)]
    if twice := repeated(ids):
        raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each its own")
    priced = {row.type for row in tables.points}
    for n, entry in enumerate(content.entry):
        if entry.type not in priced and entry.points is None:
            raise doc.bad(("entry", n), f"{entry.type} has no price", "add points")
        if entry.most is not None and (entry.least or 0) > entry.most:
            raise doc.bad(("entry", n, "least"), "it is more than the most", "correct one of them")
        if (entry.mounted_stats is None) != (entry.mounted_as is None):
            raise doc.bad(("entry", n), "who can mount has a line and a class on horseback", "give both or none")
