"""6.1 to 6.3: the Assaults and Charges that an activated Formation declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Any

from quadrilatero.games.custoza.answers import Declare, Done
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.fog import greatest_allowance, is_open
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import actions, charge, daylight, fortresses, marking, routes
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from quadrilatero.kernel import Plain, Refusal, Script


def declare_step(s: State) -> Script:
    """6.1-a, 6.1-b. One marker, or the end of the declarations."""
    active, side = s.acting(), actions.active_side(s)
    most, least = marker_limits(s)
    if len(active.markers) >= most or not is_conceivable(s):
        s.change_active(step="act")
        return

    def options() -> list[Plain]:
        found = [_plain(s, marker) for marker in possible_markers(s)]
        return found if found and must_declare(s) else [*found, {"do": "done"}]

    def refuse(answer: Declare | Done) -> Refusal | None:
        if isinstance(answer, Declare):
            return refuse_declare(s, answer)
        must = must_declare(s) and next(possible_markers(s), None) is not None
        return no("5.2-b", "conduct", conduct=active.conduct) if must else None

    numbers = s.board.grid.numbers
    answer = yield ask(
        s,
        side,
        "declare",
        "6.1-a",
        (Declare, Done),
        options,
        refuse,
        certain=True,
        formation=active.formation,
        conduct=active.conduct,
        left=most - len(active.markers),
        least=max(0, least - len(active.markers)),
        markers=[
            {"type": marker.type, "hex": numbers[marker.hex], "target": numbers[marker.target]}
            for marker in active.markers
        ],
    )
    if isinstance(answer, Done):
        s.change_active(step="act")
        return
    marker = Marker(answer.type, s.board.hex(answer.hex), s.board.hex(answer.target))
    s.change_active(markers=(*active.markers, marker))
    formation = s.formations[active.formation]
    s.change_formation(formation.id, markers_placed=formation.markers_placed + 1)
    tell(s, "declared", "6.1-b", type=answer.type, hex=answer.hex, target=answer.target)


def _plain(s: State, marker: Marker) -> Plain:
    numbers = s.board.grid.numbers
    return {"do": "declare", "type": marker.type, "hex": numbers[marker.hex], "target": numbers[marker.target]}


def marker_limits(s: State) -> tuple[int, int]:
    """6.2-a, 6.2-b, 6.2-c, 5.2-b. How many markers a Formation may and must place, by its rank and its conduct."""
    return s.remembered(_marker_limits)


def _marker_limits(s: State) -> tuple[int, int]:
    active = s.acting()
    rank = s.formations[active.formation].rank
    most = {"corps": 6, "division": 4, "brigade": 6 if s.options["brigades"] == "six" else 2}[rank]
    row = s.board.charts.conducts.get(active.conduct)
    return (most, 0) if row is None else _shares(most, row.markers_max, row.markers_min)


@cache
def _shares(most: int, largest: str, least: str) -> tuple[int, int]:
    return floor(most * Fraction(largest)), ceil(most * Fraction(least))


def must_declare(s: State) -> bool:
    """5.2-b. A bold or rash commander places his share of markers as long as there are targets."""
    return len(s.acting().markers) < marker_limits(s)[1]


def refuse_declare(s: State, answer: Declare) -> Refusal | None:
    """6.1-a. A marker in a hex of the map, pointing at a neighbour of it."""
    hex, target = s.board.hex(answer.hex), s.board.hex(answer.target)
    if hex < 0 or target < 0 or target not in s.board.adjacent[hex]:
        return no("6.1-a", "not_adjacent", hex=answer.target)
    return refuse_marker(s, Marker(answer.type, hex, target))


def refuse_marker(s: State, marker: Marker) -> Refusal | None:
    """6.1-a, 6.2-a, 6.2-d, 6.2-e, 6.3-a, 6.3-b, 22.3.5-c. A marker that a Force of its own can serve."""
    active, enemies, numbers = s.acting(), s.held[ENEMY[actions.active_side(s)]], s.board.grid.numbers
    hex, target = marker.hex, marker.target
    if target not in enemies or hex in enemies:
        return no("6.1-a", "no_target", hex=numbers[target])
    if not fortresses.attackable_from(s, target, hex):
        return no("22.3.5-c", "peschiera")
    if len(active.markers) >= marker_limits(s)[0]:
        conducted = active.conduct != "free"
        return no("5.2-b" if conducted else "6.2-a", "too_many_markers", most=marker_limits(s)[0])
    here = [other for other in active.markers if other.hex == hex]
    if any(other.type != marker.type for other in here):
        return no("6.2-d", "two_kinds", hex=numbers[hex])
    if any(other.target == target for other in here):
        return no("6.1-b", "declared_twice", hex=numbers[hex])
    if not can_all_be_served(s, [*active.markers, marker]):
        return no("6.3-b" if servers(s, marker) else "6.3-a", "no_force_left", hex=numbers[hex])
    return None


def possible_markers(s: State) -> Iterator[Marker]:
    """22.4-a. Every marker that could be declared now (6.1, 6.3); none at night."""
    if daylight.is_night(s):
        return
    for marker in all_servers(s):
        if refuse_marker(s, marker) is None:
            yield marker


def is_conceivable(s: State) -> bool:
    """22.4-a. Whether a marker could be declared for all that the enemy knows of these units; none at night.

    Where it could, the question is put even if nothing is left but to end: to pass over it would tell him something.
    """
    return s.remembered(_is_conceivable)


def _is_conceivable(s: State) -> bool:
    if daylight.is_night(s):
        return False
    able = [unit for unit in actions.acting_units(s) if unit.kind != ARTILLERY]
    return len(able) > len(s.acting().markers) and any(_might_serve(s, unit) for unit in able)


def _might_serve(s: State, unit: Unit) -> bool:
    if not is_open(s, unit):
        fastest = unit.copy()
        fastest.ma = greatest_allowance(s, unit)
        near = _next_to_enemies(s, fastest)
        if not near or unit.hex in near:
            return bool(near)
        return any(hex in part for part in _within_reach(s, fastest) for hex in near)
    return any(
        can_serve(s, unit, Marker(kind, hex, target))
        for hex in _places_for(s, unit)
        for target in _targets(s, unit, hex)
        for kind in ("assault", "charge")
    )


def _next_to_enemies(s: State, unit: Unit) -> HexSet:
    """6.1-a, 6.3-a: the hexes next to enemies that a unit could come to if nobody were in its way."""
    region = s.board.region(unit.kind, True, unit.hex, routes.budget([unit]))
    return HexSet(_beside(s, ENEMY[unit.side]).mask & region.mask)


def _beside(s: State, side: str) -> HexSet:
    """6.1-a: the hexes next to units of a side where none of them stands; kept while they hold the same hexes."""
    held, around = s.held[side], s.board.grid.around
    known: tuple[HexSet, HexSet] | None = s.listed.get(("beside", side))
    if known is None or known[0] is not held:
        known = s.listed["beside", side] = held, HexSet.union([around[hex] for hex in held]) - held
    return known[1]


def _targets(s: State, unit: Unit, hex: int) -> HexSet:
    """6.1-a: the enemies next to a hex."""
    return s.board.grid.around[hex] & s.held[ENEMY[unit.side]]


def _able(s: State) -> tuple[Any, ...]:
    """6.3-a: what, beside all places, it hangs on which markers can be served: who may act, and how he stands."""
    return s.remembered(_who_is_able)


def _who_is_able(s: State) -> tuple[Any, ...]:
    return tuple([(unit.id, unit.facing, unit.exhausted) for unit in actions.acting_units(s)])


def all_servers(s: State) -> dict[Marker, list[str]]:
    """6.3-a: every marker that any unit could serve, in board order of the targets, and the units that could."""
    able = _able(s)
    kept: tuple[Any, dict[Marker, list[str]]] | None = s.searches.get("servers")
    if kept is not None and (kept[0] is able or kept[0] == able):
        return kept[1]
    found: dict[Marker, list[str]] = {}
    for unit in actions.acting_units(s):
        kinds = ("assault", "charge") if charge.may_charge([unit]) else ("assault",)
        for hex in _places_for(s, unit):
            for target in _targets(s, unit, hex):
                for kind in kinds:
                    marker = Marker(kind, hex, target)
                    if can_serve(s, unit, marker):
                        found.setdefault(marker, []).append(unit.id)
    known = {marker: found[marker] for marker in sorted(found, key=lambda m: (m.target, m.hex, m.type))}
    s.searches["servers"] = able, known
    return known


def _places_for(s: State, unit: Unit) -> list[int]:
    """6.3-a: of the hexes next to enemies those that a unit can come to."""
    near = _next_to_enemies(s, unit) if unit.kind != ARTILLERY else NO_HEXES
    if not near:
        return []
    parts = list(_within_reach(s, unit))
    return [hex for hex in near if hex == unit.hex or any(hex in part for part in parts)]


def _within_reach(s: State, unit: Unit) -> Iterator[Mapping[int, Any]]:
    """6.3-a: the hexes that a unit can come to, on foot and in march, and by a Charge."""
    for march in (False, True):
        yield approach(s, unit, march)
        if charge.may_charge([unit]):
            yield charge.ways(s, [unit], routes.budget([unit]), march)


def servers(s: State, marker: Marker) -> list[str]:
    """6.3-a. The units that could serve a marker: reach its hex and its target with their whole allowance."""
    able = _able(s)
    every: tuple[Any, dict[Marker, list[str]]] | None = s.searches.get("servers")
    if every is not None and s.acting().step == "declare" and (every[0] is able or every[0] == able):
        return every[1].get(marker, [])
    what = "servers", marker.type, marker.hex, marker.target
    kept: tuple[Any, list[str]] | None = s.searches.get(what)
    if kept is None or (kept[0] is not able and kept[0] != able):
        kept = s.searches[what] = able, [unit.id for unit in actions.acting_units(s) if can_serve(s, unit, marker)]
    return kept[1]


def can_serve(s: State, unit: Unit, marker: Marker) -> bool:
    """6.3-a, 9.1-b, 10.1-b. Whether a unit could go to a marker's hex and attack from there, on foot or in march."""
    kind, hex, target = marker.type, marker.hex, marker.target
    if unit.kind == ARTILLERY or s.board.grid.distance(unit.hex, hex) > 3 * unit.ma:
        return False
    return _serves(s, unit, kind, hex, target, False) or _serves(s, unit, kind, hex, target, True)


def _serves(s: State, unit: Unit, kind: str, hex: int, target: int, march: bool) -> bool:
    units = [unit]
    points = routes.budget(units)
    if kind == "charge":
        if not charge.may_charge(units) or s.board.grid.distance(unit.hex, target) < charge.RUN_UP:
            return False
        path = charge.ways(s, units, points, march).get(hex)
        return path is not None and charge.refuse_way(s, units, path, target, points, march) is None
    if unit.hex == hex:
        return True
    spent = approach(s, unit, march).get(hex)
    if spent is None or not routes.has_room(s, units, hex):
        return False
    entry = routes.costs(s, units, march, hex, target)
    return entry is not None and spent + entry <= points


def approach(s: State, unit: Unit, march: bool) -> dict[int, int]:
    """6.3-a: what it costs a unit to come to each hex; of enemy zones to those where a marker lies, or may be laid."""
    laid = zone(s, ENEMY[unit.side]) if s.acting().step == "declare" else marking.marker_hexes(s)
    what = "approach", unit.id, unit.ma, march, laid
    found: dict[int, int] | None = s.searches.get(what)
    if found is None:
        units = [unit]
        found = routes.reach(s, units, routes.budget(units), march, markers=laid).cost
        s.searches[what] = found
    return found


def can_all_be_served(s: State, markers: Sequence[Marker]) -> bool:
    """6.3-b. Whether every marker can have a Force of its own; single units count as Forces."""
    if len(markers) == 1:
        return bool(servers(s, markers[0]))
    able = [servers(s, marker) for marker in markers]
    taken: dict[str, int] = {}
    return all(_finds_force(number, able, taken, set()) for number in range(len(able)))


def _finds_force(number: int, able: list[list[str]], taken: dict[str, int], seen: set[str]) -> bool:
    """6.3-b: whether a marker can have a unit of its own, be it that another marker takes another one instead."""
    for id in able[number]:
        if id not in seen:
            seen.add(id)
            if id not in taken or _finds_force(taken[id], able, taken, seen):
                taken[id] = number
                return True
    return False
