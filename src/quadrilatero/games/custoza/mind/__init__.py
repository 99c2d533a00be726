"""What computer players know of Custoza: its terms, and how the answers to each question are weighed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quadrilatero.games.custoza.mind.acting import weigh_act, weigh_general, weigh_ooc, weigh_paths
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
from quadrilatero.kernel import Match, Seat
from quadrilatero.kernel.mind import Mind, Weighed, Weights

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
}


class CustozaMind(Mind):
    """The knowledge of one game, without memory."""

    terms = ("ground", "attack", "fire", "threat", "order", "approach", "cover", "line", "command", "tempo")
    most_insight = 1
    folder = Path(__file__).parent.parent / "weights"

    def weigh(
        self,
        match: Match,
        seat: Seat,
        weights: Weights,
        insight: int,
        effort: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Weighed]:
        scene = Scene(match, seat, weights, insight)
        return WEIGH.get(scene.what, weigh_first)(scene)


MIND = CustozaMind()
