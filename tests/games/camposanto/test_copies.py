"""What the state copies and writes field by field is copied whole, and written as its fields are described."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.games.camposanto.position import CODEC
from quadrilatero.games.camposanto.state import Active, Aftermath, State, Unit
from quadrilatero.kernel import Result
from quadrilatero.kernel.position.fields import Mark, fields


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
    counters, held = state.counters.copy(), state.held.copy()
    twin.active.step = "assault"
    first, second, third, *_ = twin.units.values()
    twin.move(first, 0)
    twin.remove(second)
    twin.put(replace(third, id="new", hex=1))
    assert state.active.step == "movement"
    assert "new" not in state.units
    assert all(unit.id in state.at[unit.hex] for unit in state.units.values())
    assert sum(map(len, state.at.values())) == len(state.units)
    assert (state.counters, state.held) == (counters, held)


def test_a_unit_that_is_changed_is_written_anew():
    state = _of(State)
    unit = next(iter(state.units.values()))
    unit.shown = {"id": "as it stood"}
    assert state.move(unit, 0).shown is None


def _forget(state: State) -> None:
    """Nothing is known any more of what was written of counters and of where they stood."""
    for unit in (*state.units.values(), *state.eliminated):
        unit.shown = None
    for stood in state.active.began.values() if state.active else ():
        stood.shown = None


def _same(state: State) -> bool:
    _forget(state)
    written = msgspec.json.encode(state.write())
    _forget(state)
    return written == msgspec.json.encode(CODEC.write(state))


@pytest.mark.parametrize("seed", range(3))
def test_a_state_is_written_as_it_is_described(seed: int):
    rng = random.Random(seed)
    match = q.start("camposanto", seed=seed)
    kinds: set[str] = set()
    while match.ask is not None:
        state = match.standing()[1]
        assert _same(state)
        kinds |= {kind for kind in ("began", "declared", "pending", "aftermath") if getattr(state.active, kind, None)}
        seat = match.ask.who[0]
        match.answer(seat, rng.choice(match.options(seat)))
    assert _same(match.standing()[1])
    assert kinds >= {"began", "declared"}


def test_an_aftermath_is_written_as_it_is_described():
    state = _of(State)
    first, second, *_ = state.units
    state.active.pending = (((first, second),),)
    state.active.aftermath = Aftermath("7.1-j", (first,), (3, 40), (second,))
    assert _same(state)


CHANGED: dict[str, Any] = {
    "turn": "evening",
    "phase": 3,
    "last_turn": "day",
    "vp": {"spain": 7, "austria": 1},
    "inflicted": {"spain": 2, "austria": 3},
    "series": {"spain": (1, 2), "austria": (3,)},
    "orders_left": {"spain": (5,), "austria": ()},
    "orders": {"spain": {"left": 1}, "austria": {"left": 2}},
    "states": {"spain.left": "titubant", "austria.right": "impetuous"},
    "order": ("spain.left",),
    "general_used": {"spain": True, "austria": True},
    "fatigued": ("spain.left",),
    "swap": "spain",
    "wings": ("austria.centre",),
    "result": Result("spain", "points", None, {}),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_was_written_before_is_not_written_again_once_it_has_changed(name: str):
    state = _of(State)
    assert _same(state)
    assert getattr(state, name) != CHANGED[name]
    setattr(state, name, CHANGED[name])
    assert _same(state)


def test_a_wing_that_acts_otherwise_or_has_acted_and_a_counter_that_is_lost_are_written_so():
    state = _of(State)
    assert _same(state)
    state.active.state = "aggressive"
    assert state.write()["states"]["spain"]["left"] == "aggressive"
    state.active = Active("austria", "right", "aggressive")
    assert _same(state)
    state.active = None
    assert _same(state)
    state.remove(next(iter(state.units.values())))
    assert _same(state)
