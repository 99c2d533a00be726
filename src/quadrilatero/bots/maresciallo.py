"""Maresciallo: tries joint plans for everything that is still to act, and answers with the next step of the best."""

from __future__ import annotations

import random

from quadrilatero.bots.choice import Choice, Deadline, choose_best
from quadrilatero.bots.tacticians import Capitano
from quadrilatero.kernel import Match


class Maresciallo(Capitano):
    """Capitano's eye, and a search over plans; the budget is the number of plans that may be tried for a decision."""

    level = "maresciallo"
    insight = 3

    def weigh(self, match: Match, seat: str, rng: random.Random, budget: int, clock: Deadline) -> Choice:
        weighed = self.mind.weigh(match, seat, self.weights, self.insight, budget, clock.over)
        return choose_best(weighed, work=budget, cut=clock.over())
