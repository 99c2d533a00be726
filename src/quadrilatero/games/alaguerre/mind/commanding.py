"""Orders: which general gets which die; whose division acts first; who takes over from a general who is lost."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from quadrilatero.games.alaguerre.mind.aims import Aims, impulses_to
from quadrilatero.games.alaguerre.mind.scene import Scene
from quadrilatero.games.alaguerre.rules import activation, charge, orders, players
from quadrilatero.games.alaguerre.rules.command import player_above
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.moving import is_fighting
from quadrilatero.games.alaguerre.rules.rates import charge_distance
from quadrilatero.games.alaguerre.said import ROUTED
from quadrilatero.games.alaguerre.state import General
from quadrilatero.kernel import Plain
from quadrilatero.kernel.mind import Sealed, Weighed
from quadrilatero.table import distance, no_nearer

MARCH, STAY = 1.0, 0.15
"""What an impulse is worth to a base that has far to go, and to one that is where it wants to be."""
ATTACK = 1.0
"""6.1-a: what an order of 5 is worth to a base that has somebody to charge."""
LATER = 0.8
"""What each further impulse is worth beside the one before."""
SPARE = 6
"""Dice are thought of for so many generals at least, those whose divisions need an order most."""
TRIED = 4
"""So many of the best are put to the rules."""
PLANS = 12
"""How many ways to give out the dice are weighed against each other in secret."""


class Needs:
    """What divisions could do with an order, worked out once for a question."""

    def __init__(self, scene: Scene, side: str) -> None:
        self.scene, self.side = scene, side
        self.aims = Aims(scene)
        self._found: dict[str, tuple[float, float]] = {}

    def of(self, general: General) -> tuple[float, float]:
        """What an impulse is worth to those whom a general would activate, and what leave to attack."""
        if general.id not in self._found:
            self._found[general.id] = self._reckon(general)
        return self._found[general.id]

    def _reckon(self, general: General) -> tuple[float, float]:
        scene, s = self.scene, self.scene.s
        if general.division is None:
            return 0.0, 0.0
        march = attack = 0.0
        foes = scene.fighting_foes if self.side == scene.side else [one for one in scene.own if one.state != ROUTED]
        for id in activation.activated_by(s, {general.division: orders.MOST}):
            base = s.bases[id]
            unit = unit_of(s, base)
            if base.state == ROUTED or base.is_train or is_fighting(s, unit):
                continue
            if self.side == scene.side:
                way = impulses_to(scene, self.aims.of(unit), unit, unit.pose, base.formation)
            else:
                way = 1.0
            march += STAY + MARCH * min(1.0, way)
            if charge.refuse_charger(unit, None) is None:
                reach = charge_distance(s, unit)
                near = [foe for foe in foes if no_nearer(unit.pose, foe.pose) <= reach]
                attack += ATTACK * any(distance(unit.pose, foe.pose) <= reach for foe in near)
        return march, attack


def impulses(priority: int, in_play: set[int]) -> int:
    """3.1-c, 3.1-e: in how many impulses an order acts, of all priorities in play."""
    return sum([other <= priority for other in in_play | {priority}])


def given(scene: Scene, assign: dict[str, int]) -> list[tuple[General, int]]:
    """3.3.3-a: the orders that arrive, with their priorities; what is handed over to a player as he gets it."""
    s = scene.s
    found: list[tuple[General, int]] = []
    for id, face in assign.items():
        general = s.generals[id]
        player = player_above(s, general)
        handed = "." not in scene.seat and player is not None
        priority = players.handed_over(s, general, face) if handed else orders.priority_of(s, general, face)
        if priority is not None:
            found.append((general, priority))
    return found


def worth_of(needs: Needs, orders_given: list[tuple[General, int]], in_play: set[int]) -> tuple[float, float]:
    """What orders are worth: the march of all impulses, and the attacks that they allow."""
    all_of_them = in_play | {priority for _, priority in orders_given}
    march = attack = 0.0
    for general, priority in orders_given:
        step, blow = needs.of(general)
        count = impulses(priority, all_of_them)
        march += step * sum([LATER**n for n in range(count)])
        attack += blow * (priority >= charge.LEAST_ORDER)
    return march, attack


def ways_to_give(scene: Scene, needs: Needs, seat: str) -> list[dict[str, int]]:
    """3.3.2-a: ways to give out all dice, the highest first, among those generals whose divisions need them most."""
    s = scene.s
    hand = s.hand.get(seat, ())
    able = sorted(orders.receivers(s, seat), key=lambda general: -sum(needs.of(general)))
    pool = [general.id for general in able[: len(hand) + max(0, SPARE - len(hand))]]
    found: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    for chosen in permutations(pool, min(len(hand), len(pool))):
        assign = dict(zip(chosen, hand, strict=False))
        found.setdefault(tuple(sorted(assign.items())), assign)
    return list(found.values())


def with_dummies(scene: Scene, seat: str, assign: dict[str, int]) -> Plain:
    """3.5.1-a: orders as an answer; in secret with a dummy for everybody whom the markers are enough for."""
    s = scene.s
    found: Plain = {"do": "orders", "assign": assign}
    if s.options["orders"] == "secret" and "." not in seat:
        left = [general.id for general in orders.receivers(s, seat) if general.id not in assign]
        dummies = left[: max(0, orders.markers(s, seat) - len(s.hand.get(seat, ())))]
        if dummies:
            found["dummies"] = dummies
    return found


def weigh_orders(scene: Scene) -> list[Weighed]:
    """3.3.2-a: the best ways to give out the dice that the rules allow; those that are listed where there is none."""
    needs = Needs(scene, scene.side)
    plains = [with_dummies(scene, scene.seat, assign) for assign in ways_to_give(scene, needs, scene.seat)]
    ranked = sorted([_weighed(scene, needs, plain) for plain in plains], key=lambda one: -one.value)
    found = [one for one in ranked[:TRIED] if scene.is_lawful(one.answer)]
    return found or [_weighed(scene, needs, option) for option in scene.options]


def _weighed(scene: Scene, needs: Needs, plain: Plain) -> Weighed:
    march, attack = worth_of(needs, given(scene, plain["assign"]), set(scene.s.orders.values()))
    return scene.weighed(plain, approach=march, charge=attack)


def sealed_orders(scene: Scene) -> Sealed:
    """3.5.1-a: secret orders as a matrix: each side's impulses hang on the priorities of both."""
    import numpy as np

    needs = {side: Needs(scene, side) for side in (scene.side, scene.enemy)}
    mine = [plain for plain in best_orders(scene, needs[scene.side], scene.seat) if scene.is_lawful(plain)]
    mine = mine or scene.options[:PLANS]
    theirs = best_orders(scene, needs[scene.enemy], scene.enemy)
    parts: dict[str, Any] = {name: np.zeros((len(mine), len(theirs))) for name in ("approach", "charge")}
    for row, own in enumerate(mine):
        for column, his in enumerate(theirs):
            ours, others = given(scene, own["assign"]), given(scene, his["assign"])
            in_play = {priority for _, priority in (*ours, *others)}
            one, two = worth_of(needs[scene.side], ours, in_play), worth_of(needs[scene.enemy], others, in_play)
            parts["approach"][row, column] = scene.weights["approach"] * (one[0] - two[0])
            parts["charge"][row, column] = scene.weights["charge"] * (one[1] - two[1])
    return Sealed(mine, theirs, parts["approach"] + parts["charge"], parts)


def best_orders(scene: Scene, needs: Needs, seat: str) -> list[Plain]:
    """The ways to give out the dice that are worth most by themselves."""
    ways = ways_to_give(scene, needs, seat)
    ways.sort(key=lambda assign: -sum(worth_of(needs, given(scene, assign), set())))
    return [with_dummies(scene, seat, assign) for assign in ways[:PLANS]]


def weigh_division(scene: Scene) -> list[Weighed]:
    """5.1-d: the division that is nearest to the enemy goes first."""
    found = []
    for option in scene.options:
        own = [base for base in scene.s.on_table(scene.side) if base.division == option["division"]]
        near = min([scene.nearest_foe(base.pose) for base in own], default=0)
        found.append(scene.weighed(option, tempo=-near / 1000))
    return found


def weigh_successor(scene: Scene) -> list[Weighed]:
    """10.3.3: the ablest takes over."""
    s = scene.s
    return [scene.weighed(option, command=float(s.generals[option["general"]].level)) for option in scene.options]
