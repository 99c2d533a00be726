"""The actions that are listed for the active Formation: for every unit and every Force, one way to each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, overload

import msgspec

from quadrilatero.games.custoza.answers import Act, Assault, Charge, Fire, LeaveSquare, Move, Square
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY, INFANTRY, SIGHT
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import (
    actions,
    charge,
    entering,
    fire,
    marching,
    marking,
    movement,
    pontoon,
    routes,
    sight,
    withdrawal,
)
from quadrilatero.games.custoza.rules.concepts import in_enemy_zone
from quadrilatero.games.custoza.rules.retreat import groups
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import HexSet
from quadrilatero.hexes.flood import NOBODY, Travel
from quadrilatero.kernel import Plain
from quadrilatero.kernel.listing import Listing
from quadrilatero.native import i64, vec

NOTHING: Final[dict[str, bool]] = {}
KINDS: Final[dict[str, Any]] = {"assault": Assault, "charge": Charge, "fire": Fire}


NO_WAY: Final[list[str]] = []
"""Stands where a way is not written because no listed move goes it; every way has a step."""
_PLACES: Final[list[vec[i64]]] = []
"""By hex: its place in the search that was looked through last; it may be of another, and whoever reads it checks."""


class Moves(Sequence[Plain]):
    """7.2-d: moves of the same units to many hexes, one way to each; a move is written when it is looked at.

    `last` are those that were listed for these units in this hex before: where the way is still the same, so is what is
    written. `_paths` are the ways in printed numbers, as far as they lead to `ends`, `_written` the moves that go them,
    both in the order of `found`.
    """

    __slots__ = ("_last", "_moves", "_paths", "_single", "_written", "ends", "found", "ids", "more", "start")

    def __init__(
        self,
        single: list[list[str]],
        ids: list[str],
        start: int,
        ends: Sequence[int],
        found: Travel,
        more: dict[str, bool],
        last: Moves | None,
    ) -> None:
        self._single = single
        self.ids, self.start, self.ends, self.found, self.more = ids, start, ends, found, more
        self._last: Moves | None = last if last is None or last._moves is not None else last._last
        self._paths: list[list[str]] = []
        self._written: list[Plain | None] = []
        self._moves: list[Plain] | None = None

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> Plain: ...
    @overload
    def __getitem__(self, place: slice) -> list[Plain]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return self.written()[place]
        if self._moves is not None:
            return self._moves[place]
        way = [self._single[hex][0] for hex in self.found.way_to(self.ends[place])]
        return {"do": "move", "units": self.ids, "path": way, **self.more}

    def __iter__(self) -> Iterator[Plain]:
        return iter(self.written())

    def written(self) -> list[Plain]:
        """All of them, those anew that lead another way than the last time."""
        if self._moves is None:
            self._write_ways()
            like: Plain = {"do": "move", "units": self.ids, "path": [], **self.more}
            hexes, paths, written = self.found.hexes, self._paths, self._written
            moves: list[Plain] = []
            place = 0
            for wanted in list(self.ends):
                end: i64 = wanted
                hex: i64 = hexes[place]
                while hex != end:
                    place += 1
                    hex = hexes[place]
                move = written[place]
                if move is None:
                    move = like.copy()
                    move["path"] = paths[place]
                    written[place] = move
                moves.append(move)
            self._moves = moves
        return self._moves

    def _write_ways(self) -> None:
        """The ways in printed numbers, each from the one to the hex before it; those that are the same are kept."""
        last, self._last = self._last, None
        single, places = self._single, _places(len(self._single))
        hexes, nears, paths = self.found.hexes, self.found.nears, self._paths
        written: list[Plain | None] = [None] * len(hexes)
        self._written = written
        old_hexes: tuple[int, ...] = () if last is None else last.found.hexes
        old_nears: tuple[int, ...] = () if last is None else last.found.nears
        old_paths: list[list[str]] = [] if last is None else last._paths
        old_written: list[Plain | None] = [] if last is None else last._written
        wanted = None if len(self.ends) == len(hexes) else on_the_way(self.ends, self.found)
        size: i64 = len(old_hexes)
        place: i64 = 0
        while place < size:
            former: i64 = old_hexes[place]
            places[former] = place
            place += 1
        for place, hex in enumerate(hexes):
            if wanted is not None and not wanted[place]:
                paths.append(NO_WAY)
                continue
            here: i64 = hex
            near, old = nears[place], places[here]
            if old < size and old_hexes[old] == hex and old_paths[old]:
                before = old_nears[old]
                if (before < 0 and near < 0) or (before >= 0 and near >= 0 and old_paths[before] is paths[near]):
                    paths.append(old_paths[old])
                    written[place] = old_written[old]
                    continue
            paths.append(single[hex] if near < 0 else paths[near] + single[hex])


def _places(size: int) -> vec[i64]:
    """The places by hex, for a board of that size."""
    if not _PLACES or len(_PLACES[0]) < size:
        _PLACES[:] = [vec[i64]([0] * size)]
    return _PLACES[0]


def on_the_way(ends: Sequence[int], found: Travel) -> list[bool]:
    """By place: whether a hex of a search is one of these, or lies on the way to one; they stand in its order."""
    hexes, nears = found.hexes, found.nears
    wanted = [False] * len(hexes)
    left = list(ends)
    end: i64 = left.pop() if left else NOBODY
    for place in range(len(hexes) - 1, -1, -1):
        hex: i64 = hexes[place]
        if hex == end:
            wanted[place] = True
            end = left.pop() if left else NOBODY
        if wanted[place]:
            near = nears[place]
            if near >= 0:
                wanted[near] = True
    return wanted


def moves_to(s: State, ids: list[str], ends: Sequence[int], found: Travel, more: dict[str, bool] = NOTHING) -> Moves:
    """7.2-d: the moves of units to these hexes; what was listed for them the last time, if nothing has changed."""
    start = s.units[ids[0]].hex
    what = tuple(ids), more.get("march"), more.get("unlimber")
    last: Moves | None = s.listed.get(what)
    if last is not None and last.start != start:
        last = None
    if last is not None and last.found is found and last.ends == ends:
        return last
    fresh = s.listed[what] = Moves(s.board.single, ids, start, ends, found, more, last)
    return fresh


def acts(s: State) -> Listing:
    """3.2.2b-b: everything that is listed; what the rules refuse is left out."""
    able = actions.acting_units(s)
    parts: list[Sequence[Plain]] = [entering.entries(s, unit) for unit in entering.column(s)]
    for hex in dict.fromkeys([unit.hex for unit in able]):
        for units in groups([unit for unit in able if unit.hex == hex]):
            parts += of_units(s, units)
    rider = actions.commander(s)
    if rider is not None:
        parts.append(rides(s, rider) if rider.hex >= 0 else entering.rides_in(s, rider))
        parts.append(exits(s, rider))
    if not any(parts) or actions.refuse_done(s) is None:
        parts.append([{"do": "done"}])
    return Listing(parts)


def rides(s: State, rider: Unit) -> Moves:
    """7.10-a: a way to every hex that a commander can come to."""
    found = marching.commander_reach(s, rider)
    return moves_to(s, [rider.id], found.hexes, found)


def exits(s: State, unit: Unit) -> list[Plain]:
    """24.2-j: leaving the map from the hex where a unit or a commander stands; ways to the edge are listed as moves."""
    out = unit.hex >= 0 and entering.may_exit(s, unit.side, unit.hex)
    return [{"do": "move", "units": [unit.id], "path": [entering.EXIT]}] if out else []


def of_units(s: State, units: Sequence[Unit]) -> Iterator[Sequence[Plain]]:
    """3.2.2b-b: what these units may do together, or one alone."""
    ids = [unit.id for unit in units]
    yield from moves(s, units, ids)
    yield other_actions(s, units, ids)
    if s.mode == "advanced":
        yield pontoon.listed(s, units)
        if len(units) == 1 and actions.refuse_act(s, Move(ids, [entering.EXIT])) is None:
            yield exits(s, units[0])
    if s.acting().conduct in actions.WITHDRAWING and in_enemy_zone(s, units[0].side, units[0].hex):
        yield [{"do": "fall_back", "units": ids, "path": s.board.numbers(path)} for path in withdrawal.ways(s, units)]


def other_actions(s: State, units: Sequence[Unit], ids: list[str]) -> Sequence[Plain]:
    """3.2.2b-b: all but moves; most units can do what they could a question ago, so the list is kept."""
    ways = ways_to_markers(s, units)
    known: tuple[Any, Sequence[Plain]] | None = s.listed.get(tuple(ids))
    now = circumstances(s, units, ways)
    if known is None or known[0] != now:
        known = s.listed[tuple(ids)] = now, _other_actions(s, units, ids, ways)
    return known[1]


def _other_actions(s: State, units: Sequence[Unit], ids: list[str], ways: Sequence[Way]) -> Sequence[Plain]:
    tried = [*on_the_spot(units, ids), *squares(s, units, ids), *attacks(s, ids, ways), *shots(s, units, ids, ways)]
    return [plain for plain, answer in tried if actions.refuse_action(s, units, answer) is None]


def circumstances(s: State, units: Sequence[Unit], ways: Sequence[Way]) -> tuple[Any, ...]:
    """All that it hangs on what units may do but move: they and their hex, the activation, the enemy, friends around.

    Friends crowd the hexes and roads to a marker (2.9, 7.8.1) and stand between guns and what they fire at (8.9).
    """
    first, active, duties = units[0], s.acting(), actions.duties(s)
    here, enemy = s.at[first.hex], ENEMY[first.side]
    passed = HexSet.of({hex for way in ways for hex in way.path}).mask if ways else 0
    full, road = (routes.without_room(s, units), routes.without_road(s, units)) if passed else (0, 0)
    return (
        [s.units[id] for id in here],
        [id in active.acted for id in here],
        [unit in duties for unit in units],
        active.formation,
        active.markers,
        active.conduct,
        actions.bound_by_conduct(s, units),
        s.light,
        s.board,
        s.stamps[enemy],
        ways,
        full & passed,
        road & passed,
        _lines_of_fire(s, first) if first.kind == ARTILLERY else (),
    )


def _lines_of_fire(s: State, guns: Unit) -> list[bool]:
    """Which enemies in range guns see, one after another; kept while all in their range stand where they stood."""
    around, enemies = s.board.grid.within(guns.hex, SIGHT), s.held[ENEMY[guns.side]]
    now = around.mask & enemies.mask, around.mask & s.held[guns.side].mask, s.light, s.board
    known: tuple[Any, list[bool]] | None = s.listed.get(("lines", guns.hex))
    if known is None or known[0] != now:
        known = now, [sight.sees(s, guns.hex, hex) for hex in around & enemies]
        s.listed["lines", guns.hex] = known
    return known[1]


Tried = tuple[Plain, Act]
"""An answer as it is listed, and as the rules judge it."""


def on_the_spot(units: Sequence[Unit], ids: list[str]) -> Iterator[Tried]:
    """7.6-b, 7.8-b, 7.9-b: turning, limbering, unlimbering and leaving March Movement without a step."""
    yield {"do": "move", "units": ids, "path": []}, Move(ids, [])
    if units[0].kind == ARTILLERY and units[0].march:
        yield {"do": "move", "units": ids, "path": [], "unlimber": True}, Move(ids, [], unlimber=True)
    elif units[0].kind == ARTILLERY:
        yield {"do": "move", "units": ids, "path": [], "march": True}, Move(ids, [], march=True)
    elif units[0].march:
        yield {"do": "move", "units": ids, "path": [], "march": False}, Move(ids, [], march=False)


def moves(s: State, units: Sequence[Unit], ids: list[str]) -> Iterator[Moves]:
    """7.2-d, 7.8-c, 7.9-b: a way to every hex, over the ground, in March Movement, and with guns unlimbered."""
    guns = units[0].kind == ARTILLERY
    for march in (True,) if guns else (False, True):
        if march and len(units) > 1:
            continue
        wish = {} if guns or march == units[0].march else {"march": march}
        points = movement.points_for(units, march)
        if points <= 0:
            continue
        found = routes.reach(s, units, points, march)
        hexes = actions.led_by_conduct(s, units, found.hexes, wish.get("march"))
        yield moves_to(s, ids, hexes, found, wish)
        if guns:
            left = movement.points_for(units, march, unlimber=True)
            near = hexes
            if left != points:
                near = actions.led_by_conduct(s, units, found.within(left), wish.get("march"))
            dry = [hex for hex in near if s.board.terrain[hex] != "tione"]
            yield moves_to(s, ids, dry, found, {"unlimber": True})


class Way(NamedTuple):
    """A way to a marker, in March Movement or not; to attack there, or `to_fire` alone."""

    marker: Marker
    march: bool
    path: tuple[int, ...]
    to_fire: bool = False


def ways_to_markers(s: State, units: Sequence[Unit]) -> list[Way]:
    """6.4-a, 8.3-c: the ways to markers that these units can serve, and of light infantry to all it can come to.

    They are kept as long as they come to the same hexes; ways of a Charge hang on more.
    """
    left, first = marking.open_markers(s), units[0]
    if first.kind == ARTILLERY or not left:
        return []
    points, markers = routes.budget(units), marking.marker_hexes(s)
    marches = {first.march, False} if len(units) > 1 else {first.march, False, True}
    searches = [(march, routes.reach(s, units, points, march, markers=markers)) for march in marches]
    if charge.may_charge(units):
        return _ways_to_markers(s, units, left, searches)
    what, now = ("ways", *[unit.id for unit in units]), (left, first.march, points, searches)
    known: tuple[Any, list[Way]] | None = s.listed.get(what)
    if known is None or known[0] != now:
        known = s.listed[what] = now, _ways_to_markers(s, units, left, searches)
    return known[1]


def _ways_to_markers(
    s: State, units: Sequence[Unit], left: Sequence[Marker], searches: Sequence[tuple[bool, Travel]]
) -> list[Way]:
    first = units[0]
    found: list[Way] = []
    for march, reached in searches:
        for marker in left:
            path = _way(s, units, marker, march, reached)
            if path is not None:
                found.append(Way(marker, march, path))
            if march == first.march and first.type == "light" and marker.hex in reached.cost:
                found.append(Way(marker, march, tuple(reached.way_to(marker.hex)), True))
    return found


def attacks(s: State, ids: list[str], ways: Sequence[Way]) -> Iterator[Tried]:
    """6.4-a: the Assaults and Charges by which these units can serve a marker."""
    left, now = marking.open_markers(s), s.units[ids[0]].march
    for marker, march, path, to_fire in ways:
        if not to_fire:
            wish = {} if march == now else {"march": march}
            target = {"target": s.board.grid.numbers[marker.target]} if _is_one_of_two(left, marker) else {}
            yield _tried({"do": marker.type, "units": ids, "path": s.board.numbers(path), **target, **wish})


def _way(s: State, units: Sequence[Unit], marker: Marker, march: bool, reached: Travel) -> tuple[int, ...] | None:
    """6.4-a: the cheapest way to a marker, where there is one that leaves enough for its target."""
    if marker.type == "charge":
        if not charge.may_charge(units):
            return None
        return charge.ways(s, units, routes.budget(units), march).get(marker.hex)
    hex = marker.hex
    if units[0].hex == hex:
        return ()
    spent = reached.cost.get(hex)
    if spent is None:
        return None
    entry = routes.costs(s, units, march, hex, marker.target)
    if entry is None or spent + entry > routes.budget(units):
        return None
    return tuple(reached.way_to(hex))


def _is_one_of_two(markers: Sequence[Marker], marker: Marker) -> bool:
    return len([other for other in markers if other.hex == marker.hex]) > 1


def shots(s: State, units: Sequence[Unit], ids: list[str], ways: Sequence[Way]) -> Iterator[Tried]:
    """8.1-e, 8.3-c: every shot from where these units stand, and of light infantry from each marker it can come to."""
    if not all(fire.may_fire(unit, reaction=False) for unit in units):
        return
    if ids != [unit.id for unit in fire.firing(s, units[0].hex, units[0].kind)]:
        return
    yield from map(_tried, fire.listed(s, units))
    for hex, path in sorted({way.marker.hex: way.path for way in ways if way.to_fire}.items()):
        numbers = s.board.numbers(path)
        for target, kind in fire.targets(s, units, hex):
            number = s.board.grid.numbers[target]
            yield _tried({"do": "fire", "units": ids, "hex": number, "at": kind, "path": numbers})


def squares(s: State, units: Sequence[Unit], ids: list[str]) -> Iterator[Tried]:
    """7.7-a, 11.5.4.1-b: infantry forms or leaves a Square."""
    if units[0].kind != INFANTRY:
        return
    if units[0].square:
        yield {"do": "leave_square", "units": ids}, LeaveSquare(ids)
    elif len(ids) == len(s.at[units[0].hex]) or len(ids) == sum(u.kind == INFANTRY for u in s.stack(units[0].hex)):
        yield {"do": "square", "units": ids}, Square(ids)


def _tried(plain: Plain) -> Tried:
    return plain, msgspec.convert(plain, KINDS[plain["do"]])
