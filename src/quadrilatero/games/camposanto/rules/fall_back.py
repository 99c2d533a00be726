"""Chapters 6.4 and 6.5: falling back, and the line of retreat that flight follows too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quadrilatero.games.camposanto.answers import FallBack, Stay
from quadrilatero.games.camposanto.board import ENEMY, SPAIN, UNREACHABLE
from quadrilatero.games.camposanto.rules import commanders  # 6.4, 7.3 and 8.2 refer to one another
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.hits import lose_step
from quadrilatero.games.camposanto.rules.zones import barred_hexes, choose_facing, front_hexes
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Ask, Plain, Refusal, Script

FARTHEST = 2


class Retreat(NamedTuple):
    """One way to fall back or flee: the hexes entered, the HITs that cost, and whether river or edge stopped it."""

    path: tuple[int, ...]
    hits: int
    stopped: bool = False


# -- 6.4 -------------------------------------------------------------------------------------------------------------


def may_react(unit: Unit) -> bool:
    """6.4-a. Only cavalry and light infantry fall back before an enemy's move."""
    return unit.type in ("cavalry", "light")


def reactors(s: State, mover: Unit) -> list[Unit]:
    """6.4-b. Those whose Front an enemy infantry unit has just entered; no other type sets it off, nor does a Flank."""
    if mover.type != "infantry":
        return []
    return [
        unit
        for hex in s.board.grid.adjacent[mover.hex]
        for unit in s.stack(hex)
        if unit.side != mover.side and may_react(unit) and mover.hex in front_hexes(s, unit)
    ]


def reactions(s: State, mover: Unit) -> Script:
    """6.4-c, 6.4-d, 6.4-e. The owner decides at once who falls back, and whoever does ends the infantry's move.

    Returns whether it is halted: its points are lost, but it may still choose its facing.
    """
    halted = False
    undecided = reactors(s, mover)
    while True:
        ways = {unit.id: fall_backs(s, unit) for unit in undecided}
        able = [unit for unit in undecided if ways[unit.id]]
        if not able:
            return halted
        answer = yield _react_question(s, mover, able, ways)
        if isinstance(answer, Stay):
            return halted
        unit = s.units[answer.unit]
        undecided = [other for other in undecided if other.id != unit.id]
        yield from fall_back(s, unit, [s.board.hex(number) for number in answer.path])
        halted = True


def _react_question(s: State, mover: Unit, able: list[Unit], ways: dict[str, list[Retreat]]) -> Ask:
    def options() -> list[Plain]:
        return [
            {"do": "stay"},
            *(
                {"do": "fall_back", "unit": unit.id, "path": s.board.numbers(way.path)}
                for unit in able
                for way in distinct(ways[unit.id])
            ),
        ]

    def refuse(answer: Stay | FallBack) -> Refusal | None:
        if isinstance(answer, Stay):
            return None
        if answer.unit is None or answer.path is None or answer.paths is not None:
            return no("6.4-c", "one_unit_one_path")
        unit = next((unit for unit in able if unit.id == answer.unit), None)
        if unit is None:
            return no("6.4-a", "cannot_react", unit=answer.unit)
        return refuse_fall_back(s, unit, answer.path)

    return ask(
        ENEMY[mover.side],
        "react",
        "6.4-c",
        (Stay, FallBack),
        options,
        refuse,
        certain=True,
        units=[unit.id for unit in able],
        names=[unit.name for unit in able],
        mover=mover.id,
        mover_name=mover.name,
        hex=s.board.grid.number(mover.hex),
    )


def fall_backs(s: State, unit: Unit) -> list[Retreat]:
    """6.4-f. One or two hexes along the line of retreat, at the owner's choice; none where no empty hex is in reach."""
    if not may_fall_back(unit):
        return []
    found: dict[tuple[int, ...], Retreat] = {}
    for table in goals(s, unit):
        for path in _one_or_two(s, unit, table, (), unit.hex):
            found.setdefault(path, Retreat(path, front_hits(s, unit, path)))
    return list(found.values())


def may_fall_back(unit: Unit) -> bool:
    """9.2-c. Artillery cannot fall back."""
    return unit.type != "artillery"


def could_fall_back(s: State, unit: Unit) -> bool:
    """6.5-a, 9.2-c: whether it has a line of retreat at all, wherever its friends stand."""
    return may_fall_back(unit) and any(line_of_retreat(s, unit, table, unit.hex) for table in goals(s, unit))


def _one_or_two(s: State, unit: Unit, table: list[int], path: tuple[int, ...], here: int) -> Iterator[tuple[int, ...]]:
    """6.4-g. Who would end on a friend goes on to the first empty hex."""
    if path and is_empty(s, unit, here):
        yield path
        if len(path) >= FARTHEST:
            return
    for hex in line_of_retreat(s, unit, table, here):
        if hex not in path and hex != unit.hex:
            yield from _one_or_two(s, unit, table, (*path, hex), hex)


def is_empty(s: State, unit: Unit, hex: int) -> bool:
    """6.4-g, 7.3-b. Empty of friends, a Marshal included; an enemy Marshal there will have fled."""
    return hex not in s.counters[unit.side]


def front_hits(s: State, unit: Unit, path: Sequence[int]) -> int:
    """6.4-h: the HITs that a way costs."""
    fronts = enemy_fronts(s, unit)
    return sum(1 for hex in path if is_dangerous(s, unit, hex, fronts))


def enemy_fronts(s: State, unit: Unit) -> HexSet:
    """6.4-h: all hexes on the Front of an enemy combat unit, as it faces now."""
    side = ENEMY[unit.side]
    fronts = s.fronts.get(side)
    if fronts is None:
        fronts = s.fronts[side] = HexSet.union(front_hexes(s, enemy) for enemy in s.of_side(side) if is_combat(enemy))
    return fronts


def is_dangerous(s: State, unit: Unit, hex: int, fronts: HexSet) -> bool:
    """6.4-i, 7.3-d. A friendly combat unit in the hex cancels the enemy Front there."""
    return hex in fronts and hex not in s.held[unit.side]


def fall_back(s: State, unit: Unit, path: Sequence[int], rule: str = "6.4-f") -> Script:
    """6.4-f: the unit goes, takes its HITs on the way, and may face anew, for it has moved."""
    tell(s, "fell_back", rule, unit=unit.id, name=unit.name, side=unit.side, path=s.board.numbers(path))
    if (yield from withdraw(s, unit, path, "6.4-h")):
        yield from choose_facing(s, s.units[unit.id])


def withdraw(s: State, unit: Unit, path: Sequence[int], rule: str) -> Script:
    """6.4-h, 7.3-c. One HIT for each hex entered on an enemy Front, however many enemies face it.

    Returns whether the unit lives.
    """
    fronts = enemy_fronts(s, unit)
    for hex in path:
        dangerous = is_combat(unit) and is_dangerous(s, unit, hex, fronts)
        if any(other.side != unit.side for other in s.stack(hex)):
            yield from commanders.flee_from_hex(s, unit, hex)
        unit = s.move(unit, hex)
        yield from commanders.marshals_flee(s, unit)
        if dangerous and not lose_step(s, unit, rule):
            return False
        unit = s.units[unit.id]
    return True


def after(s: State, unit: Unit, path: Sequence[int]) -> State:
    """6.4-h: a copy as the others find it when a unit has gone that way: it has arrived, or died of its HITs."""
    copy = s.copy()
    if front_hits(s, unit, path) >= unit.steps:
        copy.remove(unit)
    else:
        copy.move(unit, path[-1])
    return copy


def distinct(ways: list[Retreat]) -> list[Retreat]:
    """One way for each place and price."""
    return list({(way.path[-1], way.hits, way.stopped): way for way in reversed(ways)}.values())[::-1]


def refuse_fall_back(s: State, unit: Unit, numbers: Sequence[str]) -> Refusal | None:
    """6.4-f: why a path is no fall back."""
    path = tuple(s.board.hex(number) for number in numbers)
    if any(way.path == path for way in fall_backs(s, unit)):
        return None
    if refusal := refuse_line(s, unit, path):
        return refusal
    if path and not is_empty(s, unit, path[-1]):
        return no("6.4-g", "ends_on_friend", unit=unit.name)
    return no("6.4-f", "one_or_two", unit=unit.name)


# -- 6.5 -------------------------------------------------------------------------------------------------------------


def goals(s: State, unit: Unit) -> list[list[int]]:
    """6.5-b. Distances to the own edge; the Spanish may make for the pontoon instead, which counts as one."""
    tables = [s.board.to_edge[unit.side]]
    if unit.side == SPAIN and s.board.to_bridge is not None:
        tables.append(s.board.to_bridge)
    return tables


def line_of_retreat(s: State, unit: Unit, table: list[int], here: int) -> list[int]:
    """6.5-a, 6.3-b. The next hexes towards a goal: one nearer, or as near where enemies bar every nearer one.

    At the goal itself (edge, bank, pontoon) there is none.
    """
    now = table[here]
    if now in (0, UNREACHABLE):
        return []
    barred = barred_hexes(s, unit)
    free = [hex for hex in s.board.ways[here] if hex not in barred]
    nearer = [hex for hex in free if table[hex] == now - 1]
    return farthest_from_enemies(s, unit, nearer or [hex for hex in free if table[hex] == now])


def farthest_from_enemies(s: State, unit: Unit, hexes: list[int]) -> list[int]:
    """6.5-c. Of these, those farthest from the nearest enemy combat unit; the owner picks among equals."""
    if len(hexes) < 2:
        return hexes
    if s.options["retreat"] == "fewest_fronts":
        fronts = enemy_fronts(s, unit)
        fewest = min(is_dangerous(s, unit, hex, fronts) for hex in hexes)
        hexes = [hex for hex in hexes if is_dangerous(s, unit, hex, fronts) == fewest]
    away = {hex: distance_to_enemy(s, unit, hex) for hex in hexes}
    best = max(away.values())
    return [hex for hex in hexes if away[hex] == best]


def distance_to_enemy(s: State, unit: Unit, hex: int) -> int:
    """6.5-c: hexes to the nearest enemy combat unit."""
    enemies = s.held[ENEMY[unit.side]]
    return s.board.grid.steps_to(hex, enemies) if enemies else 0


def refuse_line(s: State, unit: Unit, path: Sequence[int]) -> Refusal | None:
    """6.5-a: where a path leaves every line of retreat."""
    worst: Refusal | None = None
    progress = -1
    for table in goals(s, unit):
        here = unit.hex
        for number, hex in enumerate(path):
            if hex not in line_of_retreat(s, unit, table, here):
                if number > progress:
                    progress, worst = number, _off_the_line(s, unit, table, here, hex)
                break
            here = hex
        else:
            return None
    return worst


def _off_the_line(s: State, unit: Unit, table: list[int], here: int, hex: int) -> Refusal:
    if hex not in s.board.grid.adjacent[here]:
        return no("6.5-a", "not_adjacent", unit=unit.name)
    if table[hex] == table[here] - 1 and hex not in barred_hexes(s, unit):
        return no("6.5-c", "nearer_to_enemy", hex=s.board.grid.number(hex))
    return no("6.5-a", "not_backwards", hex=s.board.grid.number(hex))
