"""Every way a rule can go by the dice (`kernel.outcomes`), and what the rules do not tell apart.

Odds follow the units that they are about. Others whom a rout or a retreat touches pass their tests, and generals come
off unharmed: neither changes what becomes of those two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from quadrilatero.games.alaguerre.answers import Fire, Hold, Stand, Stay
from quadrilatero.games.alaguerre.rules import fire, melee, morale
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Ask, Event, Script
from quadrilatero.kernel.outcomes import Kinds, Tree, Wanted

Rule = Callable[[State], Script]
Branch = tuple[float, State]
FACES = range(1, 7)
TOLD = ("contact", "engaged", "combat")
"""Events that tell how an attack or a round has ended."""
PASSES = 6
"""10.2.1-b: a natural 6 passes every test."""


class Followed:
    """Which units odds are about, by their ids and those of their bases, and how questions on the way are answered."""

    def __init__(self, s: State, ids: Sequence[str], *, answers: bool = True) -> None:
        self.s = s
        self.ids = frozenset(ids)
        self.answers = answers

    def tree(self, rule: Rule) -> Tree[State]:
        """A rule with all rolls that it tells apart."""
        return Tree(self.s, rule, self.reply, self.kinds)

    def branches(self, rule: Rule) -> list[Branch]:
        """The states in which a rule may end and the chance of each; where nothing differs they are put together."""
        found: dict[Any, Branch] = {}
        for chance, after in self.tree(rule).leaves():
            key = self.what_changed(after)
            found[key] = (found[key][0] + chance if key in found else chance, after)
        return list(found.values())

    def what_changed(self, after: State) -> Any:
        """What has become of the units that odds are about."""
        mine = [base for base in after.bases.values() if base.id in self.ids]
        bases = [(base.id, base.pose, base.formation, base.state, base.losses, base.fired) for base in mine]
        how = [(event.kind, event.data.get("winner")) for event in after.sink if event.kind in TOLD]
        return tuple(bases), tuple(how), tuple([gone.id for gone in after.eliminated]), why_of(after, self.ids)

    def reply(self, ask: Ask) -> Any:
        """What the policy says to a question on the way: who is charged stands, all shoot who can, nobody goes on."""
        if ask.what == "react":
            return Stand()
        if ask.what == "return_fire":
            able = ask.options(ask.who[0])
            return Fire() if self.answers and {"do": "fire"} in able else Hold()
        if ask.what == "charge_fire":
            return Fire()
        if ask.what in ("retreat", "face"):
            return Stay()
        plain = ask.options(ask.who[0])[0]
        return msgspec.convert(plain, reduce(or_, ask.kinds))

    def kinds(self, told: Sequence[Event], wanted: Wanted) -> Kinds | None:
        """8.2-b, 9.1-b, 10.2.1-b: tests by their result, shots and blows by their damage; what is beside it once."""
        roll = told[0] if told else None
        if roll is None:
            return None
        why = roll.data["why"]
        if why in ("general", "fate"):
            return [((1,) * wanted.count, 1.0)]
        if why == "morale":
            return self._tests(roll) if self.ids & {roll.data["unit"], *roll.data["units"]} else [((PASSES,), 1.0)]
        if why == "fire":
            return _pairs(told, fire.damage_of)
        if why == "melee":
            return _pairs(told, lambda total, against: min(melee.MOST, max(0, total - against)))
        return None

    def _tests(self, roll: Event) -> Kinds:
        row = roll.data["row"]
        found: dict[tuple[str, bool], tuple[Faces, float]] = {}
        for die in FACES:
            total = max(1, die + added(roll))
            key = morale.outcome(self.s, row, die, total), row == morale.CHARGE and total > PASSES
            faces, chance = found.get(key, ((die,), 0.0))
            found[key] = faces, chance + 1 / 6
        return list(found.values())


Faces = tuple[int, ...]


def added(roll: Event) -> int:
    """All that is added to a die: the characteristic and every modifier."""
    return int(roll.data["value"]) + sum(value for _, value in roll.modifiers)


def _pairs(told: Sequence[Event], damage: Callable[[int, int], int]) -> Kinds:
    """Two dice read one way or both, by the damage that they do."""
    ways = [added(roll) for roll in told if roll.data["why"] == told[0].data["why"]][:2]
    found: dict[Faces, tuple[Faces, float]] = {}
    for one in FACES:
        for other in FACES:
            read = ((one, other), (other, one))
            key = tuple([damage(max(1, read[n][0] + more), read[n][1]) for n, more in enumerate(ways)])
            faces, chance = found.get(key, ((one, other), 0.0))
            found[key] = faces, chance + 1 / 36
    return list(found.values())


def why_of(after: State, ids: frozenset[str]) -> tuple[str, ...]:
    """How those units have moved."""
    moved = [event for event in after.sink if event.kind == "moved" and event.data["unit"] in ids]
    return tuple(dict.fromkeys([event.data["why"] for event in moved]))


def blow_of(roll: Event, chance: float) -> dict[str, Any]:
    """A roll on the way as pages show it: what it needs, every modifier with its rule, and its chance."""
    keys = ("why", "unit", "target", "row", "range", "need", "value", "charge", "answer", "round")
    told = {key: roll.data[key] for key in keys if key in roll.data}
    return {**told, "modifiers": [list(row) for row in roll.modifiers], "chance": chance}
