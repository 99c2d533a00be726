"""The position that a battle starts from, as its file says it."""

from __future__ import annotations

import msgspec

from quadrilatero.games.alaguerre.datapack import DataPack
from quadrilatero.games.alaguerre.datapack.battles import ArrivalData, BattleBase
from quadrilatero.games.alaguerre.said import SIDES
from quadrilatero.kernel import Plain


def starting_position(data: DataPack, name: str) -> Plain:
    """3.4-a, 4.1.2-a, 4.1.3-c, list.spain-b. A battle at its very start, with the ground and turns that it fixes."""
    battle = data.battles.get(name)
    if battle is None:
        raise ValueError(f"alaguerre has no scenario {name!r}; it has {', '.join(data.battles)}")
    armies = {side: getattr(battle.armies, side) for side in SIDES}
    return {
        "table": {"size": list(battle.table), "terrain": [_said(piece) for piece in battle.terrain]},
        "edges": {side: army.edge for side, army in armies.items()},
        "communications": {side: [list(at) for at in army.communications] for side, army in armies.items()},
        "year": battle.year,
        "armies": {side: {"name": msgspec.to_builtins(army.name)} for side, army in armies.items()},
        "bases": [_base(base) for base in battle.base],
        "generals": [{"at": None, **_said(general)} for general in battle.general],
        "players": list(battle.players),
        "last_turn": battle.last_turn,
        "objectives": [_said(objective, "title") for objective in battle.objective],
        "reinforcements": [_arrival(arrival) for arrival in battle.arrival],
    }


def _base(base: BattleBase) -> Plain:
    """2.7.4-c. A battery without a division is directly under the CiC."""
    return {"at": None, "division": None, **_said(base)}


def _arrival(arrival: ArrivalData) -> Plain:
    return {**_said(arrival), "formation": "column"}


def _said(record: msgspec.Struct, *without: str) -> Plain:
    """A record of the file as positions have it: without provenance, and without what it leaves unsaid."""
    said: Plain = msgspec.to_builtins(record)
    return {key: value for key, value in said.items() if key not in ("source", *without) and value is not None}
