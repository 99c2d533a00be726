"""The plan of a wing: joint plans are reckoned, and one of them carried out.

Plans are reckoned anew at every move, so that each surprise is met. With budget enough the best few are also played on
with the same dice as the wing begins to move. What was settled on then is found again at each move, and improved; a
plan that proved clearly better than the one reckoned best is held to until an enemy gives way.
"""

from __future__ import annotations

import random
import zlib
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.mind.formation import ADVANCE, CHARGE, Formation, Plan
from quadrilatero.games.camposanto.mind.moving import ENOUGH, TOLD, weigh_face
from quadrilatero.games.camposanto.mind.outlook import REGIMENT, STEP, moved
from quadrilatero.games.camposanto.mind.playout import Playout, Ways
from quadrilatero.games.camposanto.mind.prospects import prospects, score
from quadrilatero.games.camposanto.mind.scene import Scene, difference, plain
from quadrilatero.games.camposanto.position import write
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS
from quadrilatero.games.camposanto.state import State
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel.contest import contest
from quadrilatero.kernel.mind import Terms, Weighed

Stop = Callable[[], bool]

RECKONED, LATER, AGAIN = 300, 150, 60
"""How many plans are reckoned at most as a wing begins to move, before its later moves, and there with a plan that has
been settled on.
"""

PLAYOUT = 25
"""What a budget has beyond that goes into playouts, each of which counts as so many plans."""

LEAST = 8
"""Fewer playouts than this tell nothing."""

ACTIVATIONS = 3
"""How far a plan is played on: its wing's own activation and the two after it."""

STANDING = 0.25
"""How much of the places taken, and of the enemy's threats to them, counts beside the score at the end."""

HOPELESS = 0.6
"""A plan that was reckoned so much worse than the best is not played on."""

MOST_PLANS, REPEATS = 5, 2
"""How many plans are played on at first, and how often each before the better half goes on."""

JUMPS, CHANGED, MENDED = 2, 0.3, 60
"""How often the best plan is left for another: the share of units sent elsewhere, and the plans tried to mend it."""

LASTING = 0.25
"""How much of the fixed price of losses counts at the end of a playout, where the HITs themselves are in the score."""

LUCK = 0.6
"""How much of the luck in its rolls is taken out of a playout: as much as is left of it, on average, in the end."""

CONTESTED = 5
"""A wing farther from every enemy than this has nothing to play out yet."""

MOST_KEPT = 64


class Settled(NamedTuple):
    """The plan of a wing: where units go and how they face then, and by how much it proved better than the one that was
    reckoned best; 0 for that one itself.
    """

    goals: dict[str, tuple[int, int]]
    gain: float


_kept: OrderedDict[tuple[object, ...], Settled | None] = OrderedDict()
"""Plans already made. They follow from the key alone, so that it makes no difference but in time."""


def weigh_plan(scene: Scene, effort: int, stop: Stop) -> list[Weighed]:
    """6: the next moves of the wing's plan, each by its part in it."""
    settled = settled_plan(scene, effort, stop)
    later = bool(scene.s.acting().activated)
    if settled is None:
        formation, gain = Formation(scene), 0.0
        plan = reckon(formation, min(effort, LATER if later else RECKONED), stop)[0]
    else:
        formation, gain = Formation(scene, settled.goals), settled.gain
        plan = formation.towards(settled.goals)
        if later:
            plan = formation.climb(plan, AGAIN, stop)[0] if gain else reckon(formation, AGAIN, stop, plan)[0]
    weighed = [
        Weighed(place.option, _part(formation, plan, id, gain))
        for id, at in plan.items()
        if (place := formation.choices[id][at]).option is not None
    ]
    weighed.sort(key=lambda one: -one.value)
    return [plain({"do": "done"}, approach=ENOUGH), *weighed[:TOLD]]


def playouts(effort: int) -> int:
    """How many playouts a budget pays for."""
    found = (effort - RECKONED) // PLAYOUT
    return found if found >= LEAST else 0


def weigh_planned_face(scene: Scene, effort: int, stop: Stop) -> list[Weighed]:
    """6.1-c: the facing that the plan wants, if the unit has come where it wanted it."""
    found = weigh_face(scene)
    settled = settled_plan(scene, effort, stop)
    unit = scene.s.units[scene.data["unit"]]
    if settled is None or not settled.gain or settled.goals.get(unit.id, (-1, 0))[0] != unit.hex:
        return found
    wanted = next(one for one in found if one.answer["facing"] == FACINGS[settled.goals[unit.id][1]])
    lacking = max(one.value for one in found) - wanted.value
    if lacking > 0:
        wanted.terms["plan"] = lacking + ENOUGH
    return found


def settled_plan(scene: Scene, effort: int, stop: Stop) -> Settled | None:
    """The plan that was settled on as the wing began to move; None without playouts or once an enemy has given way."""
    if not playouts(effort):
        return None
    active = scene.s.acting()
    if not active.activated:
        return settle(scene, effort, stop)
    begun = as_begun(scene.s)
    if begun is None or any(is_combat(begun.units[id]) for id in active.began if begun.units[id].side != active.side):
        return None
    return settle(scene.supposing(begun), effort, stop)


def as_begun(s: State) -> State | None:
    """The state with everyone back where he was as the movement began; None where somebody has been lost since."""
    active = s.acting()
    if not s.units.keys() >= active.began.keys():
        return None
    begun = s.copy()
    acting = begun.acting()
    acting.activated, acting.moved, acting.facing, acting.began = (), (), None, {}
    for id, stood in active.began.items():
        begun.units[id] = moved(s.units[id], stood.hex, stood.facing)
    begun.lay_anew()
    return begun


# -- making one --------------------------------------------------------------------------------------------------------


def settle(scene: Scene, effort: int, stop: Stop) -> Settled | None:
    """The plan for a wing that begins to move near the enemy, chosen by playing on."""
    position = msgspec.json.encode(write(scene.s))
    key = (position, tuple(scene.s.options.items()), tuple(scene.weights.items()), effort)
    if key in _kept:
        return _kept[key]
    found = _settle(scene, effort, zlib.crc32(position), stop)
    if not stop():
        _kept[key] = found
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


def _settle(scene: Scene, effort: int, seed: int, stop: Stop) -> Settled | None:
    far = scene.places.far
    if min(far[unit.hex] for unit in scene.s.of_wing(scene.seat, scene.s.acting().wing)) > CONTESTED:
        return None
    formation = Formation(scene)
    if not formation.choices:
        return None
    plans = candidates(formation, reckon(formation, RECKONED, stop), random.Random(seed), stop)
    trials = Trials(formation, plans, seed)
    chosen, gain = contest(len(plans), trials.play, playouts(effort), stop, REPEATS, pooled=True)
    return Settled(formation.goals(plans[chosen]), gain)


def reckon(formation: Formation, effort: int, stop: Stop, first: Plan | None = None) -> list[Plan]:
    """Plans improved from each beginning, `first` before all, the best first; of equals that which was found first."""
    found = [] if first is None else [formation.climb(first, effort, stop)]
    for begin in formation.starts():
        if found and (formation.tried >= effort or stop()):
            break
        found.append(formation.climb(begin(), effort, stop))
    return [plan for plan, _ in sorted(found, key=lambda pair: -round(pair[1], 9))]


def candidates(formation: Formation, reckoned: list[Plan], rng: random.Random, stop: Stop) -> list[Plan]:
    """The most promising plans, the best first: reckoned, by script, or found by a jump away from the best of these."""
    plans = [*reckoned, formation.start(CHARGE), formation.start(ADVANCE)]
    for _ in range(JUMPS):
        elsewhere = formation.varied(reckoned[0], CHANGED, rng)
        plans.append(formation.climb(elsewhere, formation.tried + MENDED, stop)[0])
    distinct = [plan for number, plan in enumerate(plans) if plan not in plans[:number]]
    ranked = sorted([(-round(formation.value(plan), 9), number, plan) for number, plan in enumerate(distinct)])
    return [plan for value, _, plan in ranked[:MOST_PLANS] if value < ranked[0][0] + HOPELESS]


class Trials:
    """Plans played on, each time with the same dice for all of them."""

    def __init__(self, formation: Formation, plans: list[Plan], seed: int) -> None:
        self.scene, self.seed = formation.scene, seed
        self.ways: list[Ways] = [formation.ways(plan) for plan in plans]
        self.standing = [STANDING * formation.without_assaults(plan) for plan in plans]

    def play(self, number: int, count: int) -> float:
        """Once more with a plan: the worth of the places it takes, and of the score when it has been played on."""
        scene = self.scene
        playout = Playout(scene.s, scene.weights, self.seed + count, self.ways[number])
        end = worth_at_end(playout.run(ACTIVATIONS), scene.seat)
        luck = playout.luck[scene.seat] - playout.luck[ENEMY[scene.seat]]
        return self.standing[number] + scene.weights["plan"] * (end - LUCK * luck)


def worth_at_end(s: State, side: str) -> float:
    """The prospects where a playout ends, and a little for what each army has left."""
    if s.result is not None:
        return 0.0 if s.result.winner is None else WINNING_POINTS * (1.0 if s.result.winner == side else -1.0)
    left = 0.0
    for unit in s.units.values():
        if unit.steps:
            left += (STEP * unit.steps + REGIMENT) * (1 if unit.side == side else -1)
    return prospects(score(s, side)) + LASTING * left


def _part(formation: Formation, plan: Plan, id: str, gain: float) -> Terms:
    """What a unit's move adds to the plan; what it costs by itself is paid by what the plan was found to gain."""
    places = formation.scene.places
    here, there = formation.choices[id][0].unit, formation.choices[id][plan[id]].unit
    now = formation.s.units[id]
    terms = difference(places.terms(now, there.hex, there.facing), places.terms(now, here.hex, here.facing))
    without = {**plan, id: 0}
    terms["assault"] = formation.assaults(plan)[0] - formation.assaults(without)[0]
    terms["threat"] = 0.0
    terms["threat"] = formation.value(plan) - formation.value(without) - sum(terms.values())
    if gain:
        alone = sum(terms.values())
        terms["plan"] = gain / len(plan) + max(0.0, 2 * ENOUGH - alone)
    return terms
