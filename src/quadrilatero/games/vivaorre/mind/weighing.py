"""Each kind of question, and what weighs its answers."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.vivaorre.mind.charging import weigh_charge, weigh_react
from quadrilatero.games.vivaorre.mind.firing import weigh_fire, weigh_melee
from quadrilatero.games.vivaorre.mind.midway import (
    weigh_extra,
    weigh_first,
    weigh_go_on,
    weigh_initiative,
    weigh_orders,
    weigh_pursue,
    weigh_reroll,
    weigh_when,
)
from quadrilatero.games.vivaorre.mind.moving import weigh_move
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.setting_up import weigh_deploy, weigh_terrain
from quadrilatero.kernel.mind import Weighed

WEIGH: dict[str, Callable[[Scene], list[Weighed]]] = {
    "terrain": weigh_terrain,
    "deploy": weigh_deploy,
    "orders": weigh_orders,
    "initiative": weigh_initiative,
    "when": weigh_when,
    "charge": weigh_charge,
    "react": weigh_react,
    "move": weigh_move,
    "go_on": weigh_go_on,
    "fire": weigh_fire,
    "melee": weigh_melee,
    "pursue": weigh_pursue,
    "reroll": weigh_reroll,
    "extra": weigh_extra,
}


def weigh(scene: Scene) -> list[Weighed]:
    """The answers to a question, each by itself."""
    return WEIGH.get(scene.what, weigh_first)(scene)
