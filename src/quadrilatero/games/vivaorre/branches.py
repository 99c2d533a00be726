"""Every way a rule can go by the dice (`kernel.outcomes`), and what the rules do not tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from math import comb
from operator import or_
from typing import Any

import msgspec

from quadrilatero.games.vivaorre.answers import Pass, Pursue, Stand, Stay
from quadrilatero.games.vivaorre.rules import pending
from quadrilatero.games.vivaorre.rules.morale import succeeds
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Ask, Event, Script
from quadrilatero.kernel.outcomes import Kinds, Tree, Wanted

Rule = Callable[[State], Script]
Branch = tuple[float, State]
HITS = ("fire", "melee")
"""Rolls of which only the number of hits counts."""


def tree(s: State, rule: Rule, pursue: bool) -> Tree[State]:
    """A rule with all rolls that it tells apart."""
    return Tree(s, rule, lambda ask: answer(ask, pursue), kinds)


def kinds(told: Sequence[Event], wanted: Wanted) -> Kinds | None:
    """10-c, 12-g: a morale test is passed or failed, a roll for hits is so many of them; other rolls are all tried."""
    roll = told[0] if told else None
    if roll is not None and roll.data["why"] in HITS:
        need = roll.data["need"]
        odds = spread(wanted.count, need)
        return [((need,) * hits + (1,) * (wanted.count - hits), p) for hits, p in enumerate(odds)]
    if roll is not None and roll.data["why"] == "morale" and roll.data["occasion"] != "forced_march":
        added = sum(value for _, value in roll.modifiers)
        passing = sum(succeeds(face, face + added, roll.data["need"]) for face in range(1, 7))
        return [((6,), passing / 6), ((1,), 1 - passing / 6)]
    return None


def branches(s: State, rule: Rule, *, pursue: bool = False) -> list[Branch]:
    """The states in which a rule may end and the chance of each; equal ones are put together.

    Winners pursue or stay as they are told, nobody has dice rolled again, and whoever is charged stands.
    """
    found: dict[Any, Branch] = {}
    for chance, after in tree(s, rule, pursue).leaves():
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
    return tree(s, rule, False).first_roll()


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
