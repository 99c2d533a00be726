"""Moves of one unit or general that are worth a thought, all of them lawful."""

from __future__ import annotations

import random

from msgspec import convert, to_builtins

from quadrilatero.games.alaguerre.answers import Approach, Charge, Move
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import general_moves, moving
from quadrilatero.games.alaguerre.rules.formations import Unit, named
from quadrilatero.games.alaguerre.rules.rates import GENERAL, move_of, wheel_of
from quadrilatero.games.alaguerre.said import BATTERY, COLUMN, LIMBERED, LINE, SKIRMISH, SQUARE, UM
from quadrilatero.games.alaguerre.state import General, State
from quadrilatero.kernel import Plain
from quadrilatero.table import distance, shift, within_reach

MOST = 24
NEAR = 8 * UM
"""No charge reaches farther."""
FORMATIONS = (LINE, COLUMN, SKIRMISH, SQUARE)
HANDS = ("left", "right")


def candidates(s: State, active: Active, id: str) -> list[Plain]:
    """Lawful moves of a unit or general: full and half ways, wheels, changes of formation."""
    general = s.generals.get(id)
    if general is not None:
        return [
            plain for plain in rides(s, general) if general_moves.refuse_move(s, general, convert(plain, Move)) is None
        ]
    unit = named(s, id)
    if unit is None:
        return []
    if moving.is_fighting(s, unit):
        return [{"do": "break_off", "unit": id}]
    found = attacks(s, unit, active)
    for path in paths(s, unit):
        plain: Plain = {"do": "move", "unit": id, "path": path}
        answer = convert(plain, Move)
        if moving.refuse_move(s, unit, active, answer) is None:
            found.append(plain)
        if len(found) >= MOST:
            break
    return found


def attacks(s: State, unit: Unit, active: Active) -> list[Plain]:
    """6-b, 7-a. Every charge and approach that a unit can declare."""
    there = [enemy for enemy in s.enemies_of(unit.side) if within_reach(unit.pose, enemy.pose, NEAR)]
    near = [enemy for enemy in there if distance(unit.pose, enemy.pose) <= NEAR]
    declared = [kind(target=enemy.id, unit=unit.id) for enemy in near for kind in (Charge, Approach)]
    return [to_builtins(answer) for answer in declared if moving.refuse_attack(s, unit, active, answer) is None]


def rides(s: State, general: General) -> list[Plain]:
    """5.2.1-a. Straight ways of a general, near and far, in eight directions."""
    x, y = general.at or (0, 0)
    found: list[Plain] = []
    for by in (GENERAL // 2, GENERAL, 2 * UM):
        for way in range(0, 36000, 4500):
            at = list(shift((x, y, 0, 1, 1), way, by)[:2])
            found.append({"do": "move", "unit": general.id, "path": [{"go": "to", "at": at}]})
    return found


def paths(s: State, unit: Unit) -> list[list[Plain]]:
    """Ways that a unit might go, lawful or not."""
    move, turn = move_of(s, unit), wheel_of(s, unit)
    found: list[list[Plain]] = []
    inside = unit.bases[0].inside
    if inside is not None:
        found += [[{"go": "leave", "piece": inside, "side": side}] for side in range(4)]
    for by in (move, move // 2, UM // 2):
        if by > 0:
            found.append([{"go": "advance", "by": by}])
    if unit.kind == LIMBERED:
        x, y = unit.pose[:2]
        found += [[{"go": "to", "at": list(shift((x, y, 0, 1, 1), way, move)[:2])}] for way in range(0, 36000, 4500)]
    angle = 18000 * turn * 1000 // (3142 * max(1, unit.pose[3]))
    for side in HANDS:
        if 0 < angle <= 18000:
            found.append([{"go": "wheel", "side": side, "angle": angle}])
            if move > turn:
                found.append([{"go": "wheel", "side": side, "angle": angle}, {"go": "advance", "by": move - turn}])
        if move > 1:
            found.append([{"go": "oblique", "side": side, "angle": 4500, "by": move // 2}])
        found.append([{"go": "sideways", "side": side, "by": UM}])
    if move > 1:
        found.append([{"go": "back", "by": move // 2}])
    found.append([{"go": "about"}])
    shapes = (BATTERY, LIMBERED) if unit.is_guns else FORMATIONS
    found += [[{"go": "form", "formation": shape}] for shape in shapes if shape != unit.bases[0].formation]
    if unit.bases[0].mounted_stats is not None:
        mounted = not unit.bases[0].mounted
        found += [[{"go": "form", "formation": shape, "mounted": mounted}] for shape in (LINE, SKIRMISH)]
    for piece in s.ground.areas:
        found.append([{"go": "enter", "piece": piece.id}])
    return found


def drawn(s: State, active: Active, id: str, rng: random.Random) -> Plain | None:
    """A lawful move at random: an attack, one of the ways that are tried, or a shorter one like it."""
    general = s.generals.get(id)
    unit = named(s, id)
    if general is not None:
        tried = rides(s, general)
        rng.shuffle(tried)
        lawful = (plain for plain in tried if general_moves.refuse_move(s, general, convert(plain, Move)) is None)
        return next(lawful, None)
    if unit is None:
        return None
    if moving.is_fighting(s, unit):
        return {"do": "break_off", "unit": id}
    found = attacks(s, unit, active) if rng.random() < 0.5 else []
    if found:
        return rng.choice(found)
    tries = paths(s, unit)
    rng.shuffle(tries)
    for path in tries:
        for way in (shortened(path, rng), path):
            plain: Plain = {"do": "move", "unit": id, "path": way}
            if moving.refuse_move(s, unit, active, convert(plain, Move)) is None:
                return plain
    return None


def shortened(path: list[Plain], rng: random.Random) -> list[Plain]:
    """The same way, its last part not as long or not as far round."""
    last = {key: rng.randint(1, value) if key in ("by", "angle") else value for key, value in path[-1].items()}
    return [*path[:-1], last]
