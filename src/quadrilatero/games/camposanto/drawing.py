"""What a page needs to draw the field and the counters. No rule looks at it."""

from __future__ import annotations

from typing import Any

import msgspec

from quadrilatero.games.camposanto.datapack import DataPack, UnitData
from quadrilatero.kernel import Plain


def of(data: DataPack) -> Plain:
    """The field of a data pack with everything that lies on it, and what is printed on the counters."""
    return {
        "cols": data.grid.cols,
        "rows": data.grid.rows,
        "layout": data.grid.layout,
        "shifted": data.grid.shifted,
        "hex_m": data.grid.hex_m,
        "river": list(data.river),
        "bridge": data.bridge,
        "pond": list(data.pond),
        "out_of_play": list(data.out_of_play),
        "farmhouses": [msgspec.to_builtins(house) for house in data.farmhouses],
        "labels": [msgspec.to_builtins(label) for label in data.labels],
        "units": {unit.id: _counter(unit) for unit in data.units},
        "generals": dict(data.generals),
        "sources": msgspec.to_builtins(data.map_sources),
        "reconstructed": True,
    }


def _counter(unit: UnitData) -> dict[str, Any]:
    source = {key: value for key, value in msgspec.to_builtins(unit.source).items() if value is not None}
    return {"nation": unit.nation, "strength": unit.strength, "note": unit.note, "source": source}
