"""Every way a rule can go by the dice, on copies of a state: what odds ask of the rules instead of knowing them.

Rolls that a game does not tell apart are tried once: it says which, from the rolls as its rules tell them. Questions on
the way are answered by a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Generic, NamedTuple, TypeVar

from quadrilatero.kernel.ask import Ask, Dice, Script
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import State
from quadrilatero.kernel.trial import decide

S = TypeVar("S", bound=State)
Faces = tuple[int, ...]
Kinds = list[tuple[Faces, float]]
"""Rolls that stand for all others, with the chance of each kind."""


class Wanted(Exception):
    """The dice given so far are used up; so many more are rolled, of so many sides."""

    def __init__(self, count: int, sides: int) -> None:
        self.count = count
        self.sides = sides


class Tried(NamedTuple, Generic[S]):
    """What came of a run with certain dice: the state where it ended, or the dice it wanted; and the rolls told of."""

    after: S
    wanted: Wanted | None
    rolls: list[Event]


class Tree(Generic[S]):
    """A rule on copies of a state, run with one row of dice after another; no row is run twice.

    `reply` answers questions, `kinds` says which rolls have to be tried, from what was told of a roll of ones: None for
    all of them.
    """

    def __init__(
        self,
        s: S,
        rule: Callable[[S], Script],
        reply: Callable[[Ask], Any],
        kinds: Callable[[Sequence[Event], Wanted], Kinds | None],
    ) -> None:
        self.s, self.rule, self.reply, self.kinds = s, rule, reply, kinds
        self.tried: dict[tuple[Faces, ...], Tried[S]] = {}

    def run(self, given: tuple[Faces, ...]) -> Tried[S]:
        """Run the rule with these dice, as far as they take it."""
        if given not in self.tried:
            self.tried[given] = self._run(given)
        return self.tried[given]

    def _run(self, given: tuple[Faces, ...]) -> Tried[S]:
        rolls = iter(given)
        copies: list[S] = []

        def begin(copy: S) -> Script:
            copies.append(copy)
            return self.rule(copy)

        def reply(step: Any) -> Any:
            if not isinstance(step, Dice):
                return self.reply(step)
            faces = next(rolls, None)
            if faces is None:
                raise Wanted(step.count, step.sides)
            return faces

        wanted: Wanted | None = None
        try:
            decide(self.s, begin, reply)
        except Wanted as more:
            wanted = more
        return Tried(copies[0], wanted, [event for event in copies[0].sink if event.kind == "roll"])

    def leaves(self, given: tuple[Faces, ...] = (), chance: float = 1.0) -> Iterator[tuple[float, S]]:
        """The states where the rule ends, with their chances."""
        found = self.run(given)
        if found.wanted is None:
            yield chance, found.after
            return
        for faces, p in self._kinds(given, found.wanted):
            yield from self.leaves((*given, faces), chance * p)

    def _kinds(self, given: tuple[Faces, ...], wanted: Wanted) -> Kinds:
        known = len(self.run(given).rolls)
        told = self.run((*given, (1,) * wanted.count)).rolls[known:]
        found = self.kinds(told, wanted)
        if found is not None:
            return found
        sides = range(1, wanted.sides + 1)
        return [(faces, 1 / wanted.sides**wanted.count) for faces in product(sides, repeat=wanted.count)]

    def first_roll(self) -> Event | None:
        """The first roll of the rule as it is told, whatever the dice; None where it rolls none."""
        wanted = self.run(()).wanted
        return None if wanted is None else self.run(((1,) * wanted.count,)).rolls[0]
