"""Chapter 7: a Force moves, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quadrilatero.games.custoza.answers import GoOn, Move, Stop
from quadrilatero.games.custoza.board import ARTILLERY, ENEMY
from quadrilatero.games.custoza.charts import MP
from quadrilatero.games.custoza.deeds import Deed, TriggerKind
from quadrilatero.games.custoza.fog import face_up, is_open, reveal
from quadrilatero.games.custoza.rules import (
    actions,
    entering,
    fortresses,
    marching,
    marking,
    reactions,
    rivers,
    routes,
    strides,
    terrain,
    turning,
)
from quadrilatero.games.custoza.rules.concepts import take_control
from quadrilatero.games.custoza.said import write_points
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES
from quadrilatero.kernel import Plain, Refusal, Script

WALKING: Final = ("move", "fire", "assault", "charge", "after_charge", "ooc")
"""Deeds that are told hex by hex as moves; retreats, advances and withdrawals tell themselves when they are over."""
FREE: Final = ("advance", "retreat", "fall_back")
"""Deeds that cost no movement points."""
TRIGGERS: Final[dict[str, TriggerKind]] = {"advance": "advance", "retreat": "retreat", "fall_back": "retreat"}
"""11.1-e, 10.5.6-a, 12.2-a: what deeds set off by entering a zone; all others `enters`."""

# -- the action --------------------------------------------------------------------------------------------------------


def points_for(units: Sequence[Unit], march: bool, *, unlimber: bool = False) -> int:
    """7.9-b, 7.9-c. The points of a Force; guns pay two to limber, and two to unlimber but for horse artillery."""
    points = routes.budget(units)
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
    refusal = routes.refuse_path(s, units, path, points, march, zones=zones)
    if refusal is None and answer.unlimber and path and s.board.terrain[path[-1]] == "tione":
        return no("22.1-a", "tione", hex=routes.number_of(s, path[-1]))
    return refusal


def move(s: State, units: Sequence[Unit], answer: Move) -> Script:
    """3.2.2b-b, 7.6-b, 7.9-c. A Force moves, or turns, limbers or leaves March Movement where it stands."""
    ids = tuple(unit.id for unit in units)
    path = tuple(map(s.board.hex, entering.before_exit(answer.path)))
    march = marching.after_change(units, answer.march, moving=bool(answer.path))
    spent = routes.budget(units) - points_for(units, march)
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
        more = routes.budget(left) - points_for(left, True, unlimber=True)
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


# -- 7.2: the way, as far as it is open --------------------------------------------------------------------------------


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
    """11.5.5-d, 11.5.4.2-a: whether the next step of a way is still open; a Charge rides on through a Square."""
    deed, march = s.deed, units[0].march
    zones = deed.do in ("move", "assault", "fire", "ooc") and not deed.reaction
    markers = marking.marker_hexes(s) if deed.do in ("assault", "fire") else NO_HEXES
    if deed.do == "charge" and there in s.held[ENEMY[deed.side]] and there == deed.through:
        return None
    cost = routes.costs(s, units, march, units[0].hex, there)
    refusal = routes.refuse_step(s, units, units[0].hex, there, cost, zones=zones, markers=markers)
    if refusal is None and not routes.has_room(s, units, there):
        return no("2.9-b", "stacking", hex=routes.number_of(s, there))
    return refusal


def another_way(s: State, units: Sequence[Unit]) -> Script:
    """11.5.5-d, 6.5-a. The way is barred, or its target has gone: the Force goes elsewhere, or stops.

    Returns whether it goes on.
    """
    deed, march = s.deed, units[0].march
    left = routes.budget(units) - deed.mp
    s.change_deed(path=(), do="move" if deed.do in ("assault", "fire") else deed.do)
    if deed.do == "charge":
        return False
    found = routes.paths(s, units, left, march) if left > 0 else []
    if not found and all(is_open(s, unit) for unit in units):
        return False

    def options() -> list[Plain]:
        return [{"do": "stop"}, *({"do": "go_on", "path": s.board.numbers(path)} for path in found)]

    def refuse(answer: GoOn | Stop) -> Refusal | None:
        if isinstance(answer, Stop):
            return None
        path = [s.board.hex(number) for number in answer.path or ()]
        return no("11.5.5-d", "off_map", hex="?") if not path else routes.refuse_path(s, units, path, left, march)

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


# -- 7.2, 7.3: one hex -------------------------------------------------------------------------------------------------


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
        drop_the_lost(s)
    here = s.of(s.deed.units)[0].hex
    yield from put(s, here, to)
    yield from terrain.terrain_check(s, here, to)
    if s.deed.stopped or not alive(s):
        return False
    trigger = reactions.triggered(s, TRIGGERS.get(kind, "enters"), came=here)
    if trigger is not None:
        flush(s)
    goes_on = yield from reactions.react(s, trigger)
    drop_the_lost(s)
    return bool(goes_on)


def put(s: State, here: int, to: int) -> Script:
    """7.6-a, 7.6-c, 2.2-a, 7.1-a, 2.4.2.3-d. The Force in its new hex: facing, control, lone commanders, who is seen.

    Where one of them marches all face where they go, since those of a hex have one facing.
    """
    deed = s.deed
    units = s.of(deed.units)
    side, heading = deed.side, s.board.direction(here, to)
    cost = 0 if deed.do in FREE else routes.costs(s, units, units[0].march, here, to) or 0
    friends = [unit for unit in s.stack(to, side) if unit.id not in deed.units]
    before = face_up(s, units)
    ahead = deed.do == "retreat" or any(unit.march for unit in units)
    for unit in units:
        facing = friends[0].facing if friends else heading if ahead else unit.facing
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
    if s.victory is not None and routes.number_of(s, hex) in s.victory.get("hexes", ()):
        tell(s, "control", "2.2-a", hex=routes.number_of(s, hex), side=side)


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


def alive(s: State) -> list[Unit]:
    """Those of the Force under way who are still on the map."""
    return [unit for unit in s.of(s.deed.units) if unit.hex >= 0]


def drop_the_lost(s: State) -> None:
    """Whoever is gone is no longer of the Force under way; without anybody it stops."""
    left = tuple(unit.id for unit in alive(s))
    s.change_deed(units=left or s.deed.units, stopped=s.deed.stopped or not left)
