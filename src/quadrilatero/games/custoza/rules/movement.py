"""Chapter 7: movement, hex by hex, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import GoOn, Move, Stop
from quadrilatero.games.custoza.board import ARTILLERY, CAVALRY, ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed, TriggerKind
from quadrilatero.games.custoza.fog import face_up, is_open, reveal
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import (
    actions,
    cohesion,
    daylight,
    entering,
    fortresses,
    marching,
    reactions,
    retreat,
    rivers,
    strides,
    turning,
)
from quadrilatero.games.custoza.rules.concepts import (
    STACKING_LIMIT,
    allowance,
    overstacks,
    size_of,
    stacking_points,
    take_control,
    zone,
)
from quadrilatero.games.custoza.rules.searching import Search, search_all, with_ends
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from quadrilatero.hexes.flood import Travel
from quadrilatero.hexes.hexset import bit
from quadrilatero.kernel import Plain, Refusal, Script

Path = tuple[int, ...]
ROAD_SPACE: Final = 3
MOST_REACHES: Final = 20_000
"""So many searches a board keeps; then it begins anew."""
WALKING: Final = ("move", "fire", "assault", "charge", "after_charge", "ooc")
"""Deeds that are told hex by hex as moves; retreats, advances and withdrawals tell themselves when they are over."""
FREE: Final = ("advance", "retreat", "fall_back")
"""Deeds that cost no movement points."""
TRIGGERS: Final[dict[str, TriggerKind]] = {"advance": "advance", "retreat": "retreat", "fall_back": "retreat"}
"""11.1-e, 10.5.6-a, 12.2-a: what deeds set off by entering a zone; all others `enters`."""
CHECKED: Final = {"line": "line infantry", "light": "light infantry", "cavalry": "cavalry"}
"""What the Terrain Effects Chart calls those who are tried by the ground."""
OWN_ACTION: Final = ("move", "fire", "assault", "charge", "after_charge")

# -- 7.2: what a way costs ---------------------------------------------------------------------------------------------


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


def has_room(s: State, units: Sequence[Unit], hex: int) -> bool:
    """2.9-b, 22.3.4-a. Whether these units can stand in a hex with whoever is there."""
    return not overstacks(s, units, hex) and fortresses.has_room(s, units, hex)


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
    full = without_road(s, units) & region.roads if march else 0
    full ^= full & closed
    least = start is None and points >= budget(units)
    return _searched(s, Search(first.kind, march, here, points, closed, watched, full, least), called)


def _searched(s: State, search: Search, called: int = 0) -> Travel:
    """7.5-b: what such a search finds, and the marker hexes that it is called to beside; kept with the board."""
    reaches = s.board.reaches
    key = (
        search.kind,
        search.march,
        search.here,
        search.points,
        search.closed,
        search.watched,
        search.full,
        search.least,
        called,
    )
    found: Travel | None = reaches.get(key)
    if found is None:
        found = with_ends(s, search, _searched(s, search), called) if called else search_all(s, search)
        if len(reaches) >= MOST_REACHES:
            reaches.clear()
        reaches[key] = found
    return found


def paths(s: State, units: Sequence[Unit], points: int, march: bool, *, zones: bool = True) -> list[Path]:
    """7.2-d: one way to every hex where these units may end, the cheapest."""
    found = reach(s, units, points, march, zones=zones)
    return [tuple(found.way(place)) for place in range(len(found.hexes))]


def open_markers(s: State) -> list[Marker]:
    """6.3-b. Markers that a Force may still attack by: another may have served them, but the enemy is still there."""
    return s.remembered("open markers", lambda: _open_markers(s))


def _open_markers(s: State) -> list[Marker]:
    if s.active is None:
        return []
    enemies = s.held[ENEMY[actions.active_side(s)]]
    return [marker for marker in s.active.markers if marker.target in enemies]


def marker_ahead(
    s: State, kind: str, units: Sequence[Unit], path: Sequence[int], target: str | None, rule: str
) -> Marker | Refusal:
    """6.4-a. The marker of that kind in the hex where the way ends; where there are two the target says which."""
    hex = path[-1] if path else units[0].hex
    here = [
        marker
        for marker in open_markers(s)
        if marker.type == kind and marker.hex == hex and (target is None or marker.target == s.board.hex(target))
    ]
    if len(here) == 1:
        return here[0]
    name = s.board.grid.numbers[hex] if hex >= 0 else "?"
    return no(rule, "choose_target" if here else "no_such_marker", hex=name)


def marker_hexes(s: State) -> HexSet:
    """7.5-b: the hexes with markers that a Force may attack by."""
    return s.remembered("marker hexes", lambda: HexSet.of([marker.hex for marker in open_markers(s)]))


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
    markers = marker_hexes(s) if to_marker else NO_HEXES
    for number, there in enumerate(path):
        cost = costs(s, units, march, here, there)
        if refusal := refuse_step(s, units, here, there, cost, zones=zones, markers=markers):
            return refusal
        last = number == len(path) - 1
        if not last and there in markers and zones and there in zone(s, ENEMY[units[0].side]):
            return no("7.5-c", "stays_in_zone")
        if not has_room(s, units, there):
            full = not fortresses.has_room(s, units, there)
            return no("22.3.4-a" if full else "2.9-b", "fortress_full" if full else "stacking", hex=_number(s, there))
        spent += cost or 0
        if spent > points and not (number == 0 and len(path) == 1 and start is None and points >= budget(units)):
            return no("7.2-d", "too_far", hex=_number(s, there))
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
        return no("7.2-b", "off_map", hex=_number(s, there))
    if there not in s.board.grid.adjacent[here]:
        return no("7.2-b", "not_adjacent", hex=_number(s, there))
    if there in s.held[ENEMY[side]]:
        return no("7.2-c", "enemy_there", hex=_number(s, there))
    if cost is None:
        if s.board.by_road(units[0].kind, here, there) is not None and units[0].march:
            return no("7.8.1-b", "road_full", hex=_number(s, there))
        return rivers.refuse_ground(s, units[0], here, there)
    if zones and there in zone(s, ENEMY[side]) and there not in markers:
        return no("22.4-a" if daylight.is_night(s) else "7.5-b", "no_marker", hex=_number(s, there))
    return None


def _number(s: State, hex: int) -> str:
    return s.board.grid.numbers[hex] if hex >= 0 else "?"


# -- the action --------------------------------------------------------------------------------------------------------


def points_for(units: Sequence[Unit], march: bool, *, unlimber: bool = False) -> int:
    """7.9-b, 7.9-c. The points of a Force; guns pay two to limber, and two to unlimber but for horse artillery."""
    points = budget(units)
    if units[0].kind != ARTILLERY:
        return points
    if march and not all(unit.march for unit in units):
        points -= marching.LIMBERING
    if unlimber and any(unit.type != "horse_artillery" for unit in units):
        points -= marching.LIMBERING
    return points


def refuse_move(s: State, units: Sequence[Unit], answer: Move, *, zones: bool = True) -> Refusal | None:
    """7.2-d, 7.8-b, 7.9-a, 7.9-b. A move as an action: march or not, the way, and what guns do at its end."""
    path = [s.board.hex(number) for number in entering.before_exit(answer.path)]
    march = marching.after_change(units, answer.march, moving=bool(answer.path))
    if refusal := marching.refuse_change(s, units, answer, path):
        return refusal
    points = points_for(units, march, unlimber=answer.unlimber)
    if entering.exits(answer.path):
        points -= MP
        if refusal := entering.refuse_exit(s, units[0].side, path[-1] if path else units[0].hex):
            return refusal
    if points < 0:
        return no("7.9-b", "limbering")
    refusal = refuse_path(s, units, path, points, march, zones=zones)
    if refusal is None and answer.unlimber and path and s.board.terrain[path[-1]] == "tione":
        return no("22.1-a", "tione", hex=_number(s, path[-1]))
    return refusal


def move(s: State, units: Sequence[Unit], answer: Move) -> Script:
    """3.2.2b-b, 7.6-b, 7.9-c. A Force moves, or turns, limbers or leaves March Movement where it stands."""
    ids = tuple(unit.id for unit in units)
    path = tuple(map(s.board.hex, entering.before_exit(answer.path)))
    march = marching.after_change(units, answer.march, moving=bool(answer.path))
    spent = budget(units) - points_for(units, march)
    marching.change(s, units, march)
    s.begin(Deed("move", units[0].side, ids, mp=spent, path=path))
    went = yield from walk(s)
    deed = s.finish()
    left = [unit for unit in s.of(deed.units) if unit.hex >= 0]
    if entering.exits(answer.path) and went:
        for unit in left:
            yield from entering.leave_map(s, unit)
        actions.record(s, s.of(ids), "move", deed.mp + MP)
        return
    more = 0
    if answer.unlimber and went and left and all(rivers.may_unlimber(s, unit) for unit in left):
        more = budget(left) - points_for(left, True, unlimber=True)
        marching.unlimber(s, left, "7.9-b")
    actions.record(s, s.of(ids), "move", deed.mp + more)
    face_after(s, left, deed)


def face_after(s: State, units: Sequence[Unit], deed: Deed) -> None:
    """7.6-b, 7.8.2-a, 7.8.2-c. Who has moved chooses his facing; along a road or after a march the last step binds."""
    left = [unit for unit in s.of([unit.id for unit in units]) if unit.hex >= 0]
    if not left or len({unit.hex for unit in left}) > 1 or deed.stopped:
        return
    if not left[0].march or deed.heading < 0:
        turning.turn_later(s, left, "7.6-b", stayed=deed.heading < 0)
    elif left[0].hex not in s.board.roads:
        turning.turn_later(s, left, "7.6-b", deed.heading)


# -- 7.2, 7.3: hex by hex ----------------------------------------------------------------------------------------------


def walk(s: State) -> Script:
    """7.2-b, 11.4-a, 11.5.5-d. The Force under way goes on until something bars it. Returns whether it came.

    Where reactions have changed what lies ahead it may choose another way with the points that are left.
    """
    while s.deed.path:
        strides.stride(s, s.of(s.deed.units))
        deed = s.deed
        if not deed.path:
            break
        units = s.of(deed.units)
        there = deed.path[0]
        if refuse_next(s, units, there) is not None:
            flush(s)
            if not (yield from another_way(s, units)):
                return False
            continue
        s.change_deed(path=deed.path[1:])
        if not (yield from step(s, there)):
            flush(s)
            return False
    flush(s)
    deed = s.deed
    if deed.do in ("assault", "charge") and deed.target not in s.held[ENEMY[deed.side]] and not deed.reaction:
        return (yield from another_way(s, s.of(deed.units))) and (yield from walk(s))
    return True


def refuse_next(s: State, units: Sequence[Unit], there: int) -> Refusal | None:
    """11.5.5-d: whether the next step of a way is still open."""
    deed, march = s.deed, units[0].march
    zones = deed.do in ("move", "assault", "fire", "ooc") and not deed.reaction
    markers = marker_hexes(s) if deed.do in ("assault", "fire") else NO_HEXES
    if deed.do == "charge" and there in s.held[ENEMY[deed.side]] and there == _ridden_through(s):
        return None
    cost = costs(s, units, march, units[0].hex, there)
    refusal = refuse_step(s, units, units[0].hex, there, cost, zones=zones, markers=markers)
    if refusal is None and not has_room(s, units, there):
        return no("2.9-b", "stacking", hex=_number(s, there))
    return refusal


def _ridden_through(s: State) -> int:
    """11.5.4.2-a: a Square's hex that a Charge rides through on its way to another target."""
    path = s.deed.path
    return path[0] if len(path) > 1 else -1


def another_way(s: State, units: Sequence[Unit]) -> Script:
    """11.5.5-d, 6.5-a. The way is barred, or its target has gone: the Force goes elsewhere, or stops.

    Returns whether it goes on.
    """
    deed, march = s.deed, units[0].march
    left = budget(units) - deed.mp
    s.change_deed(path=(), do="move" if deed.do in ("assault", "fire") else deed.do)
    if deed.do == "charge":
        return False
    found = paths(s, units, left, march) if left > 0 else []
    if not found and all(is_open(s, unit) for unit in units):
        return False

    def options() -> list[Plain]:
        return [{"do": "stop"}, *({"do": "go_on", "path": s.board.numbers(path)} for path in found)]

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return None
        path = [s.board.hex(number) for number in answer.path or ()]
        return no("11.5.5-d", "off_map", hex="?") if not path else refuse_path(s, units, path, left, march)

    answer = yield ask(
        s,
        units[0].side,
        "go_on",
        "11.5.5-d",
        (GoOn, Stop),
        options,
        refuse,
        certain=True,
        why="way",
        units=[unit.id for unit in units],
        left=write_points(left),
    )
    if isinstance(answer, Stop):
        return False
    s.change_deed(path=tuple(map(s.board.hex, answer.path or ())))
    return True


def step(s: State, to: int) -> Script:
    """7.2-b, 7.3-a, 11.1-b, 11.1-c, 11.1-d. One hex of any movement: who watches may react before and after it.

    Returns whether the Force goes on.
    """
    kind = s.deed.do
    if kind in WALKING:
        trigger = reactions.triggered(s, "leaves", to=to)
        if trigger is not None:
            flush(s)
        if not (yield from reactions.react(s, trigger)):
            return False
        _drop_the_lost(s)
    here = s.of(s.deed.units)[0].hex
    yield from put(s, here, to)
    yield from terrain_check(s, here, to)
    if s.deed.stopped or not _alive(s):
        return False
    trigger = reactions.triggered(s, TRIGGERS.get(kind, "enters"), came=here)
    if trigger is not None:
        flush(s)
    goes_on = yield from reactions.react(s, trigger)
    _drop_the_lost(s)
    return bool(goes_on)


def put(s: State, here: int, to: int) -> Script:
    """7.6-c, 2.2-a, 7.1-a, 2.4.2.3-d. The Force in its new hex: facing, control, lone commanders, what is revealed."""
    deed = s.deed
    units = s.of(deed.units)
    side, heading = deed.side, s.board.direction(here, to)
    cost = 0 if deed.do in FREE else costs(s, units, units[0].march, here, to) or 0
    friends = [unit for unit in s.stack(to, side) if unit.id not in deed.units]
    before = face_up(s, units)
    for unit in units:
        facing = friends[0].facing if friends else heading if unit.march or deed.do == "retreat" else unit.facing
        s.move(unit, to, facing)
    trail = (*deed.trail, to) if deed.do in WALKING else ()
    s.change_deed(mp=deed.mp + cost, heading=heading, trail=trail)
    held = to in s.held[ENEMY[side]]
    if not held:
        control(s, side, to)
    yield from reveal(s, before)
    if not held:
        yield from marching.displace(s, to, ENEMY[side])
        yield from fortresses.occupied(s, side, to)


def control(s: State, side: str, hex: int) -> None:
    """2.2-a: a hex that is entered changes hands."""
    if take_control(s, side, [hex]):
        tell_control(s, side, hex)


def tell_control(s: State, side: str, hex: int) -> None:
    """2.2-a: control is told where victory asks for it."""
    if s.victory is not None and _number(s, hex) in s.victory.get("hexes", ()):
        tell(s, "control", "2.2-a", hex=_number(s, hex), side=side)


def flush(s: State) -> None:
    """Tell of the way that the Force has come since it was last told."""
    deed = s.deed
    if not deed.trail:
        return
    units = [unit for unit in s.of(deed.units) if unit.hex >= 0]
    numbers = s.board.numbers(deed.trail)
    s.change_deed(trail=())
    if units:
        tell_of(s, "moved", "7.2-b", units, path=numbers, to=numbers[-1], mp=write_points(deed.mp))


def _alive(s: State) -> list[Unit]:
    return [unit for unit in s.of(s.deed.units) if unit.hex >= 0]


def terrain_check(s: State, here: int, to: int) -> Script:
    """7.3-a, 7.3-b, 22.1-c, 22.1-d. Ground that tries a Force does so at once, in moves, attacks and retreats."""
    units = _alive(s)
    if by_road(s, units, here, to):
        return
    loses = s.board.at(to).check.cavalry_loses_levels
    if loses and units[0].kind == CAVALRY:
        yield from cohesion.lose_levels(s, units, loses, "22.1-d")
        _drop_the_lost(s)
    tried = [unit for unit in _alive(s) if is_tried(s, unit, here, to)]
    if not tried:
        return
    checks = yield from cohesion.check(s, tried, "terrain")
    _drop_the_lost(s)
    failed = [unit for unit in s.of([u.id for u in tried]) if unit.hex == to and not checks[unit.id].passed]
    if failed and s.deed.do in OWN_ACTION and not s.deed.reaction:
        yield from stop_or_go_on(s, failed, to)


def by_road(s: State, units: Sequence[Unit], here: int, to: int) -> bool:
    """7.8-a, 7.8.1-b. In March Movement a road takes the place of the ground, if there is room on it beside others."""
    if not units or not units[0].march or s.board.by_road(units[0].kind, here, to) is None:
        return False
    return not _crowds_the_road(s, units, to)


def is_tried(s: State, unit: Unit, here: int, to: int) -> bool:
    """7.3-a, chart.TEC-a. Whether the hex, or the side that was crossed, demands a check of this unit."""
    who = s.board.tried(here, to)
    if not who:
        return False
    if unit.kind == CAVALRY and s.deed.do == "charge" and "cavalry in a Charge" in who:
        return True
    return CHECKED.get(unit.type, "") in who


def _drop_the_lost(s: State) -> None:
    left = tuple(unit.id for unit in _alive(s))
    s.change_deed(units=left or s.deed.units, stopped=s.deed.stopped or not left)


def stop_or_go_on(s: State, failed: Sequence[Unit], to: int) -> Script:
    """13.4-a. Units that fail a check in their own action may stop; then they go back one hex, the others go on."""
    ids = [unit.id for unit in failed]
    must = s.options["failed_check"] == "must_stop"

    def options() -> list[Plain]:
        return [{"do": "stop"}] if must else [{"do": "go_on"}, {"do": "stop"}]

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, GoOn) and (must or answer.path is not None):
            return no("13.4-a", "not_listed", choices=ids)
        return None

    left = write_points(max(0, budget(_alive(s)) - s.deed.mp))
    answer = yield ask(
        s, failed[0].side, "go_on", "13.4-a", (GoOn, Stop), options, refuse, why="check", units=ids, left=left
    )
    if isinstance(answer, GoOn):
        return
    flush(s)
    rest = tuple(unit.id for unit in _alive(s) if unit.id not in ids)
    heading = s.deed.heading
    s.change_deed(units=rest or s.deed.units, stopped=not rest)
    ahead = s.board.grid.neighbours[to][heading]
    yield from retreat.retreat(s, s.of(ids), retreat.Flight(ahead, 1, heading, rule="13.4-a"))
