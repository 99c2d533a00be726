"""The position that a battle starts from, as its file says it."""

from __future__ import annotations

import msgspec

from quadrilatero.games.vivaorre.datapack import DataPack
from quadrilatero.games.vivaorre.datapack.battles import ArmyData, BattleUnit
from quadrilatero.games.vivaorre.said import SIDES
from quadrilatero.kernel import Plain


def starting_position(data: DataPack, name: str) -> Plain:
    """1-g, 3-a: a battle at its very start."""
    battle = data.battles.get(name)
    if battle is None:
        raise ValueError(f"vivaorre has no scenario {name!r}; it has {', '.join(data.battles)}")
    return {
        "table": {"size": list(battle.table), "terrain": [_without_source(piece) for piece in battle.terrain]},
        "edges": {side: getattr(battle.armies, side).edge for side in SIDES},
        "year": battle.year,
        "theatre": battle.theatre,
        "weather": battle.weather,
        "armies": {side: _army(data, getattr(battle.armies, side)) for side in SIDES},
        "units": [_unit(unit) for unit in battle.unit],
        "generals": [_without_source(general) for general in battle.general],
        "last_turn": battle.last_turn,
        "objectives": [_without_source(objective) for objective in battle.objective],
    }


def _army(data: DataPack, army: ArmyData) -> Plain:
    of = data.lists[army.list]
    return {"list": of.id, "name": army.name, "initiative": of.initiative, "european": of.european}


def _unit(unit: BattleUnit) -> Plain:
    return {"at": None, **_without_source(unit)}


def _without_source(record: msgspec.Struct) -> Plain:
    """A record of the file as positions have it: without provenance, and without what it leaves unsaid."""
    said: Plain = msgspec.to_builtins(record)
    return {key: value for key, value in said.items() if key != "source" and value is not None}
