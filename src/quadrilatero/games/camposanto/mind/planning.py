"""The plan of a wing: joint plans are reckoned, and one of them carried out.

Plans are reckoned anew at every move, so that each surprise is met. With budget enough the best few are also played on
with the same dice as the wing begins to move; where one of the others proves clearly better, it is that which is
carried out: it is found again at each move as long as those who have acted stand where it wants them.
"""

from __future__ import annotations

import random
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from quadrilatero.games.camposanto.mind.formation import ADVANCE, CHARGE, Formation, Plan
from quadrilatero.games.camposanto.mind.moving import ENOUGH, TOLD, weigh_face
from quadrilatero.games.camposanto.mind.outlook import REGIMENT, STEP
from quadrilatero.games.camposanto.mind.playout import Playout, Ways
from quadrilatero.games.camposanto.mind.prospects import prospects, score
from quadrilatero.games.camposanto.mind.scene import Scene, difference, plain
from quadrilatero.games.camposanto.position import write
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS
from quadrilatero.games.camposanto.state import State
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel.mind import Terms, Weighed

Stop = Callable[[], bool]

LEAST, PLAYOUT = 500, 25
"""From which budget on half of it is spent on playouts, and as how many plans each of them counts."""

ACTIVATIONS = 3
"""How far a plan is played on: its own wing's activation and the two after it."""

MOST_PLANS, REPEATS = 8, 2
"""How many plans are played on at first, and how often each before the better half goes on."""

GATE = 2.0
"""By how many standard errors of the difference a plan must beat the one that was reckoned best to replace it."""

CHANGED = 0.3
"""The share of units that a variant of a plan sends elsewhere."""

LASTING = 0.25
"""How much of the fixed price of losses counts at the end of a playout, where the HITs themselves are in the score."""

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
    settled = _followed(scene, effort, stop)
    if settled is None or (scene.s.acting().activated and not settled.gain):
        formation = Formation(scene)
        plan, gain = reckon(formation, _to_reckon(effort), stop)[0], 0.0
    else:
        formation = Formation(scene, settled.goals)
        plan, gain = {id: len(listed) - 1 for id, listed in formation.choices.items()}, settled.gain
    weighed = [
        Weighed(place.option, _part(formation, plan, id, gain))
        for id, at in plan.items()
        if (place := formation.choices[id][at]).option is not None
    ]
    weighed.sort(key=lambda one: -one.value)
    return [plain({"do": "done"}, approach=ENOUGH), *weighed[:TOLD]]


def _to_reckon(effort: int) -> int:
    """What of a budget is left for reckoning plans."""
    return effort // 2 if effort >= LEAST else effort


def weigh_planned_face(scene: Scene, effort: int, stop: Stop) -> list[Weighed]:
    """6.1-c: the facing that the plan wants, if the unit has come where it wanted it."""
    found = weigh_face(scene)
    settled = _followed(scene, effort, stop)
    unit = scene.s.units[scene.data["unit"]]
    if settled is None or not settled.gain or settled.goals.get(unit.id, (-1, 0))[0] != unit.hex:
        return found
    wanted = next(one for one in found if one.answer["facing"] == FACINGS[settled.goals[unit.id][1]])
    lacking = max(one.value for one in found) - wanted.value
    if lacking > 0:
        wanted.terms["plan"] = lacking + ENOUGH
    return found


def _followed(scene: Scene, effort: int, stop: Stop) -> Settled | None:
    """The wing's plan, if there is one and all has gone by it: no enemy gave way, who has acted stands as it wants."""
    if effort < LEAST:
        return None
    active = scene.s.acting()
    begun = as_begun(scene.s)
    if begun is None or any(is_combat(begun.units[id]) for id in active.began if begun.units[id].side != active.side):
        return None
    settled = settle(scene.supposing(begun), effort, stop)
    if settled is None:
        return None
    for id in active.activated:
        unit, wanted = scene.s.units.get(id), settled.goals.get(id)
        if unit is None or wanted is None or wanted[0] != unit.hex:
            return None
        if id != active.facing and wanted[1] != unit.facing:
            return None
    return settled


def as_begun(s: State) -> State | None:
    """The state with everyone back where he was as the movement began; None where somebody has been lost since."""
    active = s.acting()
    if not s.units.keys() >= active.began.keys():
        return None
    begun = s.copy()
    begun.active = replace(active, activated=(), moved=(), facing=None, began={})
    for id, (hex, facing) in active.began.items():
        begun.units[id] = replace(s.units[id], hex=hex, facing=facing, shown=None)
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
    plans = reckon(formation, _to_reckon(effort), stop)
    playouts = (effort - _to_reckon(effort)) // PLAYOUT
    plans = list(_varied(formation, plans, min(MOST_PLANS, playouts // 3), random.Random(seed)))
    chosen, gain = contest(Trials(formation, plans, seed), playouts, stop)
    return Settled(formation.goals(plans[chosen]), gain)


def reckon(formation: Formation, effort: int, stop: Stop) -> list[Plan]:
    """Plans improved from each beginning, the best first; of equals that which was found first."""
    found = [formation.climb(formation.start(ADVANCE), effort, stop)]
    for begin in formation.starts():
        if formation.tried >= effort or stop():
            break
        found.append(formation.climb(begin(), effort, stop))
    return [plan for plan, _ in sorted(found, key=lambda pair: -round(pair[1], 9))]


def _varied(formation: Formation, plans: list[Plan], most: int, rng: random.Random) -> Iterator[Plan]:
    """The best plan, plain charging, the other good ones, and variants of all of these."""
    known: list[Plan] = []
    for plan in [plans[0], formation.start(CHARGE), *plans[1:]]:
        if plan not in known and len(known) < most:
            known.append(plan)
    yield from known
    first = len(known)
    for _ in range(10 * most):
        if len(known) >= most:
            return
        plan = formation.varied(rng.choice(known[:first]), CHANGED, rng)
        if plan not in known:
            known.append(plan)
            yield plan


class Trials:
    """Plans played on, each time with the same dice for all of them."""

    def __init__(self, formation: Formation, plans: list[Plan], seed: int) -> None:
        self.scene, self.seed = formation.scene, seed
        self.ways: list[Ways] = [formation.ways(plan) for plan in plans]
        self.standing = [formation.position(plan) for plan in plans]
        self.values: list[list[float]] = [[] for _ in plans]
        self.played = 0

    def play(self, number: int) -> None:
        """Once more with a plan: the worth of the places it takes, and of the score when it has been played on."""
        scene, values = self.scene, self.values[number]
        playout = Playout(scene.s, scene.weights, self.seed + len(values), self.ways[number])
        end = worth_at_end(playout.run(ACTIVATIONS), scene.seat)
        values.append(self.standing[number] + scene.weights["plan"] * end)
        self.played += 1

    def ahead(self, number: int) -> tuple[float, float]:
        """By how much a plan was better than the first one, and the standard error of that."""
        gains = [one - other for one, other in zip(self.values[number], self.values[0], strict=False)]
        return fmean(gains), sqrt(variance(gains) / len(gains))


def contest(trials: Trials, playouts: int, stop: Stop) -> tuple[int, float]:
    """The better half goes on, with twice as many playouts, till two are left; the first yields only to a clear gain.

    Returns the chosen plan's number and the gain.
    """
    racing = list(range(len(trials.values)))
    repeats = REPEATS
    while len(racing) > 1:
        for number in racing:
            while len(trials.values[number]) < repeats:
                if trials.played >= playouts or stop():
                    return _best(trials, racing)
                trials.play(number)
        if len(racing) == 2:
            break
        ranked = sorted(racing[1:], key=lambda number: -fmean(trials.values[number]))
        racing = [0, *ranked[: max(1, len(racing) // 2 - 1)]]
        repeats *= 2
    return _best(trials, racing)


def _best(trials: Trials, racing: list[int]) -> tuple[int, float]:
    """Of those still racing, the plan that beats the first one beyond the gate by most; else the first."""
    best, most = 0, 0.0
    for number in racing:
        if number and len(trials.values[number]) >= REPEATS <= len(trials.values[0]):
            gain, error = trials.ahead(number)
            if gain > max(most, GATE * error):
                best, most = number, gain
    return best, most


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
