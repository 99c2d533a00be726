"""7.2, 7.4, 7.5, 7.8: what a way costs, how far a Force comes, and which way it may go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.rules import daylight, fortresses, marking, rivers
from quadrilatero.games.custoza.rules.concepts import (
    STACKING_LIMIT,
    allowance,
    overstacks,
    size_of,
    stacking_points,
    zone,
)
from quadrilatero.games.custoza.rules.searching import Search, search_all, with_ends
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from quadrilatero.hexes.flood import Travel
from quadrilatero.hexes.hexset import bit
from quadrilatero.kernel import Refusal

Path = tuple[int, ...]
ROAD_SPACE: Final = 3
MOST_REACHES: Final = 20_000
"""So many searches a board keeps; then it begins anew."""

# -- 7.2, 7.8: what a step costs ---------------------------------------------------------------------------------------


def budget(units: Sequence[Unit]) -> int:
    """7.2-a, 7.2-d. The movement points of a Force, in sixths."""
    return allowance(units) * MP


def costs(s: State, units: Sequence[Unit], march: bool, here: int, there: int) -> int | None:
    """7.2-b, 7.8-a, 7.8-d, 7.8.1-a, 7.8.1-b. What a step costs: the ground, or in march the road if there is room."""
    kind = units[0].kind
    over = s.board.off_road(kind, here, there)
    along = s.board.by_road(kind, here, there) if march else None
    if along is None or _crowds_the_road(s, units, there):
        return over
    return along if over is None or along < over else over


def _crowds_the_road(s: State, units: Sequence[Unit], hex: int) -> bool:
    """7.8.1-b: whether these units and whoever is in a hex already are too many for its road."""
    beside = stacking_points(s, hex, units[0].side, [unit.id for unit in units]) if hex in s.at else 0
    return beside + size_of(units) > ROAD_SPACE


def by_road(s: State, units: Sequence[Unit], here: int, to: int) -> bool:
    """7.8-a, 7.8.1-b. In March Movement a road takes the place of the ground, if there is room on it beside others."""
    if not units or not units[0].march or s.board.by_road(units[0].kind, here, to) is None:
        return False
    return not _crowds_the_road(s, units, to)


# -- 2.9, 7.2-c: where there is room -----------------------------------------------------------------------------------


def taken_hexes(s: State, units: Sequence[Unit]) -> int:
    """7.2-c, 2.9-b, 22.3.4-a: the hexes, as a mask, where enemies stand or there is no room; their own may be one."""
    side, size = units[0].side, size_of(units)
    what = "taken", side, size, len(units) > 1
    found: int | None = s.searches.get(what)
    if found is None:
        full = s.crowds[side][STACKING_LIMIT + 1 - size] | fortresses.without_room(s, units)
        found = s.searches[what] = s.held[ENEMY[side]].mask | full
    return found


def closed_hexes(s: State, units: Sequence[Unit]) -> int:
    """7.2-c, 2.9-b, 7.5-b: the same and all enemy zones."""
    side = units[0].side
    what = "closed", side, size_of(units), len(units) > 1
    found: int | None = s.searches.get(what)
    if found is None:
        found = s.searches[what] = taken_hexes(s, units) | zone(s, ENEMY[side]).mask
    return found


def without_room(s: State, units: Sequence[Unit]) -> int:
    """2.9-b, 22.3.4-a: the hexes, as a mask, where friends leave these units no room; their own is not among them."""
    full = s.crowds[units[0].side][STACKING_LIMIT + 1 - size_of(units)]
    if walls := fortresses.without_room(s, units):
        full |= walls
    return _without(full, units[0].hex)


def _without(hexes: int, hex: int) -> int:
    """A mask without one hex."""
    single = bit(hex)
    return hexes ^ single if hexes & single else hexes


def without_road(s: State, units: Sequence[Unit]) -> int:
    """7.8.1-b: the hexes, as a mask, whose road friends leave too little of for these units."""
    side, size, own = units[0].side, size_of(units), units[0].hex
    if size > ROAD_SPACE:
        return -1
    full = _without(s.crowds[side][ROAD_SPACE + 1 - size], own)
    if len(s.at.get(own, ())) == len(units):
        return full
    beside = stacking_points(s, own, side, [unit.id for unit in units])
    return full | bit(own) if beside + size > ROAD_SPACE else full


def _crowded_roads(s: State, units: Sequence[Unit], here: int) -> int:
    """7.8.1-b: the same for a search that begins in a hex, which it does not enter: their own is left as it may be."""
    size = size_of(units)
    if here == units[0].hex and size <= ROAD_SPACE:
        return s.crowds[units[0].side][ROAD_SPACE + 1 - size]
    return without_road(s, units)


def has_room(s: State, units: Sequence[Unit], hex: int) -> bool:
    """2.9-b, 22.3.4-a. Whether these units can stand in a hex with whoever is there."""
    return not overstacks(s, units, hex) and fortresses.has_room(s, units, hex)


# -- 7.2-d, 7.4: how far a Force comes ---------------------------------------------------------------------------------


def reach(
    s: State,
    units: Sequence[Unit],
    points: int,
    march: bool,
    *,
    zones: bool = True,
    markers: HexSet = NO_HEXES,
    start: int | None = None,
) -> Travel:
    """7.2-d, 7.4-a, 7.2-c, 7.5-b, 2.9-c. Every hex within these points at its least cost, and one hex in any case.

    Closed are the enemy's hexes, his zones but for marker hexes, and where there is no room. What was found is kept
    with the board, by all that it depends on: who stands where he matters to this search.
    """
    first = units[0]
    here, enemy = first.hex if start is None else start, ENEMY[first.side]
    region = s.board.region(first.kind, march, here, points)
    watched = called = 0
    if zones and here == first.hex:
        closed = closed_hexes(s, units) & region.beyond
        if markers.mask:
            called = zone(s, enemy).mask & markers.mask & region.beyond
            called ^= called & taken_hexes(s, units)
    else:
        watched = zone(s, enemy).mask & region.beyond
        closed = (s.held[enemy].mask | without_room(s, units)) & region.beyond
        if zones:
            called = watched & markers.mask
            called ^= called & closed
            closed |= watched
            watched = 0
        else:
            watched ^= watched & closed
    full = _crowded_roads(s, units, here) & region.roads if march else 0
    if full:
        full ^= full & (closed ^ called)
    least = start is None and points >= budget(units)
    key: Any = region, closed, watched, full, least, called
    found: Travel | None = s.board.reaches.get(key)
    if found is None:
        found = _searched(s, key, Search(first.kind, march, here, points, closed, watched, full, least))
    return found


def _searched(s: State, key: Any, search: Search) -> Travel:
    """7.5-b: what such a search finds, and the marker hexes that it is called to beside; kept with the board.

    `key` is all that it depends on: its region stands for the class, the way of moving, the hex and the points.
    """
    reaches, called = s.board.reaches, key[-1]
    if called:
        alone: Any = (*key[:-1], 0)
        known: Travel | None = reaches.get(alone)
        found = with_ends(s, search, _searched(s, alone, search) if known is None else known, called)
    else:
        found = search_all(s, search)
    if len(reaches) >= MOST_REACHES:
        reaches.clear()
    reaches[key] = found
    return found


def paths(s: State, units: Sequence[Unit], points: int, march: bool, *, zones: bool = True) -> list[Path]:
    """7.2-d: one way to every hex where these units may end, the cheapest."""
    found = reach(s, units, points, march, zones=zones)
    return [tuple(found.way(place)) for place in range(len(found.hexes))]


# -- 7.2, 7.5: which way it may go -------------------------------------------------------------------------------------


def refuse_path(
    s: State,
    units: Sequence[Unit],
    path: Sequence[int],
    points: int,
    march: bool,
    *,
    to_marker: bool = False,
    zones: bool = True,
    start: int | None = None,
) -> Refusal | None:
    """7.2-b, 7.2-c, 7.2-d, 7.4-a, 7.5-b, 2.9-b. Whether a Force may go this way, and by which rule not.

    `to_marker`: it ends where a marker calls it. Without `zones` enemy zones do not bar the way (9.3, 9.6, 11.5.3-b).
    """
    if refusal := refuse_column(units, path, march):
        return refusal
    here, spent = units[0].hex if start is None else start, 0
    markers = marking.marker_hexes(s) if to_marker else NO_HEXES
    for number, there in enumerate(path):
        cost = costs(s, units, march, here, there)
        if refusal := refuse_step(s, units, here, there, cost, zones=zones, markers=markers):
            return refusal
        last = number == len(path) - 1
        if not last and there in markers and zones and there in zone(s, ENEMY[units[0].side]):
            return no("7.5-c", "stays_in_zone")
        if not has_room(s, units, there):
            full = not fortresses.has_room(s, units, there)
            return no("22.3.4-a" if full else "2.9-b", "fortress_full" if full else "stacking", hex=number_of(s, there))
        spent += cost or 0
        if spent > points and not (number == 0 and len(path) == 1 and start is None and points >= budget(units)):
            return no("7.2-d", "too_far", hex=number_of(s, there))
        here = there
    return None


def refuse_column(units: Sequence[Unit], path: Sequence[int], march: bool) -> Refusal | None:
    """7.8-c. In March Movement units move one by one."""
    return no("7.8-c", "march_alone") if march and len(units) > 1 and path else None


def refuse_step(
    s: State,
    units: Sequence[Unit],
    here: int,
    there: int,
    cost: int | None,
    *,
    zones: bool,
    markers: HexSet = NO_HEXES,
) -> Refusal | None:
    """7.2-c, 7.4-a, 7.5-b, 7.8.1-b, 22.4-a, 23.1.3-a, 23.2.3-a, 23.3.3-a. One hex of a way, at its `cost`."""
    side = units[0].side
    if there < 0 or there not in s.board.in_area:
        return no("7.2-b", "off_map", hex=number_of(s, there))
    if there not in s.board.grid.adjacent[here]:
        return no("7.2-b", "not_adjacent", hex=number_of(s, there))
    if there in s.held[ENEMY[side]]:
        return no("7.2-c", "enemy_there", hex=number_of(s, there))
    if cost is None:
        if s.board.by_road(units[0].kind, here, there) is not None and units[0].march:
            return no("7.8.1-b", "road_full", hex=number_of(s, there))
        return rivers.refuse_ground(s, units[0], here, there)
    if zones and there in zone(s, ENEMY[side]) and there not in markers:
        return no("22.4-a" if daylight.is_night(s) else "7.5-b", "no_marker", hex=number_of(s, there))
    return None


def number_of(s: State, hex: int) -> str:
    """A hex as it is printed on the map."""
    return s.board.grid.numbers[hex] if hex >= 0 else "?"
