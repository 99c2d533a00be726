"""Generals: each rides to where his units are in reach of his word, a little behind, and keeps near his superior."""

from __future__ import annotations

import msgspec

from quadrilatero.games.alaguerre.answers import Move
from quadrilatero.games.alaguerre.mind.places import difference
from quadrilatero.games.alaguerre.mind.scene import FAR, Scene, middle
from quadrilatero.games.alaguerre.rules import general_moves
from quadrilatero.games.alaguerre.rules.contact import touches
from quadrilatero.games.alaguerre.rules.rates import GENERAL
from quadrilatero.games.alaguerre.said import ROUTED, UM
from quadrilatero.games.alaguerre.state import Base, General, Pose
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Terms, Weighed
from quadrilatero.table import bearing, distance, shift, span

BEHIND = 2 * UM
"""How far behind the middle of his units a general stays."""
OUT, NEARER = 0.25, 0.02
"""3.3.3-g: what a base out of his radius costs, and each um to a base."""
BROKEN = 0.2
"""3.3.3-a: what it costs for each of his bases that his superior's word does not reach him."""
TOUCHING = 0.3
"""3.3.3-h: what it costs for each base that it would not be activated because he is with one of them."""
ALONE, LOST = 4 * UM, 2.0
"""10.3.2-a: a general alone so near the enemy may be taken, and what that costs."""
MOVED = 0.01
LEAST = UM // 2


def weigh_ride(scene: Scene, general: General) -> list[Weighed]:
    """5.2.1-a: the rides that are better than to stay."""
    if general.at is None or general_moves.refuse_general(scene.s, general) is not None:
        return []
    now = seat_terms(scene, general, *general.at)
    found: list[Weighed] = []
    for x, y in rides(scene, general):
        plain: Plain = {"do": "move", "unit": general.id, "path": [{"go": "to", "at": [x, y]}]}
        if general_moves.refuse_move(scene.s, general, msgspec.convert(plain, Move)) is None:
            terms = difference(seat_terms(scene, general, x, y), now)
            terms["tempo"] = -MOVED
            one = scene.weighed(plain, **terms)
            if one.value > 0:
                found.append(one)
    return sorted(found, key=lambda one: -one.value)


def led_by(scene: Scene, general: General) -> list[Base]:
    """2.7.3-a: the bases of his division that still stand; of a CiC without one, all."""
    own = [base for base in scene.s.on_table(general.side) if base.state != ROUTED and not base.is_train]
    return [base for base in own if base.division == general.division] or own


def rides(scene: Scene, general: General) -> list[tuple[int, int]]:
    """Where a general might ride: behind the middle of those he leads, beside that, or part of the way there."""
    assert general.at is not None
    x, y = general.at
    led = led_by(scene, general)
    if not led:
        return []
    goal = middle([base.pose for base in led])
    away = bearing(*middle(scene.foe_poses), *goal) if scene.foe_poses else 0
    found: list[tuple[int, int]] = []
    for back in (BEHIND, BEHIND + 2 * UM, UM // 2, BEHIND + UM):
        for aside in (0, 2 * UM, -2 * UM):
            there = shift(shift((*goal, 0, 1, 1), away, back), (away + 9000) % 36000, aside)
            far = span(x, y, there[0], there[1])
            if far < LEAST:
                continue
            part = min(far, GENERAL)
            wide, high = scene.s.ground.size
            to_x, to_y = x + (there[0] - x) * part // far, y + (there[1] - y) * part // far
            found.append((min(max(to_x, 0), wide), min(max(to_y, 0), high)))
    return list(dict.fromkeys(found))


def square(x: int, y: int) -> Pose:
    """2.7.5-a: the base of a general at a place."""
    return x, y + UM // 2, 0, UM, UM


def seat_terms(scene: Scene, general: General, x: int, y: int) -> Terms:
    """What speaks for a general's place: who is in his reach, his superior, those below him, the enemy's distance."""
    s = scene.s
    here = square(x, y)
    command = 0.0
    led = led_by(scene, general)
    for base in led:
        far = distance(here, base.pose)
        command -= NEARER * far / UM + (OUT if far > general.radius - UM else 0.0)
        if touches(here, base.pose):
            command -= TOUCHING * len(led)
    above = None if general.superior is None else s.generals.get(general.superior)
    if above is not None and above.is_there and distance(above.pose, here) > above.radius:
        command -= BROKEN * len(led)
    for other in s.present(general.side):
        if other.superior == general.id:
            far = distance(here, other.pose)
            command -= NEARER * far / UM + (2 * BROKEN if far > general.radius - UM else 0.0)
    near = min([distance(here, pose) for pose in scene.foe_poses], default=FAR)
    risk = LOST * max(0.0, 1 - near / ALONE)
    return {"command": command, "threat": -risk}
