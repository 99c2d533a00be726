"""Weighing flights and the reactions of horse and light foot."""

from __future__ import annotations

from quadrilatero.games.camposanto.mind.outlook import GROUND, Outlook, far_from
from quadrilatero.games.camposanto.mind.scene import Scene, plain
from quadrilatero.games.camposanto.mind.threat import Threats
from quadrilatero.games.camposanto.rules.fall_back import front_hits
from quadrilatero.games.camposanto.rules.flight import flights
from quadrilatero.games.camposanto.state import Unit
from quadrilatero.kernel.mind import Terms, Weighed

HALTED = 0.06
"""What it is worth to end the move of the infantry that one falls back from."""


def weigh_flee(scene: Scene) -> list[Weighed]:
    """7.3: the way that costs fewest HITs, then the place that is safest."""
    s = scene.s
    found = []
    for option in scene.options:
        unit, path = s.units[option["unit"]], tuple(scene.hexes(option["path"]))
        hits = next(way.hits for way in flights(s, unit) if way.path == path)
        found.append(Weighed(option, _after(scene.outlook, unit, path[-1], hits)))
    return found


def weigh_react(scene: Scene) -> list[Weighed]:
    """6.4: to stand and be assaulted, or to give ground."""
    s, outlook = scene.s, scene.outlook
    threats = Threats(outlook, scene.seat)
    units = [s.units[id] for id in scene.data["units"]]
    risk = {unit.id: threats.of(unit, unit.hex, unit.facing) for unit in units}
    weight = scene.weights["threat"]
    found = [plain({"do": "stay"}, threat=-weight * sum(risk.values()))]
    for option in scene.options:
        if option["do"] == "stay":
            continue
        unit, path = s.units[option["unit"]], scene.hexes(option["path"])
        terms = _after(outlook, unit, path[-1], front_hits(s, unit, path))
        terms["approach"] = HALTED - GROUND
        terms["threat"] = -weight * sum(other for id, other in risk.items() if id != unit.id)
        found.append(Weighed(option, terms))
    return found


def _after(outlook: Outlook, unit: Unit, hex: int, hits: int) -> Terms:
    """Where a unit comes to stand when it has given way."""
    s, weights = outlook.s, outlook.weights
    lost = outlook.price(unit, hits) if hits and unit.type != "marshal" else 0.0
    terms: Terms = {"steps": -weights["steps"] * lost}
    back = s.board.to_edge[unit.side][hex]
    friends = outlook.grid.around[hex].shared(s.held[unit.side].minus(unit.hex))
    terms["edge"] = -weights["edge"] * (0.15 if back == 0 else 0.05 if back < 3 else 0.0)
    terms["cohesion"] = weights["cohesion"] * 0.04 * min(friends, 2)
    terms["flank"] = 0.01 * min(far_from(s.board, s.held[outlook.enemy])[hex], 5)
    return terms
