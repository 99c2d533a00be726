"""What giving way costs: retreats, flights and defeats tried out on copies of the state, as cheaply as rules allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from quadrilatero.games.camposanto.answers import Face, FallBack, Flee, Hit
from quadrilatero.games.camposanto.rules import assault, fall_back, flight
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.kernel import Refusal, Script
from quadrilatero.kernel.trial import decide


class Cost(NamedTuple):
    """The steps that each unit loses, and who is eliminated by it."""

    steps: dict[str, int]
    gone: list[str]

    @property
    def total(self) -> int:
        return sum(self.steps.values())


def tried(s: State, rule: Callable[[State], Script], struck: str | None = None) -> State:
    """The state after a rule has run its course: `struck` takes the HIT of defeat, whoever flees goes by the way that
    costs least, nobody turns. It stops at any other decision, and at dice.
    """
    copies: list[State] = []

    def start(copy: State) -> Script:
        copies.append(copy)
        return rule(copy)

    def answer(step: Any) -> Any:
        what = getattr(step, "what", None)
        if what == "hit" and struck is not None:
            return Hit(struck)
        if what == "flee":
            return cheapest_flight(copies[0], step.data["units"])
        if what == "face":
            return Face(step.data["unit"], step.data["facing"])
        raise StopIteration

    return decide(s, start, answer)[0]


def cheapest_flight(s: State, ids: list[str]) -> Flee:
    """7.3: who goes, and by which way, so that it costs fewest HITs."""
    ways = [(id, way) for id in ids for way in flight.flights(s, s.units[id])]
    id, way = min(ways, key=lambda found: found[1].hits)
    return Flee(id, s.board.numbers(way.path))


def lost(before: State, after: State, side: str) -> Cost:
    """What a side has lost from one state to the other."""
    steps = {unit.id: unit.steps - _steps(after, unit) for unit in before.of_side(side)}
    return Cost({id: number for id, number in steps.items() if number}, [id for id in steps if id not in after.units])


def _steps(s: State, unit: Unit) -> int:
    return s.units[unit.id].steps if unit.id in s.units else 0


def of_way(s: State, answer: FallBack | Flee) -> Cost | Refusal:
    """6.4, 7.1-b, 7.3: what falling back or fleeing so would cost for certain, or why it is no way."""
    if isinstance(answer, Flee):
        return _of_flight(s, answer)
    paths = answer.paths if answer.paths is not None else {answer.unit or "": answer.path or []}
    units = [s.units[id] for id in paths]
    if refusal := assault.refuse_giving_way(s, units, FallBack(paths=paths)):
        return refusal
    order = assault.possible_order(s, paths)

    def rule(copy: State) -> Script:
        for id in order:
            yield from fall_back.fall_back(copy, copy.units[id], [copy.board.hex(number) for number in paths[id]])

    return lost(s, tried(s, rule), units[0].side)


def _of_flight(s: State, answer: Flee) -> Cost | Refusal:
    unit = s.units[answer.unit]
    if refusal := flight.refuse_flight(s, [unit], answer, "7.1-h"):
        return refusal
    path = tuple(s.board.hex(number) for number in answer.path)
    way = next(way for way in flight.flights(s, unit) if way.path == path)
    return lost(s, tried(s, lambda copy: flight.run(copy, copy.units[unit.id], way, "7.1-h")), unit.side)


def of_defeat(s: State, winners: list[Unit], losers: list[Unit], isolated: frozenset[str]) -> Cost:
    """7.1-g, 7.1-h: what a beaten side loses, HIT and flight; it lets the unit suffer that costs it least in all."""

    def rule(copy: State) -> Script:
        return assault.win(copy, [copy.units[u.id] for u in winners], [copy.units[u.id] for u in losers], isolated)

    ends = [tried(s, rule, struck=unit.id) for unit in assault.must_suffer(losers)]
    side = losers[0].side
    best = min(ends, key=lambda after: (after.result is not None, lost(s, after, side).total))
    return lost(s, best, side)
