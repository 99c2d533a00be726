"""Work that is left open inside a phase: tests after fire, generals at risk, routs, events, outcomes of mêlées."""

from __future__ import annotations

from quadrilatero.games.vivaorre.records import Task
from quadrilatero.games.vivaorre.rules import generals, melee, rout
from quadrilatero.games.vivaorre.rules.fire import must_test
from quadrilatero.games.vivaorre.rules.losses import shake
from quadrilatero.games.vivaorre.rules.morale import outcome, take_test
from quadrilatero.games.vivaorre.rules.rates import rate
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.kernel import Script


def work(s: State) -> Script:
    """12-f. The first of what is open, with all that follows from it."""
    task, s.pending = s.pending[0], s.pending[1:]
    if task.outcome is not None:
        yield from melee.settle(s, task)
    elif task.general is not None and task.general in s.units:
        yield from generals.at_risk(s, s.units[task.general], task.why or "fire")
    elif task.rout is not None and task.rout in s.units:
        yield from rout.rout(s, s.units[task.rout], task.enemy, "12-k")
    elif task.test is not None and task.test in s.units:
        yield from tested(s, s.units[task.test], task)


def tested(s: State, unit: Unit, task: Task) -> Script:
    """12-d, 12-h, 7-k, 20.zulu-f. A test for losses by fire; a charger that fails goes back a whole move as well."""
    why = task.why or "fire"
    if why == "fire" and not must_test(s, unit) and not unit.impi:
        return
    found = yield from take_test(s, unit, why, task.by)
    if found.passed:
        return
    unit = s.units[unit.id]
    if outcome(unit, why, found.face) == "routed":
        yield from rout.rout(s, unit, task.enemy, "12-h")
        return
    shaken = shake(s, unit, "12-h", why)
    if why in ("fire", "guns") and shaken.charged is not None:
        melee.fall_back(s, shaken, rate(shaken), "7-k")
