"""Chapter 2.7 to 2.11: what is a unit, read off the table; great units; generals who are with it."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules.formations import (
    attached,
    front_base,
    is_column,
    named,
    put,
    rear_base,
    unit_of,
    units,
)
from quadrilatero.games.alaguerre.rules.losses import add_levels, take_loss
from quadrilatero.games.alaguerre.rules.rates import move_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.table import LEFT, RIGHT, shift, wheel
from tests.games.alaguerre.battle import Plain, blue, general, red, state

FOE = blue("Z", [40000, 38000])


def placed(id: str, x: float, y: float, facing: int = 0, **more: Any) -> Plain:
    """A red base of one brigade by the middle of its footprint, in um from (20, 20)."""
    middle = (round(20000 + 1000 * x), round(20000 + 1000 * y), facing, 2000, 1000)
    front = shift(middle, facing, 500)
    return red(id, list(front[:2]), facing=facing, brigade="b", **more)


def found(*bases: Plain, **more: Any) -> State:
    return state(*bases, FOE, **more)


def ids(s: State, id: str) -> list[str]:
    return unit_of(s, s.bases[id]).ids


@pytest.mark.rule("alaguerre:2.10.1-a", "alaguerre:2.10-a")
def test_example_of_2101_three_in_line_and_one_out_of_alignment() -> None:
    whole = found(placed("U1", 0, 0), placed("U2", 2, 0), placed("U3", 4, 0))
    assert (ids(whole, "U2"), unit_of(whole, whole.bases["U1"]).kind) == (["U1", "U2", "U3"], "line")
    broken = found(placed("U1", 0, 0), placed("U2", 2, 0), placed("U3", 4, -0.5))
    assert (ids(broken, "U1"), ids(broken, "U3")) == (["U1", "U2"], ["U3"])


@pytest.mark.rule("alaguerre:2.10.2-a", "alaguerre:2.10.1-e")
def test_example_of_2102_columns_of_two_and_of_one() -> None:
    pair = found(placed("U1", 0, 0), placed("U2", 0, -1))
    column = unit_of(pair, pair.bases["U2"])
    assert (column.kind, column.ids, front_base(column).id) == ("column", ["U1", "U2"], "U1")
    alone = found(placed("U1", 0, 0, formation="column"))
    assert is_column(unit_of(alone, alone.bases["U1"]))
    usual = found(placed("U1", 0, 0))
    assert unit_of(usual, usual.bases["U1"]).kind == "line"


@pytest.mark.rule("alaguerre:2.10.3-b", "alaguerre:2.10.3-c")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_example_of_2103_squares(count: int) -> None:
    places: dict[int, list[tuple[float, float, int]]] = {1: [(0, 0, 0)], 2: [(0, 0.5, 0), (0, -0.5, 18000)]}
    places[4] = [*places[2], (1.5, 0, 9000), (-1.5, 0, 27000)]
    bases = [
        placed(f"U{number}", x, y, facing, formation="square") for number, (x, y, facing) in enumerate(places[count])
    ]
    s = found(*bases)
    square = unit_of(s, s.bases["U0"])
    assert (square.kind, len(square.bases), move_of(s, square)) == ("square", count, 1000)


@pytest.mark.rule("alaguerre:2.10-b", "alaguerre:2.8-b", "alaguerre:2.7.1-a")
@pytest.mark.parametrize(
    ("second", "together"),
    [
        ({}, True),
        ({"brigade": "c"}, False),
        ({"type": "Sh"}, False),
        ({"type": "Sh", "notes": ["mixed"]}, False),
        ({"state": "shaken"}, False),
        ({"state": "disordered"}, True),
        ({"stats": "1/0/2 a sk/ln", "formation": "skirmish"}, False),
    ],
)
def test_who_may_stand_in_one_formation(second: Plain, together: bool) -> None:
    s = found(placed("A", 0, 0), {**placed("B", 2, 0), **second})
    assert (ids(s, "A") == ["A", "B"]) is together


@pytest.mark.rule("alaguerre:2.10-b")
def test_mixed_formations_by_the_lists() -> None:
    mixed: Any = {"notes": ["mixed"]}
    s = found(placed("A", 0, 0, **mixed), {**placed("B", 2, 0, **mixed), "type": "Sh"})
    assert ids(s, "A") == ["A", "B"]


@pytest.mark.rule("alaguerre:2.7.1-b", "alaguerre:2.7.1-f")
def test_a_unit_has_its_worst_morale_and_disorder() -> None:
    s = found(placed("A", 0, 0, stats="2/0/2 a"), placed("B", 2, 0, stats="0/0/2 a", state="disordered"))
    line = unit_of(s, s.bases["A"])
    assert (line.morale, line.level) == (0, 1)


@pytest.mark.rule("alaguerre:2.7.1-d")
def test_bases_may_act_alone_but_not_those_of_a_great_unit() -> None:
    s = found(placed("A", 0, 0), placed("B", 2, 0), placed("T1", 10, 0, great="T"), placed("T2", 10, -1, great="T"))
    alone = [named(s, id, alone=True) for id in ("A", "T1")]
    assert [unit.ids for unit in alone if unit is not None] == [["A"], ["T1", "T2"]]
    assert [unit.id for unit in units(s, "red")] == ["A", "T"]


@pytest.mark.rule("alaguerre:2.7.5-c")
def test_example_of_275_generals_with_a_base_and_with_a_formation() -> None:
    at = general("G", [22500, 19000])
    apart = found(placed("U1", 0, 0), placed("U2", 2.5, 0), generals=[at])
    assert [len(attached(apart, unit_of(apart, apart.bases[id]))) for id in ("U1", "U2")] == [0, 1]
    line = found(placed("U1", 0, 0), placed("U2", 2, 0), placed("U3", 4, 0), generals=[general("G", [24000, 19000])])
    assert [one.id for one in attached(line, unit_of(line, line.bases["U1"]))] == ["G"]


# -- great units (2.11) -----------------------------------------------------------------------------------------------


def tercio(**more: Any) -> State:
    return found(placed("F", 0, 0, great="T"), placed("R", 0, -1, great="T", **more))


@pytest.mark.rule("alaguerre:2.11.1-a", "alaguerre:2.11.1-b")
def test_losses_of_a_great_unit_fall_on_its_rear_base() -> None:
    s = tercio(losses=2)
    unit = unit_of(s, s.bases["F"])
    assert (front_base(unit).id, rear_base(unit).id, is_column(unit)) == ("F", "R", True)
    left = take_loss(s, unit, 1, "fire", "8.2.1-a")
    assert left is not None
    assert [base.losses for base in left.bases] == [0, 3]
    left = take_loss(s, left, 2, "fire", "8.2.1-a")
    assert left is not None
    assert (left.ids, left.kind, left.bases[0].losses) == (["F"], "great", 1), "then on the one that is left"
    assert [gone.why for gone in s.eliminated] == ["losses"]


@pytest.mark.rule("alaguerre:2.11.1-c")
def test_disorder_of_a_great_unit_is_that_of_all_its_bases() -> None:
    s = tercio()
    add_levels(s, unit_of(s, s.bases["R"]), 2, "fire", "10.2.1-c")
    assert {s.bases[id].state for id in "FR"} == {"shaken"}


def test_a_line_that_wheels_and_wheels_back_stands_as_before() -> None:
    s = found(*[placed(f"U{n}", 2 * n, 0) for n in range(3)])
    before = [base.pose for base in s.on_table("red")]
    line = unit_of(s, s.bases["U0"])
    for side, angle in ((LEFT, 733), (LEFT, -733), (RIGHT, 1111), (RIGHT, -1111)):
        line = put(s, line, wheel(line.pose, side, angle))
    assert [base.pose for base in s.on_table("red")] == before
