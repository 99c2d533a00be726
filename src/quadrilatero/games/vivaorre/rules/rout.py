"""Chapter 12, rout: a unit runs at once, through friends if it must, and is shaken or gone at the end of it."""

from __future__ import annotations

from quadrilatero.games.vivaorre.records import GunsLeft
from quadrilatero.games.vivaorre.rules import disorder, pursuit
from quadrilatero.games.vivaorre.rules.losses import demoralise, lose, shake
from quadrilatero.games.vivaorre.rules.morale import outcome, take_test
from quadrilatero.games.vivaorre.rules.rates import flight
from quadrilatero.games.vivaorre.said import BATTERY, ENEMY, ROUTED, SHAKEN
from quadrilatero.games.vivaorre.state import Pose, State, Unit
from quadrilatero.games.vivaorre.telling import tell, tell_of
from quadrilatero.kernel import Script
from quadrilatero.table import centre, corridor, first_touch, overlaps_any, shift

HOMEWARD = {"south": 18000, "north": 0, "west": 27000, "east": 9000}
"""12-k: the bearing towards each edge."""
ROOM = 2000
"""12-l: routers go round others where so much is free."""
OFF = (0, -1500, 1500, -3000, 3000, -4500, 4500)
LIKE_EUROPEANS = "usa"
"""12-m: the one list that is not European and yet keeps to European customs."""


def rout(s: State, unit: Unit, enemy: str | None, rule: str) -> Script:
    """12-k, 12-o, 10-m. Routed: the move, friends passed through, enemies met, pursuit, then the test."""
    if unit.formation == BATTERY:
        tell_of(s, "state", rule, unit, state=ROUTED, why="rout")
        abandon(s, unit)
        return
    unit = s.change(unit, state=ROUTED, shaken_since=None)
    tell_of(s, "state", rule, unit, state=ROUTED, why="rout")
    demoralise(s, unit.brigade)
    bearing = way_out(s, turned_home(s, s.units[unit.id]))
    passed = run(s, s.units[unit.id], bearing)
    if unit.id not in s.units:
        return
    if not unit.is_skirmishing:
        for id in passed:
            if id in s.units:
                yield from shaken_by_routers(s, s.units[id])
    if unit.id in s.units:
        yield from meets_enemies(s, s.units[unit.id])
    if unit.id in s.units and enemy is not None and enemy in s.units:
        yield from pursuit.pursue(s, s.units[enemy], s.units[unit.id])
    if unit.id in s.units:
        yield from rally(s, s.units[unit.id])


def abandon(s: State, unit: Unit) -> None:
    """10-m, 10-n. A battery that routs is lost; by an option its guns stay where they are, for who touches them."""
    if s.options["guns_left"] == "on" and unit.gun is not None and unit.at is not None:
        left = GunsLeft(unit.id, unit.at, unit.gun, unit.mount, -(-unit.figures // 2), unit.side)
        s.guns = (*s.guns, left)
        tell(s, "guns", "10-n", id=unit.id, side=unit.side, unit=unit.id)
    lose(s, unit, "10-m", "battery")


def turned_home(s: State, unit: Unit) -> Unit:
    """12-k. It turns to its own edge and takes mass, its centre where it was."""
    unit = disorder.take_mass(s, unit)
    facing = HOMEWARD[s.edges[unit.side]]
    x, y = centre(unit.pose)
    pose = (x, y, facing, unit.pose[3], unit.pose[4])
    ahead = shift(pose, facing, unit.pose[4] // 2)
    return s.change(unit, at=(ahead[0], ahead[1]), facing=facing)


def way_out(s: State, unit: Unit) -> int:
    """12-k, 12-l. Straight to the edge, or the first way off it with room for a corridor of 2 inches; else straight."""
    others = [other.pose for other in s.on_table() if other.id != unit.id]
    for off in OFF:
        bearing = (unit.facing + off) % 36000
        if corridor(unit.pose, bearing, flight(unit), ROOM, others) < 0:
            return bearing
    return unit.facing


def run(s: State, unit: Unit, bearing: int) -> list[str]:
    """8-d, 12-k, 12-l, 12-n. The rout move, on until it stands on no friend; returns whom it passed."""
    friends = [other for other in s.on_table(unit.side) if other.id != unit.id]
    poses = [other.pose for other in friends]
    by = flight(unit)
    passed = [friend.id for friend in friends if first_touch(unit.pose, bearing, by, [friend.pose])[1] == 0]
    there = shift(unit.pose, bearing, by)
    while overlaps_any(there, poses) >= 0:
        by += 100
        there = shift(unit.pose, bearing, by)
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    if off_table(s, there):
        lose(s, unit, "12-n", "left")
        return passed
    moved = s.change(unit, at=(there[0], there[1]), moved=True)
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "12-k", moved, why="rout", distance=by, **{"from": before, "to": now})
    return passed


def off_table(s: State, pose: Pose) -> bool:
    """12-n. Whether the centre of a footprint is off the table."""
    x, y = centre(pose)
    wide, high = s.ground.size
    return not (0 <= x <= wide and 0 <= y <= high)


def shaken_by_routers(s: State, unit: Unit) -> Script:
    """8-r, 12-c. Who is passed through by routers tests; failed, it is shaken, or routs if it already was."""
    tested = yield from take_test(s, unit, "routers")
    if tested.passed:
        return
    unit = s.units[unit.id]
    if outcome(unit, "routers", tested.face) == "routed":
        yield from rout(s, unit, None, "12-h")
    else:
        shake(s, unit, "12-h", "routers")


def meets_enemies(s: State, unit: Unit) -> Script:
    """12-m. Routers who have come upon enemies surrender, or first test where these are not known for mercy."""
    others = [enemy.pose for enemy in s.enemies_of(unit.side)]
    if overlaps_any(unit.pose, others) < 0:
        return
    if shows_mercy(s, ENEMY[unit.side], unit.side):
        lose(s, unit, "12-m", "surrendered")
        return
    tested = yield from take_test(s, unit, "surrender")
    unit = s.units[unit.id]
    if not tested.passed:
        lose(s, unit, "12-m", "surrendered")
        return
    there, by = unit.pose, 0
    while overlaps_any(there, others) >= 0:
        by += 100
        there = shift(unit.pose, unit.facing, by)
    if off_table(s, there):
        lose(s, unit, "12-n", "left")
    else:
        s.change(unit, at=(there[0], there[1]))


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


def free_way(s: State, unit: Unit, pose: Pose, bearing: int, by: int, *, through: bool) -> int:
    """7-k, 7-l, 10-e. How far a unit gets that way before somebody, closed ground or the edge of the table stops it."""
    others = [other.pose for other in s.on_table() if other.id != unit.id and not (through and other.side == unit.side)]
    way, _ = first_touch(pose, bearing, by, others)
    while way > 0 and off_table(s, shift(pose, bearing, way)):
        way = max(0, way - 250)
    return way
