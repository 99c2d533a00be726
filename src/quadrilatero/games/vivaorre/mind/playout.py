"""A world played on by rules of thumb, quickly: what a plan comes to."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.vivaorre.mind.moving import in_turn, weigh_move, weigh_ways
from quadrilatero.games.vivaorre.mind.places import Places
from quadrilatero.games.vivaorre.mind.scene import Scene
from quadrilatero.games.vivaorre.mind.weighing import weigh
from quadrilatero.games.vivaorre.mind.worth import left_of
from quadrilatero.games.vivaorre.rules.characters import bound_to_advance
from quadrilatero.games.vivaorre.rules.sequence import segment
from quadrilatero.games.vivaorre.said import ENEMY
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Weights
from quadrilatero.kernel.trial import Luck, aside, play_on

INSIGHT = 2
"""Both sides mind what the other can do."""
ORDER = {"first": "second", "second": "first"}
VICTORY = 1.0
"""What winning is worth beside not losing, as a part of both armies' points, each way."""
DEMORALISED = 0.3
"""12-p: what a demoralised brigade costs beside its losses, as a part of what is left of it."""


class Playout:
    """One world, played on; the first question is answered as the plan of a seat says.

    In a world that is made up nothing is hidden from anybody any more but what stays hidden by the rules.
    """

    def __init__(self, s: State, weights: Weights, seed: int, plan: Plain | None = None, planner: str = "") -> None:
        self.s = aside(s)
        self.weights, self.plan, self.planner, self.luck = weights, plan, planner, Luck(seed)
        self._places: Places | None = None

    def run(self, turns: int) -> State:
        """Play on to the end of the turn that is so many after this one, or of the battle."""
        s = self.s
        last = s.turn + turns
        while s.result is None and s.turn <= last:
            self._look_up()
            play_on(segment(self.s), self.luck, self._answer)
        return s

    def _look_up(self) -> None:
        """Every phase and every half has dice of its own, the same for all plans."""
        s = self.s
        if self.luck.enter((s.turn, s.phase, s.seat, s.stage)):
            self._places = None
        s.sink.clear()

    def _answer(self, ask: Ask, seat: str) -> Any:
        scene = Scene(self.s, ask, seat, self.weights, INSIGHT, quick=True)
        if self.plan is not None:
            planned, self.plan = scene.read(self._meant(self.plan, seat)), None
            if ask.refuse(seat, planned) is None:
                return planned
        if ask.what == "move":
            return scene.read(self._move(scene))
        return scene.read(max(weigh(scene), key=lambda one: one.value).answer)

    def _meant(self, plan: Plain, seat: str) -> Plain:
        """The plan as that seat gives it: the same side goes first where dice thrown again let the other choose."""
        if plan["do"] in ORDER and seat != self.planner:
            return {"do": ORDER[plan["do"]]}
        return plan

    def _move(self, scene: Scene) -> Plain:
        """The best move of the unit whose turn it is; where the enemy stands is looked at once for a half."""
        s = self.s
        places = self._places
        if places is None or places.scene.seat != scene.seat:
            places = self._places = Places(scene)
        for id in in_turn(scene):
            unit = s.units.get(id)
            if unit is None or unit.disorder == "reorder" or bound_to_advance(s, unit) is not None:
                break
            found = weigh_ways(places.scene, places, unit)
            if found:
                return max(found, key=lambda one: one.value).answer
        return max(weigh_move(scene), key=lambda one: one.value).answer


# -- what it comes to --------------------------------------------------------------------------------------------------


def standing(s: State, seat: str) -> float:
    """What a position is worth to a seat, in points: what is left of both armies, broken brigades, the result."""
    total = {seat: 0.0, ENEMY[seat]: 0.0}
    everything = 0.0
    for unit in s.units.values():
        left = unit.points * left_of(unit.figures, unit.start, unit.hits, unit.state)
        if unit.brigade is not None and s.brigades[unit.brigade].demoralised:
            left *= 1 - DEMORALISED
        total[unit.side] += left
        everything += unit.points
    ahead = total[seat] - total[ENEMY[seat]]
    if s.result is None or s.result.winner is None:
        return ahead
    everything += sum([gone.points for gone in s.eliminated])
    return ahead + VICTORY * everything * (1 if s.result.winner == seat else -1)
