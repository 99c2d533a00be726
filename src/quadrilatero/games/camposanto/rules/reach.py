"""Where units can go by chapter 6, listed fast: the verdicts are those of `movement`, the searching is ours."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.camposanto.board import CACHE_LIMIT, ENEMY, Board, Goals, Listed, Moves, Reach, without
from quadrilatero.games.camposanto.rules.movement import (
    POINTS,
    may_stack,
    movement_points,
    refuse_entering_zoc,
)
from quadrilatero.games.camposanto.rules.zones import barred_hexes, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.hexes import HexSet, flood
from quadrilatero.hexes.hexset import bit
from quadrilatero.kernel import Plain
from quadrilatero.kernel.listing import Listing

SHARES = {a: tuple(b for b in POINTS if may_stack(a, (b,), marshal_shares=False)) for a in POINTS}


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
    zoc = [hex for enemy in held for hex in board.grid.adjacent[enemy]]
    closed = barred if zoc_allowed else [*zoc, *barred]
    numbers = board.grid.numbers
    found: dict[int, list[str]] = {start: []}
    for hex, before in flood(board.ways, start, left, barred=closed, stop=zoc).items():
        found[hex] = [*found[before], numbers[hex]]
    del found[start]
    return Reach(found)


def full_hexes(s: State, side: str, kind: str) -> int:
    """6.2-c: the mask of an army's hexes where none of its units of this type can end a move."""
    full = s.counters[side].mask
    if s.options["marshal_stacking"] == "shared":
        shared = [hex for hex in HexSet(full) if may_stack(kind, s.types(hex, side), marshal_shares=True)]
        return full & ~HexSet.of(shared).mask
    units, at, arms = s.units, s.at, s.arms[side]
    for arm in SHARES[kind]:
        for id in arms[arm]:
            friend = units.get(id)
            if friend is not None and len(at[friend.hex]) == 1:
                full ^= bit(friend.hex)
    return full


def destinations(s: State, unit: Unit, left: int, from_zoc: bool) -> list[list[str]]:
    """6: the ways to where a unit can end a move of so many points."""
    reached = reach(s, unit, left, refuse_entering_zoc(s, unit, from_zoc) is None)
    return list(without(reached.ways, reached.hexes.mask & full_hexes(s, unit.side, unit.type)).values())


def move_options(s: State, units: list[Unit]) -> Listing:
    """6: every unit's turn on the spot and destinations, then the end of the step."""
    options: list[Sequence[Plain]] = []
    full: dict[str, int] = {}
    for unit in units:
        if unit.type not in full:
            full[unit.type] = full_hexes(s, unit.side, unit.type)
        options.append(moves(s, unit, full[unit.type]))
    options.append([{"do": "done"}])
    return Listing(options)


def moves(s: State, unit: Unit, full: int) -> Moves:
    """6: a unit's turn on the spot and destinations as answers, which of its army's hexes are full being known.

    Most units can do what they could a question ago, so the list is kept with all that it follows from: the unit as it
    stands, the enemies, the wing's state and the hour (which change its points and whether it may enter a ZOC).
    """
    enemy = ENEMY[unit.side]
    held, counters, state, turn = s.held[enemy], s.counters[enemy], s.acting().state, s.turn
    known = unit.listed
    if (
        known is not None
        and known.held is held
        and known.counters is counters
        and known.state == state
        and known.turn == turn
    ):
        goals = known.goals
        closed = goals.reach.hexes.mask & full
        if known.moves.closed == closed:
            return known.moves
    else:
        from_zoc = in_zoc(s, unit.side, unit.hex)
        reached = reach(s, unit, movement_points(s, unit), refuse_entering_zoc(s, unit, from_zoc) is None)
        goals = Goals(unit.id, reached, turns=unit.type != "marshal")
        closed = reached.hexes.mask & full
    found = Moves(goals, closed)
    unit.listed = Listed((held, counters), (state, turn), goals, found)
    return found
