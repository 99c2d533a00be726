"""What computer players know of Viva o' rre!: its terms, and how the answers to each question are weighed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from quadrilatero.games.vivaorre.mind.planning import weigh_plans
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.weighing import weigh
from quadrilatero.kernel import Match, Seat
from quadrilatero.kernel.mind import Mind, Weighed, Weights


class VivaORreMind(Mind):
    """The knowledge of one game, without memory."""

    terms = ("fire", "charge", "threat", "approach", "ground", "flank", "cover", "order", "command", "tempo", "plan")
    most_insight = 3
    attention: ClassVar = {"sergente": 0.62, "capitano": 0.72}
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
        assert match.ask is not None
        scene = Scene(match.standing()[1], match.ask, seat, weights, insight)
        found = weigh(scene)
        return weigh_plans(scene, match, found, effort, stop) if insight > 2 else found


MIND = VivaORreMind()
