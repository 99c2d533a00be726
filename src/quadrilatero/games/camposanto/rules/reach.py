"""Where units can go by chapter 6, listed fast: the verdicts are those of `movement`, the searching is ours."""

from __future__ import annotations

from quadrilatero.games.camposanto.board import CACHE_LIMIT, ENEMY, Board, Reach
from quadrilatero.games.camposanto.rules.movement import (
    POINTS,
    may_stack,
    movement_points,
    refuse_entering_zoc,
    refuse_stacking,
)
from quadrilatero.games.camposanto.rules.zones import barred_hexes, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.hexes import HexSet, flood
from quadrilatero.kernel import Plain

SHARES = {a: frozenset(b for b in POINTS if may_stack(a, (b,), marshal_shares=False)) for a in POINTS}


def may_end(s: State, unit: Unit, hex: int) -> bool:
    """6.2-c: the short way to the same verdict for a hex that is not empty."""
    there = s.at[hex]
    if len(there) > 1 or s.options["marshal_stacking"] == "shared":
        return refuse_stacking(s, unit, hex) is None
    other = s.units[there[0]]
    return other.side != unit.side or other.type in SHARES[unit.type]


def reach(s: State, unit: Unit, left: int, zoc_allowed: bool) -> Reach:
    """6: every hex that a unit can come to, friends left aside, each with one shortest path.

    Enemies too far off to bar a hex or, where no ZOC may be entered, to watch one cannot matter, so the answer is kept
    for the same enemies nearby. The key is made of masks, for every unit is asked about at every question.
    """
    near = s.board.grid.within(unit.hex, left if zoc_allowed else left + 1).mask
    held = s.held[ENEMY[unit.side]].mask & near
    barred = barred_hexes(s, unit).mask & near
    key = (unit.hex, left, zoc_allowed or not held, held, barred)
    reaches = s.board.reaches
    known = reaches.get(key)
    if known is None:
        if len(reaches) >= CACHE_LIMIT:
            reaches.clear()
        known = reaches[key] = _search(s.board, unit.hex, left, zoc_allowed, HexSet(held), HexSet(barred))
    return known


def _search(board: Board, start: int, left: int, zoc_allowed: bool, held: HexSet, barred: HexSet) -> Reach:
    zoc = {hex for enemy in held for hex in board.grid.adjacent[enemy]}
    closed = barred if zoc_allowed else zoc.union(barred)
    numbers = board.grid.numbers
    found: Reach = {start: []}
    for hex, before in flood(board.ways, start, left, barred=closed, stop=zoc).items():
        found[hex] = [*found[before], numbers[hex]]
    del found[start]
    return found


def taken(s: State, unit: Unit, ways: Reach) -> list[int]:
    """6.2-c: the hexes among these where a unit cannot end its move, in board order."""
    return sorted([hex for hex in ways.keys() & s.at.keys() if not may_end(s, unit, hex)])


def without(ways: Reach, closed: list[int]) -> list[list[str]]:
    """The paths to all hexes but these."""
    if closed:
        ways = ways.copy()
        for hex in closed:
            del ways[hex]
    return list(ways.values())


def destinations(s: State, unit: Unit, left: int, from_zoc: bool) -> list[list[str]]:
    """6: the ways to where a unit can end a move of so many points."""
    ways = reach(s, unit, left, refuse_entering_zoc(s, unit, from_zoc) is None)
    return without(ways, taken(s, unit, ways))


def move_options(s: State, units: list[Unit]) -> list[Plain]:
    """6: every unit's turn on the spot and destinations, then the end of the step."""
    options: list[Plain] = []
    for unit in units:
        if unit.type != "marshal":
            options.append({"do": "move", "unit": unit.id, "path": []})
        options += moves(s, unit)
    options.append({"do": "done"})
    return options


def moves(s: State, unit: Unit) -> list[Plain]:
    """6: a unit's destinations as answers. Most units can do what they could a question ago, so the list is kept."""
    from_zoc = in_zoc(s, unit.side, unit.hex)
    ways = reach(s, unit, movement_points(s, unit), refuse_entering_zoc(s, unit, from_zoc) is None)
    closed = taken(s, unit, ways)
    listed = s.board.listed
    known = listed.get(unit.id)
    if known is None or known[0] is not ways or known[1] != closed:
        if len(listed) >= CACHE_LIMIT:
            listed.clear()
        found = [{"do": "move", "unit": unit.id, "path": path} for path in without(ways, closed)]
        known = listed[unit.id] = (ways, closed, found)
    return known[2]
