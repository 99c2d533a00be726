"""Chapter 12: withdrawals, and the phases in which they are due (3.3, 3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from quadrilatero.games.custoza.answers import Done, FallBack, Move
from quadrilatero.games.custoza.board import ARTILLERY
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.fog import as_they_look
from quadrilatero.games.custoza.rules import (
    actions,
    entering,
    listing,
    losses,
    marching,
    movement,
    recovery,
    retreat,
    routes,
    sequence,
    turning,
)
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone, same_force
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes.flood import Travel
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.listing import Listing

Path = tuple[int, ...]
FARTHEST: Final = 12
"""12.1-a: nobody has to go so far to be out of enemy zones."""

# -- 12.1, 12.2 --------------------------------------------------------------------------------------------------------


def ways(s: State, units: Sequence[Unit], gone: Path = ()) -> list[Path]:
    """12.1-a, 12.2-a. The shortest ways out of enemy zones, each hex by the priorities of a retreat.

    `gone` are the hexes that the withdrawal has left behind already.
    """
    edge: list[Path] = [()]
    for _ in range(FARTHEST):
        longer: dict[int, Path] = {}
        for path in edge:
            here = path[-1] if path else units[0].hex
            for there in retreat.steps(s, units, here, (units[0].hex, *gone, *path)):
                longer.setdefault(there, (*path, there))
        out = [path for hex, path in longer.items() if is_out(s, units, hex)]
        if out or not longer:
            return out
        edge = list(longer.values())
    return []


def is_out(s: State, units: Sequence[Unit], hex: int) -> bool:
    """12.1-a, 10.5.2-a. Where a withdrawal ends: out of enemy zones, and within the stacking limit."""
    return not in_enemy_zone(s, units[0].side, hex) and retreat.may_end(s, units, hex)


def refuse_way(s: State, units: Sequence[Unit], path: Sequence[int]) -> Refusal | None:
    """12.1-a, 12.2-a. Whether a withdrawal may go this way: by the priorities, and no longer than it must be."""
    found = ways(s, units)
    if not path or (found and len(path) != len(found[0])):
        return no("12.1-a", "not_shortest")
    here, been = units[0].hex, [units[0].hex]
    for there in path:
        number = s.board.grid.numbers[there] if there >= 0 else "?"
        if there not in s.board.grid.adjacent[here]:
            return no("12.1-a", "not_adjacent", hex=number)
        if there not in retreat.steps(s, units, here, been):
            return no("12.2-a", "retreat_priority", hex=number)
        here = there
        been.append(there)
    return None if is_out(s, units, here) else no("12.1-a", "ends_in_zone", hex=s.board.grid.numbers[here])


def fall_back(s: State, units: Sequence[Unit], path: Path, flight: retreat.Flight | None = None) -> Script:
    """12.1-a, 11.5.5-a, 10.5.2-a, 10.5.2-b. A Force withdraws hex by hex without spending points; guns limber for it.

    `flight` says what a withdrawal in reaction leads away from. Reactions, and friends who went before, may change what
    lies ahead: then the rest is chosen anew.
    """
    ids = tuple(unit.id for unit in units)
    guns = [unit for unit in units if unit.kind == ARTILLERY and not unit.march]
    if any(unit.square for unit in units):
        marching.leave_square(s, units, "11.5.4.1-a")
    if guns:
        marching.limber(s, s.of([unit.id for unit in guns]), "12.1-a")
    start, facing, along = units[0].hex, units[0].facing, followers(s, units)
    s.begin(Deed("fall_back", units[0].side, ids, path=path, reaction=flight is not None))
    walked: list[int] = []
    went = True
    while went and not (walked and has_come(s, s.of(s.deed.units), flight)):
        now = s.of(s.deed.units)
        if s.deed.path[:1] and s.deed.path[0] in retreat.steps(s, now, now[0].hex, (start, *walked), flight):
            there = s.deed.path[0]
        elif (yield from choose_anew(s, now, flight, (start, *walked) if walked else ())):
            continue
        else:
            break
        if walked and found_no_room(s, now, flight):
            yield from retreat.disturb(s, walked[-1], ids)
        s.change_deed(path=s.deed.path[1:])
        went = yield from movement.step(s, there)
        walked.append(there)
    deed = s.finish()
    here = [unit for unit in s.of(deed.units) if walked and unit.hex == walked[-1]]
    if not here:
        return
    for unit in here:
        if unit.kind == "cavalry":
            s.change(s.units[unit.id], used=True)
    for id in along:
        s.move(s.units[id], here[0].hex)
    numbers = s.board.numbers(walked)
    tell_of(s, "fell_back", "12.1-a", s.of([unit.id for unit in here]), path=numbers, to=numbers[-1])
    if flight is not None and turning.has_choice(s, here):
        s.turn_to(here[0].hex, facing)


def has_come(s: State, units: Sequence[Unit], flight: retreat.Flight | None) -> bool:
    """12.1-a, 11.5.5-a, 10.5.2-a. Whether a withdrawal is over here: out of zones; in reaction, where there is room."""
    hex = units[0].hex
    return is_out(s, units, hex) if flight is None else retreat.may_end(s, units, hex)


def choose_anew(s: State, units: Sequence[Unit], flight: retreat.Flight | None, gone: Path) -> Script:
    """12.2-a, 12.3-a, 10.5.3-a. The way of a withdrawal is barred by now. Returns whether there is another.

    Who has set out and finds none is lost; in reaction nobody has to set out.
    """
    found = ways(s, units, gone) if flight is None else retreat.ways(s, units, flight, gone)
    if not found:
        for unit in as_they_look(s, units) if gone or flight is None else ():
            yield from losses.eliminate(s, unit, "no_withdrawal", "12.3-a")
        return False
    ids = [unit.id for unit in units]
    path = found[0]
    if len(found) > 1:
        answer = yield ask(
            s,
            units[0].side,
            "fall_back",
            "12.2-a",
            (FallBack,),
            lambda: [{"do": "fall_back", "units": ids, "path": s.board.numbers(path)} for path in found],
            lambda answer: (
                None
                if answer.units == ids and tuple(map(s.board.hex, answer.path or ())) in found
                else no("12.2-a", "not_listed", choices=ids)
            ),
            units=ids,
        )
        path = tuple(map(s.board.hex, answer.path or ()))
    s.change_deed(path=path)
    return True


def followers(s: State, units: Sequence[Unit]) -> list[str]:
    """10.5.4-a, 12.2-a, 2.4.2.3-c. Commanders go along with the last units that withdraw from their hex."""
    staying = len(s.stack(units[0].hex)) > len(units)
    return [] if staying else [piece.id for piece in retreat.companions(s, units[0].hex, units[0].side)]


def found_no_room(s: State, units: Sequence[Unit], flight: retreat.Flight | None) -> bool:
    """10.5.2-b: whether a Force goes on only because there is no room where its withdrawal would have ended."""
    hex = units[0].hex
    ends_here = flight is not None or not in_enemy_zone(s, units[0].side, hex)
    return ends_here and not routes.has_room(s, units, hex)


# -- 3.3: Formations that were not activated ---------------------------------------------------------------------------


def due_in_phase(s: State, side: str) -> list[Unit]:
    """3.3-b. In-command units of Formations that were not activated."""
    return s.remembered_of(side, _due_in_phase)


def _due_in_phase(s: State, side: str) -> list[Unit]:
    return [
        unit
        for unit in s.on_map(side)
        if unit.type != "fortress"
        and not unit.ooc
        and not unit.reserve
        and unit.formation is not None
        and s.formations[unit.formation].this_turn != "activated"
    ]


def must_withdraw(s: State, units: Sequence[Unit]) -> list[Unit]:
    """3.3-b, 3.4-b, 4.1.1-a. Those of these units that stand in an enemy zone and have not withdrawn yet."""
    return [unit for unit in units if unit.id not in s.acted and in_enemy_zone(s, unit.side, unit.hex)]


def lose_the_trapped(s: State, units: Sequence[Unit]) -> Script:
    """12.3-a. Who must withdraw and cannot is lost."""
    for unit in as_they_look(s, units):
        if not ways(s, [unit]):
            yield from losses.eliminate(s, unit, "no_withdrawal", "12.3-a")


def phase_step(s: State) -> Script:
    """3.3-a, 3.3-b, 3.3-c. One withdrawal; when all are out the units recover, and it is the other side's turn.

    17.1-c: so do those of Formations In Reserve.
    """
    side = s.next
    yield from lose_the_trapped(s, must_withdraw(s, due_in_phase(s, side)))
    waiting = must_withdraw(s, due_in_phase(s, side))
    if not waiting:
        yield from recovery.after_phase(s, due_in_phase(s, side))
        yield from recovery.in_reserve(s, side)
        yield from marching.idle_commanders_move(s, side)
        sequence.next_side(s, "ooc")
        return
    answer = yield ask(
        s,
        side,
        "fall_back",
        "3.3-b",
        (FallBack,),
        lambda: listed(s, waiting),
        lambda answer: refuse_fall_back(s, waiting, answer),
        units=[unit.id for unit in waiting],
    )
    yield from withdraw(s, answer)


def listed(s: State, waiting: Sequence[Unit]) -> list[Plain]:
    """12.2-a: every withdrawal of a Force or a single unit that is listed."""
    found: list[Plain] = []
    for hex in dict.fromkeys(unit.hex for unit in waiting):
        for units in retreat.groups([unit for unit in waiting if unit.hex == hex]):
            ids = [unit.id for unit in units]
            found += [{"do": "fall_back", "units": ids, "path": s.board.numbers(path)} for path in ways(s, units)]
    return found


def refuse_fall_back(s: State, waiting: Sequence[Unit], answer: FallBack) -> Refusal | None:
    """12.1-a, 2.8-b. A withdrawal of units that are due for it, as one Force, one way."""
    ids = {unit.id for unit in waiting}
    if not answer.units or not set(answer.units) <= ids or answer.path is None or answer.paths is not None:
        return no("12.1-a", "no_need_to_fall_back", units=answer.units)
    units = s.of(answer.units)
    if not same_force(units):
        return no("2.8-b", "not_one_force")
    return refuse_way(s, units, [s.board.hex(number) for number in answer.path])


def withdraw(s: State, answer: FallBack) -> Script:
    """12.1-b. A withdrawal outside a reaction; then the Force may turn."""
    path = tuple(map(s.board.hex, answer.path or ()))
    ids = answer.units
    yield from fall_back(s, s.of(ids), path)
    actions.record(s, s.of(ids), "fall_back", 0)
    left = [unit for unit in s.of(ids) if unit.hex >= 0]
    if left and len({unit.hex for unit in left}) == 1:
        turning.turn_later(s, left, "12.1-a")


# -- 3.4: units out of command -----------------------------------------------------------------------------------------


def strays(s: State, side: str) -> list[Unit]:
    """3.4-a, 4.4-c. Units out of command, and units of the Reserve that nobody took along."""
    return s.remembered_of(side, _strays)


def _strays(s: State, side: str) -> list[Unit]:
    return [
        unit
        for unit in s.on_map(side)
        if unit.type != "fortress" and (unit.ooc or (unit.reserve and not unit.used)) and not unit.is_piece
    ]


def ooc_step(s: State) -> Script:
    """3.4-a, 3.4-b, 3.4-d, 21.4-a. A unit out of command moves, withdraws or comes in, or it is over; Generals last."""
    side = s.next
    yield from lose_the_trapped(s, must_withdraw(s, strays(s, side)))
    able = [unit for unit in strays(s, side) if unit.id not in s.acted]
    must = must_withdraw(s, able)
    coming = entering.lone_units(s, side)
    if not able and not coming:
        yield from end_of_strays(s, side)
        return

    def options() -> Listing:
        bound = {unit.id for unit in must}
        free = [part for unit in able if unit.id not in bound for part in moves(s, unit)]
        entries = [entering.lone_entries(s, unit) for unit in coming]
        return Listing([listed(s, must), *free, *entries, [] if must else [{"do": "done"}]])

    def refuse(answer: Move | FallBack | Done) -> Refusal | None:
        if isinstance(answer, Done):
            return no("3.4-b", "must_fall_back", units=[unit.id for unit in must]) if must else None
        if isinstance(answer, FallBack):
            return refuse_fall_back(s, must, answer)
        newcomer = next((unit for unit in coming if answer.units == [unit.id]), None)
        return entering.refuse_lone(s, newcomer, answer) if newcomer else refuse_stray(s, able, must, answer)

    answer = yield ask(
        s,
        side,
        "ooc",
        "3.4-a",
        (Move, FallBack, Done),
        options,
        refuse,
        certain=True,
        units=[unit.id for unit in (*able, *coming)],
        must=[unit.id for unit in must],
    )
    if isinstance(answer, FallBack):
        yield from withdraw(s, answer)
    elif isinstance(answer, Move) and s.units[answer.units[0]].hex < 0:
        yield from entering.enter(s, s.units[answer.units[0]], answer, "21.4-a")
    elif isinstance(answer, Move):
        yield from stray(s, answer)
    else:
        yield from end_of_strays(s, side)


def end_of_strays(s: State, side: str) -> Script:
    """3.4-a, 7.10-c. Recovery of those out of command; the General of the side moves when all of it is done."""
    yield from recovery.after_phase(s, strays(s, side))
    if s.mode == "base":
        yield from marching.general_moves(s, side)
    sequence.next_side(s, "end" if s.mode == "base" else "march")


def goal(s: State, unit: Unit) -> int:
    """4.1.1-b: the hex of the commander that a unit out of command has to approach; -1 for units of the Reserve."""
    commander = s.commander(unit.formation) if unit.formation and not unit.reserve else None
    return commander.hex if commander is not None else -1


def moves(s: State, unit: Unit) -> Iterator[listing.Moves]:
    """3.4-c: the moves of a stray that are listed, over the ground and in March Movement."""
    for march in (False, True):
        if unit.kind == ARTILLERY and not march:
            continue
        points = movement.points_for([unit], march)
        found = routes.reach(s, [unit], points, march)
        hexes = nearer_hexes(s, unit, march, found)
        yield listing.moves_to(s, [unit.id], hexes, found, {"march": march} if march != unit.march else {})


def nearer_hexes(s: State, unit: Unit, march: bool, found: Travel) -> Sequence[int]:
    """4.1.1-b: of the hexes that a stray can come to those nearer to its commander; kept while they are the same."""
    to = goal(s, unit)
    if to < 0:
        return found.hexes
    known: tuple[Travel, int, list[int]] | None = s.listed.get(("nearer", unit.id, march))
    if known is None or known[0] is not found or known[1] != to:
        grid, own = s.board.grid, s.board.grid.distance(unit.hex, to)
        known = found, to, [hex for hex in found.hexes if grid.distance(hex, to) < own]
        s.listed["nearer", unit.id, march] = known
    return known[2]


def is_nearer(s: State, unit: Unit, hex: int) -> bool:
    """4.1.1-b, 3.4-c. A stray that moves ends nearer to its commander, in hexes."""
    to, distance = goal(s, unit), s.board.grid.distance
    return to < 0 or distance(hex, to) < distance(unit.hex, to)


def refuse_stray(s: State, able: Sequence[Unit], must: Sequence[Unit], answer: Move) -> Refusal | None:
    """4.1.1-a, 4.1.1-b. The move of one unit out of command."""
    if len(answer.units) != 1 or answer.units[0] not in {unit.id for unit in able}:
        return no("3.4-a", "not_listed", choices=[unit.id for unit in able])
    unit = s.units[answer.units[0]]
    if unit in must:
        return no("4.1.1-a", "must_fall_back", units=[unit.id])
    if refusal := movement.refuse_move(s, [unit], answer):
        return refusal
    end = s.board.hex(answer.path[-1]) if answer.path else unit.hex
    if answer.path and not is_nearer(s, unit, end):
        return no("4.1.1-b", "not_nearer", hex=answer.path[-1])
    return None


def stray(s: State, answer: Move) -> Script:
    """3.4-a: a unit out of command moves by itself."""
    (unit,) = s.of(answer.units)
    path = tuple(map(s.board.hex, answer.path))
    march = marching.after_change([unit], answer.march, moving=bool(path))
    spent = routes.budget([unit]) - movement.points_for([unit], march)
    marching.change(s, [unit], march)
    s.begin(Deed("ooc", unit.side, (unit.id,), mp=spent, path=path))
    yield from movement.walk(s)
    deed = s.finish()
    actions.record(s, s.of(answer.units), "move", deed.mp)
    movement.face_after(s, [unit for unit in s.of(answer.units) if unit.hex >= 0], deed)
