"""7.7 to 7.10: Squares, March Movement, limbering, and the moves of commanders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from quadrilatero.games.custoza.answers import Move, Pass, Place
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY, INFANTRY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.fog import is_open, turned_up
from quadrilatero.games.custoza.rules import listing, rivers
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of, tell_of_one
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import Travel, cheapest
from quadrilatero.kernel import Plain, Refusal, Script
from quadrilatero.kernel.listing import Listing

LIMBERING: Final = 2 * MP
COMMANDER: Final = 8 * MP

# -- 7.7: Squares ------------------------------------------------------------------------------------------------------


def form_square(s: State, units: Sequence[Unit], rule: str) -> None:
    """7.7-a, 7.8.3-b, 11.5.4-b. Infantry leaves March Movement and forms Square; guns in its hex are in it too."""
    if columns := [unit for unit in units if unit.march]:
        leave_march(s, columns, "7.8.3-b")
    guns = [unit for unit in s.stack(units[0].hex) if unit.kind == ARTILLERY]
    formed = [*s.of([unit.id for unit in units]), *guns]
    tell_of(s, "square", rule, [s.change(unit, square=True) for unit in formed])


def leave_square(s: State, units: Sequence[Unit], rule: str) -> None:
    """11.5.4.1-b. The whole hex leaves the Square."""
    formed = [unit for unit in s.stack(units[0].hex) if unit.square]
    if formed:
        tell_of(s, "left_square", rule, [s.change(unit, square=False) for unit in formed])


# -- 7.8, 7.9: March Movement and limbering ----------------------------------------------------------------------------


def after_change(units: Sequence[Unit], wish: bool | None, *, moving: bool = True) -> bool:
    """7.8-b, 7.9-a. Whether units march once they have entered or left March Movement; guns that move are limbered."""
    if units[0].kind == ARTILLERY:
        return True if moving else units[0].march if wish is None else wish
    return units[0].march if wish is None else wish


def refuse_change(s: State, units: Sequence[Unit], answer: Move, path: Sequence[int]) -> Refusal | None:
    """7.9-a, 7.9-b, 22.1-a. What guns may do about their teams in a move."""
    guns = units[0].kind == ARTILLERY
    if answer.unlimber and not guns:
        return no("7.9-b", "not_artillery")
    if guns and path and answer.march is False:
        return no("7.9-a", "limbering")
    if guns and not path and (answer.march is False or answer.unlimber) and not rivers.may_unlimber(s, units[0]):
        return no("22.1-a", "tione", hex=s.board.grid.numbers[units[0].hex])
    if guns and not path and answer.unlimber and not units[0].march:
        return no("7.9-b", "limbering")
    return None


def change(s: State, units: Sequence[Unit], wish: bool | None) -> None:
    """7.8-b, 7.8-c, 7.7-b, 11.5.4.1-a. Units enter or leave March Movement first, so that a Force moves in one kind.

    Who moves or attacks leaves a Square.
    """
    if any(unit.square for unit in units):
        leave_square(s, units, "7.7-b")
    if wish is None:
        return
    others = [unit for unit in s.of([unit.id for unit in units]) if unit.march != wish]
    if others:
        (enter_march if wish else leave_march)(s, others, "7.8-b")


def enter_march(s: State, units: Sequence[Unit], rule: str) -> None:
    """7.8-b: units take up March Movement."""
    tell_of(s, "march", rule, [s.change(unit, march=True) for unit in units], march=True)


def leave_march(s: State, units: Sequence[Unit], rule: str) -> None:
    """7.8-b, 7.8.3-b. Units leave March Movement."""
    tell_of(s, "left_march", rule, [s.change(unit, march=False) for unit in units])


def may_leave_march(s: State, unit: Unit) -> bool:
    """7.8.3-b, 22.1-a: whether a unit marches and may stop doing so here."""
    return unit.march and (unit.kind != ARTILLERY or rivers.may_unlimber(s, unit))


def limber(s: State, units: Sequence[Unit], rule: str) -> None:
    """7.9-a, 7.9-b. Guns are limbered: from now on they are in March Movement and cannot fire."""
    enter_march(s, units, rule)


def unlimber(s: State, units: Sequence[Unit], rule: str) -> None:
    """7.9-b, 7.9-c. Guns come into action."""
    leave_march(s, units, rule)


# -- 7.10: commanders --------------------------------------------------------------------------------------------------


def refuse_commander(s: State, unit: Unit, path: Sequence[int], spent: int = 0) -> Refusal | None:
    """7.10-a, 7.10-b, 7.5-e. Eight points at infantry's cost, by road or not; no enemy zone without a friend."""
    here = unit.hex
    for there in path:
        if there < 0 or there not in s.board.grid.adjacent[here]:
            return no("7.2-b", "not_adjacent", hex=s.board.grid.numbers[there] if there >= 0 else "?")
        points = cost(s, here, there)
        if points is None:
            return rivers.refuse_ground(s, unit, here, there)
        if there in s.held[ENEMY[unit.side]]:
            return no("7.2-c", "enemy_there", hex=s.board.grid.numbers[there])
        if there in _closed(s, unit.side):
            return no("7.5-e", "no_marker", hex=s.board.grid.numbers[there])
        spent += points
        if spent > COMMANDER:
            return no("7.10-a", "too_far", hex=s.board.grid.numbers[there])
        here = there
    return None


def cost(s: State, here: int, there: int) -> int | None:
    """7.10-a: what a step costs a commander."""
    over, along = s.board.off_road(INFANTRY, here, there), s.board.by_road(INFANTRY, here, there)
    return over if along is None else along if over is None else min(over, along)


def _closed(s: State, side: str) -> HexSet:
    """7.5-e: enemy zones where no friendly unit stands."""
    return zone(s, ENEMY[side]) - s.held[side]


def closed_to_pieces(s: State, side: str) -> HexSet:
    """7.2-c, 7.5-e: where no commander goes: the enemy's hexes, and his zones without a friend."""
    return s.held[ENEMY[side]] | _closed(s, side)


def commander_reach(s: State, unit: Unit) -> Travel:
    """7.10-a: every hex that a commander can reach, nearest first, and the hex before it on the cheapest way."""
    region = s.board.region(INFANTRY, True, unit.hex, COMMANDER)
    closed = closed_to_pieces(s, unit.side).mask & region.mask
    key = "commander", unit.hex, closed
    found: Travel | None = s.board.reaches.get(key)
    if found is None:
        ways = s.board.ways(INFANTRY, march=True)
        found = s.board.reaches[key] = cheapest(ways, unit.hex, COMMANDER, barred=HexSet(closed))
    return found


def move_commander(s: State, unit: Unit, path: Sequence[int]) -> None:
    """7.10-a, 7.10-c. A commander rides; nobody reacts to him and no ground tries him."""
    spent = sum(cost(s, here, there) or 0 for here, there in pairwise([unit.hex, *path]))
    moved = s.move(unit, path[-1])
    numbers = s.board.numbers(path)
    tell_of(s, "moved", "7.10-a", [moved], path=numbers, to=numbers[-1], mp=write_points(spent))


def general_moves(s: State, side: str) -> Script:
    """7.10-c. The General of a side moves at the end of the phase, or stays."""
    general = s.general(side)
    if general is not None:
        yield from may_ride(s, general)


def idle_commanders_move(s: State, side: str) -> Script:
    """7.10-c. By option commanders of Formations that were not activated move in the phase of those."""
    if s.options["commanders"] != "always":
        return
    for formation in list(s.formations.values()):
        commander = s.commander(formation.id)
        idle = formation.side == side and formation.this_turn != "activated" and formation.state == "engaged"
        if idle and commander is not None and commander.hex >= 0:
            yield from may_ride(s, commander)


def may_ride(s: State, general: Unit) -> Script:
    """7.10-a, 7.10-c. A General, or by option a commander, rides or stays."""
    if not commander_reach(s, general).hexes:
        return

    def options() -> Listing:
        return Listing([[{"do": "pass"}], listing.rides(s, general)])

    def refuse(answer: Move | Pass) -> Refusal | None:
        if isinstance(answer, Pass):
            return None
        if answer.units != [general.id] or not answer.path:
            return no("7.10-c", "not_listed", choices=[general.id])
        return refuse_commander(s, general, [s.board.hex(number) for number in answer.path])

    answer = yield ask(
        s, general.side, "general", "7.10-c", (Move, Pass), options, refuse, certain=True, unit=general.id
    )
    if isinstance(answer, Move):
        move_commander(s, s.units[general.id], [s.board.hex(number) for number in answer.path])


# -- 2.4.2.3: lone commanders ------------------------------------------------------------------------------------------


def displace(s: State, hex: int, side: str) -> Script:
    """2.4.2.3-d, 2.4.2.3-e. A commander whose hex is entered rides to the nearest friends, or eight points away.

    Where to hangs on who he is, so that he is turned up first.
    """
    lone = [piece for piece in s.pieces(hex) if piece.side == side and piece.type != "scout"]
    if unknown := [piece for piece in lone if not is_open(s, piece)]:
        yield turned_up(s, sorted(unknown, key=lambda piece: s.rank[piece.id]), "2.4.2.3-d")
    for piece in sorted(lone, key=lambda piece: s.rank[piece.id]):
        places = refuges(s, piece)
        if not places:
            continue
        place = places[0] if len(places) == 1 else (yield from choose_refuge(s, piece, places))
        tell_of_one(s, "displaced", "2.4.2.3-d", s.move(piece, place), to=s.board.grid.numbers[place])


def refuges(s: State, piece: Unit) -> list[int]:
    """2.4.2.3-d, 2.4.2.3-e. The nearest hexes with his units (a General's: any); without any, where he can ride."""
    friends = [
        unit.hex for unit in s.on_map(piece.side) if piece.type == "general" or unit.formation == piece.formation
    ]
    distance = s.board.grid.distance
    if friends:
        nearest = min(distance(piece.hex, hex) for hex in friends)
        return sorted({hex for hex in friends if distance(piece.hex, hex) == nearest})
    found = cheapest(s.board.ways(INFANTRY, march=True), piece.hex, COMMANDER)
    return sorted(hex for hex in found.hexes if hex not in s.held[ENEMY[piece.side]])


def choose_refuge(s: State, piece: Unit, places: list[int]) -> Script:
    """2.4.2.3-d. Where there are several such hexes the owner chooses. Returns the hex."""
    numbers = s.board.numbers(places)

    def options() -> list[Plain]:
        return [{"do": "place", "unit": piece.id, "hex": number} for number in numbers]

    def refuse(answer: Place) -> Refusal | None:
        if answer.unit == piece.id and answer.hex in numbers and answer.facing is None and answer.march is None:
            return None
        return no("2.4.2.3-d", "not_listed", choices=numbers)

    answer = yield ask(s, piece.side, "displace", "2.4.2.3-d", (Place,), options, refuse, unit=piece.id, hexes=numbers)
    return s.board.hex(answer.hex)
