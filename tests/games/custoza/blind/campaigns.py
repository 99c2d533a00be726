"""Situations of the Advanced Game, written from the rulebook alone: Formations, commanders, and the road they take.

The road runs down column 20, from 2004 to 2034; its hexes cost a third of a point in March Movement.
"""

from __future__ import annotations

from typing import Any

import quadrilatero as q
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, Plain, asked, begun, say

ROAD_HEXES = [f"20{row:02}" for row in range(4, 35)]
ROAD: Plain = {"roads": [{"class": "major", "path": ROAD_HEXES}]}
LAZY = ("pass", "done", "stop", "keep")
SCENARIOS: dict[str, q.Match] = {}


def campaign(*units: Plain, board: Any = ROAD, **keys: Any) -> q.Match:
    return begun(*units, board=board, mode="advanced", **keys)


def scenario(name: str) -> q.Match:
    """The campaign as it begins; to be looked at, not played."""
    if name not in SCENARIOS:
        SCENARIOS[name] = q.start("custoza", scenario=name, seed=1)
    return SCENARIOS[name]


def corps(id: str, side: str = ITALY, **more: Any) -> Plain:
    """A Formation."""
    return {"id": id, "side": side, **more}


def com(formation: str, hex: str, side: str = ITALY, **more: Any) -> Plain:
    return {"id": f"com.{formation}", "side": side, "formation": formation, "type": "commander", "hex": hex, **more}


def unit(id: str, formation: str, hex: str, side: str = ITALY, kind: str = "line", **more: Any) -> Plain:
    return {"id": id, "side": side, "formation": formation, "type": kind, "hex": hex, **more}


def inside(
    id: str, formation: str, side: str = ITALY, kind: str = "line", box: str = "formation", **more: Any
) -> Plain:
    """A unit off the map."""
    return {"id": id, "side": side, "formation": formation, "type": kind, "box": box, **more}


def scout(id: str, hex: str, side: str = ITALY, **more: Any) -> Plain:
    return {"id": id, "side": side, "type": "scout", "formation": None, "hex": hex, **more}


def general(side: str, hex: str, value: int = 3) -> Plain:
    return {"id": f"gen.{side}", "side": side, "type": "general", "formation": None, "hex": hex, "value": value}


def own(m: q.Match, id: str) -> Plain:
    """The Formation as its owner knows it."""
    for seat in (ITALY, AUSTRIA):
        for formation in m.view(seat)["formations"]:
            if formation["id"] == id and formation["side"] == seat:
                found: Plain = formation
                return found
    raise AssertionError(f"nobody has {id}")


def lazily(m: q.Match, *until: str) -> None:
    """Everybody does as little as can be, until one of these questions is put or the game is over."""
    for _ in range(200):
        if m.ask is None or m.ask.what in until:
            return
        seat = m.ask.who[0]
        m.answer(seat, next((o for o in m.options(seat) if o["do"] in LAZY), m.options(seat)[0]))
    raise AssertionError(f"{until} never asked, but {asked(m)}")


def paths(m: q.Match, id: str) -> set[str]:
    """Where the ways listed for the piece end."""
    assert m.ask is not None
    return {o["path"][-1] for o in m.options(m.ask.who[0]) if o.get("units") == [id] and o.get("path")}


def tried(m: q.Match, formation: str, seat: str = ITALY) -> None:
    say(m, seat, "activate", formation=formation)
