"""Plans: several ways to go on are played on, with the same dice in the same worlds.

A plan is its beginning: whom a unit near the enemy attacks, or what kind of move it makes. The rest of the impulse
follows by the thumb rules of `playout`, for both sides. What seemed best by itself gives way only to a plan that proves
clearly better. The next question is planned anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quadrilatero.games.alaguerre.mind.playout import Playout, standing
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.rules.formations import named
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.contest import promote
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.worlds import seed_of, worlds

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
    seed = seed_of(match, scene.seat)
    states = [world.standing()[1] for world in worlds(match, scene.seat, WORLDS, seed)]

    def play(number: int, count: int) -> float:
        playout = Playout(states[count % len(states)], scene.weights, seed + count, plans[number].answer)
        return standing(playout.run(), scene.side)

    promote(plans, scene.weights["plan"], play, playouts, stop, REPEATS)
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
