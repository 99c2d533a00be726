"""What the orders of battle must satisfy."""

from __future__ import annotations

from collections.abc import Iterator

from quadrilatero.datapacks import BadData, Document, Way, repeated
from quadrilatero.games.custoza.datapack.contents import ArmiesFile, UnitData

ALLOWANCES = {"line": 5, "light": 6, "artillery": 6, "horse_artillery": 8}


def check_armies(doc: Document[ArmiesFile]) -> None:
    """All that an order of battle must satisfy."""
    check_ids(doc)
    check_allowances(doc)


def units_of(armies: ArmiesFile) -> Iterator[tuple[Way, UnitData]]:
    """Every combat unit with its place in the file."""
    for n, formation in enumerate(armies.formation):
        yield from ((("formation", n, "units", at), unit) for at, unit in enumerate(formation.units))
    yield from ((("reserve", n), unit) for n, unit in enumerate(armies.reserve))


def check_ids(doc: Document[ArmiesFile]) -> None:
    """2.5-a. No two counters share an id, and no two Formations."""
    armies = doc.content
    counters: list[tuple[Way, str]] = [((*way, "id"), unit.id) for way, unit in units_of(armies)]
    counters += [(("formation", n, "commander", "id"), entry.commander.id) for n, entry in enumerate(armies.formation)]
    counters += [(("general", n, "id"), general.id) for n, general in enumerate(armies.general)]
    formations: list[tuple[Way, str]] = [(("formation", n, "id"), entry.id) for n, entry in enumerate(armies.formation)]
    if twice := repeated(counters) or repeated(formations):
        raise doc.bad(twice.way, f"the id is already used on line {doc.line(twice.earlier)}", "give each its own")


def check_allowances(doc: Document[ArmiesFile]) -> None:
    """2.4.1-b, 2.4.1-c. Line infantry has MA 5, light infantry 6, field artillery 6, horse artillery 8."""
    for way, unit in units_of(doc.content):
        due = ALLOWANCES.get(unit.type, unit.ma)
        if unit.ma != due:
            raise doc.bad((*way, "ma"), f'expected {due}, the allowance of type "{unit.type}", got {unit.ma}')


def check_years(docs: list[Document[ArmiesFile]]) -> None:
    """2.4.1-g. There is one order of battle for each of the two years."""
    if twice := repeated(((doc.name,), doc.content.year) for doc in docs):
        doc = next(doc for doc in docs if doc.name == twice.way[0])
        raise doc.bad(("year",), f"{twice.value} is already the year of {twice.earlier[0]}", "change one of them")
    for year in {1848, 1866} - {doc.content.year for doc in docs}:
        raise BadData(f"oob_{year}.toml", None, f"there is no order of battle of {year}", "add the file")
