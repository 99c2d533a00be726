"""What computer players know of Camposanto: its terms, how answers are weighed, and what a position is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quadrilatero.games.camposanto.board import SIDES
from quadrilatero.games.camposanto.mind.command import weigh_general, weigh_orders, weigh_swap
from quadrilatero.games.camposanto.mind.fighting import (
    weigh_assault,
    weigh_fire,
    weigh_hit,
    weigh_next,
    weigh_reroll,
    weigh_stand,
)
from quadrilatero.games.camposanto.mind.moving import weigh_advance, weigh_face, weigh_go_on, weigh_move
from quadrilatero.games.camposanto.mind.orders import order_matrix
from quadrilatero.games.camposanto.mind.outlook import Outlook
from quadrilatero.games.camposanto.mind.phases import phase_matrix
from quadrilatero.games.camposanto.mind.planning import weigh_plan, weigh_planned_face
from quadrilatero.games.camposanto.mind.retreats import weigh_flee, weigh_react
from quadrilatero.games.camposanto.mind.scene import Scene
from quadrilatero.games.camposanto.state import WINGS
from quadrilatero.kernel import Match, Seat
from quadrilatero.kernel.mind import Mind, Sealed, Weighed, Weights

WEIGH: dict[str, Callable[[Scene], list[Weighed]]] = {
    "orders": weigh_orders,
    "swap": weigh_swap,
    "general": weigh_general,
    "fire": weigh_fire,
    "move": weigh_move,
    "go_on": weigh_go_on,
    "face": weigh_face,
    "react": weigh_react,
    "flee": weigh_flee,
    "assault": weigh_assault,
    "next": weigh_next,
    "stand": weigh_stand,
    "reroll": weigh_reroll,
    "hit": weigh_hit,
    "advance": weigh_advance,
}


class CamposantoMind(Mind):
    """The knowledge of one game, without memory."""

    terms = (
        "steps",
        "assault",
        "fire",
        "threat",
        "cannon",
        "flank",
        "cohesion",
        "edge",
        "approach",
        "cover",
        "marshal",
        "general",
        "tempo",
        "tokens",
        "plan",
    )
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
        if insight > 2 and scene.s.active is not None and scene.s.active.step == "movement":
            if scene.what == "move":
                return weigh_plan(scene, effort, stop)
            if scene.what == "face" and scene.s.active.facing == scene.data["unit"]:
                return weigh_planned_face(scene, effort, stop)
        return WEIGH[scene.what](scene)

    def sealed(self, match: Match, seat: Seat, weights: Weights, insight: int) -> Sealed | None:
        if match.ask is None or match.ask.what != "orders":
            return None
        outlook = Outlook(match.standing()[1], seat, weights)
        fitted = len(outlook.s.wings) == len(SIDES) * len(WINGS)  # to whole armies
        return phase_matrix(outlook) if fitted else order_matrix(outlook)


MIND = CamposantoMind()
