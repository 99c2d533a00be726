"""Work that is left open inside a phase: tests after fire, generals at risk, routs, events, outcomes of mêlées."""

from __future__ import annotations

from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import events, generals, melee, rout
from quadrilatero.games.vivaorre.rules.contact import enemies_touching
from quadrilatero.games.vivaorre.rules.losses import lose, shake
from quadrilatero.games.vivaorre.rules.morale import outcome, take_test
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.kernel import Script


def work(s: State) -> Script:
    """12-f. The first of what is open, with all that follows from it; it is open until it is done."""
    task = s.pending[0]
    yield from do(s, task)
    s.pending = s.pending[1:]


def do(s: State, task: Task) -> Script:
    """12-f. One piece of work."""
    if task.outcome is not None:
        yield from melee.settle(s, task)
    elif task.event is not None:
        yield from events.happen(s, task)
    elif task.general is not None:
        yield from generals.at_risk(s, s.generals[task.general], task.why or "fire")
    elif task.rout is not None and task.rout in s.units:
        yield from rout.rout(s, s.units[task.rout], () if task.enemy is None else (task.enemy,), "12-k")
    elif task.test is not None and task.test in s.units:
        yield from tested(s, s.units[task.test], task)


def tested(s: State, unit: Unit, task: Task) -> Script:
    """12-d, 12-e, 12-h, 12-m, 12-o, 20.zulu-f. A test that is open, and what its failure means on its occasion."""
    why = task.why or "fire"
    if why == "rout":
        yield from rout.rally(s, unit)
        return
    enemies = () if task.enemy is None else (task.enemy,)
    if why == "melee":
        yield from melee.test_one(s, unit, task.by, melee.Course(s, Task(outcome=(unit.id, *enemies))))
        return
    found = yield from take_test(s, unit, why, task.by)
    if found.passed:
        return
    unit = s.units[unit.id]
    result = outcome(unit, why, found.face)
    if result == "routed":
        yield from rout.rout(s, unit, enemies, "12-h")
    elif result == "surrendered":
        lose(s, unit, "12-m", "surrendered")
    elif result == "shaken":
        shaken = shake(s, unit, "12-h", why)
        if why in ("fire", "guns") and shaken.charged is not None and enemies_touching(s, shaken):
            yield from repulsed(s, shaken)


def repulsed(s: State, unit: Unit) -> Script:
    """7-k. A charger shaken by the fire of those it has charged goes back a whole move, and there is no mêlée."""
    return melee.fall_back(s, unit, rate(unit), "7-k")
