"""Trying out rules: a script runs on a copy of a state, with answers and dice given to it, and nobody is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from quadrilatero.kernel.ask import Ask, Dice, Ended, Reveal, Script
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import State
from quadrilatero.kernel.plain import Seat

S = TypeVar("S", bound=State)
Rule = Callable[[S], Script | None]


def aside(s: S) -> S:
    """A copy whose events go nowhere but into its own `sink`."""
    copy = s.copy()
    copy.sink = []
    return copy


def attempt(s: S, rule: Rule[S], *given: Any) -> tuple[S, list[Event]]:
    """Let a rule run on a copy with these answers and dice, as far as they take it; the copy, and what was told."""
    values = iter(given)
    return decide(s, rule, lambda _: next(values))


def decide(s: S, rule: Rule[S], answer: Callable[[Any], Any]) -> tuple[S, list[Event]]:
    """Let a rule run on a copy while `answer` has answers to its questions and dice; it stops at StopIteration."""
    copy = aside(s)
    try:
        script = rule(copy)
        if script is not None:
            step: Ask | Dice | Reveal = script.send(None)
            while True:
                if isinstance(step, Reveal):
                    copy.sink.append(step.event)
                    step = script.send(None)
                else:
                    step = script.send(answer(step))
    except (StopIteration, Ended):
        pass
    return copy, copy.sink


class Luck:
    """Dice of a world that is made up: each stage of play has its own, the same whatever was rolled before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.stage: tuple[Any, ...] = ()
        self.dice = random.Random(0)

    def enter(self, stage: tuple[Any, ...]) -> bool:
        """Take the dice of a stage; whether it is another than the last."""
        if stage == self.stage:
            return False
        self.stage = stage
        self.dice = random.Random(f"{self.seed} {stage}")
        return True

    def turn_to(self, whom: Any) -> None:
        """Take the dice that somebody has for himself in this stage."""
        self.dice = random.Random(f"{self.seed} {self.stage} {whom}")


def play_on(script: Script, luck: Luck, reply: Callable[[Ask, Seat], Any]) -> None:
    """Let a script run to its end in a world that is made up, with the dice of the moment and the seats' replies."""
    value: Any = None
    try:
        while True:
            step = script.send(value)
            if isinstance(step, Dice):
                value = tuple([luck.dice.randint(1, step.sides) for _ in range(step.count)])
            elif not isinstance(step, Ask):
                value = None
            elif len(step.seats) > 1:
                value = {seat: reply(step, seat) for seat in step.seats}
            else:
                value = reply(step, step.seats[0])
    except (StopIteration, Ended):
        pass
