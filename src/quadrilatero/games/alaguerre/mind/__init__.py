"""What computer players know of A la Guerre...: its terms, and how the answers to each question are weighed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quadrilatero.games.alaguerre.mind.commanding import sealed_orders
from quadrilatero.games.alaguerre.mind.planning import weigh_plans
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.weighing import weigh
from quadrilatero.kernel import Match, Seat
from quadrilatero.kernel.mind import Mind, Sealed, Weighed, Weights


class ALaGuerreMind(Mind):
    """The knowledge of one game, without memory."""

    terms = ("fire", "charge", "threat", "approach", "ground", "flank", "cover", "order", "command", "tempo", "plan")
    most_insight = 3
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

    def sealed(self, match: Match, seat: Seat, weights: Weights, insight: int) -> Sealed | None:
        """3.5.1-a: secret orders are a matrix; without an enemy who lays any they are not."""
        ask = match.ask
        if ask is None or ask.what != "orders" or len(ask.seats) < 2:
            return None
        return sealed_orders(Scene(match.standing()[1], ask, seat, weights, insight))


MIND = ALaGuerreMind()
