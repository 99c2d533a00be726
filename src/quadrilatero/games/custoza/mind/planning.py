"""Plans for the last game turn: several ways to go on are played to the end, with the same dice in the same worlds.

A plan is its beginning, whom to activate or what to declare next; the rest follows by the thumb rules of `playout`,
for both sides. What seemed best by itself gives way only to a plan that proves clearly better. At the next question
the rest is planned anew, so that every surprise is met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quadrilatero.games.custoza.mind.playout import Playout, standing
from quadrilatero.games.custoza.mind.scene import Scene
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Match, Plain, Seat
from quadrilatero.kernel.contest import promote
from quadrilatero.kernel.mind import Weighed
from quadrilatero.kernel.worlds import worlds

Stop = Callable[[], bool]

PLAYOUT = 40
"""Each playout counts as so many plans of a budget."""
WORLDS = 4
"""In so many worlds that fit the view."""
PLANNED, DOUBTED = ("activate", "declare"), ("activate", "declare", "act")
"""The questions for which plans are tried, and those for which worlds are made up at all."""
PLANS, HOPELESS = 3, 3.0
"""How many plans are played on at most; one whose first answer promises so much less than the best is not."""
LEFT = ("done", "pass")
"""To let it be is always tried."""
LOOK, REPEATS = 2, 4
"""After so many playouts each those that change nothing are dropped; after so many the better half goes on, twice as
often."""
GATE = 2.0
"""By how many standard errors of the difference a plan must beat the one that seemed best to replace it."""


def likely(match: Match, seat: Seat, seed: int) -> list[State]:
    """Worlds that fit the view, beside the one at hand, for the questions that hang on what lies face down."""
    if match.ask is None or match.ask.what not in DOUBTED:
        return []
    return [world.standing()[1] for world in worlds(match, seat, WORLDS - 1, seed)]


def weigh_plans(scene: Scene, found: list[Weighed], seed: int, effort: int, stop: Stop) -> list[Weighed]:
    """The answers to a question of the last game turn, with what playing on has shown of the best of them."""
    playouts = effort // PLAYOUT
    if scene.is_campaign or scene.turns_left or scene.what not in PLANNED or playouts < 2 * REPEATS:
        return found
    ranked = sorted(found, key=lambda one: -one.value)
    plans = candidates(ranked)[: playouts // REPEATS]
    if len(plans) < 2:
        return found

    def play(number: int, count: int) -> float:
        world = scene.worlds[count % len(scene.worlds)]
        return standing(Playout(world, scene.weights, seed + count, plans[number].answer).run(), scene.seat)

    promote(plans, scene.weights["plan"], play, playouts, stop, REPEATS, look=LOOK, gate=GATE)
    return found


def candidates(ranked: Sequence[Weighed]) -> list[Weighed]:
    """The beginnings worth a trial: what seems best, to let it be, then other targets or Formations."""
    best = ranked[0]
    left = [one for one in ranked if one.answer["do"] in LEFT]
    close = [one for one in ranked if one.value > best.value - HOPELESS]
    plans: dict[str, Weighed] = {}
    for one in (best, *left, *close):
        plans.setdefault(aim(one.answer), one)
    return list(plans.values())[:PLANS]


def aim(answer: Plain) -> str:
    """What an answer is after: markers against the same target come to much the same."""
    return str(answer.get("target") or answer.get("formation") or answer["do"])
