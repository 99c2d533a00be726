"""What a page needs to draw the field and the counters. No rule looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quadrilatero.games.custoza.charts import Charts
from quadrilatero.games.custoza.datapack import DataPack
from quadrilatero.games.custoza.datapack.checks_armies import units_of
from quadrilatero.kernel import Plain


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
    """The names of Formations and units as positions have them, with both languages."""
    for armies in data.armies.values():
        for formation in armies.formation:
            yield formation.name.it, _plain(formation.name)
        for _, unit in units_of(armies):
            yield unit.name.it, _plain(unit.name)


def _plain(record: msgspec.Struct) -> Any:
    return {key: value for key, value in msgspec.to_builtins(record).items() if value is not None}
