"""Trying out rules: a script runs on a copy of a state, with answers and dice given to it, and nobody is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from quadrilatero.kernel.ask import Ask, Dice, Ended, Reveal, Script
from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import State

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


def play_on(script: Script, dice: Callable[[], random.Random], reply: Callable[[Ask], Any]) -> None:
    """Let a script run to its end in a world that is made up, with the dice of the moment and answers by `reply`."""
    value: Any = None
    try:
        while True:
            step = script.send(value)
            if isinstance(step, Dice):
                value = tuple([dice().randint(1, step.sides) for _ in range(step.count)])
            else:
                value = reply(step) if isinstance(step, Ask) else None
    except (StopIteration, Ended):
        pass
