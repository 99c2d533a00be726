"""Plans: several ways to go on are played on, with the same dice in the same worlds.

A plan is its beginning: who charges whom, who moves first, or what kind of move a unit makes near the enemy: against
him, standing, or away. The rest follows by the thumb rules of `playout`, for both sides. What seemed best by itself
gives way only to a plan that proves clearly better. The next question is planned anew, so that every surprise is met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quadrilatero.games.vivaorre.mind.playout import Playout, standing
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Match, Plain
from quadrilatero.kernel.contest import promote
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.worlds import seed_of, worlds

Stop = Callable[[], bool]

PLAYOUT, FEW = 50, 4
"""Each playout counts as so many plans of a budget, once for every unit beyond so few that the battle began with."""
WORLDS = 3
"""In so many worlds that fit the view."""
REPEATS = 4
"""How often each is played before the better half goes on, twice as often."""
PLANS = 3
"""How many plans are played on at most."""
NEAR = 7_000
"""A unit whose nearest enemy is farther off has nothing to play out yet."""
HOPELESS = 0.15
"""A plan that promises so much less than the best, as a part of the unit's points, is not played on."""
TURNS = 1
"""How far plans are played on: this turn and so many after it."""
PLANNED = ("initiative", "charge", "react", "move")


def weigh_plans(scene: Scene, match: Match, found: list[Weighed], effort: int, stop: Stop) -> list[Weighed]:
    """The answers to a question that much hangs on, with what playing on has shown of the best of them."""
    playouts = effort // price_of(scene.s)
    if scene.what not in PLANNED or playouts < 2 * REPEATS:
        return found
    ranked = sorted(found, key=lambda one: -one.value)
    plans = candidates(scene, ranked)[: playouts // REPEATS]
    if len(plans) < 2:
        return found
    seed = seed_of(match, scene.seat)
    states = [world.standing()[1] for world in worlds(match, scene.seat, WORLDS, seed)]

    def play(number: int, count: int) -> float:
        playout = Playout(states[count % len(states)], scene.weights, seed + count, plans[number].answer, scene.seat)
        return standing(playout.run(TURNS), scene.seat)

    promote(plans, scene.weights["plan"], play, playouts, stop, REPEATS)
    return found


def price_of(s: State) -> int:
    """The plans that a playout counts as: with more units to move, and enemies to mind, it takes longer."""
    return PLAYOUT * max(1, len(s.units) + len(s.eliminated) - FEW)


def candidates(scene: Scene, ranked: Sequence[Weighed]) -> list[Weighed]:
    """The beginnings worth a trial: the best of each kind, what seems best before all."""
    best = ranked[0]
    least = best.value - HOPELESS * margin(scene, best.answer)
    if least == best.value:
        return [best]
    plans: dict[str, Weighed] = {}
    for one in ranked:
        if one.value >= least or one.answer["do"] == "done":
            plans.setdefault(kind(scene, one.answer), one)
    return list(plans.values())[:PLANS]


def margin(scene: Scene, answer: Plain) -> float:
    """The points of the unit that a question is about; of all one's own for the initiative; 0 far from the enemy."""
    s = scene.s
    if scene.what == "initiative":
        near = any(scene.nearest_foe(unit) <= 2 * NEAR for unit in scene.own)
        return float(sum([unit.points for unit in scene.own])) if near else 0.0
    if scene.what == "charge":
        return 3.0 * max([unit.points for unit in scene.own], default=0)
    id = scene.data["unit"] if scene.what == "react" else answer.get("unit")
    unit = s.units.get(id or "")
    if unit is None or unit.at is None or (scene.what == "move" and scene.nearest_foe(unit) > NEAR):
        return 0.0
    return float(unit.points)


def kind(scene: Scene, answer: Plain) -> str:
    """What an answer is after: moves of a kind come to much the same."""
    if answer["do"] == "charge":
        return f"{answer['unit']} {answer['target']}"
    if answer["do"] != "move":
        return str(answer["do"])
    steps = [step["go"] for step in answer["path"]]
    formed = [step["formation"] for step in answer["path"] if step["go"] == "form"]
    return " ".join([*steps[-1:], *formed])
