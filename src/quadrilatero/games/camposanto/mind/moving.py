"""Weighing moves, facings and advances."""

from __future__ import annotations

from quadrilatero.games.camposanto.mind.outlook import far_from
from quadrilatero.games.camposanto.mind.scene import Scene, difference, plain
from quadrilatero.games.camposanto.state import Unit
from quadrilatero.hexes import FACINGS, HexSet
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Weighed

TOLD = 6
ENOUGH = 0.005
"""A move has to gain so much to be made."""

TOUCH = 2
"""How near an enemy has to be to put a Marshal in danger."""


def weigh_move(scene: Scene) -> list[Weighed]:
    """6: every unit's best place against where it stands; ending the step gains nothing and loses nothing."""
    if scene.data["step"] == "marshal":
        return _weigh_marshal(scene)
    s, places = scene.s, scene.places
    numbered = s.board.numbered
    now: dict[str, float] = {}
    gains: list[tuple[float, int, Plain, Unit, int, int]] = []
    for option in scene.options:
        if option["do"] == "done":
            continue
        unit = s.units[option["unit"]]
        if unit.id not in now:
            now[unit.id] = sum(places.terms(unit, unit.hex, unit.facing).values())
        path = option["path"]
        hex = numbered[path[-1]] if path else unit.hex
        value, facing = places.score(unit, hex)
        gains.append((value - now[unit.id], -len(gains), option, unit, hex, facing))
    gains.sort(key=lambda gain: gain[:2], reverse=True)
    found = [plain({"do": "done"}, approach=ENOUGH)]
    for _, _, option, unit, hex, facing in gains[:TOLD]:
        base = places.terms(unit, unit.hex, unit.facing)
        found.append(Weighed(option, difference(places.terms(unit, hex, facing), base)))
    return found


def weigh_go_on(scene: Scene) -> list[Weighed]:
    """8.2-g: on to another place, or no farther."""
    unit = scene.s.units[scene.data["unit"]]
    found = []
    for option in scene.options:
        hex = scene.hexes(option["path"])[-1] if option["do"] == "go_on" else unit.hex
        found.append(Weighed(option, scene.places.best(unit, hex)))
    return found


def weigh_face(scene: Scene) -> list[Weighed]:
    """6.1-c: each facing where the unit stands."""
    unit = scene.s.units[scene.data["unit"]]
    places = scene.places
    home = places.outward(unit.hex)
    found = []
    for option in scene.options:
        facing = FACINGS.index(option["facing"])
        turned = min((facing - home) % 6, (home - facing) % 6)
        terms = places.facing(unit, unit.hex, facing)
        terms["flank"] = terms.get("flank", 0.0) - 0.001 * turned
        found.append(Weighed(option, terms))
    return found


def weigh_advance(scene: Scene) -> list[Weighed]:
    """7.1-j: into the place of the beaten, or not."""
    s, places = scene.s, scene.places
    found = []
    for option in scene.options:
        if option["do"] == "pass":
            found.append(plain(option))
            continue
        unit = s.units[option["unit"]]
        gain = difference(places.best(unit, s.board.hex(option["hex"])), places.best(unit, unit.hex))
        found.append(Weighed(option, gain))
    return found


def _weigh_marshal(scene: Scene) -> list[Weighed]:
    """8.2: next to who is about to fight, out of the enemy's reach."""
    s = scene.s
    found = [plain({"do": "done"})]
    for option in scene.options:
        if option["do"] == "done":
            continue
        unit = s.units[option["unit"]]
        here, there = unit.hex, s.board.numbered[option["path"][-1]]
        found.append(plain(option, marshal=marshal_at(scene, unit, there) - marshal_at(scene, unit, here)))
    return found


def marshal_at(scene: Scene, marshal: Unit, hex: int) -> float:
    """What a Marshal is worth in a hex."""
    s, grid = scene.s, scene.outlook.grid
    foes = s.held[scene.outlook.enemy]
    fighting = near = 0
    for beside in grid.adjacent[hex]:
        for unit in s.stack(beside):
            if unit.side == marshal.side and unit.id != marshal.id:
                near += 1
                if grid.around[beside].meets(foes):
                    fighting += 1 + s.board.facings.ahead[beside][unit.facing].meets(foes)
    danger = max(0, 1 + TOUCH - far_from(s.board, foes)[hex])
    friends = far_from(s.board, s.held[marshal.side] or HexSet.of([0]))[hex]
    value = 0.1 * min(fighting, 4) + 0.02 * min(near, 3) - 0.12 * danger - 0.03 * friends
    return scene.weights["marshal"] * value
