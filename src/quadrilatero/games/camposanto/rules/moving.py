"""Chapter 6: a unit's move as it is carried out, with the reactions of 6.4 and 8.2 in between."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Done, GoOn, Move, Stop
from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.rules import commanders, fall_back
from quadrilatero.games.camposanto.rules.activation import activations_left
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_move, refuse_path, refuse_stacking
from quadrilatero.games.camposanto.rules.reach import destinations, move_options
from quadrilatero.games.camposanto.rules.zones import choose_facing, in_zoc
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.kernel import Plain, Refusal, Script


def movers(s: State) -> list[Unit]:
    """5.1-a, 5.2-a, 8.2-d. Who may still act in this step: `refuse_turn_to_act` in short, for the whole wing.

    The Marshal may always, whatever the state of his wing and beside its activations.
    """
    active, units = s.acting(), s.units
    marshals = active.step == "marshal"
    if not marshals and activations_left(s) == 0:
        return []
    done = active.moved if marshals else active.activated
    return [
        unit
        for id in s.members[active.key]
        if id in units and id not in done and ((unit := units[id]).type == "marshal") == marshals
    ]


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
        certain=active.step != "marshal",
        wing=active.wing,
        step=active.step,
        units=[unit.id for unit in units],
        left=activations_left(s),
    )
    if isinstance(answer, Done):
        return False
    unit = s.units[answer.unit]
    if is_combat(unit):
        active.activated = (*active.activated, unit.id)
    if answer.path:
        active.moved = (*active.moved, unit.id)
    yield from move_unit(s, unit, [s.board.hex(number) for number in answer.path])
    return True


def move_unit(s: State, unit: Unit, path: list[int]) -> Script:
    """6-e: hex by hex; at each one the other side reacts first, and only then the unit goes on or faces."""
    left = movement_points(s, unit)
    from_zoc = in_zoc(s, unit.side, unit.hex)
    walked: list[int] = []
    while path:
        hex, path = path[0], path[1:]
        left -= 1
        walked.append(hex)
        watched = is_near_enemies(s, unit, hex)
        if path and not watched:
            continue
        if watched:
            yield from commanders.flee_from_hex(s, unit, hex)
        unit = s.move(unit, hex)
        tell_moved(s, unit, walked)
        walked = []
        if not watched:
            break
        halted = yield from fall_back.reactions(s, unit)
        fled = yield from commanders.marshals_flee(s, unit)
        if halted:
            break
        if fled and (not path or refuse_path(s, unit, path, left, from_zoc)):
            path = yield from go_on(s, unit, left, from_zoc)
    if is_combat(unit):
        s.acting().facing = unit.id


def face_step(s: State) -> Script:
    """6.1-c: the unit that has just moved, or that only turns, chooses its facing."""
    active = s.acting()
    unit = s.units[active.facing or ""]
    yield from choose_facing(s, unit, "6.1-c" if unit.id in active.moved else "6.1-d")
    active.facing = None


def is_near_enemies(s: State, unit: Unit, hex: int) -> bool:
    """Whether an enemy counter stands next to a hex or in it, so that a reaction may be due there."""
    return s.board.grid.within(hex, 1).meets(s.counters[ENEMY[unit.side]])


def go_on(s: State, unit: Unit, left: int, from_zoc: bool) -> Script:
    """8.2-g. Who made a Marshal flee may go on with the points that are left. Returns the path."""
    if left <= 0 or in_zoc(s, unit.side, unit.hex):
        return []
    further = destinations(s, unit, left, from_zoc)
    if not further:
        return []

    def options() -> list[Plain]:
        stop = [] if refuse_stacking(s, unit, unit.hex) else [{"do": "stop"}]
        return [*({"do": "go_on", "path": path} for path in further), *stop]

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
        unit=unit.id,
        name=unit.name,
        left=left,
    )
    return [] if isinstance(answer, Stop) else [s.board.hex(number) for number in answer.path]


def tell_moved(s: State, unit: Unit, walked: list[int]) -> None:
    """The hexes a unit has just walked, as an event."""
    path = s.board.numbers(walked)
    tell(s, "moved", "6-e", unit=unit.id, name=unit.name, path=path, to=path[-1])
