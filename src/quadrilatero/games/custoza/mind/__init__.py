"""What computer players know of Custoza: its terms, and how the answers to each question are weighed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from quadrilatero.games.custoza.mind.planning import likely, weigh_plans
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.mind.weighing import weigh
from quadrilatero.kernel import Match, Seat
from quadrilatero.kernel.mind import Mind, Weighed, Weights
from quadrilatero.kernel.worlds import seed_of


class CustozaMind(Mind):
    """The knowledge of one game, without memory."""

    terms = (
        "ground",
        "attack",
        "fire",
        "threat",
        "order",
        "approach",
        "cover",
        "line",
        "command",
        "tempo",
        "march",
        "rest",
        "plan",
    )
    most_insight = 3
    attention: ClassVar = {"sergente": 0.4, "capitano": 0.6}
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
        s = match.standing()[1]
        if insight < 3:
            return weigh(Scene(s, match.ask, seat, weights, insight))
        seed = seed_of(match, seat)
        scene = Scene(s, match.ask, seat, weights, insight, others=likely(match, seat, seed))
        return weigh_plans(scene, weigh(scene), seed, effort, stop)


MIND = CustozaMind()
