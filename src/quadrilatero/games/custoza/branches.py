"""Every way a rule can go by the dice, on copies of a state: what odds ask where the charts alone do not tell.

Decisions on the way are taken by a policy, since odds cannot ask anybody: who reacts, fires (or forms Square); who
fails a check goes on; losses are taken by whoever has most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from quadrilatero.games.custoza.answers import Fire, GoOn, Hit, Pass, Square, Stop
from quadrilatero.games.custoza.rules.concepts import ROUT
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Ask, Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.kernel.chances import ways
from quadrilatero.kernel.trial import decide

NONE, FIRE, SQUARE = "none", "fire", "square"
"""How the other side reacts: not at all; by fire; by a Square where that can be, else by fire."""
SIDES_OF_A_DIE = 6

Branch = tuple[float, State]


class _Wanted(Exception):
    """The dice given so far are used up, and so many more are rolled."""

    def __init__(self, dice: int) -> None:
        self.dice = dice


class TooMany(Exception):
    """A rule can go more ways than the caller wants to follow."""


def branches(s: State, rule: Callable[[State], Script], reactions: str = NONE, most: int = 0) -> list[Branch]:
    """The states in which a rule may end and the chance of each; equal ones are put together.

    With `most`, TooMany is raised where that takes more trials.
    """
    found: dict[Any, Branch] = {}
    tried = 0

    def follow(faces: tuple[tuple[int, ...], ...], chance: float) -> None:
        nonlocal tried
        tried += 1
        if most and tried > most:
            raise TooMany
        try:
            after = _run(s, rule, faces, reactions)
        except _Wanted as wanted:
            for more, p in rolls(wanted.dice):
                follow((*faces, more), chance * p)
            return
        key = what_changed(s, after)
        found[key] = (found[key][0] + chance if key in found else chance, after)

    follow((), 1.0)
    return list(found.values())


def rolls(dice: int) -> list[tuple[tuple[int, ...], float]]:
    """One roll for every sum of so many dice, with its chance: no rule asks which die shows what."""
    all_rolls: int = SIDES_OF_A_DIE**dice
    return [(_spread(total, dice), count / all_rolls) for total, count in ways(dice).items()]


def _spread(total: int, dice: int) -> tuple[int, ...]:
    first = min(SIDES_OF_A_DIE, total - (dice - 1))
    return (first,) if dice == 1 else (first, *_spread(total - first, dice - 1))


def _run(s: State, rule: Callable[[State], Script], faces: tuple[tuple[int, ...], ...], reactions: str) -> State:
    copies: list[State] = []
    given = iter(faces)

    def begin(copy: State) -> Script:
        copies.append(copy)
        return rule(copy)

    def reply(step: Any) -> Any:
        if isinstance(step, Dice):
            rolled = next(given, None)
            if rolled is None:
                raise _Wanted(step.count)
            return rolled
        return answer(copies[0], step, reactions)

    return decide(s, begin, reply)[0]


def answer(s: State, ask: Ask, reactions: str) -> Any:
    """What the policy says to a question on the way."""
    data = ask.data
    if ask.what == "react":
        return react(s, data["forces"], reactions)
    if ask.what == "go_on":
        return GoOn() if data["why"] == "check" and s.options["failed_check"] != "must_stop" else Stop()
    if ask.what == "break_off":
        return GoOn()
    if ask.what == "hit":
        return Hit(max(data["units"], key=lambda id: s.units[id].sp))
    options = ask.options(ask.who[0])
    passing = next((option for option in options if option["do"] == "pass"), options[0])
    return msgspec.convert(passing, reduce(or_, ask.kinds))


def react(s: State, forces: list[dict[str, Any]], reactions: str) -> Any:
    """11.5-a: the first Force that can do what the policy wants; the others are asked again."""
    for force in forces if reactions == SQUARE else ():
        if SQUARE in force["may"]:
            return Square(force["units"])
    for force in forces if reactions != NONE else ():
        if FIRE in force["may"]:
            walls = s.units[force["units"][0]].type == "fortress"
            return Fire(force["units"], kind=force["class"] if walls else None)
    return Pass()


def what_changed(before: State, after: State) -> Any:
    """What has become of the counters that are not as they were, and whether the deed goes on."""
    deed = after.deeds[-1] if after.deeds else None
    units = tuple(
        (id, unit.hex, unit.box, unit.sp, unit.status, unit.ammo, unit.march, unit.square, unit.facing)
        for id, unit in after.units.items()
        if unit is not before.units[id]
    )
    return units, deed and (deed.do, deed.units, deed.path, deed.target, deed.stopped)


class Cost(NamedTuple):
    """What a side has lost from one state to another: SP, levels (four where a unit routed), and units gone."""

    sp: int
    levels: int
    gone: int


def cost(before: State, after: State, side: str) -> Cost:
    """8.7-a, 13.3-a, 13.5-a: what the combat units of a side on the map have lost."""
    sp = levels = gone = 0
    for unit in before.on_map(side):
        now = after.units[unit.id]
        if now is unit:
            continue
        sp += unit.sp - now.sp
        gone += now.hex < 0
        if now.box != "eliminated":
            levels += (ROUT if now.hex < 0 else now.status) - unit.status
    return Cost(sp, levels, gone)
