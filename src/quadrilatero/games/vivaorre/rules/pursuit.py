"""Chapter 10, pursuit: who follows a routing enemy, and what comes of it."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Pursue, Stay
from quadrilatero.games.vivaorre.rules import disorder, ground, rates
from quadrilatero.games.vivaorre.rules.losses import lose
from quadrilatero.games.vivaorre.said import SHAKEN
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import ask, tell_of
from quadrilatero.kernel import Script
from quadrilatero.table import TOUCH, centre, distance, first_touch, shift
from quadrilatero.table import bearing as bearing_to


def pursue(s: State, unit: Unit, router: Unit) -> Script:
    """10-j, 10-k, 10-l. Irregulars follow, regulars may; caught routers are gone, a pursuit in vain disorders."""
    if unit.at is None or unit.is_guns or unit.state == SHAKEN:
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
        )
        if isinstance(answer, Stay):
            return
    chase(s, s.units[unit.id], s.units[router.id])


def must_pursue(s: State, unit: Unit, router: Unit) -> bool:
    """10-j. Irregulars must, unless they received the charge halted in ground that protects them."""
    if unit.is_regular:
        return False
    return not (unit.charged is None and ground.cover_of(s, unit, router.pose) is not None)


def chase(s: State, unit: Unit, router: Unit) -> None:
    """10-l, 8-ac. Towards the routers at charge rate: equal distances touch, and who is caught is gone."""
    x, y = centre(router.pose)
    bearing = bearing_to(unit.pose[0], unit.pose[1], x, y)
    gap = distance(unit.pose, router.pose)
    reach = rates.charge_reach(unit)
    before = {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}
    turned = (unit.pose[0], unit.pose[1], bearing, unit.pose[3], unit.pose[4])
    others = [other.pose for other in s.on_table() if other.id != unit.id]
    by, _ = first_touch(turned, bearing, reach, others)
    pose = shift(turned, bearing, by)
    moved = s.change(unit, at=(pose[0], pose[1]), facing=bearing, pursued=True, moved=True)
    now = {"at": list(moved.pose[:2]), "facing": moved.facing, "formation": moved.formation}
    tell_of(s, "moved", "10-l", moved, why="pursuit", distance=by, **{"from": before, "to": now})
    if gap <= reach and distance(moved.pose, router.pose) <= TOUCH:
        lose(s, router, "10-l", "pursued")
    else:
        disorder.disorder(s, moved, "pursuit")
