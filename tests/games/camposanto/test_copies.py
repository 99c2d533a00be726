"""What the state copies field by field is copied whole."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.state import Active, State, Unit
from quadrilatero.kernel.position.fields import Mark, fields

OWN = {"units", "at", "counters", "held"}


def _of(kind: Any) -> Any:
    state: State = q.start("camposanto", seed=4).standing()[1]
    state.active = Active("spain", "left", "cautious", "movement", began={})
    if kind is Unit:
        return next(iter(state.units.values()))
    return state if kind is State else state.active


@pytest.mark.parametrize("kind", [State, Active, Unit])
def test_a_copy_has_every_field(kind: Any):
    thing = _of(kind)
    twin = thing.copy()
    for field in fields(kind):
        before, after = getattr(thing, field.name), getattr(twin, field.name)
        assert before == after or Mark.SHOWN in field.marks, field.name
    assert type(twin) is kind


def test_a_state_and_its_copy_change_apart():
    state = _of(State)
    twin = state.copy()
    for name in OWN:
        assert getattr(twin, name) is not getattr(state, name), name
    twin.active.step = "assault"
    twin.move(next(iter(twin.units.values())), 0)
    assert state.active.step == "movement"
    assert all(unit.hex in state.at for unit in state.units.values())


def test_a_unit_that_is_changed_is_written_anew():
    state = _of(State)
    unit = next(iter(state.units.values()))
    unit.shown = {"id": "as it stood"}
    assert state.move(unit, 0).shown is None
