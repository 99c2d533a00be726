"""Chapter 5.4: zones of control."""

from __future__ import annotations

from quadrilatero.games.alaguerre.said import ENEMY, LIMBERED, ROUTED, UM
from quadrilatero.games.alaguerre.state import Base, Pose, State
from quadrilatero.table import TOUCH, apart, corners, first_touch, may_meet, no_nearer, overlaps, stretch_in, zone

FAR = 120_000
ACROSS = 9000
"""5.4-b: who marches at right angles to an enemy's front, or less, does not march at him."""


def has_zone(base: Base) -> bool:
    """5.4-a. Everybody with a front has one but routed units; limbered guns and baggage have none."""
    return base.state != ROUTED and base.formation != LIMBERED and not base.is_train


def zone_of(base: Base) -> Pose:
    """5.4-a. As wide as the front and 1um deep."""
    return zone(base.pose, UM)


def zones_against(s: State, side: str) -> list[Base]:
    """5.4-a. The enemies that have a zone of control."""
    kept = s.lineup.troops(ENEMY[side]).kept
    found: list[Base] | None = kept.get("zones")
    if found is None:
        found = kept["zones"] = [base for base in s.enemies_of(side) if has_zone(base)]
    return found


def met_on_way(pose: Pose, bearing: int, by: int, enemies: list[Base]) -> list[Base]:
    """5.4-b. The enemies in whose zone any part of a straight way lies."""
    near = [(enemy, zone_of(enemy)) for enemy in enemies if no_nearer(pose, enemy.pose) <= by + UM + TOUCH]
    return [
        enemy
        for enemy, there in near
        if may_meet(pose, bearing, by, there) and stretch_in(pose, bearing, by, _outline(there)) is not None
    ]


def _outline(pose: Pose) -> list[tuple[int, int]]:
    q = corners(pose)
    return [(q[i], q[i + 1]) for i in (0, 2, 4, 6)]


def points_at(pose: Pose, enemy: Base) -> bool:
    """5.4-b. Whether a base that marches straight on comes to that enemy, against its front and not along it."""
    against = apart(pose[2], enemy.facing) > ACROSS
    return against and first_touch(pose, pose[2], FAR, [enemy.pose])[1] >= 0


def is_in_zone(pose: Pose, enemies: list[Base]) -> list[Base]:
    """5.4-b. The enemies in whose zone a base stands."""
    return [enemy for enemy in enemies if overlaps(pose, zone_of(enemy))]
