"""Chapters 6 and 8: whose half of the movement it is, and who may not be done yet."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Advance, Choose, Dig, Done, Move, Reorder
from quadrilatero.games.vivaorre.records import Brigade, Order
from quadrilatero.games.vivaorre.rules import movement
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Refusal
from tests.games.vivaorre.battle import area, blue, play, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FOE = blue("D", [30000, 30000], brigade="e")
GENERAL = {"id": "G", "side": "red", "brigade": "b", "at": [30000, 8000]}


def halves(stage: str | None = None, seat: str = "red", **when: str | None) -> State:
    """Red moves first; brigades b and c are red's, e is blue's, and move when it is said."""
    units = red("A", HERE, brigade="b"), red("B", [40000, 10000], brigade="c"), red("C", [50000, 10000]), FOE
    s = state(*units, phase="movement", generals=[GENERAL])
    s.first, s.seat, s.stage = "red", seat, stage
    sides = {"b": "red", "c": "red", "e": "blue"}
    s.brigades = {id: Brigade(side, 1, half=when.get(id)) for id, side in sides.items()}
    return s


def now(s: State) -> tuple[str | None, str | None]:
    return s.stage, s.seat


@pytest.mark.rule("vivaorre:5-ch7", "vivaorre:6-a")
@pytest.mark.parametrize(
    ("stage", "seat", "when", "then"),
    [
        (None, "red", {"e": "first"}, ("early", "blue")),
        (None, "red", {"b": "first", "e": "second"}, (None, "red")),
        (None, "blue", {"e": "first"}, (None, "blue")),
        ("halves", "red", {"e": "first"}, ("halves", "red")),
    ],
)
def test_only_a_brigade_of_the_second_side_goes_before_both_halves(
    stage: str | None, seat: str, when: dict[str, str], then: tuple[str | None, str]
) -> None:
    s = halves(stage, seat, **when)
    movement.begin(s)
    assert now(s) == then


@pytest.mark.rule("vivaorre:5-ch7", "vivaorre:6-a")
@pytest.mark.parametrize(
    ("stage", "seat", "when", "over", "then"),
    [
        ("early", "blue", {}, False, ("halves", "red")),
        (None, "red", {}, False, (None, "blue")),
        (None, "blue", {}, True, (None, "blue")),
        ("halves", "blue", {"b": "second"}, False, ("late", "red")),
        ("halves", "blue", {"b": "first"}, True, ("halves", "blue")),
        ("halves", "blue", {"e": "second"}, True, ("halves", "blue")),
        ("late", "red", {"b": "second"}, True, ("late", "red")),
    ],
)
def test_the_halves_follow_each_other(
    stage: str | None, seat: str, when: dict[str, str], over: bool, then: tuple[str | None, str]
) -> None:
    s = halves(stage, seat, **when)
    s.chosen = "A"
    assert movement.next_half(s) is over
    assert now(s) == then
    assert s.chosen is None


@pytest.mark.rule("vivaorre:6-a")
def test_where_nobody_goes_first_the_phase_is_over() -> None:
    s = halves()
    s.first = None
    assert movement.next_half(s)


@pytest.mark.rule("vivaorre:5-ch7")
@pytest.mark.parametrize(
    ("stage", "half", "red_moves", "blue_moves"),
    [
        (None, None, True, True),
        (None, "first", True, False),
        (None, "second", False, True),
        ("halves", "first", True, False),
        ("early", "first", True, True),
        ("early", "second", False, False),
        ("early", None, False, False),
        ("late", "second", True, True),
        ("late", "first", False, False),
        ("late", None, False, False),
    ],
)
def test_when_a_brigade_moves(stage: str | None, half: str | None, red_moves: bool, blue_moves: bool) -> None:
    s = halves(stage, b=half, e=half)
    assert movement.is_its_half(s, "red", "b") is red_moves
    assert movement.is_its_half(s, "blue", "e") is blue_moves
    assert movement.is_its_half(s, "red", None) is (stage not in ("early", "late")), "who has no brigade"


def why(s: State, answer: Any, seat: str = "red") -> tuple[str | None, str] | None:
    found = movement.refuse_move(s, seat, answer)
    assert found is None or isinstance(found, Refusal)
    return None if found is None else (found.rule, found.reason)


@pytest.mark.rule("vivaorre:5-ch7")
def test_a_general_moves_with_his_brigade_too() -> None:
    s = halves(b="second", e="second")
    assert why(s, Choose(unit="A")) == ("5-ch7", "not_its_half")
    assert why(s, Choose(unit="G")) == ("5-ch7", "not_its_half")
    assert why(s, Choose(unit="B")) is None
    assert why(s, Choose(unit="D")) == ("8-a", "not_yours"), "of another's units nothing is told"
    refusal = movement.refuse_move(s, "red", Choose(unit="A"))
    assert refusal is not None
    assert refusal.data["at"] == 0


# -- generals who go forward against their orders -------------------------------------------------------------------


def bold(**more: Any) -> State:
    """A Temerario who was told to hold and goes forward."""
    unit = {"brigade": "b", **more}
    general = {**GENERAL, "characters": ["temerario"]}
    s = state(red("A", **{"at": HERE, **unit}), red("B", [40000, 10000]), FOE, phase="movement", generals=[general])
    s.first, s.seat = "red", "red"
    s.orders = {"G": Order("hold", "advance")}
    return s


def advance(by: int, unit: str = "A") -> Move:
    return Move(unit=unit, path=[Advance(by=by)])


@pytest.mark.rule("vivaorre:5-ch16")
def test_who_must_advance_does_nothing_else() -> None:
    s = bold()
    assert movement.must_advance(s, s.units["A"])
    assert not movement.must_advance(s, s.units["B"])
    assert why(s, Done()) == ("5-ch16", "must_advance")
    assert why(s, advance(1000)) is None
    assert why(s, Move(unit="A", path=[])) == ("5-ch16", "must_advance")
    assert why(s, Dig(unit="A")) == ("5-ch16", "must_advance")
    assert why(s, Choose(unit="A")) is None
    assert why(s, Dig(unit="B")) is None, "only his own brigade"
    refusal = movement.refuse_move(s, "red", Dig(unit="A"))
    assert refusal is not None
    assert refusal.data["at"] == 0


@pytest.mark.rule("vivaorre:5-ch16", "vivaorre:8-ad", "vivaorre:5-j")
def test_who_cannot_advance_need_not() -> None:
    disordered = bold(disorder="reorder", formation="mass")
    assert not movement.must_advance(disordered, disordered.units["A"])
    assert why(disordered, Reorder(unit="A")) is None
    assert why(disordered, Done()) is None
    outside = bold(at=None)
    assert not movement.must_advance(outside, outside.units["A"])
    assert why(outside, Done()) is None
    shaken = bold(state="shaken")
    assert not movement.must_advance(shaken, shaken.units["A"]), "the shaken do not approach"
    assert why(shaken, Dig(unit="A")) is None


@pytest.mark.rule("vivaorre:5-ch16")
def test_a_general_of_no_unit_is_bound_by_nothing() -> None:
    s = bold()
    assert why(s, Move(unit="G", path=[])) is None


# -- what others are told -------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:13-g")
def test_others_are_told_of_a_hidden_unit_only_what_shows_it() -> None:
    wood = area("w", "open_wood", 25, 5, 35, 11)
    s = state(red("A", HERE, hidden=True), red("B", [45000, 10000]), FOE, terrain=(wood,), phase="movement")
    for to, stays in (("blue", None), (None, None), ("red", {"do": "dig", "unit": "A"})):
        assert movement.retold(s, to, Dig(unit="A")) == stays
        moved = movement.retold(s, to, advance(1000))
        assert moved is not None
        assert moved["path"] == [{"go": "advance", "by": 1000}]
        assert movement.retold(s, to, Dig(unit="B")) == {"do": "dig", "unit": "B"}
        assert movement.retold(s, to, Done()) == {"do": "done"}


@pytest.mark.rule("vivaorre:8-a")
def test_what_is_asked_in_the_movement() -> None:
    match = play(red("A", HERE), red("B", [40000, 10000], moved=True), FOE, phase="movement")
    assert match.ask is not None
    assert (match.ask.rule, match.ask.data["units"], match.ask.data["unit"]) == ("8-a", ["A"], None)
    assert match.options("red") == [{"do": "unit", "unit": "A"}, {"do": "done"}]
    match.answer("red", {"do": "unit", "unit": "A"})
    assert match.ask is not None
    assert match.ask.data["unit"] == "A"
    assert all(option["unit"] == "A" for option in match.options("red"))
