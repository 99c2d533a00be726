"""Plans: several ways to go on are played on, with the same dice in the same worlds.

A plan is its beginning: whom a unit near the enemy attacks, or what kind of move it makes. The rest of the impulse
follows by the thumb rules of `playout`, for both sides. What seemed best by itself gives way only to a plan that proves
clearly better. The next question is planned anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import msgspec

from quadrilatero.games.alaguerre.mind.playout import Playout, standing
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.rules.formations import named
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.contest import contest
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.worlds import worlds

Stop = Callable[[], bool]

PLAYOUT, BASES = 25, 8
"""Each playout counts as so many plans of a budget for every so many bases on the table."""
WORLDS = 2
"""In so many worlds that fit the view."""
REPEATS = 4
"""How often each is played before the better half goes on, twice as often."""
PLANS = 3
"""How many plans are played on at most."""
NEAR = 6 * UM
"""A unit whose nearest enemy is farther off has nothing to play out yet."""
HOPELESS = 0.4
"""A plan that promises so much less than the best, as a part of what that promises, is not played on."""


def weigh_plans(scene: Scene, match: Match, found: list[Weighed], effort: int, stop: Stop) -> list[Weighed]:
    """The answers to a question that much hangs on, with what playing on has shown of the best of them."""
    size = max(1, sum(1 for _ in scene.s.on_table()) // BASES)
    playouts = effort // (PLAYOUT * size)
    if scene.what != "move" or playouts < 2 * REPEATS:
        return found
    ranked = sorted(found, key=lambda one: -one.value)
    plans = candidates(scene, ranked)[: playouts // REPEATS]
    if len(plans) < 2:
        return found
    seed = zlib.crc32(msgspec.json.encode(match.view(scene.seat)))
    states = [world.standing()[1] for world in worlds(match, scene.seat, WORLDS, seed)]
    trials = Trials(scene, states, [one.answer for one in plans], seed)
    chosen, gain = contest(len(plans), trials.play, playouts, stop, REPEATS)
    if chosen:
        better = plans[chosen]
        better.terms["plan"] = ranked[0].value - better.value + scene.weights["plan"] * gain
    return found


def candidates(scene: Scene, ranked: Sequence[Weighed]) -> list[Weighed]:
    """The beginnings worth a trial: the best of each kind, what seems best before all; nothing far from the enemy."""
    best = ranked[0]
    unit = named(scene.s, best.answer.get("unit") or "")
    if unit is None or scene.nearest_foe(unit.pose) > NEAR:
        return [best]
    least = best.value - HOPELESS * max(1.0, abs(best.value))
    plans: dict[str, Weighed] = {}
    for one in ranked:
        if one.value >= least:
            plans.setdefault(kind(one.answer), one)
    return list(plans.values())[:PLANS]


def kind(answer: Plain) -> str:
    """What an answer is after: moves of a kind come to much the same."""
    if answer["do"] in ("charge", "approach"):
        return f"{answer['do']} {answer['unit']} {answer['target']}"
    steps = [step["go"] for step in answer.get("path", ())]
    return " ".join([answer["do"], *steps[-1:]])


class Trials:
    """Plans played on, each time with the same dice for all of them."""

    def __init__(self, scene: Scene, states: Sequence[State], plans: Sequence[Plain], seed: int) -> None:
        self.scene, self.states, self.plans, self.seed = scene, states, plans, seed

    def play(self, number: int, count: int) -> float:
        """Once more with a plan."""
        world = self.states[count % len(self.states)]
        playout = Playout(world, self.scene.weights, self.seed + count, self.plans[number])
        return standing(playout.run(), self.scene.side)
