"""Each kind of question, and what weighs its answers."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.alaguerre.mind.commanding import weigh_division, weigh_orders, weigh_successor
from quadrilatero.games.alaguerre.mind.firing import (
    weigh_charge_fire,
    weigh_fire,
    weigh_retreat,
    weigh_return_fire,
)
from quadrilatero.games.alaguerre.mind.moving import weigh_move
from quadrilatero.games.alaguerre.mind.reacting import (
    weigh_control,
    weigh_face,
    weigh_join,
    weigh_leader,
    weigh_melee,
    weigh_principal,
    weigh_pursue,
    weigh_react,
)
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.setting_up import weigh_deploy, weigh_plan, weigh_rally, weigh_reinforce
from quadrilatero.kernel.mind import Weighed

WEIGH: dict[str, Callable[[Scene], list[Weighed]]] = {
    "plan": weigh_plan,
    "deploy": weigh_deploy,
    "reinforce": weigh_reinforce,
    "successor": weigh_successor,
    "orders": weigh_orders,
    "division": weigh_division,
    "move": weigh_move,
    "react": weigh_react,
    "face": weigh_face,
    "charge_fire": weigh_charge_fire,
    "pursue": weigh_pursue,
    "fire": weigh_fire,
    "return_fire": weigh_return_fire,
    "retreat": weigh_retreat,
    "melee": weigh_melee,
    "join": weigh_join,
    "principal": weigh_principal,
    "leader": weigh_leader,
    "control": weigh_control,
    "must_charge": weigh_control,
    "rally": weigh_rally,
}


def weigh(scene: Scene) -> list[Weighed]:
    """The answers to a question, each by itself."""
    return WEIGH[scene.what](scene)
