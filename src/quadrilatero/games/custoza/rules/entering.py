"""21.3 and 21.4: units that come in as a column behind each other, or alone, and 24.2: units that leave the map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quadrilatero.games.custoza.answers import Move
from quadrilatero.games.custoza.board import ARTILLERY, AUSTRIA, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.fog import face_up, is_open, reveal, turned_up
from quadrilatero.games.custoza.rules import (
    actions,
    deployment,
    marching,
    movement,
    reactions,
    reinforcements,
    rivers,
    routes,
)
from quadrilatero.games.custoza.rules.command import may_act
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no, tell_of, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes.flood import Travel, cheapest
from quadrilatero.hexes.flood import path as way_to
from quadrilatero.kernel import Plain, Refusal, Script

EXIT: Final = "exit"
"""24.2-j: the last step of a way that leaves the map."""

# -- 21.3: a Formation enters as a column ------------------------------------------------------------------------------


def column(s: State) -> list[Unit]:
    """21.2-a, 21.3-b. Units of the active Formation that are still to enter, in its column."""
    active = s.acting()
    waiting = [unit for unit in s.of(s.members.get(active.formation, ())) if unit.box == "due"]
    return [
        unit
        for unit in waiting
        if unit.id not in active.acted and may_act(s, unit) and not reinforcements.enters_alone(s, unit)
        if reinforcements.may_come(s, unit)
    ]


def place_in_column(s: State, hex: int, kind: str, *, march: bool) -> int:
    """21.3-b. What a unit loses for those who entered before it: a point each, on the road what the entry hex costs."""
    by_road = march and hex in s.board.roads
    return s.acting().entered * (reinforcements.entry_cost(s, hex, kind, march=True) if by_road else MP)


def points_left(s: State, unit: Unit, hex: int, *, march: bool) -> int:
    """21.1-a, 21.3-b, 21.4-a. The points of a unit once it has entered by a hex; below none it cannot."""
    behind = place_in_column(s, hex, unit.kind, march=march) if s.active is not None else 0
    return routes.budget([unit]) - behind - reinforcements.entry_cost(s, hex, unit.kind, march=march)


def at_the_edge(unit: Unit, hex: int, *, march: bool) -> Unit:
    """21.3-b: the unit as if it stood in its entry hex, for searches."""
    twin = unit.copy()
    twin.hex, twin.box, twin.march = hex, None, march
    return twin


def marches(unit: Unit, wish: bool | None) -> bool:
    """21.3-c, 7.9-a. Each unit enters in March Movement or not, as its owner likes; guns are limbered."""
    return unit.kind == ARTILLERY or bool(wish)


def entry_reach(s: State, unit: Unit, hex: int, *, march: bool) -> Travel | None:
    """21.3-b: where a unit can come to through an entry hex; None where it cannot even enter."""
    left = points_left(s, unit, hex, march=march)
    ghost = at_the_edge(unit, hex, march=march)
    if left < 0 or not routes.has_room(s, [ghost], hex) or not deployment.can_stand(s, unit, hex):
        return None
    return routes.reach(s, [ghost], left, march, start=hex)


def entries(s: State, unit: Unit) -> list[Plain]:
    """21.3-b, 21.3-c: all ways of a unit onto the map that are listed."""
    found: list[Plain] = []
    numbers = s.board.grid.numbers
    for hex in reinforcements.entries_of(s, unit):
        for march in (True,) if unit.kind == ARTILLERY else (False, True):
            travel = entry_reach(s, unit, hex, march=march)
            if travel is None:
                continue
            more = {"march": True} if march and unit.kind != ARTILLERY else {}
            ways = [
                [numbers[hex]],
                *([numbers[hex], *s.board.numbers(way_to(travel.before, end))] for end in travel.cost),
            ]
            found += [{"do": "move", "units": [unit.id], "path": path, **more} for path in ways]
    return found


def refuse_entry(s: State, unit: Unit, answer: Move) -> Refusal | None:
    """21.1-a, 21.3-b, 21.3-c, 21.5-a. A way onto the map begins with a free entry hex and goes on as any other."""
    path = [s.board.hex(number) for number in answer.path]
    open_hexes = reinforcements.entries_of(s, unit)
    if not path or path[0] not in open_hexes:
        return no("21.3-b", "column")
    march = marches(unit, answer.march)
    if refusal := marching.refuse_change(s, [at_the_edge(unit, path[0], march=march)], answer, path):
        return refusal
    if entry_reach(s, unit, path[0], march=march) is None:
        return no("21.3-b", "column")
    left, ghost = points_left(s, unit, path[0], march=march), at_the_edge(unit, path[0], march=march)
    if answer.unlimber:
        left -= routes.budget([ghost]) - movement.points_for([ghost], True, unlimber=True)
        if left < 0 or not rivers.may_unlimber(s, at_the_edge(unit, path[-1], march=march)):
            return no("7.9-b", "limbering")
    refusal = routes.refuse_path(s, [ghost], path[1:], left, march, start=path[0])
    return no("21.3-b", "column") if refusal is not None and refusal.reason == "too_far" else refusal


def enter(s: State, unit: Unit, answer: Move, rule: str) -> Script:
    """21.3-b, 21.3-c, 21.4-a, 2.2-a. A unit comes in and goes its way; who is near reacts as to any other."""
    path = tuple(map(s.board.hex, answer.path))
    march = marches(unit, answer.march)
    mp = routes.budget([unit]) - points_left(s, unit, path[0], march=march)
    friends, before = s.stack(path[0], unit.side), face_up(s, [unit])
    facing = friends[0].facing if friends else unit.facing
    s.begin(Deed("move" if s.active is not None else "ooc", unit.side, (unit.id,), mp=mp, path=path[1:]))
    came = s.change(unit, hex=path[0], box=None, march=march, facing=facing)
    tell_of(s, "entered", rule, [came], to=s.board.grid.numbers[path[0]])
    movement.control(s, unit.side, path[0])
    yield from reveal(s, before)
    yield from marching.displace(s, path[0], ENEMY[unit.side])
    went = yield from reactions.react(s, reactions.triggered(s, "enters"))
    if went and s.units[unit.id].hex == path[0]:
        went = yield from movement.walk(s)
    deed = s.finish()
    more = 0
    now = s.units[unit.id]
    if answer.unlimber and went and now.hex >= 0:
        more = routes.budget([now]) - movement.points_for([now], True, unlimber=True)
        marching.unlimber(s, [now], "7.9-b")
    if s.active is not None:
        s.change_active(entered=s.active.entered + 1)
    actions.record(s, s.of([unit.id]), "move", deed.mp + more)
    movement.face_after(s, [unit for unit in s.of([unit.id]) if unit.hex >= 0], deed)


# -- 21.3: its commander -----------------------------------------------------------------------------------------------


def rides_in(s: State, commander: Unit) -> list[Plain]:
    """21.3-b, 7.10-a: the ways of a commander who comes in with his column."""
    found: list[Plain] = []
    for hex in reinforcements.entries_of(s, commander):
        travel = _ride(s, commander, hex)
        ways = [[], *(way_to(travel.before, end) for end in travel.cost)]
        found += [{"do": "move", "units": [commander.id], "path": s.board.numbers([hex, *way])} for way in ways]
    return found


def _ride(s: State, commander: Unit, hex: int) -> Travel:
    left = marching.COMMANDER - reinforcements.entry_cost(s, hex, INFANTRY, march=True)
    return cheapest(s.board.ways(INFANTRY, march=True), hex, left, barred=marching.closed_to_pieces(s, commander.side))


def refuse_ride(s: State, commander: Unit, answer: Move) -> Refusal | None:
    """21.3-b, 7.10-a. Whether a commander may come in this way."""
    path = [s.board.hex(number) for number in answer.path]
    if not path or path[0] not in reinforcements.entries_of(s, commander):
        return no("21.3-b", "column")
    ghost = commander.copy()
    ghost.hex, ghost.box = path[0], None
    spent = reinforcements.entry_cost(s, path[0], INFANTRY, march=True)
    return marching.refuse_commander(s, ghost, path[1:], spent)


def ride_in(s: State, commander: Unit, path: Sequence[int]) -> Script:
    """21.3-b, 7.1-c. The commander comes in, face up because his Formation is activated, and with him his General."""
    spent = reinforcements.entry_cost(s, path[0], INFANTRY, march=True)
    spent += sum(marching.cost(s, here, there) or 0 for here, there in pairwise(path))
    moved = s.change(commander, hex=path[-1], box=None, up=True)
    if s.options["fog"] != "open":
        yield turned_up(s, [moved], "7.1-c")
    tell_of(s, "entered", "21.3-b", [moved], to=s.board.grid.numbers[path[0]])
    numbers = s.board.numbers(path)
    tell_of(s, "moved", "7.10-a", [moved], path=numbers, to=numbers[-1], mp=write_points(spent))
    yield from reinforcements.bring_general(s, commander.formation or "", path[-1])


# -- 21.4: units alone -------------------------------------------------------------------------------------------------


def lone_units(s: State, side: str) -> list[Unit]:
    """21.4-a, 3.4-a. Units of a side that are due and come without a commander."""
    due = [unit for unit in s.of(s.armies[side]) if unit.box == "due" and not unit.is_piece]
    return [unit for unit in due if reinforcements.enters_alone(s, unit) and reinforcements.may_come(s, unit)]


def nearest_commander(s: State, unit: Unit, hex: int) -> int:
    """21.4-a. The hex of the friendly Formation Commander on the map that is nearest to an entry hex; -1 for none."""
    distance = s.board.grid.distance
    hexes = [piece.hex for piece in deployment.commanders(s, unit.side)]
    return min(hexes, key=lambda there: (distance(hex, there), there), default=-1)


def goes_towards(s: State, unit: Unit, start: int, end: int) -> bool:
    """21.4-a. Who comes in alone goes on towards the nearest friendly commander, or stays where he enters."""
    to, distance = nearest_commander(s, unit, start), s.board.grid.distance
    return to < 0 or end == start or distance(end, to) < distance(start, to)


def lone_entries(s: State, unit: Unit) -> list[Plain]:
    """21.4-a: the ways of such a unit that are listed."""
    hex = s.board.hex
    return [move for move in entries(s, unit) if goes_towards(s, unit, hex(move["path"][0]), hex(move["path"][-1]))]


def refuse_lone(s: State, unit: Unit, answer: Move) -> Refusal | None:
    """21.4-a. Whether a unit without a commander may come in this way."""
    if refusal := refuse_entry(s, unit, answer):
        return refusal
    start, end = s.board.hex(answer.path[0]), s.board.hex(answer.path[-1])
    return None if goes_towards(s, unit, start, end) else no("21.4-a", "not_nearer", hex=answer.path[-1])


# -- 24.2-j: leaving the map -------------------------------------------------------------------------------------------


def exits(path: Sequence[str]) -> bool:
    """24.2-j: whether a way leaves the map."""
    return bool(path) and path[-1] == EXIT


def before_exit(path: Sequence[str]) -> Sequence[str]:
    """24.2-j: a way as far as it lies on the map."""
    return path[:-1] if exits(path) else path


def may_exit(s: State, side: str, hex: int) -> bool:
    """24.2-j. In 1848 Austro-Hungarians may leave by the south edge, up to 4034, whatever they have chosen."""
    said = (s.victory or {}).get("objectives") or []
    wanted = any(part["kind"] == "corps_exited" for each in said for part in each["conditions"])
    return wanted and side == AUSTRIA and hex in s.board.exits


def refuse_exit(s: State, side: str, hex: int) -> Refusal | None:
    """24.2-j. Whether one may leave the map from that hex."""
    return None if may_exit(s, side, hex) else no("24.2-j", "no_exit", hex=s.board.grid.numbers[hex])


def leave_map(s: State, unit: Unit) -> Script:
    """24.2-j, 24.2-k. The unit is gone, and everybody has seen who it was."""
    if not is_open(s, unit):
        yield turned_up(s, [unit], "24.2-j")
    number = s.board.grid.numbers[unit.hex]
    tell_of_one(s, "exited", "24.2-j", s.remove(unit, "exited"), hex=number)
