"""A battle played on in thought: the rules as they are, both sides by quick rules of thumb, the dice from a seed.

The dice of every activation are their own, so plans that are played on from the same seed meet the same luck again
when the next wing acts: the less two plans differ, the less chance has to do with their difference.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import cast

from quadrilatero.games.camposanto.answers import (
    Advance,
    Assault,
    Done,
    Face,
    Facing,
    FallBack,
    Fight,
    Fire,
    Flee,
    GoOn,
    Hit,
    Keep,
    Move,
    Next,
    Orders,
    Pass,
    Reroll,
    Stay,
    Stop,
)
from quadrilatero.games.camposanto.board import SIDES
from quadrilatero.games.camposanto.duel import at_least
from quadrilatero.games.camposanto.mind.fight import ATTACKER, DEFENDER, Stakes, failed, let_stand, repeated, striking
from quadrilatero.games.camposanto.mind.fighting import Declared, best_declaration
from quadrilatero.games.camposanto.mind.moving import ENOUGH
from quadrilatero.games.camposanto.mind.outlook import GROUND, ON_TOP, Outlook
from quadrilatero.games.camposanto.mind.places import Places, chance_to_hit
from quadrilatero.games.camposanto.rules.activation import activations_left
from quadrilatero.games.camposanto.rules.assault import attackers, still_standing
from quadrilatero.games.camposanto.rules.fall_back import front_hits
from quadrilatero.games.camposanto.rules.movement import movement_points, refuse_entering_zoc
from quadrilatero.games.camposanto.rules.moving import movers
from quadrilatero.games.camposanto.rules.reach import full_hexes, reach
from quadrilatero.games.camposanto.rules.sequence import segment
from quadrilatero.games.camposanto.rules.zones import in_zoc
from quadrilatero.games.camposanto.state import WINGS, Links, State
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel.ask import Answer, Ask, Dice, Ended
from quadrilatero.kernel.mind import Weights

NEAREST, DISTANT = 2, 7
"""How many places out of contact are thought of for a unit, and how far from the enemy one is left where it stands."""

Ways = dict[str, tuple[list[str], int]]
"""For each unit that is still to move its way and the facing at its end."""


class Playout:
    """One course of a battle from a state on; `ways` is what the acting wing has planned, if it is about to move."""

    def __init__(self, s: State, weights: Weights, seed: int, ways: Ways | None = None) -> None:
        self.s = s.copy()
        self.s.sink = []
        self.weights = weights
        self.seed = seed
        self.ways: Ways = {} if ways is None else dict(ways)
        self.planned = ways is not None
        self.declared: Declared | None = None
        self.luck = dict.fromkeys(SIDES, 0.0)
        """What each side's rolls have brought it beyond what they promised."""
        self._fought: Links = ()
        self._stakes: Stakes | None = None
        self._shot = 0.0
        self._thrown: tuple[int, Stakes | None] | None = None
        self.acting = self._acting()
        self.dice = self._own_dice()
        self._places: dict[str, Places] = {}

    def _acting(self) -> tuple[str, int, str | None]:
        active = self.s.active
        return self.s.turn, self.s.phase, active.key if active else None

    def _own_dice(self) -> random.Random:
        return random.Random(f"{self.seed} {self.acting}")

    def run(self, activations: int) -> State:
        """Play on until so many more activations are over, or the battle is."""
        s = self.s
        while s.result is None:
            acting = self._acting()
            if acting != self.acting:
                if self.acting[2] is not None:
                    activations -= 1
                if not activations:
                    break
                self._begin(acting)
            self._segment()
        return s

    def _begin(self, acting: tuple[str, int, str | None]) -> None:
        self.acting = acting
        self.dice = self._own_dice()
        self.ways, self.planned, self.declared = {}, False, None
        self._places = {}
        self.s.sink.clear()

    def _segment(self) -> None:
        active = self.s.active
        self._fought = active.pending[0] if active is not None and active.pending else ()
        self._stakes = None
        script = segment(self.s)
        value: object = None
        try:
            while True:
                question = script.send(value)
                self._count_luck()
                if isinstance(question, Dice):
                    self._thrown = len(self.s.sink), self.stakes() if self._fought else None
                    value = tuple([self.dice.randint(1, 6) for _ in range(question.count)])
                elif isinstance(question, Ask):
                    value = REPLY[question.what](self, question)
        except (StopIteration, Ended):
            self._count_luck()

    def _count_luck(self) -> None:
        """Note what the last roll, if it has just been made, brought beyond what it promised."""
        if self._thrown is None:
            return
        before, stakes = self._thrown
        self._thrown = None
        roll = self.s.sink[before]
        need = roll.data["need"]
        by_chance = roll.data["success"] - at_least(need - sum([value for _, value in roll.modifiers]))
        if stakes is None or roll.data["why"] == "fire":
            gain = self._shot
        elif roll.data["role"] == "attacker":
            gain = stakes.won - failed(stakes, need, ATTACKER)
        else:
            gain = failed(stakes, need, DEFENDER) - stakes.lost
        self.luck[roll.data["by"]] += by_chance * gain

    # -- what is needed to reply ------------------------------------------------------------------------------------

    def places(self, side: str) -> Places:
        """Places as the activation's first question to that side found them; they may grow a little out of date."""
        found = self._places.get(side)
        if found is None:
            found = self._places[side] = Places(Outlook(self.s, side, self.weights), 1)
        return found

    def _outlook(self) -> Outlook:
        return Outlook(self.s, self.s.acting().side, self.weights)

    def stakes(self) -> Stakes:
        """What the Assault being fought hangs on, as it was when it began or since a Marshal was sent into it."""
        if self._stakes is None:
            self._stakes = self._outlook().stakes(self.s, still_standing(self.s, self._fought), coming=False)
        return self._stakes

    # -- replies ----------------------------------------------------------------------------------------------------

    def orders(self, question: Ask) -> dict[str, Answer]:
        """4: points drawn by lot."""
        return {side: Orders(*self.dice.sample(self.s.orders_left[side], len(WINGS))) for side in SIDES}

    def swap(self, question: Ask) -> Answer:
        """4.3-c: everybody keeps his set."""
        return Keep()

    def general(self, question: Ask) -> Answer:
        """8.1: the General stays out of it."""
        return Pass()

    def fire(self, question: Ask) -> Answer:
        """9.1, 10.2: the surest shot."""
        s = self.s
        shots = question.options("")[:-1]
        best = max(shots, key=lambda shot: chance_to_hit(s, s.units[shot["unit"]], s.board.numbered[shot["hex"]]))
        self._shot = self._outlook().aim(s.board.numbered[best["hex"]])
        return Fire(best["unit"], best["hex"])

    def move(self, question: Ask) -> Answer:
        """6: as planned when the wing began."""
        if question.data["step"] == "marshal":
            return Done()
        if not self.planned:
            self.planned = True
            self.ways = plan_moves(self.s, self.places(self.s.acting().side))
        for id, (path, _) in self.ways.items():
            answer = Move(id, path)
            if question.refuse("", answer) is None:
                return answer
        return Done()

    def face(self, question: Ask) -> Answer:
        """6.1-c: as planned, or towards the enemy."""
        id = question.data["unit"]
        if id in self.ways:
            _, facing = self.ways.pop(id)
        else:
            unit = self.s.units[id]
            facing = self.places(unit.side).outward(unit.hex)
        return Face(id, cast("Facing", FACINGS[facing]))

    def go_on(self, question: Ask) -> Answer:
        """8.2-g: no farther, where the unit may stop."""
        stop = Stop()
        if question.refuse("", stop) is None:
            return stop
        return GoOn(question.options("")[0]["path"])

    def react(self, question: Ask) -> Answer:
        """6.4: nobody gives ground before an Assault."""
        return Stay()

    def flee(self, question: Ask) -> Answer:
        """7.3: the way of fewest HITs."""
        s = self.s
        ways = list(question.options(""))
        if len(ways) > 1:
            numbered = s.board.numbered
            ways.sort(key=lambda way: front_hits(s, s.units[way["unit"]], [numbered[n] for n in way["path"]]))
        return Flee(ways[0]["unit"], ways[0]["path"])

    def assault(self, question: Ask) -> Answer:
        """7: the best set of Assaults, named one by one."""
        s = self.s
        if self.declared is None:
            self.declared = best_declaration(self._outlook(), attackers(s))
        for id, targets in self.declared.items():
            if id not in s.acting().declared:
                return Assault(id, list(targets))
        return Done("left")

    def next(self, question: Ask) -> Answer:
        """7-f: any of those equally far out."""
        return Next(question.data["units"][0])

    def stand(self, question: Ask) -> Answer:
        """7.1-b: by the exact chain of blows, against the price of falling back."""
        if not question.certain:
            return Fight()
        role, stakes = self._role(question), self.stakes()
        value = striking(stakes, question.data["need"], role)
        if (value if role == ATTACKER else -value) >= -GROUND:
            return Fight()
        return FallBack(paths=question.options("")[1]["paths"])

    def _role(self, question: Ask) -> int:
        return ATTACKER if question.seats[0] == self.s.acting().side else DEFENDER

    def reroll(self, question: Ask) -> Answer:
        """8.2-h: by the same chain, the Marshal at stake."""
        role, stakes, need = self._role(question), self.stakes(), question.data["need"]
        risk, leave = repeated(stakes, need, role), let_stand(stakes, need, role)
        if (risk > leave) == (role == ATTACKER) and risk != leave:
            self._stakes = None
            return Reroll(question.data["marshals"][0])
        return Pass()

    def hit(self, question: Ask) -> Answer:
        """7.1-g: who has most left."""
        units = self.s.units
        return Hit(max(question.data["units"], key=lambda id: units[id].steps))

    def advance(self, question: Ask) -> Answer:
        """7.1-j: always."""
        first = question.options("")[0]
        return Advance(first["unit"], first["hex"])


def plan_moves(s: State, places: Places) -> Ways:
    """A place for every unit of the wing, the strongest first, each knowing where those before it will stand."""
    left = activations_left(s)
    around, foes, far = places.grid.around, places.foes, places.far
    ranked: list[tuple[float, str, list[str], int]] = []
    taken: set[int] = set()
    units = [unit for unit in movers(s) if unit.type != "artillery" and far[unit.hex] <= DISTANT]
    units.sort(key=lambda unit: (far[unit.hex] > 1, -unit.steps - 2 * unit.stars, unit.id))
    for unit in units:
        zoc = refuse_entering_zoc(s, unit, in_zoc(s, unit.side, unit.hex)) is None
        ways = reach(s, unit, movement_points(s, unit), zoc).ways
        full = full_hexes(s, unit.side, unit.type)
        touching: list[int] = []
        others: list[int] = []
        for hex in ways:
            if (hex in taken and unit.type not in ON_TOP) or full >> hex & 1:
                continue
            (touching if around[hex].meets(foes) else others).append(hex)
        others.sort(key=lambda hex: (far[hex], hex))
        now = sum(places.terms(unit, unit.hex, unit.facing).values())
        best, chosen, turned = now + ENOUGH, -1, unit.facing
        for hex in (unit.hex, *touching, *others[:NEAREST]):
            value, facing = places.score(unit, hex)
            if value > best:
                best, chosen, turned = value, hex, facing
        if chosen < 0:
            taken.add(unit.hex)
            continue
        taken.add(chosen)
        path = ways[chosen] if chosen != unit.hex else []
        ranked.append((best - now, unit.id, path, turned))
        places.expect(unit, chosen, turned)
    if left is not None and len(ranked) > left:
        ranked = sorted(ranked, key=lambda one: -one[0])[:left]
    return {id: (path, facing) for _, id, path, facing in ranked}


REPLY: Mapping[str, Callable[[Playout, Ask], object]] = {
    "orders": Playout.orders,
    "swap": Playout.swap,
    "general": Playout.general,
    "fire": Playout.fire,
    "move": Playout.move,
    "go_on": Playout.go_on,
    "face": Playout.face,
    "react": Playout.react,
    "flee": Playout.flee,
    "assault": Playout.assault,
    "next": Playout.next,
    "stand": Playout.stand,
    "reroll": Playout.reroll,
    "hit": Playout.hit,
    "advance": Playout.advance,
}
