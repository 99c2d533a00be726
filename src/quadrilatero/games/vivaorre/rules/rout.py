"""Chapter 12, rout: a unit runs at once, through friends if it must, and is shaken or gone at the end of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quadrilatero.games.vivaorre.rules import discovery, disorder, ground, guns_left, pursuit
from quadrilatero.games.vivaorre.rules.contact import clear_until, touches
from quadrilatero.games.vivaorre.rules.losses import demoralise, lose, shake
from quadrilatero.games.vivaorre.rules.morale import outcome, take_test
from quadrilatero.games.vivaorre.rules.rates import flight
from quadrilatero.games.vivaorre.said import BATTERY, ENEMY, ROUTED, SHAKEN
from quadrilatero.games.vivaorre.state import Pose, State, Unit, is_known
from quadrilatero.games.vivaorre.telling import tell_moved, tell_of
from quadrilatero.kernel import Script
from quadrilatero.table import TOUCH, centre, corners, corridor, first_touch, overlaps_any, shift
from quadrilatero.table.measure import cosine, sine

HOMEWARD = {"south": 18000, "north": 0, "west": 27000, "east": 9000}
"""12-k: the bearing towards each edge."""
ROOM = 2000
"""12-l: routers go round others where so much is free."""
OFF = (0, -1500, 1500, -3000, 3000, -4500, 4500)
STEP = 100
"""How finely the way is made longer for those who would end on top of others."""
LIKE_EUROPEANS = "usa"
"""12-m: the one list that is not European and yet keeps to European customs."""


class Flight(NamedTuple):
    """12-k, 12-l: where a router runs, how far, and whom it passes through or meets on the way, nearest first."""

    bearing: int
    by: int
    friends: list[str]
    enemies: list[str]


def rout(s: State, unit: Unit, enemies: Sequence[str], rule: str) -> Script:
    """12-k, 12-o, 10-m, 10-n, 13-g. Routed: the move, friends passed through, enemies met, pursuit, then the test.

    `enemies` are those before whom it runs, and who may pursue it. A battery does not run: it is lost.
    """
    skirmishing, id = unit.is_skirmishing, unit.id
    if unit.formation == BATTERY:
        tell_of(s, "state", rule, unit, state=ROUTED, why="rout")
        guns_left.leave(s, unit)
        lose(s, unit, "10-m", "battery")
        return
    unit = s.change(unit, state=ROUTED, shaken_since=None)
    tell_of(s, "state", rule, unit, state=ROUTED, why="rout")
    demoralise(s, unit.brigade)
    way = way_out(s, turned_home(s, s.units[id]))
    while (yield from discovery.come_upon(s, discovery.strides(s.units[id], way.bearing, way.by))):
        way = way_out(s, s.units[id])
    run(s, s.units[id], way)
    if not skirmishing:
        for friend in way.friends:
            if friend in s.units and s.units[friend].state != ROUTED:
                yield from shaken_by_routers(s, s.units[friend])
    if id in s.units and way.enemies:
        yield from meets_enemies(s, s.units[id])
    for enemy in enemies:
        if id in s.units and enemy in s.units:
            yield from pursuit.pursue(s, s.units[enemy], s.units[id])
    if id in s.units:
        yield from rally(s, s.units[id])


def turned_home(s: State, unit: Unit) -> Unit:
    """12-k. It turns to its own edge and takes mass, its centre where it was."""
    unit = disorder.take_mass(s, unit)
    facing = HOMEWARD[s.edges[unit.side]]
    x, y = centre(unit.pose)
    pose = (x, y, facing, unit.pose[3], unit.pose[4])
    ahead = shift(pose, facing, unit.pose[4] // 2)
    return s.change(unit, at=(ahead[0], ahead[1]), facing=facing)


def way_out(s: State, unit: Unit) -> Flight:
    """12-k, 12-l, 8-ab. Straight to the edge, or the first way off it with a corridor of 2 inches free; else straight.

    Where there is room nobody is passed through. Ground that is closed to the unit leaves no room, and stops it where
    it has to go straight on.
    """
    others = [other for other in s.on_table() if other.id != unit.id and is_known(unit.side, other)]
    poses = [other.pose for other in others if not is_left_behind(unit, other)]
    by = flight(unit)
    for off in OFF:
        bearing = (unit.facing + off) % 36000
        if corridor(unit.pose, bearing, by + unit.pose[4] // 2, ROOM, poses) < 0:
            if ground.shut_on_way(s, unit, unit.pose, bearing, by) is None:
                return Flight(bearing, by, [], [])
    shut = ground.shut_on_way(s, unit, unit.pose, unit.facing, by)
    by = by if shut is None else shut
    front = (*unit.pose[:4], 1)
    met = [(way, other) for other in others if (way := _met(front, unit.facing, by, other.pose)) is not None]
    met.sort(key=lambda one: (one[0], s.order[one[1].id]))
    friends = [other.id for _, other in met if other.side == unit.side]
    enemies = [other.id for _, other in met if other.side != unit.side]
    return Flight(unit.facing, by, friends, enemies)


def is_left_behind(unit: Unit, other: Unit) -> bool:
    """12-l. Whether a router that faces home turns its back on somebody it touches, who is then not in its way."""
    x, y = centre(unit.pose)
    there = centre(other.pose)
    ahead = (there[0] - x) * int(sine(unit.facing)) + (there[1] - y) * int(cosine(unit.facing))
    return ahead < 0 and touches(unit.pose, other.pose)


def _met(front: Pose, bearing: int, by: int, other: Pose) -> int | None:
    """How far a front that moves on goes before it meets another; None where it does not."""
    way, index = first_touch(front, bearing, by, [other])
    return way if index == 0 else None


def run(s: State, unit: Unit, way: Flight) -> None:
    """8-d, 12-k, 12-l, 12-n. The rout move, on until it stands on nobody; who leaves the table is gone.

    Where enemies are met it ends with the first of them, until 12-m is settled.
    """
    if way.enemies:
        before = [s.units[way.enemies[0]].pose]
        by = first_touch((*unit.pose[:4], 1), way.bearing, way.by, before)[0]
        flee(s, unit, way.bearing, by, "12-k")
    else:
        flee(s, unit, way.bearing, resting_place(s, unit, way.bearing, way.by), "12-k")


def flee(s: State, unit: Unit, bearing: int, by: int | None, rule: str) -> None:
    """12-k, 12-n. So far a router runs; who leaves the table is gone, and who can stand nowhere disperses."""
    if by is None:
        lose(s, unit, "12-k", "rout")
        return
    there = shift(unit.pose, bearing, by)
    moved = s.change(unit, at=(there[0], there[1]), moved=True)
    tell_moved(s, rule, unit, moved, "rout", by)
    if is_off_table(s, there):
        lose(s, moved, "12-n", "left")


def resting_place(s: State, unit: Unit, bearing: int, by: int) -> int | None:
    """12-l, 8-ab. A way made so much longer that it does not end on top of others, or shorter where it cannot go on.

    None where there is no room on all of it.
    """
    others = [other.pose for other in s.on_table() if other.id != unit.id and is_known(unit.side, other)]
    most: int = by + sum(s.ground.size)
    shut = ground.shut_on_way(s, unit, unit.pose, bearing, most)
    ways: list[int] = [*range(by, most if shut is None else shut + 1, STEP), *range(by, -1, -STEP)]
    for way in ways:
        pose = shift(unit.pose, bearing, way)
        if is_off_table(s, pose):
            return way
        if overlaps_any(pose, others) < 0 and ground.closed_at(s, unit, pose) is None:
            return way
    return None


def is_off_table(s: State, pose: Pose) -> bool:
    """12-n. Whether any part of a footprint is off the table."""
    wide, high = s.ground.size
    q = corners(pose)
    return not (all(-TOUCH <= x <= wide + TOUCH for x in q[::2]) and all(-TOUCH <= y <= high + TOUCH for y in q[1::2]))


def shaken_by_routers(s: State, unit: Unit) -> Script:
    """8-r, 12-c. Who is passed through by routers tests; failed, it is shaken, or routs if it already was."""
    tested = yield from take_test(s, unit, "routers")
    if tested.passed:
        return
    unit = s.units[unit.id]
    if outcome(unit, "routers", tested.face) == "routed":
        yield from rout(s, unit, (), "12-h")
    else:
        shake(s, unit, "12-h", "routers")


def meets_enemies(s: State, unit: Unit) -> Script:
    """12-m. Routers who have come upon enemies surrender, or first test where these are not known for mercy.

    Who passes goes on through them, without blows, to where nobody stands.
    """
    if shows_mercy(s, ENEMY[unit.side], unit.side):
        lose(s, unit, "12-m", "surrendered")
        return
    tested = yield from take_test(s, unit, "surrender")
    unit = s.units[unit.id]
    if not tested.passed:
        lose(s, unit, "12-m", "surrendered")
        return
    yield from discovery.come_upon(s, discovery.strides(unit, unit.facing, flight(unit)))
    flee(s, unit, unit.facing, resting_place(s, unit, unit.facing, flight(unit)), "12-m")


def shows_mercy(s: State, captor: str, routed: str) -> bool:
    """12-m. Who is known to treat prisoners well: European armies those of European armies, or as the option says."""
    if s.options["prisoners"] == "european":
        return all(s.armies[side].european or s.armies[side].list == LIKE_EUROPEANS for side in (captor, routed))
    return s.options["prisoners"] == "well"


def rally(s: State, unit: Unit) -> Script:
    """12-o. At the end of its rout move a unit tests: shaken, or gone."""
    tested = yield from take_test(s, unit, "rout")
    unit = s.units[unit.id]
    if not tested.passed:
        lose(s, unit, "12-o", "rout")
        return
    shaken = s.change(unit, state=SHAKEN, shaken_since=s.turn)
    tell_of(s, "state", "12-o", shaken, state=SHAKEN, why="rout")


def free_way(s: State, unit: Unit, bearing: int, by: int) -> int:
    """7-k, 10-e, 10-i. How far a unit gets before somebody, closed ground or the edge of the table stops it."""
    others = [other.pose for other in s.on_table() if other.id != unit.id and is_known(unit.side, other)]
    way = first_touch(unit.pose, bearing, by, others)[0]
    shut = ground.shut_on_way(s, unit, unit.pose, bearing, way)
    way = way if shut is None else shut
    way = clear_until(unit.pose, bearing, way, others)
    if way > 0 and is_off_table(s, shift(unit.pose, bearing, way)):
        way = _halved(s, unit.pose, bearing, way)
    return way


def _halved(s: State, pose: Pose, bearing: int, way: int) -> int:
    """The longest way that ends on the table, found by halves; 0 where none does."""
    low, high = 0, way
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_off_table(s, shift(pose, bearing, middle)) else (middle, high)
    return low
