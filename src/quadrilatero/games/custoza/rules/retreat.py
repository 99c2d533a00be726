"""10.5: beaten units retreat, and what bars their way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from quadrilatero.games.custoza.answers import Retreat
from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.fog import as_they_look
from quadrilatero.games.custoza.rules import cohesion, losses, movement, routes, turning
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone, same_force
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Plain, Refusal, Script

Path = tuple[int, ...]
FAR: Final = 1 << 30


class Flight(NamedTuple):
    """How far a retreat goes, and from what: every step leads farther away from `origin`.

    `heading` stands for it where that hex is off the map: the units go back from the side they were going to.
    """

    origin: int
    hexes: int
    heading: int = -1
    rule: str = "10.5-b"


# -- 10.5: which hexes -------------------------------------------------------------------------------------------------


def steps(
    s: State, units: Sequence[Unit], here: int, barred: Iterable[int] = (), flight: Flight | None = None
) -> list[int]:
    """10.5-a, 10.5-b, 10.5-c. The hexes that beaten units may go to next: no zone, then no crowd, then the least cost.

    Without a `flight` any direction will do, as in a withdrawal (12.2-a).
    """
    away = frozenset(barred)
    open_hexes = [
        hex
        for hex in s.board.grid.adjacent[here]
        if hex not in away and leads_away(s, here, hex, flight) and is_passable(s, units, here, hex)
    ]
    free = [hex for hex in open_hexes if not in_enemy_zone(s, units[0].side, hex)] or open_hexes
    roomy = [hex for hex in free if routes.has_room(s, units, hex)] or free
    costs = {hex: cost(s, units, here, hex) for hex in roomy}
    least = min(costs.values(), default=0)
    return [hex for hex in roomy if costs[hex] == least]


def leads_away(s: State, here: int, there: int, flight: Flight | None) -> bool:
    """10.5-a, 10.5-b. A step of a retreat leads farther from what it flees: the marker's hex, or the target."""
    if flight is None:
        return True
    if flight.origin < 0:
        return there in s.board.facings.behind[here][flight.heading]
    distance = s.board.grid.distance
    return distance(there, flight.origin) > distance(here, flight.origin)


def is_passable(s: State, units: Sequence[Unit], here: int, there: int) -> bool:
    """10.5.1-a. Not through enemies, impassable ground or hexes with Assault and Charge markers."""
    if there in s.held[ENEMY[units[0].side]] or there in marked(s):
        return False
    return cost(s, units, here, there) < FAR


def marked(s: State) -> frozenset[int]:
    """10.5.1-a: the hexes with markers of the active Formation."""
    return frozenset() if s.active is None else frozenset(marker.hex for marker in s.active.markers)


def cost(s: State, units: Sequence[Unit], here: int, there: int) -> int:
    """10.5-c, 22.2.2-a. What the slowest of the units would pay for a step; bridges may be crossed by all."""
    return max(_cost(s, unit, here, there) for unit in units)


def _cost(s: State, unit: Unit, here: int, there: int) -> int:
    over, along = s.board.off_road(unit.kind, here, there), s.board.by_road(unit.kind, here, there)
    if unit.march and along is not None:
        return along if over is None else min(along, over)
    return over if over is not None else along if along is not None else FAR


def may_end(s: State, units: Sequence[Unit], hex: int) -> bool:
    """10.5.2-a, 22.2.2-a, 22.3.4-a. A retreat ends neither where there is no room nor on a bridge over the Mincio."""
    return routes.has_room(s, units, hex) and s.board.terrain[hex] != "mincio_bridge"


def ways(s: State, units: Sequence[Unit], flight: Flight, gone: Path = ()) -> list[Path]:
    """10.5-c, 10.5.1-b, 10.5.2-a. Every way these units may take together, one for each place where it ends."""
    found: dict[int, Path] = {}
    _go(s, units, flight, gone, (), found)
    return list(found.values())


def _go(s: State, units: Sequence[Unit], flight: Flight, gone: Path, path: Path, found: dict[int, Path]) -> None:
    """10.5-c: where a way that has led so far may end. No closure: one that calls itself would keep the state alive."""
    here = path[-1] if path else units[0].hex
    if len(path) >= flight.hexes and may_end(s, units, here):
        found.setdefault(here, path)
        return
    for there in steps(s, units, here, (units[0].hex, *gone, *path), flight):
        _go(s, units, flight, gone, (*path, there), found)


def refuse_way(s: State, units: Sequence[Unit], flight: Flight, path: Sequence[int], gone: Path = ()) -> Refusal | None:
    """10.5-a, 10.5-b, 10.5-c, 10.5.1-a, 10.5.1-b. Whether a retreat may go this way, and by which rule not."""
    here, been = units[0].hex, [units[0].hex, *gone]
    for number, there in enumerate(path):
        name = s.board.grid.numbers[there] if there >= 0 else "?"
        if number >= flight.hexes and may_end(s, units, here):
            return no(flight.rule, "retreat_length", hexes=flight.hexes)
        if there not in s.board.grid.adjacent[here]:
            return no("10.5-c", "not_adjacent", hex=name)
        if there in been or not is_passable(s, units, here, there):
            return no("10.5.1-b" if there in been else "10.5.1-a", "retreat_barred", hex=name)
        if not leads_away(s, here, there, flight):
            return no(flight.rule, "retreat_away", hex=name)
        if there not in steps(s, units, here, been, flight):
            return no("10.5-c", "retreat_priority", hex=name)
        here = there
        been.append(here)
    if len(path) < flight.hexes or not may_end(s, units, here):
        return no("10.5.2-a" if len(path) >= flight.hexes else flight.rule, "retreat_length", hexes=flight.hexes)
    return None


# -- 10.5: the retreat -------------------------------------------------------------------------------------------------


def retreat(s: State, units: Sequence[Unit], flight: Flight, excluded: Sequence[str] = ()) -> Script:
    """10.5.3-a, 10.5.4-a. Beaten units go, together or parted, until all have gone; who finds no way is lost.

    `excluded` are the units of the combat: they do not react to it (10.5.6-a).
    """
    hex, waiting = units[0].hex, [unit.id for unit in units]
    while waiting := [id for id in waiting if s.units[id].hex == hex]:
        beaten = s.of(waiting)
        lost = [unit for unit in beaten if not ways(s, [unit], flight)]
        for unit in lost:
            yield from losses.eliminate(s, unit, "no_retreat", "10.5.3-a")
        beaten = [unit for unit in beaten if unit not in lost]
        if not beaten:
            return
        answer = yield from choose_way(s, beaten, flight)
        going = s.of(answer.units)
        waiting = [id for id in waiting if id not in answer.units]
        staying = [unit for unit in s.stack(hex) if unit.id not in answer.units]
        along = [unit.id for unit in companions(s, hex, going[0].side)] if not staying else answer.along
        path = tuple(map(s.board.hex, answer.path))
        yield from go_back(s, going, path, flight, along, excluded)


def choose_way(s: State, beaten: Sequence[Unit], flight: Flight) -> Script:
    """10.5-c, 10.5.4-a. The owner says who of the beaten units goes now, which way, and with which commanders."""
    side, hex = beaten[0].side, beaten[0].hex
    ids = [unit.id for unit in beaten]

    def options() -> list[Plain]:
        return [
            {"do": "retreat", "units": [unit.id for unit in units], "path": s.board.numbers(path)}
            for units in groups(beaten)
            for path in ways(s, units, flight)
        ]

    def refuse(answer: Retreat) -> Refusal | None:
        if not answer.units or not set(answer.units) <= set(ids) or len(set(answer.units)) != len(answer.units):
            return no("10.5-c", "not_listed", choices=ids)
        units = s.of(answer.units)
        if not same_force(units):
            return no("2.8-b", "not_one_force")
        staying = len(s.stack(hex)) > len(units)
        if answer.along and (not staying or not set(answer.along) <= {u.id for u in companions(s, hex, side)}):
            return no("10.5.4-a", "not_listed", choices=ids)
        return refuse_way(s, units, flight, [s.board.hex(number) for number in answer.path])

    answer = yield ask(
        s,
        side,
        "retreat",
        "10.5-c",
        (Retreat,),
        options,
        refuse,
        units=ids,
        hexes=flight.hexes,
        marker=s.board.grid.numbers[flight.origin] if flight.origin >= 0 else None,
    )
    return answer


def groups(units: Sequence[Unit]) -> list[list[Unit]]:
    """10.5.4-a: the parts of a stack that are listed: each class as a whole, and every unit by itself."""
    found: list[list[Unit]] = []
    for kind in dict.fromkeys(unit.kind for unit in units):
        force = [unit for unit in units if unit.kind == kind]
        found += [force] + ([[unit] for unit in force] if len(force) > 1 else [])
    return found


def companions(s: State, hex: int, side: str) -> list[Unit]:
    """2.4.2.3-c: the commanders and Generals of a side in a hex."""
    return [piece for piece in s.pieces(hex) if piece.side == side and piece.type != "scout"]


def go_back(
    s: State, units: Sequence[Unit], path: Path, flight: Flight, along: Sequence[str], excluded: Sequence[str]
) -> Script:
    """10.5.4-a, 10.5.5-a, 2.4.2.3-c. These units walk back hex by hex, facing where they go.

    At the end they face as they like. Reactions may change what lies ahead: then the rest is chosen anew.
    """
    start, side = units[0].hex, units[0].side
    ids = tuple(unit.id for unit in units)
    s.begin(Deed("retreat", side, ids, path=path, excluded=tuple(excluded)))
    walked: list[int] = []
    went_on = True
    while went_on and (left := s.deed.path):
        there = left[0]
        now = s.of(s.deed.units)
        if there not in steps(s, now, now[0].hex, (start, *walked), _rest(flight, walked)):
            if not (yield from _choose_anew(s, now, _rest(flight, walked), (start, *walked))):
                break
            continue
        if len(walked) >= flight.hexes and not routes.has_room(s, now, now[0].hex):
            yield from disturb(s, walked[-1], ids)
        s.change_deed(path=left[1:])
        went_on = yield from movement.step(s, there)
        walked.append(there)
        if s.board.terrain[there] == "mincio_bridge":
            yield from cohesion.lose_levels(s, _those_left(s, s.deed.units), 1, "22.2.2-a")
            went_on = went_on and bool(_those_left(s, s.deed.units))
    deed = s.finish()
    s.stop(ids)
    here = [unit for unit in _those_left(s, deed.units) if walked and unit.hex == walked[-1]]
    if not here:
        return
    for id in along:
        s.move(s.units[id], here[0].hex)
    numbers = s.board.numbers(walked)
    tell_of(s, "retreated", flight.rule, here, path=numbers, to=numbers[-1])
    if went_on and turning.has_choice(s, here):
        yield from turning.choose_facing(s, here, "10.5.5-a")


def _rest(flight: Flight, walked: Sequence[int]) -> Flight:
    return flight._replace(hexes=max(0, flight.hexes - len(walked)))


def _those_left(s: State, ids: Iterable[str]) -> list[Unit]:
    return [s.units[id] for id in ids if s.units[id].hex >= 0]


def _choose_anew(s: State, units: Sequence[Unit], flight: Flight, gone: Path) -> Script:
    """10.5-c: the way that was chosen is barred by now. Returns whether there is another; who finds none is lost."""
    found = ways(s, units, flight, gone)
    if not found:
        for unit in as_they_look(s, units):
            yield from losses.eliminate(s, unit, "no_retreat", "10.5.3-a")
        return False
    if len(found) == 1:
        s.change_deed(path=found[0])
        return True
    ids = [unit.id for unit in units]
    answer = yield ask(
        s,
        units[0].side,
        "retreat",
        "10.5-c",
        (Retreat,),
        lambda: [{"do": "retreat", "units": ids, "path": s.board.numbers(path)} for path in found],
        lambda answer: (
            no("10.5-c", "not_listed", choices=ids)
            if answer.units != ids or answer.along
            else refuse_way(s, units, flight, [s.board.hex(number) for number in answer.path], gone)
        ),
        units=ids,
        hexes=flight.hexes,
        marker=s.board.grid.numbers[flight.origin] if flight.origin >= 0 else None,
    )
    s.change_deed(path=tuple(map(s.board.hex, answer.path)))
    return True


def disturb(s: State, hex: int, ids: Sequence[str]) -> Script:
    """10.5.2-b. Friends whom a Force passes because there was no room lose a level."""
    passed = [unit for unit in s.stack(hex) if unit.id not in ids]
    yield from cohesion.lose_levels(s, passed, 1, "10.5.2-b")
