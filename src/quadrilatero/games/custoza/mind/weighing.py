"""Each kind of question, and what weighs its answers."""

from __future__ import annotations

from collections.abc import Callable

from quadrilatero.games.custoza.mind.acting import weigh_act, weigh_general, weigh_ooc, weigh_paths
from quadrilatero.games.custoza.mind.campaign import (
    weigh_deploy,
    weigh_march,
    weigh_march_move,
    weigh_objectives,
    weigh_place,
    weigh_rally,
    weigh_reinforcements,
    weigh_scout_move,
    weigh_states,
    weigh_strategy,
)
from quadrilatero.games.custoza.mind.command import weigh_activate, weigh_declare, weigh_reserve
from quadrilatero.games.custoza.mind.midway import (
    weigh_break_off,
    weigh_charge_on,
    weigh_face,
    weigh_first,
    weigh_go_on,
    weigh_hit,
    weigh_lead,
    weigh_leave_march,
    weigh_recover,
    weigh_turn_marker,
)
from quadrilatero.games.custoza.mind.reacting import weigh_react
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.kernel.mind import Weighed

WEIGH: dict[str, Callable[[Scene], list[Weighed]]] = {
    "activate": weigh_activate,
    "reserve": weigh_reserve,
    "declare": weigh_declare,
    "act": weigh_act,
    "react": weigh_react,
    "go_on": weigh_go_on,
    "turn_marker": weigh_turn_marker,
    "break_off": weigh_break_off,
    "charge_on": weigh_charge_on,
    "after_charge": weigh_paths,
    "retreat": weigh_paths,
    "fall_back": weigh_paths,
    "hit": weigh_hit,
    "lead": weigh_lead,
    "face": weigh_face,
    "recover": weigh_recover,
    "leave_march": weigh_leave_march,
    "ooc": weigh_ooc,
    "general": weigh_general,
    "strategy": weigh_strategy,
    "place": weigh_place,
    "reinforcements": weigh_reinforcements,
    "states": weigh_states,
    "deploy": weigh_deploy,
    "objectives": weigh_objectives,
    "march": weigh_march,
    "march_move": weigh_march_move,
    "scout_move": weigh_scout_move,
    "rally": weigh_rally,
}


def weigh(scene: Scene) -> list[Weighed]:
    """The answers to a question, each by itself."""
    return WEIGH.get(scene.what, weigh_first)(scene)
