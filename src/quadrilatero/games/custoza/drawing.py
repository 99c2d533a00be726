"""What a page needs to draw the field and the counters. No rule looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quadrilatero.games.custoza.charts import Charts, Effect
from quadrilatero.games.custoza.datapack import DataPack
from quadrilatero.games.custoza.datapack.checks_armies import units_of
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Plain
from quadrilatero.kernel.phrases import LANGUAGES


def of(data: DataPack, charts: Charts) -> Plain:
    """The field of a data pack with everything that lies on it, and what is printed on the counters."""
    field = data.field
    return {
        "columns": [field.grid.first_column, field.grid.last_column],
        "rows": [field.grid.first_row, field.grid.last_row],
        "layout": field.grid.layout,
        "shifted": field.grid.shifted,
        "hex_m": field.grid.hex_m,
        "hexes": {
            entry.hex: {"terrain": entry.terrain, "level": entry.level, "metres": entry.metres, "from": entry.known}
            for entry in field.hex
        },
        "west": [entry.hex for entry in field.hex if entry.bank == "west"],
        "hexsides": [_plain(side) for side in field.hexside],
        "roads": [_plain(road) for road in field.road],
        "railways": [_plain(railway) for railway in field.railway],
        "crossings": [_plain(crossing) for crossing in field.crossing],
        "rivers": [_plain(river) for river in field.river],
        "places": [_plain(place) for place in field.place],
        "entries": [_plain(entry) for entry in field.entry],
        "terrain": {entry.id: {"en": entry.name, "it": entry.name_it} for entry in data.charts.terrain.hex},
        "units": {
            unit.id: {"name": _plain(unit.name), "brigade": unit.brigade, "source": _plain(unit.source)}
            for armies in data.armies.values()
            for _, unit in units_of(armies)
        },
        "formations": {
            formation.id: {
                "name": _plain(formation.name),
                "colour": formation.colour,
                "commander": formation.commander.name,
                "source": _plain(formation.source),
            }
            for armies in data.armies.values()
            for formation in armies.formation
        },
        "light": {
            str(year): {str(gt): charts.light(year, gt) for gt in range(1, charts.turns_per_day(full=True) + 1)}
            for year in data.armies
        },
        "sources": _plain(field.sources),
        "reconstructed": True,
    }


def names(data: DataPack) -> Iterator[tuple[str, Plain]]:
    """The names of Formations and counters, by the names that positions have for them and by their ids."""
    for armies in data.armies.values():
        for formation in armies.formation:
            yield formation.name.it, _plain(formation.name)
            commander = formation.commander
            yield commander.id, dict.fromkeys(LANGUAGES, commander.name)
        for _, unit in units_of(armies):
            yield unit.name.it, _plain(unit.name)
            yield unit.id, _plain(unit.name)
        for general in armies.general:
            yield general.id, dict.fromkeys(LANGUAGES, general.name)


def effects(charts: Charts) -> Iterator[tuple[str, Plain]]:
    """What the cells of the Fire and Assault Tables do, in words."""
    cells = {cell for row in charts.file.fire_table.rows for cell in row.cells}
    combats = {cell.split(" ")[1] for row in charts.file.assault_table.rows for cell in row.cells}
    cells.update(cell for pair in combats for cell in pair.split("/"))
    for cell in sorted(cells):
        yield cell, {language: _effect(Effect.of(cell), language) for language in LANGUAGES}


def _effect(effect: Effect, language: str) -> str:
    def said(key: str, n: int = 0) -> str:
        return BOOK.say("effect", key, language, {"n": n})

    if effect.check is not None:
        return said("harder_check", effect.check) if effect.check else said("check")
    lost = [said(key, n) for key, n in (("strength", effect.sp), ("levels", effect.levels)) if n]
    return ", ".join(lost) or said("nothing")


def _plain(record: msgspec.Struct) -> Any:
    return {key: value for key, value in msgspec.to_builtins(record).items() if value is not None}
