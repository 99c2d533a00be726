"""Chapter 6: movement points, moving in zones of control, stacking (6.2) and terrain (6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quadrilatero.games.camposanto.answers import Done, GoOn, Move, Stop
from quadrilatero.games.camposanto.board import CACHE_LIMIT, ENEMY, Board, Reach
from quadrilatero.games.camposanto.rules import artillery, commanders, fall_back, light_infantry
from quadrilatero.games.camposanto.rules.activation import (
    activations_left,
    extra_movement,
    may_change_zoc,
    may_enter_zoc,
    refuse_turn_to_act,
)
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.evening import movement_change
from quadrilatero.games.camposanto.rules.zones import choose_facing, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script

POINTS = {"infantry": 3, "light": 3, "cavalry": 4, "marshal": 4, "artillery": 1}
POINTS_RULE = {"infantry": "6-b", "light": "6-b", "cavalry": "6-c", "marshal": "6-c", "artillery": "6-d"}


def movement_points(s: State, unit: Unit) -> int:
    """6-b, 6-c, 6-d, 10.1-a, aid.move-a. Foot 3, horse and Marshals 4, guns 1; changed by 5.1-b and 11-a."""
    return max(0, POINTS[unit.type] + extra_movement(s.acting()) + movement_change(s))


def refuse_length(s: State, unit: Unit, length: int, left: int) -> Refusal | None:
    """6-a. Every hex entered costs one movement point, whatever its terrain."""
    if length <= left:
        return None
    rule = "11-a" if movement_change(s) and length == left + 1 else POINTS_RULE[unit.type]
    return no(rule, "too_far", unit=unit.name, points=left)


def refuse_step(s: State, unit: Unit, here: int, hex: int) -> Refusal | None:
    """6-e. A move goes from hex to adjacent hex, never into one that an enemy combat unit holds."""
    board = s.board
    if hex < 0 or hex not in board.grid.adjacent[here]:
        return no("6-e", "not_adjacent", unit=unit.name)
    if refusal := refuse_terrain(board, hex):
        return refusal
    return None if may_pass(s, unit, hex) else no("6-e", "enemy_in_hex", hex=board.grid.number(hex))


def refuse_zoc(s: State, unit: Unit, hex: int, *, from_zoc: bool, last: bool) -> Refusal | None:
    """6.1-e. Who enters an enemy ZOC must stop there."""
    if not in_zoc(s, unit.side, hex):
        return None
    if refusal := refuse_entering_zoc(s, unit, from_zoc):
        return refusal
    return None if last else no("6.1-e", "stop_in_zoc", unit=unit.name, hex=s.board.grid.number(hex))


def refuse_entering_zoc(s: State, unit: Unit, from_zoc: bool) -> Refusal | None:
    """6.1-f. A move begun in an enemy ZOC enters no other, except an Impetuous wing's; some units never enter one."""
    if refusal := commanders.refuse_marshal_in_zoc(unit):
        return refusal
    if refusal := artillery.refuse_gun_in_zoc(unit):
        return refusal
    if not may_enter_zoc(s.acting()):
        return no("5.4-b", "titubant_in_zoc", unit=unit.name)
    if from_zoc and not may_change_zoc(s.acting()):
        return no("6.1-f", "zoc_to_zoc", unit=unit.name)
    return None


def refuse_stacking(s: State, unit: Unit, hex: int) -> Refusal | None:
    """6.2-a, 6.2-c. One regiment to a hex, and no move ends on friends but to form the stacks of 9.2 and 10.1."""
    friends = [other for other in s.stack(hex) if other.id != unit.id and other.side == unit.side]
    if s.options["marshal_stacking"] == "shared":
        friends = [other for other in friends if is_combat(other)] if is_combat(unit) else []
    if not friends:
        return None
    together = sorted([unit.type, *(friend.type for friend in friends)])
    if together in (artillery.STACK, light_infantry.STACK):
        return None
    where = s.board.grid.number(hex)
    if "marshal" in together:
        return no("6.2-c", "friend_in_hex", unit=unit.name, hex=where)
    return (
        artillery.refuse_gun_stack(together, where)
        or light_infantry.refuse_light_stack(together, where)
        or no("6.2-c", "friend_in_hex", unit=unit.name, hex=where)
    )


def may_pass(s: State, unit: Unit, hex: int) -> bool:
    """6.2-b. Friends never bar the way; an enemy Marshal does not bar a combat unit, which puts him to flight."""
    if s.held[ENEMY[unit.side]] >> hex & 1:
        return False
    return is_combat(unit) or all(other.side == unit.side for other in s.stack(hex))


def refuse_terrain(board: Board, hex: int) -> Refusal | None:
    """6.3-a, 6.3-c. The Panaro is crossed by the pontoon hex only, and nobody enters the pond."""
    if board.open >> hex & 1:
        return None
    number = board.grid.number(hex)
    return no("6.3-c", "pond", hex=number) if board.pond >> hex & 1 else no("6.3-a", "river", hex=number)


# -- a whole move --------------------------------------------------------------------------------------------------


def refuse_path(s: State, unit: Unit, path: Sequence[int], left: int, from_zoc: bool) -> Refusal | None:
    """6: the hexes of a path one by one, then the place where it ends."""
    if refusal := refuse_length(s, unit, len(path), left):
        return refusal
    here = unit.hex
    for number, hex in enumerate(path, 1):
        refusal = refuse_step(s, unit, here, hex) or refuse_zoc(
            s, unit, hex, from_zoc=from_zoc, last=number == len(path)
        )
        if refusal:
            return refusal
        here = hex
    return refuse_stacking(s, unit, here) if path else None


def refuse_move(s: State, answer: Move | Done) -> Refusal | None:
    """6: whether a unit may be moved so, or the step be ended."""
    if isinstance(answer, Done):
        return no("5.5-a", "no_side_here") if answer.start else None
    unit = s.units.get(answer.unit)
    if unit is None:
        return no("5.5-b", "no_such_unit", unit=answer.unit)
    if refusal := refuse_turn_to_act(s, unit):
        return refusal
    if not answer.path:
        return no("8.2-a", "marshal_has_no_front", unit=unit.name) if unit.type == "marshal" else None
    path = [s.board.hex(number) for number in answer.path]
    return refuse_path(s, unit, path, movement_points(s, unit), in_zoc(s, unit.side, unit.hex))


def reach(s: State, unit: Unit, left: int, zoc_allowed: bool) -> Reach:
    """6: every hex that a unit can come to, friends left aside, each with one shortest path.

    What lies beyond its points cannot matter, so the answer is kept for the same enemies nearby.
    """
    board = s.board
    enemies = s.held[ENEMY[unit.side]] & board.grid.within(unit.hex, left + 1)
    if unit.type == "marshal":
        # An enemy Marshal bars another Marshal but has no ZOC: he is noted above the bits of the map.
        for other in s.of_side(ENEMY[unit.side]):
            if other.type == "marshal":
                enemies |= 1 << other.hex << board.grid.size
    key = (unit.hex, left, zoc_allowed, enemies)
    known = board.reaches.get(key)
    if known is None:
        if len(board.reaches) >= CACHE_LIMIT:
            board.reaches.clear()
        known = board.reaches[key] = _flood(board, unit.hex, left, zoc_allowed, enemies)
    return known


def _flood(board: Board, start: int, left: int, zoc_allowed: bool, enemies: int) -> Reach:
    size, adjacent, ways = board.grid.size, board.grid.adjacent_mask, board.ways
    blocked = enemies | enemies >> size
    held = enemies & ((1 << size) - 1)
    numbers = board.grid.numbers
    seen = {start}
    found: list[tuple[int, list[str]]] = []
    border: list[tuple[int, list[str]]] = [(start, [])]
    for _ in range(left):
        following: list[tuple[int, list[str]]] = []
        for here, path in border:
            for hex in ways[here]:
                if hex in seen or blocked >> hex & 1:
                    continue
                zoc = adjacent[hex] & held
                if zoc and not zoc_allowed:
                    continue
                seen.add(hex)
                longer = [*path, numbers[hex]]
                found.append((hex, longer))
                if not zoc:
                    following.append((hex, longer))
        border = following
    return tuple(found)


def destinations(s: State, unit: Unit, left: int, from_zoc: bool) -> list[tuple[int, list[str]]]:
    """6: where a unit can end a move of so many points."""
    zoc_allowed = refuse_entering_zoc(s, unit, from_zoc) is None
    at = s.at
    return [
        (hex, path)
        for hex, path in reach(s, unit, left, zoc_allowed)
        if hex not in at or refuse_stacking(s, unit, hex) is None
    ]


def move_options(s: State, units: list[Unit]) -> list[Plain]:
    """6: every unit's turn on the spot and destinations, then the end of the step."""
    options: list[Plain] = []
    at, board = s.at, s.board
    for unit in units:
        left = movement_points(s, unit)
        from_zoc = in_zoc(s, unit.side, unit.hex)
        zoc_allowed = refuse_entering_zoc(s, unit, from_zoc) is None
        found = reach(s, unit, left, zoc_allowed)
        key = (unit.id, id(found))
        listed = board.move_options.get(key)
        if listed is None or listed[0] is not found:
            if len(board.move_options) >= CACHE_LIMIT:
                board.move_options.clear()
            moves = [(hex, {"do": "move", "unit": unit.id, "path": path}) for hex, path in found]
            listed = board.move_options[key] = (found, moves)
        if unit.type != "marshal":
            options.append({"do": "move", "unit": unit.id, "path": []})
        options += [option for hex, option in listed[1] if hex not in at or refuse_stacking(s, unit, hex) is None]
    options.append({"do": "done"})
    return options


def movers(s: State) -> list[Unit]:
    """5.5-b: the units that may still act in this step."""
    return [unit for unit in s.of_wing(s.acting().side, s.acting().wing) if refuse_turn_to_act(s, unit) is None]


def movement_step(s: State) -> Script:
    """5.5-a: the wing's units move one at a time, then its Marshal."""
    units = movers(s)
    if not units:
        return None
    active = s.acting()
    answer = yield ask(
        active.side,
        "move",
        "8.2-c" if active.step == "marshal" else "6-e",
        (Move, Done),
        lambda: move_options(s, units),
        lambda answer: refuse_move(s, answer),
        certain=True,
        wing=active.wing,
        step=active.step,
        units=[unit.id for unit in units],
        left=activations_left(s),
    )
    if isinstance(answer, Done):
        return False
    unit = s.units[answer.unit]
    if is_combat(unit):
        s.change_active(activated=(*active.activated, unit.id))
    if answer.path:
        s.change_active(moved=(*s.acting().moved, unit.id))
    yield from move_unit(s, unit, [s.board.hex(number) for number in answer.path])
    return True


def move_unit(s: State, unit: Unit, path: list[int]) -> Script:
    """6-e: hex by hex; at each one the other side reacts first, and only then the unit goes on or faces."""
    left = movement_points(s, unit)
    from_zoc = in_zoc(s, unit.side, unit.hex)
    walked: list[int] = []
    while path:
        hex, path = path[0], path[1:]
        if hex in s.at and s.stack(hex)[0].side != unit.side:
            yield from commanders.flee_from_hex(s, unit, hex)
        unit = s.move(unit, hex)
        walked.append(hex)
        left -= 1
        if not _somebody_near(s, unit):
            continue
        tell_moved(s, unit, walked)
        walked = []
        halted = yield from fall_back.reactions(s, unit)
        fled = yield from commanders.marshals_flee(s, unit)
        if halted:
            break
        if fled and (not path or refuse_path(s, unit, path, left, from_zoc)):
            path = yield from go_on(s, unit, left, from_zoc)
    tell_moved(s, unit, walked)
    if is_combat(unit):
        yield from choose_facing(s, unit, "6.1-c" if unit.id in s.acting().moved else "6.1-d")


def _somebody_near(s: State, unit: Unit) -> bool:
    """Whether an enemy counter stands next to a unit, so that a reaction may be due."""
    at, units, side = s.at, s.units, unit.side
    return any(hex in at and units[at[hex][0]].side != side for hex in s.board.grid.adjacent[unit.hex])


def go_on(s: State, unit: Unit, left: int, from_zoc: bool) -> Script:
    """8.2-g. Who made a Marshal flee may go on with the points that are left. Returns the path."""
    if left <= 0 or in_zoc(s, unit.side, unit.hex):
        return []
    further = destinations(s, unit, left, from_zoc)
    if not further:
        return []

    def options() -> list[Plain]:
        return [*({"do": "go_on", "path": path} for _, path in further), {"do": "stop"}]

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return refuse_stacking(s, unit, unit.hex)
        if not answer.path:
            return no("8.2-g", "empty_path")
        return refuse_path(s, unit, [s.board.hex(number) for number in answer.path], left, from_zoc)

    answer = yield ask(
        unit.side,
        "go_on",
        "8.2-g",
        (GoOn, Stop),
        options,
        refuse,
        certain=True,
        unit=unit.id,
        name=unit.name,
        left=left,
    )
    return [] if isinstance(answer, Stop) else [s.board.hex(number) for number in answer.path]


def tell_moved(s: State, unit: Unit, walked: list[int]) -> None:
    """The hexes a unit has just walked, as an event."""
    if walked:
        path: list[Any] = s.board.numbers(walked)
        tell(s, "moved", "6-e", unit=unit.id, name=unit.name, path=path, to=path[-1])
