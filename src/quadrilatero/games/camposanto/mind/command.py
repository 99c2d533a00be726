"""Weighing orders, the General and the exchange of the order points."""

from __future__ import annotations

from quadrilatero.games.camposanto.mind.potential import Potential
from quadrilatero.games.camposanto.mind.prospects import score
from quadrilatero.games.camposanto.mind.scene import Scene, plain
from quadrilatero.games.camposanto.rules.sequence import PHASES
from quadrilatero.games.camposanto.state import AGGRESSIVE, CAUTIOUS, WINGS
from quadrilatero.kernel.mind import Weighed

MIDDLE = 9.5
RESERVE = 0.25
"""What an order point above the middle is worth if it is kept."""

GENERAL_KEPT = 0.3
"""What the General is worth unused, at the start of the battle."""


def weigh_orders(scene: Scene) -> list[Weighed]:
    """4: high points for the wings that have most to gain by acting early and freely."""
    outlook = scene.outlook
    gains = {wing: Potential(outlook, scene.seat, wing).value(AGGRESSIVE) for wing in WINGS}
    last = scene.s.phase >= PHASES
    keep = 0.0 if last else RESERVE * scene.weights["tokens"]
    weight = scene.weights["tempo"]
    found = []
    for option in scene.options:
        worth = {wing: (option[wing] - MIDDLE) / MIDDLE for wing in WINGS}
        tempo = weight * sum(gains[wing] * worth[wing] for wing in WINGS)
        found.append(plain(option, tempo=tempo, tokens=-keep * sum(worth.values())))
    return found


def weigh_general(scene: Scene) -> list[Weighed]:
    """8.1: what the wing could do more as Aggressive, against what he is worth later."""
    active = scene.s.acting()
    potential = Potential(scene.outlook, active.side, active.wing)
    gain = potential.value(AGGRESSIVE) - potential.value(CAUTIOUS)
    left = score(scene.s, scene.seat).left
    kept = GENERAL_KEPT * min(left, 3) / 3
    weight = scene.weights["general"]
    return [plain({"do": "general"}, general=weight * gain), plain({"do": "pass"}, general=weight * kept)]


def weigh_swap(scene: Scene) -> list[Weighed]:
    """4.3-c: the set with the highest point is the better one."""
    mine, theirs = (max(scene.s.series[side]) for side in (scene.seat, scene.outlook.enemy))
    gain = scene.weights["tokens"] * 0.1 * (1 if theirs > mine else -1)
    return [plain({"do": "swap"}, tokens=gain), plain({"do": "keep"}, tokens=0.0)]
