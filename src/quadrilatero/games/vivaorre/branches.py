"""Every way a rule can go by the dice, on copies of a state: what odds ask of the rules instead of knowing them.

Rolls that the rules do not tell apart are tried once: a morale test is passed or failed, a roll for hits is so many of
them. What they hang on is read off the roll as the rules tell it. Questions on the way are answered by a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import product
from math import comb
from operator import or_
from typing import Any, NamedTuple

import msgspec

from quadrilatero.games.vivaorre.answers import Pass, Pursue, Stand, Stay
from quadrilatero.games.vivaorre.rules import pending
from quadrilatero.games.vivaorre.rules.morale import succeeds
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Ask, Event, Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.kernel.trial import decide

Rule = Callable[[State], Script]
Branch = tuple[float, State]
Faces = tuple[int, ...]
HITS = ("fire", "melee")
"""Rolls of which only the number of hits counts."""


class _Wanted(Exception):
    """The dice given so far are used up; so many more are rolled, of so many sides."""

    def __init__(self, count: int, sides: int) -> None:
        self.count = count
        self.sides = sides


class _Tried(NamedTuple):
    """What came of a run with certain dice: the state where it ended, or the dice it wanted; and the rolls told of."""

    after: State
    wanted: _Wanted | None
    rolls: list[Event]


class _Tree:
    """A rule on copies of a state, run with one row of dice after another; no row is run twice."""

    def __init__(self, s: State, rule: Rule, pursue: bool) -> None:
        self.s = s
        self.rule = rule
        self.pursue = pursue
        self.tried: dict[tuple[Faces, ...], _Tried] = {}

    def run(self, given: tuple[Faces, ...]) -> _Tried:
        """Run the rule with these dice, as far as they take it."""
        if given not in self.tried:
            self.tried[given] = self._run(given)
        return self.tried[given]

    def _run(self, given: tuple[Faces, ...]) -> _Tried:
        rolls = iter(given)
        copies: list[State] = []

        def begin(copy: State) -> Script:
            copies.append(copy)
            return self.rule(copy)

        def reply(step: Any) -> Any:
            if not isinstance(step, Dice):
                return answer(step, self.pursue)
            faces = next(rolls, None)
            if faces is None:
                raise _Wanted(step.count, step.sides)
            return faces

        wanted: _Wanted | None = None
        try:
            decide(self.s, begin, reply)
        except _Wanted as more:
            wanted = more
        told = [event for event in copies[0].sink if event.kind == "roll"]
        return _Tried(copies[0], wanted, told)

    def leaves(self, given: tuple[Faces, ...] = (), chance: float = 1.0) -> Iterator[Branch]:
        """The states where the rule ends, with their chances."""
        found = self.run(given)
        if found.wanted is None:
            yield chance, found.after
            return
        for faces, p in self._kinds(given, found.wanted):
            yield from self.leaves((*given, faces), chance * p)

    def _kinds(self, given: tuple[Faces, ...], wanted: _Wanted) -> list[tuple[Faces, float]]:
        """The rolls that have to be tried one by one, and the chance of each kind; what a first one told says which."""
        told = self.run((*given, (1,) * wanted.count)).rolls
        roll = told[len(given)] if len(told) > len(given) else None
        if roll is not None and roll.data["why"] in HITS:
            need = roll.data["need"]
            odds = spread(wanted.count, need)
            return [((need,) * hits + (1,) * (wanted.count - hits), p) for hits, p in enumerate(odds)]
        if roll is not None and roll.data["why"] == "morale" and roll.data["occasion"] != "forced_march":
            added = sum(value for _, value in roll.modifiers)
            passing = sum(succeeds(face, face + added, roll.data["need"]) for face in range(1, 7))
            return [((6,), passing / 6), ((1,), 1 - passing / 6)]
        sides = range(1, wanted.sides + 1)
        return [(faces, 1 / wanted.sides**wanted.count) for faces in product(sides, repeat=wanted.count)]


def branches(s: State, rule: Rule, *, pursue: bool = False) -> list[Branch]:
    """The states in which a rule may end and the chance of each; equal ones are put together.

    Winners pursue or stay as they are told, nobody has dice rolled again, and whoever is charged stands.
    """
    found: dict[Any, Branch] = {}
    for chance, after in _Tree(s, rule, pursue).leaves():
        key = what_changed(s, after)
        found[key] = (found[key][0] + chance if key in found else chance, after)
    return list(found.values())


@cache
def spread(count: int, need: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … hits with so many dice that each need such a face."""
    p = (7 - need) / 6
    return tuple([comb(count, hits) * p**hits * (1 - p) ** (count - hits) for hits in range(count + 1)])


def together(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of the sum of two numbers of hits."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, r in enumerate(other):
            found[a + b] += p * r
    return tuple(found)


def first_roll(s: State, rule: Rule) -> Event | None:
    """The first roll of a rule as it is told, whatever the dice; None where it rolls none."""
    tree = _Tree(s, rule, False)
    wanted = tree.run(()).wanted
    return None if wanted is None else tree.run(((1,) * wanted.count,)).rolls[0]


def answer(ask: Ask, pursue: bool) -> Any:
    """What the policy says to a question on the way."""
    if ask.what == "pursue":
        return Pursue() if pursue else Stay()
    if ask.what == "react":
        return Stand()
    if ask.what == "reroll":
        return Pass()
    plain = ask.options(ask.who[0])[0]
    return msgspec.convert(plain, reduce(or_, ask.kinds))


def work(s: State) -> Script:
    """All that is open inside the phase, to the end."""
    while s.pending:
        yield from pending.work(s)


def what_changed(before: State, after: State) -> Any:
    """What has become of units and generals that are not as they were."""
    units = tuple(
        [
            (unit.id, unit.at, unit.facing, unit.formation, unit.figures, unit.hits, unit.state, unit.disorder)
            for id, unit in after.units.items()
            if unit is not before.units.get(id)
        ]
    )
    generals = tuple(
        [(one.id, one.state, one.at) for id, one in after.generals.items() if one is not before.generals[id]]
    )
    charges = tuple([one.unit for one in after.charges])
    orders = tuple([(id, order.does) for id, order in after.orders.items()])
    return units, tuple([gone.id for gone in after.eliminated]), generals, charges, orders
