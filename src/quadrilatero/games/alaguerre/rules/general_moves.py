"""Chapter 5.2.1, 5.3.1, 2.7.5: how generals move."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import Move, To
from quadrilatero.games.alaguerre.rules import terrain
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.formations import is_under, unit_with
from quadrilatero.games.alaguerre.rules.rates import GENERAL
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import General, Pose, State
from quadrilatero.games.alaguerre.telling import at_fault, no, tell, um
from quadrilatero.kernel import Refusal
from quadrilatero.table import bearing, first_touch, overlaps, overlaps_any, shift, span

AROUND = tuple(range(0, 36000, 1500))


def refuse_general(s: State, general: General) -> Refusal | None:
    """10.3.1-d, 5.2-a. Why a general has no move: he is wounded and stays with his unit, or he has moved."""
    if general.moved:
        return no("5.2-a", "has_moved", name=general.name)
    if general.state == "wounded" and general.until is not None and (s.turn, s.impulse) <= tuple(general.until):
        return no("10.3.1-d", "wounded_stays", name=general.name)
    return None


def refuse_move(s: State, general: General, answer: Move) -> Refusal | None:
    """5.2.1-a, 5.2-t9, 5.1-h, 2.7.5-d. From place to place, 10um in all, past friends but no enemy base."""
    if refusal := refuse_general(s, general):
        return refusal
    gone = 0
    x, y = general.at or (0, 0)
    foes = s.foes_of(general.side)
    for number, step in enumerate(answer.path):
        if not isinstance(step, To):
            return at_fault(no("5.2.1-a", "generals_go_to", name=general.name), number, general.id)
        to_x, to_y = step.at
        by = span(x, y, to_x, to_y)
        gone += by
        if gone > GENERAL:
            return at_fault(no("5.2-t9", "too_far", left=GENERAL, um=um(GENERAL)), number, general.id)
        square = (x, y + UM // 2, 0, UM, UM)
        if by and first_touch(square, bearing(x, y, to_x, to_y), by, foes)[1] >= 0:
            return at_fault(no("5.1-h", "touches_enemy"), number, general.id)
        x, y = to_x, to_y
    if refusal := refuse_place(s, general, (x, y + UM // 2, 0, UM, UM)):
        return at_fault(refusal, len(answer.path) - 1, general.id)
    return None


def refuse_place(s: State, general: General, square: Pose) -> Refusal | None:
    """2.7.5-d, 5.3.1-b. Where a general may stand: on nobody, on the table, beside units of his own command only."""
    if not terrain.is_on_table(s, square):
        return no("5.2-a", "off_the_table")
    for base in s.on_table(general.side):
        if not touches(square, base.pose):
            continue
        if overlaps(square, base.pose):
            return no("5.3.1-b", "ends_on_friend", target=base.name)
        if not is_under(s, base, general):
            return no("2.7.5-d", "not_his_command", target=base.name)
    for other in s.present():
        if other.id != general.id and overlaps(square, other.pose):
            return no("5.3.1-b", "ends_on_friend", target=other.name)
    return None


def move(s: State, general: General, answer: Move) -> None:
    """5.2.1-a, 5.3.1-a, 2.7.5-c. A general moves; who is with him stays."""
    before_him = unit_with(s, general)
    x, y = general.at or (0, 0)
    before, gone = [x, y], 0
    for step in answer.path:
        assert isinstance(step, To)
        gone += span(x, y, *step.at)
        x, y = step.at
    general = s.lead(general, at=(x, y), moved=max(1, gone))
    if gone:
        told = {"from": {"at": before}, "to": {"at": [x, y]}}
        tell(s, "moved", "5.2.1-a", unit=general.id, why="move", distance=gone, **told)
    beside = unit_with(s, general)
    if (beside and beside.id) != (before_him and before_him.id):
        unit = beside or before_him
        assert unit is not None
        what = "left" if beside is None else "attached"
        tell(s, "general", "2.7.5-c", general=general.id, what=what, unit=unit.id)


def make_room(s: State, poses: list[Pose]) -> None:
    """5.3.1-b. Generals on whom a unit has come to stand are moved as little as can be."""
    for general in list(s.present()):
        if overlaps_any(general.pose, poses) < 0:
            continue
        others = [base.pose for base in s.on_table()]
        others += [other.pose for other in s.present() if other.id != general.id]
        for by in range(50, 6 * UM, 50):
            around = [shift(general.pose, way, by) for way in AROUND]
            free = [there for there in around if overlaps_any(there, others) < 0 and terrain.is_on_table(s, there)]
            if free:
                s.lead(general, at=(free[0][0], free[0][1] - UM // 2))
                break
