"""Work that is left open inside a phase: tests, generals at risk, forced moves, divisions."""

from __future__ import annotations

from quadrilatero.games.alaguerre.answers import Retreat
from quadrilatero.games.alaguerre.records import Task
from quadrilatero.games.alaguerre.rules import divisions, forced, generals, morale
from quadrilatero.games.alaguerre.rules.command import seat_for_base
from quadrilatero.games.alaguerre.rules.formations import Unit, again, named
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import ask
from quadrilatero.kernel import Script


def work(s: State) -> Script:
    """8.2.1-c. The first of what is open, with all that follows from it; it is open until it is done."""
    task = s.pending[0]
    if task.division is not None:
        yield from divisions.take_test(s, task.division)
    elif task.general is not None:
        general = s.generals[task.general]
        yield from generals.try_general(
            s, general, task.test or generals.WOUND, generals.unit_of_general(s, general), False
        )
    else:
        unit = named(s, task.test or task.retreat or task.rout or task.recoil or "")
        if unit is not None:
            yield from do(s, task, unit)
    s.pending = tuple([other for other in s.pending if other is not task])


def do(s: State, task: Task, unit: Unit) -> Script:
    """10.2.1-a, 10.2.2-m8: a test, with the damage that brought it, or a forced move of a unit."""
    if task.test is not None:
        enemy = None if task.enemy is None else named(s, task.enemy)
        if task.damage:
            for base in unit.bases:
                s.change(s.bases[base.id], damaged=True)
            unit = again(s, unit) or unit
        cause = morale.Cause(losses=task.losses, enemy=enemy)
        yield from forced.face_test(s, unit, task.row or morale.FIRE, cause, from_melee=task.row == morale.MELEE)
        return
    seat = seat_for_base(s, unit.bases[0])
    yield ask(s, seat, "retreat", "5.6.3-a", (Retreat,), lambda: [Retreat()], lambda answer: None, unit=unit.id)
    if task.retreat is not None:
        yield from forced.retreat(s, unit, forced.enemies_of(s, unit))
    elif task.rout is not None:
        yield from forced.rout(s, unit)
    else:
        yield from forced.recoil(s, unit)
