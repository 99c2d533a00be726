"""Chapter 7, the moves: the way of a charge to its target, evasions, and where chargers and charged meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quadrilatero.games.vivaorre.answers import Wheel
from quadrilatero.games.vivaorre.records import Declared, Wheeled
from quadrilatero.games.vivaorre.rules import discovery, disorder, generals, ground, guns_left, melee, rout
from quadrilatero.games.vivaorre.rules.losses import take
from quadrilatero.games.vivaorre.rules.manoeuvres import HANDS, Walk
from quadrilatero.games.vivaorre.rules.rates import COLUMNS, charge_reach, flight
from quadrilatero.games.vivaorre.said import SKIRMISH
from quadrilatero.games.vivaorre.state import Pose, State, Unit, is_known
from quadrilatero.games.vivaorre.telling import tell_of
from quadrilatero.kernel import Script
from quadrilatero.table import (
    TOUCH,
    arc_length,
    centre,
    distance,
    first_touch,
    in_arc,
    overlaps_any,
    shift,
    side_towards,
    touch,
    wheel,
)
from quadrilatero.table import (
    bearing as bearing_to,
)
from quadrilatero.table.measure import cosine, sine

MOST_WHEEL = 4500
SIDE_NAMES = {1: "front", 2: "right", 4: "rear", 8: "left"}
ON = (3, 2)
"""8-e: how much faster horse charges."""
BACKWARD = 50
"""How finely an evader who would stand on others looks for room."""


class Way(NamedTuple):
    """7-c, 7-g: how a charge gets to its target: the wheel it begins with, and how far it then goes straight on."""

    side: str | None
    angle: int
    by: int

    def cost(self, unit: Unit) -> int:
        """8-h. The mils of its reach that it takes: columns pay for the arc of their wheel."""
        arc = arc_length(unit.pose[3], self.angle) if self.angle and unit.formation in COLUMNS else 0
        return arc + self.by


# -- the way to a target ----------------------------------------------------------------------------------------------


def reach(unit: Unit) -> int:
    """7-g, 8-e. How far a unit charges."""
    return charge_reach(unit)


def way_to(s: State, unit: Unit, target: Unit, most: int, given: Wheeled | None = None) -> Way | None:
    """7-c, 7-g. The way of a charge within so many mils: straight on, or after the smallest wheel that touches.

    Which wheel that is does not hang on how far the charge may go.
    """
    found = _straightest(s, unit.pose, target.pose) if given is None else _wheeled(s, unit.pose, target.pose, given)
    return found if found is not None and found.cost(unit) <= most else None


def _straightest(s: State, pose: Pose, target: Pose) -> Way | None:
    """7-c. Straight on if that touches, or after the smallest wheel that does; found once as long as nobody moves."""
    ways = s.lineup.ways
    key = (pose, target)
    if key not in ways:
        far = 4 * sum(s.ground.size)
        seen = in_arc(pose, target, MOST_WHEEL)
        ways[key] = (_after(pose, None, 0, target, far) or _smallest(pose, target, far)) if seen else None
    found: Way | None = ways[key]
    return found


def _wheeled(s: State, pose: Pose, target: Pose, given: Wheeled) -> Way | None:
    """7-c. The way after a wheel that was declared."""
    if not in_arc(pose, target, MOST_WHEEL):
        return None
    return _after(pose, given.side, given.angle, target, 4 * sum(s.ground.size))


def _after(pose: Pose, side: str | None, angle: int, target: Pose, most: int) -> Way | None:
    turned = pose if side is None else wheel(pose, HANDS[side], angle)
    by, index = first_touch(turned, turned[2], most, [target])
    return Way(side, angle, by) if index == 0 else None


def _smallest(pose: Pose, target: Pose, far: int) -> Way | None:
    """The smallest wheel after which going straight on touches the target; by halves, to the side on which it is.

    Too small a wheel leaves the target on that side, too wide a one on the other.
    """
    side = "right" if _is_right_of(pose, target) else "left"
    low, high = 0, MOST_WHEEL + 1
    found: Way | None = None
    while high - low > 1:
        angle = (low + high) // 2
        way = _after(pose, side, angle, target, far)
        if way is not None:
            found, high = way, angle
        elif _is_right_of(wheel(pose, HANDS[side], angle), target) == (side == "right"):
            low = angle
        else:
            high = angle
    return found


def _is_right_of(pose: Pose, target: Pose) -> bool:
    """Whether a target's centre is to the right of the line straight ahead of a front's middle."""
    x, y = centre(target)
    return (x - pose[0]) * int(cosine(pose[2])) - (y - pose[1]) * int(sine(pose[2])) > 0


def farthest(s: State, unit: Unit, target: Unit) -> int:
    """7-a. Charges are declared at up to twice the reach; a counter-charge at any distance."""
    return 2 * sum(s.ground.size) if is_counter(s, unit, target) else 2 * reach(unit)


def declared_by(s: State, id: str) -> Declared | None:
    """The charge that a unit has declared."""
    return next((one for one in s.charges if one.unit == id), None)


def is_counter(s: State, unit: Unit, target: Unit) -> bool:
    """7-a. Whether a charge would answer one that its target has declared on the unit."""
    other = declared_by(s, target.id)
    return other is not None and other.target == unit.id


# -- all charge at once ------------------------------------------------------------------------------------------------


def carry_out(s: State) -> Script:
    """7-b, 7-g, 7-h, 7-n. Evaders run, then all charge, the shortest way first; who catches an evader strikes."""
    ways = {one.unit: planned(s, one) for one in s.charges}
    lengths = {one.unit: _length(s, one, ways[one.unit]) for one in s.charges}
    for id in s.reactions:
        if s.reactions[id] == "evade":
            yield from evade(s, s.units[id])
    caught: list[tuple[str, str]] = []
    done: set[str] = set()
    for charge in sorted(s.charges, key=lambda one: (lengths[one.unit], s.order[one.unit])):
        if charge.unit in done or charge.unit not in s.units or charge.target not in s.units:
            continue
        if is_mutual(s, charge):
            done |= {charge.unit, charge.target}
            yield from meet(s, charge)
        else:
            met = yield from run_home(s, charge, aim(s, charge, ways[charge.unit]))
            if met is not None and s.reactions.get(met) == "evade":
                caught.append((charge.unit, met))
    for unit, evader in caught:
        if unit in s.units and evader in s.units:
            yield from strike_evader(s, s.units[unit], s.units[evader])
    s.reactions = {}


def planned(s: State, charge: Declared) -> Way | None:
    """7-c. The wheel and way of a charge, by where its target stands before anybody has moved."""
    unit, target = s.units[charge.unit], s.units[charge.target]
    return way_to(s, unit, target, farthest(s, unit, target), charge.wheel)


def aim(s: State, charge: Declared, planned: Way | None) -> Way:
    """7-c, 7-n. The way that a charge then takes: as planned after an evader, else to where its target stands now."""
    if charge.wheel is None and s.reactions.get(charge.target) != "evade":
        now = way_to(s, s.units[charge.unit], s.units[charge.target], 4 * sum(s.ground.size))
        if now is not None:
            return now
    return planned or Way(None, 0, 0)


def _length(s: State, charge: Declared, way: Way | None) -> int:
    unit, target = s.units[charge.unit], s.units[charge.target]
    return distance(unit.pose, target.pose) if way is None else way.cost(unit)


def is_mutual(s: State, charge: Declared) -> bool:
    """7-h. Whether the target has declared a charge on its charger."""
    other = declared_by(s, charge.target)
    return other is not None and other.target == charge.unit


def run_home(s: State, charge: Declared, way: Way) -> Script:
    """7-g, 8-ac. Wheel, then straight on until an enemy is touched; who touches nobody is disordered. Returns whom."""
    unit, target = s.units[charge.unit], s.units[charge.target]
    gap = distance(unit.pose, target.pose)
    walk = yield from ride_out(s, unit, way, 4 * sum(s.ground.size))
    met = walk.met
    moved = put(s, unit, walk, charge.target if met is None else met.id)
    tell_contact(s, "7-g", moved, charge.target if met is None else met.id, unit, gap, met)
    if met is None:
        disorder.disorder(s, s.units[moved.id], "charge")
    guns_left.take(s, s.units[moved.id])
    yield from generals.capture_alone(s, s.units[moved.id])
    return None if met is None else met.id


def ride(walk: Walk, way: Way, by: int) -> None:
    """7-c, 7-g. The wheel of a charge, then straight on as far as it gets."""
    if way.side is not None:
        walk.wheel(Wheel(way.side, way.angle))  # type: ignore[arg-type]
    if not walk.spent:
        walk.go(walk.unit.facing, by, 1)


def ride_out(s: State, unit: Unit, way: Way, by: int) -> Script:
    """7-g, 13-g. The walk of a charge to where it ends; hidden enemies it comes upon are in its way like any other."""

    def ridden(by: int) -> Walk:
        walk = Walk(s, unit, ON if unit.is_horse else (1, 1), charging=True)
        ride(walk, way, by)
        return walk

    def places(whole: Walk) -> Iterator[Unit]:
        for part in range(0, whole.gone, discovery.STRIDE):
            yield ridden(part).unit
        yield whole.unit

    walk = ridden(by)
    while (yield from discovery.come_upon(s, places(walk))):
        walk = ridden(by)
    return walk


def tell_contact(s: State, rule: str, unit: Unit, target: str, before: Unit, gap: int, met: Unit | None) -> None:
    """7-g, 7-o: told for every charger: how far it could go and had to, and which side of the enemy it struck."""
    side = None if met is None else struck_side(met, unit, before.pose)
    data = {"target": target, "reach": reach(before), "distance": gap, "contact": met is not None, "side": side}
    tell_of(s, "contact", rule, unit, why="short" if met is None else "home", **data)


def struck_side(target: Unit, charger: Unit, start: Pose) -> str:
    """7-g. The side of the target that is touched; at a corner the one that looks at where the charger began."""
    found = touch(charger.pose, target.pose)
    side = side_towards(target.pose, start[0], start[1]) if found is None or found[2] == 0 else found[1]
    return SIDE_NAMES.get(side, "front")


def put(s: State, unit: Unit, walk: Walk, target: str) -> Unit:
    """7-g. The charger where it has come to, as it is then."""
    after = walk.unit
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    moved = s.change(
        unit,
        at=after.at,
        facing=after.facing,
        formation=after.formation,
        files=after.files,
        disorder=after.disorder,
        charged=target,
        moved=True,
        berserk=False,
    )
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "7-g", moved, why="charge", distance=walk.gone, **{"from": before, "to": now})
    return moved


def meet(s: State, charge: Declared) -> Script:
    """7-h, 8-ac. Both move: the gap is shared by the reaches if their sum covers it; else half each, disordered.

    Who comes upon somebody else on the way fights him instead.
    """
    one, other = s.units[charge.unit], s.units[charge.target]
    gap = distance(one.pose, other.pose)
    far = 4 * sum(s.ground.size)
    way = way_to(s, one, other, far, charge.wheel) or Way(None, 0, gap)
    answer = declared_by(s, other.id)
    total = reach(one) + reach(other)
    covered = way.by <= total
    first = yield from ride_out(s, one, way, way.by * reach(one) // total if covered else reach(one) // 2)
    moved = put(s, one, first, other.id if first.met is None else first.met.id)
    back = way_to(s, other, moved, far, None if answer is None else answer.wheel) or Way(None, 0, gap)
    second = yield from ride_out(s, s.units[other.id], back, far if covered else reach(other) // 2)
    came = put(s, s.units[other.id], second, one.id if second.met is None else second.met.id)
    touching = distance(moved.pose, came.pose) <= TOUCH
    for walk, unit, enemy, before in ((first, moved, came, one), (second, came, moved, other)):
        met = enemy if touching and walk.met is None else walk.met
        tell_contact(s, "7-h", unit, enemy.id if met is None else met.id, before, gap, met)
        if met is None:
            disorder.disorder(s, s.units[unit.id], "charge")


def evade(s: State, unit: Unit) -> Script:
    """7-l, 8-d, 8-ac, 13-g. Straight away from the charger, as far as in rout, facing that way; then disordered."""
    charge = next(one for one in s.charges if one.target == unit.id)
    charger = s.units[charge.unit]
    x, y = centre(unit.pose)
    bearing = bearing_to(charger.pose[0], charger.pose[1], x, y)
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    turned = (unit.pose[0], unit.pose[1], bearing, unit.pose[3], unit.pose[4])
    by = free_flight(s, unit, turned, bearing, flight(unit))
    while (yield from discovery.come_upon(s, discovery.strides(unit, bearing, max(0, by)))):
        by = free_flight(s, unit, turned, bearing, flight(unit))
    pose = unit.pose if by < 0 else shift(turned, bearing, by)
    moved = s.change(unit, at=(pose[0], pose[1]), facing=pose[2], moved=True)
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "7-l", moved, why="evade", distance=max(0, by), **{"from": before, "to": now})
    disorder.disorder(s, moved, "evade")


def free_flight(s: State, unit: Unit, pose: Pose, bearing: int, by: int) -> int:
    """7-l, 8-q, 8-u, 12-n. How far an evader gets: enemies, closed ground and the edge stop it, others too but foot.

    Foot skirmishers run through their friends and stop short of standing on one. Below 0 it has no room to turn.
    """
    others = [other for other in s.on_table() if other.id != unit.id and is_known(unit.side, other)]
    through = unit.is_foot and unit.formation == SKIRMISH
    stops = [other.pose for other in others if not through or other.side != unit.side]
    by = first_touch(pose, bearing, by, stops)[0]
    shut = ground.shut_on_way(s, unit, pose, bearing, by)
    by = by if shut is None else shut
    poses = [other.pose for other in others]
    hang = ground.overhang(s, unit.pose)
    while by >= 0:
        there = shift(pose, bearing, by)
        if ground.is_on_table(s, there, hang) and overlaps_any(there, poses) < 0:
            return by
        by = by - BACKWARD if by > BACKWARD or by == 0 else 0
    return -1


def strike_evader(s: State, unit: Unit, evader: Unit) -> Script:
    """7-n. Who is caught takes the charger's blows without reply, and routs."""
    hits = yield from melee.blows(s, unit, evader, caught=True)
    hurt = take(s, s.units[evader.id], hits, "melee") if hits else s.units[evader.id]
    if hurt is not None:
        yield from rout.rout(s, hurt, (unit.id,), "7-n")
