"""Chapter 6: movement points, moving in zones of control, stacking (6.2) and terrain (6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.camposanto.answers import Done, Move
from quadrilatero.games.camposanto.board import Board
from quadrilatero.games.camposanto.rules import artillery, commanders, light_infantry
from quadrilatero.games.camposanto.rules.activation import (
    extra_movement,
    may_change_zoc,
    refuse_turn_to_act,
    stays_out_of_zoc,
)
from quadrilatero.games.camposanto.rules.evening import movement_change
from quadrilatero.games.camposanto.rules.zones import barred_hexes, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Refusal

POINTS = {"infantry": 3, "light": 3, "cavalry": 4, "marshal": 4, "artillery": 1}
POINTS_RULE = {"infantry": "6-b", "light": "6-b", "cavalry": "6-c", "marshal": "6-c", "artillery": "6-d"}
TOO_FAR = {
    (False, False): "too_far",
    (True, False): "too_far_impetuous",
    (False, True): "too_far_evening",
    (True, True): "too_far_impetuous_evening",
}
"""How a unit's points are told: by whether its wing is Impetuous, and whether it is Evening."""


def movement_points(s: State, unit: Unit) -> int:
    """6-b, 6-c, 6-d, 10.1-a, aid.move-a. Foot 3, horse and Marshals 4, guns 1; changed by 5.1-b and 11-a."""
    return max(0, POINTS[unit.type] + extra_movement(s.acting()) + movement_change(s))


def refuse_length(s: State, unit: Unit, length: int, left: int) -> Refusal | None:
    """6-a. Every hex entered costs one movement point, whatever its terrain."""
    if length <= left:
        return None
    rule = "11-a" if movement_change(s) and length == left + 1 else POINTS_RULE[unit.type]
    changes = bool(extra_movement(s.acting())), bool(movement_change(s))
    return no(rule, TOO_FAR[changes], unit=unit.name, points=left)


def refuse_step(s: State, unit: Unit, here: int, hex: int) -> Refusal | None:
    """6-e. A move goes from hex to adjacent hex, never into one that an enemy combat unit holds."""
    board = s.board
    if hex not in board.ways[here]:
        is_next = hex in board.grid.adjacent[here]
        return refuse_terrain(board, hex) if is_next else no("6-e", "not_adjacent", unit=unit.name)
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
    if stays_out_of_zoc(s.acting()):
        return no("5.4-b", "titubant_in_zoc", unit=unit.name)
    if from_zoc and not may_change_zoc(s.acting()):
        return no("6.1-f", "zoc_to_zoc", unit=unit.name)
    return None


def refuse_stacking(s: State, unit: Unit, hex: int) -> Refusal | None:
    """6.2-c. No move ends on friendly units but to form the stacks of 9.2 and 10.1."""
    units = s.units
    friends = tuple(units[id].type for id in s.at.get(hex, ()) if id != unit.id and units[id].side == unit.side)
    if may_stack(unit.type, friends, marshal_shares=s.options["marshal_stacking"] == "shared"):
        return None
    where = s.board.grid.number(hex)
    together = [unit.type, *friends]
    if "marshal" in together or sum(kind in ("infantry", "cavalry") for kind in together) > 1:
        return no("6.2-c", "friend_in_hex", unit=unit.name, hex=where)
    return (
        artillery.refuse_gun_stack(together, where)
        or light_infantry.refuse_light_stack(together, where)
        or no("6.2-c", "friend_in_hex", unit=unit.name, hex=where)
    )


def may_stack(kind: str, friends: tuple[str, ...], *, marshal_shares: bool) -> bool:
    """6.2-a. One infantry or cavalry unit to a hex; a gun or light foot may lie on infantry, a Marshal on nobody."""
    if marshal_shares:
        friends = () if kind == "marshal" else tuple(friend for friend in friends if friend != "marshal")
    together = sorted([kind, *friends])
    return not friends or together in (artillery.STACK, light_infantry.STACK)


def may_pass(s: State, unit: Unit, hex: int) -> bool:
    """6.2-b. Friends never bar the way; an enemy Marshal does not bar a combat unit, which puts him to flight."""
    return hex not in barred_hexes(s, unit)


def refuse_terrain(board: Board, hex: int) -> Refusal | None:
    """6.3-a, 6.3-c. The Panaro is crossed by the pontoon hex only, and nobody enters the pond."""
    if hex in board.open:
        return None
    number = board.grid.number(hex)
    return no("6.3-c", "pond", hex=number) if hex in board.pond else no("6.3-a", "river", hex=number)


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
