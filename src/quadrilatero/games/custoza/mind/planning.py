"""Plans for an activation: several ways to begin it are played on, with the same dice in the same worlds.

A plan is its beginning, whom to activate or what to declare next; the rest follows by the thumb rules of `playout`,
for both sides. What seemed best by itself gives way only to a plan that proves clearly better. At the next question
the rest of the activation is planned anew, so that every surprise is met.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import msgspec

from quadrilatero.games.custoza.mind.playout import Playout, standing
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.contest import contest
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.worlds import worlds

Stop = Callable[[], bool]

PLAYOUT = 40
"""Each playout counts as so many plans of a budget."""
WORLDS = 4
"""In so many worlds that fit the view."""
PLANS, HOPELESS = 3, 3.0
"""How many plans are played on at most; one whose first answer promises so much less than the best is not."""
LEFT = ("done", "pass")
"""To let it be is always tried."""
REPEATS = 4
"""How often each is played before the better half goes on, twice as often."""
ACTIVATIONS = {"declare": 2, "activate": 3}
"""How far plans are played on: the activation itself and the next, the attempt under way being none yet."""
TO_THE_END = 100
"""The same in the last game turn."""


def weigh_plans(scene: Scene, match: Match, found: list[Weighed], effort: int, stop: Stop) -> list[Weighed]:
    """The answers to a question that begins an activation, with what playing on has shown of the best of them."""
    playouts = effort // PLAYOUT
    if scene.what not in ACTIVATIONS or playouts < 2 * REPEATS:
        return found
    ranked = sorted(found, key=lambda one: -one.value)
    plans = candidates(ranked)[: playouts // REPEATS]
    if len(plans) < 2:
        return found
    seed = zlib.crc32(msgspec.json.encode(match.view(scene.seat)))
    states = [world.standing()[1] for world in worlds(match, scene.seat, WORLDS, seed)]
    trials = Trials(scene, states, plans, seed)
    chosen, gain = contest(len(plans), trials.play, playouts, stop, REPEATS)
    if chosen:
        better = next(one for one in ranked if one.answer == plans[chosen])
        if better is not ranked[0]:
            better.terms["plan"] = ranked[0].value - better.value + scene.weights["plan"] * gain
    return found


def candidates(ranked: Sequence[Weighed]) -> list[Plain]:
    """The beginnings worth a trial: what seems best, to let it be, then other targets or Formations."""
    best = ranked[0]
    left = [one for one in ranked if one.answer["do"] in LEFT]
    close = [one for one in ranked if one.value > best.value - HOPELESS]
    plans: dict[str, Plain] = {}
    for one in (best, *left, *close):
        plans.setdefault(aim(one.answer), one.answer)
    return list(plans.values())[:PLANS]


def aim(answer: Plain) -> str:
    """What an answer is after: markers against the same target come to much the same."""
    return str(answer.get("target") or answer.get("formation") or answer["do"])


class Trials:
    """Plans played on, each time with the same dice for all of them."""

    def __init__(self, scene: Scene, states: Sequence[State], plans: Sequence[Plain], seed: int) -> None:
        self.scene, self.states, self.plans, self.seed = scene, states, plans, seed
        self.activations = ACTIVATIONS[scene.what] if scene.turns_left else TO_THE_END

    def play(self, number: int, count: int) -> float:
        """Once more with a plan."""
        world = self.states[count % len(self.states)]
        playout = Playout(world, self.scene.weights, self.seed + count, self.plans[number])
        return standing(playout.run(self.activations), self.scene.seat)
