"""A world played on by rules of thumb to the end of an impulse: what a plan comes to."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre.mind.moving import in_turn, weigh_attacks
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.mind.weighing import weigh
from quadrilatero.games.alaguerre.mind.worth import Body, left_of
from quadrilatero.games.alaguerre.rules import cohesion
from quadrilatero.games.alaguerre.rules.formations import named
from quadrilatero.games.alaguerre.rules.moving import LIGHT, OTHERS, is_fighting
from quadrilatero.games.alaguerre.rules.sequence import segment
from quadrilatero.games.alaguerre.said import ENEMY
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.mind import Weights
from quadrilatero.kernel.trial import Luck, aside, play_on

INSIGHT = 1
"""Both sides take each answer by itself."""
VICTORY = 1.0
"""What winning is worth beside not losing, as a part of all cohesion on the table, each way."""


class Playout:
    """One world, played on; the first question is answered as a plan says.

    In the Manoeuvre phase those attack for whom it pays, and nobody else moves: it is fire and mêlée that tell.
    """

    def __init__(self, s: State, weights: Weights, seed: int, plan: Plain | None = None) -> None:
        self.s = aside(s)
        self.weights, self.plan, self.luck = weights, plan, Luck(seed)

    def run(self) -> State:
        """Play on to the end of the impulse, or of the battle."""
        s = self.s
        began = s.turn, s.impulse
        while s.result is None and (s.turn, s.impulse) == began:
            self._look_up()
            play_on(segment(s), self.luck, self._answer)
        return s

    def _look_up(self) -> None:
        """Every phase, and every division, has dice of its own, the same for all plans."""
        s = self.s
        self.luck.enter((s.turn, s.impulse, s.phase, s.side, None if s.active is None else s.active.division))
        s.sink.clear()

    def _answer(self, ask: Ask, seat: str) -> Any:
        scene = Scene(self.s, ask, seat, self.weights, INSIGHT, quick=True)
        if self.plan is not None:
            planned, self.plan = scene.read(self.plan), None
            if ask.refuse(seat, planned) is None:
                return planned
        if ask.what == "move":
            return scene.read(self._attack(scene))
        return scene.read(max(weigh(scene), key=lambda one: one.value).answer)

    def _attack(self, scene: Scene) -> Plain:
        """The attack of the division in hand that promises most; without one it is done."""
        s = self.s
        active = s.active
        done: Plain = {"do": "done"}
        if active is None or active.division in (LIGHT, OTHERS):
            return done
        for id in in_turn(scene):
            unit = None if id in s.generals else named(s, id)
            if unit is not None and not is_fighting(s, unit):
                found = weigh_attacks(scene, unit, active)
                if found:
                    return max(found, key=lambda one: one.value).answer
        return done


# -- what it comes to --------------------------------------------------------------------------------------------------


def standing(s: State, side: str) -> float:
    """What a position is worth to a side: what is left of both armies, their cohesion, and the result."""
    total = {side: 0.0, ENEMY[side]: 0.0}
    for base in s.on_table():
        total[base.side] += left_of(Body(0, base.level, base.losses, 4 - base.strength, 0))
    for one in total:
        total[one] += cohesion.total(s, one)
    ahead = total[side] - total[ENEMY[side]]
    if s.result is None or s.result.winner is None:
        return ahead
    return ahead + VICTORY * sum(map(abs, total.values())) * (1 if s.result.winner == side else -1)
