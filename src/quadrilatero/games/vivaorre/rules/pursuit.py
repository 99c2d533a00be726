"""Chapter 10, pursuit: who follows a routing enemy, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from quadrilatero.games.vivaorre.answers import Pursue, Stay
from quadrilatero.games.vivaorre.rules import discovery, disorder, generals, ground, guns_left
from quadrilatero.games.vivaorre.rules.contact import enemies_touching, touches
from quadrilatero.games.vivaorre.rules.losses import lose
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rates import CHARGING, charge_reach
from quadrilatero.games.vivaorre.said import STEADY
from quadrilatero.games.vivaorre.state import State, Unit, is_known
from quadrilatero.games.vivaorre.telling import ask, tell_moved
from quadrilatero.kernel import Script
from quadrilatero.table import bearing as bearing_to
from quadrilatero.table import centre, overlaps_any


def pursue(s: State, unit: Unit, router: Unit) -> Script:
    """10-j, 10-k, 10-l, 12-i. Irregulars follow, regulars may; guns, the shaken and who still fights others do not."""
    if unit.at is None or unit.is_guns or unit.state != STEADY:
        return
    if any(enemy.id != router.id for enemy in enemies_touching(s, unit)):
        return
    if not must_pursue(s, unit, router):
        answer = yield ask(
            s,
            unit.side,
            "pursue",
            "10-k",
            (Pursue, Stay),
            lambda: [{"do": "stay"}, {"do": "pursue"}],
            lambda _: None,
            unit=unit.id,
            target=router.id,
            name=unit.name,
            target_name=router.name,
        )
        if isinstance(answer, Stay):
            return
    yield from chase(s, s.units[unit.id], s.units[router.id])


def must_pursue(s: State, unit: Unit, router: Unit) -> bool:
    """10-j. Irregulars must, unless they received the charge halted in ground that protects them."""
    if unit.is_regular:
        return False
    halted = unit.charged is None and router.charged == unit.id
    return not (halted and ground.cover_of(s, unit, router.pose) is not None)


def follow(s: State, unit: Unit, bearing: int, by: int) -> Walk:
    """10-l, 8-ab, 12-n. Turned to the routers where it has room for that, and straight on until it touches somebody."""
    walk = Walk(s, unit, CHARGING if unit.is_horse else (1, 1), charging=True)
    others = [other.pose for other in s.on_table() if other.id != unit.id and is_known(unit.side, other)]
    turned = (unit.pose[0], unit.pose[1], bearing, unit.pose[3], unit.pose[4])
    fits = ground.stays_on_table(s, unit.pose, turned) and overlaps_any(turned, others) < 0
    if fits and ground.closed_at(s, unit, turned) is None:
        walk.place(turned)
    walk.go(bearing, by, 1)
    return walk


def _on_the_way(s: State, unit: Unit, bearing: int, walk: Walk) -> Iterator[Unit]:
    for way in range(0, walk.gone, discovery.STRIDE):
        yield follow(s, unit, bearing, way).unit
    yield walk.unit


def chase(s: State, unit: Unit, router: Unit) -> Script:
    """10-l, 8-ac, 13-g. Towards the routers at charge rate: equal distances touch, and who is caught is gone."""
    x, y = centre(router.pose)
    bearing = bearing_to(unit.pose[0], unit.pose[1], x, y)
    walk = follow(s, unit, bearing, charge_reach(unit))
    while (yield from discovery.come_upon(s, _on_the_way(s, unit, bearing, walk))):
        walk = follow(s, unit, bearing, charge_reach(unit))
    after = walk.unit
    moved = s.change(
        unit,
        at=after.at,
        facing=after.facing,
        formation=after.formation,
        files=after.files,
        disorder=after.disorder,
        pursued=True,
        moved=True,
    )
    tell_moved(s, "10-l", unit, moved, "pursuit", walk.gone)
    if touches(moved.pose, router.pose):
        lose(s, router, "10-l", "pursued")
    else:
        disorder.disorder(s, moved, "pursuit")
    guns_left.take(s, s.units[unit.id])
    yield from generals.capture_alone(s, s.units[unit.id])
